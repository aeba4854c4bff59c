# SPDX-License-Identifier: MIT
"""Files are written whole or not at all: a full disk, an error or a signal leaves the old file and nothing else."""

import os
import signal
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

import sudoku
from dlx import Problem, draw_matrix
from dlx.system import files
from dlx.system.files import GrowingFile, replacing
from tests import ROOT

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


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "link"])
@pytest.mark.parametrize("command", ["dlx reduce TOY -q -o", "sudoku solve PUZZLE -q -o"])
def test_standard_output_goes_on_where_it_is(tmp_path, name, command):
    """A shell's `>> file` keeps what the file has."""
    (tmp_path / "link").symlink_to("/dev/stdout")
    words = [{"TOY": TOY, "PUZZLE": PUZZLE}.get(word, word) for word in command.split()]
    with (tmp_path / "log").open("ab") as log:
        log.write(OLD)
        log.flush()
        path = {**os.environ, "PYTHONPATH": str(ROOT)}
        program = [sys.executable, "-m", *words, name]
        subprocess.run(program, cwd=tmp_path, env=path, stdout=log, timeout=60, check=True)
    data = (tmp_path / "log").read_bytes()
    assert data.startswith(OLD) and len(data) > len(OLD)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "log"]


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


def busy(self, target):
    raise OSError(16, "Device or resource busy", str(self), None, str(target))


