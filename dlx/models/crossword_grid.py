# SPDX-License-Identifier: MIT
"""Random grids for crosswords, by the rules of American newspapers.

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

from collections.abc import Collection
from itertools import islice
from random import Random

from ..drawing.grid import Cell
from ..engine.limits import integer
from ..system.wording import plural
from .slots import BLOCK_LETTER, OPEN_LETTER, run

LEAST_WORD_LETTERS, MOST_GRID_SIDE = 3, 50
CELLS_PER_BLOCK = 6  # by default, as in newspapers
COMPARED_PLACES = 6
GRID_TRIES = 100
SIDE_STEPS = (0, -1), (0, 1), (-1, 0), (1, 0)


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
        fitting = islice(
            (pair for pair in places if _fits(cells.difference(pair), pair[0])), rng.randint(1, COMPARED_PLACES)
        )
        best = max(fitting, key=lambda pair: _cut(cells, pair[0]), default=None)
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
