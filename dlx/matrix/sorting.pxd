"""A counting sort, for the loops of other modules."""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset


cdef enum:
    SPARSE = 16  # with more keys than that a number, room for the keys would outgrow the numbers


cdef inline void sort_by(const int32_t* key, int32_t n_keys, const int32_t* numbers, int64_t n, int32_t* sorted,
                         int32_t* count) noexcept nogil:
    """Sort numbers by their keys, 0 .. n_keys-1; equal keys keep their order. ``count`` has room for n_keys + 1."""
    cdef int64_t k
    memset(count, 0, (n_keys + 1) * sizeof(int32_t))
    for k in range(n):
        count[key[numbers[k]] + 1] += 1
    for k in range(n_keys):
        count[k + 1] += count[k]
    for k in range(n):
        sorted[count[key[numbers[k]]]] = numbers[k]
        count[key[numbers[k]]] += 1
