"""Parts of a search and many workers on them: the same solutions, totals and order, whichever worker runs a part."""

import os
import pickle
import random
import shutil
import signal
import sqlite3
import sys
import threading
import time
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Part, PartOutcome, Problem, Status, Unfinished
from dlx.kernels import reference as _reference
from dlx.workers import counting as parallel
from dlx.workers import executors
from dlx.workers.executors import workers_of
from tests import ROOT
from tests.killing import killed_until_done, stored
from tests.problems import counted, dominoes, problems, queens, questions
from tests.processes import PATIENCE, finished

pytestmark = pytest.mark.long


# --- parts


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_split_is_a_partition(data):
    p = data.draw(problems(12))
    given_options, banned = data.draw(questions(p))
    expected = sorted(_reference.solutions(p, given_options, banned))
    parts = p.split(data.draw(st.integers(1, 12)), given=given_options, banned=banned)
    assert sum(part.weight for part in parts) == 1
    assert [part.key for part in parts] == sorted(part.key for part in parts)
    found = [s.options for part in parts for s in p.solutions(given=part.given, banned=part.banned)]
    assert sorted(found) == expected


@pytest.mark.long
def test_a_split_with_multiplicities():
    random.seed(1)
    for _ in range(150):
        items = "abcd"[: random.randint(1, 4)]
        options = [random.sample(items, random.randint(1, len(items))) for _ in range(random.randint(0, 9))]
        bounds = {item: (low, low + random.randint(0, 2)) for item in items for low in [random.randint(0, 2)]}
        p = Problem(options, {item: (low, max(high, 1)) for item, (low, high) in bounds.items()})
        whole = sorted(s.options for s in p.solutions())
        parts = p.split(random.randint(1, 20))
        assert sum(part.weight for part in parts) == 1
        assert sorted(s.options for part in parts for s in p.solutions(given=part.given, banned=part.banned)) == whole
        assert p.count(workers=2) == len(whole)


def test_split():
    p = queens(8)
    parts = p.split(50)
    assert 50 <= len(parts) < 60
    assert sum(p.count(given=part.given, banned=part.banned) for part in parts) == 92
    assert pickle.loads(pickle.dumps(parts)) == parts
    assert p.split(1) == [Part((), (), Fraction(1))]
    assert p.split(10, given=[0, 1]) == [Part((0, 1), (), Fraction(1))]  # these options conflict
    assert len(Problem([["a"], ["b"]]).split(10)) == 1
    with pytest.raises(ValueError, match="parts is 0; it must be 1 or more"):
        p.split(0)


# --- workers


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_threads(workers):
    p = queens(10)
    total = counted(p, workers=workers)
    assert (total.count, total.status) == (724, Status.COMPLETE)
    assert (total.stats.nodes, total.stats.parts) == _totals(p)
    assert p.count(workers=workers, method="search") == p.count(workers=workers) == 724
    assert [s.options for s in p.solutions(workers=workers)] == [s.options for s in p.solutions()]
    assert {s.options for s in p.solutions(workers=workers, ordered=False)} == {s.options for s in p.solutions()}


def _totals(p):
    total = counted(p, workers=4)
    return total.stats.nodes, total.stats.parts


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("method", ["search", "auto"])
def test_a_count_continues_after_its_time_limit_and_after_ctrl_c(method, kept, tmp_path, monkeypatch):
    """Parts of a run that ended early are counted in the next run, once; with a checkpoint from its file."""
    p, seen = queens(10), []
    monkeypatch.setattr(parallel, "PART_WORK", (20_000, 20_000, 20_000))
    monkeypatch.setattr(parallel, "TASK_WORK", {})
    monkeypatch.setattr(parallel, "OTHER_TASK_WORK", (1, 20_000))
    monkeypatch.setattr("dlx.engine.drive.REPORT_SECONDS", 0)

    def interrupt(progress):
        seen.append(progress)
        if len(seen) % 5 == 2:
            raise KeyboardInterrupt
        if len(seen) % 5 == 4:
            count.drive.deadline = 0.0

    file = tmp_path / "run.db" if kept else None
    count = p.counting(method=method, workers=2, checkpoint=file, progress=interrupt)
    lower, ends = 0, set()
    for _ in range(10_000):
        try:
            count.run()
            break
        except (Unfinished, KeyboardInterrupt) as error:
            ends.add((type(error), count.status))
            assert lower <= count.count <= 724
            lower = count.count
    whole = counted(p, workers=1)
    assert (count.count, count.status, count.run()) == (724, Status.COMPLETE, 724)
    assert (KeyboardInterrupt, Status.INTERRUPTED) in ends
    assert (Unfinished, Status.TIME_LIMIT) in ends or method == "auto"
    if count.stats.parts:  # else a memoized search counted
        assert count.stats.nodes == whole.stats.nodes


