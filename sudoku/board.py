# SPDX-License-Identifier: MIT
"""The board: its shape, its houses, and the constraints of its variants.

A plain board consists of boxes of `box_height` x `box_width` cells; a house (row, column or box) has as many cells
as there are digits, box_height * box_width. Cells are numbered in reading order and named r1c1, r1c2, ...
For example `Board(2, 3)`, with the digits 1-6:

    +-------+-------+       0  1  2 |  3  4  5      row 1      0  1  2  3  4  5
    | 1 . . | . 5 . |       6  7  8 |  9 10 11      column 1   0  6 12 18 24 30
    | . . 4 | . . . |      ---------+---------      box 1      0  1  2  6  7  8
    +-------+-------+      12 13 14 | 15 16 17
    | ...   | ...   |      ...

Three arguments change a board: `regions` replace the boxes (jigsaw), `offsets` make several grids overlap (samurai),
and `variants` add houses and exclude combinations of digits (see sudoku/variants). A Latin square, with no boxes at
all, is `Board(1, n)`, whose boxes are its rows.

We keep a puzzle as `bytes`, one value per cell, 0 for an empty cell. It is compact and hashable, and compiled code
reads it directly.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from math import isqrt
from typing import TYPE_CHECKING, Any, final

from . import arrays, houses, shapes, text
from .text import DIGITS, EMPTY, LARGEST, cells_of

if TYPE_CHECKING:
    from .rules import Rulebook, Variant

__all__ = ["DIGITS", "EMPTY", "LARGEST", "Board", "cells_of"]


@final
@dataclass(frozen=True, init=False, repr=False)
class Board:
    """An immutable, hashable board; two boards are equal if their parts are.

    Args:
        box_height, box_width: shape of a box in cells; with `regions`, derived from them.
        variants: constraints besides rows, columns and boxes, from `sudoku.variants`, or names such as "anti-knight".
        regions: region of each cell, instead of boxes, `side` regions of `side` cells each. Pass any hashable values,
            or a text with one character per cell; spaces and line ends are ignored.
        offsets: (row, column) of the first cell of each grid, if there are several.

    Raises:
        ValueError: a box has no cells or more than 36, regions differ in size, or a variant does not fit.
        TypeError: a dimension is not a whole number, or an object is not a variant.

    >>> board = Board()
    >>> board.side, board.cells, len(board.houses)
    (9, 81, 27)
    >>> str(Board(2, 3)), str(Board(2, 2, variants=["x"])), Board.samurai().cells
    ('6x6 board', '4x4 board with diagonals', 369)
    >>> Board(regions="1112 1332 4322 4443").houses[8:]
    ((0, 1, 2, 4), (3, 7, 10, 11), (5, 6, 9, 15), (8, 12, 13, 14))
    """

    box_height: int
    box_width: int
    variants: tuple[Variant, ...]
    regions: tuple[int, ...] | None  # by cell: its region, numbered from 0 in order of appearance
    offsets: tuple[tuple[int, int], ...]

    def __init__(
        self,
        box_height: int = 3,
        box_width: int = 3,
        *,
        variants: Iterable[Variant | str] = (),
        regions: str | Iterable[Hashable] | None = None,
        offsets: Iterable[tuple[int, int]] = ((0, 0),),
    ) -> None:
        height, width = shapes.box(box_height, box_width)
        numbers = None if regions is None else shapes.regions(regions)
        starts = ((0, 0),) if offsets == ((0, 0),) else shapes.offsets(offsets)
        if numbers is not None:
            if (height, width) != (3, 3) and (height * width) ** 2 != len(numbers):
                side = height * width
                raise ValueError(f"regions of {text.plural(len(numbers))} where a {side}x{side} board has {side**2}")
            if len(starts) > 1:
                raise ValueError("regions go with one grid, not with several offsets")
            height, width = 1, isqrt(len(numbers))
        several: tuple[Variant, ...] = ()
        if variants != ():
            from .variants import checked

            several = checked(variants)
        self.__dict__.update(box_height=height, box_width=width, variants=several, regions=numbers, offsets=starts)
        if several:
            _ = self.rules  # reports a variant that does not fit at once

    def __str__(self) -> str:
        kind = f"{self.side}x{self.side} " + ("jigsaw board" if self.regions else "board")
        if len(self.offsets) > 1:
            kind = f"board of {len(self.offsets)} {self.side}x{self.side} grids"
        return f"{kind} with {text.listed(map(str, self.variants))}" if self.variants else kind

    def __repr__(self) -> str:
        parts = [f"box_height={self.box_height}, box_width={self.box_width}"] if self.regions is None else []
        parts += [f"variants={list(self.variants)}"] if self.variants else []
        parts += [f"regions={self.region_text!r}"] if self.regions else []
        parts += [f"offsets={self.offsets}"] if len(self.offsets) > 1 else []
        return f"Board({', '.join(parts)})"

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:  # leaves out the cached tables
        if self.plain:
            return Board, (self.box_height, self.box_width)
        parts: dict[str, Any] = {"variants": self.variants, "regions": self.regions, "offsets": self.offsets}
        return partial(Board, self.box_height, self.box_width, **parts), ()

    # ---- constructors

    @classmethod
    def of_side(cls, side: int) -> Board:
        """Return the usual board with `side` digits: the boxes are as square as possible, and not higher than wide.

        Raises ValueError, with the choices, if there is none (a prime number, or out of range).

        >>> Board.of_side(6)
        Board(box_height=2, box_width=3)
        """
        if side not in shapes.usual_sides():
            choices = text.listed(shapes.usual_sides())
            raise ValueError(f"side {side}: no usual board has that, the sides are {choices}")
        return _usual(side)

    @classmethod
    def of_cells(cls, cells: int) -> Board:
        """Return the usual board with that many cells; ValueError, with the choices, if there is none.

        >>> Board.of_cells(144)
        Board(box_height=3, box_width=4)
        """
        return _usual(shapes.side_of(cells))

    @classmethod
    def of_text(cls, puzzle: str) -> Board:
        """Return the board of a puzzle in text, from the boxes drawn, else the usual one for its rows or cells.

        Raises ValueError if no usual board has its number of cells and no rows show its side.

        >>> Board.of_text("1234 | 34.. | 2... | ....")
        Board(box_height=2, box_width=2)
        """
        puzzle = text.spell(puzzle)
        box = text.drawn_box(puzzle)
        if box:
            return cls(*box)
        cells = len(cells_of(puzzle))
        for side in (text.shown_side(puzzle), isqrt(cells) if isqrt(cells) ** 2 == cells else 0):
            if side in shapes.usual_sides():
                return _usual(side)
        text.check_characters(puzzle)  # a wrong character explains a wrong number of cells
        raise ValueError(f"{shapes.no_board(cells)} cells")

    @classmethod
    def read(cls, puzzle: str, board: Board | None = None) -> tuple[Board, bytes]:
        """Return a puzzle in text and its board: `board` if passed, else the board of the text.

        For a pencilmark puzzle (Sukaku: `side` characters per cell) the board has the candidates as a variant, and the
        puzzle itself is empty.

        >>> Board.read("12.. .2.4 " + "1234 " * 14)[0].rules.banned == {2, 3, 4, 6}
        True
        """
        if not isinstance(puzzle, str):
            raise TypeError(f"a puzzle in text must be a str, not {type(puzzle).__name__}")
        usual = board or _of_line(len(puzzle))
        line = usual and usual._line(puzzle)
        if usual and line:
            return usual, line
        marked = _marked(puzzle, board)
        if marked:
            return marked, bytes(marked.cells)
        board = board or cls.of_text(puzzle)
        return board, board.parse(puzzle)

    @classmethod
    def samurai(cls, box_height: int = 3, box_width: int = 3, *, variants: Iterable[Variant | str] = ()) -> Board:
        """Return a board of five grids; the middle one shares each of its corner boxes with another grid.

        >>> Board.samurai().height, Board.samurai(2, 2).offsets
        (21, ((0, 0), (0, 4), (2, 2), (4, 0), (4, 4)))
        """
        corners = shapes.samurai(*shapes.box(box_height, box_width))
        return cls(box_height, box_width, variants=variants, offsets=corners)

    @cached_property
    def plain(self) -> bool:
        """True if the board is one grid of boxes and nothing else; these boards have the fastest code."""
        return not self.variants and self.regions is None and len(self.offsets) == 1

    @property
    def base(self) -> Board:
        """The same board without its variants."""
        return Board(self.box_height, self.box_width, regions=self.regions, offsets=self.offsets)

    def with_variants(self, *more: Variant | str) -> Board:
        """Return the same board with further variants.

        >>> str(Board().with_variants("x", "anti-king"))
        '9x9 board with diagonals, anti-king'
        """
        args = self.box_height, self.box_width
        return Board(*args, variants=(*self.variants, *more), regions=self.regions, offsets=self.offsets)

    # ---- cells

    @cached_property
    def side(self) -> int:
        """Number of digits, of cells in a house, and of rows, columns and boxes in a grid."""
        return self.box_height * self.box_width

    @cached_property
    def cells(self) -> int:
        """Number of cells: side * side for one grid."""
        return len(self.places)

    @cached_property
    def height(self) -> int:
        """Number of rows in the drawing."""
        return self.side + max(row for row, _ in self.offsets)

    @cached_property
    def width(self) -> int:
        """Number of columns in the drawing."""
        return self.side + max(column for _, column in self.offsets)

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each cell in the drawing, from 0."""
        side = range(self.side)
        return tuple(sorted({(r + row, c + column) for r, c in self.offsets for row in side for column in side}))

    @cached_property
    def cell_at(self) -> dict[tuple[int, int], int]:
        """Map (row, column), from 0, to the cell there, if there is one."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def grids(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each grid, in its reading order; a single grid has all cells."""
        side, at = range(self.side), self.cell_at
        return tuple(tuple(at[r + row, c + column] for row in side for column in side) for r, c in self.offsets)

    def box_of(self, cell: int) -> int:
        """Return the number of a cell's box or region, from 0, counted grid by grid in reading order.

        >>> Board().box_of(80)
        8
        """
        return self._boxes[cell]

    @cached_property
    def _boxes(self) -> tuple[int, ...]:
        return houses.boxes(self)

    def cell(self, name: str | int) -> int:
        """Return the cell with that name; a number is checked and returned.

        Raises ValueError if the board has no such cell.

        >>> Board().cell("r4c5"), Board().cell(31)
        (31, 31)
        """
        return houses.cell_named(self, name)

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell, by row and column from 1.

        >>> Board().cell_name(31)
        'r4c5'
        """
        row, column = self.places[cell]
        return f"r{row + 1}c{column + 1}"

    # ---- houses

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house, ascending, `side` each: the rows, columns and boxes, then the houses of variants."""
        return (*(cells for _, cells in self.own_houses), *(cells for _, cells in self.rules.houses))

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """Houses of each cell, as indices into `houses`: its row, column and box, then houses of variants."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for house, cells in enumerate(self.houses):
            for cell in cells:
                found[cell].append(house)
        return tuple(map(tuple, found))

    def house_name(self, house: int) -> str:
        """Return the name of `houses[house]`.

        >>> board = Board(variants=["x"])
        >>> board.house_name(2), board.house_name(13), board.house_name(19), board.house_name(27)
        ('row 3', 'column 5', 'box 2', 'diagonal 1')
        """
        own = self.own_houses
        return own[house][0] if house < len(own) else self.rules.houses[house - len(own)][0]

    @cached_property
    def own_houses(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The board's own houses, without variants, and their names: all rows, then all columns, then the boxes."""
        return houses.own_houses(self)

    @cached_property
    def rules(self) -> Rulebook:
        """The combined constraints of the variants."""
        from .rules import written

        return written(self)

    # ---- parsing

    def parse(self, puzzle: str) -> bytes:
        """Parse a puzzle in text: one line or a drawn grid.

        A cell is `.`, `0`, `*` or `_` (empty), or a digit: 1-9, then A-Z in either case, then @. Spaces, line ends,
        `|`, `+`, box-drawing characters and borders such as `*-----*` may separate cells. From 10x10 on, cells may
        be numbers, separated by spaces, bars or commas. Clues may contradict each other; `check` reports that.

        Raises ValueError for a wrong number of cells, naming the row if there are rows. Raises ValueError, naming the
        cell, for any other character, for a digit too large for the board, and for a 0 next to another empty cell
        if it may be a digit (hexadecimal puzzles).

        >>> list(Board(2, 2).parse("12|34 34|.. --+-- 2*|.. ..|.."))
        [1, 2, 3, 4, 3, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        """
        return self._line(puzzle) or text.parse(self, puzzle)

    def _line(self, puzzle: Any) -> bytes | None:
        """Parse a plain one-line puzzle, or return None if it needs a closer look; most puzzles take this fast path."""
        if type(puzzle) is not str or len(puzzle) != self.cells or not puzzle.isascii():
            return None
        line = puzzle.encode("ascii").translate(self.values)
        if text.ABSENT in line or ("0" in puzzle and self.side not in line and text.mixes(puzzle)):
            return None
        return line

    def from_array(self, values: Iterable[Any]) -> bytes:
        """Return the puzzle given as whole numbers, 0 for an empty cell: `cells` values, or `height` rows of `width`.

        Takes lists, tuples, bytes and any object with `tolist` (arrays of NumPy and of the standard library).
        Raises ValueError for a wrong shape, and, naming the cell, for a number out of range; TypeError, naming the
        cell, for a value that is not a whole number.

        >>> list(Board(1, 2).from_array([[1, 2], [0, 0]]))
        [1, 2, 0, 0]
        """
        return arrays.from_array(self, values)

    def check(self, puzzle: bytes) -> None:
        """Refuse a puzzle with two equal digits in a house: ValueError naming digit, house and both cells.

        >>> Board(2, 2).check(bytes([3, 0, 0, 3] + [0] * 12))
        Traceback (most recent call last):
            ...
        ValueError: digit 3 twice in row 1: r1c1 and r1c4
        """
        text.check_number(self, len(puzzle))
        houses.check(self, puzzle)

    # ---- printing

    def line(self, puzzle: bytes) -> str:
        """Return the puzzle on one line, `.` for an empty cell.

        >>> Board(2, 2).line(bytes([1, 2, 3, 4] + [0] * 12))
        '1234............'
        """
        return text.line(self, puzzle)

    def grid(self, puzzle: bytes) -> str:
        """Return the puzzle as a drawn grid, without a final line end; `parse` reads it back.

        >>> print(Board(2, 2).grid(bytes([1, 2, 3, 4] + [0] * 12)))
        +-----+-----+
        | 1 2 | 3 4 |
        | . . | . . |
        +-----+-----+
        | . . | . . |
        | . . | . . |
        +-----+-----+
        """
        return text.grid(self, puzzle)

    @property
    def region_text(self) -> str:
        """The boxes or regions of one grid as text, one character per cell, in the format of `regions`."""
        return "".join(DIGITS[number % LARGEST] for number in self._boxes)

    @cached_property
    def digit_range(self) -> str:
        """The digits in words, for messages: `1-9` or `1-9, A-G`."""
        return text.digit_range(self.side)

    @cached_property
    def characters(self) -> bytes:
        """Character of each value on a line."""
        return ("." + DIGITS[: self.side]).encode("ascii")

    @cached_property
    def values(self) -> bytes:
        """Value of each character, or 255."""
        return text.values(self.side)


@cache
def _usual(side: int) -> Board:
    return Board(*shapes.usual_box(side))


@lru_cache(maxsize=64)
def _of_line(length: int) -> Board | None:
    """Return the usual board for that many characters; None if they may be a pencilmark puzzle."""
    side = isqrt(length)
    cube = round(length ** (1 / 3)) ** 3 == length
    return _usual(side) if side * side == length and side in shapes.usual_sides() and not cube else None


def _marked(puzzle: str, board: Board | None) -> Board | None:
    """Return the board of a pencilmark puzzle, with its candidates; None for another text."""
    if board and len(puzzle) < board.cells * board.side:
        return None
    cells = len(cells_of(puzzle))
    if cells != (round(cells ** (1 / 3)) ** 3 if board is None else board.cells * board.side):
        return None
    from .variants.marks import Pencilmarks, side_of_sukaku  # not needed to solve a plain puzzle

    side = side_of_sukaku(puzzle) if board is None else board.side
    board = board or (_usual(side) if side else None)
    return board.with_variants(Pencilmarks(puzzle)) if board and cells == board.cells * side > board.cells else None
