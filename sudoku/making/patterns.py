# SPDX-License-Identifier: MIT
"""The positions of clues: groups of symmetric cells, and masks.

A symmetry moves the cells of the drawing. Cells that it moves to each other form a *group*: all or none of them have a
clue, so groups are removed as a whole. A mask specifies for each cell whether it must, may, or must not have a clue:

    rotate180, 4x4     group of r1c1        mask
    a b c d            a . . .              # . . ?      #  (or 2) has a clue
    e f g h            . . . .              . ? ? .      ?  (or 1) may have a clue
    h g f e            . . . .              . ? ? .      .  (or 0) has no clue
    d c b a            . . . a              ? . . #
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from operator import index
from typing import Any

from dlx.system.public import public

from ..board.board import Board
from ..board.text import cells_of

Place = tuple[int, int]
Move = Callable[[int, int, int, int], Place]  # from (row, column, height, width) to the new place

_MOVES: dict[str, Move] = {
    "half turn": lambda r, c, h, w: (h - 1 - r, w - 1 - c),
    "quarter turn": lambda r, c, h, w: (c, h - 1 - r),
    "left-right": lambda r, c, h, w: (r, w - 1 - c),
    "top-bottom": lambda r, c, h, w: (h - 1 - r, c),
    "diagonal": lambda r, c, h, w: (c, r),
    "antidiagonal": lambda r, c, h, w: (w - 1 - c, h - 1 - r),
}
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (),
    "rotate180": ("half turn",),
    "rotate90": ("quarter turn",),
    "mirror-left-right": ("left-right",),
    "mirror-top-bottom": ("top-bottom",),
    "mirror-both": ("left-right", "top-bottom"),
    "diagonal": ("diagonal",),
    "antidiagonal": ("antidiagonal",),
    "both-diagonals": ("diagonal", "antidiagonal"),
    "full": ("quarter turn", "left-right"),
}
# of a puzzle with one solution, by the box; 9x9: G. McGuire, B. Tugemann, G. Civario, There Is No 16-Clue Sudoku, 2012;
# for the others we searched all grids, and none has a puzzle of one clue fewer
FEWEST_CLUES = {(2, 2): 4, (2, 3): 8, (3, 2): 8, (3, 3): 17}
FORBIDDEN, ALLOWED, REQUIRED = 0, 1, 2
_MARKS = {".": FORBIDDEN, "0": FORBIDDEN, "?": ALLOWED, "1": ALLOWED, "#": REQUIRED, "2": REQUIRED}


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Pattern:
    """The groups of cells whose clues may be removed, and the cells that must keep theirs."""

    free: tuple[tuple[int, ...], ...]  # removable groups, ordered by their first cells
    fixed: tuple[int, ...]  # cells that must have a clue

    @property
    def cells(self) -> list[int]:
        """Return all cells that may have a clue."""
        return sorted([*self.fixed, *(cell for group in self.free for cell in group)])

    def sums(self) -> list[int]:
        """Return the numbers of clues that whole groups can have, ascending.

        >>> pattern(Board(), "rotate90").sums()[:6]
        [0, 1, 4, 5, 8, 9]
        """
        reached = 1 << len(self.fixed)
        for group in self.free:
            reached |= reached << len(group)
        return [number for number in range(reached.bit_length()) if reached >> number & 1]


def groups(board: Board, symmetry: str) -> list[tuple[int, ...]]:
    """Return the cells of a board in groups that have clues together.

    Raises ValueError for an unknown symmetry, and for one that the board does not have.

    >>> groups(Board(2, 2), "rotate180")[0], len(groups(Board(), "full"))
    ((0, 15), 15)
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"no symmetry {symmetry!r}; choose one of {', '.join(SYMMETRIES)}")
    group_of = list(range(board.cells))  # by cell: the first cell of its group, or a step towards it
    for name in SYMMETRIES[symmetry]:
        for cell, place in enumerate(board.places):
            other = board.cell_at.get(_MOVES[name](*place, board.height, board.width))
            if other is None:
                where = board.cell_name(cell)
                raise ValueError(f"symmetry {symmetry!r}: a {board} does not have this symmetry ({where})")
            one, two = sorted((_first(group_of, cell), _first(group_of, other)))
            group_of[two] = one
    found: dict[int, list[int]] = {}
    for cell in range(board.cells):
        found.setdefault(_first(group_of, cell), []).append(cell)
    return [tuple(cells) for cells in found.values()]


