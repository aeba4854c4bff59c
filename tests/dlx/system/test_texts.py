# SPDX-License-Identifier: MIT
"""Texts of files: whole, in UTF-8, and no more than a bound."""

from pathlib import Path

import pytest

from dlx.system.texts import MOST_TEXT_BYTES, text_of


@pytest.mark.parametrize(
    ("data", "text"),
    [(b"\xef\xbb\xbfa\r\nb\rc\n", "a\nb\nc\n"), (b"", ""), ("é".encode(), "é"), (b"a" * 100_000, "a" * 100_000)],
)
def test_the_text_of_a_file(data, text, tmp_path):
    (tmp_path / "a").write_bytes(data)
    assert text_of(tmp_path / "a") == text == (tmp_path / "a").read_text("utf-8-sig")


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"a\0b", ValueError, r"^not UTF-8 text \(NUL bytes: a binary file, or UTF-16\)$"),
        ("a".encode("utf-16"), ValueError, r"^not UTF-8 text"),
        (b"a" * (MOST_TEXT_BYTES + 1), ValueError, r"^more than 16 MiB of text; name another file$"),
        (b"\xff", UnicodeDecodeError, "invalid start byte"),
    ],
)
def test_what_is_no_text(data, error, message, tmp_path):
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(error, match=message):
        text_of(tmp_path / "a")


def test_a_bound_of_the_caller(tmp_path):
    (tmp_path / "a").write_bytes(b"12345")
    assert text_of(tmp_path / "a", 5) == "12345"
    with pytest.raises(ValueError, match=r"^more than 0 MiB of text"):
        text_of(tmp_path / "a", 4)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_an_endless_file_is_read_no_further_than_the_bound():
    with pytest.raises(ValueError, match="NUL bytes"):
        text_of("/dev/zero")


def test_a_file_that_does_not_exist(tmp_path):
    with pytest.raises(FileNotFoundError):
        text_of(tmp_path / "none")
