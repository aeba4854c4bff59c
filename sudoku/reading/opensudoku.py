# SPDX-License-Identifier: MIT
"""Files of OpenSudoku: XML whose elements `game` hold a puzzle each, in one of two forms.

    <game data="379000014060..." />                         the cells in order, 0 for an empty one
    <game data="version: 1&#10;3|0|0|7|0|0|0|0|1|..." />    a game in progress: value, notes and editable, cell by cell

We keep the digits that the player cannot edit. Each puzzle becomes a line of text at the number of the line on which
its element starts, or on the next free line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.parsers import expat

from .records import SourceError

XML_CHUNK_BYTES = 1 << 16
CELLS_OF_GAME = 81


def lines_of_games(stream: Any) -> Callable[[], bytes]:
    """Return a function that returns the next puzzles of a stream of XML as lines; no bytes mean the end."""
    parser, games = expat.ParserCreate(), Games()
    parser.StartElementHandler = lambda name, about: games.add(parser.CurrentLineNumber, name, about)

    def read() -> bytes:
        while not games.ended and not games.text:
            data = stream.read(XML_CHUNK_BYTES) or b""
            games.ended = not data
            try:
                parser.Parse(data, games.ended)
            except expat.ExpatError as problem:
                raise SourceError(f"the XML is damaged: {problem}") from None
        return games.take()

    return read


class Games:
    """The puzzles read so far, as lines of text."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.line = 1  # number of the next line
        self.ended = False

    def add(self, line: int, name: str, about: dict[str, str]) -> None:
        """Add the puzzle of an element that starts on a line, if it is one."""
        data = about.get("data") or about.get("cells_data") or ""
        if name == "game" and data:
            blank = max(line - self.line, 0)
            self.text.append("\n" * blank + f"{cells_of_game(data)}\n")
            self.line += blank + 1

    def take(self) -> bytes:
        text, self.text = "".join(self.text), []
        return text.encode()


def cells_of_game(data: str) -> str:
    """Return the cells of a game, on one line.

    >>> cells_of_game("version: 1\\n" + "5|0|0|0|0|1|7|0|1|" * 27)[:6]
    '5..5..'
    """
    if not data.startswith("version"):
        return "".join(data.split())
    fields = data.partition("\n")[2].strip().strip("|").split("|")
    width = len(fields) // CELLS_OF_GAME
    if not width or len(fields) != CELLS_OF_GAME * width:
        return f"{len(fields)} fields"
    cells = [fields[at : at + width] for at in range(0, len(fields), width)]
    return "".join(cell[0] if cell[-1] == "0" and cell[0] != "0" else "." for cell in cells)
