# SPDX-License-Identifier: MIT
"""The option --orbits of the commands count and list: solutions up to the symmetries of the problem."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from ...engine.support import check, flag
from ...engine.unfinished import Unfinished
from ...system.digits import digits
from ...system.wording import plural
from .listed import counted, listed
from .shared import Watch, finish, memory, numbers, print_json, read, report_stopped

if TYPE_CHECKING:
    from ...engine.status import Status
    from ...matrix.solution import Solution
    from ...workers.orbits import Group

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
        self.args = args
        self.problem = read(args)
        self.started = perf_counter()
        self.symmetries = 0

    def group(self, watch: Watch) -> Group:
        args, problem = self.args, self.problem
        from ...questions.orbits.representatives import looking

        given, banned = numbers(problem, args.given, "given"), numbers(problem, args.banned, "banned")
        group = problem.group(
            args.orbits, given=given, banned=banned, time_limit=args.time_limit, progress=looking(watch).report
        )
        self.symmetries = group.order
        return group

    @property
    def left(self) -> float | None:
        """The rest of the time limit."""
        return None if self.args.time_limit is None else max(self.args.time_limit - self.seconds, 0)

    @property
    def seconds(self) -> float:
        return perf_counter() - self.started

    @property
    def stats(self) -> OrbitStats:
        return OrbitStats(self.symmetries, self.seconds)

    def finish(self, status: Status, n: int) -> int:
        from ...engine.status import Status

        found = f"{plural(n, 'orbit')} of solutions"
        if self.symmetries:
            found += f" under {digits(self.symmetries, ',')} symmetr{'y' if self.symmetries == 1 else 'ies'}"
        if status is not Status.COMPLETE:
            why = "interrupted" if status is Status.INTERRUPTED else f"stopped by the {status.value}"
            found = f"{why}: at least {found}"
        return finish(self.args, status, n > 0, f"{found} ({self.seconds:.3f} s)")


def count_orbits(args: argparse.Namespace) -> int:
    from ...engine.status import Status

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
    if args.json:
        print_json(args, asked.stats, status, count=n, exact=status is Status.COMPLETE)
    elif status is not Status.INTERRUPTED:
        print(counted(n, status))
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
