# SPDX-License-Identifier: MIT
"""Calendar puzzles: pieces cover a board of months and days, and today's date stays visible.

    Jan Feb Mar Apr May Jun  .        primary     r1c1 ...    each cell, except those of the date
    Jul Aug Sep Oct Nov Dec  .                    L N O ...   each piece
     1   2   3   4   5   6   7        secondary   the cells of the date, which no piece covers
     8   9  10  11  12  13  14
    ...                               Boards with days of the week, and other pieces, are drawings of the user.

Reference: A-Puzzle-A-Day, DragonFjord Puzzles (2020).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..system.wording import plural, truncate
from .filling import fill
from .instance import Instance
from .lattice import SQUARES, Point
from .polyforms import unit_pieces
from .shapes import Drawn, drawn_text
from .tiles import draw_tiles

BOARD = """\
Jan Feb Mar Apr May Jun .
Jul Aug Sep Oct Nov Dec .
1 2 3 4 5 6 7
8 9 10 11 12 13 14
15 16 17 18 19 20 21
22 23 24 25 26 27 28
29 30 31 . . . .
"""
PIECES = """\
OOO.UUU.V...PP..N..YYYY.L...ZZ.
OOO.U.U.V...PP.NN...Y...L....Z.
........VVV.P..N........L....ZZ
...............N........LL.....
"""


def calendar(shown: str | Iterable[str | int], *, board: Drawn | None = None, pieces: Drawn | None = None) -> Instance:
    """Cover a calendar with pieces, so that a date stays visible: a month and a day on a board of 7 x 7.

    The eight pieces of the board are a rectangle of 2 x 3 and seven pentominoes. Each date of the year has solutions,
    from 7 on October 6 to 216 on January 25. A picture shows the date.

    Args:
        shown: the words that stay visible, such as ``"Nov 24"``; case does not matter. They may be a list.
        board: other words in rows, separated by blanks, with a dot where there is no cell; or the path of a file.
        pieces: a drawing of other pieces, or the path of a file. See :func:`polyominoes`.

    Raises:
        ValueError: a word is not on the board, or more than once, or the pieces have too many or too few cells.
        OSError: a file cannot be read.

    >>> october = calendar("Oct 6")
    >>> october.count()
    7

    On the command line::

        dlx model calendar Oct 6 | dlx count -
        dlx model calendar Nov 24 --draw today.svg
    """
    rows = [line.split() for line in drawn_text(BOARD if board is None else board).splitlines()]
    words: dict[Point, str] = {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row) if word != "."}
    names = (shown if isinstance(shown, str) else " ".join(map(str, shown))).split()
    visible = frozenset(_cell(words, name) for name in names)
    piece_list = unit_pieces(SQUARES, PIECES if pieces is None else pieces)
    _check_room(len(words) - len(visible), sum(piece.size * len(piece.labels) for piece in piece_list), names)
    return fill(
        SQUARES,
        (*words,),
        piece_list,
        optional=visible,
        holding={cell: cell for cell in words if cell not in visible},
        drawing=partial(draw_tiles, words=words),
        title=" ".join(["calendar", *(words[cell] for cell in sorted(visible))]),
    )


def _cell(words: dict[Point, str], word: str) -> Point:
    """Return the cell of a word."""
    cells = [cell for cell, label in words.items() if label.casefold() == word.casefold()]
    if len(cells) > 1:
        raise ValueError(f"{word!r} is on the board {len(cells)} times; show words that are there once")
    if not cells:
        raise ValueError(f"{word!r} is not on the board; its words are {truncate(' '.join(words.values()))!r}")
    return cells[0]


def _check_room(room: int, size: int, names: list[str]) -> None:
    if room != size:
        board = f"the board without {' '.join(names)}" if names else "the board"
        advice = plural(room - size, "more word") if room > size else f"{size - room} fewer"
        raise ValueError(f"the pieces have {size} cells together, {board} {room}; show {advice}")
