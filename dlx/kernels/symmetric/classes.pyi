from typing import final

import numpy as np
from numpy.typing import NDArray

from .layers import LayeredMachine

@final
class Classes(LayeredMachine):
    def __new__(
        cls,
        low: NDArray[np.int32],
        high: NDArray[np.int32],
        parent: NDArray[np.int32],
        starts: NDArray[np.int32],
        entries: NDArray[np.int32],
        node_kinds: NDArray[np.int32],
        option_kinds: NDArray[np.int32],
        given: NDArray[np.int32],
        never: NDArray[np.uint8],
        max_bytes: int,
    ) -> Classes: ...
    def step(self, work: int) -> int: ...
    def solution(self) -> list[int]: ...
    @property
    def symmetries(self) -> int | None: ...
    @property
    def solutions(self) -> int: ...
