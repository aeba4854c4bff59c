# SPDX-License-Identifier: MIT
"""What the records of benchmarks and nightly programs say, for the figures that documents quote (test_figures.py)."""

import io
import json
import tokenize
from math import inf
from pathlib import Path
from statistics import geometric_mean, median

ROOT = Path(__file__).parent.parent
SAT = ("CaDiCaL", "CaDiCaL pairs")


def record(name):
    return json.loads((ROOT / "bench" / "results" / f"{name}.json").read_text())


def nightly(name):
    return json.loads((ROOT / "tests" / "nightly" / "results" / f"{name}.json").read_text())


def lines_of_code(path):
    """Return the lines of a Python file that are not blank, and no comment or docstring."""
    skipped = tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER
    tokens = tokenize.generate_tokens(io.StringIO((ROOT / path).read_text()).readline)
    kept = (t for t in tokens if t.type not in skipped and not t.string.startswith('"""'))
    return len({line for t in kept for line in range(t.start[0], t.end[0] + 1)})


def build():
    """Return for each step of the build the modules compiled, and the median of the seconds."""
    return [(row["modules"], median(row["seconds"])) for row in record("build")["rows"]]


# --- ratios of CPU time


def ratios(name, peer):
    return [row["ratio"][peer] for row in record(name)["rows"] if peer in row["ratio"]]


def spread(ratios):
    """Return how many there are, their geometric mean, the smallest and the largest."""
    return len(ratios), geometric_mean(ratios), min(ratios), max(ratios)


def seconds(row, *names):
    """Return the seconds of the fastest of these, or infinity if none has an answer."""
    return min((row["seconds"][name] for name in names if row["seconds"].get(name) is not None), default=inf)


def first_solutions(solvable):
    """Return the time of the fastest rival by ours; no answer takes as long as the limit."""
    rows = [row for row in record("one")["rows"] if row["solvable"] == solvable]
    return [min(seconds(r, *SAT, "CP-SAT"), r["limit"]) / min(seconds(r, "ours"), r["limit"]) for r in rows]


def first_of_all():
    """Return how many questions there are, and the geometric mean for those with a solution."""
    return len(record("one")["rows"]), geometric_mean(first_solutions(True))


def cheapest():
    """Return the same for the cheapest solution, where we have one."""
    rows = [row for row in record("best")["rows"] if seconds(row, "ours") < inf]
    return [min(seconds(row, "HiGHS", "CP-SAT"), row["limit"]) / seconds(row, "ours") for row in rows]


def slowest(*peers):
    """Return our time by theirs for a first solution or a proof, at most."""
    return max(min(seconds(row, "ours"), row["limit"]) / seconds(row, *peers) for row in record("one")["rows"])


def seconds_of(name, problem):
    return next(row["seconds"]["dlx-engine"] for row in record(name)["rows"] if row["name"] == problem)


def problems_of(problem):
    return next(row["nodes"] for row in record("symmetry")["rows"] if row["name"] == problem)


def slowest_count():
    """Return the time of a count by that of plain search, at most."""
    return 1 / min(ratio for name in ("count", "counting", "dlx6") for ratio in ratios(name, "search"))


def most_workers():
    """Return the most simulated workers, and their tasks a second."""
    row = record("crew")["rows"][-1]
    return row["workers"], row["tasks"] / row["seconds"]


def speeds(problem):
    """Return the seconds on one core, and the speeds on two in the order of the page."""
    row = next(row for row in record("parallel")["rows"] if row["problem"] == problem)
    ways = ("2 threads", "2 processes", "2 Dask", "2 searches")
    return [row["seconds"], *(row["speed"][way] for way in ways)]


# --- Sudoku


def sudokus():
    return {row["set"]: row for row in record("sudoku-sets")["rows"]}


def in_bulk(name):
    """Return tdoku's puzzles a second, ours, the puzzles, and the ratio."""
    row = sudokus()[name]
    return row["puzzles/s"]["tdoku"], row["puzzles/s"]["text"], row["puzzles"], row["ratio"]["tdoku"]


def single_calls():
    """Return by set tdoku's microseconds for a puzzle, and those of a call of ours."""
    calls = (call for call in record("sudoku-sets")["calls"] if call["question"] == "sudoku.solve(text)")
    ours = {call["set"]: float(call["all"]) for call in calls}
    return {name: (1e6 / row["puzzles/s"]["tdoku"], ours[name]) for name, row in sudokus().items()}


def of_the_hardest():
    theirs, ours = single_calls()["hardest"]
    return theirs, ours, theirs / ours


def bulk_ratios():
    return least_and_most([row["ratio"]["tdoku"] for row in sudokus().values()])


def call_ratios():
    """Return the time of a call of ours by tdoku's for a puzzle, the least and the most of all sets."""
    return least_and_most([ours / theirs for theirs, ours in single_calls().values()])


def least_and_most(values):
    return min(values), max(values)


def audit():
    """Return the audited steps and puzzles, and of the hardest puzzles those that need a guess, and all."""
    sets = record("logic")["sets"]
    hardest = next(row for row in sets if row["set"] == "hardest.txt")
    guessed = 1 - float(hardest["without a guess"].removesuffix(" %")) / 100
    assert not any(row["wrong"] for row in sets)
    return (
        *(sum(row[key] for row in sets) for key in ("steps", "puzzles")),
        hardest["puzzles"] * guessed,
        hardest["puzzles"],
    )
