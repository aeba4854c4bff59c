# SPDX-License-Identifier: MIT
"""Has every line been reached that is marked with ``limit: name`` in the kernels?

    python -m tests.nightly.reached FOLDER      after tests in the build for small limits, which stands there

That build counts its lines (gcov), those of Cython too. Exit code 1 if one of the marks has not been reached; how often
each was is in results/limits.json.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .record import record

MARK = re.compile(r"(?:#|/\*|;)\s*limit: ([a-z ]+)")


def marks(folder: Path) -> Iterator[tuple[str, str, int]]:
    """Name, file and line of each mark."""
    for path in sorted([*folder.glob("dlx/*.pyx"), *folder.glob("dlx/*.h"), *folder.glob("sudoku/*.pyx")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in MARK.findall(line):
                yield name.strip(), path.name, number


def counts(folder: Path) -> Counter[tuple[str, int]]:
    """How often each line was reached, by file and number."""
    reached: Counter[tuple[str, int]] = Counter()
    for data in sorted(folder.resolve().rglob("*.gcda")):
        done = subprocess.run(
            ["gcov", "--json-format", "--stdout", str(data)], cwd=folder, check=True, capture_output=True, text=True
        )
        for report in map(json.loads, done.stdout.splitlines()):
            for file in report["files"]:
                for line in file["lines"]:
                    reached[Path(file["file"]).name, line["line_number"]] += line["count"]
    return reached


def main(folder: Path) -> int:
    started, reached = time.monotonic(), counts(folder)
    often = {f"{name} ({file}:{number})": reached[file, number] for name, file, number in marks(folder)}
    missed = [f"{place}: not reached" for place, number in often.items() if not number]
    print(*(f"{place:60} {number:>12,}" for place, number in often.items()), sep="\n")
    what = "how often the tests with small limits reached each line that is for a limit"
    seconds = time.monotonic() - started
    record("limits", what=what, runs=often, found=missed, command="make small", seconds=seconds)
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
