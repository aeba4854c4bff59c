# SPDX-License-Identifier: MIT
"""Problems in Knuth's text format: reads and writes files, and single options.

formats/dlxfile.py describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import IO

from .formats import dlxfile
from .formats.dlxfile import format_option as format_option
from .formats.dlxfile import option_words as option_words
from .formats.dlxfile import write as write
from .problem import Problem

__all__ = ["format_option", "option_words", "parse", "read", "write"]


def read(file: str | PathLike[str] | IO[str] | IO[bytes]) -> Problem:
    """Read a problem from a path or an open stream of text or UTF-8 bytes, which stays open.

    Every item is a string; options are numbered from 0 in file order.

    Raises:
        ValueError: ``FILE:LINE: what is wrong``, for the first wrong line.
        OSError: the file cannot be opened or read, because it is missing, a directory, ...

    >>> import io
    >>> p = read(io.StringIO("| a toy\\na b | x\\na x:red\\nb x:red\\na b x\\n"))
    >>> p, p.count()
    (<Problem: 2 + 1 secondary items, 3 options>, 2)
    """
    return Problem.read(file)


def parse(lines: Iterable[str | bytes], name: str) -> Problem:
    """Return the problem in these lines of text or UTF-8 bytes; errors use ``name`` for the file.

    >>> parse(["a b", "a c"], "toy.dlx")
    Traceback (most recent call last):
        ...
    ValueError: toy.dlx:2: there is no item 'c' in the line of items
    """
    return Problem.from_fields(dlxfile.parse(lines, name))
