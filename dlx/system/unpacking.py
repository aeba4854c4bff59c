# SPDX-License-Identifier: MIT
"""The bytes in a packed stream (gz, xz, bz2), unpacked as they are read, within bounds of memory.

    member   member   ...        each packed by itself; NULs may follow each
    |        |
    bytes    bytes    ...        what `read` returns, a part of a size at a time

Empty members, or a header, may have no end: we refuse a stream of which much unpacks to nothing. A member of xz says
how much memory it needs, up to 4 GiB; a member of `xz -9` needs 65 MiB.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

BYTES_PER_READ = 1 << 16  # of the packed stream
MOST_SILENT_PACKED_BYTES = 1 << 21  # packed bytes that unpack to nothing; a block of bz2 takes up to 900,000
MOST_XZ_BYTES = 80 << 20  # of memory


class PackedStream(Protocol):
    """Anything that reads bytes."""

    def read(self, size: int, /) -> bytes | None: ...


class UnpackedStream:
    """The bytes in a packed stream."""

    def __init__(self, stream: PackedStream, begin: Callable[[], Any], damage: type[Exception]) -> None:
        self.stream, self.begin, self.damage = stream, begin, damage
        self.member = begin()
        self.packed = b""  # read, and not yet unpacked
        self.silent = 0  # packed bytes since the latest unpacked one

    def read(self, size: int) -> bytes:
        """Return the next bytes, at most a number; no bytes mean the end.

        Raises ValueError for a damaged stream, for one that is cut short, and beyond a bound.
        """
        while True:
            if self.member.eof and not self._next_member():
                return b""
            ended = not self.packed and getattr(self.member, "needs_input", True) and not self._more()
            try:
                data: bytes = self.member.decompress(self.packed, size)
            except self.damage as problem:
                raise ValueError(f"the compressed data is damaged: {problem}") from None
            self.packed = getattr(self.member, "unconsumed_tail", b"")  # other decompressors keep it
            if data:
                self.silent = 0
                return data
            if ended and not self.member.eof:
                raise ValueError("the compressed data is damaged: it is cut short")

    def _next_member(self) -> bool:
        """Begin the next member; return False if there is none."""
        self.packed = self.member.unused_data.lstrip(b"\0")
        while not self.packed and self._more():
            self.packed = self.packed.lstrip(b"\0")
        if self.packed:
            self.member = self.begin()
        return bool(self.packed)

    def _more(self) -> bool:
        """Read the next packed bytes; return False if there are none."""
        self.packed = self.stream.read(BYTES_PER_READ) or b""
        self.silent += len(self.packed)
        if self.silent > MOST_SILENT_PACKED_BYTES:
            raise ValueError(f"the compressed data has {MOST_SILENT_PACKED_BYTES >> 20} MiB that unpack to nothing")
        return bool(self.packed)


def gunzipped(stream: PackedStream) -> UnpackedStream:
    """Return the bytes in a stream of gz.

    >>> import gzip, io
    >>> gunzipped(io.BytesIO(gzip.compress(b"12") + gzip.compress(b"34"))).read(9)
    b'12'
    """
    import zlib

    return UnpackedStream(stream, partial(zlib.decompressobj, 16 + zlib.MAX_WBITS), zlib.error)


def unxzed(stream: PackedStream) -> UnpackedStream:
    """Return the bytes in a stream of xz."""
    import lzma

    return UnpackedStream(stream, partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, MOST_XZ_BYTES), lzma.LZMAError)


def bunzipped(stream: PackedStream) -> UnpackedStream:
    """Return the bytes in a stream of bz2."""
    import bz2

    return UnpackedStream(stream, bz2.BZ2Decompressor, OSError)
