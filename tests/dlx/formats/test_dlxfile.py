# SPDX-License-Identifier: MIT
"""Knuth's text format: its meaning, its error messages, and round trips through written files."""

import gzip
import io
import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dlx import Colored, Problem, format_option
from tests import ROOT

EXAMPLES = ROOT / "examples"
TOY = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
TOY_OPTIONS = [["c", "e"], ["a", "d", "g"], ["b", "c", "f"], ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]]


def read(text):
    return Problem.read(io.StringIO(text))


def written(problem):
    stream = io.StringIO()
    problem.write(stream)
    return stream.getvalue()


def complaint(text):
    with pytest.raises(ValueError) as caught:
        Problem.parse(io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text), "f.dlx")
    assert type(caught.value) is ValueError
    return str(caught.value)


# --- reading


def test_the_toy():
    p = read(TOY)
    assert p == Problem(TOY_OPTIONS, primary=list("abcdefg"))
    assert [s.options for s in p.solutions()] == [(0, 3, 4)]


def test_examples():
    assert Problem.read(EXAMPLES / "toy.dlx") == read(TOY)
    assert [s.options for s in Problem.read(EXAMPLES / "colors.dlx").solutions()] == [(0, 2, 5)]
    assert Problem.read(str(EXAMPLES / "queens6.dlx")).count() == 4


def test_secondary_items_and_colors():
    p = read("a b | x y\na x:red y\nb x:red\nb x:blue\na x\n")
    assert (p.primary, p.secondary) == (("a", "b"), ("x", "y"))
    assert p.option(0) == ("a", Colored("x", "red"), "y")
    assert [s.options for s in p.solutions()] == [(0, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "|\n| comment\n\n  | indented comment\na b | x\n|\n | \na x:1\n| b x:9\nb x:1\n",
        "a b | x\r\na x:1\r\nb x:1\r\n",
        "\ufeffa b | x\na x:1\nb x:1",
        "  a\tb   |\tx  \n\ta x:1\n\nb   x:1  \n\n\n",
        "a b |x\na x:1\nb x:1",
    ],
)
def test_layout_means_nothing(text, tmp_path):
    same = read("a b | x\na x:1\nb x:1\n")
    assert read(text) == same
    file = tmp_path / "f.dlx"
    file.write_bytes(text.encode())
    assert Problem.read(file) == Problem.read(str(file)) == Problem.read(io.BytesIO(text.encode())) == same


def test_a_bar_on_a_line_of_its_own_is_a_comment():
    assert read("a b\n|\na b\n").secondary == ()
    assert read("|\na b\n|\n| x\na b\n").n_options == 1
    assert read("| x y\na b\n").primary == ("a", "b")


def test_a_bar_may_end_the_line_of_items():
    assert read("a b |\na b\n").secondary == ()


def test_colors_that_are_signs():
    p = read("a b | x\na x::\nb x:|\nb x:1:2\n")
    assert [use.color for k in range(3) for use in p.option(k) if isinstance(use, Colored)] == [":", "|", "1:2"]
    assert read(written(p)) == p


def test_names_of_any_length_in_any_script():
    long = "x" * 300_000
    p = read(f"{long} Zürich 東京 🐍 | größe\n{long} 🐍 größe:grün\nZürich 東京\n")
    assert p.primary == (long, "Zürich", "東京", "🐍")
    assert p.option(0) == (long, "🐍", Colored("größe", "grün"))
    assert read(written(p)) == p


def test_a_line_of_a_million_characters():
    names = [f"item{k}" for k in range(100_000)]
    p = read(" ".join(names) + "\n" + " ".join(names) + "\n")
    assert (p.n_items, len(p.indices), p.count()) == (100_000, 100_000, 1)


def test_odd_but_legal():
    assert read("a").count() == 0  # an item in no option
    assert read("a\n").n_options == 0
    p = read("a | x\nx\na\na\n")  # an option without a primary item, equal options
    assert p.n_options == 3
    assert [s.options for s in p.solutions()] == [(1,), (2,)]


def test_a_text_stream_is_read_to_its_end_and_left_open():
    stream = io.StringIO(TOY)
    Problem.read(stream)
    assert not stream.closed
    assert stream.read() == ""


