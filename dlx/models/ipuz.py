# SPDX-License-Identifier: MIT
"""Crosswords as files ``.ipuz``, which programs for writing clues and for solving read.

    puzzle       [[1, 2, "#"], [3, 0, 4], ...]     numbers of the slots, 0 in other open cells
    solution     [["A", "T", "#"], ...]            letters
    clues        {"Across": [[1, ""], ...], ...}   numbers with clues, which are empty

Reference: ipuz, a free format for puzzles, version 2, http://ipuz.org.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..drawing.grid import Cell
from .slots import ACROSS_NAME, BLOCK_LETTER, DOWN_NAME, OPEN_LETTER, numbered_slots, split_name


def ipuz(title: str, size: Cell, letters: Mapping[Cell, str]) -> str:
    """Return the text of a file, given the letter of each open cell; if one is OPEN_LETTER, there is no solution.

    >>> text = ipuz("a row", (1, 3), {(0, 0): "a", (0, 1): "t"})
    >>> json.loads(text)["puzzle"], json.loads(text)["solution"], json.loads(text)["clues"]
    ([[1, 0, '#']], [['A', 'T', '#']], {'Across': [[1, '']], 'Down': []})
    """
    rows, columns = size
    slots = numbered_slots(letters)
    numbers = {cells[0]: split_name(name)[1] for name, cells in slots.items()}
    board = [[(r, c) for c in range(columns)] for r in range(rows)]
    content = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "title": title,
        "dimensions": {"width": columns, "height": rows},
        "puzzle": [[numbers.get(cell, 0) if cell in letters else BLOCK_LETTER for cell in row] for row in board],
        "solution": [[letters.get(cell, BLOCK_LETTER).upper() for cell in row] for row in board],
        "clues": {
            direction.capitalize(): [[number, ""] for way, number in map(split_name, slots) if way == direction]
            for direction in (ACROSS_NAME, DOWN_NAME)
        },
    }
    if OPEN_LETTER in letters.values():
        del content["solution"]
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
