# SPDX-License-Identifier: MIT
"""The names of parts of the rules, as a person would point to them: by kind, value and place; and those of clues.

sandwich 10 at row 4        cage 3 at r1c1 r1c2        thermometer at r1c1 r2c1 r3c1        anti-knight
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..board.variants.bases import Clues
from ..board.variants.parts import VariantPart

if TYPE_CHECKING:
    from ..board.board import Board

MOST_IN_LINE = 12  # names in a line of the text
MOST_CELLS_NAMED = 6  # of a rule in a sentence
PLACE = re.compile(r"r(\d+)c(\d+)")  # also beside the board
NOUNS = {"cages": "cage", "arrows": "arrow", "clones": "clone", "regions": "extra region"}  # by field


def name_of(board: Board, part: VariantPart) -> str:
    """Return the name of a part, with its value and its cells.

    >>> from sudoku import Board
    >>> from sudoku.board.variants.parts import parts_of
    >>> from sudoku.variants import Killer, Sandwich
    >>> [name_of(Board(), part) for part in parts_of(0, Killer([(3, "r1c1 r1c2"), (7, "r3c3 r3c4")]))]
    ['cage 3 at r1c1 r1c2', 'cage 7 at r3c3 r3c4']
    >>> [name_of(Board(), part) for part in parts_of(0, Sandwich([(10, "r4c0"), (11, "r10c2")]))]
    ['sandwich 10 at row 4', 'sandwich 11 at column 2']
    """
    variant = part.variant
    names = part.names if part.field else getattr(variant, "cells", None)
    if not isinstance(names, tuple) or not names:
        return str(variant)
    noun = getattr(variant, "noun", None) or NOUNS.get(part.field) or (f"{part.field} dot" if part.field else variant)
    value = _value(part)
    places = [name if isinstance(name, str) else board.cell_name(name) for name in names]
    return f"{noun}{value} at {_listed(board, places)}"


def clue_names(board: Board, clues: Iterable[tuple[int, int]]) -> list[str]:
    """Return the names of clues (cell, digit), such as `r1c4=4`."""
    return [f"{board.cell_name(cell)}={board.signs[digit - 1]}" for cell, digit in clues]


def shortlist(names: Sequence[str]) -> str:
    """Return the first names of a list, and the number of the others.

    >>> shortlist(["a", "b"]), shortlist(["a"] * 14)[-12:]
    ('a, b', ', and 2 more')
    """
    more = len(names) - MOST_IN_LINE
    return ", ".join([*names[:MOST_IN_LINE], *([f"and {more} more"] if more > 0 else [])])


def _value(part: VariantPart) -> str:
    """Return the sum of a cage or the value of an outside clue, after a space; nothing for other parts."""
    if not part.field:
        return ""
    (entry,) = getattr(part.variant, part.field)
    has_value = isinstance(part.variant, Clues) or part.field == "cages"
    return f" {entry[0]}" if has_value and isinstance(entry[0], (int, str)) else ""


def _listed(board: Board, places: list[str]) -> str:
    """Return the names of cells; those of the place of an outside clue as a row or a column."""
    place = PLACE.fullmatch(places[0]) if len(places) == 1 else None
    if place is not None:
        row, column = map(int, place.groups())
        if column in (0, board.width + 1) and 0 < row <= board.height:
            return f"row {row}"
        if row in (0, board.height + 1) and 0 < column <= board.width:
            return f"column {column}"
    return " ".join(places[:MOST_CELLS_NAMED]) + " ..." * (len(places) > MOST_CELLS_NAMED)
