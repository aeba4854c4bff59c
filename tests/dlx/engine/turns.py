"""Races with short turns, and machines whose state a test sets."""

from dlx import Problem
from dlx.engine import independent, race, table
from dlx.engine.machine import PAUSED, Machine
from dlx.engine.strategies.memo import memoized
from dlx.engine.task import ORDERS, CountGoal, Goal, Solutions, Task
from dlx.matrix.assumptions import NONE

TOY = Problem([["a", "b"], ["a"], ["b"]])


def shorten(monkeypatch, work=1):
    """Let everyone have a turn at once, in a race whose turns begin with this work."""
    for question in ("count", "decide"):
        monkeypatch.setattr(f"dlx.questions.{question}.FIRST_SLICE_WORK", 1)
    monkeypatch.setattr(table, "OPENING_NODES", 1)
    monkeypatch.setattr(table, "ENOUGH_NODES", 1)
    monkeypatch.setattr(table, "DECISION_WORK", work)
    for goal in (Goal, Solutions):
        monkeypatch.setattr(goal, "round_work", work)
    monkeypatch.setattr(table, "OPENING_WORK", 1)
    monkeypatch.setattr(independent, "COMPONENT_WORK", work)


def task_of(p, assumed=NONE, goal=None, **how):
    """Return a task to count the solutions of a problem, with 1 GiB of memory."""
    return Task(p.engine, assumed, goal or CountGoal(), lambda: 1 << 30, {}, **how)


def memories(p, assumed=NONE, memory=1 << 28, orders=ORDERS, goal=None):
    """Return memoized searches of a problem."""
    task = Task(p.engine, assumed, goal or CountGoal(), lambda: memory, {})
    machines = [memoized(task, order, memory) for order in orders]
    return [machine for machine in machines if machine is not None]


class Fake(Machine):
    """A machine in a state that the test sets; it uses up each turn. It has looked nothing up before its first."""

    name = ""
    expanded = property(lambda self: self.nodes)
    order, name = None, ""

    def __init__(self, name="", hit_rate=0.0, fraction=0.0, nodes=0, work=0, solutions=0, **state):
        self.name, self._fraction, self._nodes, self._work, self._solutions = name, fraction, nodes, work, solutions
        self._hits, self._stepped = round(100 * hit_rate), False
        self.group, self.full, self.expected, self.steady, self.n_channels = 1, False, 10**12, False, 0
        self.outcome = PAUSED
        vars(self).update(state)

    def step(self, work, /):
        self._work, self._stepped = self._work + work, True
        return self.outcome

    def solution(self):
        return [0]

    lookups = property(lambda self: 100 * self._stepped)
    hits = property(lambda self: self._hits * self._stepped)
    work = property(lambda self: self._work)
    nodes = property(lambda self: self._nodes)
    solutions = property(lambda self: self._solutions)
    fraction = property(lambda self: self._fraction)
    foreseen = property(lambda self: self._fraction)


def row_named(name):
    """Return a row of the table."""
    return next(row for row in table.TABLE if row.name == name)


def row_of(name, prepare, share=1.0, **settings):
    """Return a row of the table that joins at once and has this share of each round."""
    how = {"joins": lambda race: True, "share": lambda race, machine: share}
    words = dict.fromkeys(("title", "does", "when", "part", "memory", "reason"), "")
    return table.Row(name, prepare=prepare, **words | how | settings)


def of_table(*machines, goal=None, joining=(), opening=(), **how):
    """Return a race of rows of the table whose machines a test sets.

    All but the ``joining`` ones take part from the first round, all but the ``opening`` ones no sooner.
    """
    ready = {machine.name: machine for machine in machines}
    rows = []
    for row in table.TABLE:
        if row.name in ready:
            row = row._replace(prepare=lambda race, machine=ready[row.name]: machine)
            if row.name not in (*joining, "search"):
                row = row._replace(joins=lambda race: True, opens=row.opens if row.name in opening else None)
            rows.append(row)
    plain = ready.get("search")
    return race.Race(task_of(TOY, goal=goal, **how), rows, plain, table.exhausted)


def shares(race, n):
    """Return the names of the next n turns, and their shares of the work of their rounds."""
    return [(name, work / race.round_work) for _ in range(n) for name, work in turns(race, 1)]


def turns(race, n):
    """Return the names and the work of the next n turns of machines that use up each turn."""
    taken = []
    for _ in range(n):
        before = {name: entrant.machine.work for name, entrant in race.entrants.items()}
        outcome = race.step(2**62)
        machine = race.latest
        taken.append((machine.name, machine.work - before.get(race.last.row.name, 0) - 1))
        assert outcome == PAUSED
    return taken
