from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class Dual:
    bound: float
    work: int
    def __new__(
        cls,
        indptr: NDArray[np.int32],
        indices: NDArray[np.int32],
        costs: NDArray[np.float64],
        n_items: int,
        n_primary: int,
        most_price: float = ...,
        least_aim: float = ...,
    ) -> Dual: ...
    def step(self, work: int) -> int: ...
    @property
    def prices(self) -> NDArray[np.float64]: ...
