# SPDX-License-Identifier: MIT
"""How hard a puzzle is for a search: not one number, which is luck, but how it is spread over random isomorphs.

    isomorph 1   dlx:    35 nodes, 2 guesses      bitset:   402 digits tried,  12 guesses
    isomorph 2           51        5                        178                 6
    ...
    mean, with an interval that holds the true one 95 times of 100; median, least, most

Each search goes on to the proof that there is no other solution (or to a second one). The interval of the mean is that
of the normal distribution, mean +- 1.96 deviations / sqrt(n): right for n of 30 and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from operator import index
from random import Random
from statistics import mean, median, stdev
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .cover import clues, cover
from .engines import ENGINES, SLICE
from .isomorphs import isomorph

if TYPE_CHECKING:
    from dlx.search import Status

    from .board import Board

SIGMA = 1.96  # deviations: 95 % of a normal distribution is within


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers, one of each isomorph, and what they come to."""

    values: tuple[int, ...]
    mean: float
    low: float  # of the mean
    high: float
    median: float

    @classmethod
    def of(cls, values: Sequence[int]) -> Spread:
        """
        >>> spread = Spread.of([1, 2, 6])
        >>> spread.mean, spread.median, round(spread.low, 2), round(spread.high, 2)
        (3, 2, 0.01, 5.99)
        """
        middle = mean(values)
        half = SIGMA * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
        return cls(tuple(values), middle, middle - half, middle + half, median(values))

    def __str__(self) -> str:
        least, most = min(self.values), max(self.values)
        interval = f"{self.mean:,.1f} ({self.low:,.1f} to {self.high:,.1f})"
        return f"{interval}, median {self.median:,g}, {least:,} to {most:,}"


@dataclass(frozen=True, slots=True)
class Hardness:
    """The work of both engines for the same isomorphs; ``str()`` is a table."""

    steps: dict[str, Spread]  # by engine: nodes (dlx), digits tried (bitset)
    guesses: dict[str, Spread]  # places with two choices or more
    n: int  # isomorphs that were searched: fewer than wanted if time ran out
    status: Status  # COMPLETE or TIME_LIMIT

    def __str__(self) -> str:
        if not self.n:
            return "time ran out before an isomorph was searched"
        words = {"dlx": "nodes", "bitset": "digits tried"}
        lines = [f"{self.n} isomorphs: mean (95 % interval), median, least to most"]
        for name, spread in self.steps.items():
            lines += [f"{name:8}{words[name]:14}{spread}", f"{name:8}{'guesses':14}{self.guesses[name]}"]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The same as numbers and lists that `json.dumps` takes."""

        def told(spread: Spread) -> dict[str, Any]:
            facts = {name: float(getattr(spread, name)) for name in ("mean", "low", "high", "median")}
            return {**facts, "least": min(spread.values), "most": max(spread.values)}

        engines = {name: {"steps": told(self.steps[name]), "guesses": told(self.guesses[name])} for name in self.steps}
        return {"n": self.n, "status": self.status.value, "engines": engines}


def hardness(
    puzzle: Any, n: int = 100, seed: int = 0, *, board: Board | None = None, time_limit: float | None = 10
) -> Hardness:
    """The work that random isomorphs of a puzzle take, for both engines: a :class:`Hardness`.

    Args:
        puzzle: as for :func:`sudoku.solve`, of a plain board.
        n: isomorphs, 1 or more.
        seed: the same one gives the same isomorphs, and the same numbers on every machine.
        time_limit: seconds; the isomorphs that were searched by then are told.

    Raises:
        ValueError: n below 1, a board that is not plain.

    >>> h = hardness("12.. 3... ..4. ...1", n=3)
    >>> h.n, h.steps["dlx"].values, h.guesses["dlx"].mean
    (3, (12, 12, 12), 0)
    """
    from dlx.search import Status, seconds

    from .solve import _Question

    if index(n) < 1:
        raise ValueError(f"n is {n}; it must be 1 or more")
    asked, random = _Question(puzzle, board), Random(seed)
    stop = perf_counter() + seconds(time_limit)
    work: dict[str, list[tuple[int, int]]] = {name: [] for name in ENGINES}
    for _ in range(n):
        form = isomorph(asked.board, asked.puzzle, random)
        done = [_dlx(asked.board, form, stop), _bitset(asked.board, form, stop)]
        for name, numbers in zip(ENGINES, done, strict=True):
            if numbers is not None and None not in done:
                work[name].append(numbers)
        if None in done:
            break
    searched = len(work["dlx"])
    status = Status.COMPLETE if searched == n else Status.TIME_LIMIT
    if not searched:
        return Hardness({}, {}, 0, status)
    steps = {name: Spread.of([steps for steps, _ in pairs]) for name, pairs in work.items()}
    guesses = {name: Spread.of([guesses for _, guesses in pairs]) for name, pairs in work.items()}
    return Hardness(steps, guesses, searched, status)


def _dlx(board: Board, puzzle: bytes, stop: float) -> tuple[int, int] | None:
    """Nodes and guesses; None if time ran out."""
    from dlx.search import Status

    search = cover(board).search(given=clues(board, puzzle), limit=2, time_limit=max(stop - perf_counter(), 0))
    search.count()
    late, stats = search.status is Status.TIME_LIMIT, search.stats
    search.close()
    return None if late else (stats.nodes, stats.guesses)


def _bitset(board: Board, puzzle: bytes, stop: float) -> tuple[int, int] | None:
    """Digits tried and guesses; None if time ran out."""
    from .bitset import Backtracker, Outcome

    search = Backtracker(board, puzzle)
    while search.solutions < 2:
        if perf_counter() >= stop:
            return None
        if search.run(SLICE) == Outcome.DONE:
            break
    return search.steps, search.guesses
