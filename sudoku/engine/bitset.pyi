from collections.abc import Callable
from typing import Literal, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from ..board.board import Board

@final
class Backtracker:
    def __new__(cls, board: Board, puzzle: Buffer, order: Literal["fewest", "reading"] = "fewest") -> Backtracker: ...
    def step(self, work: int) -> int: ...
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
