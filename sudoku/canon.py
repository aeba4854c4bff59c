# SPDX-License-Identifier: MIT
"""One form for all puzzles that are the same but for the names of digits and the symmetries of the board.

These are: bands change places, rows change places within a band, the same with stacks and columns, and, where boxes are
square, rows become columns: 2 * 6**8 ways on the 9x9 board, times 9! names for the digits.

    1 . | . 2         . . | . .
    . . | . .         2 . | . .         two of 4x4: the second is the first with rows for columns, its upper
    ----+----         ----+----         two rows changed, and 2 for 1; so both have one form
    . . | 1 .         . . | 2 .
    . . | . .         1 . | . .

The form is settled by the compiled search of sudoku/_canonical.pyx; it is a puzzle of the same kind. It is not the one
that is least in the order of the alphabet ("minlex"): that takes far longer on large boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .board import Board
from .solve import _Question

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def canonical(puzzle: Any, *, board: Board | None = None) -> Any:
    """The canonical form of a puzzle or a full grid, in the form it came in; whether it has solutions does not matter.

    Two puzzles are the same up to the names of digits and the symmetries of the board if and only if their forms are
    equal. A 9x9 puzzle takes some microseconds, a full grid half a millisecond, a full 16x16 grid 25 milliseconds.

    Raises ValueError for a malformed puzzle, and for boards with other rules than boxes: these have other symmetries.

    >>> canonical("1..2 .... ..1. ....") == canonical(".... 2... ..2. 1...")
    True
    >>> canonical("4..2 .... ..1. ....") == canonical("1..2 .... ..1. ....")
    False
    """
    import numpy as np

    asked = _Question(puzzle, board)
    form = canonical_batch(np.frombuffer(asked.puzzle, np.uint8)[None], asked.board)[0]
    return asked.answer(form.tobytes())


def canonical_batch(grids: NDArray[np.uint8], board: Board) -> NDArray[np.uint8]:
    """The forms of many puzzles of one board, an array (N, cells)."""
    from ._canonical import forms

    if not board.plain:
        raise ValueError(f"no canonical form for a {board}: only for boards with boxes and no other rule")
    return forms(grids, board.box_height, board.box_width)
