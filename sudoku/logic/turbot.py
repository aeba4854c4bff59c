# SPDX-License-Identifier: MIT
"""Skyscraper, two-string kite and turbot fish: a digit with two places in each of two houses.

    5 . . . 5 . .       skyscraper: rows 1 and 4 have two places for 5 each, of which one pair lies in the same column;
    . . . . . * *       at most one of that pair is true, so one of the others is, and no cell that sees both is 5
    5 . . . . . 5

A two-string kite has a row and a column instead, with the pair in the same box. With any other two houses the pattern
is a turbot fish.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses
from .tables import BoardTables

Link = tuple[int, int, int]


def skyscraper(grid: Grid) -> Iterator[Step]:
    """Yield steps from two rows, or two columns."""
    return _turbot(grid, "skyscraper")


def two_string_kite(grid: Grid) -> Iterator[Step]:
    """Yield steps from a row and a column."""
    return _turbot(grid, "two-string kite")


def turbot_fish(grid: Grid) -> Iterator[Step]:
    """Yield steps from any other two houses."""
    return _turbot(grid, "turbot fish")


def _turbot(grid: Grid, name: str) -> Iterator[Step]:
    t = grid.tables
    by_digit: dict[int, list[tuple[str, Link]]] = {}
    for unit, first, second in grid.pairs():
        if unit >= t.cells:
            by_digit.setdefault(t.digit_of(unit), []).append((_axis(t, unit), (unit, first, second)))
    for links in by_digit.values():
        for k, (axis, one) in enumerate(links):
            for other, two in links[k + 1 :]:
                if _KINDS[axis, other] == name:
                    yield from _join(grid, name, one, two)


_AXES = ("row", "column", "region")
_KINDS = {(one, two): "turbot fish" for one in _AXES for two in _AXES}
_KINDS |= {("row", "row"): "skyscraper", ("column", "column"): "skyscraper"}
_KINDS |= {("row", "column"): "two-string kite", ("column", "row"): "two-string kite"}


def _axis(t: BoardTables, unit: int) -> str:
    house = t.house_of(unit)
    return "row" if house in t.rows else "column" if house in t.columns else "region"


def _join(grid: Grid, name: str, one: Link, two: Link) -> Iterator[Step]:
    """Yield a step for each way in which an end of one link sees an end of the other."""
    t = grid.tables
    for a, b in (one[1:], one[:0:-1]):
        for c, d in (two[1:], two[:0:-1]):
            if len({a, b, c, d}) == 4 and t.conflicts[b] >> c & 1:
                own = 1 << a | 1 << b | 1 << c | 1 << d
                removed = t.common(1 << a | 1 << d, grid.open & ~own)
                if removed:
                    pattern = (1 << a, 1 << b, 1 << c, 1 << d)
                    yield Step(name, t.board, _describe, 0, removed, pattern, (one[0], two[0]))


def _describe(step: Step) -> str:
    t = step.tables
    digit = digit_names(t, digits_of(t, step.whole))
    a, b, c, d = (cells_of(t, part)[0] for part in step.pattern)
    links = [
        f"in {t.unit_name(unit)} the {digit} is in {cell_names(t, ends, 'or')}"
        for unit, ends in zip(step.units, ((a, b), (c, d)), strict=True)
    ]
    return f"{links[0]}, {links[1]}, and not in both {cell_names(t, (b, c))}: {losses(step)}"
