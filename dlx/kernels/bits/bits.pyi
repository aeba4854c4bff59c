from typing import final

import numpy as np
from numpy.typing import NDArray

from ..kernel import Kernel
from .places import Layout

def instruction_sets() -> list[str]: ...
def use(name: str, place: str = "") -> None: ...

@final
class Tables:
    def __new__(cls, layout: Layout) -> Tables: ...
    def options(self) -> NDArray[np.int32]: ...
    @property
    def nbytes(self) -> int: ...

@final
class Bits(Kernel):
    def __new__(cls, tables: Tables) -> Bits: ...
