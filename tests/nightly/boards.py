# SPDX-License-Identifier: MIT
"""Random Sudoku boards with variants: every engine and kernel against plain backtracking on the definitions.

The definitions (tests/definitions.py, rule_definitions.py) do not use the package. Boards are 4x4 with up to three
variants, up to two rules of setters and any clues, 6x6 with variants that fit a random grid, and the 9x9 boards of
tests/variant_puzzles.py with more clues, some of them with a wrong clue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

import numpy as np

import sudoku
from dlx.engine.engine import KERNELS
from sudoku import Board
from sudoku.engine.cover import clues, cover, filled
from tests import definitions as d
from tests.rule_definitions import RULES
from tests.sudoku.board.test_rules import FOUR, GRIDS, PLACES, SIX, SMALL, as_grid
from tests.variant_puzzles import NINE, UNIQUE


@dataclass(frozen=True)
class BoardCase:
    board: Board
    rules: tuple[Callable, ...]  # from tests/definitions.py
    clues: dict[tuple[int, int], int]

    def __str__(self) -> str:
        return f"{self.board!r}, {self.board.line(self.puzzle)!r}"

    @property
    def puzzle(self) -> bytes:
        return bytes(self.clues.get(place, 0) for place in self.board.places)

    def right(self) -> list[bytes]:
        """Return all solutions by plain backtracking, ascending."""
        found = d.solutions(self.board.places, self.board.side, self.rules, self.clues)
        return sorted(bytes(grid[place] for place in self.board.places) for grid in found)


def at_random(seed: str) -> BoardCase:
    chance = Random(seed)
    make = chance.choices([_four, _six, _nine], [6, 3, 1])[0]
    case = make(chance)
    if chance.random() < 0.3:
        wrong = {**case.clues, chance.choice(case.board.places): chance.randint(1, case.board.side)}
        case = replace(case, clues=wrong)
    return case


def _four(chance: Random) -> BoardCase:
    names = chance.sample(sorted(SMALL), chance.choice([0, 1, 2, 3]))
    board = Board(2, 2, variants=[SMALL[name][0] for name in names])
    rules = [*FOUR, *(rule for name in names for rule in SMALL[name][1])]
    for name in chance.sample(sorted(RULES), chance.choice([0, 1, 2])):
        variant, holds = RULES[name](chance, 4)
        with suppress(ValueError):  # no digits fit; tests/sudoku/board/test_blocks.py checks that
            board = board.with_variants(variant)
            rules.append(_of_full_grids(holds))
    grid, kept = chance.choice(GRIDS), chance.choice([0.15, 0.3, 0.5])
    return BoardCase(board, tuple(rules), {place: grid[place] for place in PLACES if chance.random() < kept})


def _of_full_grids(holds: Callable) -> Callable:
    """Return a definition on full 4x4 grids in the form of tests/definitions.py."""

    def fits(grid, row, column, digit):
        full = {**grid, (row, column): digit}
        return len(full) < len(PLACES) or bool(holds([full[place] for place in PLACES]))

    return fits


def _six(chance: Random) -> BoardCase:
    names = chance.sample(sorted(SIX), chance.choice([0, 1, 2, 3]))
    height, width = chance.choice([(2, 3), (2, 3), (2, 3), (3, 2), (1, 6)]) if not names else (2, 3)
    on_any = [name for name in names if name in ("x", "disjoint", "knight")]
    grid = _grid(Board(height, width, variants=[SIX[name][0]({}) for name in on_any]), chance)
    names = names if grid else [name for name in names if name not in on_any]
    grid = grid or _grid(Board(height, width), chance)
    board = Board(height, width, variants=[SIX[name][0](grid) for name in names])
    rules = (d.lines(6), d.boxes(height, width), *(SIX[name][1](grid) for name in names))
    kept = chance.uniform(0.35, 0.5)
    return BoardCase(board, rules, {place: v for place, v in grid.items() if chance.random() < kept})


def _nine(chance: Random) -> BoardCase:
    name = chance.choice(["plain", *(name for name in UNIQUE if name != "samurai")])
    board, rules, puzzle = UNIQUE.get(name, (Board(), NINE, "." * 81))
    grid = as_grid(board, board.parse(sudoku.solve(puzzle, board=board, seed=chance.randrange(10**6))))
    kept = chance.uniform(0.45, 0.7)
    return BoardCase(board, tuple(rules), {place: v for place, v in grid.items() if chance.random() < kept})


def _grid(board: Board, chance: Random) -> dict:
    found = next(cover(board).search(seed=chance.randrange(10**6)), None)
    return {} if found is None else as_grid(board, filled(board, found.options))


# --- properties that must hold


def check(case: BoardCase) -> None:
    board, right = case.board, case.right()
    p, given = cover(board), clues(board, case.puzzle)
    for kernel in KERNELS:
        assert sorted(filled(board, s.options) for s in p.search(given=given, kernel=kernel)) == right, kernel
    for method in ("auto", "memo", "zdd"):
        assert p.count(given=given, method=method) == len(right), method
    assert p.count_many([given] * 3, None, kernel="lanes").tolist() == [len(right)] * 3
    for engine in ("dlx", "bitset") if board.plain else ("dlx",):
        _ask(case, right, engine)


def _ask(case: BoardCase, right: list[bytes], engine: str) -> None:
    """Check users' queries with one engine."""
    board, puzzle = case.board, case.puzzle
    how = {"board": board, "engine": engine}
    both = np.array([list(puzzle), [0, *puzzle[1:]]], np.uint8)  # the second without the first clue
    batch = sudoku.solve_batch(both, None if board.side < 9 else 3, **how)
    assert batch.counts[0] == min(len(right), 3 if board.side == 9 else len(right))
    assert batch.counts[1] >= batch.counts[0]
    assert not right or batch.solutions[0].tobytes() in right
    line = board.line(puzzle)
    assert sorted(map(board.parse, sudoku.solutions(line, **how))) == right
    assert sudoku.count(line, **how) == len(right)
    assert sudoku.count(line, 2, **how) == min(len(right), 2)
    assert sudoku.is_unique(line, **how) == (len(right) == 1)
    first = sudoku.solve(line, **how)
    assert (first is None) == (not right)


def smaller(case: BoardCase) -> Iterator[BoardCase]:
    """Yield the case with one clue less."""
    for place in case.clues:
        yield replace(case, clues={other: v for other, v in case.clues.items() if other != place})
