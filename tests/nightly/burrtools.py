# SPDX-License-Identifier: MIT
"""The examples of BurrTools, from a copy of its folder examples/: our counts of assemblies and the counts in the files.

    python -m tests.nightly.burrtools FOLDER

A file without a count is only read. Prints one line a problem and ends with 1 if a count differs.
BurrTools counts mirror images apart where pieces have ranges; the line says which of the two counts agrees.
"""

from __future__ import annotations

import sys
from pathlib import Path

from dlx import models
from dlx.models.burrtools import read_puzzle


def compared(path: Path) -> bool:
    """Print a line for each problem of a file; return whether all counts agree."""
    agree = True
    for number, problem in enumerate(read_puzzle(path).iterfind("problems/problem"), 1):
        theirs = problem.get("assemblies")
        try:
            ours = {
                kind: models.burrtools(path, problem=number, reflections=kind).count(orbits=True)
                for kind in (True, False)
            }
        except ValueError as error:
            print(f"{path.name} {number}: {str(error).rpartition(': ')[2]}")
            continue
        same = theirs is None or int(theirs) in ours.values()
        agree &= same
        kind = "" if theirs is None else "agrees" if int(theirs) == ours[True] else "agrees with reflections apart"
        print(
            f"{path.name} {number}: {ours[True]} or {ours[False]}, BurrTools {theirs}, {kind if same else 'DIFFERENT'}"
        )
    return agree


if __name__ == "__main__":
    different = [path for path in sorted(Path(sys.argv[1]).glob("*.xmpuzzle")) if not compared(path)]
    sys.exit(bool(different))
