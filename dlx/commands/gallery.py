# SPDX-License-Identifier: MIT
"""What `dlx model` offers: the functions of dlx.models, with what each takes, told without importing them.

The arguments of an entry are those of the function, by name: a positional one as `n`, one that is optional as `--name`.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

Argument = tuple[str, dict[str, Any]]


class Entry(NamedTuple):
    """A model on the command line."""

    summary: str  # for the list of 'dlx model --help'
    arguments: tuple[Argument, ...]  # for add_argument()
    examples: tuple[str, ...]  # command lines


def number(name: str, help: str) -> Argument:
    return name, {"type": int, "metavar": name.upper(), "help": help}


MODELS: dict[str, Entry] = {
    "queens": Entry(
        "queens on a board, none attacking another",
        (number("n", "how many, on a board of N x N"),),
        ("dlx model queens 12 | dlx count -", "dlx model queens 8 --draw queens.svg"),
    ),
}


def add_models(command: argparse.ArgumentParser) -> None:
    """A sub-command for each model."""
    raw = argparse.RawDescriptionHelpFormatter
    models = command.add_subparsers(dest="model", required=True, metavar="NAME")
    for name, entry in MODELS.items():
        about = f"{entry.summary[0].upper()}{entry.summary[1:]}."
        examples = "\n".join(["examples:", *(f"  {line}" for line in entry.examples)])
        model = models.add_parser(
            name, help=entry.summary, description=about, epilog=examples, formatter_class=raw, allow_abbrev=False
        )
        for argument, how in entry.arguments:
            model.add_argument(argument, **how)
        doing = model.add_mutually_exclusive_group()
        doing.add_argument("-o", "--output", metavar="OUT", help="the file to write (standard output without)")
        doing.add_argument("--draw", metavar="OUT", help="draw a solution (svg, png, html, txt; - prints characters)")
        doing.add_argument("--orbits", action="store_true", help="count the solutions that symmetry does not identify")
        model.add_argument("-q", "--quiet", action="store_true", help="nothing on standard error but errors")
