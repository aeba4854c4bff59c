from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Elimination:
    def __new__(
        cls, starts: NDArray[np.int32], rows: NDArray[np.int32], right: NDArray[np.uint8], prime: int, power: int
    ) -> Elimination: ...
    @property
    def work(self) -> int: ...
    def step(self, work: int) -> int: ...
    def certificate(self) -> tuple[int, list[int]] | None: ...
