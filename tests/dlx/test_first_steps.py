# SPDX-License-Identifier: MIT
"""Mistakes and wishes of a first hour: each has an answer, or an error that names the remedy."""

import re
import subprocess
import sys
from io import StringIO
from itertools import product
from operator import mul
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, draw_matrix, models, table
from dlx.models import filling
from dlx.models.tiles import Piece
from dlx.terminal.cli import main
from dlx.terminal.commands.readers import shift_costs
from dlx.terminal.options import in_options
from tests import ROOT

NONE = Problem([["a"]], ["a", "b"], costs=[1])


# --- no solution


@pytest.mark.parametrize(
    "drawn",
    [
        lambda: models.queens(3).draw(models.queens(3).solve()),
        lambda: models.queens(4).sheet([models.queens(4).solve(), None]),
        lambda: models.crossword(["..."], ["ape"]).entries(None),
        lambda: models.crossword(["..."], ["ape"]).ipuz(None),
        lambda: draw_matrix(NONE, NONE.solve()),
    ],
)
def test_no_solution_is_no_empty_board(drawn):
    with pytest.raises(ValueError, match=r"^the solution is None, so there is none; explain\(\) names a reason$"):
        drawn()


def test_the_first_of_none():
    with pytest.raises(IndexError, match=r"^there is no solution 0; best\(\) found none, and the search is complete$"):
        NONE.best()[0]
    one = Problem([["a"]], costs=[1]).best()
    assert one[0] is one[-1] and one[:1] == one.solutions and list(NONE.best()) == [] and NONE.best()[:3] == ()
    with pytest.raises(IndexError, match=r"^there is no solution 1; best\(\) found 1, and the search is complete$"):
        one[1]
    late = Problem([[k] for k in range(9)], costs=[1] * 9).best(node_limit=0)
    with pytest.raises(IndexError, match=r"found none, and the search was stopped by the node limit$"):
        late[0]


def test_no_costs_are_reported_once():
    with pytest.raises(ValueError, match="costs") as error:
        Problem([["a"]]).best()
    assert str(error.value).count("no costs") == 1 and "does not take" not in str(error.value)


# --- names that the text format cannot hold


def test_items_get_words():
    cells = Problem([[(0, 1), frozenset("ba")], [(0, 1)], [frozenset("ba")]])
    with pytest.raises(ValueError, match=r"^item \(0, 1\): .* white space in it; pass name=, a function that makes"):
        cells.write(StringIO())
    text = StringIO()
    cells.write(text, name=lambda item: "-".join(sorted(map(str, item))))
    assert text.getvalue() == "0-1 a-b\n0-1 a-b\n0-1\na-b\n"
    with pytest.raises(ValueError, match="would both be written 'x'; pass name="):
        cells.write(StringIO(), name=lambda item: "x")


# --- drawings and lists from files


def test_drawings_in_lines(tmp_path):
    lines, pieces = ["##+", "###"], ["AAA BB"]
    expected = models.polyominoes("##+\n###", pieces="AAA BB\n")
    assert models.polyominoes(lines, pieces=pieces) == expected == models.polyominoes(tuple(lines), pieces=iter(pieces))
    assert models.placements(["##"], ["A"]) == models.placements("1x2", "A\n")
    board = [["a b", "c d"], "a b\nc d"]
    assert len({models.calendar("d", board=one, pieces=["AA", "A."]) for one in board}) == 1
    assert models.polyominoes("1 x 2", pieces="A\n", copies=2) == models.polyominoes("1X2", pieces="A\n", copies=2)
    for wrong in (5, [["#"]], [1, 2]):
        with pytest.raises(TypeError, match=r"is no drawing; give a text, its lines, or the path of a file$"):
            models.polyominoes(wrong)


def test_crosswords_from_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("grid.txt").write_text("...\n.#.\n...\n")
    Path("list.txt").write_text("\ufeffape;20\nELK\no'clock\n\nash;7\n")
    expected = models.crossword(["...", ".#.", "..."], ["ape;20", "elk", "o'clock", "ash;7"])
    for grid in ("grid.txt", Path("grid.txt"), "...\n.#.\n..."):
        for words in ("list.txt", Path("list.txt"), tmp_path / "list.txt"):
            made = models.crossword(grid, words)
            assert made == expected and made.skipped == 1
    assert models.word_square(3, "list.txt") == models.word_square(3, ["ape;20", "elk", "ash;7"])
    with pytest.raises(FileNotFoundError, match=r"none.txt"):
        models.crossword(["..."], "none.txt")
    Path("empty.txt").write_text("\n")
    with pytest.raises(ValueError, match=r"^empty.txt is empty; write a word a line$"):
        models.crossword(["..."], "empty.txt")


