# SPDX-License-Identifier: MIT
"""Files are written whole or not at all: a full disk, an error or a signal leaves the old file and nothing else."""

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import sudoku
from dlx import Problem
from dlx.draw import draw_matrix
from dlx.system.files import replacing

ROOT = Path(__file__).parent.parent
TOY = str(ROOT / "examples" / "toy.dlx")
PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
OLD = b"what was there before\n" * 100

# Run a command with files of at most 40 bytes: a full disk, for any user, on any system that has limits.
FULL = """
import resource, signal, sys
from importlib import import_module
main = import_module({"dlx": "dlx.terminal.cli", "sudoku": "sudoku.terminal.cli"}[sys.argv[1]]).main
import numpy, zipfile  # the limit would be for their .pyc as well
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))
sys.exit(main(sys.argv[2:]))
"""
WRITING = [  # the command, and the name of its output
    ("dlx zdd TOY -o", "out.zdd"),
    ("dlx zdd TOY --dot", "out.dot"),
    ("dlx reduce TOY -o", "out.dlx"),
    ("dlx export TOY --to cnf -o", "out.cnf"),
    ("dlx export TOY --to opb -o", "out.opb"),
    ("dlx export TOY --to lp -o", "out.lp"),
    ("dlx draw TOY -o", "out.svg"),
    ("dlx draw TOY -o", "out.html"),
    ("dlx draw TOY -o", "out.txt"),
    ("dlx draw TOY -o", "out.png"),
    ("dlx draw TOY --tree -o", "out.svg"),
    ("dlx model queens 6 -o", "out.dlx"),
    ("dlx model queens 6 --draw", "out.svg"),
    ("sudoku draw PUZZLE -o", "out.svg"),
    ("sudoku draw PUZZLE -o", "out.png"),
    ("sudoku draw PUZZLE -o", "out.txt"),
]


@pytest.fixture(scope="module")
def toy():
    return Problem.read(TOY)


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize(("command", "name"), WRITING)
def test_a_full_disk(tmp_path, command, name, there):
    if name.endswith(".png"):
        pytest.importorskip("PIL")
    file = tmp_path / name
    if there:
        file.write_bytes(OLD)
    words = [{"TOY": TOY, "PUZZLE": PUZZLE}.get(word, word) for word in command.split()]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", FULL, *words, file], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1:] == [f"{words[0]}: {file}: File too large"]
    assert "Traceback" not in done.stderr and "ignored" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [name] * there
    assert not there or file.read_bytes() == OLD


def test_every_writer_replaces(tmp_path, toy, monkeypatch):
    """No writer in Python opens a file for writing under its own name."""
    writers = [
        toy.write,
        toy.reduce().write,
        toy.to_cnf().write,
        toy.to_opb().write,
        toy.to_lp().write,
        toy.zdd().save,
        lambda file: draw_matrix(toy).save(file, "svg"),
        lambda file: sudoku.draw(PUZZLE).save(file, "html"),
    ]
    for write in writers:
        file = tmp_path / "out"
        file.write_bytes(OLD)
        before = file.stat().st_ino
        write(file)
        assert file.stat().st_ino != before
        assert file.read_bytes() != OLD
        file.unlink()
        write(str(file))
        assert [path.name for path in tmp_path.iterdir()] == ["out"]
        file.unlink()


def test_text_and_bytes(tmp_path):
    file = tmp_path / "out"
    with replacing(file) as stream:
        stream.write("ä\n")
    assert file.read_bytes() == b"\xc3\xa4\n"
    with replacing(str(file), "wb") as stream:
        stream.write(b"\0\n")
    assert file.read_bytes() == b"\0\n"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, MemoryError])
def test_an_error_leaves_the_old_file(tmp_path, error):
    file = tmp_path / "out"
    file.write_bytes(OLD)
    for path in (file, tmp_path / "new"):
        with pytest.raises(error), replacing(path) as stream:
            stream.write("half")
            stream.flush()
            raise error
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert file.read_bytes() == OLD


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_the_old_file(tmp_path, number):
    file = tmp_path / "out"
    file.write_bytes(OLD)
    script = (
        "import select, signal, sys; from dlx.system.files import replacing\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # the parent of the tests may ignore it
        "with replacing(sys.argv[1]) as stream:\n"
        "    stream.write('half'); stream.flush(); print('go', flush=True)\n"
        "    while not select.select([sys.stdin], [], [], 0.1)[0]: pass"  # a read alone could begin after the signal
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, file],
        cwd=ROOT,
        stdin=subprocess.PIPE,  # closed at the end of the block in any case, which ends the process
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout.readline() == b"go\n"
        assert len(list(tmp_path.iterdir())) == 2
        process.send_signal(number)
        assert process.wait(timeout=60) == -number
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert file.read_bytes() == OLD


