# SPDX-License-Identifier: MIT
"""Generated puzzles: the other engine proves each of them again, and we remove its clues one by one."""

import argparse
import json
import re
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice, permutations, product
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku import Board, count, solutions, solve, solve_batch
from sudoku.engine import by_rules
from sudoku.engine.bitset import solve_batch as by_bits
from sudoku.logic import rate
from sudoku.logic.rating import LEVELS, rate_until
from sudoku.logic.techniques import BY_NAME
from sudoku.making import candidates, generator, samples
from sudoku.making.candidates import BlockUnfinished, Deadline, block
from sudoku.making.canon import canonical, canonical_batch
from sudoku.making.dig import Digger
from sudoku.making.fill import between, fill, keys, orders
from sudoku.making.generator import FIRST_CANDIDATES, FIRST_SLOW_CANDIDATES, SeriesStatus, generate, generate_batch
from sudoku.making.patterns import SYMMETRIES, groups, impossible, pattern
from sudoku.making.requirements import Requirements
from sudoku.terminal.commands import generate as command
from sudoku.variants import Diagonals
from tests.processes import PATIENCE, started, wait_for_work

NINE, SIX, FOUR = Board(), Board(2, 3), Board(2, 2)
BOARDS = [FOUR, SIX, Board(3, 2), Board(2, 4), NINE, Board(1, 5)]


def grids_of(puzzles, board):
    return np.array([list(board.parse(puzzle)) for puzzle in puzzles], np.uint8)


def unique(board, grids):
    return by_bits(board, np.ascontiguousarray(grids))[1] == 1


def is_minimal(board, puzzle, ties=None):
    """Return whether the puzzle has several solutions without any one of its groups of clues."""
    ties = [(cell,) for cell in range(board.cells)] if ties is None else ties
    without = [puzzle.copy() for group in ties if puzzle[list(group)].all()]
    for grid, group in zip(without, (group for group in ties if puzzle[list(group)].all()), strict=True):
        grid[list(group)] = 0
    return not unique(board, np.array(without)).any()


# --- random things


def test_streams_do_not_depend_on_where_a_block_begins():
    assert keys(3, 10, 5).tolist() == keys(3, 0, 15)[10:].tolist()
    key = keys(3, 0, 15)
    assert (orders(key, 20)[7] == orders(key[7:8], 20)[0]).all()
    assert (fill(3, 3, key)[7] == fill(3, 3, key[7:8])[0]).all()


def test_the_same_on_every_machine():
    assert keys(1, 0, 2).tolist() == [4922461756044938104, 6755974106381971767]
    assert generate(7).puzzle == "2..7.31...7........6.....2...2..8..4..8.4.......2..37....352.4.......6..4.9.8...."


def test_orders_are_permutations_and_all_of_them_come():
    seen = orders(keys(5, 0, 2400), 4)
    assert (np.sort(seen, axis=1) == np.arange(4)).all()
    _, times = np.unique(seen, axis=0, return_counts=True)
    assert len(times) == 24 and chi_square(times) < 60  # 23 degrees of freedom: more in one of 30,000


def test_numbers_between():
    drawn = between(keys(5, 0, 3000), 3, 5)
    values, times = np.unique(drawn, return_counts=True)
    assert values.tolist() == [3, 4, 5] and chi_square(times) < 20


def chi_square(times):
    return float(((times - times.mean()) ** 2 / times.mean()).sum())


@pytest.mark.parametrize("board", [*BOARDS, Board(3, 4), Board(1, 1), Board(1, 9)], ids=str)
def test_full_grids_keep_the_rules(board):
    full = fill(board.box_height, board.box_width, keys(2, 0, 50))
    for house in board.houses:
        assert (np.sort(full[:, list(house)], axis=1) == np.arange(1, board.side + 1)).all()


def test_all_4x4_grids_come_and_about_as_often():
    _, times = np.unique(fill(2, 2, keys(2, 0, 28_800)), axis=0, return_counts=True)
    assert len(times) == 288 and chi_square(times) < 400  # 287 degrees of freedom


# --- digging


