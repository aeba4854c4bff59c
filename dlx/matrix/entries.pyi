from typing import Any

import numpy as np
from numpy.typing import NDArray

INDEX_BITS: int
COST_BITS: int

def first_repeat(indptr: NDArray[np.int32], indices: NDArray[np.int32], n_items: int) -> int: ...
def never_chosen(indptr: NDArray[np.int32], indices: NDArray[np.int32], n_primary: int) -> tuple[int, int]: ...
def hold(thing: object, names: tuple[str, ...], values: tuple[Any, ...]) -> None: ...
