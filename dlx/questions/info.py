# SPDX-License-Identifier: MIT
"""What the engine sees of a problem: its structure, the strategy of `count()`, and what that is likely to take.

    components one, of 480 options                                                     components.py
    symmetries 8: so many permutations of the options preserve the problem             symmetries.py
    window     a state of a count by layers has 17 bits: 517,736 nodes if all occur    plan.pyx
    count      by layers: few items are open at once                                   `count()` itself, for a second
    solutions  2,444,888,770,250,892,795,802,079,170,816
    time       0.009 s
    tables     0.913 MB                                                                of the strategy that leads

No formula tells which strategy wins, so the race of `count()` decides here too. If it does not end within the time, the
leader foresees its time and its memory or says nothing, and an estimate tells what plain search would take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, inf
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ..engine.drive import DONE, Drive
from ..engine.engine import MAX_MEMORY, Engine
from ..engine.limits import seconds
from ..engine.steps import Steps
from ..engine.strategies.frontier import planned
from ..engine.strategies.invariants import Invariants, Places
from ..engine.table import PROOF_WORK, title_and_reason
from ..engine.unfinished import Unfinished
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.incidence import options_with_primary
from ..structure.components import components
from ..structure.mappings import built_in_order
from ..structure.separate import SeparateLabeling
from ..structure.symmetries import equal_options, exchanges, whole_graph
from ..system.calloff import OutOfTime, within
from ..system.digits import magnitude, printable
from ..system.public import public
from ..system.wording import duration, plural
from .count import CountStats, StrategyCount
from .estimate import Estimate, estimate

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..matrix.matrix import Matrix
    from ..structure.invariants import Certificate

Seen = TypeVar("Seen")

MOST_SEEN_ENTRIES = 500_000  # of a problem whose symmetries and window are looked for: a second each
SYMMETRIES_SHARE = COUNT_SHARE = 1 / 3  # of the time limit
PROOF_SHARE = ESTIMATE_SHARE = 1 / 6
LEAST_SECONDS = 0.25  # for what needs no search: most problems are then described even without any time
STAGES = 5  # structure, symmetries, count, proof, estimate
SAMPLES = 200  # of the estimate of plain search
MOST_PLANNED_NODES = 1e299  # above, the bound of a plan is not exact: it takes no window for more than 1,000 bits
MOST_SHOWN_NODES = 1e15
LEAST_SEEN_AGAIN = 0.01  # of the situations come up again, or we do not name them as a reason
NO_REASON = "no other strategy is ahead of it"


@public("dlx")
@dataclass(frozen=True, slots=True, repr=False)
class Info:
    """The result of :meth:`Problem.info`; it prints as a readable table."""

    components: int | None  # parts that share no constraint, without what the given options force; None: no time left
    largest: int | None  # options of the largest of them; None: no time left
    never_chosen: int  # options without a primary item, except banned ones
    symmetries: int | None  # that preserve the given and banned options, exactly; None: too large, or no time left
    built_in: int | None  # symmetries that a model knows; None: it knows none, or there are given or banned options
    window: int | None  # bits that distinguish the states of a layer; None: the problem is too large, or no time left
    layer_nodes: float | None  # of a count by layers, roughly, if all states of each window occurred; None: above 1e299
    certificate: Certificate | None  # weights that prove that there is no solution; None: none are found
    stats: CountStats  # of the strategy that counted, or leads; its memory in bytes, its time in seconds
    solutions: int  # counted so far
    complete: bool  # these are all
    left: float | None  # likely seconds for the rest; None: unknown
    peak_bytes: int | None  # likely memory of this strategy at its peak; None: unknown, or the count is complete
    search: Estimate | None  # of plain search, if the rest is unknown

    def __str__(self) -> str:
        useless = f"{plural(self.never_chosen, 'option')} without a primary item, never chosen"
        rows = {
            "components": self._components(),
            "useless": useless if self.never_chosen else "",
            "symmetries": self._symmetries(),
            "window": self._window(),
            "proof": self._proof(),
            "count": self._strategy(),
            "solutions": f"{'' if self.complete else 'at least '}{magnitude(self.solutions)}",
            "time": self._time(),
            "tables": self._tables(),
            "search": "" if self.search is None else f"without memoization: {self.search}",
        }
        return "\n".join(f"{head:10} {text}" for head, text in rows.items() if text)

    __repr__ = __str__

    def _components(self) -> str:
        if self.components is None or self.largest is None:
            return "unknown: no time was left"
        if self.components == 0:
            return "none: no choice is left" + ", there is no solution" * (self.complete and self.solutions == 0)
        if self.components == 1:
            return f"one, of {plural(self.largest, 'option')}"
        return f"{self.components:,} that share no constraint, the largest of {plural(self.largest, 'option')}"

    def _symmetries(self) -> str:
        if self.symmetries is None:
            return "unknown: the problem is too large, or no time was left"
        if self.symmetries == 1:
            return "none but the identity"
        fewer = self.built_in is not None and self.built_in < self.symmetries
        note = f"; {magnitude(self.built_in or 0)} are built in (orbits=True), orbits='auto' uses all" if fewer else ""
        return f"{magnitude(self.symmetries)}: so many permutations of the options preserve the problem{note}"

    def _window(self) -> str:
        if self.window is None:
            return f"not measured: {'no time was left' if self.components is None else 'the problem is too large'}"
        is_small = self.layer_nodes is not None and self.layer_nodes < MOST_SHOWN_NODES
        nodes = f"{plural(ceil(self.layer_nodes or 0), 'node')} if all occur" if is_small else "too many if all occur"
        return f"a state of a count by layers has {plural(self.window, 'bit')}: {nodes}"

    def _proof(self) -> str:
        if self.certificate is not None:
            return str(self.certificate).replace("\n", "\n" + 11 * " ")
        return "" if self.complete or self.solutions else "none found that there is no solution"

    def _strategy(self) -> str:
        name, reason = title_and_reason(self.stats.method)
        if self.complete and self.stats.method == "search":
            reason = "there is little to search"
        elif self.stats.method == "memo" and self.stats.hit_rate < LEAST_SEEN_AGAIN:
            reason = NO_REASON
        return f"by {name}: {reason.format(hits=self.stats.hit_rate)}"

    def _time(self) -> str:
        if self.complete:
            return f"{self.stats.seconds:.3f} s"
        return "unknown" if self.left is None else f"{duration(self.left)} more, roughly"

    def _tables(self) -> str:
        memory = f"{self.stats.memory / 1e6:,.3f} MB"
        if self.complete:
            return memory
        peak = "the peak is unknown" if self.peak_bytes is None else f"{self.peak_bytes / 1e6:,.3f} MB likely"
        return f"{memory} so far, {peak}, {MAX_MEMORY / 1e6:,.0f} MB at most"


def info(engine: Engine, assumed: Assumptions, time_limit: float | None, report: Report | None = None) -> Info:
    """Return what there is to see; see :meth:`Problem.info`."""
    limit = seconds(time_limit)
    with within(max(limit, LEAST_SECONDS)):
        return _seen(engine, assumed, limit, report)


def _seen(engine: Engine, assumed: Assumptions, limit: float, report: Report | None) -> Info:
    matrix, clock = engine.matrix, Drive(limit)
    doing = ["looking at the structure"]
    steps = Steps(report, lambda: ((len(doing) - 1) / STAGES, doing[-1]))

    def part(share: float) -> float:
        """Return the seconds of a share of the limit, or the rest of it if that is less."""
        clock.late()
        return max(min(limit * share, limit - clock.seconds), 0.0)

    structure = _in_time(lambda: (*_components(matrix, assumed), *_window(matrix, assumed)))
    n_components, largest, window, layer_nodes = structure or (None, None, None, None)
    doing.append("looking for symmetries")
    symmetries = _in_time(lambda: _symmetries(matrix, assumed, part(SYMMETRIES_SHARE), steps))
    doing.append("counting")
    count, complete = _begun(engine, assumed, part(COUNT_SHARE), steps)
    doing.append("looking for a proof")
    certificate = None if count.count else _in_time(lambda: _certificate(matrix, assumed, part(PROOF_SHARE), steps))
    stats = count.leading
    if certificate is not None and not complete:
        complete, stats = True, replace(stats, method="invariants")
    time_left = None if complete or count.left() == inf else count.left()
    peak = None if time_left is None else count.peak_bytes()
    doing.append("estimating plain search")
    search = None
    if time_left is None and not complete:
        search = estimate(engine, assumed, SAMPLES, 0, part(ESTIMATE_SHARE), steps.report)
    steps.end(count.count)
    return Info(
        components=n_components,
        largest=largest,
        never_chosen=len({*np.flatnonzero(~options_with_primary(matrix)).tolist()} - {*assumed.banned}),
        symmetries=symmetries,
        built_in=built_in_order(matrix) if symmetries is not None and assumed == NONE else None,
        window=window,
        layer_nodes=layer_nodes,
        certificate=certificate,
        stats=stats,
        solutions=count.count,
        complete=complete,
        left=time_left,
        peak_bytes=peak,
        search=search,
    )


def _in_time(look: Callable[[], Seen]) -> Seen | None:
    """Return the result of a look, or None if the time ended before."""
    try:
        return look()
    except OutOfTime:
        return None


def _components(matrix: Matrix, assumed: Assumptions) -> tuple[int, int]:
    """Return the number of components, and the options of the largest; 0 if it is plain that there is no solution."""
    parts = components(matrix, assumed)
    return (0, 0) if parts is None else (len(parts), int(parts.sizes.max(initial=0)))


def _begun(engine: Engine, assumed: Assumptions, limit: float, steps: Steps) -> tuple[StrategyCount, bool]:
    """Return a count that has run for this number of seconds, and whether it has ended."""
    count = StrategyCount(engine, assumed, time_limit=limit, progress=steps.report)
    try:
        count.run()
    except Unfinished:
        return count, False
    return count, True


def _symmetries(matrix: Matrix, assumed: Assumptions, limit: float, steps: Steps) -> int | None:
    """Return the number of symmetries that preserve the given and banned options, if they are found in time."""
    if len(matrix.indices) > MOST_SEEN_ENTRIES:
        return None
    graph = whole_graph(matrix, assumed)
    labeling = SeparateLabeling(graph)
    if Drive(limit).run(steps.watched(labeling)) != DONE or not labeling.complete:
        return None
    return printable(labeling.order * exchanges(equal_options(graph)))


def _window(matrix: Matrix, assumed: Assumptions) -> tuple[int | None, float | None]:
    """Return the bits of the window of a count by layers, and the nodes of full windows."""
    if len(matrix.indices) > MOST_SEEN_ENTRIES:
        return None, None
    plan = planned(matrix, assumed)
    return plan.width, plan.nodes if plan.nodes < MOST_PLANNED_NODES else None


def _certificate(matrix: Matrix, assumed: Assumptions, limit: float, steps: Steps) -> Certificate | None:
    """Return weights that prove that there is no solution, if they are found."""
    drive = Drive(limit)
    for kind in (Invariants, Places):
        machine = kind(matrix, assumed)
        if drive.run(steps.watched(machine), PROOF_WORK) == DONE:
            return machine.certificate
    return None
