# SPDX-License-Identifier: MIT
"""Algorithm X in plain Python: the search of the compiled kernels, simple enough to read and to trust.

Choose a primary item that still needs an option, one with the fewest branches. Try each of its options in turn: add it
to the solution and drop every incompatible option. Each level makes its own lists, without links
and without undoing. That makes it about 1,000 times slower than dancing links; the tests compare the two.

An item that needs n of its k options has k + 1 - n branches: each leaves out the options tried before it, so no set of
options is found twice. If no item needs an option, the chosen ones are a solution, and each live option may extend it.

Reference: Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm X; colors as in Algorithm C, multiplicities as
in Algorithm M.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..matrix.matrix import Matrix

Option = dict[Hashable, Hashable]  # item -> its color, or None
Wants = dict[Hashable, tuple[int, int]]  # item -> options that it needs, options that it has room for: at least one


def solutions(problem: Matrix, given: Iterable[int] = (), banned: Iterable[int] = ()) -> Iterator[tuple[int, ...]]:
    """Yield all solutions with the given options and without the banned ones, as ascending tuples of option numbers.

    >>> from dlx import Problem
    >>> list(solutions(Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])))
    [(0, 1), (2, 3)]
    """
    options = [colored(problem, k) for k in range(problem.n_options)]
    out, items = set(banned), wants(problem)
    live = [k for k, option in enumerate(options) if k not in out and not items.keys().isdisjoint(option)]
    chosen: list[int] = []
    for k in dict.fromkeys(given):
        if k not in live:
            return  # it contradicts the other given options: no solution has it
        chosen, items, live = choose(options, k, chosen, items, live)
    yield from extend(options, chosen, items, live)


def extend(options: list[Option], chosen: list[int], items: Wants, live: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield all solutions that extend ``chosen``, satisfy the remaining items and use live options."""
    _, branches = branch(options, items, live)
    if all(need <= 0 for need, _ in items.values()):
        yield tuple(sorted(chosen))
    for k in branches:
        yield from extend(options, *choose(options, k, chosen, items, live))
        live = [option for option in live if option != k]


def branch(options: list[Option], items: Wants, live: list[int]) -> tuple[Hashable, list[int]]:
    """Return the item to branch on and the options to try; None and all live options, if no item needs one."""
    needy = [item for item, (need, _) in items.items() if need > 0]
    if not needy:
        return None, live
    sizes = Counter(item for k in live for item in options[k])
    item = min(needy, key=lambda item: sizes[item] - items[item][0])
    return item, [k for k in live if item in options[k]][: max(sizes[item] + 1 - items[item][0], 0)]


def choose(
    options: list[Option], k: int, chosen: list[int], items: Wants, live: list[int]
) -> tuple[list[int], Wants, list[int]]:
    """Return the chosen options, the items with room and the live options after choosing option k."""
    option = options[k]
    less = {item: (need - (item in option), room - (item in option)) for item, (need, room) in items.items()}
    open_items = {item: (need, room) for item, (need, room) in less.items() if room > 0}
    full = items.keys() - open_items.keys()
    fit = [j for j in live if j != k and full.isdisjoint(options[j])]
    return [*chosen, k], open_items, [j for j in fit if compatible(option, options[j], open_items)]


def compatible(a: Option, b: Option, items: Collection[Hashable] = ()) -> bool:
    """Return whether a and b can both be chosen: each shared item must be one of those with room, or have the same
    color in both."""
    return all(item in items or (a[item] is not None and a[item] == b[item]) for item in a.keys() & b.keys())


def wants(problem: Matrix) -> Wants:
    """Return the least and the most options of each primary item."""
    bounds = [(1, 1)] * problem.n_primary if problem.bounds is None else map(tuple, problem.bounds.tolist())
    return dict(zip(problem.primary, bounds, strict=True))


def colored(problem: Matrix, k: int) -> Option:
    """Return an option as a mapping from items to colors."""
    entries = range(problem.indptr[k], problem.indptr[k + 1])
    colors = [0] * len(problem.indices) if problem.colors is None else problem.colors
    return {problem.items[problem.indices[e]]: int(colors[e]) or None for e in entries}
