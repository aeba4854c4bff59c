# SPDX-License-Identifier: MIT
"""Answers many questions about one problem: counts the solutions under each of many sets of given options.

We compile the problem once. If there are enough questions, lanes search hundreds of them side by side (lanes.pyx). A
kernel for single questions, in a compiled loop, takes over any question with many nodes, or with several solutions if
the first is wanted; so no answer depends on the neighbors of a question. The loops do not hold the GIL, and return
every few milliseconds to check Ctrl-C and the time limit. If a question is too hard for plain search, it becomes a race
(engine/race.py): a decision (decide.py) for few solutions, a count (count.py) for all.

    questions ──> lanes ──> answered ──────────────────────────────┬──────────────┬──> counts, nodes, solutions,
       │ (few)      └─────> handed over, or several solutions ──┬─ one by one     │        statuses
       └────────────────────────────────────────────────────────┘   └─ too hard ──┴─ strategies
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.drive import DONE, LIMIT, PAUSED, Drive
from ..engine.limits import seconds, whole
from ..engine.status import COMPLETE, CUT, INTERRUPTED, NODE_LIMIT, SOLUTION_LIMIT, STATUSES, TIME_LIMIT, Status
from ..engine.steps import Steps
from ..engine.table import OPENING_NODES
from ..engine.unfinished import Unfinished, unsolved
from ..matrix.assumptions import Assumptions
from ..matrix.solution import Solution
from ..system.calloff import canceled
from ..system.public import public
from ..system.wording import plural
from .decide import DECISION_BYTES, MOST_DECIDED, Decision
from .pilot import LARGEST_COUNT, MOST_LANE_NODES, PILOT_QUESTIONS, SIDE_BY_SIDE, WORK_PER_CHECK, Plan, alone

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..kernels.kernel import Kernel
    from ..kernels.lanes.lanes import Lanes
    from ..matrix.matrix import Matrix
    from .pilot import Questions

BLOCK_OPTIONS = 1 << 16  # options of first solutions collected in one block
PENDING, ANSWERED, HANDED_OVER = 0, 1, 2  # states of a question in the lanes, as in lanes/lanes.h
ROOMY_QUESTIONS = 4  # whose nodes, up to MOST_LANE_NODES each, always find a place in the planes
HARD_WORK = 2**27  # in entries times nodes: plain search of a question up to here takes some 0.05 s
STRETCH = 8  # a question that has searched an eighth of its tree by then may take eight times as long


@public("dlx")
@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The answers to N questions, in the order asked.

    >>> from dlx import Problem
    >>> r = Problem([["a", "b"], ["a"], ["b"]]).solve_many([[], [0], [0, 1]])
    >>> r.counts.tolist(), r.solution(0).options, r.solution(2), r.status(2).value
    ([2, 1, 0], (0,), None, 'complete')
    """

    problem: Matrix
    counts: NDArray[np.int64]  # (N,) solutions, at most the limit
    nodes: NDArray[np.int64]  # (N,) nodes of the search tree, as the kernel that answered counts them
    statuses: NDArray[np.uint8]  # (N,) each question's status, as an index into tuple(Status)
    indptr: NDArray[np.int64]  # (N+1,) the first solution of question k, unsorted, is
    options: NDArray[np.int32]  # options[indptr[k] : indptr[k+1]]

    def __repr__(self) -> str:
        solved, cut = f"{np.count_nonzero(self.counts):,} with a solution", int(np.count_nonzero(self.cut))
        return f"<Batch: {plural(len(self.counts), 'question')}, {solved}{f', {cut:,} cut short' * (cut > 0)}>"

    @property
    def cut(self) -> NDArray[np.bool_]:
        """(N,) True where a limit of time or nodes came before the answer; the count is then a lower bound."""
        return cut_short(self.statuses)

    def solution(self, k: int) -> Solution | None:
        """Return the first solution found for question k, or None if there is none.

        Raises:
            Unfinished: a limit cut question k short before a solution was found.
        """
        status = self.status(k)
        if not self.counts[k]:
            if status in CUT:
                raise unsolved(status)
            return None
        return Solution.of(self.problem, self.options[self.indptr[k] : self.indptr[k + 1]].tolist())

    def status(self, k: int) -> Status:
        """Return the status of question k: COMPLETE, or the limit that ended it."""
        if not 0 <= k < len(self.counts):
            raise ValueError(f"question {k} is out of range: there are {len(self.counts)} questions")
        return STATUSES[int(self.statuses[k])]


