# SPDX-License-Identifier: MIT
"""Draw the pictures of bench/results again, from their records and without measuring.

    python -m bench.pictures [FOLDER]

The picture of progress is missing here: its record has no curves, so `python -m bench parallel` measures and draws it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from . import cover, sudoku

RESULTS = Path(__file__).parent / "results"


def main(folder: str = str(RESULTS)) -> None:
    record = json.loads((RESULTS / "cover.json").read_text())
    cover.draw(str(Path(folder) / "cover.svg"), record["rows"], record["geometric means"])
    record = json.loads((RESULTS / "sudoku-sets.json").read_text())
    sudoku.draw(str(Path(folder) / "sudoku.svg"), record["rows"])


if __name__ == "__main__":
    main(*sys.argv[1:])
