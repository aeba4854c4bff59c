# SPDX-License-Identifier: MIT
"""Other programs at our doors: their examples, their test suites and their files, from copies that you fetched.

    python -m tests.nightly.doors sage FILE           the doctests of Sage's dancing_links.pyx, through dlx.compat.sage
    python -m tests.nightly.doors exact_cover FOLDER  the tests of a copy of exact_cover, through dlx.compat.exact_cover
    python -m tests.nightly.doors xcover FOLDER       the tests of a copy of xcover, through dlx.compat.xcover
    python -m tests.nightly.doors readme FILE         the Python examples of miniexact's README, through dlx.compat
    python -m tests.nightly.doors miniexact PROGRAM   3,000 random files: its number of solutions, and ours

Prints what the tests print, and a line of JSON with the numbers; exits with 1 if anything fails. A door takes the place
of the compiled or accelerated part of the package, and nothing of the package is kept here.
"""

from __future__ import annotations

import argparse
import doctest
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from dlx import Colored, Problem
from dlx.compat import exact_cover as exact_cover_door
from dlx.compat import miniexact as miniexact_door
from dlx.compat import sage as sage_door
from dlx.compat import xcover as xcover_door
from tests.dlx.formats.forms import in_dimacs, in_miniexact, random_problem

Numbers = dict[str, int | list[str]]

FILES = 3000
MOST_SECONDS = 30  # of miniexact with one file
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS  # as in Sage
FOREIGN = re.compile(  # examples that print Sage's own types (a class, a SAT solver, a MIP), or read its old pickles
    r"type\(x\)|cryptominisat|to_milp|p\.show|^[px] +# needs sage\.numerical|make_dlxwrapper|__str__"
)


def put(name: str, **values: object) -> ModuleType:
    """Put a module of this name, with these values, where imports find it."""
    module = ModuleType(name)
    module.__path__ = []  # a package, for the names below it
    vars(module).update(values)
    sys.modules[name] = module
    return module


# --- Sage


def sage(path: str) -> Numbers:
    """Run the doctests of a copy of dancing_links.pyx."""
    for name in ("sage", "sage.combinat", "sage.combinat.matrices"):
        put(name)
    put("sage.combinat.matrices.dancing_links", dlx_solver=sage_door.dlx_solver)
    left_out: list[str] = []
    text = Path(path).read_text(encoding="utf-8")
    failed = tried = 0
    for number, docstring in enumerate(re.findall(r'r?"""(.*?)"""', text, re.DOTALL)):
        examples = [e for e in doctest.DocTestParser().get_examples(as_python(docstring)) if applies(e, left_out)]
        names = {"Subsets": subsets, "dumps": pickle.dumps, "loads": pickle.loads}
        test = doctest.DocTest(examples, names, f"docstring {number}", path, 0, docstring)
        result = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
        failed, tried = failed + result.failed, tried + result.attempted
    return {"tried": tried, "failed": failed, "left_out": left_out}


def as_python(docstring: str) -> str:
    """Return a docstring of Sage with Python's prompts."""
    return re.sub(r"^(\s*)\.\.\.\.:", r"\1...", docstring.replace("sage:", ">>>"), flags=re.MULTILINE)


def applies(example: doctest.Example, left_out: list[str]) -> bool:
    """Return whether an example asks for nothing of Sage's own; note it if it does."""
    if FOREIGN.search(example.source):
        left_out.append(example.source.partition("#")[0].strip())
        return False
    return True


