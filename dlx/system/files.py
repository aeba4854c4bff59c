# SPDX-License-Identifier: MIT
"""Writes files whole or not at all: a new file takes the place of the old one when it is complete.

    replacing       .dlx-1f0c9a2b44d07e31.tmp    the new file, removed after any failure
    GrowingFile     FILE.part                    the new file of a long run, which a failure leaves to a later run

A full disk, an error or Ctrl-C leaves the old file as it was. The new file gets the old permissions and owner; a link
stays a link, and we replace its target. A new file that replaces an old one reaches the disk before the rename, since
otherwise a power cut could leave neither. We write directly to anything but a regular file (a pipe, a device) and to
our own descriptors (/dev/stdout), and over a file that a rename cannot replace (a mount point, a read-only folder).
"""

from __future__ import annotations

import errno
import os
import signal
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import IO, Any, Literal, Self, cast

from .screen import Screen, escaped

COPIED_BYTES = 1 << 20  # of a file, copied at once
ENDS = ("SIGTERM", "SIGHUP")  # signals that end a process; Windows lacks SIGHUP


@contextmanager
def replacing(path: str | os.PathLike[str], mode: Literal["w", "wb"] = "w") -> Iterator[IO[Any]]:
    """Open a file for writing, as UTF-8 if it is text; it replaces the old file at the end of the block.

    Raises OSError, with the name of the file, if it cannot be written.
    """
    path = _checked(path)
    text: dict[str, Any] = {} if mode == "wb" else {"encoding": "utf-8", "newline": "\n"}
    with _errors_name(path):
        old = _stat(path)
        if old is not None and _is_stream(path, old):
            with os.fdopen(_open_stream(path), mode, **text) as stream:
                yield cast(IO[Any], Screen(stream)) if text and stream.isatty() else stream
            return
        target = path.resolve()
        temporary = _room(target, old) / f".dlx-{os.urandom(8).hex()}.tmp"
        with _removed(temporary):
            with os.fdopen(_create(temporary, old), mode, **text) as stream:
                yield stream
                if old is not None:
                    stream.flush()
                    os.fsync(stream.fileno())
            _move(temporary, target)


def written(file: str | os.PathLike[str] | IO[str]) -> AbstractContextManager[IO[str]]:
    """Return the stream of text to a path, or a stream itself, which stays open."""
    return replacing(file) if isinstance(file, (str, os.PathLike)) else nullcontext(file)


def replace_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Replace a file by this content, in one step."""
    with replacing(path, "wb" if isinstance(content, bytes) else "w") as stream:
        stream.write(content)


class GrowingFile:
    """A file that grows during a long run as FILE.part, and takes the place of FILE when it is complete.

        with GrowingFile("answers.txt") as file:     the disk stays as it is
            file.write(b"53467...\n")                answers.txt.part appears, and grows
            file.complete()                          at the end of the block, it replaces answers.txt

    Without `complete`, or after an error, FILE is as it was, and FILE.part has all that was written. Raises OSError,
    with the name of the file, if it cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = _checked(path)
        self.end = 0  # of the new file, in bytes
        self._ends: Literal["kept", "complete", "removed"] = "kept"
        self._file: IO[bytes] | None = None
        with _errors_name(self.path):
            self._old = _stat(self.path)
            self.is_stream = self._old is not None and _is_stream(self.path, self._old)
            self.part = self.path if self.is_stream else self.path.with_name(f"{self.path.name}.part")
            self.begun = None if self.is_stream or self._old is None else self.path  # what a run may continue
            if not self.is_stream:
                self._look_at_part()

    def _look_at_part(self) -> None:
        """Check that FILE.part is a file, or can be one."""
        if os.path.lexists(self.part):
            if self.part.is_symlink() or not self.part.is_file():
                raise FileExistsError(errno.EEXIST, f"{self.part.name} is in the way, and no regular file")
            self.begun = self.part
        check_writable(self.part)

    @property
    def is_kept(self) -> bool:
        """Return whether this run has left something in FILE.part."""
        return self._file is not None and not self.is_stream and self.part.exists()

    def keep(self, size: int) -> None:
        """Begin with the first bytes of the file in `begun`."""
        self.end = size

    def write(self, data: bytes) -> int:
        """Append all of the data; none of it after an error."""
        with _errors_name(self.path):
            file = self._file or self._open()
            try:
                _write_all(file, _shown(data) if file.isatty() else data)
            except BaseException:
                if not self.is_stream:
                    file.truncate(self.end)
                    file.seek(self.end)
                raise
        self.end += len(data)
        return len(data)

    def complete(self) -> None:
        """Let FILE.part replace FILE at the end of the block."""
        self._ends = "complete"

    def discard(self) -> None:
        """Remove FILE.part at the end of the block."""
        self._ends = "removed"

    def _open(self) -> IO[bytes]:
        """Open FILE.part, with the bytes to keep."""
        if self.is_stream:
            self._file = os.fdopen(_open_stream(self.path), "wb", buffering=0)
        elif self.begun == self.part:
            self._file = self.part.open("r+b", buffering=0)
            self._file.truncate(self.end)
            self._file.seek(self.end)
        else:
            self._file = self._create()
        return self._file

    def _create(self) -> IO[bytes]:
        try:
            descriptor = _create(self.part, self._old)
        except FileExistsError:
            raise FileExistsError(errno.EEXIST, f"{self.part.name} is new, and belongs to another run") from None
        with _removed(self.part), ExitStack() as stack:
            file = stack.enter_context(os.fdopen(descriptor, "wb", buffering=0))
            if self.end:
                with self.path.open("rb") as old:
                    _copy(old, file, self.end)
            stack.pop_all()  # stays open
        return file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            with _errors_name(self.path):
                if self._ends == "complete" and kind is None and not self.is_stream:
                    self._replace()
        finally:
            if self._file is not None:
                self._file.close()
            if self.is_kept and (self._ends == "removed" or not self.end):
                self.part.unlink()

    def _replace(self) -> None:
        """Put the new file in place of the old one, unless this is what the old one is."""
        if self._file is None and self.begun == self.path and self.end == self.path.stat().st_size:
            return
        file = self._file or self._open()
        if self._old is not None:
            os.fsync(file.fileno())
        file.close()
        try:
            self.part.replace(self.path.resolve())
        except OSError:  # a mount point, a link to another disk, a file open on Windows
            with replacing(self.path, "wb") as stream, self.part.open("rb") as new:
                _copy(new, stream)
            self.part.unlink()


