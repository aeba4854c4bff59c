# SPDX-License-Identifier: MIT
"""The door to true candidates: has a solution this digit in this cell, have all, or none?

Each solution is a witness for all its digits. A digit without a witness takes a proof (dlx/questions/option_status.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dlx.engine.limits import seconds
from dlx.engine.status import Status
from dlx.questions.option_status import OptionStatus
from dlx.system.calloff import OutOfTime, within

from .answer import answer
from .by_rules import grids_by_rules, stock, time_left
from .cover import clues, cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..board.board import Board


class TrueCandidates(NamedTuple):
    """The status of each digit of each cell, (cells, side) values of OptionStatus, and whether all are known.

    >>> from sudoku import Board
    >>> found = true_candidates(Board(2, 2), bytes([1, 2, 0, 0, 3, *bytes(11)]), None)
    >>> found.digits[2], found.masks[4], found.complete
    ((3, 4), 4, True)
    """

    statuses: NDArray[np.uint8]
    complete: bool

    @property
    def digits(self) -> tuple[tuple[int, ...], ...]:
        """The digits of each cell that some solution has."""
        seen = (self.statuses == OptionStatus.SOME) | (self.statuses == OptionStatus.ALL)
        return tuple(tuple((row.nonzero()[0] + 1).tolist()) for row in seen)

    @property
    def masks(self) -> list[int]:
        """The digits of each cell that are not excluded, as sets: bit d - 1 for digit d."""
        open_digits = self.statuses != OptionStatus.NONE
        return [sum(1 << digit for digit in row.nonzero()[0].tolist()) for row in open_digits]


def true_candidates(board: Board, puzzle: bytes, time_limit: float | None) -> TrueCandidates:
    """Return the status of all digits, or of those that are known within the time limit."""
    try:
        with within(seconds(time_limit)):
            return _statuses(board, puzzle, time_limit)
    except OutOfTime:  # while rules were read, or the cover was built
        return TrueCandidates(_unknown(board), False)


def _unknown(board: Board) -> NDArray[np.uint8]:
    return np.full((board.cells, board.side), OptionStatus.UNKNOWN, np.uint8)


def _statuses(board: Board, puzzle: bytes, time_limit: float | None) -> TrueCandidates:
    started = perf_counter()
    if not board.rules.has_cover:
        return _by_rules(board, puzzle, time_limit)
    tables = stock(board) if board.variants and not any(puzzle) else None
    if tables and tables.has_rules and tables.is_whole:
        known = _by_rules(board, puzzle, time_limit and time_limit / 2)  # the other half is for the cover
        if known.complete:
            return known
    left = time_left(time_limit, perf_counter() - started)
    asked = cover(board).option_status(given=clues(board, puzzle), time_limit=left)
    statuses = np.asarray(asked.statuses[: board.cells * board.side], np.uint8)
    return TrueCandidates(statuses.reshape(board.cells, board.side), asked.status is Status.COMPLETE)


def _by_rules(board: Board, puzzle: bytes, time_limit: float | None) -> TrueCandidates:
    """Search for a solution with each digit that no earlier solution has.

    On an empty board, most of the time all digits are possible, and few solutions have them all. The empty 9x9 board
    with diagonals and global entropy takes 0.2 seconds, and more than 15 with the cover.
    """
    given, side, started = clues(board, puzzle), board.side, perf_counter()
    statuses = _unknown(board)
    first = answer(board, puzzle, 1, time_limit=time_limit)
    if not first.count:  # one proof, in place of one for each digit
        statuses.fill(OptionStatus.UNKNOWN if first.unfinished else OptionStatus.NONE)
        return TrueCandidates(statuses, not first.unfinished)
    _witness(statuses, first.grids)
    for cell, digit in product(range(board.cells), range(side)):
        if statuses[cell, digit] == OptionStatus.SOME:
            continue
        left = time_left(time_limit, perf_counter() - started)
        found = grids_by_rules(board, [*given, cell * side + digit], 1, left)
        if found is None or not found.decided:
            return TrueCandidates(statuses, False)
        statuses[cell, digit] = OptionStatus.NONE
        _witness(statuses, found.grids)
    return TrueCandidates(statuses, True)


def _witness(statuses: NDArray[np.uint8], grids: Iterable[bytes]) -> None:
    """Mark the digits of solutions as possible."""
    for grid in grids:
        statuses[range(len(statuses)), np.frombuffer(grid, np.uint8) - 1] = OptionStatus.SOME
