# SPDX-License-Identifier: MIT
"""Components that share no constraint, as a machine: each is a race of its own, and they take turns.

    component   1: 92      2: 0 ──> 0       the whole has no solution, whatever the others have
                3: 92, the same matrix as 1: searched once

Each round gives every kind of component the same work before any has more, and that work quadruples. So a component
without a solution ends the question after at most a few times the work that it needs, however hard the others are. If
very many components take long, we do not keep them all: a component that is dropped starts again in its next turn,
which costs a third more work in all. The goal of the question reads the value of each component and joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from ..system.interrupts import Interrupts
from ..system.wording import plural
from .machine import DONE, LIMIT, PAUSED, SOLUTION, Machine
from .task import Task, balanced

if TYPE_CHECKING:
    from ..structure.components import Components
    from .engine import Engine
    from .race import Race

COMPONENT_WORK = 2**19  # of the first turn of a component
TURN_FACTOR = 4  # each turn is this many times as long as the one before
MOST_KEPT_COMPONENTS = 64  # unfinished components that keep their tables between turns


class ComponentKind:
    """Components with the same matrix, searched once."""

    def __init__(self, number: int, times: int) -> None:
        self.number, self.times = number, times  # the number of the first, and how many there are
        self.race: Race | None = None  # None: it has not begun, or was dropped
        self.work, self.stop = 0, 0  # of all its turns; at which its turn ends


class Independent(Machine):
    """The components of a task, each a race that ``begin`` makes.

    ``parts`` is None if it is plain that there is no solution. A component in which plain search leads is put aside if
    the task gives up ``to_plain``; step() returns LIMIT once no other component is left.
    """

    name = "components"
    lookups = hits = 0  # in the memories of the strategies that ended
    work = nodes = nbytes = 0

    def __init__(self, task: Task, parts: Components | None, begin: Callable[[Task], Race]) -> None:
        self.task, self.parts, self._begin = task, parts, begin
        self.solvable = parts is not None
        self.races: list[str] = []  # the strategies that have ended
        self._listed: list[list[int]] | None = None  # solutions of the whole, to be shown
        self._kinds: list[Sequence[int]] = []  # the numbers of the components of each kind
        if parts is not None:
            sizes, kinds = parts.sizes, parts.alike(costs=True) if task.goal.priced else parts.kinds
            self._kinds += sorted(kinds.values(), key=lambda alike: int(sizes[alike[0]]))
        self.n_kinds = len(self._kinds)
        self._begin_all()

    def _begin_all(self) -> None:
        """Begin to search the components, the smallest first."""
        self.waiting = [ComponentKind(alike[0], len(alike)) for alike in self._kinds]  # in the order of turns
        self.values: dict[int, Any] = {}  # of the finished kinds
        self.aside: list[ComponentKind] = []  # in which plain search leads
        self._place, self._turn_work = 0, COMPONENT_WORK
        self._powers: list[int] = []  # numbers of solutions

    def step(self, work: int, /) -> int:
        """Continue one component. Ctrl-C waits for the end of the slice, so that another call continues."""
        with Interrupts():
            if not self.solvable:
                return DONE
            if self.waiting and not self.task.goal.spent:
                self._continue(self.waiting[self._place], work)
                return PAUSED
            if self.waiting or self.aside:
                return LIMIT
            if self.parts is not None and self.task.goal.again(self.parts):
                self._begin_all()
                return PAUSED
            return self._show()

    def _continue(self, kind: ComponentKind, work: int) -> None:
        if kind.race is None:
            task = self.task.of_component(cast("Components", self.parts), kind.number, self._share)
            kind.race = self._begin(task)
            kind.stop = kind.work + self._turn_work
        before = kind.race.work
        outcome = kind.race.step(max(min(work, kind.stop - kind.work), 0))  # its last slice may have been too long
        spent = kind.race.work - before
        kind.work += spent
        self.work += spent
        if outcome == DONE or (outcome == SOLUTION and kind.race.enough):
            self._finish(kind, kind.race)
        elif outcome == LIMIT:
            self.aside.append(kind)
            del self.waiting[self._place]
        elif kind.work >= kind.stop:
            self._place += 1
        if self._place == len(self.waiting):
            self._next_round()

    def _finish(self, kind: ComponentKind, race: Race) -> None:
        """Read the value of a finished component."""
        goal, machine = self.task.goal, race.at_work
        self.races.append(machine.name)
        self.nodes += machine.nodes
        self.lookups += getattr(machine, "lookups", 0)
        self.hits += getattr(machine, "hits", 0)
        self.nbytes = max(self.nbytes, machine.nbytes)
        value = self.values[kind.number] = race.value
        self._powers.append(goal.number(value) ** kind.times)
        self.solvable = self._powers[-1] > 0
        kind.race = None
        del self.waiting[self._place]

    def _next_round(self) -> None:
        self._place = 0
        self._turn_work *= TURN_FACTOR
        for kind in self.waiting:
            kind.stop = max(kind.stop, kind.work) + self._turn_work
            if len(self.waiting) > MOST_KEPT_COMPONENTS:
                kind.race = None

    def _share(self) -> int:
        """Return the memory of a component whose strategies are about to need some."""
        return max(self.task.memory() // max(min(len(self.waiting), MOST_KEPT_COMPONENTS), 1), 1)

    def _show(self) -> int:
        """Return SOLUTION for each solution of the whole that the goal wants to see, then DONE."""
        if not self.task.goal.records:
            return DONE
        if self._listed is None:
            self._listed = [*reversed(self.value[1]), []]
        self._listed.pop()
        return SOLUTION if self._listed else DONE

    def solution(self) -> list[int]:
        assert self._listed
        return self._listed[-1]

    @property
    def value(self) -> Any:
        """The value of the whole, once all components have one, or one of them has no solution."""
        goal = self.task.goal
        return goal.joined(self.parts, self.values) if self.parts is not None and self.solvable else goal.nothing()

    @property
    def left_to_plain(self) -> tuple[int, list[tuple[Engine, int]]]:
        """The product of the finished counts, and the engines of the others, each with its exponent."""
        return balanced(self._powers), [(kind.race.task.engine, kind.times) for kind in self.aside if kind.race]

    @property
    def solutions(self) -> int:
        """The number of solutions so far: the product of the components' numbers, 0 until each has one."""
        unfinished = [*self.waiting, *self.aside]
        if not self.solvable or any(kind.race is None for kind in unfinished):
            return 0
        counts = [(kind.race.solutions if kind.race else 0, kind.times) for kind in unfinished]
        return balanced([*self._powers, *(n**times for n, times in counts)]) if all(n for n, _ in counts) else 0

    @property
    def fraction(self) -> float:
        """The share of the kinds that are finished."""
        return 1 - len(self.waiting) / max(self.n_kinds, 1)

    @property
    def detail(self) -> str:
        return f"{self.n_kinds - len(self.waiting):,} of {plural(self.n_kinds, 'kind')} of components"
