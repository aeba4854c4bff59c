# SPDX-License-Identifier: MIT
"""The notation of SudokuPad's links: JSON without the characters that a reader can add again.

    {id:'x',ce:[[,,{v:5},],...],l:[{c:34BBE6,th:2,wp:[[0,0],[9,9]]}],ca:[{v:'title: A puzzle'}]}

    ce:       short names of keys, without quotes            #0  #F     black and white
    [,,]      empty objects are left out                     34BBE6     any other color, as the value of a key
    'x'       quotes are single, \\' is an apostrophe         t  f       true and false

Empty lists are left out as well, and texts of digits have become numbers.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

LONG_NAMES = {
    "a": "arrows", "c": "color", "c1": "borderColor", "c2": "backgroundColor", "ca": "cages", "ce": "cells",
    "cs": "cellSize", "ct": "center", "d": "duration", "d2": "d", "fs": "fontSize", "h": "height", "hl": "headLength",
    "l": "lines", "o": "overlays", "r": "rounded", "re": "regions", "t": "title", "te": "text", "th": "thickness",
    "u": "underlays", "v": "value", "vd": "videos", "w": "width", "wp": "wayPoints",
}  # fmt: skip
WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None, "#0": "#000000", "#F": "#FFFFFF"}

MOST_VALUES = 300_000  # an empty object takes one character

_STRING = re.compile(r"""(['"])([^\\'"]*+(?:(?:\\.|(?!\1)['"])[^\\'"]*+)*)\1""", re.DOTALL)
_WORD = re.compile(r"[^,:'\"\[\]{}]+")
_COLOR = re.compile("[0-9A-Fa-f]{6}")
_ESCAPE = re.compile(r"""\\.|["]""", re.DOTALL)


def unzip(text: str) -> Any:
    """Return the value of a text in this notation, with long names. Raises ValueError if it is cut short or damaged.

    >>> unzip("{ce:[[,,{v:5}],[,,]],u:[{c2:#F,r:t}],id:'it\\\\'s'}")["cells"]
    [[{}, {}, {'value': 5}], [{}, {}, {}]]
    >>> unzip("{c:34BBE6}"), unzip("{id:'it\\\\'s'}")
    ({'color': '#34BBE6'}, {'id': "it's"})
    """
    notation = _Notation(text)
    value = notation.value()
    if notation.at != len(text):
        raise notation.error()
    return value


class _Notation:
    """A text, read up to `at`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.values = 0  # read so far

    def error(self) -> ValueError:
        return ValueError(f"the text is damaged at its character {self.at + 1:,}")

    def sign(self) -> str:
        """Return the next character; no character means the end."""
        return self.text[self.at : self.at + 1]

    def passes(self, sign: str) -> bool:
        """Pass over a character if it is the next one."""
        found = self.sign() == sign
        self.at += found
        return found

    def value(self, of_key: bool = False) -> Any:
        self.values += 1
        if self.values > MOST_VALUES:
            raise ValueError(f"the text has more than {MOST_VALUES:,} values")
        sign = self.sign()
        if sign == "{":
            return self._object()
        if sign == "[":
            return self._list()
        if sign in ("'", '"'):
            return self._string()
        return {} if sign in (",", "]", "}") else self._word(of_key)

    def _object(self) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while not self.passes("}"):
            if found and not self.passes(","):
                raise self.error()
            key = self._string() if self.sign() in ("'", '"') else self._match(_WORD)[0]
            if not self.passes(":"):
                raise self.error()
            found[LONG_NAMES.get(key, key)] = self.value(of_key=True)
        return found

    def _list(self) -> list[Any]:
        self.at += 1
        found = [self.value()]
        while not self.passes("]"):
            if not self.passes(","):
                raise self.error()
            found.append(self.value())
        return found

    def _string(self) -> str:
        body = self._match(_STRING)[2]
        try:
            return str(json.loads(f'"{_ESCAPE.sub(_escaped, body)}"', strict=False))
        except ValueError:
            raise self.error() from None

    def _word(self, of_key: bool) -> Any:
        word = self._match(_WORD)[0]
        if word in WORDS:
            return WORDS[word]
        if of_key and _COLOR.fullmatch(word):
            return f"#{word}"
        try:
            number = json.loads(word)
        except ValueError:
            raise self.error() from None
        if isinstance(number, float) and not isfinite(number):
            raise self.error()
        return number

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        match = pattern.match(self.text, self.at)
        if not match:
            raise self.error()
        self.at = match.end()
        return match


def _escaped(match: re.Match[str]) -> str:
    """Return an escaped character as JSON has it."""
    return {"\\'": "'", '"': '\\"'}.get(match[0], match[0])
