# SPDX-License-Identifier: MIT
"""Properties of any problem under any query: each check is a function of a case.

``ALWAYS`` compares the kernels and the methods with brute force; ``OTHERS`` checks the remaining queries, and the
relations between problems of relations.py. An AssertionError, or any other error, is a bug of the engine or a check.
"""

from __future__ import annotations

import copy
import io
import pickle
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dlx import OptionStatus, Problem, Status, Unfinished
from dlx.engine import independent, table
from dlx.engine.drive import DONE, PAUSED, SOLUTION, Drive
from dlx.engine.engine import KERNELS
from dlx.engine.strategies.cases import cases
from dlx.engine.strategies.frontier import drawn as drawn_layers
from dlx.engine.strategies.frontier import planned
from dlx.engine.strategies.invariants import Invariants, Places
from dlx.engine.strategies.learning import Learning
from dlx.engine.strategies.symmetry import symmetric
from dlx.engine.task import Goal, Solutions
from dlx.kernels.dive import Dive
from dlx.matrix.assumptions import Assumptions
from dlx.matrix.incidence import options_with_primary
from dlx.questions.decide import Decision
from dlx.questions.estimate import EXACT_NODES
from dlx.questions.sample import Exact, Layers, sampler
from dlx.structure.components import components
from dlx.structure.order import in_order
from dlx.workers import cheapest as best_parts
from dlx.workers import orbits as module
from dlx.workers.first import decide_on_workers
from tests.dlx.engine.strategies.test_tables import random_tables, table_learning
from tests.dlx.matrix.test_slack import check_wishes
from tests.dlx.questions.best.test_best import check as check_best
from tests.dlx.questions.best.test_best import ranked
from tests.dlx.questions.test_explain import check as check_explanation
from tests.dlx.questions.test_reduce import check as check_reduction
from tests.dlx.workers.test_parts import in_parts, limits
from tests.nightly import relations
from tests.nightly.cases import Case, first_options, options_of

METHODS = ("auto", "search", "memo", "frontier", "symmetric", "zdd")


def kernels_of(case: Case) -> tuple[str, ...]:
    return KERNELS if case.plain else ("bits", "multi")


# --- always


def kernels(case: Case, chance: Random) -> None:
    p = case.problem
    for kernel in kernels_of(case):
        seed = chance.choice([None, chance.randint(-5, 2**70)])
        search = p.search(**case.ask, kernel=kernel, seed=seed)
        listed = [s.options for s in search]
        assert sorted(listed) == case.expected
        again = p.search(**case.ask, kernel=kernel, seed=seed)
        assert again.count() == len(listed)
        assert (search.status, again.status) == (Status.COMPLETE, Status.COMPLETE)
        ours, theirs = search.stats, again.stats
        assert (ours.nodes, ours.updates, ours.guesses) == (theirs.nodes, theirs.updates, theirs.guesses)
    assert p.is_unique(**case.ask) == (len(case.expected) == 1)
    first = p.solve(**case.ask)
    assert (first is None) == (not case.expected)
    assert first is None or first.options in case.expected


def methods(case: Case, chance: Random) -> None:
    for method in METHODS:
        memory = chance.choice([{}, {"max_memory": 1 << 16}]) if method == "memo" else {}
        assert case.problem.count(**case.ask, method=method, **memory) == len(case.expected), method


def batches(case: Case, chance: Random) -> None:
    p, n = case.problem, len(case.options)
    more = [[chance.randrange(n) for _ in range(chance.randint(0, 3))] for _ in range(6 if n else 0)]
    asked = [[], case.given, *more]
    right = [case.under(given) for given in asked]
    limit = chance.choice([None, None, 1, 2, 3])
    expected = [len(r) if limit is None else min(len(r), limit) for r in right]
    for kernel in ("auto", *(("lanes",) if case.plain and p.n_primary else ()), *kernels_of(case)):
        assert p.count_many(asked, limit, kernel=kernel).tolist() == expected, kernel
        answers = p.solve_many(asked, limit, kernel=kernel)
        assert answers.counts.tolist() == expected, kernel
        for k, solutions in enumerate(right):
            one = answers.solution(k)
            assert (one is None) == (not solutions)
            assert one is None or one.options in solutions
            reached = limit is not None and expected[k] == limit
            assert answers.status(k) is (Status.SOLUTION_LIMIT if reached else Status.COMPLETE)
    seen: list[float] = []
    how = {"workers": chance.choice([1, 2]), "progress": lambda progress: seen.append(progress.fraction)}
    assert p.count_many(asked, limit, **how).tolist() == expected
    assert seen == sorted(seen)


