# SPDX-License-Identifier: MIT
"""A compressed output, of which an interrupt or a kill leaves complete lines, and which a later run continues.

    a1 a2 a3 ... \\n | b1 b2 ... \\n | c1 c2        lines: up to a mebibyte, or the lines of some seconds
    member          | member       | in memory     each compressed by itself

gz, xz and bz2 may be concatenated, so every program reads the members as one file. We write a member while Ctrl-C
waits. A kill may cut off the last one; its complete lines are read and written again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self

from dlx.system.interrupts import Interrupts

MEMBER_BYTES = 1 << 20  # of lines; larger members are hardly smaller in the end
MEMBER_SECONDS = 5.0  # most time for which a kill loses answers
READ_BYTES = 1 << 16  # of a file, decompressed at once


class Packing(NamedTuple):
    """A way to compress."""

    compress: Callable[[bytes], bytes]
    decompressor: Callable[[], Any]
    damage: type[Exception]  # raised for other data


def _gz() -> Packing:
    import gzip
    import zlib

    return Packing(partial(gzip.compress, mtime=0), partial(zlib.decompressobj, 16 + zlib.MAX_WBITS), zlib.error)


def _xz() -> Packing:
    import lzma

    return Packing(lzma.compress, partial(lzma.LZMADecompressor, lzma.FORMAT_XZ), lzma.LZMAError)


def _bz2() -> Packing:
    import bz2

    return Packing(bz2.compress, bz2.BZ2Decompressor, OSError)


PACKED = {".gz": _gz, ".xz": _xz, ".bz2": _bz2}


class PackedOutput:
    """A text file that is compressed, continued if `resumes`. Raises ValueError to continue a file of other data."""

    def __init__(self, path: Path, resumes: bool) -> None:
        self.path, self.packing = path, PACKED[path.suffix.lower()]()
        self.number = 0  # of lines in the file
        self.first = self.last = ""  # of these lines
        self.end = 0  # of the last whole member, in bytes
        self.lines: list[bytes] = []  # not yet in a member
        self.size = 0  # their bytes
        self.changed = not resumes
        self.written = monotonic()  # time of the latest member
        self.file = path.open("r+b" if resumes else "wb")
        if resumes:
            self._read()

    def write(self, text: str) -> int:
        """Add text."""
        self.changed = True
        self.lines.append(text.encode("utf-8", "surrogateescape"))
        self.size += len(text)
        return len(text)

    def begin_again(self) -> None:
        """Forget the lines in the file."""
        self.number = self.end = self.size = 0
        self.lines = []

    def flush(self) -> None:
        """Write the lines if there are many, or if they have waited for some seconds."""
        if self.size >= MEMBER_BYTES or monotonic() - self.written > MEMBER_SECONDS:
            self._write_member()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the file; it stays as it was if an error came before the first line."""
        try:
            if kind is None or self.changed:
                self._write_member()
                if not self.end:  # an empty file is not a compressed one
                    self.file.write(self.packing.compress(b""))
                self.file.truncate()
        finally:
            self.file.close()

    def _write_member(self) -> None:
        """Write the complete lines."""
        with Interrupts():
            text = b"".join(self.lines)
            size = text.rfind(b"\n") + 1
            self.file.seek(self.end)
            if size:
                self.file.write(self.packing.compress(text[:size]))
                self.file.flush()
                self.end = self.file.tell()
            self.lines, self.size, self.written = [text[size:]], len(text) - size, monotonic()

    def _read(self) -> None:
        """Read the file: count its lines, find the end of its whole members, and keep the lines of the last one."""
        decompressor, text, at = None, bytearray(), 0
        try:
            while data := self.file.read(READ_BYTES):
                while data:
                    decompressor = decompressor or self.packing.decompressor()
                    text += decompressor.decompress(data)
                    rest = decompressor.unused_data if decompressor.eof else b""
                    at += len(data) - len(rest)
                    data = rest
                    if decompressor.eof:
                        decompressor = None
                        if text.endswith(b"\n") or not text:
                            self._count(text)
                            self.end, text = at, bytearray()
        except (self.packing.damage, EOFError) as problem:
            self.file.close()
            what = f"no {self.path.suffix} file, or damaged"
            raise ValueError(f"--output {self.path} does not continue here: it is {what} ({problem})") from None
        text = text[: text.rfind(b"\n") + 1]
        self._count(text)
        self.lines, self.size = [bytes(text)], len(text)

    def _count(self, text: bytearray) -> None:
        """Count complete lines."""
        if text:
            lines = text.decode("utf-8", "replace").removesuffix("\n").split("\n")
            self.first = self.first if self.number else lines[0]
            self.number, self.last = self.number + len(lines), lines[-1]
