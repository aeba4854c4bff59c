# SPDX-License-Identifier: MIT
"""Tables of a problem for the bit-sliced kernel: lists of options, items and groups, and their relations.

A *group* is a set of options from which the kernel can draw conclusions. There are two kinds:

    shared   the options that two items have in common, if there are at least two. In Sudoku, digit 5 in three cells of
             a row that lie in one box: if the row needs one of them, the box loses its other 5s. Such groups are useful
             if they tile an item: disjoint groups that together hold all options of an item are a *family* of it
    colors   the options that give a secondary item one color; an item takes at most one of its colors
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from itertools import chain, groupby
from typing import TYPE_CHECKING

import numpy as np

from ...matrix.incidence import options_with_primary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...matrix.matrix import Matrix

Lists = list[list[int]]

# If options are long or overlap much, shared groups are seldom disjoint, and it would take minutes to find out.
MOST_PAIRS = 1_000_000  # pairs of items in one option, over all options
MOST_GROUPS = 64  # groups of an item


@dataclass(frozen=True)
class Relation:
    """Lists of numbers, one after the other; ``runs`` holds pairs (number of lists, members of each)."""

    member: NDArray[np.uint32]
    runs: NDArray[np.int32]
    n: int

    @classmethod
    def of(cls, lists: Lists) -> Relation:
        runs = [(sum(1 for _ in group), length) for length, group in groupby(map(len, lists))]
        return cls(
            np.array(list(chain([0], *lists)), np.uint32)[1:], np.array(runs, np.int32).reshape(-1, 2), len(lists)
        )


@dataclass(frozen=True)
class Circuit:
    """The tables of ``dlx_circuit``; lanes/lanes.h describes its fields."""

    option: NDArray[np.int32]  # row -> number of the option; options without a primary item have no row
    items: Relation
    owners: Relation
    extras: Relation
    shared: Relation
    families: Relation
    members: Relation
    colors: Relation
    palettes: Relation
    wearers: Relation
    killers: Relation
    row: NDArray[np.int32]  # option -> row, or -1
    coded_start: NDArray[np.int32]  # an item is coded if it is the first item of some options; coded item c has
    coded: NDArray[np.int32]  # the options coded[coded_start[c] : coded_start[c + 1]], whose ranks encode a solution

    @property
    def size(self) -> int:
        """The number of list members that a sweep reads, counting the lists of the items twice."""
        relations = [value for field in fields(self) if isinstance(value := getattr(self, field.name), Relation)]
        return len(self.items.member) + sum(len(relation.member) for relation in relations)


def circuit(problem: Matrix) -> Circuit:
    """Return the circuit of a problem that has a primary item."""
    of_option = np.split(problem.indices, problem.indptr[1:-1])
    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    of_color = np.split(colors, problem.indptr[1:-1])
    option = np.flatnonzero(options_with_primary(problem)).tolist()
    uses: list[list[tuple[int, int]]] = [[] for _ in range(problem.n_items)]  # item -> its rows, with their colors
    rows = [[int(item) for item in of_option[k]] for k in option]
    for row, k in enumerate(option):
        for item, color in zip(rows[row], of_color[k].tolist(), strict=True):
            uses[item].append((row, color))

    items = [[row for row, _ in used] for used in uses[: problem.n_primary]]
    owners = [[item for item in held if item < problem.n_primary] for held in rows]
    extras, colored, palettes = _secondary(uses[problem.n_primary :])
    shared, families = _shared(items, owners)
    wearers = [[k] for k, groups in enumerate(palettes) for _ in groups]
    killers = _killers(owners, [extras, shared, colored], len(items))
    coded: Lists = [[] for _ in items]
    for k, held in zip(option, owners, strict=True):
        coded[held[0]].append(k)
    coded = [options for options in coded if options]
    row_of = np.full(problem.n_options, -1, np.int32)
    row_of[option] = np.arange(len(option))
    return Circuit(
        np.array(option, np.int32),
        Relation.of(items),
        Relation.of(owners),
        Relation.of(extras),
        Relation.of(shared),
        Relation.of(families),
        Relation.of(_inverse(families, len(shared))),
        Relation.of(colored),
        Relation.of(palettes),
        Relation.of(wearers),
        Relation.of(killers),
        row_of,
        np.cumsum([0, *map(len, coded)], dtype=np.int32),
        np.array(list(chain(*coded)), np.int32),
    )


def _secondary(uses: list[list[tuple[int, int]]]) -> tuple[Lists, Lists, Lists]:
    """Return the secondary items without colors, the groups of one color, and the groups of each colored item."""
    extras: Lists = []
    colored: Lists = []
    palettes: Lists = []
    for used in uses:
        if len(used) < 2:
            continue
        if not any(color for _, color in used):
            extras.append([row for row, _ in used])
            continue
        alone = [[row] for row, color in used if not color]  # a use without a color agrees with no other
        palette = {
            color: [row for row, shade in used if shade == color] for color in sorted({c for _, c in used}) if color
        }
        groups = [*alone, *palette.values()]
        palettes.append([*range(len(colored), len(colored) + len(groups))])
        colored += groups
    return extras, colored, palettes


def _shared(items: Lists, owners: Lists) -> tuple[Lists, Lists]:
    """Return the groups that two items share and that are in a family of both, and the families."""
    families: list[list[tuple[int, ...]]] = []
    if sum(len(held) ** 2 for held in owners) > MOST_PAIRS:
        return [], []
    for k, options in enumerate(items):
        common: dict[int, list[int]] = {}
        for row in options:
            for partner in owners[row]:
                if partner != k:
                    common.setdefault(partner, []).append(row)
        groups = [tuple(group) for _, group in sorted(common.items()) if len(group) > 1]
        if len(groups) <= MOST_GROUPS:
            families += _tilings(options, groups)
    seen = Counter(chain.from_iterable(families))
    useful = [family for family in families if any(seen[group] > 1 for group in family)]
    number = {group: k for k, group in enumerate(dict.fromkeys(chain.from_iterable(useful)))}
    return [list(group) for group in number], [[number[group] for group in family] for family in useful]


def _tilings(options: list[int], groups: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Return families of disjoint groups that hold all options; each greedily extends a group not used before."""
    tilings = []
    unused = dict.fromkeys(group for group in groups if len(group) < len(options))
    while unused:
        first = next(iter(unused))
        family: list[tuple[int, ...]] = []
        held: set[int] = set()
        for group in (first, *groups):
            if held.isdisjoint(group) and len(group) < len(options):
                family.append(group)
                held.update(group)
        for group in family:
            unused.pop(group, None)
        if len(held) == len(options):
            tilings.append(family)
    return tilings


def _inverse(lists: Lists, n: int) -> Lists:
    inverse: Lists = [[] for _ in range(n)]
    for k, members in enumerate(lists):
        for member in members:
            inverse[member].append(k)
    return inverse


def _killers(owners: Lists, kinds: list[Lists], first: int) -> Lists:
    """Return for each option its items and all else it is in, each kind numbered on from the kind before."""
    killers = [list(held) for held in owners]
    for lists in kinds:
        for row, held in enumerate(_inverse(lists, len(owners))):
            killers[row] += [first + k for k in held]
        first += len(lists)
    return killers
