# SPDX-License-Identifier: MIT
"""Frames whose empty cells are blanks, as newspapers and other programs draw them.

    +-------+-------+-------+        |4 1|  3|76 |        all bars stand below each other, so the width of a cell
    | 4 1   | 3     | 7 6   |        |   | 2 |  8|        follows from the number of rows: here 9 rows and 3 boxes
    |       |   2   |     8 |        |...               in a row, so 3 cells in 3 or 7 characters
    |  ...

Without a frame, a row does not show how many blanks it ends with, so we fill in nothing there.
"""

from __future__ import annotations

import re

from .once import once

BAR = re.compile(r"[|\u2502\u2503\u2551]")

_ROW = re.compile(r"\s*[|\u2502\u2503\u2551][^+\u2500-\u2501-]*[|\u2502\u2503\u2551]\s*")
_FIRST_NAME = re.compile(r"^[ \t]*(?:A|R1)[ \t|\u2502\u2503\u2551]", re.MULTILINE | re.IGNORECASE)
_NAMED = re.compile(r"\s*([A-Z]|R[1-9][0-9]?)(?:[ \t]+|(?=[|\u2502\u2503\u2551]))(?=[^A-Z]*$)", re.IGNORECASE)  # a row
_HEAD = re.compile(r"[\s|]*(?:[0-9A-Za-z][\s|]*){4,}")  # A B C D, 1 2 3 4, c1 c2 or 10 11
_SIGN = re.compile(r"[.*_]|(?<![0-9])0+(?![0-9])")  # of an empty cell


@once
def has_blanks(row: str) -> bool:
    """Return whether a line is a row of a frame and has blanks that may be empty cells.

    >>> has_blanks("| 4 1   | 3     | 7 6   |"), has_blanks("|4 1|  3|76 |"), has_blanks("| 4 1 2 | 3 . . |")
    (True, True, False)
    """
    if "." in row or not _ROW.fullmatch(row) or _SIGN.search(row):
        return False
    boxes = _boxes(row)
    wide = all(box[:1] == box[-1:] == " " for box in boxes)
    return any(not box.strip() or ("   " if wide else " ") in box for box in boxes)


def without_names(text: str) -> str:
    r"""Return the text without names of its rows (A B C ... or r1 r2 r3 ...) and of the columns above them.

    >>> print(without_names("    1 2   3 4\nA | 1 . | . . |\nB | . . | 1 . |\nC | . . | . . |\nD | 2 . | . . |"))
      | 1 . | . . |
      | . . | 1 . |
      | . . | . . |
      | 2 . | . . |
    """
    if not _FIRST_NAME.search(text):
        return text
    lines = text.splitlines()
    named = {at: match for at, line in enumerate(lines) if (match := _NAMED.match(line))}
    names = [match[1].lower() for match in named.values()]
    numbers = range(len(names))
    if len(names) < 4 or names not in ([chr(ord("a") + k) for k in numbers], [f"r{k + 1}" for k in numbers]):
        return text
    rows = {at: " " * match.end() + lines[at][match.end() :] for at, match in named.items()}
    return "\n".join(rows.get(at, line) for at, line in enumerate(lines) if at in rows or not _HEAD.fullmatch(line))


def fill_blanks(text: str) -> str:
    """Return the text with `.` in the empty cells of a frame that has blanks there; any other text unchanged.

    >>> print(fill_blanks("|1  |  2|\\n|   |3  |\\n" * 3).splitlines()[0])
    | 1 . . | . . 2 |
    """
    if " . " in text or "|." in text or not BAR.search(text):
        return text  # the first two are in most drawings, and fast to find
    lines = text.splitlines()
    rows = {at: _boxes(line) for at, line in enumerate(lines) if _ROW.fullmatch(line)}
    if any(_SIGN.search(lines[at]) for at in rows):
        return text
    widths = {len(box) for boxes in rows.values() for box in boxes}
    numbers = {len(boxes) for boxes in rows.values()}
    if len(widths) != 1 or len(numbers) != 1 or len(rows) % min(numbers):
        return text
    cells = len(rows) // numbers.pop()
    pitch = _pitch(widths.pop(), cells, 3 if len(rows) > 9 else 2)
    filled = {at: [_filled(box, pitch, cells) for box in boxes] for at, boxes in rows.items()}
    if not all(map(all, filled.values())):
        return text
    drawn = {at: f"| {' | '.join(boxes)} |" for at, boxes in filled.items()}
    return "\n".join(drawn.get(at, line) for at, line in enumerate(lines))


def odd_row(text: str) -> int:
    r"""Return the number of the row of a frame whose boxes have other widths than most, from 1; 0 if there is none.

    >>> odd_row("|1  |  2|\n|   |3  |\n|1  | 2|\n|   |3  |")
    3
    """
    rows = [row for row in text.splitlines() if _ROW.fullmatch(row)]
    widths = [tuple(map(len, _boxes(row))) for row in rows]
    usual = max(widths, key=widths.count, default=())
    if len(rows) < 4 or 2 * widths.count(usual) <= len(rows) or not any(map(has_blanks, rows)):
        return 0
    return next((number for number, own in enumerate(widths, 1) if own != usual), 0)


def fits_frame(row: str, columns: int) -> bool:
    """Return whether a row of a frame may have that many cells.

    >>> fits_frame("| 4 1   | 3     | 7 6   |", 9), fits_frame("| 4 1   | 3     | 7 6   |", 16)
    (True, False)
    """
    boxes = _boxes(row)
    return bool(boxes) and columns % len(boxes) == 0 and _pitch(len(boxes[0]), columns // len(boxes), 3) > 0


def _boxes(row: str) -> list[str]:
    """Return the parts of a row between its bars."""
    return BAR.split(row.strip())[1:-1]


def _filled(box: str, pitch: int, cells: int) -> str:
    """Return the cells of a box in a row, with `.` for a blank one; the empty text if they are not equally wide."""
    slots = [box[at : at + pitch].strip() for at in range(0, pitch * cells, pitch)] if pitch else []
    whole = pitch == 1 or [slot for slot in slots if slot] == box.split()
    return " ".join(slot or "." for slot in slots) if whole else ""


def _pitch(width: int, cells: int, most: int) -> int:
    """Return the characters from one cell of a box to the next; 0 if the cells do not fit the width of the box.

    A digit and a blank are `most`, or a number and a blank. Wider cells would show that rows are missing: six rows of
    9x9 are as wide as those of a 6x6 board with three characters per cell.

    >>> [_pitch(len(box), 3, 3) for box in ("123", " 1 2 3 ", "1 2 3", " 12 10  9 ", "12 3")]
    [1, 2, 2, 3, 0]
    """
    if width == cells or not cells:
        return cells and 1
    for drawn in (width - 1, width + 1):  # blanks at both ends, or at none
        if drawn % cells == 0 and (1 < drawn // cells <= most or cells == 1):
            return drawn // cells
    return 0
