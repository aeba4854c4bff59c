# SPDX-License-Identifier: MIT
"""Scenarios for running out of memory. Each makes an object and queries it, with answers that can be compared."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

import sudoku
from dlx import Colored, Problem
from dlx.dlxfile import read
from sudoku.engine.bitset import solve_batch

SMALL = [["a", "b"], ["c"], ["a"], ["b", "c"]]
TEXT = "a b c | x\na b x:1\nc x:1\na\nb c x:2\n"
BOARD = sudoku.Board(2, 2)
PUZZLE = "1..............."
HARD = "1.....2....3...."


def queens(n: int) -> Problem:
    options = [[f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c + n}"] for r, c in product(range(n), repeat=2)]
    return Problem(options, secondary=[f"{way}{k}" for way in "ud" for k in range(2 * n + 1)], costs=range(n * n))


def pairs(n: int) -> Problem:
    return Problem([[a, b] for a in range(n) for b in range(a)])


def bounded() -> Problem:
    return Problem([["a", x] for x in "uvwx"], primary={"a": (2, 3), **dict.fromkeys("uvwx", (0, 1))})


def searched(kernel: str) -> Callable[[Problem], Any]:
    return lambda p: sorted(s.options for s in p.search(kernel=kernel))


def asked(kernel: str) -> Callable[[Problem], Any]:
    return lambda p: p.solve_many([[k] for k in range(16)], kernel=kernel).counts.tolist()


def in_parts(p: Problem) -> Any:
    return sum(p.count(given=part.given, banned=part.banned) for part in p.split(4))


def nothing() -> None:
    return None


def grids() -> np.ndarray[Any, Any]:
    return np.frombuffer(HARD.replace(".", "0").encode(), np.uint8).reshape(1, 16) - 48


Scenario = tuple[Callable[[], Any], Callable[[Any], Any]]  # make, query
SCENARIOS: dict[str, Scenario] = {
    "build, names": (lambda: SMALL, lambda options: Problem(options) == Problem(SMALL)),
    "build, colors": (nothing, lambda _: Problem([["a", Colored("x", 1)], ["b", "x"]], secondary=["x"]).n_items),
    "build, matrix": (lambda: np.eye(4, dtype=int), lambda matrix: Problem.from_matrix(matrix).n_options),
    "build, arrays": (nothing, lambda _: Problem.from_csr([0, 2, 3], [0, 1, 2], n_items=3, n_primary=3).n_options),
    "read a file": (nothing, lambda _: read(io.StringIO(TEXT)).n_options),
    "pickle": (lambda: Problem(SMALL), lambda p: pickle.loads(pickle.dumps(p)).n_options),
    "search, links": (lambda: queens(5), searched("links")),
    "search, bits": (lambda: queens(5), searched("bits")),
    "search, multi": (bounded, searched("multi")),
    "count, memory": (lambda: pairs(8), lambda p: p.count(method="memo")),
    "count, auto": (lambda: pairs(6), lambda p: p.count()),
    "diagram": (lambda: pairs(6), lambda p: p.zdd().count()),
    "sample": (lambda: pairs(6), lambda p: p.zdd().sample(3, seed=1)[0].options),
    "cheapest": (lambda: queens(5), lambda p: p.best(3)[0].cost),
    "reduce": (lambda: queens(4), lambda p: p.reduce().problem.n_options),
    "estimate": (lambda: queens(10), lambda p: p.estimate(samples=40).samples),
    "explain": (lambda: Problem([["a", "b"], ["b", "c"], ["a", "c"]]), lambda p: str(p.explain())),
    "parts": (lambda: queens(5), in_parts),
    "batch, one by one": (lambda: pairs(8), asked("bits")),
    "batch, lanes": (lambda: pairs(8), asked("lanes")),
    "sudoku, solve": (nothing, lambda _: sudoku.solve(PUZZLE)),
    "sudoku, batch": (lambda: [HARD] * 3, lambda lines: sudoku.solve_batch(lines).counts.tolist()),
    "sudoku, bitset": (grids, lambda grids: solve_batch(BOARD, grids)[1].tolist()),
    "sudoku, canonical": (nothing, lambda _: sudoku.canonical(HARD)),
    "sudoku, generate": (nothing, lambda _: sudoku.generate(board=BOARD, seed=1).puzzle),
    "sudoku, logic": (nothing, lambda _: sudoku.solve_logically("1234" + "." * 8 + "2143").line),
}