def dug(board, full, order, ties, least=0, box=True, clues=None):
    """Return the puzzles that a Digger makes of these grids."""
    indptr = np.cumsum([0, *(len(group) for group in ties)], dtype=np.int32)
    members = np.array([*(cell for group in ties for cell in group), 0], np.int32)
    clues = np.ones(board.cells, np.uint8) if clues is None else clues
    shape = (board.box_height, board.box_width) if box else None
    digger = Digger(full, clues, order, indptr, members, np.full(len(full), least, np.int32), board.side, shape)
    while True:
        indptr, options = digger.ask()
        if len(indptr) == 1:
            return digger
        asked = np.zeros((len(indptr) - 1, board.cells), np.uint8)
        question = np.repeat(np.arange(len(asked)), np.diff(indptr))
        asked[question, options[:-1] // board.side] = options[:-1] % board.side + 1
        digger.tell(by_bits(board, asked)[1])


def dug_plainly(board, full, order, ties, least=0):
    """Dig the same way, one group after the other."""
    puzzles = full.copy()
    for place in range(order.shape[1]):
        tried = puzzles.copy()
        for grid, group in zip(tried, order[:, place], strict=True):
            grid[list(ties[group])] = 0
        gone = unique(board, tried) & (np.count_nonzero(tried, axis=1) >= least)
        puzzles[gone] = tried[gone]
    return puzzles


@pytest.mark.parametrize("box", [True, False])
@pytest.mark.parametrize("symmetry", ["none", "rotate180", "full"])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_what_is_left_is_what_plain_digging_leaves(board, symmetry, box):
    key, ties = keys(4, 0, 25), groups(board, symmetry)
    full, order = fill(board.box_height, board.box_width, key), orders(key, len(ties))
    for least in (0, board.cells * 2 // 5):
        assert (dug(board, full, order, ties, least, box).puzzles == dug_plainly(board, full, order, ties, least)).all()


def test_few_questions_are_asked():
    key, ties = keys(4, 0, 300), groups(NINE, "none")
    digger = dug(NINE, fill(3, 3, key), orders(key, 81), ties)
    assert digger.questions < 45 * 300


# --- puzzles


WISHES = [
    {},
    {"clues": (24, 28)},
    {"clues": 30},
    {"clues": (22, 24), "minimal": True},
    {"symmetry": "rotate180"},
    {"symmetry": "rotate90", "clues": (26, 30)},
    {"symmetry": "both-diagonals", "minimal": True},
    {"mask": "." * 9 + "?" * 72},
    {"mask": "#" * 9 + "?" * 72, "symmetry": "mirror-left-right"},
    {"board": SIX},
    {"board": Board(2, 4), "clues": (20, 25), "symmetry": "diagonal"},
    {"board": Board(1, 6)},
    {"board": FOUR, "minimal": True},
]


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_every_puzzle_is_as_wished(wish):
    board, symmetry = wish.get("board", NINE), wish.get("symmetry", "none")
    made = list(generate_batch(12, 5, **wish))
    assert len(made) == 12 and all(made)
    puzzles, solutions = grids_of([m.puzzle for m in made], board), grids_of([m.solution for m in made], board)
    solved, counts, _ = by_bits(board, puzzles)
    assert (counts == 1).all() and (solved == solutions).all()
    assert [m.clues for m in made] == np.count_nonzero(puzzles, axis=1).tolist()
    ties = groups(board, symmetry)
    for puzzle in puzzles:
        assert all(puzzle[list(group)].all() or not puzzle[list(group)].any() for group in ties)
        if "clues" not in wish or wish.get("minimal"):
            where = pattern(board, symmetry, wish.get("mask"))
            assert is_minimal(board, puzzle, where.free)
            assert puzzle[list(where.fixed)].all() and not np.delete(puzzle, where.cells).any()
    if "clues" in wish:
        low, high = wish["clues"] if isinstance(wish["clues"], tuple) else (wish["clues"],) * 2
        assert all(low <= m.clues <= high for m in made)


def test_clues_are_spread_over_the_range():
    clues = [made.clues for made in generate_batch(300, 1, clues=(26, 29))]
    assert all(50 < clues.count(number) < 100 for number in range(26, 30))


def test_generate_is_the_first_of_a_batch():
    wish = {"clues": (23, 25), "symmetry": "rotate180"}
    assert generate(9, **wish) == next(generate_batch(5, 9, **wish)) == generate(9, **wish)
    assert generate(9, **wish).puzzle != generate(10, **wish).puzzle
    assert generate().seed != generate().seed


@pytest.mark.parametrize("wish", [{}, {"clues": (22, 23)}, {"board": FOUR, "n": 20}], ids=str)
def test_the_same_puzzles_with_any_number_of_workers(wish):
    n = wish.pop("n", 300)
    alone = [(made.puzzle, made.tries) for made in generate_batch(n, 3, **wish)]
    assert len(alone) == n
    for workers in (2, 3):
        assert [(made.puzzle, made.tries) for made in generate_batch(n, 3, workers=workers, **wish)] == alone
    assert [made.puzzle for made in islice(generate_batch(None, 3, **wish), 10)] == [puzzle for puzzle, _ in alone[:10]]


def test_the_same_puzzles_in_other_processes():
    alone = [made.puzzle for made in generate_batch(50, 3)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert [made.puzzle for made in generate_batch(50, 3, executor=pool)] == alone


def test_candidates_do_not_depend_on_their_block():
    wish = Requirements.of(NINE, (24, 30), "none", None, None, None, False)
    whole = block(wish, 5, 0, 60, Deadline()).found
    parts = [
        found for first in range(0, 60, 7) for found in block(wish, 5, first, min(7, 60 - first), Deadline()).found
    ]
    assert whole == parts


def test_large_boards_end():
    made = generate(1, board=Board(4, 4))
    assert count(made.puzzle, 2, board=Board(4, 4)) == 1 and made.clues < 140


# --- all puzzles differ


@pytest.mark.parametrize("shape", [(4, 4), (3, 5)])
def test_large_puzzles_have_one_solution(shape):
    """A query that ends at its node limit with one solution found proves nothing, so the clue stays."""
    board = Board(*shape)
    wish = Requirements.of(board, None, "none", None, None, None, False)
    assert wish.node_limit
    for seed in range(3):
        made = block(wish, seed, 0, 4, Deadline()).found
        assert [count(found.puzzle, 2, board=board) for found in made] == [1] * 4  # searched alone, without a limit
        assert [solve(found.puzzle, board=board) for found in made] == [found.solution for found in made]


def test_the_36_minimal_puzzles_of_4x4():
    """There are 13 with four clues, 22 with five and one with six, as many as among all subsets of all grids."""
    ways, least = np.array(list(all_forms(FOUR))), set()
    subsets = (np.arange(2**16)[:, None] >> np.arange(16) & 1).astype(np.uint8)
    for grid in ("1234341221434321", "1234341223414123"):
        puzzles = subsets * np.array(list(FOUR.parse(grid)), np.uint8)
        proved = unique(FOUR, puzzles)
        needed = [~proved[np.arange(2**16) & ~(1 << cell)] | (subsets[:, cell] == 0) for cell in range(16)]
        least |= {least_form(puzzle, ways) for puzzle in puzzles[proved & np.all(needed, axis=0)]}
    found = [16 - puzzle.count(0) for puzzle in least]
    assert [found.count(clues) for clues in (4, 5, 6)] == [13, 22, 1] and len(found) == 36


def test_all_minimal_puzzles_of_4x4_come():
    series = generate_batch(None, 1, board=FOUR, tries=20_000)
    found = [made.clues for made in series]
    assert [found.count(clues) for clues in (4, 5, 6)] == [13, 22, 1]
    assert series.status is SeriesStatus.TRY_LIMIT and "same as one before" in series.reason


def test_a_batch_has_no_isomorphs():
    made = grids_of([made.puzzle for made in generate_batch(1500, 2, board=SIX, clues=(8, 9))], SIX)
    assert len(np.unique(canonical_batch(made, board=SIX), axis=0)) == 1500


# --- canonical forms


def turned(grid, board, rng):
    """Return a random isomorph."""
    height, width, side = board.box_height, board.box_width, board.side
    grid = grid.reshape(side, side)
    if height == width and rng.random() < 0.5:
        grid = grid.T
    rows = np.concatenate([b * height + rng.permutation(height) for b in rng.permutation(side // height)])
    columns = np.concatenate([b * width + rng.permutation(width) for b in rng.permutation(side // width)])
    names = np.concatenate([[0], 1 + rng.permutation(side)])
    return names[grid[rows][:, columns]].astype(np.uint8).ravel()


def all_forms(board):
    """Yield every symmetry of a small board, as index arrays."""
    side = board.side

    def lines(together):
        blocks = [range(b, b + together) for b in range(0, side, together)]
        for order in permutations(blocks):
            yield from (np.concatenate(p) for p in product(*(list(permutations(lines)) for lines in order)))

    cells = np.arange(board.cells).reshape(side, side)
    for rows, columns in product(list(lines(board.box_height)), list(lines(board.box_width))):
        yield cells[rows][:, columns].ravel()
        if board.box_height == board.box_width:
            yield cells[rows][:, columns].T.ravel()


def least_form(grid, forms):
    """Return the least of all isomorphs, by trying them all."""
    laid = grid[forms]
    names = np.zeros((len(laid), grid.max() + 1), np.uint8)
    given = np.zeros(len(laid), np.uint8)
    every = np.arange(len(laid))
    for k in range(laid.shape[1]):
        fresh = (laid[:, k] > 0) & (names[every, laid[:, k]] == 0)
        given[fresh] += 1
        names[every[fresh], laid[fresh, k]] = given[fresh]
        laid[:, k] = names[every, laid[:, k]]
    return min(row.tobytes() for row in laid)


def test_the_288_grids_of_4x4_are_of_two_kinds():
    grids = np.unique(fill(2, 2, keys(2, 0, 10_000)), axis=0)
    forms = canonical_batch(grids, board=FOUR)
    _, times = np.unique(forms, axis=0, return_counts=True)
    assert sorted(times.tolist()) == [96, 192]


def test_a_board_with_rules_has_no_canonical_form():
    with pytest.raises(ValueError, match="has no canonical form; only boards with boxes and no other rule have one"):
        canonical_batch(np.zeros((1, 81), np.uint8), board=Board(3, 3, variants=[Diagonals()]))


@pytest.mark.parametrize(("board", "n"), [(FOUR, 1500), (SIX, 60), (Board(1, 4), 150)], ids=str)
def test_forms_are_equal_if_and_only_if_the_least_isomorphs_are(board, n):
    rng, ways = np.random.default_rng(1), np.array(list(all_forms(board)))
    if board.box_height == 1:  # exchanging rows and columns is a symmetry of Latin squares too
        ways = np.concatenate([ways, np.arange(board.cells).reshape(board.side, -1).T.ravel()[ways]])
    full = fill(board.box_height, board.box_width, keys(6, 0, n))
    kept = rng.integers(1, board.side + 2, (n, 1))
    puzzles = np.where(rng.permuted(np.tile(np.arange(board.cells), (n, 1)), axis=1) < kept, full, 0).astype(np.uint8)
    forms = [form.tobytes() for form in canonical_batch(puzzles, board=board)]
    least = [least_form(puzzle, ways) for puzzle in puzzles]
    assert len(set(forms)) == len(set(least)) == len(set(zip(forms, least, strict=True))) > 20
    assert [least_form(np.frombuffer(form, np.uint8), ways) for form in forms] == least


@given(st.sampled_from(BOARDS), st.integers(0, 2**32), st.floats(0, 1))
def test_isomorphs_have_one_form(board, seed, share):
    rng = np.random.default_rng(seed)
    grid = fill(board.box_height, board.box_width, keys(seed, 0, 1))[0]
    grid = np.where(rng.random(board.cells) < share, grid, 0).astype(np.uint8)
    forms = canonical_batch(np.array([grid, turned(grid, board, rng), turned(grid, board, rng)]), board=board)
    assert (forms == forms[0]).all()
    assert (canonical_batch(forms[:1], board=board) == forms[0]).all()


def test_forms_of_9x9_puzzles():
    rng = np.random.default_rng(2)
    full = fill(3, 3, keys(8, 0, 40))
    puzzles = grids_of([made.puzzle for made in generate_batch(400, 8)], NINE)
    for grids in (full, puzzles):
        forms = canonical_batch(grids, board=NINE)
        assert (canonical_batch(np.array([turned(grid, NINE, rng) for grid in grids]), board=NINE) == forms).all()
        assert len(np.unique(forms, axis=0)) == len(grids)
    counts = solve_batch(canonical_batch(puzzles, board=NINE)).counts
    assert (counts == 1).all()


def test_forms_come_as_the_puzzle_did():
    puzzle = generate(3).puzzle
    rows = np.array(list(NINE.parse(puzzle)), np.uint8).reshape(9, 9)
    form = canonical(puzzle)
    assert canonical(rows).shape == (9, 9) and NINE.line(canonical(rows).tobytes()) == form
    assert (canonical(rows.T.tolist()) == canonical(rows)).all()
    assert canonical("." * 81) == "." * 81
    with pytest.raises(ValueError, match="too large"):
        canonical("9" + "." * 15)


def test_a_grid_with_many_symmetries():
    grid = np.array([[(3 * (r % 3) + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)], np.uint8).ravel()
    rng = np.random.default_rng(3)
    forms = canonical_batch(np.array([grid, *(turned(grid, NINE, rng) for _ in range(5))]), board=NINE)
    assert (forms == forms[0]).all()


# --- endings


def test_a_limit_of_tries_says_how_near_it_came():
    made = generate(1, clues=(17, 18), tries=200)
    assert not made and made.status is SeriesStatus.TRY_LIMIT and made.tries == 200 and made.solution is None
    assert "none in 200 tries" in str(made) and "those with another number of clues than 17 to 18 had" in made.reason


def test_a_limit_of_time():
    assert generate(1, clues=20, time_limit=0.0).status is SeriesStatus.TIME_LIMIT
    series = generate_batch(None, 1, time_limit=0.05, workers=2)
    assert all(series) and series.status is SeriesStatus.TIME_LIMIT


def test_a_limit_of_time_where_workers_are_busy():
    """The clock of a job starts when the job runs; the clock of the series does not wait for it."""
    over = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(over.wait, 60)
        try:
            series = generate_batch(3, 1, time_limit=0.05, executor=pool)
            assert list(series) == [] and series.status is SeriesStatus.TIME_LIMIT
            assert not over.is_set()
        finally:
            over.set()


def test_a_limit_of_time_is_heard_inside_of_a_candidate(monkeypatch):
    """Rating a 16x16 puzzle takes seconds, and on some boards it takes long to find a full grid."""
    board = Board(4, 4)
    puzzle = generate(1, board=board).puzzle
    with pytest.raises(BlockUnfinished):
        candidates._rating(Requirements.of(board, None, "none", None, "extreme", None, False), puzzle, Deadline(0.05))
    monkeypatch.setattr(candidates, "LEAST_NODES_PER_FILLING", 10**9)
    monkeypatch.setattr(by_rules, "MOST_WORK", 0)
    monkeypatch.setattr(by_rules, "FIRST_WORK", 0)
    monkeypatch.setattr(by_rules, "SYMMETRY_WORK", ())
    with pytest.raises(BlockUnfinished):
        candidates._search_grid(Board(4, 4, variants=["anti-king", "anti-knight"]), 1, Deadline(0.05))


def test_what_time_suffices_for_comes():
    """The first blocks are small if a full grid may take seconds or there is a time limit."""
    assert next(generate_batch(1000, 1, board=Board(variants=["anti-king", "anti-knight"]))._sizes(1)) == (
        0,
        FIRST_SLOW_CANDIDATES,
    )
    assert next(generate_batch(1000, 1)._sizes(1)) == (0, 1000)
    assert next(generate_batch(1000, 1, time_limit=1)._sizes(1)) == (0, FIRST_CANDIDATES)


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"mask": "." * 18 + "?" * 63}, "rows 1 and 2 have no clue: they could change places"),
        ({"mask": "?.......?" * 9}, "columns 2 and 3 have no clue"),
        ({"clues": 16}, "at most 16 clues: no 9x9 puzzle with fewer than 17"),
        ({"mask": "#" * 81, "clues": (20, 30)}, "81 cells must have clues where at most 30 are required"),
        ({"mask": "?.?." * 20 + "?", "clues": 50}, "clues may stand in 41 cells where at least 50"),
        ({"board": FOUR, "clues": 3}, "no 4x4 puzzle with fewer than 4 has exactly one solution"),
        ({"board": Board(2, 3), "clues": 7}, "no 6x6 puzzle with fewer than 8"),
        ({"board": Board(1, 9), "clues": 7}, "two digits could change places"),
        ({"clues": (22, 23), "symmetry": "rotate90"}, "clues together; the nearest numbers of clues are 21 and 24"),
        ({"clues": (41, 50), "minimal": True}, "no minimal 9x9 puzzle with more than 40 clues is known"),
        ({"difficulty": "hard", "board": FOUR}, "the level hard: all known ones of that size"),
        ({"difficulty": "extreme", "clues": (75, 80)}, "or with that many clues, are easy"),
        ({"difficulty": (11, 12)}, "no puzzle is known with a score of 11 to 12: the nearest score is 10"),
        ({"difficulty": (9.2, 9.99)}, "a score of 9.2 to 9.99: the nearest scores are 9.16 and 10"),
        ({"difficulty": (1.3, 1.4)}, "the nearest scores are 1.2 and 1.5"),
        ({"difficulty": (0, 1)}, "a score of 0 to 1: the nearest score is 1.2"),
        ({"difficulty": "easy", "techniques": {"require": ["AIC"]}}, "score of 6.85 or more, beyond the level"),
        ({"difficulty": (2, 5), "techniques": {"require": "guess"}}, "beyond a score of 2 to 5"),
        ({"difficulty": "easy", "techniques": {"forbid": "hidden single"}}, "last cell of a box is a 'hidden single'"),
        ({"board": Board(1, 9), "techniques": {"forbid": "hidden single in a line"}}, "the last cell of a line is"),
        ({"difficulty": "medium", "techniques": {"forbid": "naked single"}}, "the forbidden techniques leave none"),
        ({"difficulty": (10, 10), "techniques": {"forbid": "guess"}}, "the score 10: the nearest score is 9.16"),
        ({"techniques": {"forbid": ["hidden single", "hidden single in a line", "Naked-Single", "guess"]}}, "a rating"),
        ({"techniques": {"require": "contradiction"}}, "needs no 'contradiction'"),
    ],
)
def test_what_is_impossible_is_said(wish, reason):
    made = generate(1, **wish)
    assert made.status is SeriesStatus.IMPOSSIBLE and made.puzzle is None and reason in made.reason


@pytest.mark.parametrize(
    "wish",
    [
        {"difficulty": (1.2, 1.2)},
        {"difficulty": (8.9, 9.5)},
        {"difficulty": (9.5, 10)},
        {"difficulty": (0, 1), "clues": 81},
        {"clues": 81, "techniques": {"forbid": "hidden single"}},
        {"board": Board(1, 9), "techniques": {"forbid": "hidden single"}},
        {"difficulty": (10.2, 10.4), "board": Board(4, 4)},
        {"difficulty": "extreme", "techniques": {"require": ["hidden single", "forcing net"], "forbid": "guess"}},
        {"difficulty": "diabolical", "techniques": {"require": "AIC"}},
    ],
)
def test_what_may_be_possible_is_not_refused(wish):
    made = generate(1, **wish, tries=1, time_limit=0)
    assert made.status is not SeriesStatus.IMPOSSIBLE


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"clues": 17}, "none of 1,000,000 candidates had fewer than 19 clues: ask for 21 clues or more"),
        ({"clues": (17, 18), "difficulty": "easy"}, "fewer than 19 clues"),
        ({"clues": 20, "symmetry": "rotate180"}, "fewer than 21 clues: ask for 22 clues or more"),
        ({"clues": (36, 38), "minimal": True}, "minimal candidates had more than 30 clues: ask for 29 clues or fewer"),
        ({"clues": 60, "difficulty": "extreme"}, "with 34 clues was extreme, and more clues make puzzles easier"),
        ({"clues": (50, 81), "difficulty": (7, 8)}, "with 42 clues was diabolical"),
        ({"techniques": {"require": "Exocet"}}, "needed 'exocet': ask for 'death blossom'"),
        ({"board": SIX, "difficulty": "extreme"}, "of 300,000 candidates of that size were extreme: ask for d"),
    ],
)
def test_wishes_that_no_candidate_of_a_sample_meets_are_refused_at_once(wish, reason):
    made = generate(1, **wish)
    assert made.status is SeriesStatus.NONE_KNOWN and made.tries == 0 and reason in made.reason
    assert made.reason.endswith("or set the number of tries")
    insists = generate(1, **wish, tries=3)
    advice = made.reason.rpartition(": ")[2].removesuffix(", or set the number of tries")
    assert insists.status is SeriesStatus.TRY_LIMIT and insists.reason.endswith(f"; {advice}")


@pytest.mark.parametrize(
    "wish",
    [
        {"clues": (17, 19)},
        {"clues": (30, 40), "minimal": True},
        {"clues": (33, 40), "difficulty": "extreme"},
        {"clues": 60},
        {"clues": 60, "difficulty": "easy"},
        {"clues": 17, "mask": "?" * 81},
        {"clues": 17, "board": Board(variants=["x"])},
        {"board": SIX, "difficulty": "diabolical"},
        {"techniques": {"forbid": "exocet"}},
    ],
)
def test_wishes_that_a_sample_met_or_does_not_know_are_searched_for(wish):
    assert generate(1, **wish, time_limit=0).status is SeriesStatus.TIME_LIMIT


def test_a_rare_wish_that_is_not_met_ends_with_the_nearest():
    made = generate(1, clues=20, tries=50)
    assert made.status is SeriesStatus.TRY_LIMIT and made.reason.endswith("; ask for 21 clues or more")
    assert generate(1, clues=(32, 33), difficulty="extreme", tries=50).reason.endswith("; ask for 31 clues or fewer")
    assert "ask for" not in generate(1, clues=31, difficulty="extreme", tries=50).reason


def test_the_nearest_wishes_can_be_met():
    for name, known in samples.CLUES_BY_SYMMETRY.items():
        wish = Requirements.of(NINE, None, name, None, None, None, False)
        made = [found.clues for found in block(wish, 1, 0, 4096, Deadline()).found]
        assert known.fewest <= min(made) <= known.few + 3 and known.many - 3 <= max(made) <= known.most
    for level, known in samples.CLUES_BY_LEVEL.items():
        assert generate(1, clues=(known.many - 4, known.many), difficulty=level, time_limit=None)
    assert not set(samples.NEVER_NEEDED) & set(samples.NEVER_NEEDED.values())
    assert set(samples.NEVER_NEEDED) | set(samples.NEVER_NEEDED.values()) <= set(BY_NAME)


@pytest.mark.parametrize("level", [name for name, _ in LEVELS])
def test_large_puzzles_of_every_level(level):
    board = Board(3, 4)
    made = generate(2, board=board, difficulty=level, time_limit=None)
    assert made and made.rating.level == level == rate(made.puzzle, board=board).level


def test_what_is_said_to_be_impossible_is_so():
    """On 4x4, for every choice of rows and columns with clues, no grid has a unique puzzle there."""
    full = np.unique(fill(2, 2, keys(2, 0, 10_000)), axis=0)
    for rows, columns in product(range(16), repeat=2):
        cells = [c for c in range(16) if rows >> c // 4 & 1 and columns >> c % 4 & 1]
        masked = np.zeros_like(full)
        masked[:, cells] = full[:, cells]
        if impossible(FOUR, cells, 16):
            assert not unique(FOUR, masked).any()


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"clues": (28, 24)}, "clues are 28 to 24"),
        ({"clues": 82}, "clues are 82 to 82: a 9x9 board can have 0 to 81"),
        ({"symmetry": "rotate45"}, "no symmetry 'rotate45'; choose one of none, rotate180"),
        ({"mask": "?" * 80}, "a mask of 80 cells where a 9x9 board has 81"),
        ({"mask": "?" * 80 + "x"}, "mask: r9c9 is 'x', not #"),
        ({"mask": [[1] * 9] * 8 + [[1] * 8 + [3]]}, "mask: r9c9 is 3"),
        ({"mask": "#" + "?" * 79 + ".", "symmetry": "rotate180"}, "clues in both r1c1 and r9c9, or in neither"),
        ({"seed": -1}, "seed is -1"),
        ({"tries": 0}, "tries"),
        ({"techniques": {"need": []}}, "no other keys than"),
        ({"difficulty": (5, 3)}, "difficulty is 5 to 3"),
    ],
)
def test_bad_wishes_are_refused(wish, error):
    with pytest.raises(ValueError, match=error):
        generate(**wish)


