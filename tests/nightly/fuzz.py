# SPDX-License-Identifier: MIT
"""Inputs by the million for every reader, guided by the code that they reach (Atheris, libFuzzer).

    python -m tests.nightly.fuzz                           10^7 inputs, as many for each reader
    python -m tests.nightly.fuzz --reader links --seconds 60
    python -m tests.nightly.fuzz --sanitize                the compiled modules with AddressSanitizer and UBSan (clang)
    python -m tests.nightly.fuzz --blind --corpus FOLDER   changes to the corpus, without a guide: no Atheris

    readers.py ──> a process a reader: input, Reader(input), input, ...  ──> finds: the error, and its input
                   killed by a sanitizer or by its memory: a find, and the run continues

The corpus keeps each different find (type of error and the line that raised it) once: NAME.find, in words, next to
NAME.input. Rename it to NAME.mended once it is fixed. results/fuzz.json holds the results of all runs with the corpus.
Puzzles in a folder of your own are further seeds (--seeds). Atheris is an extra: pip install -e '.[test,nightly]'.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from .reader import Reader
from .record import record

ROOT = Path(__file__).parents[2]
RUNS = 10_000_000
ROOM = 4 << 30  # bytes of address space; no limit has room for a sanitizer's shadow
RESIDENT = 1024  # MiB of memory, a sanitizer's included
WAIT = 20  # seconds after which libFuzzer ends an input that no signal of Python reaches
REPEATED = 997  # interval, in inputs, at which one is also tried many times over
LARGE = 60_000  # bytes of such a repeated input
RESTARTS = 20
FLAGS = "-g -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined"


def main(argv: list[str] | None = None) -> int:
    """Fuzz the readers one after the other; return 1 if there is a find."""
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.fuzz", description="Fuzz every reader.")
    parser.add_argument("--runs", type=int, default=RUNS, help="inputs in all, or of the one reader; default 10^7")
    parser.add_argument("--reader", action="append", help="only this one; repeatable")
    parser.add_argument("--seconds", type=int, default=0, help="at most so long for each reader")
    parser.add_argument("--seeds", type=Path, help="a folder of further files to begin with")
    parser.add_argument("--corpus", type=Path, help="a folder in which what was reached is kept, for the next run")
    parser.add_argument("--sanitize", action="store_true", help="with sanitizers: built anew (minutes), slower")
    parser.add_argument("--blind", action="store_true", help="no guide, and no Atheris: seeds and the corpus, damaged")
    parser.add_argument("--name", default="fuzz", help="of the results: results/NAME.json")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options, more = parser.parse_known_args(argv)
    if options.one and options.blind:
        return blind(options.one, options.corpus, options.runs, options.seconds)
    if options.one:
        fuzz(options.one, options.corpus, more)
    if more:
        parser.error(f"unknown: {' '.join(more)}")
    if not options.blind and importlib.util.find_spec("atheris") is None:
        print("Atheris is missing: pip install -e '.[test,nightly]'", file=sys.stderr)
        return 2
    return campaign(options)


# ---- the process of one reader


def fuzz(name: str, folder: Path, arguments: list[str]) -> None:
    """Fuzz one reader. It does not return, because libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["dlx", "sudoku"]):
        from .readers import READERS

        target = Target(READERS[name], folder)
        for seed in target.reader.seeds:  # triggers late imports
            target.tried(seed)
    if "LD_PRELOAD" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    atheris.Setup([f"fuzz-{name}", *arguments], target)
    atheris.Fuzz()


def blind(name: str, folder: Path, runs: int, seconds: int) -> int:
    """Fuzz one reader without a guide. The log has the seed, which makes equal inputs from an equal corpus."""
    from .dlx_readers import damaged
    from .readers import READERS

    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    target, seed, started = Target(READERS[name], folder), random.randrange(2**32), time.monotonic()
    print(f"seed {seed}", flush=True)
    rng = random.Random(seed)
    reached = [path.read_bytes() for path in sorted((folder / "reached").iterdir())]
    inputs = [*target.reader.seeds, *reached]
    for k in range(runs):
        if k % 1000 == 0:
            print(f"#{k}\t", flush=True)
            if seconds and time.monotonic() - started > seconds:
                return 0
        signal.setitimer(signal.ITIMER_VIRTUAL, WAIT)  # ends the process
        target(damaged(rng.choice(inputs), rng.randbytes(4 * rng.randrange(1, 7)))[: target.reader.longest])
    print(f"#{runs}\t")
    return 0


