from collections.abc import Callable
from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class LayerPlan:
    def __new__(
        cls,
        starts: NDArray[np.int32],
        entries: NDArray[np.int32],
        colors: NDArray[np.int32],
        n_colors: NDArray[np.int32],
        low: NDArray[np.int32],
        high: NDArray[np.int32],
        order: NDArray[np.int32],
    ) -> LayerPlan: ...
    @property
    def impossible(self) -> bool: ...
    @property
    def width(self) -> int: ...
    @property
    def nodes(self) -> float: ...
    @property
    def open(self) -> NDArray[np.float64]: ...
    @property
    def nbytes(self) -> int: ...
    def draw(self, max_bytes: int, check: Callable[[], object] = ...) -> bool: ...
