# SPDX-License-Identifier: MIT
"""Public names of a package that are imported on first use.

    package/names.py      from .problem import Problem as Problem
    package/__init__.py   def __getattr__(name): return public_name(__name__, name)

The file of names is the only list. We run its imports with an ``__import__`` of our own, which notes the module of each
name and imports nothing. (A search in its text fails where a program is packed without sources.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from sys import modules
from typing import Any

from .imports import explain
from .keywords import exported


def public_name(package: str, name: str) -> Any:
    """Return a public name of a package, its list ``__all__`` of names, or one of its public modules.

    >>> public_name("dlx", "Riddle")
    Traceback (most recent call last):
        ...
    AttributeError: module 'dlx' has no attribute 'Riddle'
    """
    known = homes(package)
    if name == "__all__":
        return [name for name, module in known.items() if module]
    if name not in known:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    try:
        if not known[name]:
            return import_module(f"{package}.{name}")
        value = exported(getattr(import_module(f"{package}.{known[name]}"), name), package)
    except (ImportError, AttributeError) as error:
        explain(error)
        raise
    setattr(modules[package], name, value)  # the next use is as fast as any
    return value


@cache
def homes(package: str) -> Mapping[str, str]:
    """Return the module that defines each public name of a package, which is none for a public module.

    >>> homes("dlx")["Solution"], homes("dlx")["models"]
    ('matrix.solution', '')
    """
    known: dict[str, str] = {}

    def note(module: str, _globals: object, _locals: object, names: Iterable[str] | None, _level: int) -> Placeholder:
        known.update(dict.fromkeys(names or (), module))
        return Placeholder()

    spec: Any = find_spec(f"{package}.names")
    listed = module_from_spec(spec)
    vars(listed)["__builtins__"] = {"__import__": note}
    spec.loader.exec_module(listed)
    return known


class Placeholder:
    """A module with placeholders for names."""

    def __getattr__(self, name: str) -> Placeholder:
        return self
