# SPDX-License-Identifier: MIT
"""The commands that convert a problem: zdd, sample, reduce, export, draw."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ...engine.status import Status
from ...engine.support import check, flag
from ...matrix.solution import Solution
from ...system.digits import digits, to_json
from ...system.files import replace_file
from ...system.wording import plural
from ..exit_codes import ExitCode
from .listed import listed
from .shared import asked, passed, read, report_stopped, say, show

EVENLY = "each as likely as any other"


def zdd(args: argparse.Namespace) -> int:
    if args.output == "-":
        raise ValueError("-o - is not possible: a saved diagram is not text; name a file")
    try:
        _, z = asked(args, "zdd")
    except (TimeoutError, OverflowError) as error:
        return report_stopped(args, error)
    if args.dot is not None:
        write(args.dot, z.to_dot())
    if args.output is not None:
        z.save(args.output)
    if args.json:
        facts = {"command": "zdd", "status": "complete", "nodes": len(z), "count": z.count()}
        print(to_json(facts | {"count_per_option": z.count_per_option()}))
    elif args.dot != "-":
        print(f"{plural(len(z), 'node')}\n{plural(z.count(), 'solution')}")
    return ExitCode.DONE if z.count() else ExitCode.NOT_FOUND


def draw_samples(args: argparse.Namespace) -> tuple[Sequence[Solution], str]:
    """Return solutions drawn at random, and a text that says from how many and how evenly; with --max-nodes from a
    diagram."""
    names = ("error", "max_nodes", "method", "max_memory")
    check("dlx sample", flag, **{name: getattr(args, name) for name in names})
    if args.max_nodes is not None:
        _, diagram = asked(args, "zdd")
        return diagram.sample(args.n, args.seed), f"{digits(diagram.count(), ',')}, {EVENLY}"
    _, drawn = asked(args, "sample")
    if drawn.error:
        return drawn, f"{drawn.solutions}, {EVENLY} up to an error of {drawn.error:.2g}"
    return drawn, f"{digits(int(drawn.solutions.value), ',')}, {EVENLY}"


def sample(args: argparse.Namespace) -> int:
    from ...questions.zdd import NothingToDraw

    try:
        drawn, origin = draw_samples(args)
    except (TimeoutError, OverflowError) as error:
        return report_stopped(args, error)
    except NothingToDraw:
        if not args.quiet:
            say("no solution")
        return ExitCode.NOT_FOUND
    printed = listed(args, drawn[0].problem)
    for solution in drawn:
        printed.add(solution)
    if not args.quiet:
        say(f"{plural(len(drawn), 'solution')} drawn from {origin}")
    return ExitCode.DONE


def reduce(args: argparse.Namespace) -> int:
    _, reduced = asked(args, "reduce")
    if args.json:
        facts = {"command": "reduce", "status": reduced.status.value, "no solution": reduced.unsolvable}
        lists = {"options": reduced.options, "forced": reduced.forced, "removed": reduced.removed}
        print(json.dumps(facts | {name: numbers.tolist() for name, numbers in lists.items()}))
    if args.output is not None or not args.json:
        reduced.write(sys.stdout if args.output in (None, "-") else args.output)
    if not args.quiet:
        say(str(reduced))
    if reduced.unsolvable is not None:
        return ExitCode.NOT_FOUND
    return ExitCode.DONE if reduced.status is Status.COMPLETE else ExitCode.STOPPED


def export(args: argparse.Namespace) -> int:
    if args.slack and args.to == "cnf":
        raise ValueError("--slack needs --to opb or --to lp; CNF has no costs")
    if args.encoding is not None and args.to != "cnf":
        raise ValueError(f"--encoding needs --to cnf; {args.to} states at most one in one row")
    problem = read(args)
    question = f"to_{args.to}"
    exported = getattr(problem, question)(**passed(args, problem, question))
    write("-" if args.output is None else args.output, exported.text())
    return ExitCode.DONE


def write(file: str, text: str) -> None:
    if file == "-":
        sys.stdout.write(text)
    else:
        replace_file(file, text)


# --- a picture of the matrix, or of the search tree


SEARCH_SECONDS = 10.0  # seconds to find the marked solution


def draw(args: argparse.Namespace) -> int:
    from ...drawing.matrix import draw_matrix
    from ...drawing.picture import format_of
    from ...drawing.tree import draw_tree, summary_of, walk

    if args.max_nodes is not None and not args.tree:
        raise ValueError("--max-nodes limits a tree; add --tree")
    if args.output:
        format_of(args.output)  # reject a name without a known format before the search
    problem = read(args)
    name = "standard input" if args.file == "-" else Path(args.file).name
    if args.tree:
        tree = walk(problem, **passed(args, problem, "walk"))
        picture = draw_tree(tree, title=f"search tree of {name}")
        summary, late = summary_of(tree), not tree.complete
    else:
        search = problem.search(**{"time_limit": SEARCH_SECONDS} | passed(args, problem, "search"), limit=1)
        solution = next(search, None)
        search.close()
        picture = draw_matrix(problem, solution or (), title=f"matrix of {name}")
        summary = "a solution is marked" if solution else "there is no solution"
        late = solution is None and search.status is not Status.COMPLETE
        if late:
            summary = "no solution is marked: time ran out before the search found one"
    show(picture, args.output or None)
    if not args.quiet:
        say(summary)
    return ExitCode.STOPPED if late else ExitCode.DONE
