# SPDX-License-Identifier: MIT
"""Unpacks and packs the texts in links to puzzles, in the way of lz-string.

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
    """Return a text packed, always by the longest entry that is known, so that `unpack` returns it.

    >>> pack("hello"), unpack(pack("hello " * 9)) == "hello " * 9
    ('BYUwNmD2Q===', True)
    """
    units = text.encode("utf-16-le", "surrogatepass")
    text = "".join(chr(int.from_bytes(units[at : at + 2], "little")) for at in range(0, len(units), 2))
    known: dict[str, int] = {}  # entries with the numbers that `unpack` gives them; of equal ones the first
    bits: list[str] = []
    size, at, last = END_OF_TEXT + 1, 0, ""
    while at < len(text):
        entry = text[at]
        while at + len(entry) < len(text) and entry + text[at + len(entry)] in known:
            entry += text[at + len(entry)]
        width = size.bit_length()
        if entry in known:
            bits.append(_lowest_first(known[entry], width))
        else:
            wide = ord(entry) > 255
            bits += [_lowest_first(int(wide), width), _lowest_first(ord(entry), 16 if wide else 8)]
            known[entry] = size
            size += 1
        if last:
            known.setdefault(last + entry[0], size)
            size += 1
        at, last = at + len(entry), entry
    return _base64("".join([*bits, _lowest_first(END_OF_TEXT, size.bit_length())]))


def _lowest_first(value: int, width: int) -> str:
    return f"{value:0{width}b}"[::-1]


def _base64(bits: str) -> str:
    bits += "0" * (-len(bits) % 6)
    text = "".join(ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return text + "=" * (-len(text) % 4)
