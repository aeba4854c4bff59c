# SPDX-License-Identifier: MIT
"""Reading in any format: the first line names it, each has the same problems, and every file has an end."""

import io
import re
from random import Random

import pytest

from dlx.formats import reading as problems
from tests.dlx.formats.forms import fields_of, in_dimacs, in_miniexact, parsed, random_problem
from tests.streams import Endless


@pytest.mark.parametrize(("text", "n"), [("< a >", 0), ("< a:0;1 >", 1), ("<a>[]a;", 1), ("< >", 1), ("p xc 0 0\n", 1)])
def test_small_files(text, n):
    assert parsed(text).count() == n


def test_random_problems_mean_the_same_in_every_format():
    random = Random(4)
    for _ in range(300):
        problem = random_problem(random)
        assert parsed(in_miniexact(problem, random)) == problem
        if problem.bounds is None:
            again = parsed(in_dimacs(problem))
            assert again.count() == problem.count(method="search")
            assert [s.options for s in again.solutions()] == [s.options for s in problem.solutions()]


def test_lines_of_problems_without_an_end(monkeypatch):
    monkeypatch.setattr(problems, "LONGEST_LINE_CHARACTERS", 1 << 20)
    for unit in (b"\0", b"a", b"a ", b"| "):
        stream = Endless(b"", unit)
        with pytest.raises(ValueError, match=r"^t:1: .*a line of 1 MiB or more"):
            problems.parse(io.BufferedReader(stream), "t")
        assert stream.taken < 1 << 22
    assert fields_of(b"a\na" + b" " * 100_000 + b"\n").indptr.tolist() == [0, 1]


def test_equal_lines_without_an_end(monkeypatch):
    monkeypatch.setattr(problems, "MOST_EQUAL_LINES", 1_000)
    assert len(fields_of(b"a\n" * 1_000 + b"|\n" + b"a\n" * 1_000).indptr) == 2_000
    for text in (b"a\n" * 1_001, b"\n" * 1_001 + b"a\n", b"p xc 1 0\n" + b"1 0\n" * 1_001):
        with pytest.raises(ValueError, match=r"the line has come 1,000 times in a row; we read no further"):
            fields_of(text)


MATRIX = "; this looks like a 0/1 matrix; Problem.from_matrix(numpy.loadtxt(FILE)) reads it in Python"
JSON = "; this looks like JSON; read it in Python, and pass its lists of items to Problem"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 0 1\n0 1 0\n", "f:1: item '1' is listed twice" + MATRIX),
        ("A,B\n1,0\n0,1\n", "f:2: there is no item '1,0' in the line of items" + MATRIX),
        (
            "course,room\nyoga,hall\n",
            "f:2: there is no item 'yoga,hall' in the line of items; names are separated by spaces, not by commas; "
            "Problem.of reads a table in Python",
        ),
        ("[[1,0],[0,1]]", "f:1: there are no options" + JSON),
        (
            '{"options": [["a"]]}',
            "f:1: '{\"options\":': items have their colors in the options, not in the line of items" + JSON,
        ),
    ],
)
def test_errors_name_the_line_and_the_remedy(text, message):
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        parsed(text)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x1f\x8b\x08", "t:1: this is a gzip file, not text; unpack it first (gzip -dc)"),
        ("a\na\n".encode("utf-16"), "t:1: this is text in UTF-16; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"),
        (b"a\na\0\n", "t:2: a NUL character in column 2; this is not a text file"),
        (b"a\n\xff\n", "t:2: byte 0xff is not UTF-8 text"),
    ],
)
def test_files_that_are_no_text(data, message):
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        fields_of(data)


def test_a_mark_that_editors_put_first_is_no_name():
    assert fields_of(b"\xef\xbb\xbfa b\na b\n").items == ("a", "b")
    assert fields_of(b"\n\n  \n< a > a;\n").items == ("a",)
