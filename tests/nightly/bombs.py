# SPDX-License-Identifier: MIT
"""Bombs for every form of text: a few bytes repeated, nested, packed, or sent through a pipe without end.

    python -m tests.nightly.bombs                              10 MB packed: all forms, all ways to pack them; a record
    python -m tests.nightly.bombs --only HTML --packed 30000   small ones, some forms: no record

    opening  unit unit unit ...  closing         bombs_forms.py has the forms, a line each
    <table>  <tr>                                plain, gz, xz, bz2, zst, pipe

A reader refuses a bomb, or gives the first answer of a stream, within 2 s of its CPU time, and it never takes 200 MB of
memory, however long the stream. So a stream runs on for a second of CPU time after its first answer.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from .bombs_forms import FORMS, Form
from .bombs_packed import PACKINGS
from .record import record

BYTES = 10_000_000  # of a bomb, packed
MOST_BYTES = 200_000_000  # of memory
MOST_SECONDS = 2.0  # of CPU time, to the first answer or the refusal
STREAM_SECONDS = 1.0  # of CPU time, of a stream after that
ADDRESS_SPACE = 4 << 30  # bytes; a reader without bounds ends here
FAULT = 70  # exit code of an internal error
TICKS = os.sysconf("SC_CLK_TCK")
SEEN = 100_000  # bytes of output that we look at


class Run(NamedTuple):
    """What a reader did with a bomb."""

    first: float  # seconds of CPU time to its first answer, or its end
    memory: int  # bytes
    output: bytes
    code: int

    def words(self) -> str:
        """Return the figures and the first words of the reader."""
        words = self.output[:90].decode("utf-8", "replace").partition("\n")[0]
        return f"{self.first:.2f} s, {self.memory / 1e6:.0f} MB: {words}"

    def fault(self, seconds: float) -> str | None:
        """Return what is wrong, or None."""
        if self.code == FAULT or b"Traceback" in self.output:
            return f"a traceback: {self.output[-300:]!r}"
        if not self.output:
            return f"no word after {self.first:.1f} s of CPU time (exit code {self.code})"
        if b"out of memory" in self.output:
            return "out of memory"
        if self.first > seconds:
            return f"{self.first:.1f} s of CPU time to {self.output[:80]!r}"
        return f"{self.memory / 1e6:.0f} MB of memory" if self.memory >= MOST_BYTES else None


def run(form: Form, packing: str, size: int, folder: Path, seconds: float = MOST_SECONDS) -> Run:
    """Run a command on a bomb."""
    path = str(folder / "bomb.txt")
    if packing == "pipe":
        path = "-" if form.command[2] == "{}" else "/dev/stdin"
    if packing != "pipe":
        PACKINGS[packing](form, size, Path(path))
    command = [sys.executable, "-m", *(word.format(path) for word in form.command)]
    limits = partial(_limit, int(seconds + STREAM_SECONDS) + 1)
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, preexec_fn=limits
    )
    assert process.stdin is not None and process.stdout is not None
    if packing == "pipe":
        threading.Thread(target=_feed, args=(form, process.stdin), daemon=True).start()
    else:
        process.stdin.close()
    output = os.read(process.stdout.fileno(), SEEN)
    first = _seconds(process.pid)
    while piece := os.read(process.stdout.fileno(), SEEN):
        output = (output + piece)[:SEEN]
        if _seconds(process.pid) > first + STREAM_SECONDS:
            process.kill()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    spent = usage.ru_utime + usage.ru_stime
    return Run(first if output else spent, 1024 * usage.ru_maxrss, output, process.returncode)


def _limit(seconds: int) -> None:
    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, ADDRESS_SPACE)):
        hard = resource.getrlimit(kind)[1]
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (limit, limit))


def _feed(form: Form, pipe: IO[bytes]) -> None:
    """Write a bomb without end."""
    block = form.block(1 << 20)
    with suppress(OSError), pipe:
        pipe.write(form.opening)
        while True:
            pipe.write(block)


def _seconds(process: int) -> float:
    """Return the CPU time of a process; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def main(words: list[str] | None = None) -> int:
    """Run the program; see the top of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="the forms whose names begin so")
    parser.add_argument("--every", type=int, default=1, help="one of so many of these forms")
    parser.add_argument("--packing", choices=[*PACKINGS, "pipe"], help="one way to pack them")
    parser.add_argument("--packed", type=int, default=BYTES, help="bytes of a bomb")
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="CPU time to the first answer")
    options = parser.parse_args(words)
    started, forms = time.monotonic(), [form for form in FORMS if form.name.startswith(options.only)]
    bombs = [(form, packing) for form in forms for packing in form.packings if packing == (options.packing or packing)]
    runs, found = [], []
    with tempfile.TemporaryDirectory() as folder:
        for form, packing in bombs[:: options.every]:
            runs.append(run(form, packing, options.packed, Path(folder), options.seconds))
            fault = runs[-1].fault(options.seconds)
            found += [f"{form.name}, {packing}: {fault}"] if fault else []
            print(f"{form.name}, {packing}: {fault or runs[-1].words()}", flush=True)
    longest, largest = max(run.first for run in runs), max(run.memory for run in runs)
    print(f"{len(runs)} bombs, at most {longest:.2f} s and {largest / 1e6:.0f} MB, {len(found)} faults")
    if len(runs) == sum(len(form.packings) for form in FORMS):
        record(
            "bombs",
            what="bombs of each form of text, packed in each way: refused or answered within 2 s of CPU and 200 MB",
            runs={packing: sum(other == packing for _, other in bombs) for packing in (*PACKINGS, "pipe")},
            found=found,
            seconds=time.monotonic() - started,
            limits=vars(options),
            most_cpu_seconds=round(longest, 2),
            most_megabytes=round(largest / 1e6),
        )
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
