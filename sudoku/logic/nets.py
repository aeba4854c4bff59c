# SPDX-License-Identifier: MIT
"""Forcing nets: follow the singles from assumed candidates to a contradiction, or to a conclusion they all share.

    if r1c1 were 5:  r1c4 is 3,  r6c4 is 8,  r6c2 is 1, ...,  and box 4 has no place for its 8:   r1c1 is not 5

We follow all naked and hidden singles that an assumption leads to, round by round. A single may rest on several
earlier ones, which makes this a net and not a chain. The search follows all candidates side by side, up to the first
round in which one contradicts itself, or all candidates of a unit make the same one false. A step contains only the
singles that its conclusion needs.

A *net with ALS* has also locked sets, wherever no single is left: a house with as many digits for some cells as there
are cells keeps these digits for them (an almost locked set that the assumption has locked), and a digit whose places in
a house all lie in another house is in both (a group).

    if r1c1 were 5:  r1c4 is 3,  r4c1 and r6c1 hold only 2 and 7,  r5c1 is 1, ...,  and r5c8 has no digit left

These are the last techniques: systematic trial and error. A puzzle that they do not solve needs a guess.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise, repeat
from typing import NamedTuple

from .exclusions import by_rules, exclusions, reasons, shared
from .forcing import agreed
from .grid import Grid
from .step import Implication, Step, cell_names, choice, digit_names, digits_of, losses, negated, node_name
from .subsets import closed_sets
from .tables import BoardTables, bits, union

MOST_NET_ROUNDS = 40  # maximum number of rounds after an assumption
LARGEST_NET_SET = 4  # cells of a locked set
MOST_NAMED_CELLS = 3  # maximum number of cells named as the cause of a single


class Cause(NamedTuple):
    """A single or a locked set that follows: its candidates, the units that it rests on, and what it excludes."""

    mask: int
    units: tuple[int, ...]
    excluded: tuple[tuple[int, int], ...]  # (places of a digit, candidates that all of these exclude)


class Net:
    """The consequences of an assumption, one round of singles (or of locked sets, on request) at a time."""

    __slots__ = ("alive", "dead", "excludes", "locked", "placed", "resting", "searched", "tables", "with_sets")

    def __init__(self, grid: Grid, candidate: int, excludes: Mapping[int, int], *, sets: bool = False) -> None:
        self.tables: BoardTables = grid.tables
        self.placed = grid.placed | 1 << candidate
        self.excludes = excludes
        self.searched = grid.alive  # the candidates at the last search for locked sets
        self.alive = grid.alive & ~self.excludes[candidate]
        self.resting = self.dead = False
        self.with_sets = sets
        self.locked: list[Cause] = []  # of the last round

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
        self.placed |= found
        for candidate in bits(found):
            alive &= ~self.excludes[candidate]
        self.alive = alive
        self.locked = [*self._find_locked()] if self.with_sets and not found else []
        self.alive &= ~union(gone for cause in self.locked for _, gone in cause.excluded)
        self.resting = not (found or self.locked)
        return found

    def _find_locked(self) -> Iterator[Cause]:
        """Yield what is locked and has an effect, where a house has lost a place of the digit or a candidate."""
        t, alive = self.tables, self.alive
        lost, self.searched = self.searched & ~alive, alive
        marks = t.by_cell(alive)
        for h, house in enumerate(t.board.houses):
            if not lost & t.houses[h] * t.full:
                continue
            for unit in range(t.unit(h, 0), t.unit(h, t.side)):
                if lost & t.units[unit]:
                    yield from self._cause(alive & t.units[unit], (unit,), [alive & t.units[unit]])
            sets = [(cell, marks[cell]) for cell in house if marks[cell].bit_count() > 1]
            for size in range(2, LARGEST_NET_SET + 1):
                for cells, digits in closed_sets(sets, size):
                    whole = alive & union(t.units[cell] for cell in cells)
                    yield from self._cause(whole, cells, [whole & t.anchor << digit for digit in bits(digits)])

    def _cause(self, mask: int, units: tuple[int, ...], by_digit: list[int]) -> Iterator[Cause]:
        """Yield the cause if it excludes anything; a digit with one place is left to a smaller set."""
        several = [places for places in by_digit if places & (places - 1)]
        excluded = [(places, shared(self.excludes, places, self.alive & ~places)) for places in several]
        if any(gone for _, gone in excluded):
            yield Cause(mask, units, tuple(excluded))


def forcing_net(grid: Grid) -> Iterator[Step]:
    """Yield the contradictions of the first round that has any, unless all candidates of a unit agree earlier."""
    return _nets(grid, "forcing net", False)


def forcing_net_with_als(grid: Grid) -> Iterator[Step]:
    """Yield the same from nets of singles and locked sets."""
    return _nets(grid, "forcing net with ALS", True)


def _nets(grid: Grid, name: str, sets: bool) -> Iterator[Step]:
    excludes = exclusions(grid)
    nets = {candidate: Net(grid, candidate, excludes, sets=sets) for candidate in bits(grid.open)}
    for length in range(1, MOST_NET_ROUNDS + 1):
        grid.check_time()
        moving = [net for net in nets.values() if not net.resting]
        for net in moving:
            grid.check_time()
            net.advance()
        dead = [candidate for candidate, net in nets.items() if net.dead]
        found = {} if dead else agreed(grid, {candidate: ~net.alive for candidate, net in nets.items()})
        if dead or found or not moving:
            yield from (_contradiction(grid, name, candidate, length, sets) for candidate in dead)
            yield from (_agreement(grid, name, unit, goal, length, sets) for goal, unit in found.items())
            return


# ---- steps: the singles and locked sets that a conclusion needs, traced back


class Trace:
    """The causes that follow from an assumption, in order; the first one is the assumption, without units."""

    def __init__(self, grid: Grid, candidate: int, length: int, sets: bool) -> None:
        self.grid = grid
        self.tables = grid.tables
        net = Net(grid, candidate, exclusions(grid), sets=sets)
        self.excludes = net.excludes
        self.order = [self._single(candidate, ())]
        for _ in range(length):
            before = net.alive
            self.order += [self._single(single, (self._unit(before, single),)) for single in bits(net.advance())]
            self.order += net.locked
        self.alive = net.alive

    def _single(self, single: int, units: tuple[int, ...]) -> Cause:
        return Cause(1 << single, units, ((1 << single, self.excludes[single]),))

    def _unit(self, alive: int, single: int) -> int:
        """Return the unit with only this candidate left: its cell, or its digit in a house."""
        units = self.tables.units
        return next(unit for unit in self.tables.units_of(single) if alive & units[unit] == 1 << single)

    def empty_unit(self) -> int:
        return next(unit for unit, mask in enumerate(self.tables.units) if not self.alive & mask)

    def to(self, goals: int) -> Way:
        """Return the part of the net that makes all of `goals` false."""
        singles = union(cause.mask for cause in self.order if not cause.mask & (cause.mask - 1))
        used: dict[int, dict[int, None]] = {0: {}}  # by cause: its candidates that exclude others
        implications: dict[Implication, None] = {}
        waiting = list(bits(goals))
        while waiting:
            gone = waiting.pop()
            k, places = next(
                (k, places)
                for k, cause in enumerate(self.order)
                for places, excluded in cause.excluded
                if excluded >> gone & 1
            )
            if k not in used:
                waiting += self._others(k)
            true = next(bits(places & ~singles or places))  # of several places, one that is no single as well
            used.setdefault(k, {})[true] = None
            implications[true, gone, False] = None
        for k, several in used.items():
            implications |= dict.fromkeys((other, true, True) for true in several for other in self._others(k))
        rules = reasons(self.excludes, ((a, b) for a, b, true in implications if not true))
        return Way([self.order[k] for k in sorted(used)], tuple(implications), rules)

    def _others(self, k: int) -> list[int]:
        """Return the candidates of a cause's units that must be false."""
        cause = self.order[k]
        return [*bits(self.grid.alive & union(self.tables.units[unit] for unit in cause.units) & ~cause.mask)]


