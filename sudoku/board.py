# SPDX-License-Identifier: MIT
"""The board: its shape, its houses, and puzzles as text in and out.

A board is made of boxes of `box_height` x `box_width` cells; a house (row, column or box) has as many cells
as there are digits, box_height * box_width. Cells are numbered in reading order, and named r1c1, r1c2, ...
So `Board(2, 3)`, with the digits 1-6:

    +-------+-------+       0  1  2 |  3  4  5      row 1      0  1  2  3  4  5
    | 1 . . | . 5 . |       6  7  8 |  9 10 11      column 1   0  6 12 18 24 30
    | . . 4 | . . . |      ---------+---------      box 1      0  1  2  6  7  8
    +-------+-------+      12 13 14 | 15 16 17
    | ...   | ...   |      ...

A puzzle is kept as `bytes`, one value a cell, 0 for an empty one: compact, hashable, and what the compiled
code reads. In text the digits are 1-9, then A-Z: the largest board is 35x35. How puzzles are written is known
here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from math import isqrt
from operator import index
from typing import Any, final

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = ".0*_"
LARGEST = len(DIGITS)

_DRAWING = re.compile(r"[\s|+\-\u2500-\u257f]+")
_UNKNOWN = re.compile(r"[^\s|+\-\u2500-\u257f.0*_1-9A-Za-z]")
_BAR = re.compile(r"[|\u2502\u2503\u2551]")
_ABSENT = 255  # in the table of values: a character that is not a cell


def cells_of(text: str) -> str:
    """The text without what is only drawn: spaces, line ends, `|`, `-`, `+` and box-drawing characters.

    >>> cells_of("| 1 . | . 3 |")
    '1..3'
    """
    return _DRAWING.sub("", text)


@final
@dataclass(frozen=True)
class Board:
    """A board of boxes `box_height` rows high and `box_width` columns wide; immutable and hashable.

    Raises ValueError for a box without cells or with more than 35, TypeError for a shape that is not whole.

    >>> board = Board()
    >>> board.side, board.cells, len(board.houses)
    (9, 81, 27)
    >>> str(Board(2, 3))
    '6x6 board'
    """

    box_height: int = 3
    box_width: int = 3

    def __post_init__(self) -> None:
        for name in ("box_height", "box_width"):
            value = getattr(self, name)
            try:
                object.__setattr__(self, name, index(value))
            except TypeError:
                raise TypeError(f"{name} {value!r}: must be a whole number") from None
        height, width = self.box_height, self.box_width
        if min(height, width) < 1 or height * width > LARGEST:
            raise ValueError(f"boxes of {height}x{width} cells: a box has 1 to {LARGEST} cells")

    def __str__(self) -> str:
        return f"{self.side}x{self.side} board"

    def __reduce__(self) -> tuple[type[Board], tuple[int, int]]:
        return Board, (self.box_height, self.box_width)  # leaves the cached tables behind

    # ---- which board

    @classmethod
    def of_side(cls, side: int) -> Board:
        """The usual board with `side` digits: the most square boxes, not higher than wide.

        Raises ValueError where that is none (a prime number, or out of range), with the choices.

        >>> Board.of_side(6)
        Board(box_height=2, box_width=3)
        """
        if side not in _usual_sides():
            raise ValueError(f"side {side}: no usual board has that, the sides are {_listed(_usual_sides())}")
        return _usual(side)

    @classmethod
    def of_cells(cls, cells: int) -> Board:
        """The usual board with that many cells; ValueError with the choices where there is none.

        >>> Board.of_cells(144)
        Board(box_height=3, box_width=4)
        """
        side = isqrt(max(cells, 0))
        if side * side != cells or side not in _usual_sides():
            choices = [usual * usual for usual in _usual_sides()]
            near = min(choices, key=lambda choice: abs(choice - cells))
            nearest = f"the nearest is the {_usual(isqrt(near))} with {near}"
            raise ValueError(f"{_plural(cells)}: no board has that, {nearest} (of {_listed(choices)})")
        return _usual(side)

    @classmethod
    def of_text(cls, text: str) -> Board:
        """The board that a puzzle is written for: by the boxes drawn, else the usual one for its cells.

        Raises ValueError where its number of cells is that of no usual board.

        >>> Board.of_text("1234 | 34.. | 2... | ....")
        Board(box_height=2, box_width=2)
        """
        try:
            return _drawn(text) or cls.of_cells(len(cells_of(text)))
        except ValueError:
            unknown = _UNKNOWN.search(text)  # if there is one, the number of cells is not the trouble
            if unknown:
                wanted = "neither a digit nor an empty cell (. 0 * _)"
                raise ValueError(f"character {unknown[0]!r} is {wanted}") from None
            raise

    # ---- its cells

    @cached_property
    def side(self) -> int:
        """The number of digits, of cells in a house, of rows, of columns and of boxes."""
        return self.box_height * self.box_width

    @cached_property
    def cells(self) -> int:
        """The number of cells, side * side."""
        return self.side * self.side

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house, ascending: the rows, then the columns, then the boxes, `side` of each."""
        side, cells = self.side, range(self.cells)
        rows = [tuple(cells[row * side : (row + 1) * side]) for row in range(side)]
        columns = [tuple(cells[column::side]) for column in range(side)]
        boxes = [tuple(cell for cell in cells if self.box_of(cell) == box) for box in range(side)]
        return (*rows, *columns, *boxes)

    @cached_property
    def houses_of(self) -> tuple[tuple[int, int, int], ...]:
        """By cell: its row, column and box, as indices into `houses`."""
        side = self.side
        return tuple((c // side, side + c % side, 2 * side + self.box_of(c)) for c in range(self.cells))

    def box_of(self, cell: int) -> int:
        """The number of the box of a cell, from 0, in reading order.

        >>> Board().box_of(80)
        8
        """
        row, column = divmod(cell, self.side)
        return row // self.box_height * self.box_height + column // self.box_width

    def house_name(self, house: int) -> str:
        """The name of `houses[house]`.

        >>> board = Board()
        >>> board.house_name(2), board.house_name(13), board.house_name(19)
        ('row 3', 'column 5', 'box 2')
        """
        kind, number = divmod(house, self.side)
        return f"{('row', 'column', 'box')[kind]} {number + 1}"

    def cell_name(self, cell: int) -> str:
        """The name of a cell by row and column, from 1.

        >>> Board().cell_name(31)
        'r4c5'
        """
        row, column = divmod(cell, self.side)
        return f"r{row + 1}c{column + 1}"

    # ---- puzzles in

    def parse(self, text: str) -> bytes:
        """The puzzle written in `text`: on a line or as a drawn grid.

        A cell is `.`, `0`, `*` or `_` (empty), or a digit: 1-9, then A-Z in either case. Spaces, line ends,
        `|`, `-`, `+` and box-drawing characters may stand anywhere between. Whether the clues agree with each
        other is for `check` to say. Raises ValueError for another number of cells, and naming the cell for a
        character that is none of these and for a digit too large for the board.

        >>> list(Board(2, 2).parse("12|34 34|.. --+-- 2*|.. ..|.."))
        [1, 2, 3, 4, 3, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        """
        if not isinstance(text, str):
            raise TypeError(f"a puzzle in text must be a str, not {type(text).__name__}")
        if len(text) == self.cells and text.isascii():
            line = text.encode("ascii")
            if not line.translate(None, self._clean):
                return line.translate(self.values)
        return self._parse_drawn(text)

    def _parse_drawn(self, text: str) -> bytes:
        """`parse`, of anything."""
        unknown = _UNKNOWN.search(text)
        if unknown:
            where = self._place(len(cells_of(text[: unknown.start()])))
            wanted = f"neither a digit ({self.digit_range}) nor an empty cell (. 0 * _)"
            raise ValueError(f"character {unknown[0]!r} {where} is {wanted}")
        cells = cells_of(text)
        self._check_number(len(cells))
        puzzle = cells.encode("ascii").translate(self.values)
        if _ABSENT in puzzle:
            cell = puzzle.index(_ABSENT)
            digit = f"digit {cells[cell]} {self._place(cell)}"
            raise ValueError(f"{digit} is too large for a {self} ({self.digit_range})")
        return puzzle

    def from_array(self, values: Iterable[Any]) -> bytes:
        """The puzzle given as whole numbers, 0 for an empty cell: `cells` of them, or `side` rows of `side`.

        Takes lists, tuples, bytes and whatever has `tolist` (arrays of NumPy and of the standard library).
        Raises ValueError for another shape or a number out of range, TypeError for what is not a whole
        number, naming the cell.

        >>> list(Board(1, 2).from_array([[1, 2], [0, 0]]))
        [1, 2, 0, 0]
        """
        flat = self._flat(values)
        self._check_number(len(flat))
        for cell, value in enumerate(flat):
            try:
                number = index(value)
            except TypeError:
                raise TypeError(f"{self.cell_name(cell)} holds {_short(value)}: not a whole number") from None
            if not 0 <= number <= self.side:
                name = self.cell_name(cell)
                raise ValueError(f"{name} holds {_short(number)}: out of range for a {self} (0-{self.side})")
        return bytes(flat)

    def _flat(self, values: Iterable[Any]) -> list[Any]:
        if isinstance(values, str):
            raise TypeError("a puzzle in text is for `parse`; this takes whole numbers")
        rows = _listed_values(values)
        if not rows or not all(hasattr(row, "__len__") and not isinstance(row, str) for row in rows):
            return rows
        flat = []
        for number, row in enumerate(rows, 1):
            if len(row) != self.side or len(rows) != self.side:
                shape = f"row {number} of {len(rows)} has {len(row)} cells"
                raise ValueError(f"{shape} where a {self} has {self.side} rows of {self.side}")
            flat += _listed_values(row)
        return flat

    def check(self, puzzle: bytes) -> None:
        """Refuses a puzzle with two equal digits in a house: ValueError naming digit, house and both cells.

        >>> Board(2, 2).check(bytes([3, 0, 0, 3] + [0] * 12))
        Traceback (most recent call last):
            ...
        ValueError: digit 3 twice in row 1: r1c1 and r1c4
        """
        self._check_number(len(puzzle))
        seen: dict[tuple[int, int], int] = {}
        for cell, value in enumerate(puzzle):
            if value:
                for house in self.houses_of[cell]:
                    other = seen.setdefault((house, value), cell)
                    if other != cell:
                        raise ValueError(self._clash(value, house, other, cell))

    def _clash(self, value: int, house: int, cell: int, other: int) -> str:
        cells = f"{self.cell_name(cell)} and {self.cell_name(other)}"
        return f"digit {DIGITS[value - 1]} twice in {self.house_name(house)}: {cells}"

    def _check_number(self, cells: int) -> None:
        if cells != self.cells:
            raise ValueError(f"{_plural(cells)} where a {self} has {self.cells}")

    def _place(self, cell: int) -> str:
        return f"in {self.cell_name(cell)}" if cell < self.cells else "after the last cell"

    # ---- puzzles out

    def line(self, puzzle: bytes) -> str:
        """The puzzle on one line, `.` for an empty cell.

        >>> Board(2, 2).line(bytes([1, 2, 3, 4] + [0] * 12))
        '1234............'
        """
        self._check_number(len(puzzle))
        return puzzle.translate(_CHARACTERS).decode("ascii")

    def grid(self, puzzle: bytes) -> str:
        """The puzzle as a drawn grid, without a line end after the last line; `parse` reads it back.

        >>> print(Board(2, 2).grid(bytes([1, 2, 3, 4] + [0] * 12)))
        +-----+-----+
        | 1 2 | 3 4 |
        | . . | . . |
        +-----+-----+
        | . . | . . |
        | . . | . . |
        +-----+-----+
        """
        line, width = self.line(puzzle), self.box_width
        border = "+" + ("-" * (2 * width + 1) + "+") * self.box_height
        drawn = [border]
        for start in range(0, self.cells, self.side):
            boxes = [" ".join(line[at : at + width]) for at in range(start, start + self.side, width)]
            drawn.append(f"| {' | '.join(boxes)} |")
            if (start // self.side + 1) % self.box_height == 0:
                drawn.append(border)
        return "\n".join(drawn)

    # ---- how digits are written

    @cached_property
    def digit_range(self) -> str:
        """The digits in words, for messages: `1-9` or `1-9, A-G`."""
        last = DIGITS[self.side - 1]
        if self.side <= 9:
            return f"1-{last}"
        return "1-9, A" if last == "A" else f"1-9, A-{last}"

    @cached_property
    def _clean(self) -> bytes:
        """The characters of a line that needs no closer look."""
        digits = DIGITS[: self.side]
        return (EMPTY + digits + digits.lower()).encode("ascii")

    @cached_property
    def characters(self) -> bytes:
        """By value: how it is written on a line."""
        return ("." + DIGITS[: self.side]).encode("ascii")

    @cached_property
    def values(self) -> bytes:
        """By character: its value, or _ABSENT."""
        table = bytearray([_ABSENT]) * 256
        for character in EMPTY:
            table[ord(character)] = 0
        for value, digit in enumerate(DIGITS[: self.side], 1):
            table[ord(digit)] = table[ord(digit.lower())] = value
        return bytes(table)


_CHARACTERS = b"." + DIGITS.encode("ascii") + b"?" * (255 - LARGEST)


@cache
def _usual(side: int) -> Board:
    height = max(h for h in range(1, isqrt(side) + 1) if side % h == 0)
    return Board(height, side // height)


@cache
def _usual_sides() -> tuple[int, ...]:
    """Those with boxes of more than one row: the numbers that are not prime."""
    return tuple(n for n in range(4, LARGEST + 1) if any(n % h == 0 for h in range(2, isqrt(n) + 1)))


def _drawn(text: str) -> Board | None:
    """The board whose boxes are visible in a drawing: their width by bars, their height by borders."""
    rows = [line for line in text.splitlines() if line.strip()]
    lengths = [len(cells_of(row)) for row in rows]
    side = max(lengths, default=0)
    if side > LARGEST or [length for length in lengths if length] != [side] * side:
        return None
    width = _period(side, (len(cells_of(part)) for row in rows for part in _BAR.split(row)))
    height = _period(side, (len(list(run)) for drawn, run in groupby(lengths, bool) if drawn))
    if width or height:
        width, height = width or side // height, height or side // width
    return Board(height, width) if 0 < width * height == side else None


def _period(side: int, lengths: Iterable[int]) -> int:
    """The one positive length among them, or 0.

    A length of 1 is a line around every cell, a length of `side` one around all: neither shows the boxes.
    """
    found = set(lengths) - {0}
    return found.pop() if len(found) == 1 and not found & {1, side} else 0


def _plural(cells: int) -> str:
    return f"{cells} cell" if cells == 1 else f"{cells} cells"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _listed_values(values: Any) -> list[Any]:
    return list(values.tolist() if hasattr(values, "tolist") else values)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
