# SPDX-License-Identifier: MIT
"""Counting all solutions: ``Problem.counting().run()`` against plain search, Knuth's programs and a model counter.

    search    our own plain search, with the kernel it chooses
    Knuth     the fastest of his enumerators (dlx1, dlx2, ssxcc), if it takes only seconds
    dlx6      his program with ZDDs and a memo cache; its count is modulo 2^64
    Ganak     a #SAT solver (pip install pyganak), on the problem as clauses, each item's options pairwise exclusive

A run longer than a minute is stopped; its ratio is then a lower bound, marked >. The times exclude reading and building
the problem, which is a column of its own. The problems of --long take from minutes to hours each; they are counted
once, without peers.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dlx import Problem

from .arguments import folder_with, instance
from .instances import INSTANCES, Instance
from .labels import METHODS, PROBLEMS, labeled
from .measure import Timed, cpu, geometric_means, save, take_turns
from .peers import arguments, dlx6, knuth
from .show import ratios

OURS = "dlx-engine"
PATIENCE = 60  # seconds
NAMES = [
    "domino8x8",
    "domino10x10",
    "domino12x12",
    "domino16x16",
    "domino20x20",
    "domino24x24",
    "aztec8",
    "loz888",
    "matchK16",
    "matchK20",
    "latin5",
    "latin6red",
    "latin7red",
    "sts13fix",
    "rects5x5",
    "ltrom9x12",
    "domino3d4x4x4",
    "sudoku6x6",
    "queens12",
    "transvZ11",
    "queens14o",
    "pent6x10",
    "latin6",
    "latin7",
    "latin8",
    "sts13",
    "sts15",
    "factorsK8",
    "factorsK10",
    "matchK40",
    "coins10000",
    "matchK6x1000",
    "queens8x400",
]
LONG = ["sudoku8x8"]
PEERS = ("search", "Knuth, fastest", "dlx6", "Ganak")
FACTS = {
    "problem": "{problem}",
    "solutions": "{found}",
    "by": "{by}",
    "found in memory": "{hit rate:.0%}",
    "ms to build": "{build ms:.1f}",
    "seconds": f"{{seconds[{OURS}]:.4f}}",
}

GANAK = """
import sys, time
from pyganak import Counter
lines = [[*map(int, line.split())] for line in sys.stdin]
counter = Counter()
counter.new_vars(lines[0][0])
counter.add_clauses(lines[1:])
start = time.process_time()
count = counter.count()
print(count, time.process_time() - start)
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", type=instance, metavar="NAME", help=f"instances; default: {' '.join(NAMES)}"
    )
    parser.add_argument("--long", action="store_true", help=f"count {', '.join(LONG)}, if no name is passed")
    parser.add_argument(
        "--knuth", type=folder_with("dlx6"), metavar="DIR", help="folder with Knuth's programs, compiled"
    )


def run(options: argparse.Namespace) -> None:
    rows = [_measure(INSTANCES[name], options) for name in options.names or (LONG if options.long else NAMES)]
    means = geometric_means(rows, [peer for peer in PEERS if any(peer in row["ratio"] for row in rows)])
    title = "Counting: seconds of ours; their CPU time by ours (>: stopped after a minute)"
    named = [
        row
        | {
            "problem": labeled(PROBLEMS, row["name"]),
            "found": short(row["solutions"]),
            "by": labeled(METHODS, row["method"]),
        }
        for row in rows
    ]
    ratios(title, FACTS, named, means, _cell, ".1f")
    save(options.json, {"question": "counting", "geometric means": means, "rows": rows})


def short(count: int) -> str:
    """Return a number in digits up to a quadrillion, and its first four and its power of ten beyond.

    >>> short(12988816), short(2**10_000)
    ('12,988,816', '1.995e+3010')
    """
    return f"{count:,}" if count < 10**15 else f"{Decimal(count):.3e}"


def _cell(row: Mapping[str, Any], peer: str) -> str:
    return ("> " * (peer in row["stopped"]) + f"{row['ratio'][peer]:,.1f}") if peer in row["ratio"] else "-"


def _measure(instance: Instance, options: argparse.Namespace) -> dict[str, Any]:
    given = arguments(instance)
    ours, build = cpu(lambda: Problem(*given))
    count = ours.counting()
    answer, first = cpu(count.run)
    assert answer == instance.count, f"{OURS} answers {answer}, not {instance.count}"
    medians = {OURS: first} if instance.name in LONG else _medians(instance, ours, options)
    return {
        "name": instance.name,
        "solutions": instance.count,
        "method": " ".join(filter(None, (count.stats.method, count.stats.order))),
        "nodes": count.stats.nodes,
        "hit rate": count.stats.hit_rate,
        "memory": count.stats.memory,
        "build ms": 1e3 * build,
        "seconds": medians,
        "stopped": [name for name in PEERS if medians.get(name, 0) >= PATIENCE],
        "ratio": {name: medians[name] / medians[OURS] for name in PEERS if name in medians},
    }


def _medians(instance: Instance, ours: Problem, options: argparse.Namespace) -> dict[str, float]:
    """Return the median seconds of every contender."""
    contenders: dict[str, Timed] = {OURS: lambda: cpu(ours.count)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "problem.dlx"
        file.write_text(instance.text(), encoding="ascii")
        if instance.count < 10**9:
            contenders["search"] = lambda: cpu(lambda: ours.count(method="search"))
        if options.knuth and instance.traversable:
            contenders |= knuth(options.knuth, instance, file)
        if options.knuth:
            contenders["dlx6"] = dlx6(options.knuth, instance, file)
        seconds = take_turns(contenders, instance.count, options.rounds, OURS)
    medians = {name: statistics.median(spent) for name, spent in seconds.items()}
    enumerators = [medians[name] for name in medians if name not in (OURS, "search", "dlx6")]
    if enumerators:
        medians["Knuth, fastest"] = min(enumerators)
    if find_spec("pyganak") is not None:
        medians["Ganak"] = _ganak(ours, instance.count)
    return medians


def _ganak(ours: Problem, expected: int) -> float:
    """Return the seconds that the model counter takes, at most PATIENCE."""
    cnf = ours.to_cnf(encoding="pairwise")
    lines = [[cnf.n_variables], *cnf.clauses]
    text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    ask = partial(subprocess.run, input=text, capture_output=True, text=True, check=True, timeout=PATIENCE)
    try:
        count, seconds = ask([sys.executable, "-c", GANAK]).stdout.split()[-2:]
    except subprocess.TimeoutExpired:
        return PATIENCE
    assert int(count) == expected, f"Ganak answers {count}, not {expected}"
    return float(seconds)
