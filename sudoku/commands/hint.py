# SPDX-License-Identifier: MIT
"""`sudoku hint`: the easiest next step of a puzzle, or the next few."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import islice

from .asked import DONE, NOT_FOUND, add_reasoning, complain, place, positive, records


def add(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.description = "The easiest next step: what it is, where, and why."
    add_reasoning(parser)
    parser.add_argument("-n", "--number", type=positive, default=1, metavar="N", help="so many steps; 1 by default")


def run(args: argparse.Namespace) -> int:
    """Do it; returns the exit code: 1 where a puzzle has no next step."""
    from ..logic import hints

    code = DONE
    for record in records(args):
        if record.error:
            code = max(code, complain(record, record.error))
            continue
        try:
            found = hints(list(record.puzzle or b""), board=record.board, time_limit=args.time_limit)
            steps = list(islice(found, args.number))
        except ValueError as error:
            code = max(code, complain(record, error))
            continue
        if args.json:
            told = {"source": record.source or None, "line": record.line}
            print(json.dumps({**told, "steps": [step.as_json() for step in steps]}))
        else:
            for step in steps:
                print(f"{place(record)}{step.technique}: {step.words}")
            if not steps:
                print(f"{place(record)}no step is found")
        code = max(code, DONE if steps else NOT_FOUND)
        sys.stdout.flush()
    return code
