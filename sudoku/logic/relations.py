# SPDX-License-Identifier: MIT
"""Relations of two cells in words: the reason why a cell, whatever its digit, excludes digits of another one.

    thermometer r3c3-r3c4             r3c4 is at most 6, so r3c3 is at most 5
    whisper r1c1-r1c2                 r1c1 is 4, 5 or 6, and r1c2 differs from it by at least 5
    non-consecutive                   r1c1 is 4 or 6, and r1c2 does not differ from it by 1

The words come from the pairs of digits that a rule allows, so rules of your own have them as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ..board.board import Board
from ..board.constraints import Said
from ..board.kept import kept
from ..board.rules import written
from ..board.variants.bases import Lines
from ..board.variants.parts import parts_of
from .pair_words import Verb, verb_of
from .rules import cells_of_part, noun_of
from .step import cell_names, digit_names, listed
from .tables import BoardTables, bits, tables, union


class PairRelation(NamedTuple):
    """A reason, and the digits of a second cell, as a set, that it excludes for each digit of a first cell."""

    name: str
    excluded: tuple[int, ...]
    banned: tuple[int, int] = (0, 0)  # the digits that the rule bans from both cells, whatever the other one has


def reason_in_words(board: Board, cell: int, digits: int, removed: dict[int, int]) -> str:
    """Describe why a cell with these digits excludes the removed ones, by cell; sets have bit 0 for the lowest digit.

    >>> from sudoku.variants import Thermometers
    >>> board = Board(variants=[Thermometers(["r3c3 r3c4"])])
    >>> reason_in_words(board, board.cell("r3c4"), 0b101100, {board.cell("r3c3"): 0b100000})
    'thermometer r3c3-r3c4: r3c4 is at most 6, so r3c3 is at most 5'
    """
    t = tables(board)
    others: dict[tuple[str, str | Verb], list[int]] = {}  # by name and end of the sentence: the cells
    for other, lost in removed.items():
        relation = _relation(board, cell, other, digits, lost, "the houses" if len(removed) > 1 else "")
        others.setdefault((relation.name, _conclusion(t, relation, digits, lost)), []).append(other)
    clauses: dict[str, list[str]] = {}
    for (name, end), cells in others.items():
        clauses.setdefault(name, []).append(_clause(t, cell, digits, end, cells))
    return "; ".join(f"{name}: {'; '.join(several)}" for name, several in clauses.items())


def _relation(board: Board, cell: int, other: int, digits: int, lost: int, houses: str) -> PairRelation:
    """Return the briefest reason for the lost digits: a rule, several rules, or these and a house of both cells."""
    several = list(_relations(board, cell, other))
    house = list(_house(board, cell, other, houses))
    ways = [[relation] for relation in several] + [house] + [[relation, *house] for relation in several]
    ways += [several, [*several, *house]]
    return next(joined for joined in map(_joined, filter(None, ways)) if _explains(joined, digits, lost))


def _joined(relations: Sequence[PairRelation]) -> PairRelation:
    masks = tuple(map(union, zip(*(relation.excluded for relation in relations), strict=True)))
    here, there = map(union, zip(*(relation.banned for relation in relations), strict=True))
    return PairRelation(listed([relation.name for relation in relations]), masks, (here, there))


def _explains(relation: PairRelation, digits: int, lost: int) -> bool:
    return all(not lost & ~relation.excluded[digit] for digit in bits(digits))


def _house(board: Board, cell: int, other: int, houses: str) -> Iterator[PairRelation]:
    """Yield the relation of two cells in a house: they differ."""
    full = ((board.house_name(house), board.houses[house]) for house in board.houses_of[cell])
    for name, cells in chain(full, board.house_parts):
        if cell in cells and other in cells:
            yield PairRelation(houses or name, tuple(1 << digit for digit in range(board.side)))
            return


def _relations(board: Board, cell: int, other: int) -> Iterator[PairRelation]:
    """Yield the relations of two cells by the parts of variants."""
    side = board.side
    for name, said, banned in _said_by_cell(board):
        masks = [0] * side
        for candidates, number in said.get(cell, ()):
            firsts, seconds = ([c % side for c in candidates if c // side == at] for at in (cell, other))
            for digit in range(number):
                for first in firsts:
                    masks[first + digit] |= sum(1 << second + digit for second in seconds)
        if any(masks):
            here, there = (sum(1 << c % side for c in banned if c // side == at) for at in (cell, other))
            yield PairRelation(name, tuple(masks), (here, there))


@kept(32)
def _said_by_cell(board: Board) -> tuple[tuple[str, dict[int, list[Said]], frozenset[int]], ...]:
    """Return the name of each part of a variant, its exclusions by cell, and the candidates that it bans."""
    found = []
    for number, variant in enumerate(dict.fromkeys(board.variants)):
        for part in parts_of(number, variant):
            by_cell: dict[int, list[Said]] = {}
            book = written(board, [part.variant])
            for said, reason in book.said:
                if reason == str(part.variant):
                    for cell in {candidate // board.side for candidate in said[0]}:
                        by_cell.setdefault(cell, []).append(said)
            if by_cell:
                found.append((rule_name(board, part.variant, cells_of_part(board, part)), by_cell, book.banned))
    return tuple(found)


def rule_name(board: Board, variant: Any, cells: Sequence[int]) -> str:
    """Return the name of a part of a variant with its cells: `thermometer r3c3-r3c4`, `cage of r1c1 and r1c2`."""
    if isinstance(variant, Lines):
        return f"{noun_of(variant)} {'-'.join(map(board.cell_name, cells))}"
    return f"{noun_of(variant)} of {cell_names(tables(board), cells)}" if cells else str(variant)


# ---- words


def _clause(t: BoardTables, cell: int, digits: int, end: str | Verb, others: list[int]) -> str:
    names, several = cell_names(t, others), len(others) > 1
    if isinstance(end, str) and end.startswith("at "):
        return f"{bound_words(t, cell, digits, 'most' in end)}, so {names} {'are' if several else 'is'} {end}"
    start = f"{t.board.cell_name(cell)} is {digit_names(t, bits(digits), 'or')}, and"
    return f"{start} {end} in {names}" if isinstance(end, str) else f"{start} {names} {end[several]}"


def bound_words(t: BoardTables, cell: int, digits: int, most: bool) -> str:
    """Describe the highest or the lowest digit of a cell: `r3c4 is at most 6`, or its only one."""
    bound = t.board.signs[digits.bit_length() - 1 if most else (digits & -digits).bit_length() - 1]
    at = f"at {'most' if most else 'least'} " if digits & (digits - 1) else ""
    return f"{t.board.cell_name(cell)} is {at}{bound}"


def _conclusion(t: BoardTables, relation: PairRelation, digits: int, lost: int) -> str | Verb:
    """Return the bound of the second cell, or the relation as a verb; without one, the digits that it loses."""
    side, signs, low = t.side, t.board.signs, t.board.first_digit
    here, there = relation.banned
    pairs = [(x, y) for x in range(side) for y in range(side) if not here >> x & 1 and not there >> y & 1]
    allowed = [(x, y) for x, y in pairs if not relation.excluded[x] >> y & 1]
    steps = {y - x for x, y in allowed} or {0}
    least, most = (digits & -digits).bit_length() - 1 + min(steps), digits.bit_length() - 1 + max(steps)
    if min(steps) >= 0 and allowed == [(x, y) for x, y in pairs if y - x >= min(steps)] and least < side:
        return f"at least {signs[least]}"
    if max(steps) <= 0 and allowed == [(x, y) for x, y in pairs if y - x <= max(steps)] and most >= 0:
        return f"at most {signs[most]}"
    shown = [[(x + low, y + low) for x, y in some] for some in (pairs, allowed)]
    return verb_of(*shown) or f"no digit of it allows {digit_names(t, bits(lost), 'or')}"
