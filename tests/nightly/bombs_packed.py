# SPDX-License-Identifier: MIT
"""Ways to pack a bomb into a file of a number of bytes. A packed file has many members, one after the other."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from functools import partial
from pathlib import Path

from .bombs_forms import Form

BLOCK_BYTES = 1 << 24  # of a member, unpacked


def _plain(form: Form, size: int, path: Path) -> None:
    n = max(size - len(form.opening) - len(form.closing), 0) // (len(form.unit) + len(form.end))
    path.write_bytes(form.opening + form.unit * n + form.end * n + form.closing)


def _packed(pack: Callable[[bytes], bytes], form: Form, size: int, path: Path) -> None:
    """Write members of equal blocks up to a size; a bomb of nested units is never closed."""
    first, member, last = map(pack, (form.opening or form.unit, form.block(BLOCK_BYTES), form.closing or form.unit))
    n = max(size - len(first) - len(last), 0) // len(member)
    path.write_bytes(first + member * n + last)


def _zst(data: bytes) -> bytes:
    import pyarrow

    return bytes(pyarrow.compress(data, "zstd", asbytes=True))


PACKINGS: dict[str, Callable[[Form, int, Path], None]] = {
    "plain": _plain,
    "gz": partial(_packed, partial(gzip.compress, mtime=0)),
    "xz": partial(_packed, partial(lzma.compress, preset=1)),
    "bz2": partial(_packed, bz2.compress),
    "zst": partial(_packed, _zst),
}
