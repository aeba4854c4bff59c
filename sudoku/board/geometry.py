# SPDX-License-Identifier: MIT
"""The geometry of a board: its cells, their names and places, its grids and its own houses. It knows no variants.

A grid consists of boxes of `box_height` x `box_width` cells; a house (row, column or box) has as many cells as there
are digits, box_height * box_width. Cells are numbered in reading order and named r1c1, r1c2, ... For example 2x3
boxes, with the digits 1-6:

    +-------+-------+       0  1  2 |  3  4  5      row 1      0  1  2  3  4  5
    | 1 . . | . 5 . |       6  7  8 |  9 10 11      column 1   0  6 12 18 24 30
    | . . 4 | . . . |      ---------+---------      box 1      0  1  2  6  7  8
    +-------+-------+      12 13 14 | 15 16 17
    | ...   | ...   |      ...

Everything that reads, draws or constrains a board takes its Geometry; a Board is one, with variants and questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dlx.system.public import public

from .digits import DIGITS, LARGEST_SIDE, digit_range, signs, values_of
from .houses import GridShape, House, boxes, house_parts, own_houses
from .shapes import digits_of
from .words import short

_NAME = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})", re.IGNORECASE)


@public("sudoku.rules")
@dataclass(frozen=True)
class Geometry:
    """The shape of a board, given by numbers that are checked already (shapes.py)."""

    box_height: int
    box_width: int
    regions: tuple[int, ...] | None  # by cell: its region, numbered from 0 in order of appearance
    offsets: tuple[tuple[int, int], ...]  # (row, column) of the first cell of each grid
    rows: int  # of each grid: as many as there are digits, or fewer on a single grid that is not square
    columns: int
    first_digit: int = 1  # or 0

    @property
    def kind(self) -> str:
        """The geometry in words, for messages."""
        if len(self.offsets) > 1:
            return f"board of {len(self.offsets)} {self.side}x{self.side} grids"
        digits = "" if self.square and self.first_digit else f" with digits {self.digit_range}"
        jigsaw = self.regions is not None and (self.square or not self._has_boxes(self.regions))
        return f"{self.rows}x{self.columns} " + ("jigsaw board" if jigsaw else "board") + digits

    def _has_boxes(self, regions: tuple[int, ...]) -> bool:
        """Return whether regions are boxes of one shape, in rows and columns from the upper left."""
        width = regions[: self.columns].count(0)
        height = regions[:: self.columns].count(0)
        return tuple(GridShape(height, width, None, self.rows, self.columns).boxes()) == regions

    def __str__(self) -> str:
        return self.kind

    # ---- cells

    @cached_property
    def side(self) -> int:
        """Number of digits, of cells in a house, and of rows, columns and boxes in a square grid."""
        return self.box_height * self.box_width

    @property
    def square(self) -> bool:
        """True if each grid has as many rows and columns as digits, so that each of them is a house."""
        return self.rows == self.columns == self.side

    @cached_property
    def regular(self) -> bool:
        """True if each row, column and box or region has as many cells as there are digits, so that each is a house."""
        own = self.regions
        return self.square and (own is None or all(own.count(region) == self.side for region in set(own)))

    @property
    def has_more_digits(self) -> bool:
        """True if there are more digits than a row, column or region has cells."""
        return self.regions is not None and self.side > digits_of(self.regions, self.rows, self.columns)

    @cached_property
    def cells(self) -> int:
        """Number of cells: rows * columns for one grid."""
        return len(self.places)

    @cached_property
    def height(self) -> int:
        """Number of rows in the drawing."""
        return self.rows + max(row for row, _ in self.offsets)

    @cached_property
    def width(self) -> int:
        """Number of columns in the drawing."""
        return self.columns + max(column for _, column in self.offsets)

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each cell in the drawing, from 0."""
        rows, columns = range(self.rows), range(self.columns)
        return tuple(sorted({(r + row, c + column) for r, c in self.offsets for row in rows for column in columns}))

    @cached_property
    def cell_at(self) -> dict[tuple[int, int], int]:
        """Map (row, column), from 0, to the cell there, if there is one."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def grids(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each grid, in its reading order; a single grid has all cells."""
        rows, columns, at = range(self.rows), range(self.columns), self.cell_at
        return tuple(tuple(at[r + row, c + column] for row in rows for column in columns) for r, c in self.offsets)

    def box_of(self, cell: int) -> int:
        """Return the number of a cell's box or region, from 0, counted grid by grid in reading order.

        >>> from sudoku import Board
        >>> Board().box_of(80)
        8
        """
        return self._boxes[cell]

    @cached_property
    def _boxes(self) -> tuple[int, ...]:
        return boxes(self._shape, self.grids)

    @property
    def _shape(self) -> GridShape:
        return GridShape(self.box_height, self.box_width, self.regions, self.rows, self.columns)

    def cell(self, name: str | int) -> int:
        """Return the cell with that name; a number is checked and returned.

        Raises ValueError if the board has no such cell.

        >>> from sudoku import Board
        >>> Board().cell("r4c5"), Board().cell(31)
        (31, 31)
        """
        match = _NAME.fullmatch(name.strip()) if isinstance(name, str) else None
        if match:
            cell = self.cell_at.get((int(match[1]) - 1, int(match[2]) - 1))
        else:
            cell = name if isinstance(name, int) and 0 <= name < self.cells else None
        if cell is None:
            what = "is not on" if match or isinstance(name, int) else "is not the name (such as r1c9) of a cell of"
            raise ValueError(f"{name if match else short(name)} {what} a {self.kind}")
        return cell

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell, by row and column from 1.

        >>> from sudoku import Board
        >>> Board().cell_name(31)
        'r4c5'
        """
        row, column = self.places[cell]
        return f"r{row + 1}c{column + 1}"

    # ---- houses

    @cached_property
    def own_houses(self) -> tuple[House, ...]:
        """The board's own houses, without variants, and their names: all rows, then all columns, then the boxes."""
        return own_houses(self._shape, self.grids)

    @cached_property
    def house_parts(self) -> tuple[House, ...]:
        """The rows, columns and boxes with too few cells for all digits: these hold different ones."""
        return () if self.regular else house_parts(self._shape)

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house, ascending, `side` each."""
        return tuple(cells for _, cells in self.own_houses)

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """Houses of each cell, as indices into `houses`: its row, column and box, then houses of variants."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for house, cells in enumerate(self.houses):
            for cell in cells:
                found[cell].append(house)
        return tuple(map(tuple, found))

    def house_name(self, house: int) -> str:
        """Return the name of `houses[house]`."""
        return self.own_houses[house][0]

    # ---- digits

    @property
    def region_text(self) -> str:
        """The boxes or regions of one grid as text, one character per cell, in the format of `regions`."""
        return "".join(DIGITS[number % LARGEST_SIDE] for number in self._boxes)

    @property
    def digits(self) -> range:
        """The digits as numbers, which rules speak of. The value of the lowest one in a puzzle is 1."""
        return range(self.first_digit, self.first_digit + self.side)

    @cached_property
    def signs(self) -> str:
        """The signs of the digits."""
        return signs(self.side, self.first_digit)

    def signs_of(self, values: Iterable[int]) -> str:
        """Return the signs of the digits with these values in a puzzle."""
        return "".join(self.signs[value - 1] for value in values)

    @cached_property
    def digit_range(self) -> str:
        """The digits in words, for messages: `1-9` or `1-9, A-G`."""
        return digit_range(self.side, self.first_digit)

    @cached_property
    def characters(self) -> bytes:
        """Character of each value on a line."""
        return ("." + self.signs).encode("ascii")

    @cached_property
    def values(self) -> bytes:
        """Value of each character, or 255."""
        return values_of(self.signs)

    @cached_property
    def exact_values(self) -> bytes:
        """The same for numbers that have become signs, where a small letter is never a capital one."""
        return values_of(self.signs, exact=True)
