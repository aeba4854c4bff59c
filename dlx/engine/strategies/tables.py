# SPDX-License-Identifier: MIT
"""Problems whose primary items are tables of colors, for kernels/learner/tables.pxd.

A primary item is a table if all its options color the same items, and no two of them alike. If all primary items are
tables, the search that learns needs no variables for options.

    across1 =ore r1c1:o r1c2:r r1c3:e      row 0 of table across1: colors o, r, e; item =ore
    across1 =art r1c1:a r1c2:r r1c3:t      row 1: a, r, t; item =art
    down1   =oat r1c1:o r2c1:a r3c1:t      row 0 of table down1

Crosswords, word squares and word rectangles are such problems, and all constraints given as lists of tuples: an item
for each constraint, a color for each value.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...kernels.learner.learner import Learner
from ...matrix.incidence import colors_of_items, entry_options, int32, item_bounds
from ...system import calloff
from .learning import Learning

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

    Array = NDArray[np.generic]
    Int64 = NDArray[np.int64]

MOST_TABLE_BITS = 1 << 31  # of all tables: rows times colors


class Columns(NamedTuple):
    """The tables of a problem."""

    options: Int64  # row -> option
    first_row: Int64  # table -> its first row
    colored: Int64  # color -> the item that has it
    colors: list[Int64]  # table -> rows x columns, colors by their numbers


class TableLearning(Learning):
    """The search that learns from dead ends, in the tables ``found``. For the other arguments, see Learning.

    >>> from dlx import Colored, Problem
    >>> from dlx.engine.drive import SOLUTION
    >>> from dlx.matrix.assumptions import NONE
    >>> words = [["a", Colored("x", letter)] for letter in "abc"] + [["b", Colored("x", letter)] for letter in "cde"]
    >>> matrix = Problem(words, ["a", "b"], ["x"]).engine.matrix
    >>> machine = TableLearning(matrix, columns(matrix), NONE)
    >>> machine.step(1000) == SOLUTION, machine.solution()
    (True, [2, 3])
    """

    n_channels = 1  # all colors are

    def __init__(
        self,
        matrix: Matrix,
        columns: Columns,
        assumed: Assumptions,
        solutions: Iterable[list[int]] = (),
        **settings: Any,
    ) -> None:
        self._matrix, self._columns, self._found = matrix, columns, False
        self._row = np.empty(matrix.n_options, np.int64)
        self._row[columns.options] = np.arange(matrix.n_options)
        starts = np.flatnonzero(np.diff(columns.colored, prepend=-1, append=-2))
        ones, none = np.ones(len(starts) - 1, np.int32), np.zeros(0, np.int32)
        n = len(columns.colored)
        tables = _rows(matrix, columns, self._row) | _pairs(columns) | {"alive": _alive(columns, self._row, assumed)}
        rows = int32(starts), int32(2 * np.arange(n)), ones, ones
        settings["seed"] = (settings.get("seed") or 0) % 2**64
        self.learner = Learner(n, *rows, none, none, tables=tables, **settings)
        self.learner.fix((2 * _never(columns, starts) + 1).tolist())
        for options in solutions:
            self._forbid(options)
            self.solutions += 1

    def solution(self) -> list[int]:
        """Return the options of the newest solution."""
        return sorted(self._columns.options[self.learner.rows()].tolist())

    def _forbid(self, options: list[int]) -> None:
        first, literals = self._columns.first_row, set()
        for row in self._row[options].tolist():
            table = int(np.searchsorted(first, row, side="right")) - 1
            literals |= {2 * color for color in self._columns.colors[table][row - first[table]].tolist()}
        self.learner.forbid(sorted(literals))


def columns(matrix: Matrix) -> Columns | None:
    """Return the tables of a problem, None if not all its primary items are tables."""
    low, high = item_bounds(matrix)
    primary = matrix.indices < matrix.n_primary
    if matrix.colors is None or (low[: matrix.n_primary] != 1).any() or (high != 1).any():
        return None
    owners, painted = entry_options(matrix), matrix.colors != 0
    if not np.array_equal(owners[primary], np.arange(matrix.n_options)):  # not one in each option
        return None
    if len(np.intersect1d(matrix.indices[painted], matrix.indices[~painted])):
        return None
    colored, color = colors_of_items(matrix, painted)
    table = matrix.indices[primary]
    options = np.argsort(table, kind="stable")
    first_row = _starts(table, matrix.n_primary)
    first = _starts(owners[painted], matrix.n_options)
    tables = []
    for t in range(matrix.n_primary):
        calloff.check()
        rows = _table(options[first_row[t] : first_row[t + 1]], first, color, colored)
        if rows is None:
            return None
        tables.append(rows)
    bits = sum(len(rows) * len(np.unique(rows)) for rows in tables)
    return Columns(options, first_row, colored, tables) if bits <= MOST_TABLE_BITS else None


def _table(options: Int64, first: Int64, color: Int64, colored: Int64) -> Int64 | None:
    """Return the colors of each option, by items; None if the options are no table."""
    sizes = np.diff(first)[options]
    if not len(sizes) or sizes.min() == 0 or sizes.min() < sizes.max():
        return None
    rows = np.sort(color[first[options][:, None] + np.arange(sizes[0])], axis=1)  # colors are numbered by items
    if (colored[rows] != colored[rows[0]]).any():
        return None
    weights = np.random.RandomState(0).randint(1, 2**62, len(colored))
    return rows if len(np.unique(weights[rows].sum(axis=1))) == len(rows) else None


def _starts(keys: Array, n: int) -> Int64:
    """Return where the entries of each of n keys start, once they are sorted by key."""
    return np.concatenate([[0], np.cumsum(np.bincount(keys, minlength=n))])


def _words(rows: int) -> int:
    return (rows + 63) // 64


def _packed(masks: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return masks of rows, one after the other, as words of bits."""
    bits = np.zeros((len(masks), 64 * _words(masks.shape[1])), bool)
    bits[:, : masks.shape[1]] = masks
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64).ravel()


