# SPDX-License-Identifier: MIT
"""Words in a grid: crosswords filled from a list of words, word rectangles and word squares.

    . . . #      across1, down2, ...   primary: each run of two cells or more, numbered as in a newspaper
    . # . .      r1c1                  secondary: a cell, with its letter as color; crossing words agree
    . . . .      =word                 secondary: a word is used at most once
    A . # .      an option             across1 =ore r1c1:o r1c2:r r1c3:e

Reference: Knuth, TAOCP 7.2.2.1, on word rectangles by exact covering with colors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ..drawing.grid import Cell, draw_cells
from ..drawing.picture import Picture
from ..drawing.shapes import INK
from ..matrix.colored import Colored
from ..system.public import public
from ..system.wording import plural
from .instance import Instance, check_size, whole

OPEN_LETTER, BLOCK_LETTER = ".", "#"
CROSSING_DIRECTION = {"a": "d", "d": "a"}  # first letters of slot names
MOST_GRID_CELLS = 10**5  # most cells of a grid
Slot = tuple[Cell, ...]


@public("dlx.models")
class WordInstance(Instance):
    """A crossword, a word rectangle or a word square, with the number of entries of its lists that are no words.

    >>> crossword(["..."], ["ape", "o'clock", "aa's"]).skipped
    2
    """

    __slots__ = ("skipped",)

    skipped: int

    def __getstate__(self) -> tuple[Any, ...]:
        return (*super().__getstate__(), self.skipped)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        super().__setstate__(state[:-1])
        object.__setattr__(self, "skipped", state[-1])


def crossword(
    grid: str | Iterable[str], words: Iterable[str], *, repeated: bool = False, required: Iterable[str] = ()
) -> WordInstance:
    """Fill a crossword from a list of words, so that every run of two or more open cells reads as a word.

    Args:
        grid: the rows, as lines or as one text: ``.`` is an open cell, ``#`` a block, a letter is a given letter.
        words: a list, or a text of words separated by blanks. Words that fit no run are ignored, and so is the
            difference between upper and lower case. Entries that are not made of letters (``o'clock``) are skipped;
            the attribute ``skipped`` is their number.
        repeated: allow a word to appear more than once.
        required: words that must appear, each in any run that it fits. They need not be in the list.

    The symmetry is the exchange of rows and columns, if the grid has it.

    Raises ValueError for rows of different lengths, any other character, a list in which nothing is a word, a
    required word that is none, or required words together with repeated ones.

    >>> ring = crossword(["...", ".#.", "..."], ["ape", "ash", "elk", "hook", "ink", "h", "his", "eve"])
    >>> ring.count()
    0
    """
    rows = [row.strip().lower() for row in (grid.splitlines() if isinstance(grid, str) else grid) if row.strip()]
    letters = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != BLOCK_LETTER}
    _check_grid(rows, letters)
    size, title = (len(rows), max(map(len, rows), default=0)), f"crossword of {plural(len(rows), 'row')}"
    wanted = _required(required, repeated)
    known, skipped = _list(words)
    known = list(dict.fromkeys(known + wanted))
    return _instance(title, size, letters, _slots(letters), {"": known}, repeated, skipped, wanted)


def word_rectangle(
    rows: int, columns: int, words: Iterable[str], *, down: Iterable[str] | None = None, repeated: bool = False
) -> WordInstance:
    """Fill a rectangle with letters so that all rows and all columns are words.

    Args:
        rows: the number of words across, and of letters in a word down.
        columns: the number of words down.
        words: a list of the words across.
        down: a list of the words down; None: the same list.
        repeated: allow a word to appear more than once. A square can then read the same across and down.

    The symmetry of a square with a single list is the exchange of rows and columns.

    Raises ValueError for a rectangle without cells or with more than 10^5, or a list in which nothing is a word.

    >>> square = word_rectangle(3, 3, ["bit", "ice", "ten", "boa", "one", "tax"], repeated=True)
    >>> square.count()
    1
    >>> print(square.draw(square.solve()))
    b i t
    i c e
    t e n
    """
    rows, columns = whole(rows, "rows"), whole(columns, "columns")
    if rows < 1 or columns < 1:
        raise ValueError(f"a rectangle of {rows} by {columns} letters: both must be at least 1")
    if rows * columns > MOST_GRID_CELLS:
        raise ValueError(f"a rectangle of {rows} by {columns} letters: there must be at most {MOST_GRID_CELLS:,}")
    letters = dict.fromkeys(((r, c) for r in range(rows) for c in range(columns)), OPEN_LETTER)
    across = {f"across{r + 1}": tuple((r, c) for c in range(columns)) for r in range(rows)}
    downs = {f"down{c + 1}": tuple((r, c) for r in range(rows)) for c in range(columns)}
    lists, skipped = {}, 0
    for start, source in (("", words),) if down is None else (("across", words), ("down", down)):
        lists[start], more = _list(source)
        skipped += more
    title = f"{rows}x{columns} word rectangle"
    return _instance(title, (rows, columns), letters, across | downs, lists, repeated, skipped)


def word_square(n: int, words: Iterable[str]) -> WordInstance:
    """Fill a square with letters so that row k and column k are the same word, for each k.

    Args:
        n: the number of words, all different, and of their letters.
        words: a list, or a text of words separated by blanks, as for :func:`crossword`.

    The cells on both sides of the diagonal are one item.

    Raises ValueError for a square without cells or with more than 10^5, or a list in which nothing is a word.

    >>> square = word_square(3, ["bit", "ice", "ten", "boa", "one", "tax"])
    >>> print(square.draw(square.solve()))
    b i t
    i c e
    t e n
    """
    n = whole(n, "n")
    if n < 1 or n * n > MOST_GRID_CELLS:
        raise ValueError(f"a square of {n} by {n} letters: there must be at least 1, and at most {MOST_GRID_CELLS:,}")
    letters = dict.fromkeys(((r, c) for r in range(n) for c in range(r, n)), OPEN_LETTER)
    slots = {f"word{k + 1}": tuple((min(k, c), max(k, c)) for c in range(n)) for k in range(n)}
    known, skipped = _list(words)
    return _instance(f"{n}x{n} word square", (n, n), letters, slots, {"word": known}, False, skipped)


def _list(words: Iterable[str]) -> tuple[list[str], int]:
    """Return the words in lower case, without repetitions, and the number of entries that are no words."""
    entries = [word.strip().lower() for word in (words.split() if isinstance(words, str) else words)]
    entries = [word for word in entries if word]
    found = [word for word in entries if word.isalpha()]
    if entries and not found:
        raise ValueError(f"the word {entries[0]!r} is not made of letters, and neither is any other word of the list")
    return list(dict.fromkeys(found)), len(entries) - len(found)


def _required(words: Iterable[str], repeated: bool) -> list[str]:
    found, skipped = _list(words)
    if skipped:
        raise ValueError(f"{plural(skipped, 'required word')} not made of letters")
    if found and repeated:
        raise ValueError("required cannot be combined with repeated; a required word appears exactly once")
    return found


def _check_grid(rows: Sequence[str], letters: Mapping[Cell, str]) -> None:
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {r + 1} of the grid has {len(row)} cells, the first has {len(rows[0])}")
    for (r, c), letter in letters.items():
        if letter != OPEN_LETTER and not letter.isalpha():
            raise ValueError(f"r{r + 1}c{c + 1} of the grid is {letter!r}: it must be '.', '#' or a letter")


def _slots(cells: Iterable[Cell]) -> dict[str, Slot]:
    """Return the runs of two or more cells. As in a newspaper, each cell where a run starts gets the next number."""
    inside, number = set(cells), 0
    slots: dict[str, Slot] = {}
    for r, c in sorted(inside):
        across = list(_run(inside, (r, c), (0, 1))) if (r, c - 1) not in inside else []
        down = list(_run(inside, (r, c), (1, 0))) if (r - 1, c) not in inside else []
        number += max(len(across), len(down)) > 1
        slots |= {f"{name}{number}": tuple(run) for name, run in (("across", across), ("down", down)) if len(run) > 1}
    return slots


def _run(inside: set[Cell], cell: Cell, step: Cell) -> Iterator[Cell]:
    while cell in inside:
        yield cell
        cell = cell[0] + step[0], cell[1] + step[1]


def _instance(
    title: str,
    size: Cell,
    letters: Mapping[Cell, str],
    slots: Mapping[str, Slot],
    lists: Mapping[str, list[str]],
    repeated: bool,
    skipped: int,
    required: Iterable[str] = (),
) -> WordInstance:
    """Return the instance; `lists` maps the beginnings of slot names to the words for these slots."""
    options: list[list[str | Colored]] = []
    used: dict[str, None] = {}
    long = {start: _by_length(words) for start, words in lists.items()}
    words_of = {
        slot: next(words.get(len(cells), []) for start, words in long.items() if slot.startswith(start))
        for slot, cells in slots.items()
    }
    check_size(title, sum(len(words) * (2 + len(slots[slot])) for slot, words in words_of.items()))
    for slot, cells in slots.items():
        for word in words_of[slot]:
            if all(letters[at] in (OPEN_LETTER, w) for at, w in zip(cells, word, strict=True)):
                letter_items = (Colored(_name(cell), letter) for cell, letter in zip(cells, word, strict=True))
                options.append([slot, *letter_items] if repeated else [slot, f"={word}", *letter_items])
                used[f"={word}"] = None
    needed = [f"={word}" for word in required]
    instance = WordInstance(
        options,
        primary=[*slots, *needed],
        secondary=[*map(_name, letters), *(word for word in ([] if repeated else used) if word not in needed)],
        title=title,
        drawing=partial(_draw, size, dict(letters)),
        symmetries=_transposition(letters, slots) if "" in lists else (),
    )
    object.__setattr__(instance, "skipped", skipped)
    return instance


def _by_length(words: Iterable[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for word in words:
        found.setdefault(len(word), []).append(word)
    return found


def _name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def _transposition(letters: Mapping[Cell, str], slots: Mapping[str, Slot]) -> tuple[dict[str, str], ...]:
    """Return the exchange of rows and columns, if the grid has this symmetry."""
    if any(letters.get((c, r)) != letter for (r, c), letter in letters.items()):
        return ()
    named = {(name[0], cells): name for name, cells in slots.items()}  # a slot of one cell may be across and down
    turned = {
        name: named[CROSSING_DIRECTION[name[0]], tuple((c, r) for r, c in cells)] for name, cells in slots.items()
    }
    return (turned | {_name((r, c)): _name((c, r)) for r, c in letters},)


def _draw(size: Cell, letters: Mapping[Cell, str], instance: Instance, options: Sequence[int]) -> Picture:
    letters = dict(letters)
    words = {cell: letter for cell, letter in letters.items() if letter != OPEN_LETTER}
    cells = {_name(cell): cell for cell in letters}
    for k in options:
        words |= {cells[str(use.item)]: str(use.color) for use in instance.option(k) if isinstance(use, Colored)}
    if instance.primary[:1] == ("word1",):  # a word square: the other half is its mirror image
        letters |= {(c, r): letter for (r, c), letter in letters.items()}
        words |= {(c, r): letter for (r, c), letter in words.items()}
    rows, columns = size
    board = [(r, c) for r in range(rows) for c in range(columns)]
    signs = ["#" if cell not in letters else words.get(cell, "·") for cell in board]
    lines = ["".join(signs[r * columns : (r + 1) * columns]) for r in range(rows)]
    return draw_cells(
        board,
        title=instance.title,
        description=f"A grid of letters, blocks as #: {' / '.join(lines)}.",
        words=words,
        fills={cell: INK for cell in board if cell not in letters},
        text="\n".join(map(" ".join, lines)),
    )
