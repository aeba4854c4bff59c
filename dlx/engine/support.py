# SPDX-License-Identifier: MIT
"""The table of support: the problems that each question, kernel and method takes, and the arguments that it honors.

Every refusal of a problem or of a combination comes from this file, with place, problem and remedy (arguments.py has
the arguments that a question does not take at all):

    check_problem    item 'a' is in 2 options; kernel 'links' does not take multiplicities; use kernel 'auto'
    check            limit cannot be combined with workers; use time_limit

An argument with a value ("method=memo") means that value alone. The documentation shows these tables (docs/support.md),
and tests try every combination in them (tests/dlx/engine/test_support.py, test_support_effects.py). They hold
exceptions: a question takes every problem, and the arguments of its signature.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..system.wording import unknown_name

if TYPE_CHECKING:
    from ..matrix.matrix import Matrix

Rule = tuple[tuple[str, ...], tuple[str, ...], str]


# --- problems

FEATURES = {  # the columns of the table, and their names in an error
    "secondary": "secondary items",
    "colors": "colors",
    "multiplicities": "multiplicities",
    "costs": "costs",
    "unpriced": "problems without costs",
    "large": "problems of this size",  # more than 64 MiB of tables, or more than 4,096 options for the lanes
    "empty": "problems without primary items",
}
EXCEPTIONS = {  # by question, kernel or method: problems that it refuses, or takes in part; the others take all
    "best": {"unpriced": "no"},
    "zdd": {"large": "no"},
    "sample": {"large": "no"},
    "to_opb": {"costs": "whole"},
    "kernel=links": {"multiplicities": "no"},
    "kernel=bits": {"large": "no"},
    "kernel=lanes": {"multiplicities": "no", "large": "no", "empty": "no"},
    "method=memo": {"large": "no"},
    "method=symmetric": {"large": "no"},
    "method=zdd": {"large": "no"},
}
ADVICE = {  # the name of a question in an error, and the remedy
    "best": ("a search by cost", "use solve()"),
    "zdd": ("a diagram", "count or list the solutions"),
    "sample": ("an exact sample", "allow an error, such as error=0.05"),
}
TABLES_DIVISOR = 4  # tables of a large problem may take this part of the memory
PRICED = "give each option a cost (costs=, or a word such as |5 at its end in a file), or items a slack (slack=)"


def check_problem(matrix: Matrix, taker: str, *, large: str = "", question: str = "") -> None:
    """Raise ValueError if a question, kernel or method does not take this problem.

    If the caller finds the problem too large, ``large`` is the place of the error. A ``question`` adds its advice
    to the remedy for one of its methods.

    >>> from dlx import Problem
    >>> check_problem(Problem([["a"], ["a"]], {"a": 2}), "kernel=links")
    Traceback (most recent call last):
        ...
    ValueError: item 'a' is in 2 options; kernel 'links' does not take multiplicities; use kernel 'auto'
    """
    if matrix.bounds is not None and takes(taker, "multiplicities") == "no":
        raise refusal(_multiple(matrix), taker, "multiplicities", question)
    if matrix.costs is None and takes(taker, "unpriced") == "no":
        raise ValueError(f"the problem has no costs; {PRICED}")
    if not matrix.n_primary and takes(taker, "empty") == "no":
        raise refusal("the problem has no primary item", taker, "empty", question)
    if large and takes(taker, "large") == "no":
        raise refusal(large, taker, "large", question)


def takes(taker: str, feature: str) -> str:
    """Return whether a question, kernel or method takes problems with a feature: yes, no, or which of them.

    >>> takes("best", "unpriced"), takes("best", "costs"), takes("to_opb", "costs")
    ('no', 'yes', 'whole')
    """
    return EXCEPTIONS.get(taker, {}).get(feature, "yes")


def refusal(place: str, taker: str, feature: str, question: str = "") -> ValueError:
    """Return the error that refuses a feature of a problem.

    For a kernel or a method the remedy is the usual one, which takes everything, and no other is faster as a rule.
    """
    kind, _, way = taker.partition("=")
    name, remedy = (f"{kind} {way!r}", f"use {kind} 'auto'") if way else ADVICE[taker]
    if way and question:
        remedy = f"{remedy}, and {ADVICE[question][1]}"
    return ValueError(f"{place}; {name} does not take {FEATURES[feature]}; {remedy}")


def _multiple(matrix: Matrix) -> str:
    """Return the place of the first multiplicity."""
    assert matrix.bounds is not None
    k, (low, high) = next((k, ends) for k, ends in enumerate(matrix.bounds.tolist()) if ends != [1, 1])
    return f"item {matrix.items[k]!r} is in {low if low == high else f'{low} to {high}'} option{'s' * (high > 1)}"


def too_large(matrix: Matrix, max_memory: int = 0) -> str:
    """Return the place of an error: the options of a problem that does not fit into tables of bits."""
    return f"{matrix.n_options:,} options need more than {table_bytes(max_memory) >> 20} MiB of tables"


def table_bytes(max_memory: int) -> int:
    """Return the most bytes of tables of bits for a question with this memory for states; 0: for the kernel bits."""
    from ..kernels.bits import layout

    return max(layout.MOST_TABLE_BYTES, max_memory // TABLES_DIVISOR)


# --- arguments


def _rows(text: str) -> dict[str, list[str]]:
    return {name: cells for name, *cells in map(str.split, filter(str.strip, text.splitlines()))}


ARGUMENTS = {  # of each question; `refusing` (arguments.py) adds the methods of Problem with their signatures
    "walk": ["given", "banned", "max_nodes", "time_limit", "cancel"]  # a function, in drawing/tree.py
} | _rows("""
    kernel=links    given banned givens limit time_limit cancel node_limit seed workers executor progress
    kernel=bits     given banned givens limit time_limit cancel node_limit seed workers executor progress
    kernel=multi    given banned givens limit time_limit cancel node_limit seed workers executor progress
    kernel=lanes    givens limit time_limit cancel workers executor progress
    kernel=auto     given banned givens limit time_limit cancel node_limit seed workers executor progress

    method=search   given banned limit node_limit time_limit cancel seed workers executor checkpoint progress orbits
    method=sat      given banned limit time_limit cancel progress
    method=memo     given banned time_limit cancel max_memory order progress orbits
    method=frontier given banned time_limit cancel max_memory order progress orbits
    method=symmetric given banned time_limit cancel max_memory n seed progress orbits
    method=zdd      given banned time_limit cancel max_memory order n seed progress orbits
    method=approximate given banned time_limit cancel max_memory n seed error progress
    method=auto     given banned limit node_limit time_limit cancel n seed error max_memory order workers executor \
                    checkpoint progress orbits
