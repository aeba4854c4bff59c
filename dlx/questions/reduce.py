# SPDX-License-Identifier: MIT
"""Reduction: a smaller problem with the same solutions, and the way back.

    options     0: a b    1: c    2: b c    3: a b d    4: d          items a b c d, all primary

    2 goes      it covers b but not a, and would leave no option for a, which is in 0 and 3
    1 is forced it is the only option of c now; both leave the problem
    b goes      it is in the same options as a now

    result      0: a      3: a d  4: d                                .options 0 3 4   .forced 1   .removed 2

One rule removes options: an option that would starve a primary item (leave it without options) is in no solution. This
rule covers others. If an item has a single option, each option in conflict with that one starves the item. If all
options of item a have item b as well, each option with b but not a starves a; when these are gone, a and b are in the
same options. Once no option starves an item, we mark the forced options and drop the needless items: the items of
forced options, twins, and secondary items in which no two options conflict unless they also conflict in another item.

With multiplicities, an option goes if it leaves an item fewer options than it needs, or if an item has no room for it.
The options of an item that needs all it has are forced; its other items then need one less. A primary item that needs
nothing and has room for all of its options is needless, unless it is the only primary item of an option. We do not look
for twins there.

We also tried to propagate the consequences of each option until an item is starved: of 28 problems this removed more
options from 4 (3 x 20 pentominoes: 194 of 1,236 options instead of 150), and took 20 times as long.

Reference: Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm P and the exercises on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import compress
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, Generic, TypeVar, cast

import numpy as np

from ..engine.drive import DONE, LIMIT, STATUS, Drive
from ..engine.engine import Engine
from ..engine.limits import seconds, whole
from ..engine.status import Status, outer_status
from ..engine.unfinished import limited
from ..kernels.reduce import Reducer
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.build import Fields, renumbered
from ..matrix.incidence import entry_options, options_with_primary
from ..matrix.matrix import Matrix
from ..matrix.named import Options, named_option
from ..matrix.numbers import option_numbers
from ..matrix.solution import Solution
from ..system.files import replacing
from ..system.public import public
from ..system.wording import plural
from .decide import Decision, first_solution, unique
from .search import Search, each
from .settle import ALIVE, FORCED, drop_twins, idle, remaining, settle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.bar import Report
    from ..system.calloff import Cancel

    Int32 = NDArray[np.int32]
    Bools = NDArray[np.bool_]

P = TypeVar("P", bound=Matrix)  # the class of the problem, which the smaller one has too

BANNED, AGAINST_GIVEN, WITHOUT_PRIMARY, UNSOLVABLE, FULL = range(-3, -8, -1)  # fates; 0 and up: a starved item
REASONS = {
    BANNED: "it is banned",
    AGAINST_GIVEN: "it is in conflict with a given option",
    WITHOUT_PRIMARY: "it has no primary item",
    UNSOLVABLE: "there is no solution",
    FULL: "one of its items has no room for it",
}


@public("dlx")
@dataclass(frozen=True, eq=False)
class Reduced(Generic[P]):
    """A problem made smaller by :meth:`Problem.reduce`. Its solutions and the original's correspond one to one.

    The methods here take and return options of the original. ``problem`` is a full :class:`Problem` with new
    option numbers; :meth:`solution` translates its solutions back.

    >>> from dlx import Problem
    >>> r = Problem([["a", "b"], ["c"], ["b", "c"], ["a", "b", "d"], ["d"]]).reduce()
    >>> r.problem.primary, r.options.tolist(), r.forced.tolist(), r.removed.tolist()
    (('a', 'd'), [0, 3, 4], [1], [2])
    >>> r.why(2)
    "it would leave item 'a' without options"
    >>> r.solution([0, 2])
    Solution((0, 1, 4))
    >>> r.count(given=[4])
    1
    """

    original: P
    problem: P  # the smaller one
    options: Int32  # (options of the smaller problem,) their numbers in the original, ascending
    rounds: int  # passes over the items, until there was nothing to remove or a limit was reached
    status: Status  # COMPLETE, or the limit that stopped the reduction before the problem was as small as possible
    unsolvable: str | None  # why there is no solution, if found out; the smaller problem is then a single, empty item
    _fates: Int32  # (options of the original,)
    _count: Callable[..., int]  # of a problem's solutions, as Problem.count

    @cached_property
    def forced(self) -> Int32:
        """The options found to be in every solution, which you need not give."""
        return np.flatnonzero(self._fates == FORCED).astype(np.int32)

    @cached_property
    def removed(self) -> Int32:
        """The options found to be in no solution."""
        return np.flatnonzero((self._fates != FORCED) & (self._fates != ALIVE)).astype(np.int32)

    @property
    def reasons(self) -> dict[str, int]:
        """The reasons why options were removed, each with the number of options.

        >>> from dlx import Problem
        >>> Problem([["a"], ["x"], ["b", "x"], ["a", "b"]], secondary=["x"]).reduce(banned=[3]).reasons
        {'it is banned': 1, 'it has no primary item': 1}
        """
        starving = int(np.count_nonzero(self._fates >= 0))
        numbers = {text: int(np.count_nonzero(self._fates == fate)) for fate, text in REASONS.items()}
        counts = {"it would leave an item without options": starving, **numbers}
        return {text: n for text, n in counts.items() if n}

    def why(self, option: Any) -> str | None:
        """Return the reason why an option was removed, or None if it was not."""
        fate = int(self._fates[named_option(self.original, option)])
        if fate >= 0:
            shortage = "without options" if self.original.bounds is None else "with too few options"
            return f"it would leave item {self.original.items[fate]!r} {shortage}"
        return REASONS.get(fate)

    def __str__(self) -> str:
        before, after = self.original, self.problem
        parts = [
            f"{before.n_options:,} options -> {after.n_options:,}",
            f"{before.n_items:,} items -> {after.n_items:,}",
            f"{len(self.forced):,} forced",
            f"{self.rounds:,} round{'s' * (self.rounds != 1)}",
        ]
        if self.unsolvable is not None:
            parts.append(f"no solution: {self.unsolvable}")
        if self.status is not Status.COMPLETE:
            parts.append(f"stopped by {self.status.cause}")
        return "; ".join(parts)

    __repr__ = __str__

    # --- questions in the options of the original

    def solution(self, options: Iterable[int]) -> Solution:
        """Return the solution of the original for a solution of the smaller problem."""
        numbers = list(option_numbers(self.problem.n_options, options, "the"))
        return Solution.of(self.original, [*self.options[numbers].tolist(), *self.forced.tolist()])

    def search(self, *, given: Options = (), banned: Options = (), **how: Any) -> Search:
        """Return a search of the smaller problem that yields the original's solutions; ``how`` as in Problem.search."""
        engine, assumed = self._asked(given, banned)
        return Search(engine, assumed, solution=self.solution, **how)

    @limited("solve")
    def solve(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Solution | None:
        """Return the first solution, or None if there is none. The original's first solution may be a different one."""
        engine, assumed = self._asked(given, banned)
        solution = first_solution(engine, Decision(engine, assumed, time_limit=seconds(time_limit)).answer())
        return None if solution is None else self.solution(solution.options)

    @limited("solutions", lists=True)
    def solutions(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Iterator[Solution]:
        """Yield all solutions, one by one, as they are found."""
        return each(self.search(given=given, banned=banned, time_limit=time_limit))

    def count(self, limit: int | None = None, *, given: Options = (), banned: Options = (), **how: Any) -> int:
        """Return the number of solutions, at most ``limit``; ``how`` as in Problem.count."""
        engine, (yes, no) = self._asked(given, banned)
        return self._count(engine.matrix, limit, given=yes, banned=no, **how)

    @limited("is_unique")
    def is_unique(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> bool:
        """Return whether there is exactly one solution."""
        return unique(*self._asked(given, banned), time_limit)

    @cached_property
    def _places(self) -> Int32:
        """Options of the original -> options of the smaller problem, or their fate below 0."""
        places = np.where(self._fates >= 0, np.int32(UNSOLVABLE), self._fates)
        places[self.options] = np.arange(len(self.options), dtype=np.int32)
        return places

    def _asked(self, given: Options, banned: Options) -> tuple[Engine, Assumptions]:
        """Return the same question in options of the smaller problem; if it has no solution, of one without any."""
        asked = Assumptions.of(self.original, given, banned)
        yes, no = self._places[list(asked.given)], self._places[list(asked.banned)]
        if (yes < FORCED).any() or (no == FORCED).any():
            return Engine(_nothing(self.original, 0)), NONE
        return self._engine, Assumptions(tuple(yes[yes >= 0].tolist()), tuple(no[no >= 0].tolist()))

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self.problem)

    # --- to a file

    def write(self, file: str | PathLike[str] | IO[str]) -> None:
        """Write the smaller problem in Knuth's format, with the way back in comments above it.

        The comments spell out the forced options and list the others by number in the original. If only forced options
        remain, the file repeats the last of them with a single item, since the format requires an item.

        >>> import sys
        >>> from dlx import Problem
        >>> Problem([["a", "b"], ["c"], ["b", "c"], ["a", "b", "d"], ["d"]]).reduce().write(sys.stdout)
        | 5 options -> 3; 4 items -> 2; 1 forced; 1 round
        | forced 1: c
        | options 0 3 4
        a d
        a
        a d
        d
        """
        from ..formats.dlxfile import check_writable, format_option, write

        check_writable(self.original)  # forced options are written too
        numbers = self.options.tolist()
        text = StringIO()
        text.write(f"| {' '.join(str(self).split())}\n")
        text.writelines(f"| forced {k}: {format_option(self.original, k)}\n" for k in self.forced.tolist())
        text.writelines(f"| options {' '.join(map(str, numbers[k : k + 20]))}\n" for k in range(0, len(numbers), 20))
        write(self.problem if self.problem.n_primary else self._stand_in(), text)
        if isinstance(file, (str, PathLike)):
            with replacing(file) as stream:
                stream.write(text.getvalue())
        else:
            file.write(text.getvalue())

    def _stand_in(self) -> Matrix:
        if not len(self.forced):
            return self.problem  # the original has no primary item either, and write() raises an error
        entries = self.original.indices[self.original.indptr[self.forced[-1]] :]
        item = self.original.items[entries[entries < self.original.n_primary][0]]
        return Matrix([[item]], [item])


# --- the reduction


def reduce(
    problem: P,
    count: Callable[..., int],
    assumed: Assumptions = NONE,
    time_limit: float | None = None,
    rounds: int | None = None,
    report: Report | None = None,
) -> Reduced[P]:
    """Reduce a problem, whose class counts solutions by `count`; see :meth:`Problem.reduce`."""
    drive = Drive(seconds(time_limit), report)
    fields = (problem.indptr, problem.indices, problem.colors, problem.n_items, problem.n_primary, problem.bounds)
    reducer = Reducer(*fields)
    reducer.round_stop = min(whole(rounds, "rounds", 0), 2**62)
    status = Status.COMPLETE
    unsolvable = _assume(problem, reducer, assumed)
    if unsolvable is None:
        watched = ReducerProgress(reducer)
        outcome = drive.run(watched)
        while outcome == DONE and reducer.starved < 0 and problem.bounds is not None and reducer.force():
            outcome = drive.run(watched)
        status = Status.ROUND_LIMIT if outcome == LIMIT else outer_status(STATUS[outcome])
        if reducer.starved >= 0:
            shortage = "in no option that is left" if problem.bounds is None else "in too few options that are left"
            unsolvable = f"item {problem.items[reducer.starved]!r} is {shortage}"
    fates = reducer.fate
    if unsolvable is not None:
        fates[fates == ALIVE] = UNSOLVABLE
        smaller, status = _nothing(problem, max(reducer.starved, 0)), Status.COMPLETE
    elif problem.bounds is not None:
        needless = idle(problem, reducer)
        smaller = _part(problem, fates == ALIVE, ~needless, remaining(problem, reducer, ~needless))
    else:
        needless = settle(problem, reducer, fates)
        if not drop_twins(problem, reducer, needless, drive) and status is Status.COMPLETE:
            status = outer_status(Status.TIME_LIMIT)
        smaller = _part(problem, fates == ALIVE, ~needless)
    options = np.flatnonzero(fates == ALIVE).astype(np.int32)
    return Reduced(problem, smaller, options, reducer.rounds, status, unsolvable, fates, count)


class ReducerProgress:
    """The progress of a reducer, whose steps it takes; no one knows how many rounds are to come."""

    fraction, nodes, solutions, measured = 0.0, 0, 0, False

    def __init__(self, reducer: Reducer) -> None:
        self._reducer, self.step = reducer, reducer.step

    @property
    def detail(self) -> str:
        removed = (self._reducer.fate != ALIVE) & (self._reducer.fate != FORCED)
        of = f"{np.count_nonzero(removed):,} of {plural(len(removed), 'option')}"
        return f"round {self._reducer.rounds + 1}, {of} removed"


def _assume(problem: Matrix, reducer: Reducer, assumed: Assumptions) -> str | None:
    """Remove the options that the question rules out; return why there is no solution, if given options show that."""
    fates = reducer.fate
    reducer.remove(np.flatnonzero(~options_with_primary(problem)).tolist(), WITHOUT_PRIMARY)
    reducer.remove(list(assumed.banned), BANNED)
    for k in dict.fromkeys(assumed.given):
        if fates[k] != ALIVE:
            return f"option {k} is given, but {REASONS[int(fates[k])]}"
        reducer.take(k, AGAINST_GIVEN)
        if problem.bounds is not None:
            reducer.choose(k)
    return None


# --- parts of a problem


def _nothing(problem: P, item: int) -> P:
    """Return a problem without solution: an item, and no option for it."""
    none = np.zeros(0, np.int32)
    costs = None if problem.costs is None else problem.costs[:0].copy()
    fields = Fields((problem.items[item],), 1, np.zeros(1, np.int32), none, None, costs=costs)
    return cast(P, problem.derived(fields))


def _part(problem: P, options: Bools, items: Bools, bounds: Int32 | None = None) -> P:
    """Return the problem with some of its options and, in these, some of its items, with these bounds; all names stay
    the same."""
    owners = entry_options(problem)
    kept = options[owners] & items[problem.indices]
    lengths = np.bincount(owners[kept], minlength=problem.n_options)[options]
    indptr = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=indptr[1:])
    number = (np.cumsum(items) - 1).astype(np.int32)
    colors, used = renumbered(None if problem.colors is None else problem.colors[kept])
    names = tuple(problem.items[k] for k in np.flatnonzero(items).tolist())
    n_primary = int(np.count_nonzero(items[: problem.n_primary]))
    color_names = tuple(problem.color_names[k - 1] for k in used)
    costs = None if problem.costs is None else problem.costs[options]
    rows = None if problem.rows is None else tuple(compress(problem.rows, options))
    entries = number[problem.indices[kept]]
    fields = Fields(names, n_primary, indptr, entries, colors, color_names, bounds, costs, rows)
    return cast(P, problem.derived(fields))
