# SPDX-License-Identifier: MIT
"""The cells of a text: lines and drawn grids, with one sign or one number for each cell.

A puzzle on a line has one character per cell; a drawn grid may have spaces, bars and borders anywhere, which we skip.
Separated cells may be numbers:

    *-----------*      +-------+------      . 12  5  . ...      0,12,5,0, ...
    |.2.|81.|74.|      | . 12  | 5  .       7  . 16  . ...      7,0,16,0, ...

The digits may also be letters (A-P), or begin at 0 (0-F); see digits.py. frames.py fills in blanks for empty cells.
We refuse, and never skip, any character that could be a cell but cannot be read as one.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import accumulate
from math import isqrt

from ..board.digits import ABSENT, DIGITS, EMPTY, LARGEST_SIDE, SMALLEST_SIDE, usual_signs
from ..board.geometry import Geometry
from ..board.text import FREE, RULES_LINE, cells_of, check_number, mixes, without_borders
from ..board.words import cell_count
from .frames import BAR, fill_blanks, odd_row, without_names
from .habits import rewritten
from .once import once
from .runs import gathered
from .usual import drawn_box

# Each pattern begins with the character that it looks for, and looks behind it afterwards; see board/text.py.
_HYPHEN = re.compile(rf"-(?:(?<=[^{FREE}-].)|(?=[^{FREE}-])|(?<![^\s|].)(?![^\s|]))")  # touches one, or is isolated
# A comma, a number of two digits, or an isolated hyphen.
_SPREAD = re.compile(r"[-,;0-9](?:(?<=[,;])|(?<![^\s|].)(?:(?<=-)|(?<=[0-9])[0-9])(?![^\s|]))")
_UNKNOWN = re.compile(rf"[^{FREE}\-.0*_1-9A-Za-z@$&]")
_COMMA = re.compile(r"[,;]")
_FIELD = re.compile(r"(?<![^,;])[ \t]*+(?![^,;])")  # an empty field, between commas or at an end of the line
_SEPARATOR = re.compile(r"\s*[,;]\s*|\s+")
_SIGNS = re.compile("[0-9A-Za-z-]+|[0-9A-Za-z.*_]+")  # of a row without blanks
_APART = re.compile(r"[0-9]{1,2}|[A-Za-z@$&.*_-]")  # a cell separated from the others
_BY = r"(?: *[,xX\u00d7] *| +)"
_SIZE = re.compile(rf"\s*([0-9]{{1,2}})(?:{_BY}([0-9]{{1,2}}))?(?:{_BY}[0-9]{{1,3}})?\s*")  # perhaps a number of clues


class Scan:
    """A puzzle's text and what we read from it, each part once: for the choice of its board, then for its cells."""

    def __init__(self, text: str) -> None:
        lines = gathered(text.partition(f"\n{RULES_LINE}")[0].split("\n"))
        self.text = fill_blanks(without_names(_without_size(_fill_hyphens("\n".join(map(rewritten, lines))))))

    @cached_property
    def raw(self) -> str:
        """The cells as written, which may be numbers or pencilmarks."""
        return cells_of(self.text)

    @cached_property
    def spelled(self) -> str:
        """The text with one character per cell."""
        return spell(self.text)

    @cached_property
    def cells(self) -> str:
        """The cells, one character each."""
        return self.raw if self.spelled is self.text else cells_of(self.spelled)

    @cached_property
    def lines(self) -> list[tuple[str, int]]:
        """The lines that are not blank, each with its number of cells."""
        return [(row, len(cells_of(row))) for row in self.spelled.splitlines() if row.strip()]

    @cached_property
    def row_lengths(self) -> list[int]:
        """The number of cells in each line that has any."""
        return [cells for _, cells in self.lines if cells]


def sides_in(line: str) -> set[int]:
    """Return the sides of boards that a line may give, by themselves or by their boxes, as the input of a program does.

    >>> sides_in("9"), sides_in("3 3"), sides_in("16 4 30") == {16, 64}, sides_in("1 2 3 4")
    ({9}, {9}, True, set())
    """
    match = _SIZE.fullmatch(line)
    if not match:
        return set()
    first, second = int(match[1]), int(match[2] or match[1])
    boxes = [first * second] if min(first, second) > 1 else []
    sides = {*boxes, *([first] if second in (first, isqrt(first)) else [])}
    return sides.intersection(range(SMALLEST_SIDE, LARGEST_SIDE + 1))


