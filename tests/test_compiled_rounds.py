# SPDX-License-Identifier: MIT
"""The compiled techniques against the Python ones: the same effect on a grid, the same rounds, ratings and hints.

On boards with rules, of any kind, all techniques are compared on all grids of a path, and the paths with each other.
"""

import random

import pytest

import sudoku
from sudoku import Board
from sudoku.logic import Grid, rate, solver
from sudoku.logic.compiled.rounds import NAMES, CompiledTables, Rounds
from sudoku.logic.exclusions import excluded_by_rules
from sudoku.logic.rules import rules_of
from sudoku.logic.solver import LogicStatus, LogicTask
from sudoku.logic.tables import bits, tables
from sudoku.logic.techniques import BY_NAME, TECHNIQUES
from sudoku.variants import Killer

from .rule_definitions import RULES
from .sudoku.board.test_blocks import small_board
from .test_sudoku_logic import FATA_MORGANA, GOLDEN_NUGGET, INKALA, LADDER, SIDE_BY_SIDE, rectangle_of
from .variant_puzzles import UNIQUE

NINE = Board()
SINGLES = 3  # the first compiled techniques
FIND = [BY_NAME[name] for name in NAMES]
BOARDS = [Board(2, 2), Board(2, 3), Board(variants=["x"]), Board(variants=["windoku"]), Board(size=(9, 8))]


def in_python(puzzle, board=None):
    task = LogicTask(puzzle, board, None, None)
    task.compiled = None
    return task


def effect(grid, technique):
    """Return what all steps of a Python technique leave open, and the length of the first; None without steps."""
    after = Grid(grid.tables.board, bytes(grid.tables.cells))
    after.alive, after.placed = grid.alive, grid.placed
    grid.idle.clear()
    steps = list(technique.find(grid))
    for step in steps:
        after.apply(step)
    return (after.open, steps[0].length) if steps else None


def compiled_effect(grid, number):
    rules = bool(rules_of(grid.tables.board))
    rounds = Rounds(CompiledTables(grid.tables, rules))
    rounds.set(grid.alive, grid.placed, grid.clues, grid.unique)
    if rules:
        rounds.exclude(excluded_by_rules(grid))
    if rounds.easiest(number, number + 1) != number:
        return None
    length = rounds.length
    rounds.apply()
    return rounds.open, length


def test_the_compiled_techniques_are_in_order():
    assert [technique.name for technique in TECHNIQUES if technique.name in NAMES] == [*NAMES]


@pytest.mark.parametrize("name", ["hidden pair", "BUG+n", "ALS chain"])
def test_each_technique_has_the_effect_of_the_python_one(name):
    task = in_python(LADDER[name])
    grid = task.grid
    for turn, _ in enumerate(task.rounds(True, single=True)):
        easy = turn % 3 or any(effect(grid, technique) for technique in FIND[:SINGLES])  # the others are not needed
        for number, technique in enumerate(FIND[:SINGLES] if easy else FIND):
            assert compiled_effect(grid, number) == effect(grid, technique), (name, technique.name)


@pytest.mark.parametrize("puzzle", [FATA_MORGANA, GOLDEN_NUGGET, INKALA])
def test_the_hardest_grids(puzzle):
    grid = LogicTask(puzzle, None, None, None).grid
    while steps := [step for technique in FIND[:SINGLES] for step in technique.find(grid)]:
        for step in steps:
            grid.apply(step)
    for number, technique in enumerate(FIND):
        assert compiled_effect(grid, number) == effect(grid, technique), technique.name


def both_rounds(puzzle, board=None):
    return list(LogicTask(puzzle, board, None, None).difficulties()), list(in_python(puzzle, board).difficulties())


@pytest.mark.parametrize("name", LADDER)
def test_a_path_has_the_rounds_of_the_python_techniques(name):
    compiled, python = both_rounds(LADDER[name])
    assert compiled == python
    assert name in {technique for _, technique in compiled}


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_other_boards(board):
    for made in sudoku.generate_batch(2, seed=11, board=board, minimal=True):
        assert LogicTask(made.puzzle, board, None, None).compiled
        compiled, python = both_rounds(made.puzzle, board)
        assert compiled == python


def test_a_board_that_the_compiled_techniques_do_not_know():
    board = Board(4, 4)
    with pytest.raises(ValueError, match="no compiled techniques for a "):
        CompiledTables(tables(board))
    made = sudoku.generate(1, board=board, clues=(200, 256))
    assert not LogicTask(made.puzzle, board, None, None).compiled


def compare(puzzle, board):
    """Compare the compiled techniques with the Python ones on each third grid of a path, and the two paths."""
    task, known = in_python(puzzle, board), CompiledTables(tables(board), bool(rules_of(board))).known
    compared = 0
    for turn, _ in enumerate(task.rounds(True, single=True)):
        grid = task.grid
        easy = turn % 3 or any(effect(grid, technique) for technique in FIND[:SINGLES])
        for number in known[:SINGLES] if easy else known:
            assert compiled_effect(grid, number) == effect(grid, FIND[number]), FIND[number].name
            compared += 1
    compiled, python = both_rounds(puzzle, board)
    assert compiled == python
    return compared


@pytest.mark.parametrize("name", ["thermometers", "killer"])
def test_boards_with_rules(name):
    board, _, clues = UNIQUE[name]
    assert compare(clues, board) > 100


