# SPDX-License-Identifier: MIT
"""The cheapest solution, proved: compared with the MIP solver HiGHS and with CP-SAT.

The costs are random, or those of crew pairings: chains of flights that leave from a base and come back to it. Every
contender (bench/cheapest.py) gets each problem in a process of its own, and they take turns. A time is CPU time from
Python lists to the proof that nothing is cheaper. Optima must agree. HiGHS comes with SciPy, CP-SAT with the extra
`bench`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import dlx

from . import cheapest
from .arguments import number, one_of
from .instances import INSTANCES, Cover, box, dominoes
from .measure import save
from .planted import equal_pieces, pairings, partitions, roster
from .show import table

MODULES = {"ours": "dlx", "HiGHS": "scipy", "SCIP": "ortools", "CP-SAT": "ortools"}
ONCE_ABOVE_SECONDS = 3.0  # slower contenders run in the first round only
SHORTEST_SECONDS = 0.001  # a shorter time counts as this
Row = dict[str, Any]
Priced = tuple[int | list[list[int]], list[list[int]], list[int]]  # number of items, or their bounds; options; costs


def random_costs(cover: Cover) -> Priced:
    """Return a cover of primary items only, with random costs."""
    number = {item: k for k, item in enumerate(cover.primary)}
    options = [[number[item] for item in option if item in number] for option in cover.options]
    rng = Random("costs")
    return len(number), options, [rng.randrange(1, 1_000) for _ in options]


PROBLEMS: dict[str, Callable[[], Priced]] = {
    "dominoes 12x12": lambda: random_costs(dominoes(box(12, 12))),
    "dominoes 30x30": lambda: random_costs(dominoes(box(30, 30))),
    "pentominoes 6x10": lambda: random_costs(INSTANCES["pent6x10"].cover),
    "Y pentominoes 15x15": lambda: random_costs(INSTANCES["ypent15x15"].cover),
    "Langford pairs of 12 numbers": lambda: random_costs(INSTANCES["langford12"].cover),
    "Soma cube": lambda: random_costs(INSTANCES["soma"].cover),
    "pairings of 20": lambda: random_costs(INSTANCES["matchK20"].cover),
    "partitions of 60 items, 600 sets": lambda: partitions(60, 600, seed=1),
    "partitions of 60 items, 2,000 sets": lambda: partitions(60, 2_000, seed=1),
    "partitions of 80 items, 2,000 sets": lambda: partitions(80, 2_000, seed=1),
    "crew pairings of 135 flights, 10 cities": lambda: pairings(135, cities=10, wait=240, seed=1),
    "crew pairings of 135 flights, 5 cities": lambda: pairings(135, cities=5, wait=300, seed=1),
    "crew pairings of 200 flights, 8 cities": lambda: pairings(200, cities=8, wait=300, seed=1),
    "dominoes 10x10, as 50 equal pieces": lambda: equal_pieces(10),
    "roster of 8 nurses, a week, no solution": lambda: roster(8, 7, (3, 5), seed=1),
    "roster of 10 nurses, a week": lambda: roster(10, 7, (3, 5), seed=1),
    "roster of 20 nurses, 4 weeks": lambda: roster(20, 28, (6, 10), seed=1),
    "roster of 40 nurses, 4 weeks, to 7 a shift": lambda: roster(40, 28, (12, 20), (4, 7), seed=1),
    "the same, and no run of 4 nights": lambda: roster(40, 28, (12, 20), (4, 7), seed=1, runs=True),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--only", action="append", metavar="PROBLEM", type=one_of([*PROBLEMS], "problem"), help="can be repeated"
    )
    parser.add_argument("--limit", type=number(1), default=60, metavar="SECONDS", help="default 60")


def run(options: argparse.Namespace) -> None:
    rows = []
    for title in options.only or PROBLEMS:
        rows.append(measure(title, PROBLEMS[title](), options))
        print(rows[-1], file=sys.stderr, flush=True)
        save(options.json, {"question": "best", "limit": options.limit, "rows": rows})
    body = [[row["title"], f"{row['options']:,}", *(_cell(row, name) for name in MODULES), _ratio(row)] for row in rows]
    table("The cheapest solution, proved: CPU seconds", ["problem", "options", *MODULES, "better rival by ours"], body)


def measure(title: str, problem: Priced, options: argparse.Namespace) -> Row:
    """Return the medians of all contenders on a problem; raise AssertionError if two proofs contradict each other."""
    items, sets, costs = problem
    bounds = [[1, 1]] * items if isinstance(items, int) else items
    text = json.dumps({"bounds": bounds, "options": sets, "costs": costs})
    runs: dict[str, list[Row]] = {name: [] for name, module in MODULES.items() if find_spec(module)}
    for turn in range(options.rounds):
        for name, done in list(runs.items())[:: 1 if turn % 2 == 0 else -1]:
            if not done or done[0]["seconds"] <= ONCE_ABOVE_SECONDS:
                done.append(ask(name, text, options.limit))
    proved = {one["cost"] for done in runs.values() for one in done if one["proved"]}
    assert len(proved) <= 1, f"{title}: different optima, {proved}"
    return {
        "title": title,
        "options": len(sets),
        "limit": options.limit,
        "seconds": {
            name: statistics.median(one["seconds"] for one in done) if done[0]["proved"] else None
            for name, done in runs.items()
        },
        "cost": {name: done[0]["cost"] for name, done in runs.items()},
    }


def ask(name: str, question: str, seconds: int) -> Row:
    """Return the answer of a contender."""
    done = subprocess.run(
        [sys.executable, "-P", cheapest.__file__, name, str(seconds)],
        input=question,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(dlx.__file__).parent.parent)},
    )
    answer: Row = json.loads(done.stdout)
    return answer


def _cell(row: Row, name: str) -> str:
    seconds, cost = row["seconds"].get(name), row["cost"].get(name)
    if seconds is not None:
        return f"{seconds:.3f}"
    return "-" if name not in row["cost"] else "none" if cost is None else f"no proof ({cost:,})"


def _ratio(row: Row) -> str:
    limit = float(row["limit"])
    times = {name: max(limit if s is None else s, SHORTEST_SECONDS) for name, s in row["seconds"].items()}
    rivals = [time for name, time in times.items() if name != "ours"]
    unproved = ">" * all(row["seconds"][name] is None for name in times if name != "ours")
    return f"{unproved}{min(rivals) / times['ours']:.1f}" if rivals else "-"
