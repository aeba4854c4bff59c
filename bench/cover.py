# SPDX-License-Identifier: MIT
"""Exact cover: full traversals of problems with known counts, by every kernel of ours and by other programs.

Every contender visits every solution one by one; none counts by memo. The times exclude reading and building for all
contenders (ours is ``Problem.search().count()``); our own setup time is a separate column, in milliseconds.

    the ladder    reference (plain Python)  ->  links  ->  bits
    Knuth         the fastest of dlx1, dlx2 and ssxcc on each problem
    packages      xcover, exact-cover, exact-cover-py, miniexact, and the fastest of them on each problem
"""

from __future__ import annotations

import argparse
import copy
import statistics
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dlx import Problem
from dlx.engine.engine import KERNELS

from .arguments import folder_with, instance
from .instances import INSTANCES, Instance
from .labels import CONTENDERS, PROBLEMS, labeled
from .labels import KERNELS as NAMES_OF_KERNELS
from .measure import Timed, cpu, geometric_means, ratio, save, take_turns
from .peers import KNUTH, PACKAGES, installed, knuth, problem, reference
from .show import bars, ratios

OURS = "dlx-engine"
SHORTEST = 0.005  # seconds; if both sides are faster, we check the answer but give no ratio
FOR_REFERENCE = 30_000  # maximum nodes of a problem for plain Python
FACTS = {
    "problem": "{problem}",
    "solutions": "{solutions:,}",
    "our kernel": "{by}",
    "ms to get ready": "{ready ms:.1f}",
    "seconds": f"{{seconds[{OURS}]:.4f}}",
}
FASTEST = {"Knuth, fastest": KNUTH, "Python, fastest": tuple(PACKAGES)}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", type=instance, metavar="NAME", help="instances; default: all below 10 s or so"
    )
    parser.add_argument(
        "--knuth", type=folder_with(*KNUTH), metavar="DIR", help="folder with Knuth's programs, compiled"
    )
    parser.add_argument("--no-packages", action="store_true", help="leave the other Python packages out")


def run(options: argparse.Namespace) -> None:
    instances = [INSTANCES[name] for name in options.names] or [
        instance for instance in INSTANCES.values() if instance.traversable
    ]
    if not options.no_packages:
        for timed in installed(INSTANCES["domino6x6"]).values():
            timed()  # packages that use numba compile now
    rows = [_measure(instance, options) for instance in instances]
    wanted = ["reference", "links", *FASTEST, *KNUTH, *PACKAGES]
    peers = [peer for peer in wanted if any(peer in row["ratio"] for row in rows)]
    means = geometric_means(rows, peers)
    _print(rows, means)
    save(options.json, {"question": "cover", "geometric means": means, "rows": rows})
    if options.picture:
        draw(options.picture, rows, means)


def draw(path: str, rows: list[dict[str, Any]], means: Mapping[str, float]) -> None:
    """Draw the ratios of all contenders; of Knuth's programs, the fastest only."""
    shown = {peer: mean for peer, mean in means.items() if peer not in KNUTH}
    bars(path, "Full traversals of exact covers, one thread", shown, rows)


def _measure(instance: Instance, options: argparse.Namespace) -> dict[str, Any]:
    ours = problem(instance)
    search = ours.search()
    search.count()
    for kernel in KERNELS:
        ours.search(kernel=kernel).close()
    contenders: dict[str, Timed] = {
        OURS: lambda: cpu(lambda: ours.search().count()),
        "links": lambda: cpu(lambda: ours.search(kernel="links").count()),
    }
    if search.stats.nodes <= FOR_REFERENCE:
        contenders["reference"] = reference(instance)
    with tempfile.TemporaryDirectory() as folder:
        if options.knuth:
            file = Path(folder) / "problem.dlx"
            file.write_text(instance.text(), encoding="ascii")
            contenders |= knuth(options.knuth, instance, file)
        if not options.no_packages:
            contenders |= installed(instance)
        seconds = take_turns(contenders, instance.count, options.rounds, OURS)
    medians = {name: statistics.median(spent) for name, spent in seconds.items()}
    for name, members in FASTEST.items():
        present = [member for member in members if member in medians]
        if present:
            seconds[name] = seconds[min(present, key=medians.__getitem__)]
    return {
        "name": instance.name,
        "solutions": instance.count,
        "kernel": search.stats.kernel,
        "nodes": search.stats.nodes,
        "ready ms": _first(ours),
        "seconds": medians,
        "ratio": {
            name: ratio(spent, seconds[OURS])
            for name, spent in seconds.items()
            if name != OURS and max(statistics.median(spent), medians[OURS]) >= SHORTEST
        },
    }


def _first(ours: Problem) -> float:
    """Return the milliseconds until a fresh problem is laid out and ready for its search."""
    return 1e3 * statistics.median(cpu(copy.copy(ours).search)[1] for _ in range(5))


def _labeled(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"problem": labeled(PROBLEMS, row["name"]), "by": labeled(NAMES_OF_KERNELS, row["kernel"])}


def _print(rows: list[dict[str, Any]], means: dict[str, float]) -> None:
    def cell(row: Mapping[str, Any], peer: str) -> str:
        known = peer in row["seconds"] or any(member in row["seconds"] for member in FASTEST.get(peer, ()))
        if not known:
            return "-"
        return f"{row['ratio'][peer]:.2f}" if peer in row["ratio"] else "ok"

    shown = {peer: mean for peer, mean in means.items() if peer not in KNUTH}
    title = "Full traversals: seconds of ours; their CPU time by ours (ok: answer checked, too short to time)"
    named = [
        row | {"problem": labeled(PROBLEMS, row["name"]), "by": labeled(NAMES_OF_KERNELS, row["kernel"])}
        for row in rows
    ]
    ratios(title, FACTS, named, shown, cell, ".2f")
    for peer in means:
        timed = sorted((row["ratio"][peer], row["name"]) for row in rows if peer in row["ratio"])
        lowest, name = timed[0]
        print(f"{labeled(CONTENDERS, peer)}: {len(timed)} timed; lowest ratio {lowest:.2f}, {labeled(PROBLEMS, name)}")