def test_wrong_types_are_refused():
    for wish in ({"clues": "many"}, {"clues": (1.5, 3)}, {"difficulty": 4}):
        with pytest.raises(TypeError):
            generate(**wish)
    with pytest.raises(ValueError, match="n is -1"):
        generate_batch(-1)
    with pytest.raises(ValueError, match="workers or an executor"), ProcessPoolExecutor(1) as pool:
        next(generate_batch(1, workers=2, executor=pool))


def test_a_series_is_given_up():
    series = generate_batch(None, 1, workers=2)
    assert next(series)
    series.close()
    assert next(series, None) is None


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c(workers):
    code = f"""
import sys
from sudoku.making.generator import generate_batch
for made in generate_batch(None, 1, clues=17, tries=None, workers={workers}):
    pass
"""
    code = code.replace("for made", "print('on', flush=True)\nfor made")
    with started(sys.executable, "-c", code) as process:
        process.stdout.readline()
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in process.communicate(timeout=PATIENCE)[1]


# --- patterns


@pytest.mark.parametrize("name", SYMMETRIES)
def test_groups_are_closed_under_their_symmetry(name):
    for board in (NINE, SIX):
        found = groups(board, name)
        assert sorted(cell for group in found for cell in group) == list(range(board.cells))
        assert name == "none" or max(map(len, found)) in (2, 4, 8)


