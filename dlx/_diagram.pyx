# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""One walk over the nodes of a diagram, the ends first, that checks what is used below them: see zddfile.py.

A node has a set of up to 64 bits: that of its high branch, and what its option adds. That of its low branch must be the
same (`same`: each way from here uses just that), or is united with it (some way from here uses that). An option bars
bits from the sets of its branches; a diagram in which one is there is wrong.

It trusts its caller: branches lead to nodes before, and options are those of the masks.
"""

from libc.stdint cimport int32_t, uint64_t


def holds(const int32_t[:, ::1] nodes not None, const uint64_t[::1] own not None,
          const uint64_t[::1] barred_high not None, const uint64_t[::1] barred_low not None, bint same,
          uint64_t[::1] below not None):
    """Return whether nothing barred is there, and the sets are the same where they must be.

    Args:
        nodes: (3, n) option, low and high of each node.
        own: for each option, the bits that it adds.
        barred_high: for each option, the bits that must not be below where it is chosen.
        barred_low: for each option, the bits that must not be below where it is not chosen.
        same: both branches come to the same.
        below: (n,) the sets, written here but for the first two, those of the ends: they are 0.
    """
    cdef bint good
    with nogil:
        good = walk(nodes, own, barred_high, barred_low, same, below)
    return good


cdef bint walk(const int32_t[:, ::1] nodes, const uint64_t[::1] own, const uint64_t[::1] barred_high,
               const uint64_t[::1] barred_low, bint same, uint64_t[::1] below) noexcept nogil:
    cdef Py_ssize_t node
    cdef int32_t option, low
    cdef uint64_t yes, no
    for node in range(2, nodes.shape[1]):
        option, low = nodes[0, node], nodes[1, node]
        yes, no = below[nodes[2, node]], below[low]
        if yes & barred_high[option] or no & barred_low[option]:
            return False
        yes |= own[option]
        if same and low != 0 and no != yes:
            return False
        below[node] = yes if same else yes | no
    return True
