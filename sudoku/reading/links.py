# SPDX-License-Identifier: MIT
"""Links that hold a puzzle unpacked, or as pairs.

    https://www.sudokuwiki.org/sudoku.htm?bd=53007...      81 digits; also sudoku.coach, SudokuExchange and others
    https://www.sudokuwiki.org/sudoku.htm?bd=S9B05034s...  81 pairs in base 36: digits entered, and candidates
    https://puzz.link/p?sudoku/9/9/53h7j6h195j...          rows, columns, and cells: g is one empty cell, z are twenty
    https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~10~R1C1~R1C2    a constraint string (constraints.py)

fpuzzles.py reads links with packed JSON, and fpuzzles_out.py writes them.
"""

from __future__ import annotations

import re

from ..board.board import Board
from ..board.digits import DIGITS
from ..board.variants.marks import Pencilmarks
from ..board.words import cell_count, short
from .constraints import constraints_in, read_constraints

_DIGITS = re.compile(r"(?<![0-9A-Za-z.])[0-9.]{81}(?![0-9A-Za-z.])")
_PAIRS = re.compile(r"[=/]S9B([0-9a-z]{162})(?![0-9a-z])", re.IGNORECASE)
_PUZZ_SITES = re.compile(r"//(?:www\.)?(?:puzz\.link|pzv\.jp|pzplus\.tck\.mn|pzprxs\.vercel\.app|pzpr[\w.-]*)/")
_PUZZ_LINK = re.compile(r"\?([a-z0-9]+)/([0-9]{1,3})/([0-9]{1,3})/([-0-9a-z.]+)/?(?:$|[&#])")
_PUZZ_CELLS = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|([g-z.])")  # a digit, or a run of empty cells
_NO_CELLS = ".ghijklmnopqrstuvwxyz"
GIVEN, ENTERED = 9, 18  # the largest values of a pair that are a given digit, or one entered (+ 9); then candidates


def read_plain_link(link: str) -> tuple[Board, bytes] | None:
    """Return the puzzle in a link that holds its cells unpacked or as pairs; None for any other link.

    >>> board, puzzle = read_plain_link("https://sudoku.coach/en/play/" + "530070000" * 9)
    >>> board.line(puzzle)[:9]
    '53..7....'
    """
    if _PUZZ_SITES.search(link):
        return _of_puzz_link(link)
    constraints = constraints_in(link)
    if constraints is not None:
        return read_constraints(constraints)
    digits = _DIGITS.search(link)
    if digits:
        return Board.read(digits[0])
    pairs = _PAIRS.search(link)
    return _of_pairs(pairs[1]) if pairs else None


def _of_puzz_link(link: str) -> tuple[Board, bytes]:
    """Return the puzzle of a link to puzz.link, or to another site with its form.

    >>> board, puzzle = _of_puzz_link("https://puzz.link/p?sudoku/4/4/12g34m1g2g")
    >>> board.line(puzzle)
    '12.34.......1.2.'
    """
    parts = _PUZZ_LINK.search(link)
    if not parts:
        raise ValueError(f"{short(link)} has no Sudoku as puzz.link writes it; it is cut short, or of another kind")
    kind, columns, rows, text = parts.groups()
    if kind != "sudoku" or columns != rows:
        what = f"{kind} with {rows} rows and {columns} columns"
        raise ValueError(f"{short(link)} is a {what}; we read only 'sudoku', with as many rows as columns")
    board, cells = Board.of_side(int(rows)), list[int]()
    for digit, number, empty in _PUZZ_CELLS.findall(text):
        cells += [0] * max(_NO_CELLS.index(empty), 1) if empty else [int(digit or number, 16)]
    if len(cells) != board.cells or _PUZZ_CELLS.sub("", text):
        raise ValueError(f"the link is damaged: {cell_count(len(cells))} where a {board} has {board.cells}")
    return board, board.from_array(cells)


def _of_pairs(text: str) -> tuple[Board, bytes]:
    """Return the digits, and the candidates if there are any, of 81 pairs."""
    board, every = Board(), 2**9 - 1
    pairs = [int(text[at : at + 2], 36) for at in range(0, len(text), 2)]
    if not all(1 <= pair <= ENTERED + every for pair in pairs):
        raise ValueError("the link is damaged: it has a cell with neither a digit nor candidates")
    digits = bytes((pair - 1) % 9 + 1 if pair <= ENTERED else 0 for pair in pairs)
    masks = [every if pair <= ENTERED else pair - ENTERED for pair in pairs]
    if all(mask == every for mask in masks):
        return board, digits
    marks = "".join(DIGITS[d] if mask >> d & 1 else "." for mask in masks for d in range(9))
    return board.with_variants(Pencilmarks(marks)), digits


# ---- written


def sudokuwiki_link(board: Board, puzzle: bytes) -> str:
    """Return a link to the solver of SudokuWiki. Raises ValueError for any other board than 9x9."""
    if board != Board():
        raise ValueError(f"a link to SudokuWiki holds a 9x9 board, not a {board}")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={board.line(puzzle).replace('.', '0')}"
