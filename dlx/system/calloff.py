# SPDX-License-Identifier: MIT
"""The end of a running question that no search sees: no one waits for the answer any more, or the time is up.

    with called_off_when(gone):      in the thread with the question
        diagnose(puzzle)             raises CalledOff soon after gone() is true

    with within(2.0):                what a question prepares: rules, covers, tables, components, symmetries, orders
        engine.lend()                raises OutOfTime soon after two seconds

A search works in slices, with its own clock (engine/drive.py). Code that prepares calls `check` between two steps
of up to a tenth of a second, where Python delivers Ctrl-C as well. So no function needs an argument for it, and a call
costs 0.1 microseconds if no question can end early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from math import inf
from time import perf_counter, thread_time
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Passed = TypeVar("Passed")
THINGS_BETWEEN_CHECKS = 1_000

_gone: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)  # of this thread
_end: ContextVar[float] = ContextVar("end", default=inf)  # of the question, by perf_counter; of this thread
_impatient: ContextVar[Callable[[], bool] | None] = ContextVar("impatient", default=None)  # of this thread


class CalledOff(Exception):
    """No one waits for the answer any more."""


class OutOfTime(Exception):
    """The time of a question is up, and the search has not begun."""


@contextmanager
def called_off_when(gone: Callable[[], bool] | None) -> Iterator[None]:
    """Call off the questions inside as soon as `gone` returns true; None: never."""
    token = _gone.set(gone)
    try:
        yield
    finally:
        _gone.reset(token)


class within:
    """Limit the code inside to these seconds; a block around it may end it earlier.

    A question of 4 microseconds pays 0.6 for it; a generator as a context manager would take 2.

    >>> with within(0):
    ...     check()
    Traceback (most recent call last):
    ...
    dlx.system.calloff.OutOfTime
    """

    __slots__ = ("_seconds", "_token")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        end, around = perf_counter() + self._seconds, _end.get()
        self._token = _end.set(min(end, around))

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        _end.reset(self._token)


@contextmanager
def patient(seconds: float) -> Iterator[None]:
    """Limit the watched functions of the user to these seconds of the processor; other code takes its time."""
    end = thread_time() + seconds
    token = _impatient.set(lambda: thread_time() >= end)
    try:
        yield
    finally:
        _impatient.reset(token)


def check_visitor() -> None:
    """Raise CalledOff if the current question has been called off.

    >>> with called_off_when(lambda: True):
    ...     check_visitor()
    Traceback (most recent call last):
    ...
    dlx.system.calloff.CalledOff
    """
    gone = _gone.get()
    if gone is not None and gone():
        raise CalledOff


def check() -> None:
    """Raise CalledOff if the current question has been called off, OutOfTime if its time is up."""
    check_visitor()
    end = _end.get()
    if end < inf and perf_counter() >= end:
        raise OutOfTime


def checked(things: Iterable[Passed]) -> Iterator[Passed]:
    """Yield the same things, with a check before each thousand of them: for loops that prepare.

    >>> sum(checked(range(5)))
    10
    """
    for number, thing in enumerate(things):
        if not number % THINGS_BETWEEN_CHECKS:
            check()
        yield thing


def watched(function: Callable[Arguments, Passed]) -> Callable[Arguments, Passed]:
    """Return the same function with a check before each call: for a function of the user, which may take long.

    >>> watched(max)(1, 2)
    2
    """

    @wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Passed:
        check()
        late = _impatient.get()
        if late is not None and late():
            raise OutOfTime
        return function(*args, **kwargs)

    return call
