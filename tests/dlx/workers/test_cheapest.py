"""The cheapest solutions on many workers: the same for any number and kind of worker, as cheap as in one search."""

import os
import random
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Problem, Progress, Status
from dlx.engine.drive import DONE, SOLUTION
from dlx.engine.heap import Heap, Scale
from dlx.workers import cheapest as best_parts
from tests.dlx.questions.best.test_best import check, priced, random_costs, ranked, with_costs
from tests.dlx.questions.best.turns import tiny_turns
from tests.problems import dominoes, langford, queens, questions
from tests.processes import ctrl_c

HARD = random_costs(queens(40), 0)  # takes more than an hour


@pytest.fixture
def in_pieces(monkeypatch):
    """Make jobs return after about one node, so that many jobs of small problems are cut, too."""
    monkeypatch.setattr(best_parts, "LEAST_WORK", 1)
    monkeypatch.setattr(best_parts, "SETUPS_PER_JOB", 0)
    monkeypatch.setattr(best_parts, "SERIAL_NODES", 1)


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2) as executor:
        yield executor


def told(best):
    """Return everything a result reports except the seconds."""
    s = best.stats
    counters = (s.nodes, s.updates, s.guesses, s.solutions, s.max_level, s.kernel)
    return [(s.cost, s.options) for s in best], best.bound, best.status, counters


def the_same(p, engines, **how):
    """Return the result, which must be the same on each of these engines."""
    first, *others = [p.best(**how, **engine) for engine in engines]
    assert all(told(other) == told(first) for other in others)
    return first


THREADS = ({"workers": 1}, {"workers": 2}, {"workers": 3})


# --- against all solutions


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_sorting_all_solutions(data):
    p = data.draw(priced())
    chosen, banned = data.draw(questions(p))
    k = data.draw(st.one_of(st.none(), st.integers(1, 6)))
    everything = ranked(p.solutions(given=chosen, banned=banned))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_parts, "LEAST_WORK", data.draw(st.sampled_from([1, 100, 2_000_000])))
        patch.setattr(best_parts, "SETUPS_PER_JOB", 0)
        patch.setattr(best_parts, "SERIAL_NODES", data.draw(st.sampled_from([1, 4, 10_000])))
        tiny_turns(patch, data.draw(st.integers(0, 10**6)))
        patch.setattr(best_parts, "MOST_KEPT", data.draw(st.sampled_from([0, 1000])))
        best = the_same(p, THREADS, k=k, given=chosen, banned=banned)
    check(p, best, k or len(everything) + 1, everything)
    assert best.bound == p.best(k, given=chosen, banned=banned).bound


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(priced(st.sampled_from([queens(5), queens(6), langford(4), dominoes(4, 4)])), st.integers(1, 40), st.data())
def test_problems_with_many_solutions(p, k, data):
    everything = ranked(p.solutions())
    most = data.draw(st.one_of(st.none(), st.sampled_from([cost for cost, _ in everything] or [0])))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_parts, "LEAST_WORK", data.draw(st.sampled_from([1, 1000, 30_000])))
        patch.setattr(best_parts, "SETUPS_PER_JOB", 0)
        best = the_same(p, THREADS[:2], k=k, max_cost=most)
    check(p, best, k, [f for f in everything if most is None or f[0] <= most])
    assert best.bound == p.best(k, max_cost=most).bound


@pytest.mark.long
@pytest.mark.parametrize("costs", ["random", "ties", "zeros", "floats", "tenths"])
def test_processes(pool, in_pieces, costs):
    rng = random.Random(3)
    cost = {
        "random": lambda: rng.randrange(1, 1000),
        "ties": lambda: rng.randrange(3),
        "zeros": lambda: 0,
        "floats": rng.random,
        "tenths": lambda: rng.choice([0.1, 0.2, 0.3, 0.7]),
    }[costs]
    p = with_costs(queens(8), [cost() for _ in range(64)])
    best = the_same(p, ({"workers": 2}, {"executor": pool}), k=7, given=[3], banned=[20])
    check(p, best, 7, ranked(p.solutions(given=[3], banned=[20])))


