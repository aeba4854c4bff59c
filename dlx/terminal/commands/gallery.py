# SPDX-License-Identifier: MIT
"""The commands of `dlx model`: one for each function of dlx.models that returns an instance.

    def langford(n: int, *, copies: int = 2, hooked: bool = False) -> Instance        dlx model langford N
                                                                                        [--copies N] [--hooked]

Names, defaults and helps come from the function (signatures.py). A text on the command line becomes a value by the type
of the argument, as FORMS says. So a new model is a command as soon as dlx.models exports it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

from ... import models as package
from ..frame import seconds
from ..help import AS_WRITTEN
from ..signatures import PLAIN_FORMS, Argument, TextForm, argument, description, examples, summary
from . import readers

WORDS_FILE = "in a file: a word a line, as ore or, with a score, ore;80"
FORMS = PLAIN_FORMS | {
    "float": TextForm(readers.score, metavar="N"),
    "str | PathLike[str]": TextForm(str),
    "Number": TextForm(readers.bounds, "as 3 or 2:4", "N"),
    "Copies": TextForm(readers.copies, "as 2 or 0:1, or F=0:1,I=2 for some of them", "N"),
    "Sequence[int]": TextForm(int, metavar="SIZE", nargs="+"),
    "Iterable[str]": TextForm(str, metavar="WORD", nargs="+"),
    "str | Iterable[str | int]": TextForm(str, metavar="WORD", nargs="+"),
    "Sequence[str]": TextForm(readers.names, "with commas between", "NAME,..."),
    "Drawn": TextForm(str, metavar="WORD|FILE"),
    "GridRows": TextForm(
        readers.drawn_or_size, "in a file: . open, # a block, or a letter; or a size, as 11x11, for a random grid"
    ),
    "SquareRows": TextForm(str, "as 12../..../..../...4", "ROWS"),
    "int | SquareRows": TextForm(str, "as 1234/2143/3412/4321 (A follows 9), or N for the cyclic square of order N"),
    "Words": TextForm(readers.lines, WORDS_FILE, "WORDS"),
    "RecordTable": TextForm(readers.table, "in a CSV file whose first line names the columns"),
    "Iterable[Sequence[str]] | Any": TextForm(readers.edges, "in a file: two names a line, or DIMACS"),
    "int | str | Iterable[Iterable[Hashable]] | Any": TextForm(
        readers.graph, "as a-b,b-c,c-d, or in a file with two names a line; or N for a complete graph"
    ),
    "LessonRows": TextForm(readers.lessons, "in a file; a line: name, people, hours"),
    "SlotCosts": TextForm(readers.slot_costs, "as Mon1=3,Fri6=10", "SLOT=COST,..."),
    "Mapping[str, Number]": TextForm(readers.shifts, "as early=2:3,night=1"),
    "Iterable[tuple[str, str]]": TextForm(readers.rest, "as night-early", "SHIFT-SHIFT,..."),
    "ShiftCosts": TextForm(readers.shift_costs, "in a file; a line: person, day, shift, cost; or CSV", "FILE"),
}
OPTIONAL_BY_PLACE = {"block-designs": "multiplicity", "schoolgirls": "girls", "timetable": "slots"}  # options here


def models() -> dict[str, Callable[..., package.Instance]]:
    """Return the functions of dlx.models by the names of their commands."""
    things = sorted(vars(package).items())
    return {name.replace("_", "-"): thing for name, thing in things if returned(thing).endswith("Instance")}


def returned(function: Callable[..., Any]) -> str:
    """Return the name of the type that a function returns; empty for a class."""
    return str(getattr(function, "__annotations__", {}).get("return", ""))


def arguments(name: str) -> list[Argument]:
    """Return the arguments of the command for a model: names and keywords for add_argument()."""
    function, listed = models()[name], []
    for parameter in signature(function).parameters.values():
        by_place = parameter.kind is not Parameter.KEYWORD_ONLY and OPTIONAL_BY_PLACE.get(name) != parameter.name
        text = description(function, parameter.name, vars(package))
        listed.append(argument(parameter, text, FORMS, by_place=by_place))
    return sorted(listed, key=lambda named: named[1].get("nargs") == "+")  # such an argument comes last


def add_models(command: argparse.ArgumentParser) -> None:
    """Add a sub-command for each model."""
    commands = command.add_subparsers(dest="model", required=True, metavar="NAME")
    for name, function in models().items():
        about = summary(function)
        listed = "\n".join(["examples:", *(f"  {line}" for line in examples(function))])
        prose = f"{about[0].upper()}{about[1:]}."
        model = commands.add_parser(name, help=about, description=prose, epilog=listed, **AS_WRITTEN)
        for word, how in arguments(name):
            model.add_argument(word, **how)
        _add_common(model)


def _add_common(model: argparse.ArgumentParser) -> None:
    """Add the options that all models have."""
    doing = model.add_mutually_exclusive_group()
    writing = "the file to write, or to replace (standard output without)"
    doing.add_argument("-o", "--output", metavar="OUT", help=writing)
    drawing = "draw a solution into a file (svg, pdf, png, html, txt; - prints characters)"
    doing.add_argument("--draw", metavar="OUT", help=drawing)
    doing.add_argument("--sheet", metavar="OUT", help="draw several solutions on one sheet (see --limit)")
    counting = "count the solutions up to symmetry; with --sheet, draw one of each kind"
    model.add_argument("--orbits", action="store_true", help=counting)
    model.add_argument("--limit", type=int, metavar="N", help="most solutions on a --sheet (12)")
    limit = "stop --draw, --sheet or --orbits after so long"
    model.add_argument("--time-limit", type=seconds, metavar="SECONDS", help=limit)
    model.add_argument("-q", "--quiet", action="store_true", help="nothing on standard error but errors")
