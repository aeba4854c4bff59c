# SPDX-License-Identifier: MIT
"""Has every line been reached that is marked with ``limit: name`` in the kernels?

    python -m tests.nightly.reached FOLDER      after tests in the build for small limits, which stands there

That build counts its lines (gcov), those of Cython too. Exit code 1 if one of the marks has not been reached.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

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
    reached, missed = counts(folder), 0
    for name, file, number in marks(folder):
        print(f"{name:30} {file}:{number:<6} {reached[file, number]:>12,}")
        missed += not reached[file, number]
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(Path(sys.argv[1]))))
