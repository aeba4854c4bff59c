# SPDX-License-Identifier: MIT
"""Highlights in a picture: a step of a proof, a diagnosis, or anything you choose.

    Highlight   houses    shaded lightly                          cells    shaded: "note", "spare" or "wrong"
                pattern   candidates in circles, by role          links    lines between candidates
                placed    candidates to place: green              removed  candidates to remove: crossed out

A highlight can be made from a step of `solve_logically`, and from any object with some of the same attributes; its
candidates are then the bits of an integer or a collection of numbers, cell * side + digit - 1. A chain's pattern is a
path of candidates, alternately false and true, and its links are drawn. For forcing chains and nets, the implications
are drawn: dashed to a candidate that becomes false, solid to one that becomes true. Their candidates have three roles:
false, true, and false under one assumption but true under another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from dlx.system.public import public

from ..board.board import Board

ROLES = ("note", "spare", "wrong")
Roles = tuple[tuple[int, ...], ...]
Pairs = tuple[tuple[int, int], ...]
_Linked = tuple[Roles, Pairs, Pairs]  # pattern, solid links, dashed links


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Highlight:
    """The highlighted parts of a picture; any of them may be empty."""

    cells: Mapping[int, str] = field(default_factory=dict)  # cell -> one of ROLES
    houses: tuple[int, ...] = ()
    pattern: Roles = ()  # candidates by role
    placed: tuple[int, ...] = ()  # candidates
    removed: tuple[int, ...] = ()
    links: Pairs = ()
    weak: Pairs = ()  # dashed links
    words: str = ""

    def candidates(self) -> set[int]:
        """Return all candidates that the highlight mentions."""
        parts = (self.placed, self.removed, *self.pattern, *self.links, *self.weak)
        return {candidate for part in parts for candidate in part}


def as_highlight(board: Board, what: Any) -> Highlight:
    """Return a highlight for a diagnosis, for cells, or for an object with cells, pattern, placed, removed or links.

    Raises TypeError for anything else, ValueError for a cell, house or candidate that the board does not have.

    >>> as_highlight(Board(), [0, 1]).cells
    {0: 'note', 1: 'note'}
    """
    from ..diagnosis.doctor import Diagnosis

    if what is None:
        return Highlight()
    if isinstance(what, Diagnosis):
        return _of_diagnosis(what)
    if isinstance(what, Mapping):
        return _check(board, Highlight(cells=dict(what)))
    if isinstance(what, Highlight):
        return _check(board, what)
    if not any(hasattr(what, name) for name in ("cells", "placed", "removed", "pattern", "links")):
        if not isinstance(what, Iterable) or isinstance(what, str):
            raise TypeError(f"highlight is of type {type(what).__name__}; give a step, a Highlight, or cells")
        return _check(board, Highlight(cells=dict.fromkeys(what, "note")))
    return _check(board, _of_step(what))


def _of_step(step: Any) -> Highlight:
    cells = getattr(step, "cells", ())
    pattern = tuple(map(_numbers, getattr(step, "pattern", ())))
    links: Pairs = tuple((a, b) for a, b, *_ in getattr(step, "links", ()))
    weak: Pairs = ()
    if getattr(step, "implications", ()):
        pattern, links, weak = _of_implications([*chain.from_iterable(step.implications)], pattern)
    elif getattr(step, "length", 0) and len(pattern) > 1 and all(pattern):
        arms = getattr(step, "arms", ())
        pattern, links, weak = _of_arms(pattern, arms, step.removed) if arms else _of_path(pattern, 2 * step.length)
    return Highlight(
        cells=dict(cells) if isinstance(cells, Mapping) else dict.fromkeys(cells, "note"),
        houses=tuple(getattr(step, "houses", ())),
        pattern=pattern,
        placed=_numbers(getattr(step, "placed", ())),
        removed=_numbers(getattr(step, "removed", ())),
        links=links,
        weak=weak,
        words=str(getattr(step, "words", "")),
    )


def _of_path(parts: Roles, length: int) -> _Linked:
    """Return pattern and links of a chain, whose nodes are alternately false and true; its locked sets follow."""
    path, nodes = parts[:length], [part[0] for part in parts[:length]]
    strong = tuple(zip(nodes[::2], nodes[1::2], strict=False))
    weak = tuple((a, b) for a, b in zip(nodes[1::2], nodes[2::2], strict=False) if a != b)
    roles = [tuple(chain.from_iterable(role)) for role in (path[::2], path[1::2])]
    return (*roles, *_rest(parts[length:], roles)), strong, weak


def _of_arms(parts: Roles, arms: tuple[int, ...], removed: int) -> _Linked:
    """Return pattern and links of a forcing chain with groups, whose almost locked sets follow the arms."""
    strong, weak, on, off, at = dict[tuple[int, int], None](), dict[tuple[int, int], None](), set[int](), set[int](), 1
    for size in arms:
        arm, at = parts[at : at + size], at + size
        nodes = [*(part[0] for part in arm), *_numbers(removed)]
        weak |= dict.fromkeys(zip(nodes[::2], nodes[1::2], strict=True))
        strong |= dict.fromkeys(zip(nodes[1::2], nodes[2::2], strict=False))
        on.update(*arm[::2])
        off.update(*arm[1::2])
    roles = [tuple(sorted(role)) for role in (off - on, on - off, on & off)]
    return (*roles, *_rest(parts[at:], roles)), tuple(strong), tuple(weak)


def _rest(sets: Roles, roles: list[tuple[int, ...]]) -> Roles:
    """Return the candidates of the sets that have no role yet, as a role if there are any."""
    rest = {*chain.from_iterable(sets)}.difference(*roles)
    return (tuple(sorted(rest)),) if rest else ()


def _of_implications(implications: list[tuple[int, int, bool]], parts: Roles) -> _Linked:
    """Return pattern and links of a forcing chain or net, whose locked sets have more candidates than implications."""
    on = {b for _, b, true in implications if true} | {a for a, _, true in implications if not true}
    off = {b for _, b, true in implications if not true}
    strong = dict.fromkeys((a, b) for a, b, true in implications if true)
    weak = dict.fromkeys((a, b) for a, b, true in implications if not true)
    roles = [tuple(sorted(role)) for role in (off - on, on - off, on & off)]
    return (*roles, *_rest(parts, roles)), tuple(strong), tuple(weak)


def _of_diagnosis(found: Any) -> Highlight:
    cells = dict.fromkeys(found.redundant or (), "spare")
    if found.conflict is not None:
        cells = dict.fromkeys(found.conflict.cells, "wrong")
    side = found.board.side
    placed = tuple(cell * side + digit - 1 for cell, digit in found.repair.clues) if found.repair is not None else ()
    return Highlight(cells=cells, placed=placed, words=str(found).replace("\n", "; "))


def _numbers(candidates: Any) -> tuple[int, ...]:
    """Return candidates as ascending numbers, from the bits of an integer or from a collection."""
    if isinstance(candidates, int):
        return tuple(k for k, bit in enumerate(reversed(bin(candidates)[2:])) if bit == "1")
    return tuple(sorted(candidates))


def _check(board: Board, found: Highlight) -> Highlight:
    for cell, role in found.cells.items():
        if not isinstance(cell, int) or not 0 <= cell < board.cells:
            raise ValueError(f"highlight: {cell!r} is not a cell of a {board} (0-{board.cells - 1})")
        if role not in ROLES:
            raise ValueError(f"highlight of {board.cell_name(cell)}: {role!r} is not one of {', '.join(ROLES)}")
    for house in found.houses:
        if not 0 <= house < len(board.houses):
            raise ValueError(f"highlight: there is no house {house}")
    for candidate in found.candidates():
        if not 0 <= candidate < board.cells * board.side:
            raise ValueError(f"highlight: a {board} has no candidate {candidate}")
    return found
