# SPDX-License-Identifier: MIT
"""All that follows from one mark, and the steps that it allows.

    Nishio     a net of one digit ends in a contradiction          7.5
    cell       all digits of a cell lead to the same mark          8.0
    region     all places of a digit in a house do                 8.0

To all of these, the nodes of all branches add as for chains. A mark that is true makes others false; a mark that is
false makes another true, if that is the last one of a cell or house. In a chain the two are alone from the beginning; in
a *dynamic* net the others may have become false on the way, and the node rests on all of them.

    node     2 * mark + 1 if the mark is true, 2 * mark if it is false
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ..tables import bits
from .chains import losses
from .links import Links, Table, both, lengthening
from .marks import BITS, COUNT, HOUSES, PLACES, Hint, Marks
from .sets import Rule

Node = int


def _excluded(mark: int) -> list[int]:
    """Return the marks that a mark excludes, in the order in which the program reads them."""
    cell, digit = divmod(mark, 9)
    row, column, box = (HOUSES[house] for house, _ in PLACES[cell])
    peers = dict.fromkeys(peer for peer in (*box, *row, *column) if peer != cell)
    return [cell * 9 + other for other in range(9) if other != digit] + [peer * 9 + digit for peer in peers]


BOX_ROW_COLUMN = (*range(18, 27), *range(18))
ORDERED = [_excluded(mark) for mark in range(729)]


class Net:
    """The consequences of a node, nearest first, up to the first contradiction."""

    __slots__ = ("clash", "false", "parents", "removed", "true", "units", "weak")

    def __init__(self, start: Node, weak: Table, units: list[list[int]]) -> None:
        self.weak = weak
        self.units = units  # by mark: sets of marks of which one is true
        self.parents: dict[Node, tuple[Node, ...]] = {start: ()}
        self.true = self.false = 0
        self.removed = 0  # marks of `false` whose consequences have been added
        self.clash: int | None = None  # a mark found both true and false
        self._spread(start)

    def _spread(self, start: Node) -> None:
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
        for other in ORDERED[mark]:
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

    def ancestors(self, node: Node) -> set[Node]:
        """Return the node and all that it rests on."""
        found, waiting = {node}, [node]
        while waiting:
            for parent in self.parents[waiting.pop()]:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return found

    def nodes(self, node: Node) -> int:
        return len(self.ancestors(node))


def units(marks: Marks, *, cells: bool, dynamic: bool) -> list[list[int]]:
    """Return the units of each mark: its cell on request, and its houses; only those of two marks, or all."""
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


def nishio(marks: Marks) -> Hint | None:
    """Return the easiest contradiction of one digit."""
    links = Links(marks)
    strong = units(marks, cells=False, dynamic=True)
    nets = ((mark, Net(2 * mark + 1, links.weak_house, strong)) for mark in links.open)
    steps = (
        Hint(75 + lengthening(_clash_nodes(net) - 2), "Nishio", losses(marks, 1 << mark, False))
        for mark, net in nets
        if net.clash is not None
    )
    return min(steps, default=None, key=lambda hint: hint.tenths)


def _clash_nodes(net: Net) -> int:
    assert net.clash is not None
    return net.nodes(2 * net.clash) + net.nodes(2 * net.clash + 1)


def forcing(dynamic: bool) -> Rule:
    """Return the rule for the easiest mark to which all digits of a cell, or all places of a digit in a house, lead."""
    base = 85 if dynamic else 80

    def rule(marks: Marks) -> Hint | None:
        links = Links(marks)
        weak = both(links.weak_cell, links.weak_house)
        strong = units(marks, cells=True, dynamic=dynamic)
        nets = {mark: Net(2 * mark + 1, weak, strong) for mark in links.open}
        found = [(1 << mark, false, nodes, kind) for kind, members in _splits(marks, 1 if dynamic else 2) for mark, false, nodes in agreed([nets[m] for m in members])]
        if dynamic:
            for mark, net in nets.items():
                other = Net(2 * mark, weak, strong)
                found += _binary(mark, net, other)
        best = min(found, default=None, key=lambda f: f[2])
        if best is None:
            return None
        mark, true, nodes, kind = best
        return Hint(base + lengthening(nodes - 2), f"{'dynamic ' if dynamic else ''}{kind} forcing chains", losses(marks, mark, true))

    return rule


def _binary(mark: int, net: Net, other: Net):
    """Yield the steps from a mark that is true or false: a contradiction, or a mark to which both lead."""
    if net.clash is not None:
        yield 1 << mark, False, _clash_nodes(net), "contradiction"
    if other.clash is not None:
        yield 1 << mark, True, _clash_nodes(other), "contradiction"
    for found, true, nodes in agreed([net, other]):
        yield 1 << found, true, nodes, "double"


def _splits(marks: Marks, fewer: int) -> Iterator[tuple[str, list[int]]]:
    """Yield the cells and the digits in a house that have more marks."""
    for cell, digits in enumerate(marks.cells):
        if COUNT[digits] > fewer:
            yield "cell", [cell * 9 + digit for digit in BITS[digits]]
    for at, places in enumerate(marks.where):
        house, digit = divmod(at, 9)
        if COUNT[places] > fewer and COUNT[marks.cells[HOUSES[house][BITS[places][0]]]] > fewer:
            yield "region", [HOUSES[house][k] * 9 + digit for k in BITS[places]]


def agreed(nets: list[Net]) -> Iterator[tuple[int, bool, int]]:
    """Yield the marks on which all nets agree, whether they are true, and the nodes of all branches."""
    true = false = -1
    for net in nets:
        true &= net.true
        false &= net.false
    for mark in bits(true):
        yield mark, True, sum(net.nodes(2 * mark + 1) for net in nets)
    for mark in bits(false):
        yield mark, False, sum(net.nodes(2 * mark) for net in nets)
