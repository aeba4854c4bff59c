# SPDX-License-Identifier: MIT
"""The line below a picture: the rules of its board in words, except rules that all solvers know by their marks.

    anti-knight; German whispers (green); renban lines (pink); X-sums (above); sandwiches (left); all X and V are given

A rule names its marks where the board has others of that family: lines, cages, shades, dots, numbers outside. If marks
of two rules look alike, their places follow; numbers in one place are in the order of the rules. Marks are silent about
pairs without one, so only this line says that all marks of a kind are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dlx.drawing.letters import fitted, text_width
from dlx.drawing.shapes import INK, Text

from ..board.board import Board
from ..board.variants.bases import PEN_SHAPES, BoardRule, Pen
from ..board.variants.places import place_of
from ..board.words import in_series

SIZE, LINE_PIXELS, END_PIXELS = 15, 20, 8  # of the text, of a line, and below the last one
WIDER = 1.17  # the widest font of a picture, as a multiple of the font in letters.py
MarkPlace = tuple[str, str]  # side of the board, and number of the row or column; or no side, and a cell
LINES_BESIDE = {"left": "left of row", "right": "right of row", "above": "above column", "below": "below column"}
ENDS = {"bulb": "with bulbs", "circle": "with circles", "diamond": "with diamonds"}  # of lines


@dataclass(frozen=True)
class NamedRule:
    """A rule in words, with the look of its marks."""

    words: str
    family: str = ""  # as in PenShape
    looks: frozenset[str] = frozenset()
    places: tuple[MarkPlace, ...] = ()  # of its marks
    familiar: bool = False


def legend(board: Board) -> list[str]:
    """Return the rules that the marks of a picture do not tell.

    >>> from sudoku.variants import Kropki, Whispers
    >>> legend(Board(variants=["x", "anti-knight", Kropki(all_white=True)]))
    ['anti-knight', 'all white dots are given']
    >>> legend(Board(variants=[Whispers(["r1c1 r1c2"]), Whispers(["r2c1 r2c2"], 3)]))
    ['German whispers (r1c1)', 'whispers of at least 3 (r2c1)']
    """
    rules = _rules(board)
    named = [_with_marks(rule, rules) for rule in rules if not rule.familiar]
    return [*named, *_complete_marks(board)]


def rules_in_words(board: Board) -> list[str]:
    """Return all rules of a board besides its houses, for a picture without marks."""
    return [*(rule.words for rule in _rules(board)), *_complete_marks(board)]


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


# --- the rules


def _rules(board: Board) -> list[NamedRule]:
    """Return the rules of a board, each once: its variants, joined by their words."""
    found: dict[str, NamedRule] = {}
    for variant in board.variants:
        for rule in _named(board, variant):
            first = found.setdefault(rule.words, rule)
            if first is not rule:
                looks, places = first.looks | rule.looks, first.places + rule.places
                found[rule.words] = replace(first, looks=looks, places=places)
    return list(found.values())


def _named(board: Board, variant: Any) -> Iterator[NamedRule]:
    """Yield the rules of a variant: none without marks."""
    if not isinstance(variant, BoardRule):
        own = type(variant)
        named = "__str__" in {name for base in own.__mro__[:-1] for name in vars(base)}
        yield NamedRule(str(variant) if named else own.__name__)
        return
    for title, marks in variant.titles(board.side):
        looks = frozenset(_look(mark.pen) for mark in marks) or frozenset([_look(variant.pen)])
        places = tuple(_place(board, mark.names[0]) for mark in marks if mark.names)
        yield NamedRule(title, PEN_SHAPES[variant.pen.shape].family, looks, places, variant.is_familiar())


# --- their marks


def _look(pen: Pen) -> str:
    """Return the look of a mark in words.

    >>> _look(Pen("#93c5fd", "blue", 0.1, "diamond")), _look(Pen(shape="square"))
    ('blue with diamonds', 'squares')
    """
    _, look, end = PEN_SHAPES[pen.shape]
    return look or f"{pen.word or pen.color} {ENDS.get(pen.ends, end)}".rstrip()


def _place(board: Board, name: str | int) -> MarkPlace:
    place = place_of(name)
    if place is None or place in board.cell_at:
        return "", board.cell_name(board.cell(name))
    row, column = place
    if 0 <= column < board.width and not 0 <= row < board.height:
        return ("above" if row < 0 else "below"), str(column + 1)
    if 0 <= row < board.height and not 0 <= column < board.width:
        return ("left" if column < 0 else "right"), str(row + 1)
    return "", str(name)


def _with_marks(rule: NamedRule, rules: Iterable[NamedRule]) -> str:
    """Return a rule in words, with its marks or their places if others of the board could be taken for them."""
    others = [other for other in rules if other.family == rule.family and other is not rule]
    if not rule.family or not others:
        return rule.words
    alike = not all(rule.looks.isdisjoint(other.looks) for other in others)
    if not rule.places or not (alike or any("#" in look for look in rule.looks)):
        return f"{rule.words} ({in_series(sorted(rule.looks))})"
    sides = dict.fromkeys(side for side, _ in rule.places)
    if "" in sides or not sides.keys().isdisjoint(side for other in others for side, _ in other.places):
        return f"{rule.words} ({in_series([_along(side, rule.places) for side in sides])})"
    return f"{rule.words} ({in_series([*sides])})"


def _along(side: str, places: Iterable[MarkPlace]) -> str:
    """Return the places on a side.

    >>> _along("left", [("left", "3"), ("above", "1"), ("left", "5")]), _along("", [("", "r1c1"), ("", "r2c2")])
    ('left of rows 3, 5', 'r1c1, r2c2')
    """
    at = list(dict.fromkeys(number for where, number in places if where == side))
    lines = f"{LINES_BESIDE[side]}{'s' * (len(at) > 1)} " if side else ""
    return f"{lines}{', '.join(at)}"


def _complete_marks(board: Board) -> list[str]:
    rules = [variant for variant in board.variants if isinstance(variant, BoardRule)]
    return list(dict.fromkeys(words for rule in rules for words in rule.given_words()))
