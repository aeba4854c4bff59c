# SPDX-License-Identifier: MIT
"""The board and the puzzle of a text, behind `Board.read`, `Board.parse` and `Board.of_text`.

1234 | 34.. | 2... | ....      the board of the boxes drawn, else the usual one of the rows or cells
12 3 4 124 ...                 a grid of candidates: the board has them as pencilmarks
12...2.4 ...                   a Sukaku: `side` characters per cell
2x2:1_2d3d4e1                  a form of FORMATS that is no link
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

from ..board import shapes
from ..board.board import Board, boxed_board, usual_board
from ..board.digits import ABSENT, DIGITS, EMPTY, values, word_of
from ..board.text import cells_of, check_number
from .candidates import candidates_in
from .oneline import form_of
from .scan import Scan, box_of, check_characters, check_frame, check_rows, parsed, shown_side
from .usual import DrawnSquare, usual_square

SAMURAI_SIDE = 21  # rows and columns


def read(puzzle: str, board: Board | None, known: Mapping[int, Board]) -> tuple[Board, bytes]:
    """Implement `Board.read`, for any text."""
    usual = _read_usual(puzzle, board, known)
    if usual:
        return usual
    form = form_of(puzzle)
    if form and form.texts and form.read:
        return form.read(puzzle, board)[:2]
    candidates = _read_candidates(puzzle, board, known)
    if candidates:
        return candidates
    scan = Scan(puzzle)
    marked = _read_pencilmarks(scan, board)
    if marked:
        return marked, bytes(marked.cells)
    board = board or _of_scan(scan, known)
    letters = word_of(scan.cells) if board.signs == DIGITS[:9] and len(scan.cells) == board.cells else ""
    if letters:
        from ..board.variants.letters import Letters

        board = board.with_variants(Letters(letters))
    return board, _parsed(board, scan)


def board_of(puzzle: str) -> Board:
    """Implement `Board.of_text`."""
    return _of_scan(Scan(puzzle), {})


def parse(board: Board, puzzle: str) -> bytes:
    """Implement `Board.parse`, for any text."""
    return _parsed(board, Scan(puzzle))


def _parsed(board: Board, scan: Scan) -> bytes:
    """Return the cells of a puzzle; those of several grids may stand in a rectangle, with signs where no cell is."""
    if len(board.offsets) > 1 and len(scan.cells) == board.height * board.width:
        cells = scan.cells
        if set(cells) <= {*board.signs, *EMPTY} and _are_empty_around(board, cells):
            scan = Scan("".join(cells[row * board.width + column] for row, column in board.places))
    return parsed(board, scan)


def _are_empty_around(board: Board, cells: str) -> bool:
    """Return whether all signs of a rectangle that are no cell of a board are signs of empty cells."""
    places = {row * board.width + column for row, column in board.places}
    return all(sign in EMPTY for at, sign in enumerate(cells) if at not in places)


def _read_usual(puzzle: str, board: Board | None, known: Mapping[int, Board]) -> tuple[Board, bytes] | None:
    """Return the board and the puzzle of a usual drawing; None for any other text."""
    square = usual_square(puzzle)
    if square is None or (board and ((board.rows, board.columns) != (square.side,) * 2 or len(board.offsets) > 1)):
        return None
    if board is None and square.box is None and _has_no_usual_board(square):
        return None
    board = board or (boxed_board(*square.box) if square.box else known.get(square.side) or usual_board(square.side))
    values = square.cells.translate(board.values)
    return None if ABSENT in values else (board, values)


def _has_no_usual_board(square: DrawnSquare) -> bool:
    return square.side not in shapes.usual_sides() or (
        square.side == SAMURAI_SIDE and _is_samurai(square.cells.decode())
    )


def _of_scan(scan: Scan, known: Mapping[int, Board]) -> Board:
    """Return the board of a text, in `known` if that has one with as many digits."""
    box = box_of(scan)
    if box:
        return boxed_board(*box)
    if _is_samurai(scan.cells):
        return Board.samurai()
    cells = len(scan.cells)
    for side in (shown_side(scan), isqrt(cells) if isqrt(cells) ** 2 == cells else 0):
        if side in shapes.usual_sides():
            return known.get(side) or usual_board(side)
    check_frame(scan)
    check_characters(scan.spelled)  # a wrong character explains a wrong number of cells
    raise ValueError(f"{shapes.no_board(cells)} cells")


def _is_samurai(cells: str) -> bool:
    """Return whether 21 rows of 21 signs are five grids: no digit is above 9, and none stands between the grids.

    A 21x21 puzzle with one solution has 20 different digits.
    """
    digits = set(cells).difference(EMPTY) if len(cells) == SAMURAI_SIDE**2 else ()
    return bool(digits) and set(digits) <= set(DIGITS[:9]) and _are_empty_around(Board.samurai(), cells)


def _read_candidates(puzzle: str, board: Board | None, known: Mapping[int, Board]) -> tuple[Board, bytes] | None:
    """Return the board of a grid of candidates, with the candidates, and the puzzle; None for another text."""
    grid = candidates_in(puzzle)
    if grid is None or (board is not None and (board.side != grid.side or len(board.offsets) > 1 or not board.square)):
        return None
    if board is not None and not board.first_digit:
        return None
    from ..board.variants.marks import Pencilmarks  # not needed to solve a plain puzzle

    board = board or known.get(grid.side) or usual_board(grid.side)
    check_rows(grid.rows, board)
    check_number(board, len(grid.cells))
    return board.with_variants(Pencilmarks(grid.marks())), grid.digits()


def _read_pencilmarks(scan: Scan, board: Board | None) -> Board | None:
    """Return the board of a pencilmark puzzle, with its candidates; None for another text."""
    puzzle = scan.text
    if board and (len(puzzle) < board.cells * board.side or not board.first_digit):
        return None
    cells = len(scan.raw)
    if cells != (round(cells ** (1 / 3)) ** 3 if board is None else board.cells * board.side):
        return None
    from ..board.variants.marks import Pencilmarks

    side = _side_of_sukaku(puzzle) if board is None else board.side
    board = board or (usual_board(side) if side else None)
    return board.with_variants(Pencilmarks(puzzle)) if board and cells == board.cells * side > board.cells else None


def _side_of_sukaku(puzzle: str) -> int:
    """Return the side of the usual board for which a text is a Sukaku; 0 if it is not one.

    A text of 729 characters may also be a 27x27 puzzle. To pass for a Sukaku, it would need a digit in every group of
    nine characters, and each digit in its own place within the group.

    >>> _side_of_sukaku("12.. .2.4 " + "1234 " * 14), _side_of_sukaku("." * 64)
    (4, 0)
    """
    text = cells_of(puzzle)
    side = round(len(text) ** (1 / 3))
    if side**3 != len(text) or side not in shapes.usual_sides() or not text.isascii():
        return 0
    marks = text.encode("ascii").translate(values(side))
    own = bytes(range(1, side + 1)) * side**2
    if any(mark not in (0, digit) for mark, digit in zip(marks, own, strict=True)):
        return 0
    return side if all(any(marks[at : at + side]) for at in range(0, len(marks), side)) else 0