""")
COUNTS = ("auto", "search", "memo", "frontier", "symmetric", "zdd")
DECISIONS = ("auto", "search", "sat")
DRAWS = ("auto", "zdd", "symmetric", "approximate")
METHODS = {"count": COUNTS, "counting": COUNTS, "sample": DRAWS} | dict.fromkeys(
    ("solve", "is_unique", "option_status", "explain"), DECISIONS
)
MANY = ("workers", "executor", "checkpoint")
VISITS_ALL = "such a search visits every solution, without memory; leave out one of them"
ONE_POOL: Rule = (("workers",), ("executor",), "give workers or an executor, not both")
ALL_ORBITS = "orbits are always counted completely; leave out one of them"
BY_COST = "the cheapest solutions come in the order of their costs; leave out one of them"

EXCLUSIVE: dict[str, tuple[Rule, ...]] = {  # one of these, one of those, remedy; every other combination is honored
    "count": (
        (("orbits",), ("limit", "node_limit", "order", "checkpoint"), ALL_ORBITS),
        (("limit", "node_limit"), MANY, "use {time_limit}"),
        (("max_memory", "order"), ("limit", "node_limit", "checkpoint"), VISITS_ALL),
        ONE_POOL,
    ),
    "counting": ((("max_memory", "order"), ("checkpoint",), VISITS_ALL), ONE_POOL),
    "solutions": (ONE_POOL, (("node_limit",), ("workers", "executor", "orbits"), "use {time_limit}")),
    "solve_many": (ONE_POOL,),
    "workers": (ONE_POOL,),
    "solve": (
        (("workers",), ("method=search", "method=sat"), "use {method=auto}"),
        (("workers",), ("node_limit",), "use {time_limit}"),
    ),
    "dlx solve": ((("seed", "min_cost", "slack", "workers"), ("method=sat",), "use {method=auto}"),),
    "dlx list": (
        (("node_limit",), ("workers",), "use {time_limit}"),
        (("seed",), ("workers",), "many workers list in the order of a search without seed; leave out one of them"),
    ),
    "dlx sample": (
        (("error",), ("max_nodes",), "samples from a diagram are exact; leave out one of them"),
        (("method",), ("max_nodes",), "{max_nodes} draws from a diagram, so leave out {method}"),
    ),
    "dlx orbits": (
        (("orbits",), ("limit", "order", "checkpoint"), ALL_ORBITS),
        (("orbits",), ("node_limit",), "use {time_limit}"),
        (("orbits",), ("seed",), "the order of orbits is always the same; leave out {seed}"),
        (("orbits",), ("min_cost", "slack"), BY_COST),
    ),
    "best": (
        (("node_limit",), ("workers", "executor"), "use {time_limit}"),
        ONE_POOL,
        (("seed",), ("min_cost", "slack"), BY_COST),  # for the commands
    ),
}


MOST_KEPT_CALLS = 256  # different combinations of arguments; to find their conflicts again takes 2 us


def check(question: str, named: Callable[[str], str] = str, **arguments: Any) -> None:
    """Raise ValueError if two of these arguments exclude each other; None, False and empty tuples count as not passed.

    The message shows an argument as the caller knows it, as a Python keyword or an option of a command.

    >>> check("count", limit=3, workers=None)
    >>> check("count", limit=3, workers=2)
    Traceback (most recent call last):
        ...
    ValueError: limit cannot be combined with workers; use time_limit
    """
    several = [
        name
        for name, value in arguments.items()
        if value is not None and value is not False and (type(value) is not tuple or value)
    ]
    if len(several) < 2:
        return  # within a microsecond, as every count calls this
    given = (*several, *(f"{name}={arguments[name]}" for name in several if isinstance(arguments[name], str)))
    for one, other, instead in exclusive(question, given):
        remedy = re.sub(r"{(.+?)}", lambda name: named(name[1]), instead)
        raise ValueError(f"{named(one)} cannot be combined with {named(other)}; {remedy}")


@lru_cache(MOST_KEPT_CALLS)
def exclusive(question: str, given: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    """Return the pairs of these arguments that exclude each other, each with its remedy."""
    pairs = []
    for ones, others, remedy in EXCLUSIVE.get(question, ()):
        pairs += [(one, other, remedy) for one in ones if one in given for other in others if other in given]
    for way in ARGUMENTS.keys() & given:
        kind = way.partition("=")[0]
        for argument in given:
            if argument in ARGUMENTS[f"{kind}=auto"] and argument not in ARGUMENTS[way]:
                pairs.append((argument, way, f"use {{{kind}=auto}}"))
    return tuple(pairs)


def flag(argument: str) -> str:
    """Return an argument as it appears on a command line.

    >>> flag("node_limit"), flag("method=memo")
    ('--node-limit', '--method memo')
    """
    return "--" + argument.replace("_", "-").replace("=", " ")


def known_method(method: str, question: str = "count") -> str:
    """Return the method of a question; raise ValueError for an unknown name."""
    if method not in METHODS[question]:
        raise ValueError(unknown_name(f"{question}() has no method", method, METHODS[question]))
    return method
