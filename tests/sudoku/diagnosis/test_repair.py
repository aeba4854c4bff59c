# SPDX-License-Identifier: MIT
"""Repairs on boards with rules, against all grids of 4x4, and in a moment on a board of whispers."""

import random
from itertools import combinations

import pytest

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.diagnosis import repair as module
from tests.rule_definitions import RULES

SMALL = Board(2, 2)


def fewest(solutions: list[str]) -> int:
    """Return the number of clues that leave one of these solutions."""
    for size in range(17):
        for cells in combinations(range(16), size):
            seen = [tuple(solution[cell] for cell in cells) for solution in solutions]
            if any(seen.count(digits) == 1 for digits in seen):
                return size
    raise AssertionError("two solutions are equal")


@pytest.mark.parametrize("most", [1, 1_000_000])
def test_repairs_on_boards_with_rules(most, monkeypatch):
    monkeypatch.setattr(module, "MOST_CLUE_PAIRS", most)
    rng, cases, bounds = random.Random(5), 0, set()
    while cases < 25:
        try:
            board = SMALL.with_variants(*(RULES[rng.choice([*RULES])](rng, 4)[0] for _ in range(rng.randint(1, 3))))
            solutions = [*sudoku.solutions("." * 16, board=board)]
        except ValueError:  # a rule that no board has
            continue
        if not 2 < len(solutions) < 80:
            continue
        cases += 1
        found, least = sudoku.diagnose("." * 16, board, limit=2).repair, fewest(solutions)
        assert sum(all(int(s[cell]) == digit for cell, digit in found.clues) for s in solutions) == 1
        assert found.at_least <= least <= len(found.clues)
        if found.smallest:
            assert len(found.clues) == least
        elif most > 1:
            assert found.at_least == min(least, 3)
        bounds.add(least)
    assert {1, 2, 3} <= bounds


def test_a_board_of_whispers_has_a_repair():
    """Each single clue, and each pair, of an empty board is a question; one search of the cover takes seconds here."""
    lines = ["r1c1 r1c2 r2c2 r3c1", "r4c4 r5c5 r6c5 r6c6", "r9c1 r8c2 r8c3", "r7c7 r8c8 r9c9", "r1c9 r2c8 r3c7 r4c7"]
    board = Board(variants=[v.Whispers(lines, 5)])
    grid = sudoku.solve("." * 81, board=board)
    clues = {cell: int(grid[cell]) for cell in (3, 14, 25, 36, 47, 58, 69)}
    found = sudoku.diagnose([clues.get(cell, 0) for cell in range(81)], board, time_limit=60)
    puzzle = [(clues | dict(found.repair.clues)).get(cell, 0) for cell in range(81)]
    assert sudoku.count(puzzle, 2, board=board) == 1 and found.status is found.status.COMPLETE
