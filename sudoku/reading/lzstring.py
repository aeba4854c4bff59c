# SPDX-License-Identifier: MIT
"""Packs and unpacks the texts in links to puzzles, in the format of lz-string.

It is Lempel-Ziv of 1978 with growing codes. Every code is an entry of a dictionary, and every code but the first
adds an entry: the previous entry and the first character of this one. The bits of a code come lowest first;
six of them, highest first, form a character of base 64.

    code 0, 8 bits     a new character                code 2   the end
    code 1, 16 bits    ... with a larger number       code k   the entry k, from 3

The format is `compressToBase64` of pieroxy's lz-string for JavaScript.
"""

from __future__ import annotations

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
MOST_UNPACKED_CHARACTERS = 4_000_000  # characters: a few in base 64 could unpack to very many
END_OF_TEXT = 2

_VALUES = {character: value for value, character in enumerate(ALPHABET)}


class _Bits:
    """The bits of a text in base 64."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0  # bits taken so far

    def take(self, n: int) -> int:
        """Return the next n bits as a number, lowest first."""
        value = 0
        for place in range(n):
            sextet, bit = divmod(self.at, 6)
            if sextet == len(self.text):
                raise ValueError("the packed text is cut short")
            value |= (_VALUES[self.text[sextet]] >> (5 - bit) & 1) << place
            self.at += 1
        return value


def unpack(packed: str) -> str:
    """Return the unpacked text. Raises ValueError if the packed text is cut short or damaged.

    >>> unpack("BYUwNmD2Q===")
    'hello'
    """
    text = packed.rstrip("=")
    wrong = next((character for character in text if character not in _VALUES), None)
    if wrong is not None:
        raise ValueError(f"character {wrong!r} is not one of base 64")
    units = b"".join(entry.encode("utf-16-le", "surrogatepass") for entry in _entries(_Bits(text)))
    try:
        return units.decode("utf-16-le")
    except UnicodeDecodeError:
        raise ValueError("the packed text is damaged: half a character") from None


def _entries(bits: _Bits) -> list[str]:
    """Return the entries of the codes, in order."""
    entries: list[str] = []
    known = ["", "", ""]
    last, length = "", 0
    while True:
        code = bits.take(len(known).bit_length())  # wide enough for a code not known yet
        if code == END_OF_TEXT:
            return entries
        if code < END_OF_TEXT:
            character = chr(bits.take(16 if code else 8))
            code = len(known)
            known.append(character)
        if code < len(known):
            entry = known[code]
        elif code == len(known) and last:
            entry = last + last[0]
        else:
            raise ValueError("the packed text is damaged")
        if last:
            known.append(last + entry[0])
        entries.append(entry)
        last = entry
        length += len(entry)
        if length > MOST_UNPACKED_CHARACTERS:
            raise ValueError(f"the packed text has more than {MOST_UNPACKED_CHARACTERS:,} characters")


def pack(text: str) -> str:
    """Return the text packed, each time by the longest entry known.

    >>> unpack(pack("banana, banana")), len(pack("a" * 10_000))
    ('banana, banana', 229)
    """
    data = text.encode("utf-16-le", "surrogatepass")
    units = "".join(chr(int.from_bytes(data[at : at + 2], "little")) for at in range(0, len(data), 2))
    bits: list[int] = []
    codes: dict[str, int] = {}
    size, last, at = END_OF_TEXT + 1, "", 0  # the next code, the previous entry, and the place in the text
    while at < len(units):
        entry, width = units[at], size.bit_length()
        if entry in codes:
            while units[at + len(entry) : at + len(entry) + 1] and units[at : at + len(entry) + 1] in codes:
                entry = units[at : at + len(entry) + 1]
            _put(bits, codes[entry], width)
        else:
            wide = ord(entry) > 255
            _put(bits, int(wide), width)
            _put(bits, ord(entry), 16 if wide else 8)
            codes[entry], size = size, size + 1
        if last:
            codes.setdefault(last + entry[0], size)
            size += 1
        last, at = entry, at + len(entry)
    _put(bits, END_OF_TEXT, size.bit_length())
    bits += [0] * (-len(bits) % 6)
    return "".join(ALPHABET[int("".join(map(str, bits[k : k + 6])), 2)] for k in range(0, len(bits), 6))


def _put(bits: list[int], value: int, width: int) -> None:
    bits += (value >> place & 1 for place in range(width))
