# SPDX-License-Identifier: MIT
"""``python -m bench QUESTION``: one table a question, JSON and a picture on request."""

from __future__ import annotations

import argparse

from . import best, counting, cover, crew, generate, killers, logic, many, memory, one, parallel, sudoku, versions

QUESTIONS = {
    "cover": cover,
    "count": counting,
    "one": one,
    "best": best,
    "sudoku": sudoku,
    "logic": logic,
    "killers": killers,
    "many": many,
    "parallel": parallel,
    "crew": crew,
    "memory": memory,
    "generate": generate,
    "versions": versions,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    questions = parser.add_subparsers(required=True, metavar="QUESTION")
    for name, module in QUESTIONS.items():
        summary = (module.__doc__ or "").splitlines()[0]
        question = questions.add_parser(name, help=summary, description=module.__doc__)
        module.add_options(question)
        question.add_argument("--rounds", type=int, default=5, help="turns of each contender; default 5")
        question.add_argument("--json", metavar="FILE", help="write the result there")
        question.add_argument("--picture", metavar="FILE", help="draw the result there (SVG or PNG)")
        question.set_defaults(run=module.run)
    options = parser.parse_args()
    options.run(options)


main()
