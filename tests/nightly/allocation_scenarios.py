# SPDX-License-Identifier: MIT
"""Scenarios for running out of memory. Each makes an object and queries it, with answers that can be compared."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np

import sudoku
from dlx import Colored, Problem
from dlx.engine import table
from dlx.engine.drive import DONE, SOLUTION
from dlx.engine.strategies.learning import Learning
from dlx.matrix.assumptions import NONE
from dlx.structure.tight import tightened
from dlx.workers import orbits
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


def lessons(rooms: int) -> Problem:
    """Return four lessons of one class in four hours, two of them by one teacher: all hours of the class are full."""
    options = [[f"lesson{k}", f"class@{h}", f"{'ABCA'[k]}@{h}", f"rooms@{h}"] for k, h in product(range(4), repeat=2)]
    primary = {f"lesson{k}": 1 for k in range(4)} | {f"rooms@{h}": (0, rooms) for h in range(4)}
    return Problem(options, primary, [f"{who}@{h}" for who, h in product(["class", *"ABC"], range(4))])


def decided(p: Problem) -> Any:
    """Decide with all strategies from the first node on."""
    with patch.multiple(table, OPENING_NODES=1, DECISION_WORK=1):
        one, unique = p.solve(), p.is_unique()
    return one is not None and p.verify(one), unique


def learned(p: Problem) -> int:
    machine, found = Learning(p.engine.matrix, NONE), 0
    while (outcome := machine.step(1_000)) != DONE:
        found += outcome == SOLUTION
    return found


def of_large_group(p: Problem) -> Any:
    """Count and list up to symmetry as for groups that are too large to list."""
    with patch.multiple(orbits, FEW_SYMMETRIES=0, MOST_GROUP_ENTRIES=1):
        return p.count(orbits="auto"), len(list(p.solutions(orbits="auto")))


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
    "read a file": (nothing, lambda _: Problem.read(io.StringIO(TEXT)).n_options),
    "pickle": (lambda: Problem(SMALL), lambda p: pickle.loads(pickle.dumps(p)).n_options),
    "search, links": (lambda: queens(5), searched("links")),
    "search, bits": (lambda: queens(5), searched("bits")),
    "search, multi": (bounded, searched("multi")),
    "count, memory": (lambda: pairs(8), lambda p: p.count(method="memo")),
    "count, layers": (lambda: pairs(8), lambda p: p.count(method="frontier")),
    "count, layers, colors": (lambda: queens(4), lambda p: p.count(method="frontier")),
    "count, symmetric": (lambda: pairs(8), lambda p: p.count(method="symmetric")),
    "count, auto": (lambda: pairs(6), lambda p: p.count()),
    "diagram": (lambda: pairs(6), lambda p: p.zdd().count()),
    "sample": (lambda: pairs(6), lambda p: p.zdd().sample(3, seed=1)[0].options),
    "cheapest": (lambda: queens(5), lambda p: p.best(3)[0].cost),
    "reduce": (lambda: queens(4), lambda p: p.reduce().problem.n_options),
    "estimate": (lambda: queens(10), lambda p: p.estimate(samples=40).samples),
    "group": (lambda: queens(4), lambda p: p.group("auto").order),
    "orbits, few symmetries": (lambda: queens(5), lambda p: p.count(orbits="auto")),
    "orbits, large group": (lambda: pairs(6), of_large_group),
    "decide, full hours": (lambda: lessons(1), decided),
    "full hours": (lambda: lessons(1), lambda p: tightened(p.engine.matrix, NONE)[0].primary),  # type: ignore[index]
    "learn": (lambda: pairs(6), learned),
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
