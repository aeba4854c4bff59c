# SPDX-License-Identifier: MIT
"""The rules of f-puzzles: one table of their keys, with their classes, and how to read and write their entries.

    flag       {"antiknight": true}                                    AntiKnight()
    lines      {"whispers": [{"lines": [["R1C1", "R2C1"]]}]}           Whispers(["r1c1 r2c1"])
    outside    {"sandwichsum": [{"cell": "R0C1", "value": "8"}]}       Sandwich([(8, "r0c1")])
    parts      {"even": [{"cell": "R1C1"}]}                            Even("r1c1")
               {"extraregion": [{"cells": ["R1C1", "R2C2"]}]}          ExtraRegions(["r1c1 r2c2"])
               {"clone": [{"cells": ["R1C1"], "cloneCells": ...}]}     Clones([("r1c1", ...)])

A class carries its key and the parts of its entries (sudoku/board/variants/bases.py), so a rule in one of these forms
needs no line here. A rule in a form of its own has two functions and a row. fpuzzles.py reads links, fpuzzles_out.py
writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from ..board.board import Board
from ..board.rules import Variant
from ..board.variants import (
    RULE_CLASSES,
    XV,
    Arrows,
    ChaosConstruction,
    Clones,
    Diagonals,
    Differences,
    ExtraRegions,
    Indexing,
    Killer,
    Kropki,
    LittleKiller,
    Quadruples,
    Ratios,
)
from ..board.variants.bases import Flag, Lines, Outside
from ..board.variants.places import place_of
from ..board.words import listed, short

Json = dict[str, Any]
Entries = Iterator[tuple[str, Any]]  # keys of f-puzzles, each with True or a list of entries
WAYS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
WAY_OF_STEP = {step: way for way, step in WAYS.items()}


class RuleRow(NamedTuple):
    """A row of the table."""

    keys: tuple[str, ...]
    classes: tuple[Any, ...]
    read: Callable[
        [Json, int], Iterable[Variant]
    ]  # from the rules, of which one key is there, and the size of the board
    write: Callable[[Board, Any], Entries]


# --- forms of many rules


def _flag(rule: Any) -> RuleRow:
    return RuleRow((rule.key,), (rule,), lambda rules, size: [rule()], lambda board, variant: iter([(rule.key, True)]))


def _lines(rule: Any) -> RuleRow:
    if rule.usual_number(9):
        return _lines_with_number(rule)

    def write(board: Board, variant: Any) -> Entries:
        if any(getattr(variant, field.name) != field.default for field in fields(variant)[1:]):
            raise ValueError(f"has no {variant} of this kind")
        yield rule.key, [{"lines": [_names(board, names)]} for names in variant.lines]

    return RuleRow((rule.key,), (rule,), lambda rules, size: [rule(_all_lines(rules[rule.key]))], write)


def _lines_with_number(rule: Any) -> RuleRow:
    """Return the row of lines with a number, such as a least difference; lines of one number are one variant."""
    name = rule.number().name

    def read(rules: Json, size: int) -> Iterator[Variant]:
        lines: dict[int, list[Any]] = {}
        for entry in rules[rule.key]:
            lines.setdefault(number(entry.get("value"), rule.key) or rule.usual_number(size), []).extend(entry["lines"])
        for value, several in lines.items():
            yield rule(several, value)

    def write(board: Board, variant: Any) -> Entries:
        value = str(getattr(variant, name))
        yield rule.key, [{"lines": [_names(board, names)], "value": value} for names in variant.lines]

    return RuleRow((rule.key,), (rule,), read, write)


def _parts(rule: Any) -> RuleRow:
    """Return the row of a rule whose entries have named parts; an empty group, and no digits, are drawings."""

    def read(rules: Json, size: int) -> Iterator[Variant]:
        items = list[Any]()
        for entry in rules[rule.key]:
            cells = [entry[name] for name in rule.parts if name != "value"]
            if cells != [[]] and entry.get("values", True):
                value = [number(entry.get("value"), rule.key)] if "value" in rule.parts else []
                items.append([*value, *cells] if len(rule.parts) > 1 else cells[0])
        yield rule(items)

    def write(board: Board, variant: Any) -> Entries:
        items = getattr(variant, fields(variant)[0].name)
        yield rule.key, [_entry(board, rule.parts, item if len(rule.parts) > 1 else (item,)) for item in items]

    return RuleRow((rule.key,), (rule,), read, write)


def _entry(board: Board, names: Iterable[str], parts: Iterable[Any]) -> Json:
    """Return the entry of a rule with these parts; a sum that is not given has none."""
    ways: dict[str, Callable[[Any], Any]] = {
        "value": str,
        "values": list,
        "cell": lambda cell: _names(board, [cell])[0],
    }
    given = sorted(pair for pair in zip(names, parts, strict=True) if pair[1] is not None)
    return {name: ways.get(name, partial(_names, board))(part) for name, part in given}


def _outside(rule: Any) -> RuleRow:
    """Return the row of clues outside the board; one without a number is a drawing."""

    def read(rules: Json, size: int) -> list[Variant]:
        values = [(number(entry.get("value"), rule.key), entry["cell"]) for entry in rules[rule.key]]
        return [rule([(value, place) for value, place in values if value is not None])]

    def write(board: Board, variant: Any) -> Entries:
        yield rule.key, [_entry_straight(board, variant, value, names) for value, names in variant.clues]

    return RuleRow((rule.key,), (rule,), read, write)


def _entry_straight(board: Board, variant: Outside, value: Any, names: Any) -> Json:
    entry, first = _entry_outside(board, variant, value, names), board.places[variant.cells(board, names)[0]]
    start = place_of(names[0])
    if start is None or (start[0] != first[0] and start[1] != first[1]):
        raise ValueError(f"has it along rows and columns, and not along diagonals: {variant.noun} {value}")
    return entry


def _all_lines(entries: Iterable[Json]) -> list[Any]:
    return [line for entry in entries for line in entry["lines"]]


def _entry_outside(board: Board, variant: Outside, value: Any, names: Any) -> Json:
    start = place_of(names[0])
    if start is None or start in board.cell_at:
        raise ValueError(f"needs a place outside the board, and {variant.noun} {value} is given by its cells")
    return {"cell": names[0].upper(), "value": str(value)}


def _names(board: Board, names: Iterable[str | int]) -> list[str]:
    return [board.cell_name(board.cell(name)).upper() for name in names]


def number(value: Any, key: str) -> int | None:
    """Return a number written as a number or as digits; None if left out."""
    if value in (None, ""):
        return None
    if isinstance(value, (int, str)) and re.fullmatch("[0-9]{1,6}", str(value).strip()):
        return int(value)
    raise ValueError(f"{key} has the value {short(value)}, which is not a number")


# --- rules with a form of their own


def _read_diagonals(rules: Json, size: int) -> list[Variant]:
    return [Diagonals(falling="diagonal-" in rules, rising="diagonal+" in rules)]


def _write_diagonals(board: Board, variant: Diagonals) -> Entries:
    if variant.rising:
        yield "diagonal+", True
    if variant.falling:
        yield "diagonal-", True


def _read_indexing(rules: Json, size: int) -> Iterator[Variant]:
    for by in ("row", "column", "box"):
        if f"{by}indexer" in rules:
            yield Indexing(chain.from_iterable(entry["cells"] for entry in rules[f"{by}indexer"]), by)


def _write_indexing(board: Board, variant: Indexing) -> Entries:
    yield f"{variant.by}indexer", [{"cells": _names(board, variant.cells)}]


def _read_dots(rules: Json, size: int) -> Iterator[Variant]:
    """Yield the dots between neighbors; with `negative`, these are all dots of the usual number."""
    negative = set(rules.get("negative", ()))
    other = sorted(negative - {"difference", "ratio", "xv"})
    if other:
        raise ValueError(f"unsupported rules: negative {listed(other)}")
    white, black = _usual_dots(rules, "difference", 1), _usual_dots(rules, "ratio", 2)
    if white or black or negative & {"difference", "ratio"}:
        yield Kropki(white, black, "difference" in negative, "ratio" in negative)
    for key, usual, make in (("difference", 1, Differences), ("ratio", 2, Ratios)):
        numbers = [(number(entry.get("value"), key) or usual, entry["cells"]) for entry in rules.get(key, ())]
        if any(value != usual for value, _ in numbers):
            yield make([(value, cells) for value, cells in numbers if value != usual])


def _usual_dots(rules: Json, key: str, usual: int) -> list[Any]:
    """Return the cells of the dots with the usual number."""
    return [entry["cells"] for entry in rules.get(key, ()) if (number(entry.get("value"), key) or usual) == usual]


def _write_dots(board: Board, variant: Any) -> Entries:
    if isinstance(variant, (Differences, Ratios)):
        if variant.complete:
            raise ValueError(f"cannot say that all {variant} are given")
        yield variant.key, [{"cells": _names(board, names), "value": str(value)} for value, names in variant.clues]
        return
    for key, dots, complete in (
        ("difference", variant.white, variant.all_white),
        ("ratio", variant.black, variant.all_black),
    ):
        yield key, [{"cells": _names(board, names)} for names in dots]
        if complete and key == "difference" and dots:
            yield "nonconsecutive", True  # for f-puzzles, except at white dots
        elif complete:
            yield "negative", [key]


def _read_xv(rules: Json, size: int) -> Iterator[Variant]:
    marks = [(_xv(entry.get("value")), entry["cells"]) for entry in rules.get("xv", ())]
    complete = "xv" in rules.get("negative", ())
    if marks or complete:
        yield XV(marks, complete)


def _xv(value: Any) -> Any:
    if str(value).upper() in ("X", "V"):
        return value
    found = number(value, "xv")
    if found is None:
        raise ValueError("xv has no value")
    return found


def _write_xv(board: Board, variant: XV) -> Entries:
    marks = [({10: "X", 5: "V"}.get(value, str(value)), names) for value, names in variant.clues]
    yield "xv", [{"cells": _names(board, names), "value": value} for value, names in marks]
    if variant.complete:
        yield "negative", ["xv"]


def _read_arrows(rules: Json, size: int) -> list[Variant]:
    return [Arrows([(entry["cells"], line[1:]) for entry in rules["arrow"] for line in entry["lines"]])]


def _write_arrows(board: Board, variant: Arrows) -> Entries:
    for circle, names in variant.arrows:
        cells = _names(board, circle)
        yield "arrow", [{"cells": cells, "lines": [[cells[-1], *_names(board, names)]]}]


def _read_little_killer(rules: Json, size: int) -> list[Variant]:
    clues = [(number(entry.get("value"), "littlekillersum"), entry) for entry in rules["littlekillersum"]]
    return [LittleKiller([(value, _first_cell(entry)) for value, entry in clues if value])]


def _first_cell(entry: Json) -> str:
    """Return the place of a clue outside the board, and the first cell on its way."""
    match = re.fullmatch("R([0-9]+)C([0-9]+)", entry["cell"])
    way = WAYS.get(str(entry.get("direction")))
    if not match or not way:
        raise ValueError(f"littlekillersum {short(entry)} has no place or no direction")
    return f"{match[0]} R{int(match[1]) + way[0]}C{int(match[2]) + way[1]}"


def _write_little_killer(board: Board, variant: Any) -> Entries:
    for value, names in variant.clues:
        entry, start = _entry_outside(board, variant, value, names), place_of(names[0])
        first = place_of(names[1]) if len(names) > 1 else None
        way = WAY_OF_STEP.get((first[0] - start[0], first[1] - start[1])) if first and start else None
        if way is None:
            raise ValueError("needs a diagonal for a little killer")
        cells = [board.cell_name(cell).upper() for cell in variant.cells(board, names)]
        yield "littlekillersum", [{**entry, "direction": way, "cells": cells}]


def _write_chaos(board: Board, variant: ChaosConstruction) -> Entries:
    """Yield the rule in words, which is how puzzles of this kind are published; fpuzzles.py reads them."""
    if board.regions is not None or min(board.box_height, board.box_width) > 1:
        raise ValueError("has chaos construction only on a board without boxes")
    size, digits = board.side, f"{board.signs[0]}-{board.signs[-1]}"
    what = f"Divide the board into {size} connected regions of {size} cells"
    yield "ruleset", f"Chaos construction: {what}. Rows, columns and regions contain the digits {digits} once each."


# These rules are read after all others, in this order.
OWN_FORMS = (
    RuleRow(("diagonal+", "diagonal-"), (Diagonals,), _read_diagonals, _write_diagonals),
    _parts(Killer),
    _parts(ExtraRegions),
    RuleRow(("rowindexer", "columnindexer", "boxindexer"), (Indexing,), _read_indexing, _write_indexing),
    RuleRow(("difference", "ratio", "negative"), (Kropki, Differences, Ratios), _read_dots, _write_dots),
    RuleRow(("xv", "negative"), (XV,), _read_xv, _write_xv),
    RuleRow(("arrow",), (Arrows,), _read_arrows, _write_arrows),
    RuleRow(("littlekillersum",), (LittleKiller,), _read_little_killer, _write_little_killer),
    _parts(Clones),
    _parts(Quadruples),
    RuleRow((), (ChaosConstruction,), lambda rules, size: [], _write_chaos),
)


def _common_forms() -> Iterator[RuleRow]:
    """Yield the rows of the rules without a form of their own; raise TypeError for a key in no form."""
    forms = ((Flag, _flag), (Lines, _lines), (Outside, _outside))
    known = {rule for row in OWN_FORMS for rule in row.classes}
    for rule in (rule for rule in RULE_CLASSES if rule.key and rule not in known):
        row = next((row for shape, row in forms if issubclass(rule, shape)), _parts if rule.parts else None)
        if row is None:
            what = f"{rule.__name__} has the `key` {rule.key!r}, but no form in f-puzzles"
            raise TypeError(f"{what}; give the `parts` of an entry, or leave `key` empty")
        yield row(rule)


TABLE = (*_common_forms(), *OWN_FORMS)
RULE_KEYS = tuple(dict.fromkeys(key for row in TABLE for key in row.keys))
ROW_OF: dict[Any, RuleRow] = {rule: row for row in TABLE for rule in row.classes}


def read_rules(rules: Json, size: int) -> list[Variant]:
    """Return the variants of the rules in the JSON of f-puzzles; other keys are ignored.

    With white dots, "nonconsecutive" says that all of them are given.

    >>> read_rules({"antiking": True, "xv": [{"cells": ["R1C1", "R1C2"], "value": "V"}]}, 9)
    [AntiKing(), XV(clues=((5, ('r1c1', 'r1c2')),), complete=False)]
    """
    if "nonconsecutive" in rules and _usual_dots(rules, "difference", 1):
        rules = {**rules, "negative": [*rules.get("negative", ()), "difference"]}
        del rules["nonconsecutive"]
    present = (row for row in TABLE if any(key in rules for key in row.keys))
    return [variant for row in present for variant in row.read(rules, size)]


def write_rule(board: Board, variant: Any) -> Entries:
    """Yield the keys of a variant, each with True or a list of entries.

    Raises ValueError if there are none. The message is a predicate: fpuzzles_out.py names the program.

    >>> from sudoku.variants import AntiKing
    >>> list(write_rule(Board(), AntiKing()))
    [('antiking', True)]
    """
    row = ROW_OF.get(type(variant))
    if row is None:
        raise ValueError(f"has no rule for {variant}")
    return row.write(board, variant)
