# SPDX-License-Identifier: MIT
"""Documents of JSON within a bound of memory, which we estimate before we read them.

    "{},{},{},"      three bytes become 72        a document of 10 MB would take 250 MB
    "5,3,0,0,"       two bytes become 8

A list takes 100 bytes or so, an object 240, a text 64 and its characters, a number of several digits 40, a digit 8.
"""

from __future__ import annotations

import json
from typing import Any

from .records import SourceError

MOST_DOCUMENT_BYTES = 120_000_000  # of memory
LIST_BYTES, OBJECT_BYTES, QUOTE_BYTES, NUMBER_BYTES, DIGIT_BYTES = 110, 240, 32, 40, 8  # a text has two quotes
DIGIT_CHARACTERS = 2.5  # of a digit and its comma, in the mean


def document(text: str | bytes) -> Any:
    """Return the value of a document of JSON.

    Raises ValueError for damage, SourceError for a document that would take more than MOST_DOCUMENT_BYTES, and
    RecursionError for one that is nested too deeply.

    >>> document('{"a": [1, 2]}')
    {'a': [1, 2]}
    """
    memory = memory_of(text)
    if memory > MOST_DOCUMENT_BYTES:
        raise SourceError(f"the JSON would take {memory / 1e6:,.0f} MB of memory; write each puzzle on a line")
    return json.loads(text)


def memory_of(text: str | bytes) -> int:
    """Return about how many bytes of memory a document takes, the text included.

    >>> memory_of("[5,3,0,0]"), memory_of('["5300"]'), memory_of("[500,300]"), memory_of(b"[5,3,0,0]")
    (152, 190, 168, 152)
    """
    signs = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    commas, written = signs.count(b","), len(signs) - signs.count(b" ") - signs.count(b"\n")
    values = commas * (DIGIT_BYTES if written < DIGIT_CHARACTERS * commas + 2 else NUMBER_BYTES)
    texts = len(signs) * (2 if signs.isascii() else 5)  # a character of Python's text takes up to four bytes
    frames = LIST_BYTES * signs.count(b"[") + OBJECT_BYTES * signs.count(b"{") + QUOTE_BYTES * signs.count(b'"')
    return texts + values + frames
