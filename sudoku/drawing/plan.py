# SPDX-License-Identifier: MIT
"""The layout of a board's picture: the positions of cells, of candidates in a cell, and of borders between cells.

    +---------------+      a cell, `size` wide, with its candidates in rows of `across`: 3 for 9 digits, 4 for 10 to 16
    | 1     2     3 |
    | 4     5     6 |      borders: thick between two regions and at the edge of the board; thin between cells of a
    | 7     8     9 |      region; none where there is no cell on either side
    +---------------+

The layout needs only the places, side and regions of a board, so boards of any shape can be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil, isqrt

from ..board.board import Board

Position = tuple[float, float]
CELL_PIXELS = 48  # minimum pixels for a cell
MARK_PIXELS = 13  # minimum pixels for a candidate
BETWEEN_PIXELS = 8  # pixels of a mark between two cells in each of them
INSET_PIXELS = 4  # pixels between the border of a cell and a line inside


@dataclass(frozen=True)
class PicturePlan:
    """The layout of a board, with or without candidates in its cells, and with a margin around it."""

    board: Board
    marked: bool = False
    margin: float = 6
    caged: bool = False  # whether cells have sums in their corners and lines inside
    spaced: bool = False  # whether marks between cells keep candidates away from the borders
    bordered: Board | None = None  # another board with the regions to draw, once the solver has found them

    @cached_property
    def across(self) -> int:
        """Return the number of candidates in a row of a cell."""
        return isqrt(self.board.side - 1) + 1

    @cached_property
    def down(self) -> int:
        """Return the number of rows of candidates in a cell."""
        return ceil(self.board.side / self.across)

    @cached_property
    def size(self) -> float:
        """Return the width of a cell in pixels."""
        return max(CELL_PIXELS, MARK_PIXELS * self.across + 6 + 2 * self._room[0]) if self.marked else CELL_PIXELS

    @cached_property
    def width(self) -> float:
        return self.size * self.board.width + 2 * self.margin

    @cached_property
    def height(self) -> float:
        return self.size * self.board.height + 2 * self.margin

    def corner(self, cell: int) -> Position:
        """Return the upper left corner of a cell."""
        row, column = self.board.places[cell]
        return self.margin + column * self.size, self.margin + row * self.size

    def middle(self, cell: int) -> Position:
        x, y = self.corner(cell)
        return x + self.size / 2, y + self.size / 2

    def mark(self, candidate: int) -> Position:
        """Return the center of a candidate."""
        cell, digit = divmod(candidate, self.board.side)
        x, y = self.corner(cell)
        row, column = divmod(digit, self.across)
        left, top = self._room
        width, height = self.size - 2 * left, self.size - top - left
        return x + left + width * (column + 0.5) / self.across, y + top + height * (row + 0.5) / self.down

    @cached_property
    def sum_size(self) -> float:
        """Return the height of a sum in the corner of a cell; candidates leave less room for it (here, or on the page).

        On a sheet with four puzzles a page, a cell is 9 mm wide, and the sum of a cage a text of 7 points.
        """
        return self.size * (0.2 if self.marked else 0.27 if self.caged else 0.24)

    @cached_property
    def _room(self) -> tuple[float, float]:
        """Return the space to the left of a cell's candidates, and the space above them."""
        beside = BETWEEN_PIXELS if self.spaced else 2
        return (max(beside, INSET_PIXELS + 2), 13) if self.caged else (beside, beside)

    @cached_property
    def mark_size(self) -> float:
        """Return the space for a candidate in pixels."""
        left, top = self._room
        return min((self.size - 2 * left) / self.across, (self.size - top - left) / self.down)

    def line(self, edges: Iterable[tuple[Position, Position]]) -> tuple[tuple[Position, ...], ...]:
        """Return borders in pixels, with consecutive edges joined."""
        size, margin = self.size, self.margin
        at = ((margin + c * size, margin + r * size) for edge in join_edges(edges) for r, c in edge)
        return tuple(zip(at, at, strict=True))


def borders(board: Board, regions: bool) -> Iterator[tuple[Position, Position]]:
    """Yield edges, from (row, column) to the next crossing: of regions, or else between cells of a region.

    >>> sum(1 for _ in borders(Board(2, 2), True)), sum(1 for _ in borders(Board(2, 2), False))
    (24, 16)
    """
    lone = is_latin(board)
    for (row, column), cell in board.cell_at.items():
        for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            other = board.cell_at.get((row + down, column + right))
            if other is not None and (down, right) in ((0, -1), (-1, 0)):
                continue  # the other cell yields this edge
            inside = other is not None and (lone or board.box_of(other) == board.box_of(cell))
            if inside != regions:
                start = row + (down > 0), column + (right > 0)
                yield start, (start[0] + (right != 0), start[1] + (down != 0))


def is_latin(board: Board) -> bool:
    """Return whether the boxes are merely rows or columns, and so need no borders."""
    return not board.regions and min(board.box_height, board.box_width) == 1


def join_edges(edges: Iterable[tuple[Position, Position]]) -> list[tuple[Position, Position]]:
    """Join consecutive edges: horizontal ones first, then vertical ones.

    >>> join_edges([((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 3), (0, 4))])
    [((0, 0), (0, 2)), ((0, 3), (0, 4))]
    """
    edges, done = list(edges), list[tuple[Position, Position]]()
    across = sorted(edge for edge in edges if edge[0][0] == edge[1][0])
    down = sorted((edge for edge in edges if edge[0][0] != edge[1][0]), key=lambda edge: (edge[0][1], edge[0][0]))
    for start, end in [*across, *down]:
        if done and done[-1][1] == start and _is_straight(done[-1], (start, end)):
            done[-1] = (done[-1][0], end)
        else:
            done.append((start, end))
    return done


def _is_straight(edge: tuple[Position, Position], other: tuple[Position, Position]) -> bool:
    return (edge[0][0] == edge[1][0]) == (other[0][0] == other[1][0])


def possible(board: Board, puzzle: bytes) -> list[list[int]]:
    """Return for each cell the digits that no clue excludes directly; a filled cell has none.

    >>> possible(Board(2, 2), bytes([1, 2, 0, 0] + [0] * 12))[2]
    [3, 4]
    """
    side, out = board.side, set(board.rules.banned)
    for cell, value in enumerate(puzzle):
        if value:
            out |= board.rules.conflicts[cell * side + value - 1]
    free = [cell for cell, value in enumerate(puzzle) if not value]
    found: list[list[int]] = [[] for _ in range(board.cells)]
    for cell in free:
        found[cell] = [d for d in range(1, side + 1) if cell * side + d - 1 not in out]
    return found
