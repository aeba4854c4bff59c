# SPDX-License-Identifier: MIT
"""The error that replaces an answer if a limit ended the computation.

A Search or a Best has a status next to its solutions. A number, a truth value or a solution has none, and a partial
answer would pass for the whole answer. We therefore raise an error that holds the partial answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..system.calloff import OutOfTime, within
from ..system.public import public
from .limits import seconds

if TYPE_CHECKING:
    from .status import Status


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
    return Unfinished(f"the {status.value} ended the search before a solution was found{outlook}", None, status)


def unfinished(question: str, status: Status, n: int, what: str = "solution", outlook: str = "") -> Unfinished:
    """Return the error of a question that a limit ended after n solutions, or n of `what`; `outlook` ends it."""
    bound = AtLeast(n)
    return Unfinished(f"the {status.value} ended {question}: {bound} {what}{'s' * (n != 1)}{outlook}", bound, status)


COUNTED = {  # by question: its name in messages, and what it counts
    "is_unique": (SECOND, "solution"),
    "count": ("the count", "solution"),
    "solutions": ("the list", "solution"),
    "group": ("the search for symmetries", "orbit"),
}


class in_time(within):
    """Limit the code inside to these seconds, and raise Unfinished if they end while a question is prepared.

    >>> from dlx.system import calloff
    >>> with in_time(0, "count"):
    ...     calloff.check()
    Traceback (most recent call last):
    ...
    dlx.Unfinished: the time limit ended the count: at least 0 solutions
    """

    __slots__ = ("_question",)

    def __init__(self, time_limit: float | None, question: str) -> None:
        super().__init__(seconds(time_limit))
        self._question = question

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        super().__exit__(kind, *error)
        if kind is OutOfTime:
            raise _unprepared(self._question) from None


def _unprepared(question: str) -> Unfinished:
    """Return the error of a question that time ended while it was prepared, so that nothing is known."""
    from .status import Status  # the import takes 10 ms, and each command imports the error

    status = Status.TIME_LIMIT
    if question == "solve":
        return unsolved(status)
    if question in COUNTED:
        name, what = COUNTED[question]
        return unfinished(name, status, 0, what)
    return Unfinished(f"the {status.value} ended the preparation of {question}()", None, status)
