# SPDX-License-Identifier: MIT
"""The links between marks: which are false if one is true (weak), and which is true if one is false (strong).

A mark is the number `cell * 9 + digit`, a set of marks an integer with those bits, as in ../tables.py. Each kind of
link has two tables, by mark.

    within a cell       weak    the other digits of the cell           strong    the other of two digits
    within a house      weak    the digit's other places               strong    the other of two places, house by house
"""

from __future__ import annotations

from ..tables import bits
from .marks import BITS, COUNT, HOUSES, PEERS, PLACES, PencilMarks

PEER_MARKS = [sum(1 << peer * 9 for peer in peers) for peers in PEERS]  # digit 1 of the cells that a cell sees


def _excluded(mark: int) -> list[int]:
    """Return the marks that a mark excludes, in the order in which the program reads them."""
    cell, digit = divmod(mark, 9)
    row, column, box = (HOUSES[house] for house, _ in PLACES[cell])
    peers = dict.fromkeys(peer for peer in (*box, *row, *column) if peer != cell)
    return [cell * 9 + other for other in range(9) if other != digit] + [peer * 9 + digit for peer in peers]


EXCLUDED = [_excluded(mark) for mark in range(729)]

MarkSets = list[int]  # sets of marks, by mark


def lengthening(nodes: int) -> int:
    """Return the tenths that the nodes of a chain add to its rating: one at each of 4, 6, 8, 12, 16, 24, ... nodes.

    >>> [lengthening(nodes) for nodes in (4, 5, 6, 7, 8, 9, 12, 13)]
    [0, 1, 1, 2, 2, 3, 3, 4]
    """
    tenths, most = 0, 4
    while nodes > most:
        most = most * 4 // 3 if tenths % 2 else most * 3 // 2
        tenths += 1
    return tenths


class MarkLinks:
    """The links of the marks of a puzzle."""

    def __init__(self, marks: PencilMarks) -> None:
        self.alive = sum(digits << cell * 9 for cell, digits in enumerate(marks.cells))
        self.open = list(bits(self.alive))
        self.weak_cell, self.weak_house = [0] * 729, [0] * 729
        self.strong_cell, self.strong_house = [0] * 729, [0] * 729
        for mark in self.open:
            cell, digit = divmod(mark, 9)
            here = marks.cells[cell] & ~(1 << digit)
            self.weak_cell[mark] = here << cell * 9
            self.weak_house[mark] = PEER_MARKS[cell] << digit & self.alive
            if COUNT[here] == 1:
                self.strong_cell[mark] = here << cell * 9
        for at, places in enumerate(marks.where):
            if COUNT[places] == 2:
                house, digit = divmod(at, 9)
                first, second = (HOUSES[house][k] * 9 + digit for k in BITS[places])
                self.strong_house[first] |= 1 << second
                self.strong_house[second] |= 1 << first


def both(first: MarkSets, second: MarkSets) -> MarkSets:
    """Return the union of two tables."""
    return [a | b for a, b in zip(first, second, strict=True)]