def test_processes():
    p = queens(10)
    with ProcessPoolExecutor(2) as pool:
        total = counted(p, executor=pool)
        assert (total.count, total.stats.nodes, total.stats.parts) == (724, *_totals(p))
        assert [s.options for s in p.solutions(executor=pool)] == [s.options for s in p.solutions()]
        assert p.count(executor=pool, given=[3]) == p.count(given=[3])


def test_a_worker_that_dies(tmp_path):
    p, file, killed = queens(14), tmp_path / "run.sqlite", []

    def kill(progress):
        if not killed:
            killed.extend(pool._processes)
            os.kill(killed[0], signal.SIGKILL)

    with (
        ProcessPoolExecutor(2) as pool,
        pytest.raises(RuntimeError, match="a worker process died and broke the pool; a script that uses processes"),
    ):
        counted(p, executor=pool, checkpoint=file, progress=kill)
    with ProcessPoolExecutor(2) as pool:
        total = counted(p, executor=pool, checkpoint=file)
    assert (total.count, total.stats.nodes) == (365596, counted(p, workers=2).stats.nodes)


class Disconnected(ThreadPoolExecutor):
    """An executor that cancels all tasks but the first two, as Dask's client does without a connection."""

    submitted = 0

    def submit(self, run, /, *args, **how):
        self.submitted += 1
        if self.submitted < 3:
            return super().submit(run, *args, **how)
        cancelled = Future()
        cancelled.cancel()
        cancelled.set_running_or_notify_cancel()
        return cancelled


def test_tasks_that_the_executor_cancels(tmp_path):
    p, file = queens(12), tmp_path / "run.sqlite"
    with Disconnected(1) as pool, pytest.raises(CancelledError, match="connection to its scheduler; try again"):
        counted(p, executor=pool, checkpoint=file)
    assert counted(p, workers=1, checkpoint=file).count == 14200


def test_a_worker_that_dies_while_solutions_are_listed():
    with ProcessPoolExecutor(1) as pool:
        solutions = queens(12).solutions(executor=pool)
        next(solutions)
        os.kill(next(iter(pool._processes)), signal.SIGKILL)
        with pytest.raises(RuntimeError, match="a worker process died"):
            assert len(list(solutions)) < 14199
        with pytest.raises(RuntimeError, match="a worker process died"):  # the pool is broken
            next(queens(8).solutions(executor=pool))


def test_what_is_left_to_a_memory():
    p = dominoes(8, 8)
    assert p.count(workers=2) == p.count(method="memo") == 12988816


def test_questions():
    p = queens(8)
    for asked in ({"given": [3]}, {"banned": [3, 4]}, {"given": [0, 1]}, {"given": [3], "banned": [3]}):
        assert p.count(workers=2, method="search", **asked) == p.count(**asked)
    assert Problem([]).count(workers=2, method="search") == 1
    assert Problem([], ["a"]).count(workers=2, method="search") == 0


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"workers": 0}, ValueError, "workers is 0; it must be 1 or more"),
        ({"workers": 1.5}, TypeError, "workers is 1.5"),
        ({"workers": 2, "limit": 3}, ValueError, "limit cannot be combined with workers; use time_limit"),
        ({"executor": "threads"}, TypeError, "executor is 'threads'; it must be a concurrent.futures.Executor"),
        ({"checkpoint": "x", "method": "memo"}, ValueError, "checkpoint cannot be combined with method=memo"),
        ({"workers": 2, "given": [99]}, ValueError, "given option 99 is out of range"),
    ],
)
def test_refused(how, error, message):
    with pytest.raises(error, match=message):
        queens(4).count(**({"method": "search"} | how))
    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match="give workers or an executor, not both"):
        queens(4).count(workers=2, executor=pool, method="search")


