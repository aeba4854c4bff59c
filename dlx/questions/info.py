# SPDX-License-Identifier: MIT
"""What the engine sees of a problem: its structure, the strategy of `count()`, and what that is likely to take.

    components  1, of 480 options                                      components.py
    symmetries  8                                                      symmetric.pyx
    window      17 bits: 517,736 nodes of a count by layers at most    plan.pyx: items that are open at once
    count       by layers: few items are open at once                  `count()` itself, for a second
    solutions   2,444,888,770,250,892,795,802,079,170,816
    time        0.009 s

No formula tells which strategy wins, so the race of `count()` decides here too. If it does not end within the time, the
leader foresees its end or says nothing, and an estimate tells what plain search would take.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from ..engine.drive import DONE, Drive
from ..engine.engine import MAX_MEMORY
from ..engine.limits import seconds
from ..engine.strategies.frontier import planned
from ..engine.strategies.invariants import proofs
from ..engine.unfinished import Unfinished
from ..structure.components import components
from ..structure.symmetries import equal_options, exchanges, labeling, whole_graph
from ..system.digits import magnitude, printable
from ..system.public import public
from ..system.wording import duration, plural
from .count import CountStats, StrategyCount
from .estimate import estimate

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..matrix.assumptions import Assumptions
    from ..matrix.matrix import Matrix
    from ..structure.invariants import Certificate
    from .estimate import Estimate

MOST_SEEN_ENTRIES = 500_000  # of a problem whose symmetries and window are looked for: a second each
NOT_SEEN = "unknown, because the problem is too large"
SAMPLES = 200  # of the estimate of plain search
NAMES = {  # of strategies, and the reason why they lead
    "search": ("plain search", "situations seldom come up again"),
    "memo": ("memory", "many situations come up again"),
    "frontier": ("layers", "few items are open at once"),
    "symmetric": ("symmetry", "what remains is often the same under other names"),
    "components": ("components", "they share no constraint, so their counts multiply"),
    "invariants": ("invariants", "weights of items prove that there is no solution"),
    "learning": ("learning", "dead ends have few reasons"),
}


@public("dlx")
@dataclass(frozen=True, slots=True)
class Info:
    """The result of :meth:`Problem.info`; ``str()`` is a readable table."""

    components: int  # parts that share no constraint, without what the given options force
    largest: int  # options of the largest of them
    symmetries: int | None  # that preserve the given and banned options, exactly; None: the problem is too large
    window: int | None  # bits that distinguish the states of a layer; None: the problem is too large to measure it
    layer_nodes: float | None  # of a count by layers, if every state of each window occurred
    certificate: Certificate | None  # weights that prove that there is no solution; None: none are found
    stats: CountStats  # of the strategy that counted, or leads
    solutions: int  # counted so far
    complete: bool  # these are all
    left: float | None  # likely seconds for the rest; None: unknown
    search: Estimate | None  # of plain search, if the rest is unknown

    def __str__(self) -> str:
        name, reason = NAMES[self.stats.method]
        if self.complete and self.stats.method == "search":
            reason = "there is little to search"
        rows = {
            "components": f"{self.components:,}, the largest of {plural(self.largest, 'option')}",
            "symmetries": NOT_SEEN if self.symmetries is None else magnitude(self.symmetries),
            "window": self._window(),
            "proof": "" if self.certificate is None else str(self.certificate).replace("\n", "\n" + 12 * " "),
            "count": f"by {name}: {reason}",
            "solutions": f"{'' if self.complete else 'at least '}{magnitude(self.solutions)}",
            "time": self._time(),
            "tables": f"{self.stats.memory / 1e6:,.3f} MB{'' if self.complete else ' so far'}",
            "search": "" if self.search is None else f"without a memory: {self.search}",
        }
        return "\n".join(f"{head:11} {text}" for head, text in rows.items() if text)

    def _window(self) -> str:
        if self.window is None or self.layer_nodes is None:
            return NOT_SEEN
        nodes = f"{ceil(self.layer_nodes):,}" if self.layer_nodes < 10**6 else f"{self.layer_nodes:.1e}"
        return f"{plural(self.window, 'bit')}: {nodes} nodes of a count by layers at most"

    def _time(self) -> str:
        if self.complete:
            return f"{self.stats.seconds:.3f} s"
        return "unknown" if self.left is None else f"about {duration(self.left)} more"


def info(engine: Engine, assumed: Assumptions, time_limit: float | None) -> Info:
    """Return what there is to see; see :meth:`Problem.info`."""
    matrix = engine.matrix
    parts = components(matrix, assumed)
    window, layer_nodes = _window(matrix, assumed)
    count = StrategyCount(engine, assumed, time_limit=time_limit)
    try:
        count.run()
        complete = True
    except Unfinished:
        complete = False
    left = None if complete else count.left()
    estimated = left is None and not complete and matrix.bounds is None
    return Info(
        components=0 if parts is None else len(parts),
        largest=max((len(part.options) for part in parts or ()), default=0),
        symmetries=_symmetries(matrix, assumed, time_limit),
        window=window,
        layer_nodes=layer_nodes,
        certificate=None if count.count else _certificate(matrix, assumed, time_limit),
        stats=count.leading,
        solutions=count.count,
        complete=complete,
        left=left,
        search=estimate(engine, assumed, SAMPLES, 0, time_limit, None) if estimated else None,
    )


def _symmetries(matrix: Matrix, assumed: Assumptions, time_limit: float | None) -> int | None:
    """Return the number of symmetries that preserve the given and banned options, if they are found in time."""
    if len(matrix.indices) > MOST_SEEN_ENTRIES:
        return None
    graph = whole_graph(matrix, assumed)
    found = labeling(graph)
    if Drive(seconds(time_limit)).run(found) != DONE or not found.complete:
        return None
    return printable(found.order * exchanges(equal_options(graph)))


def _window(matrix: Matrix, assumed: Assumptions) -> tuple[int, float] | tuple[None, None]:
    """Return the bits of the window of a count by layers, and the nodes of full windows."""
    if len(matrix.indices) > MOST_SEEN_ENTRIES:
        return None, None
    plan = planned(matrix, assumed)
    return plan.width, plan.nodes


def _certificate(matrix: Matrix, assumed: Assumptions, time_limit: float | None) -> Certificate | None:
    """Return weights that prove that there is no solution, if they are found."""
    machine = proofs(matrix, assumed, MAX_MEMORY)
    found = machine is not None and Drive(seconds(time_limit)).run(machine) == DONE
    return machine.certificate if machine is not None and found else None
