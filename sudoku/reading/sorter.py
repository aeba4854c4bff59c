# SPDX-License-Identifier: MIT
"""The sorter of lines: it makes puzzles of the lines of a source. reading.py shows the kinds of lines.

A grid of counted cells ends with its last cell. An open grid has blanks for empty cells, or candidates, so its cells
tell nothing; it ends with its last border or row. Blank lines may separate the bands of a grid, which are its rows of
boxes: we hold a band until as many follow as the board has.

A line is tried as each of WAYS_OF_WRITING, in their order; the first one that knows it takes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from math import isqrt
from typing import NamedTuple

from dlx.system.texts import NOT_TEXT

from ..board.board import Board
from ..board.digits import DIGITS, EMPTY, LARGEST_CASELESS_SIDE, LARGEST_SIDE, SMALLEST_SIDE, capitals
from ..board.shapes import usual_box, usual_sides
from ..board.text import cells_of
from .candidates import cells_in, is_row
from .columns import QuotedRow, TableColumns, opens_field
from .frames import BAR, fits_frame, has_blanks
from .gridlines import ROWS_OF_ANOTHER, GridLines
from .habits import rewritten
from .lines import LONGEST_LINE
from .oneline import COMMENT, form_of, linked, too_large
from .recorder import Recorder
from .records import Block, Record, SourceError
from .runs import Runs, TextLine
from .scan import fields_in, is_size, numbers_in, sides_in
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

COMMON_SIDE = 9  # of a board that is not known yet
MOST_TITLES = 2  # lines
BOXED_SIDES = frozenset(usual_sides())
NUMBERED = re.compile(r"[\s|]*1[ |]+2[ |]+3[ |]+4[\d |]*")  # the numbers of the columns, above a frame
STARRED = re.compile(r"\s*(\*{2,})\s+(\d+)\s+\1\s*")  # *** 1 ***
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


class Stretch(IntEnum):
    """The lines up to the next blank one or heading."""

    PLAIN = 0
    BROKEN = 1  # words ended an incomplete grid; its last rows may follow and run into the next grid
    OVERFLOWED = 2  # the grid was too large and dropped: only puzzles on a line count
    TOO_LARGE = 3  # its board is larger than any board: nothing counts


class PuzzleSorter:
    """Sorts lines into puzzles. At any time it holds the lines of at most one grid."""

    def __init__(self, source: str, board: Board | None, column: str | None = None, whole_lines: bool = False) -> None:
        self.recorder = Recorder(source, board)
        self.columns = TableColumns(column, whole_lines)
        self.quoted = QuotedRow()
        self.runs = Runs()  # lines that may be a grid together
        self.sections = Sections()  # of a .sdk file
        self.grid = GridLines()  # the current grid
        self.held: list[BoxRow] = []  # bands before a blank line
        self.stretch = Stretch.PLAIN

    @property
    def given(self) -> Board | None:
        """The board of all puzzles."""
        return self.recorder.given

    @property
    def board(self) -> Board | None:
        """The board of the latest puzzle."""
        return self.recorder.board

    @property
    def expects_lines(self) -> bool:
        """True if a line with a whole puzzle of the board can only be that puzzle."""
        waits = self.grid or self.held or self.sections.name or self.runs.lines or self.quoted.lines
        return self.recorder.good and not waits

    # ---- lines

    def take(self, number: int, line: str) -> Iterator[Record]:
        """Return the puzzles that end with this line, or with the run of lines before it."""
        usual = usual_cells(line.rstrip("\r\n")) if self.recorder.good else UNUSUAL
        if usual != UNUSUAL and self.extends_grid(usual):
            return self.add_usual(number, line.rstrip(), usual)
        return self.sections.hold(self.take_any(number, line))

    def take_any(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles as `take` does, without a state."""
        if "\0" in line and not self.recorder.good:
            raise SourceError(NOT_TEXT)
        if len(line) >= LONGEST_LINE:
            yield from self.take_unquoted(self.quoted.end())
            yield from self.take_lines(self.runs.end())
            yield from self.take_line(number, line)
        elif self.quoted.lines:
            yield from self.take_unquoted(self.quoted.take(number, line))
        elif not self.columns.whole and '"' in line and opens_field(line) and self.columns.have(line):
            self.quoted.begin(number, line)
        else:
            yield from self.take_unquoted([(number, line)])

    def take_unquoted(self, lines: Iterable[tuple[int, str]]) -> Iterator[Record]:
        """Yield the puzzles that end with lines on which no quoted field stays open."""
        for number, line in lines:
            if self.columns.whole or self.columns.wanted is not None or self.runs.passes(line):
                yield from self.take_line(number, line)
            else:
                yield from self.take_lines(self.runs.take(number, line))

    def pass_block(self, block: Block) -> None:
        """Look at the last line of a block: a line in a column may open a quoted field behind it."""
        last = block.text.rstrip(b"\r\n").rpartition(b"\n")[2]
        if b'"' in last and opens_field(last.decode("utf-8", "replace")):
            self.quoted.begin(block.line + block.number - 1, "", answered=True)

    def end(self) -> Iterator[Record]:
        """Yield the puzzles that end with the source."""
        yield from self.sections.hold(self.end_any())
        yield from self.sections.end()

    def end_any(self) -> Iterator[Record]:
        """Yield the puzzles as `end` does, without a state."""
        yield from self.take_unquoted(self.quoted.end())
        yield from self.take_lines(self.runs.end())
        self.recorder.counted = False
        yield from self.end_grid()

    def take_lines(self, lines: Iterator[TextLine]) -> Iterator[Record]:
        """Yield the puzzles that end with some lines."""
        for number, line, error in lines:
            if error:
                yield from self.end_grid()
                yield self.recorder.refused(number, line, error)
            else:
                yield from self.take_line(number, line)

    def take_line(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line, which is in no run."""
        text = line if len(line) >= LONGEST_LINE else line.rstrip("\r\n")
        for way in WAYS_OF_WRITING:
            if way.knows(self, text):
                yield from way.take(self, number, text)
                return

    # ---- ways of writing

    def take_endless(self, number: int, line: str) -> Iterator[Record]:
        """Yield the current grid, and an error."""
        yield from self.end_grid()
        yield self.recorder.refused(number, line, f"a line of {LONGEST_LINE:,} characters or more")

    def take_whole(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzle that a line is."""
        yield self.recorder.record(number, line, line)

    def take_field(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzle in the column that the caller named; the first line decides where that is."""
        if not line.strip() or line.lstrip().startswith("#"):
            return
        try:
            if self.columns.column is None and self.columns.choose(line):
                return
        except ValueError as problem:
            raise SourceError(str(problem)) from None
        column = self.columns.column
        field = column and column.of(line)
        if column and field is None:
            yield self.recorder.refused(number, line, f"the line has no column {column.place + 1}")
        else:
            yield self.recorder.record(number, line, field or "")

    def take_form(self, number: int, line: str) -> Iterator[Record]:
        """Yield the current grid, and the puzzle of a link or of another form on a line."""
        yield from self.end_grid()
        yield self.recorder.record(number, line, linked(line))

    def leave_out(self, number: int, line: str) -> Iterator[Record]:
        """Yield nothing for a line of another section, or with the names of columns."""
        yield from ()

    def take_text(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line, which may be of any kind."""
        line = rewritten(self.columns.unnumbered(line, bool(self.grid)))
        match = FIRST.match(line)
        first = match[1] if match else ""
        blank = not line.strip(' \t",;')  # in a spreadsheet
        if self.is_heading(first, line) if first else blank:
            broken = bool(first) and not (self.grid.open or self.is_last_band()) and 0 < self.grid.cells != self.full
            yield from self.end_grid(holds=not first)
            self.stretch = Stretch.BROKEN if broken else Stretch.PLAIN
        elif not (self.stretch is Stretch.TOO_LARGE or blank or COMMENT.match(line)):
            error = too_large(line)
            if error:
                yield from self.end_grid()
                self.stretch = Stretch.TOO_LARGE
                yield self.recorder.refused(number, line, error)
            else:
                yield from self.take_cells(number, line, first)

    def take_cells(self, number: int, line: str, first: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line, which is a puzzle or a line of a grid."""
        opens = has_blanks(line) or is_row(line, self.given.side if self.given else 0)
        puzzle = "" if opens else self.in_column(first, line) or self.on_one_line(first, line)
        if puzzle:
            self.grid = self.grid.without_size()
            yield from self.end_grid()
            record = self.recorder.record(number, line, puzzle)
            self.recorder.drawn = False
            if self.stretch is not Stretch.OVERFLOWED:  # it may have been a row with a cell too many
                self.stretch = Stretch.BROKEN if record.error is not None else Stretch.PLAIN
            yield record
        elif self.stretch is not Stretch.OVERFLOWED:
            yield from self.add_to_grid(number, line, opens)

    def is_heading(self, first: str, line: str) -> bool:
        """Return whether a line whose first word is `first` is no row of cells."""
        at_top, self.columns.at_top = self.columns.at_top, False
        if DATE.fullmatch(line) and not (self.grid and self.grid.row_cells == len(cells_of(line))):
            return True
        starred = STARRED.fullmatch(line)
        if starred and len(starred[2]) < len(starred[1]):  # "** 12 **" is a row of boxes two wide
            return True
        if not first[0].isalpha() or PUZZLE.search(line):
            return False
        if self.recorder.drawn and is_prose(line):
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

    # ---- puzzles on a line

    def in_column(self, first: str, line: str) -> str:
        """Return the puzzle in the column of puzzles, if it is not the first one; the empty text if there is none."""
        short = len(first.partition("|")[0]) <= LARGEST_CASELESS_SIDE
        cells = self.board.cells if self.board else None
        return self.columns.puzzle(line, cells, not self.recorder.good and not self.grid and short)

    def on_one_line(self, first: str, line: str) -> str:
        """Return the whole puzzle on this line, good or bad; the empty text if the line belongs to a grid."""
        given, board = self.recorder.given, self.recorder.board
        if board and len(first) == board.cells and (given or len(first) > LARGEST_SIDE or self.is_small(first)):
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
        if given is None:
            if cells == len(first) and self.is_small(first):
                return first
            small = cells_of(column.replace(",", " ").replace(";", " "))
            if "|" not in column and len(small) == all_cells and self.is_small(small, (36, 64)):
                return column
            # Rows of more than 36 signs are rare: they have numbers, or bars and blanks between them.
            longest_row = LARGEST_CASELESS_SIDE if cells == len(first) else LARGEST_SIDE
            return first if cells > longest_row else column if all_cells > longest_row else ""
        # Within a grid, a row with a cell too many is likelier than a puzzle cut off after its second row.
        longest_row = given.columns * (2 if self.grid else 1)
        return first if cells > longest_row else column if all_cells == given.cells else ""

    def is_small(self, cells: str, sides: tuple[int, ...] = (16, 36)) -> bool:
        """Return whether this is a whole 4x4 or 6x6 puzzle, not a row of an undrawn 16x16 or 36x36 grid."""
        n = len(cells)
        usual = n in sides and self.grid.row_cells != n
        return usual and not cells.strip(EMPTY + DIGITS[: isqrt(n)])

    def fields_in(self, row: str) -> int:
        """Return the number of cells in a line of numbers or fields; 0 for another line."""
        numbers, fields = numbers_in(row), fields_in(row)
        known = (self.board.columns, self.board.cells, self.grid.row_cells) if self.board else (self.grid.row_cells,)
        return fields if fields and (fields in known or not numbers) else numbers

    # ---- grids

    def extends_grid(self, cells: int) -> bool:
        """Return whether a usual row or border after a good puzzle can only be the next line of the current grid."""
        grid = self.grid
        if self.stretch or grid.open or self.held or self.sections.name or self.runs.lines:
            return False
        if self.columns.known or self.quoted.lines:
            return False
        if cells == BORDER:  # below one row, we look for numbers of columns
            return (grid.usual and len(grid) > 1) or not grid.cells
        return cells == grid.row_cells if grid.usual else not grid.cells and self.fits(cells)

    def fits(self, cells: int) -> bool:
        """Return whether a row of so many cells is one of the given board, if there is one."""
        board = self.given
        return board is None or (board.columns == board.side == cells and board.rows > 1 and len(board.offsets) == 1)

    def add_usual(self, number: int, line: str, cells: int) -> Iterator[Record]:
        """Add a usual row or border to the current grid, and return the puzzle if that is complete."""
        self.grid.begun = self.grid.begun or (cells > 0 and self.grid.usual)
        self.grid.add(number, line, cells, usual=True)
        self.columns.at_top = False
        return self.end_full_grid() if cells and self.grid.cells == self.full else iter(())

    def add_to_grid(self, number: int, line: str, opens: bool) -> Iterator[Record]:
        """Add a line to the current grid, and yield the grids that end before it, or with it."""
        line = line.partition("#")[0].rstrip()
        cells = self.fields_in(line) or len(cells_of(line))
        border = not cells and not opens
        if border and len(self.grid) == 1 and NUMBERED.fullmatch(self.grid.texts[0]):
            self.grid = self.grid.emptied()
        if self.grid.open and self.is_whole(border):
            yield from self.end_grid()
        if cells and self.grid.cells:
            yield from self.end_before_row(line, cells)
        if cells and self.grid.cells:
            yield from self.end_at_heading(line, cells, opens)
        grid = self.grid
        grid.add(number, line, cells, opens=opens)
        grid.candidates = grid.candidates or (
            len(cells_in(line)) if opens and is_row(line) and not has_blanks(line) else 0
        )
        rows = grid.height if grid.open else grid.cells / max(grid.row_cells, 1)
        if self.held and rows > self.held[0].rows:
            yield from self.end_bands()
        size = cells != grid.row_cells and sides_in(line)
        if not (grid.open or self.stretch or size) and grid.cells == self.full:
            yield from self.end_full_grid()
        elif (grid.cells > LARGEST_SIDE**2 and not grid.open) or len(grid) > 4 * LARGEST_SIDE:
            yield from self.end_grid()
            self.stretch = Stretch.OVERFLOWED

    def is_whole(self, border: bool) -> bool:
        """Return whether an open grid ends before this line, which is a second border or a row too many."""
        if border:
            return self.grid.height > 0 and self.grid.bordered
        fits = self.board and (self.given or fits_frame(self.grid.texts[-1], self.board.columns))
        height = self.board.height if self.board and fits else self.grid.candidates
        return 0 < height <= self.grid.height

    @property
    def full(self) -> int:
        """Number of cells of the current grid when it is complete."""
        return self.given.cells if self.given else max(SMALLEST_SIDE**2, self.grid.row_cells**2)

    def end_at_heading(self, line: str, cells: int, opens: bool) -> Iterator[Record]:
        """End the current grid before a heading; drop headings before the first row of a grid."""
        side, length = (self.given.side, self.given.columns) if self.given else (max(cells, SMALLEST_SIDE),) * 2
        grid = self.grid
        grid.begun = grid.begun or not self.are_titles(side)
        is_row = cells >= length or opens or is_size(grid.texts[-1], side)
        if not grid.begun and is_row and not is_title_line(line, side):
            stretch = self.stretch
            if any(MANY_CELLS.search(above) for above in grid.texts if not is_size(above, side)):
                yield from self.end_grid()
            self.stretch, self.grid = stretch, self.grid.emptied()
            return
        side, length = (self.given.side, self.given.columns) if self.given else (grid.row_cells,) * 2
        if grid.begun and (grid.open or grid.row_cells == length) and is_title_line(line, side):
            broken = not grid.open and grid.cells != self.full
            yield from self.end_grid()
            self.stretch = Stretch.BROKEN if broken else Stretch.PLAIN

    def end_before_row(self, line: str, cells: int) -> Iterator[Record]:
        """End the current grid, which is cut off, before the size or the rows of the next one."""
        if self.grid.open or (self.given is not None and len(self.given.offsets) > 1):
            return
        if self.grid.is_size_below(line, cells):
            yield from self.end_grid()
            self.stretch = Stretch.BROKEN
            return
        end, start = self.grid.next_grid(cells)
        if end < len(self.grid):
            lines = self.grid
            self.grid = lines.divided(end)[0]
            broken = self.grid.cells != self.full
            yield from self.end_grid()
            self.grid, self.stretch = lines.divided(start)[1], Stretch.BROKEN if broken else Stretch.PLAIN

    def end_full_grid(self) -> Iterator[Record]:
        """End a grid with all its cells. The rows of a larger grid may be cut off so that they look like one."""
        narrow = self.grid.row_cells < (self.board.columns if self.board else COMMON_SIDE)
        cut = self.given is None and (narrow or len(set(self.grid.rows)) > 1)
        if cut and self.recorder.record(0, "", "\n".join(self.grid.texts)).error:
            self.stretch = Stretch.BROKEN
        else:
            yield from self.end_grid()

    def end_grid(self, holds: bool = False) -> Iterator[Record]:
        """Yield the current grid if it has any cells; lines after a complete grid may be its lower border.

        Before a blank line, `holds` keeps a band.
        """
        if holds and self.may_be_above():
            return
        lines = self.grid
        cells = 0 if self.has_only_titles() else lines.cells
        text = "\n".join(lines.texts)
        band = BoxRow(lines.numbers[0], text, lines.height, lines.columns) if cells and self.is_band() else None
        self.grid = GridLines()
        if cells and self.stretch is Stretch.BROKEN:
            self.stretch = Stretch.PLAIN
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
        drawn, self.recorder.drawn = self.recorder.drawn, self.recorder.drawn or cells > 0
        yield from self.end_bands()
        if cells and not band:
            record = self.recorder.record(lines.numbers[0], text, text)
            if record.error and not drawn and self.are_lines(lines.lengths):
                yield from map(self.recorder.record, lines.numbers, lines.texts, lines.texts)
            else:
                yield record

    def are_lines(self, lengths: list[int]) -> bool:
        """Return whether lines that are no grid are puzzles cut off: the lines before have a puzzle each."""
        if self.given or not self.board or min(lengths) <= self.board.columns:
            return False
        common = max(lengths, key=lengths.count)
        return len(lengths) < ROWS_OF_ANOTHER or 2 * lengths.count(common) <= len(lengths)

    # ---- bands

    def is_band(self) -> bool:
        """Return whether the current grid is one of several bands, and like those before it."""
        side = self.grid.columns
        right = side == (self.given.columns if self.given else side) and side in BOXED_SIDES
        if self.stretch is Stretch.BROKEN or not right:
            return False
        board = self.given or self.recorder.known.get(side)
        height = board.box_height if board else usual_box(side)[0]
        return (self.grid.height == height if self.grid.open else self.grid.cells == height * side) and height < side

    def is_last_band(self) -> bool:
        """Return whether the current grid and the held bands are a whole grid."""
        return bool(self.held) and self.is_band() and len(self.grid) * (len(self.held) + 1) == self.grid.row_cells

    def end_bands(self) -> Iterator[Record]:
        """Yield the held bands: a whole grid, or grids cut off."""
        held, self.held = self.held, []
        for band in held:
            yield self.recorder.record(band.line, band.text, band.text)

    # ---- titles

    def may_be_above(self) -> bool:
        """Return whether the lines before a blank one may be titles of the grid that follows."""
        side = self.board.side if self.board else COMMON_SIDE
        few = self.grid.cells > 0 and len(self.grid) <= MOST_TITLES
        return few and not (self.grid.begun or self.grid.open or self.held) and self.are_titles(side)

    def has_only_titles(self) -> bool:
        """Return whether the lines after a good puzzle are words without a row, or just a number is at the top."""
        if self.recorder.counted and len(self.grid) == 1 and NUMBER_OF_PUZZLES.fullmatch(self.grid.texts[0]):
            return True
        titles = self.recorder.good and self.recorder.drawn and not self.grid.begun
        return titles and self.are_titles(self.board.side if self.board else 0)

    def are_titles(self, side: int) -> bool:
        """Return whether the lines of the current grid may be titles of one that follows; more numbers are rows."""
        numbers = sum(not line.strip(" 0123456789") for line in self.grid.texts if line.strip())
        return numbers <= MOST_TITLES and all(is_title_line(line, side, True) for line in self.grid.texts)


class WayOfWriting(NamedTuple):
    """A way of writing a line."""

    knows: Callable[[PuzzleSorter, str], object]  # whether the line is written so
    take: Callable[[PuzzleSorter, int, str], Iterator[Record]]  # yields the puzzles that end with the line


WAYS_OF_WRITING = (
    WayOfWriting(lambda _, line: len(line) >= LONGEST_LINE, PuzzleSorter.take_endless),
    WayOfWriting(lambda sorter, _: sorter.columns.whole, PuzzleSorter.take_whole),
    WayOfWriting(lambda sorter, _: sorter.columns.wanted is not None, PuzzleSorter.take_field),
    WayOfWriting(lambda _, line: form_of(linked(line)), PuzzleSorter.take_form),
    WayOfWriting(lambda sorter, line: sorter.sections.leave_out(line), PuzzleSorter.leave_out),
    WayOfWriting(lambda sorter, line: sorter.columns.are_named_by(line), PuzzleSorter.leave_out),
    WayOfWriting(lambda *_: True, PuzzleSorter.take_text),
)
