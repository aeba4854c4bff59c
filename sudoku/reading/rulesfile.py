# SPDX-License-Identifier: MIT
"""Reads a board from a file: its shape and variants as JSON, or a puzzle of f-puzzles or SudokuPad (fpuzzles.py).

{
  "box": "3x3",                              or "samurai"; default: the board of the command line or the puzzle
  "regions": "111222333 111222333 ...",      one character per cell, instead of "box"
  "size": "6x8",                             rows and columns, with "box" or "regions", if the board is not square
  "first digit": 0,                          for digits from 0
  "digits": 10,                              if there are more digits than a row has cells
  "variants": ["x", "anti-knight"],
  "killer": [[15, "r1c1 r1c2"], [null, "r5c5 r5c6"]],
  "thermometers": ["r1c1 r2c1 r3c1"],
  "white": ["r1c1 r1c2"], "black": ["r4c4 r4c5"],
  "even": "r1c1 r9c9", "odd": "r5c5",
  "extra regions": ["r2c2 r2c3 r2c4"],
  "arrows": [["r1c1", "r1c2 r1c3"]], "whispers": ["r3c3 r3c4 r4c4"], "little killer": [[17, "r0c4 r1c3"]],
  "xv": [["X", "r7c1 r7c2"]], "all dots": ["white", "xv"],
  "diagonals": ["falling"],                  one diagonal; both are "x" in "variants"
  "modular": [[4, "r6c1 r6c2 r6c3 r6c4"]]    a line with a number other than the usual one
}

The rules in SIMPLE are written as the first argument of their class, or with all arguments by name, one or several:

  "whispers": {"lines": ["r3c3 r3c4 r4c4"], "least": 3}, "kropki": {"white": [], "all_white": true}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from itertools import groupby
from typing import Any

from dlx.system.texts import text_of

from ..board.board import Board
from ..board.rules import Variant
from ..board.text import is_link
from ..board.variants import (
    NAMED,
    Diagonals,
    Kropki,
    checked,
)
from ..board.words import listed, short
from .documents import document
from .fpuzzles import read_link
from .rule_keys import ALL_ARGUMENTS, ALL_DOTS, CELLS, DIAGONALS, KEYS, SIMPLE, arguments_of, number_of_lines
from .sudokupad import is_drawing

MOST_RULES_BYTES = 3 << 20
MOST_VARIANTS = 1_000


def board_in(path: str, base: Board | None = None) -> Board:
    """Return the board that a file describes; `base` supplies the parts it leaves open.

    Raises ValueError, naming the file, if it cannot be read or has unknown entries.
    """
    try:
        text = text_of(path, MOST_RULES_BYTES)
        if not text.lstrip().startswith("{") and is_link(text):
            return _add_variants(read_link(text).board, base)
        rules = document(text)
        linked = is_drawing(rules) or (isinstance(rules, dict) and "grid" in rules)
        return _add_variants(read_link(text).board, base) if linked else board_of_rules(rules, base)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}: no JSON ({error})") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
    except RecursionError:
        raise ValueError(f"{path}: the JSON is nested too deeply") from None


def board_of_rules(rules: Any, base: Board | None = None) -> Board:
    """Return the board that a JSON object describes.

    >>> str(board_of_rules({"box": "2x2", "variants": ["x"], "even": "r1c1"}))
    '4x4 board with diagonals, even cells'
    """
    variants = variants_of(rules)
    return shape_of(rules, base).with_variants(*variants)


def variants_of(rules: Any) -> list[Variant]:
    """Return the rules that a JSON object describes, not yet checked against a board.

    >>> variants_of({"variants": ["anti-king"], "whispers": {"lines": ["r1c1 r2c2"], "least": 3}})
    [AntiKing(), Whispers(lines=(('r1c1', 'r2c2'),), least=3)]
    """
    return [variant for _, variant in keyed_variants(rules)]


def keyed_variants(rules: Any) -> list[tuple[str, Variant]]:
    """Return the same rules, each with its key; dots of both colors have the key "all dots".

    >>> keyed_variants({"variants": ["anti-king"], "diagonals": ["rising"]})
    [('variants', AntiKing()), ('diagonals', Diagonals(falling=False, rising=True))]
    """
    if not isinstance(rules, dict):
        raise ValueError(f'the rules must be a JSON object, such as {{"killer": ...}}, not {short(rules)}')
    for key in ("white", "black", "variants", *(key for key in SIMPLE if key not in (*CELLS, "letters"))):
        if not isinstance(rules.get(key, []), (list, dict) if key in SIMPLE else list):
            raise ValueError(f"{key!r} must be a list, not {short(rules[key])}")
    unknown = [key for key in rules if key not in KEYS]
    if unknown and unknown[0] in NAMED:
        raise ValueError(f'{unknown[0]!r} needs no cells; write "variants": ["{unknown[0]}"]')
    if unknown:
        near = get_close_matches(unknown[0], KEYS, 3, 0.5) or KEYS[:3]
        raise ValueError(f"unknown key {short(unknown[0])}; the nearest ones are {listed(near)}")
    if len(rules.get("variants", ())) > MOST_VARIANTS:
        raise ValueError(f"'variants' has {len(rules['variants']):,} entries; {MOST_VARIANTS:,} at most")
    return [*(("variants", variant) for variant in checked(rules.get("variants", ()))), *_keyed(rules)]


def shape_of(rules: dict[str, Any], base: Board | None = None) -> Board:
    """Return the board that a JSON object describes, without its rules."""
    if "box" in rules and "regions" in rules:
        raise ValueError("'box' and 'regions' cannot be combined; give one of them")
    size = numbers_named(rules["size"], "rows and columns, such as 6x8") if "size" in rules else None
    first, digits = rules.get("first digit", 1), rules.get("digits")
    if "regions" in rules:
        return Board(regions=as_regions(rules["regions"]), size=size, first_digit=first, digits=digits)
    board = board_named(rules["box"]) if "box" in rules else base or Board()
    if digits is not None:
        box = board.box_height, board.box_width
        more = {"regions": board.regions, "offsets": board.offsets, "size": size, "first_digit": first}
        return Board(*box, digits=digits, **more)
    if size is None:
        return board.with_first_digit(first) if "first digit" in rules else board
    if "box" not in rules:
        raise ValueError("'size' needs 'box' or 'regions', which decide the digits; give one of them")
    return Board(board.box_height, board.box_width, offsets=board.offsets, size=size, first_digit=first)


def _keyed(rules: dict[str, Any]) -> Iterator[tuple[str, Variant]]:
    complete = rules.get("all dots", ())
    if not isinstance(complete, (list, tuple)) or any(word not in ALL_DOTS for word in complete):
        raise ValueError(f"'all dots' must be a list of some of {listed(ALL_DOTS)}, not {short(complete)}")
    for key, make in SIMPLE.items():
        if key in complete:
            for variant in _made(key, make, rules.get(key, [])):
                yield key, replace(variant, complete=True)
        elif key in rules:
            yield from ((key, variant) for variant in _made(key, make, rules[key]))
    all_white, all_black = "white" in complete, "black" in complete
    if all_white or all_black or "white" in rules or "black" in rules:
        yield "all dots", Kropki(rules.get("white", ()), rules.get("black", ()), all_white, all_black)


def _made(key: str, make: Any, value: Any) -> list[Any]:
    """Return the rules of a key, given as the first argument of their class, or as objects of all arguments."""
    several = value if isinstance(value, list) and value and isinstance(value[0], dict) else [value]
    if not isinstance(several[0], dict):
        return _of_list(key, make, value)
    named = [field.name for field in arguments_of(make)]
    for arguments in several:
        unknown = [name for name in arguments if name not in named] if isinstance(arguments, dict) else [arguments]
        if unknown:
            raise ValueError(f"{key!r} has no {short(unknown[0])}; it has {listed(named) or 'a list only'}")
    return [make(**arguments) for arguments in several]


def _of_list(key: str, make: Any, value: Any) -> list[Any]:
    if key == "diagonals" and isinstance(value, list) and value and all(word in DIAGONALS for word in value):
        return [Diagonals(word == "falling", word == "rising") for word in value]
    if key == "letters" and isinstance(word := value[0] if isinstance(value, list) and len(value) == 1 else value, str):
        return [make(word)]
    if key in ALL_ARGUMENTS:
        words = f" or a list of {listed(DIAGONALS)}" if key == "diagonals" else ""
        raise ValueError(f"{key!r} must be an object of the arguments of {make.__name__}{words}, not {short(value)}")
    number = number_of_lines(make)
    if number is None or not isinstance(value, list):
        return [make(value)]
    lines = [line if _has_number(line) else (number.default, line) for line in value]
    runs = groupby(lines, key=lambda line: line[0])
    return [make([names for _, names in run], least) for least, run in runs] or [make([])]


def _has_number(line: Any) -> bool:
    """Return whether a line is written with its number: [3, "r1c1 r1c2"]; [3, "r1c2"] names two cells."""
    return isinstance(line, list) and len(line) == 2 and isinstance(line[1], str) and len(line[1].split()) > 1


def board_named(name: Any) -> Board:
    """Return the board of a name: "samurai", or the height and width of a box, such as "3x3".

    >>> board_named("2x3"), board_named("samurai").cells
    (Board(box_height=2, box_width=3), 369)
    """
    if name == "samurai":
        return Board.samurai()
    return Board(*numbers_named(name, "a board; name the shape of a box, such as 3x3, or samurai"))


def numbers_named(name: Any, what: str) -> tuple[int, int]:
    """Return the two numbers in a text such as "6x8"; `what` they are is for the message."""
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", name) if isinstance(name, str) else None
    if not match:
        raise ValueError(f"{short(name)} is not {what}")
    return int(match[1]), int(match[2])


def as_regions(given: Any) -> Any:
    """Return regions in a form that Board accepts, from a text, a list of its lines, or a list of values."""
    if isinstance(given, list) and given and all(isinstance(row, str) and len(row) > 1 for row in given):
        return "".join(given)
    if isinstance(given, list) and given and all(isinstance(row, list) for row in given):
        return [value for row in given for value in row]
    if not isinstance(given, (str, list)):
        raise ValueError(f"'regions' must be a text with one character per cell, or a list, not {short(given)}")
    return given


def _add_variants(board: Board, base: Board | None) -> Board:
    """Return the board of a link, with the variants of the command line added."""
    return board.with_variants(*base.variants) if base else board