def is_size(line: str, side: int) -> bool:
    """Return whether a line has the sides of a board or of its boxes, as the input of a program begins.

    >>> [is_size(line, 9) for line in ("9", "9 9", "3 3", "9 3", "9x9", "9 9 30", "3", "9 8", "1 2 3 4")]
    [True, True, True, True, True, True, True, False, False]
    """
    return side in sides_in(line)


def _without_size(text: str) -> str:
    r"""Return the text without its first line, if that has the size of the rows that follow.

    >>> _without_size("2 2\n12..\n34..\n....\n....").splitlines()[0]
    '12..'
    """
    first, _, rest = text.lstrip("\r\n").partition("\n")
    if not _SIZE.fullmatch(first):
        return text
    rows = [numbers_in(row) or len(cells_of(row)) for row in rest.splitlines()]
    rows = [cells for cells in rows if cells]
    common = max(rows, key=rows.count, default=0)
    return rest if is_size(first, common) and 2 * rows.count(common) > len(rows) > 1 else text


def _fill_hyphens(text: str) -> str:
    r"""Return rows of signs with a point for each hyphen, if most are equally long; hyphens alone may be a border.

    >>> _fill_hyphens("AE-D\n-CBA\nDB--\nEDAC").split(), _fill_hyphens("anti-knight"), _fill_hyphens("5-.4\n1..2")
    (['AE.D', '.CBA', 'DB..', 'EDAC'], 'anti-knight', '5-.4\n1..2')
    """
    lines = text.split("\n") if "-" in text else []
    rows = [line.strip() for line in lines if line.strip(" -")]
    if len(rows) < 2 or not all(map(_SIGNS.fullmatch, rows)) or not any("-" in row for row in rows):
        return text
    lengths = list(map(len, rows))
    common = max(lengths, key=lengths.count)
    if common < SMALLEST_SIDE or 2 * lengths.count(common) <= len(rows):
        return text
    return "\n".join(line.replace("-", ".") if line.strip(" -") else line for line in lines)


# ---- reading


def parsed(board: Geometry, scan: Scan) -> bytes:
    """Return the cells of a puzzle on a board."""
    text, spelled = scan.text, scan.spelled
    in_numbers = spelled is not text and not any(map(str.isalpha, text))
    digits = f"{board.first_digit}-{board.digits[-1]}" if in_numbers else board.digit_range
    at = _wrong_character(spelled)
    if at >= 0:
        where = _place(board, len(cells_of(spelled[:at])))
        wanted = f"neither a digit ({digits}) nor an empty cell ({'. 0 * _' if board.first_digit else '. * _'})"
        raise ValueError(f"character {spelled[at]!r} {where} is {wanted}{_fields_remedy(spelled)}")
    cells = scan.cells
    if len(board.offsets) == 1 and not _rows_fit(scan.row_lengths, board.rows, board.columns):
        check_frame(scan)
        check_rows(scan.row_lengths, board)
    check_number(board, len(cells))
    puzzle = cells.encode("ascii").translate(board.exact_values if in_numbers else board.values)
    if ABSENT in puzzle and not in_numbers and board.first_digit:
        cells = usual_signs(cells, board.side)
        puzzle = cells.encode("ascii").translate(board.values)
    if ABSENT in puzzle:
        cell = puzzle.index(ABSENT)
        digit = f"number {DIGITS.index(cells[cell]) + 1}" if in_numbers else f"digit {cells[cell]}"
        raise ValueError(f"{digit} {_place(board, cell)} is too large for a {board} ({digits})")
    if "0" in cells and board.first_digit and board.side not in puzzle and mixes(cells):
        return _with_zeros(board, cells, puzzle, digits)
    return puzzle


def check_frame(scan: Scan) -> None:
    """Refuse a frame with blanks for empty cells whose rows are not equally wide."""
    row = odd_row(scan.text)
    if row:
        raise ValueError(f"row {row} of the frame is not as wide as the others: write . for an empty cell")


