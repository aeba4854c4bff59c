# SPDX-License-Identifier: MIT
"""Texts of files, read whole, but no more than a bound: /dev/zero and endless pipes are refused."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

MOST_TEXT_BYTES = 1 << 24
NOT_TEXT = "not UTF-8 text (NUL bytes: a binary file, or UTF-16)"
FIRST_BYTES = 1 << 16  # in which a file that is not text has a NUL


def text_of(path: str | PathLike[str], max_bytes: int = MOST_TEXT_BYTES) -> str:
    """Return the text of a file in UTF-8, with the usual ends of lines.

    Raises OSError for a file that cannot be read, UnicodeDecodeError for one that is not UTF-8, and ValueError for one
    with a NUL or with more than `max_bytes` bytes, without the name of the file.
    """
    with Path(path).open("rb") as stream:
        data = stream.read(FIRST_BYTES)
        if b"\0" in data:
            raise ValueError(NOT_TEXT)
        data += stream.read(max_bytes + 1 - len(data))
    if len(data) > max_bytes:
        raise ValueError(f"more than {max_bytes >> 20} MiB of text; name another file")
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
