# SPDX-License-Identifier: MIT
"""A machine that uses problems and searches in any order, checked against all solutions by brute force.

    build ──> search ──> next, interleave, count, resume after any limit, close, abandon, enter twice, fork, ...
      └─────> count_many, split, zdd, reduce, option_status, pickle, copy, verify, on threads, ...

Several problems and searches live side by side, and a fault of one must not show in another. The machine knows the
remaining solutions of a search in order, from a fresh search of the same kernel and seed.
``python -m tests.nightly.machine`` runs the same machine for 100,000 steps.
"""

import copy
import gc
import os
import pickle
import threading
import traceback
import warnings
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import dlx.questions.search
from dlx import OptionStatus, Problem, Search, Solution, Status, run_part
from dlx.engine.engine import KERNELS
from dlx.engine.support import COUNTS
from tests.nightly.cases import Case, at_random, by_force
from tests.problems import multiplied, problems, questions

MOST = 6  # problems at a time, and searches at a time
LIMITS = st.fixed_dictionaries(
    {
        "limit": st.sampled_from([None, None, 0, 1, 2, 5]),
        "node_limit": st.sampled_from([None, 0, 1, 2, 3, 5, 10]),
        "time_limit": st.sampled_from([None, None, None, 0]),
    }
)
PLACE = st.integers(0, MOST - 1)
CASE = st.integers(0, 10**6).map(lambda k: at_random(f"machine {k}")).filter(lambda case: len(case.every) < 200)
PROBLEM = st.one_of(problems(9), multiplied(7), CASE.map(lambda case: case.problem))
SEVERAL = CASE.filter(lambda case: len(case.every) > 2).map(lambda case: case.problem)  # several solutions


def copied(protocol):
    return lambda thing: pickle.loads(pickle.dumps(thing, protocol))


COPY = st.sampled_from([copy.copy, copy.deepcopy, *map(copied, range(2, 6))])


@dataclass
class Known:
    """A problem and all its solutions."""

    problem: Problem
    every: list[tuple[int, ...]]

    def under(self, given, banned):
        yes, no = set(given), set(banned)
        return [s for s in self.every if yes <= set(s) and not no & set(s)]

    @property
    def kernels(self):
        return ("auto", *KERNELS) if self.problem.bounds is None else ("auto", "multi")


@dataclass
class Running:
    """A search, all its solutions in order, and the number of them it has returned."""

    search: Search
    whole: list[tuple[int, ...]]
    nodes: int  # of the whole search
    told: int = 0
    closed: bool = False
    nodes_before: int = 0  # when the limits were set
    solutions_before: int = 0
    limits: dict = field(default_factory=dict)

    @classmethod
    def of(cls, known, how, limits):
        once = known.problem.search(**how)
        whole = [s.options for s in once]
        assert sorted(whole) == known.under(how.get("given", ()), how.get("banned", ()))
        return cls(known.problem.search(**how, **limits), whole, once.stats.nodes, limits=limits)

    def next(self):
        found = next(self.search, None)
        if found is not None:
            assert found.options == self.whole[self.told]
            self.told += 1
        self.check()
        return found

    def check(self):
        """Assert that the status is true and that the limits are kept exactly."""
        stats, status = self.search.stats, self.search.status
        solutions, nodes = stats.solutions - self.solutions_before, stats.nodes - self.nodes_before
        assert self.told == stats.solutions <= len(self.whole)
        assert stats.nodes <= self.nodes
        for name, value in (("limit", solutions), ("node_limit", nodes)):
            assert self.limits.get(name) is None or value <= self.limits[name]
        if status is Status.COMPLETE:
            assert (self.told, stats.nodes) == (len(self.whole), self.nodes)
        elif status is Status.SOLUTION_LIMIT:
            assert solutions == self.limits["limit"]
        elif status is Status.NODE_LIMIT:
            assert nodes == self.limits["node_limit"]
        elif status is Status.TIME_LIMIT:
            assert self.limits["time_limit"] == 0

    def resume(self, limits):
        assert self.search.resume(**limits) is self.search
        if not self.closed:  # a closed search keeps its status
            self.limits, stats = limits, self.search.stats
            self.solutions_before, self.nodes_before = stats.solutions, stats.nodes

    def finish(self):
        """Assert that all remaining solutions come, in order."""
        self.resume({})
        while self.next() is not None:
            pass
        assert self.closed or self.search.status is Status.COMPLETE


