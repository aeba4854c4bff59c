# SPDX-License-Identifier: MIT
"""Exports puzzles to f-puzzles and SudokuPad: the inverse of fpuzzles.py.

    Killer([(8, "r1c1 r1c2")])      {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "8"}]}
    Whispers(["r1c1 r2c1"], 4)      {"whispers": [{"lines": [["R1C1", "R2C1"]], "value": "4"}]}

Most rules take their key and their form from their class (sudoku/board/variants/bases.py). A rule that f-puzzles does
not know is refused by its name, because without it the puzzle would be a different one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import quote

from ..board.board import Board
from ..board.shapes import usual_box
from ..board.variants import (
    XV,
    AntiKing,
    AntiKnight,
    Arrows,
    Clones,
    Diagonals,
    DisjointGroups,
    ExtraRegions,
    Indexing,
    Killer,
    Kropki,
    LittleKiller,
    Lockout,
    Modular,
    NonConsecutive,
    Pencilmarks,
    Quadruples,
    Whispers,
)
from ..board.variants.bases import Clues, Lines, Marked, Outside
from ..board.variants.places import place_of
from .lzstring import pack

SITE = "https://www.f-puzzles.com/?load="
SUDOKUPAD = "https://sudokupad.app/fpuzzles"
WAY = {(-1, -1): "UL", (-1, 1): "UR", (1, -1): "DL", (1, 1): "DR"}
JsonObject = dict[str, Any]


def write_link(puzzle: Any, board: Board | None = None, *, title: str = "") -> str:
    """Return a link that opens a puzzle in f-puzzles, with its board and its rules.

    ``write_puzzle(puzzle, "sudokupad")`` returns one that opens it in SudokuPad.

    Args:
        puzzle: as for :func:`sudoku.solve`.
        board: the board; None: the usual one for that many cells.
        title: the name of the puzzle.

    Raises:
        ValueError: f-puzzles has no such board or rule.

    >>> from sudoku import Board, read_link
    >>> board = Board(2, 2, variants=["anti-king"])
    >>> found = read_link(write_link("1...............", board))
    >>> found.board == board, found.board.line(found.puzzle)
    (True, '1...............')
    """
    from ..engine.puzzle import Puzzle

    given = Puzzle(puzzle, board)
    return fpuzzles_link(given.board, given.values, title)


def fpuzzles_link(board: Board, puzzle: bytes, title: str = "") -> str:
    """Return a link to f-puzzles. Raises ValueError if it has no such board or rule."""
    return SITE + _packed(board, puzzle, title)


def sudokupad_link(board: Board, puzzle: bytes) -> str:
    """Return a link to SudokuPad. Raises ValueError if f-puzzles has no such board or rule."""
    return SUDOKUPAD + _packed(board, puzzle)


def _packed(board: Board, puzzle: bytes, title: str = "") -> str:
    return quote(pack(json.dumps(exported(board, puzzle, title), separators=(",", ":"))), safe="")


def exported(board: Board, puzzle: bytes, title: str = "") -> JsonObject:
    """Return the JSON of a puzzle."""
    if len(board.offsets) > 1 or not board.square:
        raise ValueError(f"f-puzzles has no {board.kind}")
    found: JsonObject = {"size": board.side, "title": title, "grid": _grid(board, puzzle)}
    for variant in board.variants:
        for key, value in _entries(board, variant, found["grid"]):
            found[key] = [*found.get(key, ()), *value] if isinstance(value, list) else value
    return found


def _grid(board: Board, puzzle: bytes) -> list[list[JsonObject]]:
    latin = board.regions is None and 1 in (board.box_height, board.box_width) and board.side > 1
    usual = board.regions is None and (board.box_height, board.box_width) == usual_box(board.side)
    rows: list[list[JsonObject]] = [[] for _ in range(board.side)]
    for cell, value in enumerate(puzzle):
        entry: JsonObject = {"value": value, "given": True} if value else {}
        if latin or not usual:
            entry["region"] = None if latin else board.box_of(cell)
        rows[board.places[cell][0]].append(entry)
    return rows


def _entries(board: Board, variant: Any, grid: list[list[JsonObject]]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a variant, each with True or a list of entries."""
    own = OWN.get(type(variant))
    if not getattr(variant, "key", "-") or (isinstance(variant, Modular) and variant.modulus != 3):
        raise ValueError(f"f-puzzles has no {variant}")
    if own is not None:
        yield from own(board, variant)
    elif isinstance(variant, Pencilmarks):
        for cell, (row, column) in enumerate(board.places):
            marks = variant.text[cell * board.side : (cell + 1) * board.side]
            grid[row][column]["givenPencilMarks"] = [d for d, mark in enumerate(marks, 1) if mark != "."]
    elif isinstance(variant, Lines):
        value = "least" if isinstance(variant, (Whispers, Lockout)) else ""
        number = {"value": str(getattr(variant, value))} if value else {}
        yield variant.key, [{"lines": [_names(board, names)], **number} for names in variant.lines]
    elif isinstance(variant, Outside):
        yield variant.key, [_outside(board, variant, value, names) for value, names in variant.clues]
    elif isinstance(variant, Clues):
        yield variant.key, [{"cells": _names(board, names), "value": str(value)} for value, names in variant.clues]
        if getattr(variant, "complete", False):
            raise ValueError(f"f-puzzles cannot say that all {variant} are given")
    elif isinstance(variant, Marked):
        yield variant.key, [{"cell": name} for name in _names(board, variant.cells)]
    else:
        raise ValueError(f"f-puzzles has no rule for {variant}")


