from typing import final

import numpy as np
from numpy.typing import NDArray

from .layout import Shape

_Int32 = NDArray[np.int32]

def ranks(indices: _Int32) -> tuple[_Int32, int]: ...

@final
class Layout:
    shape: Shape
    n_options: int
    n_primary: int
    n_bits: int
    largest: int
    longest: int
    n_counted: int
    n_nodes: int
    n_entries: int
    spread: int
    def __new__(
        cls,
        indptr: _Int32,
        indices: _Int32,
        colors: _Int32 | None,
        bounds: _Int32 | None,
        n_items: int,
        n_primary: int,
    ) -> Layout: ...
    def arrange(self, shape: Shape, order: _Int32 | None = None) -> None: ...
    def arrays(self) -> tuple[_Int32, ...]: ...
