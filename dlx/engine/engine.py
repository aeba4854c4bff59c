# SPDX-License-Identifier: MIT
"""The choice of a kernel for a problem, and the tables and kernels kept from one question to the next.

    links   dancing links: any problem, of any size
    bits    bit-parallel: problems whose tables fit in 64 MiB; faster on nearly all of them
    multi   dancing links with multiplicities: for problems that have them, of any size; it takes all others too
    lanes   bit-sliced, for many questions about one problem side by side (not a kernel for a single search)

We compile a problem's tables once, for the first question that needs them. When a search ends, its kernel is kept for
the next question, which then has nothing to build. We keep at most one idle kernel of each kind, and as many lanes as
there are cores, because lanes take longest to build.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..kernels.bits.bits import Bits, Tables
from ..kernels.bits.layout import lay_out
from ..kernels.kernel import Kernel, Lease, shuffled
from ..kernels.links.links import Links
from ..matrix.entries import INDEX_BITS
from ..system.wording import unknown_name
from .drive import DONE
from .support import check_problem, refusal, too_large

if TYPE_CHECKING:
    from array import array

    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.bits.places import Layout
    from ..kernels.lanes.circuit import Circuit
    from ..kernels.lanes.lanes import Lanes, Program
    from ..kernels.links.multi import Multi
    from ..matrix.matrix import Matrix

KERNELS = ("links", "bits", "multi")
LEAST_QUESTIONS = 64  # with fewer, most lanes would be idle
MOST_QUESTIONS = 2 ** (INDEX_BITS - 1) - 1  # question numbers have 32 bits
MOST_IN_LANES = 4_096  # options
MAX_MEMORY = 1 << 30  # default memory for remembered states, in bytes

# Words of a state. Up to here bits took at most 1.5 times the time of links, mostly under a third. Tiny problems follow
# the same rule. Microseconds of building a problem, then finding its first solution, or counting all (AVX2):
#
#                                       first:  links    bits     all:  links    bits
#     5 options                                  11.0    11.6            10.4    11.0
#     matchings of K6                            12.0    13.5            12.1    12.8
#     28 random options over 8 items             13.4    15.1            28.0    18.7
#     queens 8                                   29.9    27.4             135      34
#     100 random options over 20 items           24.2    34.2           1,908     656
PLAINLY_SMALL = 96
TRIAL_NODES, TRIAL_WORK = 2_000, 2_000_000


class Stock:
    """Compiled tables and idle kernels of one problem, kept from one question to the next."""

    program: Callable[[], Program] | None = None  # for lanes, if one was written for this problem
    layout: Layout | None = None  # kept from the choice of a kernel until the tables are built
    tables: Tables | None = None
    choice: str | None = None
    circuit: Circuit | None = None

    def __init__(self) -> None:
        self.idle: dict[str, Kernel] = {}
        self.lanes: list[Lanes] = []


class Engine:
    """A matrix and its stock: lends a kernel to each question.

    >>> from dlx import Problem
    >>> with Problem([["a"], ["a"]]).engine.lend() as kernel:
    ...     kernel.setup([]), kernel.step(100), kernel.solutions
    (True, 0, 2)
    """

    __slots__ = ("matrix", "stock")

    def __init__(self, matrix: Matrix, stock: Stock | None = None) -> None:
        self.matrix = matrix
        self.stock = Stock() if stock is None else stock

    def __reduce__(self) -> tuple[type[Engine], tuple[Matrix]]:
        return Engine, (self.matrix.without_rows(),)  # each process compiles its own tables

    # --- kernels, one for each search

    def lend(self, name: str = "auto", seed: int | None = None) -> Lease:
        """Return the lease of an idle kernel or a new one: use it as a context, or keep it as long as the kernel.

        Raises:
            ValueError: the kernel does not take this problem.
        """
        stock = self.stock
        if self.matrix.bounds is not None:
            check_problem(self.matrix, f"kernel={name}")
        if name == "auto":  # a shuffled order costs lists nothing, but bits a whole set of tables
            name = self.with_lists if seed is not None else stock.choice or self.choice()
        if seed is not None:
            return Lease({}, self._new(name, seed))  # no one else wants a shuffled kernel
        kernel = stock.idle.pop(name, None)
        return Lease(stock.idle, self._new(name, None) if kernel is None else kernel)

    def _new(self, name: str, seed: int | None) -> Kernel:
        order = None if seed is None else shuffled(self.matrix.n_options, seed)
        if name != "bits":
            return self.linked(order, name=name)
        tables = self.tables() if order is None else tables_of(lay_out(self.matrix, order))
        if tables is None:
            raise refusal(too_large(self.matrix), "kernel=bits", "large")
        return Bits(tables)

    def choice(self) -> str:
        """Return the kernel that is likely to be faster, chosen by counters: the same on every run and machine."""
        if self.stock.choice is None:
            self.stock.choice = self._choose()
        return self.stock.choice

    @property
    def with_lists(self) -> str:
        """The kernel of dancing links that takes the problem."""
        return "links" if self.matrix.bounds is None else "multi"

    def _choose(self) -> str:
        layout = self.stock.layout = lay_out(self.matrix)
        if layout is None:
            return self.with_lists
        if layout.shape.stride > PLAINLY_SMALL:
            with self.lend(self.with_lists) as links:
                finished = _try(links, TRIAL_NODES) == DONE
                links_cost = _links_cost(links, layout)
            if finished:
                self.stock.layout = None
                return self.with_lists  # without filling the tables
            with self.lend("bits") as bits:
                _try(bits, TRIAL_NODES)
                bits_cost = _bits_cost(bits, layout)
            if links_cost < bits_cost:
                return self.with_lists
        return "bits"

    def tables(self) -> Tables | None:
        """Return the tables of the bit-parallel kernels, or None if they do not take the problem."""
        stock = self.stock
        if stock.tables is None:
            stock.tables = tables_of(stock.layout or lay_out(self.matrix))
            stock.layout = None
        return stock.tables

    def linked(
        self, order: array[int] | None, weights: NDArray[np.float32] | None = None, name: str = ""
    ) -> Links | Multi:
        """Return a new kernel with an order of the options and weights of the items, both of which may change later."""
        m = self.matrix
        if (name or self.with_lists) == "links":
            return Links(m.indptr, m.indices, m.colors, m.n_items, m.n_primary, order, weights)
        from ..kernels.links.multi import Multi

        return Multi(m.indptr, m.indices, m.colors, m.bounds, m.n_items, m.n_primary, order, weights)

    # --- lanes, for many questions

    def side_by_side(self, name: str, n_questions: int, *, ready: bool = False) -> bool:
        """Return whether to answer this many questions in lanes; compiled (ready) lanes pay for fewer questions.

        Raises:
            ValueError: no such kernel, or it does not take this problem.
        """
        if name not in ("auto", "lanes", *KERNELS):
            raise ValueError(unknown_name("no kernel", name, ("auto", "lanes", *KERNELS)))
        if name in KERNELS:
            return False
        m = self.matrix
        large = f"{m.n_options:,} options are more than {MOST_IN_LANES:,}" if m.n_options > MOST_IN_LANES else ""
        check_problem(m, f"kernel={name}", large=large)
        possible = m.bounds is None and m.n_primary > 0 and not large
        # Compiling an entry for the lanes takes about as long as one question alone, a few microseconds.
        least = LEAST_QUESTIONS if ready or self.stock.program else max(LEAST_QUESTIONS, len(m.indices))
        return name == "lanes" or (possible and least <= n_questions <= MOST_QUESTIONS)

    @contextmanager
    def lend_lanes(self) -> Iterator[Lanes]:
        """Lend idle lanes or new ones. If the block ends early, they are dropped."""
        try:
            lanes = self.stock.lanes.pop()
        except IndexError:
            lanes = self._new_lanes()
        yield lanes
        lanes.forget()
        if len(self.stock.lanes) < (os.cpu_count() or 1):
            self.stock.lanes.append(lanes)

    def _new_lanes(self) -> Lanes:
        from ..kernels.lanes.lanes import Lanes

        stock = self.stock
        if stock.program:
            return Lanes(program=stock.program())
        if stock.circuit is None:
            from ..kernels.lanes.circuit import circuit

            stock.circuit = circuit(self.matrix)
        return Lanes(stock.circuit)


def tables_of(layout: Layout | None) -> Tables | None:
    """Return the tables of a layout; None if they are too large."""
    return None if layout is None else Tables(layout)


def _try(kernel: Kernel, nodes: int) -> int:
    """Search the first nodes of a problem."""
    kernel.setup(())
    kernel.node_stop = nodes
    return kernel.step(TRIAL_WORK)


# Nanoseconds per node, fitted to 28 problems with 16 to 288 words per state. Nearly all estimates are within a third of
# the measured time.


def _links_cost(links: Kernel, layout: Layout) -> float:
    return 20 + 5.7 * links.updates / max(links.nodes, 1) + 0.03 * layout.n_primary


def _bits_cost(bits: Kernel, layout: Layout) -> float:
    shape, spread = layout.shape, layout.spread / layout.n_primary
    counted = 0.3 * spread if 4 * spread < shape.words else 0.1 * shape.words
    return 25 + 0.25 * shape.stride + (3 + counted) * bits.updates / max(bits.nodes, 1)
