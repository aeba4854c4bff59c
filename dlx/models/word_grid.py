# SPDX-License-Identifier: MIT
"""Grids whose slots are filled with words: the problem, and its solutions as pictures, as entries and as files.

    primary     across1 ...    each slot
                =word          a word that is required
    secondary   r1c1 ...       a cell, with its letter as color; crossing words agree
                =word          any other word; it is used at most once
    an option   across1 =ore r1c1:o r1c2:r r1c3:e; its cost is the score of the word, with the other sign

Reference: Knuth, TAOCP 7.2.2.1, on word rectangles by exact covering with colors.

Crosswords as files ``.ipuz``, which programs for writing clues and for solving read.

    puzzle       [[1, 2, "#"], [3, 0, 4], ...]     numbers of the slots, 0 in other open cells
    solution     [["A", "T", "#"], ...]            letters
    clues        {"Across": [[1, ""], ...], ...}   numbers with clues, which are empty

Reference: ipuz, a free format for puzzles, version 2, http://ipuz.org.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any

from ..drawing.grid import Cell, draw_cells
from ..drawing.picture import Picture
from ..drawing.shapes import INK
from ..engine.bar import Report
from ..engine.unfinished import limited
from ..matrix.colored import Colored
from ..matrix.named import Options
from ..matrix.solution import Solution, chosen_options
from ..questions.best.best import Best
from ..structure.mappings import Symmetry
from ..system.calloff import Cancel
from ..system.public import public
from .instance import Instance, check_size
from .refill import best_fill
from .slots import ACROSS_NAME, BLOCK_LETTER, DOWN_NAME, OPEN_LETTER, Slot, numbered_slots, split_name
from .word_list import WordList

COLUMN_GAP = "   "  # between the words across and the words down


@dataclass(frozen=True, slots=True)
class WordGrid:
    """The cells of a grid, and its slots."""

    rows: int
    columns: int
    letters: dict[Cell, str]  # the given letter of each open cell, or OPEN_LETTER
    slots: dict[str, Slot]  # by name
    mirrored: bool = False  # a word square: the cells below the diagonal repeat those above it
    numbered: bool = False  # a crossword: pictures have its numbers and list its entries

    def full(self, letters: dict[Cell, str]) -> dict[Cell, str]:
        """Return the letter of each open cell in a picture; OPEN_LETTER for none."""
        marks = self.letters | letters
        return marks | {(c, r): letter for (r, c), letter in marks.items()} if self.mirrored else marks

    def entries(self, letters: dict[Cell, str]) -> dict[str, str]:
        """Return the letters in each slot, across before down."""
        marks = self.letters | letters
        names = sorted(self.slots, key=lambda name: name.startswith(DOWN_NAME))
        return {name: "".join(marks[cell] for cell in self.slots[name]) for name in names}


@public("dlx.models")
class WordInstance(Instance):
    """A crossword, a word rectangle or a word square.

    If the list of words has scores, the cost of a solution is the total of the scores with the other sign. ``best()``
    proves the highest total of a small grid, and :meth:`best_fill` finds a high one for a large grid.

    >>> from dlx import models
    >>> row = models.crossword(["..."], ["ape;20", "elk;50", "o'clock;90"])
    >>> row.skipped, row.best()[0].cost, row.entries(row.best()[0])
    (1, -50, {'across1': 'elk'})
    """

    __slots__ = ("grid", "skipped")

    grid: WordGrid
    skipped: int  # entries of the lists that are not made of letters

    def entries(self, solution: Options | None = ()) -> dict[str, str]:
        """Return the word in each slot, across before down; without a solution, its given letters and dots.

        Raises ValueError for an option that does not exist, or for None, as :meth:`draw` does.

        >>> from dlx import models
        >>> models.crossword(["a..", ".#.", "..."], ["ape"]).entries()
        {'across1': 'a..', 'across3': '...', 'down1': 'a..', 'down2': '...'}
        """
        return self.grid.entries(self._letters(solution))

    @limited("best_fill", "")
    def best_fill(
        self,
        *,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        seed: int = 0,
        progress: bool | Report | None = None,
        on_better: Callable[[Solution], object] | None = None,
    ) -> Best:
        """Return the fill with the highest total, or a high one of a large grid: a :class:`dlx.Best` of one solution.

        Its status is COMPLETE if no fill has a higher total, and otherwise the limit that ended the search. The total
        is then at most its ``bound`` with the other sign.

        Args:
            time_limit: in seconds; None: stop after a fixed amount of work.
            cancel: as for :meth:`search`; the status is then INTERRUPTED.
            seed: for the choice of the parts of a large grid that are filled again.
            progress: as for :meth:`search`.
            on_better: a function that receives each :class:`dlx.Solution` with a higher total, when it is found.

        Raises ValueError for a list without scores, or a negative time limit.

        Source: large neighborhood search; see models/refill.py.

        >>> from dlx import models
        >>> square = models.crossword(["..", ".."], ["at;1", "do;9", "ad;9", "to;2", "as;8", "so;4"])
        >>> square.best_fill()
        <Best: 1 solution, cost -30, others at least -30; complete>
        """
        if self.costs is None:
            raise ValueError("best_fill needs a list of words with scores, as ore;80; use solve()")
        return best_fill(self, self.grid.slots, time_limit, seed, progress, on_better)

    def ipuz(self, solution: Options | None = ()) -> str:
        """Return the text of a file ``.ipuz``, with empty clues; programs for crosswords read it.

        Raises ValueError for an option that does not exist, or for None, as :meth:`draw` does.
        """
        return ipuz(self.title, (self.grid.rows, self.grid.columns), self.grid.full(self._letters(solution)))

    def _letters(self, solution: Options | None) -> dict[Cell, str]:
        return _letters_in(self.grid, self, chosen_options(self, solution))

    def __getstate__(self) -> tuple[Any, ...]:
        return (*super().__getstate__(), self.grid, self.skipped)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        super().__setstate__(state[:-2])
        self._keep(*state[-2:])

    def _keep(self, grid: WordGrid, skipped: int) -> None:
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "skipped", skipped)


def fill_grid(
    title: str,
    grid: WordGrid,
    lists: Mapping[str, WordList],
    *,
    repeated: bool = False,
    required: Collection[str] = (),
    symmetries: Iterable[Symmetry] = (),
) -> WordInstance:
    """Return the problem of filling a grid; `lists` maps the beginnings of names of slots to the words for them."""
    scores_of = {start: _by_length(words.scores) for start, words in lists.items()}
    words_for = {
        slot: next(words.get(len(cells), {}) for start, words in scores_of.items() if slot.startswith(start))
        for slot, cells in grid.slots.items()
    }
    check_size(title, sum(len(words) * (2 + len(grid.slots[slot])) for slot, words in words_for.items()))
    options: list[list[str | Colored]] = []
    scores: list[float] = []
    for slot, cells in grid.slots.items():
        for word, score in words_for[slot].items():
            if all(grid.letters[at] in (OPEN_LETTER, letter) for at, letter in zip(cells, word, strict=True)):
                letters = (Colored(cell_name(cell), letter) for cell, letter in zip(cells, word, strict=True))
                options.append([slot, *([] if repeated else [f"={word}"]), *letters])
                scores.append(score)
    needed = [f"={word}" for word in required]
    used = [] if repeated else [*dict.fromkeys(str(option[1]) for option in options)]
    instance = WordInstance(
        options,
        primary=[*grid.slots, *needed],
        secondary=[*map(cell_name, grid.letters), *(word for word in used if word not in {*needed})],
        costs=[-score for score in scores] if any(words.scored for words in lists.values()) else None,
        title=title,
        drawing=partial(_draw, grid),
        symmetries=symmetries,
    )
    instance._keep(grid, sum(words.skipped for words in lists.values()))
    return instance


def _by_length(scores: Mapping[str, float]) -> dict[int, dict[str, float]]:
    groups: dict[int, dict[str, float]] = {}
    for word, score in scores.items():
        groups.setdefault(len(word), {})[word] = score
    return groups


def cell_name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def _letters_in(grid: WordGrid, instance: Instance, options: Iterable[int]) -> dict[Cell, str]:
    """Return the letter of each cell that these options fill."""
    letters: dict[Cell, str] = {}
    for k in options:
        slot, *uses = instance.option(k)
        word = (str(use.color) for use in uses if isinstance(use, Colored))
        letters |= zip(grid.slots[str(slot)], word, strict=True)
    return letters


def _draw(grid: WordGrid, instance: Instance, options: Sequence[int]) -> Picture:
    letters = _letters_in(grid, instance, options)
    full = grid.full(letters)
    board = [[(r, c) for c in range(grid.columns)] for r in range(grid.rows)]
    signs = [["#" if cell not in full else full[cell].replace(OPEN_LETTER, "·") for cell in row] for row in board]
    text = "\n".join(map(" ".join, signs))
    numbers = {cells[0]: str(split_name(name)[1]) for name, cells in grid.slots.items()} if grid.numbered else {}
    return draw_cells(
        [cell for row in board for cell in row],
        title=instance.title,
        description=f"A grid of letters, blocks as #: {' / '.join(map(''.join, signs))}.",
        words={cell: letter for cell, letter in full.items() if letter != OPEN_LETTER},
        corners=numbers,
        fills={cell: INK for row in board for cell in row if cell not in full},
        text="\n\n".join([text, *([_listed(grid.entries(letters))] if numbers else [])]),
    )


def _listed(entries: Mapping[str, str]) -> str:
    """Return the entries across next to those down, with their numbers."""
    columns = [
        [direction]
        + [f"{number:>3} {entries[name]}" for name in entries for way, number in [split_name(name)] if way == direction]
        for direction in (ACROSS_NAME, DOWN_NAME)
    ]
    width = max(map(len, columns[0]))
    pairs = zip_longest(*columns, fillvalue="")
    return "\n".join(f"{left:{width}}{COLUMN_GAP}{right}".rstrip() for left, right in pairs)


# --- a file for other programs


def ipuz(title: str, size: Cell, letters: Mapping[Cell, str]) -> str:
    """Return the text of a file, given the letter of each open cell; if one is OPEN_LETTER, there is no solution.

    >>> text = ipuz("a row", (1, 3), {(0, 0): "a", (0, 1): "t"})
    >>> json.loads(text)["puzzle"], json.loads(text)["solution"], json.loads(text)["clues"]
    ([[1, 0, '#']], [['A', 'T', '#']], {'Across': [[1, '']], 'Down': []})
    """
    rows, columns = size
    slots = numbered_slots(letters)
    numbers = {cells[0]: split_name(name)[1] for name, cells in slots.items()}
    board = [[(r, c) for c in range(columns)] for r in range(rows)]
    content = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "title": title,
        "dimensions": {"width": columns, "height": rows},
        "puzzle": [[numbers.get(cell, 0) if cell in letters else BLOCK_LETTER for cell in row] for row in board],
        "solution": [[letters.get(cell, BLOCK_LETTER).upper() for cell in row] for row in board],
        "clues": {
            direction.capitalize(): [[number, ""] for way, number in map(split_name, slots) if way == direction]
            for direction in (ACROSS_NAME, DOWN_NAME)
        },
    }
    if OPEN_LETTER in letters.values():
        del content["solution"]
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
