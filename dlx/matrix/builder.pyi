from collections.abc import Hashable, Iterable
from typing import final

import numpy as np
from numpy.typing import NDArray

COPIES: str  # the remedy for an option that has an item several times

def numbered(items: Iterable[Hashable], name: str) -> dict[Hashable, int]: ...

@final
class Builder:
    def __init__(
        self,
        options: Iterable[Iterable[Hashable]],
        primary: dict[Hashable, int],
        secondary: dict[Hashable, int],
        fixed: bool,
    ) -> None: ...
    def parts(
        self,
    ) -> tuple[
        tuple[Hashable, ...],
        int,
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32] | None,
        tuple[Hashable, ...],
    ]: ...
