# SPDX-License-Identifier: MIT
"""The words of a file, from which every reader builds the same arrays: names, colors, limits."""

import re

import pytest

from dlx.formats import words
from tests.dlx.formats.forms import fields_of


@pytest.mark.parametrize(
    "text", [b"a b\n" + b"a " * 60_000, b"p xc 9 0\n" + b"1 " * 60_000, b"p xc 9 0\n" + b"1 1\n" * 30_000]
)
def test_words_of_an_option(text, monkeypatch):
    monkeypatch.setattr(words, "MOST_OPTION_WORDS", 50_000)
    with pytest.raises(ValueError, match=r"more than 50,000 words in a line or an option"):
        fields_of(text)


def test_words_of_a_long_line_are_the_words():
    line = " ".join(f"a{k % 9}\t b" for k in range(20_000)) + "\n"
    assert words.words_in(line) == line.split()


def table():
    return words.Table({"a": (1, 1), "b": (0, 2)}, ["x", "y"], "the line of items")


def test_the_arrays_of_a_table():
    made = table()
    made.add(["a", "x:red"])
    made.add(["b", "y", "x:blue"], cost=5)
    made.add(["x:red", "b"])
    fields = made.fields()
    assert (fields.items, fields.n_primary, fields.color_names) == (("a", "b", "x", "y"), 2, ("red", "blue"))
    assert (fields.indptr.tolist(), fields.indices.tolist()) == ([0, 2, 5, 7], [0, 2, 1, 3, 2, 2, 1])
    assert fields.colors.tolist() == [0, 1, 0, 0, 2, 1, 0]
    assert (fields.bounds.tolist(), fields.costs.tolist()) == ([[1, 1], [0, 2]], [0, 5, 0])
    assert list(made) == ["a", "x:red", "b", "y", "x:blue"]  # each word is parsed once


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["a", "c"], "there is no item 'c' in the line of items"),
        (["a:red"], "'a:red': item 'a' is primary and cannot have a color"),
        (["x:"], "'x:': there is no color after the colon"),
        (["a|"], "'a|': a cost is a word of its own, behind the items of an option"),
        (["x:red", "a", "x:blue"], "the option has item 'x' twice"),
        (["c" * 50], f"there is no item '{'c' * 37}...' in the line of items"),
    ],
)
def test_an_option_that_is_refused_leaves_no_trace(option, message):
    made = table()
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        made.add(option)
    made.add(["a"])
    assert made.fields().indices.tolist() == [0]


def test_a_cost_beyond_all_sums():
    made = table()
    made.add(["a"], cost=2**62 - 1)
    with pytest.raises(ValueError, match=r"less than 2\^62 together"):
        made.add(["a"], cost=2**62)


@pytest.mark.parametrize(
    ("line", "foreign"),
    [
        ("< a >", True),
        (" p xc 3 0", True),
        ("# toy", True),
        ("// toy", True),
        ("a b", False),
        ("p xc 3", False),
        ("", False),
    ],
)
def test_lines_that_begin_another_format(line, foreign):
    assert words.is_foreign(line) == foreign
