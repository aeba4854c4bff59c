# SPDX-License-Identifier: MIT
"""The file of a checkpoint: its owner, its lock, its contents. test_counting.py tests counts that continue from one."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from contextlib import closing
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from dlx import Part
from dlx.engine.drive import Drive
from dlx.workers import checkpoint
from dlx.workers import counting as parallel
from tests import ROOT
from tests.killing import stored
from tests.nightly import kills
from tests.problems import counted, queens

QUEENS6 = str(ROOT / "examples" / "queens6.dlx")

# The tables of version 0.1, word for word; its files have no application_id.
OLD = """
CREATE TABLE IF NOT EXISTS run (problem TEXT, given TEXT, banned TEXT, count TEXT, nodes TEXT, parts INTEGER,
    seconds REAL, seal TEXT);
CREATE TABLE IF NOT EXISTS part (key TEXT PRIMARY KEY, given TEXT, banned TEXT, weight TEXT, rest TEXT) WITHOUT ROWID;
"""


def database(file, *statements):
    with closing(sqlite3.connect(file)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def folder(path):
    """Return every file of a folder, byte for byte."""
    return {file.name: file.read_bytes() for file in path.iterdir() if file.is_file()}


def half_done(file, p, banned=(), seconds=0.0):
    """Write the checkpoint of a count cut into parts, none searched yet, after that many seconds; return its file."""
    root, tally = Part((), tuple(banned), Fraction(1)), parallel.Tally(Drive())
    with checkpoint.Checkpoint(file, p, root) as store:
        store.load(tally)
        tally.before = seconds
        store.record(tally, [([root], parallel.Result(p.split(5, banned=banned)))])
    return file


# --- ownership

FOREIGN = {
    "tables of these names": ["CREATE TABLE run (id INT)", "INSERT INTO run VALUES (1)"],
    "other tables": ["CREATE TABLE bookmarks (url TEXT)", "INSERT INTO bookmarks VALUES ('x')"],
    "our tables and one more": [*OLD.replace(" IF NOT EXISTS", "").split(";\n")[:2], "CREATE TABLE more (x)"],
    "one of our tables": [OLD.partition(";")[0]],
    "other columns": ["CREATE TABLE run (problem, given, banned, count, nodes, parts, seconds, seal)"],
    "a view": ["CREATE VIEW run AS SELECT 1"],
    "another application": ["PRAGMA application_id = 77", "CREATE TABLE x (y)"],
    "no tables": ["PRAGMA user_version = 3"],
    "its log was kept": ["PRAGMA journal_mode = WAL", "CREATE TABLE bookmarks (url TEXT)"],
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_database_stays_as_it_is(tmp_path, name):
    file = tmp_path / "other.db"
    database(file, *FOREIGN[name])
    before = folder(tmp_path)
    with pytest.raises(ValueError, match=r"other.db is not a checkpoint: it is the database of another program; name"):
        queens(6).count(checkpoint=file)
    assert folder(tmp_path) == before


def test_a_foreign_database_in_use_with_a_log(tmp_path):
    """A database stays as it is even if another program has it open and its tables are only in the log."""
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for statement in FOREIGN["its log was kept"]:
            db.execute(statement)
        before = folder(tmp_path)
        assert len(before) == 3
        with pytest.raises(ValueError, match="is not a checkpoint: it is the database of another program"):
            queens(6).count(checkpoint=file)
        assert folder(tmp_path) == before
        killed = tmp_path / "killed"
        killed.mkdir()
        for name in ("other.db", "other.db-wal"):
            shutil.copy(tmp_path / name, killed)
    before = folder(killed)
    with pytest.raises(ValueError, match="is not a checkpoint: it is the database of another program"):
        queens(6).count(checkpoint=killed / "other.db")
    assert folder(killed) == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a text that is long enough for a header\n" * 10, "file is not a database"),
        (b"\0", "file is not a database"),
        (b"SQLite format 3\0", "file is not a database"),
        (b"SQLite format 3\0" + bytes(84), "file is not a database"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "file is not a database"),
    ],
)
def test_a_file_that_is_no_database_stays_as_it_is(tmp_path, content, message):
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=f"notes.txt is not a checkpoint: {message}"):
        queens(6).count(checkpoint=file)
    assert folder(tmp_path) == {"notes.txt": content}


def test_what_is_no_file(tmp_path):
    with pytest.raises(ValueError, match="not a checkpoint: unable to open database file, it is a directory; name a"):
        queens(6).count(checkpoint=tmp_path)
    with pytest.raises(ValueError, match="not a checkpoint: unable to open database file, it is no regular file;"):
        queens(6).count(checkpoint=os.devnull)
    with pytest.raises(ValueError, match=r"is not a checkpoint: there is no folder .*no folder; name another file"):
        queens(6).count(checkpoint=tmp_path / "no folder" / "run.db")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(ValueError, match="loop is not a checkpoint: "):
        queens(6).count(checkpoint=loop)
    assert folder(tmp_path) == {}


@pytest.mark.parametrize("name", ["", ":memory:"])
def test_names_that_would_keep_nothing(tmp_path, monkeypatch, dlx, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=f"^checkpoint '{name}' would keep nothing; name a file$"):
        queens(6).count(checkpoint=name)
    code, out, err = dlx("count", QUEENS6, "--checkpoint", name)
    assert (code, out, err) == (2, "", f"dlx: --checkpoint '{name}' would keep nothing; name a file\n")
    assert folder(tmp_path) == {}


@pytest.mark.parametrize("name", ["file:run.db?mode=memory", "file::memory:", "run.db?mode=ro#1", "%72un.db", "\udcff"])
def test_names_are_names(tmp_path, monkeypatch, name):
    """SQLite never interprets a name as a URI."""
    monkeypatch.chdir(tmp_path)
    assert queens(6).count(checkpoint=name) == 4
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert queens(6).count(checkpoint=Path(name)) == 4


def test_an_empty_file_and_a_link_are_taken(tmp_path):
    empty, link = tmp_path / "empty", tmp_path / "link"
    empty.touch()
    link.symlink_to(tmp_path / "target")
    for file in (empty, link, link):
        assert queens(6).count(checkpoint=file) == 4
    assert sorted(file.name for file in tmp_path.iterdir()) == ["empty", "link", "target"]
    assert link.is_symlink()


def test_a_refused_checkpoint_stays_as_it_is(tmp_path):
    p, file = queens(8), half_done(tmp_path / "run.db", queens(8))
    before = folder(tmp_path)
    for other, asked, what in [
        (queens(7), {}, "another problem"),
        (p, {"given": [3]}, "another question: given and banned options differ"),
        (p, {"banned": [3]}, "another question: given and banned options differ"),
        (p, {"given": [3], "banned": [4]}, "another question: given and banned options differ"),
    ]:
        with pytest.raises(ValueError, match=f"^{file} is the checkpoint of {what}$"):
            other.count(checkpoint=file, **asked)
        assert folder(tmp_path) == before
    assert p.count(checkpoint=file) == 92


def test_banned_options_are_part_of_the_question(tmp_path):
    p, file = queens(8), half_done(tmp_path / "run.db", queens(8), [3])
    for banned in ([], [4], [3, 4]):
        with pytest.raises(ValueError, match="of another question: given and banned options differ"):
            p.count(checkpoint=file, banned=banned)
    assert p.count(checkpoint=file, banned=[3, 3]) == p.count(banned=[3])


def test_a_file_is_marked_as_ours(tmp_path):
    """The first bytes mark it, even if a run was killed and everything else is in the log."""
    file = tmp_path / "run.db"
    with checkpoint.Checkpoint(file, queens(6), Part((), (), Fraction(1))):
        assert file.read_bytes()[68:72] == b"DLXc"
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (0x444C5863,)


# --- files of version 0.1


def old(file, p):
    """Return a file as version 0.1 left it after a while."""
    half_done(file, p)
    database(file, "PRAGMA application_id = 0")
    return file


def test_a_file_of_version_0_1(tmp_path):
    p, file = queens(8), old(tmp_path / "run.db", queens(8))
    assert stored(file)[3] > 0
    assert p.count(checkpoint=file) == 92
    assert p.count(checkpoint=file) == 92
    with pytest.raises(ValueError, match="is the checkpoint of another problem"):
        queens(7).count(checkpoint=file)


def test_a_killed_run_of_version_0_1(tmp_path):
    """A killed run left everything in the log; the file has no tables."""
    p, made, file = queens(8), old(tmp_path / "made.db", queens(8)), tmp_path / "run.db"
    killed = tmp_path / "killed.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(OLD)
        db.execute("ATTACH ? AS made", (str(made),))
        for table in ("run", "part"):
            db.execute(f"INSERT INTO {table} SELECT * FROM made.{table}")
        shutil.copy(file, killed)
        shutil.copy(f"{file}-wal", f"{killed}-wal")
    assert b"CREATE TABLE" not in killed.read_bytes()
    assert p.count(checkpoint=killed) == 92


@pytest.mark.parametrize("statements", [[], OLD.split(";\n")[:2]])
def test_a_run_that_was_killed_as_it_began(tmp_path, statements):
    file = tmp_path / "run.db"
    database(file, *statements)
    assert queens(8).count(checkpoint=file) == 92


# --- one run at a time

HELD = """
import sys
from dlx.workers import counting as parallel
from tests.nightly import kills
from tests.problems import counted, queens
def wait(progress):
    print("go", flush=True)
    sys.stdin.readline()
