# SPDX-License-Identifier: MIT
"""Exact cover: full traversals of problems with known counts, against other programs and packages.

Every contender visits every solution one by one; no counting by memo. Our side is ``Problem.search().count()``.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import Any

from .instances import INSTANCES, Instance
from .measure import Timed, cpu, geometric_mean, ratio, save, take_turns
from .peers import installed, knuth, problem
from .show import bars, table

SHORTEST = 0.002  # seconds: what takes our side less is checked, but its ratio is left out


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="instances; default: all below 10 s or so")
    parser.add_argument("--knuth", type=Path, metavar="DIR", help="folder with Knuth's dlx1 and dlx2, compiled")
    parser.add_argument("--no-packages", action="store_true", help="leave the other Python packages out")


def run(options: argparse.Namespace) -> None:
    instances = [INSTANCES[name] for name in options.names] or [
        instance for instance in INSTANCES.values() if instance.traversable
    ]
    if not options.no_packages:
        _warm_up()
    rows = [_measure(instance, options) for instance in instances]
    peers = sorted({peer for row in rows for peer in row["seconds"]} - {"links"})
    means = {peer: geometric_mean([row["ratio"][peer] for row in rows if peer in row["ratio"]]) for peer in peers}
    _print(rows, peers, means)
    save(options.json, {"question": "cover", "geometric means": means, "rows": rows})
    if options.picture:
        bars(options.picture, "Full traversals, against dlx-engine (links)", means, rows)


def _warm_up() -> None:
    for timed in installed(INSTANCES["domino6x6"]).values():
        timed()


def _measure(instance: Instance, options: argparse.Namespace) -> dict[str, Any]:
    ours = problem(instance)
    search = ours.search()
    search.count()

    def links() -> tuple[int, float]:
        return cpu(lambda: ours.search(kernel="links").count())

    with tempfile.TemporaryDirectory() as folder:
        contenders: dict[str, Timed] = {"links": links}
        if options.knuth:
            file = Path(folder) / "problem.dlx"
            file.write_text(instance.text(), encoding="ascii")
            contenders["Knuth"] = knuth(options.knuth, instance, file)
        if not options.no_packages:
            contenders |= installed(instance)
        seconds = take_turns(contenders, instance.count, options.rounds)
    timed = statistics.median(seconds["links"]) >= SHORTEST
    return {
        "name": instance.name,
        "solutions": instance.count,
        "nodes": search.stats.nodes,
        "updates": search.stats.updates,
        "seconds": {name: statistics.median(spent) for name, spent in seconds.items()},
        "ratio": {n: ratio(spent, seconds["links"]) for n, spent in seconds.items() if n != "links" and timed},
    }


def _print(rows: list[dict[str, Any]], peers: list[str], means: dict[str, float]) -> None:
    def cell(row: dict[str, Any], peer: str) -> str:
        if peer not in row["seconds"]:
            return "-"
        return f"{row['ratio'][peer]:.2f}" if peer in row["ratio"] else "ok"

    heads = ["instance", "solutions", "nodes", "links s", *(f"{peer} x" for peer in peers)]
    body = [
        [
            row["name"],
            f"{row['solutions']:,}",
            f"{row['nodes']:,}",
            f"{row['seconds']['links']:.4f}",
            *(cell(row, peer) for peer in peers),
        ]
        for row in rows
    ]
    last = ["geometric mean", "", "", "", *(f"{means[peer]:.2f}" for peer in peers)]
    table("Full traversals (x: their CPU time by ours; ok: answer checked, too short to time)", heads, [*body, last])
    for peer in peers:
        worst = min((row["ratio"][peer], row["name"]) for row in rows if peer in row["ratio"])
        print(f"{peer}: slowest side for us is {worst[1]}, {worst[0]:.2f}")


