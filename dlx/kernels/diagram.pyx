# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A walk over the nodes of a diagram, the ends first, that checks the items used below each node; see zddfile.py.

A node has a set of up to 64 bits: the set of its high branch and the bits that its option adds. The set of its low
branch must be the same (`same`: every path from here uses exactly this set), or is united with it (some path from here
uses the bits). An option bars bits from the sets of its branches; a diagram that has a barred bit is wrong.

An item that several options may have needs numbers instead: the least and the most of its options on the paths below.

The walks trust their caller: branches lead to earlier nodes, and options are indices of the masks.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t


def holds(const int32_t[:, ::1] nodes not None, const uint64_t[::1] option_bits not None,
          const uint64_t[::1] barred_high not None, const uint64_t[::1] barred_low not None, bint equal,
          uint64_t[::1] below not None) -> bool:
    """Return whether no set has a barred bit, and the sets of both branches agree where they must.

    Args:
        nodes: (3, n) option, low and high of each node.
        option_bits: for each option, the bits it adds.
        barred_high: for each option, the bits that must not be below where it is chosen.
        barred_low: for each option, the bits that must not be below where it is not chosen.
        equal: both branches must have the same set.
        below: (n,) the sets, written here except for the two ends, which must be 0.

    """
    cdef Py_ssize_t node
    cdef int32_t option, low
    cdef uint64_t yes, no
    cdef bint good = True
    with nogil:
        for node in range(2, nodes.shape[1]):
            option, low = nodes[0, node], nodes[1, node]
            yes, no = below[nodes[2, node]], below[low]
            good = not (yes & barred_high[option] or no & barred_low[option])
            yes |= option_bits[option]
            good = good and not (equal and low != 0 and no != yes)
            if not good:
                break
            below[node] = yes if equal else yes | no
    return good


def extremes(const int32_t[:, ::1] nodes not None, const uint8_t[::1] has not None, int32_t root,
             int32_t[:, ::1] below not None) -> tuple[int, int]:
    """Return the least and the most options with an item on the paths from the root to the terminal 1.

    Args:
        nodes: (3, n) option, low and high of each node.
        has: for each option, whether it has the item.
        root: a node, not the terminal 0.
        below: (2, n) the numbers of all nodes, written here.

    """
    cdef Py_ssize_t node
    cdef int32_t low, high, gain
    with nogil:
        below[:, :2] = 0
        for node in range(2, nodes.shape[1]):
            low, high, gain = nodes[1, node], nodes[2, node], has[nodes[0, node]]
            below[0, node], below[1, node] = below[0, high] + gain, below[1, high] + gain
            if low != 0:  # from the terminal 0 no path leads to 1
                below[0, node] = min(below[0, node], below[0, low])
                below[1, node] = max(below[1, node], below[1, low])
    return below[0, root], below[1, root]
