# SPDX-License-Identifier: MIT
"""Tests: of `dlx` in folders like its rooms, of `bench`, of `sudoku`, and of the whole repository."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
