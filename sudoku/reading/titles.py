# SPDX-License-Identifier: MIT
"""Titles: lines of a source that are neither a puzzle nor a row of one.

    Grid 01        Top 95 no 1        [1]        puzzle,solution        9x9 (3x3) SUDOKU PUZZLE

A row with one or two wrong characters is still a row, so that a faulty puzzle is reported and not skipped.
"""

from __future__ import annotations

import re

from ..board.digits import DIGITS, EMPTY, LETTERS, SMALLEST_SIDE, capitals
from ..board.text import cells_of
from .scan import fields_in, is_size, numbers_in, sides_in

FIRST = re.compile(r'\s*"?([^\s,;#"]*)')
HEADING = re.compile(r"[A-Za-z][A-Za-z_]{1,30}")
_LETTERS = r"[^\W\d_]"
_KNOWN = r"(puzzle|quiz(ze)?|sudoku|grid|board|problem|clue|given)s?"
LONE_HEADING = re.compile(_KNOWN, re.IGNORECASE)
# "Grid A", "Puzzle one", "Grid B (hard)"
NAMED_TITLE = re.compile(rf"{_KNOWN}(?:(?:, |[ :(\[-])+{_LETTERS}++){{0,5}}[)\]:.]*", re.IGNORECASE)
_WORD = re.compile(rf"{_LETTERS}{{2,}}+")
_NUMBER = re.compile(r"[\[({<=:№ ]*[0-9]{1,6}[\])}>=:. ]*")  # "1.", "[12]", "== 3 =="
NUMBER_OF_PUZZLES = re.compile(r"\s*[0-9]{1,3}\s*")  # of puzzles, at the top of a source; too short for a row
# "12.03.2024", "2024-3-12"
DATE = re.compile(
    r"\s*(?:[0-3]?[0-9]([./-])[01]?[0-9]\1(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}([./-])[01]?[0-9]\2[0-3]?[0-9])\s*"
)
_STARS = frozenset("*\u2605\u2606")
_SIZE = re.compile(rf"\s*([0-9]{{1,2}}) ?[xX\u00d7] ?\1(?:\W.*{_LETTERS}{{2}}.*|\W*)")  # "16x16 no. 3"
_DOTTED = re.compile(r"\s*(?:(?:[0-9A-Z]*[.*_-]){2,}[0-9A-Z]*|(?:[0-9a-z]*[.*_-]){2,}[0-9a-z]*)\s*")  # a row of letters
_CAPITALS = re.compile(r"\s*[0-9A-Z.*_-]{2,}\s*")  # perhaps one
_DECIMAL = re.compile(r"\s*[0-9]{1,4}\.?[0-9]{0,2}\s*")
_DIGIT = re.compile("[1-9]")
_PLAIN = re.compile(r"[0-9.*_|+ -]*+")  # digits, empty cells and drawing
MANY_CELLS = re.compile(r"[0-9.*_]{7}|[,;\t]\S")  # no heading has this many in a row, or fields
# Words, a number, and perhaps more words: "Grid 01", "Puzzle no. 3:", "Sudoku #12 (hard)".
TITLE = re.compile(
    rf"{_LETTERS}{{3,}}+(?:[ .'-]++{_LETTERS}++){{0,5}}[ .:#°_-]*+[0-9]{{1,6}}+"
    rf"[:.)]?(?:[ :(\[,-]++{_LETTERS}++){{0,5}}[)\]:.]*+"
)
PUZZLE = re.compile(r"[0-9.*_?xX]{16}")  # no heading has this many cells in a row
_PROSE = re.compile(rf"(?<!\S)[(\"']?{_LETTERS}{{2,}}+(?:['\u2019-]{_LETTERS}++)*[.,;:!?)\"']*(?!\S)")


def is_prose(line: str) -> bool:
    """Return whether a line is a sentence: most of it is words, three at least, and no row has that letter twice.

    >>> is_prose("I am stuck on this one:"), is_prose("ABCD EFGH IJKL MNOP"), is_prose("Grid 1 of 9")
    (True, False, False)
    """
    words = _PROSE.findall(line)
    letters = [sign for word in words for sign in word if sign.islower()]
    return len(words) > 2 and 2 * len(words) > len(line.split()) and len(set(letters)) < len(letters)


def is_row_of_cells(line: str) -> bool:
    """Return whether a line can only be a row, of a board of some size: digits and empty cells, four at least.

    >>> [is_row_of_cells(line) for line in ("1...", "1 0 0 4", "53..7..", "4711", "11.2", "9 9 30", "3 *", "1.")]
    [True, True, True, False, False, False, False, False]
    """
    if not _PLAIN.fullmatch(line) or _DECIMAL.fullmatch(line) or sides_in(line):
        return False
    cells = cells_of(line)
    apart = "".join(line.split()) != line.strip() and max(map(len, line.split())) == 1
    return len(cells) >= SMALLEST_SIDE and _DIGIT.search(cells) is not None and (apart or bool(set(cells) & set("._")))


def is_title(line: str, side: int, begins: bool = False) -> bool:
    """Return whether a line cannot be a row of a board with `side` digits: words, or a number in brackets.

    A row with one or two wrong characters is still a row. If the line `begins` a grid, a short number is a title as
    well, and so is a line without cells, with stars alone, or with less than half a row, but no row of a smaller board.

    >>> [is_title(line, 9) for line in ("[1]", "by X", "9x9 no 1", "1.", "53x.7....", "5 3 . | . 7 . |")]
    [True, True, True, False, False, False]
    >>> [is_title(line, 9, True) for line in ("1.", "- 1 -", "******", "3 *", "53..7....")]
    [True, True, True, True, False]
    """
    if not begins and _PLAIN.fullmatch(line):
        return False  # most rows: a closer look takes five times as long
    if _SIZE.fullmatch(line):
        return True
    if begins and is_size(line, side):
        return True
    cells = cells_of(line)
    if not cells or numbers_in(line) or fields_in(line):
        return not cells and begins
    foreign = set(capitals(cells, side)).difference(EMPTY, "-", DIGITS[:side])
    if begins and len(cells) != side and (2 * len(cells) < side or set(cells) <= _STARS):
        return not is_row_of_cells(line)
    if not foreign:
        return begins and len(cells) < side and _NUMBER.fullmatch(line.strip()) is not None
    if len(cells) == side and (len(foreign) <= 2 or foreign <= set(LETTERS[:side])):
        return False
    lettered = foreign <= set(LETTERS[: max(side, len(cells))])
    if lettered and (_DOTTED.fullmatch(line) or (not begins and _CAPITALS.fullmatch(line))):
        return False
    words = (set(word.upper()) for word in _WORD.findall(line))
    return _NUMBER.fullmatch(line.strip()) is not None or any(len(foreign & word) > 1 for word in words)
