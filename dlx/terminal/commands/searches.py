# SPDX-License-Identifier: MIT
"""The commands that search: solve, count, list."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ...engine.answer import Answer, Interrupted
from ...engine.status import LearningStats, Stats, Status
from ...engine.support import check, flag
from ...matrix.solution import Solution
from ...questions.listing import Listing
from ...system.wording import SHOWN_NAMES, plural
from ...workers import answers
from .listed import as_json, as_text, by_cost, counted, cut_text, format_of_list, listed, stopped_by
from .orbits import count_orbits, list_orbits
from .prove import assumed, learning_effort
from .shared import Watch, finish, memory, numbers, print_json, read, report_stopped, say, slack_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...problem import Problem
    from ...questions.best.best import Best
    from ...questions.count import CountStats
    from .listed import Listed


def solve(args: argparse.Namespace) -> int:
    names = ("method", "node_limit", "seed", "min_cost", "slack", "workers")
    check("dlx solve", flag, **{name: getattr(args, name) for name in names})
    if by_cost(args):
        return cheapest(args, 1)
    refuse_costs(args)
    check("solve", flag, method=args.method, workers=args.workers, node_limit=args.node_limit)
    problem = read(args)
    how = {"seed": args.seed, "workers": args.workers}
    answer = answered(args, problem, answers.solve, method=args.method, **how)
    solution = Solution.of(problem, answer.value[0]) if answer.value else None
    if args.json:
        print_json(args, answer.stats, answer.status, solution=None if solution is None else as_json(solution, args))
    elif solution is not None:
        print(as_text(solution))
    summary = "found a solution" if solution is not None else headline(answer.status, 0)
    return finish(args, answer.status, solution is not None, f"{summary} ({effort(answer.stats)})")


def answered(
    args: argparse.Namespace, problem: Problem, question: Callable[..., Answer], *named: Any, **how: Any
) -> Answer:
    """Return the answer of a question within the limits of a command, or what is known at Ctrl-C."""
    limits = {"time_limit": args.time_limit, "node_limit": args.node_limit}
    with Watch(args) as watch:
        try:
            return question(problem.engine, assumed(args, problem), *named, **how, **limits, progress=watch)
        except Interrupted as stop:
            return stop.answer


def count(args: argparse.Namespace) -> int:
    """Count all solutions, or to a limit."""
    if args.orbits is not None:
        return count_orbits(args)
    how = {name: getattr(args, name) for name in ("workers", "checkpoint", "method", "order")}
    how["max_memory"] = memory(args)
    check("count", flag, limit=args.limit, node_limit=args.node_limit, **how)
    problem = read(args)
    try:
        answer = answered(args, problem, answers.count, args.limit, **how)
    except OverflowError as error:
        return report_stopped(args, error)
    if args.checkpoint is not None and answer.status is Status.INTERRUPTED:
        say(f"the same command continues from {args.checkpoint}")
    return report_count(args, answer)


def report_count(args: argparse.Namespace, answer: Answer) -> int:
    n, status = answer.value, answer.status
    if args.json:
        print_json(args, answer.stats, status, count=n, exact=status is Status.COMPLETE)
    elif status is not Status.INTERRUPTED:
        print(counted(n, status))
    return finish(args, status, n > 0, f"{headline(status, n)} ({effort(answer.stats)})")


def list_all(args: argparse.Namespace) -> int:
    format_of_list(args)  # refuse two formats before the search
    if args.orbits is not None:
        return list_orbits(args)
    if by_cost(args):
        return cheapest(args, args.limit)
    refuse_costs(args)
    check("dlx list", flag, workers=args.workers, node_limit=args.node_limit, seed=args.seed)
    problem, started = read(args), perf_counter()
    printed = listed(args, problem)
    how = {"seed": args.seed, "node_limit": args.node_limit, "time_limit": args.time_limit, "workers": args.workers}
    stats: Any
    with Watch(args) as watch:
        solutions = answers.solutions(problem.engine, assumed(args, problem), args.limit, **how, progress=watch)
        if isinstance(solutions, Listing):
            status = print_all(args, solutions, printed)
            stats = solutions.stats
        else:
            status = printed.add_all(solutions, args.limit)
            stats = ListStats(args.workers, perf_counter() - started)
    n = max(printed.n, getattr(stats, "solutions", 0))  # Ctrl-C may come while we print one
    printed.end(status, stats)
    return finish(args, status, n > 0, f"{headline(status, n)} ({effort(stats)})")


def print_all(args: argparse.Namespace, listing: Listing, printed: Listed) -> Status:
    """Print the solutions until the listing stops or its time runs out; return how it ended."""
    deadline = perf_counter() + (inf if args.time_limit is None else args.time_limit)
    try:
        for solution in listing:
            printed.add(solution)
            if listing.status is None and perf_counter() > deadline:  # the clock of a listing stops while we print
                break
    except KeyboardInterrupt:
        return Status.INTERRUPTED
    return listing.status or Status.TIME_LIMIT


@dataclass
class ListStats:
    """The statistics of a list that many workers made."""

    workers: int
    seconds: float


def refuse_costs(args: argparse.Namespace) -> None:
    """Refuse the options of a search by cost that has not been asked for."""
    for option, value in (("--max-cost", args.max_cost), ("--start", args.start)):
        if value is not None:
            raise ValueError(f"{option} needs --min-cost or --slack")


def cheapest(args: argparse.Namespace, k: int | None) -> int:
    """Print the k cheapest solutions (None: all), the cheapest first."""
    names = ("seed", "min_cost", "slack", "workers", "node_limit")
    check("best", flag, **{name: getattr(args, name) for name in names})
    problem = read(args)
    with Watch(args) as watch:
        best = problem.best(
            k,
            given=numbers(problem, args.given, "given"),
            banned=numbers(problem, args.banned, "banned"),
            time_limit=args.time_limit,
            node_limit=args.node_limit,
            progress=watch,
            workers=args.workers,
            max_cost=args.max_cost,
            start=None if args.start is None else numbers(problem, args.start, "start"),
            slack=slack_of(args.slack),
        )
    if args.command == "solve":
        print_cheapest(args, best)
    else:
        printed = listed(args, problem)
        for solution in best:
            printed.add(solution)
        printed.end(best.status, best.stats, bound=best.bound)
    return finish(args, best.status, len(best) > 0, f"{cheapest_headline(best)} ({effort(best.stats)})")


def print_cheapest(args: argparse.Namespace, best: Best) -> None:
    """Print the cheapest solution; a comment follows if others may be cheaper."""
    if args.json:
        solution = as_json(best[0], args) if best else None
        print_json(args, best.stats, best.status, solution=solution, bound=best.bound)
    elif best:
        print(as_text(best[0]))
        if cut_text(best.status, 1) is not None:
            print(f"| {stopped_by(best.status)}: others cost at least {best.bound}")


def cheapest_headline(best: Best) -> str:
    costs = " ".join(f"{solution.cost:,}" for solution in best[:SHOWN_NAMES]) + " ..." * (len(best) > SHOWN_NAMES)
    met = f"{plural(len(best), 'solution')} of cost {costs}" if best else "no solution"
    if best.status is Status.COMPLETE:
        return f"{met}, none is cheaper" if best else met
    return f"stopped by the {best.status.value}: {met} so far, others cost at least {best.bound}"


# --- summaries


def headline(status: Status, n: int) -> str:
    """Return the conclusion from a search that found n solutions."""
    if status is Status.COMPLETE:
        return f"{plural(n, 'solution')}, and no more" if n else "no solution"
    if status is Status.SOLUTION_LIMIT:
        return f"{plural(n, 'solution')}, the number requested; there may be more"
    return cut_text(status, n) or "" if n else f"{stopped_by(status)} before a solution was found"


def effort(stats: Any) -> str:
    """Return the counters of an answer in words."""
    if isinstance(stats, ListStats):
        return f"{plural(stats.workers, 'worker')}, {stats.seconds:.3f} s"
    if isinstance(stats, LearningStats):
        return learning_effort(stats)
    return search_effort(stats) if isinstance(stats, Stats) else counting_effort(stats)


def search_effort(stats: Stats) -> str:
    guesses = f"{stats.guesses:,} guess{'es' * (stats.guesses != 1)}"
    failed = "".join(f"; {name} failed: {why}" for name, why in stats.failed)
    return f"{plural(stats.nodes, 'node')}, {guesses}, {plural(stats.updates, 'update')}, {stats.seconds:.3f} s{failed}"


def counting_effort(stats: CountStats) -> str:
    memory = f", {stats.hit_rate:.0%} of {plural(stats.lookups, 'state')} seen before" if stats.lookups else ""
    parts = f", {plural(stats.parts, 'part')}" if stats.parts else ""
    return f"{plural(stats.nodes, 'node')} by {stats.method}{memory}{parts}, {stats.seconds:.3f} s"
