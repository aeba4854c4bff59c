# SPDX-License-Identifier: MIT
"""One answer: the first solution, or the proof that there is none, compared with CaDiCaL and CP-SAT.

The problems are in bench/questions.py, the contenders in bench/answer.py. Every contender gets each question in a
process of its own, with a limit of CPU time. They take turns, and the median over the rounds counts. A time includes
building the model from Python lists. We check every solution with `Problem.verify`, and every claim against the other
contenders and the table. A contradiction is an error. CaDiCaL has two encodings, and the faster one on each problem
counts; we leave out the encoding by pairs if it has more than two million clauses. The rivals come with the extra
`bench`.

    CPU seconds, medians over the rounds, then over the seeds      none: no answer within the limit
    ratio: the better of CaDiCaL and CP-SAT by ours                none counts as the limit, so >: at least, <: at most
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import dlx
from dlx import Colored, Problem

from . import answer
from .arguments import number, one_of, python
from .instances import Cover
from .measure import save
from .questions import QUESTIONS, Case
from .show import table

OURS = "ours"
RIVALS = {"CaDiCaL": ("CaDiCaL", "CaDiCaL pairs"), "CP-SAT": ("CP-SAT",)}
MODULES = {"CaDiCaL": "pysat", "CP-SAT": "ortools"}
ONCE_ABOVE_SECONDS = 3.0  # slower contenders run in the first round only
SOON_SECONDS = 10.0  # we want an answer wherever a rival has one by then
AT_ONCE_SECONDS = 0.1  # the goal for problems with an invariant
SHORTEST_SECONDS = 0.001  # a shorter time counts as this, because a ratio of two such times says nothing

Row = dict[str, Any]

NAMES = [*dict.fromkeys(name for case in QUESTIONS for name in (case.family, case.title))]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--only",
        action="append",
        type=one_of(NAMES, "family or problem"),
        metavar="FAMILY",
        help="a family or a problem; can be repeated",
    )
    parser.add_argument("--limit", type=number(1), default=20, metavar="SECONDS", help="of CPU time; default 20")
    parser.add_argument(
        "--seeds", type=number(1), default=3, metavar="N", help="of each random problem; default 3, at most"
    )
    parser.add_argument("--without-sat", action="store_true", help="also ours as if python-sat were not installed")
    parser.add_argument(
        "--old", type=python, metavar="PYTHON", help="also ours of this interpreter, with another version installed"
    )


def run(options: argparse.Namespace) -> None:
    rows: list[Row] = []
    for case in chosen(options.only):
        for seed in case.seeds[: options.seeds]:
            rows.append(measure(case, seed, contenders(options), options))
            print(_line(rows[-1]), file=sys.stderr, flush=True)
            save(options.json, {"question": "one", "limit": options.limit, "rows": rows})
    names = [OURS, *(name for name in ("without sat", "old") if name in rows[0]["seconds"]), *RIVALS]
    for solvable, title in ((True, "First solutions"), (False, "Proofs that there is no solution")):
        _print(f"{title}: CPU seconds with building", [row for row in rows if row["solvable"] == solvable], names)
    _print_families(rows)
    for line in summary(rows):
        print(line)
    save(options.json, {"question": "one", "limit": options.limit, "summary": summary(rows), "rows": rows})


def chosen(only: Sequence[str] | None) -> list[Case]:
    """Return the cases of these families and titles, or all."""
    if not only:
        return list(QUESTIONS)
    return [case for case in QUESTIONS if case.family in only or case.title in only]


def contenders(options: argparse.Namespace) -> dict[str, str]:
    """Return the contenders that take part, each with its Python."""
    present = [name for name, module in MODULES.items() if find_spec(module)]
    rivals = [encoding for name in present for encoding in RIVALS[name]]
    here = [OURS, *(["without sat"] if options.without_sat else []), *rivals]
    return dict.fromkeys(here, sys.executable) | ({"old": options.old} if options.old else {})


# ---- Measuring ----


def measure(case: Case, seed: int, pythons: Mapping[str, str], options: argparse.Namespace) -> Row:
    """Return the medians of all contenders on a problem; raise AssertionError if one of them is wrong."""
    cover = case.make(seed)
    question = as_lists(cover)
    text = json.dumps(question._asdict())
    p = problem(question)
    runs: dict[str, list[Row | None]] = {}
    for turn in range(options.rounds):
        for name in list(pythons)[:: 1 if turn % 2 == 0 else -1]:
            first = runs.setdefault(name, [])
            if not first or (first[0] is not None and _seconds(first[0]) <= ONCE_ABOVE_SECONDS):
                first.append(ask(pythons[name], name, text, options.limit))
    answers = {name: [run for run in found if run is not None] for name, found in runs.items()}
    check(case, p, answers)
    return {
        "family": case.family,
        "title": case.title,
        "seed": seed,
        "solvable": case.solvable,
        "invariant": case.invariant,
        "items": p.n_items,
        "options": p.n_options,
        "limit": options.limit,
        "seconds": {name: _median(found, _seconds) for name, found in answers.items()},
        "solve": {name: _median(found, lambda run: float(run["solve"])) for name, found in answers.items()},
    }


def ask(python: str, contender: str, question: str, limit: int) -> Row | None:
    """Return the answer of a contender, or None if it has none within the limit of CPU time."""
    old = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    ours = old | {"PYTHONPATH": str(Path(dlx.__file__).parent.parent)}
    done = subprocess.run(
        [python, "-P", answer.__file__, contender, str(limit)],
        input=question,
        capture_output=True,
        text=True,
        check=False,
        env=old if contender == "old" else ours,
    )
    if done.returncode < 0 or done.returncode == answer.NOT_TRIED:
        return None
    if done.returncode:
        raise RuntimeError(f"{contender} failed: {done.stderr}")
    found: Row = json.loads(done.stdout)
    return found if _seconds(found) <= limit else None


def check(case: Case, p: Problem, answers: Mapping[str, Iterable[Row]]) -> None:
    """Raise AssertionError for a wrong solution, and for a claim that contradicts the table of known answers."""
    for name, runs in answers.items():
        for found in runs:
            options = found["options"]
            claim = "there is none" if options is None else "there is one"
            assert options is None or _is_solution(p, options), f"{case.title}: {name} answers {options}: no solution"
            assert (options is not None) == case.solvable, f"{case.title}: {name} says that {claim}"


def _is_solution(p: Problem, options: Sequence[int]) -> bool:
    try:
        return p.verify(options)
    except ValueError:
        return False


def as_lists(cover: Cover) -> answer.Question:
    """Return a cover as lists. A primary item may begin with its multiplicity, as in Knuth's format: `0:3|room`."""
    primary = []
    for word in cover.primary:
        bounds, _, item = word.rpartition("|")
        low, high = map(int, bounds.split(":")) if bounds else (1, 1)
        primary.append((item, low, high))
    options = [[(item, color or None) for item, _, color in (x.partition(":") for x in o)] for o in cover.options]
    return answer.Question(primary, list(cover.secondary), options)


