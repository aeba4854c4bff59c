# SPDX-License-Identifier: MIT
"""Chains: X-chains, XY-chains, alternating inference chains (AIC), grouped AICs, and AICs with almost locked sets.

    r1c1=5 - r1c7=5 = r4c7=5 - r4c7=3 = r4c2=3 - r4c2=5 = r6c2=5 ...
           weak: not both      strong: one or the other

A chain that begins and ends with a strong link proves that one of its ends is true, so a candidate that conflicts with
both ends is false; if it were true, the chain would make it false. Nice loops are another view of the same thing. A
discontinuous loop removes or places its candidate in this way, and each removal of a continuous loop is a chain the
other way around the loop.

An almost locked set (als.py) is a strong link between any two of its digits: a set that lacks one has all the others.
ALS-XZ, ALS-XY-Wing and ALS chains are such chains through sets alone, and a death blossom is several of them together.

The search extends the chains of all candidates side by side, one link at a time (links.py), and stops at the first
length that finds anything. The chains are therefore as short as possible, and the result does not depend on the order
of the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, pairwise

from .exclusions import shared
from .grid import Grid
from .links import LinkGraph
from .rules import rules_of
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses, negated, node_name
from .tables import bits

LONGEST_CHAIN = 24  # maximum number of strong links in a chain


def x_chain(grid: Grid) -> Iterator[Step]:
    """Yield chains of one digit, through the houses where it has two places."""
    return _shortest(grid, "X-chain", lambda: LinkGraph(grid, in_cells=False))


def xy_chain(grid: Grid) -> Iterator[Step]:
    """Yield chains through cells with two digits."""
    return _shortest(grid, "XY-chain", lambda: LinkGraph(grid, in_houses=False))


def aic(grid: Grid) -> Iterator[Step]:
    """Yield chains with both kinds of links."""
    return _shortest(grid, "AIC", lambda: LinkGraph(grid))


def grouped_aic(grid: Grid) -> Iterator[Step]:
    """Yield chains with both kinds of links, between groups too."""
    return _shortest(grid, "grouped AIC", lambda: LinkGraph(grid, groups=True))


def aic_with_als(grid: Grid) -> Iterator[Step]:
    """Yield chains with both kinds of links, between groups and through almost locked sets too."""
    return _shortest(grid, "AIC with ALS", lambda: LinkGraph(grid, groups=True, sets=True))


def _shortest(grid: Grid, name: str, make: Callable[[], LinkGraph]) -> Iterator[Step]:
    links = make()
    if not links.strong:
        return
    length, found = _self_refuting(grid, links)
    for candidate in bits(found):
        if found >> candidate & 1:
            step = _step(grid, links, name, candidate, length)
            found &= ~step.removed  # one chain may refute several candidates
            yield step


def _self_refuting(grid: Grid, links: LinkGraph) -> tuple[int, int]:
    """Return the least number of strong links by which a candidate refutes itself, and all such candidates."""
    sees, step = links.sees, links.step
    fresh = {candidate: step[candidate] for candidate in bits(grid.open) if step[candidate]}
    reached = dict(fresh)
    for length in range(1, LONGEST_CHAIN + 1):
        grid.check_time()
        found = sum(1 << candidate for candidate, new in fresh.items() if new & sees[candidate])
        if found or not fresh:
            return length, found
        fresh = grow(fresh, reached, step)
    return 0, 0


def grow(fresh: dict[int, int], reached: dict[int, int], step: dict[int, int]) -> dict[int, int]:
    """Extend each candidate's chains by a link; return the nodes first reached by it, and add them to `reached`."""
    following = {}
    for candidate, nodes in fresh.items():
        new = 0
        for node in bits(nodes):
            new |= step[node]
        new &= ~reached[candidate]
        if new:
            following[candidate] = new
            reached[candidate] |= new
    return following


def _step(grid: Grid, links: LinkGraph, name: str, candidate: int, length: int) -> Step:
    t = grid.tables
    path = links.path(candidate, links.sees[candidate])
    pattern = tuple(links.mask(node) for false, _, true in path for node in (false, true))
    ends = pattern[0] | pattern[-1]
    removed = shared(links.excludes, ends, grid.open & ~ends)
    if links.same_digit:
        removed &= t.anchor << (candidate % t.side)
    removed |= 1 << candidate
    units, sets = links.expanded([unit for _, unit, _ in path])
    weak = [(true, false) for (_, _, true), (false, _, _) in pairwise(path)]
    weak += [(end, gone) for end in (path[0][0], path[-1][2]) for gone in bits(removed)]
    return Step(
        name,
        t.board,
        _describe,
        removed=removed,
        pattern=(*pattern, *sets),
        units=tuple(chain.from_iterable(units)),
        link_sizes=tuple(map(len, units)),
        length=length,
        rules=links.rules(weak),
    )


def _describe(step: Step) -> str:
    t = step.tables
    nodes = step.pattern[: 2 * step.length]
    named = origins(step, step.length, iter(step.units), iter(step.link_sizes), iter(step.pattern[len(nodes) :]))
    path = list(zip(nodes[::2], named, nodes[1::2], strict=True))
    ends = dict.fromkeys(f"{node_name(t, end)}{by_rule(step, end, step.removed)}" for end in (path[0][0], path[-1][2]))
    start = f"if {negated(t, step.pattern[0])}, then {chain_words(step, path)}"
    return f"{start}; so {', or '.join(ends)}: {losses(step)}"


def origins(step: Step, links: int, units: Iterator[int], sizes: Iterator[int], sets: Iterator[int]) -> list[str]:
    """Name the house or the almost locked set of the next strong links, "" for a cell: ` (row 4)`."""
    t, named = step.tables, list[str]()
    for _ in range(links):
        own = [*islice(units, next(sizes, 1))]
        if len(own) > 1:
            named.append(f" ({cell_names(t, own)} have all but one of {digit_names(t, digits_of(t, next(sets)))})")
        else:
            named.append("" if own[0] < t.cells else f" ({t.unit_name(own[0])})")
    return named


def chain_words(step: Step, path: list[tuple[int, str, int]]) -> str:
    """Describe a chain: `r4c7 is 5 (column 7), so r4c7 is not 3 and r4c2 is 3 (row 4), ...`."""
    t, parts, before = step.tables, list[str](), 0
    for false, origin, true in path:
        so = f"so {negated(t, false)}{by_rule(step, before, false)} and " if before else ""
        parts.append(f"{so}{node_name(t, true)}{origin}")
        before = true
    return ", ".join(parts)


def by_rule(step: Step, true: int, false: int) -> str:
    """Name the rule of a weak link: ` (by the cage of r4c7 and r4c8)`; "" for a link in a cell or a house."""
    t = step.tables
    cells = {*cells_of(t, true), *cells_of(t, false & ~t.common(true, false))}
    for number in step.rules if t.common(true, false) != false else ():
        rule = rules_of(step.board)[number]
        if cells.issubset(rule.cells):
            return f" (by the {rule.noun} of {cell_names(t, rule.cells)})"
    return ""
