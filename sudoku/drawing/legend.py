# SPDX-License-Identifier: MIT
"""The line below a picture: the rules of its board in words, except rules that all solvers know by their marks.

    anti-knight; German whispers (green); renban lines (pink); X-sums (above); sandwiches (left); all X and V are given

A rule names its marks where the board has others of that family: lines, cages, shades, dots, numbers outside. If marks
of two rules look alike, their places follow; numbers in one place are in the order of the rules. Marks are silent about
pairs without one, so only this line says that all marks of a kind are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dlx.drawing.letters import fitted, text_width
from dlx.drawing.shapes import INK, Text

from ..board.board import Board
from ..board.variants import (
    XV,
    Arrows,
    Clones,
    Diagonals,
    Differences,
    ExtraRegions,
    Function,
    Indexing,
    Killer,
    Kropki,
    LittleKiller,
    Lockout,
    Modular,
    Ratios,
    Regex,
    Thermometers,
    Whispers,
    Windoku,
)
from ..board.variants.bases import Clues, Lines, Marked, Outside, Pen
from ..board.variants.places import place_of
from .pens import CLONES, pen_of
from .variants import REGIONS

SIZE, LINE_PIXELS, END_PIXELS = 15, 20, 8  # of the text, of a line, and below the last one
WIDER = 1.17  # the widest font of a picture, as a multiple of the font in letters.py
FAMILIAR = (Arrows, Diagonals, Killer, Kropki, Thermometers, XV)  # known by their marks
WHISPERS = {5: "German whispers", 4: "Dutch whispers"}  # of nine digits
COLORS = {
    "#d1d5db": "gray",
    "#e5e7eb": "gray",
    "#9ca3af": "dark gray",
    "#e9a5e9": "pink",
    "#fce7f3": "pink",
    "#86efac": "green",
    "#bbf7d0": "green",
    "#d9f99d": "light green",
    "#ecfccb": "light green",
    "#bfdbfe": "light blue",
    "#93c5fd": "blue",
    "#67e8f9": "cyan",
    "#cffafe": "cyan",
    "#5eead4": "turquoise",
    "#fdba74": "orange",
    "#ffedd5": "orange",
    "#fde68a": "yellow",
    "#c4b5fd": "violet",
    "#ede9fe": "violet",
    "#fca5a5": "red",
    "#fecaca": "red",
    "#b45309": "brown",
    "#15803d": "green",
    "#7c3aed": "violet",
    "#be185d": "red",
    "#ffffff": "white",
    "#1f2937": "black",
}
MarkPlace = tuple[str, str]  # side of the board, and number of the row or column; or no side, and a cell
LINES_BESIDE = {"left": "left of row", "right": "right of row", "above": "above column", "below": "below column"}
FAMILIES = {
    "": "line",
    "sum": "line",
    "cage": "cage",
    "dot": "dot",
    "shade": "shade",
    "square": "shade",
    "disc": "shade",
    "circle": "circle",
    "minimum": "shade",
    "maximum": "shade",
}  # by the shape of a pen
ENDS = {"bulb": "with bulbs", "circle": "with circles", "diamond": "with diamonds", "sum": "with numbers"}
SHAPES = {
    "square": "squares",
    "disc": "disks",
    "minimum": "wedges inward",
    "maximum": "wedges outward",
}


@dataclass(frozen=True)
class NamedRule:
    """A rule in words, with the look of its marks."""

    words: str
    family: str = ""  # of marks that look alike; empty for marks like no others, and for rules without marks
    looks: frozenset[str] = frozenset()
    places: tuple[MarkPlace, ...] = ()  # of its marks
    familiar: bool = False


def legend(board: Board) -> list[str]:
    """Return the rules that the marks of a picture do not tell.

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
    """Yield the rules of a variant: none without marks; each regular expression is a rule of its own."""
    groups = _groups(variant)
    if groups is not None and not groups:
        return
    family, looks = _marks_of(variant)
    if isinstance(variant, Regex):
        for pattern, names in variant.clues:
            yield NamedRule(f"regular expression {pattern}", family, looks, _places(board, [names]))
        return
    familiar = type(variant) in FAMILIAR and not (isinstance(variant, XV) and _sums(variant))
    yield NamedRule(_name(board, variant), family, looks, _places(board, groups or ()), familiar)


def _name(board: Board, variant: Any) -> str:
    """Return the name of a variant, with its value where it is not the usual one."""
    if isinstance(variant, Whispers):
        usual = WHISPERS.get(variant.least) if board.side == 9 else None
        return usual or f"whispers of at least {variant.least}"
    if isinstance(variant, Lockout) and variant.least != Lockout.least:
        return f"lockout lines of at least {variant.least}"
    if isinstance(variant, Modular) and variant.modulus != Modular.modulus:
        return f"modular lines of {variant.modulus}"
    if isinstance(variant, Indexing):
        return f"{variant.by} indexing"
    if isinstance(variant, XV) and _sums(variant):
        return "sums of neighbors"
    own = type(variant)
    return str(variant) if "__str__" in {name for base in own.__mro__[:-1] for name in vars(base)} else own.__name__


