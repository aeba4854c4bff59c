# SPDX-License-Identifier: MIT
"""Names of the columns and rows of a table of 0 and 1; of a plain matrix, they are numbers.

          shelf  door        column_names  shelf door
    oak       1     0        row_names     oak elm
    elm       0     1

We recognize a table of pandas, Polars or PyArrow by its attributes, without importing its library.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..system.wording import shortlist


def column_names(table: Any) -> list[Hashable] | None:
    """Return the names of a table's columns; None for anything else."""
    if hasattr(table, "column_names"):  # PyArrow
        return list(table.column_names)
    if hasattr(table, "columns") and hasattr(table, "shape"):  # pandas, Polars
        return list(table.columns)
    return None


def row_names(table: Any) -> list[Hashable] | None:
    """Return the index of a pandas frame; None for anything else."""
    return list(table.index) if hasattr(table, "iloc") and hasattr(table, "index") else None


class Labels:
    """Names of columns or rows; None if there are none, or if they are the numbers 0, 1, 2, ..."""

    def __init__(self, names: Sequence[Hashable] | None, what: str) -> None:
        if names is not None and list(names) == list(range(len(names))):
            names = None
        self.names, self.what = names, what
        if names is not None and what == "column" and len(set(names)) < len(names):
            twice = next(name for k, name in enumerate(names) if name in names[:k])
            raise ValueError(f"the table has two columns {twice!r}; rename one")

    def __getitem__(self, k: int) -> str:
        """Return the place of a row or column in an error.

        >>> Labels(["x", "y"], "column")[1], Labels(None, "row")[1]
        ("column 'y'", 'row 1')
        """
        return f"{self.what} {self.names[k]!r}" if self.names is not None else f"{self.what} {k}"

    def number(self, name: Any) -> int:
        """Return the number of a secondary column."""
        if self.names is None:
            try:
                return index(name)
            except TypeError:
                raise TypeError(f"secondary column {name!r} is not the number of a column") from None
        if name not in self.names:
            columns = shortlist([repr(column) for column in self.names])
            raise ValueError(f"secondary column {name!r} is not in the table; its columns are {columns}")
        return self.names.index(name)

    def take(self, numbers: NDArray[np.integer[Any]]) -> tuple[Hashable, ...]:
        """Return the names with these numbers, or the numbers."""
        return tuple(self.names[k] if self.names is not None else k for k in numbers.tolist())
