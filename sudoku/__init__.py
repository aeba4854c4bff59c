# SPDX-License-Identifier: MIT
"""Sudoku on the exact-cover engine `dlx`: solve, prove unique, explain, rate, diagnose, generate, draw; one or many.

>>> import sudoku
>>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
>>> sudoku.solve(puzzle)
'812753649943682175675491283154237896369845721287169534521974368438526917796318452'
>>> sudoku.is_unique(puzzle)
True

Start reading at ``sudoku/engine/cover.py``, which turns a board into an exact-cover problem.
"""

from typing import TYPE_CHECKING

from dlx.system.lazy import homes, public_name
from dlx.system.ownership import check_ownership

if TYPE_CHECKING:
    from .names import *  # noqa: F403
else:

    def __getattr__(name):
        """Import a public name on first use: solving starts without the modules that explain, generate and draw."""
        return public_name(__name__, name)

    def __dir__():
        return sorted({*globals(), *homes(__name__)})


check_ownership("dlx")
public_name(__name__, "solve")  # now, as its module, which has the same name, would take its place later
__distribution__ = "dlx-engine"  # see dlx/system/ownership.py
