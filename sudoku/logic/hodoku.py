# SPDX-License-Identifier: MIT
"""HoDoKu's scale: its techniques in its order, a price for each step, and the sum of the prices as the score.

    full house 4, naked single 4, hidden single 14, pointing 50, naked pair 60, X-Wing 140, ..., forcing chain 500

The first technique that finds anything gives one step, and the search begins again with the easiest. The level is that
of the hardest technique used, or a higher one if the score exceeds the most that the level may cost:

    easy 800    medium 1000    hard 1600    unfair 1800    extreme

Of several steps of one technique, ours is not always the one that HoDoKu takes, so most scores differ a little and
some levels do; docs/sudoku.md says how many.

Reference: B. Hobiger, HoDoKu 2.2 (2012): its techniques, prices and levels by default. We compared the paths that it
prints, and took none of its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from .finned import finned_fish, is_sashimi
from .franken import franken_fish, has_fins
from .grid import Grid
from .links import LinkGraph
from .singles import hidden_single, hidden_single_in_line, naked_single
from .step import Step, digits_of, losses, node_name
from .subsets import naked_subset
from .tables import bits, union
from .techniques import BY_NAME

HODOKU_LEVELS = (("easy", 800), ("medium", 1000), ("hard", 1600), ("unfair", 1800), ("extreme", 10**9))
LONGEST_PRICED_CHAIN = 10  # strong links


def first(steps: Iterator[Step]) -> Step | None:
    """Return the first step."""
    return next(steps, None)


def largest(steps: Iterator[Step]) -> Step | None:
    """Return the step that removes most, of these the shortest, and of these the first."""
    return max(steps, key=lambda step: (step.removed.bit_count(), -step.length), default=None)


class PricedTechnique(NamedTuple):
    """A technique of HoDoKu, and the choice among its steps; `level` is a number in `HODOKU_LEVELS`."""

    name: str
    price: int
    level: int
    search: Callable[[Grid], Iterator[Step]] | None = None  # of its own; None: ours of that name
    choose: Callable[[Iterator[Step]], Step | None] = first

    def find(self, grid: Grid) -> Iterator[Step]:
        """Yield its steps."""
        return (self.search or BY_NAME[self.name].find)(grid)


# ---- techniques that HoDoKu divides in other ways


def _full_house(grid: Grid) -> Iterator[Step]:
    """Yield the last open cells of houses."""
    t = grid.tables
    for step in naked_single(grid):
        houses = t.board.houses_of[step.units[0]]
        if any((grid.placed & t.houses[house] * t.full).bit_count() == t.side - 1 for house in houses):
            yield step


def _hidden_single(grid: Grid) -> Iterator[Step]:
    """Yield hidden singles in boxes, then those in lines."""
    yield from hidden_single(grid)
    yield from hidden_single_in_line(grid)


def _locked_subset(grid: Grid, size: int) -> Iterator[Step]:
    """Yield naked subsets in the crossing of a box and a line that remove candidates of both."""
    t = grid.tables
    for step in naked_subset(grid, size):
        shared = set.intersection(*(set(t.board.houses_of[cell]) for cell in step.units))
        if len(shared) == 2:
            places = [step.whole & t.anchor << digit for digit in digits_of(t, step.whole)]
            removed = union(t.common(own, grid.open & ~step.whole) for own in places)
            if all(removed & ~step.removed & t.houses[house] * t.full for house in shared - set(step.also)):
                yield replace(step, removed=removed)


def _plain(grid: Grid, size: int) -> Iterator[Step]:
    """Yield finned fish that are not sashimi."""
    return (step for step in finned_fish(grid, size) if not is_sashimi(step))


def _sashimi(grid: Grid, size: int) -> Iterator[Step]:
    """Yield sashimi fish."""
    return (step for step in finned_fish(grid, size) if is_sashimi(step))


def _franken(grid: Grid, size: int, fins: bool) -> Iterator[Step]:
    """Yield Franken fish with fins, or those without."""
    return (step for step in franken_fish(grid, size) if has_fins(step) == fins)


def _chains(
    grid: Grid, name: str, *, in_cells: bool = True, in_houses: bool = True, groups: bool = False
) -> Iterator[Step]:
    """Yield the two ends of chains of all lengths up to the longest; chains.py stops at the first one of use."""
    links = LinkGraph(grid, in_cells=in_cells, in_houses=in_houses, groups=groups)
    t = grid.tables
    for start in links.strong:
        near = _excluded(grid, links, start)
        reached = fresh = union(1 << end for end, _ in links.strong[start])
        for length in range(1, LONGEST_PRICED_CHAIN + 1):
            grid.check_time()
            for end in bits(fresh) if near else ():
                removed = near & _excluded(grid, links, end)
                if removed:
                    ends = (links.mask(start), links.mask(end))
                    yield Step(name, t.board, _describe_ends, 0, removed, ends, length=length)
            fresh = union(links.step[node] for node in bits(fresh)) & ~reached
            reached |= fresh


def _excluded(grid: Grid, links: LinkGraph, node: int) -> int:
    """Return the candidates that are false if a node is true, in a chain of one digit only those of the digit."""
    t, mask = grid.tables, links.mask(node)
    within = t.anchor << (mask.bit_length() - 1) % t.side if links.same_digit else t.start
    return t.common(mask, grid.open & within)


def _describe_ends(step: Step) -> str:
    t = step.tables
    start, end = (node_name(t, part) for part in step.pattern)
    return f"by a chain of {step.length} strong links, {start}, or {end}: {losses(step)}"


# ---- the scale

PRICED = (
    PricedTechnique("full house", 4, 0, _full_house),
    PricedTechnique("naked single", 4, 0),
    PricedTechnique("hidden single", 14, 0, _hidden_single),
    PricedTechnique("locked pair", 40, 1, partial(_locked_subset, size=2)),
    PricedTechnique("locked triple", 60, 1, partial(_locked_subset, size=3)),
    PricedTechnique("pointing", 50, 1),
    PricedTechnique("claiming", 50, 1),
    PricedTechnique("naked pair", 60, 1),
    PricedTechnique("naked triple", 80, 1),
    PricedTechnique("hidden pair", 70, 1),
    PricedTechnique("hidden triple", 100, 1),
    PricedTechnique("naked quad", 120, 2),
    PricedTechnique("hidden quad", 150, 2),
    PricedTechnique("X-Wing", 140, 2),
    PricedTechnique("Swordfish", 150, 2),
    PricedTechnique("Jellyfish", 160, 2),
    PricedTechnique("remote pairs", 110, 2),
    PricedTechnique("BUG+1", 100, 2),
    PricedTechnique("skyscraper", 130, 2),
    PricedTechnique("two-string kite", 150, 2),
    PricedTechnique("turbot fish", 120, 2),
    PricedTechnique("empty rectangle", 120, 2),
    PricedTechnique("W-Wing", 150, 2),
    PricedTechnique("XY-Wing", 160, 2),
    PricedTechnique("XYZ-Wing", 180, 2),
    PricedTechnique("unique rectangle", 100, 2),
    PricedTechnique("hidden rectangle", 100, 2),
    PricedTechnique("avoidable rectangle", 100, 2),
    PricedTechnique("finned X-Wing", 130, 2, partial(_plain, size=2)),
    PricedTechnique("sashimi X-Wing", 150, 2, partial(_sashimi, size=2)),
    PricedTechnique("finned Swordfish", 200, 3, partial(_plain, size=3)),
    PricedTechnique("sashimi Swordfish", 240, 3, partial(_sashimi, size=3)),
    PricedTechnique("finned Jellyfish", 250, 3, partial(_plain, size=4)),
    PricedTechnique("sashimi Jellyfish", 260, 3, partial(_sashimi, size=4)),
    PricedTechnique("Sue de Coq", 250, 3),
    PricedTechnique("simple coloring", 150, 2),
    PricedTechnique("multi-coloring", 200, 2),
    PricedTechnique("X-chain", 260, 3, partial(_chains, name="X-chain", in_cells=False), largest),
    PricedTechnique("XY-chain", 260, 3, partial(_chains, name="XY-chain", in_houses=False), largest),
    PricedTechnique("AIC", 280, 3, partial(_chains, name="AIC"), largest),
    PricedTechnique("grouped AIC", 300, 3, partial(_chains, name="grouped AIC", groups=True), largest),
    PricedTechnique("ALS-XZ", 300, 3, choose=largest),
    PricedTechnique("ALS-XY-Wing", 320, 3, choose=largest),
    PricedTechnique("ALS chain", 340, 3, choose=largest),
    PricedTechnique("Franken X-Wing", 300, 3, partial(_franken, size=2, fins=False)),
    PricedTechnique("Franken Swordfish", 350, 3, partial(_franken, size=3, fins=False)),
    PricedTechnique("finned Franken X-Wing", 390, 3, partial(_franken, size=2, fins=True)),
    PricedTechnique("finned Franken Swordfish", 410, 3, partial(_franken, size=3, fins=True)),
    PricedTechnique("forcing chain", 500, 4, choose=largest),
    PricedTechnique("forcing net", 700, 4, choose=largest),
)
PRICED_GUESS = PricedTechnique("guess", 10_000, 4)


def next_priced(grid: Grid) -> tuple[PricedTechnique, Step] | None:
    """Return the easiest technique that finds anything, and the step chosen of it."""
    for technique in PRICED:
        grid.check_time()
        grid.idle.clear()  # the last search took some of its steps, and noted a visit for all of them
        step = technique.choose(technique.find(grid))
        if step is not None:
            return technique, step
    return None


def hodoku_level(score: int, hardest: int) -> str:
    """Return the level of a score, and of the number of the level of the hardest technique.

    >>> hodoku_level(300, 0), hodoku_level(900, 0), hodoku_level(900, 3)
    ('easy', 'medium', 'unfair')
    """
    return next(name for number, (name, most) in enumerate(HODOKU_LEVELS) if number >= hardest and score <= most)
