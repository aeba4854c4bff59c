# SPDX-License-Identifier: MIT
"""The graph of chains, in which a step leads from a true candidate through a false one to another true one.

    r1c1=5 is true  ->  r1c7=5 is false: they share a row   ->  r4c7=5 is true: column 7 has only these two
                        (weak link)                             (strong link)

A node is a candidate or, on request, a *group*: the two or three places of a digit where two houses overlap, read as
"one of them is true". A group is false if all its places are, and two groups exclude each other if all their places do.
The places of a digit in an almost locked set (als.py) are a group as well, on request: a set that lacks one of its
digits has all the others, a strong link between any two of its groups.

    nodes 0 .. size - 1      candidates            sees[a]    the nodes that are false if a is true
    nodes size ..            groups                strong[x]  (node, unit): the nodes that are true if x is false;
                                                   units from len(t.units) on are almost locked sets
                                                   step[a]    the nodes that are true if a is: sees, then strong

Candidates exclude each other through rules as well (exclusions.py): a weak link may be a cage.

Like sets of candidates, sets of nodes are the bits of integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from .als import AlmostLocked, set_links
from .exclusions import exclusions, reasons, shared
from .grid import Grid
from .tables import bits


class LinkGraph:
    """The links of a grid: within cells, within houses, or both, with or without groups and almost locked sets."""

    def __init__(
        self, grid: Grid, *, in_cells: bool = True, in_houses: bool = True, groups: bool = False, sets: bool = False
    ) -> None:
        self.grid = grid
        self.tables = t = grid.tables
        self.same_digit = not in_cells
        self.excludes = exclusions(grid)
        self.masks: list[int] = []  # candidates of each group
        self.group_of: dict[int, int] = {}  # by mask: the group's node
        self.sets: list[AlmostLocked] = []
        self.strong: dict[int, list[tuple[int, int]]] = {}
        for unit, first, second in grid.pairs():
            if in_cells if unit < t.cells else in_houses:
                self._link(first, second, unit)
        if groups:
            self._find_groups()
        if sets:
            self._find_sets()

    def mask(self, node: int) -> int:
        """Return the candidates of a node."""
        size = self.tables.size
        return 1 << node if node < size else self.masks[node - size]

    def _link(self, first: int, second: int, unit: int) -> None:
        self.strong.setdefault(first, []).append((second, unit))
        self.strong.setdefault(second, []).append((first, unit))

    def _find_groups(self) -> None:
        """Add the strong links with a group at one end or both: units that two overlaps with other houses cover."""
        t, left = self.tables, self.grid.open
        for unit in range(t.cells, len(t.units)):
            here = left & t.units[unit]
            if here.bit_count() < 3:
                continue
            house, digit = divmod(unit - t.cells, t.side)
            parts = {here & t.houses[other] << digit for other in t.crossing[house]}
            for part in parts:
                rest = here & ~part
                if part and rest and part > rest and self._is_node(part, parts) and self._is_node(rest, parts):
                    self._link(self._node(part), self._node(rest), unit)

    def _find_sets(self) -> None:
        """Add the strong links of almost locked sets; those of one cell are known."""
        self.sets = [one for one in set_links(self.grid).sets if len(one.cells) > 1]
        for unit, one in enumerate(self.sets, len(self.tables.units)):
            self.grid.check_time()
            for first, second in combinations(one.places.values(), 2):
                self._link(self._node(first), self._node(second), unit)

    def expanded(self, units: list[int]) -> tuple[list[tuple[int, ...]], list[int]]:
        """Return the units of each strong link, which are the cells of an almost locked set, and these sets."""
        n = len(self.tables.units)
        sets = [self.sets[unit - n] if unit >= n else None for unit in units]
        own = [one.cells if one else (unit,) for one, unit in zip(sets, units, strict=True)]
        return own, [one.whole for one in sets if one]

    @staticmethod
    def _is_node(part: int, parts: set[int]) -> bool:
        return not part & (part - 1) or part in parts

    def _node(self, mask: int) -> int:
        if not mask & (mask - 1):
            return mask.bit_length() - 1
        if mask not in self.group_of:
            self.group_of[mask] = self.tables.size + len(self.masks)
            self.masks.append(mask)
        return self.group_of[mask]

    # ---- implications

    @cached_property
    def sees(self) -> dict[int, int]:
        """Return for each node the nodes that are false if it is true."""
        t, left = self.tables, self.grid.open
        found = {}
        for node in [*bits(left), *self.group_of.values()]:
            self.grid.check_time()
            if node < t.size:
                near = self.excludes[node] & left
                whole = near
            else:
                near = whole = shared(self.excludes, self.mask(node), left)
            if self.same_digit:
                digit = (node if node < t.size else self.mask(node).bit_length() - 1) % t.side
                near &= t.anchor << digit
            for mask, group in self.group_of.items():
                if not mask & ~whole:
                    near |= 1 << group
            found[node] = near
        return found

    @cached_property
    def step(self) -> dict[int, int]:
        """Return for each node the nodes that are true if it is, by a weak link and a strong one."""
        then = {node: sum(1 << other for other, _ in links) for node, links in self._without_repeats.items()}
        able = sum(1 << node for node in then)
        found = {}
        for node, near in self.sees.items():
            reach = 0
            for false in bits(near & able):
                reach |= then[false]
            found[node] = reach
        return found

    @cached_property
    def _without_repeats(self) -> dict[int, list[tuple[int, int]]]:
        """Return `strong` with one link for each pair of nodes, which may have several houses in common."""
        return {node: [*{link[0]: link for link in links}.values()] for node, links in self.strong.items()}

    def path(self, start: int, goal: int) -> list[tuple[int, int, int]]:
        """Return the shortest path from a true candidate to a true node of `goal`: links (false, unit, true)."""
        came: dict[int, tuple[int, int, int, int]] = {}
        frontier = [start]
        seen = 0
        while frontier:
            following = []
            for node in frontier:
                for false in bits(self.sees[node] & self._able):
                    for true, unit in self.strong[false]:
                        if not seen >> true & 1:
                            seen |= 1 << true
                            came[true] = (node, false, unit, true)
                            following.append(true)
                            if goal >> true & 1:
                                return _trace_back(came, start, true)
            frontier = following
        raise ValueError("no chain leads there")

    def rules(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return the rules that the weak links of these nodes, each true and then false, rest on."""
        candidates = ((a, b) for one, other in pairs for a in bits(self.mask(one)) for b in bits(self.mask(other)))
        return reasons(self.excludes, candidates)

    @cached_property
    def _able(self) -> int:
        return sum(1 << node for node in self.strong)


def _trace_back(came: dict[int, tuple[int, int, int, int]], start: int, end: int) -> list[tuple[int, int, int]]:
    """Return the links from `start` to `end`, which may be `start` again."""
    links: list[tuple[int, int, int]] = []
    at = end
    while True:
        before, false, unit, true = came[at]
        links.append((false, unit, true))
        if before == start:
            return links[::-1]
        at = before
