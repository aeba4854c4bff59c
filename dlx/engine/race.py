# SPDX-License-Identifier: MIT
"""The only scheduler: strategies take turns at one question until one of them has the answer.

    round    its work    share 1    share 1/4    share 1/256
    1        1           1          1/4
    2        2           2          1/2                         it may join late,
    3        4           4          1            1/64           and leave at the end of any round

No one knows beforehand which strategy is fast. A row of the table (table.py) says when a strategy joins, its share of
each round, and when it leaves. The race knows no strategy and no question: it gives turns, keeps what the entrants find
together, and is a machine itself, so that a component of a problem is a race as well (independent.py).

Everything is counted in work, never by a clock (machine.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from ..system.calloff import CalledOff, OutOfTime
from .machine import DONE, LIMIT, PAUSED, SOLUTION, Machine, member

if TYPE_CHECKING:
    from .engine import Engine
    from .task import Task

FAILURES = (MemoryError, OSError, RuntimeError, ImportError)  # a strategy lacks memory, a process or a library
MOST_ROUND_WORK = 2**80  # those that have not joined by then never will
STREAM = 100  # solutions of a strategy from which on its pace is known
LEAST_PACE = 0.5  # of the last turn, as a part of the pace so far, while solutions stream
MOST_GROWTH = 1.3  # of the expected work since half of the work so far; while states only multiply, it grows by 2


def always(race: Race, machine: Machine) -> bool:
    return True


class Row(NamedTuple):
    """A strategy of the table."""

    name: str
    title: str  # in words, for people, as the next five
    does: str
    when: str  # it joins
    part: str  # of the work of a round
    memory: str  # of that of the question
    reason: str  # why it leads; {hits} is its share of states seen before
    prepare: Callable[[Race], Machine | None]  # None: the problem does not suit it
    joins: Callable[[Race], bool]  # asked at its place in each round, until it joins
    share: Callable[[Race, Any], float]  # of the work of this round
    stays: Callable[[Race, Any], bool] = always  # asked at the end of each round
    answers: tuple[str, ...] = ("decide", "count")  # kinds of goals
    methods: tuple[str, ...] = ()  # besides "auto"
    opens: Callable[[Race, Any], float] | None = None  # work that it does alone before the first round; 0: no more
    visits: bool = False  # True for plain search, which workers share
    leads: bool = True  # False: its progress is not that of the race
    machine: str = ""  # the name of its machine in statistics, if that is another one
    proves: bool = False  # True: explanations continue its machine
    leaves_with: tuple[type[Exception], ...] = FAILURES  # errors of what it uses


class Idle(Machine):
    """The machine of a race that has not begun."""

    def step(self, work: int, /) -> int:
        return PAUSED


IDLE = Idle()


class Entrant:
    """A strategy at work in a race."""

    __slots__ = ("_solutions", "_work", "left", "machine", "row", "streams")

    def __init__(self, row: Row, machine: Machine) -> None:
        self.row, self.machine = row, machine
        self.streams = False  # it finds solutions as steadily as before
        self._work = self._solutions = 0  # before the last turn
        self.begin_turn(0)

    def begin_turn(self, work: float) -> None:
        """Begin a turn, and compare the pace of solutions in the last one with that of all."""
        machine = self.machine
        self.left = work  # of this turn
        new, spent = machine.solutions - self._solutions, machine.work - self._work
        if spent:
            steady = new * machine.work >= LEAST_PACE * machine.solutions * spent
            self.streams = steady and machine.solutions >= STREAM
            self._work, self._solutions = machine.work, machine.solutions


class Race(Machine):
    """Strategies of the table in turns, until one ends.

    ``rows`` are the strategies that may take part, in the order of their turns.

    ``step`` raises an error if no strategy is left: that of the last one that failed, else that of ``exhausted``, since
    their tables or diagrams are too large.
    """

    work = 0

    def __init__(
        self,
        task: Task,
        rows: Sequence[Row],
        plain: Machine | None = None,
        exhausted: Callable[[Task], Exception] = lambda task: OverflowError("no strategy is left"),
    ) -> None:
        """Begin a race; ``plain`` search may have visited some nodes before.

        ``exhausted`` makes the error of a race without strategies.
        """
        self.task, self.goal, self._exhausted = task, task.goal, exhausted
        self.rows = list(rows)
        self.waiting = {row.name: row for row in rows}  # they may join
        self.entrants: dict[str, Entrant] = {}
        self.plans: dict[str, Any] = {}  # of strategies, from the look that lets them join to their preparation
        self._joined: dict[str, Machine] = {}  # proofs, which explanations continue
        self.last: Entrant | None = None  # it had the last turn
        self.round, self.round_work = 0, task.goal.round_work  # round 0: plain search alone
        if plain is not None:
            row = self.waiting.pop(plain.name)
            self.entrants[row.name] = self.last = Entrant(row, plain)
        self.recorded: dict[tuple[int, ...], list[int]] = {}  # different solutions
        self.newest: list[int] = []
        self.total: int | None = None  # the exact number of solutions, once it is known
        self.turn: Entrant | None = None
        self.winner: Entrant | None = None
        self.leader: Entrant | None = None  # it had the longest turn
        self._place, self._longest = 0, 0.0
        self._most = 0 if plain is None else plain.solutions  # that one strategy has
        self._expected = Expected()
        self._error: Exception | None = None  # of the newest strategy that left with one

    def __getitem__(self, name: str) -> Machine | None:
        """Return the machine of a strategy that takes part."""
        entrant = self.entrants.get(name)
        return None if entrant is None else entrant.machine

    def streams(self, name: str) -> bool:
        """Return whether this strategy takes part, and finds one solution after another."""
        entrant = self.entrants.get(name)
        return entrant is not None and entrant.streams

    def machines(self, *names: str) -> list[Any]:
        """Return the machines of these strategies, in this order, as far as they have joined."""
        return [self._joined[name] for name in names if name in self._joined]

    # --- turns

    def step(self, work: int, /) -> int:
        """Continue the strategy that has the turn. Return SOLUTION for each recorded solution, DONE once the answer is
        known, LIMIT if the race gives up (see Task.to_plain) or a limit ends it, or PAUSED."""
        if self.winner is not None or self.enough:
            return DONE
        if self.turn is None:
            self.turn = self.last = self._next_turn()
        entrant = self.turn
        if self.task.to_plain and entrant.row.visits and entrant.left >= self.round_work and self.round > 1:
            return LIMIT  # components join in the second round, before plain search
        outcome = self._continued(entrant, work)
        if outcome == DONE:
            return self._concluded(entrant)
        if outcome == LIMIT:
            if self.goal.spent or (self.task.to_plain and self.alone):
                return LIMIT
            self._leave(entrant)
        elif entrant.left <= 0:
            self.turn = None
            if self.goal.wanted == inf:  # the end of a decision cannot be foreseen
                self._expected.look(self.at_work)
        if outcome == SOLUTION:
            return SOLUTION
        return DONE if self.enough else PAUSED

    def _continued(self, entrant: Entrant, work: int) -> int:
        """Continue an entrant; return its outcome. Solutions that are known already do not count."""
        machine = entrant.machine
        before = machine.work
        try:
            outcome = machine.step(int(min(work, entrant.left)) + 1)
        except Exception as error:
            self._failed(entrant.row, error)
            return LIMIT
        spent = machine.work - before
        entrant.left -= spent
        self.work += spent
        if entrant.left <= 0 or self.goal.wanted < inf:
            self._most = max(self._most, machine.solutions)
        if outcome == SOLUTION:
            self.goal.take(machine)
            return SOLUTION if self._record(machine, entrant) else PAUSED
        return outcome

    def record(self, solutions: Iterable[list[int]]) -> None:
        """Record different solutions that were found before."""
        for options in solutions:
            self.recorded[tuple(sorted(options))] = options

    def _record(self, machine: Machine, entrant: Entrant) -> bool:
        """Record a solution unless it is known; return whether it is new."""
        if not self.goal.records:
            return False
        options = machine.solution()
        key = tuple(sorted(options))
        if key in self.recorded:
            return False
        self.recorded[key] = self.newest = options
        entrant.left = max(entrant.left, self.round_work)  # no one else is needed as long as solutions come
        return True

    def _concluded(self, entrant: Entrant) -> int:
        """Use the exact number of solutions that a strategy knows; return DONE, or PAUSED if they must be shown."""
        self.total, self.winner = entrant.machine.solutions, entrant
        if self.enough or not self.goal.shown:
            return DONE
        self.winner = None
        self._leave(entrant)
        return PAUSED

    @property
    def known(self) -> int:
        """The number of solutions that are known to exist, as many as wanted at most."""
        return int(min(max(self.total or 0, len(self.recorded), self._most), self.goal.wanted))

    @property
    def enough(self) -> bool:
        """True if there are as many solutions as wanted, or all."""
        shown = len(self.recorded)
        if self.goal.shown:
            return shown >= self.goal.wanted or (self.total is not None and shown >= self.total)
        return max(self._most, shown) >= self.goal.wanted

    def _next_turn(self) -> Entrant:
        """Return the entrant that has the next turn. An interrupted preparation begins again."""
        if self.round == 0:
            if (entrant := self._opening()) is not None:
                return entrant
            self.round = 1
        while True:
            while self._place < len(self.rows):
                entrant = self._entered(self.rows[self._place])
                self._place += 1
                if entrant is not None and self._share(entrant):
                    return entrant
            self._end_round()

    def _opening(self) -> Entrant | None:
        """Return the entrant that continues alone before the first round."""
        n_waiting = len(self.waiting)
        for row in reversed(self.rows):
            entrant = self._entered(row) if row.opens is not None else None
            if entrant is not None and row.opens is not None and (work := row.opens(self, entrant.machine)):
                self._share(entrant)
                entrant.left = work
                return entrant
        return self._opening() if len(self.waiting) < n_waiting else None  # one that does not suit made way for others

    def _entered(self, row: Row) -> Entrant | None:
        """Return the entrant of a row, which may join now."""
        if row.name in self.waiting and row.joins(self):
            try:
                machine = row.prepare(self)
            except Exception as error:
                self._failed(row, error)
                machine = None
            if machine is not None:
                self.entrants[row.name] = Entrant(row, machine)
                if row.proves:
                    self._joined[row.name] = machine
            del self.waiting[row.name]  # last: Ctrl-C may come before
        return self.entrants.get(row.name)

    def _failed(self, row: Row, error: Exception) -> None:
        """Record the error with which a strategy leaves, or raise it again if it does not leave with that."""
        if self.alone or isinstance(error, (CalledOff, OutOfTime)) or not isinstance(error, row.leaves_with):
            raise
        self._error, self.task.failed[row.name] = error, reason(error)

    def _share(self, entrant: Entrant) -> bool:
        """Give an entrant its share of the round; return whether it has any. One with all shares is alone."""
        share = entrant.row.share(self, entrant.machine)
        entrant.begin_turn(share * self.round_work)
        if share == inf:
            self.rows, self.waiting = [entrant.row], {}
            self.entrants = {entrant.row.name: entrant}
        if entrant.left >= self._longest and share and entrant.row.leads:
            self._longest, self.leader = entrant.left, entrant
        return share > 0

    def _end_round(self) -> None:
        """Drop the strategies that leave, and double the work of a round."""
        for entrant in [*self.entrants.values()]:
            if not entrant.row.stays(self, entrant.machine):
                self._leave(entrant)
        if not self.entrants and (not self.waiting or self.round_work > MOST_ROUND_WORK):
            raise self._error or self._exhausted(self.task)
        self._place = 0
        self.round += 1
        self.round_work *= 2

    def _leave(self, entrant: Entrant) -> None:
        self.entrants.pop(entrant.row.name, None)
        if self.turn is entrant:
            self.turn = None

    # --- counters

    strategy = member("latest.name")  # the name of the strategy that has the answer, or had the last turn
    name = strategy

    @property
    def value(self) -> Any:
        """The value of the goal, once the race has ended."""
        machine: Any = self.at_work
        return machine.value if self.joint and self.winner is not None else self.goal.read(self)

    @property
    def joint(self) -> bool:
        """True if races make up the machine at work: components, or a problem with more primary items."""
        return hasattr(type(self.at_work), "value")

    @property
    def latest(self) -> Machine:
        """The machine that has the answer, or had the last turn."""
        entrant = self.winner or self.last
        return IDLE if entrant is None else entrant.machine

    @property
    def left_to_plain(self) -> tuple[int, list[tuple[Engine, int]]]:
        """A number, and engines with exponents: the count is their product, after the race gave up to plain search."""
        rest: tuple[int, list[tuple[Engine, int]]] = getattr(self.latest, "left_to_plain", (1, []))
        return rest

    @property
    def at_work(self) -> Machine:
        """The machine that has the answer, or leads."""
        entrant = self.winner or self.leader or self.last
        return IDLE if entrant is None else entrant.machine

    def solution(self) -> list[int]:
        return self.newest

    nodes = member("at_work.nodes")
    nbytes = member("at_work.nbytes")
    detail = member("at_work.detail")

    @property
    def solutions(self) -> int:
        """The exact number of solutions once it is known, before the most that one strategy has found."""
        if self.total is not None:
            return self.total
        return max(self._most, len(self.recorded), 0 if self.last is None else self.last.machine.solutions)

    # --- progress: the likely share of the leader's work, since the others take a fixed part of the time
    #
    #     plain search leads       the share of its tree                              12%, about 3 min left
    #     a memory leads           the way back from its first leaf (memo.pyx)        40%, 564,000 states
    #     symmetry leads           layers and known problems (symmetric.pyx)          31%, layer 85 of 343
    #     layers lead              the states that the layers so far promise          17%, 40,000 states
    #     components               the share of them that is counted                  3 of 5 kinds of components
    #     nothing is foreseen      no share and no time, only the counters            12,000 states, 43% seen before
    #
    # The tree of a memoized search predicts nothing: on dominoes 16x16 the searched share is 1e-10 until shortly before
    # the end, and the bar said "0%, 158.9 days left" until then.

    @property
    def fraction(self) -> float:
        """The likely share of the work behind us, or the finished components; 0 if it cannot be foreseen."""
        return self.foreseen or (self.at_work.fraction if self.joint else 0.0)

    @property
    def foreseen(self) -> float:
        machine = self.at_work
        return machine.fraction if self.plain_leads else self._expected.share(machine)

    @property
    def measured(self) -> bool:
        """True if the fraction predicts the time that is left: no solution may end the race early."""
        return self.goal.wanted == inf and (self.foreseen > 0 or self.plain_leads)

    @property
    def plain_leads(self) -> bool:
        """True if plain search leads."""
        return self.leader is not None and self.leader.row.visits

    @property
    def alone(self) -> bool:
        """True if one strategy has taken the place of all others."""
        return len(self.rows) == 1


class Expected:
    """The expected work of a leader, each time that its work has doubled.

    A strategy that finds ever more states shows nearly the same share while its work grows a hundredfold. So a share
    predicts the end only if the whole work that follows from it has hardly grown since half of the work so far. Without
    this rule, the count of all Sudoku grids had "about 0 s" left, and ten times more each time that we looked.
    """

    def __init__(self) -> None:
        self._leader: Machine | None = None
        self._history: list[tuple[int, float]] = []  # its work at a time, and the whole work expected then

    def look(self, leader: Machine) -> None:
        """Record the expected work of the leader, if its work has doubled, as a share may take as long as 100 nodes."""
        if leader is not self._leader:
            self._leader, self._history = leader, []
        work = leader.work
        if (not self._history or work >= 2 * self._history[-1][0]) and (share := leader.foreseen):
            self._history.append((work, work / share))

    def share(self, leader: Machine) -> float:
        """Return the likely share of the leader's work behind it, or 0 if the expected work grows."""
        self.look(leader)
        share, work = leader.foreseen, leader.work
        if share == 0:
            return 0.0
        earlier = [expected for then, expected in self._history if 2 * then <= work]
        steady = bool(earlier) and work <= share * MOST_GROWTH * earlier[-1]
        return share if steady or share == 1 else 0.0


def reason(error: Exception) -> str:
    """Return the reason of a strategy that left the race, in a line."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
