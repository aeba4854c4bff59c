"""Races with short turns, and machines whose state a test sets."""

from dlx.engine import independent, race, table
from dlx.engine.machine import PAUSED, Machine
from dlx.engine.strategies.memo import memoized
from dlx.engine.task import ORDERS, Number, Task
from dlx.matrix.assumptions import NONE


def shorten(monkeypatch, work=1):
    """Let everyone have a turn at once, in a race whose turns begin with this work."""
    monkeypatch.setattr(table, "OPENING_NODES", 1)
    monkeypatch.setattr(table, "ENOUGH_NODES", 1)
    monkeypatch.setattr(table, "ROUND_WORK", work)
    monkeypatch.setattr(race, "ROUND_WORK", work)
    monkeypatch.setattr(race, "OPENING_WORK", 1)
    monkeypatch.setattr(independent, "PART_WORK", work)


def task_of(p, assumed=NONE, goal=None, **how):
    """Return a task to count the solutions of a problem, with 1 GiB of memory."""
    return Task(p.engine, assumed, goal or Number(), lambda: 1 << 30, {}, **how)


def memories(p, assumed=NONE, memory=1 << 28, orders=ORDERS, goal=None, max_nodes=None):
    """Return memoized searches of a problem."""
    task = Task(p.engine, assumed, goal or Number(), lambda: memory, {})
    machines = [memoized(task, order, memory, max_nodes) for order in orders]
    return [machine for machine in machines if machine is not None]


class Fake(Machine):
    """A machine in a state that the test sets; it uses up each turn."""

    def __init__(self, name="", hit_rate=0.0, fraction=0.0, nodes=0, work=0, solutions=0, group=1, full=False):
        self.name, self._fraction, self._nodes, self._work, self._solutions = name, fraction, nodes, work, solutions
        self.lookups, self.hits, self.group, self.full = 100, round(100 * hit_rate), group, full
        self.expanded, self.order = nodes, None
        self.outcome = PAUSED

    def step(self, work, /):
        self._work += work
        return self.outcome

    def solution(self):
        return [0]

    work = property(lambda self: self._work)
    nodes = property(lambda self: self._nodes)
    solutions = property(lambda self: self._solutions)
    fraction = property(lambda self: self._fraction)
    foreseen = property(lambda self: self._fraction)