def case_of(problem):
    """Return the problem in plain lists, for brute force."""
    bounds = [(1, 1)] * problem.n_primary if problem.bounds is None else map(tuple, problem.bounds.tolist())
    options = [list(problem.option(k)) for k in range(problem.n_options)]
    return Case(options, dict(zip(problem.primary, bounds, strict=True)), list(problem.secondary))


class Machine(RuleBasedStateMachine):
    """State machine whose rules are the steps."""

    def __init__(self):
        super().__init__()
        self.problems: list[Known] = []
        self.searches: list[Running] = []

    def known(self, place):
        return self.problems[place % len(self.problems)]

    def running(self, place):
        return self.searches[place % len(self.searches)]

    # --- problems

    @initialize(problem=SEVERAL)
    def first(self, problem):
        self.keep(problem)
        self.searches = [Running.of(self.problems[0], {}, {}) for _ in range(2)]

    def keep(self, problem, every=None):
        self.problems = [*self.problems, Known(problem, by_force(case_of(problem)) if every is None else every)][-MOST:]

    @rule(problem=PROBLEM)
    def build(self, problem):
        self.keep(problem)
        every = self.problems[-1].every
        if problem.costs is not None and problem.bounds is None:
            best = problem.best(3)
            assert [s.cost for s in best] == sorted(Solution.of(problem, options).cost for options in every)[:3]
            assert problem.best(3, workers=2)[:] == best[:]

    @rule(place=PLACE, how=COPY)
    def copy_a_problem(self, place, how):
        known = self.known(place)
        other = how(known.problem)
        assert other == known.problem
        assert hash(other) == hash(known.problem)
        self.keep(other, known.every)
        with pytest.raises(AttributeError, match="immutable"):
            other.items = ()
        with pytest.raises(ValueError, match="read-only"):
            other.indptr[0] = 1

    # --- searches

    @rule(data=st.data(), place=PLACE, seed=st.sampled_from([None, None, 1, 2]), limits=LIMITS)
    def search(self, data, place, seed, limits):
        known = self.known(place)
        given, banned = data.draw(questions(known.problem))
        how = {"given": given, "banned": banned, "seed": seed, "kernel": data.draw(st.sampled_from(known.kernels))}
        self.searches = [*self.searches, Running.of(known, how, limits)][-MOST:]

    @rule(place=PLACE, n=st.integers(1, 4))
    def ask_for_more(self, place, n):
        running = self.running(place)
        for _ in range(n):
            running.next()

    @rule(order=st.lists(PLACE, min_size=2, max_size=12))
    def interleave(self, order):
        for place in order:
            self.running(place).next()

    @rule(place=PLACE)
    def count(self, place):
        running = self.running(place)
        running.told = running.search.count()
        running.check()

    @rule(place=PLACE, limits=LIMITS, work=st.sampled_from([1, 3, 50_000]))
    def resume(self, place, limits, work):
        running = self.running(place)
        running.search.drive.slice_work = work  # 1 pauses the search after every choice
        running.resume(limits)
        running.next()

    @rule(place=PLACE)
    def finish(self, place):
        self.running(place).finish()

    @rule(place=PLACE)
    def close(self, place):
        running = self.running(place)
        running.search.close()
        if running.search.status is not Status.COMPLETE:
            running.whole, running.closed = running.whole[: running.told], True
        assert next(running.search, None) is None

    @precondition(lambda self: len(self.searches) > 1)
    @rule(place=PLACE, collect=st.booleans())
    def abandon(self, place, collect):
        del self.searches[place % len(self.searches)]
        if collect:
            gc.collect()

    @rule(place=PLACE, how=COPY)
    def copy_a_search(self, place, how):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            how(self.running(place).search)

    @rule(place=PLACE, how=st.sampled_from(["next", "count", "close", "resume"]), fails=st.booleans())
    def enter_twice(self, place, how, fails):
        """A search refuses entry from its own callback or another thread; the callback may ask others, and raise."""
        known, heard = self.known(place), []

        def intrude():
            try:
                next(search) if how == "next" else getattr(search, how)()
            except RuntimeError as error:
                heard.append("one thread at a time" in str(error))

        def callback(progress):
            intrude()
            thread = threading.Thread(target=intrude)
            thread.start()
            thread.join()
            assert known.problem.count() == len(known.every)
            if fails and len(heard) == 2:
                raise LookupError

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(dlx.engine.drive, "REPORT_SECONDS", 0.0)
            search = known.problem.search(progress=callback)
            found = []
            while search.status is not Status.COMPLETE:
                try:
                    found += [s.options for s in search]
                except LookupError:  # raised after a solution was found, which the next call returns
                    assert fails
            assert sorted(found) == known.every
            assert all(heard)
            assert len(heard) >= 2 * bool(found)

    @precondition(lambda _: "libasan" not in os.environ.get("LD_PRELOAD", ""))  # a thread may hold its locks
    @rule()
    def fork(self):
        """Fork with everything under way; the child completes all of it."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other tests may have left threads
            child = os.fork()
        if not child:
            code = 1
            try:
                self.teardown()
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0

    # --- other questions

    @rule(place=PLACE, n=st.integers(2, 4))
    def share_on_threads(self, place, n):
        known, found = self.known(place), []
        start = threading.Barrier(n)

        def ask(k):
            start.wait()
            found.append(sorted(s.options for s in known.problem.search(kernel=known.kernels[k % len(known.kernels)])))
            found.append([known.problem.count()] and sorted(s.options for s in known.problem.solutions()))

        threads = [threading.Thread(target=ask, args=(k,)) for k in range(n)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [known.every] * (2 * n)

    @rule(place=PLACE, data=st.data(), limit=st.sampled_from([None, 1, 2, 3]))
    def ask_many(self, place, data, limit):
        known = self.known(place)
        asked = [data.draw(questions(known.problem))[0] for _ in range(3)]
        right = [known.under(given, ()) for given in asked]
        counts = [len(r) if limit is None else min(len(r), limit) for r in right]
        kernels = ["auto", *known.kernels[1:]]
        if known.problem.bounds is None and known.problem.n_primary:
            kernels.append("lanes")
        kernel = data.draw(st.sampled_from(kernels))
        assert known.problem.count_many(asked, limit, kernel=kernel).tolist() == counts
        batch = known.problem.solve_many(asked, limit, kernel=kernel)
        for k, solutions in enumerate(right):
            first = batch.solution(k)
            assert (first is None) == (not solutions)
            assert first is None or first.options in solutions

    @rule(place=PLACE, parts=st.integers(1, 9), nodes=st.sampled_from([1, 2, 5, None]), how=COPY)
    def split(self, place, parts, nodes, how):
        known, found = self.known(place), []
        waiting = known.problem.split(parts)
        while waiting:
            part = how(waiting.pop())
            outcome = run_part(known.problem, part, nodes, solutions=99999)
            found += [tuple(sorted(options)) for options in outcome.solutions]
            waiting += outcome.left
        assert sorted(found) == known.every

    @rule(place=PLACE, data=st.data(), how=COPY, method=st.sampled_from(COUNTS))
    def ask_without_a_search(self, place, data, how, method):
        known = self.known(place)
        p = known.problem
        given, banned = data.draw(questions(p))
        ask, right = {"given": given, "banned": banned}, known.under(given, banned)
        if p.bounds is None:
            z = how(p.zdd(**ask))
            assert sorted(s.options for s in z) == right
            reduced = how(p.reduce(**ask))
            assert sorted(s.options for s in reduced.solutions()) == right
            assert p.estimate(**ask).solutions.value == len(right)
        else:
            method = "search" if method in ("memo", "frontier", "symmetric", "zdd") else method
        assert p.count(**ask, method=method) == p.count(**ask, workers=2) == len(right)
        assert bool(p.explain(**ask)) != bool(right)

    @rule(place=PLACE, data=st.data(), how=COPY)
    def option_status(self, place, data, how):
        known = self.known(place)
        given, banned = data.draw(questions(known.problem))
        right, found = known.under(given, banned), known.problem.option_status(given=given, banned=banned)
        for k in range(known.problem.n_options):
            uses = sum(k in s for s in right)
            status = OptionStatus.SOME if 0 < uses < len(right) else OptionStatus.ALL if uses else OptionStatus.NONE
            assert found[k] is status
            one = found.witness(k)
            assert one is None or (one.options in right and known.problem.verify(one) and how(one) == one)

    # --- at any time

    @invariant()
    def statuses_are_true(self):
        for running in self.searches:
            running.check()

    def teardown(self):
        for running in self.searches:
            running.finish()


Machine.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestMachine = pytest.mark.long(Machine.TestCase)
