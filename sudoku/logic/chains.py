# SPDX-License-Identifier: MIT
"""Chains: X-chains, XY-chains, alternating inference chains (AIC), and these with groups.

    r1c1=5 - r1c7=5 = r4c7=5 - r4c7=3 = r4c2=3 - r4c2=5 = r6c2=5 ...
           weak: not both      strong: one or the other

A chain that begins and ends with a strong link says that one of its ends is true; what conflicts with both ends is not.
Read from such a candidate: if it were true the chain would make it false. Nice loops are the same thing seen otherwise:
a discontinuous one removes or places its candidate so, and each removal of a continuous one is a chain the other way
round the loop.

The search asks that of all candidates side by side, one link more at a time (links.py), and stops at the first length
that finds anything: chains are as short as can be, and what is found does not depend on the order of the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .grid import Grid
from .links import Links
from .step import Step, losses, negated, node_name
from .tables import Tables, bits

LONGEST = 24  # strong links of a chain


def x_chain(grid: Grid) -> Iterator[Step]:
    """One digit, by the houses where it has two places."""
    return _shortest(grid, "X-chain", lambda: Links(grid, in_cells=False))


def xy_chain(grid: Grid) -> Iterator[Step]:
    """Cells with two digits."""
    return _shortest(grid, "XY-chain", lambda: Links(grid, in_houses=False))


def aic(grid: Grid) -> Iterator[Step]:
    """Both kinds of links."""
    return _shortest(grid, "AIC", lambda: Links(grid))


def grouped_aic(grid: Grid) -> Iterator[Step]:
    """Both kinds of links, between groups too."""
    return _shortest(grid, "grouped AIC", lambda: Links(grid, groups=True))


def _shortest(grid: Grid, name: str, make: Callable[[], Links]) -> Iterator[Step]:
    links = make()
    if not links.strong:
        return
    length, found = _refuted(grid, links)
    for candidate in bits(found):
        if found >> candidate & 1:
            step = _step(grid, links, name, candidate, length)
            found &= ~step.removed  # one chain may answer for several
            yield step


def _refuted(grid: Grid, links: Links) -> tuple[int, int]:
    """The least number of strong links by which any candidate refutes itself, and all that do so."""
    sees, step = links.sees, links.step
    fresh = {candidate: step[candidate] for candidate in bits(grid.open) if step[candidate]}
    reached = dict(fresh)
    for length in range(1, LONGEST + 1):
        grid.check_time()
        found = sum(1 << candidate for candidate, new in fresh.items() if new & sees[candidate])
        if found or not fresh:
            return length, found
        fresh = grow(fresh, reached, step)
    return 0, 0


def grow(fresh: dict[int, int], reached: dict[int, int], step: dict[int, int]) -> dict[int, int]:
    """One link more for each candidate: what is reached now and was not before; `reached` grows by it."""
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


def _step(grid: Grid, links: Links, name: str, candidate: int, length: int) -> Step:
    t = grid.tables
    path = links.path(candidate, links.sees[candidate])
    pattern = tuple(links.mask(node) for false, _, true in path for node in (false, true))
    ends = pattern[0] | pattern[-1]
    removed = t.common(ends, grid.open & ~ends)
    if links.same_digit:
        removed &= t.anchor << (candidate % t.side)
    units = tuple(unit for _, unit, _ in path)
    return Step(name, t.board, _tell, 0, removed | 1 << candidate, pattern, units, length=length)


def _tell(step: Step) -> str:
    t = step.tables
    told = chain_words(t, list(zip(step.pattern[::2], step.units, step.pattern[1::2], strict=True)))
    return f"if {negated(t, step.pattern[0])}, then {told}; so one of these ends is true: {losses(step)}"


def chain_words(t: Tables, path: list[tuple[int, int, int]]) -> str:
    """`r4c7 is 5 (column 7), so r4c7 is not 3 but r4c2 is (row 4), ...`."""
    parts = []
    for k, (false, unit, true) in enumerate(path):
        where = "" if unit < t.cells else f" ({t.unit_name(unit)})"
        so = f"so {negated(t, false)} and " if k else ""
        parts.append(f"{so}{node_name(t, true)}{where}")
    return ", ".join(parts)
