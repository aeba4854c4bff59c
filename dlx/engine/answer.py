# SPDX-License-Identifier: MIT
"""The answer that every question returns inside: Problem unwraps it, a command prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .status import CUT, Status

if TYPE_CHECKING:
    from .race import Race


class Answer(NamedTuple):
    """A value, or as much of it as a limit left."""

    value: Any  # after a limit, what is known
    status: Status
    stats: Any  # the counters: Stats, CountStats or LearningStats
    partial: int = 0  # solutions known to exist
    race: Race | None = None  # its strategies; None: the question ended before
    bound: int | float | None = None  # of a search by cost: every other solution costs at least this
    outlook: str = ""  # after a limit: the end of the sentence that reports it

    @property
    def cut(self) -> bool:
        """True if a limit left only a part of the answer."""
        return self.status in CUT or self.status is Status.INTERRUPTED


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a question, with its answer so far."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer
