# SPDX-License-Identifier: MIT
"""Sudoku on the exact-cover engine `dlx`: solve, count, prove unique; any box shape; one puzzle or a million.

>>> import sudoku
>>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
>>> sudoku.solve(puzzle)
'812753649943682175675491283154237896369845721287169534521974368438526917796318452'
>>> sudoku.is_unique(puzzle)
True

Start reading at ``sudoku/cover.py``: how a board becomes an exact cover.
"""

from .batch import BatchResult
from .board import Board
from .reading import read_file, read_puzzles
from .solve import count, is_unique, solutions, solve, solve_batch

__all__ = [
    "BatchResult",
    "Board",
    "count",
    "is_unique",
    "read_file",
    "read_puzzles",
    "solutions",
    "solve",
    "solve_batch",
]
