# SPDX-License-Identifier: MIT
"""Make every allocation of every scenario fail once, and again with all later ones.

    python -m tests.nightly.allocations [MOST]      MOST: only the first MOST allocations (default: all of them)

A scenario makes an object and queries it. Its k-th allocation fails, k = 1, 2, 3, ... until nothing fails:

    Python   allocations of Python's own objects (_testcapi.set_nomemory), wherever they are made on the way
    C        malloc, calloc and realloc as compiled modules of dlx and sudoku call them, and np.zeros (failing_malloc.c)

After each failure, the query raised MemoryError or its answer is right all the same. Another query of the same object
gives the right answer, and more such failures leave the number of memory blocks as it was. We do not count blocks lost
while only Python code of ours ran, because CPython 3.11 loses a few if it cannot make a frame. Each way runs in a
process of its own, so that a crash is a finding too, with the allocation that led to it; the run continues after it.
Faults that are not ours are reported, but counted apart: crashes within NumPy or Python, errors that they raise
without a reason, threads of Python that cannot start, and the end of Python's MemoryErrors (`out_of_errors`).
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from time import process_time
from traceback import extract_tb
from typing import Any

import dlx
import sudoku
from tests.nightly.allocation_scenarios import SCENARIOS
from tests.nightly.record import record

PACKAGES = [f"{Path(package.__file__).parent}/" for package in (dlx, sudoku) if package.__file__]
SHIM = Path(__file__).with_name("failing_malloc.c")
# Further allocations that fail. Not all: when it enters an except clause, CPython 3.11 tries forever to make an int.
AFTER = 100_000
ELSEWHERE = "not ours: "
SLACK = 10  # blocks: Python and NumPy keep some for the next time
AGAIN, OFTEN = 20, 400  # failures of one allocation that show whether each loses a block; then, to be sure
HANGS = 20.0  # seconds for one failure, which takes some milliseconds
QUIET = 30  # allocations in a row that make no difference: the end
WAYS = [f"{kind} {mode}" for kind in ("Python", "C") for mode in ("once", "from then on")]


# --- the two kinds of allocations


class Python:
    """Python's allocators."""

    def __init__(self) -> None:
        import _testcapi

        self.heal = _testcapi.remove_mem_hooks
        self.fail = _testcapi.set_nomemory
        self.blocks = sys.getallocatedblocks


