# SPDX-License-Identifier: MIT
"""Explains why a problem has no solution, with a small reason. We try the cheap kinds first:

    uncovered      primary items that too few options cover, or none, not counting banned ones
    contradiction  given options that cannot be chosen, or not together, and the item that they disagree on
    invariant      weights of items that prove it (structure/invariants.py), if no small reason can be found by search
    given          some given options that have no solution; leave out any one of them, and there is one
    items          some primary items that cannot all be covered at once; leave out any one of them, and the others can

We find the last two by deletion: take a lump of elements out of the set and search. If there is still no solution, the
lump stays out, and the next lump doubles. Otherwise we halve the lump; a single element that cannot go belongs to the
set. A set of k in n takes about 2 k log n searches. The set is minimal, not smallest: another may have fewer elements.

Options may still cover an item that was taken out of the set, as often as before, but need not. We drop options without
an item of the set, so the problems shrink with the set.

Once plain search has left a search to other strategies, a machine that learns has the first try at all further ones:
what it learned from one holds for the next. It has two forms, for given options and for items that are switched on.

With method "sat", one SAT solver answers all searches, and the core of each proof replaces most of the deletion.

Reference: Marques-Silva, Janota and Belov, Minimal sets over monotone predicates in Boolean formulae, CAV 2013
(progression).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ..drawing.grid import draw_weights
from ..engine.drive import DONE, SOLUTION, Drive
from ..engine.engine import Engine
from ..engine.limits import seconds
from ..engine.status import Status, outer_status
from ..engine.steps import Steps
from ..engine.strategies.invariants import Invariants, Places
from ..engine.strategies.learning import Learning, learnable
from ..engine.unfinished import Unfinished
from ..formats.export import named
from ..matrix.assumptions import NONE, Assumptions
from ..matrix.build import from_csr
from ..matrix.incidence import entry_options, item_bounds, options_having, options_with_primary
from ..structure.invariants import Certificate
from ..system.calloff import OutOfTime, canceled, within
from ..system.markup import preformatted
from ..system.public import public
from .decide import Decision
from .learned import Reasons, Trials

if TYPE_CHECKING:
    from ..drawing.picture import Picture
    from ..engine.bar import Report
    from ..matrix.matrix import Matrix

TIME_SHARE = 10  # each search of a deletion gets a tenth of the remaining time, so that a hard one does not take it all
SHOWN_ITEMS = 20  # most names in a text
SETS = ("given", "items")  # kinds of reasons that shrink


@public("dlx")
@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason why there is no solution, in words as ``str()``; it is false if there is a solution."""

    kind: str  # "uncovered", "contradiction", "invariant", "given", "items"; "solvable"; or "unknown": see status
    items: tuple[Hashable, ...]  # items that cannot be covered, or that given options disagree on
    given: tuple[int, ...]  # given options that have no solution by themselves
    minimal: bool  # without any one of the set there is a solution; False if that is not known
    text: str
    certificate: Certificate | None = None  # weights of items that prove it; always there for kind "invariant"
    status: Status = Status.COMPLETE  # TIME_LIMIT, INTERRUPTED: time ran out before that was known, or a set minimal

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        """Return whether there is a reason; raise Unfinished if time ran out before that was known."""
        if self.kind == "unknown":
            raise Unfinished(self.text, None, self.status)
        return self.kind != "solvable"

    def _repr_html_(self) -> str:
        return preformatted(self.text)

    def draw(self) -> Picture:
        """Return the weights of an invariant as a picture of the board, for items that are cells such as (0, 3).

        Raises:
            ValueError: there is no invariant, or an item with a weight is no cell.
        """
        if self.certificate is None:
            raise ValueError(f"an explanation of kind {self.kind!r} has no weights to draw; print it")
        c = self.certificate
        title = f"weights modulo {c.modulus}" if c.modulus else "weights"
        return draw_weights(c.weights, c.problem.primary, title, f"{title}: the whole board weighs {c.total}.")


