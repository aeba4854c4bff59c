# SPDX-License-Identifier: MIT
"""The digits and their signs: 1-9, then A-Z, then @ for the 36th, so the largest board is 36x36.

value       0        1  2  ..  9   10  ..  35  36
sign     . 0 * _     1  2  ..  9   A   ..  Z   @        a letter may be written in either case
letters  . 0 * _     A  B  ..  I   J   ..               a puzzle without the signs 1-9
from 0   . * _       0  1  ..  8   9   ..               a puzzle of 10x10 or more that has another sign for 0
"""

from __future__ import annotations

from functools import cache

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = ".0*_"
LARGEST_SIDE = len(DIGITS)
ABSENT = 255  # in the table of values: a character that is not a cell


@cache
def digit_range(side: int) -> str:
    """Return the digits in words, for messages.

    >>> digit_range(9), digit_range(10), digit_range(16), digit_range(36)
    ('1-9', '1-9, A', '1-9, A-G', '1-9, A-Z, @')
    """
    last = DIGITS[side - 1]
    if side <= 9:
        return f"1-{last}"
    if last == "@":
        return "1-9, A-Z, @"
    return "1-9, A" if last == "A" else f"1-9, A-{last}"


def values(side: int) -> bytes:
    """Return the table of values by character, ABSENT for characters that are not a cell."""
    table = bytearray([ABSENT]) * 256
    for character in EMPTY:
        table[ord(character)] = 0
    for value, digit in enumerate(DIGITS[:side], 1):
        table[ord(digit)] = table[ord(digit.lower())] = value
    return bytes(table)


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
