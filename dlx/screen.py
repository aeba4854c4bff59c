# SPDX-License-Identifier: MIT
"""Control characters on their way to a terminal: they are shown, not obeyed.

    an item's name in a file     on a terminal           in a pipe or file
    ESC ] 0 ; pwned BEL          \\x1b]0;pwned\\x07        as it is

Names come from files that others wrote. Raw, they could set the title of a window, move the cursor, hide or reverse
what stands around them. We escape the controls of ASCII but line ends and tabs, those of Latin-1, and those of Unicode
that end lines or change the direction of text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def escaped(text: str) -> str:
    r"""The text with its control characters spelled out.

    >>> print(escaped("a \x1b[31m\u202e"))
    a \x1b[31m\u202e
    """
    return CONTROLS.sub(lambda found: repr(found[0])[1:-1], text)


class Screen:
    """A stream to a terminal that escapes what is written.

    It has no ``buffer`` and no ``fileno``: nothing gets past it, and argparse does not color what would be escaped.
    """

    def __init__(self, stream: IO[Any]) -> None:
        self.rich_proxied_file = stream  # where rich looks for what it may draw on: its bar moves the cursor
        self.encoding = getattr(stream, "encoding", None)

    def write(self, text: str) -> int:
        self.rich_proxied_file.write(escaped(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        self.write("".join(lines))

    def flush(self) -> None:
        self.rich_proxied_file.flush()

    def isatty(self) -> bool:
        return True


@contextmanager
def screens() -> Iterator[None]:
    """Escape what is written to standard output and standard error, where they are terminals."""
    before = sys.stdout, sys.stderr
    for name, stream in zip(("stdout", "stderr"), before, strict=True):
        if stream.isatty():
            setattr(sys, name, Screen(stream))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
