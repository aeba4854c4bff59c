# SPDX-License-Identifier: MIT
"""The JSON of SudokuPad, put into the form of f-puzzles: a drawing, with houses and cages that its program checks.

    cells       rows of {"value": 5, "centremarks": [...], "pencilMarks": [...]}
    regions     lists of cells; a cell is [row, column], from 0
    cages       {"cells": [...], "value": "15", "unique": true}; without cells, a title, rules or the solution in words
    metadata    title, rules, solution, antiknight, ...
    global      "antiknight", "antiking", "nonconsecutive", "disjoint", ...
    lines, arrows, underlays, overlays      the drawing

The rules of most puzzles are in words, and their clues are lines and shapes of any form. We read the rules that
SudokuPad itself checks: regions, sums in cages, other cells that differ, diagonals and windows of its own color, and
the moves of chess pieces; and marks that words and solution confirm (sudokupad_marks.py). Everything else is named.
Cells outside all regions are not part of the board. Of 3,499 published puzzles, 3,409 are read, 225 of them without
a note: 222 of these have one solution, and three have several, by rows, columns and boxes alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..board.words import short
from .plain_words import is_plain, words_about_cages
from .sudokupad_json import area, board_regions, entries, is_true, metadata, places, points_of, whole
from .sudokupad_marks import Element, RowColumn, as_point, find_marks

SILENT_KEYS = {
    *("id", "cellSize", "cells", "regions", "metadata", "metaData", "settings", "videos", "duration"),
    *("title", "author", "rules", "ruleset", "solution", "puzzleId", "version"),
}
READ = ("cages", "lines", "arrows", "underlays", "overlays", "global")
FOG = ("foglight", "fogofwar", "foglink", "triggereffect")
GLOBAL_RULES = {"antiknight": "antiknight", "antiking": "antiking", "disjoint": "disjointgroups"}
DIAGONAL_COLOR, WINDOW_COLOR = "#34BBE6", "#CFCFCF"
OTHER_KEYS = frozenset(("val", "digit", "number", "v", "row", "col", "column", "r", "c", "y", "x"))  # jsoncells.py
THICKEST_DIAGONAL = 2
WINDOWS = [(row + 0.5, column + 0.5) for row in (2, 6) for column in (2, 6)]  # centers, on a board of 9 rows


class PadDrawing(NamedTuple):
    """A puzzle of SudokuPad."""

    puzzle: Element  # as f-puzzles writes it
    drawn: tuple[str, ...]  # keys of elements without a rule
    first_digit: int
    digits: int  # their number, which may be larger than the side


def is_drawing(value: Any) -> bool:
    """Return whether a value is the JSON of SudokuPad, and no other JSON of cells.

    >>> is_drawing({"cells": [[{}] * 4] * 4}), is_drawing({"grid": [[{}] * 4] * 4})
    (True, False)
    """
    rows = value.get("cells") if isinstance(value, dict) and "grid" not in value else None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        return False
    return bool(rows[0]) and all(isinstance(cell, dict) and OTHER_KEYS.isdisjoint(cell) for cell in rows[0])


def as_fpuzzles(source: Element) -> PadDrawing:
    """Return a puzzle of SudokuPad in the form of f-puzzles.

    Raises ValueError for a board that is not square or not a single one, and for JSON of another form.

    >>> drawing = as_fpuzzles({"cells": [[{"value": 2}, {}], [{}, {}]], "lines": [{"wayPoints": [[0, 1], [1, 1]]}]})
    >>> drawing.puzzle["size"], drawing.puzzle["grid"][0][0], drawing.drawn
    (2, {'region': None, 'value': 2, 'given': True}, ('line', 'words'))
    """
    return _PadPuzzle(source).drawing()


class _PadPuzzle:
    """A puzzle that is being read: its area of cells in regions, the rules and the drawn elements found so far."""

    def __init__(self, source: Element) -> None:
        self.source = source
        self.meta = metadata(source)
        self.words = self.meta.get("rules", "")
        regions = board_regions(list(filter(None, map(places, entries(source, "regions")))))
        self.top, self.left, self.side = area(source["cells"], regions)
        self.regions = [region for region in regions if len(region) < self.side**2]
        self.digits = self._digits()
        self.solution = self._solution()
        self.rules: dict[str, Any] = {}
        self.drawn: dict[str, None] = {}

    def drawing(self) -> PadDrawing:
        grid = self._grid()
        self.first_digit = self._first_digit(grid)
        self._rules_of_the_board()
        self._cages()
        lines = [line for line in entries(self.source, "lines") if not self._is_diagonal(line)]
        self._marks(self._shapes(), lines, entries(self.source, "arrows"))
        for key, value in self.source.items():
            if value and key not in SILENT_KEYS and key not in READ:
                self._draw("fogofwar" if key in FOG else key)
        if not self.words or not is_plain(self.words, self.digits, self.rules):
            self._draw("words")
        puzzle = {"size": self.side, "grid": grid, "title": self.meta.get("title", ""), "ruleset": self.words}
        return PadDrawing(puzzle | self.rules, tuple(self.drawn), self.first_digit, self.digits)

    def _draw(self, key: str) -> None:
        self.drawn[key] = None

    def _add(self, key: str, entry: Element) -> None:
        self.rules.setdefault(key, []).append(entry)

    # ---- the board

    def _grid(self) -> list[list[Element]]:
        """Return the cells of the area, each with its region."""
        grid: list[list[Element]] = [[{"region": None} for _ in range(self.side)] for _ in range(self.side)]
        for number, region in enumerate(self.regions):
            cells = [grid[row - self.top][column - self.left] for row, column in region]
            if any(cell["region"] is not None for cell in cells):
                self._add("extraregion", {"cells": self._names(region)})
                continue
            for cell in cells:
                cell["region"] = number
        for row, cells in enumerate(self.source["cells"]):
            for column, cell in enumerate(cells):
                self._cell(grid, (row, column), cell)
        return grid

    def _cell(self, grid: list[list[Element]], place: RowColumn, cell: Any) -> None:
        if not isinstance(cell, dict):
            raise ValueError(f"the cells contain {short(cell)}, which is not a cell")
        value = cell.get("value")
        if cell.get("centremarks") or cell.get("pencilMarks"):
            self._draw("centremarks")
        if value is None or not str(value).strip():
            return
        if not self._holds(place):
            self._draw("text")
            return
        number = whole(value)
        if number is None:
            name = f"r{place[0] - self.top + 1}c{place[1] - self.left + 1}"
            raise ValueError(f"{name} has the value {short(value)}, which is not a number")
        grid[place[0] - self.top][place[1] - self.left] |= {"value": number, "given": cell.get("given") is not False}

    def _holds(self, place: RowColumn) -> bool:
        return 0 <= place[0] - self.top < self.side and 0 <= place[1] - self.left < self.side

    def _names(self, cells: Iterable[RowColumn]) -> list[str]:
        return [f"R{row - self.top + 1}C{column - self.left + 1}" for row, column in cells]

    def _digits(self) -> int:
        """Return the number of digits: the cells of a row or, if they are more and all alike, of a region."""
        sizes = {len(region) for region in self.regions} or {self.side}
        most = max(sizes)
        if most == self.side or (len(sizes) == 1 and most > self.side and most * len(self.regions) == self.side**2):
            return most
        what = "the puzzle has several boards in one, or other digits than we know"
        raise ValueError(f"no region has {self.side} cells, as many as a row: {what}")

    def _solution(self) -> dict[RowColumn, str]:
        """Return the known characters of the solution by cell. Raises ValueError if a row or column repeats one."""
        order = [(row, column) for row, cells in enumerate(self.source["cells"]) for column in range(len(cells))]
        signs = self.meta.get("solution", "").strip()
        if len(signs) != len(order) or not signs.strip("0."):
            return {}
        found = {p: sign for p, sign in zip(order, signs, strict=True) if self._holds(p) and sign not in "?.-_ "}
        for way, line in enumerate(("row", "column")):
            for number in range(self.side):
                own = [sign for place, sign in found.items() if place[way] - (self.top, self.left)[way] == number]
                if len(set(own)) < len(own):
                    what = f"the solution has a digit twice in {line} {number + 1}"
                    raise ValueError(f"{what}: the puzzle is not a Sudoku of one digit in a cell")
        return found

    def _first_digit(self, grid: list[list[Element]]) -> int:
        """Return 0 if a given is 0, or if the words or the solution have the digits from 0.

        Raises ValueError if the solution has other digits than 1 to their number.
        """
        below = str(self.digits - 1)
        zero = any(cell.get("value") == 0 for row in grid for cell in row)
        zero = zero or re.search(rf"\b0 *(?:-|\u2013|to|through) *{below}\b", self.words) is not None
        signs = set(self.solution.values())
        if self.digits > 9 or len(self.solution) < self.side**2 or not "".join(signs).isdecimal():
            return int(not zero)
        if "0" in signs and signs <= set(map(str, range(self.digits))):
            return 0
        if not signs <= set(map(str, range(1, self.digits + 1))):
            raise ValueError(f"the solution has the digits {''.join(sorted(signs))}, not 1 to {self.digits}")
        return 1 if str(self.digits) in signs else int(not zero)

    # ---- rules

    def _rules_of_the_board(self) -> None:
        if is_true(self.meta.get("norowcol")):
            raise ValueError("rows and columns may repeat digits (norowcol): we have no such board")
        names = {str(name) for name in entries(self.source, "global", str)}
        names |= {name for name in GLOBAL_RULES if is_true(self.meta.get(name))}
        if "nonconsecutive" in names and not entries(self.source, "overlays"):
            names.remove("nonconsecutive")  # with white dots, it is about all other neighbors
            self.rules["nonconsecutive"] = True
        self.rules |= {GLOBAL_RULES[name]: True for name in sorted(names) if name in GLOBAL_RULES}
        if not names <= GLOBAL_RULES.keys():
            self._draw("global")

    def _cages(self) -> None:
        """Read cages as cells that differ; with sums, if the words agree and all numbers are possible sums."""
        cages = [(cage, places(cage.get("cells"))) for cage in entries(self.source, "cages")]
        meant = words_about_cages(self.words)
        read: list[tuple[list[RowColumn], str]] = []
        for cage, cells in cages:
            text = "" if cage.get("value") is None else str(cage["value"]).strip()
            differ = cage.get("unique", whole(text) is not None and meant.differ) is True
            apart = not differ and cage.get("hidden") is True and not text  # cells without a region
            grouped = cage.get("type") == "disjoint" and "disjointgroups" in self.rules
            if not cells or apart or grouped or self._is_house(cells):
                continue
            differ = differ and not meant.repeat and len(cells) <= self.digits and not self._repeats(cells)
            if not differ or not all(map(self._holds, cells)):
                self._draw("cage")
            elif "extraregion" in (cage.get("style"), cage.get("type")):
                self._add("extraregion", {"cells": self._names(cells)})
            else:
                read.append((cells, text))
        sums = meant.sums and all(self._may_be_sum(cells, whole(text)) for cells, text in read)
        for cells, text in read:
            total = whole(text) if sums else None
            if text and total is None:
                self._draw("cage")
            self._add("killercage", {"cells": self._names(cells), "value": total})

    def _may_be_sum(self, cells: list[RowColumn], total: int | None) -> bool:
        """Return whether different digits have a sum; if the solution is known, its own."""
        if total is None:
            return True
        signs = [self.solution.get(cell, "") for cell in cells]
        if all(sign.isdecimal() for sign in signs):
            return total == sum(map(int, signs))
        lowest, highest = self.first_digit, self.first_digit + self.digits - 1
        count = len(cells)
        return count * (2 * lowest + count - 1) <= 2 * total <= count * (2 * highest - count + 1)

    def _is_house(self, cells: list[RowColumn]) -> bool:
        """Return whether the cells are a row, a column or a region."""
        found = set(cells)
        if len(found) == self.side and all(map(self._holds, found)):
            rows, columns = ({place[way] for place in found} for way in (0, 1))
            if len(rows) == 1 or len(columns) == 1:
                return True
        return any(found == set(region) for region in self.regions)

    def _repeats(self, cells: list[RowColumn]) -> bool:
        """Return whether the solution has a digit twice in the cells: then SudokuPad does not let them differ."""
        signs = [self.solution[cell] for cell in cells if cell in self.solution]
        return len(set(signs)) < len(signs)

    def _is_diagonal(self, line: Element) -> bool:
        """Read a diagonal of the board in the color that SudokuPad gives it; return whether the line is one."""
        points = list(map(as_point, points_of(line.get("wayPoints"))))
        ends = set(points)
        bottom, right = self.top + self.side, self.left + self.side
        thin = isinstance(line.get("thickness"), (int, float)) and line["thickness"] <= THICKEST_DIAGONAL
        if str(line.get("color")).upper() != DIAGONAL_COLOR or not thin or len(points) != len(ends):
            return False
        for key, start, end, way in (
            ("diagonal-", (self.top, self.left), (bottom, right), 1),
            ("diagonal+", (self.top, right), (bottom, self.left), -1),
        ):
            first = start[1] if way == 1 else right - 1
            cells = [(self.top + step, first + way * step) for step in range(self.side)]
            if ends == {start, end} and not self._repeats(cells):
                self.rules[key] = True
                return True
        return False

    def _shapes(self) -> list[Element]:
        """Read four windows in the color that SudokuPad gives them; return the other shapes."""
        under = entries(self.source, "underlays")
        windows = [shape for shape in under if _is_window(shape)]
        if self.side == 9 and sorted(tuple(shape["center"]) for shape in windows) == self._centers():
            for row, column in self._centers():
                cells = [(int(row) + down, int(column) + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
                self._add("extraregion", {"cells": self._names(cells)})
            under = [shape for shape in under if not _is_window(shape)]
        return [*under, *entries(self.source, "overlays")]

    def _marks(self, shapes: list[Element], lines: list[Element], arrows: list[Element]) -> None:
        """Read the marks that words and solution confirm; the other elements are only drawn."""
        marks = find_marks((shapes, lines, arrows), self.words, self._digit)
        for key, found in marks.rules.items():
            for entry in found:
                cells = self._names(entry["cells"])
                if key == "thermometer":
                    self._add(key, {"lines": [cells]})
                elif key == "arrow":
                    self._add(key, {"cells": cells[:1], "lines": [cells]})
                else:
                    self._add(key, {"cells": cells, "value": entry["value"]})
        for key, left in (("line", marks.lines), ("arrow", marks.arrows)):
            if left:
                self._draw(key)
        for shape in marks.shapes:
            text = shape.get("text")
            if text is not None and str(text).strip():
                self._draw("text")
            else:
                self._draw("circle" if shape.get("rounded") else "rectangle")

    def _digit(self, cell: RowColumn) -> int | None:
        """Return the digit of a cell in the solution."""
        sign = self.solution.get(cell, "")
        return int(sign) if sign.isdecimal() else None

    def _centers(self) -> list[tuple[float, float]]:
        return sorted((self.top + row, self.left + column) for row, column in WINDOWS)


def _is_window(shape: Element) -> bool:
    colored = str(shape.get("backgroundColor")).upper() == WINDOW_COLOR and not shape.get("text")
    return colored and shape.get("width") == shape.get("height") == 3 and isinstance(shape.get("center"), list)
