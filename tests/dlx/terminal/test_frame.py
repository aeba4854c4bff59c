# SPDX-License-Identifier: MIT
"""Every command that writes a file keeps the old one through 13 failures, and a run of answers leaves FILE.part.

The parsers name the commands: one without an example here fails, and so does one that opens its output elsewhere than
in dlx/system/files.py. Each attempt runs in a fork, which costs a tenth of a process of its own.
"""

import argparse
import ast
import gzip
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from importlib import import_module, util
from pathlib import Path

import pytest

from dlx.terminal.frame import FILE_METAVARS, OUTPUTS
from tests import ROOT
from tests.processes import PATIENCE

resource = pytest.importorskip("resource", reason="the system has no limits")
pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork"),
    pytest.mark.reads("dlx", "sudoku"),
]
A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES = [A, A[::-1], A.translate(str.maketrans("123456789", "234567891"))] * 7
OLD = b"a night's answers\n" * 50
PARSERS = {name: import_module(f"{name}.terminal.cli") for name in ("dlx", "sudoku")}
COMMANDS = {name: cli.COMMANDS for name, cli in PARSERS.items()}
INPUTS = {"regions", "rules", "known", "mask", "puzzles", "file", "board", "pieces", "costs"}
INPUTS |= {"checkpoint"}  # a database that a run continues, with tests of its own

# (program, command, option): examples; IN is a good input, OUT the file
EXAMPLES = {
    **{
        ("sudoku", command, "--output"): [f"{command} IN -o OUT.txt"]
        for command in ("solve", "count", "check", "rate", "candidates", "canonical")
    },
    ("sudoku", "convert", "--output"): [
        "convert --to hodoku IN -o OUT.txt",
        "convert --to csv --solution IN -o OUT.csv",
        "convert --to csv IN -o OUT.csv.gz",
        "convert --to parquet IN -o OUT.parquet",
    ],
    ("sudoku", "hint", "--output"): ["hint ONE -o OUT.svg"],
    ("sudoku", "explain", "--output"): ["explain ONE -o OUT.html"],
    ("sudoku", "draw", "--output"): ["draw ONE -o OUT.svg"],
    ("sudoku", "print", "--output"): ["print IN -o OUT.html"],
    ("dlx", "zdd", "--output"): ["zdd IN -o OUT.zdd"],
    ("dlx", "zdd", "--dot"): ["zdd IN --dot OUT.dot"],
    ("dlx", "reduce", "--output"): ["reduce IN -o OUT.dlx"],
    ("dlx", "export", "--output"): [f"export IN --to {form} -o OUT.{form}" for form in ("cnf", "opb", "lp")],
    ("dlx", "draw", "--output"): ["draw IN -o OUT.svg", "draw IN --tree -o OUT.html"],
    ("dlx", "explain", "--draw"): ["explain MUTILATED --draw OUT.svg"],
    ("dlx", "prove", "--output"): ["prove NONE -o OUT.cnf", "prove NONE -o OUT.drat"],
    ("dlx", "model", "--output"): ["model queens 5 -o OUT.dlx"],
    ("dlx", "model", "--draw"): ["model queens 5 --draw OUT.svg"],
    ("dlx", "model", "--sheet"): ["model queens 5 --sheet OUT.svg"],
}
CALLS = [f"{program} {words}" for (program, _, _), examples in EXAMPLES.items() for words in examples]
GROWING = [call for call in CALLS if call.endswith((".txt", ".csv", ".csv.gz", ".parquet"))]


