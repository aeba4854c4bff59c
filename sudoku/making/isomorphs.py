# SPDX-License-Identifier: MIT
"""Random isomorphs of a puzzle: the same puzzle in another guise.

An isomorph relabels the digits and permutes the bands, the rows of each band, the stacks and the columns of each stack.
If boxes are square, half of the isomorphs are also transposed. A person sees a different puzzle, and so does a search
that breaks ties by the order of cells and digits, but solutions and logic are the same.

    1 2 | . .        . . | 4 .      digits 1 and 2 become 4 and 3,
    . . | 1 .        4 3 | . .      rows 1 and 2 are exchanged
    ----+----        ----+----
"""

from __future__ import annotations

from random import Random

from ..board.board import Board


def isomorph(board: Board, puzzle: bytes, random: Random) -> bytes:
    """Return a random isomorph, each equally likely; raise ValueError if the board is not plain.

    >>> board = Board(2, 2)
    >>> board.line(isomorph(board, board.parse("12.. 3... ..4. ...1"), Random(1)))
    '...2..14.4..3...'
    """
    if not board.plain:
        raise ValueError(f"the isomorphs of a {board} are unknown; use a plain board (boxes, and no other rule)")
    side = board.side
    rows = _lines(side, board.box_height, random)
    columns = _lines(side, board.box_width, random)
    digits = [0, *random.sample(range(1, side + 1), side)]
    turned = board.box_height == board.box_width and random.random() < 0.5
    places = ((c, r) if turned else (r, c) for r in rows for c in columns)
    return bytes(digits[puzzle[row * side + column]] for row, column in places)


def _lines(side: int, size: int, random: Random) -> list[int]:
    """Return the rows (or columns) in random order; the `size` lines of a band stay together."""
    bands = random.sample(range(0, side, size), side // size)
    return [band + line for band in bands for line in random.sample(range(size), size)]