# --- how many pieces


@pytest.mark.parametrize(
    ("how", "takes"),
    [
        ({"pieces": "AAA BB\n", "any_number": True, "total": 8}, "9 to 12 pieces"),
        ({"pieces": "AAA BB\n", "any_number": True, "total": (13, 20)}, "9 to 12 pieces"),
        ({"pieces": "AAA BB\n", "copies": (0, 9), "total": (1, 8)}, "9 to 11 pieces"),
        ({"pieces": "AAA BB\n", "copies": {"A": (0, 5), "B": (0, 9)}, "total": 9}, "10 to 11 pieces"),
        ({"pieces": "AAA BB\n", "optional": True, "any_number": True, "total": 13}, "0 to 12 pieces"),
        ({"copies": (0, 1), "total": 6}, "5 pieces"),
    ],
)
def test_a_total_that_cannot_be(how, takes):
    impossible = models.polyominoes("5x5", **how)
    assert re.search(rf": total is .* pieces?, the region takes {takes}$", impossible.title)
    assert impossible.solve() is None and impossible.explain()


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_number_of_pieces_is_in_its_bounds(data):
    """By all choices of copies; pieces of one size are as many as the bounds say."""
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    low = data.draw(st.integers(0, 8))
    high = low + data.draw(st.integers(0, 3))
    limits = [data.draw(st.sampled_from([None, (0, 1), (1, 1), (0, 3), (1, 3)])) for _ in sizes]
    pieces = [Piece("A", frozenset({((0, 0),) * size}), ("A",), ends) for size, ends in zip(sizes, limits, strict=True)]
    ranges = [range(high + 1) if ends is None else range(ends[0], ends[1] + 1) for ends in limits]
    fitting = [sum(some) for some in product(*ranges) if low <= sum(map(mul, some, sizes)) <= high]
    least, most = filling._piece_numbers(low, high, pieces)
    assert all(least <= n <= most for n in fitting)
    if fitting and len(set(sizes)) == 1:
        assert (least, most) == (min(fitting), max(fitting))


# --- tables on the command line


