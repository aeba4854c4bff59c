from collections.abc import Iterable, Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from .kernel import CompiledMachine

@final
class Cheapest(CompiledMachine):
    node_stop: int
    stop: int
    def __new__(
        cls,
        indptr: NDArray[np.int32],
        indices: NDArray[np.int32],
        colors: NDArray[np.int32] | None,
        n_items: int,
        n_primary: int,
        costs: NDArray[np.int64],
        bounds: NDArray[np.int32] | None = None,
        under: NDArray[np.int64] | None = None,
        over: NDArray[np.int64] | None = None,
    ) -> Cheapest: ...
    def setup(self, given: Iterable[int], banned: Iterable[int]) -> bool: ...
    def price(self, prices: NDArray[np.int64]) -> bool: ...
    def start(
        self,
        options: Iterable[int],
        tried: Iterable[int],
        branches: Sequence[tuple[int, int]],
        prices: NDArray[np.int64],
        again: bool,
    ) -> None: ...
    def frontier(self) -> list[tuple[list[int], list[int], list[tuple[int, int]], bytes, bool, float]]: ...
    @property
    def midway(self) -> bool: ...
    def step(self, work: int) -> int: ...
    def solution(self) -> list[int]: ...
    @property
    def paid(self) -> int: ...
    @property
    def bound(self) -> int: ...
    @property
    def fraction(self) -> float: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def max_level(self) -> int: ...
    @property
    def work(self) -> int: ...
