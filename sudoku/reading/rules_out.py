# SPDX-License-Identifier: MIT
"""Writes a board as the JSON that rulesfile.py reads.

    Board(variants=["x", Killer([(8, "r1c1 r1c2")])])      {"variants": ["x"], "killer": [[8, "r1c1 r1c2"]]}
    Whispers(["r1c1 r2c1"], 3)                             {"whispers": [[3, "r1c1 r2c1"]]}
    XV([(10, "r1c1 r1c2")], complete=True)                 {"xv": [[10, "r1c1 r1c2"]], "all dots": ["xv"]}

A rule is the list of its lines, clues or cells, where that says all. Any other, and several variants of one class, are
objects of all arguments.
The box of a square board is left out, and belongs next to the rules; a jigsaw has its `regions`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from operator import ne
from typing import Any

from ..board.board import Board
from ..board.variants import NAMED, ExtraRegions, Killer, Kropki
from ..board.variants.bases import Clues, Lines, Marked
from .fpuzzles_rules import Json
from .rule_keys import ALL_ARGUMENTS, ALL_DOTS, BRIEF, COLORS, SIMPLE, number_of_lines

KEY_OF: dict[Any, str] = {make: key for key, make in SIMPLE.items() if isinstance(make, type)}
NAME_OF_FLAG = {make(): key for key, make in NAMED.items()}


def rules_of(board: Board) -> Json:
    """Return the rules of a board, for `board_of_rules` with the same board without rules.

    Raises ValueError for a rule that JSON cannot say: a function, or a class of yours.

    >>> rules_of(Board(2, 2, variants=["x", Killer([(4, "r1c1 r1c2")])]))
    {'variants': ['x'], 'killer': [[4, 'r1c1 r1c2']]}
    """
    found: Json = {} if board.regions is None else {"regions": board.region_text}
    if not board.regular:
        box = {} if board.regions else {"box": f"{board.box_height}x{board.box_width}"}
        found |= {**box, "size": f"{board.rows}x{board.columns}"}
    if not board.first_digit:
        found["first digit"] = 0
    if board.has_more_digits:
        found["digits"] = board.side
    several: dict[str, list[Any]] = {}
    for variant in board.variants:
        if variant in NAME_OF_FLAG:
            found.setdefault("variants", []).append(NAME_OF_FLAG[variant])
        else:
            key = key_of(variant)
            again = key in several and key in BRIEF  # a second list cannot have the key
            several.setdefault(KEY_OF[type(variant)] if again else key, []).append(variant)
    complete: list[str] = []
    for key, variants in several.items():
        items = _list_of(board, key, variants)
        if key == "kropki" and len(variants) == 1:
            found |= _dots(board, variants[0])
            complete += [color for color in COLORS if getattr(variants[0], f"all_{color}")]
        elif items is None:
            found[key] = [_arguments(board, variant) for variant in variants]
        else:
            found[key] = items
            complete += [key] if getattr(variants[0], "complete", False) else []
    return found | ({"all dots": [key for key in ALL_DOTS if key in complete]} if complete else {})


def rules_or_none(board: Board) -> Json | None:
    """Return the rules of a board, or None if JSON cannot say them.

    >>> from sudoku.variants import Function
    >>> rules_or_none(Board(2, 2, variants=["x"])), rules_or_none(Board(2, 2, variants=[Function(bool, ["r1c1 r1c2"])]))
    ({'variants': ['x']}, None)
    """
    try:
        return rules_of(board)
    except ValueError:
        return None


def key_of(variant: Any) -> str:
    """Return the key of a rule in the JSON. Raises ValueError if it has none."""
    key = KEY_OF.get(type(variant))
    if key is None:
        raise ValueError(f"{variant}: this rule cannot be written as JSON")
    return next((brief for brief in variant.briefs if BRIEF[brief].items() <= vars(variant).items()), key)


def _list_of(board: Board, key: str, variants: list[Any]) -> Any:
    """Return the list of the lines, clues or cells of one variant, or of several; None if it would not say all."""
    if key == "diagonals":
        return ["falling" if variant.falling else "rising" for variant in variants]
    number = number_of_lines(type(variants[0]))
    if number and key not in BRIEF:
        numbers = [getattr(variant, number.name) for variant in variants]
        listed = [
            names if least == number.default else [least, names]
            for least, variant in zip(numbers, variants, strict=True)
            for names in _lists(board, variant.lines)
        ]
        return listed if all(map(ne, numbers, numbers[1:])) and all(variant.lines for variant in variants) else None
    (variant, *others) = variants
    more = [field for field in fields(variant)[1:] if field.name != "complete"]
    usual = key in BRIEF or all(getattr(variant, field.name) == field.default for field in more)
    return _first(board, variant) if usual and not others and key not in ALL_ARGUMENTS else None


def _dots(board: Board, dots: Kropki) -> Json:
    colors = {color: _lists(board, getattr(dots, color)) for color in COLORS}
    return {color: names for color, names in colors.items() if names}


def _arguments(board: Board, variant: Any) -> Json:
    first, *others = fields(variant)
    return {first.name: _first(board, variant), **{field.name: _plain(board, variant, field.name) for field in others}}


def _plain(board: Board, variant: Any, name: str) -> Any:
    value = getattr(variant, name)
    return _lists(board, value) if isinstance(value, tuple) else value


def _first(board: Board, variant: Any) -> Any:
    """Return the first argument of a rule."""
    value = getattr(variant, fields(variant)[0].name)
    if isinstance(variant, (Killer, Clues)):
        return [[_value(clue), _names(board, names)] for clue, names in value]
    if isinstance(variant, Marked):
        return _names(board, value)
    if isinstance(variant, (ExtraRegions, Kropki, Lines)):
        return _lists(board, value)
    if isinstance(value, (str, bool)):
        return value
    return [[_names(board, names) for names in pair] for pair in value]  # arrows, clones


def _value(clue: Any) -> Any:
    return list(clue) if isinstance(clue, tuple) else clue


def _lists(board: Board, groups: Iterable[Any]) -> list[str]:
    return [_names(board, names) for names in groups]


def _names(board: Board, names: Iterable[str | int]) -> str:
    return " ".join(name if isinstance(name, str) else board.cell_name(name) for name in names)