def explain(
    engine: Engine, assumed: Assumptions, time_limit: float | None, method: str = "auto", report: Report | None = None
) -> Explanation:
    """Explain why there is no solution; see :meth:`Problem.explain`."""
    problem, options, out = engine.matrix, list(dict.fromkeys(assumed.given)), list(assumed.banned)
    steps = Steps(report, lambda: (0.0, searches.doing))
    searches: Trials = _Searches(engine, out, seconds(time_limit), steps.report)
    explanation = _uncovered(problem, out) or _contradiction(problem, options, out)
    if explanation is None:
        try:
            with within(seconds(time_limit)):
                if method == "sat":
                    searches = Reasons(problem, out, time_limit, steps.report)
                explanation = _searched(problem, options, out, searches)
        except OutOfTime:  # while the first search was prepared
            explanation = _unknown()
    steps.end()
    cut = explanation.kind == "unknown" or (explanation.kind in SETS and not explanation.minimal)
    return replace(explanation, status=outer_status(Status.TIME_LIMIT)) if cut else explanation


def _searched(problem: Matrix, options: list[int], out: list[int], searches: Trials) -> Explanation:
    """Return a reason that takes searches, or SOLVABLE."""
    fails = searches.given_fails(options, share=1)
    if not fails:
        return SOLVABLE if fails is False else _unknown()
    proof = _invariant(problem, [], out, searches, begun=searches.weighings) if searches.tries_weights else None
    if proof is not None:
        return Explanation("invariant", tuple(proof.weights), (), False, str(proof), proof)  # no search could prove it
    core = searches.given_core(options)
    if core and not searches.given_fails([], share=2):
        return _given(problem, core, out, searches)
    return _items(problem, out, searches)


SOLVABLE = Explanation("solvable", (), (), False, "there is a solution")


def _unknown() -> Explanation:
    text = f"{_end()} before it was known whether there is a solution"
    return Explanation("unknown", (), (), False, text)


def _end() -> str:
    """Return the end of the searches, in words."""
    return "it was canceled" if canceled() else "time ran out"


class _Searches(Trials):
    """Searches by all strategies."""

    def __init__(self, engine: Engine, banned: list[int], time_limit: float, report: Report | None) -> None:
        self.engine, self.banned, self.report = engine, banned, report
        self.deadline = perf_counter() + time_limit
        self._learned_work = 0  # of a query to a machine: the work of the last decision, 0 if plain search ended it
        self._machines: dict[bool, Learning] = {}  # with switched items, or without

    def over(self) -> bool:
        return canceled() or perf_counter() >= self.deadline

    def fails(self, given: Sequence[int], items: Sequence[int] | None, share: int) -> bool | None:
        engine, assumed = self.engine, Assumptions(tuple(given), tuple(self.banned))
        try:
            fails = self._learned(assumed, items, share)
            if fails is not None:
                return fails
            if items is not None:
                engine, assumed = Engine(relaxed(engine.matrix, items, self.banned)), NONE
            return self._decided(engine, assumed, share)
        except OutOfTime:
            return None

    def _decided(self, engine: Engine, assumed: Assumptions, share: int) -> bool | None:
        """Return the answer of all strategies."""
        answer = Decision(engine, assumed, time_limit=self._left(share), report=self.report).answer()
        race = answer.race
        self.tries_weights = race is not None and race.strategy != "search"
        self.weighings = () if assumed.given or race is None else race.machines("invariants", "places")
        self._learned_work = race.work if race is not None and learnable(self.engine.matrix) else 0
        return None if answer.status is Status.TIME_LIMIT else not answer.value

    def _learned(self, assumed: Assumptions, items: Sequence[int] | None, share: int) -> bool | None:
        """Return the answer of a machine that has learned from former searches, or None if it is not known so soon."""
        if not self._learned_work:
            return None
        switched = items is not None
        if switched not in self._machines:
            self._machines[switched] = Learning(self.engine.matrix, NONE, switched=switched)
        machine = self._machines[switched]
        machine.assume(assumed, items or ())
        outcome = Drive(self._left(share)).run(machine, work_stop=machine.work + self._learned_work)
        return None if outcome not in (DONE, SOLUTION) else outcome == DONE

    def _left(self, share: int) -> float:
        """Return the seconds for a search that gets the remaining time, divided by ``share``."""
        return max(self.deadline - perf_counter(), 0) / share


