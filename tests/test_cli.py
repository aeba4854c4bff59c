# SPDX-License-Identifier: MIT
"""The command `dlx`: its output streams, exit codes, limits, Ctrl-C and closed pipes."""

import io
import json
import os
import signal
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from dlx import Problem, Progress, __version__, format_option
from dlx.engine.bar import SECONDS_BEFORE_BAR
from dlx.terminal.commands.shared import Watch
from dlx.terminal.frame import _complain
from tests import processes
from tests.problems import hard_triples
from tests.processes import PATIENCE, on_terminal, started

ROOT = Path(__file__).parent.parent
TOY = str(ROOT / "examples" / "toy.dlx")
COLORS = str(ROOT / "examples" / "colors.dlx")
QUEENS = str(ROOT / "examples" / "queens6.dlx")
COMMANDS = ["solve", "count", "list", "sample", "zdd", "estimate", "option-status", "explain", "reduce", "info"]


def queens(n):
    rows = [f"r{k} c{k}" for k in range(n)]
    diagonals = [f"u{k} d{k}" for k in range(2 * n)]
    squares = [f"r{i} c{j} u{i + j} d{i - j + n}" for i in range(n) for j in range(n)]
    return "\n".join([" ".join([*rows, "|", *diagonals]), *squares, ""])


DLX = (sys.executable, "-m", "dlx")


def finished(*args, **options):
    done = processes.finished(*DLX, *args, **options)
    return done.returncode, done.stdout, done.stderr


# --- answers


def test_solve(dlx):
    code, out, err = dlx("solve", TOY)
    assert (code, out) == (0, "c e\na d f\nb g\n")
    assert err.startswith("dlx: found a solution (6 nodes, 1 guess, ")


def test_solve_with_colors(dlx):
    assert dlx("solve", COLORS, "-q") == (0, "Ann shirt:red key\nBob shirt:red\nCid shirt:red\n", "")


def test_no_solution(dlx, file):
    name = file("a b\na\n")
    assert dlx("solve", name, "-q") == (1, "", "")
    assert dlx("count", name, "-q") == (1, "0\n", "")
    assert dlx("list", name, "-q") == (1, "", "")
    for command in ("solve", "count", "list"):
        assert dlx(command, name)[2].startswith("dlx: no solution (")


def test_count(dlx):
    code, out, err = dlx("count", QUEENS)
    assert (code, out) == (0, "4\n")
    assert err.startswith("dlx: 4 solutions, and no more (")


def test_list(dlx):
    code, out, err = dlx("list", QUEENS)
    blocks = out.removesuffix("\n").split("\n\n")
    assert code == 0
    assert len(set(blocks)) == 4
    problem = Problem.read(QUEENS)
    numbers = {format_option(problem, k): k for k in range(problem.n_options)}
    for block in blocks:
        assert problem.verify([numbers[line] for line in block.split("\n")])
    assert err.startswith("dlx: 4 solutions, and no more (")


def test_seed(dlx):
    lists = [dlx("list", QUEENS, "--seed", seed)[1].removesuffix("\n").split("\n\n") for seed in (1, 1, 2, 3, -5)]
    assert lists[0] == lists[1]
    assert len({tuple(blocks) for blocks in lists}) > 1
    assert len({tuple(sorted(blocks)) for blocks in lists}) == 1
    assert dlx("solve", QUEENS, "--seed", 4, "-q")[0] == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_quiet_is_silent(dlx, command):
    assert dlx(command, TOY, "-q")[2] == ""


