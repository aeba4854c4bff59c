# SPDX-License-Identifier: MIT
"""Tables kept from one question about a board to the next.

Equal boards may list their variants in another order, and the order of the rules decides in which order a search finds
solutions. So a table is kept for the board and that order: an answer never depends on the questions before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from .board import Board

Rest = ParamSpec("Rest")
Kept = TypeVar("Kept")
OfBoard = Callable[Concatenate[Board, Rest], Kept]


def kept(most: int) -> Callable[[OfBoard[Rest, Kept]], OfBoard[Rest, Kept]]:
    """Return a decorator: the function of a board keeps its newest `most` results.

    >>> @kept(2)
    ... def houses(board):
    ...     return list(board.houses)
    >>> houses(Board()) is houses(Board()), houses(Board(variants=["x", "windoku"])) == houses(
    ...     Board(variants=["windoku", "x"])
    ... )
    (True, False)
    """

    def decorate(make: OfBoard[Rest, Kept]) -> OfBoard[Rest, Kept]:
        def in_order(_: object, board: Board, /, *args: Rest.args, **kwargs: Rest.kwargs) -> Kept:
            return make(board, *args, **kwargs)

        table: Callable[..., Kept] = lru_cache(most)(in_order)

        @wraps(make)
        def of_board(board: Board, /, *args: Rest.args, **kwargs: Rest.kwargs) -> Kept:
            return table(board.variants, board, *args, **kwargs)

        return of_board

    return decorate