def test_progress():
    seen = []
    queens(12).count(workers=2, method="search", progress=seen.append)
    fractions = [progress.fraction for progress in seen]
    assert fractions == sorted(fractions)
    assert seen[-1].fraction == 1.0
    assert seen[-1].solutions == 14200
    assert seen[-1].parts > 1
    assert seen[-1].seconds_left == 0


def test_time_limit():
    total = counted(queens(16), workers=2, time_limit=0.3)
    assert total.status is Status.TIME_LIMIT
    assert 0 < total.count < 14772512


def test_a_pool_that_is_busy_with_other_things():
    """A call does not wait for cancelled tasks that the pool's busy threads never reach."""
    over = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(over.wait, 60)
        try:
            assert counted(queens(12), executor=pool, time_limit=0.05).status is Status.TIME_LIMIT
            assert not over.is_set() and not pool._work_queue.empty()
        finally:
            over.set()


def test_threads_at_work_are_waited_for(monkeypatch):
    """A call returns only after its cancelled tasks have ended, even in the caller's pool."""
    working, over = threading.Event(), threading.Event()

    def run(problem, part, *, stopped, **more):
        working.set()
        for _ in range(500):  # not forever: if the call does not wait, nothing sets `stopped`
            if stopped():
                break
            time.sleep(0.01)
        time.sleep(0.3)
        over.set()
        return PartOutcome(0, 0, [], [part], work=1)

    monkeypatch.setattr(parallel, "run", run)
    monkeypatch.setattr("dlx.engine.drive.perf_counter", lambda: float(working.is_set()))
    with ThreadPoolExecutor(1) as pool:
        assert counted(queens(8), executor=pool, time_limit=1).status is Status.TIME_LIMIT
        assert over.is_set()


def test_problems_that_are_pushed_out(monkeypatch):
    """A process keeps few problems, and other problems may evict one that is being searched."""
    run = parallel.run

    def forgetful(*args, **more):
        for k in range(executors.KEPT_PER_WORKER):
            executors.keep(parallel._engines, f"another {k}", None)
        return run(*args, **more)

    monkeypatch.setattr(parallel, "_engines", {})
    monkeypatch.setattr(parallel, "run", forgetful)
    monkeypatch.setattr(parallel, "PART_WORK", (2000,))
    assert counted(queens(9), workers=2).count == 352
    assert len(parallel._engines) == executors.KEPT_PER_WORKER


def test_abandoned_solutions_stop_the_workers():
    others = threading.enumerate()
    solutions = queens(20).solutions(workers=2)
    assert len([next(solutions) for _ in range(5)]) == 5
    workers = [thread for thread in threading.enumerate() if thread not in others]
    assert workers
    solutions.close()
    for worker in workers:
        worker.join(PATIENCE)
        assert not worker.is_alive()


# --- checkpoints


def test_checkpoint(tmp_path):
    p, file = queens(10), tmp_path / "run.sqlite"
    assert p.count(checkpoint=file) == 724
    assert p.count(checkpoint=file) == 724  # everything is done already
    with pytest.raises(ValueError, match="is the checkpoint of another problem"):
        queens(9).count(checkpoint=file)
    with pytest.raises(ValueError, match="is the checkpoint of another question: given and banned options differ"):
        p.count(checkpoint=file, given=[3])
    file.write_text("hello, this is no database, but a text that is long enough")
    with pytest.raises(ValueError, match="is not a checkpoint: file is not a database"):
        p.count(checkpoint=file)
    with pytest.raises(ValueError, match="is not a checkpoint: unable to open database file"):
        p.count(checkpoint=tmp_path)