def _alive(columns: Columns, row: Int64, assumed: Assumptions) -> NDArray[np.uint64]:
    """Return the rows that the assumptions allow."""
    first = columns.first_row
    alive = np.ones(first[-1], bool)
    alive[row[list(assumed.banned)]] = False
    for k in row[list(assumed.given)].tolist():
        table = int(np.searchsorted(first, k, side="right")) - 1
        kept = alive[k]
        alive[first[table] : first[table + 1]] = False
        alive[k] = kept
    return np.concatenate([_packed(alive[None, a:b]) for a, b in pairwise(first)])


def _rows(matrix: Matrix, columns: Columns, row: Int64) -> dict[str, Array]:
    """Return the fields of rows: their colors, and the items without a color that several tables have."""
    bare = (matrix.indices >= matrix.n_primary) & (matrix.colors == 0)
    rows = row[entry_options(matrix)[bare]]
    items, item = np.unique(matrix.indices[bare], return_inverse=True)
    table = np.searchsorted(columns.first_row, rows, side="right") - 1
    by_row, by_item = np.argsort(rows, kind="stable"), np.argsort(item, kind="stable")
    widths = np.array([colors.shape[1] for colors in columns.colors])
    return {
        "first_row": columns.first_row,
        "n_columns": widths,
        "first_color": np.concatenate([[0], np.cumsum(widths * np.diff(columns.first_row))]).astype(np.int64),
        "colors": np.concatenate([colors.ravel() for colors in columns.colors]),
        "first_item": _starts(rows, len(row)),
        "items": item[by_row],
        "first_user": _starts(item, len(items)),
        "user_table": table[by_item],
        "user_row": (rows - columns.first_row[table])[by_item],
    }


def _pairs(columns: Columns) -> dict[str, Array]:
    """Return the fields of pairs of a table and one of its colors."""
    colors = [np.unique(rows) for rows in columns.colors]
    bits = []
    for column in (column for rows in columns.colors for column in rows.T):
        calloff.check()
        bits.append(_packed(column == np.unique(column)[:, None]))
    sizes, words = np.array([len(used) for used in colors]), np.array([_words(len(rows)) for rows in columns.colors])
    color = np.concatenate(colors)
    return {
        "first_pair": _starts(color, len(columns.colored)),
        "pairs": np.argsort(color, kind="stable"),
        "pair_table": np.repeat(np.arange(len(sizes)), sizes),
        "pair_color": color,
        "first_color_pair": np.concatenate([[0], np.cumsum(sizes)]),
        "first_bits": np.concatenate([[0], np.cumsum(np.repeat(words, sizes))]).astype(np.int64),
        "bits": np.concatenate(bits),
        "first_word": np.concatenate([[0], np.cumsum(words)]),
    }


def _never(columns: Columns, starts: Int64) -> Int64:
    """Return the colors that an item cannot have, because one of its tables never gives them."""
    possible = np.ones(len(columns.colored), bool)
    for rows in columns.colors:
        given = np.zeros(len(possible), bool)
        given[rows] = True
        for color in rows[0]:
            item = np.searchsorted(starts, color, side="right")
            possible[starts[item - 1] : starts[item]] &= given[starts[item - 1] : starts[item]]
    return np.flatnonzero(~possible)
