# SPDX-License-Identifier: MIT
"""Control characters in names: escaped on a terminal, unchanged in a pipe or a file."""

import io
import os
import pty
import re
import subprocess
import sys
import threading
import unicodedata

import pytest

from dlx.system.screen import Screen, escaped
from tests import ROOT

TITLE, RED, CSI, BACK, DEL = "\x1b]0;pwned\x07", "\x1b[31mred", "\x9b32m", "\u202egnp", "\x7f\b"
TEXT = f"""{TITLE} {RED} | {CSI}
{TITLE} {CSI}:{BACK}
{RED} {CSI}:{BACK}
{TITLE} {RED} |2
{TITLE} {CSI}:{DEL}
"""
PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def on_a_terminal(*command, folder=ROOT):
    """Return a command's output, with stdout and stderr on a terminal that is read while the command runs."""
    ours, theirs = pty.openpty()
    seen = []

    def drain():
        try:
            while piece := os.read(ours, 4096):
                seen.append(piece)
        except OSError:  # the other end is closed
            pass

    reader = threading.Thread(target=drain)
    environment = os.environ | {"TERM": "xterm", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    try:
        with subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
        ) as process:
            reader.start()
            try:
                code = process.wait(timeout=120)
            finally:
                process.kill()
    finally:
        os.close(theirs)
    reader.join()
    os.close(ours)
    return code, b"".join(seen).decode().replace("\r\n", "\n")


def controls(text):
    """Return the control and format characters in a text, except line ends and tabs."""
    return [c for c in text if unicodedata.category(c) in ("Cc", "Cf") and c not in "\n\t"]


COMMANDS = [
    "solve FILE",
    "solve FILE --json",
    "solve FILE --min-cost",
    "list FILE",
    "list FILE --min-cost",
    "count FILE",
    "sample FILE -n 3",
    "zdd FILE --dot -",
    "estimate FILE",
    "option-status FILE",
    "explain UNSOLVABLE",
    "reduce FILE",
    "reduce FILE -o -",
    "reduce FILE -o /dev/stdout",
    "export FILE --to cnf",
    "export FILE --to opb -o -",
    "export FILE --to lp -o /dev/stdout",
    "info FILE",
    "draw FILE",
    "draw FILE --tree",
    "solve FILE --given NAME",
    "solve NAME",
    "model crossword --words WORDS",
]


@pytest.fixture
def names(tmp_path):
    """Return the arguments behind the words of a command above."""
    made = {"FILE": TEXT, "UNSOLVABLE": TEXT.replace(f"{TITLE} {RED} |2\n", ""), "WORDS": f"{RED}\n{BACK}\n"}
    for name, text in made.items():
        (tmp_path / name).write_bytes(text.encode())
    return {name: str(tmp_path / name) for name in made} | {"NAME": TITLE + RED}


@pytest.mark.parametrize("command", COMMANDS)
def test_names_on_a_terminal(names, tmp_path, command):
    _, seen = on_a_terminal("dlx", *(names.get(word, word) for word in command.split()))
    assert "Traceback" not in seen
    assert controls(seen) == []


def test_what_a_terminal_shows(names):
    shown = "\\x1b]0;pwned\\x07 \\x9b32m:\\u202egnp\n\\x1b[31mred \\x9b32m:\\u202egnp\n"
    assert on_a_terminal("dlx", "solve", names["FILE"], "-q") == (0, shown)


@pytest.mark.parametrize(
    "command",
    [
        ["solve", f"\x1b[31m{PUZZLE}"],
        ["solve", "\x1b[31mno file.txt"],
        ["check", "FILE"],
        ["solve", "FILE"],
        ["explain", "FILE"],
        ["generate", "--symmetry", "\x1b[31m"],
        ["generate", "--require", "\x1b[31m"],
        ["solve", PUZZLE, "--board", "\x1b[31m"],
        ["draw", PUZZLE, "-o", "\x1b[31m"],
        ["draw", PUZZLE],
        ["solve", PUZZLE],
    ],
)
def test_sudoku_on_a_terminal(tmp_path, command):
    (tmp_path / "FILE").write_text(f"{PUZZLE}\n\x1b[31m{PUZZLE}\n# {TITLE}\n{PUZZLE} {RED}\n")
    _, seen = on_a_terminal("sudoku", *command, folder=tmp_path)
    assert "Traceback" not in seen
    assert controls(seen) == []


@pytest.mark.parametrize("command", ["solve FILE", "list FILE", "reduce FILE -o -", "zdd FILE --dot -", "draw FILE"])
def test_a_pipe_gets_names_as_they_are(names, command):
    words = [names.get(word, word) for word in command.split()]
    done = subprocess.run([sys.executable, "-m", "dlx", *words], cwd=ROOT, capture_output=True, timeout=60)
    assert TITLE in done.stdout.decode()


def test_the_bar_still_draws(tmp_path):
    rows = [f"r{k} c{k}" for k in range(20)]
    squares = [f"r{i} c{j} u{i + j} d{i - j + 20}" for i in range(20) for j in range(20)]
    text = " ".join([*rows, "|", *(f"u{k} d{k}" for k in range(40))])
    (tmp_path / "queens").write_text("\n".join([text, *squares, ""]))
    code, seen = on_a_terminal("dlx", "count", str(tmp_path / "queens"), "--method", "search", "--time-limit", "2")
    assert code == 3
    assert "\x1b[?25l" in seen  # the cursor is hidden
    assert "\\x1b" not in seen
    assert re.search(r"[\d,]+ nodes", seen)


def test_escaped():
    assert escaped("a b\tc\nä ✓ 👩‍🚀 \\x1b") == "a b\tc\nä ✓ 👩‍🚀 \\x1b"
    for number in [*range(9), *range(11, 32), *range(127, 160), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F)]:
        shown = escaped(f"x{chr(number)}y")
        assert shown.isprintable() and shown.isascii() and shown[:2] == "x\\" and shown[-1] == "y"


def test_a_flush_goes_on_to_the_terminal():
    below = io.BytesIO()
    screen = Screen(io.TextIOWrapper(below, encoding="utf-8", write_through=False))
    screen.writelines(["one ", "\x1b[31mtwo"])
    assert below.getvalue() == b""
    screen.flush()
    assert below.getvalue() == b"one \\x1b[31mtwo"
