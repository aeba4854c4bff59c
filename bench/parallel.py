# SPDX-License-Identifier: MIT
"""One problem on two workers: how much faster than one core, and is progress even?

    search      plain search, one core, no parts
    1 thread    the same in parts: the cost of the driver, in CPU time
    2 threads, 2 processes, 2 Dask    wall time of plain search divided by theirs
    2 searches  two plain searches side by side: the limit of the machine

Wall time counts here, and a neighbor's load doubles it. The contenders therefore take turns, and we report the median
of the ratios within a round. The machine must be otherwise idle.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from time import perf_counter, process_time

from dlx import Problem
from dlx.engine.status import Progress

from .arguments import require
from .instances import INSTANCES, Effort, Instance, langford, queens
from .labels import PROBLEMS, labeled
from .measure import save
from .peers import problem
from .show import progress, table

SPEED = [Instance("queens15", 2279184, Effort.SECONDS, partial(queens, 15)), INSTANCES["pent6x10"]]
EVEN = [
    Instance("queens16", 14772512, Effort.SECONDS, partial(queens, 16)),
    Instance("langford15", 39809640, Effort.SECONDS, partial(langford, 15)),
    INSTANCES["macmahon4x6w"],
]
ENGINES = ("1 thread", "2 threads", "2 processes", "2 Dask")
WAYS = {"2 searches": "two searches side by side", "2 Dask": "2 workers of Dask"}

Way = Callable[[Problem], tuple[int, float, float]]  # solutions, seconds, CPU seconds of this process


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dask", action="store_true", help="two worker processes of Dask as well")


def run(options: argparse.Namespace) -> None:
    if options.dask:
        require("distributed", "--dask")
    rows = []
    for instance in SPEED:
        with ExitStack() as stack:
            rows.append(_measure(instance, _ways(stack, options.dask), options.rounds))
    shown = ("2 searches", *ENGINES[1:])
    heads = ["problem", "seconds", "CPU time added by parts", *(WAYS.get(name, name) for name in shown)]
    body = [
        [
            labeled(PROBLEMS, str(row["problem"])),
            f"{row['seconds']:.3f}",
            f"{row['driver']:+.1%}",
            *(f"{row['speed'][name]:.2f}" if name in row["speed"] else "" for name in shown),
        ]
        for row in rows
    ]
    table("Plain search on one core by two workers, wall time", heads, body)
    curves = {instance.name: _curve(instance) for instance in EVEN}
    labels = {labeled(PROBLEMS, name): curve for name, curve in curves.items()}
    print("how even: " + ", ".join(f"{name} {_off(curve):.0%} off at most" for name, curve in labels.items()))
    if options.picture:
        progress(options.picture, "Progress on two threads", labels)
    save(options.json, {"question": "parallel", "rows": rows, "off": {name: _off(curves[name]) for name in curves}})


def _ways(stack: ExitStack, dask: bool) -> dict[str, Way]:
    ways: dict[str, Way] = {"search": _search, "2 searches": _two_searches}
    ways["1 thread"] = partial(_count, workers=1)
    ways["2 threads"] = partial(_count, workers=2)
    ways["2 processes"] = partial(_count, executor=stack.enter_context(ProcessPoolExecutor(2)))
    if dask:
        ways["2 Dask"] = partial(_count, executor=stack.enter_context(_dask()))
    return ways


@contextmanager
def _dask() -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False, retries=3)


def _search(p: Problem) -> tuple[int, float, float]:
    search = p.search()
    wall, cpu = perf_counter(), process_time()
    return search.count(), perf_counter() - wall, process_time() - cpu


def _two_searches(p: Problem) -> tuple[int, float, float]:
    with ThreadPoolExecutor(2) as pool:
        wall, cpu = perf_counter(), process_time()
        counts = [count for count, _, _ in pool.map(_search, [p, p])]
        return counts[0], (perf_counter() - wall) / 2, (process_time() - cpu) / 2


def _count(p: Problem, workers: int | None = None, executor: Executor | None = None) -> tuple[int, float, float]:
    wall, cpu = perf_counter(), process_time()
    total = p.count(method="search", workers=workers, executor=executor)
    return total, perf_counter() - wall, process_time() - cpu


def _measure(instance: Instance, ways: Mapping[str, Way], rounds: int) -> dict[str, object]:
    p = problem(instance)
    for way in ways.values():
        way(p)  # pools start their processes and send them the problem
    walls, cpus = ({name: list[float]() for name in ways} for _ in range(2))
    for turn in range(rounds):
        for name in list(ways)[:: 1 if turn % 2 else -1]:
            found, wall, cpu = ways[name](p)
            assert found == instance.count, f"{name} counts {found}, not {instance.count}"
            walls[name].append(wall)
            cpus[name].append(cpu)
    one = walls["search"]
    return {
        "problem": instance.name,
        "seconds": statistics.median(one),
        "driver": statistics.median(a / b for a, b in zip(cpus["1 thread"], cpus["search"], strict=True)) - 1,
        "speed": {name: statistics.median(a / b for a, b in zip(one, walls[name], strict=True)) for name in ways},
    }


def _curve(instance: Instance) -> list[tuple[float, float]]:
    """Return pairs: a share of the time, and the share of the tree reported as done by then."""
    seen: list[Progress] = []
    total = problem(instance).counting(method="search", workers=2, progress=seen.append)
    assert total.run() == instance.count, f"{instance.name}: {total.count}, not {instance.count}"
    return [(0.0, 0.0), *((report.seconds / total.stats.seconds, report.fraction) for report in seen)]


def _off(curve: list[tuple[float, float]]) -> float:
    return max(abs(time - fraction) for time, fraction in curve)