def check_writable(path: Path) -> None:
    """Check that a file can be written, before the work for it begins. Raises OSError, with its name, if it cannot."""
    with _errors_name(path):
        if _stat(path) is None and not os.access(path.parent, os.W_OK):
            path.parent.stat()  # fails if there is no folder
            raise PermissionError(errno.EACCES, f"its folder accepts no {path.name}; name a file in another one")


# --- the parts of all


def _checked(path: str | os.PathLike[str]) -> Path:
    if not os.fspath(path):
        raise ValueError("the name of the file to write is empty; name one")
    return Path(path)


@contextmanager
def _errors_name(path: Path) -> Iterator[None]:
    """Put the name that the user knows into an error of the system."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            error.filename = str(path)
            del error.filename2  # None would be printed
        raise


def _stat(path: Path) -> os.stat_result | None:
    """Return the status of a file, or None if it is missing. Raises OSError if we may not write to it."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode):
        os.close(os.open(path, os.O_WRONLY))
    return status


def _is_stream(path: Path, status: os.stat_result) -> bool:
    """Return whether it is no file on a disk. /dev/stdout counts as a stream even if a shell redirects it to a file."""
    folder = str(path.parent.resolve())
    ours = folder == "/dev" or folder.startswith("/proc/") or _descriptor(path) is not None
    return ours or not stat.S_ISREG(status.st_mode)


def _descriptor(path: Path) -> int | None:
    """Return the descriptor of this process that a path names, perhaps by links: 1 for /dev/stdout."""
    while True:
        folder = path.parent.resolve()
        if str(folder) in ("/dev/fd", f"/proc/{os.getpid()}/fd") and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            return None
        path = folder / path.readlink()


def _open_stream(path: Path) -> int:
    """Open a stream. A descriptor of ours keeps its place: to open its file again would cut off `>> file`."""
    descriptor = _descriptor(path)
    return os.open(path, os.O_WRONLY) if descriptor is None else os.dup(descriptor)


def _room(target: Path, old: os.stat_result | None) -> Path:
    """Return the folder for the new file until it is complete: the folder of the old one, if it accepts a file."""
    if old is None or os.access(target.parent, os.W_OK):
        return target.parent
    from tempfile import gettempdir  # takes 5 ms

    return Path(gettempdir())


def _create(path: Path, old: os.stat_result | None) -> int:
    """Create a file with the permissions of the old one, or the default ones; return its descriptor."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o666 if old is None else 0o600)
    if old is not None:
        if hasattr(os, "chown"):
            with suppress(OSError):  # only root may change the owner
                os.chown(path, old.st_uid, old.st_gid)
        with suppress(OSError):  # a file system without permissions
            path.chmod(stat.S_IMODE(old.st_mode))
    return descriptor


def _move(temporary: Path, target: Path) -> None:
    """Rename the file; write over a target that cannot be replaced (a mount point, a file open on Windows)."""
    try:
        temporary.replace(target)
    except OSError:
        if not target.exists():
            raise
        _overwrite(target, temporary)
        temporary.unlink()


def _overwrite(target: Path, new: Path) -> None:
    """Write over a file, first beyond its end: only that needs room, so a full disk leaves the file as it was."""
    size = target.stat().st_size
    with target.open("r+b", buffering=0) as out, new.open("rb") as source:
        try:
            source.seek(size)
            out.seek(size)
            _copy(source, out)
        except BaseException:
            out.truncate(size)
            raise
        source.seek(0)
        out.seek(0)
        _copy(source, out, size)
        out.truncate(new.stat().st_size)
        os.fsync(out.fileno())


def _copy(source: IO[bytes], out: IO[bytes], size: int | None = None) -> None:
    """Copy this number of bytes, or all of them."""
    while block := source.read(COPIED_BYTES if size is None else min(size, COPIED_BYTES)):
        _write_all(out, block)
        size = None if size is None else size - len(block)


def _shown(data: bytes) -> bytes:
    """Return the text as a terminal shows it."""
    return escaped(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def _write_all(out: IO[bytes], data: bytes) -> None:
    """Write all of the data to a file, which without a buffer may take a part at a time."""
    room = memoryview(data)
    while room:
        room = room[out.write(room) or 0 :]


@contextmanager
def _removed(temporary: Path) -> Iterator[None]:
    """Remove this file if the block does not complete, also after SIGTERM unless the caller handles it."""

    def end(number: int, _: FrameType | None) -> None:
        temporary.unlink(missing_ok=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    numbers = [getattr(signal, name) for name in ENDS if hasattr(signal, name)]
    if current_thread() is not main_thread():
        numbers = []  # only the main thread may set handlers
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in ours:
            signal.signal(number, end)
        yield
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
