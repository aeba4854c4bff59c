# SPDX-License-Identifier: MIT
"""Random problems from a seed, all their solutions by brute force, and the minimizing of a failing problem.

A case is a problem in plain lists, which we can cut and print, and a query about it:

    Case([["a", "x"], ["b"]], {"a": (1, 1), "b": (0, 2)}, ["x"], costs=[3, 4], given=[0], banned=[], seed=5)

Making a case is a hundred times faster than with hypothesis, and 10^5 of them fit in a night. Half of the problems are
planted: some of their options are a solution. Equal seeds make equal cases, on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from dlx import Colored, Problem, Status
from dlx.kernels import reference as _reference

MOST_BY_FORCE = 15  # options; above, plain Algorithm X is the oracle
MOST_NODES = 300  # of a larger problem; the plain program takes 0.1 ms for each
MOST_SOLUTIONS = 400
COSTS: tuple[Callable[[random.Random], float], ...] = (
    lambda chance: chance.randint(0, 3),
    lambda chance: chance.randint(0, 1000),
    lambda chance: chance.randint(0, 2**55),
    lambda chance: chance.choice([0.0, 0.5, 1.0, 2.5]),
    lambda chance: chance.choice([0.1, 0.2, 0.3, 0.4, 0.7]),
    lambda chance: chance.randint(-9, 9),
    lambda chance: chance.choice([-0.7, -0.1, 0.0, 0.2, 0.3]),
)


@dataclass(frozen=True)
class Case:
    """A problem in plain lists and a query about it; a check draws its random choices from the seed."""

    options: list[list]
    primary: dict[str, tuple[int, int]]  # item -> the least and the most options that it is in
    secondary: list[str]
    costs: list[float] | None = None
    given: list[int] = field(default_factory=list)
    banned: list[int] = field(default_factory=list)
    seed: int = 0

    @cached_property
    def problem(self) -> Problem:
        multiplied = any(bounds != (1, 1) for bounds in self.primary.values())
        primary = self.primary if multiplied else list(self.primary)
        return Problem(self.options, primary, self.secondary, self.costs)

    @property
    def plain(self) -> bool:
        """Return whether it has no multiplicities."""
        return self.problem.bounds is None

    @property
    def ask(self) -> dict[str, list[int]]:
        return {"given": self.given, "banned": self.banned}

    @cached_property
    def every(self) -> list[tuple[int, ...]]:
        """Return all solutions, ascending, without regard to the query."""
        small = len(self.options) <= MOST_BY_FORCE or not self.plain
        return by_force(self) if small else sorted(_reference.solutions(self.problem))

    @cached_property
    def expected(self) -> list[tuple[int, ...]]:
        """Return the solutions to the query."""
        return self.under(self.given, self.banned)

    def under(self, given, banned=()) -> list[tuple[int, ...]]:
        yes, no = set(given), set(banned)
        return [s for s in self.every if yes <= set(s) and not no & set(s)]

    def random(self, name: str) -> random.Random:
        return random.Random(f"{self.seed} {name}")


def uses(option: list) -> list[tuple[str, str | None]]:
    return [(use.item, use.color) if isinstance(use, Colored) else (use, None) for use in option]


def options_of(solutions) -> list[tuple[int, ...]]:
    """Return the options of solutions, ascending; no solution repeats."""
    found = [s.options for s in solutions]
    assert len(set(found)) == len(found)
    return sorted(found)


# --- at random


def at_random(seed: str, large: bool = False) -> Case:
    """A case of up to 15 options, or one of 16 to 60 whose search is short."""
    chance = random.Random(seed)
    while True:
        case = _larger(chance) if large else _small(chance)
        if not large:
            return case
        search = case.problem.search(node_limit=MOST_NODES, limit=MOST_SOLUTIONS)
        search.count()
        if search.status is Status.COMPLETE:
            return case


def _small(chance: random.Random) -> Case:
    n_primary, n_secondary = chance.randint(0, 6), chance.choice([0, 0, 1, 2, 3])
    return _case(chance, max(n_primary, 1 - n_secondary), n_secondary, chance.randint(0, 15), chance.random() < 0.3)


def _larger(chance: random.Random) -> Case:
    multiplied = chance.random() < 0.15
    n_options = chance.randint(16, 20 if multiplied else 60)
    return _case(chance, chance.randint(5, 14), chance.choice([0, 0, 2, 5]), n_options, multiplied)


def _case(chance: random.Random, n_primary: int, n_secondary: int, n_options: int, multiplied: bool) -> Case:
    primary, secondary = [f"p{k}" for k in range(n_primary)], [f"s{k}" for k in range(n_secondary)]
    paint = chance.choice([0.0, 0.5, 0.9])
    planted = list(_planted(chance, primary, secondary, paint)) if chance.random() < 0.5 else []
    most = min(chance.choice([2, 3, 4, 6]), n_primary + n_secondary)
    names = [chance.sample(primary + secondary, chance.randint(1, most)) for _ in range(n_options - len(planted))]
    rest = [[_painted(chance, item, secondary, paint) for item in option] for option in names]
    if len(rest) > 1 and chance.random() < 0.2:
        rest[-1] = list(chance.choice(rest))  # equal options count as two
    options = (planted + rest)[:n_options]
    chance.shuffle(options)
    chance.shuffle(primary)
    price = chance.choice(COSTS)
    costs = [price(chance) for _ in options] if chance.random() < 0.5 else None
    bounds = {item: _bounds(chance) if multiplied else (1, 1) for item in primary}
    given, banned = _some(chance, len(options)), _some(chance, len(options))
    return Case(options, bounds, secondary, costs, given, banned, chance.randrange(2**32))


def _planted(chance: random.Random, primary: list[str], secondary: list[str], paint: float) -> Iterator[list]:
    """Yield options that form a solution of a problem without multiplicities."""
    left, colors = chance.sample(primary, len(primary)), {item: chance.choice("rgb") for item in secondary}
    taken = set()
    while left:
        option: list = [left.pop() for _ in range(min(len(left), chance.randint(1, 3)))]
        for item in chance.sample(secondary, chance.randint(0, min(len(secondary), 2))):
            if chance.random() < paint:
                option.append(Colored(item, colors[item]))
                taken.add(item)
            elif item not in taken:
                option.append(item)
                colors.pop(item)
                secondary = [other for other in secondary if other != item]
        yield option


def _painted(chance: random.Random, item: str, secondary: list[str], paint: float):
    return Colored(item, chance.choice("rgb")) if item in secondary and chance.random() < paint else item


def _bounds(chance: random.Random) -> tuple[int, int]:
    least = chance.choice([0, 1, 1, 2, 3])
    return least, max(least, 1) + chance.choice([0, 0, 1, 2, 20])


def _some(chance: random.Random, n: int) -> list[int]:
    """Return a few options, mostly none."""
    return [chance.randrange(n) for _ in range(chance.choice([0, 0, 0, 1, 1, 2, 3]))] if n else []


# --- by brute force


def by_force(case: Case) -> list[tuple[int, ...]]:
    """Return all solutions, from the definition: option after option is in or out, and no item is in too many.

    An item without further options must be in enough of them; without this test, the search takes longer.
    """
    members = list(map(uses, case.options))
    last: dict[str, int] = {item: k for k, option in enumerate(members) for item, _ in option}
    if any(least and item not in last for item, (least, _) in case.primary.items()):
        return []
    due = [[item for item in case.primary if last.get(item) == k] for k in range(len(members))]
    found: list[tuple[int, ...]] = []
    used: dict[str, list[str | None]] = {item: [] for item in [*case.primary, *case.secondary]}

    def fits(item: str, color: str | None) -> bool:
        if item in case.primary:
            return len(used[item]) < case.primary[item][1]
        return not used[item] or (color is not None and set(used[item]) == {color})

    def decide(k: int, chosen: tuple[int, ...]) -> None:
        if k == len(members):
            found.append(chosen)
            return
        if any(item in case.primary for item, _ in members[k]) and all(fits(*use) for use in members[k]):
            for item, color in members[k]:
                used[item].append(color)
            settle(k, (*chosen, k))
            for item, _ in members[k]:
                used[item].pop()
        settle(k, chosen)

    def settle(k: int, chosen: tuple[int, ...]) -> None:
        if all(len(used[item]) >= case.primary[item][0] for item in due[k]):
            decide(k + 1, chosen)

    decide(0, ())
    return sorted(found)


# --- minimizing


def smaller(case: Case) -> Iterator[Case]:
    """Yield cases that each lack one thing."""
    for k in reversed(range(len(case.options))):
        yield _without_option(case, k)
    for item in [*case.primary, *case.secondary]:
        yield _without_item(case, item)
    for name in ("given", "banned"):
        for j in range(len(getattr(case, name))):
            asked = getattr(case, name)
            yield replace(case, **{name: asked[:j] + asked[j + 1 :]})
    if case.costs is not None:
        yield replace(case, costs=None)
    for item in case.primary:
        if case.primary[item] != (1, 1):
            yield replace(case, primary={**case.primary, item: (1, 1)})
    for k, option in enumerate(case.options):
        for j, use in enumerate(option):
            less = [option[:j] + option[j + 1 :]] if len(option) > 1 else []
            bare = [[*option[:j], use.item, *option[j + 1 :]]] if isinstance(use, Colored) else []
            for other in less + bare:
                yield replace(case, options=[*case.options[:k], other, *case.options[k + 1 :]])


def first_options(case: Case, n: int) -> Case:
    """Return the case without the options from number n on."""
    for k in reversed(range(n, len(case.options))):
        case = _without_option(case, k)
    return case


def _without_option(case: Case, k: int) -> Case:
    given, banned = ([j - (j > k) for j in asked if j != k] for asked in (case.given, case.banned))
    costs = None if case.costs is None else case.costs[:k] + case.costs[k + 1 :]
    return replace(case, options=case.options[:k] + case.options[k + 1 :], costs=costs, given=given, banned=banned)


def _without_item(case: Case, item: str) -> Case:
    primary = {name: bounds for name, bounds in case.primary.items() if name != item}
    secondary = [name for name in case.secondary if name != item]
    options = [[use for use in option if uses([use])[0][0] != item] for option in case.options]
    smaller = replace(case, options=options, primary=primary, secondary=secondary)
    for k in reversed(range(len(options))):
        if not options[k]:
            smaller = _without_option(smaller, k)
    return smaller
