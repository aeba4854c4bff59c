# SPDX-License-Identifier: MIT
"""Many puzzles as they are passed, and their board: the way in of every function that takes a batch.

["12.. 3...", ...]                     texts   ─┐   board, or a board for each, and an array (N, cells),
array([[1, 2, 0, 0, 3, ...], ...])     array   ─┴─  without the rows that are no puzzle, and an error for each of these
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..board.arrays import ONE_HOT, check_one_hot
from ..board.board import Board, check_board
from .puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.uint8]


EachAnswer = TypeVar("EachAnswer")


class BatchGrids(NamedTuple):
    """The rows of a batch that are puzzles, and the errors of the others."""

    boards: list[Board]  # one of all, or one of each
    grids: Grid  # (N, cells), checked
    errors: dict[int, str]  # by the number of the row among all, from 0


def grids_of(puzzles: Any, board: Board | None, name: str) -> BatchGrids:
    """Return the puzzles as a checked array (N, cells), and their board, or the board of each if they differ.

    Boards differ if puzzles are given as pencilmarks, which belong to the board. `name` is the function called. Raises
    ValueError for an array of another shape, and for one that may be one-hot.

    >>> boards, grids, errors = grids_of(["12.. 3... ..4. ...1", "12", "." * 16], None, "solve_batch")
    >>> len(boards), grids.shape, errors
    (1, (2, 16), {1: '2 cells where a 4x4 board has 16'})
    """
    import numpy as np

    check_board(board)
    if hasattr(puzzles, "to_numpy"):  # a table, or one of its columns
        puzzles = puzzles.to_numpy()
    if isinstance(puzzles, np.ma.MaskedArray):  # whose data behind the mask may be anything
        puzzles = puzzles.filled(0)
    if isinstance(puzzles, np.ndarray) and (puzzles.ndim != 1 or puzzles.dtype.kind not in "UTO"):
        return _array(puzzles, board)
    if isinstance(puzzles, str):
        raise TypeError(f"{name}() takes a list of puzzles; use {name.removesuffix('_batch')}() for a single one")
    texts = puzzles if type(puzzles) is list else list(puzzles)
    if texts and not isinstance(texts[0], str) and _are_alike(texts):
        return _array(np.array(texts), board)
    return _texts(texts, board)


def with_zeros(rows: NDArray[Any], errors: dict[int, str]) -> NDArray[Any]:
    """Return the answers of a batch, an array (N, ...), with zeros for each row that is no puzzle.

    >>> import numpy as np
    >>> with_zeros(np.array([5, 7]), {1: "no puzzle"}).tolist()
    [5, 0, 7]
    """
    import numpy as np

    valid = np.ones(len(rows) + len(errors), bool)
    valid[list(errors)] = False
    every = np.zeros((len(valid), *rows.shape[1:]), rows.dtype)
    every[valid] = rows
    return every


def with_each(answers: Iterable[EachAnswer], errors: dict[int, str], missing: EachAnswer) -> list[EachAnswer]:
    """Return the answers of a batch with `missing` for each row that is no puzzle.

    >>> with_each(["a", "b"], {0: "no puzzle", 2: "no puzzle"}, "")
    ['', 'a', '', 'b']
    """
    every = list(answers)
    for k in sorted(errors):
        every.insert(k, missing)
    return every


def _texts(texts: list[Any], board: Board | None) -> BatchGrids:
    """Read texts: plain ones in a compiled loop; the others, and rows of numbers, one by one, each with its board."""
    import numpy as np

    from .lines import cells

    own: dict[int, Board] = {}
    errors: dict[int, str] = {}
    grids = None if board is None else np.empty((len(texts), board.cells), np.uint8)
    k = 0
    while k < len(texts):
        if board is not None and grids is not None:
            k = cells(texts, k, board.values, grids)
            if k == len(texts):
                break
        try:
            own[k], line = _read(texts[k], board)
        except TypeError as error:
            raise TypeError(f"puzzle {k}: {error}") from None
        except ValueError as error:
            errors[k] = str(error)
            k += 1
            continue
        if board is None or grids is None:
            board = own[k] if own[k].plain else own[k].base
            grids = np.empty((len(texts), board.cells), np.uint8)
        grids[k] = np.frombuffer(line, np.uint8)
        k += 1
    board = board or Board()
    grids = np.empty((len(texts), board.cells), np.uint8) if grids is None else grids
    grids = np.delete(grids, list(errors), 0) if errors else grids
    if all(of_text is board for of_text in own.values()):
        return BatchGrids([board], grids, errors)
    return BatchGrids([own.get(k, board) for k in range(len(texts)) if k not in errors], grids, errors)


def _read(puzzle: Any, board: Board | None) -> tuple[Board, bytes]:
    """Return the board and the cells of one puzzle. Raises TypeError if it is neither a text nor numbers."""
    if not isinstance(puzzle, list | tuple) and not hasattr(puzzle, "tolist"):
        return Board.read(puzzle, board)
    try:
        given = Puzzle(puzzle, board)
    except TypeError as error:  # an odd cell
        raise ValueError(str(error)) from None
    return given.board, given.values


def _are_alike(grids: list[Any]) -> bool:
    """Return whether all grids have one shape, and are no single values."""
    import numpy as np

    try:
        shapes = {np.shape(grid) for grid in grids}
        return len(shapes) == 1 and shapes != {()}
    except ValueError:  # a grid with rows of several lengths
        return False


def _array(grids: NDArray[Any], board: Board | None) -> BatchGrids:
    import numpy as np

    _check_shape(grids, board)
    grids = grids.reshape(len(grids), -1) if grids.ndim == 3 else grids
    board = board or Board.of_cells(grids.shape[1])
    if grids.shape[1] != board.cells:
        raise ValueError(f"puzzles of {grids.shape[1]} cells where a {board} has {board.cells}")
    if grids.dtype.kind not in "iu" or not grids.size:
        return _converted(grids, board, range(len(grids)))
    if 0 <= grids.min() <= grids.max() <= board.side:
        return BatchGrids([board], np.ascontiguousarray(grids, np.uint8), {})
    return _converted(grids, board, np.flatnonzero(((grids < 0) | (grids > board.side)).any(1)).tolist())


def _check_shape(grids: NDArray[Any], board: Board | None) -> None:
    """Refuse an array that has no puzzle a row, or may have a place for each digit of a cell."""
    shape, digits = grids.shape, ONE_HOT.format("a")
    planes = len(shape) == 4 or (len(shape) == 3 and shape[1] == shape[2] ** 2)
    if planes or len(shape) not in (2, 3):
        more = f"; a one-hot array a has the digits {digits}" if planes else ""
        rows = "an array of puzzles has the shape (N, cells) or (N, rows, columns)"
        raise ValueError(f"{rows}; this one has the shape {shape}{more}")
    cube = len(shape) == 3 and len(set(shape)) == 1
    if not (cube or (len(shape) == 2 and board is None)) or not _is_of_0_and_1(grids):
        return
    if len(shape) == 2:
        check_one_hot(shape[1], 1)
    else:
        number, cells = shape[0], shape[0] ** 2
        what = f"an array of 0 and 1 with the shape {shape} may be one puzzle in one-hot form, or {number} puzzles"
        raise ValueError(f"{what}: pass {digits}, or a.reshape({number}, {cells})")


def _is_of_0_and_1(grids: NDArray[Any]) -> bool:
    """Return whether an array has only 0 and 1, and both or 1 alone."""
    if grids.dtype.kind == "O":
        try:
            grids = grids.astype(float)
        except (TypeError, ValueError):  # signs, and missing numbers
            return False
    if grids.dtype.kind not in "biuf" or not grids.size or grids.max() != 1:
        return False
    return bool(((grids == 0) | (grids == 1)).all())


def _converted(grids: NDArray[Any], board: Board, rows: Iterable[int]) -> BatchGrids:
    """Return puzzles whose `rows` are signs, numbers as tables have them, or out of range."""
    import numpy as np

    errors: dict[int, str] = {}
    found = np.zeros(grids.shape, np.uint8) if grids.dtype.kind not in "iu" else np.array(grids, np.uint8, order="C")
    for k in rows:
        try:
            found[k] = np.frombuffer(board.from_array(grids[k]), np.uint8)
        except (TypeError, ValueError) as error:
            errors[k] = str(error)
    return BatchGrids([board], np.delete(found, list(errors), 0) if errors else found, errors)
