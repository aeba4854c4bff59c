from collections.abc import Iterable
from typing import final

import numpy as np
from numpy.typing import NDArray

from ..counting import CountingMachine
from .bits import Tables

INDEX: np.dtype[np.signedinteger]  # type of a diagram's nodes

@final
class Memo(CountingMachine):
    def __new__(
        cls,
        tables: Tables,
        *,
        by_items: bool,
        fixed: bool = False,
        draws: bool = False,
        decides: bool = False,
        max_bytes: int = 1 << 30,
        max_nodes: int = 1 << 31,
    ) -> Memo: ...
    def setup(self, given: Iterable[int] = (), banned: Iterable[int] = ()) -> bool: ...
    def step(self, work: int) -> int: ...
    def solution(self) -> list[int]: ...
    def diagram(self) -> tuple[int, NDArray[np.int32]]: ...
    @property
    def solutions(self) -> int: ...
    @property
    def n_nodes(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def fraction(self) -> float: ...
    def likely_bytes(self, share: float) -> int: ...
    @property
    def foreseen(self) -> float: ...
