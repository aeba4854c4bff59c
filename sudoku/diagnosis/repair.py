# SPDX-License-Identifier: MIT
"""Smallest repairs: as few extra clues as possible that leave one of several solutions.

The clues are digits of the remaining solution, the target, and every other solution must differ from it in a cell with
a new clue. We therefore look for a smallest set of cells that hits all of these differences, over all targets:

    target       . 3 . . 4 . 7        differences from the target
    solution 2   . 7 . . 4 . 3        {2 7}               cells 2 and 5 suffice,
    solution 3   . 3 . . 9 . 7        {5}                 and this target needs two
    solution 4   . 7 . . 9 . 3        {2 5 7}

The number of disjoint differences is a lower bound that is quick to compute and rules out most targets. For the others
we add differences only when the current hitting set misses them.

If there are too many solutions to list, we add clues one by one, each time one that leaves few solutions, until the
rest can be listed. The result is only an upper bound, so we also test every single clue and every pair to find out
whether one or two suffice.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from dlx.engine.status import Status
from dlx.system.public import public

from ..board.json_form import TEXT, TRUTH, WHOLE, Fact, JsonForm, by_name
from ..engine.queries import ClueQueries, with_each, without_each
from .hitting import smallest_hitting_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..board.board import Board

    Solutions = NDArray[np.uint8]  # (N, cells)
    Differences = NDArray[np.bool_]  # (N - 1, cells)

PAIRS_PER_BATCH = 4096  # pairs of clues per batch
MOST_CLUE_PAIRS = 1_000_000  # maximum number of pairs: most are in two known solutions, which takes 1 us to see
MOST_TESTED_PAIRS = 25 * PAIRS_PER_BATCH  # about a second; on a board with rules, one batch is
MOST_COUNTED_PER_CLUE = 50  # maximum number of solutions counted per clue, to find the clue that leaves fewest


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Repair:
    """Clues that would leave one solution."""

    clues: tuple[tuple[int, int], ...]  # (cell, digit), by cell
    smallest: bool  # whether no fewer suffice; False: unknown
    at_least: int  # lower bound on the clues needed

    form = JsonForm(
        "clues, by cell, that would leave one solution",
        clues=Fact(
            by_name(TEXT),
            lambda found, board: {board.cell_name(cell): board.signs[digit - 1] for cell, digit in found.clues},
        ),
        smallest=TRUTH,
        at_least=WHOLE,
    )

    def as_json(self, board: Board) -> dict[str, Any]:
        """Return the clues by the names of their cells, for `json.dumps`."""
        return self.form.of(self, board)


def repair(ask: ClueQueries, clues: list[int], solutions: list[bytes], exact: bool) -> Repair | None:
    """Return extra clues that leave one of the several solutions of `clues`; None if time runs out first.

    `solutions` are some of these solutions, or all of them if `exact`.

    >>> from sudoku import Board
    >>> ask = ClueQueries(Board(2, 2), 10)
    >>> clues = [0, 5, 10, 18]  # 1234 3... .... ....
    >>> found, _ = ask.first(clues, 100)
    >>> len(found), repair(ask, clues, found, True)
    (6, Repair(clues=((14, 1),), smallest=True, at_least=1))
    """
    if not exact:
        return _repair_with_many(ask, clues, solutions)
    best, least = _best_target(_table(solutions), ask)
    return Repair(tuple(sorted(best.items())), len(best) <= least, least)


def _table(solutions: list[bytes]) -> Solutions:
    return np.frombuffer(b"".join(solutions), np.uint8).reshape(len(solutions), -1)


# --- all solutions listed


def _best_target(solutions: Solutions, ask: ClueQueries) -> tuple[dict[int, int], int]:
    """Return a smallest set of clues by cell, and a lower bound on its size, which is smaller if time ran out."""
    bounds = np.ones(len(solutions), np.int64)
    best: dict[int, int] = {}
    for k in range(len(solutions)):
        bounds[k] = _count_disjoint(_differences(solutions, k))
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
    """Return the cells in which each other solution differs from the target, fewest first."""
    differ: Differences = np.delete(solutions, target, axis=0) != solutions[target]
    return differ[np.argsort(differ.sum(axis=1), kind="stable")]


def _count_disjoint(differ: Differences) -> int:
    """Count differences that are disjoint, chosen greedily."""
    number = 0
    while len(differ):
        differ = differ[~(differ & differ[0]).any(axis=1)]
        number += 1
    return number


def _hitting(differ: Differences, least: int, most: int | None, ask: ClueQueries) -> list[int] | None:
    """Return a smallest set of cells that hits all differences; None if it needs more than `most` cells."""
    bits = [1 << k for k in range(differ.shape[1])]
    sets: list[int] = []
    cells: list[int] = []
    while True:
        rest = differ[~differ[:, cells].any(axis=1)]
        if not len(rest):
            return cells
        while len(rest):  # several disjoint ones at once
            sets.append(sum(bits[cell] for cell in np.flatnonzero(rest[0]).tolist()))
            rest = rest[~(rest & rest[0]).any(axis=1)]
        found = smallest_hitting_set(sets, least, **({} if most is None else {"most": most}), over=ask.over)
        if found is None:
            return None
        least = max(least, found.bit_count())
        cells = [cell for cell, bit in enumerate(bits) if found & bit]


def _any_hitting(solutions: Solutions) -> dict[int, int]:
    """Return clues that leave the first solution, chosen greedily: each leaves the fewest others."""
    differ = _differences(solutions, 0)
    chosen = {}
    while len(differ):
        cell = int(differ.sum(axis=0).argmax())
        chosen[cell] = int(solutions[0, cell])
        differ = differ[~differ[:, cell]]
    return chosen


# --- too many solutions to list


def _repair_with_many(ask: ClueQueries, clues: list[int], solutions: list[bytes]) -> Repair | None:
    """Return a set of clues; if one or two suffice, it is a smallest set."""
    ask.grids.clear()
    options, counts = _count_each(ask, clues, np.arange(ask.board.cells * ask.board.side))
    if not len(options):
        return None
    order = np.argsort(counts, kind="stable")
    if counts[order[0]] == 1:
        return _repair(ask, [int(options[order[0]])], 1)
    extra = _narrow(ask, clues, len(solutions), options, counts)
    if extra is not None and len(extra) == 2:
        return _repair(ask, extra, 2)
    pair, complete = _pair(ask, clues, options[order].tolist(), _table([*ask.grids.union(solutions)]))
    if pair is not None:
        return _repair(ask, pair, 2)
    return None if extra is None else _repair(ask, extra, 2 + complete)


def _repair(ask: ClueQueries, extra: list[int], least: int) -> Repair:
    side = ask.board.side
    named = tuple((clue // side, clue % side + 1) for clue in sorted(extra))
    return Repair(named, len(named) <= least, least)


def _count_each(
    ask: ClueQueries, clues: list[int], options: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the options in some but not all solutions, with their solution counts; none if time ran out."""
    side = ask.board.side
    counts, known = ask.counts(with_each(clues, options.tolist()), MOST_COUNTED_PER_CLUE)
    possible = known & (counts > 0)
    digits = np.bincount(options[possible] // side, minlength=ask.board.cells)
    wanted = possible & (digits[options // side] > 1)
    if not known.all():
        wanted[:] = False
    return options[wanted], counts[wanted]


def _narrow(
    ask: ClueQueries, clues: list[int], listed: int, options: NDArray[np.int64], counts: NDArray[np.int64]
) -> list[int] | None:
    """Return clues that leave one solution, chosen rarest first; ties go to the cell with most digits."""
    side = ask.board.side
    added: list[int] = []
    while len(options):
        digits = np.bincount(options // side, minlength=ask.board.cells)[options // side]
        added.append(int(options[np.lexsort((-digits, counts))[0]]))
        found, status = ask.first(clues + added, listed)
        if status is Status.COMPLETE:
            best, _ = _best_target(_table(found), ask) if len(found) > 1 else ({}, 0)
            return _drop_unneeded(ask, clues, added + [cell * side + digit - 1 for cell, digit in best.items()])
        options, counts = _count_each(ask, clues + added, options)
    return None


def _drop_unneeded(ask: ClueQueries, clues: list[int], extra: list[int]) -> list[int]:
    """Remove unnecessary extra clues."""
    while len(extra) > 1:
        counts, known = ask.counts([clues + part for part in without_each(extra)], 2)
        spare = np.flatnonzero(known & (counts == 1))
        if not len(spare):
            break
        del extra[int(spare[0])]
    return extra


def _pair(
    ask: ClueQueries, clues: list[int], options: list[int], solutions: Solutions
) -> tuple[list[int] | None, bool]:
    """Return two of these options that leave one solution, and whether all pairs were tested."""
    side = ask.board.side
    having = {option: _having(solutions, *divmod(option, side)) for option in options}
    several = ([a, b] for b, a in combinations(options, 2) if a // side != b // side)
    looked = islice(several, MOST_CLUE_PAIRS)
    pairs = (pair for pair in looked if (having[pair[0]] & having[pair[1]]).bit_count() < 2)
    for _ in range(1 if ask.board.variants else MOST_TESTED_PAIRS // PAIRS_PER_BATCH):
        some = list(islice(pairs, PAIRS_PER_BATCH))
        if not some:
            return None, next(several, None) is None
        counts, known = ask.counts([clues + pair for pair in some], 2)
        if (counts[known] == 1).any():
            return some[int(np.flatnonzero(known & (counts == 1))[0])], True
        if not known.all():
            return None, False
    return None, next(pairs, None) is None and next(several, None) is None


def _having(solutions: Solutions, cell: int, digit: int) -> int:
    """Return the solutions with a digit, counted from 0, in a cell, as the bits of an integer."""
    return int.from_bytes(np.packbits(solutions[:, cell] == digit + 1).tobytes(), "big")
