# SPDX-License-Identifier: MIT
"""The commands that search: solve, count, list."""

from __future__ import annotations

import argparse
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from ...engine.support import check, flag
from ...engine.unfinished import Unfinished
from ...system.wording import SHOWN_NAMES, plural
from .listed import as_json, as_text, by_cost, counted, cut_text, format_of_list, listed, stopped_by
from .orbits import count_orbits, list_orbits
from .prove import assumed, learning_effort
from .shared import Watch, finish, memory, numbers, print_json, read, report_stopped, say, slack_of

if TYPE_CHECKING:
    from ...engine.status import Stats, Status
    from ...matrix.solution import Solution
    from ...problem import Problem
    from ...questions.best.best import Best
    from ...questions.count import CountStats
    from ...questions.search import Search
    from .listed import Listed


def start(args: argparse.Namespace, problem: Problem, watch: Watch, limit: int | None) -> Search:
    return problem.search(
        given=numbers(problem, args.given, "given"),
        banned=numbers(problem, args.banned, "banned"),
        limit=limit,
        time_limit=args.time_limit,
        node_limit=args.node_limit,
        seed=getattr(args, "seed", None),
        progress=watch,
    )


def solve(args: argparse.Namespace) -> int:

    if args.method == "sat":
        return solve_learning(args)
    if by_cost(args):
        return cheapest(args, 1)
    refuse_costs(args)
    check("solve", flag, method=args.method, workers=args.workers, node_limit=args.node_limit)
    problem = read(args)
    with Watch(args) as watch:
        if args.node_limit is None:
            solution, status, stats = decide(args, problem, watch)
        else:
            solution, status, stats = search_first(args, problem, watch)
    if args.json:
        print_json(args, stats, status, solution=None if solution is None else as_json(solution, args))
    elif solution is not None:
        print(as_text(solution))
    summary = "found a solution" if solution is not None else headline(status, 0)
    return finish(args, status, solution is not None, f"{summary} ({effort(stats)})")


def decide(
    args: argparse.Namespace, problem: Problem, watch: Watch, wanted: int = 1
) -> tuple[Solution | None, Status, Stats]:
    """Find so many solutions with all strategies; return the first."""
    from ...engine.limits import seconds
    from ...matrix.assumptions import Assumptions
    from ...matrix.solution import Solution
    from ...questions.decide import Decision

    given, banned = numbers(problem, args.given, "given"), numbers(problem, args.banned, "banned")
    assumed = Assumptions.of(problem, given, banned)
    if args.workers is not None:
        from ...workers.first import decide_on_workers

        answer = decide_on_workers(problem.engine, assumed, args.workers, args.time_limit, args.seed, watch)
    else:
        answer = Decision(
            problem.engine,
            assumed,
            wanted,
            shown=wanted == 1,
            time_limit=seconds(args.time_limit),
            seed=getattr(args, "seed", None),
            method=args.method,
            report=watch,
        ).answer()
    solution = Solution.of(problem, answer.value[0]) if answer.value and wanted == 1 else None
    return solution, answer.status, answer.stats


def search_first(args: argparse.Namespace, problem: Problem, watch: Watch) -> tuple[Solution | None, Status, Stats]:
    """Find the first solution of a plain search, which takes a limit of nodes."""
    from ...engine.status import Status

    search, solution = start(args, problem, watch, 1), None
    try:
        solution = next(search, None)
        status = search.status or Status.COMPLETE
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    return solution, status, search.stats


def solve_learning(args: argparse.Namespace) -> int:
    from ...engine.status import Status
    from ...questions.learned import Queries

    names = ("method", "node_limit", "seed", "min_cost", "slack", "workers")
    check("dlx solve", flag, **{name: getattr(args, name) for name in names})
    problem, solution = read(args), None
    with Watch(args) as watch:
        queries = Queries(problem, assumed(args, problem), args.time_limit, watch)
        try:
            status = queries.run()
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    if status is Status.SOLUTION_LIMIT:
        solution = queries.solution
    if args.json:
        print_json(args, queries.stats, status, solution=None if solution is None else as_json(solution, args))
    elif solution is not None:
        print(as_text(solution))
    summary = "found a solution" if solution is not None else headline(status, 0)
    return finish(args, status, solution is not None, f"{summary} ({learning_effort(queries.stats)})")


def count(args: argparse.Namespace) -> int:
    """Count the solutions by a suitable method, or one by one if a limit can stop the count."""
    if args.orbits is not None:
        return count_orbits(args)
    names = ("limit", "node_limit", "workers", "checkpoint", "method", "max_memory", "order")
    check("count", flag, **{name: getattr(args, name) for name in names})
    if args.limit is None and args.node_limit is None:
        return count_all(args)
    from ...engine.status import Status

    problem = read(args)
    with Watch(args) as watch:
        if args.node_limit is None and args.method == "auto" and args.limit > 0:
            _, status, stats = decide(args, problem, watch, args.limit)
            return report_count(args, stats.solutions, status, stats, effort(stats))
        search = start(args, problem, watch, args.limit)
        try:
            search.count()
            status = search.status or Status.COMPLETE
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    return report_count(args, search.stats.solutions, status, search.stats, effort(search.stats))


