# SPDX-License-Identifier: MIT
"""The parts of SudokuPad's JSON, each checked: lists of elements, cells, texts by name, and the square of the regions.

A cell is [row, column], from 0. A cage without cells, {"value": "title: A puzzle"}, is a text with its name; the
metadata hold such texts as well, and go before cages. In a puzzle from a link, {} may be an empty list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..board.words import short
from .sudokupad_marks import Element, RowColumn

_META = re.compile(r"\s*([^:\s]+):\s*(.+)", re.DOTALL)
_NUMBER = re.compile("[0-9]{1,6}")


def entries(source: Element, key: str, kind: type = dict) -> list[Any]:
    """Return the entries of a list; a missing list is empty."""
    found = source.get(key) or []
    wanted = list if key == "regions" else kind
    if not isinstance(found, list) or not all(isinstance(entry, wanted) or entry in ({}, None) for entry in found):
        raise ValueError(f"{key} {short(found)} is not a list as SudokuPad writes it")
    return [entry for entry in found if entry not in ({}, None)]


def places(cells: Any) -> list[RowColumn]:
    """Return cells, each once."""
    found = [tuple(cell) for cell in points_of(cells)]
    if not all(len(cell) == 2 and all(isinstance(part, int) for part in cell) for cell in found):
        raise ValueError(f"cells {short(cells)} are not pairs of a row and a column")
    return list(dict.fromkeys(found))


def points_of(points: Any) -> Iterator[list[Any]]:
    found = points or []
    if not isinstance(found, list) or not all(isinstance(point, list) or point == {} for point in found):
        raise ValueError(f"points {short(points)} are not pairs of numbers")
    yield from filter(None, found)


def whole(value: Any) -> int | None:
    text = str(value).strip()
    return int(text) if _NUMBER.fullmatch(text) and not isinstance(value, bool) else None


def is_true(value: Any) -> bool:
    return str(value).lower() == "true"


def metadata(source: Element) -> dict[str, str]:
    """Return the title, the words of the rules and other texts by their names."""
    found: dict[str, list[str]] = {}
    for cage in entries(source, "cages"):
        match = _META.fullmatch(str(cage.get("value") or "")) if not cage.get("cells") else None
        if match:
            found.setdefault(match[1], []).append(match[2])
    for key in ("metaData", "metadata"):
        own = source.get(key) or {}
        if not isinstance(own, dict):
            raise ValueError(f"{key} {short(own)} is not an object")
        for name, value in own.items():
            texts = value if isinstance(value, list) else [value]
            found[name] = [str(text) for text in texts if text is not None]
    return {name: "\n".join(texts) for name, texts in found.items() if any(texts)}


def board_regions(regions: list[list[RowColumn]]) -> list[list[RowColumn]]:
    """Return the regions of a square board; cells around it may form a region of another size."""
    size = Counter(map(len, regions)).most_common(1)[0][0] if regions else 0
    inner = [region for region in regions if len(region) == size]
    cells = {cell for region in inner for cell in region}
    spans = [max(cell[way] for cell in cells) - min(cell[way] for cell in cells) for way in (0, 1) if cells]
    return inner if len(inner) == size and len(cells) == size**2 and spans == [size - 1] * 2 else regions


def area(rows: list[list[Any]], regions: list[list[RowColumn]]) -> tuple[int, int, int]:
    """Return the first row, the first column and the side of the square of all regions, or of all cells."""
    cells = [cell for region in regions for cell in region] or [(0, 0), (len(rows) - 1, max(map(len, rows)) - 1)]
    (top, bottom), (left, right) = ((min(found), max(found) + 1) for found in zip(*cells, strict=True))
    if bottom - top != right - left:
        raise ValueError(f"the board has {bottom - top} rows and {right - left} columns; we read square ones")
    if regions and not all(0 <= row < len(rows) and 0 <= column < len(rows[row]) for row, column in cells):
        raise ValueError("a region has a cell that is not in the puzzle")
    return top, left, bottom - top
