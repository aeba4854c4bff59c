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

from ..board.board import Board
from ..board.candidates import cells_in, is_row
from ..board.digits import DIGITS, EMPTY, LARGEST_CASELESS_SIDE, LARGEST_SIDE, SMALLEST_SIDE, capitals
from ..board.frames import BAR, fits_frame, has_blanks
from ..board.habits import rewritten
from ..board.runs import TOO_LARGE, Runs, TextLine
from ..board.shapes import usual_box, usual_sides
from ..board.text import Scan, cells_of, fields_in, is_size, numbers_in, shown_side, sides_in
from .columns import Column, column_found, column_given, column_named, opens_field
from .lines import LONGEST_LINE
from .numbering import numbered_columns, without_number
from .records import Block, Record, SourceError
from .titles import COUNT, DATE, FIRST, HEADING, LONE_HEADING, MANY_CELLS, NAMED_TITLE, PUZZLE, TITLE, is_prose, is_title

if TYPE_CHECKING:
    from .formats import BoardPuzzle, Format

SECTION = re.compile(r"\s*\[(puzzle|state|pencil ?marks|candidates|colou?rs?)\]\s*", re.IGNORECASE)  # of .sdk
COMMON_SIDE = 9  # of a board that is not known yet
MOST_TITLES = 2  # lines
ROWS_OF_ANOTHER = 3  # rows of another length, without a blank line before them, that are another grid
MOST_QUOTED_LINES = 1_000  # of a row of CSV
BOXED_SIDES = frozenset(usual_sides())
COMMENT = re.compile(r'[\s"]*(?:#|//|%|;+\s*[^\W\d_]{2})')
NUMBERED = re.compile(r"[\s|]*1[ |]+2[ |]+3[ |]+4[\d |]*")  # the numbers of the columns, above a frame
_END = r"\s,;\"'()<>\[\]"
_KINDS = r"[0-9.]{81}|S9B[0-9a-z]|load=|fpuz|(?:scl|ctc)N4|[?/]sudoku/[0-9]"
_LINK = re.compile(rf"(?:https?|sudokupad)://[^{_END}]{{0,200}}(?:{_KINDS})[^{_END}]*", re.IGNORECASE)
_COLUMN = re.compile(r"[^,;#]*")
_LARGE = re.compile(r"(?:(?:[0-9]{1,4}|[.*_-])[ |,;\t]+){64,}+(?:[0-9]{1,4}|[.*_-])[ |,;\t]*")  # more than 64 cells

_LARGE_CELL = re.compile("[0-9]+|[.*_-]")


def largest_number(row: str) -> int:
    """Return the largest number in a row of numbers that no board has; 0 for any other line."""
    many = len(row) > 2 * LARGEST_SIDE and _LARGE.fullmatch(row)
    largest = max(map(int, re.findall("[0-9]+", row)), default=0) if many else 0
    return largest if largest > LARGEST_SIDE else 0


def linked(line: str) -> str:
    """Return the link with a puzzle among the words of a line; the line itself if there is none.

    >>> linked("Here it is: https://sudoku.coach/en/play/" + "0" * 81)[:26], linked("see https://sudoku.coach")
    ('https://sudoku.coach/en/pl', 'see https://sudoku.coach')
    """
    link = _LINK.search(line) if "://" in line and not COMMENT.match(line) else None
    if link is None or PUZZLE.search(line[: link.start()]) or PUZZLE.search(line[link.end() :]):
        return line
    return link[0]


def form_of(line: str) -> Format | None:
    """Return the form of a line that is a puzzle by itself; None for any other line."""
    if not line.lstrip().startswith((":", "{", "h", "H", "f", "F", "s", "c")):
        return None
    from .formats import format_of  # not needed to solve plain puzzles

    return format_of(line)


def is_title_line(line: str, side: int, begins: bool = False) -> bool:
    """Return whether a line is a title, as `is_title` does, and no row of letters and blanks between bars."""
    return is_title(line, side, begins) and len(BAR.findall(line)) < 3


def alike_rows(lengths: list[int]) -> bool:
    """Return whether there are several rows, all of one length."""
    return len(lengths) > 1 and len(set(lengths)) == 1


