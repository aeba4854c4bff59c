"""`python -m bench` checks its arguments before it measures anything, and needs no package for its tables."""

import os
import subprocess
import sys

import pytest

from bench import show
from bench.__main__ import QUESTIONS, main
from tests import ROOT

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
pytestmark = pytest.mark.reads("dlx", "sudoku")
WRONG = {
    "sudoku empty.txt": "empty.txt has no 9x9 puzzle",
    "sudoku four.txt": "four.txt has no 9x9 puzzle",
    "sudoku good.txt none.txt": "No such file or directory",
    "sudoku .": "Is a directory",
    "sudoku several.txt": "several.txt: 1 of 2 puzzles do not have one solution; the first is ....",
    "sudoku good.txt --tdoku none": "'none' is not a program that can be run",
    "sudoku good.txt --tdoku ./good.txt": "is not a program that can be run",
    "sudoku good.txt --tdoku cat": "cat does not answer as bench/tdoku.cc does",
    "sudoku --rounds 0": "--rounds: '0' is not a whole number of 1 or more",
    "sudoku --rounds x": "--rounds: 'x' is not a whole number of 1 or more",
    "sudoku --most 0": "--most: '0' is not a whole number of 1 or more",
    "sudoku --json none/x.json": "none/x.json: cannot be written; name a file in a folder that exists",
    "sudoku --json .": "cannot be written",
    "sudoku --picture x.gif": "x.gif: the name of a picture ends in .svg or .png",
    "cover pent6x11": "no problem 'pent6x11'; choose one of pent6x10",
    "cover --knuth .": "none of dlx1, dlx2, ssxcc is there, compiled",
    "count queens9": "no problem 'queens9'; choose one of queens",
    "count --knuth none": "none of dlx6 is there, compiled",
    "one --only tiling": "no family or problem 'tiling'; choose one of tilings",
    "one --old none": "'none' is not a program that can be run",
    "one --old true": "'true' cannot import dlx; install a version there",
    "one --limit 0": "--limit: '0' is not",
    "one --seeds -1": "--seeds: '-1' is not",
    "best --only soma": "no problem 'soma'; choose one of",
    "best --limit 0": "--limit: '0' is not",
    "logic --data none": "No such file or directory",
    "logic --data . --sets empty.txt": "empty.txt has no line with a 9x9 puzzle",
    "logic --data . --sets rated.csv": "rated.csv: row 2 does not have a puzzle, clues and a rating",
    "logic --made 0": "nothing to do; pass --data DIR, or --made with a number above 0",
    "killers --number 0": "--number: '0' is not",
    "killers --largest 0": "--largest: '0' is not",
    "many --questions 0": "--questions: '0' is not",
    "crew --workers 0": "--workers: '0' is not",
    "crew --seconds nan": "--seconds: 'nan' is not a number of seconds above 0",
    "build --edit none.h": "--edit: 'none.h' is not a file of the checkout",
    "memory --entries 10": "--entries: '10' is not a whole number of 10,000 or more",
    "generate --puzzles 0": "--puzzles: '0' is not",
    "versions": "--old",
    f"versions --old {sys.executable} --puzzles empty.txt": "empty.txt has no line with a 9x9 puzzle",
    "parallel --rounds 0": "--rounds: '0' is not",
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {"empty.txt": "", "four.txt": "." * 16, "good.txt": f"{HARD}\n", "several.txt": f"{HARD}\n{'.' * 81}\n"}
    for name, text in (texts | {"rated.csv": f"puzzle,clues,rating\n{HARD},21\n"}).items():
        (tmp_path / name).write_text(text)


@pytest.mark.parametrize("words", WRONG)
def test_wrong_arguments_are_refused_before_the_first_round(words, files, capsys, monkeypatch):
    monkeypatch.setattr("bench.measure.take_turns", None)
    with pytest.raises(SystemExit) as stopped:
        main(words.split())
    assert stopped.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines()[-1].startswith(f"python -m bench {words.split()[0]}: error: ")
    assert WRONG[words] in captured.err


def test_every_question_is_tried():
    assert {words.split()[0] for words in WRONG} == QUESTIONS.keys()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("sudoku --picture x.png", "a picture needs matplotlib: pip install matplotlib"),
        ("parallel --dask", "--dask needs distributed: pip install distributed"),
    ],
)
def test_a_missing_package(words, message, files, capsys, monkeypatch):
    for name in ("matplotlib", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(SystemExit):
        main(words.split())
    assert message in capsys.readouterr().err


def test_tables_without_rich(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.console", None)
    show.table("Title", ["problem", "seconds"], [["queens 8", "1.5"], ["Soma", "12.5"]])
    assert capsys.readouterr().out == "\nTitle\nproblem   seconds\nqueens 8      1.5\nSoma         12.5\n"
    show.table("Empty", ["problem", "seconds"], [])
    assert capsys.readouterr().out == "\nEmpty\nproblem  seconds\n"


@pytest.mark.long
def test_a_run_after_the_plain_installation(tmp_path):
    """NumPy is the only other package."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nfor name in ('rich', 'matplotlib', 'scipy', 'ortools', 'pysat'): sys.modules[name] = None\n"
    )
    (tmp_path / "good.txt").write_text(HARD)
    words = ["-m", "bench", "sudoku", str(tmp_path / "good.txt"), "--rounds", "1", "--no-naive"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Puzzles proved unique a second, one thread, CPU time\nset   puzzles  guesses each" in done.stdout