def cut_short(statuses: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return a mask of the answers that a limit of time or nodes cut short."""
    cut: NDArray[np.bool_] = (statuses != COMPLETE) & (statuses != SOLUTION_LIMIT)
    return cut


class QuestionSeries:
    """Questions that one kernel answers one after another: a machine. The attributes are as in Kernel.run_many."""

    def __init__(self, kernel: Kernel, questions: Questions, limits: tuple[int, int, int], longest: int) -> None:
        self.kernel, self.questions, self.limits = kernel, questions, limits
        self.n, self.question = len(questions[0]) - 1, 0
        self.counts, self.nodes, self.guesses = (np.zeros(self.n, np.int64) for _ in range(3))
        self.lengths, self.statuses = np.zeros(self.n, np.int32), np.zeros(self.n, np.uint8)
        self.room = np.empty(min(BLOCK_OPTIONS, self.n * longest) + longest, np.int32)
        self.blocks: list[NDArray[np.int32]] = []  # options of first solutions
        self._results = self.counts, self.nodes, self.guesses, self.lengths, self.statuses, self.room

    def step(self, work: int) -> int:
        """Continue for about this much work; return DONE or PAUSED."""
        asked = *self.questions, self.question, *self.limits
        self.question, filled = self.kernel.run_many(*asked, *self._results, work)
        self.blocks.append(self.room[:filled].copy())
        return DONE if self.question == self.n else PAUSED

    @property
    def answered(self) -> int:
        """The number of answered questions, without the questions that plain search left to strategies."""
        return self.question - int(np.count_nonzero(self.statuses == NODE_LIMIT))

    def assumed(self, k: int) -> Assumptions:
        """Return the assumptions of question k."""
        indptr, given = self.questions
        return Assumptions(tuple(given[indptr[k] : indptr[k + 1]].tolist()), ())


class Answers:
    """Answers all questions; the attributes hold the results.

    ``counts``, ``nodes`` and ``statuses`` are as in :class:`Batch`; ``guesses`` are the decisions with several options,
    in the lanes or by the kernel that answered; strategies that then help count none.

    Solutions are in two places. If the lanes ran, ``ranks`` has a row for each question, with the rank from 1 of the
    chosen option of each coded item (see lanes/circuit.py). The questions ``rest`` were searched one by one; the first
    ``lengths[0]`` options in ``found`` belong to the first of these questions, and so on.
    """

    def __init__(
        self,
        engine: Engine,
        questions: Questions,
        limit: int | None,
        solutions: bool,
        node_limit: int | None = None,
        time_limit: float | None = None,
        kernel: str = "auto",
        plan: Plan | None = None,
        stopped: Callable[[], bool] | None = None,
        report: Report | None = None,
    ) -> None:
        """Answer the questions; with a plan, they are a part of the questions it was made for. Once `stopped` returns
        True, skip the rest; the caller then discards the result."""
        self.engine, self.problem = engine, engine.matrix
        self.indptr, self.given = questions
        self.limit = min(whole(limit, "limit", 1), LARGEST_COUNT)
        self.node_limit = whole(node_limit, "node_limit", 1)
        self.drive = Drive(seconds(time_limit), slice_work=WORK_PER_CHECK, stopped=stopped)
        self.plan = plan
        n = len(self.indptr) - 1
        self.counts, self.nodes, self.guesses = (np.zeros(n, np.int64) for _ in range(3))
        self.statuses = np.zeros(n, np.uint8)
        self._answered = AnswerCount()
        self.steps = answering(report, n, self._answered)
        self.ranks: NDArray[Any] | None = None
        self.coded: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None
        n_joint = n if node_limit is None else 0  # else one batch might stop a question that another answers
        compiled = engine.stock.circuit is not None
        in_lanes = engine.side_by_side(kernel, n_joint, ready=compiled) if plan is None else plan.lanes
        self.rest = np.arange(n)
        if in_lanes:
            with engine.lend_lanes() as lanes:
                self.rest = self._side_by_side(lanes, solutions, kernel)
        self.all, is_small = limit is None, self.limit <= MOST_DECIDED
        self.helped = kernel in ("auto", "lanes") and node_limit is None and (self.all or is_small)
        self.lengths, self.found = self._one_by_one("auto" if kernel == "lanes" else kernel, solutions)
        self.statuses[(self.counts >= self.limit) & (self.statuses == 0)] = SOLUTION_LIMIT
        if canceled():
            self.statuses[self.statuses == TIME_LIMIT] = INTERRUPTED
        if report is not None and self.known.all():
            self.steps.end()

    def _side_by_side(self, lanes: Lanes, solutions: bool, kernel: str) -> NDArray[np.int64]:
        """Search all questions in the lanes; return the unanswered ones."""
        limit = max(self.limit, 2) if solutions else self.limit  # with 2, a single solution is known to be the first
        lanes.ask(self.indptr, self.given, limit, MOST_LANE_NODES, solutions)
        if kernel == "auto":
            lanes.patience = self._patience(lanes, solutions)
        largest = 1 if solutions else limit  # of several solutions, a search alone finds the first
        self._answered.count = lambda: int(np.count_nonzero((lanes.state == ANSWERED) & (lanes.counts <= largest)))
        outcome = self.drive.run(self.steps.watched(lanes))
        answered = self._answered()
        self._answered.count = lambda: answered  # the lanes will forget theirs
        state, counts, self.nodes, self.ranks = lanes.state, lanes.counts, lanes.nodes, lanes.ranks
        if self.plan == SIDE_BY_SIDE:
            self._answer_crowded(lanes, limit, state, counts)
        self.counts, self.guesses = np.minimum(counts, self.limit), self.nodes // 2  # the root, and two for each guess
        self.coded = lanes.coded_start, lanes.coded_option
        if outcome == LIMIT:
            state[state == PENDING] = HANDED_OVER
        asked = state == PENDING
        self.statuses[asked] = TIME_LIMIT
        if self.ranks is None:
            return np.flatnonzero(state == HANDED_OVER)
        self.counts[asked] = self.ranks[asked] = 0  # a solution found so far need not be the first
        return np.flatnonzero((state == HANDED_OVER) | ((state == ANSWERED) & (counts > 1)))

    def _answer_crowded(self, lanes: Lanes, limit: int, state: NDArray[np.uint8], counts: NDArray[np.int64]) -> None:
        """Answer the questions that the lanes handed over only because the nodes of all of them found no place."""
        crowded = np.flatnonzero((state == HANDED_OVER) & (self.nodes <= MOST_LANE_NODES))
        for first in range(0, len(crowded), ROOMY_QUESTIONS):
            block = crowded[first : first + ROOMY_QUESTIONS]
            lanes.ask(*picked(self.indptr, self.given, block), limit, MOST_LANE_NODES, self.ranks is not None)
            self.drive.run(lanes)
            state[block], counts[block], self.nodes[block] = lanes.state, lanes.counts, lanes.nodes
            if self.ranks is not None:
                self.ranks[block] = lanes.ranks

    def _patience(self, lanes: Lanes, solutions: bool) -> float:
        """Return the sweeps per question beyond which a search alone is cheaper, by counters: the same on every run."""
        if self.plan is not None:
            return self.plan.patience
        n = len(self.indptr) - 1
        pilot = range(0, n, max(n // PILOT_QUESTIONS, 1))
        samples = alone(self.engine, (self.indptr, self.given), pilot, self.limit)
        work = sum(s.work for s in samples if not (solutions and s.several))  # those are searched alone in any case
        return work / len(pilot) * lanes.sweeps_per_work

    def _one_by_one(self, name: str, solutions: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Search the rest; return the number of options in each first solution, and these options."""
        if not len(self.rest):
            return np.zeros(0, np.int32), np.zeros(0, np.int32)
        longest = self.problem.n_primary if self.problem.bounds is None else self.problem.n_options
        node_limit, stretch = self.node_limit, 1
        if self.helped:
            node_limit, stretch = max(HARD_WORK // max(len(self.problem.indices), 1), OPENING_NODES), STRETCH
        with self.engine.lend(name) as kernel:
            questions = picked(self.indptr, self.given, self.rest)
            series = QuestionSeries(kernel, questions, (self.limit, node_limit, stretch), longest)
            before = len(self.counts) - len(self.rest)
            self._answered.count = lambda: before + series.answered
            self.drive.run(self.steps.watched(series))
        series.statuses[series.question :] = TIME_LIMIT
        options = np.concatenate([series.room[:0], *series.blocks])
        if self.helped and NODE_LIMIT in series.statuses.tobytes():  # in 0.2 us; NumPy takes 3
            options = self._with_hard(series, options, solutions)
        if self.ranks is None and len(self.rest) == len(self.counts):
            self.counts, self.nodes, self.guesses = series.counts, series.nodes, series.guesses
            self.statuses = series.statuses
        else:
            self.counts[self.rest], self.nodes[self.rest] = series.counts, series.nodes
            self.guesses[self.rest], self.statuses[self.rest] = series.guesses, series.statuses
        return series.lengths, options

    def _with_hard(self, series: QuestionSeries, plain_options: NDArray[np.int32], shown: bool) -> NDArray[np.int32]:
        """Answer the questions that plain search gave up; return the options of all first solutions."""
        hard = np.flatnonzero(series.statuses == NODE_LIMIT).tolist()
        ends = np.cumsum(series.lengths)
        answer = self._count if self.all else self._decide
        pieces, at = [], 0
        for k in hard:
            options = answer(series, k, shown)
            first, end = int(ends[k] - series.lengths[k]), int(ends[k])
            if options is not None:
                pieces += [plain_options[at:first], np.array(options, np.int32)]
                series.lengths[k], at = len(options), end
        return np.concatenate([*pieces, plain_options[at:]])

    def _decide(self, series: QuestionSeries, k: int, shown: bool) -> list[int] | None:
        """Decide question k; return its first solution, unless plain search has found it."""
        answer = self._decision(series, k, self.limit, shown=shown).answer()
        series.statuses[k] = STATUSES.index(answer.status)
        series.counts[k] = max(int(series.counts[k]), answer.partial)
        series.nodes[k] += answer.stats.nodes
        self.drive.late()
        return answer.value[0] if answer.value and not series.lengths[k] else None

    def _count(self, series: QuestionSeries, k: int, shown: bool) -> list[int] | None:
        """Count all solutions of question k; return the first one, unless plain search has found it."""
        from .count import StrategyCount  # its strategies take 10 ms to import, and few batches need them

        count = StrategyCount(self.engine, series.assumed(k), max_memory=DECISION_BYTES, progress=self.steps.report)
        count.drive.stopped = self.drive.stopped
        with suppress(Unfinished):
            count.run(time_limit=self._left)
        assert count.status is not None
        series.statuses[k] = STATUSES.index(count.status)
        series.counts[k] = min(max(int(series.counts[k]), count.count), LARGEST_COUNT)
        series.nodes[k] += count.stats.nodes
        self.drive.late()
        if not (shown and count.count) or series.lengths[k]:
            return None
        answer = self._decision(series, k, 1, shown=True).answer()
        self.drive.late()
        return answer.value[0] if answer.value else None

    def _decision(self, series: QuestionSeries, k: int, limit: int, *, shown: bool) -> Decision:
        assumed, stopped = series.assumed(k), self.drive.stopped
        how: dict[str, Any] = {"time_limit": self._left, "shown": shown, "stopped": stopped}
        return Decision(self.engine, assumed, limit, **how, report=self.steps.report)

    @property
    def _left(self) -> float:
        """The seconds that are left for the batch."""
        return max(self.drive.deadline - self.drive.seconds, 0)

    @property
    def known(self) -> NDArray[np.bool_]:
        """(N,) True for counts that are exact or have reached the limit; the others were cut short and may be low."""
        return ~cut_short(self.statuses)

    def batch(self) -> Batch:
        """Return the answers, with their first solutions."""
        return Batch(self.problem, self.counts, self.nodes, self.statuses, *self.solutions())

    def solutions(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the first solutions, as CSR arrays."""
        lengths = np.zeros(len(self.counts), np.int64)
        ranked = [] if self.ranks is None else list(self._by_ranks(lengths))
        lengths[self.rest] = self.lengths
        indptr = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=indptr[1:])
        options = np.empty(indptr[-1], np.int32)
        one_by_one = np.zeros(len(lengths), bool)
        one_by_one[self.rest] = True
        entries = np.repeat(one_by_one, lengths.astype(np.intp))  # 32 bits on i686, where NumPy takes no more
        options[entries] = self.found
        if ranked:
            options[~entries] = np.concatenate(ranked)
        return indptr, options

    def _by_ranks(self, lengths: NDArray[np.int64]) -> Iterator[NDArray[np.int32]]:
        """Yield the options that the ranks encode, some questions at a time; store their numbers in ``lengths``."""
        assert self.ranks is not None and self.coded is not None
        self.ranks[self.rest] = 0
        start, option = self.coded
        step = max(1, BLOCK_OPTIONS * 16 // max(self.ranks.shape[1], 1))
        for first in range(0, len(self.ranks), step):
            part = self.ranks[first : first + step]
            question, item = np.nonzero(part)
            lengths[first : first + step] = np.bincount(question, minlength=len(part))
            yield option[start[item] + part[question, item] - 1]


class AnswerCount:
    """The number of answered questions, by the machine that is at work."""

    count: Callable[[], int] = int

    def __call__(self) -> int:
        return self.count()


def answering(report: Report | None, n: int, answered: Callable[[], int]) -> Steps:
    """Return the progress of n questions, of which a function returns the number of answered ones."""
    return Steps(report, lambda: (answered() / max(n, 1), f"{answered():,} of {plural(n, 'question')} answered"))


def finished_counts(batch: Batch) -> NDArray[np.int64]:
    """Return the counts; raise Unfinished if a limit cut one short."""
    cut = np.flatnonzero(batch.cut)
    if len(cut):
        status, text = batch.status(int(cut[0])), f"{len(cut):,} of {plural(len(batch.counts), 'count')}"
        raise Unfinished(f"{status.cause} ended {text} (solve_many has a status for each)", batch.counts, status)
    return batch.counts


def picked(indptr: NDArray[np.int64], given: NDArray[np.int32], chosen: NDArray[np.int64]) -> Questions:
    """Return the questions `chosen`, in their order, with an extra option at the end to point at."""
    if len(chosen) == len(indptr) - 1:
        return indptr, given
    lengths = np.diff(indptr)[chosen]
    starts = np.zeros(len(chosen) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    places = np.arange(starts[-1]) + np.repeat(indptr[chosen] - starts[:-1], lengths.astype(np.intp))
    return starts, np.append(given[places], 0).astype(np.int32)