def test_format_option():
    p = read("a b | x\na x:red\nb x\n")
    assert [format_option(p, k) for k in range(2)] == ["a x:red", "b x"]
    with pytest.raises(ValueError, match="option 2 is out of range"):
        format_option(p, 2)


# --- refusals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.dlx:1: there is no line of items"),
        ("\n| only\n|\n\n", "f.dlx:4: there is no line of items"),
        ("|\n\na b a\n", "f.dlx:3: item 'a' is listed twice"),
        ("a | x a\n", "f.dlx:1: item 'a' is listed twice"),
        ("a | x | y\n", "f.dlx:1: the line of items has two bars"),
        ("a || y\n", "f.dlx:1: '|': the name of an item cannot have a bar"),
        ("a b|c\n", "f.dlx:1: 'b|c': the name of an item cannot have a bar"),
        ("a x:red\n", "f.dlx:1: 'x:red': items have their colors in the options"),
        ("a 2:1|b\n", "f.dlx:1: '2:1|b': a multiplicity is LEAST:MOST or a number, 1 or more"),
        ("a 0|b\n", "f.dlx:1: '0|b': a multiplicity is"),
        ("a 2|\n", "f.dlx:1: '2|': there is no item after the multiplicity"),
        ("a | 2|b\n", "f.dlx:1: '2|b': only primary items have multiplicities"),
        ("a 2|b b\n", "f.dlx:1: item 'b' is listed twice"),
        ("a :2|b\n", "f.dlx:1: ':2|b': the name of an item cannot have a bar"),
        ("a 2|3|b\n", "f.dlx:1: '3|b': the name of an item cannot have a bar"),
        ("a b\na\n\nc b\n", "f.dlx:4: there is no item 'c' in the line of items"),
        ("a b\na b a\n", "f.dlx:2: the option has item 'a' twice"),
        ("# a toy\na b\na b\n", "f.dlx:1: '#' begins the line of items; a comment begins with a bar '|'; if these"),
        ("\n#toy of mine\na\n", "f.dlx:2: '#toy' begins the line of items; a comment begins with a bar"),
        ("// toy\na b\n", "f.dlx:1: '//' begins the line of items; a comment begins with a bar"),
        ("; toy\na b\n", "f.dlx:1: ';' begins the line of items; a comment begins with a bar"),
        ("| toy\n# note\na b\n", "f.dlx:3: there is no item 'a' in the line of items; a comment begins with a bar"),
        ("a b\na b # note\n", "f.dlx:2: there is no item '#' in the line of items; a comment begins with a bar"),
        ("a b\n# note\n", "f.dlx:2: there is no item '#' in the line of items; a comment begins with a bar"),
        ("5 10\n4 2 1 3\n", "f.dlx:2: there is no item '4' in the line of items; this looks like a file of OR-Library"),
        ("200 1000\n1 1 1 1 2\n", "f.dlx:2: there is no item '1' in the line of items; this looks like a file of OR-"),
        ("c n = 3\np ec 3\ns 1 2\n", "f.dlx:2: there is no item 'p' in the line of items; this looks like a file of D"),
        ("p ec 3\ns 1 2\n", "f.dlx:2: there is no item 's' in the line of items; this looks like a file of DXD"),
        ("p cnf 3 2\n1 -2 0\n", "f.dlx:2: there is no item '1' in the line of items; this looks like clauses"),
        ("c n = 3, m = 2\np cnf 3 2\n", "f.dlx:1: item '=' is listed twice; a comment begins with a bar"),
        ("a | x\na x:1 x:2\n", "f.dlx:2: the option has item 'x' twice"),
        ("a | x\na x x:2\n", "f.dlx:2: the option has item 'x' twice"),
        ("a b\na:red b\n", "f.dlx:2: 'a:red': item 'a' is primary and cannot have a color"),
        ("a | x\na x:\n", "f.dlx:2: 'x:': there is no color after the colon"),
        ("a | x\na :red\n", "f.dlx:2: there is no item ''"),
        ("a b\na b|5\n", "f.dlx:2: 'b|5': a cost is a word of its own, behind the items of an option"),
        ("a b\na |5 b\n", "f.dlx:2: '|5': a cost is a word of its own"),
        ("a | x\na x:red|5\n", "f.dlx:2: 'x:red|5': a cost is a word of its own"),
        ("a b\na b |-5-\n", "f.dlx:2: '|-5-': a cost is a bar and a number, such as |5 or |-0.25"),
        ("a b\na b |\n", "f.dlx:2: '|': a cost is a bar and a number"),
        ("a b\na \0b\n", "f.dlx:2: a NUL character in column 3; this is not a text file"),
        (b"a b\na b\n\xc3\x28\n", "f.dlx:3: byte 0xc3 is not UTF-8 text"),
        ("a tokyo 東京\na 東京\n".encode()[:-2], "f.dlx:2: byte 0xe4 is not UTF-8 text"),  # cut off inside a character
        (gzip.compress(b"a b\na b\n", mtime=0), "f.dlx:1: this is a gzip file"),
        ("a b\na b\n".encode("utf-16"), "f.dlx:1: this is text in UTF-16; save it as UTF-8"),
        (b"\x7fELF\x02\x01\x01\0\0\0", "f.dlx:1: a NUL character"),
        ("a hundred\na hund", "f.dlx:2: there is no item 'hund' in the line of items"),  # a truncated file
    ],
)
def test_refused(text, message):
    assert complaint(text).startswith(message)


