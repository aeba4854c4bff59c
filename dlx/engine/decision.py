# SPDX-License-Identifier: MIT
"""Decides whether a problem has a solution, or a second one, with strategies that take turns.

No one knows beforehand which strategy is fast. Plain search goes first, and most questions end within its first nodes.
Then components that share nothing are decided one by one, and items that turn out to be full in every solution become
primary. In each component everyone gets a turn, and turns double:

    plain search    the one strategy that always ends
    restarts        other orders; a solution that a bad first choice hides from plain search
    memory          no state twice; a proof where few states are left, as on narrow boards
    invariants      weights of items; a proof for tilings, matchings, designs, without any search
    places          weights of items; a proof where there are too few places, such as holes for pigeons
    learning        no dead end twice for one reason; large Sudoku, quasigroups with holes, colorings, timetables
    SAT solver      learning too, if python-sat is installed and the others found nothing within some 0.05 s

The search that learns gets three times a turn, or twelve times with tables or channels (strategies/tables.py), because
then it sees what others do not. If it has found nothing in its first two turns, plain search gets as
much, about a third of the work. Problems on which learning wins later then take a fifth longer, and plain search is
never more than three times faster alone:

    millions of units of work     plain search gets 1     3 from the third turn     4 from the fourth     6
    150 items, 600 triples              989; 197; 467             260; 89; 224         260; 197; 224     260; 197; 224
    150 items, 350 triples, none      644; 293; 1,413            301; 96; 727         301; 293; 727     301; 293; 727
    Y pentominoes 25x25                         4,371                   1,218                 1,218     1,218
    quasigroup 40, 42 % open                      321                     371                   371     405
    Sudoku 25x25, thinned                       2,309                   2,829                 3,064     3,567

Turns are counted in work, not in seconds, so the answer and the strategy that found it are the same on every machine.

    queens 150, first                   none in 20 s by plain search      0.04 s by restarts
    mutilated board 10x10, none         none in 20 s by plain search      0.004 s by invariants
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, product
from math import inf, prod
from typing import TYPE_CHECKING, Any, Protocol

from ..matrix.assumptions import NONE, Assumptions
from ..system.calloff import CalledOff, OutOfTime
from .drive import DONE, FIRST_SLICE_WORK, LIMIT, PAUSED, SOLUTION, STATUS, STOPPED, Drive
from .engine import Engine
from .limits import WITHOUT_LIMIT
from .status import Stats, Status

if TYPE_CHECKING:
    from ..kernels.bits.memo import Memo
    from ..kernels.kernel import Kernel
    from ..matrix.matrix import Matrix
    from ..structure.components import Components
    from .bar import Report
    from .strategies.invariants import Invariants, Places

MOST_DECIDED = 16  # solutions for which questions ask all strategies; beyond, plain search visits them
PLAIN_NODES = 2_000  # least nodes of plain search before anything else is tried; its least work is FIRST_TURN_WORK
TIMED_SLICE_WORK = 2**19  # fixed, so that turns end at the same node on every machine
FIRST_TURN_WORK = 2**21  # of plain search, some milliseconds
SAT_TURN_WORK = 2**24  # the turn from which on a SAT solver takes part
SAT_SHARE = 2.0  # of a turn: half of it took twice as long for timetables and thinned Sudoku
LEARNING_SHARE = 3.0  # of a turn, for the search that learns
CHANNELS_SHARE = 12.0  # the same, if it draws conclusions from colors that no other strategy draws
LATE_TURN_WORK = 2**23  # the turn from which on plain search gets as much as the search that learns
MOST_LEARNING_ENTRIES = 10_000_000  # of a problem that is learned from, which takes some 100 bytes an entry
MOST_SAT_ENTRIES = 2_000_000  # of a problem for a SAT solver, whose clauses take far more memory
PLACES_SHARE = 1 / 4  # of a turn, for the linear relaxation
MEMORY_SHARE = 1 / 4  # of a turn, for all searches with a memory
FAILURES = (MemoryError, OSError, RuntimeError, ImportError)  # errors of what a strategy uses, not of its code
STATE_BYTES = 1 << 28  # for remembered states


class Decider(Protocol):
    """A machine that may decide the question. LIMIT means that it gives up."""

    name: str

    @property
    def step_work(self) -> int | None:
        """The work of the last step, if that is not the work allowed."""

    def step(self, work: int, /) -> int: ...
    def solution(self) -> list[int]: ...


class Plain:
    """Plain search, which pauses at each solution."""

    name, step_work = "search", None

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def step(self, work: int, /) -> int:
        self.kernel.solution_stop = self.kernel.solutions + 1
        return self.kernel.step(work)

    def solution(self) -> list[int]:
        """Return the options of the newest solution."""
        return self.kernel.solution()


class Memory:
    """A search with a memory, which pauses at the first solution or counts them all."""

    name, step_work = "memo", None

    def __init__(self, memo: Memo) -> None:
        self.step, self.solution = memo.step, memo.solution
        self.memo = memo


class Sat:
    """A SAT solver, which counts conflicts, and often waits for its process."""

    name = "sat"
    step_work: int | None = None

    def __init__(self, matrix: Matrix, assumed: Assumptions, known: list[list[int]]) -> None:
        from .strategies.sat import SatSolver

        self.machine = SatSolver(matrix, assumed)
        for options in known:
            self.machine.forbid(options)
        self.solution = self.machine.solution

    def step(self, work: int, /) -> int:
        before = self.machine.work
        outcome = self.machine.step(work)
        self.step_work = self.machine.work - before
        return outcome


class WorkDone:
    """The work of all turns of a decision and of its components, and the strategies that failed."""

    def __init__(self) -> None:
        self.total = 0
        self.failed: dict[str, str] = {}  # by name of a strategy: why it left the race


def leaves(strategy: Decider, error: Exception) -> bool:
    """Return whether a strategy leaves the race with this error: it lacks memory, a process or a library.

    The code of a SAT solver is not ours and may fail in any way. Plain search cannot be replaced.
    """
    if isinstance(strategy, Plain) or isinstance(error, (CalledOff, OutOfTime)):
        return False
    return isinstance(strategy, Sat) or isinstance(error, FAILURES)


def reason(error: Exception) -> str:
    """Return the reason of a strategy that left the race, in a line."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


