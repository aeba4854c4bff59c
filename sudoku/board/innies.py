# SPDX-License-Identifier: MIT
"""Innies and outies: all digits of a house have a known sum, and so have the cages in it.

    rows 1 and 2: 90      cages inside: 77, and 12 half inside      the cells inside that no whole cage covers: *innies*
    +-------+---+         two innies have the sum 13                the cells outside of a cage half inside: *outies*
    |   |   | * |
    | --+-- +   |         A cage half inside may count by its part inside or, less its sum, by its part outside; then
    |   |   | * |         the digits have a known difference.
    +-------+   |
            +---+

We look at runs of rows and of columns, and at boxes (and other houses) that touch each other, four at most. The search
on candidates reads the equations of few cells as diagrams. A 9x9 grid in 17 cages of 4 and 5 cells then takes 417
nodes instead of 2,446,322.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from dlx.system import calloff

from .blocks import Rules
from .rules import Rulebook
from .variants.places import BESIDE

if TYPE_CHECKING:
    from .board import Board

HouseSum = tuple[tuple[int, ...], tuple[int, ...], int, tuple[int, ...]]  # cells, subtracted cells, total, houses

MOST_HOUSES = 4  # half of a 9x9 board; the other half has the same innies
MOST_READ = 5  # cells of a sum that the search reads; that grid takes 14,621 nodes with 3, and twice the time with 7
MOST_READ_ARCS = 50_000  # of all these sums, some 50 ms


def with_innies(board: Board) -> Rulebook:
    """Return the rules of a board with the sums of few cells that follow from its cages, the shortest first.

    >>> from sudoku import Board
    >>> from sudoku.variants import Killer
    >>> board = Board(2, 2, variants=[Killer([(7, "r1c1 r2c1 r3c1")])])
    >>> sorted(with_innies(board).banned - board.rules.banned)  # r4c1 is 3
    [48, 49, 51]
    """
    book = board.rules
    rules = Rules(board)
    rules.sets, rules.diagrams = list(book.sets), list(book.diagrams)
    sums = [found for found in house_sums(board) if len(found[0]) + len(found[1]) <= MOST_READ]
    for plus, minus, total, _ in sorted(sums, key=lambda found: len(found[0]) + len(found[1])):
        with suppress(ValueError):  # no digits fit: the search finds out
            rules.total(plus, total - rules.shift * (len(plus) - len(minus)), minus=minus)
        if rules.arcs > MOST_READ_ARCS:
            break
    banned = book.banned | rules.banned
    return replace(book, banned=banned, sets=tuple(rules.sets), diagrams=tuple(rules.diagrams))


def house_sums(board: Board) -> Iterator[HouseSum]:
    """Yield the sum of the values of some cells, less those of others, by the cages in some houses, few houses first.

    >>> from sudoku import Board
    >>> from sudoku.variants import Killer
    >>> next(house_sums(Board(2, 2, variants=[Killer([(7, "r1c1 r1c2 r1c3")])])))
    ((3,), (), 3, (0,))
    """
    cages = _disjoint((frozenset(cells), total) for cells, total in board.rules.sums)
    found: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for houses in _regions(board) if cages else ():
        region = frozenset(cell for house in houses for cell in board.houses[house])
        calloff.check()
        for plus, minus, total in _forms(board, region, len(houses), cages):
            if not plus:
                plus, minus, total = minus, plus, -total
            if plus and (plus, minus) not in found and (minus, plus) not in found:
                found.add((plus, minus))
                yield plus, minus, total, houses


def _disjoint(cages: Iterable[tuple[frozenset[int], int]]) -> list[tuple[frozenset[int], int]]:
    """Return the cages that overlap no earlier one."""
    taken: set[int] = set()
    kept = []
    for cells, total in cages:
        if not cells & taken:
            kept.append((cells, total))
            taken |= cells
    return kept


def _regions(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield sets of disjoint houses of one kind, in which each touches another one, by size."""
    lines = [_lines(board, axis) for axis in (0, 1)]
    kinds = [*lines, [house for house in range(len(board.houses)) if house not in {*lines[0], *lines[1]}]]
    growing: list[tuple[int, ...]] = [(house,) for kind in kinds for house in kind]
    for _ in range(min(MOST_HOUSES, max(board.side // 2, 1))):
        yield from growing
        growing = list(dict.fromkeys(more for houses in growing for more in _larger(board, kinds, houses)))


def _lines(board: Board, axis: int) -> list[int]:
    """Return the houses that are rows (axis 0) or columns (1)."""
    houses = enumerate(board.houses)
    return [h for h, house in houses if len({board.places[cell][axis] for cell in house}) == 1]


def _larger(board: Board, kinds: Sequence[Sequence[int]], houses: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the sets with one more house of the same kind, which touches these but shares no cell with them."""
    kind = next(kind for kind in kinds if houses[0] in kind)
    calloff.check()
    region = {cell for house in houses for cell in board.houses[house]}
    around = (*BESIDE, (0, -1), (-1, 0))
    near = {board.cell_at.get((r + i, c + j)) for r, c in (board.places[cell] for cell in region) for i, j in around}
    for house in kind:
        cells = board.houses[house]
        if region.isdisjoint(cells) and not near.isdisjoint(cells):
            yield tuple(sorted((*houses, house)))


def _forms(
    board: Board, region: frozenset[int], houses: int, cages: list[tuple[frozenset[int], int]]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Yield up to three equations: all innies, all outies, and for each cage the part with fewer cells."""
    whole = houses * board.side * (board.side + 1) // 2
    free = region.difference(*(cells for cells, _ in cages))
    inside = sum(total for cells, total in cages if cells <= region)
    crossing = [(cells & region, cells - region, total) for cells, total in cages if cells & region and cells - region]
    for most in (0, 1, 2 * board.side):  # outies for each innie that they replace
        plus, minus, total = set(free), set[int](), whole - inside
        for within, beyond, own in crossing:
            if len(beyond) < most * len(within):
                minus |= beyond
                total -= own
            else:
                plus |= within
        yield tuple(sorted(plus)), tuple(sorted(minus)), total
