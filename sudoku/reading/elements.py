# SPDX-License-Identifier: MIT
"""Files of XML: puzzles in attributes, in the text of elements, or in an element for each row or cell.

    <game data="379000014060..." />                         OpenSudoku: the cells in order, 0 for an empty one
    <game data="version: 1&#10;3|0|0|7|0|0|0|0|1|..." />    a game in progress: value, notes and editable, cell by cell
    <values>_b_c____...</values>                            KSudoku: column by column, b for 1, c for 2, ...
    <row>5 3 0 0 7 0 0 0 0</row>                            a row in an element, or the whole puzzle
    <row><cell>5</cell><cell>3</cell><cell/> ...            a cell in an element
    <cell row="1" col="1" value="5"/>                       the same with its place

Of a game in progress, the digits that the player cannot edit are clues, and the others are entered. Elements called
solution are skipped. Each puzzle or row becomes a line of text at the number of the line on which its element starts,
or on the next free line. XmlReader bounds the depth and the text; here we bound the cells of an element, and the
elements without a puzzle.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from xml.parsers.expat import ExpatError

from dlx.system.elements import XML_CHUNK_BYTES, XmlReader

from ..board.digits import DIGITS, LARGEST_SIDE, SMALLEST_SIDE
from .records import SourceError

CELLS_OF_GAME = 81
MOST_NAMES = 100  # of short elements in one
MOST_SILENT_ELEMENTS = 200_000  # without a puzzle
MOST_SILENT_BYTES = 1 << 26
_CELLS = re.compile(r"[0-9A-Z.*_?,;| -]{4,}")
_ROW, _COLUMN, _VALUE = (
    re.compile(names, re.IGNORECASE) for names in ("r|rows?|y", "c|cols?|columns?|x", "v|value|digit")
)


def lines_of_elements(stream: Any) -> Callable[[], bytes]:
    """Return a function that returns the next puzzles of a stream of XML as lines; no bytes mean the end.

    The function raises SourceError for damage and for rules of KSudoku, after the puzzles before them.
    """
    elements = Elements()
    reader = XmlReader(elements.start, elements.end)

    def read() -> bytes:
        while not elements.ended and not elements.text:
            data = stream.read(XML_CHUNK_BYTES) or b""
            elements.ended = not data
            try:
                reader.feed(data)
                elements.check_silence(len(data))
            except ExpatError as problem:
                elements.damage, elements.ended = SourceError(f"the XML is damaged: {problem}"), True
            except ValueError as problem:
                elements.damage, elements.ended = SourceError(str(problem)), True
        if elements.damage and not elements.text:
            raise elements.damage
        return elements.take()

    return read


@dataclass(slots=True)
class OpenElement:
    """An element whose end has not been read."""

    line: int
    name: str
    about: dict[str, str]
    cells: dict[str, list[str]] = field(default_factory=dict)  # the texts of short elements in it, by name
    placed: bool = False  # it has cells with their places

    def add_cell(self, name: str, text: str) -> None:
        """Add the text of a short element, up to one more than a board has cells."""
        if name in self.cells or len(self.cells) < MOST_NAMES:
            cells = self.cells.setdefault(name, [])
            if len(cells) <= LARGEST_SIDE**2:
                cells.append(text)


class Elements:
    """The puzzles read so far, as lines of text."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.line = 1  # number of the next line
        self.ended = False
        self.damage: SourceError | None = None  # behind them
        self.open = [OpenElement(0, "", {})]
        self.order = 0  # the side of a board of KSudoku
        self.silent = self.silent_bytes = 0  # elements and bytes since the latest puzzle

    def check_silence(self, taken: int) -> None:
        """Raise ValueError if much of the XML has no puzzle."""
        self.silent_bytes = 0 if self.text else self.silent_bytes + taken
        if self.silent > MOST_SILENT_ELEMENTS or self.silent_bytes > MOST_SILENT_BYTES:
            raise ValueError(f"no puzzle in {self.silent:,} elements of the XML ({self.silent_bytes >> 20} MiB)")

    def start(self, name: str, about: dict[str, str], line: int) -> None:
        self.silent += 1
        self.open.append(OpenElement(line, name.lower(), about))
        if name == "graph":
            self.start_graph(about)

    def start_graph(self, about: dict[str, str]) -> None:
        """Take the side of a board of KSudoku, or refuse its rules."""
        kind = about.get("specific-type") or about.get("type")
        if about.get("type") != "sudoku" or kind not in ("sudoku", "Plain"):
            raise SourceError(f"KSudoku's type {kind} has other rules; we read its plain Sudokus")
        self.order = int(about["order"]) if about.get("order", "").isdecimal() else 0

    def end(self, name: str, text: str) -> None:
        """Add the lines of an element, if it has any."""
        element = self.open.pop()
        about, text, parent = element.about, " ".join(text.split()), self.open[-1]
        data = about.get("data") or about.get("cells_data") or ""
        if element.name == "game" and data:
            self.add(element.line, cells_of_game(data))
        elif element.name == "solution":
            return
        elif element.name == "values" and self.order:
            self.add(element.line, cells_of_ksudoku(text, self.order))
        elif place := _place_of(about, text):
            self.add(element.line, place)
            parent.placed = True
        elif len(text) <= 2 and not element.cells:
            parent.add_cell(element.name, text or about.get("value") or ".")
        elif _CELLS.fullmatch(text):
            self.add(element.line, text)
        for cells in element.cells.values():
            if SMALLEST_SIDE <= len(cells) <= LARGEST_SIDE**2:
                self.add(element.line, " ".join(cells))
        if element.placed:
            self.add(element.line, "")

    def add(self, line: int, text: str) -> None:
        blank = max(line - self.line, 0)
        self.text.append("\n" * blank + f"{text}\n")
        self.line += blank + 1
        self.silent = 0

    def take(self) -> bytes:
        text, self.text = "".join(self.text), []
        return text.encode()