def test_masks_are_read_in_every_form():
    marks = "#?.. ..?# | .... ----+---- ????"
    assert pattern(FOUR, "none", marks) == pattern(FOUR, "none", marks.replace("#", "2").replace("?", "1"))
    rows = np.array([[2, 1, 0, 0], [0, 0, 1, 2], [0, 0, 0, 0], [1, 1, 1, 1]])
    assert pattern(FOUR, "none", rows) == pattern(FOUR, "none", marks) == pattern(FOUR, "none", rows.ravel().tolist())
    assert pattern(FOUR, "none", marks).fixed == (0, 7) and len(pattern(FOUR, "none", marks).free) == 6


@pytest.mark.parametrize("variants", [["anti-knight"], ["x", "anti-knight"], ["windoku", "anti-knight"]])
def test_boards_with_few_full_grids_are_filled_from_any_seed(variants):
    """A bad start hides all grids from plain search: of 100 searches of 8,000 nodes, none finds one on the second."""
    board = Board(variants=variants)
    grids = [candidates._search_grid(board, seed, Deadline()) for seed in range(6)]
    assert len(set(grids)) > 3 and grids[0] == candidates._search_grid(board, 0, Deadline())
    found = [solve("." * 81, board=board, seed=seed) for seed in range(6)]
    assert len(set(found)) > 3 and found[2] == solve("." * 81, board=board, seed=2)
    for grid in (*(board.line(grid) for grid in grids), *found):
        assert "." not in grid and count(grid, board=board) == 1
    assert all(generate(seed, board=board, time_limit=60) for seed in (1, 3))