class Way(NamedTuple):
    """A part of a net, traced back from its conclusion."""

    order: list[Cause]  # the assumption and the causes that follow
    implications: tuple[Implication, ...]
    rules: tuple[int, ...]

    @property
    def pattern(self) -> list[int]:
        return [cause.mask for cause in self.order]

    @property
    def units(self) -> list[int]:
        return [unit for cause in self.order for unit in cause.units]


def _link_sizes(ways: list[Way]) -> tuple[int, ...]:
    """Return the number of units of each cause, if it is not always one."""
    sizes = tuple(len(cause.units) for way in ways for cause in way.order[1:])
    return sizes if any(size > 1 for size in sizes) else ()


def _contradiction(grid: Grid, name: str, candidate: int, length: int, sets: bool) -> Step:
    t = grid.tables
    trace = Trace(grid, candidate, length, sets)
    empty = trace.empty_unit()
    way = trace.to(grid.alive & t.units[empty])
    return Step(
        name,
        t.board,
        _describe,
        removed=1 << candidate,
        pattern=tuple(way.pattern),
        units=(*way.units, empty),
        link_sizes=_link_sizes([way]),
        length=length,
        implications=(way.implications,),
        rules=way.rules,
    )


def _agreement(grid: Grid, name: str, unit: int, goal: int, length: int, sets: bool) -> Step:
    t = grid.tables
    start = grid.alive & t.units[unit]
    ways = [Trace(grid, candidate, length, sets).to(1 << goal) for candidate in bits(start)]
    return Step(
        name,
        t.board,
        _describe_arms,
        removed=1 << goal,
        pattern=(start, *chain.from_iterable(way.pattern for way in ways)),
        units=(unit, *chain.from_iterable(way.units for way in ways)),
        arms=tuple(len(way.order) for way in ways),
        link_sizes=_link_sizes(ways),
        length=length,
        implications=tuple(way.implications for way in ways),
        rules=tuple(dict.fromkeys(rule for way in ways for rule in way.rules)),
    )