def named(case: Case, chance: Random) -> None:
    """Options named by their rows, by functions of these, and by their items, where these name one option only."""
    p, given, banned = case.problem, set(case.given), set(case.banned)
    rows = tuple((f"row {k}", k in given, k in banned) for k in range(p.n_options))
    q = Problem.from_fields(p.fields()._replace(rows=rows))
    ask = {"given": (lambda row: row[1]) if case.given else (), "banned": [rows[k] for k in case.banned]}
    assert sorted(s.options for s in q.search(**ask)) == case.expected
    first = q.solve(**ask)
    assert first is None or first.rows == [rows[k] for k in first]
    uses = [frozenset(p.option(k)) for k in range(p.n_options)]
    ask = {
        name: [k if uses.count(uses[k]) > 1 else chance.choice([list, set])(uses[k]) for k in options]
        for name, options in case.ask.items()
    }
    assert p.count(**ask) == len(case.expected)


def demanded(case: Case, chance: Random) -> None:
    """Solutions of a problem with one more item are those with the right number of its options."""
    p = case.problem
    some = [k for k in np.flatnonzero(options_with_primary(p)).tolist() if chance.random() < 0.4]
    low = chance.choice([0, 1, 1, 2])
    high = max(1, low) + chance.choice([0, 0, 1, 100])
    q = p.with_item("a new name", some, low if low == high else (low, high))
    right = [s for s in case.expected if low <= len(set(s) & set(some)) <= high]
    assert q.count(**case.ask) == len(right)
    assert sorted(s.options for s in q.search(**case.ask)) == right
    assert q.rows is p.rows and (q.costs is None) == (p.costs is None) and list(q.secondary) == list(p.secondary)


ALWAYS = (kernels, methods, batches, named)

# --- decisions, all strategies from the first node on


def decided(case: Case, chance: Random) -> None:
    p, expected, wanted = case.problem, set(case.expected), chance.choice([1, 1, 2, 3])
    assumed = Assumptions(tuple(case.given), tuple(case.banned))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "OPENING_NODES", 1)
        patch.setattr(table, "DECISION_WORK", chance.choice([1, 1_000, 2**24]))
        patch.setattr(Solutions, "round_work", chance.choice([1, 1_000, 2**19]))
        seed, shown = chance.choice([None, chance.randrange(9)]), chance.random() < 0.5
        answer = Decision(p.engine, assumed, wanted, seed=seed, shown=shown).answer()
        assert answer.partial == min(len(expected), wanted), answer.stats.kernel
        assert {tuple(sorted(options)) for options in answer.value} <= expected, answer.stats.kernel
        assert not shown or len(answer.value) == answer.partial, answer.stats.kernel
        answer = decide_on_workers(p.engine, assumed, 2, seed=seed)
        assert (answer.status is Status.SOLUTION_LIMIT) == bool(expected) == bool(answer.value)
        assert all(tuple(sorted(options)) in expected for options in answer.value)


ANY_WORK = {  # constants of the table, and other values for them: strategies join and leave at any time
    "OPENING_NODES": (0, 1, 5),
    "OPENING_WORK": (1, 2**16),
    "DECISION_WORK": (1, 2**20),
    "ENOUGH_NODES": (0, 10),
    "SOON_WORK": (1, 100, 2**20),
    "EARLY_OPTIONS": (0, 3, 1_024),
    "MIDDLING_OPTIONS": (0, 4, 4_096),
    "CASES_WORK": (1, 2**20),
    "LAYERS_WORK": (1, 40, 2**26),
    "LATE_LAYERS_WORK": (1, 40, 2**26),
    "FIRST_LAYERS_NODES": (0, 10, 10_000),
    "ORDERED_NODES": (0, 10, 40_000),
    "ENTRY_WORK": (0, 400),
    "LEAST_DRAWING_WORK": (0, 2**20),
    "SYMMETRY_FACTOR": (0, 3),
    "MANY_SYMMETRIES": (1, 10),
    "SOME_SYMMETRIES": (1, 2),
    "LONG_WORK": (1, 10, 2**25),
    "PROOF_WORK": (1, 1_000, 2**28),
    "MOST_COUNTED": (1, 100),
    "SAT_WORK": (1, 100, 2**24),
}


