# SPDX-License-Identifier: MIT
"""The lines of the grid that is being read, and the place where the next grid begins among them.

    9                  a size above the grid
    53..7....          number 2, 9 cells
    ---+---+---        number 3, no cell: a border
    ...
    4                  the grid is cut off: the size of the next one,
    1...               and its rows, which have another length

Most grids end with their last cell, or a blank line. Only a grid with a row too few, or a row of a wrong length, and
with no blank line below it, runs into the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..board.digits import SMALLEST_SIDE
from .scan import is_size, sides_in

ROWS_OF_ANOTHER = 3  # rows of another length, without a blank line before them, that are another grid


@dataclass(slots=True)
class GridLines:
    """Some lines, each with its number in the source and its number of cells; `begun` to `candidates` describe them."""

    texts: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    usual: bool = False  # its rows are rows of a usual drawing
    begun: bool = False  # one of its lines is a row, not a heading
    open: bool = False  # its cells are not counted: it has blanks for empty cells, or candidates
    bordered: bool = False  # its latest line is a border
    height: int = 0  # number of its rows
    candidates: int = 0  # number of cells in its first row of candidates

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return sum(self.lengths)

    @property
    def row_cells(self) -> int:
        """Number of cells in the first row."""
        return next(filter(None, self.lengths), 0)

    @property
    def rows(self) -> list[int]:
        """The number of cells in each line that has any."""
        return list(filter(None, self.lengths))

    @property
    def columns(self) -> int:
        """Number of cells in a row."""
        return self.candidates if self.open else self.row_cells

    def add(self, number: int, text: str, cells: int, usual: bool = False, opens: bool = False) -> None:
        """Append a line."""
        self.usual = usual if cells else self.usual
        self.open = self.open or opens
        self.bordered = not (cells or opens)
        self.height += not self.bordered
        self.texts.append(text)
        self.numbers.append(number)
        self.lengths.append(cells)

    def divided(self, at: int) -> tuple[GridLines, GridLines]:
        """Return the lines up to, but not including, number `at` of them, and the others."""
        parts = (slice(at), slice(at, None))
        above, below = ((self.texts[part], self.numbers[part], self.lengths[part]) for part in parts)
        texts, numbers, lengths = above
        height = sum(map(bool, below[2]))
        return replace(self, texts=texts, numbers=numbers, lengths=lengths, usual=False), GridLines(
            *below, height=height
        )

    def emptied(self) -> GridLines:
        """Return no lines, in a grid that is open or has a border if this one is, or has."""
        return GridLines(begun=self.begun, open=self.open, bordered=self.bordered)

    def without_size(self) -> GridLines:
        """Return the lines without the last one if it is the size of the next grid.

        >>> GridLines(["12..", "9"], [1, 2], [4, 1]).without_size().texts
        ['12..']
        """
        if not self.texts or not sides_in(self.texts[-1]):
            return self
        alone = self.cells == self.lengths[-1]
        is_row = self.lengths[-1] == self.row_cells >= SMALLEST_SIDE
        return self if is_row and not alone else self.divided(len(self) - 1)[0]

    def is_size_below(self, line: str, cells: int) -> bool:
        """Return whether a line with as many cells as a row is a size: "21 21" is no row of cells that are apart."""
        as_long = SMALLEST_SIDE <= cells == self.row_cells
        return as_long and bool(sides_in(line)) and len(line.split()) != len(self.texts[-1].split())

    def next_grid(self, cells: int) -> tuple[int, int]:
        """Return the places of the first line and the first row of the next grid, if a row of `cells` belongs to that.

        Both are the number of lines if the row belongs to this grid.

        >>> GridLines(["53..7....", "6..195...", "4"], [1, 2, 3], [9, 9, 1]).next_grid(4)
        (2, 3)
        >>> GridLines(["123456", "456123", "12..", "..21"], [1, 2, 3, 4], [6, 6, 4, 4]).next_grid(4)
        (2, 2)
        """
        end = len(self)
        if self.lengths.count(cells) == end:
            return end, end  # most rows: a closer look takes long
        places = [at for at, length in enumerate(self.lengths) if length]
        for at in places[-2:]:
            if at and self.lengths[at] != self.row_cells and is_size(self.texts[at], cells):
                return at, at + 1
        rows = self.rows
        alike = next((k for k, length in enumerate(reversed(rows)) if length != cells), len(rows))
        above = rows[: len(rows) - alike]
        if cells >= SMALLEST_SIDE and alike + 1 >= ROWS_OF_ANOTHER and len(above) > 1 and len(set(above)) == 1:
            return places[-alike], places[-alike]
        return end, end
