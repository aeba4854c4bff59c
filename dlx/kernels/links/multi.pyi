from array import array
from typing import final

import numpy as np
from numpy.typing import NDArray

from .rings import Linked

@final
class Multi(Linked):
    def __new__(
        cls,
        indptr: NDArray[np.int32],
        indices: NDArray[np.int32],
        colors: NDArray[np.int32] | None,
        bounds: NDArray[np.int32] | None,
        n_items: int,
        n_primary: int,
        order: NDArray[np.int32] | array[int] | None = None,
        weights: NDArray[np.float32] | None = None,
    ) -> Multi: ...
