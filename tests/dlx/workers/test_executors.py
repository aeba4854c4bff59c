# SPDX-License-Identifier: MIT
"""Workers of every kind: how many they are, and tasks that they lose."""

import asyncio
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from dlx.system.interrupts import Interrupts
from dlx.workers import executors
from dlx.workers.executors import Workers, workers_of
from tests.problems import counted, queens

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("asked", "had"), [(None, 1), (1, 1), (1_024, 1_024), (1_025, 1_024), (10**9, 1_024)])
def test_how_many_threads(asked, had):
    """Threads are started one by one as tasks arrive; here none arrives."""
    with workers_of(asked, None) as workers:
        assert (workers.size, workers.threads) == (had, True)


class Foreign:
    """A foreign executor with some of the attributes that reveal its number of workers."""

    def __init__(self, **marks):
        self.__dict__.update(marks)


def test_how_many_workers_an_executor_has():
    cluster = Foreign(nthreads=lambda: {"one": 2, "two": 3})
    marks = [{}, {"_max_workers": 7}, {"num_workers": 5}, {"num_workers": 0}, {"_max_workers": None}]
    assert [executors.size(Foreign(**mark)) for mark in marks] == [32, 7, 5, 32, 32]
    assert executors.size(Foreign(_client=cluster)) == 5
    assert executors.size(Foreign(_client=Foreign(nthreads=dict))) == 1  # its workers have not started yet


def test_a_task_that_did_not_begin_is_not_waited_for():
    with ThreadPoolExecutor(1) as pool, Interrupts() as interrupts:
        workers, go_on, stop = Workers(pool, interrupts), threading.Event(), threading.Event()
        first, second = workers.submit(stop.wait, 60), workers.submit(go_on.wait, 60)
        while not first.running():
            time.sleep(0.01)
        stop.set()
        workers.give_up([first, second])
        assert first.done() and second.cancelled()


class LosesTheFirst(ThreadPoolExecutor):
    """A pool like Dask's in which the worker of the first task dies between its result and the check of its status."""

    def submit(self, run, *args):
        from distributed import cfexecutor

        async def sent():
            await cfexecutor._cascade_future(Foreign(_result=result, status="lost"), lost)

        async def result(raiseit):
            return run(*args)

        if self._threads:
            return super().submit(run, *args)
        super().submit(int)
        lost = Future()
        asyncio.run(sent())
        return lost


def test_a_result_that_dask_loses_is_computed_again():
    pytest.importorskip("distributed")
    with LosesTheFirst(1) as pool:
        assert isinstance(pool.submit(int).exception(), TypeError)
    with LosesTheFirst(1) as pool:
        assert counted(queens(9), executor=pool).count == 352
    with LosesTheFirst(1) as pool, Interrupts() as interrupts:
        workers = Workers(pool, interrupts)
        assert workers.result(workers.submit(divmod, 7, 2)) == (3, 1)
        with pytest.raises(TypeError, match="unsupported operand"):
            workers.result(workers.submit(divmod, 7, None))
