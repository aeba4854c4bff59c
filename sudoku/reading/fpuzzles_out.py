# SPDX-License-Identifier: MIT
"""Exports puzzles to f-puzzles and SudokuPad: the inverse of fpuzzles.py.

    Killer([(8, "r1c1 r1c2")])      {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "8"}]}
    Whispers(["r1c1 r2c1"], 4)      {"whispers": [{"lines": [["R1C1", "R2C1"]], "value": "4"}]}

fpuzzles_rules.py has the table of the rules. A rule that f-puzzles does not know is refused by its name, because
without it the puzzle would be a different one.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from ..board.board import Board
from ..board.shapes import usual_box
from ..board.variants import Pencilmarks
from .fpuzzles_rules import Entries, Json, write_rule
from .lzstring import pack

SITE = "https://www.f-puzzles.com/?load="
SUDOKUPAD = "https://sudokupad.app/fpuzzles"


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
    return SITE + _packed(board, puzzle, title, to="f-puzzles")


def sudokupad_link(board: Board, puzzle: bytes) -> str:
    """Return a link to SudokuPad. Raises ValueError if such a link has no such board or rule."""
    return SUDOKUPAD + _packed(board, puzzle, to="a link to SudokuPad")


def _packed(board: Board, puzzle: bytes, title: str = "", *, to: str) -> str:
    """Return the packed JSON of a puzzle. Raises ValueError about `to`, the program that the user chose."""
    try:
        return quote(pack(json.dumps(exported(board, puzzle, title), separators=(",", ":"))), safe="")
    except ValueError as error:
        raise ValueError(f"{to} {error}") from None


def exported(board: Board, puzzle: bytes, title: str = "") -> Json:
    """Return the JSON of a puzzle. Raises ValueError, with a predicate, for a board or a rule without a place in it."""
    if len(board.offsets) > 1 or not board.square or not board.first_digit:
        raise ValueError(f"has no {board.kind}")
    found: Json = {"size": board.side, "title": title, "grid": _grid(board, puzzle)}
    for variant in board.variants:
        for key, value in _entries(board, variant, found["grid"]):
            found[key] = [*found.get(key, ()), *value] if isinstance(value, list) else value
    return found


def _grid(board: Board, puzzle: bytes) -> list[list[Json]]:
    latin = board.regions is None and 1 in (board.box_height, board.box_width) and board.side > 1
    usual = board.regions is None and (board.box_height, board.box_width) == usual_box(board.side)
    rows: list[list[Json]] = [[] for _ in range(board.side)]
    for cell, value in enumerate(puzzle):
        entry: Json = {"value": value, "given": True} if value else {}
        if latin or not usual:
            entry["region"] = None if latin else board.box_of(cell)
        rows[board.places[cell][0]].append(entry)
    return rows


def _entries(board: Board, variant: Any, grid: list[list[Json]]) -> Entries:
    """Return the keys of a variant and their entries; pencilmarks are entries of the cells."""
    if not isinstance(variant, Pencilmarks):
        return write_rule(board, variant)
    for cell, (row, column) in enumerate(board.places):
        marks = variant.text[cell * board.side : (cell + 1) * board.side]
        grid[row][column]["givenPencilMarks"] = [d for d, mark in enumerate(marks, 1) if mark != "."]
    return iter(())