class WorkTurn:
    """One turn of a strategy: it ends with LIMIT once its work is done. It reports the progress of plain search."""

    def __init__(self, strategy: Decider, work: float, plain: Kernel, tally: WorkDone) -> None:
        self.strategy, self.work_left, self._plain, self._tally = strategy, work, plain, tally

    def step(self, work: int, /) -> int:
        """Continue the strategy, at most to the end of the turn."""
        work = int(min(work, self.work_left))
        if work <= 0:
            return LIMIT
        try:
            outcome = self.strategy.step(work)
        except Exception as error:
            if not leaves(self.strategy, error):
                raise
            self._tally.failed[self.strategy.name] = reason(error)
            return LIMIT  # with work left, as a strategy that gives up
        done = self.strategy.step_work
        done = work if done is None else done
        self.work_left -= done
        self._tally.total += done
        return outcome

    @property
    def fraction(self) -> float:
        return self._plain.fraction

    @property
    def nodes(self) -> int:
        return self._plain.nodes

    @property
    def solutions(self) -> int:
        return self._plain.solutions


class Decision:
    """The search for up to ``wanted`` different solutions, or for the proof that there are fewer.

    If they are not ``shown``, it is enough to know that there are so many. A ``seed`` shuffles the order in which
    options are tried. ``stopped`` is for threads, as in Drive.

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> decision = Decision(Problem([["a"], ["a", "b"], ["b"]]).engine, NONE, 3)
    >>> decision.run().value, decision.found, decision.strategy
    ('complete', [[0, 2], [1]], 'search')
    """

    _counted = 0, 0, 0, 0, ""  # nodes, updates, guesses, max_level and name of the kernel

    def __init__(
        self,
        engine: Engine,
        assumed: Assumptions,
        wanted: int = 1,
        *,
        time_limit: float = inf,
        seed: int | None = None,
        method: str = "auto",
        report: Report | None = None,
        shown: bool = False,
        stopped: Callable[[], bool] | None = None,
        tally: WorkDone | None = None,
    ) -> None:
        self._engine, self._assumed, self._wanted, self._shown = engine, assumed, wanted, shown
        self._time_limit, self._seed, self._method = time_limit, seed, method
        self._report, self._stopped = report, stopped
        self._tally = WorkDone() if tally is None else tally
        self.found: list[list[int]] = []  # options of different solutions
        self.total = 0  # solutions known to exist, ``wanted`` at most
        self.strategy = "search"  # the last one at work
        self.weighings: list[Invariants | Places] = []  # of the whole problem, as far as they came
        self.seconds = 0.0  # after the first slice

    def run(self) -> Status:
        """Decide. Returns COMPLETE (there are no more solutions), SOLUTION_LIMIT (there are ``wanted``), TIME_LIMIT."""
        try:
            return self._decided()
        except OutOfTime:  # while a strategy was prepared
            return Status.TIME_LIMIT

    def _decided(self) -> Status:
        with self._engine.lend("auto", self._seed) as kernel:
            if not kernel.setup(*self._assumed):
                return Status.COMPLETE
            if self._method == "auto":
                kernel.node_stop = PLAIN_NODES  # the answer is then at hand, or others may know better
            plain = Plain(kernel)
            outcome = self._first_slice(plain)
            try:
                if outcome == PAUSED:
                    outcome = self._drive(plain)
            finally:
                self._counted = kernel.nodes, kernel.updates, kernel.guesses, kernel.max_level, kernel.name
        return STATUS[outcome]

    def _drive(self, plain: Plain) -> int:
        drive = Drive(self._time_limit, self._report, slice_work=TIMED_SLICE_WORK, stopped=self._stopped)
        drive.measured = False  # because a solution ends the search
        try:
            outcome = self._continue(WorkTurn(plain, inf, plain.kernel, self._tally), drive)
            if outcome == LIMIT:  # preparing the others takes 4 ms for a Sudoku
                plain.kernel.node_stop = WITHOUT_LIMIT
                work = FIRST_TURN_WORK - plain.kernel.work
                outcome = self._continue(WorkTurn(plain, work, plain.kernel, self._tally), drive)
            return self._take_turns(plain, drive) if outcome == LIMIT else outcome
        finally:
            self.seconds = drive.seconds

    @property
    def work(self) -> int:
        """The work of all strategies so far, after the first slice."""
        return self._tally.total

    @property
    def stats(self) -> Stats:
        """The counters of plain search; ``kernel`` names the strategy that decided, if it was another one."""
        nodes, updates, guesses, max_level, kernel = self._counted
        name = kernel if self.strategy == "search" else self.strategy
        failed = tuple(self._tally.failed.items())
        return Stats(nodes, updates, guesses, self.total, max_level, self.seconds, name, failed)

    def _first_slice(self, plain: Plain) -> int:
        """Search for some microseconds, without a clock: most questions end here."""
        if self._time_limit <= 0:
            return PAUSED
        outcome = self._until_enough(plain.step, FIRST_SLICE_WORK, plain)
        return PAUSED if outcome == LIMIT else outcome

    def _continue(self, turn: WorkTurn, drive: Drive) -> int:
        """Run a strategy until its turn ends (LIMIT), or it has found enough (SOLUTION), or ends by itself (DONE)."""
        self.strategy = turn.strategy.name
        return self._until_enough(drive.run, turn, turn.strategy)

    def _until_enough(self, run: Callable[[Any], int], what: int | WorkTurn, strategy: Decider) -> int:
        """Run ``what`` again as long as the solutions are not enough; return the last outcome."""
        while True:
            outcome = run(what)
            if outcome != SOLUTION or self._enough(strategy.solution()):
                return outcome

    def _enough(self, options: list[int]) -> bool:
        """Record a solution, unless it is known already; return whether these are enough."""
        if self._wanted > 1:
            options = sorted(options)
            if options in self.found:
                return False
        self.found.append(options)
        self.total = len(self.found)
        return self.total == self._wanted

    def _decide_parts(self, parts: Components, drive: Drive) -> int:
        """Decide each kind of component once, the smallest first; one without a solution decides the whole."""
        decided: dict[int, Decision] = {}
        for alike in sorted(parts.alike().values(), key=lambda alike: int(parts.sizes[alike[0]])):
            part = self._part(Engine(parts[alike[0]].matrix), NONE, drive)
            status = part.run()
            self.strategy, self.total, self.found = part.strategy, 0, []
            drive.late()
            if status is Status.TIME_LIMIT:
                return STOPPED
            if not part.total:
                return DONE
            decided |= dict.fromkeys(alike, part)
        self.total = min(prod(part.total for part in decided.values()), self._wanted)
        solutions = [decided[k].found for k in range(len(parts))]
        self.found = [parts.join(chosen) for chosen in islice(product(*solutions), self._wanted)]
        return SOLUTION if self.total == self._wanted else DONE

    def _decide_tight(self, engine: Engine, assumed: Assumptions, drive: Drive) -> int:
        """Decide the same question about a problem with the same options and solutions, but more primary items."""
        part = self._part(engine, assumed, drive)
        status = part.run()
        self.strategy = part.strategy
        if part.total > self.total:
            self.total, self.found = part.total, part.found
        drive.late()
        if status is Status.TIME_LIMIT:
            return STOPPED
        return SOLUTION if status is Status.SOLUTION_LIMIT else DONE

    def _part(self, engine: Engine, assumed: Assumptions, drive: Drive) -> Decision:
        """Return the same question about a part, within the remaining time."""
        return Decision(
            engine,
            assumed,
            self._wanted,
            time_limit=inf if drive.deadline == inf else drive.deadline - drive.seconds,
            seed=self._seed,
            shown=self._shown,
            stopped=self._stopped,
            tally=self._tally,
        )

    def _take_turns(self, plain: Plain, drive: Drive) -> int:
        from ..structure.components import components  # imported here, as most questions end before
        from ..structure.tight import tightened

        parts = components(self._engine.matrix, self._assumed)
        if parts is None:
            return DONE
        if parts.apart:
            return self._decide_parts(parts, drive)
        tight = tightened(self._engine.matrix, self._assumed)
        if tight is not None:
            return self._decide_tight(Engine(tight[0]), tight[1], drive)
        work, others = FIRST_TURN_WORK, self._others()  # the first round makes each as its turn comes
        while True:
            plain_share = LEARNING_SHARE if work >= LATE_TURN_WORK else 1.0
            kept: list[tuple[Decider, float]] = []
            for strategy, share in chain(others, self._late(work), [(plain, plain_share)]):
                turn = WorkTurn(strategy, work * share, plain.kernel, self._tally)
                outcome = self._continue(turn, drive)
                if outcome == DONE:
                    outcome = self._concluded(strategy)
                if outcome != LIMIT:
                    return outcome
                if turn.work_left <= 0 and strategy is not plain:  # otherwise it gave up, or shows no more solutions
                    kept.append((strategy, share))
            others = iter(kept)
            work *= 2

    def _late(self, work: int) -> Iterator[tuple[Decider, float]]:
        """Yield the strategy that joins in the round of this work."""
        small = len(self._engine.matrix.indices) <= MOST_SAT_ENTRIES
        if work == SAT_TURN_WORK and small and Sat.name not in self._tally.failed and solver_installed():
            try:
                sat = Sat(self._engine.matrix, self._assumed, self.found)
            except FAILURES as error:
                self._tally.failed[Sat.name] = reason(error)
            else:
                yield sat, SAT_SHARE

    def _others(self) -> Iterator[tuple[Decider, float]]:
        """Yield the other strategies, with the share of a turn that each of them gets."""
        from .portfolio import memories, narrow_memory
        from .strategies.invariants import Invariants, Places
        from .strategies.learning import Learning
        from .strategies.restarts import Restarts
        from .strategies.tables import TableLearning, columns

        if learnable(self._engine.matrix):
            matrix, tables = self._engine.matrix, columns(self._engine.matrix)
            if tables is not None:
                yield TableLearning(matrix, tables, self._assumed, self.found, seed=self._seed), CHANNELS_SHARE
            else:
                learning = Learning(matrix, self._assumed, self.found, seed=self._seed)
                yield learning, CHANNELS_SHARE if learning.n_channels else LEARNING_SHARE
        if not self.found:
            for kind, share in ((Invariants, 1.0), (Places, PLACES_SHARE)):
                self.weighings.append(kind(self._engine.matrix, self._assumed))
                yield self.weighings[-1], share
        yield Restarts(self._engine, self._assumed, self._seed or 0), 1.0
        decides = self._wanted == 1
        memos = memories(self._engine, self._assumed, STATE_BYTES, decides=decides)
        if memos and (narrow := narrow_memory(self._engine, self._assumed, STATE_BYTES, decides=decides)) is not None:
            memos = [narrow, *(memo for memo in memos if memo.order != "fixed")]
        yield from ((Memory(memo), MEMORY_SHARE / len(memos)) for memo in memos)

    def _concluded(self, strategy: Decider) -> int:
        """Use what a strategy has proved; return SOLUTION if it counted enough solutions, DONE if there are no more,
        LIMIT if there are some that it cannot show."""
        if isinstance(strategy, Memory):
            self.total = min(strategy.memo.solutions, self._wanted)
            if self._shown and self.total > len(self.found):
                return LIMIT
        return SOLUTION if self.total == self._wanted else DONE


def learnable(matrix: Matrix) -> bool:
    """Return whether a problem is small enough to learn from its dead ends."""
    return len(matrix.indices) <= MOST_LEARNING_ENTRIES


def solver_installed() -> bool:
    """Return whether python-sat is installed."""
    from importlib.util import find_spec

    return find_spec("pysolvers") is not None
