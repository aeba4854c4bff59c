"""Counts with a checkpoint, each in its own process, that are killed; shared by test_counting.py and tests/nightly."""

import sqlite3
import subprocess
import sys

from tests.processes import started

COUNTS = """
import pickle, sys
from dlx.workers import counting as parallel
p = pickle.load(open(sys.argv[1], "rb"))
print("go", flush=True)
print(p.count(workers=2, checkpoint=sys.argv[2]), flush=True)
"""


def killed_until_done(problem, file, moments):
    """Count a pickled problem with this checkpoint, killing each process after that many seconds, until one completes.

    `moments` returns the seconds until the next SIGKILL, given the number of kills.

    Return the number of kills and the output of the last process.
    """
    command = [sys.executable, "-c", COUNTS, str(problem), str(file)]
    kills = 0
    while True:
        with started(*command, stderr=None, text=False, bufsize=0) as process:
            # a buffer could swallow a second line, and communicate() would lose it
            assert process.stdout.readline() == b"go\n"
            try:
                out, _ = process.communicate(timeout=moments(kills))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
                continue
        assert process.returncode == 0
        return kills, out.decode().strip()


def stored(file):
    """Return the contents of a checkpoint: count, nodes, parts, and the number of parts still to be searched."""
    with sqlite3.connect(file) as db:
        total = db.execute("SELECT count, nodes, parts FROM run").fetchone()
        left = db.execute("SELECT count(*) FROM part").fetchone()
    db.close()
    return *total, *left
