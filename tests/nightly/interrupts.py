# SPDX-License-Identifier: MIT
"""SIGINT at random moments of everything that lasts long: how soon is it noticed, and is all right afterwards?

    python -m tests.nightly.interrupts                      all calls, about 40 minutes
    python -m tests.nightly.interrupts --only read zdd      some
    python -m tests.nightly.interrupts --workers            2,000 signals to calls with many workers: none may hang

A call runs in a process of its own, over and over, and at a random moment we send the signal. We measure the time from
there to KeyboardInterrupt, or of a command line to its end with exit code 130. Then its threads must have ended and the
same objects must answer rightly, and in the end no process may be left. The calls are in interrupts_calls.py. A signal
to a call that has ended, or to a command that ignores it because its answer is complete, came too late and is not
counted.

As root both processes get a priority (nice -20, their autogroups too), because we measure how soon the package notices
the signal, not how long other programs keep it waiting for a processor. The record contains this setting, and the time
in which a loop of plain Python notices the signal.

With --workers we measure nothing, no process has a priority, and --jobs calls run at a time. Threads, processes and a
Dask cluster count, list, find the best, solve batches and generate, while other processes are busy. A signal that
arrives while a lock is taken hangs the call for good: 1 of 150 did, before we recorded signals there
(dlx/system/interrupts.py).
"""

from __future__ import annotations

import argparse
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from .interrupts_calls import CALLS, COMMANDS, COMMANDS_ON_WORKERS, MEMORY, ON_WORKERS, SPANS, close
from .record import record

CONTROLS = ("plain_python", "a program of plain Python", "a program of plain Python, starting")  # no code of ours
GOAL = 100.0  # milliseconds, of 99 %
SPAN = 1.0  # seconds: the range of the moments
SOON = 0.3  # the range with --workers, where tasks come and go all the time
STARTED = 0.5  # seconds after the start of a command, which by then has finished its imports
NICE = 20
PATIENCE = 30.0  # seconds until a signal counts as lost
ROOT = Path(__file__).parents[2]
CLIS = {"dlx": "dlx.terminal.cli", "sudoku": "sudoku.terminal.cli"}
preferring = False  # whether the processes get a priority


# --- in the interrupted process


def serve(name: str) -> None:
    """Make the call for each line of input, and print its outcome."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    work, check = (CALLS | ON_WORKERS)[name]()
    print("ready", flush=True)
    for _ in sys.stdin:
        finished, told, started = False, {}, time.monotonic_ns()
        try:
            os.write(1, b"go\n")
            work()
            told["took"] = (time.monotonic_ns() - started) / 1e9
            finished = True
            time.sleep(PATIENCE * 2)
        except KeyboardInterrupt:
            told |= {"at": time.monotonic_ns(), "finished": finished}
        told["threads"] = _threads()
        try:
            check()
        except Exception as error:
            told["error"] = "".join(traceback.format_exception(error)[-3:])
        print(json.dumps(told), flush=True)
    close()


def _threads() -> list[str]:
    """Return the threads of ours that remain a second later."""
    end = time.monotonic() + 1
    while True:
        left = [one.name for one in threading.enumerate() if one.name.startswith("ThreadPoolExecutor")]
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.01)


# --- in the process that sends the signals


def calls(name: str, rounds: int, random: Random) -> tuple[list[float], list[str]]:
    """Return the milliseconds until the call noticed each signal, and the faults."""
    span, times, found = SOON if name in ON_WORKERS else SPANS.get(name, SPAN), [], list[str]()
    command = [sys.executable, "-m", "tests.nightly.interrupts", "--serve", name]
    with _process(command, found, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        while line and len(times) < rounds:
            process.stdin.write("again\n")
            process.stdin.flush()
            if process.stdout.readline() != "go\n":
                found.append(f"{name}: it ended")
                break
            time.sleep(random.random() * span)
            sent = time.monotonic_ns()
            process.send_signal(signal.SIGINT)
            told = _answer(process)
            if told is None:
                found.append(f"{name}: no answer within {PATIENCE:g} s")
                break
            if told.get("error"):
                found.append(f"{name}: afterwards {told['error']}")
            if told["threads"]:
                found.append(f"{name}: threads are left: {told['threads']}")
            if told["finished"]:  # too late
                span = min(span, told["took"]) * 0.95
            else:
                times.append((told["at"] - sent) / 1e6)
        process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        if process.returncode:
            found.append(f"{name}: ended with {process.returncode}")
    return times, found


def _answer(process: Any) -> dict[str, Any] | None:
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        if not selector.select(PATIENCE):
            return None
    return dict(json.loads(process.stdout.readline() or "null") or {}) or None


def commands(name: str, rounds: int, random: Random) -> tuple[list[float], list[str]]:
    """Return the same numbers for a command line, to the end of its process."""
    program, make = COMMANDS[name]
    start = program
    if program in CLIS:
        start = f"from {CLIS[program]} import program; print('go', flush=True); program()"
    span, times, found = SPANS.get(name, SPAN), list[float](), list[str]()
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, (Path(folder) / "error").open("w+") as error:
        args = [str(arg) for arg in make(Path(folder))]
        while len(times) < rounds:
            for db in Path(folder).glob("run.db*"):
                db.unlink()
            command = [sys.executable, "-c", start, *args]
            with (
                _process(command, found, stdout=subprocess.PIPE, stderr=error) as process,
                os.fdopen(os.pidfd_open(process.pid), "rb", 0) as end,  # Popen.wait notices the end up to 50 ms late
                selectors.DefaultSelector() as selector,
            ):
                selector.register(end, selectors.EVENT_READ)
                assert process.stdout.readline() == b"go\n"
                drain = threading.Thread(target=process.stdout.read)
                drain.start()
                moment = random.random() * span + (0 if "start" in name else STARTED)
                complete = bool(selector.select(moment)) or _ignores(process.pid)
                sent = time.monotonic_ns()
                signal.pidfd_send_signal(end.fileno(), signal.SIGINT)
                complete = complete or _ignores(process.pid)
                if not selector.select(PATIENCE):
                    found.append(f"{name}: no end within {PATIENCE:g} s")
                    break
                took = (time.monotonic_ns() - sent) / 1e6
                code = process.wait()
                drain.join()
            error.seek(0)
            said = error.read()
            error.truncate(0)
            if complete:  # too late
                span *= 0.95
            else:
                times.append(took)
            if code not in ((0, 130) if complete else (130,)) or "Traceback" in said:
                found.append(f"{name}: exit code {code}; {said[-300:]}")
    return times, found


def _ignores(pid: int) -> bool:
    """Return whether a process ignores SIGINT, as our commands do once the answer is complete."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return bool(int(fields["SigIgn"], 16) >> (signal.SIGINT - 1) & 1)