# ---- words


def _follow(t: BoardTables, arm: Sequence[int], by_cause: Iterator[list[int]], of: Sequence[Implication]) -> str:
    """Describe an arm, hidden singles with house and causes: `r2c4 is 3, r3c8 is 3 (row 3, from r1c4)`."""
    parts = []
    for before, mask in pairwise(arm):
        units = next(by_cause)
        if len(units) > 1:
            parts.append(f"{cell_names(t, units)} hold only {digit_names(t, digits_of(t, mask))}")
            continue
        (unit,) = units
        others = {a for a, b, true in of if true and mask >> b & 1}
        why = "" if unit < t.cells else f" ({t.unit_name(unit)}{_from(t, others, before, of)})"
        parts.append(f"{node_name(t, mask)}{why}")
    return ", ".join(parts)


def _units_by_cause(step: Step, units: Iterable[int]) -> Iterator[list[int]]:
    """Yield the units of each single or locked set."""
    units = iter(units)
    for size in step.link_sizes or repeat(1):
        yield [*islice(units, size)]


def _from(t: BoardTables, gone: Collection[int], before: int, implications: Sequence[Implication]) -> str:
    """Name the cells that exclude these candidates: `, from r1c4 and r5c5`; "" for many, or only the cell before."""
    causes = {a for a, b, true in implications if b in gone and not true}
    if len(causes) > MOST_NAMED_CELLS or causes == {*bits(before)}:
        return ""
    return f", from {cell_names(t, sorted({cause // t.side for cause in causes}))}"


def _describe(step: Step) -> str:
    t = step.tables
    (implications,) = step.implications
    follow = _follow(t, step.pattern, _units_by_cause(step, step.units), implications)
    empty = step.units[-1]
    where = t.unit_name(empty)
    if empty < t.cells:
        end = f"{where} has no digit left"
    else:
        gone = {b for _, b, true in implications if not true and t.units[empty] >> b & 1}
        why = _from(t, gone, step.pattern[-1], implications)
        end = f"{where} has no place for {t.board.signs[t.digit_of(empty)]}{why}"
    through = f" (through {rules})" if (rules := by_rules(step)) else ""
    return f"if {node_name(t, step.pattern[0])}: {follow + ', and ' if follow else ''}{end}{through}: {losses(step)}"


def _describe_arms(step: Step) -> str:
    t = step.tables
    arms, at, by_cause = [], 1, _units_by_cause(step, step.units[1:])
    start, goal = choice(t, step.units[0], step.pattern[0]), negated(t, step.removed)
    for size, implications in zip(step.arms, step.implications, strict=True):
        arm = step.pattern[at : at + size]
        then = _follow(t, arm, by_cause, implications) if size > 1 else goal
        arms.append(f"if {node_name(t, arm[0])}: {then}")
        at += size
    through = f" (through {rules})" if (rules := by_rules(step)) else ""
    return f"{start}; {'; '.join(arms)}: each time {goal}{through}: {losses(step)}"
