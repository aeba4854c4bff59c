import numpy as np
from numpy.typing import NDArray

_Int32 = NDArray[np.int32]

def sizes(indptr: _Int32, indices: _Int32, n_primary: int) -> tuple[int, int, _Int32]: ...
def order(indptr: _Int32, indices: _Int32, size: _Int32) -> _Int32: ...
def ranks(indices: _Int32) -> tuple[_Int32, int]: ...
def arrays(
    indptr: _Int32,
    indices: _Int32,
    colors: _Int32 | None,
    n_items: int,
    n_primary: int,
    n_bits: int,
    tried: _Int32,
) -> tuple[_Int32, _Int32, _Int32, _Int32, _Int32, _Int32, _Int32, _Int32, _Int32, _Int32]: ...