class Band(NamedTuple):
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
        self.board = board  # None until the first good puzzle, then that of the latest one
        self.known: dict[int, Board] = {}  # the latest board with each number of digits
        self.good = False  # a good puzzle has been read
        self.drawn = True  # no puzzle has had a line for itself since the latest grid: sentences are remarks
        self.at_top = True  # only blank lines and comments so far
        self.counted = True  # no puzzle so far: a number alone is theirs
        self.grid: list[str] = []  # lines of the current grid
        self.numbers: list[int] = []  # the numbers of these lines
        self.lengths: list[int] = []  # the number of cells in each of them
        self.begun = False  # one of its lines is a row, not a heading
        self.open = False  # its cells are not counted: it has blanks for empty cells, or candidates
        self.rows = 0  # number of its rows
        self.side = 0  # number of cells in its first row of candidates
        self.bordered = False  # its latest line is a border
        self.held: list[Band] = []  # bands before a blank line
        self.overflowed = False  # the grid was too large and dropped: skip to the next blank line
        self.too_large = False  # its board is larger than any board: skip likewise
        self.skipping = False  # in a section of a .sdk file that is not the puzzle
        self.sections = False  # such a file
        self.in_state = False
        self.state: list[str] | None = None  # lines of its section of the digits that are placed
        self.waiting: Record | None = None  # its latest puzzle, until its state is known
        self.headed = False  # a line has named the columns
        self.quoted: list[tuple[int, str]] = []  # lines of a row with a field in quotes that is still open
        self.answered = False  # the first of them is in a block
        self.broken = False  # words ended an incomplete grid; its last rows may follow and run into the next grid

    @property
    def expects_lines(self) -> bool:
        """True if a line with a whole puzzle of the board can only be that puzzle."""
        return self.good and not (self.grid or self.held or self.skipping or self.runs.lines or self.quoted)

    @property
    def several(self) -> bool:
        """True if the board has several grids, whose rows together differ in length."""
        return self.given is not None and len(self.given.offsets) > 1

    def take(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line, or with the run of lines before it."""
        records = self.take_any(number, line)
        return self.with_states(records) if self.sections or "[" in line else records

    def with_states(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield puzzles; in a .sdk file, each waits for the section below it that has the digits placed so far."""
        for record in records:
            if not self.sections:
                yield record
                continue
            if self.waiting:
                yield self.with_state(self.waiting)
            self.waiting = record

    def with_state(self, record: Record) -> Record:
        """Return a puzzle with the digits of its state, if there are any."""
        text, self.state = "\n".join(self.state or []), None
        if record.board is None or record.puzzle is None or not text.strip():
            return record
        try:
            state = Board.read(text, record.board)[1]
        except ValueError as problem:
            return record._replace(note=f"the section [State] is left out: {problem}")
        entered = bytes(0 if clue else digit for clue, digit in zip(record.puzzle, state, strict=True))
        return record._replace(entered=entered) if any(entered) else record

    def take_any(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles as `take` does, without a state."""
        if "\0" in line and not self.good:
            raise SourceError("not UTF-8 text (NUL bytes: a binary file, or UTF-16)")
        if self.quoted:
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
        yield from self.with_states(self.end_any())
        if self.waiting:
            yield self.with_state(self.waiting)

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
        elif not (self.leaves_out(line) or self.names_columns(line)):
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

    def leaves_out(self, line: str) -> bool:
        """Return whether a line belongs to another section of a .sdk file than the puzzle."""
        section = SECTION.fullmatch(line)
        if section:
            self.sections, name = True, section[1].lower()
            self.skipping = name != "puzzle"
            self.state = [] if name == "state" else self.state
            self.in_state = name == "state"
        elif self.in_state and self.state is not None:
            self.state.append(line)
        return self.skipping

    def take_text(self, number: int, line: str) -> Iterator[Record]:
        """Yield the puzzles that end with this line, which may be of any kind."""
        match = FIRST.match(line)
        first = match[1] if match else ""
        if self.is_heading(first, line) if first else not line.strip(' \t",;'):  # blank, in a spreadsheet
            broken = bool(first) and not self.open and 0 < self.grid_cells != self.full
            yield from self.end_grid(holds=not first)
            self.overflowed, self.too_large, self.broken = False, False, broken
        elif self.too_large:
            return
        elif line.strip(' \t",;') and not COMMENT.match(line):
            largest = largest_number(line)
            if largest:
                yield from self.end_grid()
                self.too_large = True
                yield self.bad(
                    number, line, f"numbers up to {largest} in a row of {len(_LARGE_CELL.findall(line))}: {TOO_LARGE}"
                )
                return
            opens = has_blanks(line) or is_row(line, self.given.side if self.given else 0)
            puzzle = "" if opens else self.in_column(first, line) or self.on_one_line(first, line)
            if puzzle:
                self.drop_size()
                yield from self.end_grid()
                record = self.record(number, line, puzzle)
                self.drawn = False
                self.broken = record.error is not None  # it may have been a row with a cell too many
                yield record
            elif not self.overflowed:
                yield from self.add_to_grid(number, line, opens)

    def is_heading(self, first: str, line: str) -> bool:
        at_top, self.at_top = self.at_top, False
        if DATE.fullmatch(line) and not (self.grid and self.row_cells == len(cells_of(line))):
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
        side = self.given.side if self.given else self.row_cells or len(cells)
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
        usual = n in sides and self.row_cells != n
        return usual and not cells.strip(EMPTY + DIGITS[: isqrt(n)])

    def add_to_grid(self, number: int, line: str, opens: bool) -> Iterator[Record]:
        line = line.partition("#")[0].rstrip()
        cells = self.fields_in(line) or len(cells_of(line))
        border = not cells and not opens
        if border and len(self.grid) == 1 and NUMBERED.fullmatch(self.grid[0]):
            self.drop()
        if self.open and self.is_whole(border):
            yield from self.end_grid()
        if cells and self.grid_cells:
            yield from self.end_before_row(line, cells)
        if cells and self.grid_cells:
            yield from self.end_at_heading(line, cells, opens)
        self.grid.append(line)
        self.numbers.append(number)
        self.lengths.append(cells)
        self.rows, self.bordered = self.rows + (not border), border
        self.open = self.open or opens
        self.side = self.side or (len(cells_in(line)) if opens and is_row(line) and not has_blanks(line) else 0)
        if self.held and (self.rows if self.open else self.grid_cells / max(self.row_cells, 1)) > self.held[0].rows:
            yield from self.end_bands()
        size = cells != self.row_cells and sides_in(line)
        if not (self.open or self.broken or size) and self.grid_cells == self.full:
            yield from self.end_full_grid()
        elif (self.grid_cells > LARGEST_SIDE**2 and not self.open) or len(self.grid) > 4 * LARGEST_SIDE:
            yield from self.end_grid()
            self.overflowed = True

    def is_whole(self, border: bool) -> bool:
        """Return whether an open grid ends before this line, which is a second border or a row too many."""
        if border:
            return self.rows > 0 and self.bordered
        fits = self.board and (self.given or fits_frame(self.grid[-1], self.board.columns))
        height = self.board.height if self.board and fits else self.side
        return 0 < height <= self.rows

    @property
    def grid_cells(self) -> int:
        """Number of cells of the current grid so far."""
        return sum(self.lengths)

    @property
    def row_cells(self) -> int:
        """Number of cells in the first row of the current grid."""
        return next(filter(None, self.lengths), 0)

    @property
    def full(self) -> int:
        """Number of cells of the current grid when it is complete."""
        return self.given.cells if self.given else max(SMALLEST_SIDE**2, self.row_cells**2)

    def end_at_heading(self, line: str, cells: int, opens: bool) -> Iterator[Record]:
        """End the current grid before a heading; drop headings before the first row of a grid."""
        side, length = (self.given.side, self.given.columns) if self.given else (max(cells, SMALLEST_SIDE),) * 2
        self.begun = self.begun or not self.are_titles(side)
        is_row = cells >= length or opens or is_size(self.grid[-1], side)
        if not self.begun and is_row and not is_title_line(line, side):
            broken = self.broken
            if any(MANY_CELLS.search(above) for above in self.grid if not is_size(above, side)):
                yield from self.end_grid()
            self.broken = broken
            self.drop()
            return
        side, length = (self.given.side, self.given.columns) if self.given else (self.row_cells, self.row_cells)
        if self.begun and (self.open or self.row_cells == length) and is_title_line(line, side):
            broken = not self.open and self.grid_cells != self.full
            yield from self.end_grid()
            self.broken = broken

    def end_before_row(self, line: str, cells: int) -> Iterator[Record]:
        """End the current grid, which is cut off, before the size or the rows of the next one."""
        if self.open:
            return
        if SMALLEST_SIDE <= cells == self.row_cells and sides_in(line) and len(line.split()) != len(self.grid[-1].split()):
            yield from self.end_grid()  # "21 21" is no row of a 4x4 grid with its cells apart
            self.broken = True
            return
        if self.lengths[-1] == cells == self.row_cells and self.lengths.count(cells) == len(self.lengths):
            return  # most rows: a closer look takes long
        rows = list(filter(None, self.lengths))
        lines = [line for line, length in zip(self.grid, self.lengths, strict=True) if length]
        alike = next((k for k, length in enumerate(reversed(rows)) if length != cells), len(rows))
        above = rows[: len(rows) - alike]
        size = next((k for k in (1, 2) if len(rows) > k and rows[-k] != rows[0] and is_size(lines[-k], cells)), 0)
        if size:
            yield from self.end_above(size)
            self.drop_first()
        elif SMALLEST_SIDE <= cells and alike + 1 >= ROWS_OF_ANOTHER and alike_rows(above) and not self.several:
            yield from self.end_above(alike)

    def drop_size(self) -> None:
        """Forget the last line of the current grid if it is the size of the next one."""
        if not self.grid or not sides_in(self.grid[-1]):
            return
        alone = sum(self.lengths) == self.lengths[-1]
        if alone or self.lengths[-1] != self.row_cells or self.row_cells < SMALLEST_SIDE:
            del self.grid[-1], self.numbers[-1], self.lengths[-1]

    def drop_first(self) -> None:
        """Forget the size above the rows of the current grid."""
        self.grid, self.numbers, self.lengths = self.grid[1:], self.numbers[1:], self.lengths[1:]
        self.rows = max(self.rows - 1, 0)

    def end_above(self, rows: int) -> Iterator[Record]:
        """End the current grid above its last rows, which are the first ones of the next grid."""
        cut = [at for at, length in enumerate(self.lengths) if length][-rows]
        lines, numbers, lengths = self.grid[cut:], self.numbers[cut:], self.lengths[cut:]
        self.grid, self.numbers, self.lengths = self.grid[:cut], self.numbers[:cut], self.lengths[:cut]
        broken = self.grid_cells != self.full
        yield from self.end_grid()
        self.broken, self.rows = broken, rows
        self.grid, self.numbers, self.lengths = lines, numbers, lengths

    def end_full_grid(self) -> Iterator[Record]:
        """End a grid with all its cells. The rows of a larger grid may be cut off so that they look like one."""
        narrow = self.row_cells < (self.board.columns if self.board else COMMON_SIDE)
        cut = self.given is None and (narrow or len(set(filter(None, self.lengths))) > 1)
        if cut and self.record(0, "", "\n".join(self.grid)).error:
            self.broken = True
        else:
            yield from self.end_grid()

    def fields_in(self, row: str) -> int:
        """Return the number of cells in a line of numbers or fields; 0 for another line."""
        numbers, fields = numbers_in(row), fields_in(row)
        known = (self.board.columns, self.board.cells, self.row_cells) if self.board else (self.row_cells,)
        return fields if fields and (fields in known or not numbers) else numbers

    def is_band(self) -> bool:
        """Return whether the current grid is one of several bands, and like those before it."""
        side = self.side if self.open else self.row_cells
        if self.broken or side != (self.given.columns if self.given else side) or side not in BOXED_SIDES:
            return False
        board = self.given or self.known.get(side)
        height = board.box_height if board else usual_box(side)[0]
        return (self.rows == height if self.open else self.grid_cells == height * side) and height < side

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
        cells = 0 if self.has_only_titles() else self.grid_cells
        lines = [TextLine(*line) for line in zip(self.numbers, self.grid, strict=True)]
        text, lengths = "\n".join(self.grid), self.lengths
        band = None
        if cells and self.is_band():
            band = Band(self.numbers[0], text, self.rows, self.side if self.open else self.row_cells)
        self.drop()
        self.open = self.bordered = False
        self.broken, self.begun = self.broken and not cells, False
        if band:
            if self.held and self.held[0][2:] != band[2:]:
                yield from self.end_bands()
            self.held.append(band)
            if band.rows * len(self.held) == band.side:
                self.held = [Band(self.held[0].line, "\n".join(band.text for band in self.held), band.side, band.side)]
                holds = False
        if holds and (band or not cells):
            return
        drawn, self.drawn = self.drawn, self.drawn or cells > 0
        yield from self.end_bands()
        if cells and not band:
            record = self.record(lines[0].number, text, text)
            if record.error and not drawn and self.are_lines(lengths):
                yield from (self.record(line.number, line.text, line.text) for line in lines)
            else:
                yield record

    def are_lines(self, lengths: list[int]) -> bool:
        """Return whether lines that are no grid are puzzles cut off, as the lines before them have a puzzle each."""
        common = lengths.count(max(lengths, key=lengths.count))
        return self.given is None and self.board is not None and min(lengths) > self.board.columns and (
            len(lengths) < ROWS_OF_ANOTHER or 2 * common <= len(lengths)
        )

    def may_be_above(self) -> bool:
        """Return whether the lines before a blank one may be titles of the grid that follows."""
        side = self.board.side if self.board else COMMON_SIDE
        few = self.grid_cells > 0 and len(self.grid) <= MOST_TITLES and not (self.begun or self.open or self.held)
        return few and self.are_titles(side)

    def has_only_titles(self) -> bool:
        """Return whether the lines after a good puzzle are words without a row, or there is just a number at the top."""
        if self.counted and len(self.grid) == 1 and COUNT.fullmatch(self.grid[0]):
            return True
        return self.good and self.drawn and not self.begun and self.are_titles(self.board.side if self.board else 0)

    def are_titles(self, side: int) -> bool:
        """Return whether the lines of the current grid may be titles of one that follows; more numbers are rows."""
        numbers = sum(not line.strip(" 0123456789") for line in self.grid if line.strip())
        return numbers <= MOST_TITLES and all(is_title_line(line, side, True) for line in self.grid)

    def drop(self) -> None:
        """Forget the lines of the current grid."""
        self.grid, self.numbers, self.lengths, self.rows, self.side = [], [], [], 0, 0

    def record(self, number: int, text: str, puzzle_text: str) -> Record:
        form = form_of(puzzle_text)
        self.counted = False
        try:
            if form and form.read:
                found = form.read(puzzle_text, self.given if form.links else self.board)
            else:
                found = self.read(puzzle_text)
        except ValueError as problem:
            return self.bad(number, text, str(problem))
        board, puzzle = found[:2]
        if not (form and form.links):
            self.board, self.good = self.given or (board if board.plain else board.base), True
            self.known[self.board.side] = self.board
        return Record(self.source, number, text, board, puzzle, None, getattr(found, "note", ""), getattr(found, "entered", b""))

    def read(self, text: str) -> BoardPuzzle:
        """Return a puzzle in text, and its board: the one given, else that of its size.

        A line may be cut off. An error in a text that does not show its size is about the latest board.
        """
        if self.given or not self.board:
            return Board.read(text, self.given)
        if "\n" not in text:
            with suppress(ValueError):
                return Board.read(text, self.board)
        try:
            return Board.read(text, known=self.known)
        except ValueError:
            side = shown_side(Scan(text)) if "\n" in text else 0
            if side == self.board.side or not SMALLEST_SIDE <= side <= LARGEST_SIDE:
                return Board.read(text, self.board)
            raise

    def bad(self, number: int, text: str, what: str) -> Record:
        return Record(self.source, number, text, None, None, f"{self.source}:{number}: {what}")
