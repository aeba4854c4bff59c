# SPDX-License-Identifier: MIT
"""Which kernel searches a problem, and what is kept of one question for the next.

    links   dancing links: any problem, of any size
    bits    bit-parallel: problems whose tables fit in 64 MiB; faster on nearly all of them

A problem's tables are compiled once, on the first question that wants them. A kernel that a search has done with waits for
the next question, one of a kind at the most, so that asking costs no building.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._kernel import Kernel, shuffled
from ._links import Links

if TYPE_CHECKING:
    from ._bits import Bits, Tables
    from .layout import Layout
    from .problem import Problem

KERNELS = ("links", "bits")


class Kernels:
    """The kernels of one problem."""

    def __init__(self) -> None:
        self._idle: dict[str, Kernel] = {}
        self._tables: Tables | None = None
        self._choice: str | None = None

    def take(self, problem: Problem, name: str, seed: int | None) -> Kernel:
        """A kernel for one search: the one that the last search left, or a new one."""
        if name == "auto":
            if self._choice is None:
                self._choice = choose(problem)
            name = self._choice
        if seed is None and name in self._idle:
            try:
                return self._idle.pop(name)
            except KeyError:  # another thread was faster
                pass
        return self._links(problem, seed) if name == "links" else self._bits(problem, seed)

    def give_back(self, kernel: Kernel) -> None:
        self._idle.setdefault(kernel.name, kernel)

    def _links(self, problem: Problem, seed: int | None) -> Links:
        order = None if seed is None else shuffled(problem.n_options, seed)
        return Links(problem.indptr, problem.indices, problem.colors, problem.n_items, problem.n_primary, order)

    def _bits(self, problem: Problem, seed: int | None) -> Bits:
        from ._bits import Bits, Tables

        if seed is not None:
            return Bits(Tables(_layout(problem, seed)))
        if self._tables is None:
            self._tables = Tables(_layout(problem))
        return Bits(self._tables)


def _layout(problem: Problem, seed: int | None = None) -> Layout:
    from .layout import MOST_BYTES, lay_out

    layout = lay_out(problem, None if seed is None else shuffled(problem.n_options, seed))
    if layout is None:
        raise ValueError(
            f"the kernel 'bits' would need more than {MOST_BYTES >> 20} MiB of tables for {problem.n_options:,} options; "
            "'links' takes any problem"
        )
    return layout


def choose(problem: Problem) -> str:
    """The kernel that is likely to be the faster one."""
    from .layout import lay_out

    return "links" if lay_out(problem) is None else "bits"