def problem(question: answer.Question) -> Problem:
    """Return a question as a Problem."""
    return Problem(
        [[Colored(item, color) if color else item for item, color in option] for option in question.options],
        primary={item: (low, high) for item, low, high in question.primary},
        secondary=question.secondary,
    )


def _seconds(found: Row) -> float:
    return float(found["build"] + found["solve"])


def _median(runs: Sequence[Row], seconds: Any) -> float | None:
    return statistics.median(map(seconds, runs)) if runs else None


# ---- The tables ----


def time_of(row: Row, name: str) -> float:
    """Return the seconds of a contender, the faster encoding of CaDiCaL; infinity for none."""
    found = [row["seconds"].get(member) for member in RIVALS.get(name, (name,))]
    return min((seconds for seconds in found if seconds is not None), default=math.inf)


def best_rival(row: Row) -> float:
    return min(time_of(row, name) for name in RIVALS)


def ratio(row: Row, name: str = OURS) -> float:
    """Return the time of the better rival by the time of `name`, NaN if both have none.

    None counts as the limit, and a time below a millisecond as a millisecond.
    """
    theirs, own = best_rival(row), time_of(row, name)
    if theirs == own == math.inf:
        return math.nan
    limit = float(row["limit"])
    return max(min(theirs, limit), SHORTEST_SECONDS) / max(min(own, limit), SHORTEST_SECONDS)


