# SPDX-License-Identifier: MIT
"""The peers: calls that make each of them visit every solution of an exact-cover problem.

Each function takes an Instance and returns a function that prepares the peer to count its solutions one by one, or None
if the package does not support the problem's features. We do not time the preparation, and we warm up each package on a
small problem first, which compiles packages that use numba.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from dlx import Colored, Problem
from dlx.kernels import reference as _reference

from .instances import Instance
from .measure import Timed, cpu

Counter = Callable[[], int]
Prepare = Callable[[], Counter]  # builds the peer's problem and returns a function that counts the solutions, once


def problem(instance: Instance) -> Problem:
    """Return the instance as one of our Problems."""
    return Problem(*arguments(instance))


def arguments(instance: Instance) -> tuple[list[list[Any]], Sequence[str], Sequence[str]]:
    """Return the options, primary and secondary items of a Problem."""

    def use(word: str) -> Any:
        item, colon, color = word.partition(":")
        return Colored(item, color) if colon else item

    return [[use(w) for w in option] for option in instance.options], instance.primary, instance.secondary


def xcover(instance: Instance) -> Prepare:
    from xcover import covers

    options = [list(option) for option in instance.options]
    primary, secondary = list(instance.primary), list(instance.secondary)
    return lambda: lambda: sum(1 for _ in covers(options, primary=primary, secondary=secondary, colored=True))


def miniexact(instance: Instance) -> Prepare:
    from miniexact import miniexacts_c

    def prepare() -> Counter:
        solver, colors = miniexacts_c(), dict[str, int]()
        items = {item: solver.primary(item) for item in instance.primary}
        items |= {item: solver.secondary(item) for item in instance.secondary}
        for option in instance.options:
            for word in option:
                item, colon, color = word.partition(":")
                if colon and color not in colors:
                    colors[color] = solver.color(color)
                solver.add(items[item], *([colors[color]] if colon else []))
            solver.add(0)
        return lambda: sum(1 for _ in iter(solver.solve, 20))  # 10: a solution, 20: no more

    return prepare


def exact_cover(instance: Instance) -> Prepare | None:
    from exact_cover import get_solution_count

    if instance.secondary:
        return None
    matrix = _matrix(instance)
    return lambda: lambda: int(get_solution_count(matrix))


def exact_cover_py(instance: Instance) -> Prepare | None:
    from exact_cover_py import exact_covers

    nodes = len(instance.primary) + sum(map(len, instance.options)) + len(instance.options)
    if instance.secondary or nodes > 2**15 - 10:  # its links are 16-bit
        return None
    matrix = _matrix(instance)
    return lambda: lambda: sum(1 for _ in exact_covers(matrix))


def _matrix(instance: Instance) -> Any:
    """Return the dense 0/1 matrix of an instance with primary items only."""
    import numpy as np

    column = {item: k for k, item in enumerate(instance.primary)}
    matrix = np.zeros((len(instance.options), len(column)), dtype=bool)
    for row, option in enumerate(instance.options):
        matrix[row, [column[item] for item in option]] = True
    return matrix


def reference(instance: Instance) -> Timed:
    """Return our own Algorithm X in plain Python."""
    ours = problem(instance)
    return lambda: cpu(lambda: sum(1 for _ in _reference.solutions(ours)))


PACKAGES = {"xcover": xcover, "exact-cover": exact_cover, "exact-cover-py": exact_cover_py, "miniexact": miniexact}


def installed(instance: Instance) -> dict[str, Timed]:
    """Return the installed Python packages that support the instance."""
    timed: dict[str, Timed] = {}
    for name, make in PACKAGES.items():
        if find_spec(name.replace("-", "_")) is not None:
            prepare = make(instance)
            if prepare is not None:
                timed[name] = partial(_timed, prepare)
    return timed


def _timed(prepare: Prepare) -> tuple[int, float]:
    return cpu(prepare())


KNUTH = ("dlx1", "dlx2", "ssxcc")  # dancing links without and with colors, dancing cells


def knuth(folder: Path, instance: Instance, file: Path) -> dict[str, Timed]:
    """Return Knuth's programs, compiled in `folder`, that support the instance, timed without starting and reading.

    We subtract the time of the same command stopped after one memory access.
    """
    colored = any(":" in word for option in instance.options for word in option)
    programs = {name: shutil.which(name, path=str(folder)) for name in KNUTH}
    found = {name: program for name, program in programs.items() if program}
    if not found:
        raise FileNotFoundError(f"{folder}: none of {', '.join(KNUTH)} there")
    return {name: partial(_run, program, file) for name, program in found.items() if name != "dlx1" or not colored}


def _run(program: str, file: Path) -> tuple[int, float]:
    def run(*arguments: str) -> tuple[int, float]:
        def work() -> str:
            with file.open() as stream:
                done = subprocess.run([program, *arguments], stdin=stream, capture_output=True, text=True, check=False)
            return done.stderr

        told, spent = cpu(work)
        words = told.replace(",", " ").split()
        found = [int(a) for a, word in pairwise(words) if a.isdigit() and word.startswith("solution")]
        return (found or [0])[-1], spent

    _, start = run("v1", "T1")
    answer, spent = run("v1")
    return answer, max(spent - start, 1e-6)


def dlx6(folder: Path, instance: Instance, file: Path) -> Timed:
    """Return Knuth's DLX6, timed without starting and reading; its answer only has to be right modulo 2^64."""
    program = shutil.which("dlx6", path=str(folder))
    if program is None:
        raise FileNotFoundError(f"{folder}: no dlx6 there")

    def timed() -> tuple[int, float]:
        answer, spent = _run(program, file)
        return (instance.count if answer == instance.count % 2**64 else answer), spent

    return timed
