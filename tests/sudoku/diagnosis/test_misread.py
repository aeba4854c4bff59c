# SPDX-License-Identifier: MIT
"""Offers for a misread digit: all changes of one clue, against brute force, the true one among the first three."""

import random

import numpy as np
import pytest

import sudoku
from sudoku import Board
from sudoku.board.clashes import clash
from sudoku.diagnosis.conflict import conflict_of
from sudoku.diagnosis.misread import ALIKE, MOST_OFFERS, misread
from sudoku.engine.queries import ClueQueries
from sudoku.variants import Killer

TEXT = "53..7....6..185....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def misread_puzzles(number: int, seed: int) -> list[tuple[bytes, int, int]]:
    """Return puzzles without a solution, each with the cell of its misread digit and the true digit."""
    rng, board, puzzles = random.Random(seed), Board(), []
    for line in (made.puzzle for made in sudoku.generate_batch(number, seed, minimal=True)):
        values, grid = bytearray(board.parse(line)), board.parse(sudoku.solve(line))
        for cell in rng.sample([cell for cell in range(81) if not values[cell]], rng.randint(0, 10)):
            values[cell] = grid[cell]
        pairs = [tuple(map(int, pair)) for pair in (*ALIKE, *(pair[::-1] for pair in ALIKE))]
        changes = [(cell, new) for cell in range(81) for old, new in pairs if values[cell] == old]
        cell, digit = rng.choice(changes)
        true, values[cell] = values[cell], digit
        if clash(board, bytes(values)) or not sudoku.count(list(values), 2):
            puzzles.append((bytes(values), cell, true))
    return puzzles


def changes_that_leave_one(puzzle: bytes) -> set[tuple[int, int]]:
    changes = [(cell, digit) for cell in range(81) if puzzle[cell] for digit in range(1, 10) if digit != puzzle[cell]]
    grids = np.tile(np.frombuffer(puzzle, np.uint8), (len(changes), 1))
    grids[range(len(changes)), [cell for cell, _ in changes]] = [digit for _, digit in changes]
    counts = sudoku.solve_batch(grids, limit=2).counts
    return {change for change, count in zip(changes, counts, strict=True) if count == 1}


def test_offers_by_brute_force():
    puzzles = misread_puzzles(80, 1)
    assert len(puzzles) > 50
    hits = 0
    for puzzle, cell, true in puzzles:
        offers, right = sudoku.diagnose(list(puzzle)).misread, changes_that_leave_one(puzzle)
        assert len(offers) == min(len(right), MOST_OFFERS) and set(offers) <= right
        hits += (cell, true) in offers
    assert hits >= 0.95 * len(puzzles)


def test_words_and_data():
    found = sudoku.diagnose(TEXT)
    assert str(found).splitlines()[-1] == "one digit changed leaves one solution: r2c5=9"
    assert found.as_json()["misread"] == [{"cell": "r2c5", "digit": "9"}]


def test_several_offers_are_alternatives():
    words = str(sudoku.diagnose("3....4..413...24"))
    assert words.splitlines()[-1] == "one digit changed leaves one solution: r3c2=2 or r4c3=1"


@pytest.mark.parametrize("puzzle", ["12.. 3... ..4. ...1", "12.. 3... ..4. ...."])
def test_a_puzzle_with_a_solution_has_no_offers(puzzle):
    found = sudoku.diagnose(puzzle)
    assert found.misread is None and "changed" not in str(found)


def test_a_board_with_rules():
    board = Board(2, 2, variants=["anti-knight"])
    grid = board.parse(sudoku.solve("." * 16, board=board))
    values = bytearray(grid)
    values[5] = grid[4]
    assert (5, grid[5]) in sudoku.diagnose(list(values), board=board).misread


def test_an_unknown_offer_is_said(monkeypatch):
    monkeypatch.setattr("sudoku.diagnosis.misread.misread", lambda *_: None)
    found = sudoku.diagnose(TEXT)
    assert str(found).splitlines()[-1] == "time ran out before it was known whether one digit was misread"
    assert found.status is found.status.TIME_LIMIT


def test_a_conflict_leaves_time_for_offers(monkeypatch):
    limits = []

    def timed(board, puzzle, time_limit):
        limits.append(time_limit)
        return conflict_of(board, puzzle, time_limit)

    monkeypatch.setattr("sudoku.diagnosis.conflict.conflict_of", timed)
    sudoku.diagnose(TEXT, time_limit=60)
    sudoku.diagnose("." * 81, Board(variants=[Killer([(3, "r1c1 r1c2"), (3, "r2c1 r2c2")])]), time_limit=60)
    assert limits[0] <= 30 < limits[1] <= 60


def test_no_time():
    board = Board()
    assert misread(ClueQueries(board, 0), board.parse(TEXT), [13]) is None
