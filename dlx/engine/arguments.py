# SPDX-License-Identifier: MIT
"""Arguments that other questions take: a question refuses them by name, with the reason and the remedy.

    problem.solutions(seed=3)
        Python     Problem.solutions() got an unexpected keyword argument 'seed'
        we         solutions() does not take seed, as its order is always the same; use search(seed=...)

A question is a public method that takes given options. The class decorator ``refusing`` lists its arguments, wraps it
once (system/keywords.py), and gives its ``time_limit`` and its ``cancel`` to all that it does (system/calloff.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import CodeType, FunctionType
from typing import TypeVar

from ..system.keywords import BOUND, spelled
from .support import ARGUMENTS
from .unfinished import limited

Refusing = TypeVar("Refusing")

GIVEN_NAMES = {"given", "givens"}  # a question has one of these arguments
GENERIC = "is an argument of"  # in the reason that only lists other questions
QUICK = ("split", "to_cnf", "to_opb", "to_lp", "to_cpsat")  # questions that do not search
NO_SEARCH = ("nothing is searched", "leave it out")
SEARCHING = (
    *("limit", "time_limit", "cancel", "node_limit", "method", "max_memory", "seed"),
    *("workers", "executor", "progress"),
)
ONE_THREAD = ("it runs on one thread", "leave it out")
OTHERWISE: dict[str, tuple[str, str]] = {  # argument: why, and what to do, where REFUSALS has nothing better
    "seed": ("nothing in it is random", "leave it out"),
    "workers": ONE_THREAD,
    "executor": ONE_THREAD,
    "node_limit": ("it is more than one search", "use time_limit"),
}
LIMITED_BY_ITSELF = ("info",)  # gives each of its own questions at least a moment
LISTS = ("solutions",)
REFUSALS: dict[str, dict[str, tuple[str, str]]] = {  # question: argument: why, and what to do
    "solve": {
        "executor": ("it runs on threads", "use workers"),
        "limit": ("it finds one solution", "use solutions(limit=...)"),
    },
    "search": {
        "workers": ("a Search belongs to one thread", "use solutions(workers=...) or split()"),
        "executor": ("a Search belongs to one thread", "use solutions(executor=...) or split()"),
        "method": ("it visits solutions one by one", "use solve(method=...) or count(method=...)"),
    },
    "solutions": {"seed": ("its order is always the same", "use search(seed=...)")},
    "is_unique": {
        "workers": ("it needs a second solution, which ends it early", "use count(workers=...) == 1"),
        "executor": ("it needs a second solution, which ends it early", "use count(executor=...) == 1"),
        "limit": ("it stops at the second solution", "use count(limit=...)"),
        "node_limit": ("its strategies take turns", "use time_limit, or search(limit=2, node_limit=...)"),
    },
    "counting": {
        "limit": ("it counts all solutions", "use count(limit=...) or search(limit=...)"),
        "node_limit": ("its strategies take turns", "use time_limit, or search(node_limit=...)"),
        "orbits": ("orbits are counted at once", "use count(orbits=...)"),
    },
    "count_many": {
        "given": ("its questions are sets of given options", "add them to each set of givens"),
        "banned": ("its questions are sets of given options", "use count(banned=...) for each"),
        "seed": ("a count does not depend on the order of the search", "leave it out"),
    },
    "solve_many": {
        "given": ("its questions are sets of given options", "add them to each set of givens"),
        "banned": ("its questions are sets of given options", "use solve(banned=...) for each"),
        "seed": ("each answer has the first solution", "use solve(seed=...) for each"),
    },
    "best": {
        "seed": ("solutions come in the order of their costs", "leave it out"),
        "limit": ("k is its number of solutions", "use k"),
    },
    "sample": {"limit": ("n is its number of solutions", "use n")},
    "estimate": {"limit": ("samples is its number of descents", "use samples")},
    "zdd": {"node_limit": ("a diagram has nodes of its own", "use max_nodes or time_limit")},
    "split": {"limit": ("parts is their number", "use parts")},
}
for _name in ("is_unique", "count", "counting"):
    REFUSALS.setdefault(_name, {})["seed"] = ("the answer does not depend on the order of the search", "leave it out")


def reason(question: str, argument: str) -> tuple[str, str] | None:
    """Return why a question does not take an argument, and what to do instead; None if no question takes it.

    >>> reason("solutions", "seed")
    ('its order is always the same', 'use search(seed=...)')
    >>> reason("explain", "orbits")
    ('orbits is an argument of solutions() and count()', 'leave it out')
    """
    takers = [taker for taker, own in ARGUMENTS.items() if argument in own and "=" not in taker]
    if not takers:
        return None
    if argument in REFUSALS.get(question, {}):
        return REFUSALS[question][argument]
    if question in QUICK and argument in SEARCHING:
        return NO_SEARCH
    if argument in OTHERWISE:
        return OTHERWISE[argument]
    *most, last = (f"{taker}()" for taker in takers)
    listed = f"{', '.join(most)} and {last}" if most else last
    return f"{argument} {GENERIC} {listed}", "leave it out"


def refusal(question: str, argument: str) -> str | None:
    """Return the sentence that refuses an argument which other questions have."""
    words = reason(question, argument)
    return None if words is None else f"{question}() does not take {argument}, as {words[0]}; {words[1]}"


def refusing(asked: type[Refusing]) -> type[Refusing]:
    """Let the questions of a class refuse arguments by name.

    >>> from dlx import Problem
    >>> Problem([["a"]]).solutions(seed=3)
    Traceback (most recent call last):
        ...
    TypeError: solutions() does not take seed, as its order is always the same; use search(seed=...)
    """
    codes = {name: member.__code__ for name, member in vars(asked).items() if isinstance(member, FunctionType)}
    for name, arguments in enter(codes).items():
        question = getattr(asked, name)
        if "time_limit" in arguments:
            word = "" if name in LIMITED_BY_ITSELF else "time_limit"
            question = limited(name, word, lists=name in LISTS)(question)
        setattr(asked, name, spelled(question, name, refusal))
    return asked


def enter(methods: Mapping[str, CodeType]) -> dict[str, list[str]]:
    """Enter the questions among the methods of a class into the table of support: public ones that take given options.

    Return the arguments of each.
    """
    public = {name: named_arguments(code) for name, code in methods.items() if not name.startswith("_")}
    asking = {name: arguments for name, arguments in public.items() if not GIVEN_NAMES.isdisjoint(arguments)}
    ARGUMENTS.update(asking)
    return asking


def named_arguments(code: CodeType) -> list[str]:
    """Return the names of the arguments of a function in their order; an import of inspect would take 10 ms.

    >>> named_arguments(named_arguments.__code__)
    ['code']
    """
    return [name for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if name not in BOUND]
