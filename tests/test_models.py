# SPDX-License-Identifier: MIT
"""The command `dlx model`: every model is there, and every example in its help does what it says."""

import inspect
import io
import shlex
import sys
from pathlib import Path

import pytest

from dlx import Problem, models
from dlx.cli import main
from dlx.commands.gallery import MODELS

ROOT = Path(__file__).parent.parent
EXAMPLES = [line for entry in MODELS.values() for line in entry.examples]


def test_every_model_is_on_the_command_line():
    functions = {name for name in models.__all__ if inspect.isfunction(getattr(models, name))}
    assert {name.replace("-", "_") for name in MODELS} == functions
    for name, entry in MODELS.items():
        parameters = inspect.signature(getattr(models, name.replace("-", "_"))).parameters
        assert {argument.lstrip("-").replace("-", "_") for argument, _ in entry.arguments} == set(parameters)


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
    for name, entry in MODELS.items():
        assert f"    {name}" in listed
        assert main(["model", name, "--help"]) == 0
        assert entry.examples[0] in capsys.readouterr().out


def test_what_is_written_can_be_read(capsys, tmp_path):
    path = tmp_path / "queens.dlx"
    assert main(["model", "queens", "6", "-o", str(path)]) == 0
    assert Problem.read(path) == models.queens(6)
    assert capsys.readouterr().err == "dlx: 6 queens: 12 + 22 secondary items, 36 options\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("queens 0", 2, "dlx: 0 queens: there must be at least 1\n"),
        ("queens 3 --draw -", 1, "dlx: 3 queens: there is no solution\n"),
        ("queens 3 --orbits", 1, ""),
        ("queens 6 --draw queens.gif", 2, "dlx: queens.gif: the name of a picture ends with"),
        ("queens 6 -o no/such/folder", 2, "dlx: no/such/folder: No such file or directory\n"),
        ("coloring no.txt 3", 2, "dlx: no.txt: No such file or directory\n"),
        ("quens 8", 2, "invalid choice: 'quens'"),
        ("queens", 2, "required: N"),
        ("crossword examples/crossword.txt docs/pictures/page.png", 2, "page.png is no UTF-8 text"),
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


def test_a_drawing_may_be_longer_than_a_name(capsys):
    region = "\n".join(["#" * 30] * 10)
    assert main(["model", "polyominoes", region, "--pieces", "dominoes", "--any-number", "-q", "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith("r1c1 r1c2 ")


def test_costs_decide_what_is_drawn(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(["model", "bin-packing", "10", "4", "8", "1", "4", "2", "1", "--draw", "-"]) == 0
    assert capsys.readouterr().out == "████████▒█ 8 1 1\n████▒▒▒▒██ 4 4 2\n"
