# SPDX-License-Identifier: MIT
"""A file of lines, plain or compressed, of which an interrupt or a kill leaves whole lines for a later run.

    a1 a2 a3 ... \\n | b1 b2 ... \\n | c1 c2        lines: up to a mebibyte, or the lines of some seconds
    member          | member       | in memory     each compressed by itself

gz, xz and bz2 may be concatenated, so every program reads the members as one file. We write a member while Ctrl-C
waits. A kill may cut off the last one; its complete lines are read and written again. A plain file is written at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from types import TracebackType
from typing import IO, Any, NamedTuple, Self

from dlx.system.files import GrowingFile
from dlx.system.interrupts import Interrupts

MEMBER_BYTES = 1 << 20  # of lines; larger members are hardly smaller in the end
MEMBER_SECONDS = 5.0  # most time for which a kill loses answers
READ_BYTES = 1 << 16  # of a compressed file, read at once
BLOCK_BYTES = 1 << 20  # of a plain file


class WrittenLines(NamedTuple):
    """The complete lines of a file."""

    number: int = 0
    first: str = ""
    last: str = ""
    end: int = 0  # of the bytes that need no change
    rest: bytes = b""  # lines after them, to be written again


class Packing(NamedTuple):
    """A way to write lines."""

    compress: Callable[[bytes], bytes]
    read: Callable[[IO[bytes]], WrittenLines]  # raises `damage` for other data
    damage: type[Exception] = EOFError
    plain: bool = False


def _gz() -> Packing:
    import gzip
    import zlib

    decompressor = partial(zlib.decompressobj, 16 + zlib.MAX_WBITS)
    return Packing(partial(gzip.compress, mtime=0), partial(_read_members, decompressor), zlib.error)


def _xz() -> Packing:
    import lzma

    decompressor = partial(lzma.LZMADecompressor, lzma.FORMAT_XZ)
    return Packing(lzma.compress, partial(_read_members, decompressor), lzma.LZMAError)


def _bz2() -> Packing:
    import bz2

    return Packing(bz2.compress, partial(_read_members, bz2.BZ2Decompressor), OSError)


def _plain() -> Packing:
    return Packing(bytes, _read_plain, plain=True)


PACKED = {".gz": _gz, ".xz": _xz, ".bz2": _bz2}


class PackedOutput:
    """The lines of a run in a file that grows. It continues a file if `resumes`, and ValueError refuses other data.

    A table begins with a line `head`, which is not an answer: it is written with the first one.
    """

    def __init__(self, target: GrowingFile, resumes: bool, head: str = "") -> None:
        self.target, self.head = target, head
        self.packing = PACKED.get(target.path.suffix.lower(), _plain)()
        self.lines: list[bytes] = []  # not yet in the file
        self.size = 0  # their bytes
        self.written = monotonic()  # time of the latest member
        self.begun = self._read() if resumes else WrittenLines()
        self.done = max(self.begun.number - bool(head), 0)  # answers in the file
        if self.done:
            target.keep(self.begun.end)
            self.head, self.lines, self.size = "", [self.begun.rest], len(self.begun.rest)

    def write(self, text: str) -> int:
        """Add text."""
        self.lines.append(text.encode("utf-8", "surrogateescape"))
        self.size += len(text)
        return len(text)

    def flush(self) -> None:
        """Write the lines; into a compressed file if there are many, or if they have waited for some seconds."""
        if self.packing.plain or self.size >= MEMBER_BYTES or monotonic() - self.written > MEMBER_SECONDS:
            self._write_member()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write the last lines."""
        self._write_member()
        if kind is None and not self.target.end:  # an empty file is not a compressed one
            self.target.write(self.packing.compress(self.head.encode()))

    def _write_member(self) -> None:
        """Write the complete lines. Those that the disk does not take are dropped, for a later run to answer."""
        with Interrupts():
            text = b"".join(self.lines)
            size = text.rfind(b"\n") + 1
            self.lines, self.size, self.written = [text[size:]], len(text) - size, monotonic()
            if size:
                head = b"" if self.target.end else self.head.encode()
                self.target.write(self.packing.compress(head + text[:size]))

    def _read(self) -> WrittenLines:
        path = self.target.begun
        if path is None:
            return WrittenLines()
        with path.open("rb") as file:
            try:
                return self.packing.read(file)
            except (self.packing.damage, EOFError) as problem:
                what = f"no {self.target.path.suffix} file, or damaged"
                raise ValueError(f"--output {path} does not continue here: it is {what} ({problem})") from None


def _read_plain(file: IO[bytes]) -> WrittenLines:
    """Return the lines of a plain file."""
    first = file.readline(BLOCK_BYTES)
    if not first.endswith(b"\n"):  # cut off, or no line of ours
        return WrittenLines()
    number, end, at = 1, len(first), len(first)
    while block := file.read(BLOCK_BYTES):
        number += block.count(b"\n")
        end = at + block.rfind(b"\n") + 1 if b"\n" in block else end
        at += len(block)
    file.seek(max(end - BLOCK_BYTES, 0))
    last = file.read(min(end, BLOCK_BYTES)).removesuffix(b"\n").rpartition(b"\n")[2]
    return WrittenLines(number, _text(first).removesuffix("\n"), _text(last), end)


def _read_members(decompressor_class: Callable[[], Any], file: IO[bytes]) -> WrittenLines:
    """Return the lines of a compressed file; the rest is the lines of a last member that is cut off."""
    lines, decompressor, text, at = WrittenLines(), None, bytearray(), 0
    while data := file.read(READ_BYTES):
        while data:
            decompressor = decompressor or decompressor_class()
            text += decompressor.decompress(data)
            after = decompressor.unused_data if decompressor.eof else b""
            at += len(data) - len(after)
            data = after
            if decompressor.eof:
                decompressor = None
                if text.endswith(b"\n") or not text:
                    lines, text = _more(lines, text)._replace(end=at), bytearray()
    text = text[: text.rfind(b"\n") + 1]
    return _more(lines, text)._replace(rest=bytes(text))


def _more(lines: WrittenLines, text: bytearray) -> WrittenLines:
    """Return the lines, and the lines of a text after them."""
    if not text:
        return lines
    added = _text(text).removesuffix("\n").split("\n")
    first = lines.first if lines.number else added[0]
    return lines._replace(number=lines.number + len(added), first=first, last=added[-1])


def _text(data: bytes | bytearray) -> str:
    return data.decode("utf-8", "replace")
