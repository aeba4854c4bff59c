# SPDX-License-Identifier: MIT
"""The rules with one more entry, made from a kind of rules, the selected cells in their order, and the typed value.

    kind             cells          value      entry
    killer           r1c1 r1c2      8          killer          [8, "r1c1 r1c2"]
    sandwich         r1c4           12         sandwich        [12, "r0c4"]             the first cell is at the edge
    little killer    r1c6 r2c7      20         little killer   [20, "r0c5 r1c6"]        the second shows the way
    arrows           r1c1 r1c2 ...  2          arrows          ["r1c1 r1c2", "..."]     a pill of two cells

kinds.py lists the forms; each is a function here. A ValueError is a sentence for the visitor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ..board.board import Board
from ..board.digits import DIGITS
from ..board.variants.bases import RuleKind
from ..board.variants.places import BESIDE, place_before
from .body import NO_REGION, Body, Facts
from .kinds import KINDS

KIND_OF_NAME = {kind.name: kind for kind in KINDS}


def rules_with(body: Body, selection: Any) -> Facts:
    """Return the rules of a request with the entry of a selection, added or in place of another entry.

    >>> fields = {"board": "2x2", "rules": {"even": "r1c1"}}
    >>> rules_with(Body(fields), {"kind": "even", "cells": [5], "value": ""})
    {'even': ['r1c1', 'r2c2']}
    >>> rules_with(Body(fields), {"kind": "sandwich", "cells": [1], "value": "3"})
    {'even': 'r1c1', 'sandwich': [[3, 'r0c2']]}
    """
    base, chosen = body.base(), Body(selection)
    kind = KIND_OF_NAME[chosen.choice("kind", KIND_OF_NAME)]
    cells, rules, at = chosen.cells(base), body.fields.get("rules") or {}, chosen.fields.get("entry")
    if kind.form == "region":
        regions = str(rules.get("regions", NO_REGION * base.cells))
        kept = regions.replace(at, NO_REGION) if isinstance(at, str) else regions
        return rules | {"regions": _with_region(base, kept, cells)}
    items = ITEMS_OF_FORM[kind.form](base, kind, cells, chosen.text("value").strip())
    known = rules.get(kind.key, [])
    known = known.split() if isinstance(known, str) else known
    if not isinstance(known, list) or any(isinstance(item, dict) for item in known):
        whole = f"the rule “{kind.key}” of this puzzle has no parts in the list"
        raise ValueError(f"{whole}: delete it, and add its parts one by one")
    if at is None:
        return rules | {kind.key: known + [item for item in items if item not in known]}
    if type(at) is not int or not 0 <= at < len(known):
        raise ValueError(f"'entry' must be a number of one of the {len(known)} entries of {kind.key!r}")
    return rules | {kind.key: [*known[:at], *items, *known[at + 1 :]]}


def _with_region(board: Board, regions: str, cells: Sequence[int]) -> str:
    """Return regions with one more; one that loses a cell is dissolved, and the last cells are one by themselves."""
    if len(cells) != board.side:
        raise ValueError(f"a region has {board.side} cells; {len(cells)} are selected")
    broken = {regions[cell] for cell in cells}
    left = "".join(NO_REGION if name in broken else name for name in regions)
    first, second, *_ = (name for name in DIGITS if name not in left)
    found = "".join(first if cell in cells else name for cell, name in enumerate(left))
    return found.replace(NO_REGION, second) if found.count(NO_REGION) == board.side else found


# --- an entry of each form


def _names(board: Board, cells: Sequence[int]) -> str:
    return " ".join(map(board.cell_name, cells))


def _clue(board: Board, kind: RuleKind, cells: Sequence[int], text: str) -> list[Any]:
    return [[_value(board, kind, text), _names(board, cells)]]


def _beside(board: Board, kind: RuleKind, cells: Sequence[int], text: str) -> list[Any]:
    places = sorted(board.places[cell] for cell in cells)
    if len(places) != 2 or (places[1][0] - places[0][0], places[1][1] - places[0][1]) not in BESIDE:
        raise ValueError("select two cells side by side")
    return _clue(board, kind, cells, text) if kind.value else [_names(board, cells)]


def _outside(board: Board, kind: RuleKind, cells: Sequence[int], text: str) -> list[Any]:
    return [[_value(board, kind, text), place_before(board, cells, diagonal=kind.form == "diagonal")]]


def _line(board: Board, kind: RuleKind, cells: Sequence[int], text: str) -> list[Any]:
    value = _value(board, kind, text) if kind.value else None
    return [_names(board, cells) if value is None or str(value) == kind.usual else [value, _names(board, cells)]]


def _pair(board: Board, kind: RuleKind, cells: Sequence[int], text: str) -> list[Any]:
    pill = int(kind.usual) if (value := _value(board, kind, text)) is None else value
    if not 0 < pill < len(cells):
        raise ValueError("select the circle, and then the cells along the arrow")
    return [[_names(board, cells[:pill]), _names(board, cells[pill:])]]


def _halves(board: Board, kind: RuleKind, cells: Sequence[int], text: str) -> list[Any]:
    half, rest = divmod(len(cells), 2)
    if rest:
        raise ValueError("select the cells of one group, and then as many cells of its clone")
    return [[_names(board, cells[:half]), _names(board, cells[half:])]]


ITEMS_OF_FORM: dict[str, Callable[[Board, RuleKind, Sequence[int], str], list[Any]]] = {
    "flag": lambda board, kind, cells, text: [kind.value],
    "cells": lambda board, kind, cells, text: [*map(board.cell_name, cells)],
    "clue": _clue,
    "beside": _beside,
    "outside": _outside,
    "diagonal": _outside,
    "line": _line,
    "group": _line,
    "pair": _pair,
    "halves": _halves,
}


def _value(board: Board, kind: RuleKind, text: str) -> Any:
    """Return the value that a visitor has typed; None if it is left out."""
    if kind.value == "text":
        return text
    if kind.value == "digits":
        return _digits(board, text)
    if kind.value in ("optional", "usual") and not text:
        return None
    if kind.value == "mark" and text.upper() in ("X", "V"):
        return text.upper()
    if not re.fullmatch("[0-9]{1,4}", text):
        raise ValueError(f"the value must be {'X, V or a number' if kind.value == 'mark' else 'a number'}")
    return int(text)


def _digits(board: Board, text: str) -> list[int]:
    """Return digits as the board has them, 12AG, or numbers with something between them, 1 2 10 16."""
    parts, side = re.split(r"[\s,]+", text), board.side
    signs = [DIGITS.find(sign) + 1 for sign in "".join(parts).upper()]
    numbers = [int(part) if part.isdecimal() else 0 for part in parts] if len(parts) > 1 else signs
    for digits in (numbers, signs):
        if digits and all(1 <= digit <= side for digit in digits):
            return digits
    more = f", or numbers, such as 1 2 {side}" if side > 9 else ""
    raise ValueError(f"the value must be digits of the board, such as 12{DIGITS[side - 1]}{more}")