def raced(case: Case, chance: Random) -> None:
    """Whoever joins a race, and whenever, counts, numbers up to a limit, first solutions and diagrams are right."""
    p, ask, right = case.problem, case.ask, case.expected
    with pytest.MonkeyPatch.context() as patch:
        for name, values in ANY_WORK.items():
            patch.setattr(table, name, chance.choice(values))
        for goal in (Goal, Solutions):
            patch.setattr(goal, "round_work", chance.choice([1, 20, 2_000]))
        patch.setattr(independent, "COMPONENT_WORK", chance.choice([1, 100, 2**19]))
        patch.setattr(independent, "MOST_KEPT_COMPONENTS", chance.choice([0, 64]))
        for question in ("count", "decide"):
            patch.setattr(f"dlx.questions.{question}.FIRST_SLICE_WORK", chance.choice([1, 50_000]))
        assert sorted(s.options for s in p.zdd(**ask)) == right
        assert p.count(workers=1, **ask) == len(right)
        patch.setattr(table, "TABLE", [row for row in table.TABLE if row.visits or chance.random() < 0.7])
        wanted = chance.randint(1, 20)
        assert p.count(**ask) == len(right)
        assert p.count(wanted, **ask) == min(len(right), wanted)
        assert p.is_unique(**ask) == (len(right) == 1)
        first = p.solve(**ask)
        assert (first is None) == (not right) and (first is None or first.options in right)


def proved(case: Case, chance: Random) -> None:
    """Weights prove that there is no solution only where there is none."""
    assumed = Assumptions(tuple(case.given), tuple(case.banned))
    for machine in (Invariants(case.problem, assumed), Places(case.problem, assumed)):
        while machine.step(chance.choice([1, 100, 100_000])) == PAUSED:
            pass
        if machine.certificate is not None:
            assert not case.expected and machine.certificate.verify()


def learning(case: Case, chance: Random) -> None:
    """The search that learns from dead ends finds every solution once."""
    assumed, seed = Assumptions(tuple(case.given), tuple(case.banned)), chance.choice([None, chance.randrange(2**40)])
    machine, found = Learning(case.problem.engine.matrix, assumed, seed=seed), []
    while (outcome := machine.step(chance.choice([1, 50, 100_000]))) != DONE:
        found += [tuple(machine.solution())] if outcome == SOLUTION else []
        assert len(found) <= len(case.expected)
    assert sorted(found) == sorted(case.expected)


def tabled(case: Case, chance: Random) -> None:
    """The search in tables finds every solution once, and so does a decision that asks it first."""
    words = chance.choice([0, 3, 8])
    p = random_tables(chance, chance.randint(1, 6), chance.randint(1, 5), "abcd", chance.choice([3, 9, 70]), words)
    given, banned = ([chance.randrange(p.n_options) for _ in range(chance.choice([0, 0, 1, 3]))] for _ in range(2))
    assumed, seed = Assumptions(tuple(given), tuple(banned)), chance.choice([None, chance.randrange(-5, 2**70)])
    expected = sorted(s.options for s in p.search(given=given, banned=banned, limit=300))
    machine, found = table_learning(p, assumed, seed=seed), []
    while len(found) < 300 and (outcome := machine.step(chance.choice([1, 50, 100_000]))) != DONE:
        found += [tuple(machine.solution())] if outcome == SOLUTION else []
    assert len(found) == len(set(found)) == len(expected)
    assert len(found) == 300 or sorted(found) == expected
    assert all(p.verify(options) for options in found[:9])


def by_layers(case: Case, chance: Random) -> None:
    """The count by layers counts all solutions, in any order of the items."""
    p, assumed = case.problem, Assumptions(tuple(case.given), tuple(case.banned))
    matrix = in_order(p.engine.matrix, chance.sample(p.primary, p.n_primary))
    machine = drawn_layers(planned(matrix, assumed, reorder=chance.random() < 0.5), 2**26)
    while machine.step(chance.choice([1, 100, 100_000])) != DONE:
        assert 0 <= machine.fraction <= 1
    assert machine.solutions == len(case.expected)


