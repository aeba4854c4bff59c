# SPDX-License-Identifier: MIT
"""The error that replaces an answer if a limit ended the computation.

A Search or a Best has a status next to its solutions. A number, a truth value or a solution has none, and a partial
answer would pass for the whole answer. We therefore raise an error that holds the partial answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from ..system.calloff import Cancel, Cancellation, OutOfTime, within
from ..system.public import public
from .limits import seconds

if TYPE_CHECKING:
    from .status import Status

ThingT = TypeVar("ThingT")
Ask = TypeVar("Ask", bound=Callable[..., Any])


class AtLeast(int):
    """A lower bound from a count that a limit ended; it prints as "at least".

    >>> bound = AtLeast(8426668)
    >>> print(bound, bound + 1)
    at least 8,426,668 8426669
    """

    def __str__(self) -> str:
        from ..system.digits import digits

        return f"at least {digits(self, ',')}"

    __repr__ = __str__


@public("dlx")
class Unfinished(TimeoutError):
    """A limit stopped a question before its answer was known.

    ``partial`` is the partial answer: an ``AtLeast`` for a count, None if nothing is known. ``status`` is the
    :class:`~dlx.Status` that names the limit.

    >>> from dlx import Problem
    >>> try:
    ...     Problem([[k] for k in range(9) for _ in "ab"]).count(method="search", time_limit=0)
    ... except Unfinished as error:
    ...     print(error, "|", error.partial, "|", error.status.name)
    the time limit ended the count: at least 0 solutions | at least 0 | TIME_LIMIT
    """

    def __init__(self, message: str, partial: Any = None, status: Status | None = None) -> None:
        super().__init__(message)
        self.partial = partial
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.partial, self.status)


SECOND = "the search for a second solution"  # for questions of uniqueness


def unsolved(status: Status, outlook: str = "") -> Unfinished:
    """Return the error of a search for a solution that a limit ended before there was one; `outlook` ends it."""
    status = _outer_status(status)
    return Unfinished(f"{status.cause} ended the search before a solution was found{outlook}", None, status)


def unfinished(question: str, status: Status, n: int, what: str = "solution", outlook: str = "") -> Unfinished:
    """Return the error of a question that a limit ended after n solutions, or n of `what`; `outlook` ends it."""
    bound, status = AtLeast(n), _outer_status(status)
    return Unfinished(f"{status.cause} ended {question}: {bound} {what}{'s' * (n != 1)}{outlook}", bound, status)


def undone(text: str, status: Status, time_limit: float | None, outlook: str = "") -> Unfinished:
    """Return the error of a question without a partial answer; the end is added to the text, and `outlook` ends it."""
    status = _outer_status(status)
    canceled = status.name == "INTERRUPTED" or time_limit is None
    end = "when it was canceled" if canceled else f"after {time_limit:g} seconds"
    return Unfinished(f"{text} {end}{outlook}", None, status)


def _outer_status(status: Status) -> Status:
    from .status import outer_status  # the import takes 10 ms, and each command imports the error

    return outer_status(status)


class CancelableList(Generic[ThingT]):
    """The things of a question that is canceled as long as they are listed. After Ctrl-C the list continues.

    >>> from threading import Event
    >>> event = Event()
    >>> listed = CancelableList(iter("abc"), Cancellation(event))
    >>> next(listed)
    'a'
    """

    def __init__(self, things: Iterator[ThingT], cancellation: Cancellation) -> None:
        self._things, self._cancellation, self._n = things, cancellation, 0

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> ThingT:
        with self._cancellation:
            try:
                thing = next(self._things)
            except OutOfTime:  # while something is prepared
                raise _unprepared("solutions", self._n) from None
        self._n += 1
        return thing


COUNTED = {  # by question: its name in messages, and what it counts
    "is_unique": (SECOND, "solution"),
    "count": ("the count", "solution"),
    "solutions": ("the list", "solution"),
    "group": ("the search for symmetries", "orbit"),
}


class in_time(within):
    """Limit the code inside to these seconds and by `cancel`; raise Unfinished if a question ends in its preparation.

    >>> from dlx.system import calloff
    >>> with in_time(0, "count"):
    ...     calloff.check()
    Traceback (most recent call last):
    ...
    dlx.Unfinished: the time limit ended the count: at least 0 solutions
    """

    __slots__ = ("_question", "cancellation")

    def __init__(self, time_limit: float | None, question: str, cancel: Cancel | None = None) -> None:
        super().__init__(seconds(time_limit))
        self.cancellation = None if cancel is None else Cancellation(cancel)
        self._question = question

    def __enter__(self) -> None:
        super().__enter__()
        if self.cancellation is not None:
            self.cancellation.__enter__()

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        try:
            if kind is OutOfTime:
                raise _unprepared(self._question) from None
        finally:
            if self.cancellation is not None:
                self.cancellation.__exit__(kind, *error)
            super().__exit__(kind, *error)


def _unprepared(question: str, n: int = 0) -> Unfinished:
    """Return the error of a question that time ended while it was prepared, when `n` solutions were known."""
    from .status import Status  # the import takes 10 ms, and each command imports the error

    status = _outer_status(Status.TIME_LIMIT)
    if question == "solve":
        return unsolved(status)
    if question in COUNTED:
        name, what = COUNTED[question]
        return unfinished(name, status, n, what)
    return Unfinished(f"{status.cause} ended the preparation of {question}()", None, status)


def limited(question: str, word: str = "time_limit", *, lists: bool = False) -> Callable[[Ask], Ask]:
    """Return a decorator that puts the limit named `word` and the ``cancel`` of a question around all that it does.

    A question that `lists` is canceled between its things as well.
    """

    def decorated(ask: Ask) -> Ask:
        default = (ask.__kwdefaults__ or {}).get(word)

        @wraps(ask)
        def asked(*args: Any, **how: Any) -> Any:
            if not how and default is None:
                return ask(*args)  # 0.05 us sooner
            limit, cancel = how.get(word, default), how.get("cancel")
            if limit is None and cancel is None:
                return ask(*args, **how)
            border = in_time(limit, question, cancel)
            if word and border.cancellation and border.cancellation.is_set():
                how[word] = 0  # it does not begin
            with border:
                answer = ask(*args, **how)
            return CancelableList(answer, border.cancellation) if lists and border.cancellation else answer

        return asked  # type: ignore[return-value]

    return decorated
