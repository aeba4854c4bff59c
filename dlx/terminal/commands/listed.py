# SPDX-License-Identifier: MIT
"""Solutions on standard output, in the formats of `dlx list`. None of them can pass for complete if a limit cut it.

    text    an option a line, a blank line between solutions      | stopped by the time limit: at least 2 solutions
    csv     a row for each option of a solution:                  stopped by the time limit: at least 2 solutions
            solution,option,item 1,item 2
            0,3,Ann,Monday
    jsonl   a solution a line                                     {"command": "list", "status": "time limit", ...}

A text that was cut ends with a comment of the text format, and a table with a row that holds no number, so that a
program that reads numbers fails on it. JSON lines always end with the status.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from ...engine.answer import Answer
from ...engine.status import CUT, Status
from ...engine.unfinished import Unfinished
from ...matrix.matrix import Matrix
from ...matrix.solution import Solution, option_words
from ...system.digits import digits
from ...system.wording import plural
from .shared import print_json


class Listed:
    """The solutions that a command has printed; this one prints them as text."""

    def __init__(self, args: argparse.Namespace, problem: Matrix) -> None:
        self.args, self.problem, self.n = args, problem, 0
        self.words = cache(lambda k: option_words(problem, k))

    def add(self, solution: Solution) -> None:
        """Print the next solution."""
        self.put(solution)
        self.n += 1

    def add_all(self, solutions: Iterator[Solution], limit: int | None) -> Status:
        """Print solutions as they are found, up to the limit; return how the list ended."""
        try:
            for solution in islice(solutions, limit):
                self.add(solution)
        except Unfinished:
            return Status.TIME_LIMIT
        except KeyboardInterrupt:
            return Status.INTERRUPTED
        return Status.SOLUTION_LIMIT if self.n == limit else Status.COMPLETE

    def put(self, solution: Solution) -> None:
        print("\n" * (self.n > 0) + "\n".join([*(" ".join(self.words(k)) for k in solution), *gaps(solution)]))

    def end(self, status: Status, stats: Any, **facts: Any) -> None:
        """Mark the end: whether these are all solutions, or as many as requested."""
        if (cut := cut_text(status, self.n)) is not None:
            print(f"| {cut}")


class JsonLines(Listed):
    """A solution a line, and a last line with the status."""

    def put(self, solution: Solution) -> None:
        print(json.dumps(as_json(solution, self.args)))

    def end(self, status: Status, stats: Any, **facts: Any) -> None:
        print_json(self.args, stats, status, solutions=self.n, **facts)


class Csv(Listed):
    """A row for each option of each solution, and for each item that gave way."""

    def __init__(self, args: argparse.Namespace, problem: Matrix) -> None:
        super().__init__(args, problem)
        self.rows = csv.writer(sys.stdout, lineterminator="\n")
        self.priced, self.slack = problem.costs is not None, bool(getattr(args, "slack", None))
        longest = int(max(problem.indptr[1:] - problem.indptr[:-1], default=0))
        costs = ["cost"] * (self.priced or self.slack) + ["gave way"] * self.slack
        self.rows.writerow(["solution", "option", *costs, *(f"item {k}" for k in range(1, longest + 1))])

    def put(self, solution: Solution) -> None:
        costs = solution.option_costs()
        for place, k in enumerate(solution):
            cost = [costs[place]] if self.priced else [0] * self.slack
            self.rows.writerow([self.n, k, *cost, *[""] * self.slack, *self.words(k)])
        for gap in solution.gave_way:
            self.rows.writerow([self.n, "", gap.price, gap.by, gap.item])

    def end(self, status: Status, stats: Any, **facts: Any) -> None:
        if (cut := cut_text(status, self.n)) is not None:
            self.rows.writerow([cut])


def listed(args: argparse.Namespace, problem: Matrix) -> Listed:
    """Return the printer for the format that the command asks for."""
    return {"text": Listed, "csv": Csv, "jsonl": JsonLines}[format_of_list(args)](args, problem)


def format_of_list(args: argparse.Namespace) -> str:
    """Return the format; --json is short for JSON lines."""
    if args.json and args.format not in (None, "jsonl"):
        raise ValueError(f"--json cannot be combined with --format {args.format}; use --format jsonl")
    return "jsonl" if args.json else args.format or "text"


def cut_text(status: Status, n: int) -> str | None:
    """Return the line that marks an answer as cut short, or None for a whole one."""
    if status not in (*CUT, Status.INTERRUPTED):
        return None
    return f"{stopped_by(status)}: at least {plural(n, 'solution')}"


def print_count(args: argparse.Namespace, answer: Answer) -> None:
    """Print a count: a number alone is exact, or the number that was requested."""
    n, status = answer.value, answer.status
    if args.json:
        print_json(args, answer.stats, status, count=n, exact=status is Status.COMPLETE)
    elif status is not Status.INTERRUPTED:
        print(f"{'at least ' * (status in CUT)}{digits(n)}")


def stopped_by(status: Status) -> str:
    return "interrupted" if status is Status.INTERRUPTED else f"stopped by the {status.value}"


def as_json(solution: Solution, args: argparse.Namespace) -> dict[str, Any]:
    """Return a solution with the words of its items, and the costs and the items that gave way for --min-cost."""
    words = [option_words(solution.problem, k) for k in solution]
    cost = {"cost": solution.cost} if by_cost(args) else {}
    gave_way = [{"item": str(gap.item), "by": gap.by, "price": gap.price} for gap in solution.gave_way]
    return {"options": list(solution.options), "items": words, **cost} | ({"gave way": gave_way} if gave_way else {})


def as_text(solution: Solution) -> str:
    """Return a solution as text, one option per line, and the items that gave way as comments of the text format."""
    return "\n".join([*(" ".join(option_words(solution.problem, k)) for k in solution), *gaps(solution)])


def by_cost(args: argparse.Namespace) -> bool:
    """Return whether a command asks for the cheapest solutions."""
    return bool(getattr(args, "min_cost", False) or getattr(args, "slack", None))


def gaps(solution: Solution) -> list[str]:
    return [
        f"| {gap.item} has {plural(abs(gap.by), 'option')} too {'few' if gap.by < 0 else 'many'}, price {gap.price}"
        for gap in solution.gave_way
    ]
