# SPDX-License-Identifier: MIT
"""The elements of a set in an order of their own, because Python's order of a set of strings changes from run to run.

    {"b", "a"}                      "a" "b"                   strings by their characters
    {10, 9, 2.5}                    2.5 9 10                  numbers by size
    {("r", 2), ("r", 10)}           ("r", 2) ("r", 10)        tuples, sets and dataclasses by their parts
    {None, "a", 3}                  3 "a" None                kinds one after the other
    {<object at 0x7f...>, ...}      refused                   nothing in them is the same in the next run

Only sets are sorted. Lists, tuples, dictionaries and their views have an order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise
from numbers import Real
from typing import Any, TypeVar, overload

from ..system.wording import truncate

SetElement = TypeVar("SetElement")

USUAL = {str}, {int}  # types of the elements of most sets
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]+")  # in a repr: of an object that has no name


@overload
def in_order(elements: Sequence[SetElement], place: str) -> Sequence[SetElement]: ...
@overload
def in_order(elements: Iterable[SetElement], place: str) -> Iterable[SetElement]: ...
def in_order(elements: Iterable[SetElement], place: str) -> Iterable[SetElement]:
    """Return the elements of a set as a sorted list, and anything else as it is.

    Raises:
        TypeError: no order of the elements is the same in every run; `place` begins the message.

    >>> in_order({"b", 10, "a", 9, ("x", None)}, "option 0")
    [9, 10, 'a', 'b', ('x', None)]
    >>> in_order(("b", "a"), "option 0")
    ('b', 'a')
    """
    if not isinstance(elements, (set, frozenset)):
        return elements
    kinds = {*map(type, elements)}
    if kinds in USUAL:  # ten times sooner
        return sorted(elements)
    keys = [(_key(element, place), k) for k, element in enumerate(elements)]
    keys.sort()
    listed = list(elements)
    for (key, k), (next_key, _) in pairwise(keys):
        if key == next_key:
            raise _without_order(listed[k], place)
    return [listed[k] for _, k in keys]


def _key(element: Any, place: str) -> tuple[Any, ...]:
    """Return a key that does not depend on the run; keys of all kinds can be compared."""
    if isinstance(element, Real) and element == element:  # nan is equal to nothing
        return 0, element
    if isinstance(element, str):
        return 1, element
    if isinstance(element, bytes):
        return 2, element
    if isinstance(element, tuple):
        return 3, tuple(_key(part, place) for part in element)
    if isinstance(element, frozenset):
        return 4, tuple(sorted(_key(part, place) for part in element))
    kind = f"{type(element).__module__}.{type(element).__qualname__}"
    if is_dataclass(element) and not isinstance(element, type):
        return 5, kind, tuple(_key(getattr(element, field.name), place) for field in fields(element))
    shown = repr(element)
    if ADDRESS.search(shown):
        raise _without_order(element, place)
    return 6, kind, shown


def _without_order(element: object, place: str) -> TypeError:
    what = f"{place} is a set with {truncate(repr(element))}, whose order differs from run to run"
    return TypeError(f"{what}; pass a list or a tuple")
