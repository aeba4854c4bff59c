# SPDX-License-Identifier: MIT
"""Almost locked sets (ALS): n cells of a house with n + 1 digits, so that the loss of one digit fixes all the others.

    A = {1 3} {1 3 7}   B = {3 7 8} {3 8}       every 7 of A sees every 7 of B: 7 is *restricted*, one set lacks it;
                                                that set is then locked and holds its 3, so no cell that sees all
                                                these 3s is 3

A chain goes from one set to the next by restricted digits, never twice in a row by the same. One end holds the common
digit: if the first set lacks it, it has its restricted digit, so the second set lacks that one, and so on.

    ALS-XZ          two sets; with two restricted digits, each set lacks one of them and holds all its other digits
    ALS-XY-Wing     three sets
    ALS chain       four or more sets

A *death blossom* has a cell, the stem, and for each of its digits a set in which that digit sees the stem's. One set
loses its digit to the stem, and so holds the digit that all the sets have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, combinations, pairwise
from typing import NamedTuple

from .grid import Grid
from .step import Step, cell_names, digit_names, digits_of, listed, losses, with_effect
from .tables import bits, union

LARGEST_SET = 5  # cells
LONGEST_ALS_CHAIN = 6  # sets
LARGEST_STEM = 3  # digits


class AlmostLocked(NamedTuple):
    """Cells, and by digit (from 0) their candidates and the candidates that conflict with all of these."""

    cells: tuple[int, ...]
    whole: int
    places: dict[int, int]
    seen: dict[int, int]


def almost_locked_sets(grid: Grid) -> list[AlmostLocked]:
    """Return the almost locked sets of the open cells."""
    t, marks = grid.tables, grid.marks()
    found: dict[tuple[int, ...], int] = {}
    for house in t.board.houses:
        grid.check_time()
        open_cells = [cell for cell in house if marks[cell]]
        for size in range(1, min(LARGEST_SET, len(open_cells) - 1) + 1):
            for cells in combinations(open_cells, size):
                digits = union(map(marks.__getitem__, cells))
                if digits.bit_count() == size + 1:
                    found[tuple(sorted(cells))] = digits
    return [_set(grid, cells, found[cells]) for cells in sorted(found, key=len)]


def _set(grid: Grid, cells: tuple[int, ...], digits: int) -> AlmostLocked:
    t = grid.tables
    whole = grid.open & union(t.units[cell] for cell in cells)
    places = {digit: whole & t.anchor << digit for digit in bits(digits)}
    return AlmostLocked(cells, whole, places, {digit: t.common(own, grid.open) for digit, own in places.items()})


# ---- chains


def als_xz(grid: Grid) -> Iterator[Step]:
    """Yield steps from two almost locked sets."""
    return with_effect(chain(_chains(grid, "ALS-XZ", 2, 2), _rings(grid)))


def als_xy_wing(grid: Grid) -> Iterator[Step]:
    """Yield steps from three almost locked sets."""
    return with_effect(_chains(grid, "ALS-XY-Wing", 3, 3))


def als_chain(grid: Grid) -> Iterator[Step]:
    """Yield steps from four or more almost locked sets, the shortest ones."""
    return with_effect(_chains(grid, "ALS chain", 4, LONGEST_ALS_CHAIN))


class SetLinks:
    """The almost locked sets of a grid, and the restricted digits between them; see `set_links`."""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.open = grid, grid.open
        self.sets = almost_locked_sets(grid)

    @cached_property
    def next(self) -> list[list[tuple[int, int]]]:
        """Return by set the other sets with a restricted digit: (digit, set)."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.sets]
        for digit in range(self.grid.tables.side):
            self.grid.check_time()
            groups: dict[int, list[int]] = {}  # by places of the digit, which many sets share
            for k, one in enumerate(self.sets):
                if digit in one.places:
                    groups.setdefault(one.places[digit], []).append(k)
            for members in groups.values():
                seen = self.sets[members[0]].seen[digit]
                near = [(digit, b) for places, others in groups.items() if not places & ~seen for b in others]
                for a in members:
                    found[a] += near
        return found


def set_links(grid: Grid) -> SetLinks:
    """Return the links of a grid, which several techniques in turn ask for."""
    found = grid.kept.get("almost locked sets")
    if not isinstance(found, SetLinks) or found.open != grid.open:
        found = grid.kept["almost locked sets"] = SetLinks(grid)
    return found


def _chains(grid: Grid, name: str, least: int, most: int) -> Iterator[Step]:
    """Yield chains of `least` to `most` sets, by their starts."""
    links = set_links(grid)
    for start, first in enumerate(links.sets):
        grid.check_time()
        for digit in first.places:
            yield from _from(links, name, start, digit, least, most)


def _from(links: SetLinks, name: str, start: int, digit: int, least: int, most: int) -> Iterator[Step]:
    """Yield the chains from a set for one of its digits."""
    sets, grid = links.sets, links.grid
    free = sets[start].seen[digit]
    came: dict[tuple[int, int], tuple[int, int] | None] = {(start, digit): None}  # (set, digit it lacks): from where
    level = [(start, digit)]
    for length in range(2, most + 1):
        following = []
        for state in level:
            for restricted, other in links.next[state[0]]:
                reached = (other, restricted)
                if restricted == state[1] or reached in came:
                    continue
                came[reached] = state
                following.append(reached)
                if length < least or other <= start or restricted == digit or digit not in sets[other].places:
                    continue
                removed = free & sets[other].seen[digit]
                if removed:
                    yield _step(grid, name, _path(sets, came, reached), digit, removed)
        level = following


