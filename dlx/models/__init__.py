# SPDX-License-Identifier: MIT
"""Well-known exact-cover problems, ready made: each function returns an :class:`Instance`, a Problem that can draw its
solutions and knows its symmetries.

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

They are also on the command line: ``dlx model queens 8 | dlx count -``, and ``dlx model --help`` lists them.
"""

from .coloring import coloring
from .crossword import crossword, word_rectangle
from .instance import Instance
from .macmahon import macmahon
from .packing import bin_packing
from .partridge import partridge
from .polyforms import polycubes, polyhexes, polyiamonds, polyominoes
from .queens import queens
from .squared import squared
from .timetable import Lesson, timetable

__all__ = [
    "Instance",
    "Lesson",
    "bin_packing",
    "coloring",
    "crossword",
    "macmahon",
    "partridge",
    "polycubes",
    "polyhexes",
    "polyiamonds",
    "polyominoes",
    "queens",
    "squared",
    "timetable",
    "word_rectangle",
]
