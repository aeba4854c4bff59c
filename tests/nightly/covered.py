# SPDX-License-Identifier: MIT
"""The lines of every module that the tests run: Python by coverage.py, Cython and C by gcov.

    make cover      builds with counters in build/cover, runs the tests there and calls
    python -m tests.nightly.covered build/cover

We tried a build that traces lines for coverage.py: it was a hundred times slower, so that 61 % of the lines of Cython
were left out. The exit code is 1 if a module is below LEAST.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from .gcov import counts
from .record import record

LEAST = 90  # percent of a module's lines
SMALL = 40  # lines; in a smaller module one line is a percent or more, so it counts only in the total
COMPILED = (".pyx", ".pxd", ".h")


def compiled(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the number of lines run and of all lines, for each file of Cython and C."""
    lines, ran = Counter[str](), Counter[str]()
    for (file, _), often in counts(folder).items():
        if file.endswith(COMPILED):
            lines[file] += 1
            ran[file] += often > 0
    return {file: (ran[file], lines[file]) for file in sorted(lines)}


def interpreted(folder: Path) -> dict[str, tuple[int, int]]:
    """Return these numbers for each file of Python, from the data that coverage.py left in the folder."""
    subprocess.run([sys.executable, "-m", "coverage", "combine", "-q", "--keep"], cwd=folder, check=False)
    report = [sys.executable, "-m", "coverage", "json", "-q", "-o", "-"]
    done = subprocess.run(report, cwd=folder, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)["files"].items()
    totals = {file: about["summary"] for file, about in found if file.endswith(".py")}
    return {file: (total["covered_lines"], total["num_statements"]) for file, total in sorted(totals.items())}


def percent(ran: int, lines: int) -> float:
    return round(100 * ran / lines, 1) if lines else 100.0


def main(folder: Path) -> int:
    started = time.monotonic()
    files = interpreted(folder) | compiled(folder)
    shares = {file: percent(*files[file]) for file in files}
    low = [f"{file}: {share} %" for file, share in shares.items() if share < LEAST and files[file][1] >= SMALL]
    total = [sum(column) for column in zip(*files.values(), strict=True)]
    cython = [sum(column) for column in zip(*(n for file, n in files.items() if file.endswith(COMPILED)), strict=True)]
    print(*(f"{share:5} %  {file}" for file, share in shares.items()), sep="\n")
    print(f"{percent(*total):5} %  in all; {percent(*cython)} % of {cython[1]:,} lines of Cython and C; low: {low}")
    record(
        "coverage",
        what="lines of every module that the tests run, in percent",
        runs=total[1],
        found=low,
        seconds=time.monotonic() - started,
        limits={"least": LEAST, "lines of a small module": SMALL},
        percent={"all": percent(*total), "Cython and C": percent(*cython), **shares},
    )
    return int(bool(low))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
