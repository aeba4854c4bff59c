# SPDX-License-Identifier: MIT
"""Measure the growth of memory: a million objects built and dropped, a million searches abandoned, and errors raised.

    python -m tests.nightly.leaks [RUNS]      RUNS of each of the two kinds (default 1,000,000), a tenth of it of errors

The scenarios of a kind share its runs. Each scenario is warmed up first. From then on the memory of the process (the
resident pages, from /proc) may grow by less than 4 MiB in all its runs, or it leaks: a leak of 64 bytes a run, a
hundred thousand times, is 6 MiB.
"""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from time import process_time

import sudoku
from dlx import Colored, Problem, Unfinished
from tests.nightly.record import record

MOST_GROWTH = 4 << 20  # bytes
WARM_UP = 20  # a part of the runs, as 1 / WARM_UP, and at least 200
Scenario = Callable[[], object]


def queens(n: int) -> list[list[str]]:
    """Return the options of n queens on a board: rows and columns are primary, diagonals are not."""
    return [[f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c + n}"] for r, c in product(range(n), repeat=2)]


def diagonals(n: int) -> list[str]:
    return [f"{way}{k}" for way in "ud" for k in range(2 * n + 1)]


OPTIONS, SECONDARY = queens(6), diagonals(6)
LONG = Problem(OPTIONS, secondary=SECONDARY)  # outlives all abandoned searches
PRICED = Problem(OPTIONS, secondary=SECONDARY, costs=range(36))
PAIRS = Problem([[a, b] for a in range(8) for b in range(a)])  # for a memoized search: 105 perfect matchings
SOME = Problem([["a", x] for x in "uvwxyz"], primary={"a": (2, 4), **dict.fromkeys("uvwxyz", (0, 1))})
DIAGRAM = PAIRS.zdd()


def build(kernel: str) -> None:
    problem = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
    assert len(list(problem.search(kernel=kernel))) == 2


def build_colored() -> None:
    problem = Problem([["a", Colored("x", 1)], ["b", Colored("x", 1)], ["b", "x"]], secondary=["x"])
    assert [s.options for s in problem.search(kernel="links")] == [(0, 1)]


def build_arrays() -> None:
    problem = Problem.from_csr([0, 2, 3, 4, 6], [0, 1, 2, 0, 1, 2], n_items=3, n_primary=3)
    assert next(iter(problem.search(kernel="links"))) is not None


def build_bounds() -> None:
    assert Problem([["a", "x"], ["a", "y"], ["a"]], primary={"a": (1, 2), "x": (0, 1), "y": (0, 1)}).count() == 6


def build_best() -> None:
    assert Problem([["a", "b"], ["a"], ["b"]], costs=[3, 1, 1]).best()[0].cost == 2


def build_zdd() -> None:
    assert Problem([["a", "b"], ["a"], ["b"]]).zdd().count() == 2


def build_reduced() -> None:
    assert Problem([["a", "b"], ["a"], ["b", "c"], ["c"]]).reduce().problem.count() == 2


def leave(kernel: str) -> None:
    """Find only the first solution, and drop the search in its middle."""
    next(iter(LONG.search(kernel=kernel)))


def leave_paused() -> None:
    assert not list(LONG.search(kernel="links", node_limit=5))


def leave_bounds() -> None:
    next(iter(SOME.search()))


def leave_best() -> None:
    PRICED.best(node_limit=3)


def leave_count() -> None:
    with suppress(Unfinished):
        PAIRS.counting(method="memo").run(time_limit=0)


def leave_zdd() -> None:
    with suppress(TimeoutError):
        PAIRS.zdd(time_limit=0)


def leave_diagram() -> None:
    next(iter(DIAGRAM))


def leave_lanes() -> None:
    with suppress(Unfinished):
        LONG.count_many([[0]] * 8, kernel="lanes", time_limit=0)


def leave_sudoku() -> None:
    next(iter(sudoku.solutions("." * 81)))


def leave_bitset() -> None:
    next(iter(sudoku.solutions("." * 16, engine="bitset")))


BUILDS: dict[str, Scenario] = {
    "links": lambda: build("links"),
    "bits": lambda: build("bits"),
    "multi": lambda: build("multi"),
    "colors": build_colored,
    "arrays": build_arrays,
    "multiplicities": build_bounds,
    "cheapest": build_best,
    "diagram": build_zdd,
    "reduced": build_reduced,
}
LEFT: dict[str, Scenario] = {
    "links": lambda: leave("links"),
    "bits": lambda: leave("bits"),
    "multi": lambda: leave("multi"),
    "paused": leave_paused,
    "multiplicities": leave_bounds,
    "cheapest": leave_best,
    "count with a memory": leave_count,
    "diagram": leave_zdd,
    "solutions of a diagram": leave_diagram,
    "lanes": leave_lanes,
    "sudoku": leave_sudoku,
    "sudoku, bitset": leave_bitset,
}


def refused(kind: type[Exception], call: Scenario) -> Scenario:
    """Return a call that must raise an error of this kind."""

    def run() -> None:
        try:
            call()
        except kind:
            return
        raise AssertionError(f"no {kind.__name__}")

    return run


ERRORS: dict[str, Scenario] = {
    "item twice": refused(ValueError, lambda: Problem([["a", "b"], ["c", "c"]])),
    "no list": refused(TypeError, lambda: Problem([["a"], 3])),  # type: ignore[list-item]
    "costs too large": refused(OverflowError, lambda: Problem([["a"], ["b"]], costs=[2**61, 2**61])),
    "given out of range": refused(ValueError, lambda: LONG.solve(given=[99])),
    "no such kernel": refused(ValueError, lambda: next(iter(LONG.search(kernel="x")))),
    "contradiction in arrays": refused(ValueError, lambda: Problem.from_csr([0, 2], [0, 0], n_items=1, n_primary=1)),
    "diagram too large": refused(OverflowError, lambda: PAIRS.zdd(max_nodes=3)),
    "no such method": refused(ValueError, lambda: PAIRS.count(method="x")),
    "sudoku too short": refused(ValueError, lambda: sudoku.solve("12")),
    "sudoku digit": refused(ValueError, lambda: sudoku.solve("x" * 81)),
}


def resident() -> int:
    """Return the bytes of memory that the process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def repeat(scenario: Scenario, runs: int) -> int:
    """Run a scenario that often, after a warm-up; return the growth of the process in bytes."""
    for _ in range(max(200, runs // WARM_UP)):
        scenario()
    gc.collect()
    before = resident()
    for _ in range(runs):
        scenario()
    gc.collect()
    return resident() - before


def kinds(runs: int) -> dict[str, tuple[dict[str, Scenario], int]]:
    """Return each kind with its scenarios, and the number of runs of each."""
    shared = {"built and dropped": (BUILDS, runs), "abandoned": (LEFT, runs), "errors": (ERRORS, runs // 10)}
    return {kind: (scenarios, -(-each // len(scenarios))) for kind, (scenarios, each) in shared.items()}


def main(runs: int = 1_000_000) -> int:
    """Run all scenarios; return the number of leaking ones."""
    started, found, growth, total = process_time(), [], {}, {}
    for kind, (scenarios, each) in kinds(runs).items():
        for name, scenario in scenarios.items():
            grown = growth[f"{kind}: {name}"] = repeat(scenario, each)
            print(f"{kind}: {name}: {each:,} runs, {grown / 1024:+,.0f} KiB", flush=True)
            if grown >= MOST_GROWTH:
                found.append(f"{kind}: {name}: {grown:,} bytes more after {each:,} runs")
        total[kind] = each * len(scenarios)
    record(
        "leaks",
        what="objects built and dropped, searches abandoned, errors raised: bytes that the process grew by",
        runs=total,
        found=found,
        seconds=process_time() - started,
        limits={"runs": runs},
        growth=growth,
        peak=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    )
    return len(found)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