def _place_of(about: dict[str, str], text: str) -> str:
    """Return a cell as a fact, if its element has its row, its column and its digit; the empty text otherwise.

    >>> _place_of({"row": "1", "col": "2", "value": "5"}, ""), _place_of({"y": "1", "x": "2"}, "5"), _place_of({}, "5")
    ('cell(1,2,5).', 'cell(1,2,5).', '')
    """
    found = [next((about[key] for key in about if names.fullmatch(key)), "") for names in (_ROW, _COLUMN, _VALUE)]
    row, column, digit = found[0], found[1], found[2] or text
    return f"cell({row},{column},{digit})." if row and column and digit.isdecimal() else ""


def cells_of_ksudoku(text: str, order: int) -> str:
    """Return the cells of a puzzle of KSudoku, on one line. Its letters begin with b, and its cells go down columns.

    >>> cells_of_ksudoku("bc__d_______e___", 4)
    '13.42...........'
    """
    if len(text) != order * order:
        return text
    cells = ["." if sign == "_" else DIGITS[ord(sign) - ord("b")] if "b" <= sign <= "z" else sign for sign in text]
    return "".join("".join(cells[row::order]) for row in range(order))


def cells_of_game(data: str) -> str:
    """Return the cells of a game, on one line; as f-puzzles writes them if digits are entered besides the clues.

    >>> cells_of_game("version: 1\\n" + "5|0|0|0|0|1|0|0|1|" * 27)[:6]
    '5..5..'
    >>> cells_of_game("version: 1\\n" + "5|0|0|0|0|1|7|0|1|" * 27)[:70]
    '{"size": 9, "grid": [[{"value": 5, "given": true}, {}, {"value": 7}, {'
    """
    if not data.startswith("version"):
        return "".join(data.split())
    fields = data.partition("\n")[2].strip().strip("|").split("|")
    width = len(fields) // CELLS_OF_GAME
    if not width or len(fields) != CELLS_OF_GAME * width:
        return f"{len(fields)} fields"
    cells = [fields[at : at + width] for at in range(0, len(fields), width)]
    if not any(cell[0] != "0" != cell[-1] for cell in cells):
        return "".join(cell[0] if cell[0] != "0" else "." for cell in cells)
    grid = [_as_fpuzzles(cell[0], cell[-1] == "0") for cell in cells]
    return json.dumps({"size": 9, "grid": [grid[at : at + 9] for at in range(0, 81, 9)]})


def _as_fpuzzles(digit: str, given: bool) -> dict[str, Any]:
    """Return a cell as f-puzzles writes it."""
    if digit == "0":
        return {}
    return {"value": int(digit) if digit.isdecimal() else digit} | ({"given": True} if given else {})
