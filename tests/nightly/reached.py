# SPDX-License-Identifier: MIT
"""Check that the tests have reached every line marked with ``limit: name`` in the kernels.

    python -m tests.nightly.reached FOLDER      after tests in the build for small limits, which is in FOLDER

That build counts its lines (gcov), including Cython's. The exit code is 1 if a mark was not reached.
results/limits.json holds the count of each.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .gcov import counts
from .record import record

MARK = re.compile(r"(?:#|/\*|;)\s*limit: ([a-z ]+)")


def marks(folder: Path) -> Iterator[tuple[str, str, int]]:
    """Yield the name, file and line of each mark."""
    paths = [path for room in ("dlx", "sudoku") for path in (folder / room).rglob("*")]
    for path in sorted(path for path in paths if path.suffix in (".pyx", ".h")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in MARK.findall(line):
                yield name.strip(), path.relative_to(folder).as_posix(), number


def main(folder: Path) -> int:
    started, reached = time.monotonic(), counts(folder)
    often = {f"{name} ({file}:{number})": reached[file, number] for name, file, number in marks(folder)}
    missed = [f"{place}: not reached" for place, number in often.items() if not number]
    print(*(f"{place:60} {number:>12,}" for place, number in often.items()), sep="\n")
    what = "how often the tests with small limits reached each line that is for a limit"
    seconds = time.monotonic() - started
    record("limits", what=what, runs=often, found=missed, seconds=seconds, limits={})
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