@contextmanager
def _process(command: list[str], found: list[str], **how: Any) -> Iterator[Any]:
    """Start a process in a session of its own; a second after its end, nothing of the session may be left."""
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True, **how) as process:
        if preferring:
            prefer(process.pid)
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
    end = time.monotonic() + 1
    while (left := _session(process.pid)) and time.monotonic() < end:
        time.sleep(0.02)
    if left:
        found.append(f"{' '.join(command[-3:])}: processes are left: {left}")
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _session(number: int) -> list[int]:
    """Return the processes of a session that have not ended."""
    left = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
            if int(session) == number and state != "Z":
                left.append(int(stat.parent.name))
    return left


# --- in both processes


def prefer(pid: int) -> bool:
    """Prefer a process and its session: Linux shares processors among sessions first. Return False if forbidden."""
    try:
        os.setpriority(os.PRIO_PROCESS, pid, -NICE)
        Path(f"/proc/{pid}/autogroup").write_text(str(-NICE))
    except OSError:
        return False
    return True


def told(times: list[float]) -> dict[str, Any]:
    """Return milliseconds: the median, the 99th percentile, the maximum."""
    times = sorted(times) or [0.0]
    rank = -(-99 * len(times) // 100) - 1
    p50, p99, most = (round(times[k], 1) for k in (len(times) // 2, rank, -1))
    return {"n": len(times), "p50": p50, "p99": p99, "max": most}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.interrupts")
    parser.add_argument("--rounds", type=int, help="signals to each call (20; with --workers 100)")
    parser.add_argument("--only", nargs="*", metavar="NAME")
    parser.add_argument("--workers", action="store_true", help="what many workers do, without priority")
    parser.add_argument("--load", type=int, default=0, metavar="N", help="other processes that are busy meanwhile")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="with --workers: calls at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return 0
    if args.jobs > 1 and not args.workers:
        parser.error("--jobs goes with --workers: otherwise we measure times, one call at a time")
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background processes ignore it
    known = [*ON_WORKERS, *COMMANDS_ON_WORKERS] if args.workers else [*CALLS, *COMMANDS]
    rounds = args.rounds or (100 if args.workers else 20)
    with busy(args.load):
        return campaign(args, known, rounds)


def campaign(args: argparse.Namespace, known: list[str], rounds: int) -> int:
    """Interrupt each call that many times, and write the record if no call is left out."""
    global preferring
    preferring = not args.workers and prefer(os.getpid())
    started, rows, every, found = time.time(), dict[str, dict[str, Any]](), list[float](), list[str]()

    def interrupt(name: str) -> tuple[list[float], list[str]]:
        way = calls if name in CALLS or name in ON_WORKERS else commands
        return way(name, rounds, Random(f"{args.seed} {name}"))

    names = args.only or known
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, (times, wrong) in zip(names, pool.map(interrupt, names), strict=True):
            found += wrong
            rows[name] = told(times)
            print(f"{name:30}", rows[name], *wrong, flush=True)
            if name not in CONTROLS:
                every += times
                if rows[name]["p99"] > GOAL and not args.workers:
                    found.append(f"{name}: {rows[name]['p99']} ms at the 99th percentile")
    print("all", told(every), *found, sep="\n")
    if args.only is None:
        what = "what many workers do" if args.workers else "long calls and commands"
        record(
            "interrupts_workers" if args.workers else "interrupts",
            what=f"SIGINT at random moments of {what}: ms until it is heard, and what follows",
            runs=len(every),
            found=found,
            seconds=time.time() - started,
            limits=vars(args) | {"rounds": rounds},
            priority=f"nice -{NICE}, autogroup too" if preferring else "none",
            milliseconds={"all": told(every), **rows},
        )
    return bool(found)


@contextmanager
def busy(number: int) -> Iterator[None]:
    """Run that many other processes, which never wait."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


if __name__ == "__main__":
    sys.exit(main())
