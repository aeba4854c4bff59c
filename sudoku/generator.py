# SPDX-License-Identifier: MIT
"""Making puzzles: always with exactly one solution, proved by the engine, or a status that says why there is none.

    seed ── candidate 0, 1, 2, ... (candidates.py) ── as wished (wishes.py) ── not the same as one before ── puzzles

The same seed and wish give the same puzzles, on every machine, with any number of workers: candidates are numbered,
and taken in the order of their numbers. No two puzzles of a series are the same up to relabelling and symmetry; what is
kept of each is a hash of its canonical form, 8 bytes.

This is not a fair sample. Full grids are made by filling cells, the most restricted one first, with digits drawn at
random: every grid can come, but they are not exactly equally likely. And taking clues out at random leads to puzzles
with few clues far more often than these are among all minimal puzzles (Berthier, Unbiased Statistics of a CSP, 2009).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from dataclasses import dataclass
from enum import Enum
from itertools import count as numbers
from math import inf
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dlx.executors import Workers

    from .board import Board
    from .candidates import Block, Found, Near
    from .wishes import Wish

    Answer = Future[Block | str | None]

PATIENCE = 10.0  # seconds for one puzzle, by default
TRIES = 1_000_000  # candidates for one puzzle, by default: two minutes of 9x9
FIRST = 256  # candidates of the first block, where it is not known how many are needed or there is time for
FEW = 4  # the same, where full grids may take long
MOST = 4096 * 81  # cells of a block; with half of that the lanes, idle towards its end, make it 5 % slower
RATED = 16  # candidates of a block that are to be rated, which takes far longer
_runs = numbers()


class Status(Enum):
    """How it ended."""

    FOUND = "found"  # all that was asked for
    TIME_LIMIT = "time limit"
    TRY_LIMIT = "try limit"
    IMPOSSIBLE = "impossible"  # there is no such puzzle


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle and its solution, both on a line; None, and the reason, where there is none. True if there is one."""

    puzzle: str | None
    solution: str | None
    status: Status
    seed: int
    tries: int  # candidates that were made for it
    board: Board
    clues: int | None = None
    rating: Any = None  # of sudoku.logic, where the wish needed one
    reason: str | None = None  # why there is none, and what came nearest

    def __bool__(self) -> bool:
        return self.puzzle is not None

    def __str__(self) -> str:
        return self.puzzle or f"no puzzle: {self.reason}"


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
    time_limit: float | None = PATIENCE,
    tries: int | None = TRIES,
) -> Generated:
    """A puzzle with exactly one solution that is like this, or the status that says why not.

    Args:
        seed: the same puzzle for the same seed; None: another one each time (the result has its seed).
        board: any board; None is 9x9.
        clues: how many, or (fewest, most). None: as many as are left when no more can be taken out.
        symmetry: of the places of clues, not of their digits: one of `sudoku.patterns.SYMMETRIES`.
        mask: where clues stand, as text or numbers a cell: ``#`` or 2 must, ``?`` or 1 may, ``.`` or 0 must not.
        difficulty: a level, or the lowest and the highest score, of `sudoku.logic.rate`.
        techniques: {"require": [...], "forbid": [...]}: names of techniques that the way to the solution takes.
        minimal: no clue can be left out; with a symmetry no *group* of clues that it ties together, and none that the
            mask says must stand there counts. Without `clues` that is so in any case, but for boards above 144 cells:
            there a clue stays also where 3,000 nodes do not tell whether it can go.
        time_limit: seconds; None: no limit.
        tries: candidates; None: no limit. With this limit, other than with that of time, the same comes out anywhere.

    Raises:
        ValueError: a wish that contradicts itself, an unknown symmetry, level or technique.

    >>> made = generate(7, clues=(24, 28), symmetry="rotate180")
    >>> made.status.value, made.clues, generate(7, clues=(24, 28), symmetry="rotate180") == made
    ('found', 28, True)
    >>> print(generate(mask="?" * 63 + "." * 18))
    no puzzle: rows 8 and 9 have no clue: they could change places
    """
    from .wishes import Wish

    wish = Wish.of(board, clues, symmetry, mask, difficulty, techniques, minimal)
    with closing(Series(wish, 1, seed, time_limit, tries)) as series:
        made = next(series, None)
        return made or Generated(None, None, series.status, series.seed, series.tries, wish.board, reason=series.reason)


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
    tries: int | None = TRIES,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Series:
    """An iterator of n different puzzles (None: without end), one by one as they are made; see `generate`.

    No two of them are the same up to relabelling and symmetry; on boards with other rules than boxes, no two are
    equal. `tries` are candidates for one puzzle. They are the same puzzles for any number of workers (threads) and
    any executor; what a rating needs is Python, for which an executor of processes is better.

    >>> from sudoku import Board
    >>> series = generate_batch(3, seed=1, board=Board(2, 2))
    >>> [made.puzzle.count(".") for made in series], series.status.value
    ([11, 12, 11], 'found')
    >>> sum(1 for made in generate_batch(1000, seed=1, board=Board(2, 2), clues=4, tries=2000))
    13
    """
    from .wishes import Wish

    wish = Wish.of(board, clues, symmetry, mask, difficulty, techniques, minimal)
    if n is not None and index(n) < 0:
        raise ValueError(f"n is {n}; it must be 0 or more")
    return Series(wish, n, seed, time_limit, tries, workers, executor)


