import numpy as np
from numpy.typing import NDArray

def places_by(keys: NDArray[np.int32], n_keys: int) -> NDArray[np.int32]: ...