@pytest.mark.long
@pytest.mark.parametrize(("name", "k"), [("pent8x8hole", 1), ("ypent10x10", 20), ("soma", 5), ("costas8", 1)])
def test_larger_problems(pool, name, k):
    p = random_costs(problem(INSTANCES[name]), 0)
    best = the_same(p, (*THREADS[:2], {"executor": pool}), k=k)
    one = p.best(k)
    assert [s.cost for s in best] == [s.cost for s in one]
    assert (best.bound, best.status) == (one.bound, one.status)
    assert best.stats.nodes < 2 * one.stats.nodes + 1000


@pytest.mark.long
def test_given_and_banned_in_jobs(in_pieces):
    p = random_costs(queens(9), 1, most=20)
    for chosen, banned in (([0, 11], []), ([40], [0, 1, 2]), ([0, 1], []), ([5], [5]), ([3, 3], [80, 80])):
        best = the_same(p, THREADS, k=4, given=chosen, banned=banned)
        check(p, best, 4, ranked(p.solutions(given=chosen, banned=banned)))


def test_colors(in_pieces):
    rng = random.Random(2)
    for _ in range(20):
        p = with_costs(random_problem(rng), [rng.randrange(4) for _ in range(30)])
        check(p, the_same(p, THREADS[:2], k=3), 3, ranked(p.solutions()))


def random_problem(rng):
    indices = [[*sorted(rng.sample(range(6), rng.randint(1, 3))), 6 + rng.randrange(2)] for _ in range(30)]
    indptr = [0]
    for option in indices:
        indptr.append(indptr[-1] + len(option))
    colors = [rng.randint(0, 2) if item >= 6 else 0 for option in indices for item in option]
    return Problem.from_csr(indptr, [item for option in indices for item in option], colors, n_items=8, n_primary=6)


def test_all_of_them_in_order(in_pieces):
    p = random_costs(queens(7), 0)
    assert [(s.cost, s.options) for s in the_same(p, THREADS, k=None)] == ranked(p.solutions())


def test_odd_problems(in_pieces):
    for engine in THREADS:
        nothing = Problem([], primary=[], costs=[]).best(3, **engine)
        assert ([s.options for s in nothing], nothing.bound, nothing.stats.nodes) == ([()], None, 1)
        uncovered = Problem([], primary=["a"], costs=[]).best(**engine)
        assert (uncovered.solutions, uncovered.status, uncovered.bound) == ((), Status.COMPLETE, None)
        never = Problem([["s"], ["a"]], ["a"], ["s"], costs=[2**60, 1])
        assert [s.options for s in never.best(3, **engine)] == [(1,)]
        assert never.best(given=[0], **engine).solutions == ()


def test_costs_that_are_cut_off(in_pieces):
    for seed in range(60):
        rng = random.Random(seed)
        options = [["a"], ["a"], ["a"], ["a", "b"], ["b"], ["b"], ["b"], ["b"]]
        p = Problem(options, costs=[rng.choice([0.1, 0.2, 1e-9, 0.5, rng.random(), 1e8]) for _ in options])
        everything = ranked(p.solutions())
        for how in ({"k": 1}, {"k": 3}, {"k": 9, "max_cost": everything[4][0]}):
            best, one = p.best(**how, workers=2), p.best(**how)
            assert ([s.cost for s in best], best.bound) == ([s.cost for s in one], one.bound)


# --- jobs


