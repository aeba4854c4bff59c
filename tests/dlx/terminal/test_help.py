"""The help of every command: the same sections in the same order, and examples that run as written."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import dlx.terminal.cli
import sudoku.terminal.cli
from dlx import __version__
from tests import ROOT
from tests.processes import finished

EXAMPLES = ROOT / "examples"
CLIS = {"dlx": dlx.terminal.cli, "sudoku": sudoku.terminal.cli}
MAINS = {name: cli.main for name, cli in CLIS.items()}
PAGES = [(name,) for name in MAINS] + [(name, command) for name, cli in CLIS.items() for command in cli.COMMANDS]
SHELL = re.compile(r"[|<>]")
ELSEWHERE = ("dot", "highs")  # third-party programs that read our output
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def called(*words):
    try:
        return MAINS[words[0]](list(words[1:]))
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.fixture
def page(capsys):
    """Return a function that returns the help of a command."""

    def read(*words):
        assert called(*words, "--help") == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return read


@pytest.fixture
def room(tmp_path, monkeypatch):
    """Enter a folder with all files that the examples name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    toy = (EXAMPLES / "toy.dlx").read_text().splitlines()
    problem = "\n".join(line if line[0] == "|" or len(line) > 9 else f"{line} |{len(line)}" for line in toy) + "\n"
    Path("FILE").write_text(problem)
    Path("PUZZLE").write_text(PUZZLE + "\n")
    Path("last-year.txt").write_text(PUZZLE + "\n")
    Path("puzzles.txt").write_text(f"{PUZZLE}\n" * 3)
    Path("drawn_grid.txt").write_text("\n".join(PUZZLE[9 * row : 9 * row + 9] for row in range(9)))
    subprocess.run("gzip -k FILE; mkdir bin", shell=True, check=True)
    for name in ELSEWHERE:
        Path("bin", name).write_text("#!/bin/sh\ncat\n")
    for name in MAINS:
        Path("bin", name).write_text(f'#!/bin/sh\nexec {sys.executable} -m {name} "$@"\n')
    for script in Path("bin").iterdir():
        script.chmod(0o755)
    root = Path(dlx.__file__).parent.parent
    monkeypatch.setenv("PYTHONPATH", str(root))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")


def examples(text):
    """Return the commands of the examples section; at least three spaces separate a command from its remark."""
    section = re.search(r"^examples:\n((?:  .*\n)+)", text, re.MULTILINE)
    assert section, text
    return [re.split(r" {3,}", line[2:])[0] for line in section[1].splitlines()]


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_sections(page, words):
    text = page(*words)
    heads = ["usage: " + " ".join(words), "\noptions:\n", "\nexamples:\n", "\nexit codes: "]
    places = [text.find(head) for head in heads]
    assert places[0] == 0
    assert places == sorted(places)
    assert max(map(len, text.splitlines())) <= 120
    assert len(examples(text)) >= 2


@pytest.mark.parametrize("command", dlx.terminal.cli.COMMANDS)
def test_exit_codes(page, command):
    """A page omits code 1 if a missing solution does not change the exit code, and code 3 if no limit does."""
    never = {"export": {1, 3}, "info": {1, 3}, "draw": {1}}.get(command, set())
    codes = page("dlx", command).partition("exit codes: ")[2]
    assert {int(code) for code in re.findall(r"[0-9]+", codes)} == {0, 1, 2, 3, 70, 130} - never


def serves_nothing(monkeypatch):
    class Nothing:
        def __init__(self, *_, **__):
            pass

        def run(self):
            raise KeyboardInterrupt

        def close(self):
            pass

    monkeypatch.setattr("sudoku.terminal.commands.serve._import_server", lambda: (Nothing, Nothing))
    monkeypatch.setattr("webbrowser.open", lambda _: True)


@pytest.mark.long
@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_examples_run(page, room, monkeypatch, capsys, words):
    serves_nothing(monkeypatch)
    for line in examples(page(*words)):
        if SHELL.search(line):
            done = finished("bash", "-o", "pipefail", "-c", line, cwd=room)
            code, err = done.returncode, done.stderr
        else:
            code, err = called(*shlex.split(line)), capsys.readouterr().err
        wanted = {"explain": (0, 1), "prove": (0, 1), "serve": (130,)}.get(words[-1], (0,))
        if "--time-limit" in line:
            wanted += (3,)  # a busy machine
        assert code in wanted, (line, code, err)


def test_version_of_the_modules_and_the_commands(room):
    for name in MAINS:
        for start in ([sys.executable, "-m", name], [f"bin/{name}"]):
            done = finished(*start, "--version", cwd=room)
            assert (done.returncode, done.stdout, done.stderr) == (0, f"{name} (dlx-engine {__version__})\n", "")


@pytest.mark.parametrize("start", ["import dlx", "from dlx.terminal import cli; cli.main(['--help'])"])
def test_what_starts_without_numpy_and_rich(start):
    code = f"import sys; {start}; sys.exit(bool({{'numpy', 'rich'}} & {{*sys.modules}}))"
    assert finished(sys.executable, "-c", code).returncode == 0