def alike(case: Case, chance: Random) -> None:
    """The counts up to symmetry and by cases count all solutions."""
    assumed = Assumptions(tuple(case.given), tuple(case.banned))
    machine = symmetric(case.problem.engine.matrix, assumed, 2**26)
    while machine.step(chance.choice([1, 100, 100_000])) != DONE:
        assert machine.solutions <= len(case.expected)
    assert machine.solutions == len(case.expected)
    by_cases = cases(case.problem.engine, assumed)
    while by_cases is not None and by_cases.step(chance.choice([1, 100, 100_000])) != DONE:
        assert by_cases.solutions <= len(case.expected)
    assert by_cases is None or by_cases.solutions == len(case.expected)


def drawn(case: Case, chance: Random) -> None:
    """Each rank below the number of solutions names another one of them, and any method draws only solutions."""
    p, assumed = case.problem, Assumptions(tuple(case.given), tuple(case.banned))
    form = sampler(p.engine, assumed, "symmetric", 0.0, 2**26, Random(1), Drive())
    assert isinstance(form, Exact) and isinstance(layers := form.form, Layers)
    assert sorted(layers.ranked(rank).options for rank in range(layers.count())) == sorted(case.expected)
    for method in ("auto", "symmetric", "approximate", "zdd") if case.expected else ():
        several = p.sample(5, **case.ask, seed=case.seed, method=method)
        assert several == p.sample(5, **case.ask, seed=case.seed, method=method)
        assert {s.options for s in several} <= set(case.expected)
        assert several.error or several.solutions.value == len(case.expected)
        assert several.error == 0 or method == "approximate"
    with pytest.raises(ValueError, match="no solution") if not case.expected else nullcontext():
        p.sample(0, **case.ask, method="approximate")


def runs(case: Case, chance: Random) -> None:
    """A run as wide as the tree finds every solution; a narrow one draws only solutions."""
    for part in components(case.problem.engine.matrix, Assumptions(tuple(case.given), tuple(case.banned))) or ():
        matrix, every = part.matrix, Problem.from_fields(part.matrix.fields()).count()
        for width in (chance.randint(1, 4), 10_000):
            dive = Dive(matrix, (), (), width, chance.getrandbits(64), True)
            dive.begin(width)
            while dive.step(chance.choice([1, 100, 100_000])) != DONE:
                pass
            assert width < max(dive.degrees) or dive.hits.sum() == every
            for level, found in enumerate(dive.hits.tolist()):
                assert not found or matrix.verify(dive.drawn(level))


def up_to_symmetry(case: Case, chance: Random) -> None:
    """The orbits under the symmetries that are found partition the solutions, however they are counted and listed."""
    p, ask, known = case.problem, case.ask, case.expected
    if chance.random() < 0.5:
        ask, known = {}, case.every
    group = p.group("auto", **ask)
    listed = [s.options for s in p.solutions(orbits="auto", **ask)]
    images = [image for one in listed for image in group.images(one)]
    assert sorted(images) == known
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW_SYMMETRIES", chance.choice([0, 10, 1_000]))
        patch.setattr(module, "MOST_GROUP_ENTRIES", chance.choice([0, 1_000, 20_000]))
        patch.setattr(table, "EARLY_ORBITS_WORK", chance.choice([0, 2**28]))
        again = p.group("auto", **ask)
        assert again.order == group.order
        assert again.count() == len(listed)
        others = [s.options for s in again.solutions()]
        assert len(others) == len(listed)
        assert sum(map(again.size, others)) == len(known)
    names = chance.sample(range(p.n_options), p.n_options)
    renamed = {word: [names.index(k) for k in options] for word, options in ask.items()}
    other = Problem([case.options[k] for k in names], case.primary, case.secondary).group("auto", **renamed)
    assert (other.order, other.count()) == (group.order, len(listed))


# --- limits: exact, and never a wrong COMPLETE


