import numpy as np
from numpy.typing import NDArray

def labels(indptr: NDArray[np.int32], indices: NDArray[np.int32], n_items: int) -> tuple[NDArray[np.int32], int]: ...
