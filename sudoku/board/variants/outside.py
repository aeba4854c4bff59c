# SPDX-License-Identifier: MIT
"""Rules on a row or a column, with the clue outside the board.

sandwich        the digits between 1 and 9 (the lowest and the highest) have this sum
X-sum           the first X digits have this sum, where X is the first digit
skyscraper      so many digits are larger than all digits before them
numbered room   the digit in the X-th cell, where X is the first digit
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlx.system.public import public

from ..digitsets import sum_bounds
from .bases import Outside

if TYPE_CHECKING:
    from ..rules import Rules


@public("sudoku.variants")
class Sandwich(Outside):
    """Rows and columns in which the digits between the lowest and the highest have this sum: (8, "r0c1")."""

    key, noun = "sandwichsum", "sandwich"

    def __str__(self) -> str:
        return "sandwiches"

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        crusts = 1, rules.board.side

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            part, left = state  # before, between or after the crusts, and what is left of the sum
            if digit in crusts:
                return None if part == 2 or (part == 1 and left) else (part + 1, left)
            if part != 1:
                return state
            return (part, left - digit) if digit <= left else None

        rules.different(cells)  # so that the two crusts are not the same
        rules.along(cells, (0, value), step, lambda state: state[0] == 2)


@public("sudoku.variants")
class XSums(Outside):
    """Rows and columns in which the first X digits have this sum, X being the first digit."""

    key, noun = "xsum", "X-sum"

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            number, left = (digit, value) if state[0] < 0 else state
            if not number:
                return state
            number, left = number - 1, left - digit
            low, high = sum_bounds(rules.board.side, number)
            return (number, left) if low <= left <= high else None

        rules.different(cells)  # so that the sums of few digits are bounded
        rules.along(cells, (-1, 0), step, lambda state: not state[0])


@public("sudoku.variants")
class Skyscrapers(Outside):
    """Rows and columns in which so many digits are larger than all digits before them."""

    key, noun = "skyscraper", "skyscraper"

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            largest, seen = state
            return state if digit <= largest else (digit, seen + 1) if seen < value else None

        rules.along(cells, (0, 0), step, lambda state: state[1] == value)


@public("sudoku.variants")
class NumberedRooms(Outside):
    """Rows and columns in which the X-th cell holds this digit, X being the first digit."""

    key, noun = "", "numbered room"

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            left = (state[0] if state else digit) - 1  # cells up to the room
            return None if left == 0 and digit != value else (max(left, 0),)

        rules.along(cells, (), step, lambda state: not state[0])