# --- ratings


def test_puzzles_of_a_difficulty():
    made = generate(1, difficulty="hard", techniques={"require": ["pointing"], "forbid": ["naked_triple"]})
    rating = rate(made.puzzle)
    assert made.rating == rating and rating.level == "hard"
    assert "pointing" in rating.rounds and "naked triple" not in rating.rounds
    assert 4 <= rate(generate(1, difficulty=(4, 5.5)).puzzle).score <= 5.5
    made = generate(1, difficulty=(8.85, 8.9), tries=20)
    assert made.status is SeriesStatus.TRY_LIMIT and "the nearest score to 8.85 to 8.9 was" in made.reason
    for wish in ({"difficulty": "harder"}, {"techniques": {"require": ["luck"]}}):
        with pytest.raises(ValueError, match="choose"):
            generate(**wish)


@pytest.mark.parametrize("symmetry", ["none", "rotate180"])
def test_easy_puzzles_have_many_clues_and_many_digits_to_find(symmetry):
    for made in generate_batch(20, 1, difficulty="easy", symmetry=symmetry):
        rating = rate(made.puzzle)
        assert rating.level == "easy" and rating == made.rating and 30 <= made.clues <= 36
        assert 3 * sum(rating.rounds.values()) <= 81 - made.clues
    for wish in ({"minimal": True}, {"clues": (24, 26)}, {"mask": "?" * 81}):
        assert generate(1, difficulty="easy", **wish).clues < 30