def _first(group_of: list[int], cell: int) -> int:
    while group_of[cell] != cell:
        cell = group_of[cell]
    return cell


def read_mask(board: Board, mask: str | Iterable[Any]) -> list[int]:
    """Return FORBIDDEN, ALLOWED or REQUIRED for each cell.

    Raises ValueError for a wrong number of cells, and for an unknown mark, with the name of its cell.

    >>> read_mask(Board(1, 2), "#? .?")
    [2, 1, 0, 1]
    """
    if isinstance(mask, str):
        marks: list[Any] = list(cells_of(mask))
    else:
        rows = mask.tolist() if hasattr(mask, "tolist") else list(mask)
        marks = [mark for row in rows for mark in (row if hasattr(row, "__len__") else [row])]
    if len(marks) != board.cells:
        raise ValueError(f"a mask of {len(marks)} cells where a {board} has {board.cells}")
    return [_mark(board, cell, mark) for cell, mark in enumerate(marks)]


def _mark(board: Board, cell: int, mark: Any) -> int:
    try:
        value = _MARKS[mark] if isinstance(mark, str) else index(mark)
    except (KeyError, TypeError):
        value = -1
    if value not in (FORBIDDEN, ALLOWED, REQUIRED):
        raise ValueError(f"mask: {board.cell_name(cell)} is {mark!r}, not # (2, must), ? (1, may) or . (0, none)")
    return value


def pattern(board: Board, symmetry: str = "none", mask: Any = None) -> Pattern:
    """Return the groups and fixed cells of a symmetry and a mask; raise ValueError if they contradict each other.

    >>> pattern(Board(2, 2), "rotate180", "#??. .... .... .??.")
    Traceback (most recent call last):
        ...
    ValueError: mask: symmetry 'rotate180' needs clues in both r1c1 and r4c4, or in neither
    """
    marks = [ALLOWED] * board.cells if mask is None else read_mask(board, mask)
    free: list[tuple[int, ...]] = []
    fixed: list[int] = []
    for group in groups(board, symmetry):
        kinds = [marks[cell] for cell in group]
        if REQUIRED in kinds and FORBIDDEN in kinds:
            one, two = sorted((group[kinds.index(REQUIRED)], group[kinds.index(FORBIDDEN)]))
            names = f"{board.cell_name(one)} and {board.cell_name(two)}"
            raise ValueError(f"mask: symmetry {symmetry!r} needs clues in both {names}, or in neither")
        if REQUIRED in kinds:
            fixed += group
        elif FORBIDDEN not in kinds:
            free.append(group)
    return Pattern(tuple(free), tuple(sorted(fixed)))


def impossible(board: Board, cells: Iterable[int], most: int) -> str | None:
    """Return why no puzzle with clues in at most `most` of these cells has one solution; None if that is not obvious.

    Only plain boards are checked: with other rules a puzzle may need no clue at all.

    >>> impossible(Board(), range(18, 81), 81)
    'rows 1 and 2 have no clue: they could change places'
    """
    if not board.plain:
        return None
    some = set(cells)
    fewest = FEWEST_CLUES.get((board.box_height, board.box_width))
    most = min(most, len(some))
    if fewest and most < fewest:
        size = f"{board.side}x{board.side}"
        return f"at most {most} clues: no {size} puzzle with fewer than {fewest} has exactly one solution"
    if most < board.side - 1:
        return f"at most {most} clues: two digits could change places"
    for kind, first, together in (("row", 0, board.box_height), ("column", board.side, board.box_width)):
        empty = [k for k in range(board.side) if some.isdisjoint(board.houses[first + k])]
        for one, two in pairwise(empty):
            if one // together == two // together:
                return f"{kind}s {one + 1} and {two + 1} have no clue: they could change places"
    return None
