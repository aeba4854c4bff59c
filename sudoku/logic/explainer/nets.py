# SPDX-License-Identifier: MIT
"""All that follows from a mark, and the conclusions from that.

    Nishio           a net of one digit ends in a contradiction                   7.5
    cell, region     all digits of a cell, or places in a house, agree            8.0

The nodes of all branches add to these as for chains. A mark that is true makes others false. A mark that is false makes
another true if that is the last one of a unit: in a chain, of a unit that has two marks; in a *dynamic* net, such as
Nishio's, of any unit whose other marks became false on the way, and the node rests on all of these. dynamic.py has the
dynamic nets of all digits.

    node     2 * mark + 1 if the mark is true, 2 * mark if it is false

The number of nodes of a contradiction depends on the order of its branches. So we follow all marks that are true before
the next one that is false, and look at the boxes first, then at rows and columns: with other orders, 5 to 10 of 47
Nishio steps had another rating than in the program.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from ..tables import bits
from .chains import conclusion
from .links import EXCLUDED, MarkLinks, MarkSets, both, lengthening
from .marks import BITS, COUNT, HOUSES, Hint, PencilMarks

NetNode = int


BOX_ROW_COLUMN = (*range(18, 27), *range(18))


class ConsequenceNet:
    """The consequences of a node, nearest first, up to the first contradiction."""

    __slots__ = ("clash", "false", "parents", "removed", "sizes", "true", "units", "weak")

    def __init__(self, start: NetNode, weak: MarkSets, units: list[list[int]]) -> None:
        self.weak = weak
        self.units = units  # by mark: sets of marks of which one is true
        self.parents: dict[NetNode, tuple[NetNode, ...]] = {start: ()}
        self.true = self.false = 0
        self.removed = 0  # marks of `false` whose consequences have been added
        self.sizes: dict[NetNode, int] = {}  # nodes of the branches counted before
        self.clash: int | None = None  # a mark found both true and false
        self._spread(start)

    def _spread(self, start: NetNode) -> None:
        positive, negative = deque[int](), deque[int]()
        if start & 1:
            self.true = 1 << (start >> 1)
            positive.append(start >> 1)
        else:
            self.false = 1 << (start >> 1)
            negative.append(start >> 1)
        while (positive or negative) and self.clash is None:
            if positive:
                self._exclude(positive.popleft(), negative)
            else:
                self._complete(negative.popleft(), positive)

    def _exclude(self, mark: int, negative: deque[int]) -> None:
        """Add the marks that are false because `mark` is true."""
        new = self.weak[mark] & ~self.false
        for other in EXCLUDED[mark]:
            if new >> other & 1:
                self.false |= 1 << other
                self.parents[2 * other] = (2 * mark + 1,)
                negative.append(other)
                if self.true >> other & 1:
                    self.clash = other
                    return

    def _complete(self, mark: int, positive: deque[int]) -> None:
        """Add the marks that are true because `mark` was the next to last one of a unit."""
        self.removed |= 1 << mark
        for unit in self.units[mark]:
            rest = unit & ~self.removed
            if not rest or rest & (rest - 1) or rest & self.true:
                continue
            last = rest.bit_length() - 1
            self.true |= rest
            self.parents[2 * last + 1] = tuple(2 * other for other in bits(unit ^ rest))
            positive.append(last)
            if rest & self.false:
                self.clash = last
                return

    def ancestors(self, node: NetNode) -> set[NetNode]:
        """Return the node and all that it rests on."""
        found, waiting = {node}, [node]
        while waiting:
            for parent in self.parents[waiting.pop()]:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return found

    def nodes(self, node: NetNode) -> int:
        """Return the number of nodes of the branch that ends at a node."""
        if node not in self.sizes:
            self.sizes[node] = len(self.ancestors(node))
        return self.sizes[node]

    def clash_nodes(self) -> int:
        """Return the number of nodes of both branches of the contradiction."""
        assert self.clash is not None
        return self.nodes(2 * self.clash) + self.nodes(2 * self.clash + 1)


def units(marks: PencilMarks, *, cells: bool, dynamic: bool) -> list[list[int]]:
    """Return the units of each mark: its houses, and its cell on request. Without `dynamic`, a unit has two marks."""
    found: list[list[int]] = [[] for _ in range(729)]
    several = [[cell * 9 + digit for digit in BITS[digits]] for cell, digits in enumerate(marks.cells) if cells]
    for house in BOX_ROW_COLUMN:
        for digit, places in enumerate(marks.where[house * 9 : house * 9 + 9]):
            several.append([HOUSES[house][k] * 9 + digit for k in BITS[places]])
    for members in several:
        if len(members) == 2 or (dynamic and members):
            unit = sum(1 << mark for mark in members)
            for mark in members:
                found[mark].append(unit)
    return found


def nishio(marks: PencilMarks) -> Hint | None:
    """Return the easiest contradiction of one digit."""
    links = MarkLinks(marks)
    strong = units(marks, cells=False, dynamic=True)
    nets = ((mark, ConsequenceNet(2 * mark + 1, links.weak_house, strong)) for mark in links.open)
    best = min(((net.clash_nodes(), mark) for mark, net in nets if net.clash is not None), default=None)
    if best is None:
        return None
    nodes, mark = best
    return conclusion(75 + lengthening(nodes - 2), "Nishio", 1 << mark, False)


def forcing(marks: PencilMarks) -> Hint | None:
    """Return the easiest step by a mark to which all digits of a cell, or all places of a digit in a house, lead."""
    best = min(_conclusions(marks), default=None, key=lambda found: found.nodes)
    if best is None:
        return None
    return conclusion(80 + lengthening(best.nodes - 2), f"{best.kind} forcing chains", 1 << best.mark, best.true)


class Conclusion(NamedTuple):
    """A mark that several branches show to be true or false."""

    nodes: int  # of all branches
    kind: str
    mark: int
    true: bool


def _conclusions(marks: PencilMarks) -> Iterator[Conclusion]:
    links = MarkLinks(marks)
    weak = both(links.weak_cell, links.weak_house)
    strong = units(marks, cells=True, dynamic=False)
    nets = {mark: ConsequenceNet(2 * mark + 1, weak, strong) for mark in links.open}
    for kind, members in _splits(marks):
        yield from _agreed(kind, [nets[member] for member in members])


def _splits(marks: PencilMarks) -> Iterator[tuple[str, list[int]]]:
    """Yield the cells and the digits in a house that have three marks or more."""
    for cell, digits in enumerate(marks.cells):
        if COUNT[digits] > 2:
            yield "cell", [cell * 9 + digit for digit in BITS[digits]]
    for at, places in enumerate(marks.where):
        house, digit = divmod(at, 9)
        if COUNT[places] > 2 and COUNT[marks.cells[HOUSES[house][BITS[places][0]]]] > 2:
            yield "region", [HOUSES[house][k] * 9 + digit for k in BITS[places]]


def _agreed(kind: str, nets: list[ConsequenceNet]) -> Iterator[Conclusion]:
    """Yield the marks that all nets make true, then the marks that all nets make false."""
    true = false = -1
    for net in nets:
        true &= net.true
        false &= net.false
    for mark in bits(true):
        yield Conclusion(sum(net.nodes(2 * mark + 1) for net in nets), kind, mark, True)
    for mark in bits(false):
        yield Conclusion(sum(net.nodes(2 * mark) for net in nets), kind, mark, False)