@pytest.mark.parametrize(
    "text",
    [
        "Ann Mon night 5\nBob Tue early -2.5\n",
        "person,day,shift,cost\nAnn,Mon,night,5\nBob,Tue,early,-2.5\n",
        "\ufeffDay;Cost;Person;Shift\r\nMon;5;Ann;night\r\nTue;-2.5;Bob;early\r\n",
        'Ann\tMon\t"night"\t5\nBob\tTue\tearly\t-2.5\n',
    ],
)
def test_wishes(text, tmp_path):
    (tmp_path / "wishes").write_text(text)
    assert shift_costs(str(tmp_path / "wishes")) == {("Ann", "Mon", "night"): 5, ("Bob", "Tue", "early"): -2.5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ann Mon night 5\nAnn Mon night 6\n", "wishes:2: a second cost for Ann Mon night; keep one of them"),
        ("Name;Tag;Dienst;Wert\nAnn;Mon;night;5\n", "wishes:1: write a person, a day, a shift and a cost"),
        ("Ann,Mon,night\n", "wishes:1: write a person"),
        ('"Ann,Mon,night,5\n', "wishes is not CSV"),
    ],
)
def test_bad_wishes(text, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("wishes").write_text(text)
    assert main(["model", "roster", "Ann,Bob", "Mon", "night=1", "--work", "0:1", "--costs", "wishes"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("solve toy.dlx --slack a=1 --slack a=2", "--slack gives item 'a' a second price"),
        ("model timetable lessons.txt --slots Mon,Tue --costs Mon=1,Mon=2", "the name 'Mon' is used twice"),
        ("model crossword crossword.txt words.txt --blocks 3", "a drawn grid takes no --blocks and no --seed; give"),
        ("model crossword 3x3 words.txt --required ape --repeated", "--required cannot be combined with --repeated"),
        ("solve --min-cost toy.dlx", "or items a slack (--slack)"),
        ("model queens 8 --orbits -o queens.dlx", "--orbits cannot be combined with --output; use --sheet"),
        (
            "model timetable lessons.txt --slots Mon,Tue,Wed,Thu --costs Mon=1 --sheet - --orbits",
            "--orbits is for models",
        ),
    ],
)
def test_commands_name_their_options(words, message, monkeypatch, capsys):
    monkeypatch.chdir(ROOT / "examples")
    assert main(words.split()) == 2
    assert message in capsys.readouterr().err


def test_options_in_an_error():
    assert in_options("total is 3, not total", ["total"]) == "--total is 3, not total"
    assert in_options("x='total=5' is wrong", ["total"]) == "x='total=5' is wrong"
    assert in_options("total is 3", []) == "total is 3"


def test_a_sheet_of_orbits(capsys):
    sheets = []
    for more in ([], ["--orbits"], ["--orbits", "--limit", "1"]):
        assert main(["model", "queens", "6", "--sheet", "-", *more]) == 0
        sheets.append(capsys.readouterr().out.strip().split("\n\n"))
    assert list(map(len, sheets)) == [4, 1, 1] and sheets[1][0] in sheets[0]
    assert main(["model", "queens", "3", "--sheet", "-", "--orbits"]) == 1


def test_what_is_read_is_not_overwritten(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    toy = (ROOT / "examples" / "toy.dlx").read_text()
    Path("toy.txt").write_text(toy)
    Path("link").symlink_to("toy.txt")
    for more in (["-o", "toy.txt"], ["-otoy.txt"], ["--output=./toy.txt"], ["-o", "link"]):
        assert main(["draw", "toy.txt", *more]) == 2
        assert "would be both read and written; name another file to write" in capsys.readouterr().err
    assert main(["model", "polyominoes", "toy.txt", "--draw", "toy.txt"]) == 2
    assert Path("toy.txt").read_text() == toy
    for _ in range(2):  # another file of that name is replaced
        assert main(["draw", "toy.txt", "-o", "new.txt"]) == 0


# --- arguments of a wrong kind

TEAM = (["Ann", "Bob"], ["Mon", "Tue"])
SEVERAL = "these are several solutions; pass one of them"
MISTAKES = {
    "shifts is ['early']; it must map names to numbers": lambda: models.roster(*TEAM, ["early"], work=1),
    "costs is 5; it must be a mapping of": lambda: models.roster(*TEAM, {"early": 1}, work=1, costs=5),
    "('Latin',) is no lesson; write (name, people)": lambda: models.timetable([("Latin",)], ["Mon"]),
    "'Latin' is no lesson; write (name, people)": lambda: models.timetable(["Latin"], ["Mon"]),
    "this is one solution, which has methods": lambda: table(models.queens(4).solve()),
    SEVERAL: lambda: models.queens(4).draw(models.queens(4).solutions()),
    "solution is 5; give a list of options": lambda: models.queens(4).draw(5),
    "limit is '10'; it must be a whole number": lambda: NONE.count("10"),
    "samples is '5'; it must be a whole number": lambda: NONE.estimate("5"),
    "n is 2.5; it must be a whole number": lambda: NONE.sample(2.5),
    "seed is 'x'; it must be a whole number": lambda: NONE.search(seed="x"),
    "parts is 'x'; it must be a whole number": lambda: NONE.split("x"),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_mistakes(message):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(message)}"):
        MISTAKES[message]()


def test_a_solution_named_by_its_items():
    board = models.polyominoes("3x20")
    solution = board.solve()
    assert board.draw(solution.items()) == board.draw(solution) == board.draw([*solution])
    assert board.draw(lambda items: "I" in items and "r1c1" in items).text.count("I") == 5
    assert (
        models.roster(*TEAM, {"early": 1}, work=[0, 2]).count()
        == models.roster(*TEAM, {"early": 1}, work=(0, 2)).count()
    )


# --- further packages


def test_the_packages_of_a_package_need_no_import_of_their_own():
    code = "import dlx, sudoku; print(dlx.models.queens(6).count(), sudoku.variants.Killer.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "4 Killer\n"
