# SPDX-License-Identifier: MIT
"""What a nightly program ran and found, kept as a file: ``tests/nightly/results/NAME.json``."""

import json
import platform
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def record(name, *, what, runs, found, command, seconds, **details):
    """Write it; returns the file."""
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{name}.json"
    told = {
        "what": what,
        "runs": runs,
        "found": found,
        "command": command,
        "seconds": round(seconds, 1),
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        **details,
    }
    file.write_text(json.dumps(told, indent=2) + "\n")
    return file
