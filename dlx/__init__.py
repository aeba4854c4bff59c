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

To read the code, start with ``dlx/_reference.py``, the algorithm in plain Python. ``dlx/_links.pyx`` and
``dlx/_bits.pyx`` are the same algorithm, compiled, on linked lists and on bits (docs/how-it-works.md).
"""

from typing import TYPE_CHECKING

from . import _uncompiled as _uncompiled

if TYPE_CHECKING:
    from .backbone import Backbone, OptionStatus
    from .batch import Batch
    from .best import Best
    from .build import Colored
    from .cnf import Cnf
    from .count import Count, CountStats
    from .estimate import Estimate, Interval
    from .explain import Explanation
    from .export import Lp, Opb
    from .parts import Part
    from .problem import Problem, Solution
    from .reduce import Reduced
    from .search import Progress, Search, Stats, Status
    from .unfinished import Unfinished
    from .zdd import ZDD

__version__ = "0.2.0"  # the only place; pyproject.toml reads it from here
__distribution__ = "dlx-engine"  # see _mixed.py
__all__ = [
    "ZDD",
    "Backbone",
    "Batch",
    "Best",
    "Cnf",
    "Colored",
    "Count",
    "CountStats",
    "Estimate",
    "Explanation",
    "Interval",
    "Lp",
    "Opb",
    "OptionStatus",
    "Part",
    "Problem",
    "Progress",
    "Reduced",
    "Search",
    "Solution",
    "Stats",
    "Status",
    "Unfinished",
]

_HOME = {
    "Backbone": "backbone",
    "Batch": "batch",
    "Best": "best",
    "Cnf": "cnf",
    "Colored": "build",
    "Count": "count",
    "CountStats": "count",
    "Estimate": "estimate",
    "Explanation": "explain",
    "Interval": "estimate",
    "Lp": "export",
    "Opb": "export",
    "OptionStatus": "backbone",
    "Part": "parts",
    "Problem": "problem",
    "Progress": "search",
    "Reduced": "reduce",
    "Search": "search",
    "Solution": "problem",
    "Stats": "search",
    "Status": "search",
    "Unfinished": "unfinished",
    "ZDD": "zdd",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that the command line starts without NumPy."""
    if name not in _HOME:
        raise AttributeError(f"module 'dlx' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("." + _HOME[name], __name__), name)
