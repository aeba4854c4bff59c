# SPDX-License-Identifier: MIT
"""The board: a geometry with the constraints of its variants, and the puzzles on it, read, checked and printed.

Three arguments change a board: `regions` replace the boxes (jigsaw), `offsets` make several grids overlap (samurai),
and `variants` add houses and exclude combinations of digits (see
sudoku/board/variants). A Latin square, with no boxes at all, is `Board(1, n)`, whose boxes are its rows.

We keep a puzzle as `bytes`, one value per cell, 0 for an empty cell. It is compact and hashable, and compiled code
reads it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from math import isqrt
from typing import TYPE_CHECKING, Any, Protocol, final

from dlx.system.calloff import OutOfTime, patient
from dlx.system.public import public

from . import arrays, shapes, text
from .clashes import clash
from .digits import ABSENT
from .geometry import Geometry
from .houses import GridShape
from .words import cell_count, listed, short

if TYPE_CHECKING:
    from .rules import Rulebook, Variant


class TextReader(Protocol):
    """A reader of texts that are no plain line. The room `reading` has it, above this one."""

    def board_of(self, puzzle: str) -> Board: ...
    def read(self, puzzle: str, board: Board | None, known: Mapping[int, Board]) -> tuple[Board, bytes]: ...
    def parse(self, board: Board, puzzle: str) -> bytes: ...


_readers: list[Callable[[], TextReader]] = []  # one, which the package registers


def read_text_by(reader: Callable[[], TextReader]) -> None:
    """Register the reader of texts, imported with the first text that needs it."""
    _readers[:] = [reader]


@cache  # an import statement in a function takes a microsecond
def _reader() -> TextReader:
    return _readers[0]()


READING_SECONDS = 0.25  # of CPU after which a new board calls no function of the user any more


@public("sudoku")
@final
@dataclass(frozen=True, init=False, repr=False)
class Board(Geometry):
    """An immutable, hashable board; two boards are equal if their parts are, with the variants in any order.

    Args:
        box_height, box_width: shape of a box in cells; with `regions`, derived from them.
        variants: constraints besides rows, columns and boxes, from `sudoku.variants`, or names such as "anti-knight".
        regions: region of each cell, instead of boxes, `side` regions of `side` cells each. Pass any hashable values,
            or a text with one character per cell; spaces and line ends are ignored.
        offsets: (row, column) of the first cell of each grid, if there are several.
        size: (rows, columns) of a board with fewer of them than digits. A row, column, box or region that has too few
            cells for all digits holds different ones. Regions then may differ in size; there are as many digits as the
            longest row, column or region has cells.
        first_digit: the lowest digit: 1, or 0 for the digits 0 to side - 1. Arrays hold 0 for an empty cell, so
            arrays and candidates hold each digit plus 1 if digits begin at 0.
        digits: number of digits, if a single grid has more of them than its rows, columns, boxes and regions have
            cells. Each of these holds different digits, and `regions` is set to the boxes.

    Raises:
        ValueError: a box has no cells or more than 64, regions differ in size, the board has more rows or columns than
            digits, or a variant does not fit.
        TypeError: a dimension is not a whole number, or an object is not a variant.

    If your own functions, such as those of :class:`~sudoku.variants.Function`, take longer than a quarter of a second,
    the first question about the board reads the variants, within its time limit, and reports one that does not fit.

    >>> board = Board()
    >>> board.side, board.cells, len(board.houses)
    (9, 81, 27)
    >>> str(Board(2, 3)), str(Board(2, 2, variants=["x"])), Board.samurai().cells
    ('6x6 board', '4x4 board with diagonals', 369)
    >>> Board(regions="1112 1332 4322 4443").houses[8:]
    ((0, 1, 2, 4), (3, 7, 10, 11), (5, 6, 9, 15), (8, 12, 13, 14))
    >>> str(Board(first_digit=0)), Board(2, 2, first_digit=0).line(bytes([1, 4, 0, 2] * 4))
    ('9x9 board with digits 0-8', '03.103.103.103.1')
    >>> str(Board(2, 4, size=(6, 8))), Board(2, 2, size=(2, 3)).houses
    ('6x8 board with digits 1-8', ((0, 1, 3, 4),))
    >>> board = Board(digits=10, first_digit=0)
    >>> board.side, board.digit_range, len(board.houses), len(board.house_parts)
    (10, '0-9', 0, 27)
    """

    box_height: int  # these four as in Geometry; our pages list the attributes of a board here
    box_width: int
    regions: tuple[int, ...] | None  # by cell: its region, numbered from 0 in order of appearance
    offsets: tuple[tuple[int, int], ...]  # (row, column) of the first cell of each grid
    rows: int  # of each grid
    columns: int
    first_digit: int
    variants: tuple[Variant, ...]

    def __init__(
        self,
        box_height: int = 3,
        box_width: int = 3,
        *,
        variants: Iterable[Variant | str] = (),
        regions: str | Iterable[Hashable] | None = None,
        offsets: Iterable[tuple[int, int]] = ((0, 0),),
        size: tuple[int, int] | None = None,
        first_digit: int = 1,
        digits: int | None = None,
    ) -> None:
        height, width = shapes.box(box_height, box_width)
        rows = columns = height * width
        starts = ((0, 0),) if offsets == ((0, 0),) else shapes.offsets(offsets)
        numbers = None
        if digits is not None and len(starts) > 1:
            raise ValueError("digits cannot be combined with several offsets")
        if regions is None and digits not in (None, height * width):
            size = shapes.size(size or (rows, columns), rows)
            regions, height, width = GridShape(height, width, None, *size).boxes(), 3, 3
        if regions is not None:
            numbers, (rows, columns) = shapes.regions_of(regions, size)
            side = shapes.digits_of(numbers, rows, columns, digits)
            if digits is None and (height, width) != (3, 3) and height * width != side:
                own = height * width
                raise ValueError(f"regions of {cell_count(len(numbers))} where a {own}x{own} board has {own**2}")
            if len(starts) > 1:
                raise ValueError("regions cannot be combined with several offsets")
            height, width = 1, side
        elif size is not None:
            rows, columns = shapes.size(size, height * width)
        if len(starts) > 1 and size is not None:
            raise ValueError("size cannot be combined with several offsets; grids that overlap are square")
        lowest = first_digit if type(first_digit) is int and first_digit == 1 else shapes.first_digit(first_digit)
        several: tuple[Variant, ...] = ()
        if variants != ():
            from .variants import checked

            several = checked(variants)
        self.__dict__.update(box_height=height, box_width=width, variants=several, regions=numbers, offsets=starts)
        self.__dict__.update(rows=rows, columns=columns, first_digit=lowest)
        if several:
            with suppress(OutOfTime), patient(READING_SECONDS):
                _ = self.rules  # reports a variant that does not fit at once

    def __str__(self) -> str:
        return f"{self.kind} with {listed(map(str, self.variants))}" if self.variants else self.kind

    def __repr__(self) -> str:
        parts = [f"box_height={self.box_height}, box_width={self.box_width}"] if self.regions is None else []
        parts += [f"variants={list(self.variants)}"] if self.variants else []
        parts += [f"regions={self.region_text!r}"] if self.regions else []
        parts += [f"offsets={self.offsets}"] if len(self.offsets) > 1 else []
        parts += [] if self.regular else [f"size=({self.rows}, {self.columns})"]
        parts += [] if self.first_digit else ["first_digit=0"]
        parts += [f"digits={self.side}"] if self.has_more_digits else []
        return f"Board({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        """The parts of the board, for comparisons; a variant that is listed twice counts once."""
        shape = self.box_height, self.box_width, self.regions, self.offsets, self.rows, self.columns, self.first_digit
        return *shape, frozenset(self.variants)

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:  # leaves out the cached tables
        if self.plain:
            return Board, (self.box_height, self.box_width)
        return partial(Board, self.box_height, self.box_width, variants=self.variants, **self._parts), ()

    @property
    def _parts(self) -> dict[str, Any]:
        """The arguments of the board, besides its box and its variants."""
        size = None if self.regular else (self.rows, self.columns)
        parts = {"regions": self.regions, "offsets": self.offsets, "size": size, "first_digit": self.first_digit}
        return {**parts, "digits": self.side} if self.has_more_digits else parts

    # ---- constructors

    @classmethod
    def of_side(cls, side: int) -> Board:
        """Return the usual board with `side` digits: the boxes are as square as possible, and not higher than wide.

        Raises ValueError if there is none (a prime number, or out of range).

        >>> Board.of_side(6)
        Board(box_height=2, box_width=3)
        """
        if side not in shapes.usual_sides():
            choices = f"{shapes.usual_sides()[0]} to {shapes.usual_sides()[-1]}"
            raise ValueError(f"side {side}: a usual board has {choices} digits, and not a prime number of them")
        return usual_board(side)

    @classmethod
    def of_cells(cls, cells: int) -> Board:
        """Return the usual board with that many cells; ValueError, with the nearest one, if there is none.

        >>> Board.of_cells(144)
        Board(box_height=3, box_width=4)
        """
        return usual_board(shapes.side_of(cells))

    @classmethod
    def of_text(cls, puzzle: str) -> Board:
        """Return the board of a puzzle in text, from the boxes drawn, else the usual one for its rows or cells.

        Raises ValueError if no usual board has its number of cells and no rows show its side.

        >>> Board.of_text("1234 | 34.. | 2... | ....")
        Board(box_height=2, box_width=2)
        """
        return _reader().board_of(puzzle)

    @classmethod
    def read(
        cls, puzzle: str, board: Board | None = None, *, known: Mapping[int, Board] | None = None
    ) -> tuple[Board, bytes]:
        """Return a puzzle in text and its board: `board` if passed, else the board of the text.

        A text that draws no boxes has the board in `known` with as many digits, or the usual one.

        For a pencilmark puzzle (Sukaku: `side` characters per cell) the board has the candidates as a variant, and the
        puzzle itself is empty. A grid of candidates is a pencilmark puzzle with a digit in each cell that has only one.

        >>> Board.read("12.. .2.4 " + "1234 " * 14)[0].rules.banned == {2, 3, 4, 6}
        True
        """
        check_board(board)
        plain = _check_text(puzzle).strip()
        known = known or {}
        usual = board or known.get(isqrt(len(plain))) or _of_line(len(plain))
        line = usual and _line(usual, plain)
        if usual and line:
            return usual, line
        return _reader().read(puzzle, board, known)

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
        """True if the board is a square of boxes with digits from 1 and nothing else; it has the fastest code."""
        one = self.regions is None and len(self.offsets) == 1 and self.square
        return one and not self.variants and self.first_digit == 1

    @property
    def base(self) -> Board:
        """The same board without its variants."""
        return Board(self.box_height, self.box_width, **self._parts)

    def with_variants(self, *more: Variant | str) -> Board:
        """Return the same board with further variants.

        >>> str(Board().with_variants("x", "anti-king"))
        '9x9 board with diagonals, anti-king'
        """
        return Board(self.box_height, self.box_width, variants=(*self.variants, *more), **self._parts)

    def with_first_digit(self, first_digit: int) -> Board:
        """Return the same board with another lowest digit: 1 or 0.

        >>> Board(2, 2).with_first_digit(0)
        Board(box_height=2, box_width=2, first_digit=0)
        """
        parts = {**self._parts, "first_digit": first_digit}
        return Board(self.box_height, self.box_width, variants=self.variants, **parts)

    # ---- houses

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house, ascending, `side` each: the rows, columns and boxes, then the houses of variants.

        Rows, columns and boxes with fewer cells are in `house_parts`.
        """
        return (*(cells for _, cells in self.own_houses), *(cells for _, cells in self.rules.houses))

    def house_name(self, house: int) -> str:
        """Return the name of `houses[house]`.

        >>> board = Board(variants=["x"])
        >>> board.house_name(2), board.house_name(13), board.house_name(19), board.house_name(27)
        ('row 3', 'column 5', 'box 2', 'diagonal 1')
        """
        own = self.own_houses
        return own[house][0] if house < len(own) else self.rules.houses[house - len(own)][0]

    @cached_property
    def rules(self) -> Rulebook:
        """The combined constraints of the variants."""
        from .rules import written

        return written(self, self.variants)

    # ---- letters of a word

    @cached_property
    def letters(self) -> str:
        """The letters that stand for the digits; the empty text without a variant for them."""
        if not self.variants:
            return ""
        from .variants.letters import Letters

        return next((rule.signs for rule in self.variants if isinstance(rule, Letters)), "")

    @cached_property
    def signs(self) -> str:
        """The signs of the digits."""
        return self.letters or super().signs

    @cached_property
    def digit_range(self) -> str:
        """The digits in words, for messages."""
        return self.letters or super().digit_range

    # ---- parsing

    def parse(self, puzzle: str) -> bytes:
        """Parse a puzzle in text: one line or a drawn grid.

        A cell is `.`, `0`, `*` or `_` (empty), or a digit: 1-9, then A-Z in either case, then @. On a board beyond
        36x36, A-Z are capitals, and a-z, $ and & come next. If the lowest digit is 0, so is the first sign, and an
        empty cell is no 0. Spaces, line ends, `|`, `+`, box-drawing characters and borders such as `*-----*` may
        separate cells. From 10x10 on, cells may be numbers, separated by spaces, bars or commas. Clues may contradict
        each other; `check` reports that.

        Raises ValueError for a wrong number of cells, naming the row if there are rows. Raises ValueError, naming the
        cell, for any other character, for a digit too large for the board, and for a 0 next to another empty cell
        if it may be a digit (hexadecimal puzzles).

        >>> list(Board(2, 2).parse("12|34 34|.. --+-- 2*|.. ..|.."))
        [1, 2, 3, 4, 3, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        """
        return _line(self, _check_text(puzzle)) or _reader().parse(self, puzzle)

    def from_array(self, values: Iterable[Any]) -> bytes:
        """Return the puzzle given as whole numbers, 0 for an empty cell: `cells` values, or `height` rows of `width`.

        Takes lists, tuples, bytes, arrays of NumPy and of the standard library, and tables of pandas and Polars. None,
        NaN and an empty text are empty cells, too; a cell may be a sign in text, such as "5" or ".".
        Raises ValueError for a wrong shape, and, naming the cell, for a number out of range; TypeError, naming the
        cell, for any other value.

        >>> list(Board(1, 2).from_array([[1, 2], [0, 0]]))
        [1, 2, 0, 0]
        """
        return arrays.from_array(self, values)

    def check(self, puzzle: bytes) -> None:
        """Refuse a puzzle with two equal digits in a house: ValueError naming digit, house and both cells.

        >>> Board(2, 2).check(bytes([3, 0, 0, 3] + [0] * 12))
        Traceback (most recent call last):
            ...
        ValueError: row 1 has digit 3 twice, at r1c1 and r1c4
        """
        text.check_number(self, len(puzzle))
        found = clash(self, puzzle)
        if found:
            raise ValueError(found)

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


