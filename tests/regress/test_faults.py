# SPDX-License-Identifier: MIT
"""A crash, or a thread that could not start, ended with exit code 1, which means that there is no solution."""

import subprocess
import sys
import threading
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from dlx import Unfinished
from dlx.terminal import cli
from dlx.workers import executors
from sudoku.terminal import cli as sudoku_cli

ROOT = Path(__file__).parents[2]
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

CRASH = """
import runpy, sys
import dlx.terminal.commands.facts, sudoku.terminal.commands.rate

def crash(args):
    raise {error}("of ours")

dlx.terminal.commands.facts.info = sudoku.terminal.commands.rate.run = crash
sys.argv[1:] = {words}
{start}
"""
STARTS = {
    "dlx": "from dlx.terminal.cli import program; program()",
    "sudoku": "from sudoku.terminal.cli import program; program()",
    "-m dlx": "runpy.run_module('dlx', run_name='__main__')",
    "-m sudoku": "runpy.run_module('sudoku', run_name='__main__')",
}
LAST = "{0}: internal error: this is a fault of {0}, not of your input; please report it with the lines above"


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("error", ["KeyError", "RecursionError", "AssertionError"])
def test_a_crash_has_an_exit_code_of_its_own(start, error):
    name = start.split()[-1]
    words = ["info", "FILE"] if name == "dlx" else ["rate", HARD]
    code = CRASH.format(error=error, words=words, start=STARTS[start])
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (70, "")
    assert lines[0] == "Traceback (most recent call last):" and lines[-1] == LAST.format(name)
    assert error in lines[-2] and "of ours" in lines[-2]


def test_what_was_printed_before_a_crash(dlx, file, monkeypatch, capsys):
    def crash(args):
        print("so far")
        return 1 // 0

    monkeypatch.setattr("dlx.terminal.commands.facts.info", crash)
    assert cli.main(["info", "FILE"]) == 70
    out, err = capsys.readouterr()
    assert out == "so far\n" and "ZeroDivisionError" in err


def test_a_thread_that_cannot_start_is_out_of_memory(file, monkeypatch, capsys):
    def start(self):
        raise RuntimeError("can't start new thread")

    problem = file("a b\na\nb\na b\n")
    puzzles = file(f"{HARD}\n" * 5000)
    monkeypatch.setattr(threading.Thread, "start", start)
    for main, *words in (
        (cli.main, "count", problem, "--workers", "2", "--method", "search"),
        (cli.main, "count", problem, "--checkpoint", f"{problem}.db"),
        (sudoku_cli.main, "solve", puzzles, "--workers", "2"),
        (sudoku_cli.main, "generate", "-n", "9", "--workers", "2"),
        (sudoku_cli.main, "generate", "-n", "9", "--workers", "2", "--difficulty", "easy"),
    ):
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"{'dlx' if main is cli.main else 'sudoku'}: out of memory: can't start new thread\n")


def test_a_worker_that_died(monkeypatch, capsys):
    def generate(*args, **more):
        raise BrokenProcessPool(executors.DIED)

    monkeypatch.setattr("sudoku.making.generator.generate_batch", generate)
    assert sudoku_cli.main(["generate"]) == 2
    assert capsys.readouterr().err == f"sudoku: {executors.DIED}\n"


@pytest.mark.parametrize("command", ["dlx", "sudoku"])
def test_the_help_names_the_exit_code(command):
    words = [sys.executable, "-m", command, "--help"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "70 internal error" in done.stdout
    assert "| 70 |" in (ROOT / "docs" / "command-lines.md").read_text()


def test_an_answer_that_a_limit_cut_short_is_no_bad_input(monkeypatch, capsys):
    def cut(args):
        raise Unfinished("the time limit ended the count: at least 5 solutions", 5)

    monkeypatch.setattr("dlx.terminal.commands.facts.info", cut)
    assert cli.main(["info", "FILE"]) == 3
    assert capsys.readouterr().err == "dlx: the time limit ended the count: at least 5 solutions\n"
