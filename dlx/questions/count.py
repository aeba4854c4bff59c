# SPDX-License-Identifier: MIT
"""Counts all solutions, exactly, with the strategy that suits the problem.

A search visits every solution, and there may be too many of them. A search with a memory (``memo.pyx``) visits each
state once and adds up counts; its reach depends on the number of different states.

    dominoes 16x16    2,444,888,770,250,892,795,802,079,170,816 solutions    564,000 states    0.3 s
    queens 14         365,596 solutions                    nearly as many states    plain search

"auto" starts with a few nodes of plain search, enough for small problems. For any other, strategies race
(engine/race.py). A problem that falls apart is counted component by component (engine/independent.py).

Reference: Knuth, TAOCP 7.2.2.1, Algorithm Z; Nishino, Yasuda, Minato and Nagata, Dancing with decision diagrams
(AAAI 2017).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

from ..engine.answer import Answer, Interrupted
from ..engine.bar import Report, hide, reporter
from ..engine.drive import DONE, FIRST_SLICE_WORK, PAUSED, TIMED_SLICE_WORK, Drive
from ..engine.engine import MAX_MEMORY, Engine
from ..engine.limits import seconds, whole
from ..engine.status import CUT, Status, outer_status
from ..engine.support import check, known_method
from ..engine.unfinished import Unfinished, unfinished
from ..kernels.kernel import Guard, Kernel, Lease
from ..matrix.assumptions import NONE, Assumptions
from ..system.calloff import Cancel, Cancellation, OutOfTime, within
from ..system.digits import printable
from ..system.public import public
from ..system.wording import duration, plural

if TYPE_CHECKING:
    from ..engine.race import Race
    from ..engine.task import Goal
    from ..matrix.matrix import Matrix

    Counters = tuple[str, str | None, int, int, int, int, float]  # the fields of CountStats, but the last

# Bytes for a node of a diagram: 20 in arrays, three times that while they grow, for both orders; then as much again
# for the Python integers of the count.
BYTES_A_NODE = 240
LEAST_NODES = 2_000  # before we foresee anything
LEAST_PREPARATION_SECONDS = 0.001  # that a second call gives to the strategy whose preparation a limit ended


@public("dlx")
@dataclass(frozen=True, slots=True)
class CountStats:
    """Statistics of a count. All but ``seconds`` are the same on every run and machine."""

    # the strategy that found the answer, or had the last turn: "search", "memo", "frontier" (all states of one layer
    # after the other; memory: of two layers), "symmetric" (a memory that recognizes what remains under other names),
    # "cases" (plain search of one of several options that are alike), "zdd", "invariants" (there is no solution),
    # "learning" (there are few), or "components", whose other numbers are sums over the components, each with
    # strategies of its own (memory: of the largest)
    method: str
    order: str | None  # its branching order if it has a memory: "mrv" or "fixed"
    nodes: int  # nodes it visited
    lookups: int  # states it looked up in its memory
    hits: int  # ... and found
    memory: int  # bytes of its tables of counts
    seconds: float  # inside the kernels, for all strategies; on many workers, from start to end
    parts: int = 0  # searched by workers, or cut into others; 0: no workers were needed

    @property
    def hit_rate(self) -> float:
        return self.hits / max(self.lookups, 1)


@public("dlx")
class Count:
    """A count of all solutions, made by :meth:`Problem.counting`, that you can limit, watch, stop and resume.

    ``status`` is None before the count; then it names the way the count ended, as in a :class:`Search`. ``count`` is
    the number of solutions so far, and ``stats`` has the counters.

    >>> from dlx import Problem
    >>> c = Problem([["a", "b"], ["a"], ["b"]]).counting()
    >>> c.run(), c.status.value, c.stats.method
    (2, 'complete', 'search')
    """

    _patience = 0.0  # seconds that the preparation of a strategy has in any case

    def __init__(
        self, problem: Matrix, time_limit: float | None, progress: bool | Report | None, cancel: Cancel | None = None
    ) -> None:
        self.problem = problem
        self.status: Status | None = None
        self.count = 0
        self._guard = Guard()
        self._time_limit, self._cancel = seconds(time_limit), cancel
        self.drive = Drive(report=reporter(progress))

    def __repr__(self) -> str:
        state = "not started" if self.status is None else self.status.value
        more = "at least " * (self.status not in (None, Status.COMPLETE))
        return f"<Count: {more}{plural(self.count, 'solution')}; {state}>"

    @property
    def stats(self) -> CountStats:
        """The counters so far."""
        raise NotImplementedError

    def run(self, *, time_limit: float | None = None, cancel: Cancel | None = None) -> int:
        """Count to the end, or for ``time_limit`` seconds, or until ``cancel`` is set; another call continues.

        None: as passed to ``counting``. Returns the number of solutions, ``count``. After a time limit or ``cancel``,
        ``count`` is a lower bound: the most solutions that one of the strategies has found. After any other error
        ``status`` is None, as before the start.

        Raises:
            Unfinished: the time limit expired, or ``cancel`` was set; ``status`` is then TIME_LIMIT or INTERRUPTED.
        """
        limit = self._time_limit if time_limit is None else seconds(time_limit)
        cancel = self._cancel if cancel is None else cancel
        with self._guard:
            if self.status is not Status.COMPLETE:
                if cancel is None:
                    self._run(limit)
                else:
                    self._run_until(cancel, limit)
                if self.status in CUT:
                    raise unfinished("the count", self.status, self.count, outlook=self.outlook())
        return self.count

    def _run_until(self, cancel: Cancel, time_limit: float) -> None:
        """Continue until `cancel` is set, or the end comes before."""
        around = self.drive.cancellation
        try:
            with Cancellation(cancel) as self.drive.cancellation:
                self._run(time_limit)
        finally:
            self.drive.cancellation = around

    def outlook(self) -> str:
        """Return the rest of a sentence about the time that the rest of the count would take, if it is known."""
        return ""

    def _run(self, time_limit: float) -> bool:
        """Continue; set count and status, and return the result of ``proceed``."""
        self.drive.resume()
        self.drive.allow(time_limit)
        self.status = Status.INTERRUPTED  # unless the count ends here
        try:
            with within(max(time_limit, self._patience)):
                done = self.proceed()
        except OutOfTime:
            done = False
        except Exception:  # diagrams are too large, or the caller's callback failed
            self.status = None
            raise
        finally:
            hide(self.drive.report)
        self.status = Status.COMPLETE if done else outer_status(Status.TIME_LIMIT)
        return done

    def proceed(self) -> bool:
        """Count until all solutions are counted (True) or no time is left (False)."""
        raise NotImplementedError

    def __reduce__(self) -> NoReturn:
        """Raise TypeError: two counts on one kernel would take solutions from each other."""
        raise TypeError("a Count can be neither copied nor pickled; its problem can")


class StrategyCount(Count):
    """A count by strategies that take turns, in one thread. Plain search may have begun on a lease."""

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions = NONE,
        *,
        method: str = "auto",
        max_memory: int | None = None,
        order: str | Sequence[Hashable] | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
        to_plain: bool = False,
        begun_on: Lease | None = None,
    ) -> None:
        from ..engine.strategies.plain import PlainSearch
        from ..engine.table import begun, check_suits
        from ..engine.task import Branching, Task

        known_method(method)
        if max_memory is not None or order is not None:
            check("counting", method=method, max_memory=max_memory, order=order)
        super().__init__(engine.matrix, time_limit, progress, cancel)
        self.drive.slice_work, self.drive.paced = TIMED_SLICE_WORK, False
        memory = MAX_MEMORY if max_memory is None else whole(max_memory, "max_memory", 1)
        base, branching = Branching.of(engine, "auto" if order is None else order)
        task = Task(base, assumed, count_goal(method, memory), lambda: memory, {}, method, branching, to_plain=to_plain)
        check_suits(task)
        plain = None if begun_on is None else PlainSearch(begun_on.kernel, task.goal, begun_on)
        self._race: Race | None = begun(task, plain)
        self._final: Counters | None = None  # of a count that has ended

    @property
    def race(self) -> Race:
        """The strategies of a count that has not ended."""
        assert self._race is not None
        return self._race

    def _run(self, time_limit: float) -> bool:
        """Continue. If the limit ended the preparation of a strategy, the next call gives it twice the time."""
        work = 0 if self._race is None else self._race.work
        done = super()._run(time_limit)
        if self._race is not None and self._race.work == work:
            self._patience = 2 * max(time_limit, self._patience, LEAST_PREPARATION_SECONDS)
        return done

    @property
    def stats(self) -> CountStats:
        return CountStats(*(self._final or _counters(self.race.latest, self.drive.seconds)))

    def left_to_plain(self, time_limit: float) -> tuple[int, list[tuple[Engine, int]]] | None:
        """Run until plain search turns out best, or the count or the time ends first (None); needs ``to_plain``.

        The answer is then a number times the counts of engines, each to the power of its exponent. For a problem that
        does not fall apart, there is no engine.
        """
        with self._guard:
            if self.status is Status.COMPLETE:
                return None
            self._run(time_limit)
            if self._race is None or self.drive.late():
                return None
            return self._race.left_to_plain

    def outlook(self) -> str:
        left = self.left()
        if left is None or self._race is None:
            return ""
        return f"; {'to visit ' * self._race.plain_leads}the rest would take about {duration(left)}"

    def left(self) -> float | None:
        """Return the seconds that the rest is likely to take, or None if that cannot be foreseen."""
        race = self._race
        if race is None or not race.measured or race.nodes < LEAST_NODES:
            return None
        return self.drive.seconds * (1 - race.fraction) / race.fraction if race.fraction else inf

    def peak_bytes(self) -> int | None:
        """Return the most bytes that the tables of the leader are likely to take, or None if that is unknown."""
        race = self._race
        if race is None or race.plain_leads or not race.foreseen:
            return None
        likely = getattr(race.at_work, "likely_bytes", None)
        return None if likely is None else int(likely(race.foreseen))

    @property
    def leading(self) -> CountStats:
        """The counters of the strategy that leads, or has found the answer."""
        return self.stats if self._final is not None else CountStats(*_counters(self.race.at_work, self.drive.seconds))

    def proceed(self) -> bool:
        race, done = self.race, False
        try:
            done = self.drive.run(race) == DONE
        finally:
            if not done:
                self.count = max(self.count, printable(race.solutions))
        if done:  # release the tables; keep a kernel for the next question
            self.count = printable(number_of(race))
            self._final = _counters(race.at_work, self.drive.seconds)
            self._race = None
        return done


def number_of(race: Race) -> int:
    """Return the number of solutions that a race for all of them, which has ended, has found."""
    if race.goal.kind != "zdd":
        return int(race.value)
    from .zdd import ZDD

    return ZDD(race.task.engine.matrix, *race.value).count()


def count_goal(method: str, memory: int) -> Goal:
    """Return the goal of a count by a method."""
    from ..engine.task import CountGoal

    if method != "zdd":
        return CountGoal()
    from .zdd import DiagramGoal

    return DiagramGoal(max(memory // BYTES_A_NODE, 1))


def _counters(machine: Any, seconds: float) -> Counters:
    """Return the fields of CountStats, which itself would take a tenth of the time of the smallest count."""
    lookups = getattr(machine, "lookups", None)
    if lookups is None:
        return machine.name, None, machine.nodes, 0, 0, 0, seconds
    nodes = getattr(machine, "expanded", machine.nodes)
    return machine.name, getattr(machine, "order", None), nodes, lookups, machine.hits, machine.nbytes, seconds


def count_all(
    engine: Engine,
    assumed: Assumptions,
    *,
    method: str,
    max_memory: int | None,
    order: str | Sequence[Hashable] | None,
    time_limit: float | None,
    progress: Report | None,
) -> Answer:
    """Return the number of all solutions; see :meth:`Problem.count`. Most counts end within the first slice."""
    lease: Lease | None = None
    if method in ("auto", "search") and max_memory is None and order is None and progress is None:
        started = perf_counter()
        lease = engine.lend()
        if _first_slice(lease.kernel, assumed, time_limit):
            n, nodes = lease.kernel.solutions, lease.kernel.nodes
            stats = CountStats("search", None, nodes, 0, 0, 0, perf_counter() - started)
            return Answer(n, Status.COMPLETE, stats, n)
    try:
        with within(seconds(time_limit)):
            count = StrategyCount(
                engine, assumed, method=method, max_memory=max_memory, order=order, progress=progress, begun_on=lease
            )
    except OutOfTime:  # while its strategies were prepared
        assert time_limit is not None
        return Answer(0, Status.TIME_LIMIT, CountStats(method, None, 0, 0, 0, 0, time_limit))
    return ended(count, time_limit)


def _first_slice(kernel: Kernel, assumed: Assumptions, time_limit: float | None) -> bool:
    """Return whether the first microseconds of plain search count all solutions."""
    if not kernel.setup(*assumed):
        return True
    return (time_limit is None or time_limit > 0) and kernel.step(FIRST_SLICE_WORK) != PAUSED


def ended(count: Count, time_limit: float | None) -> Answer:
    """Run a count to its end, or to its limit."""
    try:
        with suppress(Unfinished):  # the status reports it
            count.run(time_limit=time_limit)
    except KeyboardInterrupt:
        raise Interrupted(Answer(count.count, Status.INTERRUPTED, count.stats, count.count)) from None
    assert count.status is not None
    outlook = count.outlook() if count.status in CUT else ""
    return Answer(count.count, count.status, count.stats, count.count, outlook=outlook)
