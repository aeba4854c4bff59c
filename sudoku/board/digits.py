# SPDX-License-Identifier: MIT
"""The digits and their signs: 1-9, A-Z, @, then a-z, $ and &, so the largest board is 64x64.

A puzzle holds the value 0 for an empty cell, and 1 for the lowest digit, which may be 0 (`Board(first_digit=0)`).

value       0        1  2  ..  9   10  ..  35  36  37  ..  62  63  64
sign     . 0 * _     1  2  ..  9   A   ..  Z   @   a   ..  z   $   &
letters  . 0 * _     A  B  ..  I   J   ..               a puzzle without the signs 1-9
from 0   . * _       0  1  ..  8   9   ..               digits from 0; a puzzle of 10x10 with another empty sign

Up to 36x36, a letter may be written in either case. On larger boards the case tells two digits apart.
"""

from __future__ import annotations

from functools import cache

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@abcdefghijklmnopqrstuvwxyz$&"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = ".0*_"
SMALLEST_SIDE = 4
LARGEST_SIDE = len(DIGITS)
LARGEST_CASELESS_SIDE = 36  # side of the largest boards on which a letter may be written in either case
ABSENT = 255  # in the table of values: a character that is not a cell
_RANGES = ("1-9", "A-Z", "@", "a-z", "$", "&")  # the signs


def signs(side: int, first_digit: int = 1) -> str:
    """Return the signs of the digits of a board.

    >>> signs(9), signs(12, 0)
    ('123456789', '0123456789AB')
    """
    return ("0" + DIGITS)[first_digit : side + first_digit]


@cache
def digit_range(side: int, first_digit: int = 1) -> str:
    """Return the digits in words, for messages.

    >>> digit_range(9), digit_range(10), digit_range(16), digit_range(36)
    ('1-9', '1-9, A', '1-9, A-G', '1-9, A-Z, @')
    >>> digit_range(49), digit_range(9, 0)
    ('1-9, A-Z, @, a-m', '0-8')
    """
    last = signs(side, first_digit)[-1]
    ranges = (f"{first_digit}-9", *_RANGES[1:])
    at = next(k for k, part in enumerate(ranges) if part[0] <= last <= part[-1])
    first = ranges[at][0]
    return ", ".join([*ranges[:at], f"{first}-{last}" if last > first or at == 0 else last])


def values(side: int, *, exact: bool = False, first_digit: int = 1) -> bytes:
    """Return the table of values by character, ABSENT for characters that are not a cell.

    With `exact`, the case of a letter always matters. We read numbers so, once they are signs.
    """
    return values_of(signs(side, first_digit), exact=exact)


def values_of(digits: str, *, exact: bool = False) -> bytes:
    """Return the same table for some signs of digits."""
    table = bytearray([ABSENT]) * 256
    for character in EMPTY:
        table[ord(character)] = 0
    for value, digit in enumerate(digits, 1):
        table[ord(digit)] = value
        if len(digits) <= LARGEST_CASELESS_SIDE and not exact:
            table[ord(digit.lower())] = value
    return bytes(table)


def capitals(cells: str, side: int) -> str:
    """Return the cells with capital letters, unless small letters are other digits on a board of this side.

    >>> capitals("a..B", 16), capitals("a..B", 49)
    ('A..B', 'a..B')
    """
    return cells.upper() if side <= LARGEST_CASELESS_SIDE else cells


def usual_signs(cells: str, side: int) -> str:
    """Return the cells with the usual signs, if their digits are the first `side` letters; else unchanged.

    An X too large for a digit is an empty cell if nothing else is.

    One of the letters must be too large as a usual sign: the digits of a puzzle of 16x16 could be 10 to 16, A to G. And
    half of the letters must occur, as in every puzzle with one solution: a lone letter is a wrong character.

    >>> usual_signs("1xx2", 4), usual_signs("1x.2", 4)
    ('1..2', '1x.2')
    >>> usual_signs("A..D", 4), usual_signs("1..D", 4), usual_signs("A..Q" + "." * 12, 16), usual_signs("ABCD.G", 16)
    ('1..4', '1..D', 'A..Q............', 'ABCD.G')
    """
    used = set(cells.upper()).difference(EMPTY)
    if len(used) > 1 and used.difference(DIGITS[:side]) == {"X"} and not set(EMPTY).intersection(cells):
        return cells.upper().replace("X", ".")
    if side > len(LETTERS) or 2 * len(used) < side or used <= set(DIGITS[:side]) or not used <= set(LETTERS[:side]):
        return cells
    return cells.upper().translate(str.maketrans(LETTERS[:side], DIGITS[:side]))


def word_of(cells: str) -> str:
    """Return the digits of a 9x9 puzzle in nine letters, in their order; the empty text if it has other digits.

    Without another sign for an empty cell, one of the letters may be that.

    >>> word_of("WO.RDK.U"), word_of("WORDKUSEN.."), word_of("WORDKUSEN"), word_of("ABCDEFGHI.")
    ('', 'DEKNORSUW', '', '')
    """
    letters = set(cells.upper()).difference(EMPTY)
    word = len(letters) == 9 and not set(cells).isdisjoint(EMPTY) and set(LETTERS[:9]) != letters <= set(LETTERS)
    return "".join(sorted(letters)) if word else ""
