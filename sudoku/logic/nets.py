# SPDX-License-Identifier: MIT
"""Forcing nets: assume a candidate, follow the singles, and find a contradiction; or the same end on each way.

    if r1c1 were 5:  r1c4 is 3,  r6c4 is 8,  r6c2 is 1, ...,  and box 4 has no place for its 8:   r1c1 is not 5

What follows from an assumption is here all that naked and hidden singles make of it, round by round, so a link may
rest on several earlier ones: a net, not a chain. All candidates are followed side by side, up to the first round in
which one contradicts itself, or all candidates of a unit make the same one false. A step leaves out what its end does
not need.

This is the last technique. It is trial and error, done in order; a puzzle that it does not solve needs a guess.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..board import DIGITS
from .forcing import agreed
from .grid import Grid
from .step import Step, losses, negated, node_name
from .tables import Tables, bits

ROUNDS = 40  # of singles after an assumption


class Net:
    """What follows from an assumption, a round of singles at a time."""

    __slots__ = ("alive", "dead", "placed", "resting", "tables")

    def __init__(self, grid: Grid, candidate: int) -> None:
        self.tables: Tables = grid.tables
        self.placed = grid.placed | 1 << candidate
        self.alive = grid.alive & ~grid.tables.conflicts[candidate]
        self.resting = self.dead = False

    def advance(self) -> int:
        """Place all singles there are, and return them; or see that some unit is empty."""
        alive, found = self.alive, 0
        for shifts, anchors, _, _ in self.tables.families:
            one = two = 0
            for shift in shifts:
                plane = alive >> shift & anchors
                two |= one & plane
                one |= plane
            if one != anchors:
                self.dead = True
                return 0
            single = one & ~two
            for shift in shifts:
                found |= single << shift
        found &= alive & ~self.placed
        self.resting = not found
        self.placed |= found
        conflicts = self.tables.conflicts
        for candidate in bits(found):
            alive &= ~conflicts[candidate]
        self.alive = alive
        return found


def forcing_net(grid: Grid) -> Iterator[Step]:
    """Contradictions; or where there is none in as many rounds, what a unit's candidates agree on."""
    nets = {candidate: Net(grid, candidate) for candidate in bits(grid.open)}
    for length in range(1, ROUNDS + 1):
        grid.check_time()
        moving = [net for net in nets.values() if not net.resting]
        for net in moving:
            grid.check_time()
            net.advance()
        dead = [candidate for candidate, net in nets.items() if net.dead]
        found = {} if dead else agreed(grid, {candidate: ~net.alive for candidate, net in nets.items()})
        if dead or found or not moving:
            yield from (_contradiction(grid, candidate, length) for candidate in dead)
            yield from (_agreement(grid, unit, goal, length) for goal, unit in found.items())
            return


# ---- steps: what the end needs, traced back


class Trace:
    """The singles that follow from an assumption, in order, each with its unit."""

    def __init__(self, grid: Grid, candidate: int, length: int) -> None:
        self.grid = grid
        self.tables = grid.tables
        self.order: list[tuple[int, int]] = [(candidate, -1)]
        net = Net(grid, candidate)
        for _ in range(length):
            before = net.alive
            for single in bits(net.advance()):
                self.order.append((single, self._unit(before, single)))
        self.alive = net.alive

    def _unit(self, alive: int, single: int) -> int:
        """The unit that has only this candidate left: its cell, or a house."""
        units = self.tables.units
        return next(unit for unit in self.tables.units_of(single) if alive & units[unit] == 1 << single)

    def empty_unit(self) -> int:
        return next(unit for unit, mask in enumerate(self.tables.units) if not self.alive & mask)

    def to(self, goals: int) -> list[tuple[int, int]]:
        """The part of it that removes all of `goals`, the assumption first."""
        t = self.tables
        used: set[int] = set()
        waiting = list(bits(goals))
        while waiting:
            gone = waiting.pop()
            k = next(k for k, (single, _) in enumerate(self.order) if t.conflicts[single] >> gone & 1)
            if k not in used:
                used.add(k)
                single, unit = self.order[k]
                if k:
                    waiting += bits(self.grid.alive & t.units[unit] & ~(1 << single))
        return [self.order[k] for k in sorted(used | {0})]


def _contradiction(grid: Grid, candidate: int, length: int) -> Step:
    t = grid.tables
    trace = Trace(grid, candidate, length)
    empty = trace.empty_unit()
    path = trace.to(grid.alive & t.units[empty])
    pattern = tuple(1 << single for single, _ in path)
    units = (*(unit for _, unit in path[1:]), empty)
    return Step("forcing net", t.board, _tell, 0, 1 << candidate, pattern, units, length=length)


def _agreement(grid: Grid, unit: int, goal: int, length: int) -> Step:
    t = grid.tables
    start = grid.alive & t.units[unit]
    pattern, units, arms = [start], [unit], []
    for candidate in bits(start):
        path = Trace(grid, candidate, length).to(1 << goal)
        pattern += [1 << single for single, _ in path]
        units += [where for _, where in path[1:]]
        arms.append(len(path))
    return Step(
        "forcing net", t.board, _tell_arms, 0, 1 << goal, tuple(pattern), tuple(units), arms=tuple(arms), length=length
    )


def _follow(t: Tables, singles: tuple[int, ...], units: tuple[int, ...]) -> str:
    """`r2c4 is 3, r3c8 is 3 (row 3)`: the house where it is a hidden single."""
    parts = []
    for single, unit in zip(singles, units, strict=True):
        parts.append(node_name(t, single) + ("" if unit < t.cells else f" ({t.unit_name(unit)})"))
    return ", ".join(parts)


def _tell(step: Step) -> str:
    t = step.tables
    follow = _follow(t, step.pattern[1:], step.units[:-1])
    empty = step.units[-1]
    where = t.unit_name(empty)
    end = f"{where} has no digit left" if empty < t.cells else f"{where} has no place for {DIGITS[t.digit_of(empty)]}"
    return f"if {node_name(t, step.pattern[0])}: {follow + ', and ' if follow else ''}{end}: {losses(step)}"


def _tell_arms(step: Step) -> str:
    t = step.tables
    told, at, unit = [], 1, 1
    for size in step.arms:
        arm, units = step.pattern[at : at + size], step.units[unit : unit + size - 1]
        then = f": {_follow(t, arm[1:], units)}" if size > 1 else ""
        told.append(f"if {node_name(t, arm[0])}{then}")
        at, unit = at + size, unit + size - 1
    return f"{'; '.join(told)}: each time {negated(t, step.removed)}: {losses(step)}"
