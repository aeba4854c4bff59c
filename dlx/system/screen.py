# SPDX-License-Identifier: MIT
"""Escapes control characters on their way to a terminal, so that they appear but have no effect.

    an item's name in a file     on a terminal           in a pipe or file
    ESC ] 0 ; pwned BEL          \\x1b]0;pwned\\x07        as it is

Names come from files by other authors. Unescaped, they could set the title of a window, move the cursor, or hide or
reverse the text around them. We escape the control characters of ASCII except line ends and tabs, all of Latin-1, and
those Unicode characters that end lines or change the direction of text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

CONTROLS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def escaped(text: str) -> str:
    r"""Return the text with its control characters spelled out.

    >>> print(escaped("a \x1b[31m\u202e"))
    a \x1b[31m\u202e
    """
    return CONTROLS.sub(lambda control: repr(control[0])[1:-1], text)


class Screen:
    """A stream to a terminal that escapes its output.

    It has no ``buffer`` and no ``fileno``, so nothing bypasses it, and argparse adds no colors, which we would escape.
    """

    def __init__(self, stream: IO[Any]) -> None:
        self.rich_proxied_file = stream  # rich draws on this attribute, as its bar moves the cursor
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
    """Escape all output to standard output and standard error, if they are terminals."""
    before = sys.stdout, sys.stderr
    for name, stream in zip(("stdout", "stderr"), before, strict=True):
        if stream.isatty():
            setattr(sys, name, Screen(stream))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
