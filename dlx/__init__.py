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
    from .names import *  # noqa: F403
else:

    def __getattr__(name):
        """Import a public name on first use, so that the command line starts without NumPy."""
        from .system.lazy import public_name

        return public_name(__name__, name)

    def __dir__():
        from .system.lazy import homes

        return sorted({*globals(), *homes(__name__)})


__version__ = "0.2.0"  # the only place; pyproject.toml reads it from here
__distribution__ = "dlx-engine"  # see ownership.py

claim_interpreter()
