# SPDX-License-Identifier: MIT
"""Runs of lines that are a grid only together; each becomes the usual rows, and other lines stay as they are.

    initial(1,1,5). initial(1,2,3).       cells by row and column, as ASP, programs and r1c1=5 name them
    {| class="wikitable" ... |}           a table of MediaWiki
    ||||||||||, |-|-|-|-|-|-|-|-|-|       a table of Markdown, its head blank or its empty cells of no width
    53##7####                             # for an empty cell, in as many rows as cells: one such line is a comment
    AE-D-----                             the same with hyphens next to letters: such a line alone is a word or a border
    53..7....###..1...9..                 five grids with any sign between them, in 21 rows
    WO..RD...                             letters of a word, in nine rows: such a line alone is a word
    ...3.1..........                      a row of a 16x16 grid, not a 4x4 puzzle, if a row below it has larger digits
    53  7                                 blanks for empty cells, in lines that are equally long
    0 0 3 0 ...                           a matrix larger than any board, which is an error

A run begins with a line that its form knows, and continues for as long as each line may belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, product
from math import isqrt
from typing import NamedTuple

from ..board.digits import DIGITS, EMPTY, LARGEST_SIDE, LETTERS, SMALLEST_SIDE, word_of
from ..board.shapes import usual_box, usual_sides

MOST_LINES_OF_ROWS = 150  # lines of rows that we hold, more than two grids
MOST_LINES_OF_CELLS = 2 * LARGEST_SIDE**2  # lines of single cells that we hold
TOO_LARGE = f"a board has at most {LARGEST_SIDE}x{LARGEST_SIDE} cells"


class TextLine(NamedTuple):
    """A line of text, or an error in its place."""

    number: int
    text: str
    error: str = ""


UsualRows = tuple[int, list[str]]  # the number of lines that a grid takes, and its rows in the usual form


class RunForm(NamedTuple):
    """A form of grids in several lines. `read` takes the lines from the first one of a grid on."""

    begins: Callable[[str], object]  # whether a line may be the first of a grid
    continues: Callable[[str], object]  # whether one may be a later line
    read: Callable[[list[str]], UsualRows | None]  # raises ValueError for a grid that cannot be a puzzle
    most: int = MOST_LINES_OF_ROWS  # lines of a run; we read its first half if there are more


# The first lines of all forms, and few others; cells of most rows have a point.
MAY_BEGIN = re.compile(
    r"[^#.]*+#|\s*+(?:\{\||\|(?:[^|.]{0,3}\|){4})"
    r"|[{\[\s]*+(?:constraint\s++)?\w{0,41}(?:[\[(] ?\d{1,2} ?[],]|(?<=\d)[Cc]\d)"
    r"|[1-9 ]{4,40}$|(?=[0-9.*_]{0,25}[A-Za-z-])[0-9A-Za-z.*_-]{4,26}\s*$|[.0*_]{9}\s*$"
    r"|[1-9.0*_-]{9}([^\w.*])\1{2}[1-9.0*_-]{9}\s*$|[0-6.*_]{16}\s*$|[0-6.*_]{36}\s*$|.{129}"
)


class Runs:
    """Lines that are read one by one, and held while they may be a grid together."""

    def __init__(self) -> None:
        self.form: RunForm | None = None  # of the current run
        self.lines: list[str] = []
        self.first = 0  # number of the first of them

    def passes(self, text: str) -> bool:
        """Return whether a line belongs to no run, which is so for most lines, and quick to see."""
        return not self.lines and not MAY_BEGIN.match(text)

    def take(self, number: int, text: str) -> Iterator[TextLine]:
        """Yield the lines that are known with this one."""
        text = text.rstrip("\r\n")
        if self.form and self.lines and self.form.continues(text):
            self.lines.append(text)
            if len(self.lines) > self.form.most:
                yield from self.end(self.form.most // 2)
            return
        yield from self.end()
        self.form = next((form for form in RUN_FORMS if form.begins(text)), None)
        if self.form:
            self.first, self.lines = number, [text]
        else:
            yield TextLine(number, text)

    def end(self, held: int = 0) -> Iterator[TextLine]:
        """Yield the lines of the current run, but for the last ones that may begin a grid."""
        while self.form and len(self.lines) > held:
            try:
                taken, rows = self.form.read(self.lines) or (1, self.lines[:1])
                lines = [TextLine(self.first + min(k, taken - 1), row) for k, row in enumerate(rows)]
                yield from lines if taken == 1 else [*lines, TextLine(self.first + taken - 1, "")]
            except ValueError as problem:
                taken = next((at for at, line in enumerate(self.lines) if at and not line.strip()), len(self.lines))
                yield TextLine(self.first, self.lines[0], str(problem))
            self.first, self.lines = self.first + taken, self.lines[taken:]


def gathered(lines: list[str]) -> list[str]:
    """Return the lines of a text, the runs among them as rows. Raises ValueError for a run that cannot be a puzzle.

    >>> gathered(["#1##", "1#2#", "#3#4", "##3#", "# a comment"])
    ['.1..', '1.2.', '.3.4', '..3.', '', '# a comment']
    """
    if not any(map(MAY_BEGIN.match, lines)):
        return lines
    runs = Runs()
    taken = [line for number, text in enumerate(lines) for line in runs.take(number, text)]
    return list(map(_text_of, (*taken, *runs.end())))


def _text_of(line: TextLine) -> str:
    if line.error:
        raise ValueError(line.error)
    return line.text


# ---- cells by row and column

_NUMBER = r" ?([0-9]{1,2}) ?"
# There is one way to read the name before a bracket: two would be 2**40 ways for a line of 40 facts.
_NAME = r"(?:[A-Za-z_]|(?![A-Za-z_]))\w{0,40}"
_FACT = (
    rf"(?:([A-Za-z_]\w{{0,40}})\({_NUMBER},{_NUMBER},{_NUMBER}\)"  # sudoku(1,1,5)
    # x[0][0] = 5
    rf"|{_NAME}[\[(]{_NUMBER}(?:,|\]\[){_NUMBER}[\])] ?(?:==?|:=?|->) ?([0-9]{{1,2}})(?![0-9])"
    r"|[Rr]([0-9]{1,2})[Cc]([0-9]{1,2}) ?[=:] ?([0-9]{1,2})(?![0-9]))"  # r1c1=5
)
_FACTS = re.compile(rf"[\s{{\[]*(?:(?:constraint\s+)?{_FACT}[\s.,;}}\]]*+)+(?:(?:%|//|#).*)?")
FEWEST_FACTS = 4
LARGEST_ONE_SIGN_SIDE = 9
PlacedDigits = dict[tuple[int, int], int]  # by row and column


def _placed(lines: list[str]) -> UsualRows:
    """Read cells by row and column; too few of them stay as they are.

    Lines after a blank one that name a cell again are another grid.
    """
    grids: dict[str, PlacedDigits] = {}
    taken = 0
    for blank, group in groupby(lines, lambda line: not line.strip()):
        paragraph = list(group)
        try:
            cells = {} if blank else _cells_of(paragraph)
        except ValueError:
            if not grids:
                raise
            break
        if not all(grids.get(name, {}).keys().isdisjoint(own) for name, own in cells.items()):
            break
        for name, own in cells.items():
            grids.setdefault(name, {}).update(own)
        taken += len(paragraph)
    rows = [_rows_of(cells) for cells in grids.values() if len(cells) >= FEWEST_FACTS]
    return taken, [line for grid in rows for line in (*grid, "")] or lines[:taken]


def _cells_of(lines: Iterable[str]) -> dict[str, PlacedDigits]:
    """Return the cells in some lines, by their name."""
    cells: dict[str, PlacedDigits] = {}
    for name, *numbers in (fact for line in lines for fact in re.findall(_FACT, line)):
        row, column, digit = (int(number) for number in numbers if number)
        known = cells.setdefault(name, {}).setdefault((row, column), digit)
        if known != digit:
            raise ValueError(f"row {row}, column {column} has two digits: {known} and {digit}")
    return cells


def _rows_of(cells: PlacedDigits) -> list[str]:
    """Return the rows of the smallest usual board that has all these cells; they are numbered from 0 if one has a 0."""
    first = 0 if any(0 in place for place in cells) else 1
    reach, largest = max(max(place) + 1 - first for place in cells), max(cells.values())
    if reach <= LARGEST_ONE_SIGN_SIDE < largest:
        what = f"a cell has {largest}, and no row or column has a number above {LARGEST_ONE_SIGN_SIDE}"
        raise ValueError(f"{what}: write one digit for a cell, and no candidates")
    least = max(reach, largest)
    side = next((side for side in usual_sides() if side >= least), 0)
    if not side:
        raise ValueError(f"a cell or digit has the number {least}: {TOO_LARGE}")
    signs = [["."] * side for _ in range(side)]
    for (row, column), digit in cells.items():
        signs[row - first][column - first] = DIGITS[digit - 1] if digit else "."
    return list(map(_framed, signs))


def _framed(cells: Iterable[str]) -> str:
    """Return a row that cannot be a whole puzzle: 16 and 36 signs alone may be one of 4x4 or 6x6."""
    return f"| {' '.join(cells)} |"


# ---- tables

_WIKI_CELL = re.compile(r"(?:[^|]*=[^|]*\|)?(.*)")  # perhaps behind attributes
_MARKUP = re.compile(r"'{2,}|<[^<>]*>|&nbsp;|\s")
_ALIGNED = re.compile(r"\s*+\|?(?:\s*+:?-+:?\s*+\|){3,}\s*+(?::?-+:?\s*+)?")


def _wiki_table(lines: list[str]) -> UsualRows | None:
    """Read a table of MediaWiki; its heads number rows and columns."""
    if not lines[0].lstrip().startswith("{|"):
        return None
    rows: list[list[str]] = [[]]
    for at, line in enumerate(map(str.strip, lines[1:]), 2):
        if line.startswith("|}"):
            found = [_framed(row) for row in rows if len(row) >= SMALLEST_SIDE]
            return (at, found) if found else None
        if line.startswith("|-"):
            rows.append([])
        elif line.startswith("|") and not line.startswith("|+"):
            cells = (_WIKI_CELL.fullmatch(cell) for cell in line[1:].split("||"))
            rows[-1] += [_MARKUP.sub("", cell[1]) or "." for cell in cells if cell]
    return None


def _markdown_table(lines: list[str]) -> UsualRows | None:
    """Read a table of Markdown that has one row more than columns: its head."""
    if len(lines) < SMALLEST_SIDE or not _ALIGNED.fullmatch(lines[1]):
        return None
    rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines[: LARGEST_SIDE + 3]]
    side = len(rows[0])
    grid = rows[2 : side + 2]
    if {len(row) for row in (rows[1], *grid)} != {side} or len(grid) < side or len(lines) > side + 2:
        return None
    return side + 2, ["", "", *(_framed([cell or "." for cell in row]) for row in grid)]


# ---- rows

_SHARPS = re.compile(r"(?=[^#]*#)(?:[0-9#|\s]{4,}|[1-9A-Za-z#]{16,})")
_SHARPS_OR_BORDER = re.compile(rf"{_SHARPS.pattern}|[0-9|\s+=*-]{{1,80}}|[1-9A-Za-z]{{16,64}}")
_BLANKS = re.compile(r"(?=.* )[1-9 ]{4,40}")
BLANK_SIDES = (9, 4, 6, 8)  # of boards with such digits
_BLANKS_OR_NONE = re.compile(r"[1-9 ]{0,40}")
LONGEST_ROW = 4 * LARGEST_SIDE  # characters
_DRAWING = str.maketrans("|+=*-", "     ")
_NO_EMPTY = str.maketrans("", "", EMPTY)


def _sharp_rows(lines: list[str]) -> UsualRows | None:
    """Read # for empty cells: a puzzle on a line, or as many rows as there are cells in a row."""
    line = lines[0].strip()
    cells = line.translate(_DRAWING).split()
    for side in {len(cells), len("".join(cells))} if len(line) < LONGEST_ROW else ():
        taken = _rows_of_side(lines, side)
        if side >= SMALLEST_SIDE and any("#" in row.strip(" |")[1:] for row in lines[:taken]):
            return taken, [row.replace("#", ".") for row in lines[:taken]]
    side = isqrt(len(line))
    digits = DIGITS[:9] + LETTERS[:side] if side > 9 else DIGITS[:side]
    whole = side**2 == len(line) and side in usual_sides() and set(line.upper()) <= {"#", *digits}
    whole = whole and "#" in line[1:] and bool(line.strip("#"))
    return (1, [line.replace("#", ".")]) if whole else None


