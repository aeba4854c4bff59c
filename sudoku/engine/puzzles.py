# SPDX-License-Identifier: MIT
"""Many puzzles as they are passed, and their board: the way in of every function that takes a batch.

["12.. 3...", ...]                     texts   ─┐
array([[1, 2, 0, 0, 3, ...], ...])     array   ─┴─  board, or a board for each, and an array (N, cells)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..board.board import Board, check_board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.uint8]


def grids_of(puzzles: Any, board: Board | None, name: str) -> tuple[list[Board], Grid]:
    """Return the puzzles as a checked array (N, cells), and their board, or the board of each if they differ.

    Boards differ if puzzles are given as pencilmarks, which belong to the board. `name` is the function called. Raises
    ValueError for a malformed puzzle, with its number.

    >>> boards, grids = grids_of(["12.. 3... ..4. ...1"] * 2, None, "solve_batch")
    >>> len(boards), grids.shape
    (1, (2, 16))
    """
    import numpy as np

    check_board(board)
    if isinstance(puzzles, np.ndarray):
        board, grids = _array(puzzles, board)
        return [board], grids
    if isinstance(puzzles, str):
        raise TypeError(f"{name}() takes a list of puzzles; use {name.removesuffix('_batch')}() for a single one")
    texts = puzzles if type(puzzles) is list else list(puzzles)
    if texts and not isinstance(texts[0], str) and _are_alike(texts):
        board, grids = _array(np.array(texts), board)
        return [board], grids
    own, board, grids = _texts(texts, board)
    if all(of_text is board for of_text in own.values()):
        return [board], grids
    return [own.get(k, board) for k in range(len(texts))], grids


def _texts(texts: list[str], board: Board | None) -> tuple[dict[int, Board], Board, Grid]:
    """Read texts: plain ones in a compiled loop, the others one by one, each with a board of its own."""
    import numpy as np

    from .lines import cells

    own: dict[int, Board] = {}
    grids = None if board is None else np.empty((len(texts), board.cells), np.uint8)
    k = 0
    while k < len(texts):
        if board is not None and grids is not None:
            k = cells(texts, k, board.values, grids)
            if k == len(texts):
                break
        try:
            own[k], line = Board.read(texts[k], board)
        except (TypeError, ValueError) as error:
            raise type(error)(f"puzzle {k}: {error}") from None
        if board is None or grids is None:
            board = own[k] if own[k].plain else own[k].base
            grids = np.empty((len(texts), board.cells), np.uint8)
        grids[k] = np.frombuffer(line, np.uint8)
        k += 1
    board = board or Board()
    return own, board, np.empty((0, board.cells), np.uint8) if grids is None else grids


def _are_alike(grids: list[Any]) -> bool:
    """Return whether all grids have one shape."""
    import numpy as np

    try:
        return len({np.shape(grid) for grid in grids}) == 1
    except ValueError:  # a grid with rows of several lengths
        return False


def _array(grids: NDArray[Any], board: Board | None) -> tuple[Board, Grid]:
    import numpy as np

    if grids.ndim == 3:
        grids = grids.reshape(len(grids), -1)
    if grids.ndim != 2:
        shape = "an array of puzzles has the shape (N, cells) or (N, rows, columns)"
        raise ValueError(f"{shape}; this one has the shape {grids.shape}")
    board = board or Board.of_cells(grids.shape[1])
    if grids.shape[1] != board.cells:
        raise ValueError(f"puzzles of {grids.shape[1]} cells where a {board} has {board.cells}")
    if grids.dtype.kind not in "iu":
        return board, _converted(grids, board)
    if grids.size and not 0 <= grids.min() <= grids.max() <= board.side:
        k, cell = np.argwhere((grids < 0) | (grids > board.side))[0]
        value = f"puzzle {k}: {board.cell_name(int(cell))} holds {grids[k, cell]}"
        raise ValueError(f"{value}: out of range for a {board} (0-{board.side})")
    return board, np.ascontiguousarray(grids, np.uint8)


def _converted(grids: NDArray[Any], board: Board) -> Grid:
    """Return puzzles of signs, or of numbers as tables have them, as whole numbers."""
    import numpy as np

    lines = []
    for k, values in enumerate(grids):
        try:
            lines.append(board.from_array(values))
        except (TypeError, ValueError) as error:
            raise type(error)(f"puzzle {k}: {error}") from None
    return np.frombuffer(b"".join(lines), np.uint8).reshape(grids.shape).copy()
