# SPDX-License-Identifier: MIT
"""The command `dlx model`: it has every model, and every example in its help works."""

import io
import shlex
import sys

import pytest

from dlx import Problem, models
from dlx.drawing.picture import Picture
from dlx.system.extras import MissingExtra
from dlx.terminal.cli import main
from dlx.terminal.commands.gallery import models as functions
from dlx.terminal.signatures import examples
from tests import ROOT

EXAMPLES = [line for function in functions().values() for line in examples(function)]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples(line, monkeypatch, capsys, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    out = ""
    for command in line.split(" | "):
        monkeypatch.setattr(sys, "stdin", io.StringIO(out))
        assert main(shlex.split(command)[1:]) == 0
        out = capsys.readouterr().out
    pictures = [path for path in tmp_path.iterdir() if path.is_file()]
    assert out or pictures


def test_the_help_of_every_model(capsys):
    assert main(["model", "--help"]) == 0
    listed = capsys.readouterr().out
    for name, function in functions().items():
        assert f"    {name}" in listed
        assert main(["model", name, "--help"]) == 0
        assert examples(function)[0] in capsys.readouterr().out


def test_what_is_written_can_be_read(capsys, tmp_path):
    path = tmp_path / "queens.dlx"
    assert main(["model", "queens", "6", "-o", str(path)]) == 0
    assert Problem.read(path) == models.queens(6)
    assert capsys.readouterr().err == "dlx: 6 queens: 12 + 22 secondary items, 36 options\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("queens -- -1", 2, "dlx: n is -1; it must be 0 or more\n"),
        ("queens 3 --draw -", 1, "dlx: 3 queens: there is no solution (to learn why"),
        ("queens 3 --orbits", 1, ""),
        ("queens 6 --draw queens.gif", 2, "dlx: queens.gif: the name of a picture must end with"),
        ("queens 6 -o no/such/folder", 2, "dlx: no/such/folder: No such file or directory\n"),
        ("coloring no.txt 3", 2, "dlx: no.txt: No such file or directory\n"),
        ("quens 8", 2, "invalid choice: 'quens'"),
        ("queens", 2, "required: N"),
        ("crossword examples/crossword.txt docs/pictures/page.png", 2, "page.png: not UTF-8 text"),
        ("timetable examples/lessons.txt --slots a,b --costs a=x", 2, "'a=x' is not like Mon1=3,Fri6=10"),
    ],
)
def test_errors(arguments, code, message, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(["model", *arguments.split()]) == code
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "call",
    [
        lambda: models.queens(5001),
        lambda: models.langford(3, copies=10**6),
        lambda: models.skolem(10**9),
        lambda: models.latin_squares(150),
        lambda: models.perfect_matchings(3164),
        lambda: models.transversals(10**9),
        lambda: models.block_designs(10**9, 5 * 10**8),
        lambda: models.block_designs(10**9, 10**9 - 1, t=1),
        lambda: models.steiner_triples(900),
        lambda: models.schoolgirls(60, size=10),
        lambda: models.schoolgirls(10**9, size=10**9),
        lambda: models.word_rectangle(10**6, 10**6, ["a"]),
        lambda: models.partridge(10**12),
    ],
)
def test_what_would_fill_the_memory_is_refused_before_it_is_made(call):
    with pytest.raises(ValueError, match=r"too large|at most [0-9,]+$"):
        call()


@pytest.mark.parametrize(
    ("model", "order"),
    [
        (models.queens(5), 8),
        (models.coloring([("a", "b"), ("b", "c")], 4), 24),
        (models.coloring([("a", "b")], 1), 1),
        (models.langford(4), 2),
        (models.skolem(4, hooked=True), 1),
        (models.latin_squares(3, symmetry="structure"), 48),
        (models.latin_squares(3, symmetry="conjugacy"), 6),
        (models.latin_squares(4, symmetry="isomorphism"), 24),
        (models.latin_squares(3, symmetry="isotopy"), 6**3),
        (models.latin_squares(3, symmetry="paratopy"), 6 * 6**3),
        (models.macmahon(2, 3, colors=2, border=False), 4 * 2),
        (models.perfect_matchings(6), 12),
        (models.perfect_matchings("a-b b-c c-d d-a"), 8),
        (models.bin_packing([3, 3, 3, 3, 2, 2], 6), 24 * 2),
        (models.bin_packing([3, 3, 3], 6, bins=2), 6),
        (models.squared(4, 4, [2, 2, 2, 2]), 8),
        (models.squared(4, 5, [4, 1, 1, 1, 1]), 4),
        (models.partridge(2), 8),
        (models.steiner_triples(5), 120),
        (models.steiner_triples(7, symmetry="cyclic"), 7 * 6),
        (models.steiner_triples(7, reduced=True), 2**3 * 6),
        (models.block_designs(9, 3, reduced=True), 2**4 * 24),
        (models.schoolgirls(4, size=2), 6),
        (models.schoolgirls(8, size=4), 2),
        (models.schoolgirls(9, reduced=True), 2**4 * 4),
        (models.word_rectangle(2, 2, ["ab", "ba"], repeated=True), 2),
        (models.transversals(3), 108),
        (models.orthogonal_mates(4), 1),  # without options there is nothing to permute
        (models.polyominoes("4x4", pieces="AA\nA.", any_number=True), 8),
        (models.polycubes("2x2x2", pieces="AA", any_number=True), 48),
        (models.polyhexes("hexagon2", pieces="A A", any_number=True), 12),
        (models.polyiamonds("hexagon1", pieces="diamonds", any_number=True), 12),
        (models.polyiamonds("triangle3", pieces="diamonds", any_number=True), 6),
    ],
)
def test_how_many_symmetries_there_are(model, order):
    assert len(model.group(True)) == order


def test_a_drawing_may_be_longer_than_a_name(capsys):
    region = "\n".join(["#" * 30] * 10)
    assert main(["model", "polyominoes", region, "--pieces", "dominoes", "--any-number", "-q", "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith("r1c1 r1c2 ")


def test_costs_decide_what_is_drawn(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(["model", "bin-packing", "10", "4", "8", "1", "4", "2", "1", "--draw", "-"]) == 0
    assert capsys.readouterr().out == "████████▒█ 8 1 1\n████▒▒▒▒██ 4 4 2\n"


def test_a_picture_that_cannot_be_written(capsys, monkeypatch, tmp_path):
    def fails(*_):
        raise MissingExtra("a PNG needs a package")

    monkeypatch.setattr(Picture, "save", fails)
    assert main(["model", "queens", "6", "--draw", str(tmp_path / "queens.png")]) == 2
    assert "dlx: a PNG needs a package" in capsys.readouterr().err