_LETTERS = re.compile(r"(?=[^A-Za-z-]*[A-Za-z-])[0-9A-Za-z-]{4,26}\s*|[A-Za-z.0*_-]{9}\s*")  # begins no other form


def _letter_rows(lines: list[str]) -> UsualRows | None:
    """Read as many rows as there are cells in each, if their digits are letters, with hyphens or of a word.

    >>> _letter_rows(["A--D", "----", "-B--", "C---"]), _letter_rows(["anti", "----", "king", "rule"])
    ((4, ['| A . . D |', '| . . . . |', '| . B . . |', '| C . . . |']), None)
    """
    side = len(lines[0].strip())
    rows = [line.strip().upper().replace("-", ".") for line in lines[:side]]
    cells, hyphens = "".join(rows), any("-" in line for line in lines[:side])
    digits = set(cells).difference(EMPTY if hyphens else ".")
    hyphened = hyphens and (digits <= {*LETTERS[:side]} or digits <= {"0", *DIGITS[:side]})
    right = (hyphened and digits.intersection(LETTERS)) or (side == LARGEST_ONE_SIGN_SIDE and word_of(cells))
    return (side, [*map(_framed, rows)]) if right and list(map(len, rows)) == [side] * side else None


_FIVE_GRIDS = re.compile(r"[1-9.0*_-]{9}([^\w.*])\1{2}[1-9.0*_-]{9}\s*")
_LINE_OF_FIVE = re.compile(
    r"[1-9.0*_-]{21}\s*|[1-9.0*_-]{9}(\W)\1{2}[1-9.0*_-]{9}\s*|(\W)\2{5}[1-9.0*_-]{9}(?:\2*|\s*)"
)
SAMURAI_ROWS = 21
_NO_DIGIT = re.compile("[^1-9]")


