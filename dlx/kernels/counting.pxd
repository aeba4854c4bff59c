"""The C interface of machines that count."""

from .kernel cimport CompiledMachine


cdef class CountingMachine(CompiledMachine):
    pass
