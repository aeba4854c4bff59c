# SPDX-License-Identifier: MIT
"""The line below a picture: the rules of its board that no mark shows, in words.

    anti-knight; all X and V are given

Marks are silent about pairs without one. If all marks of a kind are given, only this line says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dlx.drawing.letters import fitted, text_width
from dlx.drawing.shapes import INK, Text

from ..board.board import Board
from ..board.variants import XV, Differences, Kropki, Ratios
from .variants import is_drawn

SIZE, LINE_PIXELS, END_PIXELS = 15, 20, 8  # of the text, of a line, and below the last one
WIDER = 1.17  # the widest font of a picture, as a multiple of the one that letters.py measures


def legend(board: Board) -> list[str]:
    """Return the rules that a picture of a board does not show.

    >>> legend(Board(variants=["x", "anti-knight", Kropki(all_white=True)]))
    ['anti-knight', 'all white dots are given']
    """
    return list(dict.fromkeys(words for variant in board.variants for words in _words(variant)))


def legend_height(board: Board, width: float) -> float:
    """Return the pixels that the legend needs below a picture."""
    lines = len(_lines(board, width))
    return LINE_PIXELS * lines + END_PIXELS if lines else 0


def legend_texts(board: Board, left: float, top: float, width: float) -> Iterator[Text]:
    """Yield the lines of the legend."""
    for number, line in enumerate(_lines(board, width)):
        y = top + LINE_PIXELS * (number + 0.5)
        yield fitted(Text(left, y, line, SIZE, INK, anchor="start"), width)


def _lines(board: Board, width: float) -> list[str]:
    """Return the legend, broken between words."""
    lines = list[str]()
    for word in "; ".join(legend(board)).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(Text(0, 0, longer, SIZE)) * WIDER <= width:
            lines[-1] = longer
        elif word:
            lines.append(word)
    return lines


def _words(variant: Any) -> Iterator[str]:
    if not is_drawn(variant):
        yield str(variant)
    yield from _complete(variant)


def _complete(variant: Any) -> Iterator[str]:
    """Yield the marks of which all are given."""
    if isinstance(variant, Kropki):
        colors = [color for color in ("white", "black") if getattr(variant, f"all_{color}")]
        if colors:
            yield f"all {' and '.join(colors)} dots are given"
    if isinstance(variant, (XV, Differences, Ratios)) and variant.complete:
        values = sorted({value for value, _ in variant.clues} - {*variant.values})
        if isinstance(variant, XV):
            yield f"all {_series(['X', 'V', *values])} are given"
        elif values:
            kind = "difference" if isinstance(variant, Differences) else "ratio"
            yield f"all dots of {kind} {_series(values)} are given"


def _series(things: list[Any]) -> str:
    """Return a list in words.

    >>> _series(["X", "V", 7]), _series([2])
    ('X, V and 7', '2')
    """
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last
