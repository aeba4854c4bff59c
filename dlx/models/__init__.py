# SPDX-License-Identifier: MIT
"""Well-known exact-cover problems. Each function returns an :class:`Instance`, a Problem that can draw its solutions
and knows its symmetries.

>>> from dlx import models
>>> queens = models.queens(8)
>>> queens.count(), queens.count(orbits=True)
(92, 12)
>>> print(queens.draw(queens.solve()))
· · · · · ♛ · ·
· · · ♛ · · · ·
· · · · · · ♛ ·
♛ · · · · · · ·
· · ♛ · · · · ·
· · · · ♛ · · ·
· ♛ · · · · · ·
· · · · · · · ♛

Zero and impossible are answers: no copies of a piece, too few slots or a design that does not exist give a problem
whose ``solve()`` is None and whose ``explain()`` gives the reason. What is mistyped raises a ValueError, and so does a
problem with more than 10 million entries in its options, before it is built.

The models are also on the command line: ``dlx model queens 8 | dlx count -``, and ``dlx model --help`` lists them.
"""

from typing import TYPE_CHECKING

from ..system.keywords import exported
from .burrtools import burrtools
from .calendar import calendar
from .coloring import coloring
from .costas import costas
from .crossword import crossword, crossword_grid, word_rectangle, word_square
from .designs import block_designs, steiner_triples
from .instance import Instance
from .langford import langford, skolem
from .latin import latin_squares
from .macmahon import macmahon
from .matchings import perfect_matchings
from .mates import orthogonal_mates, transversals
from .packing import bin_packing
from .polyforms import placements, polycubes, polyhexes, polyiamonds, polyominoes
from .queens import queens
from .roster import roster
from .schoolgirls import schoolgirls
from .set_partitioning import set_partitioning
from .squared import partridge, squared
from .timetable import Lesson, timetable
from .word_grid import WordInstance

__all__ = [
    "Instance",
    "Lesson",
    "WordInstance",
    "bin_packing",
    "block_designs",
    "burrtools",
    "calendar",
    "coloring",
    "costas",
    "crossword",
    "crossword_grid",
    "langford",
    "latin_squares",
    "macmahon",
    "orthogonal_mates",
    "partridge",
    "perfect_matchings",
    "placements",
    "polycubes",
    "polyhexes",
    "polyiamonds",
    "polyominoes",
    "queens",
    "roster",
    "schoolgirls",
    "set_partitioning",
    "skolem",
    "squared",
    "steiner_triples",
    "timetable",
    "transversals",
    "word_rectangle",
    "word_square",
]

if not TYPE_CHECKING:
    globals().update({name: exported(globals()[name], __name__) for name in __all__})
