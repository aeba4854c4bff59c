"""Random killers: the cells of a grid cut into cages at random, with the sums of the grid."""

import sudoku
from dlx import Unfinished
from sudoku.variants import Killer


def cut(random, board, grid, largest):
    """Return cages of up to `largest` cells, each in one piece and without equal digits, that cover the board."""
    free, cages = set(range(board.cells)), []
    while free:
        cells = [random.choice(sorted(free))]
        size = random.randint(1 if largest < 3 else 2, largest)
        while len(cells) < size:
            digits = {grid[cell] for cell in cells}
            near = {
                board.cell_at.get((r + i, c + j))
                for r, c in (board.places[cell] for cell in cells)
                for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
            }
            able = sorted(cell for cell in near & free - {*cells} if grid[cell] not in digits)
            if not able:
                break
            cells.append(random.choice(able))
        free -= {*cells}
        cages.append((sum(int(grid[cell]) for cell in cells), [board.cell_name(cell) for cell in sorted(cells)]))
    return cages


def killer(random, board, grid, largest):
    """Return the board with such cages."""
    return board.with_variants(Killer(cut(random, board, grid, largest)))


def thinned(random, board, cages):
    """Return cages of which none can be left out: without it there are several solutions, or the proof takes long."""
    kept = list(cages)
    for cage in random.sample(cages, len(cages)):
        rest = [other for other in kept if other is not cage]
        try:
            if sudoku.is_unique("." * board.cells, board=board.with_variants(Killer(rest)), time_limit=2):
                kept = rest
        except Unfinished:
            pass
    return kept
