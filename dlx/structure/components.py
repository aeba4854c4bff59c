# SPDX-License-Identifier: MIT
"""The components of a problem: parts that share no constraint, each a smaller matrix.

    options  0: a b   1: a   2: b   3: c x   4: c   5: d x       given: none, x secondary
    parts    {0, 1, 2} of items a, b                            {3, 4, 5} of items c, d, x

The solutions of the whole are the products of the solutions of its parts: counts multiply, costs add up, first
solutions join, and a part without a solution proves that the whole has none. We apply the assumptions first, with the
options that they force. Then we drop the items that constrain nothing more and so connect nothing:

 *  an item that one remaining option uses, or a color that all of its remaining options agree on,
 *  a primary item with multiplicities that needs none of its options and may have all of them.

An option that keeps no primary item gets a copy of one that it lost, which any solution may use or not, because an
option without primary items is never chosen. The work is linear in the number of entries, except for one sort of the
options; a million entries take about 0.1 s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..matrix.assumptions import Assumptions
from ..matrix.build import Bools, Fields, Int32, Int64
from ..matrix.incidence import entry_options, item_bounds, options_with_primary, remaining_problem
from ..matrix.matrix import Matrix
from ..matrix.sorting import places_by
from ..system import calloff
from .labels import labels

FORCING_ROUNDS = 16  # each as long as all the rest; a longer chain of forced options stays in its component


class Component(NamedTuple):
    """A part of a problem that shares no constraint with the others."""

    matrix: Matrix
    options: Int64  # option of the matrix -> its number in the whole problem, ascending


class Components(Sequence[Component]):
    """The components of a problem under assumptions, in the order of their first options.

    Each solution of the problem consists of ``forced`` and one solution of each component. Without components,
    ``forced`` is the only solution. A component is built when you take it, so ten thousand cost no more than needed.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import Assumptions
    >>> p = Problem([["a", "b"], ["a"], ["b"], ["c", "x"], ["c"], ["d", "x"], ["d"], ["e"]], secondary=["x"])
    >>> parts = components(p, Assumptions((), ()))
    >>> [part.options.tolist() for part in parts], parts.forced
    ([[0, 1, 2], [3, 4, 5, 6]], (7,))
    >>> parts.join([[0], [1, 2]])
    [0, 4, 5, 7]
    """

    def __init__(self, problem: Matrix, residual: _Residual) -> None:
        self.problem, self.forced = problem, tuple(sorted(residual.chosen))
        self._residual, self._labels = residual, _Labels.of(problem, residual)

    @cached_property
    def _entries(self) -> _Entries:
        return _sorted(self.problem, self._residual, self._labels)

    def __len__(self) -> int:
        return self._labels.n

    def __getitem__(self, k: int) -> Component:  # type: ignore[override]  # no slices
        """Return component k."""
        n = range(len(self))[k]
        return Component(self._matrix(n), self.options(n))

    def options(self, k: int) -> Int64:
        """Return the numbers of the options of component k in the whole problem, ascending."""
        e = self._entries
        return e.option[e.options[k] : e.options[k + 1]]

    def __iter__(self) -> Iterator[Component]:
        return map(self.__getitem__, range(len(self)))

    def _matrix(self, n: int) -> Matrix:
        problem, e = self.problem, self._entries
        parts = e.arrays(n)
        names = [problem.items[k] for k in e.item[e.items[n] : e.items[n + 1]].tolist()]
        costs = None if problem.costs is None else problem.costs[self.options(n)]
        bounds = None if parts.bounds is None or (parts.bounds == 1).all() else parts.bounds
        colors = None if parts.colors is None or not parts.colors.any() else parts.colors
        entries = parts.indptr, parts.indices, colors, problem.color_names
        return Matrix.from_fields(Fields(names, len(parts.bounds), *entries, bounds, costs))

    @cached_property
    def kinds(self) -> dict[bytes, list[int]]:
        """The components that differ only in names and costs: for each kind, in order, their numbers."""
        return self.alike()

    def alike(self, *, costs: bool = False) -> dict[bytes, list[int]]:
        """Return the components that differ only in names: for each kind, in order, the numbers of its components.

        Costs are names as well, unless ``costs`` is true. 90 separate boards of 8 queens are one kind.
        """
        kinds: dict[bytes, list[int]] = {}
        for n in range(len(self)):
            calloff.check()
            key = self._entries.arrays(n).key()
            if costs and self.problem.costs is not None:
                key += self.problem.costs[self.options(n)].tobytes()
            kinds.setdefault(key, []).append(n)
        return kinds

    @cached_property
    def sizes(self) -> Int64:
        """The number of options of each component."""
        return np.diff(self._entries.options)

    @property
    def apart(self) -> bool:
        """True if the problem falls apart, or one component is free of the multiplicities of the whole."""
        return len(self) != 1 or (self.problem.bounds is not None and self[0].matrix.bounds is None)

    def join(self, solutions: Iterable[Iterable[int]]) -> list[int]:
        """Return the solution, ascending, that consists of a solution of each component in turn, and ``forced``."""
        e, solution = self._entries, list(self.forced)
        for n, chosen in enumerate(solutions):
            solution += e.option[[e.options[n] + k for k in chosen]].tolist()
        return sorted(solution)


class _Arrays(NamedTuple):
    """The arrays of one component, as in a matrix."""

    indptr: Int32
    indices: Int32
    colors: Int32 | None
    bounds: Int32  # (primary items, 2)

    def key(self) -> bytes:
        """Return bytes that two components have in common only if they are equal."""
        sizes = np.array([len(self.indptr), len(self.indices), len(self.bounds)])
        return b"".join(arr.tobytes() for arr in (sizes, *self) if arr is not None)


class _Entries(NamedTuple):
    """The arrays of all components, one component after the other."""

    options: Int64  # (components + 1,) component n has the options from options[n] to options[n + 1] - 1
    option: Int64  # ... and their numbers in the whole problem
    items: Int64  # (components + 1,) component n has the items from items[n] to items[n + 1] - 1, primary ones first
    item: Int64  # ... and their numbers in the whole problem
    primary: Int64  # (components,) the number of primary items
    bounds: Int32  # (items, 2) least and most options of an item; (0, 1) for secondary items
    indptr: Int64  # (options + 1,) option k has the entries indptr[k] .. indptr[k+1]-1
    indices: Int32  # (entries,) the items, numbered from the first one of the component
    colors: Int32 | None  # (entries,)

    def arrays(self, n: int) -> _Arrays:
        first, end = self.options[n], self.options[n + 1]
        begin = self.indptr[first]
        entries = slice(begin, self.indptr[end])
        return _Arrays(
            (self.indptr[first : end + 1] - begin).astype(np.int32),
            self.indices[entries].copy(),
            None if self.colors is None else self.colors[entries].copy(),
            self.bounds[self.items[n] : self.items[n] + self.primary[n]].copy(),
        )


class _Residual(NamedTuple):
    """The problem that the assumptions leave."""

    chosen: list[int]  # given and forced options
    live: Bools  # the options that can still be chosen
    state: Int64  # of each item, as in remaining_problem()
    low: Int64  # (primary items,) options that the item still needs
    high: Int64  # (primary items,) ... and may have
    uses: Int64  # (items,) live options that use it
    owner: Int32  # (entries of the problem,) their options


def components(problem: Matrix, assumed: Assumptions) -> Components | None:
    """Return the components of a problem under assumptions, or None if it is plain that there is no solution.

    That an item has too few options left, or that given or forced options contradict each other, is plain.
    """
    residual = _forced(problem, assumed)
    if residual is None:
        return None
    return Components(problem, residual)


def _forced(problem: Matrix, assumed: Assumptions) -> _Residual | None:
    """Return the residual problem after the given options and those they force; None if there is no solution."""
    chosen, banned = list(dict.fromkeys(assumed.given)), list(assumed.banned)
    owner, possible = entry_options(problem), options_with_primary(problem)
    for last in [False] * FORCING_ROUNDS + [True]:
        calloff.check()
        residual = _residual(problem, chosen, banned, owner, possible)
        if residual is None or last:
            return residual
        n = problem.n_primary
        needed = np.zeros(problem.n_items, bool)
        needed[:n] = (residual.low == residual.uses[:n]) & (residual.low > 0)
        forced = owner[needed[problem.indices] & residual.live[owner]]
        if not len(forced):
            return residual
        chosen += np.unique(forced).tolist()
    raise AssertionError("the last round returns")


def _residual(problem: Matrix, chosen: list[int], banned: list[int], owner: Int32, possible: Bools) -> _Residual | None:
    """Return the residual problem after the chosen and banned options; None if an item has too few options."""
    n, (lower, upper) = problem.n_primary, item_bounds(problem)
    remaining = _whole(problem, lower) if not chosen and not banned else remaining_problem(problem, chosen, banned)
    if remaining is None:
        return None
    live, state, need = remaining
    live &= possible
    taken = np.zeros(problem.n_options, bool)
    taken[chosen] = True
    uses = np.bincount(problem.indices[live[owner]], minlength=problem.n_items)
    used = np.bincount(problem.indices[taken[owner]], minlength=problem.n_items)
    low, high = np.maximum(need, 0), (upper - used)[:n]
    if (low > uses[:n]).any():
        return None
    return _Residual(chosen, live, state, low, high, uses, owner)


def _whole(problem: Matrix, least: Int64) -> tuple[Bools, Int64, Int64]:
    """Return the remaining problem without assumptions, in a tenth of the time of ``remaining_problem``."""
    return np.ones(problem.n_options, bool), np.zeros(problem.n_items, np.int64), least[: problem.n_primary]


def _connecting(problem: Matrix, residual: _Residual) -> Bools:
    """Return a mask of the entries that constrain live options."""
    n, items = problem.n_primary, problem.indices
    of_live = residual.live[residual.owner]
    binds = residual.uses > 1
    binds[:n] = (residual.low > 0) | (residual.high < residual.uses[:n])
    if problem.colors is not None:
        colors = problem.colors
        usual = np.zeros(problem.n_items, np.int32)  # the color of some live option
        usual[items[of_live]] = colors[of_live]
        several_colors = np.zeros(problem.n_items, bool)
        several_colors[items[of_live & (colors != usual[items])]] = True
        binds[n:] &= (several_colors | (usual == 0))[n:]
    return of_live & binds[items]


class _Labels(NamedTuple):
    """The component of each live option, and the entries that constrain live options."""

    option: Int64  # (live options,) their numbers, ascending
    label: Int32  # (live options,) ... and components, numbered by their first options
    n: int  # number of components
    owner: Int32  # (kept entries,) the live option, by its index in `option`
    kept: Bools  # (entries of the problem,)

    @classmethod
    def of(cls, problem: Matrix, residual: _Residual) -> _Labels:
        option, kept = np.flatnonzero(residual.live), _connecting(problem, residual)
        calloff.check()
        number = np.zeros(problem.n_options, np.int32)
        number[option] = np.arange(len(option), dtype=np.int32)
        owner, item = number[residual.owner[kept]], problem.indices[kept]
        label, n = labels(_starts(owner, len(option)), np.ascontiguousarray(item), problem.n_items)
        return cls(option, label, n, owner, kept)


def _sorted(problem: Matrix, residual: _Residual, labeling: _Labels) -> _Entries:
    """Return the kept entries, sorted by component, with copies of items for options that keep no primary item."""
    option, label, n_parts, owner, kept = labeling
    item, color = problem.indices[kept], None if problem.colors is None else problem.colors[kept]
    owner, key, color = _with_copies(problem, residual, option, owner, item, color, label)
    calloff.check()
    order = places_by(label, n_parts)
    rank = np.empty(len(option), np.int32)
    rank[order] = np.arange(len(option), dtype=np.int32)
    by_part = places_by(rank[owner], len(option))
    calloff.check()
    entry_owner, entry_part, entry_key = rank[owner][by_part], label[owner][by_part], key[by_part]
    n = problem.n_primary
    part, kind, which = _numbered(entry_part, entry_key, n_parts, 2 * n + problem.n_items)
    calloff.check()
    items = np.searchsorted(part, np.arange(n_parts + 1))
    bounds = np.zeros((len(kind), 2), np.int32)
    bounds[:, 1] = np.minimum(np.bincount(which, minlength=len(kind)), 2**31 - 1)
    primary = kind < n
    bounds[primary, 0] = residual.low[kind[primary]]
    bounds[primary, 1] = np.minimum(residual.high[kind[primary]], bounds[primary, 1])
    return _Entries(
        np.searchsorted(label[order], np.arange(n_parts + 1)),
        option[order],
        items,
        np.where(primary, kind, np.where(kind < 2 * n, kind - n, kind - 2 * n)),
        np.bincount(part[kind < 2 * n], minlength=n_parts),
        bounds,
        _starts(entry_owner, len(option)).astype(np.int64),
        (which - items[entry_part]).astype(np.int32),
        None if color is None else color[by_part],
    )


def _numbered(part: Int32, key: Int32, n_parts: int, width: int) -> tuple[Int32, Int32, Int32]:
    """Number the items, which are the different pairs (component, key); keys below 2 n_primary are primary items and
    their copies. Return the component and the key of each item, and the item of each entry."""
    order = places_by(key, width)
    calloff.check()
    order = order[places_by(part[order], n_parts)]
    calloff.check()
    part, key = part[order], key[order]
    new = np.ones(len(order), bool)
    new[1:] = (part[1:] != part[:-1]) | (key[1:] != key[:-1])
    which = np.empty(len(order), np.int32)
    which[order] = np.cumsum(new, dtype=np.int32) - 1
    return part[new], key[new], which


def _with_copies(
    problem: Matrix, residual: _Residual, option: Int64, owner: Int32, item: Int32, color: Int32 | None, label: Int32
) -> tuple[Int32, Int32, Int32 | None]:
    """Return owners, keys and colors of the entries; first in each option that lacks a primary item, a copy of one."""
    n = problem.n_primary
    key = np.where(item < n, item, item + 2 * n)
    lacking = np.ones(len(option), bool)
    lacking[owner[item < n]] = False
    if not lacking.any():
        return owner, key, color
    poor = np.flatnonzero(lacking).astype(np.int32)
    primary = problem.indices < n
    firsts = np.minimum.reduceat(np.where(primary, problem.indices, problem.n_items), problem.indptr[:-1])
    owner = np.concatenate((poor, owner))
    key = np.concatenate((firsts[option[poor]] + n, key))
    color = None if color is None else np.concatenate((np.zeros(len(poor), np.int32), color))
    return owner, key, color


def _starts(owner: NDArray[np.integer], n: int) -> Int32:
    """Return where the entries of each of n options begin, if they are sorted by option."""
    starts = np.zeros(n + 1, np.int32)
    np.cumsum(np.bincount(owner, minlength=n), out=starts[1:])
    return starts