def check_rows(rows: list[int], board: Geometry) -> None:
    """Refuse rows of another length than the board's, if the lines show rows; a long line may contain several rows."""
    height, width = board.rows, board.columns
    right = rows.count(width)
    if len(rows) < 2 or _rows_fit(rows, height, width):
        return
    if right < len(rows) and (len(rows) >= height or 2 * right > len(rows)):
        row, cells = next((row, cells) for row, cells in enumerate(rows, 1) if cells != width)
        remedy = ": write . for an empty cell" if cells < width else ""
        raise ValueError(f"row {row} has {cell_count(cells)} where a {board} has {width}{remedy}")
    if right == len(rows):
        raise ValueError(f"{right} rows of {width} cells where a {board} has {height} rows")


def _with_zeros(board: Geometry, cells: str, puzzle: bytes, digits: str) -> bytes:
    """Return a puzzle that has both 0 and another sign for an empty cell, and does not have the largest digit.

    If a house has two zeros, 0 is an empty cell. If no house has, and there are several zeros on a board of 10x10 or
    more, digits begin at 0, as hexadecimal digits do. We refuse any other puzzle, since its 0 may be either.
    """
    zeros = {cell for cell, character in enumerate(cells) if character == "0"}
    if any(len(zeros.intersection(house)) > 1 for house in board.houses):
        return puzzle
    if board.side >= 10 and len(zeros) > 1:
        return bytes(value + 1 if value or cell in zeros else 0 for cell, value in enumerate(puzzle))
    sign = next(sign for sign in EMPTY if sign != "0" and sign in cells)
    name, remedy = board.cell_name(min(zeros)), f"write {sign} for every empty cell, and {digits} for the digits"
    raise ValueError(f"0 in {name} may be a digit, or an empty cell as {sign} is: {remedy}")


def check_characters(text: str) -> None:
    """Refuse a character that cannot occur in a puzzle."""
    at = _wrong_character(text)
    if at >= 0:
        wanted = "neither a digit nor an empty cell (. 0 * _)"
        raise ValueError(f"character {text[at]!r} is {wanted}{_fields_remedy(text)}")


def _fields_remedy(text: str) -> str:
    return "; write . in every empty field" if any(map(fields_in, text.splitlines())) else ""


def _wrong_character(text: str) -> int:
    """Return the index of the first character that is neither drawing nor a cell, or a hyphen used as a cell; or -1."""
    text = without_borders(text)
    unknown = _UNKNOWN.search(text)
    first = unknown.start() if unknown else len(text)
    border = 0  # end of the last line without cells
    for hyphen in _HYPHEN.finditer(text):
        at = hyphen.start()
        if at >= border:
            start, border = text.rfind("\n", 0, at) + 1, text.find("\n", at) % (len(text) + 1)
            if cells_of(text[start:border]):
                return min(first, at)
    return first if first < len(text) else -1


def _place(board: Geometry, cell: int) -> str:
    return f"in {board.cell_name(cell)}" if cell < board.cells else "after the last cell"


# ---- reading rows and numbers


@once
def numbers_in(row: str) -> int:
    """Return the number of cells in a line of numbers, or of cells separated by commas; 0 for any other line.

    >>> numbers_in(". 12 . . | 3 16 . . | 9 10 ."), numbers_in("0,12,3"), numbers_in("12 34"), numbers_in("12....34")
    (11, 3, 0, 0)
    """
    cells = _split_cells(row) if _SPREAD.search(row) else []
    return len(cells) if len(cells) >= 10 or "," in row or ";" in row else 0


def shown_side(scan: Scan) -> int:
    """Return the side of a board with as many cells as the text, or with its rows, even if some are wrong; else 0.

    >>> shown_side(Scan("12 34\\n34 1\\n21 43\\n43 21")), shown_side(Scan("1234 3412 2143 432"))
    (4, 0)
    """
    rows = scan.row_lengths
    side = isqrt(sum(rows))
    if _rows_fit(rows, side, side):
        return side
    common = max(set(rows), key=rows.count, default=0)
    if len(rows) > 1 and 2 * rows.count(common) > len(rows) and 2 * common > len(rows):
        return common
    return len(rows) if len(rows) > 1 and max(rows) <= len(rows) else 0


def _rows_fit(rows: list[int], height: int, width: int) -> bool:
    """Return whether lines have the cells of a board and none contains the end of one row and the start of the next.

    If there are fewer lines than rows, they are long lines, which may wrap anywhere.
    """
    if not rows or sum(rows) != height * width:
        return False
    return len(rows) < height or set(range(width, height * width, width)) <= set(accumulate(rows))


