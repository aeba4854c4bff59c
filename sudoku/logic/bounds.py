# SPDX-License-Identifier: MIT
"""Bounds in words: why the cells of one rule leave only higher or only lower digits to another of its cells.

    thermometer r1c1-r1c2-r1c3         r1c3 is at most 6, so r1c2 is at most 5 and r1c1 is at most 4
    between line r1c1-r1c2-r1c3        r1c1 is at most 7 and r1c3 is at most 6, so r1c2 is at most 6
    little killer 13 of r1c4 and ...   r2c5 is at most 5, so r1c4 is at least 2

Nothing here depends on the kind of the rule. A bound holds if the rule has no assignment (supports.py) beyond it,
whatever digits its other cells have within their bounds. We leave out each of these bounds that is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .relations import bound_words, rule_name
from .rules import LogicRule
from .step import listed
from .supports import RuleCells, TooLong

MOST_PREMISES = 3  # bounds that a sentence gives as the reason of another one
MOST_SENTENCES = 3
MOST_BOUNDED_CELLS = 9  # of a rule: the proofs grow with their square
MOST_PROOF_FILLS = 300  # digits tried to prove a bound; a few milliseconds

Bound = tuple[int, bool]  # a place in the rule; whether its highest digit counts, or else its lowest


def bounds_in_words(rule: LogicRule, cells: RuleCells, digits: Sequence[int], found: Sequence[int]) -> str:
    """Describe the losses of a rule by bounds; "" where they are none, or too long.

    Args:
        rule: the rule.
        cells: its cells.
        digits: their digits, as sets.
        found: the ones that remain.
    """
    reasons: dict[tuple[Bound, ...], list[str]] = {}
    if len(digits) > MOST_BOUNDED_CELLS:
        return ""
    for at, (mask, left) in enumerate(zip(digits, found, strict=True)):
        for most, kept in _kept(cells, mask & ~left, left):
            premises = _premises(cells, digits, at, cells.tables.full & ~kept) if kept else None
            if premises is None:
                return ""
            reasons.setdefault(premises, []).append(bound_words(cells.tables, cells.cells[at], kept, most))
    name = rule_name(cells.tables.board, rule.variant, rule.cells)
    return f"{name}: {'; '.join(_sentences(cells, digits, reasons))}" if len(reasons) <= MOST_SENTENCES else ""


def _kept(cells: RuleCells, lost: int, left: int) -> Iterator[tuple[bool, int]]:
    """Yield the digits that an upper and a lower bound on the losses keep; none where losses are beyond no bound."""
    above, below = lost & ~_up_to(left.bit_length()), lost & (left & -left) - 1
    if lost and (above | below != lost or not left):
        yield True, 0
        return
    if above:
        yield True, (above & -above) - 1
    if below:
        yield False, cells.tables.full & ~_up_to(below.bit_length())


def _up_to(digits: int) -> int:
    return (1 << digits) - 1


def _sentences(cells: RuleCells, digits: Sequence[int], reasons: dict[tuple[Bound, ...], list[str]]) -> Iterator[str]:
    for premises, conclusions in reasons.items():
        given = [bound_words(cells.tables, cells.cells[at], digits[at], most) for at, most in premises]
        yield f"{listed(given)}, so {listed(conclusions)}" if given else listed(conclusions)


def _beyond(cells: RuleCells, mask: int, most: bool) -> int:
    """Return the digits above a set, or those below it."""
    return cells.tables.full & ~_up_to(mask.bit_length()) if most else (mask & -mask) - 1


def _premises(cells: RuleCells, digits: Sequence[int], at: int, beyond: int) -> tuple[Bound, ...] | None:
    """Return the bounds of other cells that leave no way with these digits; None if there are none, or too many."""
    bounds = [(k, most) for k, mask in enumerate(digits) for most in (True, False) if k != at]
    bounds = [(k, most) for k, most in bounds if _beyond(cells, digits[k], most)]
    try:
        if not _is_proof(cells, digits, at, beyond, bounds):
            return None
        for bound in sorted(bounds, key=lambda bound: -abs(bound[0] - at)):
            fewer = [premise for premise in bounds if premise != bound]
            if _is_proof(cells, digits, at, beyond, fewer):
                bounds = fewer
    except TooLong:
        return None
    return tuple(bounds) if len(bounds) <= MOST_PREMISES else None


def _is_proof(cells: RuleCells, digits: Sequence[int], at: int, beyond: int, bounds: Sequence[Bound]) -> bool:
    """Return whether a cell has none of these digits if the others obey these bounds."""
    masks = cells.digits(cells.tables.start)
    masks[at] &= beyond
    for k, most in bounds:
        masks[k] &= ~_beyond(cells, digits[k], most)
    return next(cells.assignments(masks, MOST_PROOF_FILLS), None) is None
