# SPDX-License-Identifier: MIT
"""The four functions of the package xcover: options in, lists of option numbers or the nodes of a diagram out.

    covers(options, primary=..., secondary=..., colored=True)

        only `primary` is given       all other items are secondary
        only `secondary` is given     all other items are primary
        neither                       all items are primary
        colored                       "x:red" is item x with color red, if x is secondary

Reference: J. F. Rudge, xcover, https://github.com/johnrudge/xcover.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator

from numpy.typing import ArrayLike

from ..matrix.colored import Colored
from ..matrix.sets import in_order
from ..problem import Problem
from ..questions.zdd import ZDD
from ..system.keywords import spelled
from .exact_cover import problem_of


@spelled
def problem_with(
    options: Iterable[Iterable[Hashable]],
    primary: Collection[Hashable] | None = None,
    secondary: Collection[Hashable] | None = None,
    colored: bool = False,
) -> Problem:
    """Return the problem of xcover's arguments.

    >>> problem_with([["a", "x:red"], ["b", "x:red"], ["b", "x"]], primary=["a", "b"], colored=True).count()
    1
    """
    listed = [in_order(option, f"option {k}") for k, option in enumerate(in_order(options, "options"))]
    uses = [[_use(word) if colored else word for word in option] for option in listed]
    items = list(dict.fromkeys(use.item if isinstance(use, Colored) else use for option in uses for use in option))
    if secondary is None:
        named_items = set(items if primary is None else primary)
        secondary = [item for item in items if item not in named_items]
    if primary is None:
        named_items = set(secondary)
        primary = [item for item in items if item not in named_items]
    return Problem(uses, in_order(primary, "primary"), in_order(secondary, "secondary"))


def _use(word: Hashable) -> Hashable:
    """Return a word of an option as an item, with its color if it has one."""
    item, colon, color = word.partition(":") if isinstance(word, str) else (word, "", "")
    return Colored(item, color) if colon else item


@spelled
def covers(
    options: Iterable[Iterable[Hashable]],
    primary: Collection[Hashable] | None = None,
    secondary: Collection[Hashable] | None = None,
    colored: bool = False,
) -> Iterator[list[int]]:
    """Yield the solutions, each as the ascending list of its options.

    >>> list(covers([["a", "x"], ["b", "x"], ["b"]], secondary=["x"]))
    [[0, 2]]
    """
    yield from map(list, problem_with(options, primary, secondary, colored).solutions())


def covers_bool(matrix: ArrayLike) -> Iterator[list[int]]:
    """Yield the solutions of a matrix, each as the ascending list of its rows.

    >>> sorted(covers_bool([[1, 0], [0, 1], [1, 1]]))
    [[0, 1], [2]]
    """
    yield from map(list, problem_of(matrix).solutions())


@spelled
def covers_zdd(
    options: Iterable[Iterable[Hashable]],
    primary: Collection[Hashable] | None = None,
    secondary: Collection[Hashable] | None = None,
    colored: bool = False,
    use_memo_cache: bool = False,
    choose_heuristic: str = "MRV",
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the nodes of a diagram of all solutions: its number from 2 on, its option, its low and high branch.

    0 and 1 are the terminals, and the last node is the root; there is none if there is no solution. We always keep
    states, and choose the item ourselves: `use_memo_cache` and `choose_heuristic` change nothing.

    >>> list(covers_zdd([["a"], ["b"], ["a", "b"]]))
    [(2, 1, 0, 1), (3, 0, 0, 2), (4, 2, 3, 1)]
    """
    return _nodes(problem_with(options, primary, secondary, colored).zdd())


@spelled
def covers_bool_zdd(
    matrix: ArrayLike, use_memo_cache: bool = False, choose_heuristic: str = "MRV"
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the nodes of a diagram of all solutions of a matrix; see :func:`covers_zdd`."""
    return _nodes(problem_of(matrix).zdd())


def _nodes(diagram: ZDD) -> Iterator[tuple[int, int, int, int]]:
    """Yield the nodes of a diagram up to its root, each after its branches."""
    for number, (option, low, high) in enumerate(diagram.nodes[:, 2 : diagram.root + 1].T.tolist(), 2):
        yield number, option, low, high
