# SPDX-License-Identifier: MIT
"""Tables of Parquet and Arrow files: the column that holds the puzzles, as lines of text.

    id   puzzle           rating            53..7....6..
    1    53..7....6..     1.2       ->      4...8.......
    2    4...8.......     8.9               ...

The column is given by name or number. Otherwise it is the first column of puzzles with a name that we know, or with
empty cells, or the first one at all. A puzzle is text, bytes, or a list of numbers.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from ..board.digits import EMPTY
from .columns import NAMES, has_puzzle, listed, place_of
from .listed import cells_of, is_puzzle
from .records import CHUNK_BYTES, SourceError

ROWS_PER_BATCH = 128  # few, since a text that is stored once may be in all of them
MOST_ROW_BYTES = 300_000  # the candidates of the largest puzzle take 262,144
MOST_HELD_BYTES = 1 << 25  # of a table that we hold whole, or of the rows of a batch


def arrow(module: str, purpose: str) -> Any:
    """Return a module of pyarrow, which has no types. Raises SourceError if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise SourceError(f"{purpose} needs pyarrow; pip install pyarrow") from None


def lines_of_table(raw: Any, stream: Any, column: str | None) -> Callable[[], bytes]:
    """Return a function that returns the next rows of a table as lines; no bytes mean the end.

    The last bytes of a file describe it, so we hold a stream that cannot seek whole. Raises SourceError if it is large.
    """
    damage = (arrow("pyarrow", "a table").ArrowException, OSError)
    file = raw if isinstance(raw, io.BufferedReader | io.BytesIO) and raw.seekable() else _held(stream)
    texts = _texts(file, column)

    def read() -> bytes:
        try:
            return next(texts, b"")
        except damage as problem:
            raise SourceError(f"the table is damaged: {problem}") from None

    return read


def _held(stream: Any) -> io.BytesIO:
    """Return the bytes of a stream that cannot seek."""
    held = io.BytesIO()
    while piece := stream.read(CHUNK_BYTES):
        held.write(piece)
        if held.tell() > MOST_HELD_BYTES:
            raise SourceError(f"a packed or piped table of more than {MOST_HELD_BYTES >> 20} MiB; save it as a file")
    return held


def _texts(file: Any, column: str | None) -> Iterator[bytes]:
    """Yield the rows of the column with the puzzles, a text for each batch."""
    names, batches = _batches(file)
    try:
        at = None if column is None else place_of(column, names)
    except ValueError as problem:
        raise SourceError(str(problem)) from None
    for batch in batches:
        if at is None:
            at = _column_found(names, batch.columns)
        if at is None:
            raise SourceError(f"no column reads as puzzles; name one of {listed(names)} (--column)")
        values = batch.column(at)
        if values.nbytes > max(MOST_HELD_BYTES, MOST_ROW_BYTES * len(values)):
            mean = values.nbytes // len(values)
            raise SourceError(f"the rows of {names[at]!r} have {mean:,} bytes each, more than a puzzle has")
        yield "".join(f"{_text(value)}\n" for value in values.to_pylist()).encode()


def _batches(file: Any) -> tuple[list[str], Iterator[Any]]:
    """Return the names of the columns, and the rows in batches."""
    file.seek(0)
    magic = file.read(4)
    file.seek(0)
    if magic == b"PAR1":
        table = arrow("pyarrow.parquet", "a table").ParquetFile(file)
        return table.schema_arrow.names, table.iter_batches(_rows_per_batch(table.metadata))
    if magic == b"\xff\xff\xff\xff":
        stream = arrow("pyarrow.ipc", "a table").open_stream(file)
        return stream.schema.names, iter(stream)
    stored = arrow("pyarrow.ipc", "a table").open_file(file)
    return stored.schema.names, map(stored.get_batch, range(stored.num_record_batches))


def _rows_per_batch(metadata: Any) -> int:
    """Return the number of rows of a Parquet file that are in memory at once: a single one if they are large."""
    groups = [metadata.row_group(k) for k in range(metadata.num_row_groups)]
    parts = [group.column(k) for group in groups for k in range(group.num_columns)]
    stored = sum(max(part.total_uncompressed_size, 8 * part.num_values) for part in parts)
    fitting = int(MOST_HELD_BYTES * metadata.num_rows // max(stored, 1))
    return max(min(ROWS_PER_BATCH, fitting), 1)


def _column_found(names: list[str], columns: Any) -> int | None:
    """Return the place of the column with the puzzles; None if no column has any."""
    first = {}
    for place, values in enumerate(columns):
        head = (value.as_py() for value in values.slice(0, 100))
        value = next((value for value in head if value is not None), None)
        if (isinstance(value, str | bytes) and has_puzzle(_text(value))) or (isinstance(value, list) and _reads(value)):
            first[place] = _text(value)
    named = (place for place in first if NAMES.fullmatch(names[place]))
    open_ = (place for place, cells in first.items() if any(sign in EMPTY for sign in cells))
    return next(named, next(open_, next(iter(first), None)))


def _reads(value: list[Any]) -> bool:
    return is_puzzle(_whole(value))


def _whole(value: Any) -> Any:
    """Return a list with whole numbers for floats, and None for NaN, which tables have for missing numbers."""
    if isinstance(value, list):
        return list(map(_whole, value))
    if isinstance(value, float):
        return None if value != value else int(value) if value.is_integer() else value
    return value


def _text(value: Any) -> str:
    """Return a value on one line; the cells of a list between commas."""
    if isinstance(value, list):
        return cells_of(_whole(value)) or ",".join(map(str, value))
    if value is None:
        return ""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return " ".join(text.split())
