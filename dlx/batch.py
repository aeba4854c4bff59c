# SPDX-License-Identifier: MIT
"""Many questions of one problem: how many solutions are there under each of these sets of given options?

The problem is compiled once. Where there are enough questions, hundreds of them are in work side by side (_lanes.pyx);
what takes many nodes, and the first solution where there are several, are left to a kernel for single questions, in a
compiled loop. So a question's answer does not depend on its neighbors. Nothing holds the GIL; the loops come back every
few milliseconds so that Ctrl-C and the time limit are heard.

    questions ──> lanes ──> answered ───────────────────────────┬──> counts, nodes, solutions, statuses
       │ (few)      └─────> handed over, or several solutions ──┴─ one by one
       └────────────────────────────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from . import calloff
from .search import DONE, PAUSED, Status, seconds, whole
from .unfinished import Unfinished

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._lanes import Lanes
    from .problem import Problem, Solution

WORK = 2_000_000  # updates, or looks of a sweep, between two looks at signals: about 5 ms
ROOM = 1 << 16  # options of first solutions collected in one block
MOST = 2_000  # nodes that a question may take in the lanes: more would starve the others
ENDLESS = 2**63 - 1  # the largest count
ASKED, ANSWERED, HANDED = 0, 1, 2  # states of a question in the lanes, as in _lanes.h
PILOT = 16  # questions asked one by one, to know what that costs

STATUSES: tuple[Status, ...] = tuple(Status)
COMPLETE, SOLUTION_LIMIT, TIME_LIMIT = map(
    STATUSES.index, (Status.COMPLETE, Status.SOLUTION_LIMIT, Status.TIME_LIMIT)
)


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The answers to N questions, in the order asked.

    >>> from dlx import Problem
    >>> r = Problem([["a", "b"], ["a"], ["b"]]).solve_many([[], [0], [0, 1]])
    >>> r.counts.tolist(), r.solution(0).options, r.solution(2), r.status(2).value
    ([2, 1, 0], (0,), None, 'complete')
    """

    problem: Problem
    counts: NDArray[np.int64]  # (N,) solutions, at most the limit
    nodes: NDArray[np.int64]  # (N,) nodes of the search tree, as the kernel that answered counts them
    statuses: NDArray[np.uint8]  # (N,) how each question ended: the place of its Status among all of them
    indptr: NDArray[np.int64]  # (N+1,) the first solution of question k, not sorted, is
    options: NDArray[np.int32]  # options[indptr[k] : indptr[k+1]]

    def solution(self, k: int) -> Solution | None:
        """The solution that ``solve()`` finds for question k, or None if there is none."""
        self._check(k)
        if not self.counts[k]:
            return None
        return self.problem._solution(self.options[self.indptr[k] : self.indptr[k + 1]].tolist())

    def status(self, k: int) -> Status:
        """How question k ended: COMPLETE, or by which limit."""
        self._check(k)
        return STATUSES[int(self.statuses[k])]

    def _check(self, k: int) -> None:
        if not 0 <= k < len(self.counts):
            raise ValueError(f"question {k} is out of range: there are {len(self.counts)} questions")


@dataclass(frozen=True, slots=True)
class Plan:
    """How questions are to be answered, settled for all of them before they are cut into parts.

    What comes out of a part then depends on the part and the plan alone: not on who is asked, nor on what was asked
    before. A plan is small, and can be sent to other processes together with the parts.
    """

    lanes: bool  # side by side
    patience: float  # sweeps in the lanes that a question may take; after that they go on one by one
    work: float  # of a question alone, in units of about 2 ns: the mean of some of them; 0 if it was not measured

    @classmethod
    def of(
        cls, problem: Problem, n: int, samples: tuple[NDArray[np.int64], NDArray[np.int32]], limit: int | None
    ) -> Plan:
        """The plan for n questions whose first solutions are wanted, by asking those of `samples` one by one."""
        most = min(whole(limit, "limit", 1), ENDLESS)
        if not problem._kernels.side_by_side(problem, "auto", n):
            return cls(False, 0.0, 0.0)
        asked = list(_alone(problem, *samples, range(len(samples[0]) - 1), most, to_the_end=True))
        if 2 * sum(sample.too_much for sample in asked) >= len(asked):  # the lanes would hand most of them over
            return cls(False, 0.0, 0.0)
        lanes = problem._kernels.take_lanes(problem)
        patience = lanes.sweeps_per_work * sum(s.work for s in asked if not s.several) / len(asked)
        problem._kernels.give_lanes_back(lanes)
        return cls(True, patience, sum(s.work for s in asked) / len(asked))