def limited(case: Case, chance: Random) -> None:
    p, kernel, seed = case.problem, chance.choice(kernels_of(case)), chance.choice([None, chance.randrange(9)])
    how = {**case.ask, "kernel": kernel, "seed": seed}
    once = p.search(**how)
    whole = [s.options for s in once]
    search, found = p.search(**how, **_limits(chance)), []
    search.drive.slice_work = chance.choice([1, 5, 50_000])
    while True:
        if chance.random() < 0.5:
            found += [s.options for s in search]
        else:
            found += whole[search.stats.solutions : search.count()]
        stats = search.stats
        assert stats.nodes <= once.stats.nodes
        assert found == whole[: stats.solutions]
        if search.status is Status.COMPLETE:
            break
        base, more = stats, _limits(chance)
        search.resume(**more)
        for _ in range(chance.randint(0, 2)):
            s = next(search, None)
            found += [] if s is None else [s.options]
        counted = search.count()
        found += whole[len(found) : counted]
        _check_limits(search, base, more)
    assert found == whole
    assert (stats.nodes, stats.updates, stats.guesses) == (once.stats.nodes, once.stats.updates, once.stats.guesses)


def _limits(chance: Random) -> dict:
    return {
        "limit": chance.choice([None, 0, 1, 2, 5, 2**70]),
        "node_limit": chance.choice([None, 0, 1, 2, 3, 10, 100]),
        "time_limit": chance.choice([None, None, None, 0, 1e9]),
    }


def _check_limits(search, base, limits) -> None:
    """Check that the limit that stopped it was set, and was kept exactly."""
    solutions, nodes = search.stats.solutions - base.solutions, search.stats.nodes - base.nodes
    limit, node_limit = limits["limit"], limits["node_limit"]
    assert limit is None or solutions <= limit
    assert node_limit is None or nodes <= node_limit
    if search.status is Status.SOLUTION_LIMIT:
        assert solutions == limit
    elif search.status is Status.NODE_LIMIT:
        assert nodes == node_limit
    elif search.status is Status.TIME_LIMIT:
        assert limits["time_limit"] == 0
        assert (solutions, nodes) == (0, 0)
    else:
        assert search.status is Status.COMPLETE


def limited_questions(case: Case, chance: Random) -> None:
    """Check that the other queries, under limits, give a part of the truth and report that it is a part."""
    p, limit, total = case.problem, chance.randint(0, 4), len(case.expected)
    assert p.count(limit, **case.ask) == min(limit, total)
    count = p.counting(**case.ask)
    with suppress(Unfinished):
        assert count.run(time_limit=0) == total
    assert count.count <= total
    assert count.status is Status.TIME_LIMIT or count.count == total
    assert count.run() == total
    assert count.status is Status.COMPLETE
    nodes = chance.randint(1, 6)
    answers = p.solve_many([case.given], None, node_limit=nodes)
    assert answers.counts[0] <= len(case.under(case.given))
    assert answers.nodes[0] <= nodes
    if answers.status(0) is Status.COMPLETE:
        assert answers.counts[0] == len(case.under(case.given))
    elif answers.status(0) is Status.NODE_LIMIT:
        assert answers.nodes[0] == nodes
    try:
        assert p.count(**case.ask, node_limit=nodes) == len(case.expected)
    except Unfinished as stop:
        assert stop.partial <= len(case.expected) and stop.status is Status.NODE_LIMIT
    late = p.option_status(**case.ask, time_limit=0)
    for k in range(p.n_options):
        assert late[k] in (OptionStatus.UNKNOWN, _status(case, k))
    assert p.explain(**case.ask, time_limit=0).kind != "solvable" or case.expected
    e = p.estimate(5, **case.ask, time_limit=0)
    assert e.solutions.low <= total <= e.solutions.high
    assert options_of(p.reduce(**case.ask, time_limit=0).solutions()) == case.expected
    size = len(p.zdd(order="mrv", **case.ask))
    try:
        diagram = p.zdd(order="mrv", **case.ask, max_nodes=limit)
    except OverflowError:
        assert size > limit
    else:  # where one strategy has no room, another may make a smaller diagram
        assert diagram.count() == total and len(diagram) <= limit


# --- parts, workers, files