def test_a_rating_is_given_up_at_the_first_round_beyond_the_level():
    seen = []

    def beyond(technique, difficulty):
        seen.append(difficulty)
        return difficulty > 2.3

    puzzle = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
    assert rate_until(puzzle, beyond) is None and seen[-1] > 2.3 >= max(seen[:-1])
    assert rate_until(puzzle, lambda technique, difficulty: False) == rate(puzzle)


@pytest.mark.parametrize("level", [name for name, _ in LEVELS])
def test_candidates_left_out_early_are_not_of_the_level(level, monkeypatch):
    """Rate all candidates in full; the generator must find the same, except extreme ones with few nodes."""
    n = 150 if level == "extreme" else 60
    needs = Requirements.of(NINE, None, "none", None, level, None, True)
    found = {made.puzzle for made in block(needs, 6, 0, n, Deadline()).found}
    monkeypatch.setattr(Requirements, "given_up", lambda *round: False)
    monkeypatch.setattr(candidates, "NODES_BY_SCORE", ())
    everyone = {made.puzzle for made in block(needs, 6, 0, n, Deadline()).found}
    assert found == everyone or (level == "extreme" and found < everyone)
    assert everyone


def test_candidates_are_left_out_alike_in_blocks_of_any_size():
    needs = Requirements.of(NINE, None, "none", None, "diabolical", None, False)
    whole = [found.puzzle for found in block(needs, 3, 0, 60, Deadline()).found]
    cuts = [(0, 1), (1, 7), (8, 22), (30, 30)]
    assert [found.puzzle for first, n in cuts for found in block(needs, 3, first, n, Deadline()).found] == whole


