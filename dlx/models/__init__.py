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
from .burrtools import burrtools as burrtools
from .calendar import calendar as calendar
from .coloring import coloring as coloring
from .costas import costas as costas
from .crossword import crossword as crossword
from .crossword import crossword_grid as crossword_grid
from .crossword import word_rectangle as word_rectangle
from .crossword import word_square as word_square
from .designs import block_designs as block_designs
from .designs import steiner_triples as steiner_triples
from .instance import Instance as Instance
from .langford import langford as langford
from .langford import skolem as skolem
from .latin import latin_squares as latin_squares
from .macmahon import macmahon as macmahon
from .matchings import perfect_matchings as perfect_matchings
from .mates import orthogonal_mates as orthogonal_mates
from .mates import transversals as transversals
from .packing import bin_packing as bin_packing
from .polyforms import placements as placements
from .polyforms import polycubes as polycubes
from .polyforms import polyhexes as polyhexes
from .polyforms import polyiamonds as polyiamonds
from .polyforms import polyominoes as polyominoes
from .queens import queens as queens
from .roster import roster as roster
from .schoolgirls import schoolgirls as schoolgirls
from .set_partitioning import set_partitioning as set_partitioning
from .squared import partridge as partridge
from .squared import squared as squared
from .timetable import Lesson as Lesson
from .timetable import timetable as timetable
from .word_grid import WordInstance as WordInstance

if not TYPE_CHECKING:
    __all__ = sorted(name for name, thing in globals().items() if getattr(thing, "__module__", "").startswith(__name__))
    globals().update({name: exported(globals()[name], __name__) for name in __all__})
