# SPDX-License-Identifier: MIT
"""A picture of a puzzle: `draw` makes SVG, HTML, PNG or text, and notebooks display it directly.

Shapes are layered in this order:

    shades of houses and cells, lines and marks of variants, thin and thick borders, candidates, digits, links

The title, if the caller passes one, is above the board; legend.py names the rules below it.
Clues are bold and black, added digits regular and blue, so they also differ without color. The title and the
description give the size of the board and its rows in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Any

from dlx.drawing.letters import fitted
from dlx.drawing.picture import Picture
from dlx.drawing.shapes import INK, SOFT, Circle, DrawnShape, Line, Rect, Text, moved

from ..board.board import Board
from ..board.text import RULES_LINE
from .highlight import Highlight, as_highlight
from .legend import legend, legend_height, legend_texts, rules_in_words
from .pens import OUTSIDE_PIXELS, has_marks_between, has_outside, has_sums
from .plan import PicturePlan, Position, borders, possible
from .text import drawn_text
from .variants import dots, over, shades, under

ADDED = "#1d4ed8"  # digits of the solution
LABEL_PIXELS = 24  # margin for the numbers of rows and columns
THIN, THICK = "#9ca3af", INK
HOUSE = "#eff6ff"
SHADES = {"note": "#fef3c7", "spare": "#e0e7ff", "wrong": "#fecaca"}
PLACED, REMOVED = "#15803d", "#b91c1c"
TITLE_PIXELS = 34  # height of the title
LINK, BEND = "#be185d", 0.08  # color, and bend as a fraction of a link's length
PATTERN = ("#bfdbfe", "#fed7aa", "#ddd6fe", "#a7f3d0")  # circles of candidates, by role

Marks = Sequence[Sequence[int]]


def draw(
    puzzle: Any,
    solution: Any = None,
    board: Board | None = None,
    *,
    candidates: Any = None,
    highlight: Any = None,
    labels: bool = False,
    title: str | None = None,
) -> Picture:
    """Draw a puzzle, with its solution if given.

    Args:
        puzzle: as for :func:`sudoku.solve`.
        solution: the digits to show in the empty cells, in any format of `puzzle`; some may be missing. On a board
            with unknown regions, a full grid is drawn with its regions, or with one choice of them.
        board: the board; None: the usual one for that many cells.
        candidates: the small digits of the empty cells: "auto" for the digits that no clue excludes directly, or a
            collection of digits for each cell (such as :attr:`Diagnosis.candidates`), or an integer with the bits
            cell * side + digit - 1.
        highlight: a step of :func:`sudoku.solve_logically`, a :class:`Diagnosis`, a :class:`Highlight`, or cells.
        labels: number the rows and columns.
        title: the title of the picture, above the board; None: the board's name, which the picture does not show.

    Returns:
        A :class:`dlx.Picture` with `svg`, `html`, `png()`, `text` and ``save(path)``, which takes the format
        from the name of the file.

    Raises:
        ValueError: digits or candidates that the board does not have, or a solution that contradicts the puzzle.

    >>> picture = draw("12.. 3... ..4. ...1", candidates="auto")
    >>> picture.title, picture.svg.count("<text"), picture.description[:43]
    ('4x4 Sudoku', 24, '4x4 board, 5 clues. Row 1: 1 2 empty empty.')
    >>> print(draw("12.. 3... ..4. ...1").text)
    ┏━━━┯━━━┳━━━┯━━━┓
    ┃ 1 │ 2 ┃ . │ . ┃
    ┠───┼───╂───┼───┨
    ┃ 3 │ . ┃ . │ . ┃
    ┣━━━┿━━━╋━━━┿━━━┫
    ┃ . │ . ┃ 4 │ . ┃
    ┠───┼───╂───┼───┨
    ┃ . │ . ┃ . │ 1 ┃
    ┗━━━┷━━━┻━━━┷━━━┛
    """
    from ..engine.puzzle import Puzzle
    from ..engine.unknown_regions import divided

    given = Puzzle(puzzle, board)
    board, clues = given.board, given.values
    digits = clues if solution is None else _merge_solution(board, clues, solution)
    bordered = divided(board, digits)
    shown = as_highlight(board, highlight)
    marks = _marks(board, digits, candidates, shown)
    margin = (LABEL_PIXELS if labels else 6) + (OUTSIDE_PIXELS if has_outside(board) else 0)
    plan = PicturePlan(board, marks is not None, margin, has_sums(board), has_marks_between(board), bordered)
    head, foot = TITLE_PIXELS * bool(title), legend_height(board, plan.width - 2 * plan.margin)
    shapes = (moved(shape, 0, head) if head else shape for shape in _shapes(plan, clues, digits, marks, shown, labels))
    return Picture(
        title=_title(board) if title is None else title,
        description=_describe(board, clues, digits, shown)
        + _describe_regions(board, bordered)
        + _describe_rules(board),
        width=plan.width,
        height=plan.height + head + foot,
        shapes=(*shapes, *_texts(plan, title or "", head)),
        text="\n".join([drawn_text(bordered, digits, marks), *_rules_below(board)]),
    )


def _title(board: Board) -> str:
    return str(board).replace("board", "Sudoku", 1)


def _merge_solution(board: Board, clues: bytes, solution: Any) -> bytes:
    """Return clues and solution merged, the latter in any format; raise ValueError if they contradict each other."""
    digits = board.parse(solution) if isinstance(solution, str) else board.from_array(solution)
    for cell, (clue, value) in enumerate(zip(clues, digits, strict=True)):
        if clue and value not in (0, clue):
            has, own = board.signs[value - 1], board.signs[clue - 1]
            raise ValueError(f"the solution has {has} in {board.cell_name(cell)}, where the clue is {own}")
    return bytes(clue or value for clue, value in zip(clues, digits, strict=True))


def _marks(board: Board, digits: bytes, candidates: Any, shown: Highlight) -> list[list[int]] | None:
    """Return the candidates to show in each cell, the highlight's included; None for no candidates at all."""
    if candidates is None and not shown.candidates():
        return None
    if candidates is None:
        marks: list[set[int]] = [set() for _ in range(board.cells)]
    elif isinstance(candidates, int):
        side = board.side
        marks = [{d for d in range(1, side + 1) if candidates >> (c * side + d - 1) & 1} for c in range(board.cells)]
    elif isinstance(candidates, str):
        if candidates != "auto":
            raise ValueError(f"candidates are {candidates!r}; give 'auto', or a collection of digits for each cell")
        marks = [set(cell) for cell in possible(board, digits)]
    else:
        marks = _check_candidates(board, list(candidates))
    for candidate in shown.candidates():
        marks[candidate // board.side].add(candidate % board.side + 1)
    return [[] if value else sorted(cell) for cell, value in zip(marks, digits, strict=True)]


def _check_candidates(board: Board, candidates: list[Any]) -> list[set[int]]:
    if len(candidates) != board.cells:
        raise ValueError(f"candidates of {len(candidates)} cells where a {board} has {board.cells}")
    for cell, digits in enumerate(candidates):
        for digit in digits:
            if not 1 <= digit <= board.side:
                raise ValueError(f"candidate {digit} of {board.cell_name(cell)} is not a digit (1-{board.side})")
    return [set(cell) for cell in candidates]


# --- in words


def _describe(board: Board, clues: bytes, digits: bytes, shown: Highlight) -> str:
    """Describe the picture in words, as its alternative text."""
    number = sum(map(bool, clues))
    added = sum(map(bool, digits)) - number
    parts = [f"{board}, {number} clue{'s' * (number != 1)}{f' and {added} digits of a solution' if added else ''}."]
    rows: dict[int, list[str]] = {}
    for (row, _), value in zip(board.places, digits, strict=True):
        rows.setdefault(row, []).append(board.signs[value - 1] if value else "empty")
    parts += [f"Row {row + 1}: {' '.join(cells)}." for row, cells in rows.items()]
    if shown.words:
        parts.append(f"{shown.words}.")
    return " ".join(parts)


def _describe_regions(board: Board, bordered: Board) -> str:
    """Describe the regions that the solver found."""
    if bordered is board:
        return ""
    number: dict[int, str] = {}
    for (row, _), region in zip(board.places, bordered.region_text, strict=True):
        number[row] = number.get(row, "") + region
    return f" Regions, row by row: {', '.join(number.values())}."


def _rules_below(board: Board) -> Iterator[str]:
    """Yield the line below a picture of characters, which shows no rules."""
    words = rules_in_words(board)
    if words:
        yield f"{RULES_LINE} {'; '.join(words)}"


def _describe_rules(board: Board) -> str:
    words = legend(board)
    return f" Rules: {'; '.join(words)}." if words else ""


# --- shapes


def _shapes(
    plan: PicturePlan, clues: bytes, digits: bytes, marks: Marks | None, shown: Highlight, labels: bool
) -> Iterator[DrawnShape]:
    yield from shades(plan)
    yield from _shades(plan, shown)
    yield from under(plan)
    yield from _borders(plan)
    yield from over(plan)
    yield from dots(plan)
    if labels:
        yield from _labels(plan)
    if marks is not None:
        yield from _candidates(plan, marks, shown)
    yield from _digits(plan, clues, bold=True)
    yield from _digits(plan, bytes(0 if clue else value for clue, value in zip(clues, digits, strict=True)), bold=False)
    yield from _links(plan, shown)


def _shades(plan: PicturePlan, shown: Highlight) -> Iterator[DrawnShape]:
    cells = dict.fromkeys((c for house in shown.houses for c in plan.board.houses[house]), HOUSE)
    cells |= {cell: SHADES[role] for cell, role in shown.cells.items()}
    for cell, color in sorted(cells.items(), key=lambda pair: pair[1]):
        yield Rect(*plan.corner(cell), plan.size, plan.size, color)


def _borders(plan: PicturePlan) -> Iterator[DrawnShape]:
    for regions, color, width in ((False, THIN, 1.0), (True, THICK, 2.5)):
        parts = plan.line(borders(plan.bordered or plan.board, regions))
        if parts:
            yield Line(parts, color, width)


def _texts(plan: PicturePlan, title: str, head: float) -> Iterator[DrawnShape]:
    """Yield the title, and the rules in words."""
    left, width = plan.margin, plan.width - 2 * plan.margin
    if title:
        yield fitted(Text(left, head / 2 + 4, title, 18, INK, bold=True, anchor="start"), width)
    yield from legend_texts(plan.board, left, plan.height + head, width)


def _labels(plan: PicturePlan) -> Iterator[DrawnShape]:
    rows = {row: plan.middle(cell)[1] for cell, (row, _) in enumerate(plan.board.places)}
    columns = {column: plan.middle(cell)[0] for cell, (_, column) in enumerate(plan.board.places)}
    for row, y in sorted(rows.items()):
        yield Text(LABEL_PIXELS / 2 - 1, y, str(row + 1), 11, SOFT)
    for column, x in sorted(columns.items()):
        yield Text(x, LABEL_PIXELS / 2 - 1, str(column + 1), 11, SOFT)


def _digits(plan: PicturePlan, digits: bytes, bold: bool) -> Iterator[DrawnShape]:
    for cell, value in enumerate(digits):
        if value:
            yield Text(*plan.middle(cell), plan.board.signs[value - 1], plan.size * 0.58, INK if bold else ADDED, bold)


def _candidates(plan: PicturePlan, marks: Marks, shown: Highlight) -> Iterator[DrawnShape]:
    side, size = plan.board.side, plan.mark_size
    present = [cell * side + digit - 1 for cell, digits in enumerate(marks) for digit in digits]
    roles = {candidate: PATTERN[k % len(PATTERN)] for k, part in enumerate(shown.pattern) for candidate in part}
    colors = dict.fromkeys(shown.removed, REMOVED) | dict.fromkeys(shown.placed, PLACED)
    for candidate in present:
        if candidate in roles:
            yield Circle(*plan.mark(candidate), size * 0.5, fill=roles[candidate])
    for candidate in present:
        if candidate in shown.placed:
            yield Circle(*plan.mark(candidate), size * 0.5, fill="#dcfce7", stroke=PLACED)
    for candidate in sorted(present, key=lambda candidate: candidate in colors):
        color = colors.get(candidate, "#374151")
        yield Text(
            *plan.mark(candidate), plan.board.signs[candidate % side], size * 0.78, color, candidate in shown.placed
        )
    for candidate in present:
        if candidate in shown.removed:
            x, y = plan.mark(candidate)
            half = size * 0.4
            yield Line.of((x - half, y + half), (x + half, y - half), stroke=REMOVED, line=1.2)


def _links(plan: PicturePlan, shown: Highlight) -> Iterator[DrawnShape]:
    """Yield links from edge to edge of the candidates, slightly bent so that links on one line stay distinct."""
    for a, b in (*shown.links, *shown.weak):
        start, end = plan.mark(a), plan.mark(b)
        away = plan.mark_size * 0.55
        inner = tuple(p for p in _curve(start, end) if min(dist(p, start), dist(p, end)) > away)
        if len(inner) > 1:
            yield Line((inner,), LINK, 1.6, dash=(5, 3) if (a, b) in shown.weak else None, round=True)


def _curve(start: Position, end: Position) -> Iterator[Position]:
    (x0, y0), (x1, y1) = start, end
    x, y = (x0 + x1) / 2 - (y1 - y0) * BEND, (y0 + y1) / 2 + (x1 - x0) * BEND
    for t in (k / 32 for k in range(33)):
        s = 1 - t
        yield s * s * x0 + 2 * t * s * x + t * t * x1, s * s * y0 + 2 * t * s * y + t * t * y1
