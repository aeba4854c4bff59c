# SPDX-License-Identifier: MIT
"""Ctrl-C as a KeyboardInterrupt at points that we choose.

Python raises KeyboardInterrupt between any two steps of the main thread. Two places do not bear it:

 *  Code of a library that holds a lock. Of 150 counts with two workers one never ended: the lock of a Future stayed
    taken, its worker waited for that lock, and we for the worker. `Interrupts` records the signal meanwhile.
 *  An import. Modules in C lose the exception (4 of 120 at random moments of the first quarter of a second), others
    take it for a broken installation. `InterruptHandler`, of the commands, raises it when the import is done.

    with Interrupts() as interrupts:          a signal is recorded from here on
        future = executor.submit(...)         nothing is raised here
        interrupts.check()                    raises KeyboardInterrupt for a recorded signal
        with interrupts.allowed():            as it was before, for code of the caller
            progress(...)

Outside the main thread, and where the signal has a handler that is neither Python's nor ours, nothing is changed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import Any, Self

STUCK_SECONDS = 3.0  # a signal that comes so long after a recorded one is raised: the library does not return
RETRY_SECONDS = 0.005  # between two looks at an import that lasts
LONGEST_IMPORT_SECONDS = 0.05  # one that lasts longer is not waited for


class Interrupts:
    """SIGINT recorded within a block, and raised as KeyboardInterrupt at its end at the latest."""

    def __init__(self) -> None:
        self._entered = False
        self._process = os.getpid()
        self._former: Any = None  # the handler that we stand in for; None: we do not
        self._came: float | None = None  # when the recorded signal came

    def __enter__(self) -> Self:
        self._entered = True
        self._hold()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._entered = False
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self._came = None  # it is raised already
        self._release()

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal is recorded."""
        if self._came is not None:
            self._came = None
            raise KeyboardInterrupt

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Raise KeyboardInterrupt at any moment of this block, a recorded one at its beginning."""
        self.check()
        self._release()
        try:
            yield
        finally:
            if self._entered:  # a generator may be dropped after the block that it was made in
                self._hold()

    def _hold(self) -> None:
        handler = signal.getsignal(signal.SIGINT)
        if _raises_at_once(handler):
            with suppress(ValueError):  # of another thread than the main one
                signal.signal(signal.SIGINT, self._record)
                self._former = handler

    def _release(self) -> None:
        if self._former is not None:
            with suppress(ValueError):
                handler = signal.signal(signal.SIGINT, self._former)
                if handler != self._record:  # one that others have put in our place
                    signal.signal(signal.SIGINT, handler)
        self._former = None
        self.check()

    def _record(self, number: int, frame: FrameType | None) -> None:
        now = monotonic()
        if os.getpid() != self._process and self._former is not None:  # a fork of ours: it does not come to a check
            self._former(number, frame)
        elif self._came is None:
            self._came = now
        elif now - self._came > STUCK_SECONDS:
            raise KeyboardInterrupt


class InterruptHandler:
    """KeyboardInterrupt for a command, but not in the middle of an import; `end` ends it where one lasts."""

    def __init__(self, end: Callable[[], object]) -> None:
        self.end = end
        self.came: float | None = None  # when the signal came that an import keeps waiting

    def install(self) -> None:
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        signal.signal(signal.SIGINT, self.interrupt)

    def interrupt(self, _number: int, frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt, or come back a little later."""
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
    return handler is signal.default_int_handler or isinstance(
        getattr(handler, "__self__", None), (Interrupts, InterruptHandler)
    )
