# SPDX-License-Identifier: MIT
"""Chains and cycles: alternately weak and strong links that come back to where they began.

    chain    z on, y off, ..., x on, z off     z is false
             y off, x on, ..., y on            y is true
    cycle    y off, ..., x on, y off           every second mark is true, or all others: a digit is false that sees both

                              cycle    chain
    links in houses (X)        6.5      6.6
    strong in cells (Y)        6.5       -
    all links                  7.0      7.0      and more by the number of nodes, less two

The program finds XY-chains only among the chains of all links, and a cycle does not remove further digits of a cell.
We follow the marks that are true after k strong links, from all marks side by side and one pair of links at a time, so
each chain found is a shortest one. The easiest of all is the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..tables import bits
from .links import MarkLinks, MarkSets, both, lengthening
from .marks import Hint, PencilMarks

BEYOND = 999  # tenths that no rule has


class ChainKind(NamedTuple):
    """The links of a kind of chains, and its ratings in tenths without the length."""

    name: str
    weak: MarkSets
    strong: MarkSets
    cycle: int
    chain: int


class ChainEnd(NamedTuple):
    """The end of a chain or cycle."""

    tenths: int
    rule: str
    marks: int
    true: bool  # whether the marks are true


def chain(marks: PencilMarks) -> Hint | None:
    """Return the easiest chain or cycle."""
    links = MarkLinks(marks)
    weak = both(links.weak_cell, links.weak_house)
    strong = both(links.strong_cell, links.strong_house)
    best: ChainEnd | None = None
    for kind in (
        ChainKind("X-", links.weak_house, links.strong_house, 65, 66),
        ChainKind("Y-", weak, links.strong_cell, 65, BEYOND),
        ChainKind("", weak, strong, 70, 70),
    ):
        for found in _search(links, kind, best.tenths if best else BEYOND):
            if best is None or found.tenths < best.tenths:
                best = found
    return conclusion(*best) if best else None


def conclusion(tenths: int, rule: str, marks: int, true: bool) -> Hint:
    """Return the step that places a mark found true, or removes the marks found false."""
    if true:
        return Hint(tenths, rule, placed=divmod(marks.bit_length() - 1, 9))
    return Hint(tenths, rule, tuple((mark // 9, 1 << mark % 9) for mark in bits(marks)))


def _search(links: MarkLinks, kind: ChainKind, below: int) -> Iterator[ChainEnd]:
    """Yield chains and cycles, shortest first, and stop where none can be rated below `below` or one found."""
    step = _steps(links, kind)
    off = {mark: kind.strong[mark] for mark in links.open if kind.strong[mark]}  # true if the mark is false
    on = {mark: step[mark] for mark in links.open if step[mark]}  # true if the mark is true
    reached_off, reached_on = dict(off), dict(on)
    length = 0  # nodes of a cycle or of a chain from `off`, less two
    while (off or on) and kind.cycle + lengthening(length) < below:
        for found in (*_cycles(links, kind, off, length), *_chains(kind, off, on, length)):
            below = min(below, found.tenths)
            yield found
        off, on = _grown(off, reached_off, step), _grown(on, reached_on, step)
        length += 2


def _cycles(links: MarkLinks, kind: ChainKind, off: dict[int, int], length: int) -> Iterator[ChainEnd]:
    tenths = kind.cycle + lengthening(length)
    for y, reached in off.items() if length else ():
        for x in bits(reached & links.weak_house[y]):
            gone = links.weak_house[x] & links.weak_house[y]
            if not gone and kind.name:  # with all links, a chain of as many nodes removes the rest
                gone = _crossed(links, _path(kind, y, x))
            if gone:
                yield ChainEnd(tenths, f"bidirectional {kind.name}cycle", gone, False)


def _path(kind: ChainKind, y: int, x: int) -> list[int]:
    """Return a shortest path from y, which is false, to x, which is true."""
    way: dict[int, list[int]] = {}  # to each mark found true
    waiting = [[y]]  # ways to marks that are false
    for past in waiting:
        for true in bits(kind.strong[past[-1]]):
            if true not in way:
                way[true] = [*past, true]
                waiting += [[*way[true], false] for false in bits(kind.weak[true]) if kind.strong[false]]
        if x in way:
            break
    return way[x]


def _crossed(links: MarkLinks, path: list[int]) -> int:
    """Return the marks that see two of the cycle, one true in one direction and one in the other."""
    seen = [0, 0]
    for k, mark in enumerate(path):
        seen[k % 2] |= links.weak_house[mark]
    return seen[0] & seen[1] & ~sum(1 << mark for mark in path)


def _chains(kind: ChainKind, off: dict[int, int], on: dict[int, int], length: int) -> Iterator[ChainEnd]:
    rule = f"forcing {kind.name}chain"
    for y, reached in off.items():
        if reached >> y & 1:
            yield ChainEnd(kind.chain + lengthening(length), rule, 1 << y, True)
    for z, reached in on.items():
        if reached & kind.weak[z]:
            yield ChainEnd(kind.chain + lengthening(length + 2), rule, 1 << z, False)


def _steps(links: MarkLinks, kind: ChainKind) -> MarkSets:
    """Return for each mark the marks that are true if it is, by a weak and a strong link."""
    able = sum(1 << mark for mark in links.open if kind.strong[mark])
    step = [0] * 729
    for mark in links.open:
        for other in bits(kind.weak[mark] & able):
            step[mark] |= kind.strong[other]
    return step


def _grown(fresh: dict[int, int], reached: dict[int, int], step: MarkSets) -> dict[int, int]:
    """Return the marks first reached by a further pair of links, and add them to `reached`."""
    grown = {}
    for start, marks in fresh.items():
        new = 0
        for mark in bits(marks):
            new |= step[mark]
        new &= ~reached[start]
        if new:
            grown[start] = new
            reached[start] |= new
    return grown