def _rings(grid: Grid) -> Iterator[Step]:
    """Yield steps from two sets with two restricted digits."""
    links = set_links(grid)
    for a, one in enumerate(links.sets):
        grid.check_time()
        restricted: dict[int, list[int]] = {}
        for digit, b in links.next[a]:
            if b > a:
                restricted.setdefault(b, []).append(digit)
        for b, digits in restricted.items():
            for pair in combinations(sorted(digits), 2):
                yield from _ring(grid, one, links.sets[b], pair)


def _ring(grid: Grid, one: AlmostLocked, two: AlmostLocked, pair: tuple[int, ...]) -> Iterator[Step]:
    shared = tuple(one.places[digit] | two.places[digit] for digit in pair)
    removed = union(one.seen[digit] & two.seen[digit] for digit in pair)
    removed |= union(seen for each in (one, two) for digit, seen in each.seen.items() if digit not in pair)
    if removed:
        units = tuple(dict.fromkeys((*one.cells, *two.cells)))
        pattern = (one.whole, two.whole, *shared)
        yield Step("ALS-XZ", grid.tables.board, _describe_ring, 0, removed, pattern, units, arms=(2,))


def _describe_ring(step: Step) -> str:
    t = step.tables
    names = [_set_name(step, own) for own in step.pattern[:2]]
    first, second = (digit_names(t, digits_of(t, own)) for own in step.pattern[2:])
    so = "so each has one of these and all its other digits"
    return f"{listed(names)} cannot both have {first}, nor both {second}; {so}: {losses(step)}"


_Came = dict[tuple[int, int], tuple[int, int] | None]


def _path(sets: list[AlmostLocked], came: _Came, end: tuple[int, int]) -> list[tuple[AlmostLocked, int]]:
    """Return the sets of a chain from its start, each with the digit that restricts it and the one before."""
    path = []
    at: tuple[int, int] | None = end
    while at is not None:
        path.append((sets[at[0]], at[1]))
        at = came[at]
    return path[::-1]


def _step(grid: Grid, name: str, path: list[tuple[AlmostLocked, int]], digit: int, removed: int) -> Step:
    t = grid.tables
    units = tuple(dict.fromkeys(cell for one, _ in path for cell in one.cells))
    whole = tuple(one.whole for one, _ in path)
    links = tuple(one.places[restricted] | two.places[restricted] for (one, _), (two, restricted) in pairwise(path))
    return Step(name, t.board, _describe, 0, removed, (*whole, *links), units, arms=(len(path),))


def _describe(step: Step) -> str:
    t, n = step.tables, step.arms[0]
    names = [_set_name(step, own) for own in step.pattern[:n]]
    links = [digit_names(t, digits_of(t, own)) for own in step.pattern[n:]]
    first = f"{names[0]} and {names[1]} cannot both have {links[0]}"
    rest = [f"the latter and {name} cannot both have {link}" for name, link in zip(names[2:], links[1:], strict=True)]
    digit = digit_names(t, digits_of(t, step.removed))
    return f"{'; '.join([first, *rest])}; so the first or the last set has {digit}: {losses(step)}"


# ---- death blossom


def death_blossom(grid: Grid) -> Iterator[Step]:
    """Yield steps from a stem of up to three digits."""
    return with_effect(_death_blossoms(grid))


def _death_blossoms(grid: Grid) -> Iterator[Step]:
    t = grid.tables
    sets = set_links(grid).sets
    for stem, digits in enumerate(grid.marks()):
        if not 2 <= digits.bit_count() <= LARGEST_STEM:
            continue
        grid.check_time()
        petals = [_petals(grid, sets, stem, digit) for digit in bits(digits)]
        for digit in range(t.side):
            for chosen, removed in _blossoms(petals, digit, grid.open & ~(1 << stem * t.side + digit)):
                units = tuple(dict.fromkeys([stem, *(cell for petal in chosen for cell in petal.cells)]))
                pattern = (grid.open & t.units[stem], *(petal.whole for petal in chosen))
                yield Step("death blossom", t.board, _describe_blossom, 0, removed, pattern, units)


def _petals(grid: Grid, sets: list[AlmostLocked], stem: int, digit: int) -> list[tuple[int, AlmostLocked]]:
    """Return the sets that lose a digit if the stem has it, with that digit."""
    near = grid.tables.conflicts[stem * grid.tables.side + digit]
    fits = [one for one in sets if digit in one.places and stem not in one.cells]
    return [(digit, one) for one in fits if not one.places[digit] & ~near]


def _blossoms(
    petals: list[list[tuple[int, AlmostLocked]]], digit: int, removed: int
) -> Iterator[tuple[tuple[AlmostLocked, ...], int]]:
    """Yield one set for each digit of the stem, and the candidates that all of their `digit` conflict with."""
    if not petals:
        yield (), removed
        return
    for restricted, one in petals[0]:
        left = removed & one.seen.get(digit, 0) if restricted != digit else 0
        if left:
            for rest, common in _blossoms(petals[1:], digit, left):
                yield (one, *rest), common


def _describe_blossom(step: Step) -> str:
    t = step.tables
    stem, petals = step.pattern[0], step.pattern[1:]
    ways = [
        f"{name} if it is {digit_names(t, [d])}"
        for name, d in zip([_set_name(step, own) for own in petals], digits_of(t, stem), strict=True)
    ]
    digit = digit_names(t, digits_of(t, step.removed))
    cell = cell_names(t, [step.units[0]])
    return f"whatever {cell} is, a set loses that digit: {listed(ways)}; it then has {digit}: {losses(step)}"


def _set_name(step: Step, own: int) -> str:
    t = step.tables
    cells = tuple(dict.fromkeys(candidate // t.side for candidate in bits(own)))
    return f"{cell_names(t, cells)} ({digit_names(t, digits_of(t, own), 'or')})"
