# SPDX-License-Identifier: MIT
"""SIGKILL, 1,000 times: to Dask's workers while they count, and to processes that keep a checkpoint. Totals are exact.

    python -m tests.nightly.kills dask            workers of a cluster die; every run ends, every answer is right
    python -m tests.nightly.kills crowd           200 worker processes die and are replaced; every total is right
    python -m tests.nightly.kills checkpoint      processes die at random moments; the next one continues from the file
    python -m tests.nightly.kills file            the file itself: cut off and changed at every byte, and a full disk

A file changed from outside is refused, or gives the right answer; it never gives a wrong one.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import sudoku
from dlx import Problem
from tests.killing import killed_until_done, stored
from tests.problems import counted, queens

from .interrupts_calls import MEMORY, _lines, costly
from .known import QUEENS, dominoes
from .record import record

ROOT = Path(__file__).parents[2]
COUNTED = QUEENS | {15: 2279184, 16: 14772512}
FEW, CROWD = 3, 200  # workers
YOUNG = 0.5  # seconds
ALLOWED = 1000  # deaths of workers that hold a task until Dask gives the task up; its default is 3
# An idle worker of Dask takes 1.3 % of a core to watch itself, so 200 of them occupy two cores. Without this, they take
# 0.1 % each, and start in half the time.
UNWATCHED = {
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "5s",
    "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "600s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "60s",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "60s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}

Questions = dict[str, tuple[Callable[[Any], Any], Any]]


# --- Dask


def dask(number: int, seed: int) -> dict[str, Any]:
    """Kill that many of a few workers; return the runs meanwhile, and the faults."""
    return _killing(number, seed, FEW, _questions())


def crowd(number: int, seed: int) -> dict[str, Any]:
    """Kill that many of 200 workers, while they count; return the totals meanwhile, and the faults."""
    # A kill loses up to half a second of work: on two cores, a larger board ends long after the last kill.
    large, expected = queens(16), COUNTED[16]
    return _killing(
        number, seed, CROWD, {"count, queens 16": (lambda pool: large.count(executor=pool, method="search"), expected)}
    )


def _killing(number: int, seed: int, workers: int, questions: Questions) -> dict[str, Any]:
    import dask
    from distributed import Client, LocalCluster

    random, runs, found, started = Random(seed), Counter[str](), list[str](), time.monotonic()
    dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED})
    cluster = LocalCluster(n_workers=0, processes=True, dashboard_address=None, silence_logs=50)
    with cluster, Client(cluster) as client, client.get_executor(pure=False, retries=ALLOWED) as executor:
        killer = Killer(cluster.scheduler_address, random, number, workers)
        client.wait_for_workers(workers)
        ready = time.monotonic() - started
        killer.start()
        while not killer.over.is_set():
            name = random.choice(list(questions))
            ask, expected = questions[name]
            try:
                answer = ask(executor)
            except Exception as error:
                found.append(f"{name}, after {killer.kills} kills: {error!r}")
                continue
            runs[name] += 1
            print(f"{name}: {answer if isinstance(answer, int) else 'answered'}, {killer.kills} kills", flush=True)
            if answer != expected:
                found.append(f"{name}, after {killer.kills} kills: {answer!r} instead of {expected!r}")
        killer.close()
    about = {"workers": workers, "seconds until they were there": round(ready, 1), "kills": killer.kills}
    return {**about, "while": dict(sorted(runs.items())), "found": found}


def _questions() -> Questions:
    """Return queries for the cluster, and their answers."""
    large, medium, small = queens(15), queens(14), queens(10)
    given, paid = medium.count(given=[2]), costly(dominoes(6, 7), 50)
    cheapest = [s.cost for s in paid.best(300)]
    lines = _lines(500) * 60
    counts = sudoku.solve_batch(lines).counts.tolist()
    listed = [s.options for s in small.solutions()]
    return {
        "count, queens 15": (lambda pool: large.count(executor=pool, method="search"), COUNTED[15]),
        "count, queens 14": (lambda pool: medium.count(executor=pool, method="search"), COUNTED[14]),
        "count, given": (lambda pool: medium.count(executor=pool, method="search", given=[2]), given),
        "solutions": (lambda pool: [s.options for s in small.solutions(executor=pool)], listed),
        "best": (lambda pool: [s.cost for s in paid.best(300, executor=pool)], cheapest),
        "solve_batch": (lambda pool: sudoku.solve_batch(lines, executor=pool).counts.tolist(), counts),
    }


class Killer(threading.Thread):
    """A thread that kills workers at random moments and starts others. (A nanny gives up if one dies at its start.)"""

    def __init__(self, address: str, random: Random, number: int, workers: int) -> None:
        super().__init__(daemon=True)
        self.random, self.number, self.workers = Random(random.random()), number, workers
        self.kills, self.over = 0, threading.Event()
        command = [sys.executable, "-m", "tests.nightly.kills", "nursery", "--scheduler", address]
        pipe, settings = subprocess.PIPE, os.environ | UNWATCHED
        self.nursery: Any = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, env=settings)
        self.born: dict[int, float] = {}
        for _ in range(self.workers):
            self.start_one()

    def run(self) -> None:
        while self.kills < self.number:
            time.sleep(self.random.random())
            grown_up = [pid for pid, born in self.born.items() if time.monotonic() > born + YOUNG]
            if grown_up:
                pid = self.random.choice(grown_up)
                os.kill(pid, signal.SIGKILL)
                del self.born[pid]
                self.kills += 1
                if self.kills % 50 == 0:
                    print(f"{self.kills} kills", flush=True)
                self.start_one()
        self.over.set()

    def start_one(self) -> None:
        self.nursery.stdin.write("one\n")
        self.nursery.stdin.flush()
        self.born[int(self.nursery.stdout.readline())] = time.monotonic()

    def close(self) -> None:
        self.join()
        self.nursery.stdin.close()
        for pid in self.born:
            os.kill(pid, signal.SIGKILL)
        self.nursery.wait()


def nursery(address: str) -> None:
    """Fork a Dask worker for each line of input, because a start from nothing takes two seconds."""
    import asyncio

    from distributed import Worker

    async def work() -> None:
        async with Worker(address, nthreads=1, dashboard=False) as worker:
            await worker.finished()

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # dead children need no wait
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            sys.stdin.close()
            os.nice(19)  # 200 busy workers on two cores would leave 1 % to the scheduler, which else has its own core
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            logging.disable()
            with suppress(BaseException):
                asyncio.run(work())
            os._exit(0)
        print(pid, flush=True)


# --- checkpoints


def checkpoint(number: int, seed: int) -> dict[str, Any]:
    """Kill that many counting processes: in the first milliseconds, while they make the file, and later."""
    random, kills, runs, early, found = Random(seed), 0, 0, 0, list[str]()
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:  # a kill is no power cut, so no disk has to be waited for
        folder, total = Path(name), counted(queens(14), workers=2)
        problem = folder / "problem"
        problem.write_bytes(pickle.dumps(queens(14)))
        expected = (str(total.count), str(total.stats.nodes), total.stats.parts, 0)

        def moment(attempt: int) -> float:
            nonlocal early
            if attempt < 12 and random.random() < 0.4:
                early += 1
                return 0.03 * random.random()
            return 0.04 * (attempt + 1) * random.random()

        while kills < number:
            file = folder / f"{runs}.db"
            more, out = killed_until_done(problem, file, moment)
            kills, runs = kills + more, runs + 1
            if out != str(COUNTED[14]) or stored(file) != expected:
                found.append(f"run {runs}: {out}, {stored(file)} instead of {expected}")
            file.unlink()
            print(f"{kills} kills in {runs} runs", flush=True)
    return {"kills": kills, "in the first 30 ms": early, "files": runs, "found": found}


# --- the file


def file(_number: int, seed: int) -> dict[str, Any]:
    """Cut a file off or change it at any byte, and count on a full disk; return the outcomes."""
    random, outcomes, found = Random(seed), Counter[str](), list[str]()
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder, p = Path(name), queens(7)
        whole = folder / "whole"
        half_done(p, whole)
        for kind, names, data in damages(whole, random):
            for copy, content in zip(names, data, strict=True):
                (folder / copy).write_bytes(content)
            outcome = ask(p, folder / names[0])
            outcomes[f"{kind}: {outcome}"] += 1
            if outcome not in ("right", "refused"):
                found.append(f"{kind}: {outcome}")
            for left in folder.glob("copy*"):
                left.unlink()
        full = full_disk(folder)
    outcomes.update(full)
    found += [f"full disk: {what}" for what in full if what not in ("full disk: right", "full disk: refused")]
    return {"outcomes": dict(sorted(outcomes.items())), "found": found[:20]}


def half_done(p: Problem, name: Path) -> None:
    """Make a checkpoint with parts left, and its log, like a run that was killed."""
    code = (
        "import os, sys; from dlx.workers import counting as parallel; from tests.problems import counted, queens\n"
        "parallel.PART_WORK = (100, 100, 100); parallel.TASK_WORK = {}; parallel.OTHER_TASK_WORK = (1, 300)\n"
        "record, seen = parallel.Checkpoint.record, []\n"
        "def recorded(self, *args):\n"
        "    record(self, *args); seen.append(1)\n"
        "    if len(seen) == 12: os._exit(0)\n"
        "parallel.Checkpoint.record = recorded\n"
        "counted(queens(7), checkpoint=sys.argv[1])\n"
    )
    subprocess.run([sys.executable, "-c", code, name], cwd=ROOT, check=True)
    shutil.copy(name, f"{name}-copy")
    shutil.copy(f"{name}-wal", f"{name}-copy-wal")
    closed = sqlite3.connect(f"{name}-copy")  # the other form: all in one file
    left = closed.execute("SELECT count(*) FROM part").fetchone()[0]
    closed.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    closed.close()
    assert left > 3 and stored(Path(f"{name}-copy"))[0] != str(p.count())


def damages(whole: Path, random: Random) -> Iterator[tuple[str, list[str], list[bytes]]]:
    """Yield the kind, the names and the bytes of damaged files."""
    database, log = whole.read_bytes(), Path(f"{whole}-wal").read_bytes()
    closed = Path(f"{whole}-copy").read_bytes()
    for at in range(len(closed)):
        yield "cut off", ["copy"], [closed[:at]]
        for mask in (255, 1 << random.randrange(8)):
            yield "changed", ["copy"], [closed[:at] + bytes([closed[at] ^ mask]) + closed[at + 1 :]]
    for at in range(0, len(log), 7):
        yield "log cut off", ["copy", "copy-wal"], [database, log[:at]]
        yield "log changed", ["copy", "copy-wal"], [database, log[:at] + bytes([log[at] ^ 255]) + log[at + 1 :]]
    yield "no log", ["copy"], [database]


def ask(p: Problem, name: Path) -> str:
    """Count with this file; return the outcome."""
    try:
        count = p.count(checkpoint=name)
    except (OSError, ValueError) as error:
        return "refused" if str(name) in str(error) else repr(error)
    except Exception as error:
        return repr(error)
    return "right" if count == QUEENS[7] else f"{count} instead of {QUEENS[7]}"


FULL = """
import resource, sys
from dlx.workers import counting as parallel
from tests.problems import counted, queens
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    parallel.PART_WORK = (300, 300, 300); parallel.TASK_WORK = {}; parallel.OTHER_TASK_WORK = (1, 300)
    print(counted(queens(7), checkpoint=sys.argv[1]).count)