def count_all(args: argparse.Namespace) -> int:
    from ...engine.status import Status
    from ...questions.count import CountStats

    problem = read(args)
    with Watch(args) as watch:
        try:
            count = problem.counting(
                given=numbers(problem, args.given, "given"),
                banned=numbers(problem, args.banned, "banned"),
                method=args.method,
                max_memory=memory(args),
                order=args.order,
                workers=args.workers,
                checkpoint=args.checkpoint,
                progress=watch,
                time_limit=args.time_limit,
            )
        except Unfinished:  # while its strategies were prepared
            nothing = CountStats(args.method, None, nodes=0, lookups=0, hits=0, memory=0, seconds=args.time_limit)
            return report_count(args, 0, Status.TIME_LIMIT, nothing, counting_effort(nothing))
        try:
            with suppress(Unfinished):  # the status reports it
                count.run()
            status = count.status or Status.COMPLETE
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
            if args.checkpoint is not None:
                say(f"the same command continues from {args.checkpoint}")
        except OverflowError as error:
            return report_stopped(args, error)
    return report_count(args, count.count, status, count.stats, counting_effort(count.stats))


def report_count(args: argparse.Namespace, n: int, status: Status, stats: Stats | CountStats, work: str) -> int:
    from ...engine.status import Status

    if args.json:
        print_json(args, stats, status, count=n, exact=status is Status.COMPLETE)
    elif status is not Status.INTERRUPTED:
        print(counted(n, status))
    return finish(args, status, n > 0, f"{headline(status, n)} ({work})")


def list_all(args: argparse.Namespace) -> int:
    from ...engine.status import Status

    format_of_list(args)  # refuse two formats before the search
    if args.orbits is not None:
        return list_orbits(args)
    if by_cost(args):
        return cheapest(args, args.limit)
    refuse_costs(args)
    if args.workers is not None:
        return list_on_workers(args)
    problem = read(args)
    printed = listed(args, problem)
    with Watch(args) as watch:
        search = start(args, problem, watch, args.limit)
        try:
            print_all(args, search, printed)
            status = search.status or Status.TIME_LIMIT
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    printed.end(status, search.stats)
    n = search.stats.solutions  # Ctrl-C may come while we print one
    return finish(args, status, n > 0, f"{headline(status, n)} ({effort(search.stats)})")


def print_all(args: argparse.Namespace, search: Search, printed: Listed) -> None:
    """Print the solutions until the search stops or its time runs out."""
    deadline = perf_counter() + (inf if args.time_limit is None else args.time_limit)
    for solution in search:
        printed.add(solution)
        if search.status is None and perf_counter() > deadline:  # the search's clock stops while we print
            return


@dataclass
class ListStats:
    """The statistics of a list that many workers made."""

    workers: int
    seconds: float


def list_on_workers(args: argparse.Namespace) -> int:
    """Print the solutions in the order of a search, whoever finds them."""

    check("dlx list", flag, workers=args.workers, node_limit=args.node_limit, seed=args.seed)
    problem, started = read(args), perf_counter()
    printed = listed(args, problem)
    with Watch(args) as watch:
        found = problem.solutions(
            given=numbers(problem, args.given, "given"),
            banned=numbers(problem, args.banned, "banned"),
            workers=args.workers,
            time_limit=args.time_limit,
            progress=watch,
        )
        status = printed.add_all(found, args.limit)
    stats = ListStats(args.workers, perf_counter() - started)
    printed.end(status, stats)
    work = f"{plural(args.workers, 'worker')}, {stats.seconds:.3f} s"
    return finish(args, status, printed.n > 0, f"{headline(status, printed.n)} ({work})")


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
    from ...engine.status import Status

    costs = " ".join(f"{solution.cost:,}" for solution in best[:SHOWN_NAMES]) + " ..." * (len(best) > SHOWN_NAMES)
    met = f"{plural(len(best), 'solution')} of cost {costs}" if best else "no solution"
    if best.status is Status.COMPLETE:
        return f"{met}, none is cheaper" if best else met
    return f"stopped by the {best.status.value}: {met} so far, others cost at least {best.bound}"


# --- summaries


def headline(status: Status, n: int) -> str:
    """Return the conclusion from a search that found n solutions."""
    from ...engine.status import Status

    if status is Status.COMPLETE:
        return f"{plural(n, 'solution')}, and no more" if n else "no solution"
    if status is Status.SOLUTION_LIMIT:
        return f"{plural(n, 'solution')}, the number requested; there may be more"
    return cut_text(status, n) or "" if n else f"{stopped_by(status)} before a solution was found"


def effort(stats: Stats) -> str:
    guesses = f"{stats.guesses:,} guess{'es' * (stats.guesses != 1)}"
    failed = "".join(f"; {name} failed: {why}" for name, why in stats.failed)
    return f"{plural(stats.nodes, 'node')}, {guesses}, {plural(stats.updates, 'update')}, {stats.seconds:.3f} s{failed}"


def counting_effort(stats: CountStats) -> str:
    memory = f", {stats.hit_rate:.0%} of {plural(stats.lookups, 'state')} seen before" if stats.lookups else ""
    parts = f", {plural(stats.parts, 'part')}" if stats.parts else ""
    return f"{plural(stats.nodes, 'node')} by {stats.method}{memory}{parts}, {stats.seconds:.3f} s"