class C:
    """malloc, calloc and realloc, as compiled modules call them."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL(None)
        self.fail = self.library.failing_from
        self.fail.argtypes = [ctypes.c_long, ctypes.c_long]

    def heal(self) -> None:
        self.fail(0, 0)

    def blocks(self) -> int:
        return sys.getallocatedblocks() + int(self.library.blocks_alive())


def from_compiled(error: BaseException) -> bool:
    """Return whether a compiled module of ours raised it.

    CPython raises a SystemError in the caller of a function that forgets its error. None of ours calls Py_BuildValue;
    NumPy's arrays do. A ufunc of NumPy that returns NULL is named: "<method 'reduce' of 'numpy.ufunc' objects>".
    """
    last = extract_tb(error.__traceback__)[-1:]  # empty if even the traceback could not be made
    theirs = re.search(r"Py_BuildValue|^<[^>]*\bufunc\b[^>]*> returned NULL without", str(error))
    return any(frame.filename.endswith(".pyx") for frame in last) and not theirs


# --- one scenario


class Trial:
    """One scenario in one way."""

    def __init__(self, way: str, name: str) -> None:
        self.about = f"{name}, {way}"
        self.make, self.ask = SCENARIOS[name]
        self.allocator = Python() if way.startswith("Python") else C()
        self.once = way.endswith("once")
        for _ in range(3):  # imports and caches of the first use do not count
            self.right = self.ask(self.make())

    def failing(self, k: int, thing: Any) -> Any:
        """Return the answer or the error if the k-th allocation fails, with all later ones unless `once`."""
        self.allocator.fail(k, k + 1 if self.once else k + AFTER)
        try:
            return self.ask(thing)
        except BaseException as error:
            self.allocator.heal()
            return error  # not in a variable: its traceback has this frame, and 17 such cycles are too many for 3.12
        finally:
            self.allocator.heal()

    def faults(self, k: int) -> tuple[bool, list[str]]:
        """Let the k-th allocation fail; return whether it made a difference, and the faults."""
        thing = self.make()
        got = self.failing(k, thing)
        failed, wrong = isinstance(got, BaseException), []
        if failed and not isinstance(got, MemoryError):
            wrong.append(f"{self.whose(got)}{type(got).__name__}: {got}")
        elif not failed and got != self.right:
            wrong.append(f"the answer is {got!r}, not {self.right!r}")
        del got
        if self.ask(thing) != self.right:
            wrong.append("the object is not usable any more")
        return failed, [f"{self.about}, allocation {k}: {what}" for what in wrong]

    def whose(self, error: BaseException) -> str:
        """Return ELSEWHERE for an error of NumPy or CPython, which sometimes forget its reason, and "" for ours."""
        theirs = isinstance(self.allocator, Python) and isinstance(error, (SystemError, pickle.PicklingError))
        return ELSEWHERE if theirs and not from_compiled(error) else ""

    def left(self, numbers: Iterable[int]) -> int:
        """Return the growth in blocks after these allocations have failed once more."""
        gc.collect()
        before = self.allocator.blocks()
        for k in numbers:
            self.failing(k, self.make())
        gc.collect()
        return self.allocator.blocks() - before

    def compiled(self, k: int) -> bool:
        """Return whether a compiled module raises most of the errors. In C, all are."""
        if isinstance(self.allocator, C):
            return True
        errors = (self.failing(k, self.make()) for _ in range(AGAIN))
        return sum(isinstance(error, BaseException) and from_compiled(error) for error in errors) > AGAIN // 2

    def losses(self, numbers: list[int]) -> Iterator[str]:
        """Yield the places that lose blocks. Memory kept for reuse stops growing after some hundreds of runs."""
        if any(self.left(numbers) <= SLACK for _ in range(5)):
            return
        for k in numbers:
            if self.left([k] * AGAIN) >= AGAIN and self.compiled(k) and self.left([k] * OFTEN) >= OFTEN:
                yield f"{self.about}, allocation {k}: blocks are lost each time"


def every(way: str, name: str, first: int, most: int, at: int) -> Iterator[str]:
    """Fail one allocation after the other, yield the faults, and write the position into the file `at`, for a crash."""
    trial = Trial(way, name)
    quiet, k, fine = 0, first, []
    while quiet < QUIET and k <= most:
        signal.setitimer(signal.ITIMER_REAL, HANGS)
        os.pwrite(at, b"%-20d" % k, 0)
        failed, wrong = trial.faults(k)
        yield from wrong
        if failed and not wrong:
            fine.append(k)
        quiet = 0 if failed else quiet + 1
        k += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    yield from trial.losses(fine)


# --- all scenarios, each in a process of its own


def child(way: str, name: str, first: int, most: int, at: int) -> None:
    faulthandler.enable()
    faulthandler.register(signal.SIGALRM, chain=True)  # prints its place, and ends the process
    for wrong in every(way, name, first, most, at):
        print(json.dumps(wrong), flush=True)


def shim(folder: str) -> str | None:
    """Return the compiled shim, or None without a compiler."""
    library = str(Path(folder) / "failing_malloc.so")
    try:
        packages = f"-DPACKAGES={','.join(map(json.dumps, PACKAGES))}"
        command = ["cc", "-O1", "-fPIC", "-shared", packages, str(SHIM), "-o", library, "-ldl"]
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return library


def run(way: str, name: str, most: int, library: str | None) -> tuple[int, list[str]]:
    """Run one scenario in one way; return its number of allocations, and the faults."""
    environment = os.environ | ({"LD_PRELOAD": library} if library else {})
    found: list[str] = []
    first = 1
    with tempfile.TemporaryFile() as at:
        while True:
            command = [sys.executable, "-m", "tests.nightly.allocations", "child", way, name, str(first), str(most)]
            done = subprocess.run(
                [*command, str(at.fileno())], env=environment, capture_output=True, text=True, pass_fds=[at.fileno()]
            )
            found += map(json.loads, done.stdout.splitlines())
            reached = int(os.pread(at.fileno(), 20, 0) or 0)
            if done.returncode == 0:
                return reached, found
            theirs = (died_elsewhere, in_start, out_of_errors)
            whose = ELSEWHERE * (way.startswith("Python") and any(test(done.stderr) for test in theirs))
            where = f"exit code {done.returncode}, {_end_of(done.stderr)}"
            found.append(f"{name}, {way}, allocation {reached}: {whose}{where}")
            if reached < first:  # it did not even start
                return reached, found
            first = reached + 1


def died_elsewhere(told: str) -> bool:
    """Return whether it died in NumPy, or in Python with no module of ours since Python code last ran.

    NumPy dies if an array is cast while it is indexed, CPython 3.11 if it cannot make an iterator over a dict. The shim
    wrote the frames.
    """
    frames = [line for line in told.splitlines() if re.match(r"/.*\[0x[0-9a-f]+\]$", line)]
    inner = [frame for frame in frames if "failing_malloc" not in frame and "/libc" not in frame]
    called = takewhile(lambda frame: "(_PyEval_EvalFrameDefault+" not in frame, inner)
    ours = any(frame.startswith(package) for frame in called for package in PACKAGES)
    return bool(inner) and ("/numpy/" in inner[0] or ("/libpython" in inner[0] and not ours))


def in_start(told: str) -> bool:
    """Return whether it waits for a thread that cannot start, as Thread.start() of CPython then does forever."""
    frames = re.findall(r'File ".*/([^/]*)", line [0-9]+ in (\w+)', told)
    return ("threading.py", "wait") in frames[:1] and ("threading.py", "start") in frames[:4]


def out_of_errors(told: str) -> bool:
    """Return whether CPython ended itself because it could make no MemoryError.

    It keeps 16 of them in reserve. Version 3.11 has an error in an except or with clause that cannot be entered look
    for a clause again, and each round takes one more. The next MemoryError fails to be made, which is a MemoryError,
    and so on, until the stack overflows in `_PyErr_NoMemory`. Its other end is to normalize an exception 32 times.
    """
    made = "Cannot recover from stack overflow" in told and told.count("(_PyErr_NoMemory+") > 1
    return made or "Cannot recover from MemoryErrors while normalizing exceptions" in told


def _end_of(text: str) -> str:
    """Return the place of a crash: the last error, and the innermost lines of faulthandler's stack."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " | ".join([line for line in lines if not line.startswith("Extension modules")][:5])[:600]


