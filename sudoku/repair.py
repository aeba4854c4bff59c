# SPDX-License-Identifier: MIT
"""Extra clues that leave one of several solutions: as few of them as can be.

The clues are digits of the solution that is to be left, the target, and every other solution must differ from it in a
cell that gets a clue. So wanted is a smallest set of cells that hits all of these differences, for the best target:

    target       . 3 . . 4 . 7        differences from the target
    solution 2   . 7 . . 4 . 3        {2 7}               cells 2 and 5 will do,
    solution 3   . 3 . . 9 . 7        {5}                 and for this target nothing less
    solution 4   . 7 . . 9 . 3        {2 5 7}

Differences with no cell in common are a bound from below, found in a moment; most targets go by that. For the others
the differences are looked at as they are needed: those that what hits the others does not hit.

Where there are too many solutions to list them, clues are added one by one, each time one that leaves few solutions,
until they can be listed. That is no more than an upper bound; but whether one clue or two will do is found out, by
asking for each and for each pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from dlx.search import Status

from .asking import Questions, with_each, without_each
from .hitting import smallest_hitting_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Solutions = NDArray[np.uint8]  # (N, cells)
    Differences = NDArray[np.bool_]  # (N - 1, cells)

BLOCK = 4096  # pairs of clues in a batch
PAIRS = 25 * BLOCK  # asked at most: about a second
RARE = 50  # solutions of a clue, at most, that are counted to find the clue that leaves fewest


@dataclass(frozen=True, slots=True)
class Repair:
    """Clues that would leave one solution."""

    clues: tuple[tuple[int, int], ...]  # (cell, digit), by cell
    smallest: bool  # no fewer will do; False: that is not known
    at_least: int  # so many are needed


def repair(ask: Questions, clues: list[int], solutions: list[bytes], exact: bool) -> Repair | None:
    """Clues to add to these, which have several solutions: these ones, and no others where that is `exact`.

    None if time ran out before any were found.

    >>> from sudoku import Board
    >>> ask = Questions(Board(2, 2), 10)
    >>> clues = [0, 5, 10, 18]  # 1234 3... .... ....
    >>> found, _ = ask.first(clues, 100)
    >>> len(found), repair(ask, clues, found, True)
    (6, Repair(clues=((14, 1),), smallest=True, at_least=1))
    """
    if not exact:
        return _of_many(ask, clues, len(solutions))
    best, least = _best_target(_table(solutions), ask)
    return Repair(tuple(sorted(best.items())), len(best) <= least, least)


def _table(solutions: list[bytes]) -> Solutions:
    return np.frombuffer(b"".join(solutions), np.uint8).reshape(len(solutions), -1)


# --- where all solutions are listed


def _best_target(solutions: Solutions, ask: Questions) -> tuple[dict[int, int], int]:
    """By cell the digits of a smallest set of clues, and how many are needed; fewer than there are if time ran out."""
    bounds = np.ones(len(solutions), np.int64)
    best: dict[int, int] = {}
    for k in range(len(solutions)):
        bounds[k] = _apart(_differences(solutions, k))
        if ask.over():
            return _any_hitting(solutions), 1
    for k in np.argsort(bounds, kind="stable").tolist():
        if best and bounds[k] >= len(best):
            break
        try:
            cells = _hitting(_differences(solutions, k), int(bounds[k]), len(best) - 1 if best else None, ask)
        except TimeoutError:
            return best or _any_hitting(solutions), int(bounds[k])
        if cells is not None:
            best = {cell: int(solutions[k, cell]) for cell in cells}
    return best, len(best)


def _differences(solutions: Solutions, target: int) -> Differences:
    """The cells in which the others differ from the target, those with fewest first."""
    differ: Differences = np.delete(solutions, target, axis=0) != solutions[target]
    return differ[np.argsort(differ.sum(axis=1), kind="stable")]


def _apart(differ: Differences) -> int:
    """How many of these, taken as they come, have no cell in common."""
    number = 0
    while len(differ):
        differ = differ[~(differ & differ[0]).any(axis=1)]
        number += 1
    return number


def _hitting(differ: Differences, least: int, most: int | None, ask: Questions) -> list[int] | None:
    """A smallest set of cells that hits all of these; None if that takes more than `most`."""
    bits = [1 << k for k in range(differ.shape[1])]
    sets: list[int] = []
    cells: list[int] = []
    while True:
        rest = differ[~differ[:, cells].any(axis=1)]
        if not len(rest):
            return cells
        while len(rest):  # several at once, with no cell in common
            sets.append(sum(bits[cell] for cell in np.flatnonzero(rest[0]).tolist()))
            rest = rest[~(rest & rest[0]).any(axis=1)]
        found = smallest_hitting_set(sets, least, **({} if most is None else {"most": most}), over=ask.over)
        if found is None:
            return None
        least = max(least, found.bit_count())
        cells = [cell for cell, bit in enumerate(bits) if found & bit]


def _any_hitting(solutions: Solutions) -> dict[int, int]:
    """Clues that leave the first solution, each time the one that leaves fewest."""
    differ = _differences(solutions, 0)
    chosen = {}
    while len(differ):
        cell = int(differ.sum(axis=0).argmax())
        chosen[cell] = int(solutions[0, cell])
        differ = differ[~differ[:, cell]]
    return chosen


# --- where there are too many


def _of_many(ask: Questions, clues: list[int], listed: int) -> Repair | None:
    """A set of clues that may not be a smallest one, but for those of one or two, which are looked for."""
    options, counts = _counted(ask, clues, np.arange(ask.board.cells * ask.board.side))
    if not len(options):
        return None
    order = np.argsort(counts, kind="stable")
    if counts[order[0]] == 1:
        return _repair(ask, [int(options[order[0]])], 1)
    extra = _narrowed(ask, clues, listed, options, counts)
    if extra is not None and len(extra) == 2:
        return _repair(ask, extra, 2)
    pair, complete = _pair(ask, clues, options[order].tolist())
    if pair is not None:
        return _repair(ask, pair, 2)
    return None if extra is None else _repair(ask, extra, 2 + complete)


def _repair(ask: Questions, extra: list[int], least: int) -> Repair:
    side = ask.board.side
    named = tuple((clue // side, clue % side + 1) for clue in sorted(extra))
    return Repair(named, len(named) <= least, least)


def _counted(
    ask: Questions, clues: list[int], options: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of these options those that are in some but not in all solutions, and in how many; none if time ran out."""
    side = ask.board.side
    counts, known = ask.counts(with_each(clues, options.tolist()), RARE)
    possible = known & (counts > 0)
    digits = np.bincount(options[possible] // side, minlength=ask.board.cells)
    wanted = possible & (digits[options // side] > 1)
    if not known.all():
        wanted[:] = False
    return options[wanted], counts[wanted]


def _narrowed(
    ask: Questions, clues: list[int], listed: int, options: NDArray[np.int64], counts: NDArray[np.int64]
) -> list[int] | None:
    """Clues that leave one solution, the rarest first; of equally rare ones, one of a cell with most digits."""
    side = ask.board.side
    added: list[int] = []
    while len(options):
        digits = np.bincount(options // side, minlength=ask.board.cells)[options // side]
        added.append(int(options[np.lexsort((-digits, counts))[0]]))
        found, status = ask.first(clues + added, listed)
        if status is Status.COMPLETE:
            best, _ = _best_target(_table(found), ask) if len(found) > 1 else ({}, 0)
            return _needed(ask, clues, added + [cell * side + digit - 1 for cell, digit in best.items()])
        options, counts = _counted(ask, clues + added, options)
    return None


def _needed(ask: Questions, clues: list[int], extra: list[int]) -> list[int]:
    """Without those that can go again."""
    while len(extra) > 1:
        counts, known = ask.counts([clues + part for part in without_each(extra)], 2)
        spare = np.flatnonzero(known & (counts == 1))
        if not len(spare):
            break
        del extra[int(spare[0])]
    return extra


def _pair(ask: Questions, clues: list[int], options: list[int]) -> tuple[list[int] | None, bool]:
    """Two of these that leave one solution; and whether all pairs were asked."""
    side = ask.board.side
    pairs = ([a, b] for b, a in combinations(options, 2) if a // side != b // side)
    for _ in range(PAIRS // BLOCK):
        some = list(islice(pairs, BLOCK))
        if not some:
            return None, True
        counts, known = ask.counts([clues + pair for pair in some], 2)
        if (counts[known] == 1).any():
            return some[int(np.flatnonzero(known & (counts == 1))[0])], True
        if not known.all():
            return None, False
    return None, next(pairs, None) is None
