# SPDX-License-Identifier: MIT
"""The record of a nightly program's newest run, next to the program: `results/NAME.json`.

    {"what": "...", "runs": 10000000, "found": [], "seconds": 3600.0,
     "command": "python -m tests.nightly.fuzz", "limits": {"seconds": 0, ...}, "date": "2026-11-22",
     "commit": "848ad78...", "machine": "...", "python": "3.11.7", ..., "seal": "9f2c..."}

A program supplies its tests and finds. The command, the commit, the machine and the date come from the running process,
and the seal is a digest of all other fields. A record edited by hand does not fit its seal, and the tests
(tests/test_records_nightly.py) and the page (docs/hardening.md) refuse it.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dlx.system.files import replacing

RESULTS = Path(__file__).parent / "results"
MADE_BY = "RECORD_COMMAND"  # environment variable for the Makefile command that runs the program
FIELDS = {"what", "runs", "found", "seconds", "command", "limits", "date", "commit", "machine", "python", "seal"}


def record(
    name: str, *, what: str, runs: Any, found: list[str], seconds: float, limits: Mapping[str, Any], **details: Any
) -> dict[str, Any]:
    """Write the outcome of a run, and return it.

    Args:
        name: the program's name, perhaps in a folder; the file is `results/NAME.json`.
        what: the test, in a sentence.
        runs: the number of runs, or one number for each of several things.
        found: all faults, in a few words each.
        seconds: the time taken.
        limits: all arguments of the program that bound the run, including those left at their defaults.
        details: further figures.
    """
    about = {
        "what": what,
        "runs": runs,
        "found": found,
        "seconds": round(seconds, 1),
        "command": command(),
        "limits": {key: _plain(value) for key, value in limits.items()},
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit(),
        "machine": machine(),
        "python": platform.python_version(),
        **details,
    }
    about["seal"] = seal(about)
    file = RESULTS / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as stream:
        stream.write(json.dumps(about, indent=2) + "\n")
    return about


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | float | None) else str(value)


def read(file: Path) -> dict[str, Any]:
    """Return a record; raise ValueError if a field is missing or was changed after it was written."""
    about: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if missing := FIELDS - about.keys():
        raise ValueError(f"{file.name}: no {', '.join(sorted(missing))}; run the program again")
    if about["seal"] != seal(about):
        raise ValueError(f"{file.name}: changed after it was written; run {about['command']!r} again")
    return about


def seal(about: Mapping[str, Any]) -> str:
    """Return the digest of everything in a record except its seal."""
    rest = {key: value for key, value in about.items() if key != "seal"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def command() -> str:
    """Return the command line of this process, with the interpreter's folder removed."""
    made_by = os.environ.get(MADE_BY)
    return made_by or " ".join(["python", *sys.orig_argv[1:]])


def commit() -> str:
    """Return the commit of the sources, with a plus sign if they differ from it; changed records do not count."""
    here, bare = Path(__file__).parent, {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}

    def git(*words: str) -> str:  # without the sanitizer that this process may have
        done = subprocess.run(["git", *words], cwd=here, capture_output=True, text=True, check=True, env=bare)
        return done.stdout.strip()

    try:
        changed = git("status", "--porcelain", "--", ":/", ":/!tests/nightly/results")
        return git("rev-parse", "HEAD") + "+" * bool(changed)
    except (OSError, subprocess.CalledProcessError):
        return "not in a repository"


def machine() -> str:
    """Return the processor, the number of its cores available to this process, and the system."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{_processor()}, {cores} cores, {platform.system()} {platform.machine()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