def test_the_first_line_that_is_wrong_is_told():
    assert complaint("a b\na a\nzz\n").startswith("f.dlx:2: ")


@pytest.mark.parametrize(
    "text", ["a\n" + "x" * 10**6, "a " + "y|" * 10**6, "a\na:" + "z" * 10**6, "a\na " + "b|" * 10**6]
)
def test_long_names_are_cut(text):
    message = complaint(text)
    assert len(message) < 200
    assert "..." in message


def test_a_text_stream_that_cannot_be_decoded():
    stream = io.TextIOWrapper(io.BytesIO(b"a b\n\xff\n"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"<stream>:[12]: byte 0xff is not UTF-8 text") as caught:
        Problem.read(stream)
    assert not isinstance(caught.value, UnicodeError)


def test_files_that_cannot_be_opened(tmp_path):
    with pytest.raises(FileNotFoundError):
        Problem.read(tmp_path / "nothing.dlx")
    with pytest.raises(IsADirectoryError):
        Problem.read(tmp_path)


def test_the_name_of_the_file_is_in_the_message(tmp_path):
    file = tmp_path / "bad.dlx"
    file.write_text("a\nb\n")
    for name in (file, str(file)):
        with pytest.raises(ValueError, match=re.escape(f"{file}:2: there is no item 'b'")):
            Problem.read(name)
    with file.open() as stream, pytest.raises(ValueError, match=re.escape(f"{file}:2: ")):
        Problem.read(stream)


def fuzz(data):
    """Assert that reading returns a problem or raises a ValueError that names a line."""
    lines = (data.count(b"\n" if isinstance(data, bytes) else "\n")) + 1
    try:
        p = Problem.parse(io.BytesIO(data) if isinstance(data, bytes) else io.StringIO(data), "f.dlx")
    except ValueError as error:
        assert type(error) is ValueError
        found = re.match(r"f\.dlx:(\d+): .", str(error), re.DOTALL)
        assert found is not None
        assert 1 <= int(found[1]) <= lines
    else:
        assert p.n_primary > 0
        names = [str(name) for name in (*p.items, *(p.color_names or ()))]
        if not any(name.startswith("\ufeff") for name in names):  # write() refuses these names
            assert read(written(p)) == p


@given(st.one_of(st.text(), st.text(alphabet="ab|:2 \n\r\t\0é\ufeff", max_size=60)))
@example("a |b\nb:1|\na b::\n")
@example("\ufeff\ufeffa\n")
def test_any_text(text):
    fuzz(text)


@given(st.one_of(st.binary(), st.text(alphabet="ab|:2 \n\r\t", max_size=60).map(str.encode)))
def test_any_bytes(data):
    fuzz(data)


# --- writing


def test_write_to_a_path_and_a_stream(tmp_path):
    p = read("a é | x\na x:rot\né x\n")
    for name in (tmp_path / "one.dlx", str(tmp_path / "two.dlx")):
        p.write(name)
        assert Path(name).read_bytes() == "a é | x\na x:rot\né x\n".encode()
    assert written(p) == "a é | x\na x:rot\né x\n"


def test_names_are_written_as_text():
    p = Problem([[1, (2, 3)[0], Colored("x", 7)]], secondary=["x"])
    assert written(p) == "1 2 | x\n1 2 x:7\n"
    assert written(Problem.from_matrix([[1, 0], [0, 1]])) == "0 1\n0\n1\n"
    assert written(Problem.from_csr([0, 2], [0, 1], [0, 5], n_items=2, n_primary=1)) == "0 | 1\n0 1:5\n"


@pytest.mark.parametrize(
    ("options", "secondary", "message"),
    [
        ([["a b"]], [], "item 'a b': the text format cannot hold a name with white space in it"),
        ([["a\u00a0b"]], [], "white space"),
        ([[("r", 1)]], [], r"item \('r', 1\): .* white space"),
        ([["a:b"]], [], "item 'a:b': the text format cannot hold a name with '|' or ':' in it".replace("|", r"\|")),
        ([["a|b"]], [], r"item 'a\|b'"),
        ([["|"]], [], r"item '\|'"),
        ([[""]], [], "item '': the text format cannot hold a name of no characters"),
        ([["a\0"]], [], "NUL"),
        ([["\ufeffa"]], [], "byte order mark"),
        ([["\ud800"]], [], "not Unicode text"),
        ([[1], ["1"]], [], "items 1 and '1' would both be written '1'"),
        ([["a", Colored("x", "light blue")]], ["x"], "color 'light blue': .* white space"),
        ([["a", Colored("x", "")]], ["x"], "color '': .* no characters"),
        ([["a", Colored("x", "1|2")]], ["x"], r"color '1\|2'"),
        ([["a", Colored("x", 1)], ["b", Colored("x", "1")]], ["x"], "colors 1 and '1' would both be written '1'"),
        ([["x"]], ["x"], "without primary items"),
        ([], [], "without primary items"),
    ],
)
def test_what_cannot_be_written(options, secondary, message, tmp_path):
    file = tmp_path / "precious.dlx"
    file.write_text("what was there")
    with pytest.raises(ValueError, match=message):
        Problem(options, secondary=secondary).write(file)
    assert file.read_text() == "what was there"


def test_long_names_are_cut_when_they_cannot_be_written():
    with pytest.raises(ValueError) as caught:
        written(Problem([["a b" * 10_000]]))
    assert len(str(caught.value)) < 200


NAMES = st.text(min_size=1, max_size=5).filter(
    lambda s: s.split() == [s] and not set(s) & set("|:\0") and s[0] != "\ufeff"
)
COLORS = st.one_of(NAMES, st.sampled_from(["|", ":", "a:b", "1"]))


@st.composite
def problems(draw):
    names = draw(st.lists(NAMES, min_size=1, max_size=8, unique=True))
    n_primary = draw(st.integers(1, len(names)))
    primary, secondary = names[:n_primary], names[n_primary:]
    plain = draw(st.lists(st.lists(st.sampled_from(names), min_size=1, unique=True), max_size=10))
    options = [[Colored(i, draw(COLORS)) if i in secondary and draw(st.booleans()) else i for i in o] for o in plain]
    return Problem(options, primary=primary, secondary=secondary)


@given(problems())
def test_round_trip(problem):
    again = read(written(problem))
    assert again == problem
    assert [again.option(k) for k in range(again.n_options)] == [problem.option(k) for k in range(problem.n_options)]
    assert Problem.parse(written(problem).encode().splitlines(keepends=True), "f") == problem


def test_round_trip_of_many_options(tmp_path):
    rng = random.Random(3)
    names = [f"i{k}" for k in range(50)]
    options = [[*rng.sample(names, 3), Colored(f"s{rng.randrange(5)}", f"c{rng.randrange(9)}")] for _ in range(40_000)]
    p = Problem(options, primary=names, secondary=[f"s{k}" for k in range(5)])
    p.write(tmp_path / "many.dlx")
    assert Problem.read(tmp_path / "many.dlx") == p


def test_multiplicities_and_costs():
    text = "1:3|a 2|b c | x\na b |3\nb x:red |2.5\na\nc |4 |1\n"
    p = Problem.read(io.StringIO(text))
    assert p.bounds.tolist() == [[1, 3], [2, 2], [1, 1]]
    assert p.costs.tolist() == [3, 2.5, 0, 5]
    out = io.StringIO()
    p.write(out)
    assert out.getvalue() == "1:3|a 2|b c | x\na b |3.0\nb x:red |2.5\na\nc |5.0\n"
    assert Problem.read(io.StringIO(out.getvalue())) == p
    assert p == Problem(
        [["a", "b"], ["b", Colored("x", "red")], ["a"], ["c"]], {"a": (1, 3), "b": 2, "c": 1}, ["x"], [3, 2.5, 0, 5]
    )
    assert Problem.read(io.StringIO("1|a\na\n")).bounds is None
    assert Problem.read(io.StringIO("a b\na |7\nb\n")).costs.tolist() == [7, 0]
    assert Problem.read(io.StringIO("a b\na |7\nb\n")).costs.dtype == "int64"


@pytest.mark.parametrize("costs", [[0.1 / 160, 1.5], [5e-324, 2.0**60], [10**18, 3], [0, 0], [0.0, 0.0]])
def test_costs_come_back_as_they_were(costs):
    p = Problem([["a"], ["b"]], costs=costs)
    out = io.StringIO()
    p.write(out)
    assert Problem.read(io.StringIO(out.getvalue())) == p


# --- near misses


@pytest.mark.parametrize(
    ("word", "what"),
    [
        ("1:99999999999999999999999999|a", "a multiplicity has 10 digits at most"),
        ("99999999999|a", "a multiplicity has 10 digits at most"),
        ("-1:2|a", "a multiplicity is LEAST:MOST or a number, 1 or more"),
        ("-1|a", "a multiplicity is LEAST:MOST or a number, 1 or more"),
        ("+1|a", "a multiplicity is LEAST:MOST or a number, 1 or more"),
        ("1.5|a", "a multiplicity is LEAST:MOST or a number, 1 or more"),
        ("1:|a", "a multiplicity is LEAST:MOST or a number, 1 or more"),
        ("1:2:3|a", "a multiplicity is LEAST:MOST or a number, 1 or more"),
        ("x|a", "the name of an item cannot have a bar '|' in it"),
    ],
)
def test_multiplicities_that_are_none(word, what):
    with pytest.raises(ValueError, match="^" + re.escape(f"f:2: {word!r}: {what}") + "$"):
        Problem.parse(["| a comment\n", f"b {word} c\n", "b\n"], "f")


DIMACS = "; this looks like a DIMACS file; begin it with 'p xc PRIMARY SECONDARY', without comments"
MINIEXACT = "; this looks like a file of miniexact; remove the lines before '<'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p xc 7\n1 4 7 0\n", "f:2: there is no item '1' in the line of items" + DIMACS),
        ("p xc 6 6 0\n1 4 7 0\n", "f:1: item '6' is listed twice" + DIMACS),
        ("c a comment\np xcc 7 6\n", "f:2: there is no item 'p' in the line of items" + DIMACS),
        ("| a comment\n< a b >\na; b;\n", "f:3: there is no item 'a;' in the line of items" + MINIEXACT),
        ("p xc\np y\n", "f:2: there is no item 'y' in the line of items"),
    ],
)
def test_a_file_of_another_format(text, message):
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        Problem.parse(text.splitlines(keepends=True), "f")
    assert Problem.parse(["p xc 7\n", "p xc\n", "7\n"], "f").count() == 1


@pytest.mark.parametrize("items", [["<", "a"], ["<a>", "b"], ["p", "xc", "7", "0"], ["p", "xcc", "7", "0"]])
def test_items_that_look_like_another_format_are_written_below_a_comment(items):
    problem = Problem([items[:2], items[2:]] if items[2:] else [items])
    assert written(problem).startswith("| items\n")
    assert Problem.parse(written(problem).splitlines(), "f") == problem
    assert written(Problem([["first", *items]])).startswith("first ")


@pytest.mark.parametrize("items", [["# a"], ["#", "a"], ["//x", "y"], ["%"], ["#1", "#2"]])
def test_items_that_look_like_a_comment_are_written_behind_one(items, tmp_path):
    items = [item.replace(" ", "") for item in items]
    problem = Problem([items])
    problem.write(tmp_path / "toy.dlx")
    assert Problem.read(tmp_path / "toy.dlx") == problem
    assert (tmp_path / "toy.dlx").read_text().startswith("| items\n") == (items != ["#1", "#2"])


def test_numbers_that_are_items_are_no_columns():
    with pytest.raises(ValueError, match=r"^f:2: there is no item '3' in the line of items$"):
        Problem.parse(["1 2", "1 3"], "f")
