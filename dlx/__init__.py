# SPDX-License-Identifier: MIT
"""Exact cover: solve, list, count and prove unique.

An exact-cover problem is a list of *options*, each a set of *items*. A solution is a set of options that contains
every item exactly once.

>>> from dlx import Problem
>>> p = Problem([["c", "e"], ["a", "d", "g"], ["b", "c", "f"], ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]])
>>> p.solve().items()
[('c', 'e'), ('a', 'd', 'f'), ('b', 'g')]
>>> p.count(), p.is_unique()
(1, True)

To read the code, start with ``dlx/kernels/reference.py``, the algorithm in plain Python. ``links/links.pyx`` and
``bits/bits.pyx``, next to it, are the same algorithm, compiled, on linked lists and on bits (docs/how-it-works.md).
"""

from .system import uncompiled as uncompiled
from .system.interpreters import claim_interpreter

TYPE_CHECKING = False  # type checkers take it for True; the module typing is nine tenths of the time to import dlx
if TYPE_CHECKING:
    from .drawing.matrix import draw_matrix
    from .drawing.pages import Document
    from .drawing.picture import Picture
    from .drawing.shapes import Circle, Line, Rect, Text
    from .drawing.tree import Node, Tree, draw_tree, walk
    from .engine.status import Progress, Stats, Status
    from .engine.unfinished import Unfinished
    from .formats.cnf import Cnf
    from .formats.cpsat import CpSat
    from .formats.dlxfile import format_option
    from .formats.lp import Lp
    from .formats.opb import Opb
    from .matrix.colored import Colored
    from .matrix.never import NeverChosenWarning
    from .matrix.slack import Compromise
    from .matrix.solution import GaveWay, Solution, records, table
    from .matrix.tables import option_words
    from .problem import Problem, run_part
    from .questions.batch import Batch
    from .questions.best.best import Best
    from .questions.count import Count, CountStats
    from .questions.estimate import Estimate, Interval
    from .questions.explain import Explanation
    from .questions.info import Info
    from .questions.option_status import OptionStatus, OptionStatuses
    from .questions.orbits.group import Group, Symmetry
    from .questions.reduce import Reduced
    from .questions.sample import Samples
    from .questions.search import Search
    from .questions.zdd import ZDD
    from .structure.invariants import Certificate
    from .workers.parts import Part, PartOutcome

__version__ = "0.2.0"  # the only place; pyproject.toml reads it from here
__distribution__ = "dlx-engine"  # see ownership.py
__all__ = [
    "ZDD",
    "Batch",
    "Best",
    "Certificate",
    "Circle",
    "Cnf",
    "Colored",
    "Compromise",
    "Count",
    "CountStats",
    "CpSat",
    "Document",
    "Estimate",
    "Explanation",
    "GaveWay",
    "Group",
    "Info",
    "Interval",
    "Line",
    "Lp",
    "NeverChosenWarning",
    "Node",
    "Opb",
    "OptionStatus",
    "OptionStatuses",
    "Part",
    "PartOutcome",
    "Picture",
    "Problem",
    "Progress",
    "Rect",
    "Reduced",
    "Samples",
    "Search",
    "Solution",
    "Stats",
    "Status",
    "Symmetry",
    "Text",
    "Tree",
    "Unfinished",
    "draw_matrix",
    "draw_tree",
    "format_option",
    "option_words",
    "records",
    "run_part",
    "table",
    "walk",
]

claim_interpreter()
_HOME = {
    "ZDD": "questions.zdd",
    "Batch": "questions.batch",
    "Best": "questions.best.best",
    "Certificate": "structure.invariants",
    "Circle": "drawing.shapes",
    "Cnf": "formats.cnf",
    "Colored": "matrix.colored",
    "Compromise": "matrix.slack",
    "Count": "questions.count",
    "CountStats": "questions.count",
    "CpSat": "formats.cpsat",
    "Document": "drawing.pages",
    "Estimate": "questions.estimate",
    "Explanation": "questions.explain",
    "GaveWay": "matrix.solution",
    "Group": "questions.orbits.group",
    "Info": "questions.info",
    "Interval": "questions.estimate",
    "Line": "drawing.shapes",
    "Lp": "formats.lp",
    "NeverChosenWarning": "matrix.never",
    "Node": "drawing.tree",
    "Opb": "formats.opb",
    "OptionStatus": "questions.option_status",
    "OptionStatuses": "questions.option_status",
    "Part": "workers.parts",
    "PartOutcome": "workers.parts",
    "Picture": "drawing.picture",
    "Problem": "problem",
    "Progress": "engine.status",
    "Rect": "drawing.shapes",
    "Reduced": "questions.reduce",
    "Samples": "questions.sample",
    "Search": "questions.search",
    "Solution": "matrix.solution",
    "Stats": "engine.status",
    "Status": "engine.status",
    "Symmetry": "questions.orbits.group",
    "Text": "drawing.shapes",
    "Tree": "drawing.tree",
    "Unfinished": "engine.unfinished",
    "draw_matrix": "drawing.matrix",
    "draw_tree": "drawing.tree",
    "format_option": "formats.dlxfile",
    "option_words": "matrix.tables",
    "records": "matrix.solution",
    "run_part": "problem",
    "table": "matrix.solution",
    "walk": "drawing.tree",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that the command line starts without NumPy."""
    from importlib import import_module

    from .system.keywords import exported

    if name in ("compat", "models"):
        return import_module("." + name, __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'dlx' has no attribute {name!r}")
    try:
        return exported(getattr(import_module("." + _HOME[name], __name__), name), __name__)
    except (ImportError, AttributeError) as error:
        from .system.imports import explain

        explain(error)
        raise
