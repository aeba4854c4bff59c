# SPDX-License-Identifier: MIT
"""Generates puzzles with exactly one solution, proved by the engine, or returns a status that explains the failure.

    seed ── candidate 0, 1, 2, ... (candidates.py) ── as required (requirements.py) ── not made before ── puzzles

The same seed and requirements give the same puzzles on every machine and with any number of workers, because candidates
are numbered and taken in order. No two puzzles of a series are equivalent under relabeling and symmetry; to detect
repeats we keep 8 bytes of each, a hash of its canonical form.

The puzzles are not a uniform sample. We fill full grids cell by cell, the most restricted cell first, with random
digits: every grid is possible, but not all are equally likely. Removing clues at random also yields puzzles with few
clues far more often than they occur among all minimal puzzles (Berthier, Unbiased Statistics of a CSP, 2009).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import count as numbers
from math import inf
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from dlx.engine.status import outer_status
from dlx.engine.unfinished import limited
from dlx.system.calloff import canceling
from dlx.system.public import public

from ..board.json_form import LINE, TEXT, WHOLE, Fact, JsonForm, optional, ref

if TYPE_CHECKING:
    from dlx.system.calloff import Cancel
    from dlx.workers.executors import Workers

    from ..board.board import Board
    from .candidates import CandidateBlock, Found, Near
    from .requirements import Requirements

    Answer = Future[CandidateBlock | str | None]

# The time that a search for a level keeps for ratings of the nearest puzzles: a share of its limit, 3 seconds at most.
NEAREST_SECONDS, NEAREST_SHARE = 3.0, 0.1
SECONDS_PER_PUZZLE = 10.0  # default time limit for one puzzle, in seconds
TRIES_PER_PUZZLE = 1_000_000  # default limit of candidates for one puzzle: a minute for 9x9 ...
RATED_TRIES = 50_000  # ... and if they are rated: half a minute
FIRST_CANDIDATES = 256  # candidates in the first block if the number needed, or possible in time, is unknown
FIRST_SLOW_CANDIDATES = 4  # likewise, if full grids may be slow
MOST_BLOCK_CELLS = 4096 * 81  # maximum cells in a block; half as many is 5 % slower, since lanes idle towards its end
MOST_RATED_PER_BLOCK = 16  # maximum candidates in a block that is rated, which takes far longer
FACTOR_IF_FEW_RATED = 8  # more candidates in a block of which only a fraction is rated
_runs = numbers()


@public("sudoku")
class SeriesStatus(Enum):
    """The outcome of a generator."""

    FOUND = "found"  # all requested puzzles
    TIME_LIMIT = "time limit"
    INTERRUPTED = "interrupted"  # by `cancel`
    TRY_LIMIT = "try limit"
    IMPOSSIBLE = "impossible"  # no such puzzle exists
    NONE_KNOWN = "none known"  # none of a large sample is such a puzzle; we search only if `tries` is set


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle and its solution, each on one line, or None for both and a reason; true if there is a puzzle."""

    puzzle: str | None
    solution: str | None
    status: SeriesStatus
    seed: int
    tries: int  # candidates made for it
    board: Board
    clues: int | None = None
    rating: Any = None  # from sudoku.logic, if one is required
    reason: str | None = None  # reason for a missing puzzle, with the nearest misses
    nearest: Generated | None = None  # instead of a missing puzzle, the one whose rating came nearest, if one was rated

    form = JsonForm(
        "a puzzle, or the reason for none",
        puzzle=optional(LINE),
        solution=optional(LINE),
        status=Fact({"enum": [status.value for status in SeriesStatus]}, lambda made: made.status.value),
        reason=optional(TEXT),
        seed=WHOLE,
        tries=WHOLE,
        clues=optional(WHOLE),
        rating=Fact(optional(ref("rating")), lambda made: made.rating and made.rating.as_json()),
        nearest=Fact(ref("generated"), lambda made: made.nearest.as_json(), always=False),
    )

    def as_json(self) -> dict[str, Any]:
        """Return the fields for `json.dumps`."""
        return self.form.of(self, every=self.nearest is not None)

    def __bool__(self) -> bool:
        return self.puzzle is not None

    def __str__(self) -> str:
        return self.puzzle or f"no puzzle: {self.reason}"


