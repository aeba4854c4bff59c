# SPDX-License-Identifier: MIT
"""Killers with fewer and fewer cages: how far does the score rise, and how many does logic solve?

Each random grid is cut into cages of up to --largest cells at random. Then we leave out cages in random order as long
as the solution stays unique. The cages left out are *spare*. Between the killer with all cages and the one without its
spare cages, the same grid makes a ladder of killers, and each step of the ladder has less information.

    without       share of the spare cages that are left out
    scores        lowest, median and highest score
    by logic      killers that need no guess
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import sudoku
from dlx import Unfinished
from sudoku import Board
from sudoku.logic import Rating, rate
from sudoku.variants import Killer

from .arguments import number
from .measure import save
from .show import table

Cage = tuple[int, list[str]]

PARTS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # of the spare cages
PROOF_SECONDS = 2.0  # a proof of uniqueness that takes longer counts as none


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--number", type=number(1), default=12, help="random grids; default 12")
    parser.add_argument("--largest", type=number(1), default=3, help="cells of a cage at most; default 3")


def run(options: argparse.Namespace) -> None:
    board = Board()
    ladders = [ladder for _, ladder in zip(range(options.number), _ladders(board, options.largest), strict=False)]
    rows = [_row(part, [ladder[k] for ladder in ladders]) for k, part in enumerate(PARTS)]
    heads = ["without", "lowest", "median", "highest", "by logic", "hardest technique"]
    table("Killers with fewer and fewer cages", heads, [[str(row[head]) for head in heads] for row in rows])
    save(options.json, {"question": "killers", "number": options.number, "largest": options.largest, "rows": rows})


def _row(part: float, ratings: list[Rating]) -> dict[str, Any]:
    scores = [rating.score or 0.0 for rating in ratings]
    return {
        "without": f"{part:.0%}",
        "lowest": min(scores),
        "median": round(median(scores), 2),
        "highest": max(scores),
        "by logic": sum("guess" not in rating.rounds for rating in ratings),
        "hardest technique": Counter(str(rating.hardest) for rating in ratings).most_common(1)[0][0],
    }


def _ladders(board: Board, largest: int) -> Iterator[list[Rating]]:
    """Yield the ratings of ladders without end."""
    seed, empty = 0, "." * board.cells
    while True:
        seed += 1
        rng = Random(seed)
        cages = cut(rng, board, sudoku.solve(empty, board=board, seed=seed) or "", largest)
        if not _is_unique(board, cages):
            continue
        kept = thinned(rng, board, cages)
        spare = [cage for cage in cages if cage not in kept]
        rng.shuffle(spare)
        several = (spare[: round(part * len(spare))] for part in PARTS)
        yield [rate(empty, board=with_cages(board, [c for c in cages if c not in gone])) for gone in several]


def cut(random: Random, board: Board, grid: str, largest: int) -> list[Cage]:
    """Return cages of up to `largest` cells, each in one piece and without equal digits, that cover the board."""
    free, cages = set(range(board.cells)), list[Cage]()
    while free:
        cells = [random.choice(sorted(free))]
        size = random.randint(1 if largest < 3 else 2, largest)
        while len(cells) < size:
            able = [cell for cell in _beside(board, cells) if cell in free and cell not in cells]
            able = [cell for cell in able if grid[cell] not in {grid[other] for other in cells}]
            if not able:
                break
            cells.append(random.choice(able))
        free -= {*cells}
        cages.append((sum(int(grid[cell]) for cell in cells), [board.cell_name(cell) for cell in sorted(cells)]))
    return cages


def _beside(board: Board, cells: list[int]) -> list[int]:
    """Return the neighbors of cells in rows and columns, ascending."""
    places = [board.places[cell] for cell in cells]
    near = {board.cell_at.get((r + i, c + j)) for r, c in places for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return sorted(cell for cell in near if cell is not None)


def thinned(random: Random, board: Board, cages: list[Cage]) -> list[Cage]:
    """Return cages of which none can be left out: there would be several solutions, or the proof would take long."""
    kept = list(cages)
    for cage in random.sample(cages, len(cages)):
        rest = [other for other in kept if other is not cage]
        if _is_unique(board, rest):
            kept = rest
    return kept


def _is_unique(board: Board, cages: list[Cage]) -> bool:
    try:
        return sudoku.is_unique("." * board.cells, board=with_cages(board, cages), time_limit=PROOF_SECONDS)
    except Unfinished:
        return False


def with_cages(board: Board, cages: list[Cage]) -> Board:
    """Return the board with these cages."""
    return board.with_variants(Killer(cages))
