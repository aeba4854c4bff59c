# SPDX-License-Identifier: MIT
"""The options of the commands: the arguments of their questions (parity.py), in the words of a command line.

An argument without an entry here is an option as its signature and its docstring describe it (signatures.py). So a new
argument of a question is an option of its command.
"""

from __future__ import annotations

import argparse
import re
from contextlib import suppress
from math import isfinite
from typing import Any

from ..engine.support import COUNTS, DECISIONS, DRAWS
from .frame import seconds
from .help import SUMMARIES
from .parity import COMMAND_ONLY, arguments_of


def at_least_1(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def cost(text: str) -> int | float:
    with suppress(ValueError):
        return int(text)
    with suppress(ValueError):
        if isfinite(cost := float(text)):
            return cost
    raise argparse.ArgumentTypeError(f"{text!r} is not a number")


OPTIONS: dict[str, dict[str, Any]] = {
    "--time-limit": {"type": seconds, "metavar": "SECONDS", "help": "stop after this time"},
    "--json": {"action": "store_true", "help": "print the result as JSON"},
    "--node-limit": {"type": at_least_1, "metavar": "N", "help": "stop after N nodes of the search tree"},
    "--format": {
        "choices": ("text", "csv", "jsonl"),
        "help": "of the solutions: text, a table for spreadsheets, or a line of JSON for each (as --json)",
    },
    "--limit": {"type": at_least_1, "metavar": "N", "help": "stop at N solutions"},
    "--orbits": {
        "choices": ("auto",),
        "help": "up to symmetry: solutions that are images of each other are one; auto finds all symmetries",
    },
    "--min-cost": {"action": "store_true", "help": "find the cheapest solution by the costs in the file"},
    "--max-cost": {"type": cost, "metavar": "COST", "help": "with --min-cost: only solutions that cost at most this"},
    "--start": {
        "action": "append",
        "metavar": "OPTIONS",
        "help": "with --min-cost: a known solution, named as for --given; we look for cheaper ones",
    },
    "--slack": {
        "action": "append",
        "metavar": "ITEM=PRICE",
        "help": "the price of each option with the item too few or too many; 5:2 are two prices, 5: forbids too many; "
        "without ITEM= for all items. Finds the cheapest solution (can be repeated)",
    },
    "--method": {"choices": COUNTS, "default": "auto", "help": "how to count; auto chooses"},
    "--max-memory": {"type": at_least_1, "metavar": "MIB", "help": "memory for situations and layers, 1024 by default"},
    "--workers": {"type": at_least_1, "metavar": "N", "help": "search on N threads"},
    "--checkpoint": {"metavar": "DB", "help": "save a long search in this file; the same command continues from there"},
    "--seed": {"type": int, "metavar": "N", "help": "shuffle by this number; the same seed gives the same result"},
    "--samples": {"type": at_least_1, "default": 1000, "metavar": "N", "help": "number of dives, 1000 by default"},
    "-n": {"type": at_least_1, "default": 1, "metavar": "N", "help": "number of solutions, 1 by default"},
    "--error": {
        "type": float,
        "metavar": "E",
        "help": "allow chances that are uneven by this error, such as 0.05, where exact samples take long",
    },
    "--order": {
        "choices": ("auto", "mrv", "leftmost"),
        "help": "which item to branch on; it affects the size, and the time of a memoized count",
    },
    "--max-nodes": {"type": at_least_1, "metavar": "N", "help": "give up at N nodes of the diagram, or of the tree"},
    "--dot": {"metavar": "OUT", "help": "write the diagram in the language of Graphviz; - is standard output"},
    "--rounds": {"type": at_least_1, "metavar": "N", "help": "stop after N rounds of reductions"},
    "--to": {"choices": ("cnf", "opb", "lp"), "required": True, "help": "the format"},
    "--encoding": {"choices": ("auto", "pairwise", "sequential"), "help": "how CNF encodes at most one"},
    "--draw": {"metavar": "OUT", "help": "draw weights of cells (svg, png, html, txt; - prints characters)"},
    "--tree": {"action": "store_true", "help": "draw the search tree, at most --max-nodes nodes (200)"},
    "-o --output": {"metavar": "OUT", "help": "the file to write, or to replace"},
}

DECIDERS = ("solve", "option-status", "explain")
DECIDING = {"choices": DECISIONS, "default": "auto", "help": "how to search; sat learns from failures (extra 'sat')"}
OWN: dict[tuple[str, str], dict[str, Any]] = {  # options that differ from other commands' options
    **{(name, "--method"): DECIDING for name in DECIDERS},
    ("sample", "--method"): {"choices": DRAWS, "help": "how to draw; auto chooses"},
    ("option-status", "--limit"): {
        "type": at_least_1,
        "metavar": "N",
        "help": "count the solutions with each option up to N",
    },
}


def options_of(command: str) -> dict[str, dict[str, Any]]:
    """Return the options of a command, each with the keywords for add_argument().

    >>> list(options_of("reduce"))
    ['--time-limit', '--json', '--rounds', '-o --output']
    """
    arguments = arguments_of(command)
    taken = arguments.keys() | {option for option, commands in COMMAND_ONLY.items() if command in commands}
    worded = {option: OWN.get((command, option), how) for option, how in OPTIONS.items() if option in taken}
    described = (_described(*arguments[option]) for option in arguments if option not in OPTIONS)
    return worded | dict(filter(None, described))


def _described(question: str, name: str) -> tuple[str, dict[str, Any]] | None:
    """Return the option for an argument as its question describes it; None if no text can be its value."""
    from inspect import signature

    from ..drawing.tree import walk
    from ..problem import Problem
    from .signatures import PLAIN_FORMS, argument, description, has_form

    functions = {"walk": walk, **vars(Problem)}
    parameter = signature(functions[question]).parameters[name]
    if not has_form(parameter, PLAIN_FORMS):
        return None
    return argument(parameter, description(functions[question], name, functions), PLAIN_FORMS)


def takers(option: str) -> tuple[str, ...]:
    """Return the commands that have an option.

    >>> takers("--checkpoint"), takers("--seed")
    (('count',), ('solve', 'list', 'sample', 'estimate'))
    """
    return tuple(command for command in SUMMARIES if command != "model" and option in options_of(command))
