# SPDX-License-Identifier: MIT
"""Game ids of Solo, in Simon Tatham's Portable Puzzle Collection.

    3x3:5_3b7d6b1_9_5d9_8e...            boxes 3 wide and 3 high; numbers, with _ between two; b: two empty cells
    3x3x:..., 9j:...,REGIONS             with diagonals; 9 regions, as the lines between cells
    3x3k:...,CAGES,SUMS                  killer: the lines between cages, and the sum in the first cell of each

Lines between cells are runs: _ is a line, a is one place without a line before the next, y are 25, and z are 25 without
a line behind them. Places come row by row between neighbors in a row, then column by column between those in a column.

Reference: the source of that collection, solo.c, for the order of places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from ..board.board import Board
from ..board.digits import LARGEST_SIDE
from ..board.rules import Variant
from ..board.variants import Diagonals, Killer
from ..board.words import cell_count

_ID = re.compile(r"\s*([0-9]{1,2})(?:x([0-9]{1,2}))?([jxk]*)(?:[rma][0-9]*d?|d[a-z])*:([0-9a-z_]+(?:,[0-9a-z_]+)*)\s*")
_CELLS = re.compile("([0-9]+)|([a-z])|_")
RUN_LETTERS = "_abcdefghijklmnopqrstuvwxyz"
LONGEST_RUN = 25  # of places without a line

is_solo = _ID.fullmatch


def read_solo(text: str, board: Board | None = None) -> tuple[Board, bytes]:
    """Return the puzzle of a game id. Raises ValueError if it is damaged, or has another board than `board`.

    >>> own, puzzle = read_solo("2x2:1_2d3d4d")
    >>> own.line(puzzle)
    '12....3....4....'
    """
    match = _ID.fullmatch(text)
    if match is None:
        raise ValueError("the text is no game id of Solo")
    width, height, kinds = int(match[1]), int(match[2] or 1 if "j" in match[3] else match[2] or match[1]), match[3]
    side, fields = width * height, match[4].split(",")
    jigsaw, killer = "j" in kinds or height == 1, "k" in kinds
    if not 1 <= side <= LARGEST_SIDE:
        raise ValueError(f"the game id has {side} rows; a board has 1 to {LARGEST_SIDE}")
    if len(fields) != 1 + jigsaw + 2 * killer:
        raise ValueError(f"the game id is damaged: it has {len(fields)} parts, not {1 + jigsaw + 2 * killer}")
    own = Board(regions=_groups(fields[1], side)) if jigsaw else Board(height, width)
    variants: list[Variant] = [Diagonals()] if "x" in kinds else []
    if killer:
        variants.append(_cages(own, _groups(fields[-2], side), _numbers(fields[-1], side)))
    own = own.with_variants(*variants)
    if board is not None and board.base != own.base:
        raise ValueError(f"the game id has a {own} where a {board} is expected")
    return (own.with_variants(*board.variants) if board else own), own.from_array(_numbers(fields[0], side))


def _numbers(text: str, side: int) -> list[int]:
    """Return the number of each cell, 0 for an empty one."""
    numbers: list[int] = []
    for number, run in _CELLS.findall(text):
        numbers += [int(number)] if number else [0] * RUN_LETTERS.index(run or "_")
    if len(numbers) != side * side:
        raise ValueError(f"the game id is damaged: {cell_count(len(numbers))} where its board has {side * side}")
    return numbers


def _places(side: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of neighbors between which a line may be."""
    for row in range(side):
        yield from ((row * side + column, row * side + column + 1) for column in range(side - 1))
    for column in range(side):
        yield from ((row * side + column, (row + 1) * side + column) for row in range(side - 1))


def _groups(text: str, side: int) -> list[int]:
    """Return the group of each cell, as the smallest cell in it, from the lines between cells."""
    lines: list[bool] = []
    for letter in text:
        run = RUN_LETTERS.find(letter)
        if run < 0:
            raise ValueError(f"the game id is damaged: {letter!r} in the lines between cells")
        lines += [False] * min(run, LONGEST_RUN) + [True] * (run <= LONGEST_RUN)
    places = [*_places(side)]
    if len(lines) not in (len(places), len(places) + 1):  # a line after the last place
        raise ValueError(f"the game id is damaged: {len(lines) - 1} places between cells, not {len(places)}")
    group = list(range(side * side))
    for (a, b), line in zip(places, lines, strict=False):
        if not line and group[a] != group[b]:
            old, new = max(group[a], group[b]), min(group[a], group[b])
            group = [new if number == old else number for number in group]
    return group


def _cages(board: Board, groups: Sequence[int], sums: Sequence[int]) -> Killer:
    cells = sorted(range(board.cells), key=lambda cell: groups[cell])
    cages = [(*cage,) for _, cage in groupby(cells, key=lambda cell: groups[cell])]
    totals = [sum(sums[cell] for cell in cage) for cage in cages]
    names = [" ".join(map(board.cell_name, cage)) for cage in cages]
    return Killer([(total, name) for total, name in zip(totals, names, strict=True) if total])


# ---- written


def solo_id(board: Board, puzzle: bytes) -> str:
    """Return a puzzle as a game id. Raises ValueError for rules that Solo does not have.

    >>> solo_id(Board(2, 2), bytes([1, 2, 0, 0, 0, 0, 3, *bytes(9)]))
    '2x2:1_2d3i'
    """
    own = [rule for rule in board.variants if not isinstance(rule, Killer) and rule != Diagonals()]
    if own or not board.square or len(board.offsets) > 1 or not board.first_digit or len(board.variants) > 2:
        raise ValueError(f"Solo has no {board}")
    jigsaw = board.regions is not None
    kinds = "x" * (Diagonals() in board.variants)
    fields = [_cells_written(puzzle)]
    if jigsaw:
        fields.append(_lines_written([board.box_of(cell) for cell in range(board.cells)], board.side))
    for rule in board.variants:
        if isinstance(rule, Killer):
            kinds += "k"
            fields += _cages_written(board, rule)
    size = f"{board.side}j" if jigsaw else f"{board.box_width}x{board.box_height}"
    return f"{size}{kinds}:{','.join(fields)}"


def _cells_written(numbers: Sequence[int]) -> str:
    text = ""
    for value, run in groupby(numbers):
        number = len([*run])
        if value:
            text += "_" * (text[-1:].isdigit()) + "_".join([str(value)] * number)
        else:
            text += "z" * (number // 26) + (RUN_LETTERS[number % 26] if number % 26 else "")
    return text


def _lines_written(groups: Sequence[int], side: int) -> str:
    text, run = "", 0
    for line in [*(groups[a] != groups[b] for a, b in _places(side)), True]:
        if line:
            text += "z" * (run // LONGEST_RUN) + RUN_LETTERS[run % LONGEST_RUN]
        run = 0 if line else run + 1
    return text


def _cages_written(board: Board, rule: Killer) -> list[str]:
    """Return the lines between cages, and their sums; a cell without a cage is a cage without a sum."""
    groups, sums = list(range(board.cells)), [0] * board.cells
    for total, names in rule.cages:
        cells = sorted(map(board.cell, names))
        sums[cells[0]] = int(total or 0)
        for cell in cells:
            groups[cell] = cells[0]
    return [_lines_written(groups, board.side), _cells_written(sums)]
