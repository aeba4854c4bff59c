# SPDX-License-Identifier: MIT
"""Packed streams, unpacked as they are read: any number of members, in parts of any size, and what claims too much."""

import bz2
import gzip
import io
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.system import unpacking
from dlx.system.unpacking import MOST_SILENT_PACKED_BYTES, bunzipped, gunzipped, unxzed

KINDS = {"gz": (gzip.compress, gunzipped), "xz": (lzma.compress, unxzed), "bz2": (bz2.compress, bunzipped)}
kinds = pytest.mark.parametrize("kind", KINDS)


class Trickle(io.RawIOBase):
    """A stream that returns fewer bytes than it is asked for."""

    def __init__(self, data, size):
        self.data, self.size = io.BytesIO(data), size

    def read(self, size=-1):
        return self.data.read(min(size, self.size))


def whole(unpacked, size):
    parts = [*iter(lambda: unpacked.read(size), b"")]
    assert all(len(part) <= size for part in parts) and unpacked.read(size) == b""
    return b"".join(parts)


@kinds
@given(
    members=st.lists(st.tuples(st.binary(max_size=50), st.integers(0, 9)), max_size=4),
    size=st.integers(1, 200),
    arrival=st.integers(1, 80),
)
def test_members_in_parts_of_any_size(kind, members, size, arrival):
    pack, unpack = KINDS[kind]
    packed = b"".join(pack(data) + bytes(padding) for data, padding in members) or pack(b"")
    assert whole(unpack(Trickle(packed, arrival)), size) == b"".join(data for data, _ in members)


@kinds
def test_a_stream_that_is_cut_short_or_damaged(kind):
    pack, unpack = KINDS[kind]
    packed = pack(b"12345" * 100)
    assert whole(unpack(io.BytesIO(packed)), 99) == b"12345" * 100
    for end in range(1, len(packed)):
        with pytest.raises(ValueError, match=r"^the compressed data is damaged: it is cut short$"):
            whole(unpack(io.BytesIO(packed[:end])), 99)
    with pytest.raises(ValueError, match=r"^the compressed data is damaged: "):
        whole(unpack(io.BytesIO(packed[: len(packed) // 2] + b"?" * 40)), 99)
    with pytest.raises(ValueError, match=r"^the compressed data is damaged: "):
        whole(unpack(io.BytesIO(packed + b"no member")), 99)


@kinds
def test_members_without_bytes(kind):
    pack, unpack = KINDS[kind]
    empty = pack(b"")
    assert whole(unpack(io.BytesIO(empty * 1000 + pack(b"1"))), 9) == b"1"
    with pytest.raises(ValueError, match=r"^the compressed data has 2 MiB that unpack to nothing$"):
        whole(unpack(io.BytesIO(empty * (MOST_SILENT_PACKED_BYTES // len(empty) + 10_000))), 9)


def test_a_small_stream_of_many_bytes_is_read_a_part_at_a_time():
    packed = gzip.compress(bytes(50_000_000))
    unpacked = gunzipped(io.BytesIO(packed))
    assert len(packed) < 50_000 and unpacked.read(1000) == bytes(1000)
    assert len(unpacked.packed) <= len(packed)


def test_xz_may_not_ask_for_much_memory(monkeypatch):
    packed = lzma.compress(b"1", preset=9)
    assert unxzed(io.BytesIO(packed)).read(9) == b"1"
    monkeypatch.setattr(unpacking, "MOST_XZ_BYTES", 1 << 20)
    with pytest.raises(ValueError, match=r"^the compressed data is damaged: Memory usage limit"):
        unxzed(io.BytesIO(packed)).read(9)
