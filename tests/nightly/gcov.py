# SPDX-License-Identifier: MIT
"""Line counts of a build with `--coverage`, for C headers and for Cython, whose lines the build maps back."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path


def counts(folder: Path) -> Counter[tuple[str, int]]:
    """Return the runs of each line, by the file's path in this folder and the line's number; 0 if it never ran."""
    folder = folder.resolve()
    reached: Counter[tuple[str, int]] = Counter()
    lengths: dict[Path, int] = {}
    for data in sorted(folder.rglob("*.gcda")):
        done = subprocess.run(
            ["gcov", "--json-format", "--stdout", str(data)], cwd=folder, check=True, capture_output=True, text=True
        )
        for report in map(json.loads, done.stdout.splitlines()):
            for file in report["files"]:
                path = (folder / file["file"]).resolve()
                if path.is_relative_to(folder) and path.is_file():
                    length = lengths.setdefault(path, len(path.read_text(encoding="utf-8").splitlines()))
                    for line in file["lines"]:
                        if line["line_number"] <= length:  # Cython's own code follows the last line
                            reached[path.relative_to(folder).as_posix(), line["line_number"]] += line["count"]
    return reached
