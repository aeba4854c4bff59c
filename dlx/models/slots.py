# SPDX-License-Identifier: MIT
"""The slots of a crossword: its runs of two or more open cells, numbered as in a newspaper.

1 2 3 #      Each cell where a run starts gets the next number, row by row.
4 . # 5
6 . 7 .      across1 across6 ...   down1 down2 down5 ...
# 8 . .
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..drawing.grid import Cell

OPEN_LETTER, BLOCK_LETTER = ".", "#"
ACROSS_NAME, DOWN_NAME = "across", "down"
STEP = {ACROSS_NAME: (0, 1), DOWN_NAME: (1, 0)}
Slot = tuple[Cell, ...]


def run(cells: Collection[Cell], cell: Cell, step: Cell) -> Iterator[Cell]:
    """Yield the cells from a cell to the end of its run, in the direction of a step."""
    while cell in cells:
        yield cell
        cell = cell[0] + step[0], cell[1] + step[1]


def numbered_slots(cells: Collection[Cell]) -> dict[str, Slot]:
    """Return the slots of the open cells by their names, ``across1``, ``down1``, ...

    >>> numbered_slots({(0, 0), (0, 1), (1, 0)})
    {'across1': ((0, 0), (0, 1)), 'down1': ((0, 0), (1, 0))}
    """
    slots: dict[str, Slot] = {}
    number = 0
    for r, c in sorted(cells):
        runs = {
            name: (*run(cells, (r, c), step),) for name, step in STEP.items() if (r - step[0], c - step[1]) not in cells
        }
        long = {name: cells_of for name, cells_of in runs.items() if len(cells_of) > 1}
        number += bool(long)
        slots |= {f"{name}{number}": cells_of for name, cells_of in long.items()}
    return slots


def split_name(slot: str) -> tuple[str, int]:
    """Return the direction and the number in the name of a slot.

    >>> split_name("across12")
    ('across', 12)
    """
    direction = slot.rstrip("0123456789")
    return direction, int(slot[len(direction) :])
