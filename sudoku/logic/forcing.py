# SPDX-License-Identifier: MIT
"""Forcing chains: each candidate of a cell (or each place of a digit in a house) makes the same other candidate false.

    r4c4 is 2  ->  ...  ->  r9c1 is not 5
    r4c4 is 6  ->  ...  ->  r9c1 is not 5        so r9c1 is not 5
    r4c4 is 9  ->  ...  ->  r9c1 is not 5

Each arm is a chain (chains.py), without groups, or with groups and almost locked sets. The search extends the chains of
all units side by side, one link at a time, up to the first length that finds anything. People try forcing chains late,
but can still follow them with a pencil.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from .chains import LONGEST_CHAIN, by_rule, chain_words, grow, origins
from .grid import Grid
from .links import LinkGraph
from .step import Step, choice, losses, negated, node_name
from .tables import bits


def forcing_chain(grid: Grid) -> Iterator[Step]:
    """Yield forcing chains from cells, and from digits in houses."""
    return _forcing(grid, "forcing chain", LinkGraph(grid))


def forcing_chain_with_als(grid: Grid) -> Iterator[Step]:
    """Yield forcing chains through groups and almost locked sets too."""
    return _forcing(grid, "forcing chain with ALS", LinkGraph(grid, groups=True, sets=True))


def _forcing(grid: Grid, name: str, links: LinkGraph) -> Iterator[Step]:
    fresh = {candidate: links.step[candidate] for candidate in bits(grid.open)}
    reached = dict(fresh)
    false = {candidate: links.sees[candidate] for candidate in fresh}
    for length in range(1, LONGEST_CHAIN + 1):
        grid.check_time()
        for candidate, nodes in fresh.items():
            for node in bits(nodes):
                false[candidate] |= links.sees[node]
        found = agreed(grid, false)
        if found or not fresh:
            for goal, unit in found.items():
                yield _step(grid, name, links, unit, goal, length)
            return
        fresh = grow(fresh, reached, links.step)


def agreed(grid: Grid, false: dict[int, int]) -> dict[int, int]:
    """Return the candidates that all candidates of some unit make false, each with the first such unit."""
    left, placed = grid.open, grid.placed
    found: dict[int, int] = {}
    for unit, mask in enumerate(grid.tables.units):
        mask &= grid.alive
        removed = left if mask and not mask & placed else 0
        while mask and removed:
            low = mask & -mask
            removed &= false[low.bit_length() - 1]
            mask ^= low
        for candidate in bits(removed):
            found.setdefault(candidate, unit)
    return found


def _step(grid: Grid, name: str, links: LinkGraph, unit: int, goal: int, length: int) -> Step:
    """Return the step with an arm from each candidate of the unit to the removed candidate."""
    t = grid.tables
    start = grid.alive & t.units[unit]
    pattern, units, arms, implications, weak = [start], list[int](), [], [], []
    for candidate in bits(start):
        path = [] if links.sees[goal] >> candidate & 1 else links.path(candidate, links.sees[goal])
        nodes = [candidate, *(node for false, _, true in path for node in (false, true))]
        pattern += map(links.mask, nodes)
        units += [strong for _, strong, _ in path]
        arms.append(len(nodes))
        weak += [*pairwise([*nodes, goal])][::2]
        implications.append(tuple((a, b, k % 2 == 1) for k, (a, b) in enumerate(pairwise([*nodes, goal]))))
    by_link, sets = links.expanded(units)
    single = not sets and all(node.bit_count() == 1 for node in pattern[1:])
    return Step(
        name,
        t.board,
        _describe,
        removed=1 << goal,
        pattern=(*pattern, *sets),
        units=(unit, *chain.from_iterable(by_link)),
        arms=tuple(arms),
        link_sizes=tuple(map(len, by_link)),
        length=length,
        implications=tuple(implications) if single else (),
        rules=links.rules(weak),
    )


def _describe(step: Step) -> str:
    t = step.tables
    arms, at, goal = [], 1, negated(t, step.removed)
    units, sizes, sets = iter(step.units[1:]), iter(step.link_sizes), iter(step.pattern[1 + sum(step.arms) :])
    for size in step.arms:
        arm = step.pattern[at : at + size]
        path = list(zip(arm[1::2], origins(step, size // 2, units, sizes, sets), arm[2::2], strict=True))
        first = f"{negated(t, arm[1])}{by_rule(step, arm[0], arm[1])} and {chain_words(step, path)}" if path else goal
        arms.append(f"if {node_name(t, arm[0])}, then {first}{by_rule(step, arm[-1], step.removed)}")
        at += size
    start = choice(t, step.units[0], step.pattern[0])
    return f"{start}; {'; '.join(arms)}: each time {goal}: {losses(step)}"
