# SPDX-License-Identifier: MIT
"""What a nightly program has found, kept beside it: `results/NAME.json`, one file a program, the newest run.

    {"what": "...", "runs": 10000000, "found": [], "date": "2025-11-21", "seconds": 3600.0, "python": "3.11.7",
     "command": "python -m tests.nightly.fuzz"}
"""

from __future__ import annotations

import json
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def record(
    name: str, *, what: str, runs: Any, found: list[str], command: str, seconds: float, **details: Any
) -> dict[str, Any]:
    """Write the outcome of a run, and return it.

    Args:
        name: of the program; the file is `results/NAME.json`.
        what: was tried, in a sentence.
        runs: how often; a number, or one for each of several things.
        found: every fault, in a few words each.
        command: that does it again.
        seconds: how long it took.
        details: whatever else is worth keeping.
    """
    about = {
        "what": what,
        "runs": runs,
        "found": found,
        "date": datetime.now(UTC).date().isoformat(),
        "seconds": round(seconds, 1),
        "python": platform.python_version(),
        "command": command,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(about | details, indent=2) + "\n", encoding="utf-8")
    return about | details