def _invariant(
    problem: Matrix,
    given: list[int],
    banned: list[int],
    searches: Trials,
    only: list[int] | None = None,
    begun: Sequence[Invariants | Places] = (),
) -> Certificate | None:
    """Return weights (of ``only`` these items) that prove that there is no solution, or None if none is found.

    Searches that have begun continue.
    """
    assumed = Assumptions(tuple(given), tuple(banned))
    machines = (kind(problem, assumed, only) for kind in (Invariants, Places)[len(begun) :])
    try:
        for machine in chain(begun, machines):
            if machine.certificate is None:
                Drive(stopped=searches.over).run(machine)
            if machine.certificate is not None:
                return machine.certificate
    except OutOfTime:  # while weights were prepared
        return None
    return None


# --- reasons without a search


def _uncovered(problem: Matrix, banned: list[int]) -> Explanation | None:
    short = too_few(problem, [], banned)
    if not short:
        return None
    items = tuple(problem.items[item] for item in short)
    but = " that is not banned" if banned else ""
    texts = []
    for item, (n, low) in list(short.items())[:SHOWN_ITEMS]:
        options = f"{n or 'no'} option{'s' * (n > 1)}{but}"
        texts.append(f"item {problem.items[item]!r} is in {options}" + (f"; it must be in {low}" if low > 1 else ""))
    return Explanation("uncovered", items, (), True, "\n".join([*texts, *_more(len(short))]))


def too_few(problem: Matrix, given: list[int], banned: list[int]) -> dict[int, tuple[int, int]]:
    """Return primary items with too few options that fit the given ones: item -> (options that fit, options needed).

    >>> from dlx import Problem
    >>> too_few(Problem([["a", "b"], ["b", "c"]]), [0], [])
    {2: (0, 1)}
    """
    low, high = item_bounds(problem)
    owners = entry_options(problem)
    given_entries = np.isin(owners, given)
    used = np.bincount(problem.indices[given_entries], minlength=problem.n_items)
    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    agreed = np.zeros(problem.n_items, dtype=np.int32)
    agreed[problem.indices[given_entries]] = colors[given_entries]
    items = problem.indices
    fits = (used[items] < high[items]) | ((colors > 0) & (agreed[items] == colors))
    live = options_with_primary(problem) & ~options_having(problem, ~fits)
    live[banned] = False
    live[given] = True
    sizes = np.bincount(items[live[owners]], minlength=problem.n_items)
    short = np.flatnonzero((sizes < low)[: problem.n_primary]).tolist()
    return {item: (int(sizes[item]), int(low[item])) for item in short}


def _contradiction(problem: Matrix, given: list[int], banned: list[int]) -> Explanation | None:
    chosen, out = options_with_primary(problem), set(banned)
    for k in given:
        if k in out:
            return Explanation("contradiction", (), (k,), True, f"option {k} is given and banned")
        if not chosen[k]:
            text = f"option {k} is given, but has no primary item and is never chosen"
            return Explanation("contradiction", (), (k,), True, text)
    for item, options, why in _clashes(problem, given):
        which = ", ".join(f"{k} ({named(problem, k)})" for k in options)
        text = f"the options {which} are given, and all have item {problem.items[item]!r}{why}"
        return Explanation("contradiction", (problem.items[item],), tuple(sorted(options)), True, text)
    return None


def _clashes(problem: Matrix, given: list[int]) -> Iterator[tuple[int, list[int], str]]:
    """Yield items that given options disagree on, these options, and the kind of conflict in words."""
    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    _, high = item_bounds(problem)
    users: dict[int, list[int]] = {}
    agreed: dict[int, int] = {}  # item -> the color of its first user
    for k in given:
        for e in range(problem.indptr[k], problem.indptr[k + 1]):
            item, color = int(problem.indices[e]), int(colors[e])
            before = users.setdefault(item, [])
            if before and color and agreed[item] == color:
                continue
            if len(before) == high[item]:
                but = ", and not in one color" * (color + agreed[item] > 0)
                yield item, [*before, k], f", at most {high[item]} may" if high[item] > 1 else but
            before.append(k)
            agreed[item] = color


# --- reasons found by deletion


