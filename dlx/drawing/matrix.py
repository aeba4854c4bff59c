# SPDX-License-Identifier: MIT
"""The matrix of a problem as a picture, the usual image of an exact-cover problem.

              a b c d e f g | x        a column for each item; the secondary items are apart
    0: c e        #   #     |          a row for each option; a dot marks an item, a letter its color
    1: a d g  #     #     # | r
    ...                                the options of a solution are marked

This is for small problems. We omit rows and columns beyond a limit, and the picture gives their number.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..matrix.colored import Colored
from ..matrix.matrix import Matrix
from ..matrix.named import Options
from ..matrix.solution import chosen_options, option_words
from ..system.wording import plural
from .picture import Picture
from .shapes import GROUND, INK, SOFT, Circle, DrawnShape, Line, Rect, Text

SHOWN_OPTIONS, SHOWN_ITEMS_ACROSS = 300, 120
COLUMN_PX = 22.0  # also the height of a row
FONT_PX = 12.0  # of names
LETTER_PX = FONT_PX * 0.61  # the width of a letter in a monospaced font
LABEL_CHARACTERS = 30  # most letters of a name
COLOR_CHARACTERS = 10  # most letters of a color
CHOSEN_ROW_FILL, DOT_FILL, CHOSEN_DOT_FILL = "#dcfce7", "#6b7280", "#15803d"
COLOR_FILLS = ("#bfdbfe", "#fed7aa", "#ddd6fe", "#a7f3d0", "#fecaca", "#fef08a", "#fbcfe8", "#bae6fd")


def draw_matrix(problem: Matrix, solution: Options | None = (), *, title: str = "matrix") -> Picture:
    """Return the matrix of a problem; the options of `solution` (a :class:`Solution`, or numbers) are marked.

    Raises ValueError for an option that does not exist, or for None in place of a solution.

    >>> from dlx import Problem
    >>> picture = draw_matrix(Problem([["a", "b"], ["a"], ["b"]]), [0])
    >>> print(picture.text)
          a b
    * 0:  # #
      1:  # .
      2:  . #
    >>> picture.description
    '2 items, 3 options. Chosen: option 0 (a b).'
    """
    table = _Table(problem, chosen_options(problem, solution))
    return Picture(title, table.words(), table.width, table.height, tuple(table.shapes()), "\n".join(table.lines()))


def truncate_label(name: str, max_length: int = LABEL_CHARACTERS) -> str:
    """Return a name, shortened if it is too long."""
    return name if len(name) <= max_length else name[: max_length - 1] + "…"


class _Table:
    """The layout of the visible rows and columns."""

    def __init__(self, problem: Matrix, chosen: tuple[int, ...]) -> None:
        self.problem, self.chosen = problem, set(chosen)
        self.items = range(min(problem.n_items, SHOWN_ITEMS_ACROSS))
        first = sorted(self.chosen)[:SHOWN_OPTIONS]  # prefer to show the whole solution
        unchosen = (k for k in range(problem.n_options) if k not in self.chosen)
        self.options = sorted([*first, *(k for k, _ in zip(unchosen, range(SHOWN_OPTIONS - len(first)), strict=False))])
        self.names = [truncate_label(str(problem.items[item])) for item in self.items]
        self.labels = [truncate_label(f"{k}: {' '.join(option_words(problem, k))}") for k in self.options]
        self.left = 16 + LETTER_PX * max(map(len, self.labels), default=0)
        self.top = 16 + LETTER_PX * max(map(len, self.names), default=0)
        self.gap = COLUMN_PX / 2 if problem.n_primary < problem.n_items else 0.0
        self.notes = list(self._notes())
        self.xs = list(self._columns())
        self.width = max(self.xs[-1], 12 + LETTER_PX * max(map(len, self.notes), default=0)) + 8
        self.height = self.top + COLUMN_PX * len(self.options) + 18 * len(self.notes) + 8

    def _columns(self) -> Iterator[float]:
        """Yield the left edge of each column and the right edge of the last; a column fits the names of its colors."""
        longest: dict[int, int] = {}
        for option in self.options:
            for item, _, word in self.entries(option):
                longest[item] = max(longest.get(item, 0), min(len(word), COLOR_CHARACTERS))
        x = self.left
        for item in self.items:
            x += self.gap * (item == self.problem.n_primary)
            yield x
            x += max(COLUMN_PX, LETTER_PX * longest.get(item, 0) + 10)
        yield x

    def end(self, item: int) -> float:
        """Return the right edge of a column."""
        return self.xs[item + 1] - self.gap * (item + 1 == self.problem.n_primary and item + 1 < len(self.items))

    def middle(self, item: int) -> float:
        return (self.xs[item] + self.end(item)) / 2

    def entries(self, option: int) -> Iterator[tuple[int, int, str]]:
        """Yield the visible items of an option, each with the number (0 for none) and the name of its color."""
        problem = self.problem
        entries = range(problem.indptr[option], problem.indptr[option + 1])
        for e, use in zip(entries, problem.option(option), strict=True):
            if problem.indices[e] < len(self.items):
                number = 0 if problem.colors is None else int(problem.colors[e])
                yield int(problem.indices[e]), number, str(use.color) if isinstance(use, Colored) else ""

    def shapes(self) -> Iterator[DrawnShape]:
        bottom, right = self.top + COLUMN_PX * len(self.options), self.xs[-1]
        for row, option in enumerate(self.options):
            if option in self.chosen:
                yield Rect(4, self.top + COLUMN_PX * row, right - 4, COLUMN_PX, CHOSEN_ROW_FILL)
        yield from self._lines(bottom, right)
        for item, name in zip(self.items, self.names, strict=True):
            fill = INK if item < self.problem.n_primary else SOFT
            yield Text(self.middle(item), self.top - 6, name, FONT_PX, fill, anchor="start", turned=True, mono=True)
        for row, (option, label) in enumerate(zip(self.options, self.labels, strict=True)):
            y, marked = self.top + COLUMN_PX * (row + 0.5), option in self.chosen
            yield Text(self.left - 8, y, label, FONT_PX, INK, marked, anchor="end", mono=True)
            for item, color, word in self.entries(option):
                yield from self._dot(item, color, word, y, marked)
        for k, note in enumerate(self.notes):
            yield Text(8, bottom + 18 * (k + 0.7), note, FONT_PX, SOFT, anchor="start", mono=True)

    def _lines(self, bottom: float, right: float) -> Iterator[DrawnShape]:
        if not self.options or not self.items:
            return
        rows = [self.top + COLUMN_PX * row for row in range(len(self.options) + 1)]
        across = [((self.left, y), (right, y)) for y in rows]
        down = [((x, self.top), (x, bottom)) for x in self.xs]
        between = self.gap and 0 < self.problem.n_primary < len(self.items)
        x = self.end(self.problem.n_primary - 1) if between else 0.0
        yield Line((*across, *down, *([((x, self.top), (x, bottom))] if between else [])), "#d1d5db", 1)
        if between:  # a gap between primary and secondary items
            yield Rect(x + 0.5, self.top - 1, self.gap - 1, bottom - self.top + 2, GROUND)

    def _dot(self, item: int, color: int, word: str, y: float, marked: bool) -> Iterator[DrawnShape]:
        x = self.middle(item)
        if not color:
            yield Circle(x, y, COLUMN_PX * 0.28, fill=CHOSEN_DOT_FILL if marked else DOT_FILL)
            return
        width, height = self.end(item) - self.xs[item] - 6, COLUMN_PX - 6
        fill, stroke = COLOR_FILLS[(color - 1) % len(COLOR_FILLS)], CHOSEN_DOT_FILL if marked else None
        yield Rect(x - width / 2, y - height / 2, width, height, fill, stroke, 1.5, 3)
        yield Text(x, y, truncate_label(word, COLOR_CHARACTERS), FONT_PX - 1, INK, mono=True)

    def _notes(self) -> Iterator[str]:
        counts = self.problem.n_options - len(self.options), self.problem.n_items - len(self.items)
        for number, what in zip(counts, ("option", "item"), strict=True):
            if number:
                yield f"and {plural(number, what)} that {'is' if number == 1 else 'are'} not shown"

    def words(self) -> str:
        problem = self.problem
        n = problem.n_items - problem.n_primary
        items = f"{plural(problem.n_primary, 'item')}" + (f" and {plural(n, 'secondary item')}" if n else "")
        named = [f"option {k} ({' '.join(option_words(problem, k))})" for k in sorted(self.chosen)]
        chosen = f" Chosen: {', '.join(named)}." if named else ""
        return " ".join([f"{items}, {plural(problem.n_options, 'option')}.{chosen}", *(f"{n}." for n in self.notes)])

    def lines(self) -> Iterator[str]:
        """Yield the matrix as lines of text."""
        first = max((len(str(k)) for k in self.options), default=1)
        widths = [len(name) for name in self.names]
        yield (" " * (first + 5) + " ".join(self.names)).rstrip()
        for option in self.options:
            marks = {item: word or "#" for item, _, word in self.entries(option)}
            cells = (marks.get(item, ".")[:width].ljust(width) for item, width in zip(self.items, widths, strict=True))
            yield f"{'*' if option in self.chosen else ' '} {option:>{first}}:  {' '.join(cells)}".rstrip()
        yield from self.notes
