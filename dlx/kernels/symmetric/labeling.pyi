from typing import final

import numpy as np
from numpy.typing import NDArray

def canonical_form(
    starts: NDArray[np.int32], neighbors: NDArray[np.int32], kinds: NDArray[np.int32], n_named: int
) -> tuple[bytes, list[int], list[list[int]]]: ...

@final
class Labeling:
    def __new__(
        cls, starts: NDArray[np.int32], neighbors: NDArray[np.int32], kinds: NDArray[np.int32], n_named: int
    ) -> Labeling: ...
    def step(self, work: int) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def order(self) -> int: ...
    @property
    def generators(self) -> NDArray[np.int64]: ...
