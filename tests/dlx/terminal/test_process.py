# SPDX-License-Identifier: MIT
"""The command as a process: its exit code, closed pipes, full disks, and Ctrl-C."""

import io
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from dlx.terminal.frame import _complain
from tests import processes
from tests.dlx.terminal.runs import DLX, QUEENS, TOY, finished, queens
from tests.problems import hard_triples
from tests.processes import PATIENCE, on_terminal, started


def test_exit_codes_of_the_process(file):
    assert finished("solve", TOY)[:2] == (0, "c e\na d f\nb g\n")
    assert finished("solve", file("a\n"), "-q") == (1, "", "")
    assert finished("solve", file("a\nb\n"))[0] == 2
    assert finished("count", QUEENS, "--node-limit", "1", "-q") == (3, "at least 0\n", "")
    with Path(file(b"a\n\xff")).open("rb") as stream:
        bad = finished("count", "-", stdin=stream)
    assert bad == (2, "", "dlx: <stdin>:2: byte 0xff is not UTF-8 text\n")


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["solve", "--help"], ["solve"]])
def test_a_start_without_slow_imports(args):
    run = f"from dlx.terminal.cli import main; main({args!r})"
    code = f"import sys; {run}; sys.exit(bool({{'numpy', 'rich', 'dataclasses'}} & {{*sys.modules}}))"
    assert processes.finished(sys.executable, "-c", code).returncode == 0


def test_a_search_starts_without_what_other_questions_need():
    others = {f"dlx.questions.{name}" for name in ("batch", "best", "count", "estimate", "reduce", "zdd")}
    others |= {"dlx.engine.race", "dlx.structure.invariants", "dlx.workers.counting"}
    run = f"from dlx.terminal.cli import main; main(['solve', {TOY!r}])"
    code = f"import sys; {run}; sys.exit(bool({others} & {{*sys.modules}}))"
    assert processes.finished(sys.executable, "-c", code).returncode == 0


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_closed_pipe_ends_it_quietly(file, extra):
    with started(*DLX, "list", file(queens(20)), "-q", *extra) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE) == 0


def test_a_full_disk_is_an_error():
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full")
    with full.open("w") as out:
        assert finished("count", TOY, stdout=out) == (2, None, "dlx: No space left on device\n")


def test_no_standard_error_at_all():
    command = f"exec {sys.executable} -m dlx count {TOY} 2>&-"
    done = processes.finished("/bin/sh", "-c", command)
    assert (done.returncode, done.stdout) == (0, "1\n")


def interrupted(*args):
    """Send Ctrl-C once the progress bar appears; nothing else ends the command. Return (code, output, screen text)."""
    with on_terminal(*DLX, *args, env=os.environ | {"TERM": "xterm", "COLUMNS": "120"}) as (process, screen):
        screen.wait("nodes")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, out, screen.text()


@pytest.mark.parametrize("command", ["count", "solve"])
def test_ctrl_c(file, command):
    """Ctrl-C ends a running search; the bar shows that it runs."""
    path = file(queens(20))
    if command == "solve":
        hard_triples().write(path)
    code, out, screen = interrupted(command, path)
    assert (code, out) == (130, "")
    assert "interrupted" in screen


def test_ctrl_c_with_json(file):
    code, out, screen = interrupted("count", file(queens(20)), "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["exact"]) == (130, "interrupted", False)
    assert answer["count"] > 0
    assert f"interrupted: at least {answer['count']:,} solutions" in screen


def test_ctrl_c_on_many_workers(file, tmp_path):
    how = ("--workers", 2, "--checkpoint", tmp_path / "run.db", "--method", "search", "--json")
    code, out, screen = interrupted("count", file(queens(20)), *map(str, how))
    answer = json.loads(out)
    assert (code, answer["status"], answer["exact"]) == (130, "interrupted", False)
    assert answer["count"] > 0
    assert "the same command continues from " in screen
    assert f"interrupted: at least {answer['count']:,} solutions" in screen


def test_ctrl_c_while_listing(file):
    with started(*DLX, "list", file(queens(20))) as process:
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err.startswith("dlx: interrupted: at least ")


def test_output_comes_before_the_complaint(monkeypatch):
    """Both may go to the same file."""
    file = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(file))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(file))
    print("an answer")
    assert _complain("dlx", ["a fault"]) == 2
    assert file.getvalue() == b"an answer\ndlx: a fault\n"


def test_the_output_of_an_interrupted_command_is_complete():
    command = "from dlx.terminal import process; print(1); process.end('dlx')"
    done = processes.finished(sys.executable, "-c", command, env=os.environ | {"PYTHONUNBUFFERED": ""})
    assert (done.returncode, done.stdout, done.stderr) == (130, "1\n", "dlx: interrupted\n")
