# SPDX-License-Identifier: MIT
"""Problems as text: reads three formats, writes Knuth's, and formats single options.

formats/dlxfile.py describes Knuth's format, formats/miniexact.py and formats/dimacs.py the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import IO

from .formats import reading
from .formats.dlxfile import format_option as format_option
from .formats.dlxfile import option_words as option_words
from .formats.dlxfile import write as write
from .matrix.never import RANGE_BY_WORD, warned
from .problem import Problem

__all__ = ["format_option", "option_words", "parse", "read", "write"]


def read(file: str | PathLike[str] | IO[str] | IO[bytes]) -> Problem:
    """Read a problem from a path or an open stream of text or UTF-8 bytes, which stays open.

    The text is in Knuth's format, in miniexact's or in the DIMACS one; its first line tells. Every item is a string;
    options are numbered from 0 in file order.

    Raises:
        ValueError: ``FILE:LINE: what is wrong``, for the first wrong line.
        OSError: the file cannot be opened or read, because it is missing, a directory, ...

    >>> import io
    >>> p = read(io.StringIO("| a toy\\na b | x\\na x:red\\nb x:red\\na b x\\n"))
    >>> p, p.count()
    (<Problem: 2 + 1 secondary items, 3 options>, 2)
    >>> read(io.StringIO("< a b > [ x ]  a x:red; b x:red; a b x;")) == p
    True
    >>> read(io.StringIO("p xcc 2 1\\n1 3 -1 0\\n2 3 -1 0\\n1 2 3 0\\n")).count()
    2
    """
    return Problem.read(file)


def parse(lines: Iterable[str | bytes], name: str) -> Problem:
    """Return the problem in these lines of text or UTF-8 bytes; errors use ``name`` for the file.

    >>> parse(["a b", "a c"], "toy.dlx")
    Traceback (most recent call last):
        ...
    ValueError: toy.dlx:2: there is no item 'c' in the line of items
    """
    return Problem.from_fields(warned(reading.parse(lines, name), RANGE_BY_WORD))
