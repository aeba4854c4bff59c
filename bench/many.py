# SPDX-License-Identifier: MIT
"""Many questions of one problem: ``count_many`` against a Python loop over ``count``, away from Sudoku.

For partial Latin squares of order 8, and for pentomino boards with some pieces placed: is there no way, one way, or
more than one way to complete them? Limit 2, one thread.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable
from typing import Any

from dlx import Problem

from .arguments import number
from .instances import INSTANCES
from .measure import Timed, cpu, ratio, save, take_turns
from .peers import problem
from .show import table

QUESTIONS = 5_000
LOOP = 1_000  # questions for the loop
OURS = "count_many"
WAYS = {"lanes": "all in lanes", "bits": "all bit-parallel", "loop": "loop over count"}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--questions", type=number(1), default=QUESTIONS, metavar="N", help=f"default {QUESTIONS:,}")


def run(options: argparse.Namespace) -> None:
    rows = [_measure(name, *make(), options) for name, make in FAMILIES.items()]
    kernels = ("count_many", "lanes", "bits", "loop")
    body = [
        [
            row["family"],
            f"{row['mean count']:.2f}",
            *(f"{row['microseconds'][k]:.1f}" for k in kernels),
            f"{row['loop']:.1f}",
        ]
        for row in rows
    ]
    heads = ["partial solutions", "mean count", *(WAYS.get(k, k) for k in kernels), "loop by count_many"]
    table("Microseconds a question: by default, by each kernel, and in a Python loop over count", heads, body)
    save(options.json, {"question": "many", "rows": rows})


def latin(order: int, filled: int) -> tuple[Problem, list[list[int]]]:
    cells = range(order)
    square = Problem([[("cell", r, c), ("row", r, d), ("column", c, d)] for r in cells for c in cells for d in cells])
    whole = [next(square.search(seed=seed, limit=1)).options for seed in range(200)]
    return square, _parts(whole, filled)


def pentominoes(name: str, placed: int) -> tuple[Problem, list[list[int]]]:
    board = problem(INSTANCES[name])
    return board, _parts([solution.options for solution in board.solutions()], placed)


def _parts(solutions: list[tuple[int, ...]], number: int) -> list[list[int]]:
    rng = random.Random(1)
    return [rng.sample(rng.choice(solutions), number) for _ in range(QUESTIONS)]


FAMILIES: dict[str, Callable[[], tuple[Problem, list[list[int]]]]] = {
    "Latin squares of order 8, 40 cells filled": lambda: latin(8, 40),
    "Latin squares of order 8, 32 cells filled": lambda: latin(8, 32),
    "Latin squares of order 8, 24 cells filled": lambda: latin(8, 24),
    "pentominoes 6x10, 3 pieces placed": lambda: pentominoes("pent6x10", 3),
    "pentominoes 8x8 with a hole, 3 pieces placed": lambda: pentominoes("pent8x8hole", 3),
}


def _measure(name: str, p: Problem, questions: list[list[int]], options: argparse.Namespace) -> dict[str, Any]:
    questions = questions[: options.questions]
    expected = p.count_many(questions, kernel="links")

    def many(kernel: str) -> Timed:
        def answer() -> tuple[bool, float]:
            counts, spent = cpu(lambda: p.count_many(questions, kernel=kernel))
            return bool((counts == expected).all()), spent / len(questions)

        return answer

    def loop() -> tuple[bool, float]:
        counts, spent = cpu(lambda: [p.count(2, given=question) for question in questions[:LOOP]])
        return counts == expected[:LOOP].tolist(), spent / len(counts)

    contenders = {OURS: many("auto"), "lanes": many("lanes"), "bits": many("bits"), "loop": loop}
    seconds = take_turns(contenders, True, options.rounds, OURS)
    return {
        "family": name,
        "mean count": float(expected.mean()),
        "microseconds": {contender: 1e6 * statistics.median(spent) for contender, spent in seconds.items()},
        "loop": ratio(seconds["loop"], seconds[OURS]),
    }
