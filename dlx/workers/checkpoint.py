# SPDX-License-Identifier: MIT
"""A checkpoint of a long count, from which a killed run resumes: a file that is an SQLite database.

    run     problem (its digest), given, banned; count, nodes, parts and seconds so far; seal
    part    key    given   banned   weight  rest      the parts still to be searched
            "2"    [7]     []       1/3     []
            "1.4"  [3, 9]  []       1/12    []

One transaction removes a part, adds its results to the totals and inserts the rest of it. A run that is killed at any
moment thus loses only the parts in progress, and the file stays small, however long the run. It belongs to one run at a
time.

The seal is the sum of a digest of every row (modulo 2^64), updated as rows come and go. Of 3,000 single bits flipped in
a file without a seal, 28 changed the total unnoticed; with the seal we refuse such a file.

We write to an existing file only after we recognize it as ours: by the `application_id` in its header or, for files of
version 0.1, which have none, by its tables. This check neither locks the file nor creates others next to it.
"""

from __future__ import annotations

import gc
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
from weakref import WeakValueDictionary

from .parts import Part, Result, Tally

if TYPE_CHECKING:
    from ..matrix.matrix import Matrix

RUN = """CREATE TABLE run (problem TEXT, given TEXT, banned TEXT, count TEXT, nodes TEXT, parts INTEGER,
    seconds REAL, seal TEXT)"""
PART = "CREATE TABLE part (key TEXT PRIMARY KEY, given TEXT, banned TEXT, weight TEXT, rest TEXT) WITHOUT ROWID"
TABLES = {RUN, PART}  # as the file has them
APPLICATION = int.from_bytes(b"DLXc")  # the application_id
MAGIC = b"SQLite format 3\0"  # the first bytes of a database
NOWHERE = ("", ":memory:")  # names for which SQLite uses no file
MARKS = 2**64  # modulus of the rows' digests
UNWRITABLE = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)  # faults of the disk, not of the file


class _Use:
    """The use of a file, which ends with the frame that holds it, wherever Ctrl-C comes."""


# The files open in this process; closing a second handle would unlock the file.
_in_use: WeakValueDictionary[Path, _Use] = WeakValueDictionary()

PartRow = tuple[Any, ...]


class Checkpoint:
    """The file of one count.

    Raises ValueError for a file that belongs to another problem or question, is in use by a run, is damaged or is not
    ours, and OSError if the file cannot be written (because the disk is full, say).
    """

    def __init__(self, file: str | PathLike[str], problem: Matrix, root: Part) -> None:
        self.file = fsdecode(file)
        if self.file in NOWHERE:
            raise ValueError(f"checkpoint {self.file!r} would keep nothing; name a file")
        self.asked: PartRow = (problem.digest(), *(json.dumps(sorted(set(part))) for part in (root.given, root.banned)))
        self.marks = 0  # sum of the digests of all parts in the file
        with ExitStack() as stack, self._translate_errors():
            path = stack.enter_context(self._hold_file())
            self.db = stack.enter_context(closing(sqlite3.connect(path, timeout=1, isolation_level=None)))
            self._open(root)
            self.open = stack.pop_all()

    @contextmanager
    def _hold_file(self) -> Iterator[Path]:
        """Keep other threads from using the file until we close it. Raises ValueError if it is not ours."""
        try:
            path = Path(self.file).resolve()
        except (OSError, RuntimeError) as error:  # a loop of links
            raise ValueError(f"{self.file} is not a checkpoint: {error}") from None
        if path in _in_use:
            gc.collect()  # of a run that Ctrl-C has ended, frames may be left in a cycle
        if path in _in_use:
            raise ValueError(f"{self.file} is in use by another run")
        use = _in_use[path] = _Use()
        try:
            wrong = _why_not(path)
            if wrong:
                raise ValueError(f"{self.file} is not a checkpoint: {wrong}; name another file")
            yield path
        finally:  # a caller may keep an error, and so this frame
            _in_use.pop(path, None)
            del use

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Replace SQLite's errors with ours."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in UNWRITABLE:
                raise OSError(EIO, str(error), self.file) from None
            what = "in use by another run" if "locked" in str(error) else f"not a checkpoint: {error}"
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
        """Mark a new file as ours, in the file itself, as it has no log yet."""
        self.db.execute(f"PRAGMA application_id = {APPLICATION}")
        self.db.execute(RUN)
        self.db.execute(PART)

    def _begin(self, root: Part) -> None:
        self._insert([root])
        totals = "0", "0", 0, 0.0
        first = *self.asked, *totals, self._seal(totals)
        self.db.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)", first)

    def load(self, tally: Tally) -> list[Part]:
        """Return the parts still to be searched, and set the tally to the totals of earlier runs.

        Raises ValueError for a damaged file.
        """
        with self._translate_errors():
            runs = self.db.execute("SELECT count, nodes, parts, seconds, seal FROM run").fetchall()
            rows = self.db.execute("SELECT key, given, banned, weight, rest FROM part").fetchall()
        self.marks = sum(map(_mark, rows)) % MARKS
        if len(runs) != 1 or runs[0][4] != self._seal(runs[0][:4]):
            raise ValueError(f"{self.file} is not a checkpoint: it is damaged")
        count, nodes, tally.parts, spent, _ = runs[0]
        tally.before = spent - tally.drive.seconds
        tally.count, tally.nodes = int(count), int(nodes)
        waiting = [_part(*row) for row in rows]
        tally.done = 1 - sum((part.weight for part in waiting), Fraction(0))
        return waiting

    def record(self, tally: Tally, results: Iterable[tuple[list[Part], Result]]) -> None:
        """Save the rests of these parts and the totals that include their results."""
        with self._translate_errors():
            try:
                self._record(tally, results)
            except sqlite3.OperationalError as error:
                raise OSError(EIO, f"{error}; the count so far is kept", self.file) from None

    def _record(self, tally: Tally, results: Iterable[tuple[list[Part], Result]]) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        for parts, result in results:
            rows = list(map(_row, parts))
            self.db.executemany("DELETE FROM part WHERE key = ?", [row[:1] for row in rows])
            self.marks -= sum(map(_mark, rows))
            self._insert(result.left)
        totals = str(tally.count), str(tally.nodes), tally.parts, tally.seconds
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
    """Return why the file is not ours, or None if it is ours, empty or missing. The file does not change."""
    try:
        if not path.exists():
            return None if path.parent.is_dir() else f"there is no folder {path.parent}"
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
    """Return the tables of a database. If it has none, look in its log: after a kill, they may be there alone."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        tables = _tables(db)
    log = path.with_name(f"{path.name}-wal")
    if tables or not log.exists():
        return tables
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        with closing(sqlite3.connect(copy)) as db:
            return _tables(db)


def _tables(db: sqlite3.Connection) -> set[str]:
    return {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")}


def _row(part: Part) -> PartRow:
    given, banned, node = map(json.dumps, (part.given, part.banned, part.rest or ()))
    return ".".join(map(str, part.key)), given, banned, str(part.weight), node


def _part(key: str, given: str, banned: str, weight: str, node_json: str) -> Part:
    place = tuple(map(int, key.split("."))) if key else ()
    yes, no, node = (tuple(json.loads(numbers)) for numbers in (given, banned, node_json))
    return Part(yes, no, Fraction(weight), place, node or None)


def _mark(row: PartRow) -> int:
    return int.from_bytes(blake2b(repr(row).encode("utf-8", "replace"), digest_size=8).digest())
