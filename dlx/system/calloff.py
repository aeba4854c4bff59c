# SPDX-License-Identifier: MIT
"""The end of a running question from outside: its time is up, it is canceled, or no one waits for the answer any more.

    with within(2.0):                what a question prepares: rules, covers, tables, components, symmetries, orders
        engine.lend()                raises OutOfTime soon after two seconds

    with Cancellation(event):        a canceled question is one whose time is up
        engine.lend()                raises OutOfTime soon after event.is_set() is true

    with called_off_when(gone):      in the thread with the question
        diagnose(puzzle)             raises CalledOff soon after gone() is true

A search works in slices, with its own clock (engine/drive.py). Code that prepares calls `check` between two steps
of up to a tenth of a second, where Python delivers Ctrl-C as well. So no function needs an argument for it, and a call
costs 0.1 microseconds if no question can end early.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar, Token
from functools import wraps
from math import inf
from time import perf_counter, thread_time
from typing import ParamSpec, Protocol, Self, TypeVar

Arguments = ParamSpec("Arguments")
Passed = TypeVar("Passed")
THINGS_BETWEEN_CHECKS = 1_000

_end: ContextVar[float] = ContextVar("end", default=inf)  # of the question, by perf_counter; of this thread
_impatient: ContextVar[Callable[[], bool] | None] = ContextVar("impatient", default=None)  # of this thread


class CalledOff(Exception):
    """No one waits for the answer any more."""


class OutOfTime(Exception):
    """The time of a question is up, or it is canceled, and the search has not begun."""


class Cancel(Protocol):
    """The ``cancel`` of a question: a threading.Event, or anything with its ``is_set``."""

    def is_set(self) -> bool: ...


class Cancellation:
    """A ``cancel`` for the code inside, which a block around it may cancel as well. Once seen, it holds.

    >>> from threading import Event
    >>> event = Event()
    >>> with Cancellation(event):
    ...     check()
    ...     event.set()
    ...     check()
    Traceback (most recent call last):
    ...
    dlx.system.calloff.OutOfTime
    """

    __slots__ = ("_around", "_cancel", "_token", "seen")
    _token: Token[Cancellation | None]

    def __init__(self, cancel: Cancel) -> None:
        if not hasattr(cancel, "is_set"):
            raise TypeError(f"cancel is {cancel!r}; it must be an Event, or anything with is_set(), or None")
        self._cancel, self._around = cancel, _cancellation.get()
        self.seen = False

    def is_set(self) -> bool:
        """Return whether the code inside has to end."""
        if not self.seen:
            self.seen = bool(self._cancel.is_set()) or (self._around is not None and self._around.is_set())
        return self.seen

    def __enter__(self) -> Self:
        self._token = _cancellation.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        _cancellation.reset(self._token)


class Visitor:
    """The ``cancel`` of someone who may leave: code inside ends with CalledOff then, which no question catches."""

    def __init__(self, gone: Callable[[], bool]) -> None:
        self._gone = gone

    def is_set(self) -> bool:
        if self._gone():
            raise CalledOff
        return False


_cancellation: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)  # of this thread


cancellation = _cancellation.get  # returns the cancellation around the calling code; None if no one can cancel it


def canceled() -> bool:
    """Return whether the current question is canceled.

    Raises:
        CalledOff: it has been called off.

    >>> with called_off_when(lambda: True):
    ...     canceled()
    Traceback (most recent call last):
    ...
    dlx.system.calloff.CalledOff
    """
    around = _cancellation.get()
    return around is not None and around.is_set()


def canceling(cancel: Cancel | None) -> AbstractContextManager[Cancellation | None]:
    """Return a block that `cancel` cancels, if there is one."""
    return nullcontext() if cancel is None else Cancellation(cancel)


@contextmanager
def called_off_when(gone: Callable[[], bool] | None) -> Iterator[None]:
    """Call off the questions inside as soon as `gone` returns true; None: never."""
    token = _cancellation.set(None if gone is None else Cancellation(Visitor(gone)))
    try:
        yield
    finally:
        _cancellation.reset(token)


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


def check() -> None:
    """Raise CalledOff if the current question has been called off, OutOfTime if it is canceled or its time is up."""
    end = _end.get()
    if canceled() or (end < inf and perf_counter() >= end):
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


def _ask_anew() -> None:
    """Forget the question around a fork: a worker of a pool answers other questions as well."""
    _end.set(inf)
    _cancellation.set(None)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ask_anew)
