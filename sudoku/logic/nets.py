# SPDX-License-Identifier: MIT
"""Forcing nets: follow the singles from assumed candidates to a contradiction, or to a conclusion they all share.

    if r1c1 were 5:  r1c4 is 3,  r6c4 is 8,  r6c2 is 1, ...,  and box 4 has no place for its 8:   r1c1 is not 5

We follow all naked and hidden singles that an assumption leads to, round by round. A single may rest on several
earlier ones, which makes this a net and not a chain. The search follows all candidates side by side, up to the first
round in which one contradicts itself, or all candidates of a unit make the same one false. A step contains only the
singles that its conclusion needs.

This is the last technique: systematic trial and error. A puzzle that it does not solve needs a guess.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board.digits import DIGITS
from .exclusions import by_rules, exclusions, reasons
from .forcing import agreed
from .grid import Grid
from .step import Implication, Step, cell_names, losses, negated, node_name
from .tables import BoardTables, bits

MOST_NET_ROUNDS = 40  # maximum number of rounds of singles after an assumption
MOST_NAMED_CELLS = 3  # maximum number of cells named as the cause of a single


class Net:
    """The consequences of an assumption, one round of singles at a time."""

    __slots__ = ("alive", "dead", "excludes", "placed", "resting", "tables")

    def __init__(self, grid: Grid, candidate: int, excludes: Mapping[int, int]) -> None:
        self.tables: BoardTables = grid.tables
        self.placed = grid.placed | 1 << candidate
        self.excludes = excludes
        self.alive = grid.alive & ~self.excludes[candidate]
        self.resting = self.dead = False

    def advance(self) -> int:
        """Place and return all current singles; if some unit is empty, set `dead` instead."""
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
        for candidate in bits(found):
            alive &= ~self.excludes[candidate]
        self.alive = alive
        return found


def forcing_net(grid: Grid) -> Iterator[Step]:
    """Yield the contradictions of the first round that has any, unless all candidates of a unit agree earlier."""
    excludes = exclusions(grid)
    nets = {candidate: Net(grid, candidate, excludes) for candidate in bits(grid.open)}
    for length in range(1, MOST_NET_ROUNDS + 1):
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


# ---- steps: the singles that a conclusion needs, traced back


class Trace:
    """The singles that follow from an assumption, in order, each with its unit."""

    def __init__(self, grid: Grid, candidate: int, length: int) -> None:
        self.grid = grid
        self.tables = grid.tables
        self.order: list[tuple[int, int]] = [(candidate, -1)]
        net = Net(grid, candidate, exclusions(grid))
        for _ in range(length):
            before = net.alive
            for single in bits(net.advance()):
                self.order.append((single, self._unit(before, single)))
        self.alive, self.excludes = net.alive, net.excludes

    def _unit(self, alive: int, single: int) -> int:
        """Return the unit with only this candidate left: its cell, or its digit in a house."""
        units = self.tables.units
        return next(unit for unit in self.tables.units_of(single) if alive & units[unit] == 1 << single)

    def empty_unit(self) -> int:
        return next(unit for unit, mask in enumerate(self.tables.units) if not self.alive & mask)

    def to(self, goals: int) -> Way:
        """Return the part of the net that makes all of `goals` false."""
        t, excludes = self.tables, self.excludes
        used: set[int] = set()
        implications: dict[Implication, None] = {}
        waiting = list(bits(goals))
        while waiting:
            gone = waiting.pop()
            k = next(k for k, (single, _) in enumerate(self.order) if excludes[single] >> gone & 1)
            single, unit = self.order[k]
            implications[single, gone, False] = None
            if k and k not in used:
                others = [*bits(self.grid.alive & t.units[unit] & ~(1 << single))]
                implications |= dict.fromkeys((other, single, True) for other in others)
                waiting += others
            used.add(k)
        rules = reasons(excludes, ((a, b) for a, b, true in implications if not true))
        return Way([self.order[k] for k in sorted(used | {0})], tuple(implications), rules)


class Way(NamedTuple):
    """A part of a net, traced back from its conclusion."""

    order: list[tuple[int, int]]  # the assumption and the singles that follow, each with its unit
    implications: tuple[Implication, ...]
    rules: tuple[int, ...]


def _contradiction(grid: Grid, candidate: int, length: int) -> Step:
    t = grid.tables
    trace = Trace(grid, candidate, length)
    empty = trace.empty_unit()
    way = trace.to(grid.alive & t.units[empty])
    pattern = tuple(1 << single for single, _ in way.order)
    units = (*(unit for _, unit in way.order[1:]), empty)
    return Step(
        "forcing net",
        t.board,
        _describe,
        removed=1 << candidate,
        pattern=pattern,
        units=units,
        length=length,
        implications=(way.implications,),
        rules=way.rules,
    )


def _agreement(grid: Grid, unit: int, goal: int, length: int) -> Step:
    t = grid.tables
    start = grid.alive & t.units[unit]
    ways = [Trace(grid, candidate, length).to(1 << goal) for candidate in bits(start)]
    return Step(
        "forcing net",
        t.board,
        _describe_arms,
        removed=1 << goal,
        pattern=(start, *(1 << single for way in ways for single, _ in way.order)),
        units=(unit, *(unit for way in ways for _, unit in way.order[1:])),
        arms=tuple(len(way.order) for way in ways),
        length=length,
        implications=tuple(way.implications for way in ways),
        rules=tuple(dict.fromkeys(rule for way in ways for rule in way.rules)),
    )


# ---- words


def _follow(t: BoardTables, arm: Sequence[int], units: Sequence[int], implications: Sequence[Implication]) -> str:
    """Describe an arm, hidden singles with house and causes: `r2c4 is 3, r3c8 is 3 (row 3, from r1c4)`."""
    parts = []
    for before, single, unit in zip(arm, arm[1:], units, strict=False):
        others = {a for a, b, _ in implications if 1 << b == single}
        why = "" if unit < t.cells else f" ({t.unit_name(unit)}{_from(t, others, before, implications)})"
        parts.append(f"{node_name(t, single)}{why}")
    return ", ".join(parts)


def _from(t: BoardTables, gone: Collection[int], before: int, implications: Sequence[Implication]) -> str:
    """Name the cells that exclude these candidates: `, from r1c4 and r5c5`; "" for many, or only the cell before."""
    causes = {a for a, b, true in implications if b in gone and not true}
    if len(causes) > MOST_NAMED_CELLS or causes == {*bits(before)}:
        return ""
    return f", from {cell_names(t, sorted({cause // t.side for cause in causes}))}"


def _describe(step: Step) -> str:
    t = step.tables
    (implications,) = step.implications
    follow = _follow(t, step.pattern, step.units, implications)
    empty = step.units[-1]
    where = t.unit_name(empty)
    if empty < t.cells:
        end = f"{where} has no digit left"
    else:
        gone = {b for _, b, true in implications if not true and t.units[empty] >> b & 1}
        why = _from(t, gone, step.pattern[-1], implications)
        end = f"{where} has no place for {DIGITS[t.digit_of(empty)]}{why}"
    through = f" (through {rules})" if (rules := by_rules(step)) else ""
    return f"if {node_name(t, step.pattern[0])}: {follow + ', and ' if follow else ''}{end}{through}: {losses(step)}"


def _describe_arms(step: Step) -> str:
    t = step.tables
    arms, at, unit = [], 1, 1
    for size, implications in zip(step.arms, step.implications, strict=True):
        arm, units = step.pattern[at : at + size], step.units[unit : unit + size - 1]
        then = f": {_follow(t, arm, units, implications)}" if size > 1 else ""
        arms.append(f"if {node_name(t, arm[0])}{then}")
        at, unit = at + size, unit + size - 1
    through = f" (through {rules})" if (rules := by_rules(step)) else ""
    return f"{'; '.join(arms)}: each time {negated(t, step.removed)}{through}: {losses(step)}"
