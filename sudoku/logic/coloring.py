# SPDX-License-Identifier: MIT
"""Coloring: the places of a digit that strong links connect get two alternating colors.

    r1c1 ---- r1c7 ---- r5c7 ---- r5c2      a house with two places for the digit links them: one is true, one is false
    red       blue      red       blue      so either all red places are true, or all blue ones

    trap    a place that sees both colors is false
    wrap    if two places of one color see each other, that color is false

Multi-coloring takes two such components, red or blue and green or gold. If a red place sees a green one, blue or gold
is true, and a place that sees both is false. If red sees both green and gold, red is false.

Each component is traversed once, and the starting point does not matter, so the result does not depend on the order of
the cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .step import Step, cell_names, cells_of, digit_names, digits_of, losses
from .tables import bits, union

_Colored = dict[int, list[tuple[int, int]]]
_Component = tuple[tuple[int, int], tuple[int, ...]]  # the two colors, the units of the links


def simple_coloring(grid: Grid) -> Iterator[Step]:
    """Yield traps and wraps in each component of each digit."""
    for colors, units in _components(grid):
        yield from _found(grid, colors, units)


def multi_coloring(grid: Grid) -> Iterator[Step]:
    """Yield steps from two components of the same digit."""
    side = grid.tables.side
    by_digit: dict[int, list[_Component]] = {}
    for component in _components(grid):
        by_digit.setdefault((component[0][0].bit_length() - 1) % side, []).append(component)
    for components in by_digit.values():
        for k, one in enumerate(components):
            for two in components[k + 1 :]:
                yield from _joined(grid, one, two)
                yield from _joined(grid, two, one)


def _components(grid: Grid) -> Iterator[_Component]:
    t = grid.tables
    links: _Colored = {}
    for unit, first, second in grid.pairs():
        if unit >= t.cells:
            links.setdefault(first, []).append((second, unit))
            links.setdefault(second, []).append((first, unit))
    seen: set[int] = set()
    for start in links:
        if start not in seen:
            colors, units = _component(links, start)
            seen.update(bits(colors[0] | colors[1]))
            yield colors, units


def _component(links: _Colored, start: int) -> _Component:
    """Return the two colors of the component of `start`, and the units of its links."""
    color = {start: 0}
    units: dict[int, None] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for there, unit in links[here]:
            units[unit] = None
            if there not in color:
                color[there] = 1 - color[here]
                waiting.append(there)
    both = [sum(1 << candidate for candidate, c in color.items() if c == wanted) for wanted in (0, 1)]
    return (both[0], both[1]), tuple(units)


def _found(grid: Grid, colors: tuple[int, int], units: tuple[int, ...]) -> Iterator[Step]:
    t = grid.tables
    sees = [_sees(grid, color) for color in colors]
    false = [color for color, seen in zip(colors, sees, strict=True) if color & seen]
    for color in false:
        other = colors[0] if color == colors[1] else colors[1]
        yield Step("simple coloring", t.board, _describe_wrap, 0, color, (color, other), units)
    removed = sees[0] & sees[1] & grid.open & ~colors[0] & ~colors[1]
    if removed and not false:
        yield Step("simple coloring", t.board, _describe_trap, 0, removed, colors, units)


def _sees(grid: Grid, color: int) -> int:
    """Return the candidates that conflict with one of a color."""
    return union(grid.tables.conflicts[candidate] for candidate in bits(color))


def _joined(grid: Grid, one: _Component, two: _Component) -> Iterator[Step]:
    """Yield the steps of two components, as far as the first has the smaller candidate or sees both colors."""
    (colors, units), (others, more) = one, two
    board, units = grid.tables.board, (*units, *more)
    for red, blue in (colors, colors[::-1]):
        seen = _sees(grid, red)
        if seen & others[0] and seen & others[1]:
            pattern = (red, blue, *others)
            yield Step("multi-coloring", board, _describe_both, 0, red, pattern, units)
        elif units[0] < more[0]:
            for green, gold in (others, others[::-1]):
                removed = _sees(grid, blue) & _sees(grid, gold) & grid.open & ~(red | blue | green | gold)
                if seen & green and removed:
                    pattern = (red, blue, green, gold)
                    yield Step("multi-coloring", board, _describe_joined, 0, removed, pattern, units)


def _describe_trap(step: Step) -> str:
    t = step.tables
    first, second = (cell_names(t, cells_of(t, color)) for color in step.pattern)
    digit = digit_names(t, digits_of(t, step.whole))
    verb = "hold" if step.pattern[0].bit_count() > 1 else "holds"
    return f"either {first} {verb} {digit} or {second}, so no candidate that sees both colors is true: {losses(step)}"


def _describe_wrap(step: Step) -> str:
    t = step.tables
    first, second = (cell_names(t, cells_of(t, color)) for color in step.pattern)
    digit = digit_names(t, digits_of(t, step.whole))
    clash = next((a, b) for a in bits(step.pattern[0]) for b in bits(step.pattern[0] & t.conflicts[a]))
    return (
        f"either {first} all hold {digit} or {second}, but {cell_names(t, [c // t.side for c in clash])} "
        f"see each other: {losses(step)}"
    )


def _describe_both(step: Step) -> str:
    t = step.tables
    red, _, green, gold = (cell_names(t, cells_of(t, color)) for color in step.pattern)
    digit = digit_names(t, digits_of(t, step.whole))
    return f"either {green} or {gold} must hold {digit}, and both are seen from {red}: {losses(step)}"


def _describe_joined(step: Step) -> str:
    t = step.tables
    red, blue, green, gold = (cell_names(t, cells_of(t, color)) for color in step.pattern)
    digit = digit_names(t, digits_of(t, step.whole))
    return (
        f"{digit} is in {red} or in {blue}, and in {green} or in {gold}; {red} and {green} see each other, so it is in "
        f"{blue} or in {gold}: {losses(step)}"
    )
