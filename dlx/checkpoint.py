# SPDX-License-Identifier: MIT
"""A file in which a long count is kept, so that a killed run goes on where it was: a database of SQLite.

    run     problem (its digest), given, banned; count, nodes, parts and seconds so far; seal
    part    key    given   banned   weight  rest  those still to be searched
            "2"    [7]     []       1/3     []
            "1.4"  [3, 9]  []       1/12    []

A part leaves the file in one transaction that adds to the totals what came out of it and puts in what is left of it. So
a run that is killed at any moment loses what its workers were at, and no more; and the file stays small, however long
the run. It belongs to one run at a time.

The seal is the sum of a digest of every row (modulo 2^64), kept up as rows come and go. Of 3,000 single bits flipped in
a file without it, 28 made another total and nothing was said; with it such a file is refused.

Nothing is written into a file before it is known as ours: by the `application_id` in its header, or by its tables, for
files of version 0.1, which have none. That look neither locks a file nor creates others next to it.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from errno import EIO
from fractions import Fraction
from hashlib import blake2b
from os import PathLike, fsdecode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from .parts import Part

if TYPE_CHECKING:
    from .parallel import Result, Tally
    from .problem import Problem

RUN = """CREATE TABLE run (problem TEXT, given TEXT, banned TEXT, count TEXT, nodes TEXT, parts INTEGER,
    seconds REAL, seal TEXT)"""
PART = "CREATE TABLE part (key TEXT PRIMARY KEY, given TEXT, banned TEXT, weight TEXT, rest TEXT) WITHOUT ROWID"
TABLES = {RUN, PART}  # as they stand in the file
APPLICATION = int.from_bytes(b"DLXc")  # the application_id
MAGIC = b"SQLite format 3\0"  # what a database begins with
NOWHERE = ("", ":memory:")  # what SQLite keeps in no file
MARKS = 2**64  # of rows
UNWRITABLE = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)  # of the disk, not of the file

_in_use: set[Path] = set()  # files that this process has open: closing one a second time would unlock it

Row = tuple[Any, ...]


class Checkpoint:
    """The file of one count.

    ValueError if it is one of another problem or question, of a run that is under way, damaged, or none of ours;
    OSError if it cannot be written: the disk is full, say.
    """

    def __init__(self, file: str | PathLike[str], problem: Problem, root: Part) -> None:
        self.file = fsdecode(file)
        if self.file in NOWHERE:
            raise ValueError(f"checkpoint {self.file!r} would keep nothing; name a file")
        self.asked: Row = (problem._digest(), *(json.dumps(sorted(set(part))) for part in (root.given, root.banned)))
        self.marks = 0  # of all parts in the file, together
        with ExitStack() as stack, self._told():
            path = stack.enter_context(self._held())
            self.db = stack.enter_context(closing(sqlite3.connect(path, timeout=1, isolation_level=None)))
            self._open(root)
            self.open = stack.pop_all()

    @contextmanager
    def _held(self) -> Iterator[Path]:
        """Keep the file from other threads until it is closed. Raises ValueError if it is none of ours."""
        try:
            path = Path(self.file).resolve()
        except (OSError, RuntimeError) as error:  # a loop of links
            raise ValueError(f"{self.file} is no checkpoint: {error}") from None
        if path in _in_use:
            raise ValueError(f"{self.file} is in use by another run")
        _in_use.add(path)
        try:
            wrong = _why_not(path)
            if wrong:
                raise ValueError(f"{self.file} is no checkpoint: {wrong}; name another file")
            yield path
        finally:
            _in_use.discard(path)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite has against the file, in our words."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in UNWRITABLE:
                raise OSError(EIO, str(error), self.file) from None
            what = "in use by another run" if "locked" in str(error) else f"no checkpoint: {error}"
            raise ValueError(f"{self.file} is {what}") from None

    def _open(self, root: Part) -> None:
        self.db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self.db.execute("BEGIN IMMEDIATE")
        tables = _tables(self.db)
        if not tables:
            self._create()
        elif tables != TABLES:
            raise ValueError(f"{self.file} is the checkpoint of another version")
        row = self.db.execute("SELECT problem, given, banned FROM run").fetchone()
        if row is None:
            self._begin(root)
            row = self.asked
        self.db.execute("COMMIT")
        if row[0] != self.asked[0]:
            raise ValueError(f"{self.file} is the checkpoint of another problem")
        if row != self.asked:
            raise ValueError(f"{self.file} is the checkpoint of another question: given and banned options differ")
        self.db.execute("PRAGMA journal_mode = WAL")

    def _create(self) -> None:
        """Mark a new file as ours, in the file itself: it has no log yet."""
        self.db.execute(f"PRAGMA application_id = {APPLICATION}")
        self.db.execute(RUN)
        self.db.execute(PART)

    def _begin(self, root: Part) -> None:
        self._insert([root])
        totals = "0", "0", 0, 0.0
        first = *self.asked, *totals, self._seal(totals)
        self.db.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)", first)

    def load(self, tally: Tally) -> list[Part]:
        """The parts that are still to be searched; what was done before goes into the tally.

        Raises ValueError for a file that is damaged.
        """
        with self._told():
            found = self.db.execute("SELECT count, nodes, parts, seconds, seal FROM run").fetchall()
            rows = self.db.execute("SELECT key, given, banned, weight, rest FROM part").fetchall()
        self.marks = sum(map(_mark, rows)) % MARKS
        if len(found) != 1 or found[0][4] != self._seal(found[0][:4]):
            raise ValueError(f"{self.file} is no checkpoint: it is damaged")
        count, nodes, tally.parts, tally.before, _ = found[0]
        tally.count, tally.nodes = int(count), int(nodes)
        waiting = [_part(*row) for row in rows]
        tally.done = 1 - sum((part.weight for part in waiting), Fraction(0))
        return waiting

    def record(self, tally: Tally, results: Iterable[tuple[list[Part], Result]]) -> None:
        """Make durable what came out of parts and what is left of them, and the totals with them in."""
        with self._told():
            try:
                self._record(tally, results)
            except sqlite3.OperationalError as error:
                raise OSError(EIO, f"{error}; what was counted before is kept", self.file) from None

    def _record(self, tally: Tally, results: Iterable[tuple[list[Part], Result]]) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        for parts, result in results:
            rows = list(map(_row, parts))
            self.db.executemany("DELETE FROM part WHERE key = ?", [row[:1] for row in rows])
            self.marks -= sum(map(_mark, rows))
            self._insert(result.left)
        totals = str(tally.count), str(tally.nodes), tally.parts, tally.before + tally.elapsed
        change = "UPDATE run SET count = ?, nodes = ?, parts = ?, seconds = ?, seal = ?"
        self.db.execute(change, (*totals, self._seal(totals)))
        self.db.execute("COMMIT")

    def _insert(self, parts: list[Part]) -> None:
        rows = list(map(_row, parts))
        self.db.executemany("INSERT INTO part VALUES (?, ?, ?, ?, ?)", rows)
        self.marks += sum(map(_mark, rows))

    def _seal(self, totals: Iterable[Any]) -> str:
        return str((self.marks + _mark((*self.asked, *totals))) % MARKS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()


def _why_not(path: Path) -> str | None:
    """Return the reason why this is none of our files, or None if it is one, empty or missing. It stays as it is."""
    try:
        if not path.exists():
            return None
        if not path.is_file():
            return f"unable to open database file, it is {'a directory' if path.is_dir() else 'no regular file'}"
        with path.open("rb") as stream:
            header = stream.read(100)
    except OSError as error:
        return f"unable to open database file, {error.strerror}"
    if not header:
        return None
    if not header.startswith(MAGIC):
        return "file is not a database"
    if header[68:72] == APPLICATION.to_bytes(4) or _tables_of(path) == TABLES:
        return None
    return "it is the database of another program"


def _tables_of(path: Path) -> set[str]:
    """The tables of a database. If it has none its log counts as well: those of a killed run may be there alone."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        found = _tables(db)
    log = path.with_name(f"{path.name}-wal")
    if found or not log.exists():
        return found
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        with closing(sqlite3.connect(copy)) as db:
            return _tables(db)


def _tables(db: sqlite3.Connection) -> set[str]:
    return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")}


def _row(part: Part) -> Row:
    given, banned, rest = map(json.dumps, (part.given, part.banned, part.rest or ()))
    return ".".join(map(str, part.key)), given, banned, str(part.weight), rest


def _part(key: str, given: str, banned: str, weight: str, rest: str) -> Part:
    place = tuple(map(int, key.split("."))) if key else ()
    yes, no, node = (tuple(json.loads(numbers)) for numbers in (given, banned, rest))
    return Part(yes, no, Fraction(weight), place, node or None)


def _mark(row: Row) -> int:
    return int.from_bytes(blake2b(repr(row).encode("utf-8", "replace"), digest_size=8).digest())
