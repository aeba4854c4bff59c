# SPDX-License-Identifier: MIT
"""The numbered candidates of a generator: full grids from which clues are removed in random order.

Candidate k depends only on the seed and on k, never on its block or its worker:

    k ── grid k, order k ── remove clues one by one while one solution is left ── number of clues? rating? ── found

We dig the candidates of a block side by side: sudoku/making/dig.pyx poses each question for all grids at once, and the
batches of `dlx` answer half a million per second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import inf
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from dlx.engine.status import Status
from dlx.questions.batch import Answers
from dlx.system import calloff

from ..engine.by_rules import grids_by_rules
from ..engine.cover import cover, filled
from ..engine.lines import givens, lines
from .canon import forms_of
from .canonical import marks
from .dig import Digger
from .fill import between, fill, keys, orders
from .isomorphs import isomorph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..board.board import Board
    from .requirements import Requirements

    Grids = NDArray[np.uint8]

LARGEST_FILLED_SIDE = 16  # side of the largest boards that fill.pyx fills; the engine fills larger ones
LARGEST_SHUFFLED_SIDE = 36  # ... by searches in shuffled orders; 49x49 takes them seconds, 64x64 more than a minute
GRIDS_PER_CHECK = 256  # grids filled between two checks for signals: at most 30 ms
MOST_WITHOUT_LANES = 64  # a batch with more questions is solved side by side, without a trial
# Searches for a full grid that are cut short before all strategies take over: many boards need none of those.
FILLING_RESTARTS = 10
LEAST_NODES_PER_FILLING, NODES_PER_CELL = 1_000, 10
MOST_HARDER = 100  # puzzles with a rating that was given up which are kept as near misses
NODES_BY_SCORE = ((7.9, 9), (4.0, 3))  # by the lowest required score: fewest nodes of a candidate that is rated


class BlockUnfinished(Exception):
    """Signals that time ran out before the block was finished."""


class Deadline:
    """A deadline that passes after some seconds, or when the run (a number) is called off in this process."""

    off: ClassVar[set[int]] = set()

    def __init__(self, seconds: float = inf, run: int | None = None) -> None:
        self.end, self.run = perf_counter() + seconds, run

    @property
    def left(self) -> float | None:
        return None if self.end == inf else max(self.end - perf_counter(), 0.0)

    def over(self) -> bool:
        return calloff.canceled() or perf_counter() > self.end or self.run in self.off

    def check(self) -> None:
        """Raise BlockUnfinished if the deadline has passed."""
        if self.over():
            raise BlockUnfinished


class Found(NamedTuple):
    """A candidate that meets the requirements."""

    number: int
    puzzle: str
    solution: str
    clues: int
    mark: int  # equal for puzzles that are equivalent under relabeling and symmetry
    rating: Any  # None if no rating is required


@dataclass(frozen=True, slots=True)
class Near:
    """The nearest misses among the candidates that do not meet the requirements."""

    fewest: int | None = None  # clues, among candidates with a wrong number; `most` likewise
    most: int | None = None
    unlike: int = 0  # candidates with the right number of clues but the wrong rating
    # the puzzle with the score nearest to the required ones: its distance, score, text, solution and rating
    score: tuple[float, float, str, str, Any] | None = None
    # the nearest puzzles whose rating was given up as too hard: a distance below theirs, text and solution, ascending
    harder: tuple[tuple[float, str, str], ...] = ()

    def __add__(self, other: Near) -> Near:
        return Near(
            min((near.fewest for near in (self, other) if near.fewest is not None), default=None),
            max((near.most for near in (self, other) if near.most is not None), default=None),
            self.unlike + other.unlike,
            min((near.score for near in (self, other) if near.score is not None), default=None),
            tuple(sorted({*self.harder, *other.harder})[:MOST_HARDER]),
        )


@dataclass(frozen=True, slots=True)
class CandidateBlock:
    """The candidates first .. first + number - 1 (fewer, if one was enough)."""

    first: int
    number: int
    found: list[Found]
    near: Near


def block(
    needs: Requirements, root: int, first: int, number: int, clock: Deadline, only_one: bool = False
) -> CandidateBlock | None:
    """Make a block of candidates; return None if the board has no full grid. Raises BlockUnfinished if it is late."""
    key = keys(root, first, number)
    grids = full_grids(needs.board, key, clock)
    if grids is None:
        return None
    puzzles, which = dig(needs, grids, key, clock)
    clues = np.count_nonzero(puzzles, axis=1)
    right = (clues >= needs.low) & (clues <= needs.high)
    others = clues[~right]
    near = Near(int(others.min()), int(others.max())) if len(others) else Near()
    puzzles, which = puzzles[right], which[right]
    same = marks(forms_of(puzzles, needs.board) if needs.board.plain else puzzles)
    hopeful = _hopeful(needs, puzzles, clock)
    numbers = (array.tolist() for array in (which, clues[right], same, hopeful))
    texts = (_lines(needs.board, array) for array in (puzzles, grids[which]))
    found: list[Found] = []
    for k, some, mark, hope, puzzle, solution in zip(*numbers, *texts, strict=True):
        rounds: list[float] = []
        rating = _rating(needs, puzzle, clock, rounds) if needs.rated and hope else None
        if needs.rated and not needs.liked(rating, some):
            near += _near_miss(needs, rating, rounds, puzzle, solution)
            continue
        found.append(Found(first + k, puzzle, solution, some, mark, rating))
        if only_one:
            return CandidateBlock(first, k + 1, found, near)
    return CandidateBlock(first, number, found, near)


def _lines(board: Board, grids: Grids) -> list[str]:
    return lines(grids, 0, len(grids), board.characters).decode("ascii").split()


def fills_quickly(board: Board) -> bool:
    """Return whether fill.pyx makes the full grids; otherwise the engine searches for each."""
    return board.plain and board.side <= LARGEST_FILLED_SIDE


def full_grids(board: Board, key: NDArray[np.uint64], clock: Deadline) -> Grids | None:
    """Return a full grid for each key, an array (N, cells); None if the board has none."""
    if fills_quickly(board):
        parts = []
        for start in range(0, len(key), GRIDS_PER_CHECK):
            parts.append(fill(board.box_height, board.box_width, key[start : start + GRIDS_PER_CHECK]))
            clock.check()
        return np.concatenate(parts)
    grids = np.zeros((len(key), board.cells), np.uint8)
    for grid, seed in zip(grids, key.tolist(), strict=True):
        solution = _search_grid(board, seed, clock)
        if solution is None:
            return None
        grid[:] = np.frombuffer(solution, np.uint8)
        clock.check()
    return grids


def _search_grid(board: Board, seed: int, clock: Deadline) -> bytes | None:
    """Return a full grid, by some short searches in shuffled orders, then by all strategies of the engine.

    On a board with rules, the search on candidates goes first. The search that learns finds a grid where a bad start
    hides them all from plain search, and its first choices are random, too. The largest boards get a random isomorph of
    one grid, which takes half a second.
    """
    if board.plain and board.side > LARGEST_SHUFFLED_SIDE:
        return isomorph(board, _first_grid(board), Random(seed))
    answer = grids_by_rules(board, (), 1, stopped=clock.over, seed=seed)
    clock.check()
    if answer is not None and answer.decided:
        return answer.grids[0] if answer.grids else None
    problem, report = cover(board), lambda progress: clock.check()
    nodes = max(LEAST_NODES_PER_FILLING, NODES_PER_CELL * board.cells)
    for restart in range(FILLING_RESTARTS):
        search = problem.search(seed=(seed + restart) % 2**31, limit=1, node_limit=nodes, progress=report)
        solution = next(search, None)
        clock.check()
        if solution is not None or search.status is Status.COMPLETE:
            return None if solution is None else filled(board, solution.options)
    solution = problem.solve(seed=seed % 2**31, progress=report)
    return None if solution is None else filled(board, solution.options)


@cache
def _first_grid(board: Board) -> bytes:
    """Return the first grid of a plain board."""
    solution = cover(board).solve()
    assert solution is not None
    return filled(board, solution.options)


def dig(needs: Requirements, grids: Grids, key: NDArray[np.uint64], clock: Deadline) -> tuple[Grids, NDArray[np.int64]]:
    """Return the puzzles, and the index of each one's grid; a mask leaves some grids without a unique puzzle."""
    board, free, cells = needs.board, needs.pattern.free, needs.pattern.cells
    clues = np.zeros(board.cells, np.uint8)
    clues[cells] = 1
    which = np.arange(len(grids))
    if len(cells) < board.cells:
        masked = np.ascontiguousarray(grids * clues)
        which = np.flatnonzero(_counts(needs, givens(masked, board.side), clock) == 1)
    least = np.zeros(len(key), np.int32)
    if needs.counted and not needs.minimal:
        least = between(key, needs.low, min(needs.high, len(cells)))
    indptr = np.cumsum([0, *(len(group) for group in free)], dtype=np.int32)
    members = np.array([*(cell for group in free for cell in group), 0], np.int32)
    box = (board.box_height, board.box_width) if board.plain else None
    order = orders(key[which], len(free))
    digger = Digger(
        grids[which], clues, order, indptr, members, least[which], board.side, box, needs.node_limit is None
    )
    while True:
        questions = digger.ask()
        if len(questions[0]) == 1:
            return digger.puzzles, which
        digger.tell(_counts(needs, questions, clock))


