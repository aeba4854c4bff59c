# SPDX-License-Identifier: MIT
"""The part that machines share which count each state once: memoized search, layers, symmetry, classes.

A machine counts where it works, in its own struct. Its tally() collects the counters between two slices.
"""

from .kernel cimport DONE, LIMIT, PAUSED, UNLIMITED
from ..system.wording import plural


cdef class CountingMachine(CompiledMachine):
    """A machine that looks each state up among those before it. The class is abstract.

    >>> CountingMachine().detail
    '0 states, 0% seen before'
    """

    order: str | None = None  # of its branching, "mrv" or "fixed", if it has one

    def __cinit__(self):
        self.node_stop = UNLIMITED

    cdef Tally tally(self) noexcept:
        """Return the counters as they are now."""
        return Tally(0, 0, 0, 0, 0, False)

    cdef int end_of_step(self, bint done):
        """Return the outcome of a slice: DONE, PAUSED, or LIMIT if the machine is full or at ``node_stop``."""
        cdef Tally t = self.tally()
        if t.full or (not done and t.nodes >= self.node_stop):
            return LIMIT
        return DONE if done else PAUSED

    @property
    def work(self) -> int:
        return self.tally().work

    @property
    def nodes(self) -> int:
        """Return the work so far, in nodes of a memoized search."""
        return self.tally().nodes

    @property
    def expanded(self) -> int:
        """Return the number of states whose branches have been taken."""
        return self.tally().expanded

    @property
    def lookups(self) -> int:
        """Return the number of states reached, equal ones counted again."""
        return self.tally().lookups

    @property
    def hits(self) -> int:
        """Return the number of states reached that were equal to another."""
        return self.tally().hits

    @property
    def full(self) -> bool:
        return self.tally().full

    @property
    def detail(self) -> str:
        cdef Tally t = self.tally()
        return f"{plural(t.lookups - t.hits, 'state')}, {t.hits / <double> max(t.lookups, 1):.0%} seen before"