@pytest.mark.parametrize("seed", range(3))
def test_what_is_left_of_a_search(seed):
    """A search that is cut after any node and continued elsewhere finds each solution once."""
    p = random_costs(queens(6), seed)
    heap = Heap(p, Scale(p, p.costs), 10**6, None)

    def kernel():
        made = heap.kernel()
        assert made.setup([], [])
        return made

    def run(kernel, steps):
        met = []
        while steps or kernel.midway:
            outcome = kernel.step(1)
            if outcome == SOLUTION:
                met.append(tuple(sorted(kernel.solution())))
            if outcome == DONE:
                return met, True
            steps -= steps > 0
        return met, False

    everything = sorted(s.options for s in p.solutions())
    for steps in range(1, 60):
        first = kernel()
        met, done = run(first, steps)
        left = [] if done else first.frontier()
        assert [len(options) for options, *_ in left] == sorted((len(options) for options, *_ in left), reverse=True)
        assert sum(part for *_, part in left) <= 1
        second = kernel()
        for options, tried, branches, prices, again, _ in left:
            assert branches == sorted(branches, key=lambda branch: branch[1])
            assert (tried, again) == ([], False)
            second.start(options, tried, branches, best_parts.np.frombuffer(prices, best_parts.np.int64), again)
            more, done = run(second, 10**6)
            assert done
            met += more
        assert sorted(met) == everything


def test_dividing():
    fork = best_parts.Fork([], [], [(0, 5), (1, 6), (2, 7)], b"", False, 0.75)
    other = best_parts.Fork([9], [], [(4, 6)], b"", False, 0.25)
    forks = [other, fork]
    assert best_parts.divide(forks, 9) == [[fork]]
    assert forks == [other]
    forks = [fork]
    assert [[f.branches for f in job] for job in best_parts.divide(forks, 1)] == [[[(0, 5)]]]
    assert (forks[0].branches, forks[0].weight) == ([(1, 6), (2, 7)], 0.5)
    assert best_parts.cheaper([other, fork], 6) == [fork.part(0, 1)]


def test_dividing_where_options_may_come_together():
    """The second part must not choose the option of the first; the branch without an option is not cut off."""
    fork = best_parts.Fork([], [8], [(0, 5), (1, 9), (-1, 6)], b"", True, 0.75)
    assert (fork.bound, fork.part(1, 3).bound) == (5, 6)
    forks = [fork]
    assert [[f.tried for f in job] for job in best_parts.divide(forks, 1)] == [[[8]]]
    assert (forks[0].tried, forks[0].branches) == ([8, 0], [(1, 9), (-1, 6)])
    assert best_parts.cheaper(forks, 7) == forks and best_parts.cheaper(forks, 6) == []


def test_small_problems_call_for_no_worker():
    class Nobody:
        def submit(self, *arguments):
            raise AssertionError

    p = random_costs(queens(8), 0)
    assert [s.cost for s in p.best(3, executor=Nobody())] == [s.cost for s in p.best(3)]


def test_a_process_that_has_not_the_question(in_pieces, monkeypatch):
    class Forgetful:
        """Executor that forgets all earlier submissions."""

        def submit(self, run, *arguments):
            future = Future()
            future.set_result(run(*arguments))
            best_parts._known.clear()
            return future

    p = random_costs(queens(8), 0)
    assert told(p.best(3, executor=Forgetful())) == told(p.best(3, workers=2))


def test_questions_are_not_kept(in_pieces):
    before = set(best_parts._known)
    random_costs(queens(8), 0).best(workers=2)
    assert (set(best_parts._known), best_parts._stopping) == (before, set())


# --- limits


def test_the_time_limit():
    for limit in (0, 0.2):
        best = HARD.best(3, time_limit=limit, workers=2)
        assert best.status is Status.TIME_LIMIT
        assert best.stats.seconds >= limit
        assert all(HARD.verify(s.options) and s.cost >= best.bound for s in best)


@pytest.mark.long
def test_the_time_limit_of_processes(pool):
    best = HARD.best(3, time_limit=0.3, executor=pool)
    assert best.status is Status.TIME_LIMIT
    assert all(HARD.verify(s.options) and s.cost >= best.bound for s in best)
    assert pool.submit(int).result() == 0


