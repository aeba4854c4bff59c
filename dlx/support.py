# SPDX-License-Identifier: MIT
"""Arguments that exclude each other: one table, which the questions and the commands check, and a test goes through.

    question    one of these       with one of these           what to do instead
    ----------  -----------------  --------------------------  ------------------
    count       limit              workers, executor, ...      use time_limit

Every other combination is honored. An argument of a name and a value ("method=memo") is that value alone; one in braces
is named as the caller knows it, a keyword of Python or an option of a command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

Rule = tuple[tuple[str, ...], tuple[str, ...], str]

METHODS = ("auto", "search", "memo", "zdd")
MANY = ("workers", "executor", "checkpoint")
MEMORIES = ("method=memo", "method=zdd")
REMEMBERS_NOTHING = "what is searched solution by solution remembers nothing"
ONE_POOL: Rule = (("workers",), ("executor",), "give workers or an executor, not both")
OF_THE_WHOLE = "symmetries are those of the whole problem, and orbits are counted to the end"

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
        (("seed",), ("min_cost",), "the cheapest solutions come in the order of their costs"),  # of the commands
    ),
    "solve_many": ((("kernel=lanes",), ("node_limit",), "its nodes are not those of single questions"),),
}


def check(question: str, named: Callable[[str], str] = str, **arguments: Any) -> None:
    """Raise ValueError if two of these arguments exclude each other; None and empty tuples are not given.

    >>> check("count", limit=3, workers=None)
    >>> check("count", limit=3, workers=2)
    Traceback (most recent call last):
        ...
    ValueError: limit cannot be combined with workers; use time_limit
    """
    several = [name for name, value in arguments.items() if value is not None and value is not False and value != ()]
    if len(several) < 2:
        return  # in a microsecond: every count comes here
    given = {*several, *(f"{name}={arguments[name]}" for name in several if isinstance(arguments[name], str))}
    for ones, others, instead in APART[question]:
        for one, other in _both(ones, others, given):
            remedy = re.sub(r"{(.+?)}", lambda name: named(name[1]), instead)
            raise ValueError(f"{named(one)} cannot be combined with {named(other)}; {remedy}")


def _both(ones: Iterable[str], others: Iterable[str], given: set[str]) -> Iterable[tuple[str, str]]:
    return ((one, other) for one in ones if one in given for other in others if other in given)


def flag(argument: str) -> str:
    """Return an argument as it stands on a command line.

    >>> flag("node_limit"), flag("method=memo")
    ('--node-limit', '--method memo')
    """
    return "--" + argument.replace("_", "-").replace("=", " ")


def known_method(method: str) -> str:
    """Return the method of a count; ValueError if there is none of this name."""
    if method not in METHODS:
        raise ValueError(f"no method {method!r}; choose one of {', '.join(METHODS)}")
    return method
