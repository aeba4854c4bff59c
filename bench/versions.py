# SPDX-License-Identifier: MIT
"""Two versions of the package: is any question slower than in the other one?

``--old`` names an interpreter with the other version installed. Each version runs in a process of its own
(bench/asked.py); they answer the same questions in turns, and every answer must be the same, and for ``search`` the
counters and the kernel too. A question of microseconds is asked as often as fits into a few milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dlx

from . import asked
from .arguments import instance, number, python, refuse
from .instances import INSTANCES, Instance
from .labels import PROBLEMS, labeled, set_label
from .measure import cpu, save
from .show import table

LEAST_SECONDS = 0.02  # of the calls in a turn
MOST_CALLS = 5_000
WHOLE = ("search", "list")  # questions whose time grows with the number of solutions
QUICK = ("count", "solve", "is_unique", "count_many", "build")
QUICK_ON = ("queens8", "pent6x10", "matchK12", "sudokuInkala", "petersen5col")
SUDOKU = ("solve_batch, lines", "solve_batch, array", "sudoku.solve", "sudoku.is_unique")
ONE_BY_ONE = 300  # puzzles that are answered one by one
MOST_LISTED = 200_000  # solutions
COMMANDS = {
    "import dlx": ["-c", "import dlx"],
    "import sudoku": ["-c", "import sudoku"],
    "dlx --help": ["-m", "dlx", "--help"],
    "sudoku --help": ["-m", "sudoku", "--help"],
}
Question = tuple[str, dict[str, str], Any]  # what is asked, the name of the problem or set, and its content


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", type=instance, metavar="NAME", help="instances; default: all below 10 s or so"
    )
    parser.add_argument(
        "--old", type=python, required=True, metavar="PYTHON", help="an interpreter with the other version"
    )
    parser.add_argument(
        "--puzzles", nargs="*", type=puzzle_file, default=[], metavar="FILE", help="9x9 puzzles, one a line"
    )
    parser.add_argument("--most", type=number(1), default=5_000, metavar="N", help="puzzles of a file; default 5,000")


def puzzle_file(name: str) -> Path:
    """Return the path of a file with puzzles."""
    try:
        if not puzzle_lines(Path(name)):
            refuse(f"{name} has no line with a 9x9 puzzle")
    except (OSError, UnicodeDecodeError) as problem:
        refuse(str(problem) if isinstance(problem, OSError) else f"{name}: {problem}")
    return Path(name)


def puzzle_lines(file: Path) -> list[str]:
    """Return the 9x9 puzzles of a file, one a line."""
    return re.findall(r"^[0-9.]{81}", file.read_text(), re.MULTILINE)


def run(options: argparse.Namespace) -> None:
    instances = [INSTANCES[name] for name in options.names] or [i for i in INSTANCES.values() if i.traversable]
    with Version(sys.executable) as new, Version(options.old) as old:
        rows = [compare(question, new, old, options.rounds) for question in questions(instances, options)]
    if not options.names:
        rows += [_started(command, options.old, options.rounds) for command in COMMANDS]
    kinds = dict.fromkeys(row["question"] for row in rows)
    means = {kind: statistics.geometric_mean(row["ratio"] for row in rows if row["question"] == kind) for kind in kinds}
    heads = ["question", "problem", "ms of ours", "ms of the other", "ratio"]
    table("CPU time of this version divided by that of the other: below 1 is faster", heads, [_shown(r) for r in rows])
    table("Geometric means", ["question", "ratio"], [[kind, f"{mean:.3f}"] for kind, mean in means.items()])
    save(options.json, {"question": "versions", "geometric means": means, "rows": rows})


def questions(instances: list[Instance], options: argparse.Namespace) -> Iterator[Question]:
    """Yield the questions, those of one kind after the other."""
    covers = {i.name: {"primary": i.primary, "secondary": i.secondary, "options": i.options} for i in instances}
    for ask in WHOLE:
        for cover in instances:
            if ask == "search" or cover.count <= MOST_LISTED:
                yield ask, {"problem": cover.name}, covers[cover.name]
    for ask in QUICK:
        for name in filter(covers.__contains__, QUICK_ON):
            yield ask, {"problem": name}, covers[name]
    for file in options.puzzles:
        for ask in SUDOKU:
            yield ask, {"set": file.name}, puzzle_lines(file)[: options.most if "batch" in ask else ONE_BY_ONE]


class Version:
    """A process that answers questions with the package of one interpreter."""

    def __init__(self, python: str) -> None:
        self._python = python

    def __enter__(self) -> Version:
        self._process = subprocess.Popen(
            [self._python, "-P", asked.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(self._python),
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def prepare(self, ask: str, about: Any) -> tuple[Any, float]:
        """Return the answer to a new question, and the seconds of a call."""
        answer, spent = self._request({"ask": ask, "about": about})
        return answer, float(spent)

    def seconds(self, calls: int) -> float:
        """Ask the question again, so many times."""
        return float(self._request({"calls": calls}))

    def _request(self, request: dict[str, Any]) -> Any:
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._python} ended without an answer")
        return json.loads(line)


def environment(python: str) -> dict[str, str]:
    """Return the environment of an interpreter; ours finds the package of this folder."""
    others = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return others | ({"PYTHONPATH": str(Path(dlx.__file__).parent.parent)} if python == sys.executable else {})


def compare(question: Question, new: Version, old: Version, rounds: int) -> dict[str, Any]:
    """Return the row of a question; raise AssertionError if the versions differ in the answer."""
    ask, name, about = question
    (ours, spent), (theirs, _) = new.prepare(ask, about), old.prepare(ask, about)
    assert ours == theirs, f"{ask}, {name}: {ours} here, {theirs} there"
    calls = min(max(round(LEAST_SECONDS / max(spent, 1e-6)), 1), MOST_CALLS)
    pairs = []
    for turn in range(rounds):
        first, second = (new, old) if turn % 2 == 0 else (old, new)
        pair = {first: first.seconds(calls)} | {second: second.seconds(calls)}
        pairs.append((pair[new] / calls, pair[old] / calls))
    return _row(ask, name, pairs)


def _started(command: str, old: str, rounds: int) -> dict[str, Any]:
    """Return the row of a start of the interpreter."""

    def start(python: str) -> float:
        line = [python, "-P", *COMMANDS[command]]
        return cpu(lambda: subprocess.run(line, env=environment(python), check=True, stdout=subprocess.DEVNULL))[1]

    return _row("start", {"command": command}, [(start(sys.executable), start(old)) for _ in range(4 * rounds)])


def _row(ask: str, name: dict[str, str], pairs: list[tuple[float, float]]) -> dict[str, Any]:
    return {
        "question": ask,
        **name,
        "seconds": statistics.median(ours for ours, _ in pairs),
        "other": statistics.median(theirs for _, theirs in pairs),
        "ratio": statistics.median(ours / max(theirs, 1e-9) for ours, theirs in pairs),
    }


def _shown(row: dict[str, Any]) -> list[str]:
    labels = {"problem": lambda name: labeled(PROBLEMS, name), "set": set_label, "command": str}
    [name] = [label(row[kind]) for kind, label in labels.items() if kind in row]
    milliseconds = [f"{1e3 * row[side]:.4f}" for side in ("seconds", "other")]
    return [row["question"], name, *milliseconds, f"{row['ratio']:.3f}"]