def test_the_bound_after_a_time_limit(in_pieces, monkeypatch):
    """Whenever the search stops, every solution not returned costs at least the bound."""
    p = random_costs(queens(8), 3)
    everything = ranked(p.solutions())
    statuses, merge, most = set(), best_parts.Jobs.merge, 0

    def late_after_some(jobs, outcome):
        merge(jobs, outcome)
        if jobs.merged >= most:
            jobs.drive.deadline = 0.0

    monkeypatch.setattr(best_parts.Jobs, "merge", late_after_some)
    for jobs in (*range(1, 60, 3), 10_000):
        most = jobs
        best = p.best(2, workers=2)
        statuses.add(best.status)
        met = {s.options for s in best}
        assert all(cost >= best.bound for cost, options in everything if options not in met)
    assert statuses == {Status.TIME_LIMIT, Status.COMPLETE}


def test_progress(in_pieces, monkeypatch):
    monkeypatch.setattr("dlx.engine.drive.REPORT_SECONDS", 0)
    reports = []
    random_costs(queens(9), 0).best(workers=2, progress=reports.append)
    assert len(reports) > 10
    assert all(isinstance(r, Progress) and 0 <= r.fraction <= 1 for r in reports)
    assert all(a.fraction <= b.fraction and a.nodes <= b.nodes and a.parts <= b.parts for a, b in pairwise(reports))
    assert reports[-1].fraction == 1
    assert reports[0].fraction < 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c():
    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.3):  # only Ctrl-C ends this search
        HARD.best(workers=2)
    assert threading.active_count() == threads
    assert not best_parts._stopping


def test_threads_of_others_are_left_to_them():
    with ThreadPoolExecutor(2) as threads:
        busy = threading.Event()
        threads.submit(busy.wait, 30)
        best = HARD.best(time_limit=0.2, executor=threads)
        assert best.status is Status.TIME_LIMIT
        busy.set()
        assert threads.submit(int).result() == 0


@pytest.mark.long
def test_a_worker_that_dies():
    with ProcessPoolExecutor(2) as executor:
        executor.submit(int).result()

        def kill(progress):
            for process in list(executor._processes.values() if progress.parts else ()):
                os.kill(process.pid, signal.SIGKILL)

        with pytest.raises(RuntimeError, match="a worker process died"):
            HARD.best(executor=executor, progress=kill)
        with pytest.raises(RuntimeError, match="a worker process died"):
            HARD.best(executor=executor)


# --- refusals


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"workers": 0}, ValueError, "workers is 0; it must be 1 or more"),
        ({"workers": 1.5}, TypeError, "workers is 1.5"),
        ({"workers": 2, "node_limit": 5}, ValueError, "node_limit cannot be combined with workers; use time_limit"),
        ({"executor": "threads"}, TypeError, "executor is 'threads'; it must be a concurrent.futures.Executor"),
        ({"workers": 2, "executor": ThreadPoolExecutor(1)}, ValueError, "give workers or an executor, not both"),
        ({"workers": 2, "k": 0}, ValueError, "k is 0"),
        ({"workers": 2, "given": [99]}, ValueError, "given option 99 is out of range"),
        ({"workers": 2, "time_limit": -1}, ValueError, "time_limit is -1"),
    ],
)
def test_refused(how, error, message):
    with pytest.raises(error, match=message):
        Problem([["a"], ["a"]], costs=[1, 2]).best(**how)


def test_as_many_jobs_in_flight_as_announced(in_pieces):
    """One more for every 8 merged jobs, so that jobs learn of each other's solutions."""
    p = with_costs(queens(7), [k * 5 % 17 for k in range(49)])
    seen = []

    class Counted(best_parts.Jobs):
        def fill(self):
            more = super().fill()
            seen.append((len(self.running), self.merged))
            return more

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_parts, "Jobs", Counted)
        p.best(3, workers=2)
    assert all(running <= best_parts.LEAST_IN_FLIGHT + merged // 8 for running, merged in seen)
    assert max(seen)[0] > best_parts.LEAST_IN_FLIGHT
