# SPDX-License-Identifier: MIT
"""Turns: who works when more visitors ask than the machine can serve at once.

    query ── trial: 0.1 s of processor time, at once ── answer                        an easy question never waits
               └── not done: a turn is free ── works on to its own limit ── answer
               └── not done: no turn is free ── 503, Retry-After, "place": 4           its place in the line is kept
                     └── the same query again ── first in line, a turn is free ── answer
                                               └── not yet: 503, "place": 2

A waiting query holds no thread and no memory but its place, so any number of visitors can wait while the page and easy
questions are served. We do not guess which questions are hard, because the same question may be either. A place is
passed over if its query does not come again soon, and given up some seconds later.

A page names itself (`page`). Of each page only the newest query counts: it calls off the one before and takes its place
in the line. Without a name, the same query from the same address is the same visitor.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic, thread_time

from dlx.system.calloff import CalledOff, called_off_when

TRIAL_SECONDS = 0.1  # of processor time: most questions about 9x9 boards need less
RETRY_AFTER_SECONDS = 1  # until a waiting query should come again
PASSED_OVER_SECONDS = 2.5  # after its last query, a place no longer keeps others waiting
KEPT_SECONDS = 10.0  # after its last query, a place is given up
MOST_PLACES = 1000  # in the line; a further query has no place


class Busy(CalledOff):
    """No turn is free."""

    def __init__(self, place: int) -> None:
        super().__init__(f"the server is busy with other queries; this one has place {place} in the line")
        self.place = place  # in the line, from 1


class Replaced(CalledOff):
    """The same page has sent a newer query."""


@dataclass(eq=False)
class Query:
    """A query in progress."""

    visitor: Hashable
    content: Hashable
    gone: Callable[[], bool] | None  # whether its client has disconnected
    began: float = field(default_factory=thread_time)
    turn: bool = False  # whether it has a turn, or is still on trial
    replaced: bool = False


@dataclass
class KeptPlace:
    """A place in the line."""

    content: Hashable  # of the query that was hard
    seen: float  # time of its last query


class WaitingLine:
    """The line of the queries that need a turn, and at most `at_once` turns.

    >>> turns = WaitingLine(0)
    >>> with turns.taken("visitor", "question", None) as query:
    ...     query.began -= 1
    ...     turns.check(query)
    Traceback (most recent call last):
    ...
    sudoku.web.turns.Busy: the server is busy with other queries; this one has place 1 in the line
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.busy = 0  # turns taken
        self.places: dict[Hashable, KeptPlace] = {}  # by visitor, in the order of the line
        self.newest: dict[Hashable, Query] = {}  # by page
        self.lock = Lock()

    @contextmanager
    def taken(
        self, visitor: Hashable, content: Hashable, gone: Callable[[], bool] | None, *, page: bool = False
    ) -> Iterator[Query]:
        """Run a query, which ends with `Busy` or `Replaced` in `calloff.check` if it must."""
        query = Query(visitor, content, gone)
        try:
            with self.lock:
                if page:
                    self._replace(query)
                place = self.places.get(visitor)
                if place and place.content == content:
                    self._take(query)
            with called_off_when(lambda: self.check(query)):
                yield query
        finally:
            with self.lock:
                self._end(query)

    def check(self, query: Query) -> bool:
        """Return whether the client has gone. Raises Busy when the trial has ended and no turn is free."""
        if query.replaced:
            raise Replaced
        if not query.turn and thread_time() - query.began > TRIAL_SECONDS:
            with self.lock:
                self._take(query)
        return query.gone is not None and query.gone()

    def _replace(self, query: Query) -> None:
        older = self.newest.get(query.visitor)
        if older:
            older.replaced = True
        self.newest[query.visitor] = query

    def _take(self, query: Query) -> None:
        """Give the query a turn, or raise Busy and keep its place."""
        now = monotonic()
        for visitor in [visitor for visitor, place in self.places.items() if place.seen < now - KEPT_SECONDS]:
            del self.places[visitor]
        ahead = 0
        for visitor, place in self.places.items():
            if visitor == query.visitor:
                break
            ahead += place.seen > now - PASSED_OVER_SECONDS
        if self.busy + ahead < self.at_once:
            self.busy += 1
            query.turn = True
            self.places.pop(query.visitor, None)
            return
        if query.visitor in self.places or len(self.places) < MOST_PLACES:
            self.places[query.visitor] = KeptPlace(query.content, now)
        raise Busy(ahead + 1)

    def _end(self, query: Query) -> None:
        if self.newest.get(query.visitor) is query:
            del self.newest[query.visitor]
        self.busy -= query.turn
        place = self.places.get(query.visitor)
        if place and place.content != query.content and not query.replaced:  # of an older query of this page
            del self.places[query.visitor]