def test_a_target_that_cannot_be_renamed_over(tmp_path, monkeypatch):
    """A file that is a mount point, as in a container, is written in place."""
    file = tmp_path / "out"
    file.write_bytes(OLD)

    monkeypatch.setattr(Path, "replace", busy)
    with replacing(file) as stream:
        stream.write("new")
    assert file.read_text() == "new"
    with pytest.raises(OSError, match=f"busy: '{tmp_path / 'new'}'"), replacing(tmp_path / "new"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_full_disk_where_a_file_is_written_in_place(tmp_path, monkeypatch):
    """What is longer comes first; if there is no room for it, the file is as it was."""
    file = tmp_path / "out"
    file.write_bytes(OLD)
    monkeypatch.setattr(Path, "replace", busy)
    write_all, written = files._write_all, []

    def write_half(out, data):
        written.append(data[: len(data) // 2])
        write_all(out, written[-1])
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: .*out"), replacing(file, "wb") as stream:
        stream.write(b"new" * len(OLD))
        monkeypatch.setattr(files, "_write_all", write_half)
    assert written[0] and file.read_bytes() == OLD
    monkeypatch.setattr(files, "_write_all", write_all)
    for new in (b"new" * len(OLD), b"short", b""):
        with replacing(file, "wb") as stream:
            stream.write(new)
        assert file.read_bytes() == new
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


# --- files that grow


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def grow(path, *data, completes=True):
    with GrowingFile(path) as file:
        for one in data:
            file.write(one)
        if completes:
            file.complete()


@pytest.mark.parametrize("there", [True, False])
def test_a_growing_file(tmp_path, there):
    file, part = tmp_path / "out", tmp_path / "out.part"
    if there:
        file.write_bytes(OLD)
    with GrowingFile(file) as growing:
        assert not part.exists()
        for k in range(1, 4):
            growing.write(b"line\n")
            assert part.read_bytes() == b"line\n" * k
            assert (file.read_bytes() if there else not file.exists()) == (OLD if there else True)
        growing.complete()
    assert names(tmp_path) == ["out"] and file.read_bytes() == b"line\n" * 3


@pytest.mark.parametrize("error", [None, ValueError, KeyboardInterrupt, MemoryError])
def test_a_growing_file_that_is_not_complete(tmp_path, error):
    file, part = tmp_path / "out", tmp_path / "out.part"
    file.write_bytes(OLD)
    for data in (b"", b"half"):
        with suppress(error or ()), GrowingFile(file) as growing:
            growing.write(data)
            if error:
                growing.complete()
                raise error
        assert file.read_bytes() == OLD
        assert part.exists() == bool(data)
    assert part.read_bytes() == b"half"


def test_a_growing_file_continues(tmp_path):
    file, part = tmp_path / "out", tmp_path / "out.part"
    file.write_bytes(b"one\ntwo\nthr")
    inode = file.stat().st_ino
    for kept, added in ((8, b"three\n"), (14, b"four\n")):  # from the file itself, then from its part
        with GrowingFile(file) as growing:
            assert growing.begun == (file if kept == 8 else part)
            growing.keep(kept)
            assert growing.end == kept
            growing.write(added)
        assert file.read_bytes() == b"one\ntwo\nthr"
    assert part.read_bytes() == b"one\ntwo\nthree\nfour\n"
    with GrowingFile(file) as growing:
        growing.keep(14)
        growing.complete()
    assert names(tmp_path) == ["out"] and file.read_bytes() == b"one\ntwo\nthree\n"
    assert file.stat().st_ino != inode
    inode = file.stat().st_ino
    with GrowingFile(file) as growing:
        growing.keep(14)
        growing.complete()
    assert file.stat().st_ino == inode  # it was complete


def test_a_growing_file_keeps_links_permissions_and_owner(tmp_path):
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    link.symlink_to(Path("folder") / "target")
    for text in (b"first", b"second"):  # the target is missing at first
        grow(link, text)
        assert link.is_symlink() and target.read_bytes() == text
    target.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(target, 65534, 65534)
    before = target.stat()
    grow(link, b"third")
    after = target.stat()
    assert [after.st_mode, after.st_uid, after.st_gid] == [before.st_mode, before.st_uid, before.st_gid]
    assert names(tmp_path) == ["folder", "link"] and names(tmp_path / "folder") == ["target"]
    grow(link, b"half", completes=False)
    assert stat.S_IMODE((tmp_path / "link.part").stat().st_mode) == 0o640 and target.read_bytes() == b"third"


def test_a_growing_file_that_cannot_be_renamed(tmp_path, monkeypatch):
    file = tmp_path / "out"
    file.write_bytes(OLD)
    monkeypatch.setattr(Path, "replace", busy)
    grow(file, b"new")
    assert names(tmp_path) == ["out"] and file.read_bytes() == b"new"


def test_a_growing_file_on_a_full_disk(tmp_path, monkeypatch):
    """A write that the disk does not take leaves nothing of itself."""
    file, part = tmp_path / "out", tmp_path / "out.part"
    file.write_bytes(OLD)
    write_all = files._write_all

    def write_half(out, data):
        write_all(out, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: .*out'"), GrowingFile(file) as growing:
        growing.write(b"line\n")
        monkeypatch.setattr(files, "_write_all", write_half)
        growing.write(b"another\n")
    assert part.read_bytes() == b"line\n" and file.read_bytes() == OLD


def test_a_copy_that_the_disk_does_not_take(tmp_path, monkeypatch):
    file = tmp_path / "out"
    file.write_bytes(OLD)

    def full(out, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_write_all", full)
    with pytest.raises(OSError, match="No space left on device"), GrowingFile(file) as growing:
        growing.keep(10)
        growing.write(b"more")
    assert names(tmp_path) == ["out"] and file.read_bytes() == OLD


def test_what_is_in_the_way_of_a_growing_file(tmp_path):
    file, part = tmp_path / "out", tmp_path / "out.part"
    part.mkdir()
    with pytest.raises(FileExistsError, match=r"out.part is in the way, and no regular file"):
        GrowingFile(file)
    part.rmdir()
    part.symlink_to("elsewhere")
    with pytest.raises(FileExistsError, match=r"out.part is in the way"):
        GrowingFile(file)
    part.unlink()
    new = pytest.raises(FileExistsError, match=r"out.part is new, and belongs to another run")
    with new, GrowingFile(file) as one, GrowingFile(file) as other:
        one.write(b"1")
        other.write(b"2")
    assert part.read_bytes() == b"1"
    for path, error in ((tmp_path, IsADirectoryError), (tmp_path / "no" / "out", FileNotFoundError)):
        with pytest.raises(error):
            GrowingFile(path)
    with pytest.raises(OSError, match="too long"):
        GrowingFile(tmp_path / ("x" * 253))  # the name of its part is too long


def test_a_growing_stream(tmp_path):
    fifo, read = tmp_path / "fifo", []
    os.mkfifo(fifo)
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()), daemon=True)
    reader.start()
    grow(fifo, b"one ", b"two")
    reader.join(60)
    assert read == [b"one two"] and names(tmp_path) == ["fifo"]
    grow(os.devnull, b"gone")


def test_a_growing_terminal_shows_control_characters():
    ours, theirs = os.openpty()
    try:
        grow(os.ttyname(theirs), "\u00e9 \x1b[31m\n".encode())
        assert os.read(ours, 99) == "\u00e9 \\x1b[31m\r\n".encode()
    finally:
        os.close(ours)
        os.close(theirs)
