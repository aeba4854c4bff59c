from collections.abc import Iterable, Mapping, Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from ..kernel import CompiledMachine

def luby(k: int) -> int: ...

@final
class Learner(CompiledMachine):
    solutions: int
    full: bool
    def __new__(
        cls,
        n_variables: int,
        starts: NDArray[np.int32],
        literals: NDArray[np.int32],
        low: NDArray[np.int32],
        high: NDArray[np.int32],
        options: NDArray[np.int32],
        colors: NDArray[np.int32],
        first_drop: int = ...,
        max_bytes: int = ...,
        order: NDArray[np.int32] | None = ...,
        tables: Mapping[str, NDArray[np.generic]] | None = ...,
        seed: int = ...,
    ) -> Learner: ...
    def step(self, work: int) -> int: ...
    def assume(self, literals: Sequence[int]) -> None: ...
    def forbid(self, literals: Iterable[int]) -> None: ...
    def fix(self, literals: Iterable[int]) -> None: ...
    def rows(self) -> list[int]: ...
    def true_variables(self) -> list[int]: ...
    @property
    def work(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def conflicts(self) -> int: ...
    @property
    def nodes(self) -> int: ...
