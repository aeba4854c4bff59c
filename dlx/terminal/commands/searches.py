# SPDX-License-Identifier: MIT
"""The commands that search: solve, count, list."""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from functools import cache
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ...engine.decision import MOST_DECIDED
from ...engine.support import check, flag
from ...engine.unfinished import Unfinished
from ...system.digits import digits
from ...system.wording import SHOWN_NAMES, plural
from .orbits import count_orbits, list_orbits
from .prove import assumed, learning_effort
from .shared import Watch, as_json, as_text, finish, memory, numbers, print_json, read, report_stopped, say, slack_of

if TYPE_CHECKING:
    from ...engine.status import Stats, Status
    from ...matrix.solution import Solution
    from ...problem import Problem
    from ...questions.best import Best
    from ...questions.count import CountStats
    from ...questions.search import Search


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
    if args.min_cost or args.slack:
        return cheapest(args, 1)
    check("solve", flag, method=args.method, workers=args.workers)
    check("dlx solve", flag, node_limit=args.node_limit, workers=args.workers)
    problem = read(args)
    with Watch(args) as watch:
        if args.node_limit is None:
            solution, status, stats = decide(args, problem, watch)
        else:
            solution, status, stats = search_first(args, problem, watch)
    if args.json:
        print_json(args, stats, status, solution=None if solution is None else as_json(solution))
    elif solution is not None:
        print(as_text(solution))
    summary = "found a solution" if solution is not None else headline(status, 0)
    return finish(args, status, solution is not None, f"{summary} ({effort(stats)})")


def decide(
    args: argparse.Namespace, problem: Problem, watch: Watch, wanted: int = 1
) -> tuple[Solution | None, Status, Stats]:
    """Find so many solutions with all strategies; return the first."""
    from ...engine.decision import Decision
    from ...engine.limits import seconds
    from ...engine.status import Status
    from ...matrix.assumptions import Assumptions
    from ...matrix.solution import Solution

    given, banned = numbers(problem, args.given, "given"), numbers(problem, args.banned, "banned")
    assumed = Assumptions.of(problem, given, banned)
    if args.workers is not None:
        from ...workers.first import decide_on_workers

        status, found, stats = decide_on_workers(
            problem.engine, assumed, args.workers, args.time_limit, args.seed, watch
        )
        return Solution.of(problem, found[0]) if found else None, status, stats
    decision = Decision(
        problem.engine,
        assumed,
        wanted,
        time_limit=seconds(args.time_limit),
        seed=getattr(args, "seed", None),
        method=args.method,
        report=watch,
    )
    try:
        status = decision.run()
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    return Solution.of(problem, decision.found[0]) if decision.found else None, status, decision.stats


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
        print_json(args, queries.stats, status, solution=None if solution is None else as_json(solution))
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
        if args.node_limit is None and args.method == "auto" and args.limit <= MOST_DECIDED:
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

    problem = read(args)
    with Watch(args) as watch:
        count = problem.counting(
            given=numbers(problem, args.given, "given"),
            banned=numbers(problem, args.banned, "banned"),
            method=args.method,
            max_memory=memory(args),
            order=args.order,
            workers=args.workers,
            checkpoint=args.checkpoint,
            progress=watch,
        )
        try:
            with suppress(Unfinished):  # the status reports it
                count.run(time_limit=args.time_limit)
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
        print(digits(n))
    return finish(args, status, n > 0, f"{headline(status, n)} ({work})")


def list_all(args: argparse.Namespace) -> int:
    from ...engine.status import Status

    if args.orbits is not None:
        refuse_workers(args)
        return list_orbits(args)
    if args.min_cost or args.slack:
        return cheapest(args, args.limit)
    refuse_workers(args)
    problem = read(args)
    with Watch(args) as watch:
        search = start(args, problem, watch, args.limit)
        try:
            print_all(args, search)
            status = search.status or Status.TIME_LIMIT
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    n = search.stats.solutions
    if args.json:
        print_json(args, search.stats, status, solutions=n)
    return finish(args, status, n > 0, f"{headline(status, n)} ({effort(search.stats)})")


def print_all(args: argparse.Namespace, search: Search) -> None:
    """Print the solutions until the search stops or its time runs out."""
    from ...formats.dlxfile import format_option

    text = cache(lambda k: format_option(search.problem, k))
    deadline = perf_counter() + (inf if args.time_limit is None else args.time_limit)
    for n, solution in enumerate(search):
        if args.json:
            print(json.dumps(as_json(solution)))
        else:
            print("\n" * (n > 0) + "\n".join(map(text, solution)))
        if search.status is None and perf_counter() > deadline:  # the search's clock stops while we print
            return


def refuse_workers(args: argparse.Namespace) -> None:
    if args.workers is not None:
        raise ValueError("--workers needs --min-cost or --slack; 'dlx solve' and 'dlx count' take it as well")


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
            slack=slack_of(args.slack),
        )
    if args.json:
        priced = [priced_as_json(solution) for solution in best]
        if args.command == "solve":
            print_json(args, best.stats, best.status, solution=priced[0] if priced else None, bound=best.bound)
        else:
            print("".join(json.dumps(solution) + "\n" for solution in priced), end="")
            print_json(args, best.stats, best.status, solutions=len(best), bound=best.bound)
    elif best:
        print("\n\n".join(map(priced_as_text, best)))
    return finish(args, best.status, len(best) > 0, f"{cheapest_headline(best)} ({effort(best.stats)})")


def priced_as_json(solution: Solution) -> dict[str, Any]:
    gave_way = [{"item": str(one.item), "by": one.by, "price": one.price} for one in solution.gave_way]
    return as_json(solution) | {"cost": solution.cost} | ({"gave way": gave_way} if gave_way else {})


def priced_as_text(solution: Solution) -> str:
    """Return the options of a solution, and the items that gave way as comments of the text format."""
    gaps = [
        f"| {one.item} has {plural(abs(one.by), 'option')} too {'few' if one.by < 0 else 'many'}, price {one.price}"
        for one in solution.gave_way
    ]
    return "\n".join([as_text(solution), *gaps])


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
    why = "interrupted" if status is Status.INTERRUPTED else f"stopped by the {status.value}"
    return f"{why}: at least {plural(n, 'solution')}" if n else f"{why} before a solution was found"


def effort(stats: Stats) -> str:
    guesses = f"{stats.guesses:,} guess{'es' * (stats.guesses != 1)}"
    return f"{plural(stats.nodes, 'node')}, {guesses}, {plural(stats.updates, 'update')}, {stats.seconds:.3f} s"


def counting_effort(stats: CountStats) -> str:
    memory = f", {stats.hit_rate:.0%} of {plural(stats.lookups, 'state')} seen before" if stats.lookups else ""
    parts = f", {plural(stats.parts, 'part')}" if stats.parts else ""
    return f"{plural(stats.nodes, 'node')} by {stats.method}{memory}{parts}, {stats.seconds:.3f} s"
