# SPDX-License-Identifier: MIT
"""XML, read as it arrives and within bounds, so that a small file claims neither much memory nor much time.

<!DOCTYPE z [ ... ]>       refused: a few entities of entities become billions of characters
<a><a><a> ...              refused beyond 100 levels
<a>5555...                 refused beyond 300,000 characters of an element, a tag or a comment
"""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

XML_CHUNK_BYTES = 1 << 16
MOST_ELEMENT_LEVELS = 100
LONGEST_TEXT_CHARACTERS = 300_000  # characters of an element's own text; bytes of a tag or comment

Start = Callable[[str, dict[str, str], int], object]  # takes the name, the attributes and the number of the line
End = Callable[[str, str], object]  # takes the name and the text


class XmlReader:
    """A reader of XML that calls a function at the start of each element, and one at its end, with its own text."""

    def __init__(self, start: Start, end: End, encoding: str | None = None) -> None:
        self.on_start, self.on_end = start, end
        self.texts: list[list[str]] = [[]]  # of the open elements, in pieces
        self.sizes = [0]  # characters of these
        self.taken = 0  # bytes
        self.parser = parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.CharacterDataHandler = self._characters
        parser.EndElementHandler = self._end

    def feed(self, data: bytes) -> None:
        """Read the next bytes, at most XML_CHUNK_BYTES; no bytes mean the end.

        Raises ValueError beyond a bound, and ExpatError for damage.
        """
        self.parser.Parse(data, not data)
        self.taken += len(data)
        if self.taken - self.parser.CurrentByteIndex > LONGEST_TEXT_CHARACTERS:
            raise ValueError(f"the XML has a tag or comment of more than {LONGEST_TEXT_CHARACTERS:,} bytes")

    def _doctype(self, name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset:
            raise ValueError("the XML declares entities of its own in <!DOCTYPE ... [...]>; remove this declaration")

    def _start(self, name: str, about: dict[str, str]) -> None:
        if len(self.texts) > MOST_ELEMENT_LEVELS:
            raise ValueError(f"the XML has elements more than {MOST_ELEMENT_LEVELS} levels deep")
        self.texts.append([])
        self.sizes.append(0)
        self.on_start(name, about, self.parser.CurrentLineNumber)

    def _characters(self, text: str) -> None:
        if text.isspace():  # between elements, of which there may be any number
            text = "" if self.texts[-1][-1:] == [" "] else " "
        self.texts[-1].append(text)
        self.sizes[-1] += len(text)
        if self.sizes[-1] > LONGEST_TEXT_CHARACTERS:
            raise ValueError(f"the XML has an element with more than {LONGEST_TEXT_CHARACTERS:,} characters")

    def _end(self, name: str) -> None:
        self.sizes.pop()
        self.on_end(name, "".join(self.texts.pop()))
