# SPDX-License-Identifier: MIT
"""Habits of writing that are the same puzzle in other characters; we rewrite each line before we read it.

    > 5 3 . | . 7 . |          a quoted line of a mail           5 3 . | . 7 . |
    [5, 3, 0, 0, 7],           a list of Python, JSON or C       5, 3, 0, 0, 7
    5<tab>3<tab><tab><tab>7    cells of a spreadsheet            5,3,,,7
    53??7  53··7               signs for empty cells             53..7
    53.!.7.!...                bars                              53.|.7.|...
    ["5","3",".","7"],         a list of texts                   5,3,.,7
    [5.0, 3.0, nan, null]      numbers with a decimal point      5,3,.,.
    grid = [[5 3 0 7]          the print of an array             5,3,0,7
    "53..7....",               a row in quotes               53..7....
    ```, [code], |:-:|:-:|     marks of forums and Markdown      |---|---|
     5 -- 16                   empty cells as wide as numbers     5 .  16

A line without such characters is returned as it is, after one look.
"""

from __future__ import annotations

import re

_SQUARES = "\xb7\u2022\u2219\u25a0\u25a1\u25a2\u25fb\u2b1b\u2b1c\u2423\uff0e"  # for empty cells, as dots are
_UNSEEN = "`\u200b\u200c\u200d\u2060\ufe0f\u20e3\ufeff"  # of no width, or the frame of an emoji
_ANY = re.compile(rf"[?!>\[\]{{}}()\"'`\r\t\xa0\uff10-\uff19{_SQUARES}{_UNSEEN}]|--|:-|[0-9]\.0,|,[Nn]")
_DIGIT = re.compile("[1-9]")
_EMPTY = re.compile("[.0*_]")
_SIGNS = {ord("!"): "|", 0xA0: " ", ord("\r"): ""} | {0xFF10 + d: str(d) for d in range(10)}
_SIGNS |= dict.fromkeys(map(ord, _SQUARES), ".") | dict.fromkeys(map(ord, _UNSEEN), "")
_QUOTE = re.compile(r"\s*(?:> ?)+")
_TAG = re.compile(
    r"\[/?(?:code|pre|quote|tt|b|spoiler|hide)(?:=[^\]]*)?\]|</?(?:code|pre|tt|b)>|```[a-z]*", re.IGNORECASE
)
_ALIGNED = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?")  # below the head of a table in Markdown
_BRACKETS = re.compile(r"[\s\[\]{}(),;]*")
# "grid = ", and a call, before brackets or quotes that begin with a cell
_NAME = re.compile(
    r"\s*(?:[\"']?[A-Za-z_][\w .\[\]]{0,40}[\"']?\s*[=:]\s*)?(?:[A-Za-z_][\w.]{0,40}\()?"
    r"(?=[\[{(\"'][\[{(\"'\s]*[0-9.*_?])"
)
_MARKED = re.compile(r"[\[\](){}\"']|[0-9]\.0[,;\t]|[,;\t](?:nan|null|none)\b", re.IGNORECASE)
_OF_LIST = str.maketrans(dict.fromkeys("[](){}\"'"))
_QUOTED_BLANK = re.compile("\" ?\"|' ?'")
_NUMPY = re.compile(r"\s*[\[(]{1,3}[^\[\](){},;]*[\])]{1,3}\s*")
_SEPARATOR = re.compile("[,;\t]")
_CELL = re.compile(r"([0-9]{1,2})(?:\.0?)?|[A-Z.*_?-]|(nan|null|none)|", re.IGNORECASE)
_HYPHENS = re.compile(r"\s*(?=-*[1-9A-Za-z])[1-9A-Za-z-]{81,}\s*")  # a line, and longer than a border
_QUOTED_ROW = re.compile(r"""\s*\(?([\"'])[0-9.*_]{4,}\1[\s,;+)\\]*""")  # of a text over several lines
_ROW = re.compile(r"[0-9.*_]{4,}")
_FIELDS = re.compile(r"[0-9.*_]{0,2}(?:\t[ ]?[0-9.*_]{0,2}[ ]?)+")
_WIDE = re.compile(r"(?<![^\s|])-{2,3}(?![^\s|])")


def rewritten(line: str) -> str:
    """Return the line in the usual characters.

    >>> rewritten("> 53??7"), rewritten("[[5, 0, 3, 0],"), rewritten("5\\t\\t3"), rewritten(" 5 -- 16")
    ('53..7', '5,0,3,0', '5,,3', ' 5 .  16')
    """
    if not _ANY.search(line) or not line.strip("! "):
        return line
    line = _TAG.sub("", line).translate(_SIGNS).replace("[|", "").replace("|]", "")
    if _ALIGNED.fullmatch(line):
        return line.replace(":", "-")
    if _BRACKETS.fullmatch(line):
        return "" if line.strip(" \t,;") else line
    line = _QUOTE.sub("", line, count=1) if ">" in line else line
    named = _NAME.match(line)
    line = line[named.end() :] if named else line
    listed = _list_of(line) if _MARKED.search(line) else ""
    if listed:
        return listed
    if "-" in line and _HYPHENS.fullmatch(line):
        return line.replace("-", ".")
    if "?" in line and _DIGIT.search(line) and not _EMPTY.search(line):
        line = line.replace("?", ".")  # next to another sign, it marks an illegible cell
    if "\t\t" in line or line[:1] == "\t" or line[-1:] == "\t":
        line = line.replace("\t", ",") if _FIELDS.fullmatch(line) else line
    return _WIDE.sub(lambda wide: ".".ljust(len(wide[0])), line) if _DIGIT.search(line) else line


def _list_of(line: str) -> str:
    """Return the cells of a line in brackets or quotes, or of numbers with a decimal point, between commas.

    The empty text if the line is anything else. Rows of a square, in brackets, are returned between blanks.

    >>> _list_of('[["5","3",".","."],'), _list_of("[[5 3 0 0]"), _list_of("5.0,nan,,3.0"), _list_of('["1..4","4...",')
    ('5,3,.,.', '5,3,0,0', '5,.,,3', '')
    """
    text = _QUOTED_BLANK.sub(".", line).translate(_OF_LIST).strip()
    separated = bool(_SEPARATOR.search(text))
    text = text.rstrip(",; ") if line != text and separated and line.rstrip(" ,;")[-1:] in "])}" else text
    fields = [field.strip() for field in _SEPARATOR.split(text)] if separated else text.split()
    filled = [field for field in fields if field]
    if len(filled) == 1 and (len(filled[0]) >= 16 or _QUOTED_ROW.fullmatch(line)):
        return filled[0]
    if not separated and not _NUMPY.fullmatch(line):
        return ""
    if len(fields) > 3 and {len(field) for field in fields} == {len(fields)} and all(map(_ROW.fullmatch, fields)):
        return " ".join(fields) if line.lstrip()[:1] in "[{(" else ""
    cells = list(map(_CELL.fullmatch, fields))
    if len(fields) < 4 or not all(cells) or not any(cell and cell[0] for cell in cells):
        return ""
    return ",".join(cell[1] or ("." if cell[2] else cell[0]) for cell in cells if cell)