def actions(parser, path=()):
    """Yield the command and each option of a parser, with all its sub-commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield from actions(command, (*path, name))
        elif path:
            yield path, action


def options(program):
    cli = PARSERS[program]
    parser = cli._parser() if program == "dlx" else cli._parser([*COMMANDS[program]])
    return list(actions(parser))


def test_every_command_with_an_output_is_in_the_table():
    found = {
        (program, path[0], f"--{action.dest}")
        for program in PARSERS
        for path, action in options(program)
        if action.dest in OUTPUTS
    }
    assert found == set(EXAMPLES)


@pytest.mark.parametrize("program", PARSERS)
def test_every_option_that_names_a_file_is_an_input_or_an_output(program):
    """A new one belongs into INPUTS, or into OUTPUTS of the frame: then the table wants examples."""
    words = FILE_METAVARS - {"GRID", "REGION", "TABLE", "WORDS", "LESSONS", "EDGES"}  # of models: inputs
    named = {
        action.dest
        for path, action in options(program)
        if words & set(str(action.metavar).replace(".", "|").split("|"))
    }
    assert named <= INPUTS | set(OUTPUTS), named


# --- who opens files

WRITES = {"write_text", "write_bytes", "rename", "renames", "touch", "copyfile", "copy2", "mkstemp"}
ALLOWED = {  # file: the calls that it may have, and why
    "dlx/terminal/frame.py": ["open", "open"],  # the null device, in place of a closed standard output
    "dlx/engine/strategies/cadical.py": ["open"],  # in a process of its own, a file in a folder that prove makes
    "dlx/workers/checkpoint.py": ["copyfile", "copyfile"],  # into a temporary folder
}


def writing_calls(text):
    """Yield the names of calls in a file of Python that may open, create or rename a file for writing."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = [*node.args, *(word.value for word in node.keywords if word.arg in ("mode", "flags"))]
            words = ast.unparse(ast.Tuple(given))
            modes = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            writes = any(set(mode) <= set("rwaxbt+") and set(mode) & set("wax+") for mode in modes)
            moved = name == "replace" and len(node.args) == 1 and not node.keywords
            if name in WRITES or moved or (name == "open" and (writes or "O_WRONLY" in words or "O_RDWR" in words)):
                yield name