def parts(case: Case, chance: Random) -> None:
    p = case.problem
    pieces = p.split(chance.randint(1, 9), **case.ask)
    assert sum(part.weight for part in pieces) == 1
    found = []
    for part in pieces:
        found += in_parts(p, part, lambda: limits(chance))[0]
    assert sorted(found) == case.expected


def workers(case: Case, chance: Random) -> None:
    p, n = case.problem, chance.randint(1, 4)
    with ThreadPoolExecutor(n) as pool:
        for how in ({"workers": n}, {"executor": pool}):
            assert p.count(**case.ask, **how, method="search") == len(case.expected)
            assert options_of(p.solutions(**case.ask, **how, ordered=chance.random() < 0.5)) == case.expected
    assert p.count(**case.ask, workers=n) == len(case.expected)


def checkpoint(case: Case, chance: Random) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):  # the second run finds everything done
            assert case.problem.count(**case.ask, checkpoint=Path(folder) / "c") == len(case.expected)


def text(case: Case, chance: Random) -> None:
    p = case.problem
    if not p.n_primary or not p.n_options:  # costs need options
        return
    stream = io.StringIO()
    p.write(stream)
    stream.seek(0)
    assert Problem.read(stream) == p


def pickled(case: Case, chance: Random) -> None:
    p = case.problem
    copies = [pickle.loads(pickle.dumps(p, protocol)) for protocol in range(2, 6)]
    order = [s.options for s in p.solutions(**case.ask)]
    for other in (*copies, copy.copy(p), copy.deepcopy(p)):
        assert other == p
        assert hash(other) == hash(p)
        assert [s.options for s in other.solutions(**case.ask)] == order


# --- the other queries


def status(case: Case, chance: Random) -> None:
    p, limit = case.problem, chance.choice([None, 1, 2])
    found = p.option_status(**case.ask, limit=limit)
    for k in range(p.n_options):
        uses = sum(k in s for s in case.expected)
        assert found[k] is _status(case, k)
        assert found.counts[k] == (uses if limit is None else min(uses, limit))
        one, other = found.witness(k), found.without(k)
        assert (one is None) == (uses == 0)
        assert (other is None) == (uses == len(case.expected))
        assert one is None or (k in one.options and one.options in case.expected)
        assert other is None or (k not in other.options and other.options in case.expected)


def _status(case: Case, k: int) -> OptionStatus:
    uses = sum(k in s for s in case.expected)
    some = OptionStatus.SOME if uses < len(case.expected) else OptionStatus.ALL
    return some if uses else OptionStatus.NONE


def learned(case: Case, chance: Random) -> None:
    """Check the answers of the SAT solver."""
    if find_spec("pysolvers") is None:
        return
    p, how = case.problem, {**case.ask, "method": "sat"}
    assert p.is_unique(**how) == (len(case.expected) == 1)
    first = p.solve(**how)
    assert first.options in case.expected if case.expected else first is None
    found = p.option_status(**how, limit=chance.choice([1, 2]))
    assert all(found[k] is _status(case, k) for k in range(p.n_options))
    reason = p.explain(**how, time_limit=None)
    assert bool(reason) != bool(case.expected)
    if reason.kind == "given":
        assert not case.under(reason.given, case.banned)


def explained(case: Case, chance: Random) -> None:
    found = case.problem.explain(**case.ask, time_limit=None)
    assert bool(found) != bool(case.expected)
    if case.plain:
        check_explanation(case.problem, case.given, case.banned, found)
    elif found.kind == "given":
        assert set(found.given) <= set(case.given)
        assert not case.under(found.given, case.banned)


def reduced(case: Case, chance: Random) -> None:
    check_reduction(case.problem, case.problem.reduce(**case.ask), case.given, case.banned)
    part = case.problem.reduce(rounds=chance.randint(0, 2))
    assert options_of(part.solutions(**case.ask)) == case.expected
    assert part.count(**case.ask) == len(case.expected)


