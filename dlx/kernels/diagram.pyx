# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A walk over the nodes of a diagram, the ends first, that checks the items used below each node; see zddfile.py.

A node has a set of up to 64 bits: the set of its high branch and the bits that its option adds. The set of its low
branch must be the same (`same`: every path from here uses exactly this set), or is united with it (some path from here
uses the bits). An option bars bits from the sets of its branches; a diagram that has a barred bit is wrong.

The walk trusts its caller: branches lead to earlier nodes, and options are indices of the masks.
"""

from libc.stdint cimport int32_t, uint64_t


def holds(const int32_t[:, ::1] nodes not None, const uint64_t[::1] own not None,
          const uint64_t[::1] barred_high not None, const uint64_t[::1] barred_low not None, bint same,
          uint64_t[::1] below not None):
    """Return whether no set has a barred bit, and the sets of both branches agree where they must.

    Args:
        nodes: (3, n) option, low and high of each node.
        own: for each option, the bits it adds.
        barred_high: for each option, the bits that must not be below where it is chosen.
        barred_low: for each option, the bits that must not be below where it is not chosen.
        same: both branches must have the same set.
        below: (n,) the sets, written here except for the two ends, which must be 0.

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
