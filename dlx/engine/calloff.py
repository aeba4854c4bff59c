# SPDX-License-Identifier: MIT
"""Canceling a running question from outside, as when a visitor of the web page does not wait for the answer.

    with called_off_when(gone):      in the thread with the question
        diagnose(puzzle)             raises CalledOff soon after gone() is true

Code that works in slices calls `check` between two slices, where Python delivers Ctrl-C as well. So no function needs
an argument for it, and a call costs 0.1 microseconds if no question can be called off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_gone: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)  # of this thread


class CalledOff(Exception):
    """No one waits for the answer any more."""


@contextmanager
def called_off_when(gone: Callable[[], bool] | None) -> Iterator[None]:
    """Call off the questions inside as soon as `gone` returns true; None: never."""
    token = _gone.set(gone)
    try:
        yield
    finally:
        _gone.reset(token)


def check() -> None:
    """Raise CalledOff if the current question has been called off.

    >>> with called_off_when(lambda: True):
    ...     check()
    Traceback (most recent call last):
    ...
    dlx.engine.calloff.CalledOff
    """
    gone = _gone.get()
    if gone is not None and gone():
        raise CalledOff
