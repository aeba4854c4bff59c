# SPDX-License-Identifier: MIT
"""A soak: for hours, several processes run a random mix of all operations of the package and check every answer.

    python -m tests.nightly.soak --hours 2 --processes 2
    python -m tests.nightly.soak --seed 123456            repeat one operation, such as a failure's

Each process does one operation after the other, each with a seed of its own. Every 30 seconds it notes its memory,
open files, threads, children and temporary files; none of them may grow. We measure memory in three ways, after Python
and malloc gave back all they can: the blocks of Python's allocator, the bytes of malloc, and the resident pages (RSS,
in KiB). A leak shows in the first two. The third rises and falls by whole arenas of Python, 1 MiB each, which a few
objects keep alive.

All threads share one arena of malloc: `malloc_trim` does not give back the free end of a thread's own arena, and RSS
rose by 50 MiB in two hours. (After six minutes malloc held 160 MiB of free memory, and 4 MiB with one arena.) NumPy's
cache of small blocks is full from the start: while it filled, the bytes of malloc rose by 350 KiB an hour.

A failing operation is written down with its seed, and the soak continues. A process that dies is started again, and
counts as a failure.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import gc
import json
import linecache
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from .record import record

EVERY = 30.0  # seconds between two samples
WARM = 0.1  # of the time; by then modules, caches and other permanent objects are there
HANGS = 900  # seconds for one operation, after which its stack is written, and the process ends
MOST_SLOPE = {"rss": 4096.0, "bytes": 256 * 1024.0, "blocks": 2000.0}  # an hour
ONE_ARENA = {"MALLOC_ARENA_MAX": "1"}  # for a worker's environment
HELD = ("fds", "threads", "children", "files")


class Mallinfo(ctypes.Structure):
    """struct mallinfo2 of the GNU C library."""

    _names = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    _fields_ = [(name, ctypes.c_size_t) for name in _names]


C = ctypes.CDLL(None)
C.mallinfo2.restype = Mallinfo


def operations() -> list[Any]:
    from . import soak_dlx, soak_sudoku

    return [
        (f"{name}.{function.__name__}", function, weight)
        for name, module in (("dlx", soak_dlx), ("sudoku", soak_sudoku))
        for function, weight in module.OPERATIONS
    ]


def do(seed: int, kinds: list[Any]) -> tuple[str, str | None]:
    """Run one operation; return its kind, and its traceback if it failed."""
    random = Random(seed)
    name, function, _ = random.choices(kinds, [weight for *_, weight in kinds])[0]
    with tempfile.TemporaryDirectory(prefix="soak-op-") as folder:
        try:
            function(random, Path(folder))
        except KeyboardInterrupt as error:
            return name, f"interrupted outside of what was to be: {''.join(traceback.format_exception(error)[-6:])}"
        except Exception as error:
            return name, "".join(traceback.format_exception(error)[-6:])
        finally:
            linecache.clearcache()  # of a traceback: the lines of its files were 2,800 blocks, which passed for a leak
    return name, None


def fill_cache() -> None:
    """Fill NumPy's cache, which keeps up to 7 blocks of each size below 1 KiB. Rare sizes come for hours."""
    arrays = [np.empty(size, np.uint8) for size in range(1, 1024) for _ in range(7)]
    del arrays


def sample(root: str) -> dict[str, Any]:
    """Return the memory and the other resources of the process."""
    gc.collect()
    C.malloc_trim(0)
    in_use = C.mallinfo2()
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    children = [name for task in Path("/proc/self/task").iterdir() for name in _children(task)]
    return {
        "time": time.time(),
        "rss": int(status["VmRSS"].split()[0]),  # KiB
        "bytes": in_use.uordblks + in_use.hblkhd,
        "blocks": sys.getallocatedblocks(),
        "threads": int(status["Threads"]),
        "fds": sum(1 for _ in Path("/proc/self/fd").iterdir()),
        "children": len(children),
        "files": sum(1 for _ in Path(root).rglob("*")),
    }


def _children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except OSError:  # the thread has ended
        return []


