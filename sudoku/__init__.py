# SPDX-License-Identifier: MIT
"""Sudoku on the exact-cover engine `dlx`: solve, prove unique, explain, rate, diagnose, generate, draw; one or many.

>>> import sudoku
>>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
>>> sudoku.solve(puzzle)
'812753649943682175675491283154237896369845721287169534521974368438526917796318452'
>>> sudoku.is_unique(puzzle)
True

Start reading at ``sudoku/cover.py``, which turns a board into an exact-cover problem.
"""

from typing import TYPE_CHECKING

from dlx._mixed import check_ownership

from .batch import BatchResult
from .board import Board
from .reading import read_file, read_puzzles
from .solve import count, is_unique, solutions, solve, solve_batch

if TYPE_CHECKING:
    from .canon import canonical
    from .doctor import diagnose
    from .drawing import draw
    from .effort import hardness
    from .fpuzzles import read_link
    from .generator import generate, generate_batch
    from .logic import hint, hints, rate, solve_logically

check_ownership("dlx")
__distribution__ = "dlx-engine"  # see dlx/_mixed.py
__all__ = [
    "BatchResult",
    "Board",
    "canonical",
    "count",
    "diagnose",
    "draw",
    "generate",
    "generate_batch",
    "hardness",
    "hint",
    "hints",
    "is_unique",
    "rate",
    "read_file",
    "read_link",
    "read_puzzles",
    "solutions",
    "solve",
    "solve_batch",
    "solve_logically",
]

_HOME = {
    "canonical": "canon",
    "diagnose": "doctor",
    "draw": "drawing",
    "generate": "generator",
    "generate_batch": "generator",
    "hardness": "effort",
    "hint": "logic",
    "hints": "logic",
    "read_link": "fpuzzles",
    "rate": "logic",
    "solve_logically": "logic",
}


def __getattr__(name: str) -> object:
    """Import the modules that explain, generate and draw on first use: solving starts without them."""
    if name not in _HOME:
        raise AttributeError(f"module 'sudoku' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("." + _HOME[name], __name__), name)
