# SPDX-License-Identifier: MIT
"""Lz-string compression for tests, the inverse of sudoku.reading.lzstring: simple rather than fast."""

from sudoku.reading.lzstring import ALPHABET


def pack(text):
    """Return the text packed to base 64, always by the longest entry, even by an entry that its own code creates."""
    units = text.encode("utf-16-le", "surrogatepass")
    text = "".join(chr(int.from_bytes(units[at : at + 2], "little")) for at in range(0, len(units), 2))
    bits, known, last, at = [], ["", "", ""], "", 0

    def put(value, n):
        bits.extend(value >> k & 1 for k in range(n))

    while at < len(text):
        width = len(known).bit_length()
        entries = [*known, last + last[0]] if last else known
        fitting = [k for k, entry in enumerate(entries) if entry and text.startswith(entry, at)]
        if fitting:
            code = max(fitting, key=lambda k: len(entries[k]))
            entry = entries[code]
            put(code, width)
        else:
            entry = text[at]
            wide = ord(entry) > 255
            put(int(wide), width)
            put(ord(entry), 16 if wide else 8)
            known.append(entry)
        if last:
            known.append(last + entry[0])
        last = entry
        at += len(entry)
    put(2, len(known).bit_length())
    bits += [0] * (-len(bits) % 6)
    return "".join(ALPHABET[int("".join(map(str, bits[k : k + 6])), 2)] for k in range(0, len(bits), 6))
