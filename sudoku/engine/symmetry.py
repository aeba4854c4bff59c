# SPDX-License-Identifier: MIT
"""Symmetries help where grids are rare and a plain search takes long: to find a grid, or to prove that there is none.

    shift of rows   r1c1 -> r4c1, 1 -> 4 -> 7 -> 1     r1    5 3 4 ...      r4    8 6 7 ...     r7    2 9 1 ...
    half turn       r1c1 -> r9c9, 1 -> 9, 2 -> 8       r1c1  5              r9c9  5

A symmetry takes each cell to another one, and its digit to the digit there. A grid that has it is known from a half or
a third of its cells, and a rule for all cells that holds on one side holds on the other. So such grids are easier to
find than others. They are special, so we look for them only after a plain search that takes long.

Milliseconds for the first grid of an empty board, the median and the longest of 20 seeds, with the tables of the board:

                                       plain search      with symmetries
    diagonals, global entropy            590  3,000             7     10
    diagonals, anti-king, entropy        480  5,300             8     10
    12x12, global entropy                100    670             6      8
    16x16, global entropy              1,530  4,100            88    390
    16x16, global modular              1,480  4,400            86    510

A shift of columns is a shift of rows on the board turned on its side, and was not faster. On 16x16, kinds of 5, 6 and
5 digits fit no shift well; of 60 random permutations of digits in cycles of four, none did better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..board.board import Board


class Narrowing(NamedTuple):
    """What a grid has to obey besides the rules. A set of digits has the bit 1 << digit - 1 for each digit."""

    banned: tuple[tuple[int, int], ...]  # a cell, and digits that it cannot have
    excluded: tuple[tuple[int, int, tuple[int, ...]], ...]  # two cells, and by digit of one, those the other lacks


class GridSymmetry(NamedTuple):
    """By cell, the cell it goes to; by digit less 1, the digit it becomes, less 1."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def narrowing(self) -> Narrowing:
        """Return what the grids with this symmetry obey, and no others."""
        every = (1 << len(self.digits)) - 1
        there = tuple(every ^ 1 << digit for digit in self.digits)
        back = tuple(every ^ 1 << self.digits.index(digit) for digit in range(len(self.digits)))
        moved = sum(1 << digit for digit, becomes in enumerate(self.digits) if digit != becomes)
        banned, excluded = list[tuple[int, int]](), list[tuple[int, int, tuple[int, ...]]]()
        for cell, image in enumerate(self.cells):
            if cell == image:
                banned.append((cell, moved))
            else:
                excluded += [(cell, image, there), (image, cell, back)]
        return Narrowing(tuple(banned), tuple(excluded))


def symmetries(board: Board) -> list[GridSymmetry]:
    """Return symmetries that grids of a board may have: shifts of the rows by the height of a box, and half a turn.

    >>> from sudoku import Board
    >>> shift, *others = symmetries(Board(2, 2))
    >>> shift.digits, shift.cells, len(others)
    ((2, 3, 0, 1), (8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7), 2)
    """
    side, down, found = board.side, board.box_height, list[GridSymmetry]()
    if board.height == board.width == side > down:
        cells = _moved(board, lambda row, column: ((row + down) % side, column))
        found += [GridSymmetry(cells, digits) for digits in _cycles(side, side // down)]
    cells = _moved(board, lambda row, column: (board.height - 1 - row, board.width - 1 - column))
    return [*found, GridSymmetry(cells, tuple(reversed(range(side))))]


def _moved(board: Board, move: Callable[[int, int], tuple[int, int]]) -> tuple[int, ...]:
    return tuple(board.cell_at[move(*place)] for place in board.places)


def _cycles(side: int, length: int) -> Iterator[tuple[int, ...]]:
    """Yield two permutations of digits by cycles of this length: of digits far apart, and of neighbors."""
    yield tuple((digit + side // length) % side for digit in range(side))
    yield tuple(digit + 1 if (digit + 1) % length else digit + 1 - length for digit in range(side))


# --- one grid of each kind


def one_of_each_kind(board: Board) -> Narrowing | None:
    """Return what at least one of the 16 images of each grid obeys; None if some images may break the rules.

    The images are mirror images, and those with 9 for 1, 8 for 2, ... The four corners of the central box have unequal
    digits. So in exactly one of the eight mirror images, the first corner has the lowest digit, and the second one less
    than the third. The digit in the center is at most the middle one in that image, or after the exchange.

    >>> from sudoku import Board
    >>> narrowing = one_of_each_kind(Board(variants=["anti-king"]))
    >>> narrowing.banned, [pair[:2] for pair in narrowing.excluded[::2]]
    (((40, 480),), [(30, 32), (30, 48), (30, 50), (32, 48)])
    """
    from ..board.variants.bases import BoardRule

    mirrored = all(isinstance(rule, BoardRule) and rule.is_symmetric() for rule in board.variants)
    box = board.box_height
    if not (mirrored and board.base.plain and box == board.box_width and box % 2 and box > 1):
        return None
    side = board.side
    low, high = side // 2 - box // 2, side // 2 + box // 2
    corners = [board.cell_at[place] for place in ((low, low), (low, high), (high, low), (high, high))]
    less = tuple((1 << digit + 1) - 1 for digit in range(side))  # digits that the greater cell lacks
    more = tuple((1 << side) - (1 << digit) for digit in range(side))
    pairs = [(corners[0], other) for other in corners[1:]] + [(corners[1], corners[2])]
    excluded = [part for a, b in pairs for part in ((a, b, less), (b, a, more))]
    return Narrowing(((board.cells // 2, (1 << side) - (2 << side // 2)),), tuple(excluded))
