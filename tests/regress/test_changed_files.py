"""Checkpoints changed from outside gave other counts, and a full disk ended in an error of SQLite's own."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from dlx.workers import counting as parallel
from tests.problems import counted, queens

ROOT = Path(__file__).parents[2]


@pytest.fixture
def half(tmp_path, monkeypatch):
    """Return the file of a run that stopped with parts left."""
    monkeypatch.setattr(parallel, "PART_WORK", (500, 500, 500))
    file = tmp_path / "run.db"
    assert counted(queens(7), workers=1, checkpoint=file, time_limit=0).count < 40
    return file


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE run SET count = count + 1",
        "UPDATE run SET parts = parts + 1",
        "UPDATE run SET seconds = 1e9",
        "INSERT INTO run SELECT * FROM run",
        "DELETE FROM part WHERE key = (SELECT max(key) FROM part)",
        "INSERT INTO part SELECT key || '.9', given, banned, weight, rest FROM part LIMIT 1",
        "UPDATE part SET given = '[0]' WHERE key = (SELECT max(key) FROM part)",
        "UPDATE part SET weight = '1/0'",
        "UPDATE part SET rest = '['",
        "UPDATE part SET banned = x'ff'",
    ],
)
def test_a_file_that_was_changed(half, change):
    with closing(sqlite3.connect(half)) as db:
        db.executescript(change)
    with pytest.raises(ValueError, match=r"run\.db is not a checkpoint: it is damaged"):
        queens(7).count(checkpoint=half)


def test_text_that_is_no_text(half):
    with closing(sqlite3.connect(half)) as db:
        db.executescript("UPDATE part SET given = CAST(x'ff' AS TEXT)")
    with pytest.raises(ValueError, match=r"run\.db is not a checkpoint: Could not decode"):
        queens(7).count(checkpoint=half)


def test_a_file_that_was_not_changed(half):
    with closing(sqlite3.connect(half)) as db:
        db.executescript("VACUUM")
    assert queens(7).count(checkpoint=half) == 40
    assert queens(7).count(checkpoint=half) == 40


FULL = """
import resource, sys
from dlx.workers import counting as parallel
from tests.problems import counted, queens
parallel.PART_WORK = (500, 500, 500)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
try:
    parallel.OTHER_TASK_WORK, parallel.TASK_WORK = (1, 1), {}
    counted(queens(7), checkpoint=sys.argv[1])
except OSError as error:
    print(error.filename == sys.argv[1], error.strerror)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(queens(7).count(checkpoint=sys.argv[1]))
"""


def test_a_full_disk(tmp_path):
    pytest.importorskip("resource")
    command = [sys.executable, "-c", FULL, tmp_path / "run.db"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("True ") and first.endswith("; the count so far is kept")
    assert second == "40"
