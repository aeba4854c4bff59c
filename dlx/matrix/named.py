# SPDX-License-Identifier: MIT
"""Options as a caller names them: by number, by items, or by a function that selects them.

    options 0: a b   1: c   2: a   3: b c

    3                            option 3
    ("c", "b")                   option 3, the only one with exactly these items, in any order
    lambda items: "c" in items   options 1 and 3

If the options have rows (rows.py), a row names its option as well, and a function receives a row.

Numbers cost what they cost without names: a question of ten microseconds must not pay for a convenience.

A further primary item for options that a caller selects: "one of these", where `given` means all of them.

    options 0: Jo early   1: Jo late   2: Jo night        with_item("Jo works", [0, 1, 2])
            0: Jo early   1: Jo late   2: Jo night        one of them is in every solution
               "Jo works"    "Jo works"   "Jo works"      with bounds (0, 2): at most two

The options keep their numbers, so a solution of the new problem is one of the old problem.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import index
from typing import Any

import numpy as np

from ..system.calloff import check, watched
from ..system.wording import SHOWN_NAMES, truncate
from .build import Fields, check_nodes, item_numbers, multiplicity, with_numbers
from .colored import Colored
from .incidence import item_bounds
from .matrix import Matrix
from .numbers import in_range, option_number
from .sets import in_order

Options = Iterable[Any] | Callable[[Any], object]  # of numbers, of collections of items, of functions; or a function
CHOOSING = ("given", "selected")  # the names under which a function must hold for an option
NO_OPTIONS: tuple[int, ...] = ()  # the usual argument, the same object everywhere in CPython


def named_options(matrix: Matrix, options: Options, name: str) -> tuple[int, ...]:
    """Return the numbers of the options that a caller names; ``name`` says in an error which options they are.

    Raises:
        TypeError: neither a number, nor a collection of items, nor a function.
        ValueError: an option that does not exist, items that several options have, or a function that gives no option.

    >>> from dlx import Problem
    >>> p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> named_options(p, [2, ("c", "b")], "given"), named_options(p, lambda items: "c" in items, "banned")
    ((2, 3), (1, 3))
    """
    if options is NO_OPTIONS:
        return NO_OPTIONS
    if type(options) in (tuple, list) and in_range(matrix.n_options, numbers := tuple(options)):  # type: ignore[arg-type]
        return numbers
    return Names(matrix, name).numbers(options)


def named_option(matrix: Matrix, option: Any) -> int:
    """Return the number of one option, named in any way that names one."""
    options = named_options(matrix, (option,), "the")
    if len(options) != 1:
        raise ValueError(f"the function selects {len(options)} options; it must select one")
    return options[0]


class Names:
    """The names of a problem's options, for many look-ups."""

    def __init__(self, matrix: Matrix, name: str) -> None:
        self.matrix, self.name = matrix, name

    def numbers(self, options: Options) -> tuple[int, ...]:
        """Return the numbers of the options that a caller names; see :func:`named_options`."""
        if isinstance(options, (str, bytes)) or not (isinstance(options, Iterable) or callable(options)):
            raise TypeError(f"{self.name} is {options!r}; give a list of options, or a function of their items")
        named = tuple(in_order(options, self.name)) if isinstance(options, Iterable) else (options,)
        if in_range(self.matrix.n_options, named):
            return named
        return tuple(number for option in named for number in self._numbers(option))

    def _numbers(self, option: Any) -> Iterable[int]:
        if callable(option):
            return self._selected(option)
        option = bool(option) if isinstance(option, np.bool_) else option
        try:
            index(option)
        except TypeError:
            return (self._only(option),)
        return (option_number(self.matrix.n_options, option, self.name),)

    def _selected(self, holds: Callable[[Any], object]) -> list[int]:
        holds = watched(holds)  # it may take long, and its time counts
        options = [k for k in range(self.matrix.n_options) if holds(self.matrix.row(k))]
        if not options and self.name in CHOOSING:  # otherwise every answer would be that without the function
            what = "the function holds for no option; is a name misspelt, or a number given as text?"
            raise ValueError(f"{self.name}: {what}")
        return options

    def _only(self, option: Any) -> int:
        shown = f"{self.name} option {truncate(repr(option))}"
        options = self._with_row(option)
        if options:
            return only(options, shown, "this row")
        if isinstance(option, (str, bytes, Mapping)) or not isinstance(option, Iterable):
            kinds = "an option number, nor a row" if self.matrix.rows is not None else "an option number"
            raise TypeError(f"{shown} is not {kinds}, nor a list of items, nor a function{self._hint(option)}")
        return self.with_items(tuple(in_order(option, shown)), shown)

    def _with_row(self, row: Any) -> list[int]:
        """Return the options with this row; one that cannot be hashed takes a look at every row."""
        try:
            return self._hashed_rows.get(row, [])
        except TypeError:
            return [k for k, candidate in enumerate(self.matrix.rows or ()) if _same(candidate, row)]

    @cached_property
    def _hashed_rows(self) -> dict[Any, list[int]]:
        rows: dict[Any, list[int]] = {}
        for k, row in enumerate(self.matrix.rows or ()):
            rows.setdefault(row, []).append(k)
        return rows

    def with_items(self, uses: Sequence[Hashable], shown: str) -> int:
        """Return the number of the only option that has exactly these items; ``shown`` begins the error."""
        check()
        wanted = [self._item(use.item if isinstance(use, Colored) else use, shown) for use in uses]
        candidates = [k for k in self._having(wanted[0]) if set(self.matrix.option(k)) >= set(uses)] if wanted else []
        exact = [k for k in candidates if len(self.matrix.option(k)) == len(uses) == len(set(uses))]
        larger = [k for k in candidates if len(self.matrix.option(k)) > len(uses)]
        if larger and not exact:
            raise ValueError(f"{shown}: no option has exactly these items; options with more items: {_listed(larger)}")
        return only(exact, shown, "exactly these items")

    def _having(self, item: int) -> list[int]:
        """Return the options that have an item."""
        entries = np.flatnonzero(self.matrix.indices == item)
        options: list[int] = (np.searchsorted(self.matrix.indptr, entries, side="right") - 1).tolist()
        return options

    def _hint(self, option: Any) -> str:
        """Return advice for an item in place of an option."""
        try:
            item = self._items.get(option)
        except TypeError:
            return ""
        having = [] if item is None else self._having(item)
        example = [self.matrix.option(k) for k in having[:1]]
        return f"; it is an item, and an option is named by all its items, as in {example!r}" if example else ""

    def _item(self, item: Hashable, shown: str) -> int:
        try:
            number = self._items.get(item)
        except TypeError:
            raise TypeError(f"{shown}: {truncate(repr(item))} cannot be hashed, so it is no item") from None
        if number is None:
            what = f"there is no item {truncate(repr(item))}"
            raise ValueError(f"{shown}: {what}; give option numbers or the items of one")
        return number

    @cached_property
    def _items(self) -> dict[Hashable, int]:
        return {item: k for k, item in enumerate(self.matrix.items)}


