# SPDX-License-Identifier: MIT
"""Algorithm X in plain Python: the search of the compiled kernels, simple enough to read and to trust.

Choose a primary item that is not covered yet, one with the fewest options. Try each of those options in turn: add it
to the solution and drop every incompatible option. Each level makes its own lists, without links
and without undoing. That makes it about 1,000 times slower than dancing links; the tests compare the two.

Reference: Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm X; colors as in Algorithm C.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..matrix.matrix import Matrix

Option = dict[Hashable, Hashable]  # item -> its color, or None


def solutions(problem: Matrix, given: Iterable[int] = (), banned: Iterable[int] = ()) -> Iterator[tuple[int, ...]]:
    """Yield all solutions with the given options and without the banned ones, as ascending tuples of option numbers.

    >>> from dlx import Problem
    >>> list(solutions(Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])))
    [(0, 1), (2, 3)]
    """
    options = [colored(problem, k) for k in range(problem.n_options)]
    items = list(problem.primary)
    out = set(banned)
    live = [k for k, option in enumerate(options) if k not in out and any(item in option for item in items)]
    chosen: list[int] = []
    for k in dict.fromkeys(given):
        if k not in live:
            return  # it contradicts the other given options: no solution has it
        chosen, items, live = choose(options, k, chosen, items, live)
    yield from extend(options, chosen, items, live)


def extend(
    options: list[Option], chosen: list[int], items: list[Hashable], live: list[int]
) -> Iterator[tuple[int, ...]]:
    """Yield all solutions that extend ``chosen``, cover the remaining items and use live options."""
    if not items:
        yield tuple(sorted(chosen))
        return
    item = min(items, key=lambda item: sum(item in options[k] for k in live))
    for k in live:
        if item in options[k]:
            yield from extend(options, *choose(options, k, chosen, items, live))


def choose(
    options: list[Option], k: int, chosen: list[int], items: list[Hashable], live: list[int]
) -> tuple[list[int], list[Hashable], list[int]]:
    """Return the chosen options, the remaining items and the live options after choosing option k."""
    return (
        [*chosen, k],
        [item for item in items if item not in options[k]],
        [other for other in live if compatible(options[k], options[other])],
    )


def compatible(a: Option, b: Option) -> bool:
    """Return whether a and b can both be chosen: each shared item must have the same color in both.

    No option is compatible with itself.
    """
    return all(a[item] is not None and a[item] == b[item] for item in a.keys() & b.keys())


def colored(problem: Matrix, k: int) -> Option:
    """Return an option as a mapping from items to colors."""
    entries = range(problem.indptr[k], problem.indptr[k + 1])
    colors = [0] * len(problem.indices) if problem.colors is None else problem.colors
    return {problem.items[problem.indices[e]]: int(colors[e]) or None for e in entries}