def main(
    most: int = 10**6, names: Iterable[str] | None = None, ways: Iterable[str] | None = None
) -> tuple[list[str], dict[str, int]]:
    """Run all scenarios; return the faults, and the number of allocations of each scenario."""
    found: list[str] = []
    allocations: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        library = shim(folder)
        for name in names or SCENARIOS:
            for way in ways or WAYS if library else WAYS[:2]:
                reached, wrong = run(way, name, most, library)
                allocations[f"{name}, {way}"] = reached
                found += wrong
                print(f"{name}, {way}: {reached} allocations, {len(wrong)} faults", flush=True)
                for line in wrong[:5]:
                    print("    ", line, flush=True)
    return found, allocations


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        way, name, *numbers = sys.argv[2:]
        child(way, name, *map(int, numbers))
    else:
        started = process_time()
        most = int(sys.argv[1]) if len(sys.argv) > 1 else 10**6
        found, allocations = main(most, sys.argv[2:] or None)
        record(
            "allocations",
            what=f"each allocation of {len(SCENARIOS)} scenarios fails, once or from then on",
            runs=sum(allocations.values()),
            found=[line for line in found if ELSEWHERE not in line],
            elsewhere=sum(ELSEWHERE in line for line in found),
            seconds=process_time() - started + sum(os.times()[2:4]),
            limits={"allocations": most, "scenarios": " ".join(sys.argv[2:]) or "all"},
            allocations=allocations,
        )
        sys.exit(any(ELSEWHERE not in line for line in found))
