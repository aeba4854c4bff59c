# SPDX-License-Identifier: MIT
"""Candidates that exclude each other through a rule: the weak links that chains, and the steps below, add to houses.

    cage of sum 10     {4 6} {1 4 7} {2 3 5}     4 + 1 + 5, 6 + 1 + 3: if the first cell is 4, the last one is not 2

Two candidates of a rule exclude each other if no assignment (supports.py) has both. We try all assignments of rules
that have few of them; the others add nothing. Unlike the pairs in the tables of a board, these depend on the candidates
left, so they belong to a grid.

related cells          whatever digit a cell has, a relation of two cells excludes the same candidate
exclusion by rules     whatever digit a cell has, or wherever a digit of a house is, rules exclude the same candidate
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .grid import Grid
from .one_rule import cells_of_rules
from .relations import reason_in_words
from .rules import rules_of
from .step import Step, cells_of, choice, listed, losses
from .supports import RuleCells, TooLong
from .tables import bits, union

MOST_TRIED = 3_000  # digits tried to find all assignments of a rule; some 10 ms


class Exclusions(dict[int, int]):
    """By candidate: the candidates that it excludes, by its cell, its houses or a rule; made on first use."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._conflicts = grid.tables.conflicts
        self._of_rules = [
            _by_rule(grid, number, cells) for number, cells in enumerate(cells_of_rules(grid.tables.board))
        ]
        self._rules: dict[int, list[int]] = {}
        for number, found in enumerate(self._of_rules):
            for candidate in found:
                self._rules.setdefault(candidate, []).append(number)

    def __missing__(self, candidate: int) -> int:
        mask = self._conflicts[candidate]
        for number in self._rules.get(candidate, ()):
            mask |= self._of_rules[number][candidate]
        self[candidate] = mask
        return mask

    def by_rules(self) -> Iterator[tuple[int, int]]:
        """Yield each candidate that excludes others by rules, and these."""
        for candidate, numbers in self._rules.items():
            yield candidate, union(self._of_rules[number][candidate] for number in numbers)

    def reasons(self, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return the rules by which one candidate of each pair excludes the other, without pairs that need none."""
        found: dict[int, None] = {}
        for one, other in pairs:
            if not self._conflicts[one] >> other & 1:
                several = self._rules.get(one, ())
                found |= dict.fromkeys([n for n in several if self._of_rules[n][one] >> other & 1][:1])
        return tuple(found)


def exclusions(grid: Grid) -> Mapping[int, int]:
    """Return by candidate the candidates that it excludes now, through rules as well."""
    if not rules_of(grid.tables.board):
        return grid.tables.conflicts
    kept = grid.kept.get("exclusions")
    if isinstance(kept, tuple) and kept[0] == grid.alive:
        found: Exclusions = kept[1]
        return found
    found = Exclusions(grid)
    grid.kept["exclusions"] = (grid.alive, found)
    return found


def excluded_by_rules(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield each candidate that excludes others by rules now, and these."""
    of = exclusions(grid)
    return of.by_rules() if isinstance(of, Exclusions) else iter(())


def reasons(of: Mapping[int, int], pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the rules by which the candidates of these pairs exclude each other."""
    return of.reasons(pairs) if isinstance(of, Exclusions) else ()


def shared(of: Mapping[int, int], mask: int, within: int) -> int:
    """Return the candidates in `within` that all of `mask` exclude."""
    while mask and within:
        low = mask & -mask
        within &= of[low.bit_length() - 1]
        mask ^= low
    return within


def _by_rule(grid: Grid, number: int, cells: RuleCells) -> dict[int, int]:
    """Return by candidate of a rule the candidates of the rule that no assignment has together with it."""
    alive = grid.alive & cells.whole
    kept = grid.kept.get(f"exclusions of rule {number}")
    if isinstance(kept, tuple) and kept[0] == alive:
        known: dict[int, int] = kept[1]
        return known
    grid.check_time()
    together: dict[int, int] = dict.fromkeys(bits(alive), 0)
    try:
        for digits in cells.assignments(cells.digits(alive), MOST_TRIED, grid.check_time):
            mask = cells.candidates(digits)
            for candidate in bits(mask):
                together[candidate] |= mask
    except TooLong:
        together = {}
    conflicts = grid.tables.conflicts
    apart = {
        candidate: alive & ~mask & ~conflicts[candidate] & ~(1 << candidate) for candidate, mask in together.items()
    }
    found = {candidate: mask for candidate, mask in apart.items() if mask}
    grid.kept[f"exclusions of rule {number}"] = (alive, found)
    return found


# ---- steps


def related_cells(grid: Grid) -> Iterator[Step]:
    """Yield candidates that all digits of a cell exclude by relations of two cells."""
    return _excluded(grid, "related cells", grid.tables.conflicts, range(grid.tables.cells))


def exclusion_by_rules(grid: Grid) -> Iterator[Step]:
    """Yield candidates that all digits of a cell, or all places of a digit in a house, exclude through rules."""
    if not rules_of(grid.tables.board):
        return iter(())
    return _excluded(grid, "exclusion by rules", exclusions(grid), range(len(grid.tables.units)))


def _excluded(grid: Grid, name: str, of: Mapping[int, int], units: range) -> Iterator[Step]:
    t = grid.tables
    if not t.board.variants:
        return
    for unit in units:
        mask = grid.alive & t.units[unit]
        if not mask or mask & grid.placed:
            continue
        removed = shared(of, mask, grid.open & ~mask)
        if removed:
            rules = reasons(of, ((one, other) for one in bits(mask) for other in bits(removed)))
            yield Step(name, t.board, _describe, 0, removed, (mask,), (unit,), rules=rules)


def _describe(step: Step) -> str:
    t, mask, unit = step.tables, step.pattern[0], step.units[0]
    if unit < t.cells and not step.rules:
        lost = {cell: step.removed >> cell * t.side & t.full for cell in cells_of(t, step.removed)}
        return f"{reason_in_words(step.board, unit, mask >> unit * t.side, lost)}: {losses(step)}"
    each = ", and in each case" if mask & (mask - 1) else ", and"
    several = [*_relations(step), *(f"the {name}" for name in step.rule_names)] or ["the houses"]
    verb = "excludes" if len(several) == 1 and several != ["the houses"] else "exclude"
    what = "this" if step.removed.bit_count() == 1 else "these"
    return f"{choice(t, unit, mask)}{each} {listed(several)} {verb} {what}: {losses(step)}"


def by_rules(step: Step) -> str:
    """Name the rules of a step: `the cage of r1c1 and r1c2`; "" if it has none."""
    return listed([f"the {name}" for name in step.rule_names]) if step.rules else ""


def _relations(step: Step) -> list[str]:
    """Return the variants that exclude removed candidates by pairs, besides those of the rules of the step."""
    book, found = step.board.rules, set[str]()
    for at in {at for candidate in bits(step.removed) for at in book.exclusions_of.get(candidate, ())}:
        if step.whole & sum(1 << candidate for candidate in book.exclusions[at]):
            found.add(book.reasons[at])
    return sorted(found.difference(str(rules_of(step.board)[number].variant) for number in step.rules))
