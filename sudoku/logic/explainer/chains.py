# SPDX-License-Identifier: MIT
"""Chains and cycles: alternately weak and strong links that come back to where they began.

    chain    z on, y off, ..., x on, z off     z is false
             y off, x on, ..., y on            y is true
    cycle    y off, ..., x on, y off           x and y exclude each other and one of them is true: what sees both is false

                              cycle    chain
    one digit                  6.5      6.6
    strong links in cells      6.5      6.6
    all links                  7.0      7.0      and more the longer it is, by the number of its nodes less two

We follow the marks that are true after k strong links, from all marks side by side and one link at a time, so each chain
found is a shortest one. The easiest of all is the step.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..tables import bits
from .links import Links, Table, both, lengthening
from .marks import Hint, Marks, Removed

MOST_LINKS = 60  # strong links of a chain

Found = tuple[int, str, int, bool]  # tenths, kind, the mark or marks, and whether it is true


def chain(marks: Marks) -> Hint | None:
    """Return the easiest chain or cycle."""
    links = Links(marks)
    every = both(links.weak_cell, links.weak_house)
    best: Hint | None = None
    for name, weak, strong, cycle, simple in (
        ("X-", links.weak_house, links.strong_house, 65, 66),
        ("Y-", every, links.strong_cell, 65, 999),
        ("", every, both(links.strong_cell, links.strong_house), 70, 70),
    ):
        for tenths, kind, found, true in _search(links, weak, strong, cycle, simple, best.tenths if best else 999):
            if best is None or tenths < best.tenths:
                best = Hint(tenths, f"{kind} {name}{'cycle' if kind == 'bidirectional' else 'chain'}", losses(marks, found, true))
    return best


def losses(marks: Marks, found: int, true: bool) -> Removed:
    """Return the marks that are removed: those found false, or the others in the cell of the one found true."""
    if true:
        cell, digit = divmod(found.bit_length() - 1, 9)
        return marks.having((cell,), ~(1 << digit))
    return tuple((mark // 9, 1 << mark % 9) for mark in bits(found))


def _search(links: Links, weak: Table, strong: Table, cycle: int, simple: int, below: int) -> Iterator[Found]:
    """Yield what chains of these links show, and stop where no chain can be rated below `below`."""
    step = _steps(links, weak, strong)
    start = [mark for mark in links.open if strong[mark]]
    off = {mark: strong[mark] for mark in start}
    on = {mark: step[mark] for mark in links.open if step[mark]}
    seen_off, seen_on = dict(off), dict(on)
    for k in range(1, MOST_LINKS):
        if not off and not on or cycle + lengthening(2 * k - 2) >= below:
            return
        for y, reached in off.items():
            if reached >> y & 1:
                below = min(below, simple + lengthening(2 * k - 2))
                yield simple + lengthening(2 * k - 2), "forcing", 1 << y, True
            for x in bits(reached & weak[y]) if k > 1 else ():
                gone = links.weak_house[x] & links.weak_house[y] if x % 9 == y % 9 else 0
                if gone:
                    below = min(below, cycle + lengthening(2 * k - 2))
                    yield cycle + lengthening(2 * k - 2), "bidirectional", gone, False
        for z, reached in on.items():
            if reached & weak[z]:
                below = min(below, simple + lengthening(2 * k))
                yield simple + lengthening(2 * k), "forcing", 1 << z, False
        off, on = _grown(off, seen_off, step), _grown(on, seen_on, step)


def _steps(links: Links, weak: Table, strong: Table) -> Table:
    """Return the marks that are true, by a weak and a strong link, if one is."""
    able = sum(1 << mark for mark in links.open if strong[mark])
    step = [0] * 729
    for mark in links.open:
        for other in bits(weak[mark] & able):
            step[mark] |= strong[other]
    return step


def _grown(fresh: dict[int, int], seen: dict[int, int], step: Table) -> dict[int, int]:
    """Return the marks that a further pair of links reaches first, and add them to `seen`."""
    grown = {}
    for start, marks in fresh.items():
        reached = 0
        for mark in bits(marks):
            reached |= step[mark]
        reached &= ~seen[start]
        if reached:
            grown[start] = reached
            seen[start] |= reached
    return grown
