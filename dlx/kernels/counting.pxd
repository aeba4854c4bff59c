"""The C interface of machines that count each state once."""

from libc.stdint cimport uint64_t

from .kernel cimport CompiledMachine


cdef struct Tally:
    uint64_t work  # in the unit of step()
    uint64_t nodes  # the same, in nodes of a memoized search
    uint64_t expanded  # states whose branches have been taken
    uint64_t lookups  # states reached, equal ones counted again
    uint64_t hits  # ... that were equal to another
    bint full  # has it given up for lack of memory?


cdef class CountingMachine(CompiledMachine):
    cdef public uint64_t node_stop  # number of nodes after which step() returns

    cdef Tally tally(self) noexcept
    cdef int end_of_step(self, bint done)
