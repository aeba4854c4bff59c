# SPDX-License-Identifier: MIT
"""Writes files whole or not at all: a new file next to the old one replaces it when complete.

    problem.dlx                the old file, until the rename
    .dlx-1f0c9a2b44d07e31.tmp  the new file until then, removed after any failure

A full disk, an error or Ctrl-C leaves the old file as it was. The new file gets the old permissions and owner; a link
stays a link, and we replace its target. A new file that replaces an old one reaches the disk before the rename, since
otherwise a power cut could leave neither. We write directly to anything but a regular file (a pipe, /dev/stdout) and to
a file in a read-only folder.
"""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import IO, Any, Literal, cast

from .screen import Screen

ENDS = ("SIGTERM", "SIGHUP")  # signals that end a process; Windows lacks SIGHUP


@contextmanager
def replacing(path: str | os.PathLike[str], mode: Literal["w", "wb"] = "w") -> Iterator[IO[Any]]:
    """Open a file for writing, as UTF-8 if it is text; it replaces the old file at the end of the block.

    Raises OSError, with the name of the file, if it cannot be written.
    """
    if not os.fspath(path):
        raise ValueError("the name of the file to write is empty; name one")
    path = Path(path)
    text: dict[str, Any] = {} if mode == "wb" else {"encoding": "utf-8", "newline": "\n"}
    try:
        old = _stat(path)
        if old is not None and (_is_stream(path, old) or not os.access(path.resolve().parent, os.W_OK)):
            with path.open(mode, **text) as stream:
                yield cast(IO[Any], Screen(stream)) if text and stream.isatty() else stream
            return
        temporary = path.resolve().with_name(f".dlx-{os.urandom(8).hex()}.tmp")
        with _removed(temporary):
            with os.fdopen(_create(temporary, old), mode, **text) as stream:
                yield stream
                if old is not None:
                    stream.flush()
                    os.fsync(stream.fileno())
            _move(temporary, path.resolve(), old is not None)
    except OSError as error:
        if error.errno is not None:
            error.filename, error.filename2 = str(path), None
        raise


def _stat(path: Path) -> os.stat_result | None:
    """Return the status of a file, or None if it is missing. Raises OSError if we may not write to it."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISREG(found.st_mode):
        os.close(os.open(path, os.O_WRONLY))
    return found


def _is_stream(path: Path, found: os.stat_result) -> bool:
    """Return whether it is no file on a disk. /dev/stdout counts as a stream even if a shell redirects it to a file."""
    folder = str(path.parent.resolve())
    return not stat.S_ISREG(found.st_mode) or folder == "/dev" or folder.startswith("/proc/")


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


def _move(temporary: Path, target: Path, exists: bool) -> None:
    """Rename the file; write into a target that cannot be replaced (a mount point, a file open on Windows)."""
    try:
        temporary.replace(target)
    except OSError:
        if not exists:
            raise
        target.write_bytes(temporary.read_bytes())
        temporary.unlink()


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
