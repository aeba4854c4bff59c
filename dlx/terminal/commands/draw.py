# SPDX-License-Identifier: MIT
"""The command `dlx draw`: the matrix of a problem, or its search tree, as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...engine.status import Status
from ..exit_codes import ExitCode
from .shared import passed, read, say, show

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
