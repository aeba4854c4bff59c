# SPDX-License-Identifier: MIT
"""A file in which a long count is kept, so that a killed run goes on where it was: a database of SQLite.

    run     problem (its digest), given, banned
    part    key         given       weight  done  count  nodes
            ""          []          1       1     0      40
            "1"         [3]         1/3     1     96     811
            "2"         [7]         1/3     0                    still to be searched

A part is marked as done in one transaction with those that were cut off it, before it is counted; so a run that is
killed at any moment loses what its workers were at, and no more. The file belongs to one run at a time.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, closing
from fractions import Fraction
from os import PathLike, fspath
from typing import TYPE_CHECKING, Self

import numpy as np

from .parts import Outcome, Part

if TYPE_CHECKING:
    from .parallel import Tally
    from .problem import Problem

SCHEMA = """
CREATE TABLE IF NOT EXISTS run (problem TEXT, given TEXT, banned TEXT);
CREATE TABLE IF NOT EXISTS part (
    key TEXT PRIMARY KEY, given TEXT, banned TEXT, weight TEXT, done INTEGER, count TEXT, nodes INTEGER
);
CREATE INDEX IF NOT EXISTS waiting ON part (done) WHERE NOT done;
"""


class Checkpoint:
    """The file of one count. ValueError if it is one of another problem or question, or of a run that is under way."""

    def __init__(self, file: str | PathLike[str], problem: Problem, root: Part) -> None:
        self.file = fspath(file)
        with ExitStack() as stack:
            try:
                self.db = stack.enter_context(closing(sqlite3.connect(self.file, timeout=1, isolation_level=None)))
                self._open(digest(problem), root)
            except sqlite3.Error as error:
                what = "in use by another run" if "locked" in str(error) else f"no checkpoint: {error}"
                raise ValueError(f"{self.file} is {what}") from None
            self.open = stack.pop_all()

    def _open(self, problem: str, root: Part) -> None:
        self.db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.executescript(SCHEMA)
        asked = (problem, json.dumps(sorted(set(root.given))), json.dumps(sorted(set(root.banned))))
        self.db.execute("BEGIN IMMEDIATE")
        row = self.db.execute("SELECT problem, given, banned FROM run").fetchone()
        if row is None:
            self.db.execute("INSERT INTO run VALUES (?, ?, ?)", asked)
            self._insert([root])
        self.db.execute("COMMIT")
        if row is not None and row[0] != problem:
            raise ValueError(f"{self.file} is the checkpoint of another problem")
        if row is not None and row != asked:
            raise ValueError(f"{self.file} is the checkpoint of another question: given and banned options differ")

    def load(self, tally: Tally) -> list[Part]:
        """The parts that are still to be searched; what was done before goes into the tally."""
        waiting = []
        for key, given, banned, weight, done, count, nodes in self.db.execute("SELECT * FROM part"):
            share = Fraction(weight)
            if done:
                tally.count += int(count)
                tally.nodes += nodes
                tally.parts += 1
            else:
                place = tuple(map(int, key.split("."))) if key else ()
                waiting.append(Part(tuple(json.loads(given)), tuple(json.loads(banned)), share, place))
        tally.done = 1 - sum((part.weight for part in waiting), Fraction(0))
        return waiting

    def record(self, pairs: Iterable[tuple[Part, Outcome]]) -> None:
        """Make durable what came out of parts, and what is left of them."""
        self.db.execute("BEGIN IMMEDIATE")
        for part, outcome in pairs:
            self.db.execute(
                "UPDATE part SET done = 1, count = ?, nodes = ? WHERE key = ? AND NOT done",
                (str(outcome.count), outcome.nodes, _key(part)),
            )
            self._insert(outcome.left)
        self.db.execute("COMMIT")

    def _insert(self, parts: list[Part]) -> None:
        rows = [(_key(p), json.dumps(p.given), json.dumps(p.banned), str(p.weight)) for p in parts]
        self.db.executemany("INSERT INTO part VALUES (?, ?, ?, ?, 0, NULL, NULL)", rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()


def _key(part: Part) -> str:
    return ".".join(map(str, part.key))


def digest(problem: Problem) -> str:
    """What tells problems apart: their arrays, not the names of their items."""
    arrays = (problem.indptr, problem.indices, problem.colors, problem.bounds)
    numbers = np.array([problem.n_items, problem.n_primary], np.int64)
    parts = (b"-" if part is None else part.tobytes() for part in (numbers, *arrays))
    return hashlib.sha256(b"|".join(parts)).hexdigest()