def test_standard_input(dlx, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(TOY).read_bytes())))
    assert dlx("count", "-")[:2] == (0, "1\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("a\nb\n"))
    assert dlx("count", "-") == (2, "", "dlx: <stdin>:2: there is no item 'b' in the line of items\n")
    monkeypatch.setattr(sys, "stdin", None)
    assert dlx("count", "-") == (2, "", "dlx: there is no standard input\n")


# --- assumptions


def test_given_and_banned_by_number(dlx):
    assert dlx("count", QUEENS, "--given", 1, "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", "1,9", "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", "1,10", "-q")[1] == "0\n"
    assert dlx("count", QUEENS, "--banned", "1", "--banned", " 2 , 3", "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", 1, "--given", 1, "-q")[1] == "1\n"
    assert dlx("count", QUEENS, "--given", "0,1")[:2] == (1, "0\n")  # they contradict each other
    assert dlx("solve", TOY, "--given", 3, "--banned", 3, "-q") == (1, "", "")


def test_given_and_banned_by_text(dlx):
    assert dlx("count", TOY, "--given", "f  a d", "-q")[:2] == (0, "1\n")
    assert dlx("count", TOY, "--given", "a d f", "--given", "0", "--banned", "g b", "-q")[:2] == (1, "0\n")
    assert dlx("count", COLORS, "--given", "shirt:red Cid key", "-q")[:2] == (1, "0\n")
    assert dlx("count", COLORS, "--given", "shirt:red Cid", "-q")[:2] == (0, "1\n")


def test_text_of_an_option_that_looks_like_a_number(dlx, file):
    name = file("1 2\n1\n2\n1 2\n")
    assert dlx("count", name, "--given", "2", "-q")[1] == "1\n"  # option 2
    assert dlx("list", name, "--given", "1 2", "-q")[1] == "1 2\n"


@pytest.mark.parametrize("option", ["--given", "--banned"])
@pytest.mark.parametrize("command", COMMANDS)
def test_assumptions_that_make_no_sense(dlx, file, command, option):
    name = file("a b | x\na\nb\na\na b\nb x:1\n" + "b x:2\n" * 20)
    for text, complaint in {
        "26": f"{option[2:]} option 26 is out of range: the problem has 25 options (0 to 24)",
        "-1": f"{option[2:]} option -1 is out of range",
        "a": f"{option} 'a': 2 options have exactly these items; give one number of 0, 2\n",
        "x:2 b": f"{option} 'x:2 b': 20 options have exactly these items; give one number of 5, 6, 7, ",
        "b x": f"{option} 'b x': no option has exactly these items",
        "a a": f"{option} 'a a': no option has exactly these items",
        "z": f"{option} 'z': there is no item 'z'; give option numbers or the items of one",
        "1,": f"{option} '1,': there is no item '1,'",
        "": f"{option} '': there is no item ''",
        "9" * 5000: f"{option} '{'9' * 57}...': there is no item",
    }.items():
        code, out, err = dlx(command, name, f"{option}={text}")
        assert (code, out) == (2, "")
        assert err.startswith(f"dlx: {complaint}")


# --- limits


def test_limit(dlx):
    code, out, err = dlx("count", QUEENS, "--limit", 2)
    assert (code, out) == (0, "2\n")
    assert "2 solutions, the number requested; there may be more" in err
    code, out, err = dlx("list", QUEENS, "--limit", 2)
    assert (code, out.count("\n\n")) == (0, 1)
    assert "there may be more" in err
    assert dlx("count", QUEENS, "--limit", 5)[:2] == (0, "4\n")


def test_node_limit(dlx):
    code, out, err = dlx("count", QUEENS, "--node-limit", 60)
    assert code == 3
    found = int(out.removeprefix("at least "))
    assert 0 < found < 4 and out == f"at least {found}\n"
    assert f"stopped by the node limit: at least {found} solution" in err
    assert "(60 nodes, " in err
    code, out, err = dlx("solve", QUEENS, "--node-limit", 3)
    assert (code, out) == (3, "")
    assert "stopped by the node limit before a solution was found" in err
    code, out, err = dlx("list", QUEENS, "--node-limit", 60)
    assert code == 3
    assert len(out.splitlines()) in (7, 14, 21)
    assert out.splitlines()[-1] == f"| stopped by the node limit: at least {out.count('r1')} solution"


def test_time_limit(dlx, file):
    name = file(queens(20))
    for command in ("count", "list"):
        for limit in ("0.05", "0.5", "5", "50"):  # on a busy machine, the first is too short for a solution
            code, out, err = dlx(command, name, "--time-limit", limit)
            assert code == 3
            if "before a solution" not in err:
                break
        assert out
        assert "stopped by the time limit: at least " in err
    assert dlx("solve", name, "--time-limit", 0)[:2] == (3, "")
    assert dlx("count", name, "--time-limit", 0, "-q") == (3, "at least 0\n", "")
    assert dlx("count", QUEENS, "--time-limit", "inf")[:2] == (0, "4\n")


# --- JSON


def test_json_solve(dlx, file):
    code, out, _ = dlx("solve", COLORS, "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["solution"] == {
        "options": [0, 2, 5],
        "items": [["Ann", "shirt:red", "key"], ["Bob", "shirt:red"], ["Cid", "shirt:red"]],
    }
    assert (answer["command"], answer["status"]) == ("solve", "solution limit")
    assert answer["stats"]["nodes"] == 4
    code, out, _ = dlx("solve", file("a b\na\n"), "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["solution"]) == (1, "complete", None)


def test_json_count(dlx):
    code, out, _ = dlx("count", QUEENS, "--json")
    answer = json.loads(out)
    assert (code, answer["count"], answer["exact"], answer["status"]) == (0, 4, True, "complete")
    code, out, _ = dlx("count", QUEENS, "--json", "--limit", 1)
    answer = json.loads(out)
    assert (code, answer["count"], answer["exact"], answer["status"]) == (0, 1, False, "solution limit")
    code, out, _ = dlx("count", QUEENS, "--json", "--node-limit", 1)
    answer = json.loads(out)
    assert (code, answer["count"], answer["exact"], answer["status"]) == (3, 0, False, "node limit")
    assert set(answer["stats"]) >= {"nodes", "updates", "guesses", "solutions", "max_level", "seconds", "kernel"}


def test_json_list(dlx):
    code, out, _ = dlx("list", QUEENS, "--json")
    *solutions, summary = map(json.loads, out.splitlines())
    problem = Problem.read(QUEENS)
    assert code == 0
    assert [tuple(s["options"]) for s in solutions] == [s.options for s in problem.solutions()]
    for solution in solutions:
        assert solution["items"] == [list(problem.option(k)) for k in solution["options"]]
    assert (summary["command"], summary["status"], summary["solutions"]) == ("list", "complete", 4)


# --- info


def info(dlx, *args):
    code, out, _ = dlx("info", *args, "--json")
    assert code == 0
    return json.loads(out)


def test_info(dlx, file):
    facts = info(dlx, file("a b c | x y z\na x:1 y\nb x:2 y\na b x:1\nx y\n"))
    assert facts.pop("memory") > 0
    assert facts.pop("stats")["method"] == "search"
    assert facts == {
        "command": "info",
        "given": [],
        "banned": [],
        "contradiction": False,
        "primary": 3,
        "secondary": 3,
        "options": 4,
        "entries": 11,
        "nodes": 17,
        "option_lengths": [2, 3],
        "primary_sizes": [0, 2],
        "secondary_sizes": [0, 4],
        "colors": 2,
        "never_chosen": 1,
        "multiplicities": 0,
        "uncovered": ["c"],
        "unused": ["z"],
        "kernel": "links",
        "components": 0,
        "largest": 0,
        "symmetries": 1,
        "window": 0,
        "layer_nodes": 0.0,
        "peak_bytes": None,
        "proof": "give weights to items: 1 to 'c'\nevery option weighs a multiple of 2, but the items to cover weigh 1",
        "solutions": 0,
        "complete": True,
        "left": None,
        "search_seconds": None,
    }


def test_info_for_people(dlx, file):
    code, out, err = dlx("info", TOY)
    assert (code, err) == (0, "")
    for line in ("items      7 primary, 0 secondary", "options    6, of 2 to 3 items", "nodes      23 "):
        assert line in out
    assert "a primary item is in 2 to 3 options" in out
    out = dlx("info", file("a b c " + " ".join(f"n{k}" for k in range(20)) + " | x y\nx\na\n"))[1]
    assert "uncovered  b c n0 n1 n2 n3 n4 n5 n6 n7 and 12 more: in no option, so there is no solution" in out
    assert "unused     y: secondary, in no option" in out
    assert "useless    1 option without a primary item, never chosen" in out


def test_info_of_what_is_left(dlx):
    facts = info(dlx, TOY, "--given", "a d f", "--banned", "4")
    assert (facts["given"], facts["banned"]) == ([3], [4])
    assert (facts["primary"], facts["options"], facts["entries"]) == (4, 1, 2)
    assert facts["uncovered"] == ["b", "g"]
    assert "left under 1 given and 1 banned option:" in dlx("info", TOY, "--given", "a d f", "--banned", "4")[1]
    facts = info(dlx, COLORS, "--given", "0")
    assert (facts["primary"], facts["secondary"], facts["options"], facts["colors"]) == (2, 1, 2, 1)
    assert info(dlx, COLORS, "--given", "0,2,5")["options"] == 0


@pytest.mark.parametrize("args", [["--given", "0,2"], ["--given", "3", "--banned", "3"]])
def test_info_of_a_contradiction(dlx, args):
    assert info(dlx, TOY, *args)["contradiction"] is True
    assert "contradict each other" in dlx("info", TOY, *args)[1]


def test_info_of_a_count_that_does_not_end(dlx, file):
    board = file(queens(30))
    out = dlx("info", board, "--time-limit", 0)[1]
    assert "solutions  at least 0\n" in out
    assert "time       unknown\n" in out
    assert "search     without a memory: " in out
    facts = info(dlx, board, "--time-limit", 0)
    assert (facts["complete"], facts["solutions"], facts["left"]) == (False, 0, None)


def test_info_without_options(dlx, file):
    facts = info(dlx, file("a b"))
    assert (facts["options"], facts["option_lengths"], facts["uncovered"]) == (0, None, ["a", "b"])


# --- errors and usage


@pytest.mark.parametrize("command", COMMANDS)
def test_bad_files(dlx, file, tmp_path, command):
    for args, complaint in {
        file("a b\na c\n", "unknown.dlx"): "unknown.dlx:2: there is no item 'c' in the line of items",
        file("", "empty.dlx"): "empty.dlx:1: there is no line of items",
        file(b"\x1f\x8b\x08rubbish", "z.gz"): "z.gz:1: this is a gzip file, not text; unpack it first (gzip -dc)",
        file("a\n" + "b" * 10**6, "long.dlx"): "long.dlx:2: there is no item 'bbbbb",
        str(tmp_path / "nothing.dlx"): "nothing.dlx: No such file or directory",
        str(tmp_path): ": Is a directory",
        "a\0b": "embedded null byte",
    }.items():
        code, out, err = dlx(command, args)
        assert (code, out) == (2, "")
        assert err.startswith("dlx: ")
        assert complaint in err
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["frobnicate", TOY],
        ["solve"],
        ["solve", TOY, TOY],
        ["solve", TOY, "--limit", "2"],
        ["count", TOY, "--limit", "0"],
        ["count", TOY, "--limit", "many"],
        ["count", TOY, "--limit", "²"],
        ["count", TOY, "--seed", "1"],
        ["list", TOY, "--node-limit", "-3"],
        ["list", TOY, "--time-limit", "nan"],
        ["list", TOY, "--time-limit", "-1"],
        ["list", TOY, "--time", "1"],
    ],
)
def test_bad_usage(dlx, args):
    code, out, err = dlx(*args)
    assert (code, out) == (2, "")
    assert "usage: dlx" in err


