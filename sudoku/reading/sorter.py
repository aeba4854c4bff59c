# SPDX-License-Identifier: MIT
"""The sorter of lines: it makes puzzles of the lines of a source. reading.py shows the kinds of lines.

A grid of counted cells ends with its last cell. An open grid has blanks for empty cells, or candidates, so its cells
tell nothing; it ends with its last border or row. Blank lines may separate the bands of a grid, which are its rows of
boxes: we hold a band until as many follow as the board has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from dlx.system.texts import NOT_TEXT

from ..board.board import Board
from ..board.digits import DIGITS, EMPTY, LARGEST_CASELESS_SIDE, LARGEST_SIDE, SMALLEST_SIDE, capitals
from ..board.shapes import usual_box, usual_sides
from ..board.text import cells_of
from .candidates import cells_in, is_row
from .columns import Column, column_found, column_given, column_named, opens_field
from .frames import BAR, fits_frame, has_blanks
from .gridlines import ROWS_OF_ANOTHER, GridLines
from .habits import rewritten
from .lines import LONGEST_LINE
from .numbering import numbered_columns, without_number
from .oneline import COMMENT, form_of, linked, too_large
from .records import Block, Record, SourceError
from .runs import Runs, TextLine
from .scan import Scan, fields_in, is_size, numbers_in, shown_side, sides_in
from .sections import Sections
from .titles import (
    DATE,
    FIRST,
    HEADING,
    LONE_HEADING,
    MANY_CELLS,
    NAMED_TITLE,
    NUMBER_OF_PUZZLES,
    PUZZLE,
    TITLE,
    is_prose,
    is_title,
)
from .usual import BORDER, UNUSUAL, usual_cells

if TYPE_CHECKING:
    from .formats import BoardPuzzle, Format
    from .fpuzzles import Imported

COMMON_SIDE = 9  # of a board that is not known yet
MOST_TITLES = 2  # lines
MOST_QUOTED_LINES = 1_000  # of a row of CSV
BOXED_SIDES = frozenset(usual_sides())
NUMBERED = re.compile(r"[\s|]*1[ |]+2[ |]+3[ |]+4[\d |]*")  # the numbers of the columns, above a frame
STARRED = re.compile(r"\s*(\*{2,})\s+(\d+)\s+\1\s*")  # *** 1 ***
_NOTHING = ([], None, 0, [], "", [], False, False, False, False, False, False)
_COLUMN = re.compile(r"[^,;#]*")


def is_title_line(line: str, side: int, begins: bool = False) -> bool:
    """Return whether a line is a title, as `is_title` does, and no row of letters and blanks between bars."""
    return is_title(line, side, begins) and len(BAR.findall(line)) < 3


class BoxRow(NamedTuple):
    """A row of boxes with a blank line below it."""

    line: int  # number of its first line
    text: str
    rows: int
    side: int


class PuzzleSorter:
    """Sorts lines into puzzles. At any time it holds the lines of at most one grid."""

    def __init__(self, source: str, board: Board | None, column: str | None = None) -> None:
        self.source = source
        self.wanted = column  # name or number of the column of the puzzles
        self.runs = Runs()  # lines that may be a grid together
        self.column: Column | None = None  # that column, or one found
        self.columns = 0  # their number, if a line numbers them
        self.one_per_line = False  # every line is a puzzle
        self.given = board
        self.board = board  # of the latest good puzzle; None before the first
        self.known: dict[int, Board] = {}  # the latest board with each number of digits
        self.good = False  # a good puzzle has been read
        self.drawn = True  # no puzzle has had a line for itself since the latest grid: sentences are remarks
        self.at_top = True  # only blank lines and comments so far
        self.counted = True  # no puzzle so far: a number alone is theirs
        self.grid = GridLines()  # the current grid
        self.begun = False  # one of its lines is a row, not a heading
        self.open = False  # its cells are not counted: it has blanks for empty cells, or candidates
        self.rows = 0  # number of its rows
        self.side = 0  # number of cells in its first row of candidates
        self.bordered = False  # its latest line is a border
        self.held: list[BoxRow] = []  # bands before a blank line
        self.overflowed = False  # the grid was too large and dropped: skip to the next blank line
        self.too_large = False  # its board is larger than any board: skip likewise
        self.sections = Sections()  # of a .sdk file
        self.headed = False  # a line has named the columns
        self.quoted: list[tuple[int, str]] = []  # lines of a row with a field in quotes that is still open
        self.answered = False  # the first of them is in a block
        self.broken = False  # words ended an incomplete grid; its last rows may follow and run into the next grid

    @property
    def expects_lines(self) -> bool:
        """True if a line with a whole puzzle of the board can only be that puzzle."""
        return self.good and not (self.grid or self.held or self.sections.name or self.runs.lines or self.quoted)

    @property
    def several(self) -> bool:
        """True if the board has several grids, whose rows together differ in length."""
        return self.given is not None and len(self.given.offsets) > 1

    def take(self, number: int, line: str) -> Iterator[Record]:
        """Return the puzzles that end with this line, or with the run of lines before it."""
        usual = usual_cells(line.rstrip("\r\n")) if self.good else UNUSUAL
        if usual != UNUSUAL and self.extends_grid(usual):
            return self.add_usual(number, line.rstrip(), usual)
        return self.sections.hold(self.take_any(number, line))

    def extends_grid(self, cells: int) -> bool:
        """Return whether a usual row or border after a good puzzle can only be the next line of the current grid."""
        grid = self.grid
        if (
            *(self.held, self.column, self.columns, self.quoted, self.sections.name, self.runs.lines),
            *(self.open, self.broken, self.overflowed, self.too_large, self.one_per_line, self.wanted is not None),
        ) != _NOTHING:
            return False
        if cells == BORDER:
            return len(grid) != 1 or grid.lengths[0] == 0
        return cells == grid.row_cells if grid.usual else not grid.cells and self.fits(cells)

    def fits(self, cells: int) -> bool:
        """Return whether a row of so many cells is one of the given board, if there is one."""
        board = self.given
        return board is None or (board.columns == board.side == cells and board.rows > 1 and len(board.offsets) == 1)

    def add_usual(self, number: int, line: str, cells: int) -> Iterator[Record]:
        """Add a usual row or border to the current grid, and return the puzzle if that is complete."""
        self.begun = self.begun or (cells > 0 and self.grid.usual)
        self.grid.add(number, line, cells, True)
        self.rows, self.bordered, self.at_top = self.rows + (cells > 0), cells == BORDER, False
        return self.end_full_grid() if cells and self.grid.cells == self.full else iter(())

    def take_any(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles as `take` does, without a state."""
        if "\0" in line and not self.good:
            raise SourceError(NOT_TEXT)
        if len(line) >= LONGEST_LINE:
            yield from self.end_quoted()
            yield from self.take_lines(self.runs.end())
            yield from self.take_line(number, line)
        elif self.quoted:
            yield from self.take_quoted(number, line)
        elif not self.one_per_line and '"' in line and opens_field(line) and self.is_row_of_table(line):
            self.quoted, self.answered = [(number, line)], False
        else:
            yield from self.take_unquoted(number, line)

    def take_unquoted(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with a line on which no quoted field stays open."""
        if self.one_per_line or self.wanted is not None or self.runs.passes(line):
            yield from self.take_line(number, line)
        else:
            yield from self.take_lines(self.runs.take(number, line))

    def is_row_of_table(self, line: str) -> bool:
        """Return whether a line with separators is a row of CSV or TSV: sentences have quotes, too."""
        return self.headed or bool(self.wanted or self.column or PUZZLE.search(line))

    def take_quoted(self, number: int, line: str) -> Iterator[Record]:
        """Add a line to a row with an open field, and yield the puzzle of the row when the field ends."""
        self.quoted.append((number, line))
        if line.count('"') % 2:
            lines, self.quoted = self.quoted, []
            if not self.answered:
                yield from self.take_unquoted(lines[0][0], " ".join(text.strip("\r\n") for _, text in lines))
        elif len(self.quoted) > MOST_QUOTED_LINES:
            yield from self.end_quoted()

    def end_quoted(self) -> Iterator[Record]:
        """Yield the puzzles of lines whose quotes do not end a field: each line is one by itself."""
        lines, self.quoted = self.quoted[self.answered :], []
        for number, line in lines:
            yield from self.take_unquoted(number, line)

    def pass_block(self, block: Block) -> None:
        """Look at the last line of a block: a line in a column may open a quoted field behind it."""
        last = block.text.rstrip(b"\r\n").rpartition(b"\n")[2]
        if b'"' in last and opens_field(last.decode("utf-8", "replace")):
            self.quoted, self.answered = [(block.line + block.number - 1, "")], True

    def end(self) -> Iterator[Record]:
        """Yield the puzzles that end with the source."""
        yield from self.sections.hold(self.end_any())
        yield from self.sections.end()

    def end_any(self) -> Iterator[Record]:
        """Yield the puzzles as `end` does, without a state."""
        yield from self.end_quoted()
        yield from self.take_lines(self.runs.end())
        self.counted = False
        yield from self.end_grid()

    def take_lines(self, lines: Iterator[TextLine]) -> Iterator[Record]:
        """Yield the puzzles that end with some lines."""
        for number, line, error in lines:
            if error:
                yield from self.end_grid()
                yield self.bad(number, line, error)
            else:
                yield from self.take_line(number, line)

    def take_line(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line, which is in no run."""
        if len(line) >= LONGEST_LINE:
            yield from self.end_grid()
            yield self.bad(number, line, f"a line of {LONGEST_LINE:,} characters or more")
            return
        line = line.rstrip("\r\n")
        if self.one_per_line:
            yield self.record(number, line, line)
        elif self.wanted is not None:
            yield from self.take_field(number, line)
        elif form_of(link := linked(line)):
            yield from self.end_grid()
            yield self.record(number, line, link)
        elif not (self.sections.leave_out(line) or self.names_columns(line)):
            yield from self.take_text(number, rewritten(self.unnumbered(line)))

    def take_field(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzle in the column that the caller named; the first line decides where that is."""
        if not line.strip() or line.lstrip().startswith("#"):
            return
        if self.column is None:
            try:
                self.column, heading = column_given(line, self.wanted or "")
            except ValueError as problem:
                raise SourceError(str(problem)) from None
            if heading:
                return
        field = self.column.of(line)
        if field is None:
            yield self.bad(number, line, f"the line has no column {self.column.place + 1}")
        else:
            yield self.record(number, line, field)

    def names_columns(self, line: str) -> bool:
        """Return whether a line at the top names the column of the puzzles, and set that column."""
        named = None
        if self.at_top and any(mark in line for mark in ",;\t") and not COMMENT.match(line):
            named = column_named(line.strip("\ufeff"))
        if named is not None:
            self.column, self.at_top, self.headed = named if named.place else None, False, True
        return named is not None

    def unnumbered(self, line: str) -> str:
        """Return the line without the number of its row; the empty text if it numbers the columns."""
        columns = 0 if self.grid else numbered_columns(line)
        if columns:
            self.columns = columns
            return ""
        return without_number(line, self.columns) if self.columns else line

    def take_text(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line, which may be of any kind."""
        match = FIRST.match(line)
        first = match[1] if match else ""
        if self.is_heading(first, line) if first else not line.strip(' \t",;'):  # blank, in a spreadsheet
            broken = bool(first) and not (self.open or self.is_last_band()) and 0 < self.grid.cells != self.full
            yield from self.end_grid(holds=not first)
            self.overflowed, self.too_large, self.broken = False, False, broken
        elif self.too_large:
            return
        elif line.strip(' \t",;') and not COMMENT.match(line):
            error = too_large(line)
            if error:
                yield from self.end_grid()
                self.too_large = True
                yield self.bad(number, line, error)
                return
            opens = has_blanks(line) or is_row(line, self.given.side if self.given else 0)
            puzzle = "" if opens else self.in_column(first, line) or self.on_one_line(first, line)
            if puzzle:
                self.grid = self.grid.without_size()
                yield from self.end_grid()
                record = self.record(number, line, puzzle)
                self.drawn = False
                self.broken = record.error is not None  # it may have been a row with a cell too many
                yield record
            elif not self.overflowed:
                yield from self.add_to_grid(number, line, opens)

    def is_heading(self, first: str, line: str) -> bool:
        at_top, self.at_top = self.at_top, False
        if DATE.fullmatch(line) and not (self.grid and self.grid.row_cells == len(cells_of(line))):
            return True
        starred = STARRED.fullmatch(line)
        if starred and len(starred[2]) < len(starred[1]):  # "** 12 **" is a row of boxes two wide
            return True
        if not first[0].isalpha() or PUZZLE.search(line):
            return False
        if self.drawn and is_prose(line):
            return True
        words = line.strip().rstrip(":")
        if len(words) <= 80 and (NAMED_TITLE.fullmatch(words) or TITLE.fullmatch(words)):
            return not self.is_row(cells_of(words))
        heads = at_top and HEADING.fullmatch(first)
        return bool(heads and (LONE_HEADING.fullmatch(first) or any(mark in line for mark in ",;\t")))

    def is_row(self, cells: str) -> bool:
        """Return whether these cells are a row of a board that has letters for digits."""
        side = self.given.side if self.given else self.grid.row_cells or len(cells)
        length = self.given.columns if self.given else side
        return len(cells) == length and not capitals(cells, side).strip(EMPTY + "-" + DIGITS[:side])

    def in_column(self, first: str, line: str) -> str:
        """Return the puzzle in the column of puzzles, if it is not the first one; the empty text if there is none."""
        short = len(first.partition("|")[0]) <= LARGEST_CASELESS_SIDE
        if self.column is None and not self.good and not self.grid and short:
            self.column = column_found(line, self.board.cells if self.board else None)
        field = (self.column and self.column.of(line)) or ""
        return field if len(field) > LARGEST_CASELESS_SIDE or (self.board and len(field) == self.board.cells) else ""

    def on_one_line(self, first: str, line: str) -> str:
        """Return the whole puzzle on this line, good or bad; the empty text if the line belongs to a grid."""
        board = self.board
        if board and len(first) == board.cells and (self.given or len(first) > LARGEST_SIDE or self.is_small(first)):
            return first
        row = line.partition("#")[0]
        if board and len(row) <= 80 and is_title(row, board.side) and not MANY_CELLS.search(row):
            return ""
        cells = all_cells = self.fields_in(row) if len(first) <= 4 or "|" in first else 0
        if cells:
            first = column = row
        else:
            match = _COLUMN.match(line)
            column = match[0] if match else ""
            cells = len(cells_of(first))
            all_cells = len(cells_of(column)) if column != first else cells
        if self.given is None:
            if cells == len(first) and self.is_small(first):
                return first
            small = cells_of(column.replace(",", " ").replace(";", " "))
            if "|" not in column and len(small) == all_cells and self.is_small(small, (36, 64)):
                return column
            # Rows of more than 36 signs are rare: they have numbers, or bars and blanks between them.
            longest_row = LARGEST_CASELESS_SIDE if cells == len(first) else LARGEST_SIDE
            return first if cells > longest_row else column if all_cells > longest_row else ""
        # Within a grid, a row with a cell too many is likelier than a puzzle cut off after its second row.
        longest_row = self.given.columns * (2 if self.grid else 1)
        return first if cells > longest_row else column if all_cells == self.given.cells else ""

    def is_small(self, cells: str, sides: tuple[int, ...] = (16, 36)) -> bool:
        """Return whether this is a whole 4x4 or 6x6 puzzle, not a row of an undrawn 16x16 or 36x36 grid."""
        n = len(cells)
        usual = n in sides and self.grid.row_cells != n
        return usual and not cells.strip(EMPTY + DIGITS[: isqrt(n)])

    def add_to_grid(self, number: int, line: str, opens: bool) -> Iterator[Record]:
        line = line.partition("#")[0].rstrip()
        cells = self.fields_in(line) or len(cells_of(line))
        border = not cells and not opens
        if border and len(self.grid) == 1 and NUMBERED.fullmatch(self.grid.texts[0]):
            self.drop()
        if self.open and self.is_whole(border):
            yield from self.end_grid()
        if cells and self.grid.cells:
            yield from self.end_before_row(line, cells)
        if cells and self.grid.cells:
            yield from self.end_at_heading(line, cells, opens)
        self.grid.add(number, line, cells)
        self.rows, self.bordered = self.rows + (not border), border
        self.open = self.open or opens
        self.side = self.side or (len(cells_in(line)) if opens and is_row(line) and not has_blanks(line) else 0)
        rows = self.rows if self.open else self.grid.cells / max(self.grid.row_cells, 1)
        if self.held and rows > self.held[0].rows:
            yield from self.end_bands()
        size = cells != self.grid.row_cells and sides_in(line)
        if not (self.open or self.broken or size) and self.grid.cells == self.full:
            yield from self.end_full_grid()
        elif (self.grid.cells > LARGEST_SIDE**2 and not self.open) or len(self.grid) > 4 * LARGEST_SIDE:
            yield from self.end_grid()
            self.overflowed = True

    def is_whole(self, border: bool) -> bool:
        """Return whether an open grid ends before this line, which is a second border or a row too many."""
        if border:
            return self.rows > 0 and self.bordered
        fits = self.board and (self.given or fits_frame(self.grid.texts[-1], self.board.columns))
        height = self.board.height if self.board and fits else self.side
        return 0 < height <= self.rows

    @property
    def full(self) -> int:
        """Number of cells of the current grid when it is complete."""
        return self.given.cells if self.given else max(SMALLEST_SIDE**2, self.grid.row_cells**2)

    def end_at_heading(self, line: str, cells: int, opens: bool) -> Iterator[Record]:
        """End the current grid before a heading; drop headings before the first row of a grid."""
        side, length = (self.given.side, self.given.columns) if self.given else (max(cells, SMALLEST_SIDE),) * 2
        self.begun = self.begun or not self.are_titles(side)
        is_row = cells >= length or opens or is_size(self.grid.texts[-1], side)
        if not self.begun and is_row and not is_title_line(line, side):
            broken = self.broken
            if any(MANY_CELLS.search(above) for above in self.grid.texts if not is_size(above, side)):
                yield from self.end_grid()
            self.broken = broken
            self.drop()
            return
        side, length = (self.given.side, self.given.columns) if self.given else (self.grid.row_cells,) * 2
        if self.begun and (self.open or self.grid.row_cells == length) and is_title_line(line, side):
            broken = not self.open and self.grid.cells != self.full
            yield from self.end_grid()
            self.broken = broken

    def end_before_row(self, line: str, cells: int) -> Iterator[Record]:
        """End the current grid, which is cut off, before the size or the rows of the next one."""
        if self.open or self.several:
            return
        if self.grid.is_size_below(line, cells):
            yield from self.end_grid()
            self.broken = True
            return
        end, start = self.grid.next_grid(cells)
        if end < len(self.grid):
            lines = self.grid
            self.grid = lines.divided(end)[0]
            broken = self.grid.cells != self.full
            yield from self.end_grid()
            self.grid, self.broken = lines.divided(start)[1], broken
            self.rows = len(self.grid.rows)

    def end_full_grid(self) -> Iterator[Record]:
        """End a grid with all its cells. The rows of a larger grid may be cut off so that they look like one."""
        narrow = self.grid.row_cells < (self.board.columns if self.board else COMMON_SIDE)
        cut = self.given is None and (narrow or len(set(self.grid.rows)) > 1)
        if cut and self.record(0, "", "\n".join(self.grid.texts)).error:
            self.broken = True
        else:
            yield from self.end_grid()

    def fields_in(self, row: str) -> int:
        """Return the number of cells in a line of numbers or fields; 0 for another line."""
        numbers, fields = numbers_in(row), fields_in(row)
        known = (self.board.columns, self.board.cells, self.grid.row_cells) if self.board else (self.grid.row_cells,)
        return fields if fields and (fields in known or not numbers) else numbers

    def is_band(self) -> bool:
        """Return whether the current grid is one of several bands, and like those before it."""
        side = self.side if self.open else self.grid.row_cells
        if self.broken or side != (self.given.columns if self.given else side) or side not in BOXED_SIDES:
            return False
        board = self.given or self.known.get(side)
        height = board.box_height if board else usual_box(side)[0]
        return (self.rows == height if self.open else self.grid.cells == height * side) and height < side

    def is_last_band(self) -> bool:
        """Return whether the current grid and the held bands are a whole grid."""
        return bool(self.held) and self.is_band() and len(self.grid) * (len(self.held) + 1) == self.grid.row_cells

    def end_bands(self) -> Iterator[Record]:
        """Yield the held bands: a whole grid, or grids cut off."""
        held, self.held = self.held, []
        for band in held:
            yield self.record(band.line, band.text, band.text)

    def end_grid(self, holds: bool = False) -> Iterator[Record]:
        """Yield the current grid if it has any cells; lines after a complete grid may be its lower border.

        Before a blank line, `holds` keeps a band.
        """
        if holds and self.may_be_above():
            return
        cells = 0 if self.has_only_titles() else self.grid.cells
        lines, band = self.grid, None
        text = "\n".join(lines.texts)
        if cells and self.is_band():
            band = BoxRow(lines.numbers[0], text, self.rows, self.side if self.open else lines.row_cells)
        self.drop()
        self.open = self.bordered = False
        self.broken, self.begun = self.broken and not cells, False
        if band:
            if self.held and self.held[0][2:] != band[2:]:
                yield from self.end_bands()
            self.held.append(band)
            if band.rows * len(self.held) == band.side:
                text = "\n".join(band.text for band in self.held)
                self.held = [BoxRow(self.held[0].line, text, band.side, band.side)]
                holds = False
        if holds and (band or not cells):
            return
        drawn, self.drawn = self.drawn, self.drawn or cells > 0
        yield from self.end_bands()
        if cells and not band:
            record = self.record(lines.numbers[0], text, text)
            if record.error and not drawn and self.are_lines(lines.lengths):
                yield from map(self.record, lines.numbers, lines.texts, lines.texts)
            else:
                yield record

    def are_lines(self, lengths: list[int]) -> bool:
        """Return whether lines that are no grid are puzzles cut off: the lines before have a puzzle each."""
        if self.given or not self.board or min(lengths) <= self.board.columns:
            return False
        common = max(lengths, key=lengths.count)
        return len(lengths) < ROWS_OF_ANOTHER or 2 * lengths.count(common) <= len(lengths)

    def may_be_above(self) -> bool:
        """Return whether the lines before a blank one may be titles of the grid that follows."""
        side = self.board.side if self.board else COMMON_SIDE
        few = self.grid.cells > 0 and len(self.grid) <= MOST_TITLES and not (self.begun or self.open or self.held)
        return few and self.are_titles(side)

    def has_only_titles(self) -> bool:
        """Return whether the lines after a good puzzle are words without a row, or just a number is at the top."""
        if self.counted and len(self.grid) == 1 and NUMBER_OF_PUZZLES.fullmatch(self.grid.texts[0]):
            return True
        return self.good and self.drawn and not self.begun and self.are_titles(self.board.side if self.board else 0)

    def are_titles(self, side: int) -> bool:
        """Return whether the lines of the current grid may be titles of one that follows; more numbers are rows."""
        numbers = sum(not line.strip(" 0123456789") for line in self.grid.texts if line.strip())
        return numbers <= MOST_TITLES and all(is_title_line(line, side, True) for line in self.grid.texts)

    def drop(self) -> None:
        """Forget the lines of the current grid."""
        self.grid, self.rows, self.side = GridLines(), 0, 0

    def record(self, number: int, text: str, puzzle_text: str) -> Record:
        form = form_of(puzzle_text)
        self.counted = False
        try:
            found = self.read(puzzle_text, form)
        except ValueError as problem:
            return self.bad(number, text, str(problem))
        board, puzzle = found[:2]
        if not (form and form.links):
            self.board, self.good = self.given or (board if board.plain else board.base), True
            self.known[self.board.side] = self.board
        note, entered = getattr(found, "note", ""), getattr(found, "entered", b"")
        return Record(self.source, number, text, board, puzzle, None, note, entered)

    def read(self, text: str, form: Format | None) -> BoardPuzzle | Imported:
        """Return a puzzle in text, and its board: the given board, else the board of its size.

        A line may be cut off. An error in a text that does not show its size is about the latest board.
        """
        read = form.read if form and form.read else Board.read
        if self.given or not self.board or (form and form.links):
            return read(text, self.given)
        rows = text.split("\n")
        if len(rows) == 1 or (len(rows) == self.board.rows and all(len(row) == self.board.columns for row in rows)):
            with suppress(ValueError):  # most grids without a drawing: twice as fast
                return read("".join(rows), self.board)
        try:
            return Board.read(text, known=self.known) if read == Board.read else read(text, None)
        except ValueError:
            side = shown_side(Scan(text)) if "\n" in text else 0
            if side == self.board.side or not SMALLEST_SIDE <= side <= LARGEST_SIDE:
                return read(text, self.board)
            raise

    def bad(self, number: int, text: str, what: str) -> Record:
        return Record(self.source, number, text, None, None, f"{self.source}:{number}: {what}")
