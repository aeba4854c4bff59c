# SPDX-License-Identifier: MIT
"""A question that is called off from outside, while it is worked on: by a visitor of the page who does not wait for it.

    with called_off_when(gone):      in the thread that asks
        diagnose(puzzle)             raises CalledOff soon after gone() is true

Whatever works in slices calls `check` between two of them, where Ctrl-C is delivered as well. So no function needs an
argument for it, and a call costs 0.1 microseconds where nothing can be called off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_gone: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)  # of this thread


class CalledOff(Exception):
    """No one waits for the answer."""


@contextmanager
def called_off_when(gone: Callable[[], bool] | None) -> Iterator[None]:
    """Call off the questions inside as soon as `gone` returns true; None: never."""
    token = _gone.set(gone)
    try:
        yield
    finally:
        _gone.reset(token)


def check() -> None:
    """Raise CalledOff if that is so.

    >>> with called_off_when(lambda: True):
    ...     check()
    Traceback (most recent call last):
    ...
    dlx.calloff.CalledOff
    """
    gone = _gone.get()
    if gone is not None and gone():
        raise CalledOff
