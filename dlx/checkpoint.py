# SPDX-License-Identifier: MIT
"""A file in which a long count is kept, so that a killed run goes on where it was: a database of SQLite.

    run     problem (its digest), given, banned; count, nodes, parts and seconds so far
    part    key    given   banned   weight  rest  those still to be searched
            "2"    [7]     []       1/3     []
            "1.4"  [3, 9]  []       1/12    []

A part leaves the file in one transaction that adds to the totals what came out of it and puts in what is left of it. So
a run that is killed at any moment loses what its workers were at, and no more; and the file stays small, however long
the run. It belongs to one run at a time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, closing
from fractions import Fraction
from os import PathLike, fspath
from typing import TYPE_CHECKING, Self

from .parts import Part

if TYPE_CHECKING:
    from .parallel import Result, Tally
    from .problem import Problem

SCHEMA = """
CREATE TABLE IF NOT EXISTS run (problem TEXT, given TEXT, banned TEXT, count TEXT, nodes TEXT, parts INTEGER,
    seconds REAL);
CREATE TABLE IF NOT EXISTS part (key TEXT PRIMARY KEY, given TEXT, banned TEXT, weight TEXT, rest TEXT) WITHOUT ROWID;
"""


class Checkpoint:
    """The file of one count. ValueError if it is one of another problem or question, or of a run that is under way."""

    def __init__(self, file: str | PathLike[str], problem: Problem, root: Part) -> None:
        self.file = fspath(file)
        with ExitStack() as stack:
            try:
                self.db = stack.enter_context(closing(sqlite3.connect(self.file, timeout=1, isolation_level=None)))
                self._open(problem._digest(), root)
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
            self.db.execute("INSERT INTO run VALUES (?, ?, ?, '0', '0', 0, 0)", asked)
            self._insert([root])
        self.db.execute("COMMIT")
        if row is not None and row[0] != problem:
            raise ValueError(f"{self.file} is the checkpoint of another problem")
        if row is not None and row != asked:
            raise ValueError(f"{self.file} is the checkpoint of another question: given and banned options differ")

    def load(self, tally: Tally) -> list[Part]:
        """The parts that are still to be searched; what was done before goes into the tally."""
        row = self.db.execute("SELECT count, nodes, parts, seconds FROM run").fetchone()
        tally.count, tally.nodes, tally.parts, tally.before = int(row[0]), int(row[1]), row[2], row[3]
        waiting = []
        for key, given, banned, weight, rest in self.db.execute("SELECT * FROM part"):
            place = tuple(map(int, key.split("."))) if key else ()
            yes, no, node = (tuple(json.loads(numbers)) for numbers in (given, banned, rest))
            waiting.append(Part(yes, no, Fraction(weight), place, node or None))
        tally.done = 1 - sum((part.weight for part in waiting), Fraction(0))
        return waiting

    def record(self, tally: Tally, results: Iterable[tuple[list[Part], Result]]) -> None:
        """Make durable what came out of parts and what is left of them, and the totals with them in."""
        self.db.execute("BEGIN IMMEDIATE")
        for parts, result in results:
            self.db.executemany("DELETE FROM part WHERE key = ?", [(_key(part),) for part in parts])
            self._insert(result.left)
        totals = (str(tally.count), str(tally.nodes), tally.parts, tally.before + tally.elapsed)
        self.db.execute("UPDATE run SET count = ?, nodes = ?, parts = ?, seconds = ?", totals)
        self.db.execute("COMMIT")

    def _insert(self, parts: list[Part]) -> None:
        dumps = json.dumps
        rows = [(_key(p), dumps(p.given), dumps(p.banned), str(p.weight), dumps(p.rest or ())) for p in parts]
        self.db.executemany("INSERT INTO part VALUES (?, ?, ?, ?, ?)", rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()


def _key(part: Part) -> str:
    return ".".join(map(str, part.key))
