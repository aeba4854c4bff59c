# SPDX-License-Identifier: MIT
"""Turns a board into an exact-cover problem, and solutions back into grids.

An option puts a digit into a cell. It covers four items: the cell is filled, and the digit is in the row, in the column
and in the box. A 9x9 board has 729 options and 324 items:

    option 0    "1 in r1c1"     r1c1  r1=1  c1=1  b1=1
    option 1    "2 in r1c1"     r1c1  r1=2  c1=2  b1=2
    ...
    option 728  "9 in r9c9"     r9c9  r9=9  c9=9  b9=9

We build the problem once for each shape of board. A puzzle is just a set of given options, its clues.

Constraints of variants (sudoku/board/rules.py) also become items and options; option ``cell * side + digit - 1`` keeps
its number:

    house          one more item for each of its digits: diagonal 1=1, ...; some of its cells may be hidden
    exclusion      a secondary item of the options of which at most one may be chosen
    banned         the option has only the secondary item "never": an option without a primary item is never chosen
    cage           an item "cage 1" and an item for each digit, cage 1=1, ...: as in a house, each digit is in a cell
                   of the cage or left out. Each set of digits with the right sum is one more option, which covers
                   "cage 1" and the digits that are left out. No colors are needed.
    diagram        items for its states and for the digits it reads, options for its arcs (diagrams.py)

    cage of 3 cells with the sum 8      5 2 1:  cage 1  cage 1=3  cage 1=4  cage 1=6 .. cage 1=9
                                        4 3 1:  cage 1  cage 1=2  cage 1=5  cage 1=6 .. cage 1=9

So a cage costs 10 items and, on 9x9, at most 12 options: 12 sets of 4 digits have the sum 20, and no sum has more. On
16x16 it is 526, on 25x25 up to some 100,000; we refuse more than 20,000. The sizes, on 9x9:

                       primary   secondary   options    entries
    plain                  324           0       729      2,916
    diagonals              342           0       729      3,078
    windoku                360           0       729      3,240
    disjoint groups        405           0       729      3,645
    anti-king              324         252       729      3,924
    anti-knight            324       1,368       729      5,652
    non-consecutive        324       1,296       729      6,516
    killer, 27 cages of 3  594           0       945      5,157    at most 8 sets of 3 digits have the same sum
    samurai              1,548           0     3,321     13,932
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from dlx.system import calloff

from ..board.board import Board
from ..board.kept import kept
from .diagrams import DiagramCover

if TYPE_CHECKING:
    from dlx import Problem
    from dlx.kernels.lanes.lanes import Program

    from ..board.diagrams import Diagram

MOST_KEPT_COVERS = 16  # problems kept for boards that are not plain; each Sukaku is one


def cover(board: Board) -> Problem:
    """Return the exact-cover problem of an empty board. Option ``cell * side + digit - 1`` puts a digit into a cell.

    >>> cover(Board())
    <Problem: 324 items, 729 options>
    >>> cover(Board()).option(728)
    ('r9c9', 'r9=9', 'c9=9', 'b9=9')
    >>> cover(Board(variants=["x"])).option(728)
    ('r9c9', 'row 9=9', 'column 9=9', 'box 9=9', 'diagonal 1=9')
    """
    if not board.rules.has_cover:
        known = "solve, is_unique, count, solutions, regions, candidates, rate, hint or solve_logically"
        raise ValueError(f"the exact cover does not know the unknown regions of a {board}; use {known}")
    return _plain(board) if board.plain else _with_rules(board)


@cache
def _plain(board: Board) -> Problem:
    import numpy as np

    from dlx import Problem
    from dlx.matrix.build import Fields

    side, digits = board.side, board.signs
    houses = [f"{kind}{k + 1}={digit}" for kind in "rcb" for k in range(side) for digit in digits]
    # The cells come first, so they win ties. With rows first, the hardest 9x9 puzzles take 1.4 times the nodes, with
    # boxes first 1.6 times.
    items = [board.cell_name(cell) for cell in range(board.cells)] + houses
    cell, digit = np.divmod(np.arange(board.cells * side, dtype=np.int32), side)
    house = [cell // side, cell % side, np.array([board.box_of(c) for c in range(board.cells)])[cell]]
    indices = np.stack([cell, *(board.cells + (k * side + at) * side + digit for k, at in enumerate(house))], axis=1)
    indptr = np.arange(0, indices.size + 1, 4, dtype=np.int32)
    fields = Fields(items, len(items), indptr, indices.astype(np.int32).ravel(), None, ())
    return Problem.from_fields(fields, _nine if (board.box_height, board.box_width) == (3, 3) else None)


def _nine() -> Program:
    from .nine import program

    return program()


@kept(MOST_KEPT_COVERS)
def _with_rules(board: Board) -> Problem:
    """Return the problem of a board that is not plain."""
    from array import array

    import numpy as np

    from dlx import Problem
    from dlx.matrix.build import Fields

    parts = _Cover(board)
    indptr, indices = array("i", [0]), array("i")
    for uses in calloff.checked(chain(parts.options, *parts.sets, parts.arcs)):
        indices.extend(uses)
        indptr.append(len(indices))
    arrays = np.array(indptr, np.int32), np.array(indices, np.int32)
    return Problem.from_fields(Fields(parts.items, parts.n_primary, *arrays, None, ()))


class _Cover:
    """The items, and the items that each option covers."""

    def __init__(self, board: Board) -> None:
        self.board = board
        side, rules = board.side, board.rules
        self.items = [board.cell_name(cell) for cell in range(board.cells)]
        self.items += [f"hidden {number}" for number in range(1, len(rules.hidden) + 1)]
        self.options = [[candidate // side] for candidate in range(len(self.items) * side)]
        for house, cells in enumerate(board.houses):
            calloff.check()
            self._group(board.house_name(house), cells)
        for number, cells in enumerate(rules.hidden_houses, 1):
            self._group(f"house with hidden cells {number}", cells)
        self._digits = [list(sets) for _, sets in calloff.checked(rules.cages)]
        self.cages = []  # of each: its item, and the item of its digit 1
        for number, (cells, _) in calloff.checked(enumerate(rules.cages, 1)):
            self.cages.append((len(self.items), len(self.items) + 1))
            self.items.append(f"cage {number}")
            self._group(f"cage {number}", cells)
        self.sets = [list(self._sets(number)) for number in range(len(self.cages))]
        self.arcs: list[list[int]] = []
        for number, layers in enumerate(rules.diagrams, 1):
            self._diagram(f"line {number}", layers)
        self.n_primary = len(self.items)
        for number, candidates in calloff.checked(enumerate(_secondary(board), 1)):
            for candidate in candidates:
                self.options[candidate].append(len(self.items))
            self.items.append(f"exclusion {number}")
        unusable = {*rules.banned, *_banned_from_hidden(board)}
        for candidate in unusable:
            self.options[candidate] = [len(self.items)]
        if unusable:
            self.items.append("never")

    def _group(self, name: str, cells: Iterable[int]) -> None:
        """Add an item for each digit in these cells."""
        side, first = self.board.side, len(self.items)
        self.items += [f"{name}={digit}" for digit in self.board.signs]
        for cell in cells:
            for digit in range(side):
                self.options[cell * side + digit].append(first + digit)

    def _sets(self, number: int) -> Iterator[list[int]]:
        """Yield the options of a cage: for each set of digits that it may hold, the digits not in the set."""
        calloff.check()
        cage, first = self.cages[number]
        for digits in self._digits[number]:
            yield [cage, *(first + digit - 1 for digit in range(1, self.board.side + 1) if digit not in digits)]

    def _diagram(self, name: str, layers: Diagram) -> None:
        """Add an automaton. What it reads is a digit of a cell, or the sum of a cage."""
        calloff.check()
        part = DiagramCover(name, layers, len(self.items))
        self.items += part.items
        self.arcs += part.options
        for layer, values, item in part.held:
            if layer.of_sum:
                cage = len(self.board.rules.sums) + layer.cell
                for digits, option in zip(self._digits[cage], self.sets[cage], strict=True):
                    if sum(digits) in values:
                        option.append(item)
            else:
                for digit in values:
                    self.options[layer.cell * self.board.side + digit - 1].append(item)


def _banned_from_hidden(board: Board) -> Iterator[int]:
    """Yield the candidates that the hidden cells cannot have."""
    for cell, values in enumerate(board.rules.hidden, board.cells):
        for value in range(1, board.side + 1):
            if value not in values:
                yield cell * board.side + value - 1


def _secondary(board: Board) -> list[tuple[int, ...]]:
    """Return the exclusions that the items of cages do not imply."""
    side, rules = board.side, board.rules
    caged: dict[int, set[tuple[int, int]]] = {}
    for number, (cells, _) in calloff.checked(enumerate(rules.cages)):
        for cell in cells:
            for digit in range(side):
                caged.setdefault(cell * side + digit, set()).add((number, digit))
    nothing: set[tuple[int, int]] = set()
    return [e for e in calloff.checked(rules.exclusions) if not set.intersection(*(caged.get(c, nothing) for c in e))]


def clues(board: Board, puzzle: bytes) -> list[int]:
    """Return the options of a puzzle's clues.

    >>> clues(Board(1, 2), bytes([0, 2, 0, 0]))
    [3]
    """
    side = board.side
    return [cell * side + value - 1 for cell, value in enumerate(puzzle) if value]


def filled(board: Board, options: Sequence[int]) -> bytes:
    """Return the grid of a solution from its options, ascending: one for each cell, then others.

    >>> filled(Board(1, 2), (0, 3, 5, 6))
    b'\\x01\\x02\\x02\\x01'
    """
    if board.cells == 1:  # itemgetter returns no tuple for a single item
        return bytes([options[0] + 1])
    digits = itemgetter(*options[: board.cells])(_digits(board.side, board.cells))  # on 9x9: 2 us, a loop takes 12
    return bytes(digits)


@cache
def _digits(side: int, cells: int) -> bytes:
    """Return the digit of each option."""
    return bytes(range(1, side + 1)) * cells