def _five_grids(lines: list[str]) -> UsualRows | None:
    """Read the 21 rows of five grids, with any sign where no cell is."""
    rows = [_NO_DIGIT.sub(".", line.rstrip().ljust(SAMURAI_ROWS)) for line in lines[:SAMURAI_ROWS]]
    return (SAMURAI_ROWS, rows) if list(map(len, rows)) == [SAMURAI_ROWS] * SAMURAI_ROWS else None


FEWEST_CLUES_BY_CELLS = {16: 4, 36: 8}  # of a puzzle with one solution, by the number of its cells


def _begins_sparse(line: str) -> bool:
    """Return whether a line may be a small puzzle by itself, but has too few digits for one with one solution."""
    cells = line.strip()
    clues = len(cells.translate(_NO_EMPTY))
    return clues < FEWEST_CLUES_BY_CELLS.get(len(cells), 0) and set(cells) <= {*EMPTY, *DIGITS[: isqrt(len(cells))]}


def _sparse_rows(lines: list[str]) -> UsualRows | None:
    """Read as many rows as there are cells in each, if some digits are too large for puzzles a line."""
    side = len(lines[0].strip())
    rows = [line.strip() for line in lines[:side]]
    larger = set("".join(rows)).difference(EMPTY, DIGITS[: isqrt(side)])
    if {len(row) for row in rows} != {side} or not larger:
        return None
    return len(rows), [_framed(list(row)) for row in rows]


