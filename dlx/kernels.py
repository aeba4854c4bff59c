# SPDX-License-Identifier: MIT
"""The choice of a kernel for a problem, and the tables and kernels kept from one question to the next.

    links   dancing links: any problem, of any size
    bits    bit-parallel: problems whose tables fit in 64 MiB; faster on nearly all of them
    multi   dancing links with multiplicities: the only kernel for problems that have them; it takes all others too
    lanes   bit-sliced, for many questions about one problem side by side (not a kernel for a single search)

We compile a problem's tables once, for the first question that needs them. When a search ends, its kernel is kept for
the next question, which then has nothing to build. We keep at most one idle kernel of each kind, and as many lanes as
there are cores, because lanes take longest to build.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ._kernel import INDEX_BITS, Kernel, Lease, shuffled
from ._links import Links

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._bits import Bits, Tables
    from ._lanes import Lanes, Program
    from ._multi import Multi
    from .circuit import Circuit
    from .layout import Layout
    from .problem import Problem

KERNELS = ("links", "bits", "multi")
LEAST_QUESTIONS = 64  # with fewer, most lanes would be idle
MOST_QUESTIONS = 2 ** (INDEX_BITS - 1) - 1  # question numbers have 32 bits
MOST_IN_LANES = 4_096  # options
MAX_MEMORY = 1 << 30  # default memory for remembered states, in bytes

PLAINLY_SMALL = 96  # words of a state; up to here bits took at most 1.5 times the time of links, mostly under a third
TRIAL_NODES, TRIAL_WORK = 2_000, 2_000_000
PAUSED = 2


class Kernels:
    """The kernels of one problem."""

    def __init__(self) -> None:
        self._idle: dict[str, Kernel] = {}
        self._layout: Layout | None = None  # kept from the choice of a kernel until the tables are built
        self._tables: Tables | None = None
        self._choice: str | None = None
        self._idle_lanes: list[Lanes] = []
        self._circuit: Circuit | None = None
        self.program: Callable[[], Program] | None = None  # for lanes, if one was written for this problem

    def take(self, problem: Problem, name: str, seed: int | None) -> Kernel:
        """Return a kernel for one search: an idle one, or a new one."""
        if problem.bounds is not None:
            name = self._with_bounds(name)
        elif name == "auto":  # a shuffled order costs links nothing, but bits a whole set of tables
            name = "links" if seed is not None else self.choice(problem)
        if seed is None and name in self._idle:
            try:
                return self._idle.pop(name)
            except KeyError:  # another thread was faster
                pass
        if name == "multi":
            return self._multi(problem, seed)
        return self._links(problem, seed) if name == "links" else self._bits(problem, seed)

    def _with_bounds(self, name: str) -> str:
        """Return the kernel for a problem with multiplicities; raise ValueError if ``name`` does not take them."""
        if name not in ("auto", "multi"):
            raise ValueError(f"the kernel {name!r} does not take multiplicities; 'multi' does")
        return "multi"

    def give_back(self, kernel: Kernel) -> None:
        self._idle.setdefault(kernel.name, kernel)

    def lease(self, kernel: Kernel) -> Lease:
        """Return a lease that gives the kernel back when it is dropped."""
        return Lease(self._idle, kernel)

    def choice(self, problem: Problem) -> str:
        """Return the kernel that is likely to be faster, chosen by counters: the same on every run and machine."""
        if self._choice is None:
            self._choice = self._choose(problem)
        return self._choice

    def _choose(self, problem: Problem) -> str:
        from .layout import lay_out

        layout = self._layout = lay_out(problem)
        if layout is None:
            return "links"
        if layout.shape.stride > PLAINLY_SMALL:
            links = self.take(problem, "links", None)
            links.setup(())
            finished = links.run(TRIAL_NODES, 2**63, TRIAL_WORK) != PAUSED
            links_cost = _links_cost(links, layout)
            self.give_back(links)  # from here on another thread may take it
            if finished:
                self._layout = None
                return "links"  # without filling the tables
            bits = self._bits(problem, None)
            bits.setup(())
            bits.run(TRIAL_NODES, 2**63, TRIAL_WORK)
            bits_cost = _bits_cost(bits, layout)
            self.give_back(bits)
            if links_cost < bits_cost:
                return "links"
        return "bits"

    def tables(self, problem: Problem) -> Tables | None:
        """Return the tables of the bit-parallel kernels, or None if they do not take the problem."""
        from ._bits import Tables
        from .layout import lay_out

        if self._tables is None and problem.bounds is None:
            layout = self._layout or lay_out(problem)
            self._tables = None if layout is None else Tables(layout)
            self._layout = None
        return self._tables

    def lanes(self, problem: Problem, name: str, n_questions: int) -> Lanes | None:
        """Return lanes for this many questions if requested by name or likely to be faster, else None."""
        ready = self._circuit is not None
        return self.take_lanes(problem) if self.side_by_side(problem, name, n_questions, ready) else None

    def side_by_side(self, problem: Problem, name: str, n_questions: int, ready: bool = False) -> bool:
        """Return whether to answer this many questions in lanes; compiled (ready) lanes pay for fewer questions."""
        if name not in ("auto", "lanes", *KERNELS):
            raise ValueError(f"no kernel {name!r}; choose one of auto, lanes, {', '.join(KERNELS)}")
        if name in KERNELS:
            return False
        if problem.bounds is not None:
            self._with_bounds(name)
            return False
        possible = problem.n_primary > 0 and problem.n_options <= MOST_IN_LANES
        if name == "lanes" and not possible:
            raise ValueError(
                f"the kernel 'lanes' takes problems with a primary item and at most {MOST_IN_LANES:,} options"
            )
        # Compiling an entry for the lanes takes about as long as one question alone, a few microseconds.
        least = LEAST_QUESTIONS if ready or self.program else max(LEAST_QUESTIONS, len(problem.indices))
        return name == "lanes" or (possible and least <= n_questions <= MOST_QUESTIONS)

    def take_lanes(self, problem: Problem) -> Lanes:
        try:
            return self._idle_lanes.pop()
        except IndexError:
            return self._new_lanes(problem)

    def give_lanes_back(self, lanes: Lanes) -> None:
        lanes.forget()
        if len(self._idle_lanes) < (os.cpu_count() or 1):
            self._idle_lanes.append(lanes)

    def _new_lanes(self, problem: Problem) -> Lanes:
        from ._lanes import Lanes

        if self.program:
            return Lanes(program=self.program())
        if self._circuit is None:
            from .circuit import circuit

            self._circuit = circuit(problem)
        return Lanes(self._circuit)

    def _links(self, problem: Problem, seed: int | None) -> Links:
        order = None if seed is None else shuffled(problem.n_options, seed)
        return Links(problem.indptr, problem.indices, problem.colors, problem.n_items, problem.n_primary, order)

    def _multi(self, problem: Problem, seed: int | None) -> Multi:
        from ._multi import Multi

        order = None if seed is None else shuffled(problem.n_options, seed)
        p = problem
        return Multi(p.indptr, p.indices, p.colors, p.bounds, p.n_items, p.n_primary, order)

    def _bits(self, problem: Problem, seed: int | None) -> Bits:
        from ._bits import Bits
        from .layout import MOST_BYTES

        tables = self.tables(problem) if seed is None else _shuffled_tables(problem, seed)
        if tables is None:
            raise ValueError(
                f"the kernel 'bits' would need more than {MOST_BYTES >> 20} MiB of tables "
                f"for {problem.n_options:,} options; 'links' takes any problem"
            )
        return Bits(tables)


def _shuffled_tables(problem: Problem, seed: int) -> Tables | None:
    """Return tables with the options of each item in another order, or None if they are too large."""
    from ._bits import Tables
    from .layout import lay_out

    layout = lay_out(problem, shuffled(problem.n_options, seed))
    return None if layout is None else Tables(layout)


# Nanoseconds per node, fitted to 28 problems with 16 to 288 words per state. Nearly all estimates are within a third of
# the measured time.


def _links_cost(links: Kernel, layout: Layout) -> float:
    return 20 + 5.7 * links.updates / max(links.nodes, 1) + 0.03 * layout.n_primary


def _bits_cost(bits: Kernel, layout: Layout) -> float:
    shape = layout.shape
    spread = float((layout.high - layout.low).mean())
    counted = 0.3 * spread if 4 * spread < shape.words else 0.1 * shape.words
    return 25 + 0.25 * shape.stride + (3 + counted) * bits.updates / max(bits.nodes, 1)
