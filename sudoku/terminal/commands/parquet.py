# SPDX-License-Identifier: MIT
"""A table of answers as a Parquet file, written in groups of rows, so that a long table does not fill the memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import RawIOBase
from types import TracebackType
from typing import Any, Self

from dlx.system.files import GrowingFile
from dlx.system.interrupts import Interrupts

ROWS_PER_GROUP = 10_000  # rows written at once


class Sink(RawIOBase):
    """The file as pyarrow uses it."""

    def __init__(self, target: GrowingFile) -> None:
        self.target = target

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self.target.write(bytes(data))

    def tell(self) -> int:
        return self.target.end


def table_for(form: str | None, target: GrowingFile | None, columns: Mapping[str, type]) -> ParquetTable | None:
    """Return the table of a command's answers, with a column for the puzzle; None if its output is no Parquet file."""
    return ParquetTable(target, {"puzzle": str, **columns}) if form == "parquet" and target else None


class ParquetTable:
    """The rows of a Parquet file, a context; a kill before its end leaves a file that readers refuse."""

    def __init__(self, target: GrowingFile, columns: Mapping[str, type]) -> None:
        from ...reading.tables import arrow

        self.arrow, self.parquet = arrow("pyarrow", "Parquet"), arrow("pyarrow.parquet", "Parquet")
        types = {str: self.arrow.string(), int: self.arrow.int64(), float: self.arrow.float64()}
        self.schema = self.arrow.schema([(name, types[kind]) for name, kind in columns.items()])
        self.rows: list[list[Any]] = []
        self.target = target
        self.file: Any = None  # the writer, from the first group on

    def add(self, row: list[Any]) -> None:
        """Add a row with a value, or None, for each column."""
        self.rows.append(row)
        if len(self.rows) >= ROWS_PER_GROUP:
            self._end_group()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write the last rows, and the end of the file, also after Ctrl-C or an error."""
        if self.rows or kind is None:
            self._end_group()
        if self.file is not None:
            with Interrupts(), self._written():
                self.file.close()

    def _end_group(self) -> None:
        """Write the rows while Ctrl-C waits."""
        with Interrupts(), self._written():
            if self.file is None:
                self.file = self.parquet.ParquetWriter(Sink(self.target), self.schema)
            rows, self.rows = self.rows, []
            columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in self.schema]
            self.file.write_table(self.arrow.table(columns, schema=self.schema))

    @contextmanager
    def _written(self) -> Iterator[None]:
        """Remove a file that the disk does not take, as without its last bytes nothing can read it."""
        try:
            yield
        except OSError:
            self.file = None
            self.target.discard()
            raise
