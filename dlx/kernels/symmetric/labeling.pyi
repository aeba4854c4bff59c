import numpy as np
from numpy.typing import NDArray

MOST_ORDER: int

def canonical_form(
    starts: NDArray[np.int32], neighbors: NDArray[np.int32], kinds: NDArray[np.int32], n_named: int
) -> tuple[bytes, list[int], list[list[int]]]: ...
