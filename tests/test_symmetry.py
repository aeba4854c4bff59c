"""Grids with a symmetry: against all grids of small boards, and where a plain search for a first grid takes long."""

import random

import numpy as np
import pytest

import sudoku
from dlx import Status, Unfinished
from sudoku import Board
from sudoku import variants as v
from sudoku.engine import by_rules
from sudoku.engine.by_rules import grids_by_rules, stock
from sudoku.engine.cover import cover, filled
from sudoku.engine.symmetry import one_of_each_kind, symmetries

from .sudoku.board.test_blocks import all_by_rules

HARD = [
    ["x", "global-entropy"],
    ["x", "anti-king", "global-modular"],
    ["windoku", "global-modular"],
    ["disjoint-groups", "global-entropy", "global-modular"],
]


def has(grid, symmetry):
    """Return whether the image of each cell has the image of its digit."""
    return all(grid[symmetry.cells[cell]] == symmetry.digits[digit - 1] + 1 for cell, digit in enumerate(grid))


@pytest.mark.parametrize(
    "board",
    [
        Board(2, 2, variants=["anti-knight"]),
        Board(2, 2, variants=["x", v.Differences([(2, "r1c1 r2c1")])]),
        Board(1, 5, variants=["anti-king"]),
        Board(1, 5, variants=["non-consecutive"]),
        Board(3, 2, variants=["anti-knight"]),
        Board(2, 2, first_digit=0, variants=["anti-knight"]),
    ],
    ids=str,
)
def test_all_grids_that_have_a_symmetry_are_found(board):
    grids = [filled(board, solution.options) for solution in cover(board).solutions()]
    found = 0
    for symmetry in symmetries(board):
        assert sorted(symmetry.cells) == list(range(board.cells))
        assert sorted(symmetry.digits) == list(range(board.side))
        expected = sorted(grid for grid in grids if has(grid, symmetry))
        assert sorted(all_by_rules(board, [], narrowing=symmetry.narrowing())) == expected
        found += len(expected)
    assert found > 0


@pytest.mark.parametrize("variants", HARD, ids=" ".join)
def test_first_grids_of_boards_with_rare_grids(variants, monkeypatch):
    """A plain search takes most of a second; without it, symmetries find a grid for each seed."""
    board = Board(variants=variants)
    monkeypatch.setattr(by_rules, "FIRST_WORK", 0)
    monkeypatch.setattr(by_rules, "MOST_WORK", 0)
    answers = [grids_by_rules(board, [], 1, seed=seed) for seed in (0, 1, 2, 2, None)]
    assert all(answer.decided for answer in answers)
    (*grids, again, unseeded) = (answer.grids[0] for answer in answers)
    assert again == grids[-1]
    assert len(set(grids)) > 1
    for grid in (*grids, unseeded):
        assert cover(board).count(given=[9 * cell + digit - 1 for cell, digit in enumerate(grid)]) == 1
        assert any(has(grid, symmetry) for symmetry in symmetries(board))
    two = grids_by_rules(board, [], 2).grids
    assert len(set(two)) == 2
    digit = grids[0][4]
    assert grids_by_rules(board, [36 + digit - 1], 1).grids[0][4] == digit


@pytest.mark.parametrize("seed", range(30))
def test_answers_are_those_of_the_cover(seed, monkeypatch):
    """Random sets of rules for all cells, and some candidates of a grid: as many solutions, up to 3, all right."""
    generator = random.Random(seed)
    names = generator.sample(["x", "anti-knight", "anti-king", "non-consecutive", "disjoint-groups"], 2)
    rules = [*names, v.Kropki(all_black=True), v.XV([], complete=True), v.Differences([], complete=True)]
    variants = generator.sample(rules, generator.randint(1, 3))
    board = Board(*generator.choice([(2, 2), (2, 3), (3, 2), (1, 5), (2, 4)]), variants=variants)
    if not stock(board).is_whole:
        return
    grid = sudoku.solve("." * board.cells, board=board, seed=seed) or sudoku.solve("." * board.cells, board=board.base)
    given = [
        cell * board.side + digit - 1
        for cell, digit in enumerate(board.parse(grid))
        if generator.random() < generator.choice([0, 0.05, 0.2])
    ]
    monkeypatch.setattr(by_rules, "FIRST_WORK", 0)
    answer = grids_by_rules(board, given, 3)
    assert answer.decided
    assert len(answer.grids) == len(set(answer.grids)) == cover(board).count(3, given=given)
    for found in answer.grids:
        chosen = [cell * board.side + digit - 1 for cell, digit in enumerate(found)]
        assert set(given) <= set(chosen)
        assert cover(board).count(given=chosen) == 1


@pytest.mark.parametrize(
    "board", [Board(4, 4, variants=["windoku"]), Board(3, 4, variants=["x", "disjoint-groups"])], ids=str
)
def test_first_grids_of_large_boards_of_houses(board, monkeypatch):
    """A random order is for the cover, except on an empty board: 25x25 with disjoint groups takes 16 ms, not 190."""
    monkeypatch.setattr(by_rules, "FIRST_WORK", 0)
    grids = [grids_by_rules(board, [], 1, seed=seed).grids[0] for seed in range(4)]
    assert len(set(grids)) > 1
    for grid in grids:
        assert cover(board).count(given=[board.side * cell + digit - 1 for cell, digit in enumerate(grid)]) == 1
    assert grids_by_rules(board, [0], 1, seed=1) is None
    monkeypatch.setattr(by_rules, "SYMMETRY_WORK", ())
    assert grids_by_rules(board, [], 1, seed=1) is None


