# SPDX-License-Identifier: MIT
"""Arguments that exclude each other: one table, checked by the questions and the commands and run through by a test.

    question    one of these       with one of these           remedy
    ----------  -----------------  --------------------------  --------------
    count       limit              workers, executor, ...      use time_limit

We honor every other combination. An argument with a value ("method=memo") means that value alone. Messages show an
argument in braces as the caller knows it, as a Python keyword or an option of a command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

Rule = tuple[tuple[str, ...], tuple[str, ...], str]

METHODS = ("auto", "search", "memo", "zdd")
MANY = ("workers", "executor", "checkpoint")
MEMORIES = ("method=memo", "method=zdd")
REMEMBERS_NOTHING = "a search that visits every solution uses no memory"
ONE_POOL: Rule = (("workers",), ("executor",), "give workers or an executor, not both")
OF_THE_WHOLE = "symmetries concern the whole problem, and orbits are always counted completely"

APART: dict[str, tuple[Rule, ...]] = {
    "count": (
        (("orbits",), ("given", "banned", "limit", "checkpoint"), OF_THE_WHOLE),
        (("limit", "node_limit"), MANY, "use {time_limit}"),
        (("limit", "node_limit", *MANY), MEMORIES, "use {method=search}"),
        (("max_memory",), ("limit", "node_limit", "checkpoint", "method=search"), REMEMBERS_NOTHING),
        ONE_POOL,
    ),
    "counting": ((("max_memory",), ("method=search",), REMEMBERS_NOTHING),),
    "solutions": (
        (("orbits",), ("given", "banned"), OF_THE_WHOLE),
        ONE_POOL,
    ),
    "workers": (ONE_POOL,),
    "best": (
        (("node_limit",), ("workers", "executor"), "use {time_limit}"),
        ONE_POOL,
        (("seed",), ("min_cost",), "the cheapest solutions come in the order of their costs"),  # for the commands
    ),
    "solve_many": ((("kernel=lanes",), ("node_limit",), "its nodes do not belong to single questions"),),
}


def check(question: str, named: Callable[[str], str] = str, **arguments: Any) -> None:
    """Raise ValueError if two of these arguments exclude each other; None, False and empty tuples count as not passed.

    >>> check("count", limit=3, workers=None)
    >>> check("count", limit=3, workers=2)
    Traceback (most recent call last):
        ...
    ValueError: limit cannot be combined with workers; use time_limit
    """
    several = [name for name, value in arguments.items() if value is not None and value is not False and value != ()]
    if len(several) < 2:
        return  # within a microsecond, as every count calls this
    given = {*several, *(f"{name}={arguments[name]}" for name in several if isinstance(arguments[name], str))}
    for ones, others, instead in APART[question]:
        for one, other in _both(ones, others, given):
            remedy = re.sub(r"{(.+?)}", lambda name: named(name[1]), instead)
            raise ValueError(f"{named(one)} cannot be combined with {named(other)}; {remedy}")


def _both(ones: Iterable[str], others: Iterable[str], given: set[str]) -> Iterable[tuple[str, str]]:
    return ((one, other) for one in ones if one in given for other in others if other in given)


def flag(argument: str) -> str:
    """Return an argument as it appears on a command line.

    >>> flag("node_limit"), flag("method=memo")
    ('--node-limit', '--method memo')
    """
    return "--" + argument.replace("_", "-").replace("=", " ")


def known_method(method: str) -> str:
    """Return the method of a count; raise ValueError for an unknown name."""
    if method not in METHODS:
        raise ValueError(f"no method {method!r}; choose one of {', '.join(METHODS)}")
    return method
