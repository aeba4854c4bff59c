# SPDX-License-Identifier: MIT
"""Habits of writing that are the same puzzle in other characters; we rewrite each line before we read it.

    > 5 3 . | . 7 . |          a quoted line of a mail           5 3 . | . 7 . |
    [5, 3, 0, 0, 7],           a list of Python, JSON or C       5, 3, 0, 0, 7
    5<tab>3<tab><tab><tab>7    cells of a spreadsheet            5,3,,,7
    53??7  53··7               signs for empty cells             53..7
    53.!.7.!...                bars                              53.|.7.|...
     5 -- 16                   empty cells as wide as numbers     5 .  16

A line without such characters is returned as it is, after one look.
"""

from __future__ import annotations

import re

_ANY = re.compile(r"[?!>\[\]{}\t\xa0\xb7\u2022\uff10-\uff19]|--")
_DIGIT = re.compile("[1-9]")
_EMPTY = re.compile("[.0*_]")
_SIGNS = {0xB7: ".", 0x2022: ".", ord("!"): "|", 0xA0: " "} | {0xFF10 + d: str(d) for d in range(10)}
_QUOTE = re.compile(r"\s*(?:> ?)+")
_BRACKETS = re.compile(r"[\s\[\]{}(),;]*")
_LIST = re.compile(r"\s*[\[{][\[{\s]*[0-9.][^A-Za-z]*,[^A-Za-z]*[\]}][\]};,\s]*")
_OF_LIST = str.maketrans(dict.fromkeys("[]{};\"'"))
_FIELDS = re.compile(r"[0-9.*_]{0,2}(?:\t[ ]?[0-9.*_]{0,2}[ ]?)+")
_WIDE = re.compile(r"(?<![^\s|])-{2,3}(?![^\s|])")


def rewritten(line: str) -> str:
    """Return the line in the usual characters.

    >>> rewritten("> 53??7"), rewritten("[[5, 0, 3],"), rewritten("5\\t\\t3"), rewritten(" 5 -- 16")
    ('53..7', '5, 0, 3', '5,,3', ' 5 .  16')
    """
    if not _ANY.search(line) or not line.strip("! "):
        return line
    if _BRACKETS.fullmatch(line):
        return "" if line.strip(" \t,;") else line
    line = _QUOTE.sub("", line, count=1) if ">" in line else line
    if _LIST.fullmatch(line):
        return line.translate(_OF_LIST).strip().rstrip(",")
    if "?" in line and _DIGIT.search(line) and not _EMPTY.search(line):
        line = line.replace("?", ".")  # next to another sign, it marks an illegible cell
    line = line.translate(_SIGNS)
    if "\t\t" in line or line[:1] == "\t" or line[-1:] == "\t":
        line = line.replace("\t", ",") if _FIELDS.fullmatch(line) else line
    return _WIDE.sub(lambda wide: ".".ljust(len(wide[0])), line) if _DIGIT.search(line) else line
