# SPDX-License-Identifier: MIT
"""Sheets of puzzles for print: several on a page, with numbers and levels, and with their solutions.

end     puzzles 1-4 | puzzles 5-8 | ... | solutions 1-12 | ...       a booklet
back    puzzles 1-4 | solutions 2 1 4 3 | puzzles 5-8 | ...          printed on both sides, each solution is
                                                                     behind its puzzle
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from dlx.drawing.pages import PAPERS, Captioned, Document, PageLayout, document
from dlx.engine.unfinished import limited
from dlx.system.calloff import check

from ..board.board import Board
from ..engine.puzzle import Puzzle
from .drawing import draw

if TYPE_CHECKING:
    from dlx.system.calloff import Cancel

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # puzzles of a page: columns and rows
SOLUTIONS = ("end", "back", "none")
# Columns and rows of the pages at the end, by the most cells in a row or column of a board; else one. Boards of
# different sizes have pages of their own, and no solution is larger than its puzzle.
SOLUTIONS_PER_PAGE = {12: (3, 4), 16: (2, 3), 25: (1, 2)}
Puzzles = list[tuple[str, Puzzle]]  # each with its caption


@limited("sheets", "")
def sheets(
    puzzles: Iterable[Any],
    *,
    board: Board | None = None,
    per_page: int = 4,
    paper: str = "a4",
    title: str = "Sudoku",
    first: int = 1,
    levels: bool = False,
    solutions: str = "end",
    labels: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Document:
    """Return the pages of a booklet of puzzles, as PDF or HTML.

    Args:
        puzzles: each as for :func:`sudoku.solve`, or a pair (puzzle, board).
        board: the board of puzzles without one; None: the usual board with that many cells.
        per_page: puzzles on a page: 1, 2, 4 or 6.
        paper: "a4" or "letter".
        title: the text at the top of each page, on two lines at most; a longer one is cut.
        first: number of the first puzzle.
        levels: show the level of each puzzle, by :func:`sudoku.rate`.
        solutions: "end": after all puzzles, twelve on a page, or fewer of large boards, which have pages of their own;
            "back": each page of puzzles is followed by a page with their solutions, mirrored for printing on both
            sides; "none".
        labels: number the rows and columns.
        time_limit: seconds for each puzzle, for its solution and its level.
        cancel: an event that ends the work, as for :func:`sudoku.solve`.

    Returns:
        A :class:`dlx.Document` with `pages`, `html`, `pdf()` and ``save(path)``.

    Raises:
        ValueError: no puzzles, a malformed puzzle, a puzzle without a solution (unless `solutions` is "none"), or
            another per_page, paper or solutions than those above.
        TypeError: a title that is no text.
        dlx.Unfinished: `time_limit` seconds were not enough for a solution, or `cancel` was set.

    >>> booklet = sheets(["12.. 3... ..4. ...1", "1... .2.. ..3. ...4"], per_page=2, title="Two small ones")
    >>> [page.title for page in booklet.pages]
    ['Two small ones, page 1 of 2', 'Two small ones, page 2 of 2']
    """
    for name, value, choices in (("per_page", per_page, PER_PAGE), ("paper", paper, PAPERS)):
        if value not in choices:
            raise ValueError(f"{name} is {value!r}; choose one of {', '.join(map(str, choices))}")
    if solutions not in SOLUTIONS:
        raise ValueError(f"solutions is {solutions!r}; choose one of {', '.join(SOLUTIONS)}")
    if not isinstance(title, str):
        raise TypeError(f"title is {title!r}; give a text")
    layout = PageLayout(*PER_PAGE[per_page], paper)
    given = list(_captioned(puzzles, board, first, levels, time_limit))
    if not given:
        raise ValueError("no puzzles to print")
    asked = list(layout.pages(((caption, draw(p.values, board=p.board, labels=labels)) for caption, p in given), title))
    if solutions == "none":
        return document(title, asked, layout)
    solved = _solved(given, time_limit)
    if solutions == "back":
        mirrored = _mirrored(solved, layout)
        backs = list(layout.pages(mirrored, f"{title}: solutions"))
        return document(title, (page for pair in zip(asked, backs, strict=True) for page in pair), layout)
    ends: dict[PageLayout, list[Captioned]] = {}
    for (_, puzzle), solution in zip(given, solved, strict=True):
        ends.setdefault(_layout_of_solution(puzzle, layout), []).append(solution)
    for small in sorted(ends, key=lambda small: -small.fields):
        asked += small.pages(ends[small], f"{title}: solutions")
    return document(title, asked, layout)


def _captioned(
    puzzles: Iterable[Any], board: Board | None, first: int, levels: bool, time_limit: float | None
) -> Iterator[tuple[str, Puzzle]]:
    """Yield each puzzle with its number, its digits unless they are 1 to the side of a square, and its level."""
    for number, puzzle in enumerate(puzzles, first):
        with_board = isinstance(puzzle, tuple) and len(puzzle) == 2 and isinstance(puzzle[1], Board)
        try:
            given = Puzzle(*puzzle) if with_board else Puzzle(puzzle, board)
        except (TypeError, ValueError) as error:
            raise type(error)(f"puzzle {number}: {error}") from None
        usual = given.board.square and given.board.first_digit == 1
        digits = "" if usual else f"   digits {given.board.digit_range}"
        yield f"{number}{digits}{_level(given, time_limit) if levels else ''}", given


def _level(given: Puzzle, time_limit: float | None) -> str:
    """Return the level as a part of the caption."""
    from ..logic import LogicStatus, rate

    rating = rate(given.values, board=given.board, time_limit=time_limit)
    check()
    if rating.status is LogicStatus.TIME_LIMIT:
        return f"   not rated in {time_limit:g} s"
    return "" if rating.level is None else f"   {rating.level} ({rating.score:g})"


def _layout_of_solution(puzzle: Puzzle, asked: PageLayout) -> PageLayout:
    """Return the layout of a page of solutions of that size: with as many fields as are legible, or as `asked` has."""
    longest = max(puzzle.board.width, puzzle.board.height)
    fields = next((fields for side, fields in SOLUTIONS_PER_PAGE.items() if longest <= side), (1, 1))
    return max(PageLayout(*fields, asked.paper), asked, key=lambda layout: layout.fields)


def _solved(puzzles: Puzzles, time_limit: float | None) -> Iterator[Captioned]:
    for caption, given in puzzles:
        number = caption.split(" ")[0]
        solution = given.solve(time_limit)
        if solution is None:
            raise ValueError(f"puzzle {number} has no solution; without solutions it can be printed")
        yield number, draw(given.values, solution, given.board)


def _mirrored(solved: Iterable[Captioned], layout: PageLayout) -> Iterator[Captioned]:
    """Yield the solutions with each row of a page reversed; a row that is not full begins with empty fields."""
    row: list[Captioned] = []
    for captioned in solved:
        row.append(captioned)
        if len(row) == layout.columns:
            yield from reversed(row)
            row = []
    if row:
        yield from reversed([*row, *[None] * (layout.columns - len(row))])
