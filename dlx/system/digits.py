# SPDX-License-Identifier: MIT
"""Integers of any length as text.

Python refuses to write an integer of more than 4,300 digits (``sys.set_int_max_str_digits``), a guard for servers that
read numbers from strangers. Our counts are longer at times, and they are ours. The limit belongs to the whole process,
so a library must not lift it. We write long numbers with ``decimal`` instead, which has no such limit, half by half.
100,000 digits take 0.04 s and a million 0.6 s; ``str`` without its limit takes 0.2 s for 100,000, and four times as
long for twice as many.
"""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import decimal

PIECE_BITS = 4_096  # a number that we do not divide further
MOST_SHOWN_DIGITS = 60  # of a count within a sentence of facts
PLAIN_BITS = 2_100  # a number of this length is below the least limit; we leave it alone


def digits(n: int, separator: str = "") -> str:
    """Return an integer as text, with a separator between groups of three digits.

    >>> digits(-1234567, ","), len(digits(10**5000))
    ('-1,234,567', 5001)
    """
    n = int(n)
    text = _written(abs(n))
    if separator:
        first = len(text) % 3 or 3
        text = separator.join([text[:first], *(text[k : k + 3] for k in range(first, len(text), 3))])
    return f"-{text}" if n < 0 else text


def _written(n: int) -> str:
    if n.bit_length() <= PLAIN_BITS:
        return str(n)
    import decimal  # not at the start of every command

    with decimal.localcontext() as context:
        context.prec, context.Emax = decimal.MAX_PREC, decimal.MAX_EMAX
        powers: dict[int, decimal.Decimal] = {}
        return str(_decimal(n, n.bit_length(), decimal.Decimal, powers))


def _decimal(n: int, bits: int, piece: type[decimal.Decimal], powers: dict[int, decimal.Decimal]) -> decimal.Decimal:
    """Return n, of this many bits, as a decimal; `powers` keeps the powers of 2 by their exponents."""
    if bits <= PIECE_BITS:
        return piece(n)
    half = bits >> 1
    if half not in powers:
        powers[half] = piece(2) ** half
    high, low = n >> half, n & ((1 << half) - 1)
    return _decimal(low, half, piece, powers) + _decimal(high, bits - half, piece, powers) * powers[half]


def magnitude(n: int) -> str:
    """Return a count as text: whole, or as a power of ten if it has more than MOST_SHOWN_DIGITS digits.

    >>> magnitude(12345), magnitude(2**10000)
    ('12,345', 'about 2.0e3010')
    """
    if n.bit_length() <= 3 * MOST_SHOWN_DIGITS:
        return f"{n:,}"
    lost = max(n.bit_length() - 64, 0)
    whole, tenths = divmod(log10(n >> lost) + lost * log10(2), 1)
    lead = f"{10**tenths:.1f}"
    return f"about {lead}e{int(whole)}" if lead != "10.0" else f"about 1.0e{int(whole) + 1}"


class LongInt(int):
    """A count too long for Python's own ``str``; it prints all its digits. Arithmetic with it yields plain integers.

    >>> from dlx import Problem
    >>> n = Problem([[k] for k in range(20_000) for _ in "ab"]).count()
    >>> len(str(n)), n == 2**20_000
    (6021, True)
    """

    def __str__(self) -> str:
        return digits(self)

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return digits(self, form) if form in ("", ",", "_") else int(self).__format__(form)


def printable(n: int) -> int:
    """Return the same number, of a type that prints at any length."""
    return n if n.bit_length() <= PLAIN_BITS else LongInt(n)


def to_json(value: Any) -> str:
    """Return a value as JSON, integers of any length included.

    >>> to_json({"count": 10**5000, "few": [1, 2.5, None]})[-31:]
    '0000000, "few": [1, 2.5, null]}'
    """
    import json

    long: list[int] = []
    text = json.dumps(_marked(value, long))
    for k, n in enumerate(long):
        text = text.replace(json.dumps(_mark(k)), digits(n), 1)
    return text


def _marked(value: Any, long: list[int]) -> Any:
    """Return a value with a mark in place of each long integer; append these to `long`."""
    if isinstance(value, int) and value.bit_length() > PLAIN_BITS:
        long.append(value)
        return _mark(len(long) - 1)
    if isinstance(value, dict):
        return {key: _marked(entry, long) for key, entry in value.items()}
    return [_marked(entry, long) for entry in value] if isinstance(value, list | tuple) else value


def _mark(k: int) -> str:
    """Return a string that no name of an item contains."""
    return f"\0long integer {k}\0"
