from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from ..matrix.matrix import Matrix
from .kernel import CompiledMachine

def row_words(problem: Matrix) -> int: ...
def most_levels(problem: Matrix) -> int: ...

@final
class Dive(CompiledMachine):
    name: str
    def __new__(
        cls,
        problem: Matrix,
        given: Sequence[int],
        banned: Sequence[int],
        width: int,
        seed: int,
        draws: bool = False,
    ) -> Dive: ...
    def begin(self, width: int) -> None: ...
    def step(self, work: int) -> int: ...
    def drawn(self, level: int) -> list[int]: ...
    @property
    def work(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def degrees(self) -> NDArray[np.int64]: ...
    @property
    def hits(self) -> NDArray[np.int64]: ...
    @property
    def path(self) -> NDArray[np.int32]: ...
