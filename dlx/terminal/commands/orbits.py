# SPDX-License-Identifier: MIT
"""The option --orbits of the commands count and list: solutions up to the symmetries of the problem."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from ...engine.answer import Answer
from ...engine.status import Status
from ...engine.support import check, flag
from ...engine.unfinished import Unfinished
from ...matrix.solution import Solution
from ...system.digits import digits
from ...system.wording import plural
from .listed import listed, print_count, stopped_by
from .shared import Watch, finish, memory, passed, read, report_stopped

if TYPE_CHECKING:
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