def mean_ratio(rows: Iterable[Row], name: str = OURS) -> float:
    """Return the geometric mean of the ratios, NaN if there are none."""
    found = [ratio(row, name) for row in rows]
    found = [one for one in found if not math.isnan(one)]
    return statistics.geometric_mean(found) if found else math.nan


def summary(rows: Sequence[Row]) -> list[str]:
    """Return the figures of the goals, a line each."""
    first = [row for row in rows if row["solvable"]]
    proofs = [row for row in rows if not row["solvable"]]
    known = [row for row in proofs if row["invariant"]]
    at_once = [row for row in known if time_of(row, OURS) <= AT_ONCE_SECONDS]
    lines = []
    for name in (OURS, "without sat"):
        if first and name in first[0]["seconds"]:
            faster = sum(ratio(row, name) >= 1 for row in first)
            lines.append(
                f"first solutions, {name}: {mean_ratio(first, name):.2f} times as fast as the better rival on the "
                f"geometric mean, faster on {faster} of {len(first)}"
            )
            lines += _missing(first, name)
    if proofs:
        lines.append(f"proofs by an invariant: {len(at_once)} of {len(known)} within {AT_ONCE_SECONDS} s")
        lines += _missing(proofs, OURS)
    return lines


def _missing(rows: Iterable[Row], name: str) -> list[str]:
    """Return a line with the problems that `name` has no answer to, though a rival has one soon."""
    late = [row for row in rows if time_of(row, name) == math.inf and best_rival(row) <= SOON_SECONDS]
    where = f" ({'; '.join(dict.fromkeys(row['title'] for row in late))})" if late else ""
    return [f"    none of {name} where a rival needs less than {SOON_SECONDS:g} s: {len(late)}{where}"]


def _print(title: str, rows: Sequence[Row], names: Sequence[str]) -> None:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["title"], []).append(row)
    body = [
        [name, str(len(group)), f"{group[0]['options']:,}", *(_cell(group, peer) for peer in names), _ratio(group)]
        for name, group in groups.items()
    ]
    if body:
        heads = ["problem", "seeds", "options", *names, "better rival by ours"]
        table(title, heads, [*body, ["geometric mean", *[""] * (len(heads) - 2), f"{mean_ratio(rows):.2f}"]])


def _cell(group: Sequence[Row], name: str) -> str:
    times = [time_of(row, name) for row in group]
    none = times.count(math.inf)
    median = statistics.median_high(times)
    return ("none" if median == math.inf else f"{median:.3f}") + f" ({none} none)" * (0 < none < len(times))


def _ratio(group: Sequence[Row]) -> str:
    mean = mean_ratio(group)
    ours = any(time_of(row, OURS) == math.inf for row in group)
    theirs = any(best_rival(row) == math.inf for row in group)
    bound = "~" if ours and theirs else "<" * ours + ">" * theirs
    return "-" if math.isnan(mean) else f"{bound}{mean:.2f}"


def _print_families(rows: Sequence[Row]) -> None:
    families: dict[tuple[str, bool], list[Row]] = {}
    for row in rows:
        families.setdefault((row["family"], row["solvable"]), []).append(row)
    body = []
    for (family, solvable), group in families.items():
        ours = sum(time_of(row, OURS) == math.inf for row in group)
        theirs = sum(best_rival(row) == math.inf for row in group)
        kind = "" if solvable else ", no solution"
        body.append([family + kind, str(len(group)), str(ours), str(theirs), _ratio(group)])
    table("Families", ["family", "questions", "none of ours", "none of the rivals", "better rival by ours"], body)


def _line(row: Row) -> str:
    times = ", ".join(f"{name} {'none' if s is None else format(s, '.3f')}" for name, s in row["seconds"].items())
    return f"{row['title']}, seed {row['seed']}: {times}"
