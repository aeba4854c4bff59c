# SPDX-License-Identifier: MIT
"""Rules that contradict each other, or the clues: as few as we find in some seconds, such that all are needed.

    a cage of 2 cells with the sum 3, another with the sum 4, and a clue 1 next to both        no solution

We look only for a set that has no solution, and shrink it: a variant as a whole, half of its parts, single parts; at
last the clues (conflict.py). We keep what we cannot decide in time. So the result has no solution, even if a part of
it would have none either.

Reference: Junker, QuickXplain, AAAI 2004, for halving before single parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from ..board.board import Board
from ..board.variants.parts import VariantPart, parts_of
from ..engine.cover import clues
from ..engine.queries import ClueQueries
from .conflict import conflict

PARTS_SHARE = 0.6  # of the time, for rules; the rest is for clues
SEARCH_SHARE = 0.1  # of the time, for one search
MOST_NAMED = 12  # rules and clues in a sentence
MOST_CELLS_NAMED = 6  # of a rule in a sentence


class Clash(NamedTuple):
    """Rules and clues that have no solution together."""

    parts: tuple[VariantPart, ...]
    cells: tuple[int, ...]  # of the clues
    irredundant: bool  # without any one of them there is a solution; if False, time ran out before that was known


def clash_of_rules(board: Board, puzzle: bytes, time_limit: float) -> Clash:
    """Return rules and clues without a solution, from a board and a puzzle that have none.

    >>> from sudoku.variants import Killer
    >>> board = Board(2, 2, variants=[Killer([(3, "r1c1 r1c2"), (7, "r3c3 r3c4"), (4, "r2c1 r2c2")])])
    >>> [part.entry for part in clash_of_rules(board, bytes(16), 5).parts]
    [0, 2]
    """
    end = perf_counter() + time_limit
    parts = [part for number, variant in enumerate(board.variants) for part in parts_of(number, variant)]
    given = clues(board, puzzle)
    needed, sure = _shrink(board, given, parts, perf_counter() + PARTS_SHARE * time_limit, SEARCH_SHARE * time_limit)
    found = conflict(ClueQueries(_with(board, needed), max(end - perf_counter(), 0.0)), given)
    return Clash(tuple(needed), found.cells, sure and found.kind != "found")


def _shrink(
    board: Board, given: list[int], parts: list[VariantPart], end: float, most: float
) -> tuple[list[VariantPart], bool]:
    """Return fewer parts that have no solution either, and whether each of them is needed."""
    needed, sure = parts, True
    for group in _groups(parts):
        left = end - perf_counter()
        if left <= 0:
            return needed, False
        rest = [part for part in needed if part not in group]
        if len(rest) < len(needed):
            fails = _fails(_with(board, rest), given, min(most, left))
            needed = rest if fails else needed
            sure &= fails is not None or len(group) > 1
    return needed, sure


def _groups(parts: Sequence[VariantPart]) -> Iterator[Sequence[VariantPart]]:
    """Yield sets of parts to leave out: whole variants, then halves of all parts, down to single parts."""
    size = max(len(parts), 1)
    for number in dict.fromkeys(part.number for part in parts):
        yield [part for part in parts if part.number == number]
    while size > 1:
        size = (size + 1) // 2
        for at in range(0, len(parts), size):
            yield parts[at : at + size]


def _fails(board: Board, given: list[int], seconds: float) -> bool | None:
    """Return whether there is no solution; None if that is unknown."""
    try:
        return ClueQueries(board, seconds).solve(given) is None
    except TimeoutError:
        return None


def _with(board: Board, parts: Sequence[VariantPart]) -> Board:
    return board.base.with_variants(*(part.variant for part in parts))


def name_of(board: Board, part: VariantPart) -> str:
    """Return the name of a part, as errors have it, and its cells.

    >>> from sudoku.variants import Killer
    >>> [name_of(Board(), part) for part in parts_of(0, Killer([(3, "r1c1 r1c2"), (7, "r3c3 r3c4")]))]
    ['cage 1 (r1c1 r1c2)', 'cage 2 (r3c3 r3c4)']
    """
    if not part.field:
        return str(part.variant)
    plain = {"cages": "cage", "arrows": "arrow", "clones": "clone", "regions": "extra region"}
    noun = getattr(part.variant, "noun", None) or plain.get(part.field) or f"{part.field} dot"
    names = part.names
    shown = [name if isinstance(name, str) else board.cell_name(name) for name in names[:MOST_CELLS_NAMED]]
    more = " ..." if len(names) > MOST_CELLS_NAMED else ""
    return f"{noun} {part.entry + 1} ({' '.join(shown)}{more})"


def listed_clash(board: Board, puzzle: bytes, clash: Clash) -> str:
    """Return rules and clues in words.

    >>> from sudoku.variants import Killer
    >>> board = Board(2, 2, variants=[Killer([(3, "r1c1 r1c2"), (7, "r3c3 r3c4"), (4, "r2c1 r2c2")])])
    >>> listed_clash(board, bytes(16), clash_of_rules(board, bytes(16), 5))
    'cage 1 (r1c1 r1c2) and cage 3 (r2c1 r2c2) contradict each other'
    """
    named = [name_of(board, part) for part in clash.parts]
    named += [f"{board.cell_name(cell)}={board.signs[puzzle[cell] - 1]}" for cell in clash.cells]
    if not named:
        return "the board has none, even without rules and clues"
    fewer = "" if clash.irredundant else " (fewer may do, time ran out)"
    if len(named) == 1:
        return f"{named[0]} cannot hold"
    if len(named) > MOST_NAMED:
        named = [*named[:MOST_NAMED], f"{len(named) - MOST_NAMED} more"]
    return f"{', '.join(named[:-1])} and {named[-1]} contradict each other{fewer}"
