import numpy as np
from numpy.typing import NDArray

def holds(
    nodes: NDArray[np.int32],
    option_bits: NDArray[np.uint64],
    barred_high: NDArray[np.uint64],
    barred_low: NDArray[np.uint64],
    equal: bool,
    below: NDArray[np.uint64],
) -> bool: ...
def extremes(
    nodes: NDArray[np.int32], has: NDArray[np.uint8], root: int, below: NDArray[np.int32]
) -> tuple[int, int]: ...