except (OSError, ValueError) as error:
    print("refused" if sys.argv[1] in str(error) else repr(error))
except BaseException as error:
    print(repr(error))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(queens(7).count(checkpoint=sys.argv[1]))
"""


def full_disk(folder: Path) -> Counter[str]:
    """Let no file be longer than a limit, then lift it: the count continues."""
    outcomes = Counter[str]()
    for most in [*range(0, 5000, 250), *range(5000, 120_000, 1700)]:
        name = folder / f"full{most}"
        done = subprocess.run(
            [sys.executable, "-c", FULL, name, str(most)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        first, _, second = done.stdout.strip().partition("\n")
        if second != str(QUEENS[7]):
            outcomes[f"full disk: afterwards {second} {done.stderr[-200:]}"] += 1
        outcomes[f"full disk: {'right' if first == str(QUEENS[7]) else first}"] += 1
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.kills")
    parser.add_argument("what", choices=("dask", "crowd", "checkpoint", "file", "nursery"))
    parser.add_argument("--scheduler", help=argparse.SUPPRESS)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.what == "nursery":
        nursery(args.scheduler)
        return 0
    started = time.time()
    told = {"dask": dask, "crowd": crowd, "checkpoint": checkpoint, "file": file}[args.what](args.kills, args.seed)
    print(json.dumps(told, indent=1))
    found = told.pop("found")
    record(
        f"kills-{args.what}",
        what={
            "dask": "SIGKILL of Dask's workers while they answer; every answer compared",
            "crowd": "SIGKILL of some of 200 workers of Dask while they count; every total compared",
            "checkpoint": "SIGKILL of processes that count with a checkpoint; the count goes on from the file",
            "file": "a checkpoint cut off and changed at every byte, and a full disk",
        }[args.what],
        runs=told["kills"] if "kills" in told else sum(told["outcomes"].values()),
        found=found,
        seconds=time.time() - started,
        limits=vars(args),
        **told,
    )
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