def test_help(dlx):
    code, out, err = dlx("--help")
    assert (code, err) == (0, "")
    assert "examples:" in out
    toy = [line for line in Path(TOY).read_text().splitlines() if not line.startswith("|")]
    assert "\n".join(f"  {line}" for line in toy) in out
    for command in COMMANDS:
        code, out, _ = dlx(command, "--help")
        assert code == 0
        assert "examples:\n  dlx " + command in out


def test_version(dlx):
    assert dlx("--version") == (0, f"dlx (dlx-engine {__version__})\n", "")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError("no memory for 5 nodes"), "dlx: out of memory: no memory for 5 nodes\n"),
        (MemoryError(), "dlx: out of memory\n"),
        (OverflowError("more than 2^31 nodes"), "dlx: more than 2^31 nodes\n"),
        (PermissionError(13, "Permission denied", "f.dlx"), "dlx: f.dlx: Permission denied\n"),
    ],
)
def test_errors_without_a_traceback(dlx, monkeypatch, error, message):
    def fail(*_):
        raise error

    monkeypatch.setattr(Problem, "read", fail)
    assert dlx("count", TOY) == (2, "", message)


# --- as a process


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
    others |= {"dlx.engine.portfolio", "dlx.structure.invariants", "dlx.workers.counting"}
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