def test_a_checkpoint_belongs_to_one_run(tmp_path):
    file = tmp_path / "run.sqlite"
    assert queens(8).count(checkpoint=file) == 92
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ValueError, match="is in use by another run"):
            queens(8).count(checkpoint=file)


def test_a_limit_and_a_checkpoint(tmp_path):
    p, file = queens(13), tmp_path / "run.sqlite"
    first = counted(p, workers=2, checkpoint=file, time_limit=0)
    assert first.count < 73712
    again = counted(p, workers=1, checkpoint=file)
    assert (again.count, again.status) == (73712, Status.COMPLETE)
    assert again.stats.nodes == counted(p, workers=2).stats.nodes


@pytest.mark.long
def test_runs_that_are_killed(tmp_path):
    """Totals stay exact when SIGKILL ends a run again and again until it is done. `make nightly` kills a thousand."""
    chance = random.Random(5)
    kills = 0
    problem = tmp_path / "problem"
    problem.write_bytes(pickle.dumps(queens(14)))
    total = counted(queens(14), workers=2)
    for number in range(6):
        file = tmp_path / f"run{number}.sqlite"
        more, out = killed_until_done(problem, file, lambda attempt: 0.1 * (attempt + 1) * chance.random())
        kills += more
        assert out == "365596"
        assert stored(file) == ("365596", str(total.stats.nodes), total.stats.parts, 0)
    assert kills > 3


# --- Dask, loky

CLUSTER = """
import os, signal, threading
from distributed import Client, LocalCluster
from dlx.workers import counting as parallel
from tests.killing import killed_until_done, stored
from tests.problems import counted, queens
if __name__ == "__main__":
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        executor = client.get_executor(pure=False, retries=3)
        first = counted(queens(12), executor=executor)
        victim = list(client.run(os.getpid).values())[0]
        threading.Timer(0.1, os.kill, (victim, signal.SIGKILL)).start()
        print(first.count, first.stats.nodes, counted(queens(14), executor=executor).count)
        print(len(list(queens(9).solutions(executor=executor))))
"""


@pytest.mark.long
def test_dask_and_a_worker_that_is_killed():
    pytest.importorskip("distributed")
    done = finished(sys.executable, "-c", CLUSTER)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["14200", str(counted(queens(12), workers=2).stats.nodes), "365596", "352"]


MPI = """
from mpi4py.futures import MPIPoolExecutor
from dlx.workers import counting as parallel
from tests.killing import killed_until_done, stored
from tests.problems import counted, queens
if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        total = counted(queens(12), executor=executor)
        print(executor.num_workers, total.count, total.stats.nodes, len(list(queens(9).solutions(executor=executor))))
"""


@pytest.mark.long
def test_mpi(tmp_path):
    pytest.importorskip("mpi4py")
    mpiexec = shutil.which("mpiexec", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if mpiexec is None:
        pytest.skip("there is no mpiexec")
    script = tmp_path / "script.py"
    script.write_text(MPI)
    command = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script)]
    done = finished(*command, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["2", "14200", str(counted(queens(12), workers=2).stats.nodes), "352"]


@pytest.mark.long
def test_loky():
    loky = pytest.importorskip("loky")
    pool = loky.get_reusable_executor(max_workers=2)
    assert counted(queens(10), executor=pool).count == 724
    pool.shutdown()


def test_shares_of_the_tree_sum_to_the_whole():
    p, work = queens(9), 0
    with workers_of(2, None) as pool, closing(parallel.Tasks(p.engine, [Part((), (), Fraction(1))], pool)) as tasks:
        assert (tasks.done, tasks.left) == (0, 1)
        for results in tasks:
            work += sum(result.work for _, result in results)
            assert tasks.done + tasks.left == 1
    assert (tasks.done, tasks.work) == (1, work)