class Target:
    """The function that libFuzzer calls. A find does not end the run; a new one is written to the corpus."""

    def __init__(self, reader: Reader, folder: Path) -> None:
        self.reader, self.folder = reader, folder
        self.known = {path.stem for path in folder.glob("*.find")}
        self.runs = 0

    def __call__(self, data: bytes) -> None:
        self.runs += 1
        self.tried(data)
        if self.reader.repeats and self.runs % REPEATED == 0:
            self.tried(data * (LARGE // max(len(data), 1)))

    def tried(self, data: bytes) -> None:
        try:
            self.reader(data)
        except Exception as error:
            self.found(data, error)

    def found(self, data: bytes, error: Exception) -> None:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}-{last.lineno}" if not str(error).startswith("more than") else "slow"
        name = f"{self.reader.name}-{type(error).__name__}-{place}"
        if name not in self.known:
            self.known.add(name)
            (self.folder / f"{name}.input").write_bytes(data)
            words = f"{self.reader.name}: {type(error).__name__} in {last.name} ({place}): {str(error)[:200]}"
            (self.folder / f"{name}.find").write_text(words, "utf-8", "backslashreplace")
            traceback.print_exception(error)


# ---- all readers


def campaign(options: argparse.Namespace) -> int:
    """Run a process for each reader, and again if it was killed; print and record the outcome."""
    from .readers import READERS

    names = options.reader or list(READERS)
    folder = options.corpus or Path(tempfile.mkdtemp(prefix="fuzz-"))
    root, environ = ROOT, dict(os.environ)
    if options.sanitize:
        root, environ = sanitized(folder / "sanitized"), environ | preloaded()
    for name in names:
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        sow(place, READERS[name], options.seeds)
        before = children()
        share = options.runs // len(names)
        runs = run(READERS[name], place, share, options.seconds, options.blind, root, environ)
        add(place, runs, children() - before)
        print(f"{name}: {runs:,} inputs", flush=True)
    return tell(options, folder)


def children() -> float:
    """Return the CPU seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def add(place: Path, runs: int, seconds: float) -> None:
    """Add a run to a reader's totals since its corpus was begun."""
    file = place / "done.json"
    before = json.loads(file.read_text()) if file.exists() else {"runs": 0, "seconds": 0.0}
    file.write_text(json.dumps({"runs": before["runs"] + runs, "seconds": before["seconds"] + seconds}))


def tell(options: argparse.Namespace, folder: Path) -> int:
    """Record the results of all readers of a corpus; return 1 if there is a find."""
    done = {path.parent.name: json.loads(path.read_text()) for path in sorted(folder.glob("*/done.json"))}
    runs = {name: one["runs"] for name, one in done.items()}
    found = [path.read_text("utf-8") for path in sorted(folder.glob("*/*.find"))]
    mended = [f"{path.read_text('utf-8')} (mended)" for path in sorted(folder.glob("*/*.mended"))]
    about: dict[str, Any] = {"inputs": sum(runs.values()), "sanitized": options.sanitize}
    what = "every reader fed with inputs that coverage guides: read and written again, or refused by its own error"
    seconds = sum(one["seconds"] for one in done.values())
    record(options.name, what=what, runs=runs, found=mended + found, seconds=seconds, limits=vars(options), **about)
    print(json.dumps(found, indent=2))
    print(f"{sum(runs.values()):,} inputs, {len(found)} finds; what was reached is in {folder}")
    return int(bool(found))


def sow(folder: Path, reader: Reader, more: Path | None) -> None:
    """Write the seeds as files, and the beginnings of the files given."""
    (folder / "seeds").mkdir(exist_ok=True)
    (folder / "reached").mkdir(exist_ok=True)
    for path in sorted(more.iterdir()) if more else ():
        if path.is_file():
            (folder / "seeds" / path.name).write_bytes(b"\0" + path.read_bytes()[: reader.longest - 1])
    for k, seed in enumerate(reader.seeds):
        (folder / "seeds" / str(k)).write_bytes(seed)


def run(
    reader: Reader, folder: Path, runs: int, seconds: int, unguided: bool, root: Path, environ: dict[str, str]
) -> int:
    """Feed one reader; return its number of inputs."""
    done, started = 0, time.monotonic()
    for _ in range(RESTARTS):
        left = max(seconds - int(time.monotonic() - started), 1)
        command = [sys.executable, "-m", "tests.nightly.fuzz", "--one", reader.name, "--corpus", str(folder)]
        if unguided:
            command += ["--blind", "--runs", str(runs - done)] + ["--seconds", str(left)] * bool(seconds)
        else:
            command += [f"-runs={runs - done}", f"-max_len={reader.longest}", f"-timeout={WAIT}"]
            command += [f"-rss_limit_mb={RESIDENT}", "-print_final_stats=1", f"-artifact_prefix={folder}/killed-"]
            command += [f"-max_total_time={left}"] * bool(seconds) + [str(folder / "reached"), str(folder / "seeds")]
        with (folder / "log").open("ab+") as log:
            start = log.tell()
            code = subprocess.run(command, cwd=root, env=environ, stdout=log, stderr=log, check=False).returncode
            log.seek(start)
            said = log.read().decode("utf-8", "replace")
        counts = re.findall(r"number_of_executed_units: ([0-9]+)", said) or re.findall(r"(?m)^#([0-9]+)\t", said)
        done += int(counts[-1]) if counts else 0
        if code == 0:
            return done
        why = re.findall(r"(?m)^.*(?:SUMMARY|ERROR): .*$", said) or said.splitlines()[-1:] or ["without a word"]
        words = f"{reader.name}: killed ({code}): {why[-1][:300]}"
        (folder / f"{reader.name}-killed-{done}.find").write_text(words, "utf-8")
        if not counts or done >= runs or (seconds and left == 1):
            return done
    return done


# ---- with sanitizers


def sanitized(folder: Path) -> Path:
    """Return a copy of the project whose compiled modules have sanitizers; it is made once."""
    if not folder.exists():
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "build", "*.so", "*.c", "__pycache__"))
        environ = os.environ | {"CC": "clang", "LDSHARED": "clang -shared", "CFLAGS": FLAGS}
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(build, cwd=folder, env=environ, check=True)
    return folder


def preloaded() -> dict[str, str]:
    """Return the environment of a plain Python for sanitizers. They ignore leaks: Python keeps memory until its end."""
    import atheris

    return {
        "LD_PRELOAD": str(Path(atheris.path()) / "asan_with_fuzzer.so"),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }


if __name__ == "__main__":
    raise SystemExit(main())
