# SPDX-License-Identifier: MIT
"""Reasoning like a person: is every step true, how far do the techniques go, and does the score rank as others do?

Each puzzle is solved step by step, and each step is compared with the solution that the engine finds by search: no step
may remove one of its digits or place another. For the sets in --data (one puzzle per line), and for puzzles made here
from random grids on several boards, we report:

    without a guess    share of puzzles that the techniques solve
    ms                 CPU time per puzzle, including its rating
    hardest            number of puzzles by hardest technique

For `rated.csv` (puzzle, clues, rating of Sudoku Explainer) we report the rank correlation (Spearman) of our score with
that rating, in two random halves. We fitted nothing to it, so both halves are held out. The share of puzzles
that have the same rating there and on the scale "se" is next to it.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import sudoku
from sudoku import Board
from sudoku.logic import TECHNIQUES, LogicStatus, rate, solve_logically

from .arguments import number, refuse
from .labels import set_label
from .measure import save
from .show import table

RATED = "rated.csv"  # puzzles, their numbers of clues and their ratings by Sudoku Explainer
SETS = ("clue17.txt", "top1465.txt", "hardest.txt", RATED)
MADE = (Board(3, 3), Board(2, 3), Board(2, 2), Board(2, 4), Board(1, 7))


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with clue17.txt, rated.csv, ...")
    parser.add_argument(
        "--sample", type=number(0), default=500, metavar="N", help="puzzles of each set; default 500, 0: all"
    )
    parser.add_argument(
        "--made", type=number(0), default=500, metavar="N", help="puzzles made here of each board; default 500"
    )
    parser.add_argument("--sets", nargs="*", default=SETS, help=f"files of DIR; default: {' '.join(SETS)}")
    parser.add_argument("--seed", type=int, default=1, help="of the samples and of the puzzles made here")


def run(options: argparse.Namespace) -> None:
    if not (options.data or options.made):
        refuse("nothing to do; pass --data DIR, or --made with a number above 0")
    for name in options.sets if options.data else ():
        _check(options.data / name)
    rows, ranks = [], None
    for name, board, puzzles in _sets(options):
        audit = Audit(board)
        for puzzle in puzzles:
            audit.add(puzzle)
        rows.append({"set": name, **audit.facts()})
        print(f"{name}: {audit.puzzles:,} puzzles, {audit.steps:,} steps, {audit.wrong} wrong", flush=True)
    if options.data and RATED in options.sets:
        ranks = _ranks(options)
    heads = ["set", "puzzles", "steps", "wrong", "without a guess", "ms", "longest ms"]
    table(
        "Reasoning like a person",
        heads,
        [[set_label(row["set"]), *(str(row[head]) for head in heads[1:])] for row in rows],
    )
    for row in rows:
        print(f"{set_label(row['set'])}: " + ", ".join(f"{name} {count:,}" for name, count in row["hardest"].items()))
    if ranks:
        first, second = ranks["halves"]
        print(f"rank correlation with Sudoku Explainer: {first:.4f} and {second:.4f} in two halves,", end=" ")
        print(f"{ranks['all']:.4f} over {ranks['puzzles']:,}; equal on its own scale: {ranks['equal']:.2%}")
    save(options.json, {"question": "logic", "sets": rows, "ranks": ranks})


def _check(file: Path) -> None:
    """Refuse a file without a 9x9 puzzle, or one whose puzzles lack a rating."""
    try:
        if not _puzzles(file):
            refuse(f"{file} has no line with a 9x9 puzzle")
        if file.name == RATED:
            for number_of_row, row in enumerate(_rated(file), 2):
                if len(row) != 3 or not row[2].replace(".", "", 1).isdecimal():
                    refuse(f"{file}: row {number_of_row} does not have a puzzle, clues and a rating")
    except (OSError, ValueError) as problem:
        refuse(str(problem) if isinstance(problem, OSError) else f"{file}: {problem}")


def _puzzles(file: Path) -> list[str]:
    """Return the puzzles of a file, one a line, with other columns after a comma."""
    return re.findall(r"^([0-9.]{81})(?:,.*|\s*)$", file.read_text(), re.MULTILINE)


def _rated(file: Path) -> list[list[str]]:
    """Return the rows of a table of puzzles, numbers of clues and ratings, without its head."""
    with file.open() as stream:
        return list(csv.reader(stream))[1:]


def _sets(options: argparse.Namespace) -> Iterator[tuple[str, Board, list[str]]]:
    rng = random.Random(options.seed)
    for name in options.sets if options.data else ():
        yield name, Board(), _sample(_puzzles(options.data / name), options, rng)
    for board in MADE if options.made else ():
        made = [_made(board, rng) for _ in range(options.made)]
        yield f"made, {board.box_height}x{board.box_width}", board, made


def _sample(puzzles: list[Any], options: argparse.Namespace, rng: random.Random) -> list[Any]:
    return rng.sample(puzzles, min(options.sample or len(puzzles), len(puzzles)))


def _made(board: Board, rng: random.Random) -> str:
    """Make a minimal puzzle: remove clues from a random grid in random order as long as it stays unique."""
    grid = list(sudoku.solve("." * board.cells, board=board, seed=rng.randrange(2**31)) or "")
    for cell in rng.sample(range(board.cells), board.cells):
        digit, grid[cell] = grid[cell], "."
        if not sudoku.is_unique("".join(grid), board=board):
            grid[cell] = digit
    return "".join(grid)


class Audit:
    """The puzzles of a set, solved and compared."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.puzzles = self.steps = self.wrong = self.guessed = 0
        self.seconds = self.longest = 0.0
        self.hardest: Counter[str] = Counter()

    def add(self, puzzle: str) -> None:
        started = process_time()
        result = solve_logically(puzzle, board=self.board)
        seconds = process_time() - started
        solution = sudoku.solve(puzzle, board=self.board) or ""
        truth = sum(1 << c * self.board.side + d - 1 for c, d in enumerate(self.board.parse(solution)))
        self.puzzles += 1
        self.steps += len(result.steps)
        self.wrong += sum(bool(step.removed & truth or step.placed & ~truth) for step in result.steps)
        self.wrong += result.status is not LogicStatus.SOLVED or result.line != solution
        self.guessed += result.guesses > 0
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        self.hardest[result.hardest or "none"] += 1

    def facts(self) -> dict[str, Any]:
        order = [technique.name for technique in TECHNIQUES] + ["guess", "none"]
        return {
            "puzzles": self.puzzles,
            "steps": self.steps,
            "wrong": self.wrong,
            "without a guess": f"{100 * (1 - self.guessed / max(self.puzzles, 1)):.2f} %",
            "ms": f"{1000 * self.seconds / max(self.puzzles, 1):.1f}",
            "longest ms": f"{1000 * self.longest:.0f}",
            "hardest": {name: self.hardest[name] for name in order if self.hardest[name]},
        }


def _ranks(options: argparse.Namespace) -> dict[str, Any]:
    """Return the rank correlation of our score with the rating in the file, to which we fitted nothing."""
    rows = _sample(_rated(options.data / RATED), options, random.Random(options.seed))
    pairs = np.array([(rate(puzzle).score, float(rating)) for puzzle, _, rating in rows])
    half = len(pairs) // 2
    return {
        "puzzles": len(pairs),
        "halves": [spearman(pairs[:half]), spearman(pairs[half:])],
        "all": spearman(pairs),
        "equal": sum(rate(puzzle, scale="se").score == float(rating) for puzzle, _, rating in rows) / len(rows),
    }


def spearman(pairs: np.ndarray) -> float:
    """Return the correlation of the ranks; equal values share their mean rank.

    >>> round(spearman(np.array([(1, 10), (2, 30), (2, 20), (3, 40)])), 4)
    0.9487
    """
    ranks = [_mean_ranks(column) for column in pairs.T]
    return float(np.corrcoef(ranks)[0, 1])


def _mean_ranks(values: np.ndarray) -> np.ndarray:
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[where]
