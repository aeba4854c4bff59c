# SPDX-License-Identifier: MIT
"""The entries of rules, as the page lists them: words, cells in the order of their selection, and the value as typed.

    {"killer": [[8, "r1c1 r1c2"]]}     killer: 8 · r1c1 r1c2      cells 0, 1     value 8
    {"sandwich": [[12, "r0c4"]]}       sandwich: 12 · r0c4        cells 3, 12    the first two on the way
    {"all dots": ["xv"]}               all X and V
    {"regions": "1112..."}             region: r1c1 r1c2 r1c3     for each character but "."

So the page needs no geometry of rules and none of their words. An object of all arguments is an entry as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..board.board import Board
from ..board.variants.groups import SIGN_OF
from ..board.variants.places import place_of, ray
from .body import NO_REGION, Facts
from .kinds import KINDS

FLAG_NAMES = {(kind.key, kind.value): kind.name for kind in KINDS if kind.form == "flag"}
PAIR_KEYS = {kind.key for kind in KINDS if kind.form == "pair"}
CELLS_ON_THE_WAY = 2  # selected for a clue outside the board


def entries_of(board: Board, rules: Facts) -> Iterator[Facts]:
    """Yield the entries of the rules of a board, each with its key and its item in the JSON.

    >>> rules = {"even": "r1c1", "sandwich": [[3, "r0c2"]], "variants": ["x"]}
    >>> [(entry["words"], entry["cells"], entry["value"]) for entry in entries_of(Board(2, 2), rules)]
    [('even: r1c1', [0], ''), ('sandwich: 3 · r0c2', [1, 5], '3'), ('x', [], '')]
    """
    for key, value in rules.items():
        if key == "regions":
            for name in dict.fromkeys(value):
                if name != NO_REGION:
                    cells = [cell for cell, other in enumerate(value) if other == name]
                    words = f"region: {' '.join(map(board.cell_name, cells))}"
                    yield {"key": key, "item": name, "words": words, "cells": cells, "value": ""}
        elif isinstance(value, (list, str)):
            for item in value.split() if isinstance(value, str) else value:
                if not isinstance(item, dict):
                    facts = {"words": _words(key, item), "cells": _cells(board, item), "value": _value(key, item)}
                    yield {"key": key, "item": item, **facts}


def _words(key: str, item: Any) -> str:
    if isinstance(item, str) and (key == "variants" or (key, item) in FLAG_NAMES):
        return FLAG_NAMES.get((key, item), item)
    return f"{key}: {' · '.join(map(_text, item if isinstance(item, list) else [item]))}"


def _text(part: Any) -> str:
    """Return a part of an entry: names of cells, a value, digits, or no sum."""
    if part is None:
        return "no sum"
    return "".join(SIGN_OF.get(digit, str(digit)) for digit in part) if isinstance(part, list) else str(part)


def _value(key: str, item: Any) -> str:
    """Return the value of an entry; of an arrow, the number of cells in a pill."""
    if not isinstance(item, list):
        return ""
    if key in PAIR_KEYS:
        pill = len(item[0].split())
        return str(pill) if pill > 1 else ""
    return "" if item[0] is None or place_of(str(item[0]).split(" ")[0]) else _text(item[0])


def _cells(board: Board, item: Any) -> list[int]:
    """Return the cells of an entry; of a clue outside the board, the first ones that it sees."""
    parts = item if isinstance(item, list) else [item]
    names = tuple(re.findall(r"\br[0-9]+c[0-9]+\b", " ".join(part for part in parts if isinstance(part, str))))
    if names and place_of(names[0]) not in board.cell_at:
        return ray(board, names)[:CELLS_ON_THE_WAY]
    return [board.cell(name) for name in names]
