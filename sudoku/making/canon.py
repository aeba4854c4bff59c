# SPDX-License-Identifier: MIT
"""The canonical form: one for all puzzles that differ only in the names of digits and by a symmetry of the board.

The symmetries permute the bands, the rows of a band, the stacks and the columns of a stack and, if boxes are square,
exchange rows and columns: 2 * 6**8 ways on the 9x9 board, times 9! names for the digits.

    1 . | . 2         . . | . .
    . . | . .         2 . | . .         two 4x4 puzzles: transpose the first, exchange its upper two rows, and
    ----+----         ----+----         exchange 1 and 2 to get the second; so both have the same form
    . . | 1 .         . . | 2 .
    . . | . .         1 . | . .

The compiled search of sudoku/making/canonical.pyx finds the form, which is a puzzle of the same kind. It is not the
lexicographically least one ("minlex"), which takes far longer to find on large boards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from ..board.board import Board
from ..engine.lines import lines
from ..engine.puzzle import Puzzle
from ..engine.puzzles import grids_of, with_each, with_zeros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NO_FORM = "a {} has no canonical form; only boards with boxes and no other rule have one"


def canonical(puzzle: Any, *, board: Board | None = None) -> Any:
    """Return the canonical form of a puzzle or full grid, in the format of the argument; it need not have a solution.

    Two puzzles have equal forms if and only if they differ only in the names of digits and by a symmetry of the board.
    A 9x9 puzzle takes some microseconds, a full grid half a millisecond, a full 16x16 grid 25 milliseconds.

    Raises ValueError for a malformed puzzle, and for boards with rules other than boxes, whose symmetries differ.

    >>> canonical("1..2 .... ..1. ....") == canonical(".... 2... ..2. 1...")
    True
    >>> canonical("4..2 .... ..1. ....") == canonical("1..2 .... ..1. ....")
    False
    """
    import numpy as np

    given = Puzzle(puzzle, board)
    return given.answer(forms_of(np.frombuffer(given.values, np.uint8)[None], given.board)[0].tobytes())


@overload
def canonical_batch(puzzles: NDArray[Any], *, board: Board | None = None) -> NDArray[np.uint8]: ...
@overload
def canonical_batch(puzzles: Iterable[str], *, board: Board | None = None) -> list[str]: ...
def canonical_batch(puzzles: Any, *, board: Board | None = None) -> Any:
    """Return the canonical forms of many puzzles of one board: a list for texts, an array (N, cells) for an array.

    A row that is no puzzle has an empty text, or zeros; :func:`canonical` gives the reason. Raises ValueError for a
    board without canonical forms.

    >>> len(set(canonical_batch(["1..2 .... ..1. ....", ".... 2... ..2. 1...", "4..2 .... ..1. ...."])))
    2
    """
    boards, grids, errors = grids_of(puzzles, board, "canonical_batch")
    if len(boards) > 1:
        raise ValueError(NO_FORM.format(next(board for board in boards if not board.plain)))
    forms = forms_of(grids, boards[0])
    if hasattr(puzzles, "dtype"):
        return with_zeros(forms, errors)
    return with_each(lines(forms, 0, len(forms), boards[0].characters).decode("ascii").split(), errors, "")


def forms_of(grids: NDArray[np.uint8], board: Board) -> NDArray[np.uint8]:
    """Return the canonical forms of checked puzzles, an array (N, cells)."""
    from .canonical import forms

    if not board.plain:
        raise ValueError(NO_FORM.format(board))
    return forms(grids, board.box_height, board.box_width)
