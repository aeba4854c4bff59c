"""Stubs of compiled modules: from toy sources, and from the sources of the build."""

import doctest
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.reads("dlx", "sudoku", "stubs.py")
SOURCE = '''"""A module. def not_this(x):"""

cimport cython

MOST = 8
NAMES: tuple[str, ...] = tuple([name for name in ("a", "b")])
LABEL = "(,"  # a text
_PRIVATE = other = object()

cdef int hidden(int x) noexcept nogil:
    return x

cpdef uint64_t luby(uint64_t k) noexcept nogil:
    """Return a number."""
    return k

def ranks(const int32_t[::1] indices not None, uint8_t[:, ::1] grid,
          float[::1] weights=None, *, order: str = "fewest", most: int = MOST) -> dict[str, int]:  # a comment
    def inner(x):
        return x
    return {}

cdef class Base:
    name = detail = ""
    cdef void grow(self):
        pass

@cython.final
cdef class Kernel(Base):
    """A class."""

    share = _secret = 0.5
    cdef readonly object state  # type: NDArray[np.uint8]  # of all
    cdef readonly double a, b
    cdef object kept

    def __cinit__(self, Base base, bytes text not None, bint flag=False):
        self.kept = base

    def __dealloc__(self):
        pass

    @property
    def stop(self) -> int:
        return 0

    @stop.setter
    def stop(self, int64_t stop) -> None:
        pass

    def step(self, text: Buffer, matrix: Matrix | None = None) -> Fraction:
        pass
'''
FIELDS = """
cdef class Kernel(Base):
    cdef public uint64_t node_stop  # a limit
    cdef Counters* counters(self) noexcept nogil
"""
STUB = """\
# Written by stubs.py: edit the source of the module instead.
import numpy as np
from typing_extensions import Buffer
from fractions import Fraction
from dlx.matrix.matrix import Matrix
from numpy.typing import NDArray
from typing import Self
from typing_extensions import disjoint_base
from typing import final

MOST: int
NAMES: tuple[str, ...]
LABEL: str
def luby(k: int) -> int: ...
def ranks(indices: NDArray[np.int32], grid: NDArray[np.uint8] | None, weights: NDArray[np.float32] | None = None, \
*, order: str = "fewest", most: int = ...) -> dict[str, int]: ...

@final
class Kernel(Base):
    node_stop: int
    @property
    def share(self) -> float: ...
    @property
    def state(self) -> NDArray[np.uint8]: ...
    @property
    def a(self) -> float: ...
    @property
    def b(self) -> float: ...
    def __new__(cls, base: Base | None, text: bytes, flag: bool = False) -> Self: ...
    @property
    def stop(self) -> int: ...
    @stop.setter
    def stop(self, stop: int) -> None: ...
    def step(self, text: Buffer, matrix: Matrix | None = None) -> Fraction: ...

@disjoint_base
class Base:
    @property
    def name(self) -> str: ...
    @property
    def detail(self) -> str: ...
"""


@pytest.fixture
def stubs(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(ROOT)
    yield __import__("stubs")
    del sys.modules["stubs"]


def test_a_stub(stubs, tmp_path):
    (tmp_path / "kernel.pxd").write_text(FIELDS)
    (tmp_path / "kernel.pyx").write_text(SOURCE)
    assert stubs.Stub(tmp_path / "kernel.pyx").text() == STUB


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("def step(work) -> int:", "work"),
        ("def step(int64_t work):", "step"),
        ("def step(list work not None) -> int:", "work"),
        ("MOST = len(NAMES)", "MOST"),
        ("cdef class A:\n    cdef readonly object kept", "kept"),
    ],
)
def test_a_name_without_a_type_ends_the_build(stubs, tmp_path, line, name):
    (tmp_path / "a.pyx").write_text(f"{line}\n    pass\n")
    with pytest.raises(SystemExit, match=f"a.pyx: {name} lacks a type; annotate it"):
        stubs.Stub(tmp_path / "a.pyx")


def test_the_stubs_are_those_of_the_sources(stubs):
    assert len(stubs.compiled()) > 35
    for source in stubs.compiled():
        assert source.with_suffix(".pyi").read_text() == stubs.Stub(source).text(), "run make build"


def test_examples(stubs):
    assert doctest.testmod(stubs).failed == 0
