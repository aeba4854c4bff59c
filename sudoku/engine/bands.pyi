import numpy as np
from numpy.typing import NDArray

def count(text: object, limit: int) -> int: ...
def solution(text: object) -> str | None: ...
def search(
    puzzle: bytes | NDArray[np.uint8], limit: int, most_guesses: int, instruction_set: str | None = None
) -> tuple[int, bytes, int]: ...
def search_many(
    grids: NDArray[np.uint8],
    start: int,
    work: int,
    solutions: NDArray[np.uint8],
    counts: NDArray[np.int64],
    guesses: NDArray[np.int64],
) -> tuple[int, int]: ...
def instruction_sets() -> list[str]: ...