print(counted(queens(9), workers=1, checkpoint=sys.argv[1], progress=wait).count)
"""


def counting(file):
    """Start a process that counts with this checkpoint and waits for a line after each of its steps."""
    return subprocess.Popen(
        [sys.executable, "-c", HELD, file], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_two_runs_at_once(tmp_path):
    """The second run is refused at any moment of the first, which then ends undisturbed."""
    file = tmp_path / "run.db"
    with counting(file) as first:
        assert first.stdout.readline() == "go\n"
        for _ in range(2):
            with pytest.raises(ValueError, match=f"^{file} is in use by another run$"):
                queens(9).count(checkpoint=file)
        with counting(file) as second:
            out, _ = second.communicate(timeout=60)
            assert (out, second.returncode) == ("", 1)
        out, _ = first.communicate(timeout=60)
        assert (out.split()[-1], first.returncode) == ("352", 0)
    assert queens(9).count(checkpoint=file) == 352


def test_two_threads_at_once(tmp_path):
    """The second thread is refused, and the first still holds the file against other processes."""
    file, refused = tmp_path / "run.db", []
    link = tmp_path / "link"
    link.symlink_to(file)

    def attempt():
        for name in (file, link):
            try:
                queens(9).count(checkpoint=name)
            except ValueError as error:
                refused.append(str(error))

    def look(_):
        if refused:
            return
        thread = threading.Thread(target=attempt)
        thread.start()
        thread.join()
        with counting(file) as other:
            refused.append(other.communicate(timeout=60)[0])

    assert counted(queens(9), workers=1, checkpoint=file, progress=look).count == 352
    assert refused == [f"{file} is in use by another run", f"{link} is in use by another run", ""]
    assert queens(9).count(checkpoint=file) == 352  # the file is free again


def test_a_refused_file_is_free_again(tmp_path):
    file = tmp_path / "run.db"
    file.write_text("a text")
    with pytest.raises(ValueError, match="is not a database"):
        queens(6).count(checkpoint=file)
    file.unlink()
    assert queens(6).count(checkpoint=file) == 4


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", ["_hold_file", "__enter__", "enter_context"])
def test_a_file_is_free_again_after_an_interrupt_as_it_is_taken(tmp_path, name):
    """Ctrl-C comes before one bytecode after the other of a function that takes the file.

    From 3.13 on, Python warns of a database that was dropped unclosed.
    """
    file, p = tmp_path / "run.db", queens(4)

    def interrupted(number):
        seen = 0

        def trace(frame, event, _):
            nonlocal seen
            if frame.f_code.co_name != name:
                return trace
            frame.f_trace_opcodes = True
            seen += event == "opcode"
            if event == "opcode" and seen == number:
                raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        sys._getframe().f_trace_opcodes = True  # 3.12 reports bytecodes to a trace that is set after a frame wants them
        sys.settrace(trace)
        try:
            p.count(checkpoint=file, workers=1, method="search")
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
            signal.signal(signal.SIGINT, signal.default_int_handler)  # ours, under which no signal raises, may be left
        return False

    number = 1
    while interrupted(number):
        assert p.count(checkpoint=file, workers=1) == 2
        number += 1
    assert number > 8


# --- contents


def test_seconds_add_up_over_runs(tmp_path):
    p, file = queens(8), half_done(tmp_path / "run.db", queens(8), seconds=1000.0)
    total = counted(p, workers=1, checkpoint=file)
    with closing(sqlite3.connect(file)) as db:
        (kept,) = db.execute("SELECT seconds FROM run").fetchone()
    assert 1000 < kept <= total.stats.seconds
    assert counted(p, workers=1, checkpoint=file).stats.seconds > kept  # nothing is left to do


def test_a_damaged_file_is_refused_or_continued(tmp_path):
    """A file cut off or changed at any byte never gives a wrong count. `make nightly` tries all 65,000."""
    p, whole = queens(7), tmp_path / "whole"
    kills.half_done(p, whole)
    outcomes = Counter()
    for kind, names, contents in islice(kills.damages(whole, random.Random(1)), 0, None, 601):
        for name, content in zip(names, contents, strict=True):
            (tmp_path / name).write_bytes(content)
        outcomes[kind, kills.ask(p, tmp_path / names[0])] += 1
        for name in tmp_path.glob("copy*"):
            name.unlink()
    assert {outcome for _, outcome in outcomes} == {"right", "refused"}
    assert {kind for kind, _ in outcomes} >= {"cut off", "changed", "log changed"}
