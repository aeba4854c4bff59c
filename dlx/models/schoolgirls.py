# SPDX-License-Identifier: MIT
"""Kirkman's schoolgirls: fifteen girls walk in threes on seven days, and no two of them twice in the same three.

    primary     g1d1 g2d1 ...        a girl on a day
                g1g2 g1g3 ...        two girls; secondary if they need not walk together at all
    an option   g1d2 g4d2 g5d2 g1g4 g1g5 g4g5          girls 1, 4 and 5 on day 2

Girls and days can be permuted in 15! 7! ways, so fix the walks of girl 1 ("reduced") to count solutions. A first
solution takes 154 nodes without this and 245 with it, a moment in both cases. Reference: Kirkman, Query VI, Lady's
and Gentleman's Diary (1850); Cole, "Kirkman parades" (1922); with golfers: problem 10 of CSPLib.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise

from ..drawing.grid import tint
from ..drawing.picture import Picture
from ..drawing.shapes import INK, SOFT, Circle, DrawnShape, Rect, Text
from ..engine.limits import integer
from .instance import Instance, check_size, choices, natural

Walk = tuple[int, ...]


def schoolgirls(girls: int = 15, *, size: int = 3, days: int | None = None, reduced: bool = False) -> Instance:
    """Arrange walks of girls in groups on some days, so that no two girls are in the same group twice.

    Kirkman posed the problem in 1850 for 15 girls who walk in threes for a week, so that every two are together exactly
    once. With groups of two, it is a round robin of teams; with other numbers, it is the social golfer problem, which
    may be hard.

    Args:
        girls: the number of girls.
        size: the size of a group.
        days: the number of days; None: the maximum, (girls - 1) / (size - 1), rounded down.
        reduced: fix the groups of girl 1: 1 2 ... on the first day, then 1 and the girls that follow, and so on; for
            groups of three 1 2 3, 1 4 5, 1 6 7. Every solution can be relabeled so. For g girls in groups of s and d
            days, there are (g - 1)! / (s - 1)!^d / (g - 1 - d (s - 1))! times as many solutions in all.

    For ``orbits=True``, the symmetries are the permutations of days (feasible up to 6). For a reduced problem, they are
    the exchanges of two girls in a group with girl 1, and the rotation of all days with these groups.

    There is no solution if the size does not divide the number of girls, or for more days than the maximum.

    Raises ValueError for a size below 2, a negative number, and for a problem of more than 10^7 entries.

    >>> kirkman = schoolgirls()
    >>> len(kirkman.solve())
    35
    >>> schoolgirls(9).count(), schoolgirls(9, reduced=True).count()
    (20160, 8)
    >>> robin = schoolgirls(4, size=2)
    >>> print(robin.draw(robin.solve()))
    day 1: 1 2, 3 4
    day 2: 1 3, 2 4
    day 3: 1 4, 2 3

    On the command line::

        dlx model schoolgirls --draw week.svg
        dlx model schoolgirls --girls 8 --size 2 --reduced | dlx count -
    """
    days = _days(girls, size, days)
    title = f"{girls} schoolgirls in groups of {size} on {days} days"
    entries = days * choices(girls - reduced, size) * (size + choices(size, 2))
    check_size(title, max(entries, days * girls, choices(girls, 2)))
    starts = range(2, 2 + days * (size - 1), size - 1)
    girl1 = [(1, *range(p, p + size - 1)) for p in starts if p + size - 2 <= girls]
    walk1 = dict(enumerate(girl1, 1))
    allowed = set(combinations(range(1, girls + 1), 2))
    if reduced:
        allowed -= {pair for group in girl1 for pair in combinations(group, 2)}
    walks = (
        (day, group)
        for day in range(1, days + 1)
        for group in combinations(range(1, girls + 1), size)
        if not reduced or group == walk1.get(day) or (group[0] > 1 and allowed.issuperset(combinations(group, 2)))
    )
    at = [f"g{girl}d{day}" for day in range(1, days + 1) for girl in range(1, girls + 1)]
    pairs = [f"g{a}g{b}" for a, b in combinations(range(1, girls + 1), 2)]
    all_meet = days * (size - 1) == girls - 1
    return Instance(
        ([*(f"g{girl}d{day}" for girl in group), *_pairs(group)] for day, group in walks),
        primary=at + pairs if all_meet else at,
        secondary=() if all_meet else pairs,
        title=title,
        drawing=partial(_draw, girls, days, size),
        symmetries=list(_of_girl_1(girls, girl1) if reduced else _of_days(girls, days)) if len(girl1) == days else (),
    )


def _days(girls: int, size: int, days: int | None) -> int:
    natural(girls, "girls")
    if integer(size, "size") < 2:
        raise ValueError(f"groups of {size}: the size must be 2 or more")
    return max(0, (girls - 1) // (size - 1)) if days is None else natural(days, "days")


def _pairs(group: Iterable[int]) -> list[str]:
    return [f"g{a}g{b}" for a, b in combinations(sorted(group), 2)]


# --- symmetries


def _of_days(girls: int, days: int) -> Iterator[dict[str, str]]:
    """Yield exchanges of a day with the next one."""
    for day in range(1, days):
        change = ((day, day + 1), (day + 1, day))
        yield {f"g{girl}d{a}": f"g{girl}d{b}" for girl in range(1, girls + 1) for a, b in change}


def _of_girl_1(girls: int, girl1: Sequence[Walk]) -> Iterator[dict[str, str]]:
    """Yield exchanges of girls in a group with girl 1, and the rotation of all these groups by a day."""
    days = len(girl1)
    for _, *group in girl1:
        for a, b in pairwise(group):
            yield _move(girls, days, {a: b, b: a}, 0)
    following = [*girl1[1:], *girl1[:1]]
    step = {a: b for group, to in zip(girl1, following, strict=True) for a, b in zip(group, to, strict=True)}
    yield _move(girls, days, step, 1)


def _move(girls: int, days: int, to: dict[int, int], step: int) -> dict[str, str]:
    """Return the mapping that sends girls to other girls and shifts days by `step`."""
    image = {girl: to.get(girl, girl) for girl in range(1, girls + 1)}
    at = {f"g{a}d{d}": f"g{b}d{(d - 1 + step) % days + 1}" for a, b in image.items() for d in range(1, days + 1)}
    return at | {f"g{a}g{b}": _pairs((image[a], image[b]))[0] for a, b in combinations(image, 2)}


# --- drawing: a column for each day, a box for each group


def _draw(girls: int, days: int, size: int, instance: Instance, options: Sequence[int]) -> Picture:
    week: dict[int, list[Walk]] = {day: [] for day in range(1, days + 1)}
    for option in options:
        walk = [[*map(int, str(item)[1:].split("d"))] for item in instance.option(option) if "d" in str(item)]
        week[walk[0][1]].append(tuple(girl for girl, _ in walk))
    plan = [f"day {day}: " + ", ".join(" ".join(map(str, group)) for group in sorted(week[day])) for day in week]
    description = ("; ".join(plan) if options else f"{girls} girls and {days} empty days") + "."
    width = days * (size * GIRL_PX + GROUP_GAP_PX) + GROUP_GAP_PX
    height = HEADING_PX + girls // size * (GIRL_PX + GROUP_GAP_PX)
    text = "\n".join(plan if options else (f"day {day}:" for day in week))
    return Picture(instance.title, description, width, height, tuple(_shapes(week, size, girls // size)), text)


GIRL_PX, GROUP_GAP_PX, HEADING_PX = 26.0, 10.0, 36.0


def _shapes(week: dict[int, list[Walk]], size: int, groups: int) -> Iterator[DrawnShape]:
    for day, walks in week.items():
        left = GROUP_GAP_PX + (day - 1) * (size * GIRL_PX + GROUP_GAP_PX)
        yield Text(left + size * GIRL_PX / 2, HEADING_PX / 2, f"day {day}", 13, SOFT)
        for k in range(groups):
            top = HEADING_PX + k * (GIRL_PX + GROUP_GAP_PX)
            yield Rect(left, top, size * GIRL_PX, GIRL_PX, None, SOFT, 1, radius=GIRL_PX / 2)
        for k, group in enumerate(sorted(walks)):
            for j, girl in enumerate(group):
                x, y = left + (j + 0.5) * GIRL_PX, HEADING_PX + k * (GIRL_PX + GROUP_GAP_PX) + GIRL_PX / 2
                yield Circle(x, y, GIRL_PX / 2 - 2, tint(girl - 1))
                yield Text(x, y, str(girl), 12, INK)
