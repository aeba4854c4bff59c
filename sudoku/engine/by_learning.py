# SPDX-License-Identifier: MIT
"""The first solutions of a large board without rules, from the search that learns from dead ends, on its cover.

Where the search on candidates takes long, this one is the best strategy of the cover on such boards. Alone, it needs
a quarter to a half of the time that it needs in turns with the others. CPU seconds for the proof of one solution:

                           minimal 25x25 puzzles                       25x25, 153 clues   36x36, 688 clues
    in turns with others   1.9    1.0    4.5    4.8    4.7    4.1                  0.11               0.36
    alone                  0.7    0.3    1.4    1.9    1.8    1.0                  0.03               0.09
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .cover import cover, filled

if TYPE_CHECKING:
    from dlx.engine.drive import Drive

    from ..board.board import Board

LEAST_LEARNED_SIDE = 17
LEARNED_WORK = 2**34  # some 20 seconds; then the strategies of the cover take turns


def grids_by_learning(board: Board, given: Iterable[int], wanted: int, drive: Drive) -> tuple[list[bytes], int, int]:
    """Return up to `wanted` solutions with the given candidates, the outcome of the search, and its guesses.

    >>> from dlx.engine.drive import SOLUTION, Drive
    >>> from sudoku import Board
    >>> grids, outcome, _ = grids_by_learning(Board(2, 2), [0, 5], 3, Drive(slice_work=10_000))
    >>> len(set(grids)), outcome == SOLUTION
    (3, True)
    """
    from dlx.engine.drive import LIMIT, PAUSED, SOLUTION
    from dlx.engine.strategies.learning import Learning
    from dlx.matrix.assumptions import Assumptions

    problem, grids = cover(board), list[bytes]()
    machine = Learning(problem.engine.matrix, Assumptions.of(problem, given, ()))
    outcome = SOLUTION
    while outcome == SOLUTION and len(grids) < wanted:
        outcome = drive.run(machine, LEARNED_WORK)
        if outcome == SOLUTION:
            grids.append(filled(board, sorted(machine.solution())))
    return grids, LIMIT if outcome == PAUSED else outcome, machine.learner.nodes
