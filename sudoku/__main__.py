# SPDX-License-Identifier: MIT
"""Runs the command `sudoku` for ``python -m sudoku``."""

from .cli import program

program()
