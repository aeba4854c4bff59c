# SPDX-License-Identifier: MIT
"""Which kernel searches a problem, and what is kept of one question for the next.

    links   dancing links: any problem, of any size
    bits    bit-parallel: problems whose tables fit in 64 MiB; faster on nearly all of them
    multi   dancing links where items have multiplicities: the only kernel for those problems; it takes all others too
    lanes   bit-sliced, for many questions of one problem side by side (not a kernel for a single search)

A problem's tables are compiled once, on the first question that wants them. A kernel that a search has done with waits
for the next question, so that asking costs no building: one of a kind at the most, and of lanes, which take longest to
build, as many as there are cores.
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
LEAST_QUESTIONS = 64  # for fewer, most lanes would stand idle
MOST_QUESTIONS = 2 ** (INDEX_BITS - 1) - 1  # they have numbers of 32 bits
MOST_IN_LANES = 4_096  # options
MAX_MEMORY = 1 << 30  # bytes of what remembers states, where nothing else is said

PLAINLY_SMALL = 96  # words of a state: up to there, bits took at most 1.5 times what links did, mostly under a third
TRIAL_NODES, TRIAL_WORK = 2_000, 2_000_000
PAUSED = 2


class Kernels:
    """The kernels of one problem."""

    def __init__(self) -> None:
        self._idle: dict[str, Kernel] = {}
        self._layout: Layout | None = None  # from the choice until the tables are made of it
        self._tables: Tables | None = None
        self._choice: str | None = None
        self._idle_lanes: list[Lanes] = []
        self._circuit: Circuit | None = None
        self.program: Callable[[], Program] | None = None  # for lanes, where there is one made for the problem

    def take(self, problem: Problem, name: str, seed: int | None) -> Kernel:
        """A kernel for one search: the one that the last search left, or a new one."""
        if problem.bounds is not None:
            name = self._with_bounds(name)
        elif name == "auto":  # an order of its own is nothing to links, and a whole set of tables to bits
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
        """The kernel for a problem with multiplicities."""
        if name not in ("auto", "multi"):
            raise ValueError(f"the kernel {name!r} does not take multiplicities; 'multi' does")
        return "multi"

    def give_back(self, kernel: Kernel) -> None:
        self._idle.setdefault(kernel.name, kernel)

    def lease(self, kernel: Kernel) -> Lease:
        """Gives the kernel back when it is dropped."""
        return Lease(self._idle, kernel)

    def choice(self, problem: Problem) -> str:
        """The kernel that is likely to be the faster one. The same on every run and machine: it goes by counters."""
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
            self.give_back(links)  # from here on another thread may have it
            if finished:
                self._layout = None
                return "links"  # before the tables were filled
            bits = self._bits(problem, None)
            bits.setup(())
            bits.run(TRIAL_NODES, 2**63, TRIAL_WORK)
            bits_cost = _bits_cost(bits, layout)
            self.give_back(bits)
            if links_cost < bits_cost:
                return "links"
        return "bits"

    def tables(self, problem: Problem) -> Tables | None:
        """The tables of the bit-parallel kernels, or None if they do not take the problem."""
        from ._bits import Tables
        from .layout import lay_out

        if self._tables is None and problem.bounds is None:
            layout = self._layout or lay_out(problem)
            self._tables = None if layout is None else Tables(layout)
            self._layout = None
        return self._tables

    def lanes(self, problem: Problem, name: str, n_questions: int) -> Lanes | None:
        """Lanes for so many questions, where they are asked for by name or likely to be faster; else None."""
        ready = self._circuit is not None
        return self.take_lanes(problem) if self.side_by_side(problem, name, n_questions, ready) else None

    def side_by_side(self, problem: Problem, name: str, n_questions: int, ready: bool = False) -> bool:
        """Are so many questions for the lanes? Those that are compiled (ready) take fewer of them."""
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
        # To compile an entry for the lanes takes about as long as a question alone, some microseconds.
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


# Nanoseconds a node, fitted on 28 problems of 16 to 288 words a state; nearly all within a third of what was measured.


def _links_cost(links: Kernel, layout: Layout) -> float:
    return 20 + 5.7 * links.updates / max(links.nodes, 1) + 0.03 * layout.n_primary


def _bits_cost(bits: Kernel, layout: Layout) -> float:
    shape = layout.shape
    spread = float((layout.high - layout.low).mean())
    counted = 0.3 * spread if 4 * spread < shape.words else 0.1 * shape.words
    return 25 + 0.25 * shape.stride + (3 + counted) * bits.updates / max(bits.nodes, 1)
