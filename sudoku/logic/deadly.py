# SPDX-License-Identifier: MIT
"""Deadly patterns: cells that two digits could fill in two ways, so that they would give a second solution.

    rectangle    x y    loop of six cells    x y .    two cells of the pattern, or none, in each house;
                 y x                         . x y    the ways differ in which half has which digit
                                             y . x

Each half has the cells of one digit. A pattern counts only if the swap breaks no rule:
both ways must exclude the same candidates elsewhere (on the usual board, a rectangle lies in two boxes).
"""

from __future__ import annotations

from collections.abc import Iterator

from .grid import Grid
from .tables import bits, union

SHORTEST_LOOP, LONGEST_LOOP = 6, 12  # cells

Halves = tuple[tuple[int, ...], tuple[int, ...]]


def rectangles(grid: Grid) -> Iterator[tuple[int, Halves]]:
    """Yield a pair of digits and four cells that can hold them, at least one of these both digits and nothing else."""
    marks = grid.marks()
    seen = set()
    for a, pair in enumerate(marks):
        if pair.bit_count() == 2:
            for halves in _at(grid, marks, pair, a):
                key = (pair, frozenset(sum(halves, ())))
                if key not in seen and _can_hold(marks, halves, pair) and is_deadly(grid, halves, pair):
                    seen.add(key)
                    yield pair, halves


def _can_hold(marks: list[int], halves: Halves, pair: int) -> bool:
    """Return whether the cells still allow one of the two ways."""
    x, y = (1 << digit for digit in bits(pair))
    return any(
        all(marks[cell] & digit for half, digit in zip(halves, way, strict=True) for cell in half)
        for way in ((x, y), (y, x))
    )


def _at(grid: Grid, marks: list[int], pair: int, a: int) -> Iterator[Halves]:
    """Yield four cells with a digit of the pair at the crossings of two rows and columns, `a` being one of them."""
    t = grid.tables
    row, column = t.board.places[a]
    at = t.board.cell_at
    fits = [cell for cell, digits in enumerate(marks) if digits & pair]
    below = [t.board.places[cell][0] for cell in fits if t.board.places[cell][1] == column and cell != a]
    beside = [t.board.places[cell][1] for cell in fits if t.board.places[cell][0] == row and cell != a]
    good = set(fits)
    for other_row in below:
        for other_column in beside:
            across = at.get((other_row, other_column), -1)
            if across in good:
                yield (a, across), (at[row, other_column], at[other_row, column])


def loops(grid: Grid) -> Iterator[tuple[int, Halves]]:
    """Yield a pair of digits and a loop of six or more cells that can hold both.

    At most two of them can hold other digits, or they all have the same one further digit.
    """
    marks = grid.marks()
    seen = set()
    for start, pair in enumerate(marks):
        if pair.bit_count() == 2:
            grid.check_time()
            # the first cell of a loop with the pair alone starts it
            fits = {k for k, digits in enumerate(marks) if digits & pair == pair and (digits != pair or k >= start)}
            for path in _grow(grid, marks, pair, fits, (start,), frozenset()) if len(fits) >= SHORTEST_LOOP else ():
                key = (pair, frozenset(path))
                halves = path[::2], path[1::2]
                if key not in seen and is_deadly(grid, halves, pair):
                    seen.add(key)
                    yield pair, halves


def _grow(
    grid: Grid, marks: list[int], pair: int, fits: set[int], path: tuple[int, ...], used: frozenset[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the loops that continue a path, each house of which has two of its cells."""
    board = grid.tables.board
    for house in board.houses_of[path[-1]]:
        if house in used:
            continue
        for cell in board.houses[house]:
            if cell == path[0] and len(path) >= SHORTEST_LOOP and len(path) % 2 == 0:
                yield path
            elif cell in fits and cell not in path and len(path) < LONGEST_LOOP:
                longer = (*path, cell)
                if _is_bare(marks, pair, longer):
                    yield from _grow(grid, marks, pair, fits, longer, used | {house})


def _is_bare(marks: list[int], pair: int, cells: tuple[int, ...]) -> bool:
    extra = [marks[cell] & ~pair for cell in cells if marks[cell] != pair]
    return len(extra) <= 2 or (len(set(extra)) == 1 and extra[0].bit_count() == 1)


def is_deadly(grid: Grid, halves: Halves, pair: int) -> bool:
    """Return whether both ways to fill the cells are consistent and exclude the same candidates elsewhere.

    A way needs all of its candidates in the puzzle itself: where its marks lack one, no other solution can have it.
    """
    t = grid.tables
    x, y = bits(pair)
    ways = []
    for first, second in ((x, y), (y, x)):
        held = [cell * t.side + first for cell in halves[0]] + [cell * t.side + second for cell in halves[1]]
        reach = union(t.conflicts[candidate] for candidate in held)
        if any(reach >> candidate & 1 or not t.start >> candidate & 1 for candidate in held):
            return False
        ways.append(reach)
    cells = sum(t.units[cell] for half in halves for cell in half)
    return not (ways[0] ^ ways[1]) & t.start & ~cells and _is_linked(grid, halves)


def _is_linked(grid: Grid, halves: Halves) -> bool:
    """Return whether houses link all cells, half to half, so that one digit decides all.

    In a row of two grids side by side, two cells can share no house, and so hold the same digit.
    """
    peers, side = grid.tables.peers, grid.tables.side
    reached, fresh = {halves[0][0]}, [halves[0][0]]
    for cell in fresh:
        other = halves[cell in halves[0]]
        found = [near for near in other if near not in reached and peers[cell] >> near * side & 1]
        reached.update(found)
        fresh += found
    return len(reached) == len(halves[0]) + len(halves[1])
