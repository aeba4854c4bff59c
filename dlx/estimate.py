# SPDX-License-Identifier: MIT
"""How large a search is, and how many solutions there are: estimated from random descents, with an interval.

    problem ──> 5,000 nodes of the search ──> it ends there: exact numbers
                         └──> not yet: 20 descents or more (_dive.pyx) ──> nodes, solutions
                                       20 subtrees along random paths  ──> seconds a node ──> seconds

A descent is right on average. So the estimate is the mean of all descents, and how much they differ tells the interval.
Knuth's dives (Estimating the efficiency of backtrack programs, Math. Comp. 29, 1975) are descents of width 1. Wider
ones follow as many states, mostly in less time, and err less. Root mean square errors in percent over 60 seeds, of
1,000 samples, as 1,000 descents of width 1 and as 20 of width 50; and milliseconds of CPU:

                        nodes         solutions       time      the search: links, bits
    queens 12         2.3   2.5       11    8.6       7    3          40        8
    Langford 11       2.2   1.8        6.9  4.8       7    3          21        6
    dominoes 8x8      7.6   3.9        8.6  4.0      11    3       1,500      420
    Latin squares 5   1.1   1.1        1.5  1.5      10    3          87       19
    Costas arrays 8    10   5.4      137     24      15   17          42        6
    pentominoes 6x10   70    13      145     53      25   35       5,000      400
    Y-pentominoes      76   7.4      178     18       4    6           8        1
    rectangles 4x4     89    15      102     15       4    2           4        1

The time of a node adds about as much again. Sudokus of one solution end in the trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import exp, hypot, log, sqrt
from operator import index
from statistics import stdev
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ._dive import Dive, row_words
from .describe import UNITS
from .search import PAUSED, REPORT, WITHOUT_LIMIT, Progress, Status, seconds, whole

if TYPE_CHECKING:
    from ._kernel import Kernel
    from .bar import Report
    from .problem import Problem

INF = float("inf")
RUNS = 20  # descents, at the least; of 10, wider ones, the interval covers less (rectangles 4x4 88 % of 200 seeds)
MOST_BYTES = 64 << 20  # of states
TRIAL = 5_000  # nodes, or two an item: a search that ends within them is not estimated
TRIAL_WORK = 20_000_000  # ... and steps: less than 0.1 s
WORK = 1_000_000  # steps of a kernel or a descent between two looks at signals and the clock: some milliseconds
WORK_A_SAMPLE = 3_000_000  # steps that descents may take, some milliseconds; dominoes 48x48 take a third of them
PLACES = 20  # subtrees in which the time of a node is measured
SHARE = 0.3  # ... as long as it takes less than this part of the time so far
LEAST, MOST = 1_000, 5_000  # nodes that such a subtree should have; the calls take as long as some of bits'
DOUBT = 1.8  # a factor by which the measured time of a node may be wrong, whatever the subtrees say
UNSEEN = 3.7  # who expects to meet so many solutions meets none with a probability of 2.5 %
POINT = 64  # weights are whole numbers of 2^-64: the same on every machine, and of any size


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimated number, and the ends of its 95 % interval. Nodes and solutions are whole numbers of any size."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return _told(self, _number)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What :meth:`Problem.estimate` found out; as a string, a line that a person can read.

    Where ``samples`` is 0 and ``status`` COMPLETE the search was done, and its numbers are exact. Where ``high`` is
    infinite, ``low`` is what has been seen, and nothing more is known.
    """

    nodes: Interval  # of the search tree, as the kernel "links" counts them
    solutions: Interval
    seconds: Interval  # of the search for all solutions, with the kernel that search() takes
    samples: int  # partial solutions followed side by side, summed over the descents; 0 if none was needed
    status: Status  # COMPLETE: as many samples as were asked for; TIME_LIMIT, WORK_LIMIT: fewer, perhaps none

    def __str__(self) -> str:
        return (
            f"{_told(self.nodes, _number, ' nodes')}, {_told(self.solutions, _number, ' solutions')}, "
            f"{_told(self.seconds, _duration)}"
        )


