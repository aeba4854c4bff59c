from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from .circuit import Circuit

WORDS: tuple[int, ...]
PLANE_BYTES: int

@final
class Program:
    row: NDArray[np.int32]
    coded_start: NDArray[np.int32]
    coded: NDArray[np.int32]

@final
class Lanes:
    coded_start: NDArray[np.int32]
    coded_option: NDArray[np.int32]
    counts: NDArray[np.int64]
    nodes: NDArray[np.int64]
    state: NDArray[np.uint8]
    ranks: NDArray[Any] | None
    patience: float

    def __new__(cls, circuit: Circuit | None = None, program: Program | None = None) -> Lanes: ...
    def ask(
        self, indptr: NDArray[np.int64], givens: NDArray[np.int32], limit: int, max_nodes: int, ranked: bool
    ) -> None: ...
    def step(self, work: int) -> int: ...
    def forget(self) -> None: ...
    @property
    def n_lanes(self) -> int: ...
    @property
    def sweeps_per_work(self) -> float: ...
    @property
    def finished(self) -> int: ...
    @property
    def sweeps(self) -> int: ...
    @property
    def epochs(self) -> int: ...
    @property
    def splits(self) -> int: ...
    @property
    def idle(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