def shrink(
    elements: list[int], fails: Callable[[list[int]], bool | None], over: Callable[[], bool] = lambda: False
) -> tuple[list[int], bool]:
    """Return a subset that still fails, and whether it is known to be minimal.

    ``fails`` returns None if it does not know. When time is ``over``, we return the set as it is then.

    >>> shrink(list(range(100)), lambda part: {7, 40, 41} <= set(part))
    ([7, 40, 41], True)
    """
    needed: list[int] = []
    sure = True
    size = max(len(elements) // 2, 1)
    while elements:
        if over():
            return needed + elements, False
        answer = fails(needed + elements[size:])
        if answer:
            elements = elements[size:]
            size *= 2
        elif size > 1:
            size //= 2
        else:
            sure &= answer is not None
            needed.append(elements[0])
            elements = elements[1:]
        size = min(size, max(len(elements), 1))
    return needed, sure


def _given(problem: Matrix, given: list[int], banned: list[int], searches: Trials) -> Explanation:
    part, sure = shrink(given, lambda part: searches.given_fails(part, TIME_SHARE), searches.over)
    part.sort()
    short = tuple(problem.items[item] for item in too_few(problem, part, banned))
    certificate = None if short else _invariant(problem, part, banned, searches)
    what = "these given options have no solution together" if len(part) > 1 else "this given option has no solution"
    lines = [f"{what}{_small(len(part), sure, 'there is one')}:"]
    lines += [f"  option {k}: {named(problem, k)}" for k in part[:SHOWN_ITEMS]] + _more(len(part))
    if short:
        lines.append(f"too few options are left to cover {_names(short)}")
    if certificate is not None:
        lines.append(str(certificate))
    return Explanation("given", short, tuple(part), sure, "\n".join(lines), certificate)


def _items(problem: Matrix, banned: list[int], searches: Trials) -> Explanation:
    low, _ = item_bounds(problem)
    sizes = np.bincount(problem.indices, minlength=problem.n_items)
    # Try to delete large items first. On random problems this leaves a tenth fewer items than the problem's own order,
    # and a fifth fewer than small items first.
    order = [k for k in np.argsort(-sizes[: problem.n_primary], kind="stable").tolist() if low[k]]
    order = searches.items_core(order)
    part, sure = shrink(order, lambda part: searches.items_fail(part, TIME_SHARE), searches.over)
    items = tuple(problem.items[item] for item in sorted(part))
    what = "these items cannot all be covered at once" if len(part) > 1 else "this item cannot be covered"
    lines = [f"{what}{_small(len(part), sure, 'the others can')}: {_names(items)}"]
    certificate = _invariant(problem, [], banned, searches, part)
    if certificate is not None:
        lines.append(str(certificate))
    return Explanation("items", items, (), sure, "\n".join(lines), certificate)


def relaxed(problem: Matrix, items: Sequence[int], banned: list[int]) -> Matrix:
    """Return the problem of covering only these primary items, with the options that have one of them.

    Options may cover the other items as often as before; items covered at most once become secondary.

    >>> from dlx import Problem
    >>> relaxed(Problem([["a", "b"], ["b", "c"], ["c"]]), [0], [])
    <Problem: 1 + 2 secondary items, 1 options>
    """
    low, high = item_bounds(problem)
    wanted = np.zeros(problem.n_items, dtype=bool)
    wanted[items] = True
    kept = options_having(problem, wanted[problem.indices])
    kept[banned] = False
    entries = kept[entry_options(problem)]
    several = ~wanted & (high > 1)
    order = np.argsort(np.where(wanted, 0, np.where(several, 1, 2)), kind="stable")
    number = np.empty_like(order)
    number[order] = np.arange(problem.n_items)
    n_primary = int(wanted.sum() + several.sum())
    starts = np.concatenate([[0], np.cumsum(np.diff(problem.indptr)[kept])])
    colors = None if problem.colors is None else problem.colors[entries]
    bounds = np.stack([np.where(wanted, low, 0), high], axis=1)[order[:n_primary]]
    sizes: dict[str, int] = {"n_items": problem.n_items, "n_primary": n_primary}
    fields = from_csr(starts, number[problem.indices[entries]], colors, **sizes, bounds=bounds, costs=None)
    return problem.derived(fields)


# --- text


def _small(n: int, sure: bool, but: str) -> str:
    if not sure:
        return f" ({_end()}; fewer may be enough)"
    return f" (leave out any one of them, and {but})" if n > 1 else ""


def _names(items: tuple[Hashable, ...]) -> str:
    return ", ".join([*(f"{item!r}" for item in items[:SHOWN_ITEMS]), *_more(len(items))])


def _more(n: int) -> list[str]:
    return [f"and {n - SHOWN_ITEMS} more"] if n > SHOWN_ITEMS else []