@limited("generate", "")
def generate(
    seed: int | None = None,
    *,
    board: Board | None = None,
    clues: tuple[int, int] | int | None = None,
    symmetry: str = "none",
    mask: Any = None,
    difficulty: tuple[float, float] | str | None = None,
    techniques: Mapping[str, Any] | None = None,
    minimal: bool = False,
    time_limit: float | None = SECONDS_PER_PUZZLE,
    cancel: Cancel | None = None,
    tries: int | Literal["auto"] | None = "auto",
) -> Generated:
    """Generate a puzzle with exactly one solution and these requirements, or return a status that explains the failure.

    Args:
        seed: the same seed gives the same puzzle; None: a new seed each time, recorded in the result.
        board: any board; None: 9x9.
        clues: the number of clues, or (fewest, most); None: as many as remain when no more can be removed.
        symmetry: the symmetry of the clues' positions, not of their digits: one of `sudoku.making.patterns.SYMMETRIES`.
        mask: the cells of clues, as text or numbers: ``#`` or 2 must have one, ``?`` or 1 may, ``.`` or 0 must not.
        difficulty: a level, or the lowest and the highest score, of `sudoku.logic.rate`. An "easy" puzzle has many
            clues and several digits to find at any time, as newspapers print it (9x9: 30 to 36 clues, and at least 3
            digits in each round on average), unless `clues`, `mask` or `minimal` are given.
        techniques: {"require": [...], "forbid": [...]}: techniques that the solution path must or must not use.
        minimal: no clue can be removed. With a symmetry, this holds for whole *groups* of symmetric clues; clues that
            the mask requires are exempt. Without `clues`, puzzles are minimal in any case, except on boards above
            144 cells, where a clue also stays if 3,000 nodes do not decide whether it can go.
        time_limit: seconds; None: no limit.
        cancel: an event that ends the search, as for `sudoku.solve`; the status is then INTERRUPTED.
        tries: the limit of candidates; None: no limit. Unlike a time limit, it gives the same result on any machine.
            "auto": 1,000,000, or 50,000 if they are rated, and 0 for a wish that none of a large sample meets (status
            NONE_KNOWN, at once).

    Raises:
        ValueError: contradictory requirements, or an unknown symmetry, level or technique.

    >>> made = generate(7, clues=(24, 28), symmetry="rotate180")
    >>> made.status.value, made.clues, generate(7, clues=(24, 28), symmetry="rotate180") == made
    ('found', 28, True)
    >>> print(generate(mask="?" * 63 + "." * 18))
    no puzzle: rows 8 and 9 have no clue: they could change places
    >>> print(generate(clues=17))  # doctest: +ELLIPSIS
    no puzzle: none of 1,000,000 candidates had fewer than 19 clues: ask for 21 clues or more, or set ...
    """
    from dlx.engine.limits import seconds
    from dlx.system.calloff import OutOfTime, within

    from ..board.board import Board
    from .requirements import Requirements

    end = perf_counter() + seconds(time_limit)
    try:
        with within(seconds(time_limit)):
            needs = Requirements.of(board, clues, symmetry, mask, difficulty, techniques, minimal)
    except OutOfTime:
        about = outer_status(SeriesStatus.TIME_LIMIT), _seed_and_root(seed)[0], 0, board or Board()
        return Generated(None, None, *about, reason="no time was left after reading the rules of the board")
    left = None if time_limit is None else max(end - perf_counter(), 0.0)
    with closing(Series(needs, 1, seed, left, tries)) as series:
        made = next(series, None)
        missing = None, None, series.status, series.seed, series.tries, needs.board
        return made or Generated(*missing, reason=series.reason, nearest=series.nearest)


