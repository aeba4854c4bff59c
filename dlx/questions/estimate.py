# SPDX-License-Identifier: MIT
"""Estimates the size of a search and the number of solutions from random descents, with an interval.

    problem ──> 5,000 nodes of the search ──> it ends there: exact numbers
                         └──> not yet: 20 or more descents (dive.pyx) ──> nodes, solutions
                                       20 subtrees along random paths  ──> seconds per node ──> seconds

A descent is right on average, so the estimate is the mean of all descents; their spread determines the interval.
Knuth's dives (Estimating the efficiency of backtrack programs, Math. Comp. 29, 1975) are descents of width 1. Wider
descents follow as many states, mostly in less time, and err less. The table shows root mean square errors in percent
over 60 seeds with 1,000 samples, as 1,000 descents of width 1 and as 20 of width 50, and milliseconds of CPU:

                        nodes         solutions       time      the search: links, bits
    queens 12         2.3   2.5       11    8.6       7    3          40        8
    Langford 11       2.2   1.8        6.9  4.8       7    3          21        6
    dominoes 8x8      7.6   3.9        8.6  4.0      11    3       1,500      420
    Latin squares 5   1.1   1.1        1.5  1.5      10    3          87       19
    Costas arrays 8    10   5.4      137     24      15   17          42        6
    pentominoes 6x10   70    13      145     53      25   35       5,000      400
    Y-pentominoes      76   7.4      178     18       4    6           8        1
    rectangles 4x4     89    15      102     15       4    2           4        1

Measuring the time of a node adds about as much again. Sudokus with one solution end within the trial.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from fractions import Fraction
from math import exp, hypot, log, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ..engine.drive import DONE, PAUSED, Drive
from ..engine.interval import INF, POINT, Interval, as_text, interval, shown_duration, shown_number, student
from ..engine.limits import WITHOUT_LIMIT, integer, seconds, whole
from ..engine.machine import Machine, member
from ..engine.status import Status, outer_status
from ..kernels.dive import Dive, row_words
from ..system.digits import printable
from ..system.public import public

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..engine.engine import Engine
    from ..matrix.assumptions import Assumptions

LEAST_DESCENTS = 20  # 10 wider descents give poorer intervals (rectangles 4x4 cover 88 % of 200 seeds)
MOST_STATE_BYTES = 64 << 20  # of states
EXACT_NODES = 5_000  # nodes, or two per item; a search that ends within them is not estimated
EXACT_WORK = 30_000_000  # ... or this work, some 0.1 s
DESCENT_SLICE_WORK = 1_000_000  # of a kernel or a descent, between two checks of clock and signals: some milliseconds
WORK_A_SAMPLE = 3_000_000  # most steps per sample, some milliseconds; dominoes 48x48 take a third of them
TIMED_SUBTREES = 20  # subtrees in which the time of a node is measured
TIMING_SHARE = 0.3  # ... as long as this takes less than this part of the time so far
LEAST_SUBTREE_NODES, MOST_SUBTREE_NODES = 1_000, 5_000  # a call alone takes as long as several nodes of bits
DOUBT = 1.8  # factor by which the measured time of a node may be wrong, however well the subtrees agree
UNSEEN = 3.7  # an expected number of solutions that yields none with a probability of 2.5 %


@public("dlx")
@dataclass(frozen=True, slots=True)
class Estimate:
    """The result of :meth:`Problem.estimate`; ``str()`` returns a readable line.

    If ``samples`` is 0 and ``status`` COMPLETE, the search was finished and its numbers are exact. If ``high`` is
    infinite, we have seen ``low`` and know nothing more.
    """

    nodes: Interval  # of the search tree, as the kernel "links" counts them, or "multi" in case of multiplicities
    solutions: Interval
    seconds: Interval  # of the search for all solutions, with the kernel that search() chooses
    samples: int  # partial solutions followed side by side, summed over the descents; 0 if not needed
    status: Status  # COMPLETE: as many samples as requested; TIME_LIMIT, INTERRUPTED, WORK_LIMIT: fewer, perhaps none

    def __repr__(self) -> str:
        return f"<Estimate: {self}; {self.status.value}>"

    def __str__(self) -> str:
        return (
            f"{as_text(self.nodes, shown_number, ' nodes')}, {as_text(self.solutions, shown_number, ' solutions')}, "
            f"{as_text(self.seconds, shown_duration)}"
        )


def estimate(
    engine: Engine, assumed: Assumptions, samples: int, seed: int, time_limit: float | None, progress: Report | None
) -> Estimate:
    """Estimate the search; see :meth:`Problem.estimate`."""
    problem = engine.matrix
    samples, seed = whole(integer(samples, "samples"), "samples", 1), integer(seed, "seed")
    drive = Drive(seconds(time_limit), slice_work=DESCENT_SLICE_WORK)
    question = Subtrees(engine, assumed, drive)
    enough = max(EXACT_NODES, 2 * problem.n_primary)
    trial = question.ask(engine.with_lists, (), enough)
    timing = question.ask("auto", (), WITHOUT_LIMIT if trial.ended else enough)
    drive.report = progress  # from here on, as the trial is not a share of the estimate
    if trial.ended:
        drive.show(1.0, trial.nodes, trial.solutions)
        spent = _exact(timing.seconds) if timing.ended else Interval(timing.seconds, timing.seconds, INF)
        return Estimate(_exact(trial.nodes), _exact(trial.solutions), spent, 0, Status.COMPLETE)
    if drive.late():
        nodes, solutions = (Interval(seen, seen, INF) for seen in (trial.nodes, trial.solutions))
        return Estimate(nodes, solutions, _times(nodes, timing.pace), 0, outer_status(Status.TIME_LIMIT))
    width = max(1, min(samples // LEAST_DESCENTS, MOST_STATE_BYTES // (16 * row_words(problem))))
    dive = Dive(problem, *assumed, width, seed)
    work = samples * WORK_A_SAMPLE
    runs = _descents(dive, width, -(-samples // width), work, drive)
    if not runs:  # a narrow descent may finish
        width = 1
        runs = _descents(dive, width, samples, dive.work + work // 4, drive)
    drive.report = None
    nodes = interval([run.nodes for run in runs], max((run.seen for run in runs), default=trial.nodes))
    solutions = _solutions(runs, trial.solutions)
    pace = question.pace(dive, dive.work + work // 4) or timing.pace
    cut = outer_status(Status.TIME_LIMIT) if drive.late() else Status.WORK_LIMIT
    status = Status.COMPLETE if len(runs) * width >= samples else cut
    return Estimate(nodes, solutions, _times(nodes, pace), len(runs) * width, status)


# --- partial searches: the trial, and the time of a node ------------------------------------------------------------


class PartialSearch(NamedTuple):
    """The result of a partial search."""

    ended: bool
    nodes: int
    solutions: int
    seconds: float

    @property
    def pace(self) -> Interval | None:
        """Seconds per node."""
        return _exact(self.seconds / self.nodes) if self.nodes else None


class Subtrees:
    """A problem with given and banned options, for searches of parts of its tree."""

    def __init__(self, engine: Engine, assumed: Assumptions, drive: Drive) -> None:
        self.engine, self.assumed, self.drive = engine, assumed, drive

    def ask(self, name: str, path: Iterable[int], nodes: int) -> PartialSearch:
        """Search the subtree below the options of ``path``, up to these nodes and EXACT_WORK."""
        with self.engine.lend(name) as kernel:
            kernel.setup([*self.assumed.given, *path], self.assumed.banned)
            kernel.node_stop = nodes
            started = perf_counter()
            outcome = self.drive.run(kernel, kernel.work + EXACT_WORK)
            return PartialSearch(outcome == DONE, kernel.nodes, kernel.solutions, perf_counter() - started)

    def pace(self, dive: Dive, work_stop: int) -> Interval | None:
        """Estimate the seconds of the search per node of links from random subtrees; None if too few were searched.

        The kernels do not visit the same nodes (bits up to 1.6 times as many, on Costas arrays), and the first corner
        of a large tree may differ from the rest. So we search whole subtrees, with both kernels. The estimated seconds
        are then 0.67 (Costas arrays) to 1.37 (rectangles) times the true ones, as the median of 100 seeds on 10
        problems, in CPU time; with subtrees of 200 nodes the range was 0.64 to 1.68. The scatter of the subtrees does
        not show this error, hence DOUBT.
        """
        parts: list[tuple[float, int]] = []
        patience = (1 + TIMING_SHARE) * self.drive.seconds
        for _ in range(2 * TIMED_SUBTREES):
            late = self.drive.late()
            if len(parts) == TIMED_SUBTREES or late or (len(parts) >= 3 and self.drive.seconds > patience):
                break
            part = self._subtree(dive, work_stop)
            if part is not None:
                parts.append(part)
        if len(parts) < 2:
            return None
        spent, nodes = sum(t for t, _ in parts), sum(n for _, n in parts)
        pace = spent / nodes
        error = sqrt(sum((t - pace * n) ** 2 for t, n in parts)) / spent  # of a ratio, relative
        factor = exp(hypot(student(len(parts) - 1) * error, log(DOUBT)))
        return Interval(pace, pace / factor, pace * factor)

    def _subtree(self, dive: Dive, work_stop: int) -> tuple[float, int] | None:
        """Descend at random, climb back until LEAST_SUBTREE_NODES are below; return their seconds and their number."""
        dive.begin(1)
        if self.drive.run(dive, work_stop) != DONE:
            return None
        path, back, subtree = dive.path.tolist(), 1, None
        while back <= len(path):
            part = self.ask(self.engine.with_lists, path[:-back], MOST_SUBTREE_NODES)
            if not part.ended:
                break
            subtree = path[:-back], part.nodes
            if part.nodes >= LEAST_SUBTREE_NODES:
                break
            back += 1 + back // 4
        if subtree is None:
            return None
        # The first search runs with a cold cache, so we search twice.
        twice = [self.ask("auto", subtree[0], WITHOUT_LIMIT) for _ in range(2)]
        if not all(search.ended for search in twice):
            return None
        return min(search.seconds for search in twice), subtree[1]


# --- descents and intervals -----------------------------------------------------------------------------------------


class Descent(NamedTuple):
    """A descent. The first three numbers are estimates, in units of 2^-64."""

    nodes: int
    solutions: int
    weight: int  # number of states that each state of the last level represents
    seen: int  # nodes visited
    met: int  # solutions found


class Descents(Machine):
    """Descents of one width, one after another. An unfinished descent is no fair sample and is dropped."""

    nodes = solutions = 0  # visited and found in finished descents

    def __init__(self, dive: Dive, width: int, n: int) -> None:
        self.dive, self.width, self.n = dive, width, n
        self.runs: list[Descent] = []
        dive.begin(width)

    def step(self, work: int) -> int:
        """Continue the descent, or end it and begin the next; return DONE after n descents, or PAUSED."""
        if self.dive.step(work) == DONE:
            run = _weigh(self.dive.degrees.tolist(), self.dive.hits.tolist(), self.width)
            self.runs.append(run)
            self.nodes += run.seen
            self.solutions += run.met
            if len(self.runs) == self.n:
                return DONE
            self.dive.begin(self.width)
        return PAUSED

    work = member("dive.work")

    @property
    def fraction(self) -> float:
        return len(self.runs) / self.n


def _descents(dive: Dive, width: int, n: int, work_stop: int, drive: Drive) -> list[Descent]:
    """Return ``n`` descents, or as many as time and work allow."""
    descents = Descents(dive, width, n)
    drive.run(descents, work_stop)
    return descents.runs


def _weigh(degrees: list[int], hits: list[int], width: int) -> Descent:
    """Add up the nodes and solutions that the states of each level represent."""
    weight = 1 << POINT
    nodes = solutions = 0
    for children, met in zip(degrees, hits, strict=True):
        nodes += weight * children
        weight = weight * max(children, width) // width
        solutions += weight * met
    return Descent(nodes, solutions, weight, sum(degrees), sum(hits))


def _solutions(runs: list[Descent], certain: int) -> Interval:
    """Return the interval of the solutions; if none was found, it includes as many as we may have missed."""
    solutions = interval([run.solutions for run in runs], max([certain, *(run.met for run in runs)]))
    if not runs or any(run.met for run in runs):
        return solutions
    missed = Fraction(UNSEEN) * max(run.weight for run in runs) / len(runs)
    return Interval(solutions.value, solutions.low, solutions.low + (int(missed) >> POINT))


def _exact(number: float) -> Interval:
    number = printable(number) if isinstance(number, int) else number
    return Interval(number, number, number)


def _times(nodes: Interval, pace: Interval | None) -> Interval:
    """Return the seconds for these nodes; both numbers are uncertain, so the ends are the worst cases."""
    if pace is None:
        return Interval(0.0, 0.0, INF)
    return Interval(*(_product(n, p) for n, p in zip(astuple(nodes), astuple(pace), strict=True)))


def _product(nodes: float, pace: float) -> float:
    try:
        return float(nodes) * pace
    except OverflowError:  # an int beyond the range of floats
        return INF
