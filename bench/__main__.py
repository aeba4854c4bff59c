# SPDX-License-Identifier: MIT
"""``python -m bench QUESTION``: one table a question, JSON and a picture on request."""

from __future__ import annotations

import argparse

from . import (
    arguments,
    best,
    build,
    counting,
    cover,
    crew,
    generate,
    killers,
    logic,
    many,
    memory,
    one,
    parallel,
    sudoku,
    versions,
)

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
    "build": build,
    "generate": generate,
    "versions": versions,
}


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    questions = parser.add_subparsers(required=True, metavar="QUESTION")
    for name, module in QUESTIONS.items():
        summary = (module.__doc__ or "").splitlines()[0]
        question = questions.add_parser(name, help=summary, description=module.__doc__)
        module.add_options(question)
        question.add_argument(
            "--rounds", type=arguments.number(1), default=5, help="turns of each contender; default 5"
        )
        question.add_argument("--json", type=arguments.output, metavar="FILE", help="write the result there")
        question.add_argument(
            "--picture",
            type=arguments.picture,
            metavar="FILE",
            help="draw the result there (SVG or PNG), if it can be drawn",
        )
        question.set_defaults(run=module.run, parser=question)
    options = parser.parse_args(words)
    try:
        options.run(options)
    except argparse.ArgumentTypeError as problem:  # of two arguments together, before the first round
        options.parser.error(str(problem))


if __name__ == "__main__":
    main()
