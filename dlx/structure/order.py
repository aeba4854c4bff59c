# SPDX-License-Identifier: MIT
"""An order of items in which the items of an option are near each other: reverse Cuthill-McKee.

A memoized search that branches on the first open item stores the states of a frontier, the items that options reach
beyond it. The frontier of a grid of 4 x 300 cells is 4 wide if the cells are listed by column, and 300 if by row:

    row by row  1  2  3  4 ..        column by column  1  5  9 ..      dominoes: 3 kinds of states per cell,
              301 302 303 ..                           2  6 10 ..      or more than there are particles

Cuthill and McKee visit the items breadth first, the neighbors with fewest options first, from an item at the end of a
longest known path. George reversed the order. It takes time in proportion to the entries and to the levels of the
search.

Reference: Cuthill and McKee, Reducing the bandwidth of sparse symmetric matrices, ACM 1969; George and Liu, An
implementation of a pseudoperipheral node finder, ACM TOMS 5 (1979).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..matrix.build import Int64
from ..matrix.incidence import entry_options, options_with_primary
from ..matrix.matrix import Matrix
from ..matrix.sorting import places_by
from ..system import calloff

CLEARLY = 2  # a new order must make the frontier this many times narrower
MOST_TRIALS = 4  # searches for an item at the end of a longest path


def narrowed(matrix: Matrix) -> Matrix | None:
    """Return the same problem with its primary items in an order of a narrower frontier; None if none is clearly so.

    >>> from dlx import Problem
    >>> rows = [[(r, c) for c in range(9)] for r in (0, 1)]
    >>> pairs = [[a, b] for row in rows for a, b in zip(row, row[1:])] + [list(pair) for pair in zip(*rows)]
    >>> narrowed(Problem(pairs, rows[0] + rows[1])).primary[:6]
    ((1, 8), (0, 8), (1, 7), (0, 7), (1, 6), (0, 6))
    """
    if matrix.n_primary < 3 or not matrix.n_options:
        return None
    graph = _Graph(matrix)
    before = graph.frontier(np.arange(matrix.n_primary))
    if before <= CLEARLY or not graph.may_be_narrow(before // CLEARLY):
        return None
    order = graph.cuthill_mckee()
    if CLEARLY * graph.frontier(order) > before:
        return None
    return reordered(matrix, order)


def near_each_other(matrix: Matrix) -> Int64 | None:
    """Return the primary items in the order of reverse Cuthill-McKee, or None if it cannot narrow the frontier."""
    if matrix.n_primary < 3 or not matrix.n_options:
        return None
    graph = _Graph(matrix)
    if not graph.may_be_narrow(graph.frontier(np.arange(matrix.n_primary))):
        return None
    return graph.cuthill_mckee()


def in_order(matrix: Matrix, items: Sequence[Hashable]) -> Matrix:
    """Return the same problem with its primary items in this order; unlisted items come last.

    Raises:
        ValueError: an item that is not primary, or an item twice.
    """
    numbers = {item: k for k, item in enumerate(matrix.primary)}
    order = dict[int, None]()
    for item in items:
        if item not in numbers:
            raise ValueError(f"order has {item!r}, which is not a primary item")
        if numbers[item] in order:
            raise ValueError(f"order has {item!r} twice")
        order[numbers[item]] = None
    return reordered(matrix, np.array(list(dict.fromkeys((*order, *range(matrix.n_primary)))), np.int64))


def reordered(matrix: Matrix, order: Int64) -> Matrix:
    """Return the same problem with its primary items in this order, a permutation of their numbers."""
    n = matrix.n_primary
    number = np.arange(matrix.n_items, dtype=np.int32)
    number[order] = np.arange(n, dtype=np.int32)
    names = (*(matrix.items[k] for k in order.tolist()), *matrix.secondary)
    bounds = None if matrix.bounds is None else matrix.bounds[order]
    fields = matrix.fields()
    return Matrix.from_fields(fields._replace(items=names, indices=number[matrix.indices], bounds=bounds))


class _Graph:
    """Items, adjacent if an option has both; options without primary items do not count."""

    def __init__(self, matrix: Matrix) -> None:
        used = options_with_primary(matrix)
        owner = entry_options(matrix)
        kept = used[owner]
        self.n_items, self.n_primary, self.n_options = matrix.n_items, matrix.n_primary, matrix.n_options
        self.owner, self.item = owner[kept], matrix.indices[kept]
        self.first = np.zeros(matrix.n_options + 1, np.int64)  # option -> its first kept entry
        np.cumsum(np.bincount(self.owner, minlength=self.n_options), out=self.first[1:])
        calloff.check()
        self.degree = np.bincount(self.item, minlength=self.n_items)
        self.by_item = places_by(self.item, self.n_items)  # entries sorted by item
        self.start = np.concatenate(([0], np.cumsum(self.degree)))
        self._item_place = np.empty(self.n_items, np.int64)  # for _first_places
        self._option_place = np.empty(self.n_options, np.int64)
        calloff.check()

    def frontier(self, order: Int64) -> int:
        """Return the largest number of items that are not yet reached and in an option with a reached one.

        A secondary item counts from its first option to its last.
        """
        place = np.full(self.n_items, -1, np.intp)  # 32 bits on i686, where bincount takes no more
        place[order] = np.arange(len(order))
        entry = place[self.item]
        primary = entry >= 0
        first = np.full(self.n_options, len(order), np.intp)  # place of the first item of the option
        np.minimum.at(first, self.owner[primary], entry[primary])
        calloff.check()
        last = np.zeros(self.n_options, np.intp)
        np.maximum.at(last, self.owner[primary], entry[primary])
        calloff.check()
        begin = np.full(self.n_items, len(order), np.intp)
        np.minimum.at(begin, self.item, first[self.owner])
        calloff.check()
        end = np.zeros(self.n_items, np.intp)
        np.maximum.at(end, self.item[~primary], last[self.owner[~primary]])
        calloff.check()
        end[order] = place[order]
        live = begin < end
        change = np.bincount(begin[live], minlength=len(order) + 1) - np.bincount(end[live], minlength=len(order) + 1)
        return int(np.cumsum(change).max(initial=0))

    def may_be_narrow(self, width: int) -> bool:
        """Return whether the levels of a search from one item are this narrow: a quick refusal."""
        return max(map(len, self._levels(int(np.argmin(self.degree[: self.n_primary]))))) <= width

    def cuthill_mckee(self) -> Int64:
        """Return the primary items, last first in the order of Cuthill and McKee, one component after the other."""
        seen = np.zeros(self.n_items, bool)
        order = []
        for k in np.lexsort((np.arange(self.n_items), self.degree)).tolist():
            if not seen[k]:
                levels = self._levels(self._end(k))
                order += levels
                seen[np.concatenate(levels)] = True
        backward = np.concatenate(order)[::-1]
        return backward[backward < self.n_primary]

    def _end(self, item: int) -> int:
        """Return an item as far from another as we find, from this one on."""
        levels = self._levels(item)
        for _ in range(MOST_TRIALS):
            far = levels[-1]
            end = int(far[np.argmin(self.degree[far])])
            longer = self._levels(end)
            if len(longer) <= len(levels):
                break
            item, levels = end, longer
        return item

    def _levels(self, item: int) -> list[Int64]:
        """Return the items by their distance from this one; in a level by their first neighbor, then by degree."""
        seen, read = np.zeros(self.n_items, bool), np.zeros(self.n_options, bool)
        seen[item] = True
        levels: list[Int64] = [np.array([item], np.int64)]
        while len(levels[-1]):
            levels.append(self._next(levels[-1], seen, read))
            seen[levels[-1]] = True
        return levels[:-1]

    def _next(self, level: Int64, seen: NDArray[np.bool_], read: NDArray[np.bool_]) -> Int64:
        """Return the next level; each option is read once in a search, with the first of its items."""
        calloff.check()
        places, parent = _ranges(self.start[level], self.start[level + 1])
        options = self.owner[self.by_item[places]]
        fresh = ~read[options] & _first_places(options, self._option_place)
        options, parent = options[fresh], parent[fresh]
        read[options] = True
        calloff.check()
        entries, which = _ranges(self.first[options], self.first[options + 1])
        items, parent = self.item[entries], parent[which]
        fresh = ~seen[items]
        items, parent = items[fresh], parent[fresh]
        calloff.check()
        first = _first_places(items, self._item_place)  # with the least parent, as parents ascend
        items, parent = items[first], parent[first]
        return items[np.lexsort((items, self.degree[items], parent))].astype(np.int64)


def _first_places(numbers: NDArray[np.int32], room: Int64) -> NDArray[np.bool_]:
    """Return a mask of the places where a number occurs first; ``room`` has a place for each number."""
    places = np.arange(len(numbers))
    room[numbers[::-1]] = places[::-1]  # the last assignment to a place holds
    mask: NDArray[np.bool_] = room[numbers] == places
    return mask


def _ranges(start: Int64, end: Int64) -> tuple[Int64, Int64]:
    """Return the numbers of all ranges, one range after the other, and the range of each number."""
    sizes = end - start
    which = np.repeat(np.arange(len(start), dtype=np.int64), sizes.astype(np.intp))  # 32 bits on i686
    return np.arange(len(which)) - (np.cumsum(sizes) - sizes)[which] + start[which], which
