# SPDX-License-Identifier: MIT
"""Bombs for every form of text: a few bytes repeated, nested, packed, or sent through a pipe without end.

    python -m tests.nightly.bombs                                  10 MB packed: all forms, all ways to pack them
    python -m tests.nightly.bombs --only html --packed 300000      small ones, without a record

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
    limit = partial(_limit, int(seconds + STREAM_SECONDS) + 1)
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, preexec_fn=limit
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
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


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
    parser.add_argument("--only", default="", help="the forms whose names begin so, without a record")
    parser.add_argument("--packing", choices=[*PACKINGS, "pipe"], help="one way to pack them, without a record")
    parser.add_argument("--packed", type=int, default=BYTES, help="bytes of a bomb")
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="CPU time to the first answer")
    options = parser.parse_args(words)
    found, runs, longest, largest = [], 0, 0.0, 0
    started = time.monotonic()
    forms = [form for form in FORMS if form.name.startswith(options.only)]
    with tempfile.TemporaryDirectory() as folder:
        for form in forms:
            for packing in form.packings if options.packing is None else {options.packing} & {*form.packings}:
                outcome = run(form, packing, options.packed, Path(folder), options.seconds)
                runs, longest, largest = runs + 1, max(longest, outcome.first), max(largest, outcome.memory)
                fault = outcome.fault(options.seconds)
                first = outcome.output[:90].decode("utf-8", "replace").partition("\n")[0]
                print(f"{form.name}, {packing}: {outcome.first:.2f} s, {outcome.memory / 1e6:.0f} MB: {fault or first}", flush=True)
                found += [f"{form.name}, {packing}: {fault}"] if fault else []
    print(f"{runs} bombs, at most {longest:.2f} s and {largest / 1e6:.0f} MB, {len(found)} faults")
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