@pytest.mark.parametrize("name", ["anti-knight", "non-consecutive"])
def test_the_hardest_grids_with_rules(name):
    """A grid where nets lead through rules."""
    board, _, clues = UNIQUE[name]
    task = LogicTask(clues, board, None, None)
    next(hard for hard, technique in task.difficulties() if technique == "forcing net")
    found = 0
    for number in CompiledTables(tables(board)).known:
        expected = effect(task.grid, FIND[number])
        assert compiled_effect(task.grid, number) == expected, FIND[number].name
        found += expected is not None
    assert found


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_rule(name):
    compared = 0
    for seed in range(20):
        board, _ = small_board(name, seed)
        made = sudoku.generate(seed, board=board, minimal=True, time_limit=5) if board else None
        if made:
            compared += compare(made.puzzle, board)
        if compared > 100:
            return
    assert compared > 0


def test_a_few_techniques_do_not_know_rules():
    known = CompiledTables(tables(Board(variants=["anti-knight"]))).known
    assert {NAMES[k] for k in range(len(NAMES)) if k not in known} == {
        *("unique rectangle", "hidden rectangle", "avoidable rectangle", "unique loop", "BUG+1", "BUG+n"),
        *("simple coloring", "multi-coloring"),
    }
    assert CompiledTables(tables(NINE)).known == (*range(len(NAMES)),)


def test_what_candidates_exclude_on_a_grid():
    board = Board(variants=[Killer([(10, "r1c1 r2c1")])])
    rounds = Rounds(CompiledTables(tables(board), True))
    with pytest.raises(ValueError, match=r"candidates 729 and 1: the board has 729, from 0"):
        rounds.exclude([(729, 1)])
    with pytest.raises(ValueError, match="the board has 729"):
        rounds.exclude([(0, 1 << 729)])
    with pytest.raises(ValueError, match="the tables of the board are for no rules"):
        Rounds(CompiledTables(tables(NINE))).exclude([])


@pytest.mark.parametrize("name", ["hidden pair", "AIC", "guess"])
def test_techniques_that_are_not_compiled(name, monkeypatch):
    rounds = both_rounds(LADDER[name])[1]
    names = [name if name not in ("pointing", "XY-Wing") else "" for name in NAMES]
    monkeypatch.setattr(solver, "NAMES", names)
    monkeypatch.setattr(solver, "_plan_of", solver._plan_of.__wrapped__)
    assert list(LogicTask(LADDER[name], None, None, None).difficulties()) == rounds
    hints = LogicTask(LADDER[name], None, None, None).rounds(False, single=True)
    assert list(hints) == list(in_python(LADDER[name]).rounds(False, single=True))


def test_rounds_below_a_technique():
    """They are applied together; those of that technique and of harder ones are left."""
    task = in_python(LADDER["AIC"])
    grid, below = task.grid, NAMES.index("pointing")
    rounds = Rounds(CompiledTables(grid.tables))
    rounds.set(grid.alive, grid.placed, grid.clues, grid.unique)
    before = [difficulty for difficulty, _ in task.difficulties()]
    numbers = rounds.apply_below(below)
    assert [FIND[number].difficulty for number in numbers] == before[: len(numbers)] != before
    assert before[len(numbers)] >= BY_NAME["pointing"].difficulty
    assert rounds.apply_below(below) == b""
    assert rounds.easiest() >= below


def test_a_puzzle_with_several_solutions_has_none():
    task = LogicTask("." * 81, None, None, None)
    assert task.status is LogicStatus.SEVERAL
    assert not task.compiled


@pytest.mark.parametrize("name", ["claiming", "BUG+1", "AIC"])
def test_hints_are_those_of_the_python_techniques(name):
    compiled, python = LogicTask(LADDER[name], None, None, None), in_python(LADDER[name])
    assert list(compiled.rounds(True, single=True)) == list(python.rounds(True, single=True))
    assert compiled.grid.alive == python.grid.alive


def test_ratings_of_random_puzzles():
    for made in sudoku.generate_batch(40, seed=random.Random(3).randrange(10**6)):
        task = in_python(made.puzzle)
        rounds = list(task.difficulties())
        rating = rate(made.puzzle)
        assert (rating.score, rating.hardest) == max(rounds)
        assert rating.effort == round(sum(hard for hard, _ in rounds), 2)
        assert rating.status is task.status


def test_sets_of_candidates_go_in_and_out():
    grid = LogicTask(INKALA, None, None, None).grid
    rounds = Rounds(CompiledTables(grid.tables))
    assert rounds.solved
    rounds.set(grid.alive, grid.placed, grid.clues, True)
    assert rounds.open == grid.open
    assert not rounds.solved
    gone = next(bits(grid.open))
    rounds.set(grid.alive & ~(1 << gone), grid.placed, grid.clues, True)
    assert rounds.open == grid.open & ~(1 << gone)


@pytest.mark.parametrize("names", ["r3c1 r3c8 r4c1 r4c8", "r1c1 r1c4 r2c1 r2c4"])
def test_rectangles_of_two_grids(names):
    grid = rectangle_of(SIDE_BY_SIDE[1], names)
    expected = effect(grid, FIND[NAMES.index("unique rectangle")])
    assert compiled_effect(grid, NAMES.index("unique rectangle")) == expected
    assert (expected is None) == ("c8" in names)
