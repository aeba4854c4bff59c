# SPDX-License-Identifier: MIT
"""The regions that the solver of a chaos construction finds, as text and as a board.

grid       regions
1 2 3 4    1 1 1 1    a full grid with its regions is the picture of a solution;
2 1 4 3    2 2 2 3    ``Board(regions="1111222323334444")`` takes the text
3 4 1 2    2 3 3 3
4 3 2 1    4 4 4 4
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlx.engine.unfinished import in_time, limited

from ..board.board import Board
from ..board.digits import DIGITS
from .engines import OnCandidates
from .puzzle import Puzzle

if TYPE_CHECKING:
    from dlx.system.calloff import Cancel

DIVIDE_SECONDS = 2.0  # for the regions of a full grid, which nearly always takes milliseconds


@limited("solve", "")
def regions(puzzle: Any, *, board: Board, time_limit: float | None = None, cancel: Cancel | None = None) -> str | None:
    """Return the regions of the solution that :func:`solve` finds, one character per cell; None without a solution.

    ``Board(regions=...)`` takes them.

    Args:
        puzzle: as for :func:`solve`; a full grid has the regions of its first division.
        board: a board with unknown regions.
        time_limit: seconds.
        cancel: an event that ends the search, as for :func:`solve`.

    Raises:
        ValueError: the board has no unknown regions.
        dlx.Unfinished: the time limit was not enough.

    >>> board = Board(1, 4, variants=["chaos-construction"])
    >>> regions("1324 3241 4132 2413", board=board)
    '1111223322334444'
    """
    given = Puzzle(puzzle, board)
    with in_time(time_limit, "solve"):
        known = given.board.rules.has_cover
    if known:
        raise ValueError(f"a {given.board} has no unknown regions; add the variant 'chaos-construction'")
    search = OnCandidates(given.board, given.values, time_limit=time_limit)
    if next(search, None) is not None:
        return "".join(DIGITS[number] for number in search.regions)
    if search.unfinished:
        from dlx.engine.status import Status
        from dlx.engine.unfinished import unsolved

        raise unsolved(Status.TIME_LIMIT)
    return None


def divided(board: Board, digits: bytes) -> Board:
    """Return a board with the regions of this grid, for its picture; `board` itself if they are known or not found.

    >>> board = Board(1, 4, variants=["chaos-construction"])
    >>> print(divided(board, bytes([1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1])).region_text)
    1111222323334444
    >>> divided(board, bytes(16)) is board
    True
    """
    if board.rules.has_cover or 0 in digits:
        return board
    search = OnCandidates(board, digits, time_limit=DIVIDE_SECONDS)
    if next(search, None) is None:
        return board
    size = (board.rows, board.columns)
    return Board(regions=search.regions, size=size, digits=board.side, first_digit=board.first_digit)
