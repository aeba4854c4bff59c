# SPDX-License-Identifier: MIT
"""One question to one solver, in a process of its own: is there a solution, and which is the first?

    python -P answer.py CONTENDER SECONDS < question.json > answer.json

    question    {"primary": [[item, low, high], ...], "secondary": [item, ...], "options": [[[item, color], ...], ...]}
    answer      {"options": [3, 8] or null, "build": seconds, "solve": seconds}

The file imports nothing of this folder and runs with any version of the package. CPU time counts, from lists to the
answer; imports and a first call on a tiny problem come before. The system ends a process that takes longer.

    ours           Problem(...).solve()
    without sat    the same, as if python-sat were not installed
    CaDiCaL        CaDiCaL 1.9.5 of python-sat; the clauses of "at most one" are counters, and pairs in short rows
    CaDiCaL pairs  the same with a clause for each pair
    CP-SAT         a Boolean variable for each option, exactly-one and at-most-one constraints, one worker
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import chain, combinations
from typing import Any, NamedTuple

Answer = list[int] | None
MOST_IN_PAIRS = 7  # variables; a counter has more clauses up to here
MOST_PAIRS = 2_000_000  # more take longer to write than CaDiCaL to solve with counters
NOT_TRIED = 3  # the exit code


class Question(NamedTuple):
    """A problem as lists; the color is None where there is none."""

    primary: list[tuple[str, int, int]]
    secondary: list[str]
    options: list[list[tuple[str, str | None]]]


TINY = Question([("a", 1, 1), ("b", 1, 1)], ["s"], [[("a", None), ("s", "x")], [("b", None), ("s", "x")]])


def ours(question: Question) -> Callable[[], Any]:
    """Build our Problem, and return a function that solves it."""
    return _problem(question).solve


def _problem(question: Question) -> Any:
    from dlx import Colored, Problem

    single = all(low == high == 1 for _, low, high in question.primary)
    names = [item for item, _, _ in question.primary]
    return Problem(
        [[item if color is None else Colored(item, color) for item, color in option] for option in question.options],
        primary=names if single else {item: (low, high) for item, low, high in question.primary},
        secondary=question.secondary,
    )


def without_sat(question: Question) -> Callable[[], Any]:
    """Do the same without python-sat, whose import fails from now on."""
    sys.modules["pysat"] = None  # type: ignore[assignment]
    return ours(question)


def cadical(question: Question, pairs: bool = False) -> Callable[[], Answer]:
    """Give CaDiCaL a problem as clauses, and return a function that solves them.

    We make the clauses here, because `Problem.to_cnf` takes several times as long: it checks, names the lines, and has
    counters with both halves.
    """
    from pysat.solvers import Cadical195

    literals, colors, clauses = _literals(question)
    if pairs and sum(len(found) ** 2 for found in literals.values()) > 2 * MOST_PAIRS:
        sys.exit(NOT_TRIED)
    last = [len(question.options) + len(colors)]
    for item, low, high in question.primary:
        if low:
            clauses.append(literals[item])
        if high == 1:
            clauses += _at_most_one(literals[item], last, pairs)
        if (low, high) != (1, 1):
            clauses += _between(literals[item], low, high, last)
    for item in question.secondary:
        clauses += _at_most_one(literals[item], last, pairs)
    solver, n = Cadical195(bootstrap_with=clauses), len(question.options)
    return lambda: [k - 1 for k in solver.get_model()[:n] if k > 0] if solver.solve() else None


def _literals(question: Question) -> tuple[dict[str, list[int]], dict[tuple[str, str], int], list[list[int]]]:
    """Return the variables of each item, the variables of colors, and clauses by which an option implies its colors.

    Variable k + 1 is option k. A color of an item, in several options, is a variable of its own.
    """
    literals: dict[str, list[int]] = {item: [] for item in question.secondary}
    literals |= {item: [] for item, _, _ in question.primary}
    colors: dict[tuple[str, str], int] = {}
    clauses = []
    for k, option in enumerate(question.options, 1):
        for item, color in option:
            if color is None:
                literals[item].append(k)
                continue
            if (item, color) not in colors:
                colors[item, color] = len(question.options) + len(colors) + 1
                literals[item].append(colors[item, color])
            clauses.append([-k, colors[item, color]])
    return literals, colors, clauses


def _at_most_one(literals: list[int], last: list[int], pairs: bool) -> list[list[int]]:
    """Return clauses for at most one: all pairs, or Sinz's counter; `last` holds the last variable used."""
    if pairs or len(literals) <= MOST_IN_PAIRS:
        return [[-a, -b] for a, b in combinations(literals, 2)]
    seen, clauses = literals[0], []
    for x in literals[1:-1]:
        last[0] += 1
        clauses += [[-seen, -x], [-seen, last[0]], [-x, last[0]]]
        seen = last[0]
    return [*clauses, [-seen, -literals[-1]]]


