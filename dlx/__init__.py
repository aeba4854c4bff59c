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
    from .engine.status import Progress, Stats, Status
    from .engine.unfinished import Unfinished
    from .formats.cnf import Cnf
    from .formats.cpsat import CpSat
    from .formats.lp import Lp
    from .formats.opb import Opb
    from .matrix.colored import Colored
    from .matrix.never import NeverChosenWarning
    from .matrix.slack import Compromise
    from .matrix.solution import GaveWay, Solution, records, table
    from .problem import Problem
    from .questions.batch import Batch
    from .questions.best.best import Best
    from .questions.count import Count, CountStats
    from .questions.estimate import Estimate, Interval
    from .questions.explain import Explanation
    from .questions.info import Info
    from .questions.option_status import OptionStatus, OptionStatuses
    from .questions.reduce import Reduced
    from .questions.sample import Samples
    from .questions.search import Search
    from .questions.zdd import ZDD
    from .structure.invariants import Certificate
    from .structure.mappings import Symmetry
    from .workers.orbits import Group
    from .workers.parts import Part

__version__ = "0.2.0"  # the only place; pyproject.toml reads it from here
__distribution__ = "dlx-engine"  # see ownership.py
__all__ = [
    "ZDD",
    "Batch",
    "Best",
    "Certificate",
    "Cnf",
    "Colored",
    "Compromise",
    "Count",
    "CountStats",
    "CpSat",
    "Estimate",
    "Explanation",
    "GaveWay",
    "Group",
    "Info",
    "Interval",
    "Lp",
    "NeverChosenWarning",
    "Opb",
    "OptionStatus",
    "OptionStatuses",
    "Part",
    "Problem",
    "Progress",
    "Reduced",
    "Samples",
    "Search",
    "Solution",
    "Stats",
    "Status",
    "Symmetry",
    "Unfinished",
    "records",
    "table",
]

claim_interpreter()
_HOME = {
    "Batch": "questions.batch",
    "Best": "questions.best.best",
    "Certificate": "structure.invariants",
    "Cnf": "formats.cnf",
    "Colored": "matrix.colored",
    "Count": "questions.count",
    "CountStats": "questions.count",
    "Compromise": "matrix.slack",
    "CpSat": "formats.cpsat",
    "Estimate": "questions.estimate",
    "Explanation": "questions.explain",
    "GaveWay": "matrix.solution",
    "Group": "workers.orbits",
    "Info": "questions.info",
    "Interval": "questions.estimate",
    "Lp": "formats.lp",
    "NeverChosenWarning": "matrix.never",
    "Opb": "formats.opb",
    "OptionStatus": "questions.option_status",
    "OptionStatuses": "questions.option_status",
    "Part": "workers.parts",
    "Problem": "problem",
    "Progress": "engine.status",
    "Reduced": "questions.reduce",
    "Samples": "questions.sample",
    "Search": "questions.search",
    "Solution": "matrix.solution",
    "Stats": "engine.status",
    "Status": "engine.status",
    "Symmetry": "structure.mappings",
    "Unfinished": "engine.unfinished",
    "ZDD": "questions.zdd",
    "records": "matrix.solution",
    "table": "matrix.solution",
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
