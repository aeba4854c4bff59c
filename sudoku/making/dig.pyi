from typing import Self, final

import numpy as np
from numpy.typing import NDArray

@final
class Digger:
    puzzles: NDArray[np.uint8]
    questions: int
    def __new__(
        cls,
        grids: NDArray[np.uint8],
        clues: NDArray[np.uint8],
        order: NDArray[np.int16],
        indptr: NDArray[np.int32],
        members: NDArray[np.int32],
        least: NDArray[np.int32],
        side: int,
        box: tuple[int, int] | None = None,
        learn: bool = True,
    ) -> Self: ...
    def ask(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def tell(self, counts: NDArray[np.int64]) -> None: ...