def check_board(board: object) -> None:
    """Refuse anything but a board or None: TypeError.

    >>> check_board("3x3")
    Traceback (most recent call last):
        ...
    TypeError: board is '3x3': it must be a Board, such as Board(3, 3)
    """
    if not (board is None or isinstance(board, Board)):
        raise TypeError(f"board is {short(board)}: it must be a Board, such as Board(3, 3)")


def _check_text(puzzle: Any) -> str:
    if not isinstance(puzzle, str):
        raise TypeError(f"a puzzle in text must be a str, not {type(puzzle).__name__}")
    return puzzle


def _line(board: Board, puzzle: str) -> bytes | None:
    """Parse a plain one-line puzzle, or return None if it needs a closer look; most puzzles take this fast path."""
    if len(puzzle) != board.cells or not puzzle.isascii():
        return None
    line = puzzle.encode("ascii").translate(board.values)
    if ABSENT in line or ("0" in puzzle and board.side not in line and text.mixes(puzzle)):
        return None
    return line


@cache
def boxed_board(height: int, width: int) -> Board:
    """Return the board of a box; equal ones are one object."""
    return Board(height, width)


def usual_board(side: int) -> Board:
    """Return the usual board of a side that has one."""
    return boxed_board(*shapes.usual_box(side))


@lru_cache(maxsize=64)
def _of_line(length: int) -> Board | None:
    """Return the usual board for that many characters; None if they may be a pencilmark puzzle."""
    side = isqrt(length)
    cube = round(length ** (1 / 3)) ** 3 == length
    return usual_board(side) if side * side == length and side in shapes.usual_sides() and not cube else None
