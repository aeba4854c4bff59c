# SPDX-License-Identifier: MIT
"""The command `dlx model`: writes a model of dlx.models, draws a solution, or counts solutions up to symmetry."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice

from ...engine.status import CUT, Status
from ...engine.unfinished import Unfinished
from ...matrix.solution import Solution
from ...models import Instance, WordInstance
from ...questions.best.best import Best
from ...system.files import replace_file
from ...system.wording import plural
from ..exit_codes import ExitCode
from .gallery import arguments, models, returned
from .searches import cheapest_headline
from .shared import Watch, say, show

SHEET_SOLUTIONS = 12  # unless --limit says otherwise


def model(args: argparse.Namespace) -> int:
    from ...drawing.picture import format_of

    picture = args.sheet if args.draw is None else args.draw
    if args.time_limit is not None and not args.orbits and picture is None:
        raise ValueError("--time-limit is for --draw, --sheet and --orbits; without them nothing is searched")
    if args.limit is not None and (args.limit < 1 or args.sheet is None):
        raise ValueError("--limit is for --sheet, and is 1 or more")
    if picture not in (None, "-") and not _is_ipuz(args, picture):
        format_of(picture)  # reject a name without a known format before the search
    names = (name.lstrip("-").replace("-", "_") for name, _ in arguments(args.model))
    instance = models()[args.model](**{name: getattr(args, name) for name in names})
    skipped = getattr(instance, "skipped", 0)
    if skipped and not args.quiet:
        say(f"{instance.title}: skipped {plural(skipped, 'word')} not made of letters")
    if args.orbits and args.output is not None:
        remedy = "use --sheet for a picture of one solution of a kind"
        raise ValueError(f"--orbits cannot be combined with --output; {remedy}")
    if args.orbits and picture is None:
        try:
            with Watch(args) as watch:
                count = instance.count(orbits=True, progress=watch, time_limit=args.time_limit)
        except Unfinished as error:
            say(f"stopped: {error}")
            return ExitCode.STOPPED
        print(count)
        return ExitCode.DONE if count else ExitCode.NOT_FOUND
    if picture is not None:
        return _draw(instance, args, picture)
    if not args.quiet:
        say(f"{instance.title}: {repr(instance)[1:-1].partition(': ')[2]}")
    instance.write(sys.stdout if args.output in (None, "-") else args.output)
    return ExitCode.DONE


def _is_ipuz(args: argparse.Namespace, out: str) -> bool:
    """Return whether to write a crossword for other programs."""
    return returned(models()[args.model]) == "WordInstance" and args.draw is not None and out.lower().endswith(".ipuz")


def _found(instance: Instance, args: argparse.Namespace, number: int, watch: Watch) -> tuple[list[Solution], Status]:
    """Return solutions and how the search ended. A single one is a question for all strategies, not for one search."""
    found: list[Solution] = []
    try:
        if number == 1:
            solution = instance.solve(progress=watch, time_limit=args.time_limit)
            return ([] if solution is None else [solution]), Status.COMPLETE
        solutions = instance.solutions(orbits=args.orbits, progress=watch, time_limit=args.time_limit)
        found.extend(islice(solutions, number))  # keeps those before an error
    except Unfinished:
        return found, Status.TIME_LIMIT
    return found, Status.COMPLETE


def _cheapest(
    instance: Instance, args: argparse.Namespace, number: int, watch: Watch
) -> tuple[Sequence[Solution], Status]:
    """Return the cheapest solutions and how the search ended, and print their costs."""
    if isinstance(instance, WordInstance) and number == 1:
        best, headline = instance.best_fill(progress=watch, time_limit=args.time_limit), total_headline
    else:
        best = instance.best(number, progress=watch, time_limit=args.time_limit)
        headline = cheapest_headline
    watch.meter.hide()
    if best and not args.quiet:
        say(f"{instance.title}: {headline(best)}")
    return best, best.status


def total_headline(best: Best) -> str:
    """Return the conclusion about the total of the scores of words."""
    total = f"the words score {-(best[0].cost or 0):,}"
    if best.status is Status.COMPLETE:
        return f"{total}, and no fill scores more"
    most = "" if best.bound is None else f", at most {-best.bound:,}"
    return f"{total}, the best fill found before the {best.status.value}{most} is possible"


def _draw(instance: Instance, args: argparse.Namespace, out: str) -> int:
    """Draw a solution, or a sheet of them."""
    number = 1 if args.sheet is None else args.limit or SHEET_SOLUTIONS
    if args.orbits and instance.costs is not None:
        raise ValueError("--orbits is for models without costs; with costs, a sheet has the cheapest solutions")
    with Watch(args) as watch:
        find = _found if instance.costs is None else _cheapest
        solutions, status = find(instance, args, number, watch)
    if not solutions and status is not Status.COMPLETE:
        say(f"{instance.title}: the time limit came before a solution")
        return ExitCode.STOPPED
    if not solutions:
        say(f"{instance.title}: there is no solution (to learn why, pipe the model to dlx explain -)")
        return ExitCode.NOT_FOUND
    _write(instance, args, solutions, out)
    if status not in CUT:
        return ExitCode.DONE
    if instance.costs is None:
        say(f"{instance.title}: the time limit came after {plural(len(solutions), 'solution')}; there may be more")
    return ExitCode.STOPPED


def _write(instance: Instance, args: argparse.Namespace, solutions: Sequence[Solution], out: str) -> None:
    """Write a picture of a solution or of several, or a file for other programs."""
    if isinstance(instance, WordInstance) and _is_ipuz(args, out):
        replace_file(out, instance.ipuz(solutions[0]))
        return
    show(instance.draw(solutions[0]) if args.sheet is None else instance.sheet(solutions), out)