@dataclass(frozen=True, slots=True)
class Sample:
    """A question asked alone."""

    work: int  # that it took up to MOST nodes, in units of the kernel's work
    several: bool  # has it more than one solution?
    too_much: bool  # did it not come to an end?


def _alone(
    problem: Problem,
    indptr: NDArray[np.int64],
    given: NDArray[np.int32],
    chosen: range,
    limit: int,
    to_the_end: bool = False,
) -> Iterator[Sample]:
    """Ask the chosen questions, up to MOST nodes each, or to the end if that is not beyond 5 ms."""
    kernel = problem._kernels.take(problem, "auto", None)
    for k in chosen:
        possible = kernel.setup(given[indptr[k] : indptr[k + 1]].tolist())
        outcome = kernel.run(MOST, limit, WORK) if possible else DONE
        work = kernel.work
        if outcome == PAUSED and to_the_end:
            outcome = kernel.run(ENDLESS, limit, WORK)
        yield Sample(work, kernel.solutions > 1, outcome == PAUSED)
    problem._kernels.give_back(kernel)


class Answers:
    """Asks all questions; what it finds out is in the attributes.

    ``counts``, ``nodes``, ``statuses`` are those of :class:`Batch`. Solutions are in two places: ``ranks``, if the
    lanes ran, has a row for each question: for each coded item the rank of its option (see dlx.circuit), from 1. The
    questions ``rest`` were asked one by one; the first ``lengths[0]`` of the options ``found`` are those of the first
    of them, and so on.
    """

    def __init__(
        self,
        problem: Problem,
        questions: tuple[NDArray[np.int64], NDArray[np.int32]],
        limit: int | None,
        solutions: bool,
        node_limit: int | None = None,
        time_limit: float | None = None,
        kernel: str = "auto",
        plan: Plan | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        """With a plan, the questions are a part of those that it was made for. Once `stopped` says so, the rest is not
        asked: it is for those who throw away what comes out."""
        self.problem = problem
        self.indptr, self.given = questions
        self.limit = min(whole(limit, "limit", 1), ENDLESS)
        self.node_limit = whole(node_limit, "node_limit", 1)
        self.deadline = perf_counter() + seconds(time_limit)
        self.stopped = stopped
        self.plan = plan
        n = len(self.indptr) - 1
        self.counts, self.nodes = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.statuses = np.zeros(n, np.uint8)
        self.ranks: NDArray[Any] | None = None
        self.coded: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None
        few = n if node_limit is None else 0  # so that a question is not stopped in one batch and answered in another
        if plan is None:
            lanes = problem._kernels.lanes(problem, kernel, few)
        else:
            lanes = problem._kernels.take_lanes(problem) if plan.lanes else None
        self.rest = np.arange(n) if lanes is None else self._side_by_side(lanes, solutions, kernel)
        self.lengths, self.found = self._one_by_one("auto" if kernel == "lanes" else kernel)
        self.statuses[(self.counts >= self.limit) & (self.statuses == 0)] = SOLUTION_LIMIT

    def _late(self) -> bool:
        calloff.check()
        return perf_counter() > self.deadline or (self.stopped is not None and self.stopped())

    def _side_by_side(self, lanes: Lanes, solutions: bool, kernel: str) -> NDArray[np.int64]:
        """All of them in the lanes; returns the questions that are left."""
        limit = max(self.limit, 2) if solutions else self.limit  # to know whether the one that is found is the first
        lanes.ask(self.indptr, self.given, limit, MOST, solutions)
        most = self._patience(lanes, solutions) if kernel == "auto" else None
        while most is None or lanes.sweeps < most * (lanes.finished + lanes.n_lanes / 2):  # else faster one by one
            if lanes.run(WORK) or self._late():
                break
        state, several = lanes.state, lanes.counts > 1
        self.counts, self.nodes, self.ranks = np.minimum(lanes.counts, self.limit), lanes.nodes, lanes.ranks
        self.coded = lanes.coded_start, lanes.coded_option
        self.problem._kernels.give_lanes_back(lanes)
        if not self._late():
            state[state == ASKED] = HANDED
        asked = state == ASKED
        self.statuses[asked] = TIME_LIMIT
        if self.ranks is None:
            return np.flatnonzero(state == HANDED)
        self.counts[asked] = self.ranks[asked] = 0  # what was met so far need not be the first solution
        return np.flatnonzero((state == HANDED) | ((state == ANSWERED) & several))

    def _patience(self, lanes: Lanes, solutions: bool) -> float:
        """Sweeps that a question may take before it would be cheaper alone. By counters: the same on every run."""
        if self.plan is not None:
            return self.plan.patience
        n = len(self.indptr) - 1
        pilot = range(0, n, max(n // PILOT, 1))
        samples = _alone(self.problem, self.indptr, self.given, pilot, self.limit)
        work = sum(s.work for s in samples if not (solutions and s.several))  # those are to be asked alone in any case
        return work / len(pilot) * lanes.sweeps_per_work

    def _one_by_one(self, name: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The rest; returns how many options each first solution has, and these options."""
        n = len(self.rest)
        counts, nodes, lengths = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int32)
        statuses = np.zeros(n, np.uint8)
        indptr, given = _picked(self.indptr, self.given, self.rest)
        longest = self.problem.n_primary if self.problem.bounds is None else self.problem.n_options
        room = np.empty(ROOM + longest, np.int32)
        blocks, question = [room[:0]], 0
        kernel = self.problem._kernels.take(self.problem, name, None) if n else None
        while kernel is not None and question < n and not self._late():
            question, filled = kernel.run_many(
                indptr, given, question, self.limit, self.node_limit, counts, nodes, lengths, statuses, room, WORK
            )
            blocks.append(room[:filled].copy())
        if kernel is not None and question == n:  # else it is in the middle of a question
            self.problem._kernels.give_back(kernel)
        statuses[question:] = TIME_LIMIT
        self.counts[self.rest], self.nodes[self.rest], self.statuses[self.rest] = counts, nodes, statuses
        return lengths, np.concatenate(blocks)

    @property
    def known(self) -> NDArray[np.bool_]:
        """(N,) which counts are exact or have reached the limit; the others were cut short and may be too low."""
        known: NDArray[np.bool_] = (self.statuses == COMPLETE) | (self.statuses == SOLUTION_LIMIT)
        return known

    def finished_counts(self) -> NDArray[np.int64]:
        """Return the counts; raise Unfinished if a limit cut one short."""
        cut = np.flatnonzero(~self.known)
        if len(cut):
            status, text = STATUSES[int(self.statuses[cut[0]])], f"{len(cut):,} of {len(self.counts):,} counts"
            raise Unfinished(f"the {status.value} ended {text} (solve_many has a status for each)", self.counts, status)
        return self.counts

    def batch(self) -> Batch:
        return Batch(self.problem, self.counts, self.nodes, self.statuses, *self.solutions())

    def solutions(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The first solutions, as CSR arrays."""
        lengths = np.zeros(len(self.counts), np.int64)
        ranked = [] if self.ranks is None else list(self._by_ranks(lengths))
        lengths[self.rest] = self.lengths
        indptr = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=indptr[1:])
        options = np.empty(indptr[-1], np.int32)
        rest = np.zeros(len(lengths), bool)
        rest[self.rest] = True
        own = np.repeat(rest, lengths)
        options[own] = self.found
        if ranked:
            options[~own] = np.concatenate(ranked)
        return indptr, options

    def _by_ranks(self, lengths: NDArray[np.int64]) -> Iterator[NDArray[np.int32]]:
        """The options that the ranks tell, some questions at a time; writes how many they are."""
        assert self.ranks is not None and self.coded is not None
        self.ranks[self.rest] = 0
        start, option = self.coded
        step = max(1, ROOM * 16 // max(self.ranks.shape[1], 1))
        for first in range(0, len(self.ranks), step):
            part = self.ranks[first : first + step]
            question, item = np.nonzero(part)
            lengths[first : first + step] = np.bincount(question, minlength=len(part))
            yield option[start[item] + part[question, item] - 1]


def _picked(
    indptr: NDArray[np.int64], given: NDArray[np.int32], chosen: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The questions `chosen`, in their order, with one option at the end to point at."""
    if len(chosen) == len(indptr) - 1:
        return indptr, given
    lengths = np.diff(indptr)[chosen]
    starts = np.zeros(len(chosen) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    places = np.arange(starts[-1]) + np.repeat(indptr[chosen] - starts[:-1], lengths)
    return starts, np.append(given[places], 0).astype(np.int32)
