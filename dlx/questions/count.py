# SPDX-License-Identifier: MIT
"""Counts all solutions, exactly, with the strategy that suits the problem.

A search visits every solution, and there may be too many of them. A search with a memory (``memo.pyx``) visits each
state once and adds up counts; its reach depends on the number of different states.

    dominoes 16x16    2,444,888,770,250,892,795,802,079,170,816 solutions    564,000 states    0.3 s
    queens 14         365,596 solutions                    nearly as many states    plain search

"auto" starts with a few nodes of plain search, enough for small problems. A problem that falls apart is then counted
component by component (product.py); for any other, the strategies take turns (entrants.py, turns.py).

Reference: Knuth, TAOCP 7.2.2.1, Algorithm Z; Nishino, Yasuda, Minato and Nagata, Dancing with decision diagrams
(AAAI 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, cast

from ..engine.bar import Report, hide, reporter
from ..engine.decision import PLAIN_NODES
from ..engine.drive import Drive
from ..engine.engine import MAX_MEMORY, Engine
from ..engine.entrants import Entrants
from ..engine.limits import seconds, whole
from ..engine.outlook import Outlook
from ..engine.portfolio import ANY_ORDER, SEARCHES, WITHOUT_MEMORY, Branching, Race
from ..engine.product import Product
from ..engine.status import CUT, Status, outer_status
from ..engine.strategies.invariants import Invariants
from ..engine.strategies.learning import FewSolutions
from ..engine.support import check, known_method
from ..engine.turns import SOON_NODES, UNLIMITED_NODES, Turn
from ..engine.unfinished import unfinished
from ..kernels.kernel import Guard, Kernel
from ..matrix.assumptions import NONE, Assumptions
from ..system.calloff import Cancellation, OutOfTime, within
from ..system.digits import printable
from ..system.public import public
from ..system.wording import duration, plural

if TYPE_CHECKING:
    from ..engine.turns import Strategy
    from ..kernels.bits.memo import Memo
    from ..kernels.frontier.frontier import Frontier
    from ..kernels.kernel import Lease
    from ..kernels.symmetric.symmetric import Symmetric
    from ..matrix.matrix import Matrix
    from ..structure.components import Components
    from ..system.calloff import Cancel

    Counters = tuple[str, str | None, int, int, int, int, float]  # the fields of CountStats, but the last

ENOUGH_NODES = 30_000  # ... and if the search is likely to end by then; a race doubles the time of small problems
NO_DIAGRAM = *WITHOUT_MEMORY, Product  # strategies with a number
TINY_OPTIONS = 64  # tables of bits for a component this small take longer to make than they save
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
        self,
        problem: Matrix,
        time_limit: float | None,
        progress: bool | Report | None,
        cancel: Cancel | None = None,
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

    def _run(self, time_limit: float, **how: bool) -> bool:
        """Continue; set count and status, and return the result of ``proceed``."""
        self.drive.resume()
        self.drive.allow(time_limit)
        self.status = Status.INTERRUPTED  # unless the count ends here
        try:
            with within(max(time_limit, self._patience)):
                done = self.proceed(**how)
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
    """A count by strategies that take turns, in one thread."""

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
    ) -> None:
        known_method(method)
        if max_memory is not None or order is not None:
            check("counting", method=method, max_memory=max_memory, order=order)
        super().__init__(engine.matrix, time_limit, progress, cancel)
        memory = MAX_MEMORY if max_memory is None else whole(max_memory, "max_memory", 1)
        self._lease: Lease | None = engine.lend() if method in ("auto", "search") else None
        self._how = assumed, method, memory, "auto" if order is None else order, to_plain
        self._race: Race | None = self._started(engine)
        self._final: Counters | None = None  # of a count that has ended

    def _started(self, engine: Engine) -> Race:
        assumed, method, memory, order, to_plain = self._how
        plain = self._lease and self._lease.kernel
        apart, soon = (_apart_to_plain, 0) if to_plain else (_apart, SOON_NODES)
        base, branching = Branching.of(engine, order)
        return Race(_turns(base, plain, assumed, method, memory, branching, apart, soon), self.drive)

    def _run(self, time_limit: float, **how: bool) -> bool:
        """Continue. If the limit ended the preparation of a strategy, the next call gives it twice the time.

        The race begins again then, so short calls would never end otherwise.
        """
        done = super()._run(time_limit, **how)
        if self._race is not None and self._race.broken:
            self._patience = 2 * max(time_limit, self._patience, LEAST_PREPARATION_SECONDS)
        return done

    @property
    def stats(self) -> CountStats:
        return CountStats(*self._counters())

    def _counters(self) -> Counters:
        """Return the fields of CountStats, which itself would take a tenth of the time of the smallest count."""
        if self._final is not None:
            return self._final
        return _counters(cast("Race", self._race).strategy, self.drive.seconds)

    def left_to_plain(self, time_limit: float) -> tuple[int, list[tuple[Engine, int]]] | None:
        """Run until plain search turns out best, or the count or the time ends first (None); needs ``to_plain``.

        The answer is then a number times the counts of engines, each to the power of its exponent. For a problem that
        does not fall apart, there is no engine.
        """
        with self._guard:
            if self.status is Status.COMPLETE:
                return None
            self._run(time_limit, to_plain=True)
            if self._race is None or self.drive.seconds >= self.drive.deadline:
                return None
            last = self._race.strategy
            return last.rest() if isinstance(last, Product) else (1, [])

    def outlook(self) -> str:
        left = self.left()
        if left is None or self._race is None:
            return ""
        return f"; {'to visit ' * self._race.plain_leads}the rest would take about {duration(left)}"

    def left(self) -> float | None:
        """Return the seconds that the rest is likely to take, or None if that cannot be foreseen."""
        if self._race is None or not (outlook := Outlook(self._race)).measured or outlook.nodes < PLAIN_NODES:
            return None
        return outlook.left(self.drive.seconds)

    def peak_bytes(self) -> int | None:
        """Return the most bytes that the tables of the leader are likely to take, or None if that is unknown."""
        return None if self._race is None else Outlook(self._race).peak_bytes()

    @property
    def leading(self) -> CountStats:
        """The counters of the strategy that leads, or has found the answer."""
        race = self._race
        if race is None or self._final is not None:
            return self.stats
        leader = race.plain if race.plain is not None and race.plain_leads else race.leader
        return CountStats(*_counters(leader, self.drive.seconds))

    def proceed(self, *, to_plain: bool = False) -> bool:
        assert self._race is not None
        if self._race.broken:  # Ctrl-C came while we prepared a strategy; begin again
            self._race = self._started(Engine(self.problem))
        done = False
        try:
            done = self._race.run(to_plain=to_plain)
        finally:
            if not done:
                self.count = max(self.count, self._race.found)
        if done:  # release the tables; keep a kernel for the next question
            self.count = printable(_solutions(self.problem, self._race.strategy))
            self._final = self._counters()
            self._race = self._lease = None
        return done


def _turns(
    engine: Engine,
    plain: Kernel | None,
    assumed: Assumptions,
    method: str,
    max_memory: int | Callable[[], int],
    branching: Branching = ANY_ORDER,
    apart: Callable[[Components | None, str, int, Branching], Product] | None = None,
    soon: int = SOON_NODES,
) -> Iterator[Turn]:
    """Yield the turns of strategies until one finishes; a kernel is plain search.

    `max_memory` may be a function, for the memory at the time when the strategies need it. `apart` returns the count of
    components, if the problem falls apart; without it, the problem stays whole.
    """
    if plain is not None:
        plain.setup(*assumed)
        whole = method == "search"
        yield plain, UNLIMITED_NODES if whole else PLAIN_NODES, whole
        if plain.nodes < ENOUGH_NODES * plain.fraction:
            yield plain, ENOUGH_NODES, False
    memory = max_memory if isinstance(max_memory, int) else max_memory()
    yield from Entrants(engine, plain, assumed, method, memory, branching, apart, soon).turns()


def _apart(
    parts: Components | None, method: str, max_memory: int, branching: Branching, to_plain: bool = False
) -> Product:
    """Return the count of components; without them, it is plain that there is no solution."""

    def begin(part: Engine, memory: Callable[[], int]) -> tuple[Lease | None, Iterator[Turn]]:
        tiny = part.matrix.n_options < TINY_OPTIONS
        lease = part.lend(part.with_lists if tiny else "auto") if method == "auto" else None
        return lease, _turns(part, lease and lease.kernel, NONE, method, memory, branching)

    return Product(
        parts, begin, lambda _, matrix, strategy: _solutions(matrix, strategy), max_memory, to_plain=to_plain
    )


def _apart_to_plain(parts: Components | None, method: str, max_memory: int, branching: Branching) -> Product:
    return _apart(parts, method, max_memory, branching, to_plain=True)


def _counters(strategy: Strategy, seconds: float) -> Counters:
    if isinstance(strategy, SEARCHES):
        return "search" if isinstance(strategy, Kernel) else strategy.name, None, strategy.nodes, 0, 0, 0, seconds
    if isinstance(strategy, Product):
        s, name, order = strategy, "components", None
        return name, order, s.nodes, s.lookups, s.hits, s.nbytes, seconds
    if isinstance(strategy, Invariants):
        return strategy.name, None, 0, 0, 0, 0, seconds
    if isinstance(strategy, FewSolutions):
        return strategy.name, None, strategy.learner.nodes, 0, 0, 0, seconds
    known = cast("Memo | Frontier | Symmetric", strategy)
    return known.method, known.order, known.expanded, known.lookups, known.hits, known.nbytes, seconds


def _solutions(problem: Matrix, strategy: Strategy) -> int:
    """Return the number of solutions that a finished strategy has found."""
    if isinstance(strategy, NO_DIAGRAM) or (memo := cast("Memo", strategy)).method != "zdd":
        return strategy.solutions
    from .zdd import ZDD

    return ZDD(problem, *memo.diagram()).count()
