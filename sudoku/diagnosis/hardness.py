# SPDX-License-Identifier: MIT
"""The hardness of a puzzle for a search, as a distribution over random isomorphs, because a single number is luck.

    isomorph 1   dlx:    35 nodes, 2 guesses      bitset:   402 digits tried,  12 guesses
    isomorph 2           51        5                        178                 6
    ...
    mean with its 95 % confidence interval, median, least, most

Each search continues until it finds a second solution or proves that there is none. The interval of the mean assumes a
normal distribution, mean +- 1.96 deviations / sqrt(n), which is valid for n of 30 and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import mean, median, stdev
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dlx.engine.unfinished import limited
from dlx.system.calloff import OutOfTime, within
from dlx.system.public import public

from ..board.json_form import NUMBER, SEARCH_STATUS, WHOLE, Fact, JsonForm, by_name, ref
from ..engine.cover import clues, cover
from ..engine.engines import ENGINES, SLICE_STEPS
from ..making.isomorphs import isomorph

if TYPE_CHECKING:
    from dlx.engine.status import Status
    from dlx.system.calloff import Cancel

    from ..board.board import Board

SIGMA = 1.96  # standard deviations that contain 95 % of a normal distribution


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Spread:
    """One number per isomorph, and their statistics."""

    values: tuple[int, ...]
    mean: float
    low: float  # of the mean's interval
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

    form = JsonForm(
        "numbers over isomorphs",
        mean=Fact(NUMBER, lambda spread: float(spread.mean)),
        low=Fact(NUMBER, lambda spread: float(spread.low)),
        high=Fact(NUMBER, lambda spread: float(spread.high)),
        median=Fact(NUMBER, lambda spread: float(spread.median)),
        least=Fact(WHOLE, lambda spread: min(spread.values)),
        most=Fact(WHOLE, lambda spread: max(spread.values)),
    )

    def as_json(self) -> dict[str, Any]:
        """Return the numbers for `json.dumps`."""
        return self.form.of(self)


ENGINE_WORK = JsonForm(
    "of an engine",
    steps=Fact(ref("spread"), lambda work, engine: work.steps[engine].as_json()),
    guesses=Fact(ref("spread"), lambda work, engine: work.guesses[engine].as_json()),
)


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Hardness:
    """The work of both engines for the same isomorphs; ``str()`` returns a table."""

    steps: dict[str, Spread]  # by engine: nodes (dlx), digits tried (bitset)
    guesses: dict[str, Spread]  # by engine: places with at least two choices
    n: int  # isomorphs searched, fewer than requested if time ran out
    status: Status  # COMPLETE, TIME_LIMIT or INTERRUPTED

    def __str__(self) -> str:
        if not self.n:
            return "time ran out before an isomorph was searched"
        words = {"dlx": "nodes", "bitset": "digits tried"}
        lines = [f"{self.n} isomorphs: mean (95 % interval), median, least to most"]
        for name, spread in self.steps.items():
            lines += [f"{name:8}{words[name]:14}{spread}", f"{name:8}{'guesses':14}{self.guesses[name]}"]
        return "\n".join(lines)

    form = JsonForm(
        "the work of both engines",
        n=WHOLE,
        status=Fact(SEARCH_STATUS, lambda work: work.status.value),
        engines=Fact(
            by_name(ENGINE_WORK.schema()), lambda work: {name: ENGINE_WORK.of(work, name) for name in work.steps}
        ),
    )

    def as_json(self) -> dict[str, Any]:
        """Return the statistics as numbers and lists that `json.dumps` accepts."""
        return self.form.of(self)


@limited("hardness", "")
def hardness(
    puzzle: Any,
    n: int = 100,
    seed: int = 0,
    *,
    board: Board | None = None,
    time_limit: float | None = 10,
    cancel: Cancel | None = None,
) -> Hardness:
    """Measure the work that random isomorphs of a puzzle take in both engines, as a :class:`Hardness`.

    Args:
        puzzle: as for :func:`sudoku.solve`, on a plain board.
        n: the number of isomorphs, 1 or more.
        seed: the same seed gives the same isomorphs, and the same numbers on every machine.
        time_limit: seconds; the result has only the isomorphs searched by then.
        cancel: an event that ends the searches, as for :func:`sudoku.solve`; the status is then INTERRUPTED.

    Raises:
        ValueError: n below 1, or a board that is not plain.

    >>> h = hardness("12.. 3... ..4. ...1", n=3)
    >>> h.n, h.steps["dlx"].values, h.guesses["dlx"].mean
    (3, (12, 12, 12), 0)
    """
    from dlx.engine.limits import integer, seconds
    from dlx.engine.status import Status, outer_status

    from ..engine.puzzle import Puzzle

    if integer(n, "n") < 1:
        raise ValueError(f"n is {n}; it must be 1 or more")
    given, random = Puzzle(puzzle, board), Random(seed)
    stop = perf_counter() + seconds(time_limit)
    work: dict[str, list[tuple[int, int]]] = {name: [] for name in ENGINES}
    for _ in range(n):
        form = isomorph(given.board, given.values, random)
        done = [_dlx(given.board, form, stop), _bitset(given.board, form, stop)]
        for name, numbers in zip(ENGINES, done, strict=True):
            if numbers is not None and None not in done:
                work[name].append(numbers)
        if None in done:
            break
    searched = len(work["dlx"])
    status = Status.COMPLETE if searched == n else outer_status(Status.TIME_LIMIT)
    if not searched:
        return Hardness({}, {}, 0, status)
    steps = {name: Spread.of([steps for steps, _ in pairs]) for name, pairs in work.items()}
    guesses = {name: Spread.of([guesses for _, guesses in pairs]) for name, pairs in work.items()}
    return Hardness(steps, guesses, searched, status)


def _dlx(board: Board, puzzle: bytes, stop: float) -> tuple[int, int] | None:
    """Return nodes and guesses; None if time ran out."""
    from dlx.engine.status import Status

    try:
        with within(stop - perf_counter()):
            problem = cover(board)
    except OutOfTime:
        return None
    search = problem.search(given=clues(board, puzzle), limit=2, time_limit=max(stop - perf_counter(), 0))
    search.count()
    late, stats = search.status is Status.TIME_LIMIT, search.stats
    search.close()
    return None if late else (stats.nodes, stats.guesses)


def _bitset(board: Board, puzzle: bytes, stop: float) -> tuple[int, int] | None:
    """Return digits tried and guesses; None if time ran out."""
    from dlx.engine.drive import SOLUTION, STOPPED, Drive

    from ..engine.bitset import Backtracker

    search, drive = Backtracker(board, puzzle), Drive(stop - perf_counter(), slice_work=SLICE_STEPS)
    outcome = SOLUTION
    while outcome == SOLUTION and search.solutions < 2:
        outcome = drive.run(search)
    if outcome == STOPPED:
        return None
    return search.steps, search.guesses