def test_signals_are_as_before(tmp_path):
    def heard(*_):
        pass

    before = signal.signal(signal.SIGTERM, heard)
    try:
        with replacing(tmp_path / "out"):
            assert signal.getsignal(signal.SIGTERM) is heard
    finally:
        signal.signal(signal.SIGTERM, before)
    with replacing(tmp_path / "out"):
        pass
    assert signal.getsignal(signal.SIGTERM) is before


def test_in_another_thread(tmp_path, toy):
    thread = threading.Thread(target=toy.write, args=(tmp_path / "out",))
    thread.start()
    thread.join()
    assert Problem.read(tmp_path / "out").count() == toy.count()


def test_permissions(tmp_path):
    file = tmp_path / "out"
    before = os.umask(0o027)
    try:
        with replacing(file) as stream:
            stream.write("new")
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        for mode in (0o600, 0o666, 0o755):
            file.chmod(mode)
            with replacing(file) as stream:
                stream.write("again")
            assert stat.S_IMODE(file.stat().st_mode) == mode
    finally:
        os.umask(before)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_stays(tmp_path):
    file = tmp_path / "out"
    file.touch()
    os.chown(file, 65534, 65534)
    with replacing(file) as stream:
        stream.write("new")
    assert (file.stat().st_uid, file.stat().st_gid) == (65534, 65534)


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    link.symlink_to(Path("folder") / "target")
    for text in ("first", "second"):  # the target is missing at first
        with replacing(link) as stream:
            stream.write(text)
        assert link.is_symlink()
        assert target.read_text() == text
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "link", "target"]


def test_what_is_no_regular_file(tmp_path):
    with pytest.raises(IsADirectoryError), replacing(tmp_path):
        pass
    with pytest.raises(ValueError, match="the name of the file to write is empty"), replacing(""):
        pass
    with replacing(os.devnull) as stream:
        stream.write("gone")
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_text()), daemon=True)
    reader.start()
    with replacing(fifo) as stream:
        stream.write("through")
    reader.join(60)
    assert read == ["through"]
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(OSError, match="loop"), replacing(loop):
        pass
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    assert loop.is_symlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_the_name_is_in_the_error():
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"), replacing("/dev/full") as stream:
        stream.write("no room")
    with pytest.raises(FileNotFoundError, match="'/nowhere/at/all'"), replacing("/nowhere/at/all"):
        pass


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout")
def test_standard_output_stays_a_stream(tmp_path):
    """Standard output that goes to a file does not replace that file, since others hold it open."""
    file = tmp_path / "out"
    with file.open("wb") as out:
        before = file.stat().st_ino
        command = [sys.executable, "-m", "dlx", "reduce", TOY, "-q", "-o", "/dev/stdout"]
        subprocess.run(command, cwd=ROOT, stdout=out, timeout=60, check=True)
    assert file.stat().st_ino == before
    assert file.read_text().startswith("| 6 options")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_what_must_not_be_written(tmp_path):
    file = tmp_path / "out"
    file.write_bytes(OLD)
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="out"), replacing(file):
        pass
    file.chmod(0o644)
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(PermissionError, match="new"), replacing(tmp_path / "new"):
            pass
        with replacing(file) as stream:  # the folder accepts no new file, but this one is writable
            stream.write("new")
        assert file.read_text() == "new"
    finally:
        tmp_path.chmod(0o755)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_target_that_cannot_be_renamed_over(tmp_path, monkeypatch):
    """A file that is a mount point, as in a container, is written in place."""
    file = tmp_path / "out"
    file.write_bytes(OLD)

    def busy(self, target):
        raise OSError(16, "Device or resource busy", str(self), None, str(target))

    monkeypatch.setattr(Path, "replace", busy)
    with replacing(file) as stream:
        stream.write("new")
    assert file.read_text() == "new"
    with pytest.raises(OSError, match=f"busy: '{tmp_path / 'new'}'"), replacing(tmp_path / "new"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