def test_names_that_the_output_cannot_show(file):
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    assert finished("solve", file("é\né\n"), "-q", env=environment) == (0, "\\xe9\n", "")


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


def test_no_bar_when_quiet_or_not_watched(file):
    name = file(queens(20))
    assert finished("count", name, "--time-limit", "1.3", "-q")[2] == ""
    assert finished("count", name, "--time-limit", "1.3")[2].count("\n") == 1


def test_a_solution_is_there_before_the_next_is_found(file):
    """The first solution appears at once, not held in a buffer during the search without solutions that follows."""
    items, *options = holes().splitlines()
    pigeons, _, places = items.partition(" |")
    text = "\n".join([f"{pigeons} end |{places}", f"{pigeons} end", "end", *options])  # bits tries `end` last, too
    with started(*DLX, "list", file(text)) as process:
        assert process.stdout.readline() == f"{pigeons} end\n"
        assert process.poll() is None


def holes():
    """Return 20 pigeons for 19 holes, at most one each: no solution, and over 19! nodes to prove it."""
    n = 20
    pigeons, places = [f"p{k}" for k in range(n)], [f"h{k}" for k in range(n - 1)]
    return "\n".join([" ".join([*pigeons, "|", *places]), *[f"{p} {h}" for p in pigeons for h in places], ""])


