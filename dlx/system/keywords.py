# SPDX-License-Identifier: MIT
"""Misspelt keywords of public functions: the error names the nearest.

    problem.solve(banend=[1])
        Python     Problem.solve() got an unexpected keyword argument 'banend'
        we         solve() does not take 'banend'; the nearest is 'banned'

Each public function that has optional arguments is wrapped once: the public classes by ``public`` (public.py), the
functions of a package by ``exported``. The wrapper looks at the arguments only after a TypeError, so a call costs 0.1
us more, instead of 0.5 us if each call looked them up first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar

Spelled = TypeVar("Spelled", bound=Callable[..., Any])
Exported = TypeVar("Exported")
SpelledClass = TypeVar("SpelledClass", bound=type)
Refuse = Callable[[str, str], str | None]  # of a function and an argument that it does not have: a better reason

LEAST_SIMILAR = 0.5  # of 1
OURS = "dlx", "sudoku"
BOUND = "self", "cls"
VARKEYWORDS = 0x08  # the flag of a function that takes any keyword; an import of inspect takes 10 ms


def no_reason(function: str, argument: str) -> str | None:
    """Return None: nothing is known about the argument."""
    return None


def spelled(function: Spelled, name: str = "", refuse: Refuse = no_reason) -> Spelled:
    """Return the function with an error of ours for arguments that it does not have; `name` is its name there.

    >>> def total(*numbers, start=0): return sum(numbers, start)
    >>> spelled(total)(1, 2, stat=3)
    Traceback (most recent call last):
        ...
    TypeError: total() does not take 'stat'; the nearest is 'start'
    """

    @wraps(function)
    def named(*args: Any, **how: Any) -> Any:
        if not how:
            return function(*args)
        try:
            return function(*args, **how)
        except TypeError:
            problem = _misspelt(function, name or function.__name__, how, refuse)
            if problem is None:
                raise
        raise TypeError(problem)

    named.spells = True  # type: ignore[attr-defined]
    return named  # type: ignore[return-value]


def _misspelt(function: Callable[..., Any], name: str, passed: Mapping[str, object], refuse: Refuse) -> str | None:
    """Return what is wrong with the first argument that a function does not have; None if it has them all."""
    import inspect
    from difflib import get_close_matches

    parameters = inspect.signature(function).parameters.values()
    kinds = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    names = [parameter.name for parameter in parameters if parameter.kind in kinds and parameter.name not in BOUND]
    for argument in passed:
        if argument in names:
            continue
        better = refuse(name, argument)
        if better is not None:
            return better
        near = get_close_matches(argument, names, 1, LEAST_SIMILAR)
        choice = f"the nearest is {near[0]!r}" if near else f"its arguments are {', '.join(names)}"
        return f"{name}() does not take {argument!r}; {choice}"
    return None


def has_options(function: object) -> bool:
    """Return whether this is a function with optional arguments, all of them named, without an error of ours."""
    if not isinstance(function, FunctionType) or hasattr(function, "spells"):
        return False
    plain: FunctionType = getattr(function, "__wrapped__", function)  # without a decorator that takes any arguments
    optional = bool(plain.__defaults__) or plain.__code__.co_kwonlyargcount > 0 or plain.__name__ == "__init__"
    return optional and not plain.__code__.co_flags & VARKEYWORDS


def spell_methods(cls: SpelledClass) -> SpelledClass:
    """Wrap the constructor and the public methods of a class, also inherited ones, if the parent is ours."""
    for name in ("__init__", *dir(cls)):
        base = next((base for base in cls.__mro__ if name in vars(base)), object)
        member: Any = vars(base).get(name)
        if name == "__init__" and base is not cls:
            member = getattr(member, "__wrapped__", member)  # under the name of this class
        method: Any = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        shown = cls.__name__ if name == "__init__" else name
        if not shown.startswith("_") and has_options(method) and base.__module__.startswith(OURS):
            wrapped = spelled(method, shown)
            setattr(cls, name, wrapped if method is member else type(member)(wrapped))
    return cls


def exported(thing: Exported, package: str) -> Exported:
    """Return what a package exports: a function with optional arguments is wrapped, and pickled as the package's own.

    >>> exported(has_options, "dlx") is has_options
    True
    """
    if not has_options(thing):
        return thing
    wrapped: Exported | None = _wrapped.get(thing)
    if wrapped is None:
        new = spelled(thing)  # type: ignore[type-var]
        new.__module__ = package
        wrapped = _wrapped.setdefault(thing, new)  # of two threads, both get the first one
    return wrapped


_wrapped: dict[Any, Any] = {}