def _counts(
    needs: Requirements, questions: tuple[NDArray[np.int64], NDArray[np.int32]], clock: Deadline
) -> NDArray[np.int64]:
    """Count the solutions, up to 2; if the node limit leaves the count open, return 2 so that the clue stays."""
    kernel = "lanes" if len(questions[0]) > MOST_WITHOUT_LANES and needs.node_limit is None else "auto"
    answers = _answers(needs, questions, kernel, needs.node_limit, clock.over)
    clock.check()
    return np.where(answers.known, answers.counts, 2)


def _answers(
    needs: Requirements,
    questions: tuple[NDArray[np.int64], NDArray[np.int32]],
    kernel: str,
    node_limit: int | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Answers:
    """Look for two solutions of each puzzle."""
    return Answers(cover(needs.board).engine, questions, 2, False, node_limit, None, kernel, stopped=stopped)


def fewest_nodes(needs: Requirements) -> int:
    """Return the number of nodes of a search below which a candidate is not rated, because it is hardly that hard.

    Of 4,000 minimal 9x9 puzzles, none that needs more than locked candidates and subsets took 1 node, and a quarter of
    those beyond chains took fewer than 9, but three quarters of all others: rating these would take most of the time.
    """
    least = needs.scores_within[0] if needs.level else 0.0
    if not needs.board.plain or needs.board.side != 9:
        return 0
    return next((nodes for score, nodes in NODES_BY_SCORE if least >= score), 0)


def _hopeful(needs: Requirements, puzzles: Grids, clock: Deadline) -> NDArray[np.bool_]:
    """Return which candidates to rate.

    We search one puzzle at a time (110 us): in a batch, a neighbor can change the nodes of a puzzle, and the puzzles
    of a seed would depend on the sizes of blocks.
    """
    least = fewest_nodes(needs)
    hopeful = np.ones(len(puzzles), np.bool_)
    for k in range(len(puzzles) if least else 0):
        clock.check()
        question = givens(puzzles[k : k + 1], needs.board.side)
        hopeful[k] = _answers(needs, question, "lanes").nodes[0] >= least
    return hopeful


def _rating(needs: Requirements, puzzle: str, clock: Deadline, rounds: list[float] | None = None) -> Any:
    """Return the rating, or None if the candidate turns out not to be as required.

    ``rounds`` receives the difficulties of its rounds up to that point.
    """
    from ..logic import LogicStatus
    from ..logic.rating import rate_until

    def given_up(technique: str, difficulty: float) -> bool:
        if rounds is not None:
            rounds.append(difficulty)
        return needs.given_up(technique, difficulty)

    clock.check()
    rating = rate_until(puzzle, given_up, board=needs.board, time_limit=clock.left)
    if rating is not None and rating.status is LogicStatus.TIME_LIMIT:
        raise BlockUnfinished
    return rating


def _near_miss(needs: Requirements, rating: Any, rounds: list[float], puzzle: str, solution: str) -> Near:
    """Return the near miss of a rating that does not meet the requirements, or was given up after these rounds."""
    high = needs.scores_within[1]
    if not (needs.scores or needs.level):
        return Near(unlike=1)
    if rating is None and max(rounds, default=0) > high:
        return Near(unlike=1, harder=((max(rounds) - high, puzzle, solution),))
    if rating is None or rating.score is None:
        return Near(unlike=1)
    return Near(unlike=1, score=nearness(needs, rating, puzzle, solution))


def nearness(needs: Requirements, rating: Any, puzzle: str, solution: str) -> tuple[float, float, str, str, Any]:
    """Return a rated puzzle as a near miss."""
    low, high = needs.scores_within
    return max(low - rating.score, rating.score - high), rating.score, puzzle, solution, rating
