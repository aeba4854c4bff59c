# SPDX-License-Identifier: MIT
"""Sudoku: the exact cover against the bitset backtracker, in both its orders, over a set of puzzles.

Every puzzle is proved unique (counting stops at 2) by every contender, one thread, through ``sudoku.solve_batch``.
Without a FILE the sets are our own: examples/hardest.txt, the well-known hard ones, and puzzles made here from a seed.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sudoku
from sudoku.bitset import solve_batch as bitset_batch
from sudoku.cover import clues, cover

from .measure import Timed, cpu, ratio, save, take_turns
from .show import table

Grids = NDArray[np.uint8]
BOARD = sudoku.Board()
HARDEST = Path(__file__).parent.parent / "examples" / "hardest.txt"
SAMPLE = 50  # puzzles at the most for the order that takes the cells as they come: on hard ones it takes 0.1 s each


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="9x9 puzzles, one a line; default: our own sets")
    parser.add_argument("--most", type=int, default=20_000, metavar="N", help="puzzles of the file; default 20,000")
    parser.add_argument("--no-reading-order", action="store_true", help="leave the slowest contender out")


def run(options: argparse.Namespace) -> None:
    sets = {Path(options.file).name: _read(options.file)[: options.most]} if options.file else _own_sets()
    rows = [row for name, grids in sets.items() for row in _measure(name, grids, options)]
    heads = ["set", "puzzles", "contender", "puzzles/s", "work a puzzle", "time by dlx's"]
    table("Proving uniqueness, one thread, CPU time", heads, [[str(cell) for cell in row.values()] for row in rows])
    calls = _calls(next(iter(sets.values())), options.rounds)
    table(
        "One puzzle from Python (microseconds, mean)",
        ["question", "all included", "in the search", "around it"],
        [[str(cell) for cell in row.values()] for row in calls],
    )
    save(options.json, {"question": "sudoku", "rows": rows, "calls": calls})


def _read(path: str) -> Grids:
    puzzles = [record.puzzle for record in sudoku.read_file(path, BOARD) if record.puzzle is not None]
    return np.frombuffer(b"".join(puzzles), np.uint8).reshape(-1, BOARD.cells)


def _own_sets() -> dict[str, Grids]:
    return {"examples/hardest.txt": _read(str(HARDEST)), "minimal, seed 1": _minimal(200, 1)}


def _minimal(number: int, seed: int) -> Grids:
    """Minimal puzzles: from a random full grid clues are taken out, in random order, while it stays unique."""
    rng = random.Random(seed)
    problem_grids = []
    for k in range(number):
        grid = bytearray(BOARD.parse(sudoku.solve("." * BOARD.cells, seed=seed * 1_000_003 + k) or ""))
        for cell in rng.sample(range(BOARD.cells), BOARD.cells):
            digit, grid[cell] = grid[cell], 0
            if not sudoku.is_unique(list(grid)):
                grid[cell] = digit
        problem_grids.append(bytes(grid))
    return np.frombuffer(b"".join(problem_grids), np.uint8).reshape(-1, BOARD.cells)


def _measure(name: str, grids: Grids, options: argparse.Namespace) -> list[dict[str, Any]]:
    work: dict[str, float] = {}
    sizes = {"dlx": len(grids), "bitset, fewest": len(grids), "bitset, reading": min(len(grids), SAMPLE)}
    batches: dict[str, Callable[[Grids], Any]] = {
        "dlx": lambda part: _parts(sudoku.solve_batch(part)),
        "bitset, fewest": partial(bitset_batch, BOARD, order="fewest"),
        "bitset, reading": partial(bitset_batch, BOARD, order="reading"),
    }
    if options.no_reading_order:
        del batches["bitset, reading"]

    def timed(contender: str) -> Timed:
        def answer() -> tuple[bool, float]:
            part = grids[: sizes[contender]]
            (solutions, counts, steps), spent = cpu(lambda: batches[contender](part))
            work[contender] = float(steps.mean())
            return bool((counts == 1).all()) and _solve(part, solutions), spent / len(part)

        return answer

    seconds = take_turns({contender: timed(contender) for contender in batches}, True, options.rounds, "dlx", 1e-2)
    return [
        {
            "set": name,
            "puzzles": sizes[contender],
            "contender": contender,
            "puzzles/s": f"{1 / statistics.median(spent):,.0f}",
            "work": f"{work[contender]:,.0f} {'nodes' if contender.startswith('dlx') else 'steps'}",
            "time": f"{ratio(spent, seconds['dlx']):.2f}",
        }
        for contender, spent in seconds.items()
    ]


def _parts(result: sudoku.BatchResult) -> tuple[Grids, NDArray[np.int64], NDArray[np.int64]]:
    return result.solutions, result.counts, result.nodes


def _solve(puzzles: Grids, solutions: Grids) -> bool:
    """Are these solutions of those puzzles? By the rules, with sorting."""
    kept = ((puzzles == 0) | (puzzles == solutions)).all()
    digits = np.arange(1, BOARD.side + 1)
    return bool(kept) and all((np.sort(solutions[:, list(house)]) == digits).all() for house in BOARD.houses)


def _calls(grids: Grids, rounds: int) -> list[dict[str, str]]:
    """What a single call costs from Python, after the first, and what of that is the search."""
    grids = np.resize(grids, (1_000, BOARD.cells))  # a small set over and over
    lines = [BOARD.line(grid.tobytes()) for grid in grids]
    batch = statistics.median(cpu(lambda: sudoku.solve_batch(grids, 1))[1] for _ in range(rounds))
    proof = statistics.median(cpu(lambda: sudoku.solve_batch(grids, 2))[1] for _ in range(rounds))
    problem = cover(BOARD)
    givens = [clues(BOARD, grid.tobytes()) for grid in grids]
    questions: list[tuple[str, Callable[[Any], Any], Sequence[Any], float]] = [
        ("sudoku.solve(text)", sudoku.solve, lines, batch),
        ("sudoku.is_unique(text)", sudoku.is_unique, lines, proof),
        ("Problem.count(2, given=clues)", lambda given: problem.count(2, given=given), givens, proof),
    ]
    rows = []
    for name, question, asked, search in questions:
        spent = statistics.median(cpu(partial(list, map(question, asked)))[1] for _ in range(rounds))
        each, inside = 1e6 * spent / len(lines), 1e6 * search / len(lines)
        rows.append(
            {
                "question": name,
                "all": f"{each:.1f}",
                "search": f"{inside:.1f}",
                "around": f"{each - inside:.1f}",
            }
        )
    return rows
