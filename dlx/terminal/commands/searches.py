# SPDX-License-Identifier: MIT
"""The commands that search: solve, count, list, prove; and --orbits of count and list."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ...engine.answer import Answer, Interrupted
from ...engine.status import LearningStats, Stats, Status
from ...engine.support import check, flag
from ...engine.unfinished import Unfinished
from ...matrix.assumptions import Assumptions
from ...matrix.solution import Solution
from ...problem import Problem
from ...questions.listing import Listing
from ...system.digits import digits
from ...system.wording import SHOWN_NAMES, plural
from ...workers import answers
from ..exit_codes import ExitCode
from .listed import Listed, as_json, as_text, by_cost, cut_text, format_of_list, listed, print_count, stopped_by
from .shared import Watch, finish, memory, numbers, passed, print_json, read, report_stopped, say

if TYPE_CHECKING:
    from ...questions.best.best import Best
    from ...questions.count import CountStats
    from ...questions.prove import Proof
    from ...workers.orbits import Group


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


def assumed(args: argparse.Namespace, problem: Problem) -> Assumptions:
    given, banned = (numbers(problem, getattr(args, name), name) for name in ("given", "banned"))
    return Assumptions.of(problem, given, banned)


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
    print_count(args, answer)
    n, status = answer.value, answer.status
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
        best = problem.best(**passed(args, problem, "best") | {"k": k}, progress=watch)
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


# --- a proof for others to check


def prove(args: argparse.Namespace) -> int:
    from ...questions.prove import prove

    if args.output in (None, "-"):
        raise ValueError("prove writes two files; name them with -o NAME, for NAME.cnf and NAME.drat")
    problem = read(args)
    with Watch(args) as watch:
        proof = prove(problem, assumed(args, problem), args.output, args.time_limit, watch)
    if args.json:
        proved = proof.status is Status.COMPLETE
        files = {"cnf": str(proof.cnf) if proved else None, "drat": str(proof.drat) if proved else None}
        print_json(args, proof.stats, proof.status, **files)
    if not args.quiet:
        say(f"{words(proof)} ({learning_effort(proof.stats)})")
    codes = {Status.COMPLETE: ExitCode.DONE, Status.SOLUTION_LIMIT: ExitCode.NOT_FOUND}
    return codes.get(proof.status, ExitCode.STOPPED)


def words(proof: Proof) -> str:
    if proof.status is Status.COMPLETE:
        return f"no solution; the clauses are in {proof.cnf}, the proof in {proof.drat}"
    if proof.status is Status.SOLUTION_LIMIT:
        return "there is a solution, and nothing to prove; 'dlx solve' prints one"
    return f"stopped by the {proof.status.value} before it was known whether there is a solution; no file was written"


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


def learning_effort(stats: LearningStats) -> str:
    return f"{plural(stats.conflicts, 'conflict')}, {plural(stats.decisions, 'decision')}, {stats.seconds:.3f} s"


# --- --orbits: solutions up to the symmetries of the problem


# The arguments that the table of support excludes, of both commands.
EXCLUDED = ("node_limit", "checkpoint", "order", "seed", "min_cost", "slack")


@dataclass
class OrbitStats:
    symmetries: int  # 0 if there was no time to find them
    seconds: float


class Orbits:
    """A question about orbits: its group, its clock and its end."""

    def __init__(self, args: argparse.Namespace) -> None:
        told = {name: getattr(args, name, None) for name in EXCLUDED}
        if args.command == "count":
            told |= {"limit": args.limit}
        check("dlx orbits", flag, orbits=True, **told)
        self.args, self.problem = args, read(args)
        self.started = perf_counter()
        self.symmetries = 0

    def group(self, watch: Watch) -> Group:
        from ...questions.orbits.representatives import looking

        how = passed(self.args, self.problem, "group")
        group = self.problem.group(self.args.orbits, **how, progress=looking(watch).report)
        self.symmetries = group.order
        return group

    @property
    def left(self) -> float | None:
        """The rest of the time limit."""
        return None if self.args.time_limit is None else max(self.args.time_limit - self.stats.seconds, 0)

    @property
    def stats(self) -> OrbitStats:
        return OrbitStats(self.symmetries, perf_counter() - self.started)

    def finish(self, status: Status, n: int) -> int:
        found = f"{plural(n, 'orbit')} of solutions"
        if self.symmetries:
            found += f" under {digits(self.symmetries, ',')} symmetr{'y' if self.symmetries == 1 else 'ies'}"
        if status is not Status.COMPLETE:
            found = f"{stopped_by(status)}: at least {found}"
        return finish(self.args, status, n > 0, f"{found} ({self.stats.seconds:.3f} s)")


def count_orbits(args: argparse.Namespace) -> int:
    asked, n, status = Orbits(args), 0, Status.COMPLETE
    with Watch(args) as watch:
        try:
            group = asked.group(watch)
            how = {"method": args.method, "max_memory": memory(args), "workers": args.workers}
            n = group.count(**how, progress=watch, time_limit=asked.left)
        except Unfinished as error:
            n, status = int(error.partial), Status.TIME_LIMIT
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
        except OverflowError as error:
            return report_stopped(args, error)
    print_count(args, Answer(n, status, asked.stats))
    return asked.finish(status, n)


def list_orbits(args: argparse.Namespace) -> int:
    asked = Orbits(args)
    printed = listed(args, asked.problem)
    with Watch(args) as watch:
        try:
            status = printed.add_all(_representatives(asked, watch), args.limit)
        except OverflowError as error:
            return report_stopped(args, error)
    printed.end(status, asked.stats)
    return asked.finish(status, printed.n)


def _representatives(asked: Orbits, watch: Watch) -> Iterator[Solution]:
    yield from asked.group(watch).solutions(time_limit=asked.left, progress=watch)
