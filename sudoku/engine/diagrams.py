# SPDX-License-Identifier: MIT
"""The items and options of a diagram: a way through its layers, on which the cells hold the digits that it reads.

An arc is an option. It leaves a state, enters another one and reads a group of digits, and each of these is an item:

    from 3       left by one arc, or unused          arc 4 --1--> 3     from 4   reads 1   to 3
    to 3         entered by one arc, or unused       state 3 unused     to 3   from 3
    reads 12     read by one arc, or not             no 12 read         reads 12   holds 12
    holds 12     the cell holds 1 or 2, or not       1 in r1c1          r1c1   r1=1   c1=1   b1=1   holds 12

A layer that reads the sum of a cage is the same: its groups are sums, and "holds 8" is in the option of each set of
digits with the sum 8.

The last three options are forced as soon as their items have no other. If no live arc enters a state, the state is
unused, and the arcs that leave it die. If no arc reads a digit, the cell does not hold it. So a search that follows
forced options alone sees all that follows from the diagram. This is the encoding of F. Bacchus, "GAC via unit
propagation" (2007), with items in place of clauses.

With colors, an arc needs no more than one item: it colors the states on both sides and the group. But a state without
arcs then dies only when the search tries it. On the example puzzles of another solver, 43 of them, that took 1.3 times
as long on the geometric mean, and up to 40 times (sandwiches, skyscrapers, between lines).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from ..board.digits import DIGITS

if TYPE_CHECKING:
    from ..board.diagrams import Diagram, Layer


class DiagramCover:
    """The items of one diagram, the first of them with the number `first`, its options, and the items of candidates.

    >>> from sudoku import Board
    >>> from sudoku.variants import Sums
    >>> board = Board(1, 3, variants=[Sums([(4, "r1c1 r2c2")])])
    >>> part = DiagramCover("sum", board.rules.diagrams[0], 0)
    >>> part.items[:3], part.items[-1], len(part.options), part.held[0][1:]
    (['sum.1 from 0', 'sum.1 reads 1', 'sum.1 holds 1'], 'sum.2 holds 3', 15, ((1,), 2))
    """

    def __init__(self, name: str, layers: Diagram, first: int) -> None:
        self.items: list[str] = []
        self.options: list[list[int]] = []
        self.held: list[tuple[Layer, tuple[int, ...], int]] = []  # item of the options with values of a group
        self._numbers = count(first)
        sources = [self._item(f"{name}.1 from 0")]
        for number, layer in enumerate(layers, 1):
            reads = list(self._groups(f"{name}.{number}", layer))
            following = layers[number].states if number < len(layers) else 0
            targets = [self._item(f"{name}.{number} to {q}") for q in range(following)] if following > 1 else []
            for p, k, q in layer.arcs:
                self.options.append([sources[p], reads[k], *targets[q : q + 1]])
            sources = [self._item(f"{name}.{number + 1} from {q}") for q in range(following)]
            self.options += map(list, zip(targets, sources, strict=False))  # unused states; a single one is used

    def _groups(self, name: str, layer: Layer) -> Iterator[int]:
        """Yield the item of arcs that read a group."""
        for digits in layer.groups:
            text = "-".join(map(str, digits)) if layer.of_sum else "".join(DIGITS[digit - 1] for digit in digits)
            reads, holds = self._item(f"{name} reads {text}"), self._item(f"{name} holds {text}")
            self.options.append([reads, holds])
            self.held.append((layer, digits, holds))
            yield reads

    def _item(self, name: str) -> int:
        self.items.append(name)
        return next(self._numbers)
