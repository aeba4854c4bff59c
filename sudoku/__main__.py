# SPDX-License-Identifier: MIT
"""Runs the command `sudoku` for ``python -m sudoku``."""

from .terminal.cli import program

program()
