import numpy as np
from numpy.typing import NDArray

def forms(grids: NDArray[np.uint8], box_height: int, box_width: int) -> NDArray[np.uint8]: ...
