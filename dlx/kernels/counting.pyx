# SPDX-License-Identifier: MIT
"""The part that machines share which count each state once: memoized search, layers, symmetry, classes."""

from ..system.wording import plural


cdef class CountingMachine(CompiledMachine):
    """A machine that looks each state up among those before it. The class is abstract."""

    expanded = lookups = hits = 0  # states extended; states reached; states reached again

    @property
    def detail(self) -> str:
        return f"{plural(self.lookups - self.hits, 'state')}, {self.hits / max(self.lookups, 1):.0%} seen before"