def _same(row: Any, wanted: Any) -> bool:
    """Return whether two rows are equal; arrays have no single answer and are equal to themselves alone."""
    try:
        return row is wanted or bool(row == wanted)
    except (TypeError, ValueError):
        return False


def only(options: Sequence[int], shown: str, what: str) -> int:
    """Return the only option found; raise ValueError if there are none or several."""
    if len(options) == 1:
        return options[0]
    if not options:
        raise ValueError(f"{shown}: no option has {what}")
    raise ValueError(f"{shown}: {len(options)} options have {what}; give one number of {_listed(options)}")


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:SHOWN_NAMES])) + ", ..." * (len(numbers) > SHOWN_NAMES)


# --- a further item for options that a caller selects


def with_item(matrix: Matrix, item: Hashable, options: Options, bounds: int | tuple[int, int]) -> Fields:
    """Return the parts of the problem in which these options have one more item; see :meth:`Problem.with_item`."""
    item_numbers([item], "the")
    if item in set(matrix.items):
        raise ValueError(f"the problem has an item {item!r}; choose another name")
    numbers = np.unique(np.array(named_options(matrix, options, "selected"), np.int64))
    check_nodes(len(matrix.indices) + len(numbers), matrix.n_items + 1)
    new, ends = matrix.n_primary, matrix.indptr[numbers + 1]
    before = np.searchsorted(numbers, np.arange(matrix.n_options + 1))  # entries that are added before an option
    low, high = item_bounds(matrix)
    parts = Fields(
        (*matrix.primary, item, *matrix.secondary),
        new + 1,
        (matrix.indptr + before).astype(np.int32),
        np.insert(matrix.indices + (matrix.indices >= new), ends, new).astype(np.int32),
        None if matrix.colors is None else np.insert(matrix.colors, ends, 0),
        matrix.color_names,
    )
    limits = [*zip(low[:new].tolist(), high[:new].tolist(), strict=True), multiplicity(item, bounds)]
    return with_numbers(parts, limits, None)._replace(costs=matrix.costs, rows=matrix.rows)