def test_all_small_puzzles_are_easy():
    """Rate all minimal 4x4 puzzles, 36 up to symmetry, so that a wish for harder ones may be refused."""
    masks = (np.arange(1 << 16)[:, None] >> np.arange(16) & 1).astype(np.uint8)
    minimal = set()
    for grid in solutions("1234" + "." * 12):
        digits = np.array([*map(int, grid)], np.uint8)
        unique = solve_batch(masks * digits, board=FOUR).counts == 1
        least = unique.copy()
        for cell in range(16):
            least &= ~(masks[:, cell].astype(bool) & unique[np.arange(1 << 16) & ~(1 << cell)])
        for mask in np.flatnonzero(least):
            minimal.add(canonical(FOUR.line(bytes(masks[mask] * digits))))
    assert len(minimal) == 36 and {rate(puzzle).score for puzzle in minimal} == {1.2}


def test_generated_puzzles_as_json():
    made = generate(1, difficulty="easy")
    about = json.loads(json.dumps(made.as_json()))
    assert (about["puzzle"], about["status"], about["rating"]["level"]) == (made.puzzle, "found", "easy")
    assert generate(1, clues=16).as_json()["puzzle"] is None


# --- the command


def test_the_command_prints_ratings(capsys):
    code, out, _ = run(capsys, "--difficulty", "easy", "-n", "2", "--seed", "1", "-q")
    assert (
        code == 0
        and [re.fullmatch(r"\S{81} 1\.[25] easy", line) is not None for line in out.splitlines()] == [True] * 2
    )
    _, out, _ = run(capsys, "--difficulty", "easy", "--format", "grid", "-q")
    assert out.startswith("# 1.") and rate(out.partition("\n")[2]).level == "easy"


