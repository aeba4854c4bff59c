# SPDX-License-Identifier: MIT
"""Habits of writing that are the same puzzle in other characters; we rewrite each line before we read it.

    > 5 3 . | . 7 . |          a quoted line of a mail           5 3 . | . 7 . |
    [5, 3, 0, 0, 7],           a list of Python, JSON or C       5, 3, 0, 0, 7
    - [5, 3, 0, 0, 7]          the same in YAML                  5, 3, 0, 0, 7
    5<tab>3<tab><tab><tab>7    cells of a spreadsheet            5,3,,,7
    53??7  53··7               signs for empty cells             53..7
    53.!.7.!...                bars                              53.|.7.|...
    ["5","3",".","7"],         a list of texts                   5,3,.,7
    [5.0, 3.0, nan, null]      numbers with a decimal point      5,3,.,.
    5.00e+00 3.00e+00 0.00e+00 the same, as NumPy saves them     5 3 0
    5 3 -1 -1, [5, 3, -1, -1]  -1 for an empty cell              5 3 . ., 5,3,.,.
    grid = [[5 3 0 7]          the print of an array             5,3,0,7
    "53..7....",               a row in quotes               53..7....
    ```, [code], |:-:|:-:|     marks of forums and Markdown      |---|---|
     5 -- 16                   empty cells as wide as numbers     5 .  16
    53-|-7-|---, 5 3 - - 7     hyphens for empty cells           53.|.7.|..., 5 3 . . 7
    53..7....;6..195...;       nine rows on one line         53..7....6..195...
    53 | 7 |                   bars and blanks without a frame   |53 | 7 |   |
    |5|3| |.                   a row of LaTeX                    |5|3| |

A line without such characters is returned as it is. HABITS are the habits in their order: each sees a line as those
before it have left it. A further habit of writing a line is a row there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ..board.digits import LARGEST_SIDE
from .frames import BAR
from .markup import MARKED, unmarked, with_ascii_digits
from .once import once
from .squares import SEPARATED, rows_apart

_SQUARES = "\xb7\u2022\u2219\u25a0\u25a1\u25a2\u25fb\u2b1b\u2b1c\u2423\uff0e"  # for empty cells, as dots are
_SQUARES += "".join(map(chr, (*range(0x1F7E5, 0x1F7EC), 0x1F533, 0x1F532, 0x25CB, 0x25EF, 0x26AA, 0x26AB, 0x30FB)))
_UNSEEN = "`\u200b\u200c\u200d\u2060\ufe0f\u20e3\ufeff"  # of no width, or the frame of an emoji
_ANY = re.compile(
    rf"[?!<>=~\\\[\]{{}}()\"'`\r\t\xa0\uff10-\uff19{_SQUARES}{_UNSEEN}]|--|:-|\|\.$|[0-9]\.(?:0|[ ,;]+[0-9]\.)|,[Nn]"
)
_ANY_HABIT = re.compile(r"[^0-9.*_ +]|[0-9]\.(?:0| +[0-9]\.)")
_DIGIT = re.compile("[1-9]")
_EMPTY = re.compile("[.0*_]")
_SIGNS = {ord("!"): "|", 0xA0: " ", ord("\r"): ""} | {0xFF10 + d: str(d) for d in range(10)}
_SIGNS |= dict.fromkeys(map(ord, _SQUARES), ".") | dict.fromkeys(map(ord, _UNSEEN), "")
_QUOTE = re.compile(r"\s*(?:> ?)+")
_TAG = re.compile(
    r"\[/?(?:code|pre|quote|tt|b|spoiler|hide|font|size|colou?r|center|list|mono|table|tr)(?:=[^\]]*)?\]"
    r"|</?(?:code|pre|tt|b|p|br|span|font|center|textarea|strong|em|kbd|samp|blockquote|li|row|line|tr|td)(?:\s[^<>]*)?/?>"
    r"|(?:```|~~~)[a-z]*|\\begin\{\w+\*?\}(?:\{[^{}]*\}|\[[^\]]*\])*|\\end\{\w+\*?\}|\\[hc]line(?:\{[^{}]*\})?"
    r"|\\(?:top|mid|bottom)rule|\\\\\s*$",
    re.IGNORECASE,
)
# Quotes around several lines, the comma before a list of Haskell, the quote before one of Lisp.
_BEGINS_LIST = re.compile(r"\s*(?:[A-Za-z_][\w .]{0,40}=\s*)?[fru]?(?:\"\"\"|''')\\?|\s*,\s*(?=[\[({])|\s*'(?=\()")
_ALIGNED = re.compile(r"\s*+\|?(?:\s*+:?-+:?\s*+\|)+(?:\s*+:?-+:?\s*+)?")  # below the head of a table in Markdown
_BRACKETS = re.compile(r"[\s\[\]{}(),;]*")
# "- ", "grid = ", and calls, before brackets or quotes that begin with a cell
_NAME = re.compile(
    r"\s*(?:- )?(?:[\"']?[A-Za-z_][\w .\[\]]{0,40}[\"']?\s*(?:=|:|<-|\bbe\b)\s*)?"
    r"(?:[A-Za-z_][\w.]{0,40}\((?:\w{1,9}, )?){0,2}"
    r"(?=[\[{(\"'|][\[{(\"'|\s]*[0-9.*_?]|(?<=\()[0-9][,;])"
)
_SET = re.compile(r"\s*[A-Za-z]\w{0,40}\s*=\s*[0-9]{1,3}\s*;?\s*")  # a number of a data file
_LATEX = re.compile(r"(?:\|[ 0-9A-Z])+\|\.")  # a row of its environment sudoku
_END_OF_CALL = re.compile(r"\)\s*,\s*[A-Za-z_.]+\s*=[^\[\](){}]*\)|\)\.\s*$")  # of R and Prolog
_MARKED = re.compile(r"[\[\](){}\"']|[0-9]\.0[,;\t]|[,;\t](?:nan|null|none)\b", re.IGNORECASE)
_OF_LIST = str.maketrans(dict.fromkeys("[](){}\"'"))
_QUOTED_BLANK = re.compile("\" ?\"|' ?'")
_NUMPY = re.compile(r"\s*[\[(]{1,3}[^\[\](){},;]*[\])]{1,3}\s*")
_SEPARATOR = re.compile("[,;\t]")
_CELL = re.compile(r"([0-9]{1,2})(?:\.0?)?|[A-Z.*_?-]|(nan|null|none)|", re.IGNORECASE)
_HYPHENS = re.compile(r"\s*(?=-*[1-9A-Za-z])[1-9A-Za-z-]{81,}\s*")  # a line, and longer than a border
_QUOTED_ROW = re.compile(r"""[\s\[({,]*([\"'])([0-9.*_]{4,})\1[\s,;+)\]}\\]*""")  # of a text over several lines
_ROW = re.compile(r"[0-9.*_]{4,}")
_FIELDS = re.compile(r"[0-9.*_]{0,2}(?:\t[ ]?[0-9.*_]{0,2}[ ]?)+")
_FLOAT = r"(?:[0-9]{1,2}\.[0-9]*(?:e[+-][0-9]+)?|nan)"
_FLOATS = re.compile(rf"\s*{_FLOAT}(?:(?:\s+|[,;]\s*){_FLOAT}){{3,}}\s*", re.IGNORECASE)
FEWEST_NUMBERS = 10  # in a row of numbers of two digits
_FEWEST_BARE = 9  # numbers with a point and no decimals in a row: "1. 2. 3. 4." may have 8 cells
_DASHED = re.compile(r"(?=.*(?:[1-9A-Z]| - \| - ))[1-9A-Z\s|-]+")
_FRAMELESS = re.compile(r"[1-9A-Z \u2502\u2503\u2551|]+")
_INTEGER = re.compile(r"(?<![\w.-])-?[0-9]+")
_MINUS_ONE = re.compile(r"(?<![^\s,;|\[({\"'])-1(?:\.0*)?(?![^\s,;|\])}\"'])")
FEWEST_INTEGERS = 4  # in a row of cells
_WIDE = re.compile(r"(?<![^\s|])-{2,3}(?![^\s|])")


@once
def rewritten(line: str) -> str:
    """Return the line in the usual characters.

    >>> rewritten("> 53??7"), rewritten("[[5, 0, 3, 0],"), rewritten("5\\t\\t3"), rewritten(" 5 -- 16")
    ('53..7', '5,0,3,0', '5,,3', ' 5 .  16')
    """
    if not _ANY_HABIT.search(line):
        return line
    for habit in HABITS:
        if habit.shows(line):
            line = habit.rewrite(line)
    return line


def _without_minus(line: str) -> str:
    """Return a line of numbers with a dot for each -1.

    >>> _without_minus("5 -1 -1  3"), _without_minus("[5, -1, -1.0, 12]"), _without_minus("No -1 here")
    ('5  .  .  3', '[5, ., ., 12]', 'No -1 here')
    """
    if len(_INTEGER.findall(line)) < FEWEST_INTEGERS:
        return line
    return _MINUS_ONE.sub(lambda found: " ." if found[0] == "-1" and " " in line and "," not in line else ".", line)


def _usual(line: str) -> str:
    """Return a line with unusual characters in the usual ones."""
    if not line.strip("! "):
        return line
    line = _TAG.sub("", _unquoted(line)).translate(_SIGNS)
    if _ALIGNED.fullmatch(line):
        return line.replace(":", "-")
    if _BRACKETS.fullmatch(line):
        return "" if line.strip(" \t,;") else line
    if _SET.fullmatch(line):
        return ""
    if _FLOATS.fullmatch(line):
        return _whole_numbers(line)
    line = line[:-1] if _LATEX.fullmatch(line) else line
    line = _QUOTE.sub("", line, count=1) if ">" in line else line
    named = _NAME.match(line)
    line = (line[named.end() :] if named else line).replace("[|", "").replace("|]", "")
    quoted = _QUOTED_ROW.fullmatch(line)
    if quoted:
        return quoted[2]
    listed = _list_of(_END_OF_CALL.sub("", line)) if named or _MARKED.search(line) else ""
    if listed:
        return listed
    if "-" in line and _HYPHENS.fullmatch(line):
        return line.replace("-", ".")
    if "?" in line and _DIGIT.search(line) and not _EMPTY.search(line):
        line = line.replace("?", ".")  # next to another sign, it marks an illegible cell
    if "\t\t" in line or line[:1] == "\t" or line[-1:] == "\t":
        line = line.replace("\t", ",") if _FIELDS.fullmatch(line) else line
    return line


def _unquoted(line: str) -> str:
    """Return a line without what may stand before a list or a text of several lines, and behind it."""
    begins = _BEGINS_LIST.match(line)
    line = line[begins.end() :] if begins else line
    return line.rstrip().removesuffix('"""').removesuffix("'''") if line.rstrip()[-3:] in ('"""', "'''") else line


def _whole_numbers(line: str) -> str:
    """Return numbers with a decimal point without it; the line itself if one is not whole, or they may be cells.

    >>> [_whole_numbers(line) for line in ("5.00e+00 1.2e+01 0.00e+00 nan", "1. 2. 3. 4.", "1.5 2.0 3.0 4.0")]
    ['5 12 0 .', '1. 2. 3. 4.', '1.5 2.0 3.0 4.0']
    """
    fields = re.split(r"[\s,;]+", line.strip())
    bare = any(field.endswith(".") for field in fields)
    numbers = [None if field.lower() == "nan" else float(field) for field in fields]
    if (bare and len(fields) < _FEWEST_BARE) or any(number is not None and number % 1 for number in numbers):
        return line
    between = "," if "," in line or ";" in line else " "
    return between.join("." if number is None else str(int(number)) for number in numbers)


def _dots_for_hyphens(line: str) -> str:
    """Return a row with a dot for each hyphen that is a cell, or for several that are as wide as a number.

    They are cells if all cells are apart, or a digit is in a group of them with several; one or two may be of a date.

    >>> [_dots_for_hyphens(line) for line in ("5 3 - | - 7 -", "53-|-7-|---", "2026-11-24", "------", " 5 -- 16")]
    ['5 3 . | . 7 .', '53.|.7.|...', '2026-11-24', '------', ' 5 .  16']
    """
    groups = line.replace("|", " ").split()
    widths, cells = set(map(len, groups)), sum(map(len, groups))
    grouped = len(groups) < FEWEST_NUMBERS and not any(map(str.isalpha, line)) and line.count("-") > 2
    equal = len(widths) == 1 and 4 <= cells <= LARGEST_SIDE and (widths == {1} or grouped)
    if equal and _DASHED.fullmatch(line):
        return line.replace("-", ".")
    return _WIDE.sub(lambda wide: ".".ljust(len(wide[0])), line) if "--" in line and _DIGIT.search(line) else line


def _framed(line: str) -> str:
    """Return a row of bars and blanks with a bar at each end, if that makes its boxes equally wide.

    The last box may lack its last blanks, unless the first one is blank: that is an indented frame.

    >>> _framed("53 | 7 |   "), _framed("5 3   |   7   |"), _framed("|53 | 7 |   |"), _framed("    |12 |3  |")
    ('|53 | 7 |   |', '| 5 3   |   7   |       |', '|53 | 7 |   |', '    |12 |3  |')
    """
    boxes = BAR.split(line)
    if "." in line or len(boxes) < 3:
        return line
    width, inner = len(boxes[0]), set(map(len, boxes[1:-1]))
    if boxes[0].strip():
        boxes[-1] = boxes[-1].ljust(width)
    if not width or len(boxes[-1]) != width or not (inner == {width} or inner == {width + 1}):
        return line
    pad = " " if inner == {width + 1} else ""
    return f"|{pad}{'|'.join(boxes)}{pad}|" if _FRAMELESS.fullmatch(line) else line


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
    if len(filled) == 1 and len(filled[0]) >= 16:
        return filled[0]
    if not separated and not _NUMPY.fullmatch(line):
        return ""
    if len(fields) > 3 and {len(field) for field in fields} == {len(fields)} and all(map(_ROW.fullmatch, fields)):
        return " ".join(fields) if line.lstrip()[:1] in "[{(" else ""
    cells = list(map(_CELL.fullmatch, fields))
    if len(fields) < 4 or not all(cells) or not any(cell and cell[0] for cell in cells):
        return ""
    return ",".join(cell[1] or ("." if cell[2] else cell[0]) for cell in cells if cell)


class Habit(NamedTuple):
    """A habit of writing a line."""

    shows: Callable[[str], object]  # whether a line may have it, which is quick to see
    rewrite: Callable[[str], str]  # returns the line in the usual characters


HABITS = (
    Habit(SEPARATED.search, rows_apart),
    Habit(re.compile("[^\x00-\x7f]").search, with_ascii_digits),
    Habit(MARKED.search, unmarked),
    Habit(re.compile("-1").search, _without_minus),
    Habit(_ANY.search, _usual),
    Habit(re.compile("-").search, _dots_for_hyphens),
    Habit(BAR.search, _framed),
)
