from array import array
from collections.abc import Hashable, Iterable
from typing import final

COPIES: str  # the remedy for an option that has an item several times

@final
class Builder:
    primary: dict[Hashable, int]
    secondary: dict[Hashable, int]
    color_numbers: dict[Hashable, int]
    indptr: array[int]
    indices: array[int]
    colors: array[int]
    def __init__(self, primary: list[Hashable], secondary: list[Hashable], fixed: bool) -> None: ...
    def add(self, option: Iterable[Hashable]) -> None: ...