def generate_batch(
    n: int | None,
    seed: int | None = None,
    *,
    board: Board | None = None,
    clues: tuple[int, int] | int | None = None,
    symmetry: str = "none",
    mask: Any = None,
    difficulty: tuple[float, float] | str | None = None,
    techniques: Mapping[str, Any] | None = None,
    minimal: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    tries: int | Literal["auto"] | None = "auto",
    workers: int | None = None,
    executor: Executor | None = None,
) -> Series:
    """Return an iterator of n different puzzles (None: endless), each available as soon as it is made; see `generate`.

    No two of them are equivalent under relabeling and symmetry; on boards with rules other than boxes, no two are
    equal. `tries` limits the candidates for one puzzle. Any number of workers (threads) and any executor give the same
    puzzles. Ratings run partly in Python, so an executor of processes is faster for them.

    >>> from sudoku import Board
    >>> series = generate_batch(3, seed=1, board=Board(2, 2))
    >>> [made.puzzle.count(".") for made in series], series.status.value
    ([11, 12, 11], 'found')
    >>> sum(1 for made in generate_batch(1000, seed=1, board=Board(2, 2), clues=4, tries=2000))
    13
    """
    from dlx.engine.limits import whole
    from dlx.engine.unfinished import in_time

    from .requirements import Requirements

    with in_time(time_limit, "generate_batch", cancel):
        needs = Requirements.of(board, clues, symmetry, mask, difficulty, techniques, minimal)
    whole(n, "n", 0)
    return Series(needs, n, seed, time_limit, tries, workers, executor, cancel)