class Series:
    """The iterator of puzzles; when it is over, `status` tells how it ended, and `reason` why."""

    def __init__(
        self,
        wish: Wish,
        n: int | None,
        seed: int | None,
        time_limit: float | None,
        tries: int | None,
        workers: int | None = None,
        executor: Executor | None = None,
    ) -> None:
        from dlx.search import seconds, whole

        from .candidates import Clock, Near

        self.wish, self.n = wish, n
        self.seed, self._root = _seeded(seed)
        self.limit = whole(tries, "tries", 1)
        self.run = next(_runs)
        self.clock = Clock(seconds(time_limit))
        self.status = Status.FOUND
        self.reason: str | None = None
        self.found = 0  # puzzles so far
        self.tries = 0  # candidates so far
        self.same = 0  # that were left out, as the same as one before
        self.near: Near = Near()
        self._since = 0  # the candidate of the last puzzle, and 1
        self._seen: set[int] = set()
        self._puzzles = self._run(workers, executor)

    def __iter__(self) -> Series:
        return self

    def __next__(self) -> Generated:
        return next(self._puzzles)

    def close(self) -> None:
        """Give up what is not done; workers hear of it at once."""
        self._puzzles.close()

    # ---- what is to be done, and what comes back

    def _run(self, workers: int | None, executor: Executor | None) -> Generator[Generated, None, None]:
        if self.n == 0:
            return
        why = self.wish.impossible()
        if why:
            self._end(Status.IMPOSSIBLE, why)
            return
        with ExitStack() as stack:
            for block in self._blocks(stack, workers, executor):
                if block is None:
                    self._end(Status.TIME_LIMIT, self._nearest())
                    return
                if isinstance(block, str):
                    self._end(Status.IMPOSSIBLE, block)
                    return
                for found in block.found:
                    if found.number - self._since >= self.limit:
                        break
                    if self._is_new(found):
                        yield self._made(found)
                        if self.found == self.n:
                            return
                self.tries = block.first + block.number
                self.near += block.near
                if self.tries - self._since >= self.limit:
                    self.tries = self._since + int(self.limit)
                    self._end(Status.TRY_LIMIT, self._nearest())
                    return

    def _blocks(self, stack: ExitStack, workers: int | None, executor: Executor | None) -> Iterator[Block | str | None]:
        """The blocks, in order, by whoever makes them."""
        if executor is None and (workers is None or workers == 1):
            return (_task(*self._job(*job)) for job in self._sizes(1))
        from dlx.executors import workers_of

        stack.callback(self.clock.off.discard, self.run)
        pool = stack.enter_context(workers_of(workers, executor))
        running: deque[Answer] = deque()
        stack.callback(self._give_up, pool, running)  # before threads are waited for
        return stack.enter_context(closing(self._in_order(pool, running)))

    def _in_order(self, pool: Workers, running: deque[Answer]) -> Generator[Block | str | None, None, None]:
        """Other than dlx.executors.in_order it takes no job before that is likely to be needed.

        A worker's clock starts with the job, which may have waited for long: here is looked at the one that counts.
        """
        sizes, planned = self._sizes(pool.size), 0
        while True:
            while not running or (len(running) < 2 * pool.size and self._goes_on(planned)):
                first, number = next(sizes)
                running.append(pool.submit(_task, *self._job(first, number)))
                planned = first + number
            block = self._awaited(pool, running[0])
            with pool.allowed():
                yield block
            running.popleft()

    def _awaited(self, pool: Workers, task: Answer) -> Block | str | None:
        """Return the result of a task; None if the time ends before."""
        while not pool.wait([task], self.clock.end - perf_counter()):
            if self.clock.over():
                return None
        return pool.result(task)

    def _give_up(self, pool: Workers, running: deque[Answer]) -> None:
        """What is not done is not wanted; threads that are at it hear of it within some milliseconds."""
        self.clock.off.add(self.run)
        pool.give_up(running)

    def _job(self, first: int, number: int) -> tuple[Any, ...]:
        return self.wish, self._root, first, number, self.clock.left, self.run, self.n == 1

    def _sizes(self, workers: int) -> Iterator[tuple[int, int]]:
        """The first candidate of each block and how many there are: so many as are likely to be needed, then more.

        What is not done when the time is over is lost. So with a limit of time, and where full grids may take long,
        blocks are small at first.
        """
        from .candidates import quickly_filled
        from .wishes import LIMITED

        board = self.wish.board
        most = RATED if self.wish.rated else MOST // board.cells
        if board.cells > LIMITED:  # each takes long, and their questions are asked one by one
            most = 1
        quick = quickly_filled(board)
        growing = self.n is None or not quick or self.clock.left is not None
        needed = most if self.n is None else max(-(-self.n // workers), 1)
        first, number = 0, min(needed, most, (FIRST if quick else FEW) if growing else most)
        while True:
            number = min(number, max(int(min(self._since + self.limit - first, most)), 1))
            yield first, number
            first += number
            if growing or first >= (self.n or 0):
                number = min(2 * number, most)

    def _goes_on(self, planned: int) -> bool:
        """Are blocks up to this candidate needed, as far as is known?"""
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

    def _made(self, found: Found) -> Generated:
        board, tries = self.wish.board, found.number + 1 - self._since
        self.found += 1
        self._since = self.tries = found.number + 1
        made = found.puzzle, found.solution, Status.FOUND, self.seed
        return Generated(*made, tries, board, found.clues, found.rating)

    # ---- the end

    def _end(self, status: Status, reason: str) -> None:
        self.status, self.reason = status, reason

    def _nearest(self) -> str:
        """What came nearest to the wish."""
        wish, near, tries = self.wish, self.near, self.tries - self._since
        parts = [f"none in {tries:,} {'try' if tries == 1 else 'tries'}"]
        if self.same:
            parts.append(f"{self.same:,} were the same as one before")
        if near.fewest is not None and near.most is not None and wish.counted:
            wished = f"{wish.low}" if wish.low == wish.high else f"{wish.low} to {wish.high}"
            parts.append(f"those with another number of clues than {wished} had {near.fewest} to {near.most}")
        if near.unlike:
            parts.append(f"{near.unlike:,} had another rating")
        if near.score and wish.scores:
            parts.append(f"the nearest score to {wish.scores[0]:g} to {wish.scores[1]:g} was {near.score[1]:g}")
        return "; ".join(parts)


def _seeded(seed: int | None) -> tuple[int, int]:
    """The seed, and the root of the streams that it stands for."""
    import numpy as np

    seed = int.from_bytes(os.urandom(4)) if seed is None else index(seed)
    if seed < 0:
        raise ValueError(f"seed is {seed}; it must be 0 or more")
    return seed, int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def _task(
    wish: Wish, root: int, first: int, number: int, left: float | None, run: int, only_one: bool
) -> Block | str | None:
    """What a worker does: a block, or None if it is too late, or why there can be none."""
    from .candidates import Clock, Stopped, block

    try:
        made = block(wish, root, first, number, Clock(inf if left is None else left, run), only_one)
    except Stopped:
        return None
    return made if made is not None else f"a {wish.board} has no full grid"