# --- options that are never chosen


@pytest.mark.parametrize("command", ["solve", "count", "list", "sample", "zdd", "estimate", "option-status", "explain"])
def test_options_without_a_primary_item(dlx, file, command):
    path = file("a b | x y\na x\nx y\nb\ny\n")
    _, out, err = dlx(command, path)
    assert err.startswith("dlx: warning: 2 options have no primary item and are never chosen, first option 1\n")
    assert err.count("warning") == 1
    code, quiet, err = dlx(command, path, "-q")
    assert (code, err) == (0, "")
    assert quiet == out or command == "estimate"  # its output contains seconds
    err = dlx(command, file("a | x\na\nx\n"))[2]
    assert err.startswith("dlx: warning: option 1 has no primary item and is never chosen\n")
    assert "warning" not in dlx(command, TOY)[2] + dlx("info", path)[2]


def test_output_comes_before_the_complaint(monkeypatch):
    """Both may go to the same file."""
    file = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(file))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(file))
    print("an answer")
    assert _complain("dlx", ["a fault"]) == 2
    assert file.getvalue() == b"an answer\ndlx: a fault\n"


@pytest.mark.parametrize(
    ("command", "out", "err", "wanted"),
    [
        ("list", False, True, True),
        ("list", True, True, False),
        ("count", True, True, True),
        ("count", True, False, False),
    ],
)
def test_the_bar_does_not_disturb_a_list_on_a_terminal(command, out, err, wanted, monkeypatch):
    for name, terminal in (("stdout", out), ("stderr", err)):
        monkeypatch.setattr(sys, name, io.StringIO())
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda terminal=terminal: terminal, raising=False)
    with Watch(Namespace(command=command, quiet=False)) as watch:
        watch(Progress(0.5, 7, 1, SECONDS_BEFORE_BAR))
        assert watch.wanted == (watch.meter.bar is not None) == wanted
    assert watch.meter.bar is None


def test_the_output_of_an_interrupted_command_is_complete():
    command = "from dlx.terminal import process; print(1); process.end('dlx')"
    done = processes.finished(sys.executable, "-c", command, env=os.environ | {"PYTHONUNBUFFERED": ""})
    assert (done.returncode, done.stdout, done.stderr) == (130, "1\n", "dlx: interrupted\n")


def test_a_solvable_problem_has_no_reason(dlx):
    code, out, _ = dlx("explain", TOY, "--json")
    answer = json.loads(out)
    assert (code, answer["kind"], answer["items"], answer["minimal"]) == (0, "solvable", [], False)
