from typing import final

import numpy as np
from numpy.typing import NDArray

from .kernel import CompiledMachine

@final
class Dual(CompiledMachine):
    bound: float
    work: int
    def __new__(
        cls,
        indptr: NDArray[np.int32],
        indices: NDArray[np.int32],
        costs: NDArray[np.float64],
        low: NDArray[np.float64],
        high: NDArray[np.float64],
        floor: NDArray[np.float64],
        ceiling: NDArray[np.float64],
        least_aim: float = ...,
    ) -> Dual: ...
    def step(self, work: int) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def prices(self) -> NDArray[np.float64]: ...
