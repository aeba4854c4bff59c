from typing import final

import numpy as np
from numpy.typing import NDArray

from .layers import LayeredMachine

@final
class Symmetric(LayeredMachine):
    def __new__(
        cls,
        low: NDArray[np.int32],
        high: NDArray[np.int32],
        parent: NDArray[np.int32],
        starts: NDArray[np.int32],
        entries: NDArray[np.int32],
        bits: int,
        max_bytes: int,
        kept: bool = False,
    ) -> Symmetric: ...
    def step(self, work: int) -> int: ...
    @property
    def group(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def detail(self) -> str: ...
    def likely_bytes(self, share: float) -> int: ...
    @property
    def layer(self) -> int: ...
    @property
    def n_options(self) -> int: ...
    @property
    def waiting(self) -> int: ...
    @property
    def foreseen(self) -> float: ...