def _rows_of_side(lines: list[str], side: int) -> int:
    """Return the number of lines, borders among them, that have as many rows as there are cells in each; or 0."""
    rows = 0
    for at, line in enumerate(lines, 1):
        cells = line.translate(_DRAWING).split()
        if cells and side not in (len(cells), len("".join(cells))):
            return 0
        rows += bool(cells)
        if rows == side:
            return at
    return 0


def _places() -> dict[int, list[tuple[int, list[int]]]]:
    """Return by length of a row: the side, and the places of the cells, one or two apart, and boxes up to two more."""
    found: dict[int, list[tuple[int, list[int]]]] = {}
    for side, pitch, gap in product(BLANK_SIDES, (1, 2), (0, 1, 2)):
        places = [k * pitch + k // usual_box(side)[1] * gap for k in range(side)]
        found.setdefault(places[-1] + 1, []).append((side, places))
    return found


_PLACES = _places()


def _blank_rows(lines: list[str]) -> UsualRows | None:
    """Read blanks for empty cells in lines of equal length; boxes may be apart, and so may cells.

    >>> _blank_rows(["12  ", "3  1", "  1 ", "   2"]), _blank_rows(["12 34", "34 12", "21 43", "43 21"])
    ((4, ['12..', '3..1', '..1.', '...2']), None)
    """
    for side, places in _PLACES.get(len(lines[0]), ()):
        height = usual_box(side)[0]
        for between in (range(height, side + side // height - 1, height + 1), range(0)):
            block = lines[: side + len(between)]
            rows = [line for at, line in enumerate(block) if at not in between]
            apart = len(rows) == side and not any(block[at].strip() for at in between)
            if apart and (grid := _filled(rows, places)):
                return len(block), grid
    return None


def _filled(rows: list[str], places: list[int]) -> list[str]:
    """Return rows with `.` for blanks; an empty list if they are whole, or not equally long, or filled elsewhere."""
    cells = [len("".join(row.split())) for row in rows if row.strip()]
    between = set(range(places[-1])).difference(places)
    if any(len(row) != places[-1] + 1 for row in rows) or set(cells) == {len(cells)}:
        return []
    if any(row[at] != " " for row in rows for at in between):
        return []
    return ["".join(row[at].strip() or "." for at in places) for row in rows]


# ---- matrices

_MATRIX = re.compile(rf"\s*(?:[0-9]{{1,4}}|[.*_-])(?:[ |,;\t]+(?:[0-9]{{1,4}}|[.*_-])){{{LARGEST_SIDE},}}[ |,;\t]*")
_BETWEEN_ENTRIES = str.maketrans("|,;", "   ")


def _matrix(lines: list[str]) -> UsualRows | None:
    """Refuse as many rows of numbers as there are in a row, if most of them cannot be a puzzle on a line."""
    side = len(lines)
    if len(_entries(lines[0])) != side:
        return None
    rows = list(map(_entries, lines))
    if {len(row) for row in rows} != {side} or 2 * sum(map(_is_puzzle, rows)) >= side:
        return None
    largest = max(int(entry) for row in rows for entry in row if entry.isdecimal())
    shown = (
        f"numbers up to {largest} in a row of {side}" if largest > LARGEST_SIDE else f"{side} rows of {side} numbers"
    )
    raise ValueError(f"{shown}: {TOO_LARGE}")


def _entries(line: str) -> list[str]:
    return line.translate(_BETWEEN_ENTRIES).split()


def _is_puzzle(cells: list[str]) -> bool:
    """Return whether cells may be a puzzle with one solution: no row has a number twice, at most one digit misses."""
    side = isqrt(len(cells))
    digits = set(cells).difference(EMPTY, "-")
    if side**2 != len(cells) or not side - 1 <= len(digits) or max(map(int, digits)) > side:
        return False
    rows = ([cell for cell in cells[at : at + side] if cell in digits] for at in range(0, len(cells), side))
    return all(len(set(row)) == len(row) for row in rows)


def _begins_matrix(line: str) -> bool:
    """Return whether a line is a row of a matrix, and no puzzle with one solution, which would have to wait."""
    return _MATRIX.fullmatch(line) is not None and not _is_puzzle(_entries(line))


RUN_FORMS = (
    RunForm(_FACTS.fullmatch, re.compile(rf"{_FACTS.pattern}|\s*").fullmatch, _placed, MOST_LINES_OF_CELLS),
    RunForm(re.compile(r"\s*\{\|").match, re.compile(r"\s*(?:[|!]|$)").match, _wiki_table, MOST_LINES_OF_CELLS),
    RunForm(
        re.compile(r"\s*\|(?:[^|]{0,3}\|){4,}\s*").fullmatch, re.compile(r"\s*\|.*\|\s*").fullmatch, _markdown_table
    ),
    RunForm(_SHARPS.fullmatch, _SHARPS_OR_BORDER.fullmatch, _sharp_rows),
    RunForm(_FIVE_GRIDS.fullmatch, _LINE_OF_FIVE.fullmatch, _five_grids),
    RunForm(_LETTERS.fullmatch, _LETTERS.fullmatch, _letter_rows),
    RunForm(_begins_sparse, re.compile(r"[0-9A-Za-z.*_@]{16}\s*|[0-9A-Za-z.*_@]{36}\s*").fullmatch, _sparse_rows),
    RunForm(_BLANKS.fullmatch, _BLANKS_OR_NONE.fullmatch, _blank_rows),
    RunForm(_begins_matrix, _MATRIX.fullmatch, _matrix, MOST_LINES_OF_CELLS),
)
