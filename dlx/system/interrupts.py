# SPDX-License-Identifier: MIT
"""Ctrl-C as a KeyboardInterrupt at points that we choose.

Python raises KeyboardInterrupt between any two steps of the main thread. Two places cannot cope with that:

 *  Library code that holds a lock. Of 150 counts with two workers, one never ended: the lock of a Future stayed taken,
    its worker waited for that lock, and we waited for the worker. `Interrupts` records the signal during such code.
 *  An import. Some extension modules lose the exception (4 of 120 at random moments of the first quarter of a second),
    others report a broken installation. `InterruptHandler`, for the commands, raises it after the import.

    with Interrupts() as interrupts:          records a signal from here on
        future = executor.submit(...)         never interrupted
        interrupts.check()                    raises KeyboardInterrupt for a recorded signal
        with interrupts.allowed():            restores the old behavior, for the caller's code
            progress(...)

Outside the main thread, and if the signal has a handler that is neither Python's nor ours, we change nothing.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from time import monotonic
from types import FrameType
from typing import Any, Self

_signal: Any = import_module("_signal")  # `signal` turns handlers into enumerations, which takes 20 us for a block
STUCK_SECONDS = 3.0  # since a recorded signal; a further signal is then raised, as the library is stuck
RETRY_SECONDS = 0.005  # between two checks of a running import
LONGEST_IMPORT_SECONDS = 0.05  # limit of our wait for an import


class Interrupts:
    """A block that records SIGINT and raises it as KeyboardInterrupt at the end of the block at the latest."""

    def __init__(self) -> None:
        self._entered = False
        self._process = os.getpid()
        self._former: Any = None  # the handler that we replace, or None
        self._came: float | None = None  # time of the recorded signal

    def __enter__(self) -> Self:
        self._entered = True
        self._hold()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._entered = False
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self._came = None  # already raised
        self._release()

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal is recorded."""
        if self._came is not None:
            self._came = None
            raise KeyboardInterrupt

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Allow KeyboardInterrupt at any moment of this block, and raise a recorded one at its start."""
        self.check()
        self._release()
        try:
            yield
        finally:
            if self._entered:  # a generator may outlive the block that created it
                self._hold()

    def _hold(self) -> None:
        handler = _signal.getsignal(signal.SIGINT)
        if _raises_at_once(handler):
            with suppress(ValueError):  # outside the main thread
                _signal.signal(signal.SIGINT, self._record)
                self._former = handler

    def _release(self) -> None:
        if self._former is not None:
            with suppress(ValueError):
                handler = _signal.signal(signal.SIGINT, self._former)
                if handler != self._record:  # another handler has replaced ours
                    _signal.signal(signal.SIGINT, handler)
        self._former = None
        self.check()

    def _record(self, number: int, frame: FrameType | None) -> None:
        now = monotonic()
        if os.getpid() != self._process and self._former is not None:  # a forked child, which never reaches a check
            self._former(number, frame)
        elif self._came is None:
            self._came = now
        elif now - self._came > STUCK_SECONDS:
            raise KeyboardInterrupt


class InterruptHandler:
    """A SIGINT handler for the commands that waits for an import to finish; it calls `end` if the import takes long."""

    def __init__(self, end: Callable[[], object]) -> None:
        self.end = end
        self.came: float | None = None  # time of the signal that waits for an import

    def install(self) -> None:
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        signal.signal(signal.SIGINT, self.interrupt)

    def interrupt(self, _number: int, frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt, or retry a little later during an import."""
        self.came = self.came or monotonic()
        while frame is not None:
            if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
                if monotonic() > self.came + LONGEST_IMPORT_SECONDS:
                    self.end()
                signal.setitimer(signal.ITIMER_REAL, RETRY_SECONDS)
                return
            frame = frame.f_back
        self.came = None
        raise KeyboardInterrupt


def _raises_at_once(handler: object) -> bool:
    """Return whether this is Python's handler, or one of ours."""
    owner = getattr(handler, "__self__", None)
    return handler is signal.default_int_handler or isinstance(owner, (Interrupts, InterruptHandler))
