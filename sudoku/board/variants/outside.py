# SPDX-License-Identifier: MIT
"""Rules on a row or a column, with the clue outside the board.

sandwich        the digits between 1 and 9 (the lowest and the highest) have this sum
X-sum           the first X digits have this sum, where X is the first digit
skyscraper      so many digits are larger than all digits before them
numbered room   the digit in the X-th cell, where X is the first digit
full rank       the place of this number among all rows and columns, read from both ends

Each digit begins four lines: a row from the left, one from the right, a column from above, one from below. So a rank
gives the first digit of its line and the number of the other three that are smaller. For each of them, a hidden cell
has the lowest digit if it is smaller, and the next digit if it is larger:

    rank 6, second of the lines that begin with 2     2 5 1 .. < 2 7 4 .. < 2 7 9 .. < 2 8 3 ..     hidden 1 2 2
                                                                own line
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from dlx.system.public import public

from ..digitsets import parts_of_sets, sum_bounds, with_digit
from .bases import Outside, located

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry

# Up to here, sandwiches and X-sums remember the set of the digits read. There are up to some 300 parts of sets with a
# sum on 9x9, and 18 sandwiches then need no guess, where their sums alone need twelve. On 16x16 there are 16,384 parts.
LARGEST_EXACT_SIDE = 10


@public("sudoku.variants")
class Sandwich(Outside):
    """Rows and columns in which the digits between the lowest and the highest have this sum: (8, "r0c1")."""

    key, noun, plural = "sandwichsum", "sandwich", "sandwiches"
    words = "Digits between the lowest and the highest have this sum."

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        rules.different(cells)  # so that the two crusts are not the same
        if rules.board.side <= LARGEST_EXACT_SIDE:
            _read_filling(rules, value, cells)
        else:
            _add_filling(rules, value, cells)


def _read_filling(rules: Rules, value: int, cells: list[int]) -> None:
    """Read a sandwich: -1 before its crusts, the set of digits between them, and -2 after them."""
    low, *_, high = rules.board.digits

    def step(state: int, digit: int) -> int | None:
        if digit in (low, high):
            if state < 0:
                return 0 if state == -1 else None
            return -2 if parts_of_sets(range(low + 1, high), value).get(state) else None
        return state if state < 0 else with_digit(parts_of_sets(range(low + 1, high), value), state, digit)

    rules.along(cells, -1, step, lambda state: state == -2)


def _add_filling(rules: Rules, value: int, cells: list[int]) -> None:
    """Read a sandwich: the part before, between or after the crusts, and the rest of the sum."""
    crusts = rules.board.digits[0], rules.board.digits[-1]

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        part, left = state
        if digit in crusts:
            return None if part == 2 or (part == 1 and left) else (part + 1, left)
        if part != 1:
            return state
        return (part, left - digit) if digit <= left else None

    rules.along(cells, (0, value), step, lambda state: state[0] == 2)


@public("sudoku.variants")
class XSums(Outside):
    """Rows and columns in which the first X digits have this sum, X being the first digit."""

    key, noun, json = "xsum", "X-sum", "x-sums"
    words = "The first X digits have this sum; X is the first digit."

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        rules.different(cells)
        if rules.board.side <= LARGEST_EXACT_SIDE:
            _read_first(rules, value, cells)
        else:
            _add_first(rules, value, cells)


def _read_first(rules: Rules, value: int, cells: list[int]) -> None:
    """Read the first X digits: X, and the set of the others; afterwards 0 and no digits."""
    digits = rules.board.digits

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        number, read = state
        if not number:
            return state
        number = digit if number < 0 else number
        if not number:
            return None if value else (0, 0)
        parts = parts_of_sets(digits, value - number, number - 1, number)
        after = with_digit(parts, read, digit) if state[0] > 0 else 0 if 0 in parts else None
        return None if after is None else (0, 0) if parts[after] else (number, after)

    rules.along(cells, (-1, 0), step, lambda state: not state[0])


def _add_first(rules: Rules, value: int, cells: list[int]) -> None:
    """Read the first X digits: the number of digits left, and the rest of the sum."""
    side, first = rules.board.side, rules.board.first_digit

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        number, left = (digit, value) if state[0] < 0 else state
        if not number:
            return None if left else (0, 0)
        number, left = number - 1, left - digit
        low, high = (bound - number * (1 - first) for bound in sum_bounds(side, number))
        return (number, left) if low <= left <= high else None

    rules.along(cells, (-1, 0), step, lambda state: not state[0])


@public("sudoku.variants")
class Skyscrapers(Outside):
    """Rows and columns in which so many digits are larger than all digits before them."""

    key, noun, words = "skyscraper", "skyscraper", "So many digits are higher than all before them."

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            largest, seen = state
            return state if digit <= largest else (digit, seen + 1) if seen < value else None

        rules.along(cells, (-1, 0), step, lambda state: state[1] == value)


@public("sudoku.variants")
class NumberedRooms(Outside):
    """Rows and columns in which the X-th cell holds this digit, X being the first digit."""

    noun, words = "numbered room", "The X-th cell holds this digit; X is the first digit."

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            left = (state[0] if state else digit) - 1  # cells up to the room
            if not state and left < 0:
                return None  # there is no cell number 0
            return None if left == 0 and digit != value else (max(left, 0),)

        rules.along(cells, (), step, lambda state: not state[0])


@public("sudoku.variants")
class FullRank(Outside):
    """Rows and columns with this rank among all of them, read from both ends as numbers: 1 is the lowest.

    No other row or column reads the same as one with a rank. Steps of logic do not use this rule.

    >>> import sudoku
    >>> board = sudoku.Board(2, 2, variants=[FullRank([(2, "r1c0"), (7, "r0c2")])])
    >>> list(sudoku.solutions("." * 16, board=board))
    ['1243432121343412']
    """

    noun = "full rank"
    words = "The line's rank as a number among all rows and columns, read from both ends."

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, (value, names) in enumerate(self.clues, 1):
            with located(f"{self.noun} {number}"):
                cells = self.cells(board, names)
                first, _ = _beginning(board, value, cells)
                # First of all: half of the comparisons of 16 clues then need no automaton.
                rules.ban(cells[0], set(board.digits) - {first})
        super().add(rules, board)

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        first, smaller = _beginning(rules.board, value, cells)
        hidden = []
        for side in _sides(rules.board):
            if cells not in side:
                hidden.append(rules.hidden_cell(rules.board.digits[:2]))
                for line in side:
                    if rules.allows(line[0], first):
                        _compare(rules, cells, line, hidden[-1], first)
        low = rules.board.digits[0]
        rules.along(hidden, 0, lambda seen, digit: seen + (digit == low), lambda seen: seen == smaller)


def _beginning(board: Geometry, rank: int, cells: list[int]) -> tuple[int, int]:
    """Return the first digit of the line with a rank, and the number of smaller lines that begin with it."""
    sides = _sides(board)
    if sum(cells in side for side in sides) != 1:
        raise ValueError("a rank needs a row or a column of a square board with one grid")
    ranks = len(sides) * board.side
    if not 1 <= rank <= ranks:
        raise ValueError(f"rank {rank}: the rows and columns have ranks from 1 to {ranks}")
    digit, smaller = divmod(rank - 1, len(sides))
    return board.digits[digit], smaller


def _sides(board: Geometry) -> list[list[list[int]]]:
    """Return the lines that begin at each side of a square board with one grid; no sides for another board."""
    if not board.square or len(board.grids) > 1:
        return []
    grid, side = board.grids[0], board.side
    rows = [list(grid[k * side : (k + 1) * side]) for k in range(side)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    backward = [[line[::-1] for line in lines] for lines in (rows, columns)]
    return [rows, columns, *backward]


def _compare(rules: Rules, own: list[int], other: list[int], hidden: int, first: int) -> None:
    """Read the digits of two lines in turns: the hidden cell says whether the other is smaller if it begins alike."""
    low = rules.board.digits[0]

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(state) < 2:  # the first digit of the other line, then the hidden one
            return (*state, digit) if state or digit == first else _COMPARED
        if state == _COMPARED:
            return state
        if len(state) == 2:  # equal so far
            return (*state, digit)
        if digit == state[2]:
            return state[:2]
        return _COMPARED if (digit < state[2]) == (state[1] == low) else None

    cells = [other[0], hidden, *chain(*zip(own[1:], other[1:], strict=True))]
    rules.along(cells, (), step, lambda state: state == _COMPARED)


_COMPARED = (-1, -1, -1)