def images(grid):
    """Return the 8 mirror images of a grid, and their complements."""
    rows = np.frombuffer(grid, np.uint8).reshape(9, 9)
    turned = [np.rot90(each, k) for each in (rows, rows.T) for k in range(4)]
    return {each.tobytes() for kind in turned for each in (np.ascontiguousarray(kind), 10 - kind)}


@pytest.mark.parametrize(
    "variants", [["disjoint-groups", "anti-king", "non-consecutive"], ["anti-knight", "anti-king", "non-consecutive"]]
)
def test_one_grid_of_each_kind(variants):
    """The images of the grids that are looked for are all 1,152 and all 72 grids."""
    board = Board(variants=variants)
    kinds = all_by_rules(board, [], narrowing=one_of_each_kind(board), work=10**8)
    everything = {filled(board, solution.options) for solution in cover(board).solutions()}
    assert set().union(*map(images, kinds)) == everything
    assert len(everything) == 16 * len(kinds) - 8 * sum(grid[40] == 5 for grid in kinds) > 0


@pytest.mark.parametrize(
    "variants", [["x", "anti-king", "non-consecutive"], ["anti-knight", "global-entropy", "global-modular"]]
)
def test_the_proof_that_there_is_no_grid(variants, monkeypatch):
    board = Board(variants=variants)
    monkeypatch.setattr(by_rules, "FIRST_WORK", 0)
    monkeypatch.setattr(by_rules, "SYMMETRY_WORK", ())
    for wanted in (1, 2):
        answer = grids_by_rules(board, [], wanted)
        assert (answer.grids, answer.status) == ([], Status.COMPLETE)
    monkeypatch.setattr(by_rules, "SLICE_WORK", 1000)
    assert grids_by_rules(board, [], 1, 0.001).status is Status.TIME_LIMIT


@pytest.mark.parametrize("name", [name for name, flag in v.NAMED.items() if flag().is_symmetric()])
def test_a_rule_for_all_sides_holds_for_all_images(name):
    board = Board(variants=[name])
    assert one_of_each_kind(board)
    for image in images(board.parse(sudoku.solve("." * 81, board=board, seed=2))):
        assert cover(board).count(given=[9 * cell + digit - 1 for cell, digit in enumerate(image)]) == 1


def test_kinds_need_rules_for_all_sides():
    others = {name for name, flag in v.NAMED.items() if not flag().is_symmetric()}
    assert others == {"doppelganger", "chaos-construction"}
    assert one_of_each_kind(Board(variants=["x", "windoku", "anti-knight", "global-modular", "disjoint-groups"]))
    other = v.Diagonals(rising=False), v.Kropki(all_black=True), v.XV([], complete=True), v.Even("r1c1")
    for variant in other:
        assert one_of_each_kind(Board(variants=["anti-king", variant])) is None
    for board in (
        Board(3, 2),
        Board(2, 2),
        Board(4, 4),
        Board(first_digit=0),
        Board.samurai(),
        Board(3, 3, size=(9, 8)),
    ):
        assert one_of_each_kind(board.with_variants("anti-king")) is None


def test_a_failure_proves_nothing(monkeypatch):
    """The clues contradict all symmetries, and the plain search finds the solution."""
    board = Board(variants=["x", "anti-king"])
    solution = board.parse(sudoku.solve("." * 81, board=board, seed=3))
    assert not any(has(solution, symmetry) for symmetry in symmetries(board))
    given = [9 * cell + digit - 1 for cell, digit in enumerate(solution)]
    monkeypatch.setattr(by_rules, "FIRST_WORK", 0)
    answer = grids_by_rules(board, given, 2)
    assert (answer.grids, answer.status) == ([solution], Status.COMPLETE)


def test_boards_with_parts_have_no_symmetry(monkeypatch):
    whole = {"anti-king": True, "x": False, "chaos-construction": False}
    for name, expected in whole.items():
        assert stock(Board(2, 2, variants=[name])).is_whole == expected
    assert not stock(Board(2, 2, variants=["anti-king", v.Thermometers(["r1c1 r1c2"])])).is_whole
    assert not stock(Board(2, 2, variants=["anti-king", v.Killer([(3, "r1c1 r1c2")])])).is_whole
    assert stock(Board(2, 2, variants=[v.Kropki(["r1c1 r1c2"], all_white=True)])).is_whole


def test_the_time_limit_ends_the_search_for_symmetries(monkeypatch):
    monkeypatch.setattr(by_rules, "FIRST_WORK", 0)
    answer = grids_by_rules(Board(variants=["x", "windoku", "global-entropy"]), [], 1, 0.05)
    assert (answer.grids, answer.status) == ([], Status.TIME_LIMIT)
    assert answer.seconds < 2


def test_candidates_of_an_empty_board_with_rare_grids():
    found = sudoku.candidates("." * 81, board=Board(variants=["x", "global-entropy"]), time_limit=60)
    assert found == (tuple(range(1, 10)),) * 81
    with pytest.raises(Unfinished):
        sudoku.candidates("." * 81, board=Board(variants=["x", "windoku", "global-entropy"]), time_limit=0)
