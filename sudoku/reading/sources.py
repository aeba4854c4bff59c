# SPDX-License-Identifier: MIT
"""Sources of bytes, which all become lines of text; the first bytes decide how.

    1f 8b, fd 37 7a, 28 b5 2f fd, BZh   gz, xz, zst, bz2     unpacked as it arrives, then looked at again, four times
    PAR1, ARROW1, ff ff ff ff           Parquet, Arrow       tables.py: a line per row
    ff fe, fe ff                        UTF-16               as some editors call "Unicode"
    <?xml, <opensudoku, <puzzles, ...   XML                  elements.py: a line per puzzle or row
    <!doctype, <html, <table            HTML                 webpage.py: a line per row of a table
    {", [{, [", [[                      JSON                 objects.py: a line per puzzle
    PK, %PDF, \x89PNG, ...              other files          refused by name
    anything else                       text

Only zst and tables need another package, pyarrow.
"""

from __future__ import annotations

import io
import re
import select
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import IO, Any

from dlx.system.unpacking import bunzipped, gunzipped, unxzed

from .records import CHUNK_BYTES, SourceError

Stream = IO[bytes] | IO[str]

HEAD_BYTES = 1024  # of packed data, by which we decide on its form; a stream may make us wait for more than a line
MOST_LAYERS = 4  # of compression
_OBJECT = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"|\[\s*[\[{"])')  # begins JSON: an object, or a list
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|table|div)\b", re.IGNORECASE)
_XML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<"
    rb"(?:\?xml|!doctype ksudoku|\w*sudokus?|puzzles?|grids?|boards?|games?|problems?|collection)\b",
    re.IGNORECASE,
)
PAUSE_SECONDS = 0.1  # seconds to wait for the next bytes of a stream before handing on the bytes so far


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of lines of text."""

    read: Callable[[], bytes]  # the next bytes; no bytes mean the end
    waits: Callable[[], bool]  # whether the next bytes have not arrived yet
    one_per_line: bool = False  # each line is a puzzle, even if it cannot be read
    packed: bool = False  # it is read from fewer or other bytes, whose number tells nothing


class Replayed(io.RawIOBase):
    """A stream whose first bytes have been read, and are read again."""

    def __init__(self, head: bytes, read: Callable[[int], bytes]) -> None:
        self.head, self.rest = head, read

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        piece = self.head or self.rest(len(room))  # a character of text may have several bytes
        self.head = piece[len(room) :]
        piece = piece[: len(room)]
        room[: len(piece)] = piece
        return len(piece)


def source_of(stream: Stream, column: str | None = None) -> Source:
    """Return the source of a stream of bytes or text; `column` is the column of a table, by name or number.

    Raises SourceError if a package is missing, or a table has no puzzles.
    """
    raw: Any = getattr(stream, "buffer", stream)
    next_bytes = getattr(raw, "read1", raw.read)
    read, head = _looked_at(lambda size: _encode(next_bytes(size)), 1)
    layers, outer = 0, raw
    while unpack := next((unpack for magic, unpack in UNPACKERS.items() if head.startswith(magic)), None):
        layers += 1
        if layers > MOST_LAYERS:
            raise SourceError(f"the data is packed more than {MOST_LAYERS} times; unpack it first")
        raw = unpack(Replayed(head, read))
        read, head = _looked_at(_reported(raw.read), HEAD_BYTES)
    source = _of_head(raw, head, read, (lambda: False) if layers else lambda: _must_wait(outer), column)
    return replace(source, packed=source.packed or layers > 0)


def _looked_at(read: Callable[[int], bytes], least: int) -> tuple[Callable[[int], bytes], bytes]:
    """Return a function that reads, and its first bytes, enough of them to decide on their form."""
    head = more = read(CHUNK_BYTES)
    while more and (len(head) < least or any(magic.startswith(head) for magic in (*UNPACKERS, *MAGIC))):
        more = read(CHUNK_BYTES)
        head += more
    return read, head


def _reported(read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """Return a function that reads, and raises SourceError for damage."""

    def reported(size: int) -> bytes:
        try:
            return bytes(read(size))
        except OSError as problem:  # of zst
            raise SourceError(f"the compressed data is damaged: {problem}") from None
        except ValueError as problem:
            raise SourceError(str(problem)) from None

    return reported


def _of_head(
    raw: Any, head: bytes, read: Callable[[int], bytes], waits: Callable[[], bool], column: str | None
) -> Source:
    """Return the source of bytes that are not packed, by the first of them."""
    opened = next((opened for magic, opened in MAGIC.items() if head.startswith(magic)), None)
    if opened is not None:
        return opened(raw, Replayed(head, read), column)
    if _XML.match(head):
        from .elements import lines_of_elements

        return Source(lines_of_elements(Replayed(head, read)), waits, packed=True)
    if _PAGE.match(head):
        from .webpage import lines_of_page

        page = io.TextIOWrapper(io.BufferedReader(Replayed(head, read)), "utf-8-sig", errors="replace")
        return Source(lines_of_page(page), waits, packed=True)
    if _OBJECT.match(head):
        from .objects import lines_of_objects

        lines = lines_of_objects(io.BufferedReader(Replayed(head.removeprefix(b"\xef\xbb\xbf"), read)), column)
        return Source(lines, waits, one_per_line=column is not None, packed=True)
    pieces = [head]
    return Source(lambda: pieces.pop() if pieces else read(CHUNK_BYTES), lambda: not pieces and waits())


def _unzstd(stream: Replayed) -> Any:
    from .tables import arrow

    pyarrow = arrow("pyarrow", "zst")
    return pyarrow.CompressedInputStream(pyarrow.PythonFile(stream, "r"), "zstd")


def _table(raw: Any, stream: Replayed, column: str | None) -> Source:
    from .tables import lines_of_table

    return Source(lines_of_table(raw, stream, column), lambda: False, one_per_line=True, packed=True)


def _utf16(raw: Any, stream: Replayed, column: str | None) -> Source:
    text = io.TextIOWrapper(io.BufferedReader(stream), encoding="utf-16", errors="replace", newline="")
    return Source(lambda: _encode(text.read(CHUNK_BYTES)), lambda: False, packed=True)


_PICTURE = "not text: a picture; type the digits into a text file, with . for an empty cell"


def _refused(what: str) -> Callable[[Any, Replayed, str | None], Source]:
    def refuse(raw: Any, stream: Replayed, column: str | None) -> Source:
        raise SourceError(what)

    return refuse


UNPACKERS: dict[bytes, Callable[[Replayed], Any]] = {
    b"\x1f\x8b\x08": gunzipped,
    b"\xfd7zXZ\x00": unxzed,
    b"\x28\xb5\x2f\xfd": _unzstd,
    b"BZh": bunzipped,
}
MAGIC: dict[bytes, Callable[[Any, Replayed, str | None], Source]] = {
    b"PAR1": _table,
    b"ARROW1\x00\x00": _table,
    b"\xff\xff\xff\xff": _table,
    b"\xff\xfe": _utf16,
    b"\xfe\xff": _utf16,
    b"PK\x03\x04": _refused("not text: a zip archive, or a workbook; unpack it, or save its sheet as CSV"),
    b"%PDF-": _refused("not text: a PDF file; copy the digits into a text file, with . for an empty cell"),
    b"\x89PNG": _refused(_PICTURE),
    b"\xff\xd8\xff": _refused(_PICTURE),
    b"GIF8": _refused(_PICTURE),
    b"\x93NUMPY": _refused("not text: an array of NumPy; pass it to sudoku.solve_batch, or save it with numpy.savetxt"),
}


def _must_wait(source: Any) -> bool:
    """Return whether a stream makes us wait for its next bytes; False if it cannot be queried."""
    try:
        return not select.select([source], [], [], PAUSE_SECONDS)[0]
    except (OSError, TypeError, ValueError):
        return False


def _encode(text: str | bytes) -> bytes:
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text or b""
