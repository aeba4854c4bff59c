# SPDX-License-Identifier: MIT
"""Words in a grid: crosswords filled from a list of words, word rectangles and word squares.

    . . . #      slots      across1, down2, ...: each run of two cells or more, numbered as in a newspaper
    . # . .      letters    A is a given letter
    . . . .
    A . # .      word_list.py reads the words, word_grid.py builds the problem.

Reference: Knuth, TAOCP 7.2.2.1, on word rectangles by exact covering with colors.

Random grids for crosswords, by the rules of American newspapers.

    . . . # . . .     Half a turn maps blocks to blocks.
    . . . . . . .     Each cell is in a word across and a word down, of three letters or more.
    # . . . . . .     All cells are connected.
    . . . . . . .
    . . . . . . #     Blocks are put down in pairs. Among a few random places that keep all words long enough, we choose
    . . . . . . .     the one that cuts the longest words, because grids without long words are the easiest to fill:
    . . . # . . .     the sum of (a + 1) (b + 1) is greatest, for the runs a and b that the block separates.

A grid in which no further block fits, or whose cells are not connected, is abandoned for a new one. An exact cover of
rows and columns would also prove that there is no grid, but prefers no grid to another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from random import Random

from ..drawing.grid import Cell
from ..engine.limits import integer
from ..system.wording import plural
from .instance import natural
from .shapes import Drawn, drawn_text
from .slots import ACROSS_NAME, BLOCK_LETTER, DOWN_NAME, OPEN_LETTER, Slot, numbered_slots, run, split_name
from .word_grid import WordGrid, WordInstance, cell_name, fill_grid
from .word_list import Words, word_list

CROSSING = {ACROSS_NAME: DOWN_NAME, DOWN_NAME: ACROSS_NAME}
GridRows = Drawn  # or a size
MOST_GRID_CELLS = 10**5  # most cells of a grid
LEAST_WORD_LETTERS, MOST_GRID_SIDE = 3, 50
CELLS_PER_BLOCK = 6  # by default, as in newspapers
COMPARED_PLACES = 6
GRID_TRIES = 100
SIDE_STEPS = (0, -1), (0, 1), (-1, 0), (1, 0)


def crossword(
    grid: GridRows,
    words: Words,
    *,
    blocks: int | None = None,
    seed: int = 0,
    repeated: bool = False,
    required: Iterable[str] = (),
    min_score: float | None = None,
) -> WordInstance:
    """Fill a crossword from a list of words, so that every run of two or more open cells reads as a word.

    Args:
        grid: the rows, as lines, as one text or as the path of a file: ``.`` is an open cell, ``#`` a block, a letter
            is a given letter. Or a size, as in ``"11x11"``, for a random grid of :func:`crossword_grid`.
        words: the words to choose from, as a list, a text of words separated by blanks, the path of a file with a word
            a line, or a mapping of words to scores. A word in a list or in a file may have a score, too: ``ore;80``.
            Words that fit no run are ignored, and so is the difference between upper and lower case. Entries that are
            not made of letters (``o'clock``) are skipped; the attribute ``skipped`` is their number.
        blocks: the number of blocks of a random grid; None: about a sixth of the cells.
        seed: the seed of a random grid.
        repeated: allow a word to appear more than once.
        required: words that must appear, each in any run that it fits. They need not be in the list, or have a score.
        min_score: leave out the words with a lower score, but none that is required.

    A string is the path of a file as for :func:`polyominoes`. With scores, ``best_fill()`` finds the fill with the
    highest total, or a high one. Its cost is the total with the other sign.

    The symmetry is the exchange of rows and columns, if the grid has it.

    A required word that fits nowhere leaves no solution.

    Raises ValueError for rows of different lengths, any other character, a list in which nothing is a word, a
    required word that is none, required words together with repeated ones, a score that is no number, a min_score
    without scores or above all of them, or blocks or a seed for a drawn grid.

    >>> ring = crossword(["...", ".#.", "..."], ["ape", "ash", "elk", "hook", "ink", "h", "his", "eve"])
    >>> ring.count()
    0

    On the command line::

        dlx model crossword examples/crossword.txt examples/words.txt --draw -
        dlx model crossword 4x4 examples/words.txt --blocks 2 --draw puzzle.ipuz
    """
    rows = _rows(grid, blocks, seed)
    letters = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != BLOCK_LETTER}
    _check_grid(rows, letters)
    wanted = _required(required, repeated)
    vocabulary = word_list(words, min_score, required=wanted)
    slots = numbered_slots(letters)
    drawn = WordGrid(len(rows), max(map(len, rows), default=0), letters, slots, numbered=True)
    title = f"crossword of {plural(len(rows), 'row')}"
    symmetries = _transposition(letters, slots)
    return fill_grid(title, drawn, {"": vocabulary}, repeated=repeated, required=wanted, symmetries=symmetries)


def word_rectangle(
    rows: int,
    columns: int,
    words: Words,
    *,
    down: Words | None = None,
    repeated: bool = False,
    min_score: float | None = None,
) -> WordInstance:
    """Fill a rectangle with letters so that all rows and all columns are words.

    Args:
        rows: the number of words across, and of letters in a word down.
        columns: the number of words down.
        words: the words across, as for :func:`crossword`; they may have scores.
        down: other words down, as for :func:`crossword`; None: the same words.
        repeated: allow a word to appear more than once. A square can then read the same across and down.
        min_score: leave out the words with a lower score.

    The symmetry of a square with a single list is the exchange of rows and columns.

    Raises ValueError for a negative number, more than 10^5 cells, or a bad list, as :func:`crossword` does.

    >>> square = word_rectangle(3, 3, ["bit", "ice", "ten", "boa", "one", "tax"], repeated=True)
    >>> square.count()
    1
    >>> print(square.draw(square.solve()))
    b i t
    i c e
    t e n

    On the command line::

        dlx model word-rectangle 3 4 examples/words.txt --draw -
    """
    rows, columns = natural(rows, "rows"), natural(columns, "columns")
    if rows * columns > MOST_GRID_CELLS:
        raise ValueError(f"a rectangle of {rows} by {columns} letters: there must be at most {MOST_GRID_CELLS:,}")
    letters = dict.fromkeys(((r, c) for r in range(rows) for c in range(columns)), OPEN_LETTER)
    across = {f"across{r + 1}": tuple((r, c) for c in range(columns)) for r in range(rows)}
    downs = {f"down{c + 1}": tuple((r, c) for r in range(rows)) for c in range(columns)}
    sources = {"": words} if down is None else {ACROSS_NAME: words, DOWN_NAME: down}
    lists = {start: word_list(source, min_score) for start, source in sources.items()}
    grid = WordGrid(rows, columns, letters, across | downs)
    symmetries = _transposition(letters, grid.slots) if down is None else ()
    return fill_grid(f"{rows}x{columns} word rectangle", grid, lists, repeated=repeated, symmetries=symmetries)


def word_square(n: int, words: Words, *, min_score: float | None = None) -> WordInstance:
    """Fill a square with letters so that row k and column k are the same word, for each k.

    Args:
        n: the number of words, all different, and of their letters.
        words: the words to choose from, as for :func:`crossword`; they may have scores.
        min_score: leave out the words with a lower score.

    The cells on both sides of the diagonal are one item.

    Raises ValueError for a negative number, more than 10^5 cells, or a bad list, as :func:`crossword` does.

    >>> square = word_square(3, ["bit", "ice", "ten", "boa", "one", "tax"])
    >>> print(square.draw(square.solve()))
    b i t
    i c e
    t e n

    On the command line::

        dlx model word-square 4 examples/words.txt --draw -
    """
    n = natural(n, "n")
    if n * n > MOST_GRID_CELLS:
        raise ValueError(f"a square of {n} by {n} letters: there must be at most {MOST_GRID_CELLS:,}")
    letters = dict.fromkeys(((r, c) for r in range(n) for c in range(r, n)), OPEN_LETTER)
    slots = {f"word{k + 1}": tuple((min(k, c), max(k, c)) for c in range(n)) for k in range(n)}
    grid = WordGrid(n, n, letters, slots, mirrored=True)
    return fill_grid(f"{n}x{n} word square", grid, {"": word_list(words, min_score)})


def _rows(grid: Drawn, blocks: int | None, seed: int) -> list[str]:
    """Return the rows of a grid in lower case."""
    if isinstance(grid, str):
        size = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", grid.strip())
        if size:
            return crossword_grid(int(size[1]), int(size[2]), blocks=blocks, seed=seed).split("\n")
    if blocks is not None or seed:
        raise ValueError("a drawn grid takes no blocks= and no seed=; give a size such as '11x11' for a random one")
    return [row.strip().lower() for row in drawn_text(grid).splitlines() if row.strip()]


def _required(words: Iterable[str], repeated: bool) -> list[str]:
    try:
        vocabulary = word_list(words)
    except ValueError as error:
        raise ValueError(f"required: {error}") from None
    if vocabulary.skipped:
        raise ValueError(f"{plural(vocabulary.skipped, 'required word')} not made of letters")
    if vocabulary.scores and repeated:
        raise ValueError("required cannot be combined with repeated; a required word appears exactly once")
    return [*vocabulary.scores]


def _check_grid(rows: Sequence[str], letters: Mapping[Cell, str]) -> None:
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {r + 1} of the grid has {len(row)} cells, the first has {len(rows[0])}")
    for (r, c), letter in letters.items():
        if letter != OPEN_LETTER and not letter.isalpha():
            raise ValueError(f"r{r + 1}c{c + 1} of the grid is {letter!r}: it must be '.', '#' or a letter")


def _transposition(letters: Mapping[Cell, str], slots: Mapping[str, Slot]) -> tuple[dict[str, str], ...]:
    """Return the exchange of rows and columns, if the grid has this symmetry."""
    if not letters or any(letters.get((c, r)) != letter for (r, c), letter in letters.items()):
        return ()
    named = {(split_name(name)[0], cells): name for name, cells in slots.items()}  # one cell may be across and down
    turned = {
        name: named[CROSSING[split_name(name)[0]], tuple((c, r) for r, c in cells)] for name, cells in slots.items()
    }
    return (turned | {cell_name((r, c)): cell_name((c, r)) for r, c in letters},)


# --- random grids


def crossword_grid(rows: int, columns: int | None = None, *, blocks: int | None = None, seed: int = 0) -> str:
    """Return a random symmetric grid for :func:`crossword`, as lines of ``.`` for open cells and ``#`` for blocks.

    Half a turn preserves the grid, all its cells are connected, and each of them is in a word across and in a word down
    of at least three letters.

    Args:
        rows: from 3 to 50.
        columns: from 3 to 50; None: as many as rows.
        blocks: their number; None: about a sixth of the cells, or less if no such grid is found.
        seed: another number gives another grid.

    Raises ValueError for other sizes, a number of blocks that no symmetric grid has, or if 100 tries find no grid.

    >>> crossword_grid(7, blocks=6, seed=1).split()
    ['...#...', '.......', '.......', '##...##', '.......', '.......', '...#...']
    """
    rows = integer(rows, "rows")
    columns = rows if columns is None else integer(columns, "columns")
    for side, name in ((rows, "rows"), (columns, "columns")):
        if not LEAST_WORD_LETTERS <= side <= MOST_GRID_SIDE:
            raise ValueError(f"{name} is {side}; a grid has from {LEAST_WORD_LETTERS} to {MOST_GRID_SIDE}")
    rng = Random(seed)
    if blocks is None:
        numbers = range(2 * (rows * columns // (2 * CELLS_PER_BLOCK)), -1, -2)
        return next(filter(None, (_grid(rows, columns, number, rng) for number in numbers)))
    if not 0 <= integer(blocks, "blocks") < rows * columns:
        raise ValueError(f"blocks is {blocks}; a grid has at least 0, and less than its {rows * columns:,} cells")
    if blocks % 2 > rows * columns % 2:
        raise ValueError(f"blocks is {blocks}; a symmetric grid of {rows} x {columns} has an even number")
    grid = _grid(rows, columns, blocks, rng)
    if not grid:
        raise ValueError(f"no grid of {rows} x {columns} with {plural(blocks, 'block')} was found; try another number")
    return grid


def _grid(rows: int, columns: int, blocks: int, rng: Random) -> str:
    """Return a grid; "" if none was found."""
    for _ in range(GRID_TRIES):
        cells = _put_blocks(rows, columns, blocks, rng)
        if len(cells) == rows * columns - blocks and _connected(cells):
            marks = ((OPEN_LETTER if (r, c) in cells else BLOCK_LETTER for c in range(columns)) for r in range(rows))
            return "\n".join(map("".join, marks))
    return ""


def _put_blocks(rows: int, columns: int, blocks: int, rng: Random) -> set[Cell]:
    """Return the open cells after putting down the blocks, or as many of them as fit."""
    cells = {(r, c) for r in range(rows) for c in range(columns)}
    half_turn = {(r, c): (rows - 1 - r, columns - 1 - c) for r, c in cells}
    if blocks % 2:
        cells.remove((rows // 2, columns // 2))
        if not _fits(cells, (rows // 2, columns // 2)):
            return set()
    pairs = [(cell, image) for cell, image in sorted(half_turn.items()) if cell < image]
    for _ in range(blocks // 2):
        places = rng.sample(pairs, len(pairs))
        fitting = (pair for pair in places if _fits(cells.difference(pair), pair[0]))
        compared = islice(fitting, rng.randint(1, COMPARED_PLACES))
        best = max(compared, key=lambda pair: _cut(cells, pair[0]), default=None)
        if best is None:
            break
        cells.difference_update(best)
        pairs.remove(best)
    return cells


def _runs(cells: Collection[Cell], cell: Cell) -> list[int]:
    """Return the numbers of open cells in line with a cell, to its left and right, above and below it."""
    return [sum(1 for _ in run(cells, (cell[0] + step[0], cell[1] + step[1]), step)) for step in SIDE_STEPS]


def _fits(cells: Collection[Cell], block: Cell) -> bool:
    """Return whether the words next to a block are long enough; those next to its image are as long."""
    return all(n == 0 or n >= LEAST_WORD_LETTERS for n in _runs(cells, block))


def _cut(cells: Collection[Cell], block: Cell) -> int:
    """Return half of the amount by which a block reduces the sum of the squares of the lengths of words."""
    left, right, above, below = _runs(cells, block)
    return (left + 1) * (right + 1) + (above + 1) * (below + 1)


def _connected(cells: set[Cell]) -> bool:
    """Return whether each cell can be reached from each other."""
    reached = {min(cells)}
    border = [*reached]
    while border:
        r, c = border.pop()
        new = {(r + dr, c + dc) for dr, dc in SIDE_STEPS} & cells - reached
        reached |= new
        border += new
    return reached == cells