def _outside(board: Board, variant: Outside, value: Any, names: Any) -> JsonObject:
    """Return a clue outside the board, with its direction if it is diagonal."""
    start = place_of(names[0])
    if start is None or start in board.cell_at:
        raise ValueError(f"{variant.noun} {value} is given by its cells; f-puzzles needs a place outside the board")
    entry = {"cell": names[0].upper(), "value": str(value)}
    first = place_of(names[1]) if len(names) > 1 else None
    way = WAY.get((first[0] - start[0], first[1] - start[1])) if first else None
    if isinstance(variant, LittleKiller):
        if way is None:
            raise ValueError("little killer: f-puzzles needs a diagonal")
        cells = [board.cell_name(cell).upper() for cell in variant.cells(board, names)]
        return {**entry, "direction": way, "cells": cells}
    return entry


def _names(board: Board, names: Iterable[str | int]) -> list[str]:
    return [board.cell_name(board.cell(name)).upper() for name in names]


# --- rules with a form of their own


def _diagonals(board: Board, variant: Diagonals) -> Iterator[tuple[str, Any]]:
    if variant.rising:
        yield "diagonal+", True
    if variant.falling:
        yield "diagonal-", True


def _killer(board: Board, variant: Killer) -> Iterator[tuple[str, Any]]:
    for total, names in variant.cages:
        value = {} if total is None else {"value": str(total)}
        yield "killercage", [{"cells": _names(board, names), **value}]


def _kropki(board: Board, variant: Kropki) -> Iterator[tuple[str, Any]]:
    for key, dots, complete in (
        ("difference", variant.white, variant.all_white),
        ("ratio", variant.black, variant.all_black),
    ):
        yield key, [{"cells": _names(board, names)} for names in dots]
        if complete and key == "difference" and dots:
            yield "nonconsecutive", True  # for f-puzzles, except at white dots
        elif complete:
            yield "negative", [key]


def _arrows(board: Board, variant: Arrows) -> Iterator[tuple[str, Any]]:
    for circle, names in variant.arrows:
        cells = _names(board, circle)
        yield "arrow", [{"cells": cells, "lines": [[cells[-1], *_names(board, names)]]}]


def _clones(board: Board, variant: Clones) -> Iterator[tuple[str, Any]]:
    for one, other in variant.clones:
        yield "clone", [{"cells": _names(board, one), "cloneCells": _names(board, other)}]


def _quadruples(board: Board, variant: Quadruples) -> Iterator[tuple[str, Any]]:
    for value, names in variant.clues:
        yield "quadruple", [{"cells": _names(board, names), "values": list(value)}]


def _xv(board: Board, variant: XV) -> Iterator[tuple[str, Any]]:
    marks = [({10: "X", 5: "V"}.get(value, str(value)), names) for value, names in variant.clues]
    yield "xv", [{"cells": _names(board, names), "value": value} for value, names in marks]
    if variant.complete:
        yield "negative", ["xv"]


def _flag(key: str) -> Callable[[Board, Any], Iterator[tuple[str, Any]]]:
    return lambda board, variant: iter([(key, True)])


OWN: dict[type, Callable[[Board, Any], Iterator[tuple[str, Any]]]] = {
    Diagonals: _diagonals,
    Killer: _killer,
    Kropki: _kropki,
    Arrows: _arrows,
    Clones: _clones,
    Quadruples: _quadruples,
    XV: _xv,
    AntiKnight: _flag("antiknight"),
    AntiKing: _flag("antiking"),
    NonConsecutive: _flag("nonconsecutive"),
    DisjointGroups: _flag("disjointgroups"),
    ExtraRegions: lambda board, v: iter([("extraregion", [{"cells": _names(board, n)} for n in v.regions])]),
    Indexing: lambda board, v: iter([(f"{v.by}indexer", [{"cells": _names(board, v.cells)}])]),
}
