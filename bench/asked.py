# SPDX-License-Identifier: MIT
"""One version of the package, which answers and times the questions of bench/versions.py in a process of its own.

    python -P asked.py < requests > answers                a line of JSON for each, as long as the process lives

    {"ask": "search", "cover": {...}}                      prepare a question; answers [answer, seconds of one call]
    {"calls": 20}                                          ask it again; answers the seconds of so many calls

The file imports nothing of this folder and runs with any version of the package. CPU time counts.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Call = Callable[[], Any]


def problem(cover: dict[str, Any]) -> Any:
    """Build a problem from lists."""
    from dlx import Colored, Problem

    options = [[Colored(*word.split(":")) if ":" in word else word for word in option] for option in cover["options"]]
    return lambda: Problem(options, cover["primary"], cover["secondary"])


def searching(cover: dict[str, Any]) -> Call:
    ours = problem(cover)()

    def call() -> Any:
        search = ours.search()
        search.count()
        return search

    return call


def listing(cover: dict[str, Any]) -> Call:
    ours = problem(cover)()
    return lambda: sum(1 for _ in ours.solutions())


def counting(cover: dict[str, Any]) -> Call:
    ours = problem(cover)()
    return lambda: str(ours.count())


def first(cover: dict[str, Any]) -> Call:
    ours = problem(cover)()
    return lambda: ours.solve() is not None


def proving(cover: dict[str, Any]) -> Call:
    ours = problem(cover)()
    return lambda: ours.is_unique()


def many(cover: dict[str, Any]) -> Call:
    ours = problem(cover)()
    givens = [[k] for k in range(ours.n_options)]
    return lambda: ours.count_many(givens, limit=2).tolist()


def building(cover: dict[str, Any]) -> Call:
    build = problem(cover)
    return lambda: build().n_options


def puzzles(lines: list[str]) -> Call:
    import sudoku

    return lambda: sudoku.solve_batch(lines).counts.tolist()


def grids(lines: list[str]) -> Call:
    import numpy as np

    import sudoku

    digits = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(len(lines), -1) - ord("0")
    return lambda: sudoku.solve_batch(digits).counts.tolist()


def solving(lines: list[str]) -> Call:
    import sudoku

    return lambda: [sudoku.solve(line) for line in lines]


def unique(lines: list[str]) -> Call:
    import sudoku

    return lambda: [sudoku.is_unique(line) for line in lines]


ASKED: dict[str, Callable[[Any], Call]] = {
    "search": searching,
    "list": listing,
    "count": counting,
    "solve": first,
    "is_unique": proving,
    "count_many": many,
    "build": building,
    "solve_batch, lines": puzzles,
    "solve_batch, array": grids,
    "sudoku.solve": solving,
    "sudoku.is_unique": unique,
}


def shown(answer: Any) -> Any:
    """Return an answer for JSON; of a search, its counters."""
    stats = getattr(answer, "stats", None)
    return answer if stats is None else [stats.solutions, stats.nodes, stats.updates, stats.kernel]


def timed(call: Call, calls: int) -> float:
    started = time.process_time()
    for _ in range(calls):
        call()
    return time.process_time() - started


def main() -> None:
    call: Call = list
    for line in sys.stdin:
        request = json.loads(line)
        if "ask" in request:
            call = ASKED[request["ask"]](request["about"])
            answer = shown(call())
            print(json.dumps([answer, timed(call, 1)]), flush=True)
        else:
            print(timed(call, request["calls"]), flush=True)


if __name__ == "__main__":
    main()