def subsets(items: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield the subsets in the order of Sage's, by size."""
    items = list(items)
    return (chosen for size in range(len(items) + 1) for chosen in combinations(items, size))


# --- packages of Python


def exact_cover(folder: str) -> Numbers:
    """Run the tests of a copy of exact_cover."""
    put("exact_cover_impl", **dict.fromkeys(("get_exact_cover", "get_solution_count", "get_all_solutions")))
    sys.path.insert(0, str(Path(folder).resolve()))
    import_module("exact_cover.error").NoSolution = exact_cover_door.NoSolution
    for name in ("exact_cover", "exact_cover.helpers", "exact_cover.wrapper"):
        replace(import_module(name), exact_cover_door)
    return tests(folder, "tests")


def xcover(folder: str) -> Numbers:
    """Run the tests of a copy of xcover."""
    put("xcover.dancing_cells", algorithm_c=None)
    put("xcover.dancing_cells_zdd", algorithm_z=None)
    sys.path.insert(0, str(Path(folder, "src").resolve()))
    for name in ("xcover", "xcover.solvers"):
        replace(import_module(name), xcover_door)
    return tests(folder, "src/test")


def replace(module: ModuleType, door: ModuleType) -> None:
    """Replace the names of a module that its door has."""
    names = vars(door).keys() & vars(module).keys()
    vars(module).update({name: vars(door)[name] for name in names if not name.startswith("_")})


class Tally:
    """A plugin of pytest that counts what passes."""

    def __init__(self) -> None:
        self.numbers: Numbers = {"passed": 0, "failed": 0, "skipped": 0, "not_passed": []}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test when it has run, or when it was skipped or failed before."""
        if report.when == "call" or report.outcome != "passed":
            self.numbers[report.outcome] += 1  # type: ignore[operator]
            if report.outcome != "passed":
                self.numbers["not_passed"].append(report.nodeid)  # type: ignore[union-attr]


def tests(folder: str, below: str) -> Numbers:
    """Run pytest in a folder."""
    tally = Tally()
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]  # theirs may have the name of ours
    os.chdir(folder)
    sys.path.insert(0, "")
    arguments = ["-q", "-c", os.devnull, "--rootdir", ".", "-p", "no:cacheprovider", "-p", "no:xdist", below]
    status = pytest.main(arguments, plugins=[tally])
    if status > pytest.ExitCode.TESTS_FAILED:
        tally.numbers["failed"] += 1  # type: ignore[operator]
    return tally.numbers


# --- miniexact


def readme(path: str) -> Numbers:
    """Run the Python examples of a copy of miniexact's README, which are programs with assertions."""
    put("miniexact", **vars(miniexact_door))
    programs = re.findall(r"``` ?python\n(.*?)```", Path(path).read_text(encoding="utf-8"), re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for program in programs:
            exec(program.replace("s.print_solution()", "s.selected_options()"), {})
        os.chdir("/")
    return {"programs": len(programs), "failed": int(not programs)}


def miniexact(program: str) -> Numbers:
    """Count the solutions of random files with miniexact and with our readers."""
    random, differ = Random(7), []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "file")
        for number in range(FILES):
            problem = ascending(random_problem(random))
            multiple = problem.bounds is not None
            file.write_text(in_miniexact(problem, random) if multiple or random.random() < 0.5 else in_dimacs(problem))
            command = [program, "-e", "-m" if multiple else "-c", str(file)]
            told = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
            theirs = re.search(r"Found ([0-9]+) solutions", told.stdout)
            empty = multiple and not problem.bounds[:, 0].any()  # type: ignore[index]  # the solution that it leaves out
            if theirs is None or int(theirs[1]) + empty != Problem.read(file).count(method="search"):
                differ.append(str(number))
    return {"files": FILES, "failed": len(differ), "differ": differ}


def ascending(problem: Problem) -> Problem:
    """Return the problem with its costs in ascending order, which miniexact requires."""
    options: list[list[str | Colored]] = [list(problem.option(k)) for k in range(problem.n_options)]  # type: ignore[arg-type]
    bounds = (
        None if problem.bounds is None else dict(zip(problem.primary, map(tuple, problem.bounds.tolist()), strict=True))
    )
    costs = None if problem.costs is None else sorted(problem.costs.tolist())
    return Problem(options, problem.primary if bounds is None else bounds, problem.secondary, costs=costs)


DOORS: dict[str, Callable[[str], Numbers]] = {
    "sage": sage,
    "exact_cover": exact_cover,
    "xcover": xcover,
    "readme": readme,
    "miniexact": miniexact,
}


def main(words: list[str] | None = None) -> int:
    """Run one door; see the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("door", choices=DOORS)
    parser.add_argument("path", help="the file, folder or program")
    arguments = parser.parse_args(words)
    numbers = DOORS[arguments.door](arguments.path)
    print(json.dumps({"door": arguments.door, **numbers}))
    return int(bool(numbers["failed"]))


if __name__ == "__main__":
    raise SystemExit(main())
