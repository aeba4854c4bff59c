# SPDX-License-Identifier: MIT
"""Rules on the digits of a group of cells, in cages or on lines, and in all squares of four cells.

look and say    2315: two 3 and one 5 in the cage                rellik      no digits of the cage have the sum
lunchbox        the sum between the lowest and the highest       equality    as many even as odd, as many low as high
sum line        parts in a row, each with the sum                entropy     low, middle and high in each 2x2 square
doppelganger    digits 0-9 in 9x9: each row, column and box misses one, not 0, and another one than its like
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from dlx.system.public import public

from ..digits import DIGITS
from .bases import Clues, Flag, Lines, Pen
from .lines import third_of

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry

SIGN_OF = dict(enumerate("0" + DIGITS))  # of a number
NUMBER_OF = {sign: number for number, sign in SIGN_OF.items()}


@public("sudoku.variants")
class LookAndSay(Clues):
    """Cages with numbers of digits, in pairs: ("2315", cells) is two 3 and one 5. Other digits are free.

    A list of these digits will do as well. Digits above 9 are letters: "1G" is one 16.
    """

    noun, pen, valued = "look-and-say cage", Pen("#b45309", "brown", shape="cage"), "numbers of digits (2315)"
    typed, words = "digits", "2315: two 3 and one 5 are in the cage; other digits are free."

    @staticmethod
    def value(value: Any) -> str:
        text = "".join(SIGN_OF[int(one)] for one in value) if isinstance(value, (list, tuple)) else str(value)
        if len(text) % 2 or not set(text) <= set(NUMBER_OF) or len(set(text[1::2])) < len(text) // 2:
            raise ValueError
        return text

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        for number, digit in zip(value[::2], value[1::2], strict=True):
            rules.count(cells, [NUMBER_OF[digit]], [NUMBER_OF[number]])


@public("sudoku.variants")
class Lunchboxes(Clues):
    """Cages of different digits; those between the lowest and the highest have this sum: (8, "r1c1 r1c2 r2c2")."""

    noun, plural, pen = "lunchbox", "lunchboxes", Pen("#15803d", "green", shape="cage")
    words = "Different digits; those between the lowest and the highest have this sum."

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        digits, size = rules.board.digits, len(cells)
        if size < 2:
            raise ValueError("one cell has no lowest and highest digit")
        states = frozenset(
            (low, high, 0, value)
            for high in digits[size - 1 :]
            for low in range(digits[0], high - size + 2)
            if sum(range(low + 1, high)) >= value
        )
        rules.different(cells)
        rules.along(cells, states, _open_boxes, lambda states: any(ends == 3 for _, _, ends, _ in states))


def _open_boxes(states: frozenset[tuple[int, ...]], digit: int) -> frozenset[tuple[int, ...]] | None:
    """Read a digit, for each choice of the lowest and the highest digit.

    A state is (lowest, highest, ends, rest of the sum); of the ends, 1 is the lowest one read, 2 the highest, 3 both.
    """
    after = set()
    for low, high, ends, left in states:
        if digit in (low, high):
            end = 1 if digit == low else 2
            if not ends or (ends + end == 3 and not left):
                after.add((low, high, ends + end, left))
        elif low < digit < high and (ends in (0, 3) or digit <= left):
            after.add((low, high, ends, left if ends in (0, 3) else left - digit))
    return frozenset(after) or None


@public("sudoku.variants")
class Relliks(Clues):
    """Cages of different digits, of which none, alone or together, have this sum: (10, "r1c1 r1c2 r1c3")."""

    noun, words = "rellik cage", "Different digits, of which none, alone or together, have this sum."
    pen = Pen("#7c3aed", "violet", shape="cage")

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        def fits(own: tuple[int, ...]) -> bool:
            return all(sum(part) != value for size in range(1, len(own) + 1) for part in combinations(own, size))

        rules.one_of_sets(cells, (own for own in combinations(rules.board.digits, len(cells)) if fits(own)))


@public("sudoku.variants")
class EqualityCages(Lines):
    """Cages of different digits, as many even as odd and as many low as high; the middle digit is in none."""

    noun, pen = "equality cage", Pen("#be185d", "red", shape="cage")
    words = "Different digits, as many even as odd and as many low as high; the middle digit is in none."

    def line(self, rules: Rules, cells: list[int]) -> None:
        digits = rules.board.digits
        twice = digits[0] + digits[-1]  # the middle

        def fits(own: tuple[int, ...]) -> bool:
            even, low = sum(digit % 2 == 0 for digit in own), sum(2 * digit < twice for digit in own)
            return 2 * even == 2 * low == len(own) and all(2 * digit != twice for digit in own)

        rules.one_of_sets(cells, (own for own in combinations(digits, len(cells)) if fits(own)))


@public("sudoku.variants")
class SumLines(Clues):
    """Lines that can be cut into parts, each with this sum: (10, "r1c1 r1c2 r1c3 r2c3")."""

    noun, pen = "sum line", Pen("#fca5a5", "red", 0.2, shape="sum")
    words = "The line can be cut into parts, each with this sum."

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        if value < 1:
            raise ValueError(f"the sum is {value}; it must be 1 or more")

        def step(part: int, digit: int) -> int | None:
            return (part + digit) % value if part + digit <= value else None

        rules.along(cells, 0, step, lambda part: part == 0)


class _Squares(Flag):
    """A rule on all squares of four cells: each has digits of three kinds."""

    needs = (("kind", "the function from a digit to 0, 1 or 2"),)
    symmetric = True

    @staticmethod
    def kind(digits: range) -> Callable[[int], int]:
        raise NotImplementedError

    def add(self, rules: Rules, board: Geometry) -> None:
        kind = self.kind(board.digits)
        for (row, column), cell in board.cell_at.items():
            square = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            cells = [board.cell_at[place] for place in square if place in board.cell_at]
            if len(cells) == 4 and cell == cells[0]:
                rules.along(cells, 0, lambda seen, digit: seen | 1 << kind(digit), lambda seen: seen == 7)


@public("sudoku.variants")
class GlobalEntropy(_Squares):
    """Each square of four cells has a low, a middle and a high digit, as on entropic lines."""

    flag, words = "global-entropy", "Each square of four cells has a low, a middle and a high digit."

    @staticmethod
    def kind(digits: range) -> Callable[[int], int]:
        return third_of(digits)


@public("sudoku.variants")
class GlobalModular(_Squares):
    """Each square of four cells has digits with the remainders 0, 1 and 2 of a division by 3."""

    flag, words = "global-modular", "Each square of four cells has remainders 0, 1 and 2 by 3."

    @staticmethod
    def kind(digits: range) -> Callable[[int], int]:
        return lambda digit: digit % 3


@public("sudoku.variants")
class Doppelganger(Flag):
    """Each row, column and box has a 0, and misses one other digit: each row another one, each column, each box.

    The digits that the row, the column and the box of a 0 miss are different. The board is
    ``Board(digits=10, first_digit=0)``, or any other square one that has one digit more than cells in a row.
    """

    flag, form = "doppelganger", ""  # the page has no such board

    def add(self, rules: Rules, board: Geometry) -> None:
        if not (board.rows == board.columns == board.side - 1 and board.first_digit == 0):
            remedy = f"pass digits={board.rows + 1}, first_digit=0"
            raise ValueError(f"a {board.kind} needs a 0 and one digit more than cells in a row; {remedy}")
        zero = rules.hidden_cell([0])
        missing: list[dict[int, None]] = [{} for _ in range(board.cells)]  # by cell: those of its row, column and box
        alike: dict[str, list[int]] = {}  # by "row", "column" and "region"
        for name, cells in board.house_parts:
            hidden = rules.missing(cells)
            alike.setdefault(name.split()[0], []).append(hidden)
            for cell in cells:
                missing[cell][hidden] = None
        for kind in alike.values():
            rules.house_with_hidden([*kind, zero])
        for cell, others in enumerate(missing):
            rules.along([cell, *others], (), _unequal_at_0)


def _unequal(read: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
    return None if digit in read else (*read, digit)


def _unequal_at_0(read: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
    """Read a cell, then the digits that its row, column and box miss."""
    if not read:
        return (min(digit, 1),)
    return read if read[0] else _unequal(read, digit)