def _sums(variant: XV) -> list[int]:
    """Return the sums other than X and V."""
    return sorted({value for value, _ in variant.clues} - {*variant.values})


# --- their marks


def _marks_of(variant: Any) -> tuple[str, frozenset[str]]:
    """Return the family of the marks of a variant, and their looks in words."""
    family, looks = "", [""]
    if isinstance(variant, Arrows):
        family, looks = "line", ["arrows"]
    elif isinstance(variant, Killer):
        family, looks = "cage", ["gray"]
    elif isinstance(variant, Kropki):
        family, looks = "dot", ["without numbers"]
    elif isinstance(variant, Clones):
        family, looks = "shade", _colors(CLONES, variant.clones)
    elif isinstance(variant, ExtraRegions):
        family, looks = "shade", _colors(REGIONS, variant.regions)
    elif isinstance(variant, Windoku):
        family, looks = "shade", ["gray"]
    elif isinstance(variant, Outside):
        family = "" if isinstance(variant, LittleKiller) else "outside"
    elif isinstance(variant, (Clues, Function, Lines, Marked)):
        pen = pen_of(variant)
        family, looks = FAMILIES.get(pen.shape, ""), [_look(pen)]
    return family, frozenset(looks)


def _colors(colors: Sequence[str], marks: Iterable[Any]) -> list[str]:
    """Return the colors of marks that take them in turns."""
    return [_color(color) for color, _ in zip(colors, marks, strict=False)]


def _color(color: str) -> str:
    """Return a color in words; one of a rule of your own has its number."""
    return COLORS.get(color, color)


def _look(pen: Pen) -> str:
    """Return the look of a mark in words.

    >>> _look(Pen("#93c5fd", 0.1, "diamond")), _look(Pen(shape="square"))
    ('blue with diamonds', 'squares')
    """
    if pen.shape in SHAPES:
        return SHAPES[pen.shape]
    end = ENDS.get(pen.ends or pen.shape, "")
    return f"{_color(pen.color)} {end}".rstrip()


def _groups(variant: Any) -> list[Any] | None:
    """Return the names of each mark of a variant; None for a rule on the whole board, and for familiar marks."""
    if isinstance(variant, Clones):
        return [group for pair in variant.clones for group in pair]
    if isinstance(variant, ExtraRegions):
        return list(variant.regions)
    if isinstance(variant, Marked):
        return [[cell] for cell in variant.cells]
    if isinstance(variant, Clues):
        return [names for _, names in variant.clues]
    return list(variant.lines) if isinstance(variant, (Function, Lines)) else None


def _places(board: Board, groups: Iterable[Any]) -> tuple[MarkPlace, ...]:
    """Return the place of each mark: its first cell, or its side of the board and its row or column."""
    return tuple(_place(board, names[0]) for names in groups if names)


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
        return f"{rule.words} ({_series(sorted(rule.looks))})"
    sides = dict.fromkeys(side for side, _ in rule.places)
    if "" in sides or not sides.keys().isdisjoint(side for other in others for side, _ in other.places):
        return f"{rule.words} ({_series([_along(side, rule.places) for side in sides])})"
    return f"{rule.words} ({_series([*sides])})"


def _along(side: str, places: Iterable[MarkPlace]) -> str:
    """Return the places on a side.

    >>> _along("left", [("left", "3"), ("above", "1"), ("left", "5")]), _along("", [("", "r1c1"), ("", "r2c2")])
    ('left of rows 3, 5', 'r1c1, r2c2')
    """
    at = list(dict.fromkeys(number for where, number in places if where == side))
    lines = f"{LINES_BESIDE[side]}{'s' * (len(at) > 1)} " if side else ""
    return f"{lines}{', '.join(at)}"


def _complete_marks(board: Board) -> list[str]:
    return list(dict.fromkeys(words for variant in board.variants for words in _complete(variant)))


def _complete(variant: Any) -> Iterator[str]:
    """Yield the marks of which all are given."""
    if isinstance(variant, Kropki):
        colors = [color for color in ("white", "black") if getattr(variant, f"all_{color}")]
        if colors:
            yield f"all {' and '.join(colors)} dots are given"
    if isinstance(variant, (XV, Differences, Ratios)) and variant.complete:
        values = sorted({value for value, _ in variant.clues})
        if isinstance(variant, XV):
            yield f"all {_series(['X', 'V', *_sums(variant)])} are given"
        elif values:
            kind = "difference" if isinstance(variant, Differences) else "ratio"
            yield f"all dots of {kind} {_series(values)} are given"


def _series(things: Sequence[object]) -> str:
    """Return a list in words.

    >>> _series(["X", "V", 7]), _series([2])
    ('X, V and 7', '2')
    """
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last