def run(capsys, *words):
    parser = argparse.ArgumentParser()
    command.add(parser)
    code = command.run(parser.parse_args(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_command(capsys):
    code, out, err = run(capsys, "-n", "20", "--seed", "7", "--minimal")
    assert code == 0 and out.split() == [made.puzzle for made in generate_batch(20, 7, minimal=True)]
    assert "20 puzzles, 20 candidates, seed 7" in err
    assert run(capsys, "-n", "20", "--seed", "7", "--minimal", "--workers", "2", "-q") == (0, out, "")


def test_command_forms(capsys, tmp_path):
    puzzle, solution = run(capsys, "--seed", "1", "--box", "2x3", "--solutions")[1].split()
    assert count(puzzle, board=SIX) == 1 and len(solution) == 36
    assert SIX.line(SIX.parse(run(capsys, "--seed", "1", "--box", "2x3", "--format", "grid")[1])) == puzzle
    about = json.loads(run(capsys, "--seed", "1", "--box", "2x3", "--format", "json")[1])
    assert about["puzzle"] == puzzle and about["solution"] == solution and about["rating"] is None
    (tmp_path / "mask").write_text("?????.\n" * 6)
    assert set(run(capsys, "--box", "2x3", "--mask", str(tmp_path / "mask"))[1][5:36:6]) == {"."}


def test_command_ends(capsys, monkeypatch):
    code, out, err = run(capsys, "--clues", "10-16")
    assert code == 1 and out == "" and "impossible: at most 16 clues" in err
    code, out, err = run(capsys, "--difficulty", "11-12")
    assert code == 1 and out == "" and "impossible: no puzzle is known with a score of 11 to 12" in err
    code, out, err = run(capsys, "--clues", "17", "--tries", "50")
    assert code == 3 and out == "" and "try limit: none in 50 tries" in err
    code, out, err = run(capsys, "--clues", "17")
    assert code == 1 and out == "" and "none known: none of 1,000,000 candidates had fewer than 19 clues" in err
    monkeypatch.setattr(generator, "RATED_TRIES", 60)
    monkeypatch.setattr(command, "REPORT_SECONDS", -1)
    code, out, err = run(capsys, "--difficulty", "extreme", "--clues", "40", "--seed", "4", "--tries", "60")
    assert code == 3 and out == "" and err.count("no puzzle so far: none in ") == 1
    assert "try limit: none in 60 tries; 60 had another rating; ask for 31 clues or fewer\n" in err
    code, _, err = run(capsys, "--difficulty", "hard", "--clues", "41", "--seed", "4")
    assert code == 3 and "60 had another rating; the nearest was 1.2 easy; ask for 39 clues or fewer\n" in err
    assert run(capsys, "--difficulty", "hard", "--clues", "41", "--seed", "4")[2].split(",")[:-1] == err.split(",")[:-1]
    assert "so far" not in run(capsys, "-q", "--difficulty", "hard", "--clues", "41")[2]
    assert run(capsys, "-n", "3", "--clues", "20", "--time-limit", "0")[0] == 3
    for words in (["--clues", "x"], ["--box", "8x9"], ["-n", "0"], ["--symmetry", "odd"]):
        with pytest.raises(SystemExit):
            run(capsys, *words)
    with pytest.raises(ValueError, match="clues are 30 to 20"):
        run(capsys, "--clues", "30-20")


class Line:
    """Records what a bar shows; "" when it is hidden."""

    def __init__(self):
        self.shown = []

    def show(self, share, text):
        self.shown.append((share, text))

    def hide(self):
        self.shown.append("")


def test_a_search_on_a_terminal_shows_how_far_it_is(capsys, monkeypatch):
    line = Line()
    monkeypatch.setattr("dlx.engine.bar.meter", lambda: line)
    monkeypatch.setattr("dlx.engine.bar.SECONDS_BEFORE_BAR", 0)
    monkeypatch.setattr(command, "UPDATE_SECONDS", 0.001)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, _, err = run(capsys, "--difficulty", "8.85-8.9", "--tries", "40", "--seed", "1")
    assert code == 3 and "so far" not in err and "none in 40 tries" in err
    share, text = line.shown[-2]
    assert share is None and re.fullmatch(r".* had another rating, the nearest .*, \d+ candidates, \d+ s", text)
    assert line.shown[-1] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, _ = run(capsys, "-n", "3", "--difficulty", "hard", "--seed", "1")
    assert code == 0 and line.shown.count("") >= 5 and len(out.splitlines()) == 3


def test_the_line_is_gone_before_a_word_on_ctrl_c(capsys, monkeypatch):
    line = Line()

    def hide():
        line.shown.append("")
        print("hidden", file=sys.stderr)

    def interrupted(self):
        raise KeyboardInterrupt

    line.hide = hide
    monkeypatch.setattr("dlx.engine.bar.meter", lambda: line)
    monkeypatch.setattr(generator.Series, "__next__", interrupted)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with pytest.raises(KeyboardInterrupt):
        run(capsys, "-n", "2")
    assert capsys.readouterr().err == "hidden\nsudoku: stopped after 0 of 2 puzzles\n"


def test_the_line_of_a_series_has_its_share():
    series = generate_batch(4, 1)
    next(series)
    share, text = command.SeriesLine(series, False).how_far()
    assert share == 0.25 and text == "1 candidates, 1 puzzles, 0 s"


def test_a_rating_hears_of_the_time_limit(monkeypatch):
    asked = []

    def slow(puzzle, given_up, *, board, time_limit):
        asked.append(time_limit)
        return real(puzzle, given_up, board=board, time_limit=0)

    real = rate_until
    monkeypatch.setattr("sudoku.logic.rating.rate_until", slow)
    made = generate(1, board=Board.samurai(), difficulty="easy", time_limit=60)
    assert made.status.value == "time limit"
    assert len(asked) == 1
    assert 0 < asked[0] <= 60


def test_none_are_wanted():
    series = generate_batch(0)
    assert list(series) == []
    assert (series.status.value, series.tries) == ("found", 0)


def test_what_is_of_another_type():
    with pytest.raises(TypeError, match="board is '3x3'"):
        generate(board="3x3")
    with pytest.raises(TypeError, match="technique 5"):
        generate(techniques={"require": [5]})


def test_a_seed_that_is_no_number_is_named():
    for seed in ("a", 1.5):
        with pytest.raises(TypeError, match=r"seed is .*; it must be a whole number"):
            generate(seed)


def test_levels_and_techniques_in_any_case():
    assert generate(1, difficulty="Hard") == generate(1, difficulty="hard")
    wishes = ({"require": name} for name in ("X-Wing", "xwing", "X_WING"))
    assert len({generate(1, techniques=wish).puzzle for wish in wishes}) == 1


# --- the nearest puzzle of a search without success


@pytest.mark.parametrize("how", [{"tries": 4}, {"tries": 20, "clues": (0, 25)}])
def test_a_search_for_a_level_ends_with_the_nearest_puzzle(how, monkeypatch):
    """On a board with anti-knight, minimal puzzles are hardly ever medium: a setter is given what came nearest."""
    monkeypatch.setattr(generator, "NEAREST_SECONDS", 1e9)
    board = Board(variants=["anti-knight"])
    made = generate(3, board=board, difficulty="medium", time_limit=None, **how)
    assert not made and made.status is SeriesStatus.TRY_LIMIT
    nearest = made.nearest
    assert count(nearest.puzzle, board=board) == 1 and nearest.clues == 81 - nearest.puzzle.count(".")
    assert nearest.rating == rate(nearest.puzzle, board=board) and nearest.rating.level != "medium"
    assert f"the nearest was {nearest.rating.score:g} {nearest.rating.level}" in made.reason
    assert json.loads(json.dumps(made.as_json()))["nearest"]["puzzle"] == nearest.puzzle
    assert generate(3, board=board, difficulty="medium", time_limit=None, **how).nearest == nearest


def test_the_nearest_of_two_ratings_is_kept():
    near = candidates.Near(harder=((0.3, "b", "b"),)) + candidates.Near(harder=((0.1, "c", "c"), (0.3, "b", "b")))
    assert near.harder == ((0.1, "c", "c"), (0.3, "b", "b"))
    many = candidates.Near(harder=tuple((k, str(k), "") for k in range(80)))
    more = candidates.Near(harder=tuple((k + 0.5, str(k), "") for k in range(80)))
    assert len((many + more).harder) == candidates.MOST_HARDER and (many + more).harder[1] == (0.5, "0", "")


def test_a_rating_that_is_never_completed_is_a_bound(monkeypatch):
    monkeypatch.setattr(generator, "NEAREST_SECONDS", 0.0)
    made = generate(3, board=Board(variants=["anti-knight"]), difficulty="medium", tries=6, time_limit=None)
    assert re.search(r"; the nearest was at least \d\.\d+ \w+", made.reason)
    assert made.nearest.rating is None and made.nearest.puzzle


def test_the_command_prints_the_nearest_puzzle(capsys, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text('{"variants": ["anti-knight"]}')
    how = ("--rules", str(rules), "--difficulty", "medium", "--clues", "0-25", "--seed", "3", "--tries", "20")
    code, out, err = run(capsys, *how)
    assert code == 3 and out == "" and "; the nearest was 1.5 easy" in err
    puzzle = re.search(r"^sudoku: the nearest, 1.5 easy: ([.1-9]{81})$", err, re.M)[1]
    assert rate(puzzle, board=Board(variants=["anti-knight"])).score == 1.5
    assert "the nearest, " not in run(capsys, "-q", *how)[2]


def test_a_puzzle_that_was_made_has_no_nearest():
    made = generate(1, difficulty="medium")
    assert made.nearest is None and "nearest" not in made.as_json()
    assert generate(clues=80, tries=5).nearest is None
