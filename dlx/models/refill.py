# SPDX-License-Identifier: MIT
"""The fill of a crossword with the highest total of scores, or a high one for a large grid.

 1. All fills one after the other, if a plain search ends soon, as it does for grids up to 6 x 6 and 1,500 words. It
    takes a hundredth of the time of branch and bound, whose bound is of little use where all letters cross.
 2. Any fill, by all strategies.
 3. Parts of the grid are filled again. We keep all words except in a few slots next to each other. The best words for
    these slots are found by branch and bound, in a fraction of a second. We repeat this with the better fill, until
    100 parts in succession have brought nothing.
 4. Branch and bound on the whole grid, for what is better still, or for a proof.

    . . . # ? ?
    . . . ? ? ?      In a grid of 11 x 11 with 146,210 options, branch and bound found no fill in 24 seconds, and none
    # . . ? ? ?      better than the first one, of 2,310, in 21. Parts raised it to 2,980 in 10 seconds.

Reference: Shaw, Using constraint programming and local search methods to solve vehicle routing problems (1998).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from random import Random

from ..engine.bar import Report
from ..engine.drive import Drive
from ..engine.limits import seconds
from ..engine.status import Stats, Status, outer_status
from ..engine.unfinished import Unfinished
from ..matrix.solution import Solution
from ..questions.best.best import Best
from .instance import Instance
from .slots import Slot

Better = Callable[[Solution], object]
PLAIN_WORK = 4 * 10**9  # of the plain search: its nodes times the options
PLAIN_SOLUTIONS = 100_000
REFILL_SLOTS = (8, 20)  # least and most; with (4, 14), parts raised the total above to 2,620
REFILL_NODES = 2_000
IDLE_REFILLS = 100
PROOF_NODES = 50_000  # without a time limit


def best_fill(
    instance: Instance,
    slots: Mapping[str, Slot],
    time_limit: float | None,
    seed: int,
    progress: bool | Report | None,
    on_better: Better | None,
) -> Best:
    """Return a fill of a high total; see :meth:`WordInstance.best_fill`."""
    drive = Drive(seconds(time_limit))
    nodes = PLAIN_WORK // max(1, instance.n_options)
    plain = instance.search(node_limit=nodes, limit=PLAIN_SOLUTIONS, time_limit=time_limit, progress=progress)
    solution = min(plain, key=lambda solution: solution.cost or 0, default=None)
    if plain.status is Status.COMPLETE:
        return _result(solution, Status.COMPLETE, plain.stats)
    try:
        solution = solution or instance.solve(progress=progress, time_limit=_left(drive))
    except Unfinished:
        return _result(None, outer_status(Status.TIME_LIMIT), plain.stats)
    if solution is None:
        return _result(None, Status.COMPLETE, plain.stats)
    if on_better is not None:
        on_better(solution)
    solution = _refill(instance, slots, solution, drive, Random(seed), on_better)
    best = instance.best(
        start=solution,
        node_limit=PROOF_NODES if time_limit is None else None,
        time_limit=_left(drive),
        progress=progress,
        on_better=on_better,
    )
    return best if best.bound is None else replace(best, bound=max(best.bound, _least(instance)))


def _least(instance: Instance) -> float:
    """Return the sum of the least costs in each slot. A search that was hardly begun has a much lower bound."""
    least: dict[Hashable, float] = {}
    for k, cost in enumerate([] if instance.costs is None else instance.costs.tolist()):
        slot = instance.option(k)[0]
        least[slot] = min(cost, least.get(slot, cost))
    return sum(least.values())


def _result(solution: Solution | None, status: Status, stats: Stats) -> Best:
    return Best((), status, stats, None) if solution is None else Best((solution,), status, stats, solution.cost)


def _left(drive: Drive) -> float:
    """Return the seconds that are left."""
    drive.late()
    return max(0.0, drive.deadline - drive.seconds)


def _refill(
    instance: Instance,
    slots: Mapping[str, Slot],
    solution: Solution,
    drive: Drive,
    rng: Random,
    on_better: Better | None,
) -> Solution:
    """Return the solution with parts filled better."""
    crossing = {name: [slot for slot in slots if slot != name and {*slots[slot]} & {*slots[name]}] for name in slots}
    idle = 0
    while idle < IDLE_REFILLS and not drive.late():
        part = _part(crossing, rng)
        kept = [k for k in solution.options if instance.option(k)[0] not in part]
        (better,) = instance.best(start=solution, given=kept, node_limit=REFILL_NODES, time_limit=_left(drive))
        idle += 1
        if better.cost < solution.cost:
            solution, idle = better, 0
            if on_better is not None:
                on_better(solution)
    return solution


def _part(crossing: Mapping[str, Sequence[str]], rng: Random) -> set[str]:
    """Return some random slots, each of which crosses one that was chosen before, if there is one."""
    size, part = rng.randint(*REFILL_SLOTS), {rng.choice([*crossing])}
    while len(part) < size:
        border = [neighbor for name in sorted(part) for neighbor in crossing[name] if neighbor not in part]
        if not border:
            break
        part.add(rng.choice(border))
    return part
