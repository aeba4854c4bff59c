# SPDX-License-Identifier: MIT
"""Generator: puzzles a second on one core, how many clues they have, and canonical forms a second.

The times include everything from the seed to a line of text for puzzle and solution: full grids, digging, the proof
that the solution is unique, and the check that no puzzle is equivalent to another under relabeling and symmetry. CPU
time, one worker.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from functools import partial
from typing import Any

import numpy as np

from sudoku import Board
from sudoku.making.canon import canonical_batch
from sudoku.making.fill import fill, keys
from sudoku.making.generator import generate, generate_batch

from .arguments import number
from .measure import cpu, save
from .show import table

WISHES: dict[str, tuple[float, dict[str, Any]]] = {  # share of the requested puzzles, arguments
    "9x9, minimal": (1, {}),
    "9x9, 24 to 28 clues": (1, {"clues": (24, 28)}),
    "9x9, half turn": (1, {"symmetry": "rotate180"}),
    "9x9, half turn, 24 to 28 clues": (0.5, {"symmetry": "rotate180", "clues": (24, 28)}),
    "9x9, minimal with 22 clues": (0.05, {"minimal": True, "clues": 22}),
    "6x6, minimal": (0.1, {"board": Board(2, 3)}),
    "12x12, minimal": (0.005, {"board": Board(3, 4)}),
    "16x16": (0.0005, {"board": Board(4, 4)}),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--puzzles", type=number(1), default=20_000, metavar="N", help="default 20,000")


def run(options: argparse.Namespace) -> None:
    rows = [_measure(name, options) for name in WISHES]
    body = [[row["wish"], f"{row['puzzles']:,}", f"{row['puzzles/s']:,.0f}", f"{row['clues']:.2f}"] for row in rows]
    table("Puzzles made a second, one core, CPU time", ["puzzles made", "how many", "a second", "mean clues"], body)
    spread = rows[0]["spread"]
    shares = [[str(clues), f"{number:,}"] for clues, number in spread.items()]
    table(f"Clues of {rows[0]['puzzles']:,} minimal puzzles", ["clues", "puzzles"], shares)
    forms = _forms(options)
    table("Microseconds of a call, mean", ["call", "microseconds"], [[name, f"{t:,.1f}"] for name, t in forms.items()])
    save(options.json, {"question": "generate", "rows": rows, "microseconds": forms})


def _measure(name: str, options: argparse.Namespace) -> dict[str, Any]:
    share, wish = WISHES[name]
    n = max(int(share * options.puzzles), 2)
    spent, clues = [], Counter[int]()
    for turn in range(options.rounds):
        made, seconds = cpu(partial(_made, n, turn, wish))
        spent.append(seconds)
        clues.update(made)
    total = sum(clues.values())
    return {
        "wish": name,
        "puzzles": total,
        "puzzles/s": n / statistics.median(spent),
        "clues": sum(number * times for number, times in clues.items()) / total,
        "spread": dict(sorted(clues.items())),
    }


def _made(n: int, seed: int, wish: dict[str, Any]) -> list[int]:
    return [made.clues or 0 for made in generate_batch(n, seed, **wish)]


def _forms(options: argparse.Namespace) -> dict[str, float]:
    board = Board()
    lines = [made.puzzle or "" for made in generate_batch(min(options.puzzles, 5_000), 1)]
    puzzles = np.frombuffer(b"".join(map(board.parse, lines)), np.uint8).reshape(-1, board.cells)
    full = fill(3, 3, keys(1, 0, 1_000))
    calls = {
        "canonical form of a minimal puzzle, in a batch": (len(puzzles), lambda: canonical_batch(puzzles, board)),
        "canonical form of a full grid, in a batch": (len(full), lambda: canonical_batch(full, board)),
        "generate(seed)": (200, lambda: [generate(seed) for seed in range(200)]),
    }
    rounds = range(options.rounds)
    return {name: 1e6 * statistics.median(cpu(call)[1] for _ in rounds) / n for name, (n, call) in calls.items()}
