# SPDX-License-Identifier: MIT
"""A table of answers as a Parquet file, written in groups of rows, so that a long table does not fill the memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from dlx.system.interrupts import Interrupts

ROWS_PER_GROUP = 10_000  # rows written at once


class ParquetTable:
    """The rows of a Parquet file, a context; a kill before its end leaves a file that readers refuse."""

    def __init__(self, path: str, columns: Mapping[str, type]) -> None:
        from ...reading.tables import arrow

        self.arrow = arrow("pyarrow", "Parquet")
        types = {str: self.arrow.string(), int: self.arrow.int64(), float: self.arrow.float64()}
        self.schema = self.arrow.schema([(name, types[kind]) for name, kind in columns.items()])
        self.rows: list[list[Any]] = []
        try:
            self.file = arrow("pyarrow.parquet", "Parquet").ParquetWriter(path, self.schema)
        except OSError as problem:
            raise ValueError(f"--output {path}: {problem.strerror or problem}") from None

    def add(self, row: list[Any]) -> None:
        """Add a row with a value, or None, for each column."""
        self.rows.append(row)
        if len(self.rows) >= ROWS_PER_GROUP:
            self._end_group()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Write the last rows, and the end of the file, also after Ctrl-C or an error."""
        try:
            self._end_group()
        finally:
            self.file.close()

    def _end_group(self) -> None:
        """Write the rows while Ctrl-C waits."""
        with Interrupts():
            columns = [list(column) for column in zip(*self.rows, strict=True)] or [[] for _ in self.schema]
            self.file.write_table(self.arrow.table(columns, schema=self.schema))
            self.rows = []
