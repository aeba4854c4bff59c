# SPDX-License-Identifier: MIT
"""The two engines behind one face: an iterator of a puzzle's solutions that can also count, and reports its work.

    "dlx"      the exact cover of the board, by the engine `dlx`
    "bitset"   the backtracker on 27 candidate sets: the baseline that the engine is compared with

Both find the same solutions, in orders of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Protocol

from .board import Board
from .cover import clues, cover, filled

ENGINES = ("dlx", "bitset")
SLICE = 100_000  # digits tried by the backtracker between two looks at signals: about 10 ms


class Engine(Protocol):
    """A search for the solutions of one puzzle, as `bytes` of digits."""

    effort: str  # what `steps` counts

    def __iter__(self) -> Iterator[bytes]: ...
    def __next__(self) -> bytes: ...
    def count(self, limit: int | None) -> int:
        """Search on until there are `limit` solutions or no more; returns how many there were in all."""

    @property
    def found(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def seconds(self) -> float: ...


class Dlx:
    """The exact cover, searched by `dlx`; `seed` shuffles the order in which digits are tried."""

    effort = "nodes"

    def __init__(self, board: Board, puzzle: bytes, seed: int | None = None) -> None:
        self.board = board
        self.search = cover(board).search(given=clues(board, puzzle), seed=seed)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return filled(self.board, next(self.search))

    def count(self, limit: int | None) -> int:
        found = self.search.stats.solutions
        return self.search.resume(limit=None if limit is None else max(limit - found, 0)).count()

    @property
    def found(self) -> int:
        return self.search.stats.solutions

    @property
    def steps(self) -> int:
        return self.search.stats.nodes

    @property
    def guesses(self) -> int:
        return self.search.stats.guesses

    @property
    def seconds(self) -> float:
        return self.search.stats.seconds


class Bitset:
    """The backtracker on bit sets; it tries digits in ascending order."""

    effort = "steps"

    def __init__(self, board: Board, puzzle: bytes) -> None:
        from .bitset import Backtracker, Outcome

        self.search = Backtracker(board, puzzle)
        self.outcome = Outcome
        self.seconds = 0.0

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if not self._found():
            raise StopIteration
        return self.search.solution()

    def count(self, limit: int | None) -> int:
        while (limit is None or self.search.solutions < limit) and self._found():
            pass
        return self.search.solutions

    def _found(self) -> bool:
        """Search on for the next solution, in slices, so that Ctrl-C is heard."""
        started = perf_counter()
        while True:
            outcome = self.search.run(SLICE)
            if outcome != self.outcome.PAUSED:
                self.seconds += perf_counter() - started
                return outcome == self.outcome.SOLUTION

    @property
    def found(self) -> int:
        return self.search.solutions

    @property
    def steps(self) -> int:
        return self.search.steps

    @property
    def guesses(self) -> int:
        return self.search.guesses


def engine(name: str, board: Board, puzzle: bytes, seed: int | None = None) -> Engine:
    """The engine of this name, about to search the puzzle; ValueError for another name, or a seed it cannot use.

    >>> search = engine("bitset", Board(2, 2), bytes(16))
    >>> search.count(None)
    288
    """
    if name == "dlx":
        return Dlx(board, puzzle, seed)
    if name != "bitset":
        raise ValueError(f"no engine {name!r}; choose one of {', '.join(ENGINES)}")
    if seed is not None:
        raise ValueError("the engine 'bitset' tries digits in ascending order and takes no seed")
    only_plain(board)
    return Bitset(board, puzzle)


def only_plain(board: Board) -> None:
    """Refuses, for the engine "bitset", a board with more than rows, columns and boxes."""
    if not board.plain:
        raise ValueError(f"the engine 'bitset' takes plain boards only, no {board}; 'dlx' takes it")
