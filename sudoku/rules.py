# SPDX-License-Identifier: MIT
"""The constraints of variants, by their public path; see sudoku/board/rules.py."""

from .board.blocks import Rules
from .board.geometry import Geometry
from .board.rules import Conflicts, Rulebook, Variant

__all__ = ["Conflicts", "Geometry", "Rulebook", "Rules", "Variant"]
