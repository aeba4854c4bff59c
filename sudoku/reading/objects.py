# SPDX-License-Identifier: MIT
"""Puzzles in JSON, as services return them: an object a line, or one document of any number of lines.

    {"difficulty": "easy", "puzzle": "53..7....6...", "solution": "5346789126..."}
    {"board": [[5, 3, 0, 0, 7, 0, 0, 0, 0], ...]}
    {"easy": {"puzzle_data": {"puzzle": [5, 3, 0, ...]}}, "hard": {"puzzle_data": ...}}
    [{"val": 5}, {"val": null, "candidates": [1, 2]}, ...]     {"cells": [{"value": 5}, ...]}
    ["53..7....6...", "4...3.......6.."]     [[5, 3, 0, ...], [4, 0, 0, ...]]     [["53..7....6...", "5346789126..."]]

The name of a puzzle is a usual one ("puzzle", "board", "quiz", ...), or the name of the column. Lists need no name
(listed.py). A puzzle becomes a line of text; a list of cells (jsoncells.py) is a line of JSON.
JSON without such a name stays a line as it is, and so does a puzzle of SudokuPad: fpuzzles.py reads the JSON of links.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from .columns import NAMES
from .documents import document
from .jsoncells import is_list_of_cells
from .listed import cells_of, listed_puzzles
from .records import SourceError
from .sudokupad import is_drawing

OBJECT = re.compile(rb'\s*(?:\{\s*(?:"|$)|\[\s*(?:[\[{"]|$))')  # may begin an object, or a list
LONGEST_DOCUMENT = 1 << 25  # bytes of a line, or of a document of several lines
LONGEST_DRAWING_BYTES = 1 << 22  # bytes of a document of several lines without a puzzle that we know
PUZZLES_PER_PIECE = 100
_VALUE = re.compile("value|unsolved|mission", re.IGNORECASE)  # further names


def lines_of_objects(stream: Any, column: str | None) -> Callable[[], bytes]:
    """Return a function that returns the next line of a stream of JSON and other lines; no bytes mean the end."""
    lines = _lines(stream, column)
    return lambda: next(lines, b"")


def _lines(stream: Any, column: str | None) -> Iterator[bytes]:
    while line := stream.readline(LONGEST_DOCUMENT):
        if OBJECT.match(line):
            found = _read(line, column) if len(line) < LONGEST_DOCUMENT else None
            if found is None:
                what = "a line of JSON" if len(line) == LONGEST_DOCUMENT else "JSON"
                line += stream.read(LONGEST_DOCUMENT - len(line))
                if len(line) == LONGEST_DOCUMENT:
                    raise SourceError(f"{what} with {LONGEST_DOCUMENT:,} bytes or more; write each puzzle on a line")
                found = _read(line, column)
            if found is not None:
                del line  # its text is in the puzzles
                yield from found
                continue
        yield line


def _read(text: bytes, column: str | None) -> Iterator[bytes] | None:
    """Return the puzzles of a document, some lines at a time; None if the text is no document."""
    try:
        value = document(text)
    except SourceError:
        raise
    except (ValueError, RecursionError):  # no JSON, no UTF-8, a number of too many digits
        return None
    puzzles = iter(listed_puzzles(value) if column is None else ())
    first = next(puzzles, None)
    if first is None:
        puzzles = puzzles_of(value, column)
        first = next(puzzles, None)
    if first is None and column is None:
        return iter([_whole(text, value)])
    return _pieces(chain([first or ""], puzzles))


def _whole(text: bytes, value: Any) -> bytes:
    """Return a document without a puzzle that we know on one line."""
    if text.count(b"\n") <= 1:
        return text
    if len(text) > LONGEST_DRAWING_BYTES:
        raise SourceError(f"JSON of {len(text):,} bytes has no puzzle under a usual name; name one (--column)")
    return f"{json.dumps(value)}\n".encode()


def _pieces(puzzles: Iterable[str]) -> Iterator[bytes]:
    """Yield the lines of some puzzles at a time."""
    puzzles = iter(puzzles)
    while piece := list(islice(puzzles, PUZZLES_PER_PIECE)):
        yield "".join(f"{puzzle}\n" for puzzle in piece).encode()


def puzzles_of(value: Any, name: str | None = None) -> Iterator[str]:
    """Yield the puzzles under the names that we know, or under one name, at any depth of JSON.

    >>> list(puzzles_of({"a": [{"puzzle": "1234" * 4, "solution": "4321" * 4}, {"board": [[1, None, 0, 4]] * 4}]}))
    ['1234123412341234', '1,.,0,4,1,.,0,4,1,.,0,4,1,.,0,4']
    """
    if (name is None and is_drawing(value)) or is_list_of_cells(value):
        yield json.dumps(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == "grid" and is_list_of_cells(inner):
                continue  # of f-puzzles, which has more than its cells
            known = key == name if name is not None else NAMES.fullmatch(key) or _VALUE.fullmatch(key)
            found = _puzzles_in(inner) if known else []
            if found or isinstance(inner, dict | list):
                yield from found or puzzles_of(inner, name)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict | list):
                yield from puzzles_of(inner, name)


def _puzzles_in(value: Any) -> list[str]:
    """Return the puzzle that a value is, or the puzzles in a list of texts."""
    cells = [cells_of(value)]
    if cells == [""] and isinstance(value, list) and all(isinstance(text, str) for text in value):
        cells = list(map(cells_of, value))
    return list(filter(None, cells))
