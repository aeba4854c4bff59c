# SPDX-License-Identifier: MIT
"""Public classes: a pickle names the package that exports a class, never the file that holds it.

@public("dlx")
class Solution: ...         pickled as "dlx Solution", wherever the file moves

Their methods name the nearest of a misspelt keyword (keywords.py).
"""

from __future__ import annotations

from collections.abc import Callable
from sys import modules
from typing import TypeVar

from .keywords import spell_methods

Class = TypeVar("Class", bound=type)


def public(path: str) -> Callable[[Class], Class]:
    """Return a decorator that makes `path` the module of a class.

    Tools that look for a class in the module of its file (doctest, our documentation) find it in ``__test__`` there.

    >>> class Shape: ...
    >>> file = Shape.__module__
    >>> public("dlx")(Shape).__module__, modules[file].__test__["Shape"] is Shape
    ('dlx', True)
    """

    def named(cls: Class) -> Class:
        vars(modules[cls.__module__]).setdefault("__test__", {})[cls.__name__] = cls
        cls.__module__ = path
        spell_methods(cls)
        return cls

    return named