def worker(number: int, seconds: float, out: str, start: int) -> None:
    """Run operations in one process until the time ends; write a line of JSON for each sample and failure."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    faulthandler.enable()
    warnings.simplefilter("ignore")
    root = tempfile.mkdtemp(prefix=f"soak-{number}-")
    tempfile.tempdir = os.environ["TMPDIR"] = root
    fill_cache()
    kinds, done, cpu, step = operations(), Counter[str](), Counter[str](), start
    end, due = time.time() + seconds, time.time()
    with Path(out).open("a", buffering=1) as lines, Path(f"{out}.now").open("w") as now:
        while True:
            if time.time() >= due:
                told = sample(root) | {"kind": "sample", "done": dict(done), "cpu": dict(cpu), "next": step}
                lines.write(json.dumps(told) + "\n")
                due = time.time() + EVERY
                if time.time() >= end:
                    break
            seed = number * 10**9 + step
            os.pwrite(now.fileno(), f"{seed:<20}".encode(), 0)
            faulthandler.dump_traceback_later(HANGS, exit=True)
            started = time.process_time()
            name, error = do(seed, kinds)
            faulthandler.cancel_dump_traceback_later()
            done[name] += 1
            cpu[name] += round(1000 * (time.process_time() - started))
            if error:
                lines.write(json.dumps({"kind": "failure", "seed": seed, "operation": name, "error": error}) + "\n")
            step += 1


def slope(samples: list[dict[str, Any]], what: str) -> float:
    """Return the growth per hour, from the second quarter to the last one; a fifth of a quarter's samples are lower.

    Memory kept for the next query, and the holes that a large one leaves, go up and down by some MiB; a leak lifts the
    lower samples, too. (A line through all samples rose by 1.7 MiB an hour when the last minutes were on a hill. The
    least rose by 3.4 MiB an hour when malloc had a block of 1.7 MiB in all samples of the last quarter, and in all but
    one of the second.)
    """
    first, last = samples[0]["time"], samples[-1]["time"]
    hours = max(last - first, 1.0) / 3600

    def low(start: float, end: float) -> int:
        part = sorted(one[what] for one in samples if start <= (one["time"] - first) / 3600 / hours <= end)
        return part[len(part) // 5] if part else 0

    return (low(0.75, 1.0) - low(0.25, 0.5)) / (hours / 2)


def grown(name: str, told: dict[str, Any]) -> list[str]:
    """Return the resources of a process that grew and may not."""
    grows = told["an_hour"]
    found = [f"{name}: {what} by {grows[what]:,} an hour" for what, most in MOST_SLOPE.items() if grows[what] > most]
    for what in HELD:
        first, last = told[what]
        if last > first + 2:
            found.append(f"{name}: {what} from {first} to {last}")
    return found


def summary(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the summary of a process's samples; after a restart, only the samples since the last start count."""
    samples = [one for one in lines if one["kind"] == "sample"]
    samples = samples[max(k for k, one in enumerate(samples) if not one["done"]) :]
    first, last = samples[0]["time"], samples[-1]["time"]
    warm = [one for one in samples if one["time"] >= first + WARM * (last - first)]
    ends = {what: [warm[0][what], warm[-1][what]] for what in (*MOST_SLOPE, *HELD)}
    most = {f"most_{what}": max(one[what] for one in samples) for what in ("rss", "fds", "threads")}
    done = sum(samples[-1]["done"].values())
    slopes = {what: round(slope(samples, what)) for what in MOST_SLOPE}
    return ends | most | {"an_hour": slopes, "samples": len(samples), "operations": done}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.soak", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--start", type=int, default=1, help="the first seed")
    parser.add_argument("--log", default=None, help="a folder for the lines that are written while it runs")
    parser.add_argument("--seed", type=int, help="do one operation again")
    parser.add_argument("--worker", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        number, seconds, out, start = args.worker
        worker(int(number), float(seconds), out, int(start))
        return 0
    if args.seed is not None:
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        name, error = do(args.seed, operations())
        print(name, error or "is right")
        return bool(error)
    return soak(args)


def soak(args: argparse.Namespace) -> int:
    """Start the processes, restart dead ones, and print the outcome."""
    folder = Path(args.log or tempfile.mkdtemp(prefix="soak-log-"))
    folder.mkdir(parents=True, exist_ok=True)
    started, end = time.time(), time.time() + args.hours * 3600
    running: dict[int, subprocess.Popen[bytes]] = {}
    deaths: list[str] = []
    for number in range(1, args.processes + 1):
        running[number] = _start(folder, number, end - time.time(), args.start)
    while running:
        time.sleep(1)
        for number, process in list(running.items()):
            if process.poll() is None:
                continue
            del running[number]
            if process.returncode:
                seed = int((folder / f"{number}.jsonl.now").read_text() or 0)
                deaths.append(f"process {number} ended with {process.returncode} at seed {seed}; see {number}.log")
                if time.time() < end:
                    running[number] = _start(folder, number, end - time.time(), seed % 10**9 + 1)
    files = {number: folder / f"{number}.jsonl" for number in range(1, args.processes + 1)}
    lines = {number: list(map(json.loads, file.read_text().splitlines())) for number, file in files.items()}
    failures = [one for told in lines.values() for one in told if one["kind"] == "failure"]
    processes = {f"process {n}": summary(told) for n, told in lines.items()}
    done: Counter[str] = Counter()
    for told in lines.values():
        done.update([one for one in told if one["kind"] == "sample"][-1]["done"])
    growth = [word for name, told in processes.items() for word in grown(name, told)]
    found = [f"{one['operation']}, seed {one['seed']}: {one['error'].splitlines()[-1]}" for one in failures]
    record(
        "soak",
        what="a random mix of all operations, every answer checked; memory, files, threads watched",
        runs=sum(done.values()),
        found=found + deaths + growth,
        seconds=time.time() - started,
        limits=vars(args),
        processes=processes,
        operations=dict(sorted(done.items())),
    )
    print(json.dumps({"processes": processes, "operations": done, "found": found + deaths + growth}, indent=1))
    return bool(found or deaths or growth)


def _start(folder: Path, number: int, seconds: float, start: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.nightly.soak", "--worker", str(number), str(seconds)]
    command += [str(folder / f"{number}.jsonl"), str(start)]
    with (folder / f"{number}.log").open("ab") as log:
        return subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | ONE_ARENA)


if __name__ == "__main__":
    sys.exit(main())
