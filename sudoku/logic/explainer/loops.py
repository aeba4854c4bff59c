# SPDX-License-Identifier: MIT
"""Unique rectangles and loops: if two digits could swap along a closed path of cells, there would be two solutions.

    r1c2 {7 8} --- r1c5 {7 8}         a loop of 4 cells, with 7 and 8 in each; every house that it visits has two of
       |              |               them. If all cells had these two digits alone, 7 and 8 could swap.
    r3c2 {7 8} --- r3c5 {7 8 9}       So r3c5 is 9.

    type 1    one cell has further digits         it loses the two
    type 2    all further digits are the same     cells that see all of these lose it
    type 3    two cells of a house have further digits, which make a naked set with other cells of it, or the two
              digits a hidden set
    type 4    two cells of a house, which has no other place for one of the digits: both lose the other

A loop is rated 4.5, of six cells 4.6, of eight 4.7, longer 5.0. A naked pair adds 0.1, a triplet 0.2; a hidden pair
adds nothing, a hidden triplet 0.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from .marks import BITS, COUNT, HOUSES, PEERS, PLACES, Hint, PencilMarks, Removed, in_common

MOST_LOOP_CELLS = 14  # of a loop; each house has at most two of them
LENGTHENING = {4: 0, 6: 1, 8: 2}  # tenths by the number of cells; 5 for more
PAIRS = [1 << a | 1 << b for a, b in combinations(range(9), 2)]


def unique_loop(marks: PencilMarks) -> Hint | None:
    """Return the easiest step that a loop allows."""
    best: Hint | None = None
    for pair in PAIRS:
        for loop in _loops(marks, pair):
            base = 45 + LENGTHENING.get(len(loop), 5)
            for extra, rule, removed in _steps(marks, pair, loop):
                if removed and (best is None or base + extra < best.tenths):
                    name = "unique rectangle" if len(loop) == 4 else f"unique loop of {len(loop)}"
                    best = Hint(base + extra, f"{name} type {rule}", removed)
    return best


def _loops(marks: PencilMarks, pair: int) -> Iterator[list[int]]:
    """Yield each loop once, from its least cell that has the two digits alone."""
    cells = [c for c, digits in enumerate(marks.cells) if digits & pair == pair]
    starts = [c for c in cells if marks.cells[c] == pair]
    if len(cells) < 4 or len(starts) < 2:
        return
    able = set(cells)
    found: set[frozenset[int]] = set()
    for start in starts:
        for loop in _extend(marks, pair, able, [start], [0] * 27):
            if frozenset(loop) not in found:
                found.add(frozenset(loop))
                yield loop
        able.discard(start)


def _extend(marks: PencilMarks, pair: int, able: set[int], path: list[int], used: list[int]) -> Iterator[list[int]]:
    """Yield the loops that continue a path; `used` counts the cells of each house, at most two."""
    last = path[-1]
    houses = [house for house, _ in PLACES[last]]
    if any(used[house] == 2 for house in houses):
        return
    for house in houses:
        used[house] += 1
    if len(path) >= 4 and len(path) % 2 == 0 and path[0] in PEERS[last] and _closed(path, used):
        yield path[:]
    if len(path) < MOST_LOOP_CELLS:
        for cell in sorted(PEERS[last] & able):
            if cell not in path and _few_extras(marks, pair, [*path, cell]):
                yield from _extend(marks, pair, able, [*path, cell], used)
    for house in houses:
        used[house] -= 1


def _closed(path: list[int], used: list[int]) -> bool:
    """Return whether every house has none or two of the cells, at an even and an odd place of the path."""
    if 1 in used:
        return False
    even = {house for cell in path[::2] for house, _ in PLACES[cell]}
    return len(even) == 3 * len(path) // 2


def _few_extras(marks: PencilMarks, pair: int, path: list[int]) -> bool:
    """Return whether at most two cells have further digits, or all the same one."""
    extras = [digits for cell in path if (digits := marks.cells[cell] & ~pair)]
    return len(extras) <= 2 or (COUNT[extras[0]] == 1 and len(set(extras)) == 1)


def _steps(marks: PencilMarks, pair: int, loop: list[int]) -> Iterator[tuple[int, int, Removed]]:
    """Yield the steps of a loop: what its set adds to the rating, its type, and the marks that it removes."""
    wide = [cell for cell in loop if marks.cells[cell] != pair]
    if len(wide) == 1:
        yield 0, 1, ((wide[0], pair),)
    extras = 0
    for cell in wide:
        extras |= marks.cells[cell] & ~pair
    if len(wide) > 1 and COUNT[extras] == 1:
        yield 0, 2, marks.having(in_common(wide), extras)
    if len(wide) == 2:
        for house in {h for h, _ in PLACES[wide[0]]} & {h for h, _ in PLACES[wide[1]]}:
            yield 0, 4, _locked(marks, pair, wide, house)
            if COUNT[extras] > 1:
                yield from _sets(marks, pair, extras, wide, house)


def _locked(marks: PencilMarks, pair: int, wide: list[int], house: int) -> Removed:
    for digit in BITS[pair]:
        if COUNT[marks.where[house * 9 + digit]] == 2:
            return tuple((cell, pair & ~(1 << digit)) for cell in wide)
    return ()


def _sets(
    marks: PencilMarks, pair: int, extras: int, wide: list[int], house: int
) -> Iterator[tuple[int, int, Removed]]:
    """Yield the sets in which the two cells count as one: naked ones, and hidden ones that remove other marks."""
    others = [cell for cell in HOUSES[house] if marks.cells[cell] and cell not in wide]
    for n in range(2, 5):
        naked = set(_naked(marks, extras, others, n))
        for removed in naked:
            yield n - 1, 3, removed
        for removed in _hidden(marks, pair, wide, others, n):
            if removed not in naked:
                yield n - 2, 3, removed


def _naked(marks: PencilMarks, extras: int, others: list[int], n: int) -> Iterator[Removed]:
    """Yield the marks that naked sets of n digits with all further digits of the two cells remove."""
    for chosen in combinations(others, n - 1):
        union = extras
        for cell in chosen:
            union |= marks.cells[cell]
        if COUNT[union] == n:
            yield marks.having((cell for cell in others if cell not in chosen), union)


def _hidden(marks: PencilMarks, pair: int, wide: list[int], others: list[int], n: int) -> Iterator[Removed]:
    """Yield the marks that hidden sets of n digits, the pair among them, remove."""
    taken = pair
    for cell in wide:
        taken |= marks.cells[cell]
    free = {digit for cell in others for digit in BITS[marks.cells[cell] & ~taken]}
    for more in combinations(sorted(free), n - 2):
        digits = pair | sum(1 << digit for digit in more)
        cells = [cell for cell in others if marks.cells[cell] & digits]
        if len(cells) == n - 1:
            yield marks.having(cells, ~digits)
