# SPDX-License-Identifier: MIT
"""The easier steps within a net: locked digits, pairs and X-Wings.

Each rests on the marks that the net removed from a few units, and needs at least one.
"""


from dlx.kernels.kernel cimport popcount

from .nested_nets cimport add_false, add_parents
from .nested_state cimport has, house_cell, low_bit, Net, NONE, unit_mark, unit_marks, Work


cdef inline bint remove_places(Work* work, Net* net, int unit, int places, int* because, int n) noexcept nogil:
    """Remove marks of a unit by a step that rests on n units."""
    cdef int at, k, rest = 0
    cdef bint found = False
    cdef int shown = places & unit_marks(&net.now, unit)
    while shown:
        k = low_bit(shown)
        shown &= shown - 1
        if not has(net.false, unit_mark(unit, k)):
            rest |= 1 << k
    if not rest:
        return False
    at = add_parents(work, net, because, n)
    while at != NONE and rest:
        k = low_bit(rest)
        rest &= rest - 1
        found |= add_false(net, unit_mark(unit, k), at, NONE)
    return found


cdef inline bint locked(Work* work, Net* net) noexcept nogil:
    """Apply pointing and claiming."""
    cdef int box, digit, places, k, line, across, unit, base, group
    cdef bint found = False
    for across in range(1, -1, -1):  # columns first
        for box in range(18, 27):
            for digit in range(9):
                unit = 81 + box * 9 + digit
                places = unit_marks(&net.now, unit)
                if not places & (places - 1):
                    continue
                for k in range(3):
                    group = (0o111 if across else 0o7) << (k if across else 3 * k)
                    if places & ~group == 0:
                        line = 9 + (box - 18) % 3 * 3 + k if across else (box - 18) // 3 * 3 + k
                        base = 3 * ((box - 18) // 3) if across else 3 * ((box - 18) % 3)
                        found |= remove_places(work, net, 81 + line * 9 + digit, 511 & ~(7 << base), &unit, 1)
    for across in range(1, -1, -1):  # columns first
        for line in range(9 * across, 9 * across + 9):
            for digit in range(9):
                unit = 81 + line * 9 + digit
                places = unit_marks(&net.now, unit)
                if not places & (places - 1):
                    continue
                for k in range(3):
                    if places & ~(7 << 3 * k) == 0:
                        box = 18 + (3 * k + (line - 9) // 3 if across else line // 3 * 3 + k)
                        group = (0o111 if across else 0o7) << (line % 3 if across else 3 * (line % 3))
                        found |= remove_places(work, net, 81 + box * 9 + digit, 511 & ~group, &unit, 1)
    return found


cdef inline bint hidden_pairs(Work* work, Net* net) noexcept nogil:
    cdef int h, house, a, b, places, rest, cell
    cdef int units[2]
    cdef bint found = False
    for h in range(27):
        house = (h + 18) % 27
        for a in range(9):
            places = net.now.where[house * 9 + a]
            if popcount(places) != 2:
                continue
            for b in range(a + 1, 9):
                if net.now.where[house * 9 + b] == places:
                    units[0], units[1] = 81 + house * 9 + a, 81 + house * 9 + b
                    rest = places
                    while rest:
                        cell = house_cell[house][low_bit(rest)]
                        rest &= rest - 1
                        found |= remove_places(work, net, cell, ~(1 << a | 1 << b), units, 2)
    return found


cdef inline bint naked_pairs(Work* work, Net* net) noexcept nogil:
    cdef int h, house, i, j, k, digits
    cdef int units[2]
    cdef bint found = False
    for h in range(27):
        house = (h + 18) % 27
        for i in range(9):
            units[0] = house_cell[house][i]
            digits = net.now.cells[units[0]]
            if popcount(digits) != 2:
                continue
            for j in range(i + 1, 9):
                units[1] = house_cell[house][j]
                if net.now.cells[units[1]] == digits:
                    for k in range(9):
                        if k != i and k != j:
                            found |= remove_places(work, net, house_cell[house][k], digits, units, 2)
    return found


cdef inline bint x_wings(Work* work, Net* net) noexcept nogil:
    cdef int first, across, digit, a, b, k, places, rest
    cdef int units[2]
    cdef bint found = False
    for first in range(9, -1, -9):
        across = 9 - first
        for digit in range(9):
            for a in range(9):
                places = net.now.where[(first + a) * 9 + digit]
                if popcount(places) != 2:
                    continue
                for b in range(a + 1, 9):
                    if net.now.where[(first + b) * 9 + digit] == places:
                        units[0], units[1] = 81 + (first + a) * 9 + digit, 81 + (first + b) * 9 + digit
                        rest = places
                        while rest:
                            k = low_bit(rest)
                            rest &= rest - 1
                            found |= remove_places(
                                work, net, 81 + (across + k) * 9 + digit, ~(1 << a | 1 << b), units, 2
                            )
    return found