def spell(text: str) -> str:
    """Return the text with one character per cell, if it has two-digit numbers or commas between cells; else unchanged.

    Without commas, such numbers count as cells only from 100 cells on, since smaller boards have no digit above 9, or
    in several rows of ten cells and more.

    >>> spell("1,0,\\n2,1")
    '1 0 \\n2 1'
    >>> spell("- 12 | 03 4\\n" * 25)[:9]
    '. C | 3 4'
    """
    if not _SPREAD.search(text):
        return text
    lines = without_borders(_fill_fields(text)).splitlines()
    rows = [_split_cells(line) for line in lines]
    if not all(row or not cells_of(line) for row, line in zip(rows, lines, strict=True)):
        return text
    lengths = {len(row) for row in rows if row}
    wide = len(lengths) == 1 and min(lengths) >= 10 and sum(map(bool, rows)) > 1  # a larger board that is cut off
    if sum(map(len, rows)) < 100 and not (wide or "," in text or ";" in text):
        return text
    numbers = accumulate(1 if row else 0 for row in rows)
    return "\n".join(_spell_line(line, k) if row else line for line, row, k in zip(lines, rows, numbers, strict=True))


def _fill_fields(text: str) -> str:
    """Return the text with `.` in each empty field between commas, if its rows have as many fields as there are rows.

    A row may end with an empty field, or with a comma after its last cell; only a square of fields shows which.

    >>> _fill_fields("1,,,2\\n,,1,\\n,1,,\\n2,,,1").splitlines()
    ['1,.,.,2', '.,.,1,.', '.,1,.,.', '2,.,.,1']
    """
    rows = [row for row in text.splitlines() if row.strip()]
    fields = {len(_COMMA.findall(row)) + 1 for row in rows}
    square = fields == {isqrt(max(fields, default=0)) ** 2}
    if fields == {len(rows)} or (len(rows) == 1 and square):
        return "\n".join(_FIELD.sub(".", row) for row in rows)
    return text


@once
def fields_in(row: str) -> int:
    """Return the number of fields in a line of cells separated by commas, if at least one is empty; else 0.

    >>> fields_in("5,3,,,7,,,,"), fields_in("5,3"), fields_in(",,"), fields_in("puzzle,,"), fields_in("5,3,")
    (9, 0, 0, 0, 3)
    """
    if "," not in row and ";" not in row:
        return 0
    filled, empty = _FIELD.subn(".", row)
    cells = _COMMA.split(filled)
    return len(cells) if 0 < empty < len(cells) and all(_APART.fullmatch(cell.strip()) for cell in cells) else 0


def _split_cells(row: str) -> list[str]:
    """Return the cells of a line if each is separate, else none. Digits are numbers or letters, not both."""
    cells = _SEPARATOR.split(re.sub(rf"[{FREE}]+", " ", row).strip().removesuffix(",").removesuffix(";").rstrip())
    apart = all(map(_APART.fullmatch, cells))
    return cells if apart and not (max(map(len, cells)) > 1 and any(map(str.isalpha, cells))) else []


def _spell_line(line: str, row: int) -> str:
    def character(number: re.Match[str]) -> str:
        if not number[0].isdecimal():
            return "." if number[0] == "-" else number[0]
        value = int(number[0])
        if value > LARGEST_SIDE:
            raise ValueError(f"number {value} in row {row} is too large: a board has at most {LARGEST_SIDE} digits")
        return DIGITS[value - 1] if value else "0"

    return _APART.sub(character, line.replace(",", " ").replace(";", " "))


# ---- boards of drawings


def box_of(scan: Scan) -> tuple[int, int] | None:
    """Return height and width of the boxes visible in a drawing.

    >>> box_of(Scan("1 2|3 4\\n3 4|1 2\\n---+---\\n2 1|4 3\\n4 3|2 1"))
    (2, 2)
    """
    lengths = [length for _, length in scan.lines]
    side = max(lengths, default=0)
    if side > LARGEST_SIDE or scan.row_lengths != [side] * side:
        return None
    drawn = (row for row, length in scan.lines if length)
    return drawn_box(lengths, (len(cells_of(part)) for row in drawn for part in BAR.split(row)))
