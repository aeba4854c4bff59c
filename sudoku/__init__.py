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

from dlx.system.imports import explain
from dlx.system.keywords import exported
from dlx.system.ownership import check_ownership

try:
    from . import reading as reading
    from .board.board import Board
    from .engine.batch import BatchResult
    from .former import open_former_modules
    from .solve import count, is_unique, solutions, solve, solve_batch
except ImportError as error:
    explain(error)
    raise

if TYPE_CHECKING:
    from .diagnosis.conflict import Conflict as Conflict
    from .diagnosis.doctor import Diagnosis as Diagnosis
    from .diagnosis.doctor import diagnose
    from .diagnosis.hardness import Hardness as Hardness
    from .diagnosis.hardness import Spread as Spread
    from .diagnosis.hardness import hardness
    from .diagnosis.possible import candidates, candidates_batch
    from .diagnosis.repair import Repair as Repair
    from .drawing.drawing import draw
    from .drawing.highlight import Highlight as Highlight
    from .drawing.sheets import sheets
    from .drawing.walkthrough import walkthrough
    from .engine.unknown_regions import regions
    from .logic import hint, hints, rate, rate_batch, solve_logically
    from .making.canon import canonical, canonical_batch
    from .making.generator import Generated as Generated
    from .making.generator import Series as Series
    from .making.generator import SeriesStatus as SeriesStatus
    from .making.generator import generate, generate_batch
    from .making.patterns import Pattern as Pattern
    from .making.requirements import Requirements as Requirements
    from .reading.formats import write_puzzle
    from .reading.fpuzzles import Imported as Imported
    from .reading.fpuzzles import read_link
    from .reading.fpuzzles_out import write_link
    from .reading.reading import read_file, read_puzzles
    from .reading.records import Record as Record
    from .reading.records import SourceError as SourceError

if not TYPE_CHECKING:
    functions = count, is_unique, solutions, solve, solve_batch
    globals().update({function.__name__: exported(function, __name__) for function in functions})
    del functions

check_ownership("dlx")
open_former_modules(__name__)
__distribution__ = "dlx-engine"  # see dlx/system/ownership.py
__all__ = [
    "BatchResult",
    "Board",
    "candidates",
    "candidates_batch",
    "canonical",
    "canonical_batch",
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
    "rate_batch",
    "read_file",
    "read_link",
    "read_puzzles",
    "regions",
    "sheets",
    "solutions",
    "solve",
    "solve_batch",
    "solve_logically",
    "walkthrough",
    "write_link",
    "write_puzzle",
]

_HOME = {  # by public name: its module; classes of results are here for annotations and pickles
    "Diagnosis": "diagnosis.doctor",
    "Repair": "diagnosis.repair",
    "Conflict": "diagnosis.conflict",
    "Spread": "diagnosis.hardness",
    "Hardness": "diagnosis.hardness",
    "SeriesStatus": "making.generator",
    "Generated": "making.generator",
    "Series": "making.generator",
    "Requirements": "making.requirements",
    "Pattern": "making.patterns",
    "Highlight": "drawing.highlight",
    "Imported": "reading.fpuzzles",
    "Record": "reading.records",
    "SourceError": "reading.records",
    "candidates": "diagnosis.possible",
    "candidates_batch": "diagnosis.possible",
    "canonical": "making.canon",
    "canonical_batch": "making.canon",
    "diagnose": "diagnosis.doctor",
    "draw": "drawing.drawing",
    "generate": "making.generator",
    "generate_batch": "making.generator",
    "hardness": "diagnosis.hardness",
    "hint": "logic",
    "hints": "logic",
    "read_file": "reading.reading",
    "read_link": "reading.fpuzzles",
    "read_puzzles": "reading.reading",
    "regions": "engine.unknown_regions",
    "rate": "logic",
    "rate_batch": "logic",
    "sheets": "drawing.sheets",
    "solve_logically": "logic",
    "walkthrough": "drawing.walkthrough",
    "write_link": "reading.fpuzzles_out",
    "write_puzzle": "reading.formats",
}


def __getattr__(name: str) -> object:
    """Import the modules that explain, generate and draw on first use: solving starts without them."""
    from importlib import import_module

    if name in ("rules", "variants"):
        return import_module("." + name, __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'sudoku' has no attribute {name!r}")
    try:
        return exported(getattr(import_module("." + _HOME[name], __name__), name), __name__)
    except (ImportError, AttributeError) as error:
        explain(error)
        raise
