from collections.abc import Callable
from enum import IntEnum
from typing import Literal, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from ..board.board import Board

class Outcome(IntEnum):
    SOLUTION = 1
    DONE = 2
    PAUSED = 3

@final
class Backtracker:
    def __new__(cls, board: Board, puzzle: Buffer, order: Literal["fewest", "reading"] = "fewest") -> Backtracker: ...
    def run(self, budget: int) -> Outcome: ...
    def solution(self) -> bytes: ...
    @property
    def steps(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def solutions(self) -> int: ...

def solve(board: Board, puzzle: Buffer, *, order: Literal["fewest", "reading"] = "fewest") -> bytes | None: ...
def count(
    board: Board, puzzle: Buffer, limit: int | None = None, *, order: Literal["fewest", "reading"] = "fewest"
) -> int: ...
def solve_batch(
    board: Board,
    puzzles: NDArray[np.uint8],
    limit: int | None = 2,
    *,
    order: Literal["fewest", "reading"] = "fewest",
    stopped: Callable[[], bool] | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]: ...
