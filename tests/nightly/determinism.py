# SPDX-License-Identifier: MIT
"""Compare the answers of every run: under 100 seeds of Python's hashes, and under other Pythons.

    python -m tests.nightly.determinism --seeds 100
    python -m tests.nightly.determinism --seeds 100 --python v3.12/bin/python --python v3.13/bin/python

Each run is a process that answers the queries of tests/nightly/answers.py. The lines that it prints, a digest for each
answer, must equal the lines of the first run. Another Python must have the package installed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.nightly.record import record

FAILED = "exit code "  # marks a killed run, which may have printed the same lines as another killed run
ROOT = Path(__file__).parent.parent.parent


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.determinism", description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--cases", type=int, default=60, help="random problems among the questions")
    parser.add_argument("--python", action="append", default=[], help="another one that has the package installed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quiet", action="store_true", help="record nothing")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    first = asked(sys.executable, 0, options.cases)
    if first[-1].startswith(FAILED):
        sys.exit(first[-1])
    runs = [(sys.executable, seed, options.cases) for seed in range(1, options.seeds)]
    runs += [(python, seed, options.cases) for python in options.python for seed in range(3)]
    with ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(asked, *zip(*runs, strict=True)))
    found = [text for run, lines in zip(runs, answers, strict=True) for text in differences(run, first, lines)]
    pythons = [version(python) for python in [sys.executable, *options.python]]
    told = f"{len(runs) + 1} runs, {len(first):,} answers, Python {', '.join(pythons)}: {len(found)} found"
    print(*found, told, sep="\n")
    if not options.quiet:
        record(
            "determinism",
            what="the same answers under other hash seeds and other Pythons",
            runs=len(runs) + 1,
            found=found,
            seconds=time.monotonic() - started,
            limits=vars(options),
            answers=len(first),
            pythons=pythons,
        )
    return 1 if found else 0


def asked(python, seed, cases):
    """Return the lines of a run, and its error if it fails. Another Python sees these tests, but its own package."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tests").symlink_to(ROOT / "tests")
        path = str(ROOT) if python == sys.executable else folder
        env = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [python, "-m", "tests.nightly.answers", str(cases)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=env, check=False)
    said = [*done.stdout.splitlines(), *done.stderr.splitlines()[-1:]]
    return said + [f"{FAILED}{done.returncode} behind: {said[-1:]}"] * (done.returncode != 0)


def differences(run, first, lines):
    """Yield the first line that differs, as text."""
    python, seed, _ = run
    if lines != first:
        pairs = zip([*first, ""], [*lines, ""], strict=False)
        one = next(((a, b) for a, b in pairs if a != b), (f"{len(first)} lines", f"{len(lines)} lines"))
        yield f"{version(python)}, PYTHONHASHSEED={seed}: {one[1]!r} instead of {one[0]!r}"


def version(python):
    text = subprocess.run([python, "-V"], capture_output=True, text=True, check=True).stdout
    return text.split()[1]


if __name__ == "__main__":
    sys.exit(main())
