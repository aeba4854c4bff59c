# SPDX-License-Identifier: MIT
"""``python -m sudoku`` is the command `sudoku`."""

from .cli import program

program()
