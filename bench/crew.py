# SPDX-License-Identifier: MIT
"""One problem on up to thousands of workers, simulated: how much of their time do they work?

The driver is the real one (dlx/workers/counting.py), and its CPU time is measured. The workers are simulated: each
searches `SPEED` units of work a second, and a result travels for a moment. The tree is synthetic. A part has a hidden
size, which its weight only suggests; a part that is cut leaves branches of uneven sizes behind.

    efficiency = work / (workers * SPEED * seconds until the last result)
"""

from __future__ import annotations

import argparse
import heapq
import sys
from collections import deque
from concurrent.futures import Executor
from fractions import Fraction
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any

from dlx.engine.drive import Drive
from dlx.workers.counting import PART_WORK, Tasks
from dlx.workers.executors import Workers
from dlx.workers.parts import Part, Result, Tally

from .arguments import number, seconds
from .measure import save
from .show import efficiency, table

SPEED = 500_000_000  # units of work a second; counting.PART_WORK has their times
TRAVEL = 0.005  # seconds from the driver to a worker and back
CREWS = (10, 100, 1000, 3000, 10000)


class SimulatedTask:
    """A task in progress; it stands for a Future."""

    def __init__(self, result: Result) -> None:
        self.result = result

    def add_done_callback(self, call: Any) -> None:
        """Ignore it: `Crew.take` knows when the task is done."""


class Crew(Workers):
    """Workers whose clock is virtual: it advances by the CPU time of the driver, and by waiting."""

    def __init__(self, number: int, tree: Tree) -> None:
        self.number, self.tree, self.threads = number, tree, False
        self.executor = Executor()
        self.now, self.mark, self.busy, self.tasks = 0.0, process_time(), 0.0, 0
        self.free = [0.0] * number  # a heap: when each worker has no task left
        self.going: list[tuple[float, int, SimulatedTask]] = []  # a heap: when each task is done

    @property
    def size(self) -> int:  # type: ignore[override]
        return self.number

    def _advance(self) -> None:
        """Add the CPU time of the driver since the last look at the clock."""
        spent = process_time() - self.mark
        self.now += spent
        self.busy += spent

    def submit(self, run: Any, *args: Any) -> Any:
        self._advance()
        _, _, parts, work, _, _ = args
        result = self.tree.search(parts, work)
        start = max(self.now + TRAVEL / 2, heapq.heappop(self.free))
        end = start + result.work / SPEED
        heapq.heappush(self.free, end)
        self.tasks += 1
        task = SimulatedTask(result)
        heapq.heappush(self.going, (end + TRAVEL / 2, self.tasks, task))
        self.mark = process_time()
        return task

    def take(self, arrived: Any) -> list[Any]:
        self._advance()
        self.now, done = max(self.now, self.going[0][0]), []
        while self.going and self.going[0][0] <= self.now:
            done.append(heapq.heappop(self.going)[2])
        self.mark = process_time()
        return done

    def result(self, task: Any) -> Any:
        return task.result


class Tree:
    """A search tree of which only the sizes are known."""

    def __init__(self, work: int) -> None:
        self.sizes: dict[tuple[int, ...], int] = {(): work}

    def search(self, parts: list[Part], work: int) -> Result:
        """Search parts as a worker does (counting._task)."""
        result, waiting = Result([]), deque(parts)
        while waiting and result.work < work:
            part = waiting.popleft()
            cap = PART_WORK[min(len(part.key), len(PART_WORK) - 1)]
            size = self.sizes.pop(part.key)
            result.work += min(size, cap)
            result.count += 1
            result.parts += 1
            waiting.extendleft(reversed(self._rest(part, size, cap)))
        result.left = list(waiting)
        result.done = sum((p.weight for p in parts), Fraction(0)) - sum((p.weight for p in waiting), Fraction(0))
        return result

    def _rest(self, part: Part, size: int, cap: int) -> list[Part]:
        """Return the branches that a cut leaves: up to twelve, on the levels of a path; their sizes differ widely."""
        if size <= cap:
            return []
        random, branches, weight, rest = Random(repr(part.key)), [], part.weight, size - cap
        for _ in range(random.randint(2, 6)):
            ways = random.randint(2, 4)
            weight /= ways
            sizes = [float(weight) * random.lognormvariate(0, 1) for _ in range(random.randint(1, ways - 1))]
            branches += [(weight, size) for size in sizes]
        scale = rest / sum(share for _, share in branches)
        found = []
        for k, (share, by) in enumerate(branches):
            key = (*part.key, k)
            self.sizes[key] = max(int(by * scale), 1)
            found.append(Part((), (), share, key))
        return found


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=seconds, default=30, help="of work for each worker; default 30")
    parser.add_argument("--workers", type=number(1), nargs="+", default=CREWS, help=f"crews; default {CREWS}")


def run(options: argparse.Namespace) -> None:
    rows = [_simulate(number, options.seconds) for number in options.workers]
    heads = ["workers", "seconds", "efficiency", "tasks", "tasks a second", "microseconds of the driver a task"]
    body = [
        [
            f"{row['workers']:,}",
            f"{row['seconds']:.1f}",
            f"{row['efficiency']:.1%}",
            f"{row['tasks']:,}",
            f"{row['tasks'] / row['seconds']:,.0f}",
            f"{row['driver'] / row['tasks'] * 1e6:.0f}",
        ]
        for row in rows
    ]
    table("Simulated workers, a real driver", heads, body)
    if options.picture:
        efficiency(options.picture, {row["workers"]: row["efficiency"] for row in rows})
    save(options.json, {"question": "crew", "seconds": options.seconds, "rows": rows})


def _simulate(number: int, seconds: float) -> dict[str, Any]:
    work = int(number * seconds * SPEED)
    crew, tally = Crew(number, Tree(work)), Tally(Drive())
    engine = SimpleNamespace(matrix=SimpleNamespace(digest=str))
    for results in Tasks(engine, [Part((), (), Fraction(1))], crew):  # type: ignore[arg-type]
        for _, result in results:
            tally.add(result)
    assert tally.done == 1
    print(f"{number:,} workers: {tally.parts:,} parts", file=sys.stderr)
    return {
        "workers": number,
        "seconds": crew.now,
        "efficiency": work / (number * SPEED * crew.now),
        "tasks": crew.tasks,
        "driver": crew.busy,
    }