def cheapest(case: Case, chance: Random) -> None:
    p = case.problem
    if p.costs is None:
        return
    k = chance.choice([1, 1, 2, 5, None])
    everything = ranked(p.solutions(**case.ask))
    check_best(p, p.best(k, **case.ask), k or len(everything) + 1, everything)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_parts, "SERIAL_NODES", chance.choice([1, 5, best_parts.SERIAL_NODES]))
        many = p.best(k, **case.ask, workers=chance.randint(1, 3))
    check_best(p, many, k or len(everything) + 1, everything)
    short = p.best(k, **case.ask, node_limit=chance.randint(0, 8))
    assert {(s.cost, s.options) for s in short} <= set(everything)
    for cost, options in everything:
        assert options in [s.options for s in short] or short.bound is not None
        if options not in [s.options for s in short]:
            assert cost >= short.bound - 1e-9 * abs(short.bound)
    if short.status is Status.COMPLETE:
        check_best(p, short, k or len(everything) + 1, everything)


def wishes(case: Case, chance: Random) -> None:
    """The cheapest sets of options with slack, also of the exports, are the cheapest of all sets.

    Slack leaves almost every set of options possible, so brute force takes at most 20 of them.
    """
    check_wishes(first_options(case, 20), chance)


def diagram(case: Case, chance: Random) -> None:
    p = case.problem
    order = chance.choice(["auto", "leftmost", "mrv", chance.sample(p.primary, p.n_primary)])
    z = p.zdd(order=order, **case.ask)
    assert z.count() == len(case.expected)
    assert options_of(z) == case.expected
    assert z.count_per_option() == [sum(k in s for s in case.expected) for k in range(p.n_options)]
    if case.expected:
        drawn = z.sample(5, seed=case.seed)
        assert drawn == z.sample(5, seed=case.seed)
        assert {s.options for s in drawn} <= set(case.expected)
    if p.costs is not None:
        exact = p.costs.dtype.kind == "i"
        costs, found = sorted(s.cost for s in z), [s.cost for s in z.best(3)]
        assert found == costs[:3] if exact else np.allclose(found, costs[:3], rtol=1e-12)
    some = [chance.randrange(p.n_options)] if p.n_options else []
    assert options_of(p.zdd(order=order).restrict(case.given + some, case.banned)) == case.under(
        case.given + some, case.banned
    )


def estimated(case: Case, chance: Random) -> None:
    found = case.problem.estimate(20, seed=case.seed % 1000, **case.ask)
    search = case.problem.search(**case.ask, kernel="links" if case.plain else "multi")
    search.count()
    if search.stats.nodes <= EXACT_NODES:
        assert (found.samples, found.solutions.value) == (0, len(case.expected))
        assert found.nodes.value == search.stats.nodes
    else:
        assert found.samples and found.solutions.low <= 2 * len(case.expected) and found.solutions.value > 0


def informed(case: Case, chance: Random) -> None:
    """Check what the engine sees: the count, and the proof if there is one."""
    seen = case.problem.info(time_limit=None, **case.ask)
    assert (seen.solutions, seen.complete) == (len(case.expected), True)
    assert seen.certificate is None or seen.certificate.verify()


def clauses(case: Case, chance: Random) -> None:
    """Check that the models of a SAT solver and the solutions are the same."""
    if find_spec("pysat") is None:
        return
    from pysat.solvers import Solver

    cnf = case.problem.to_cnf(encoding=chance.choice(["auto", "pairwise", "sequential"]), **case.ask)
    with Solver(name="glucose4", bootstrap_with=cnf.clauses) as solver:
        missing = set(range(1, cnf.n_variables + 1)) - {abs(x) for clause in cnf.clauses for x in clause}
        assert all(x <= len(case.options) for x in missing)  # a free option: a model for each choice
        if not missing:
            assert options_of(map(cnf.solution, solver.enum_models())) == case.expected


def verified(case: Case, chance: Random) -> None:
    p = case.problem
    for options in case.every:
        assert p.verify(options)
    for _ in range(10 if case.options else 0):
        some = tuple(sorted({chance.randrange(p.n_options) for _ in range(chance.randint(0, 4))}))
        try:
            right = p.verify(some)
        except ValueError:
            right = False
        assert right == (some in case.every)


OTHERS = (
    decided, raced, proved, learning, tabled, by_layers, alike, drawn, up_to_symmetry, limited, limited_questions,
    parts, workers, checkpoint, text, pickled, status, learned, explained, reduced, cheapest, wishes, diagram,
    estimated, informed, clauses, verified, runs, demanded, *relations.ALL,
)  # fmt: skip
CHECKS = {check.__name__: check for check in ALWAYS + OTHERS}