def estimate(
    problem: Problem,
    samples: int,
    seed: int,
    given: Iterable[int],
    banned: Iterable[int],
    time_limit: float | None,
    progress: Report | None,
) -> Estimate:
    """What :meth:`Problem.estimate` does."""
    if problem.bounds is not None:
        raise ValueError("estimates do not take multiplicities yet")
    samples, seed = whole(index(samples), "samples", 1), index(seed)
    question = Question(problem, problem._numbers(given, "given"), problem._numbers(banned, "banned"))
    clock = Clock(seconds(time_limit), progress)
    enough = max(TRIAL, 2 * problem.n_primary)
    trial = question.ask("links", (), enough, TRIAL_WORK, clock)
    own = question.ask("auto", (), WITHOUT_LIMIT if trial.ended else enough, TRIAL_WORK, clock)
    if trial.ended:
        clock.report(1, trial.nodes, trial.solutions)
        spent = _exactly(own.seconds) if own.ended else Interval(own.seconds, own.seconds, INF)
        return Estimate(_exactly(trial.nodes), _exactly(trial.solutions), spent, 0, Status.COMPLETE)
    if clock.late():
        nodes, solutions = (Interval(seen, seen, INF) for seen in (trial.nodes, trial.solutions))
        return Estimate(nodes, solutions, _times(nodes, own.pace), 0, Status.TIME_LIMIT)
    width = max(1, min(samples // RUNS, MOST_BYTES // (16 * row_words(problem))))
    dive = Dive(problem, question.given, question.banned, width, seed)
    work = samples * WORK_A_SAMPLE
    runs = list(_descents(dive, width, -(-samples // width), work, clock))
    if not runs:  # a narrow one may end
        width = 1
        runs = list(_descents(dive, width, samples, dive.work + work // 4, clock))
    nodes = _interval([run.nodes for run in runs], max((run.seen for run in runs), default=trial.nodes))
    solutions = _solutions(runs, trial.solutions)
    pace = question.pace(dive, dive.work + work // 4, clock) or own.pace
    cut = Status.TIME_LIMIT if clock.late() else Status.WORK_LIMIT
    status = Status.COMPLETE if len(runs) * width >= samples else cut
    return Estimate(nodes, solutions, _times(nodes, pace), len(runs) * width, status)


class Clock:
    """The time limit, and the reports of progress."""

    def __init__(self, limit: float, progress: Report | None) -> None:
        self.started = self.reported = perf_counter()
        self.deadline = self.started + limit
        self.progress = progress

    def late(self) -> bool:
        return perf_counter() >= self.deadline

    def report(self, fraction: float, nodes: int, solutions: int) -> None:
        now = perf_counter()
        if self.progress is not None and (now - self.reported >= REPORT or fraction == 1):
            self.reported = now
            self.progress(Progress(fraction, nodes, solutions, now - self.started))


# --- searches of a part: the trial, and the time of a node ----------------------------------------------------------


class Part(NamedTuple):
    """What a kernel did."""

    ended: bool
    nodes: int
    solutions: int
    seconds: float

    @property
    def pace(self) -> Interval | None:
        """Seconds a node."""
        return _exactly(self.seconds / self.nodes) if self.nodes else None


class Question:
    """A problem with given and banned options, and searches of parts of its tree."""

    def __init__(self, problem: Problem, given: list[int], banned: list[int]) -> None:
        self.problem, self.given, self.banned = problem, given, banned

    def ask(self, name: str, path: Iterable[int], nodes: int, work: int, clock: Clock) -> Part:
        """Search the subtree where the options of the path are chosen too, up to so many nodes or so much work."""
        kernels = self.problem._kernels
        kernel = kernels.take(self.problem, name, None)
        part = self._searched(kernel, path, nodes, work, clock)
        kernels.give_back(kernel)
        return part

    def _searched(self, kernel: Kernel, path: Iterable[int], nodes: int, work: int, clock: Clock) -> Part:
        if clock.late():
            return Part(False, 0, 0, 0.0)
        spent = 0.0
        ended = not kernel.setup([*self.given, *path], self.banned)
        stop = kernel.work + work
        while not ended and kernel.nodes < nodes and kernel.work < stop and not clock.late():
            started = perf_counter()
            ended = kernel.run(nodes, WITHOUT_LIMIT, WORK) != PAUSED
            spent += perf_counter() - started
        return Part(ended, kernel.nodes, kernel.solutions, spent)

    def pace(self, dive: Dive, work_stop: int, clock: Clock) -> Interval | None:
        """Seconds that the search takes for a node of links, from subtrees here and there; None if there is no telling.

        The kernels do not visit the same nodes (bits up to 1.6 times as many, Costas arrays), and those in the first
        corner of a large tree need not be like the others: so whole subtrees are searched, with both. The seconds are
        then 0.67 (Costas arrays) to 1.37 (rectangles) times those of the search, median of 100 seeds on 10 problems,
        in CPU time; in subtrees of 200 nodes it was 0.64 to 1.68. Their own scatter does not tell that: hence DOUBT.
        """
        parts: list[tuple[float, int]] = []
        patience = perf_counter() + SHARE * (perf_counter() - clock.started)
        for _ in range(2 * PLACES):
            if len(parts) == PLACES or clock.late() or (len(parts) >= 3 and perf_counter() > patience):
                break
            part = self._subtree(dive, work_stop, clock)
            if part is not None:
                parts.append(part)
        if len(parts) < 2:
            return None
        spent, nodes = sum(t for t, _ in parts), sum(n for _, n in parts)
        pace = spent / nodes
        error = sqrt(sum((t - pace * n) ** 2 for t, n in parts)) / spent  # of a ratio, relative
        factor = exp(hypot(_student(len(parts) - 1) * error, log(DOUBT)))
        return Interval(pace, pace / factor, pace * factor)

    def _subtree(self, dive: Dive, work_stop: int, clock: Clock) -> tuple[float, int] | None:
        """Down at random and back up until there are LEAST nodes below: the seconds that they take, and the nodes."""
        dive.begin(1)
        while not dive.run(WORK):
            if clock.late() or dive.work >= work_stop:
                return None
        path, back, found = dive.path.tolist(), 1, None
        while back <= len(path):
            part = self.ask("links", path[:-back], MOST, TRIAL_WORK, clock)
            if not part.ended:
                break
            found = path[:-back], part.nodes
            if part.nodes >= LEAST:
                break
            back += 1 + back // 4
        if found is None:
            return None
        # Twice: the first one runs in a cold cache.
        twice = [self.ask("auto", found[0], WITHOUT_LIMIT, TRIAL_WORK, clock) for _ in range(2)]
        return (min(own.seconds for own in twice), found[1]) if all(own.ended for own in twice) else None


# --- descents, and what they tell -----------------------------------------------------------------------------------


class Run(NamedTuple):
    """A descent. Numbers of the first kind are estimates, in units of 2^-64."""

    nodes: int
    solutions: int
    weight: int  # how many each of the last level's states stood for
    seen: int  # nodes
    met: int  # solutions


def _descents(dive: Dive, width: int, n: int, work_stop: int, clock: Clock) -> Iterator[Run]:
    """So many descents, or as many as time and work allow. One cut short is dropped: it is no fair sample."""
    seen = met = 0
    for k in range(n):
        dive.begin(width)
        while not dive.run(WORK):
            clock.report(k / n, seen, met)
            if clock.late() or dive.work >= work_stop:
                return
        run = _weighed(dive.degrees.tolist(), dive.hits.tolist(), width)
        seen, met = seen + run.seen, met + run.met
        yield run
        clock.report((k + 1) / n, seen, met)
        if clock.late() or dive.work >= work_stop:
            return


def _weighed(degrees: list[int], hits: list[int], width: int) -> Run:
    """Add up what the states of each level stand for."""
    weight = nodes = 1 << POINT
    solutions = 0
    for children, met in zip(degrees, hits, strict=True):
        nodes += weight * children
        weight = weight * max(children, width) // width
        solutions += weight * met
    return Run(nodes, solutions, weight, 1 + sum(degrees), sum(hits))


def _interval(values: list[int], certain: int) -> Interval:
    """The mean of values in units of 2^-64, and Student's interval of their logarithm: [mean / f, mean f].

    Nothing below what is certain. Coverage in 200 seeds of 1,000 samples, nodes and solutions: 91 to 97.5 % on 12
    problems; that of the mean itself is lower where the tails are long (rectangles: 86 to 94 %), that of Hall's
    correction for skewness the same.
    """
    total = sum(values)
    if total == 0:
        return Interval(certain, certain, INF)
    mean = Fraction(total, len(values) << POINT)
    value = max(round(mean), certain)
    if len(values) == 1:
        return Interval(value, certain, INF)
    error = stdev([v * len(values) / total for v in values]) / sqrt(len(values))
    factor = Fraction(round(exp(_student(len(values) - 1) * error), 9))
    return Interval(value, max(round(mean / factor), certain), max(round(mean * factor), value))


def _solutions(runs: list[Run], certain: int) -> Interval:
    """The same for the solutions; where none was met, as many as may have been missed."""
    found = _interval([run.solutions for run in runs], max([certain, *(run.met for run in runs)]))
    if not runs or any(run.met for run in runs):
        return found
    most = Fraction(UNSEEN) * max(run.weight for run in runs) / len(runs)
    return Interval(found.value, found.low, found.low + (int(most) >> POINT))


def _student(df: int) -> float:
    """Student's t for 95 % and so many degrees of freedom, within 1 % (an expansion in 1/df; a table at the start)."""
    return (12.71, 4.30, 3.18, 2.78)[df - 1] if df < 5 else 1.96 + 2.372 / df + 2.82 / df**2


def _exactly(number: float) -> Interval:
    return Interval(number, number, number)


def _times(nodes: Interval, pace: Interval | None) -> Interval:
    """Seconds; both numbers are uncertain, and the ends are those of the worst cases."""
    if pace is None:
        return Interval(0.0, 0.0, INF)
    return Interval(*(_product(n, p) for n, p in zip(_ends(nodes), _ends(pace), strict=True)))


def _ends(interval: Interval) -> tuple[float, float, float]:
    return interval.value, interval.low, interval.high


def _product(nodes: float, pace: float) -> float:
    try:
        return float(nodes) * pace
    except OverflowError:  # a whole number beyond all floats
        return INF


# --- in words -------------------------------------------------------------------------------------------------------


def _told(interval: Interval, form: Callable[[float], str], unit: str = "") -> str:
    value, low, high = _ends(interval)
    if high == INF:
        return f"at least {form(low)}{unit}"
    if low == high:
        return f"{form(value)}{unit[:-1] if value == 1 else unit}"
    return f"about {form(value)}{unit} ({form(low)} to {form(high)})"


def _number(number: float) -> str:
    return f"{number:,.0f}" if number < 10_000 else f"{Decimal(number):.1e}".replace("e+", "e")


def _duration(time: float) -> str:
    if time == INF:
        return "1e300 years"
    for unit, size in (*UNITS, ("s", 1)):
        if time >= 2 * size:
            return f"{_two_digits(time / size)} {unit}"
    return f"{_two_digits(time * 1_000)} ms"


def _two_digits(number: float) -> str:
    return _number(number) if number >= 100 else f"{number:.2g}"