def _between(literals: list[int], low: int, high: int, last: list[int]) -> list[list[int]]:
    """Return clauses for `low` to `high`, apart from at least one and at most one."""
    from pysat.card import CardEnc, EncType

    if low > len(literals):
        return [[]]
    clauses = []
    for bound, encode, wanted in ((low, CardEnc.atleast, low > 1), (high, CardEnc.atmost, 1 < high < len(literals))):
        if wanted:
            encoded = encode(literals, bound, top_id=last[0], encoding=EncType.seqcounter)
            last[0] = max(last[0], encoded.nv)
            clauses += encoded.clauses
    return clauses


def cp_sat(question: Question) -> Callable[[], Answer]:
    """Build a model of OR-tools, and return a function that solves it.

    A secondary item is in at most one option, or has at most one of its colors. A color of an item is a variable too,
    which the options with that color imply.
    """
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    solver.parameters.num_workers = 1
    variables = [model.new_bool_var("") for _ in question.options]
    uses: dict[str, list[Any]] = {item: [] for item in chain((p[0] for p in question.primary), question.secondary)}
    colors: dict[tuple[str, str], Any] = {}
    for variable, option in zip(variables, question.options, strict=True):
        for item, color in option:
            if color is None:
                uses[item].append(variable)
                continue
            if (item, color) not in colors:
                uses[item].append(colors.setdefault((item, color), model.new_bool_var("")))
            model.add_implication(variable, colors[item, color])
    for item, low, high in question.primary:
        if low == high == 1:
            model.add_exactly_one(uses[item])
        else:
            model.add_linear_constraint(sum(uses[item]), low, high)
    for item in question.secondary:
        model.add_at_most_one(uses[item])

    def solve() -> Answer:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), solver.status_name(status)
        return [k for k, variable in enumerate(variables) if solver.boolean_value(variable)]

    return solve


CONTENDERS: dict[str, Callable[[Question], Callable[[], Any]]] = {
    "ours": ours,
    "without sat": without_sat,
    "old": ours,
    "CaDiCaL": cadical,
    "CaDiCaL pairs": lambda question: cadical(question, pairs=True),
    "CP-SAT": cp_sat,
}


def main(contender: str, seconds: int) -> None:
    import resource  # not on Windows, where tests use the questions of this file alone

    parts = json.load(sys.stdin)
    options = [[(item, color) for item, color in option] for option in parts["options"]]
    question = Question([(item, low, high) for item, low, high in parts["primary"]], parts["secondary"], options)
    build = CONTENDERS[contender]
    build(TINY)()
    start = _clock()
    limit = int(start) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    solve = build(question)
    built = _clock()
    answer = solve()
    done = _clock()
    found = None if answer is None else list(map(int, getattr(answer, "options", answer)))
    print(json.dumps({"options": found, "build": built - start, "solve": done - built}))


def _clock() -> float:
    """Return the CPU time of this process and its children.

    Not time.process_time(): under RLIMIT_CPU, Linux advances that clock at the ticks of the scheduler. A millisecond of
    work took 0.01 ms to 4 ms.
    """
    import resource

    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
