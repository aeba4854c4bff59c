# SPDX-License-Identifier: MIT
"""Rows in markup, and digits and empty cells by their names or in other scripts.

5 & 3 &  &  & 7 & ... \\\\ \\hline       a table or a matrix of LaTeX           5,3,.,.,7
[td]5[/td][td][/td]                  a table of a forum, or of HTML         5,.
[5][3][ ]|[ ][7][ ]                  a cell in brackets                     5,3,.,.,7,.
:five::three::black_large_square:    emoji by name, as chats copy them      53.
\u2464\u2462  \u0665\u0663                               circled digits, digits of any script   53  53
Row 1: 53..7....   - 53..7....       a label or a bullet before a row       53..7....
5 3 blank blank 7                    a word for an empty cell               5 3 . . 7
"""

from __future__ import annotations

import re

MARKED = re.compile(r"[&<:)\]A-Za-z\u2022\u2013]|- ")
_NAME = re.compile(r":([a-z][a-z0-9_-]{2,40}):")
_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SQUARE = re.compile("square|circle|blank|button|box|black|white|empty")
_TABLE_CELL = re.compile(r"(?:\[t[dh][^\]]{0,80}\]|<t[dh][^<>]{0,80}>)(.{0,80}?)(?:\[/t[dh]\]|</t[dh]>)", re.IGNORECASE)
_BRACKETED = re.compile(r"[\s|]*(?:\[[^\[\]]{0,3}\][\s|]*){4,}")
_LATEX_END = re.compile(r"\\\\.*|\\[hc]line.*")
_STYLE = re.compile(r"\\[a-z]+(?=\{)|&nbsp;|[*'$~{}]|<[^<>]*>|\[/?[a-z]+\]")
_CELL = re.compile(r"[0-9]{0,2}|[A-Z._?-]")
_LABEL = re.compile(
    r"\s*(?:(?:(?:row|line|r)\s?[0-9]{1,2}\s?[:=)]|[0-9]{1,2}[):]\s)\s*(?=[0-9.*_?][0-9.*_?\s,|-]{3,}$)"
    r"|[-\u2022\u2013]\s+(?=[0-9.*_]{4,64}\s*$))",
    re.IGNORECASE,
)
_EMPTY_WORD = re.compile(r"\b(?:blank|empty|undefined|nil|void)\b", re.IGNORECASE)
_ROW = re.compile(r"[0-9.*_\s,;|\[\](){}\"'-]+")
FEWEST_IN_A_ROW = 4


class _Ascii(dict[int, int | str]):
    """A table for `str.translate`: digits of any script as those of ASCII, all other characters unchanged.

    Superscripts and subscripts are no cells: they may be candidates.
    """

    def __missing__(self, code: int) -> int | str:
        from unicodedata import decomposition, digit

        value = digit(chr(code), -1)
        raised = decomposition(chr(code)).startswith(("<super>", "<sub>"))
        self[code] = code if code < 128 or value < 0 or raised else str(value)
        return self[code]


_ASCII = _Ascii()


def with_ascii_digits(line: str) -> str:
    r"""Return a line with the digits of any script as those of ASCII.

    >>> with_ascii_digits("\u2464\u2462 \u0665\u0663")
    '53 53'
    """
    return line.translate(_ASCII)


def unmarked(line: str) -> str:
    r"""Return a row without its markup; any other line unchanged.

    >>> unmarked(r"5 & 3 & & \textbf{7} \\ \hline"), unmarked("[5][ ][ ]|[7]"), unmarked(":one::two::white_circle:")
    ('5,3,.,7', '5,.,.,7', '12.')
    >>> unmarked("Row 1: 5 3 . ."), unmarked("- 53..7...."), unmarked("5 blank blank 3"), unmarked("- 5 3 -")
    ('5 3 . .', '53..7....', '5 . . 3', '- 5 3 -')
    """
    if ":" in line:
        line = _NAME.sub(_named_cell, line)
    cells = [_STYLE.sub("", field).strip() for field in _fields(line)]
    if len(cells) >= FEWEST_IN_A_ROW and all(map(_CELL.fullmatch, cells)):
        return ",".join(cell or "." for cell in cells)
    label = _LABEL.match(line)
    line = line[label.end() :] if label else line
    if not _EMPTY_WORD.search(line):
        return line
    filled = _EMPTY_WORD.sub(".", line)
    many = len(re.split(r"[\s,;|]+", line)) >= FEWEST_IN_A_ROW
    return filled if many and _ROW.fullmatch(filled) else line


def _named_cell(name: re.Match[str]) -> str:
    if name[1] in _NAMES:
        return str(_NAMES.index(name[1]))
    return "." if _SQUARE.search(name[1]) else name[0]


def _fields(line: str) -> list[str]:
    """Return the fields of a row in markup; an empty list for any other line."""
    if ("<" in line or "][" in line) and _TABLE_CELL.search(line):
        return _TABLE_CELL.findall(line)
    if "&" in line:
        return _LATEX_END.sub("", line).split("&")
    return re.findall(r"\[([^\[\]]*)\]", line) if "[" in line and _BRACKETED.fullmatch(line) else []
