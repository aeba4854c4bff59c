# SPDX-License-Identifier: MIT
"""Puzzles in lists of JSON, as `json.dump` writes a list or an array of them.

    ["53..7....6...", "4...3.......6.."]          texts of whole puzzles: two puzzles
    [[5, 3, 0, ...], [4, 0, 0, ...]]              an array (2, 81), or (2, 9, 9): two puzzles
    [["53..7....6...", "5346789126..."], ...]     rows with a puzzle and its solution, a number, ...: the puzzle
    ["53..7....", "6..195...", ...]               rows of one puzzle: none here

A list holds puzzles if most of its elements have as many cells as a usual board, and no digit above its side. So 16
rows with 16 numbers up to 16 are one board, and 16 rows with 16 numbers up to 4 are 16 puzzles. Of a long list, we look
at the first elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt
from typing import Any

from ..board.digits import DIGITS, EMPTY, LARGEST_SIDE, SMALLEST_SIDE
from ..board.text import cells_of as text_cells
from .columns import SIZES
from .records import SourceError

FEWEST_LISTED_CELLS = 16
MISSING = (None, "", -1, "-1")  # of an empty cell
MOST_LISTED_CELLS = LARGEST_SIDE**2
LOOKED_AT = 100  # elements of a long list
LONGEST_PUZZLE_CHARACTERS = 20_000  # characters of a puzzle in a list
_WORDS = re.compile(r"[A-Za-z]{2}\s+[A-Za-z]{2}")
_ROW = re.compile(r"[0-9A-Za-z.*_?]+")


def cells_of(value: Any) -> str:
    """Return the cells of a text, a list of cells, or a list of rows, on one line; the empty text for anything else.

    >>> cells_of("12..34..2......."), cells_of([[1, None, 0, 4]] * 4)
    ('12..34..2.......', '1,.,0,4,1,.,0,4,1,.,0,4,1,.,0,4')
    """
    if isinstance(value, str):
        return " ".join(value.split()) if len(value) >= FEWEST_LISTED_CELLS and not _WORDS.search(value) else ""
    if not isinstance(value, list) or not value:
        return ""
    if all(isinstance(row, str) and len(row) == len(value) > 3 and _ROW.fullmatch(row) for row in value):
        return "".join(value)
    if len(value) > MOST_LISTED_CELLS or sum(len(row) for row in value if isinstance(row, list)) > MOST_LISTED_CELLS:
        return ""
    if all(isinstance(row, list) for row in value):
        value = [cell for row in value for cell in row]
    signs = ["." if cell in MISSING else cell for cell in value]
    right = all(type(sign) is int or (isinstance(sign, str) and 0 < len(sign.strip()) < 3) for sign in signs)
    return ",".join(map(str, signs)) if right and len(signs) >= FEWEST_LISTED_CELLS else ""


def listed_puzzles(value: Any) -> Iterable[str]:
    """Return the puzzles of a list, each on one line; no puzzle if it is anything else than a list of puzzles.

    >>> list(listed_puzzles(["12..34..2.......", "....3412.......1"])), list(listed_puzzles([[1, 0, 0, 4]] * 4))
    (['12..34..2.......', '....3412.......1'], [])
    >>> list(listed_puzzles([[7, "12..34..2143....", "1234341221434321"]]))
    ['12..34..2143....']

    Raises SourceError for one puzzle in one-hot form, which may be several puzzles.
    """
    if not isinstance(value, list) or not value:
        return []
    if _is_one_hot(value):
        side = len(value)
        what = f"{side} lists of {side} lists of {side} numbers 0 and 1 may be one puzzle in one-hot form"
        raise SourceError(f"{what}, or {side} puzzles: write the digits of one, or a list of {side * side} for each")
    head = value if len(value) <= MOST_LISTED_CELLS else value[:LOOKED_AT]
    cells = {place: signs for place, element in enumerate(head) if (signs := _signs(element))}
    side = next((isqrt(len(signs)) for signs in cells.values() if _is_whole(signs)), 0)
    alike = {place: signs for place, signs in cells.items() if max(signs) <= side}
    if len(alike) == 2 and _is_solved(*alike.values()):
        return [_line(value[min(alike)])]
    lengths = set(map(_length, value))
    odd = side > 0 and lengths == {side * side} != {len(value)}  # cells that no puzzle has spoil no other puzzle
    if odd or (2 * len(alike) > len(cells) and _are_puzzles(list(alike.values()), len(value))):
        return map(_line, value)
    place = next((found for row in head if (found := _place(row)) is not None), None)
    if place is None or not all(isinstance(row, list) for row in value):
        return []
    return (_line(row[place] if place < len(row) else None) for row in value)


def _length(element: Any) -> int:
    """Return the number of cells in a list of cells or rows; 0 for anything else."""
    if not isinstance(element, list):
        return 0
    return sum(len(row) if isinstance(row, list) else 1 for row in element)


def _is_one_hot(value: list[Any]) -> bool:
    """Return whether a list has 0 and 1 for each digit of each cell, or for each cell of as many puzzles."""
    side, rows = len(value), [row for plane in value if isinstance(plane, list) for row in plane]
    if side < SMALLEST_SIDE or len(rows) != side * side or not all(isinstance(row, list) for row in rows):
        return False
    signs = [sign for row in rows for sign in row]
    return len(signs) == side**3 and all(sign in (0, 1) for sign in signs) and 1 in signs


def _are_puzzles(cells: list[list[int]], number: int) -> bool:
    """Return whether these are puzzles, of which some may be cut off, in a list with a number of elements.

    Rows without a digit that make a square are one empty board. One puzzle among words is a row of a table.
    """
    whole = list(filter(_is_whole, cells))
    rows_of_one = not any(map(any, whole)) and all(len(signs) == number for signs in whole)
    return 2 * len(whole) >= len(cells) and not rows_of_one and not len(cells) == 1 < number


def _is_solved(puzzle: list[int], solution: list[int]) -> bool:
    """Return whether these are a puzzle and its solution."""
    solved = _is_whole(puzzle) and len(puzzle) == len(solution) and 0 in puzzle and 0 not in solution
    return solved and all(a in (0, b) for a, b in zip(puzzle, solution, strict=True))


def _place(row: Any) -> int | None:
    """Return the place of the puzzle in a row of a table: the first one with an empty cell, or the first one at all."""
    if not isinstance(row, list):
        return None
    fields = enumerate(row[:MOST_LISTED_CELLS])
    whole = {place: signs for place, field in fields if _is_whole(signs := _signs(field))}
    return next((place for place, signs in whole.items() if 0 in signs), next(iter(whole), None))


def is_puzzle(value: Any) -> bool:
    """Return whether a value has the cells of a whole puzzle.

    >>> is_puzzle([[1, None, 0, 4]] * 4), is_puzzle([1, 2, 3, 5] * 4)
    (True, False)
    """
    return _is_whole(_signs(value))


def _is_whole(signs: list[int]) -> bool:
    return len(signs) in SIZES and max(signs) <= isqrt(len(signs))


def _signs(value: Any) -> list[int]:
    """Return the digits of an element, 0 for an empty cell."""
    cells = cells_of(value)
    if not cells or len(cells) > LONGEST_PUZZLE_CHARACTERS:
        return []
    signs = cells.split(",") if "," in cells else text_cells(cells)
    return [0 if sign in EMPTY else int(sign) if sign.isdecimal() else DIGITS.find(sign.upper()) + 1 for sign in signs]


def _line(element: Any) -> str:
    """Return an element on one line; numbers of one digit without commas, because 16 cells may look like a row."""
    cells = cells_of(element)
    if not cells:
        return "" if element is None else " ".join(str(element).split())
    joined = cells.replace(",", "")
    return joined if 2 * len(joined) - 1 == len(cells) and not {"0", "."} <= set(joined) else cells
