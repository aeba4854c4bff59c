from typing import final

import numpy as np
from numpy.typing import NDArray

from ..counting import CountingMachine

@final
class Classes(CountingMachine):
    name: str
    node_stop: int
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
    @property
    def solution(self) -> tuple[int, ...]: ...
    @property
    def symmetries(self) -> int | None: ...
    @property
    def solutions(self) -> int: ...
    @property
    def work(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def lookups(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def full(self) -> bool: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def fraction(self) -> float: ...
