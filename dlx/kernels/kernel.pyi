from array import array
from collections.abc import Iterable
from fractions import Fraction
from types import TracebackType
from typing import final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

@disjoint_base
class Kernel:
    name: str
    node_stop: int
    solution_stop: int
    def setup(self, given: Iterable[int], banned: Iterable[int] = (), rest: tuple[int, int] | None = None) -> bool: ...
    def step(self, work: int) -> int: ...
    def run_many(
        self,
        indptr: NDArray[np.int64],
        givens: NDArray[np.int32],
        question: int,
        limit: int,
        node_limit: int,
        stretch: int,
        counts: NDArray[np.int64],
        nodes: NDArray[np.int64],
        guesses: NDArray[np.int64],
        lengths: NDArray[np.int32],
        statuses: NDArray[np.uint8],
        found: NDArray[np.int32],
        work: int,
    ) -> tuple[int, int]: ...
    def solution(self) -> list[int]: ...
    def frontier(self) -> list[tuple[list[int], list[int], tuple[int, int] | None, Fraction]]: ...
    @property
    def midway(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def work(self) -> int: ...
    @property
    def guesses(self) -> int: ...
    @property
    def solutions(self) -> int: ...
    @property
    def max_level(self) -> int: ...
    @property
    def fraction(self) -> float: ...
    @property
    def nbytes(self) -> int: ...

def shuffled(n: int, seed: int) -> array[int]: ...
def shuffle(order: array[int], seed: int) -> None: ...

@final
class Guard:
    def __enter__(self) -> None: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

@final
class Lease:
    kernel: Kernel
    def __init__(self, idle: dict[str, Kernel], kernel: Kernel) -> None: ...
    def __enter__(self) -> Kernel: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