def test_no_other_file_opens_a_file_for_writing():
    for program in PARSERS:
        for path in sorted((ROOT / program).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name != "dlx/system/files.py":
                assert sorted(writing_calls(path.read_text())) == ALLOWED.get(name, []), name


@pytest.mark.parametrize(
    "text",
    ["open(x, 'w')", "p.open('ab')", "p.open(mode='r+')", "p.write_text(t)", "os.open(p, os.O_WRONLY)", "a.replace(b)"],
)
def test_an_opened_file_is_noticed(text):
    assert list(writing_calls(text))
    assert not list(writing_calls("open(x); p.open('rb'); 'a'.replace('b', 'c'); replace(x, a=1)"))


# --- attempts


def mutilated_chessboard():
    """Return a problem without a solution, whose explanation has weights to draw."""
    cells = [(r, c) for r in range(8) for c in range(8) if (r, c) not in ((0, 0), (7, 7))]
    dominoes = [f"{r},{c} {a},{b}" for r, c in cells for a, b in ((r + 1, c), (r, c + 1)) if (a, b) in cells]
    return "\n".join([" ".join(f"{r},{c}" for r, c in cells), *dominoes, ""])


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Return the words for IN, ONE, NONE and faulty inputs, by program."""
    folder = tmp_path_factory.mktemp("inputs")
    folder.chmod(0o755)
    files = {
        "puzzles.txt": "".join(f"{puzzle}\n" for puzzle in PUZZLES),
        "short.txt": f"{A[:-1]}\n",
        "columns.csv": f"id,puzzle\n1,{A}\n",
        "toy.dlx": (ROOT / "examples" / "toy.dlx").read_text(),
        "none.dlx": "a b c\na b\nb c\n",
        "bad.dlx": "a b\na q\n",
        "mutilated.dlx": mutilated_chessboard(),
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    return {
        "sudoku": {
            "IN": folder / "puzzles.txt",
            "ONE": A,
            "SHORT": folder / "short.txt",
            "CSV": folder / "columns.csv",
        },
        "dlx": {
            "IN": folder / "toy.dlx",
            "NONE": folder / "none.dlx",
            "BAD": folder / "bad.dlx",
            "MUTILATED": folder / "mutilated.dlx",
        },
    }


def words_of(call, inputs, out):
    """Return the program, and the words of a call that writes to a file."""
    program, *words = call.split()
    known = {word: str(value) for word, value in inputs[program].items()}
    return program, [str(out) if word.startswith("OUT") else known.get(word, word) for word in words]


def attempt(program, words, prepare=lambda: None, wait=lambda pid: None):
    """Run a command in a fork; return its exit code (minus a signal) and its standard error, which must be short."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads in the parent, which the child never uses
        pid = os.fork()
    if not pid:
        code = 99
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            os.dup2(writing, 2)
            sys.stdin, sys.stdout, sys.stderr = (open(k, mode) for k, mode in ((1, "r"), (1, "w"), (2, "w")))  # noqa
            sys.stderr.reconfigure(line_buffering=True)
            prepare()
            code = PARSERS[program].main(words)
            sys.stdout.flush()
        except SystemExit as stop:
            code = stop.code
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    wait(pid)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with open(reading) as err:  # noqa: PTH123
        return code, err.read()


@pytest.fixture(scope="module")
def complete(inputs, tmp_path_factory):
    """Return the file that a call writes."""
    made = {}

    def bytes_of(call):
        if call not in made:
            out = tmp_path_factory.mktemp("complete") / call.split()[-1]
            program, words = words_of(call, inputs, out)
            code, err = attempt(program, words)
            assert code in (0, 1), err
            made[call] = out.read_bytes()
        return made[call]

    return bytes_of


def skip_without_packages(call):
    for word, package in (("parquet", "pyarrow"), ("prove", "pysat")):
        if word in call and not util.find_spec(package):
            pytest.skip(f"needs {package}")


@pytest.fixture(params=CALLS)
def call(request):
    skip_without_packages(request.param)
    return request.param


@pytest.fixture
def out(tmp_path, call):
    """Return a file with last night's answers, by the name that the call gives it."""
    path = tmp_path / "OUT" / call.split()[-1]
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def on_event(name, react):
    """Return what a fork does first: it reacts to the first event of this name that concerns a file to be written."""
    heard = []

    def hook(event, details):
        writes = event != "open" or (isinstance(details[2], int) and details[2] & (os.O_WRONLY | os.O_RDWR))
        if event == name and writes and not heard and "/OUT/" in str(details[0]):
            heard.append(event)
            react()

    return lambda: sys.addaudithook(hook)


def interrupt():
    raise KeyboardInterrupt


def kill():
    os.kill(os.getpid(), signal.SIGKILL)


def limited(action, size):
    """Return what a fork does first: its files end at this size, as on a full disk, with an error or a signal."""

    def prepare():
        import zipfile  # noqa: F401 (the limit would be for its .pyc as well)

        signal.signal(signal.SIGXFSZ, action)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return prepare


def broken():
    """Close the reading end of standard output and standard error."""
    reading, writing = os.pipe()
    os.close(reading)
    os.dup2(writing, 1)
    os.dup2(writing, 2)


def faulty(call, fault):
    """Return the call with a fault in what it reads."""
    source = next((word for word in call.split() if word in ("IN", "ONE", "NONE", "MUTILATED")), "queens")
    ours = call.startswith("sudoku")
    changed = {
        "mistyped input": call.replace(source, "missing.txt"),
        "second input missing": call.replace(source, f"{source} missing.txt"),
        "rules missing": f"{call} --rules missing.json" if ours else f"{call} --given 999",
        "column missing": f"{call.replace(source, 'CSV')} --column x" if ours else f"{call} --banned 999",
        "wrong number of cells": call.replace(source, "SHORT" if ours else "BAD"),
        "a folder": call.replace(source, "."),
    }
    return changed[fault]


@pytest.mark.parametrize(
    "fault",
    [
        *("mistyped input", "second input missing", "rules missing", "column missing"),
        *("wrong number of cells", "a folder"),
    ],
)
def test_a_fault_in_the_input_keeps_the_old_file(inputs, call, out, fault):
    changed = faulty(call, fault)
    code, err = attempt(*words_of(changed, inputs, out))
    assert code == 2 and err and "Traceback" not in err
    assert out.read_bytes() == OLD
    assert [path.name for path in out.parent.iterdir()] == [out.name]


def outputs(call, out):
    """Return the files of a call."""
    return [out.with_suffix(end) for end in (".cnf", ".drat")] if " prove " in call else [out]


def check_kept(call, out, code, complete):
    """Check that the old file is there, or the new one if the command reports success."""
    data = out.read_bytes()
    assert data == OLD or (code in (0, 1) and data == complete(call))
    assert data != OLD or code not in (0, 1)


def check_resumes(call, inputs, out, complete):
    """Check that a run of answers that was cut short continues."""
    part = out.with_name(f"{out.name}.part")
    if call in GROWING and part.exists() and ".parquet" not in call:
        program, words = words_of(call, inputs, out)
        code, err = attempt(program, words)
        assert code == 2 and f"{part} has the answers of an interrupted run; continue it with --resume" in err
        code, err = attempt(program, [*words, "--resume"])
        assert code == 0, err
        assert readable(out.name, out.read_bytes()) == readable(out.name, complete(call)) and not part.exists()


def readable(name, data):
    return gzip.decompress(data) if name.endswith(".gz") else data


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_a_full_disk(inputs, call, out, complete, share):
    size = int(share * len(complete(call))) + 1
    code, err = attempt(*words_of(call, inputs, out), limited(signal.SIG_IGN, size))
    assert code == 2 and err.endswith("File too large\n") and "Traceback" not in err
    assert out.read_bytes() == OLD
    part = out.with_name(f"{out.name}.part")
    assert {path.name for path in out.parent.iterdir()} <= {out.name, *([part.name] if call in GROWING else [])}
    assert part.exists() == (f"the answers so far are in {part}; --resume continues them" in err)
    assert not part.exists() or readable(out.name, part.read_bytes()).endswith(b"\n")
    check_resumes(call, inputs, out, complete)


@pytest.mark.parametrize("event", ["open", "os.rename"])
@pytest.mark.parametrize("react", [interrupt, kill])
def test_a_signal_before_the_first_answer_and_after_the_last(inputs, call, out, complete, event, react):
    code, err = attempt(*words_of(call, inputs, out), on_event(event, react))
    assert code == (130 if react is interrupt else -signal.SIGKILL), err
    assert out.read_bytes() == OLD
    names = {path.name for path in out.parent.iterdir() if not path.name.startswith(".dlx-")}
    part = f"{out.name}.part"
    assert names == {out.name, *([part] if call in GROWING and event == "os.rename" else [])}
    assert react is kill or not list(out.parent.glob(".dlx-*"))
    check_resumes(call, inputs, out, complete)


def test_a_kill_while_the_file_is_written(inputs, call, out, complete):
    size = len(complete(call)) // 2
    code, err = attempt(*words_of(call, inputs, out), limited(signal.SIG_DFL, size))
    assert code == -signal.SIGXFSZ, err
    assert out.read_bytes() == OLD
    check_resumes(call, inputs, out, complete)


def end_by_interrupts(pid):
    """Interrupt a process until it ends: a signal just before a read blocks is seen only when the read returns."""
    while True:
        os.kill(pid, signal.SIGINT)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
                return
            time.sleep(0.01)


@pytest.mark.parametrize("call", GROWING)
def test_ctrl_c_after_the_first_answers(inputs, call, out, complete):
    """Some puzzles arrive through a pipe; the interrupt comes when FILE.part has answers, or when the reader waits."""
    skip_without_packages(call)
    source = out.parent / "pipe"
    os.mkfifo(source)
    part = out.with_name(f"{out.name}.part")

    def small_members():
        for module, name in (("packed", "MEMBER_BYTES"), ("parquet", "ROWS_PER_GROUP")):
            setattr(import_module(f"sudoku.terminal.commands.{module}"), name, 1)

    def send(pid):
        with source.open("w") as pipe:
            pipe.write("".join(f"{puzzle}\n" for puzzle in PUZZLES * 20))  # less than a pipe holds
            pipe.flush()
            until = time.monotonic() + PATIENCE
            while not (part.exists() and part.stat().st_size) and time.monotonic() < until:
                time.sleep(0.01)
            end_by_interrupts(pid)

    program, words = words_of(call, {"sudoku": {"IN": source}}, out)
    code, err = attempt(program, words, small_members, send)
    remedy = "" if ".parquet" in call else "; --resume continues them"
    assert code == 130 and err.endswith(f"sudoku: the answers so far are in {part}{remedy}\nsudoku: interrupted\n")
    assert out.read_bytes() == OLD
    if ".parquet" in call:
        from pyarrow import parquet

        assert len(parquet.read_table(part)) > 0
    else:
        lines, known = readable(out.name, part.read_bytes()), readable(out.name, complete(call))
        known = known.replace(os.fsencode(inputs["sudoku"]["IN"]), os.fsencode(source))
        assert lines.endswith(b"\n")
        assert all(a == b for a, b in zip(lines.splitlines(), known.splitlines(), strict=False))


def test_a_broken_pipe(inputs, call, out, complete):
    code, _ = attempt(*words_of(call, inputs, out), broken)
    check_kept(call, out, code, complete)
    check_resumes(call, inputs, out, complete)


def test_a_folder_as_output(inputs, call, tmp_path):
    for name in outputs(call, tmp_path / call.split()[-1]):
        name.mkdir()
    code, err = attempt(*words_of(call, inputs, tmp_path / call.split()[-1]))
    assert code == 2 and "Is a directory" in err and "Traceback" not in err
    assert not [path for path in tmp_path.rglob("*") if not path.is_dir()]


def as_a_user(program, words):
    """Drop the rights of root, for whom nothing is read-only; run a command before, as a user may not import it."""
    if os.geteuid() == 0:
        PARSERS[program].main(words)
        os.setgid(65534)
        os.setuid(65534)


@pytest.fixture
def open_folder():
    """Return a folder that any user can enter; the folders of pytest are closed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "OUT").mkdir()
        folder.chmod(0o755)
        yield folder
        (folder / "OUT").chmod(0o755)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_read_only(inputs, call, open_folder, what):
    shared = {program: dict(values) for program, values in inputs.items()}
    for values in shared.values():
        for word, value in values.items():
            if isinstance(value, Path):
                values[word] = shutil.copy(value, open_folder)
    out = open_folder / "OUT" / call.split()[-1]
    files = outputs(call, out)
    for file in files:
        file.write_bytes(OLD)
        file.chmod(0o444 if what == "file" else 0o666)
    out.parent.chmod(0o777 if what == "file" else 0o555)
    before = words_of(call, shared, open_folder / out.name)
    code, err = attempt(*words_of(call, shared, out), lambda: as_a_user(*before))
    assert "Traceback" not in err
    if what == "file":
        assert code == 2 and "Permission denied" in err
    elif call in GROWING:
        assert code == 2 and f"its folder accepts no {out.name}.part" in err
    assert all((file.read_bytes() == OLD) == (code == 2) for file in files)
    assert sorted(out.parent.iterdir()) == sorted(files)


def test_each_output_is_opened_in_one_place(inputs, call, tmp_path):
    """Whatever opens a file in the folder of the output does it in dlx/system/files.py."""
    out = tmp_path / "OUT" / call.split()[-1]
    out.parent.mkdir()
    record = tmp_path / "record"

    def prepare():
        heard = os.open(record, os.O_WRONLY | os.O_CREAT)

        def hook(event, details):
            writes = event == "open" and isinstance(details[2], int) and details[2] & (os.O_WRONLY | os.O_RDWR)
            if writes and "/OUT/" in str(details[0]):
                frame, files = sys._getframe(), set()
                while frame := frame.f_back:
                    files.add(frame.f_code.co_filename)
                os.write(heard, b"+" if str(ROOT / "dlx" / "system" / "files.py") in files else b"-")

        sys.addaudithook(hook)

    code, err = attempt(*words_of(call, inputs, out), prepare)
    assert code in (0, 1), err
    assert set(record.read_text()) == {"+"}
