# SPDX-License-Identifier: MIT
"""Rules on the digits along a line.

palindrome    2 7 5 7 2       equal from both ends            whisper    1 6 2 9     neighbors differ by 5 or more
renban        5 3 4           consecutive, in any order       between    3 5 4 8     inside lies between the ends
slow thermo   2 2 5 6         never falls                     zipper     1 4 5 1 4   pairs have the sum of the middle
entropic      1 5 8 2 4 9     low, middle, high in turns      modular    1 5 3 7 2   remainders in turns
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from dlx.system.public import public

from .bases import Briefs, Lines, Pen

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..blocks import Rules


@public("sudoku.variants")
class Palindromes(Lines):
    """Lines whose digits read the same from both ends."""

    key, noun, pen = "palindrome", "palindrome", Pen("#d1d5db", "gray", 0.3)
    words = "The line reads the same from both ends."

    def line(self, rules: Rules, cells: list[int]) -> None:
        rules.all_related({(a, b) for a, b in zip(cells, cells[::-1], strict=True) if a < b}, int.__eq__)


@public("sudoku.variants")
class Renban(Lines):
    """Lines with consecutive digits, in any order."""

    key, noun, pen = "renban", "renban line", Pen("#e9a5e9", "pink", 0.3)
    words = "The line has consecutive digits in any order."

    def line(self, rules: Rules, cells: list[int]) -> None:
        size = len(cells)
        digits = rules.board.digits
        rules.one_of_sets(cells, (digits[at : at + size] for at in range(len(digits) - size + 1)))


@public("sudoku.variants")
@dataclass(frozen=True)
class Whispers(Lines):
    """Lines on which neighbors differ by at least `least`: 5 in German whispers, 4 in Dutch ones."""

    least: int = 5

    key, noun, pen = "whispers", "whisper", Pen("#86efac", "green", 0.3)
    words = "Neighbors on the line differ by 5 (or another number) or more."
    briefs: ClassVar[Briefs] = {"dutch whispers": ({"least": 4}, "Neighbors on the line differ by 4 or more.")}

    @staticmethod
    def usual_number(size: int) -> int:
        return (size + 1) // 2

    def title(self, side: int) -> str:
        usual = {5: "German whispers", 4: "Dutch whispers"}.get(self.least) if side == 9 else None
        return usual or f"whispers of at least {self.least}"

    def line(self, rules: Rules, cells: list[int]) -> None:
        rules.chain(cells, lambda d, e: abs(d - e) >= self.least)


@public("sudoku.variants")
class SlowThermometers(Lines):
    """Lines along which the digits never fall from the bulb to the tip."""

    key, noun, pen = "slowthermometer", "slow thermometer", Pen("#bfdbfe", "light blue", 0.24, "bulb")
    words = "Digits never fall from the bulb, the first cell."

    def line(self, rules: Rules, cells: list[int]) -> None:
        rules.chain(cells, lambda d, e: d <= e)


@public("sudoku.variants")
class BetweenLines(Lines):
    """Lines whose digits inside lie strictly between those at the ends."""

    key, noun, pen = "betweenline", "between line", Pen("#d1d5db", "gray", 0.1, "circle")
    words = "Digits inside lie between those at the ends."

    def line(self, rules: Rules, cells: list[int]) -> None:
        apart = 1 if len(cells) < 3 else 2
        rules.along(_ends_first(cells), (), lambda ends, d: _after(ends, d, apart, _is_between))


@public("sudoku.variants")
@dataclass(frozen=True)
class Lockout(Lines):
    """Lines whose ends differ by at least `least`, and whose digits inside lie outside their range."""

    least: int = 4

    key, noun, pen = "lockout", "lockout line", Pen("#93c5fd", "blue", 0.1, "diamond")
    words = "Ends differ by 4 (or another number) or more; digits inside are outside their range."

    @staticmethod
    def usual_number(size: int) -> int:
        return 4

    def title(self, side: int) -> str:
        return str(self) if self.least == Lockout.least else f"lockout lines of at least {self.least}"

    def line(self, rules: Rules, cells: list[int]) -> None:
        least = self.least
        rules.along(_ends_first(cells), (), lambda ends, d: _after(ends, d, least, _is_outside))


@public("sudoku.variants")
@dataclass(frozen=True)
class Entropic(Lines):
    """Lines on which any three successive cells have a low, a middle and a high digit.

    If the digits do not divide by 3, the middle ones are fewer or more: 1-3, 4-5, 6-8 and 1-3, 4-7, 8-10.
    """

    key, noun, pen = "entropicline", "entropic line", Pen("#fdba74", "orange", 0.24)
    words = "Any three successive cells are low, middle and high."

    def line(self, rules: Rules, cells: list[int]) -> None:
        _in_turns(rules, cells, third_of(rules.board.digits), 3)


@public("sudoku.variants")
@dataclass(frozen=True)
class Modular(Lines):
    """Lines on which any `modulus` successive cells have different remainders."""

    modulus: int = 3

    key, noun, pen = "modularline", "modular line", Pen("#5eead4", "turquoise", 0.24)
    words = "Any three successive cells have different remainders by 3; with 4, any four by 4."

    def title(self, side: int) -> str:
        return str(self) if self.modulus == Modular.modulus else f"modular lines of {self.modulus}"

    def line(self, rules: Rules, cells: list[int]) -> None:
        modulus = self.modulus  # a plain value: equal automata are unrolled once
        if modulus < 1:
            raise ValueError(f"modulus is {modulus}; it must be 1 or more")
        _in_turns(rules, cells, lambda digit: digit % modulus, modulus)


@public("sudoku.variants")
class Nabner(Lines):
    """Lines on which no two digits are equal or consecutive."""

    key, noun, pen = "nabner", "nabner line", Pen("#fde68a", "yellow", 0.24)
    words = "No two digits of the line are equal or consecutive."

    def line(self, rules: Rules, cells: list[int]) -> None:
        rules.all_related({(a, b) for k, a in enumerate(cells) for b in cells[:k]}, lambda d, e: abs(d - e) > 1)


@public("sudoku.variants")
class Zippers(Lines):
    """Lines on which two digits as far from the middle have the sum of the digit there, or all the same sum."""

    key, noun, pen = "zipperline", "zipper", Pen("#c4b5fd", "violet", 0.24)
    words = "Digits as far from the middle have the sum of the digit there."

    def line(self, rules: Rules, cells: list[int]) -> None:
        half = len(cells) // 2
        pairs = list(zip(cells[:half], cells[::-1], strict=False))
        middle = cells[half : half + len(cells) % 2]  # its digit joins the pairs, so each of them needs few states
        for groups in [[pair, middle] for pair in pairs] if middle else [pairs]:
            rules.equal_sums(groups)


@public("sudoku.variants")
class RegionSums(Lines):
    """Lines whose parts in each box have the same sum."""

    key, noun, pen = "regionsumline", "region sum line", Pen("#67e8f9", "cyan", 0.2)
    words = "The parts of the line in each box have the same sum."

    def line(self, rules: Rules, cells: list[int]) -> None:
        box = rules.board.box_of
        ends = [k for k, (a, b) in enumerate(pairwise(cells)) if box(a) != box(b)]
        rules.equal_sums([cells[a + 1 : b + 1] for a, b in pairwise([-1, *ends, len(cells) - 1])])


@public("sudoku.variants")
class DoubleArrows(Lines):
    """Lines whose digits inside have the sum of the two at the ends."""

    key, noun, pen = "doublearrow", "double arrow", Pen("#9ca3af", "dark gray", 0.06, "circle")
    words = "Digits inside have the sum of the two at the ends."

    def line(self, rules: Rules, cells: list[int]) -> None:
        rules.equal_sums([[cells[0], cells[-1]], cells[1:-1]])


def third_of(digits: range) -> Callable[[int], int]:
    """Return the function from a digit to 0 for a low one, 1 for a middle one, 2 for a high one.

    >>> list(map(third_of(range(1, 9)), range(1, 9)))
    [0, 0, 0, 1, 1, 2, 2, 2]
    """
    third = (len(digits) + 1) // 3
    low, high = digits[0] + third, digits[-1] - third
    return lambda digit: (digit >= low) + (digit > high)


def _ends_first(cells: list[int]) -> list[int]:
    return [cells[0], cells[-1], *cells[1:-1]]


def _after(ends: tuple[int, ...], digit: int, apart: int, fits: Any) -> tuple[int, ...] | None:
    """Return the sorted ends after a digit; those of the ends are read first."""
    if not ends:
        return (digit,)
    if len(ends) == 1:
        low, high = sorted((*ends, digit))
        return (low, high) if high - low >= apart else None
    return ends if fits(*ends, digit) else None


def _is_between(low: int, high: int, digit: int) -> bool:
    return low < digit < high


def _is_outside(low: int, high: int, digit: int) -> bool:
    return not low <= digit <= high


def _in_turns(rules: Rules, cells: list[int], kind: Any, number: int) -> None:
    """Require different kinds in any `number` successive cells."""

    def step(last: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        return None if kind(digit) in last else (*last, kind(digit))[-(number - 1) :] if number > 1 else ()

    rules.along(cells, (), step)
