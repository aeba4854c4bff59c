# SPDX-License-Identifier: MIT
"""The readers of the nightly fuzzers (tests/nightly/readers.py), each with a few hundred damaged seeds.

An input passes if nothing is raised: the reader read, wrote and reread it, or refused it with its own error.
"""

import importlib.util
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .nightly import fuzz, reader
from .nightly.dlx_readers import damaged
from .nightly.reader import Reader, Refused, attempt, number
from .nightly.readers import READERS

SLOWER = {"arrays", "checkpoint", "diagram", "http", "links", "parts", "rows", "rules"}  # about a millisecond an input
HAS = {"http": "flask"}


@pytest.fixture(scope="module", autouse=True)
def budgets_end():
    """Restore the limits that readers lowered for themselves, for the sake of other tests."""
    yield
    patch.stopall()


@pytest.mark.parametrize("name", READERS)
def test_reader(name):
    if name in HAS:
        pytest.importorskip(HAS[name])
    read = READERS[name]
    for seed in read.seeds:
        read(seed)

    @settings(max_examples=100 if name in SLOWER else 200, deadline=None, database=None, derandomize=True)
    @given(st.binary(max_size=25))
    def anything(data):
        read(damaged(read.seeds[number(data, len(read.seeds))], data[1:]))

    anything()


def spin(data):
    while data:
        pass  # until the alarm


def test_what_is_a_find(tmp_path, capsys, monkeypatch):
    """A slow input and an error foreign to the reader are finds; each is kept once, with its input."""
    monkeypatch.setattr(reader, "SLOW", 0.05)
    for read, error, place in (
        (spin, "Slow", "slow"),
        (lambda data: {}[data], "KeyError", "test_fuzz_readers"),
        (lambda data: attempt(int, "x", says="no number"), "AssertionError", "reader.py"),
    ):
        target = fuzz.Target(Reader("r", read, (), 9, False), tmp_path)
        target(b"1")
        target(b"2")
        [found] = tmp_path.glob(f"r-{error}-{place}*.find")
        assert found.with_suffix(".input").read_bytes() == b"1"
        assert found.read_text().startswith(f"r: {error} in ")
        assert error in capsys.readouterr().err


def test_inputs_are_repeated(tmp_path):
    sizes = []
    target = fuzz.Target(Reader("r", lambda data: sizes.append(len(data)), (), 9, True), tmp_path)
    for _ in range(fuzz.REPEATED):
        target(b"ab")
    assert sizes == [2] * fuzz.REPEATED + [fuzz.LARGE]


def test_refused_is_told_apart():
    assert isinstance(attempt(int, "x"), Refused) and not isinstance(attempt(str, "x"), Refused)
    with pytest.raises(TypeError):
        attempt(len, 5)


@pytest.mark.skipif(importlib.util.find_spec("atheris") is not None, reason="Atheris is here")
def test_without_atheris(capsys):
    assert fuzz.main(["--runs", "5"]) == 2
    assert capsys.readouterr().err == "Atheris is missing: pip install -e '.[test,nightly]'\n"