@public("sudoku")
class Series:
    """An iterator of puzzles; at its end, `status` is the outcome, and `reason` explains it.

    If the required rating was not met, `nearest` is the puzzle whose rating came nearest.
    """

    def __init__(
        self,
        needs: Requirements,
        n: int | None,
        seed: int | None,
        time_limit: float | None,
        tries: int | Literal["auto"] | None = "auto",
        workers: int | None = None,
        executor: Executor | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        from dlx.engine.limits import seconds, whole

        from .candidates import Deadline, Near

        self.requirements, self.n = needs, n
        self.seed, self._root = _seed_and_root(seed)
        self.patient = tries != "auto"  # whether to search for puzzles that none of a sample is like
        usual = RATED_TRIES if needs.rated else TRIES_PER_PUZZLE
        self.limit = usual if tries == "auto" else whole(tries, "tries", 1)
        self.run = next(_runs)
        limit = seconds(time_limit)
        self._kept_seconds = min(NEAREST_SECONDS, NEAREST_SHARE * limit) if needs.level else 0.0
        self.clock = Deadline(limit - self._kept_seconds)
        self.status = SeriesStatus.FOUND
        self.reason: str | None = None
        self.nearest: Generated | None = None  # at the end without a puzzle: the one whose rating came nearest
        self.found = 0  # puzzles so far
        self.tries = 0  # candidates so far
        self.same = 0  # puzzles dropped as repeats
        self.near: Near = Near()
        self.report: Callable[[], object] = lambda: None  # called after each block of candidates
        self._since = 0  # number of the last puzzle's candidate, plus 1
        self._seen: set[int] = set()
        self._cancel = cancel
        self._puzzles = self._run(workers, executor)

    def __iter__(self) -> Series:
        return self

    def __next__(self) -> Generated:
        with canceling(self._cancel):
            return next(self._puzzles)

    def close(self) -> None:
        """Cancel unfinished blocks; workers are notified at once."""
        self._puzzles.close()

    # ---- blocks: jobs and results

    def _run(self, workers: int | None, executor: Executor | None) -> Generator[Generated, None, None]:
        from .samples import none_known

        if self.n == 0:
            return
        why = self.requirements.impossible()
        if why:
            self._finish(SeriesStatus.IMPOSSIBLE, why)
            return
        why = None if self.patient else none_known(self.requirements)
        if why:
            self._finish(SeriesStatus.NONE_KNOWN, why)
            return
        with ExitStack() as stack:
            for block in self._blocks(stack, workers, executor):
                if block is None:
                    self._finish(outer_status(SeriesStatus.TIME_LIMIT), self._ended())
                    return
                if isinstance(block, str):
                    self._finish(SeriesStatus.IMPOSSIBLE, block)
                    return
                for found in block.found:
                    if found.number - self._since >= self.limit:
                        break
                    if self._is_new(found):
                        yield self._make(found)
                        if self.found == self.n:
                            return
                self.tries = block.first + block.number
                self.near += block.near
                self.report()
                if self.tries - self._since >= self.limit:
                    self.tries = self._since + int(self.limit)
                    self._finish(SeriesStatus.TRY_LIMIT, self._ended())
                    return

    def _blocks(
        self, stack: ExitStack, workers: int | None, executor: Executor | None
    ) -> Iterator[CandidateBlock | str | None]:
        """Return the blocks in order, made here or by workers."""
        if executor is None and (workers is None or workers == 1):
            return (_task(*self._job(*job)) for job in self._sizes(1))
        from dlx.workers.executors import workers_of

        stack.callback(self.clock.off.discard, self.run)
        pool = stack.enter_context(workers_of(workers, executor))
        running: deque[Answer] = deque()
        stack.callback(self._give_up, pool, running)  # runs before threads are joined
        return stack.enter_context(closing(self._in_order(pool, running)))

    def _in_order(self, pool: Workers, running: deque[Answer]) -> Generator[CandidateBlock | str | None, None, None]:
        """Yield blocks in order; unlike executors.in_order, submit a job only when it is likely to be needed.

        A worker's clock starts with its job, which may have waited for long; the clock checked here is decisive.
        """
        sizes, planned = self._sizes(pool.size), 0
        while True:
            while not running or (len(running) < 2 * pool.size and self._needs_more(planned)):
                first, number = next(sizes)
                running.append(pool.submit(_task, *self._job(first, number)))
                planned = first + number
            block = self._await_result(pool, running[0])
            with pool.allowed():
                yield block
            running.popleft()

    def _await_result(self, pool: Workers, task: Answer) -> CandidateBlock | str | None:
        """Return the result of a task; None if time runs out first."""
        while not pool.wait([task], self.clock.end - perf_counter()):
            if self.clock.over():
                return None
        return pool.result(task)

    def _give_up(self, pool: Workers, running: deque[Answer]) -> None:
        """Cancel unfinished tasks; running threads notice within a few milliseconds."""
        self.clock.off.add(self.run)
        pool.give_up(running)

    def _job(self, first: int, number: int) -> tuple[Any, ...]:
        return self.requirements, self._root, first, number, self.clock.left, self.run, self.n == 1

    def _sizes(self, workers: int) -> Iterator[tuple[int, int]]:
        """Yield the first candidate and the size of each block: as many as are likely to be needed, then more.

        A block that is unfinished when time runs out is lost. With a time limit, or if full grids may be slow, the
        first blocks are therefore small.
        """
        from .candidates import fewest_nodes, fills_quickly
        from .requirements import LARGEST_EXACT_CELLS

        board = self.requirements.board
        most = MOST_RATED_PER_BLOCK if self.requirements.rated else MOST_BLOCK_CELLS // board.cells
        if self.requirements.rated and fewest_nodes(self.requirements):  # most are not rated
            most *= FACTOR_IF_FEW_RATED
        if board.cells > LARGEST_EXACT_CELLS:  # each takes long, and its questions are solved one by one
            most = 1
        quick = fills_quickly(board)
        growing = self.n is None or not quick or self.clock.left is not None
        needed = most if self.n is None else max(-(-self.n // workers), 1)
        few = FIRST_CANDIDATES if quick else FIRST_SLOW_CANDIDATES
        first, number = 0, min(needed, most, few if growing else most)
        while True:
            number = min(number, max(int(min(self._since + self.limit - first, most)), 1))
            yield first, number
            first += number
            if growing or first >= (self.n or 0):
                number = min(2 * number, most)

    def _needs_more(self, planned: int) -> bool:
        """Return whether blocks beyond the candidate `planned` are likely to be needed."""
        if self.n is None or planned == 0:
            return True
        rate = (self.found + 1) / (self.tries + 1) if self.tries else 1.0
        return planned < self.tries + 1.1 * (self.n - self.found) / min(rate, 1.0)

    def _is_new(self, found: Found) -> bool:
        if found.mark in self._seen:
            self.same += 1
            return False
        self._seen.add(found.mark)
        return True

    def _make(self, found: Found) -> Generated:
        board, tries = self.requirements.board, found.number + 1 - self._since
        self.found += 1
        self._since = self.tries = found.number + 1
        made = found.puzzle, found.solution, SeriesStatus.FOUND, self.seed
        return Generated(*made, tries, board, found.clues, found.rating)

    # ---- the end

    def _finish(self, status: SeriesStatus, reason: str) -> None:
        self.status, self.reason = status, reason

    def near_misses(self) -> str:
        """Describe the candidates since the last puzzle, and the nearest misses."""
        needs, near, tries = self.requirements, self.near, self.tries - self._since
        parts = [f"none in {tries:,} {'try' if tries == 1 else 'tries'}" if tries else "no candidate is finished yet"]
        if self.same:
            parts.append(f"{self.same:,} were the same as one before")
        if near.fewest is not None and near.most is not None and needs.counted:
            required = f"{needs.low}" if needs.low == needs.high else f"{needs.low} to {needs.high}"
            parts.append(f"those with another number of clues than {required} had {near.fewest} to {near.most}")
        if near.unlike:
            parts.append(f"{near.unlike:,} had another rating")
        if needs.level and (near.score or near.harder):
            from ..logic.rating import level_of

            score = near.score[1] if near.score else needs.scores_within[1] + near.harder[0][0]
            parts.append(f"the nearest was {'' if near.score else 'at least '}{score:g} {level_of(score)}")
        if near.score and needs.scores:
            parts.append(f"the nearest score to {needs.scores[0]:g} to {needs.scores[1]:g} was {near.score[1]:g}")
        return "; ".join(parts)

    def _ended(self) -> str:
        """Describe the candidates, and the nearest requirements that are met soon; keep the nearest puzzle."""
        from .samples import nearest

        self._rate_the_nearest()
        return "; ".join([self.near_misses(), *filter(None, [nearest(self.requirements)])])

    def _rate_the_nearest(self) -> None:
        """Keep the nearest puzzle. Ratings that were given up as too hard are completed first, up to the next level.

        Most of these puzzles are much too hard, and their ratings would take all the time.
        """
        from ..logic.rating import LEVELS

        high, ends = self.requirements.scores_within[1], perf_counter() + self._kept_seconds
        for _, most in LEVELS:
            if most > high and not (self.near.score and self.near.score[0] <= most - high):
                self._rate_up_to(most, ends)
        near = self.near.score or (self.near.harder and (*self.near.harder[0], None))
        if near:
            puzzle, solution, rating = near[-3:]
            made = puzzle, solution, self.status, self.seed, self.tries - self._since, self.requirements.board
            self.nearest = Generated(*made, sum(sign != "." for sign in puzzle), rating)

    def _rate_up_to(self, most: float, ends: float) -> None:
        """Rate the puzzles that were given up, unless they turn out to be harder than this, or than the nearest."""
        from ..logic.rating import rate_until
        from .candidates import Near, nearness

        needs = self.requirements
        for distance, puzzle, solution in self.near.harder:
            if perf_counter() > ends or (self.near.score and self.near.score[0] <= distance):
                return
            limit = min(most, needs.scores_within[1] + self.near.score[0]) if self.near.score else most
            left = max(ends - perf_counter(), 0)
            rating = rate_until(puzzle, partial(_is_harder, limit), board=needs.board, time_limit=left)
            if rating is not None and rating.score is not None:
                self.near += Near(score=nearness(needs, rating, puzzle, solution))


def _is_harder(limit: float, _technique: str, difficulty: float) -> bool:
    return difficulty > limit


def _seed_and_root(seed: int | None) -> tuple[int, int]:
    """Return the seed, and the root of its random streams."""
    import numpy as np

    try:
        seed = int.from_bytes(os.urandom(4)) if seed is None else index(seed)
    except TypeError:
        from ..board.words import short

        raise TypeError(f"seed is {short(seed)}; it must be a whole number") from None
    if seed < 0:
        raise ValueError(f"seed is {seed}; it must be 0 or more")
    return seed, int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def _task(
    needs: Requirements, root: int, first: int, number: int, left: float | None, run: int, only_one: bool
) -> CandidateBlock | str | None:
    """Make a block in a worker: return it, None if time ran out, or the reason why there can be none."""
    from dlx.system.calloff import OutOfTime, within

    from .candidates import BlockUnfinished, Deadline, block

    seconds = inf if left is None else left
    try:
        with within(seconds):
            made = block(needs, root, first, number, Deadline(seconds, run), only_one)
    except (BlockUnfinished, OutOfTime):
        return None
    return made if made is not None else f"a {needs.board} has no full grid"
