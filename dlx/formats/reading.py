# SPDX-License-Identifier: MIT
"""Reads a problem in any of three text formats, which the first line with a word tells apart.

    < a b > [ x ]  a x:red; b;      miniexact.py, if the first sign is "<"
    p xcc 2 1                       dimacs.py, if the first line is a header with two numbers
    a b | x                         dlxfile.py, Knuth's, otherwise

The one loop over the lines is here, with the errors that all formats share: ``FILE:LINE: what is wrong``. A file in
Knuth's format whose first item looks like one of the other two begins with a comment line, and so writes dlxfile.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import IO

from ..matrix.build import Fields
from .dimacs import DimacsReader
from .dlxfile import KnuthReader
from .miniexact import MiniexactReader
from .words import Reader, is_dimacs, is_miniexact

LONGEST_LINE_CHARACTERS = 1 << 24  # characters
MOST_EQUAL_LINES = 1_000_000  # in a row


def read(file: str | PathLike[str] | IO[str] | IO[bytes]) -> Fields:
    """Read a problem from a path or an open stream; see :meth:`dlx.Problem.read`."""
    if isinstance(file, (str, PathLike)):
        with Path(file).open("rb") as stream:
            return parse(stream, fspath(file))
    name = getattr(file, "name", None)
    return parse(file, name if isinstance(name, str) else "<stream>")


def parse(lines: Iterable[str | bytes], name: str) -> Fields:
    """Return the problem in these lines; see :meth:`dlx.Problem.parse`."""
    reader: Reader | None = None
    at = 0
    try:
        for at, line in enumerate(_bounded(lines), 1):
            text = _text(line, first=at == 1)
            if reader is None:
                if not text.strip():
                    continue
                reader = _reader_of(text)
            reader.feed(text)
        return (reader or KnuthReader()).end()
    except UnicodeDecodeError as error:  # from a text stream, which decodes some lines ahead
        raise ValueError(f"{name}:{at + 1}: {_decoding_fault(error)}") from None
    except (OverflowError, ValueError) as error:  # totals that are too large are reported for the last line
        raise ValueError(f"{name}:{max(at, 1)}: {error}{reader.hint() if reader else ''}") from None


def _reader_of(line: str) -> Reader:
    """Return a reader for a file that begins with this line."""
    if is_miniexact(line):
        return MiniexactReader()
    return DimacsReader() if is_dimacs(line) else KnuthReader()


def _bounded(lines: Iterable[str | bytes]) -> Iterator[str | bytes]:
    """Yield the lines. Raises ValueError for one without an end, and for equal ones without an end, as of `yes`."""
    readline = getattr(lines, "readline", None)
    previous: str | bytes | None = None
    equal = 0
    for line in lines if readline is None else iter(partial(readline, LONGEST_LINE_CHARACTERS), readline(0)):
        if len(line) >= LONGEST_LINE_CHARACTERS:
            binary = "; this is not a text file (NUL)" * ((b"\0" if isinstance(line, bytes) else "\0") in line)
            raise ValueError(f"a line of {LONGEST_LINE_CHARACTERS >> 20} MiB or more{binary}")
        equal = equal + 1 if line == previous else 1
        if equal > MOST_EQUAL_LINES:
            raise ValueError(f"the line has come {MOST_EQUAL_LINES:,} times in a row; we read no further")
        previous = line
        yield line


def _text(line: str | bytes, first: bool) -> str:
    """Return a line as text, without the byte order mark that some editors put first."""
    if isinstance(line, bytes):
        if first and line.startswith(b"\x1f\x8b"):
            raise ValueError("this is a gzip file, not text; unpack it first (gzip -dc)")
        if first and line.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise ValueError("this is text in UTF-16; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)")
        try:
            line = line.decode()
        except UnicodeDecodeError as error:
            raise ValueError(_decoding_fault(error)) from None
    if "\0" in line:
        raise ValueError(f"a NUL character in column {line.index(chr(0)) + 1}; this is not a text file")
    return line.removeprefix("\ufeff") if first else line


def _decoding_fault(error: UnicodeDecodeError) -> str:
    return f"byte 0x{error.object[error.start]:02x} is not {error.encoding.upper()} text"
