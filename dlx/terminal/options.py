# SPDX-License-Identifier: MIT
"""The options of the commands: the arguments of their questions, in the words of a command line.

    dlx count FILE --time-limit 10 --method memo        Problem.count(time_limit=10, method="memo")

An argument and an option of one name mean the same, so the options of a command come from the signatures of its
questions. This file has their words and the exceptions, each with its reason; tests/dlx/terminal/test_parity.py checks
them. An argument without an entry in OPTIONS is an option as its signature and its docstring describe it
(signatures.py). So a new argument of a question is an option of its command.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from math import isfinite
from sys import modules
from types import CodeType
from typing import Any

from ..engine.arguments import GENERIC, enter, reason
from ..engine.support import ARGUMENTS, COUNTS, DECISIONS, DRAWS, flag
from .frame import seconds
from .help import SUMMARIES
from .unknown import having


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


# --- the commands and the questions of Python side by side


ASKS = {  # command: the questions that it asks, the usual one first, where it has another name than its question
    "solve": ("solve", "best"),
    "list": ("solutions", "search", "best"),
    "sample": ("sample", "zdd"),
    "prove": (),  # dlx.questions.prove, which writes files
    "export": ("to_cnf", "to_opb", "to_lp"),
    "draw": ("walk",),
}
WITHOUT_COMMAND = {  # question: why no command asks it
    "is_unique": "'dlx count --limit 2' prints 1 for a unique solution",
    "counting": "it is count() with statistics, which 'dlx count --json' prints",
    "count_many": "a file holds one problem, not many sets of options",
    "solve_many": "a file holds one problem, not many sets of options",
    "group": "a group is an object; 'dlx info' prints its size, and --orbits auto uses it",
    "split": "parts are objects for an executor; 'dlx count --workers' splits by itself",
    "to_cpsat": "it is an object of OR-tools; 'dlx export' writes files",
}
ASSUMPTIONS_OF_ALL = ("given", "banned")  # options of every command
OTHER_NAMES = {("best", "k"): "--limit", ("sample", "n"): "-n"}  # options of another name; solve's k is 1
PYTHON_ONLY = {  # argument: why it is no option
    "executor": "an object; a command uses threads of its own",
    "progress": "a command shows a bar if standard error is a terminal and there is no --quiet",
    "on_better": "a function",
    "kernel": "all kernels give the same answers",
    "ordered": "a list has an order",
    "cancel": "an event that another thread sets; Ctrl-C ends a command",
}
WITHOUT_OPTION = {  # command, question and argument: why this command does not have it
    ("solve", "best", "k"): "it prints one solution",
    ("sample", "zdd", "order"): "the order of a diagram is chosen; 'dlx zdd --order' has it",
}
COMMAND_ONLY = {  # option: the commands that have it, though no question has such an argument
    "--json": tuple(name for name in SUMMARIES if name not in ("export", "draw", "model")),  # for programs
    "--format": ("list", "sample"),
    "--min-cost": ("solve", "list"),  # asks best() instead
    "--to": ("export",),  # chooses to_cnf(), to_opb() or to_lp()
    "--dot": ("zdd",),  # writes the diagram, as ZDD.to_dot()
    "--draw": ("explain",),  # writes the picture, as Explanation.draw()
    "--tree": ("draw",),  # draws the tree, as dlx.walk()
    "--time-limit": ("prove",),  # of dlx.questions.prove
    "-o --output": ("prove", "zdd", "reduce", "export", "draw"),
}

IN_COMMANDS = {  # words of Python in an error: the words of a command
    "costs=, or a word such as |5 at its end in a file": "a word such as |5 at its end",
    ", or None": "",
    "; use to_lp()": "; use --to lp",
    "pass name=, a function that makes a word of an item, to Problem.write()": "rename it",
    "pass a few of them in a list": "leave out --orbits",
}


def questions(command: str) -> tuple[str, ...]:
    """Return the questions that a command asks.

    >>> questions("option-status"), questions("solve")
    (('option_status',), ('solve', 'best'))
    """
    return ASKS.get(command, (command.replace("-", "_"),))


def arguments_of(command: str) -> dict[str, tuple[str, str]]:
    """Return the arguments of the questions that a command asks, by their options: question and name."""
    enter_questions()
    return {
        OTHER_NAMES.get((question, name), flag(name)): (question, name)
        for question in reversed(questions(command))  # the usual one last, as it counts
        for name in ARGUMENTS[question]
        if name not in (*ASSUMPTIONS_OF_ALL, *PYTHON_ONLY) and (command, question, name) not in WITHOUT_OPTION
    }


@cache
def enter_questions() -> None:
    """Enter the questions of Problem into the table of support, from its compiled code: an import takes 0.1 s."""
    module = f"{__package__.partition('.')[0]}.problem"
    loader = None if module in modules else getattr(find_spec(module), "loader", None)
    if loader is not None:
        bodies = [code for code in loader.get_code(module).co_consts if isinstance(code, CodeType)]
        methods = next(body.co_consts for body in bodies if body.co_name == "Problem")
        enter({code.co_name: code for code in methods if isinstance(code, CodeType)})


def refusal_of(command: str, option: str, takers: tuple[str, ...]) -> str:
    """Return why a command does not take an option that other commands, the takers, have.

    >>> refusal_of("count", "--seed", ("solve", "list"))
    "count does not take --seed, as the answer does not depend on the order of the search; 'solve' and 'list' take it"
    """
    argument = option.lstrip("-").replace("-", "_")
    why = reason(questions(command)[0], argument) if questions(command) else None
    because = "" if why is None or GENERIC in why[0] else f", as {why[0]}"
    return f"{command} does not take {option}{because}; {having(takers, 'take')}"


def in_options(error: str, options: Collection[str]) -> str:
    """Return an error of Python in the words of the command, which has these arguments as options.

    An error names an argument at its beginning, behind "combined with", or as in ``optional=True``. A name that has an
    underscore is no other word, so it is an argument anywhere, except in quotes and in names of files.

    >>> in_options("total is 3; let cells be empty (optional=True), or change copies=", ["total", "optional", "copies"])
    '--total is 3; let cells be empty (--optional), or change --copies'
    >>> in_options("the layers exceed max_memory; allow an error, such as error=0.05", ["error", "max_memory"])
    'the layers exceed --max-memory; allow an error, such as --error 0.05'
    """
    for words, instead in IN_COMMANDS.items():
        error = error.replace(words, instead)
    if not options:
        return error
    name, long = (f"(?:{'|'.join(some) or '$.'})" for some in (options, [name for name in options if "_" in name]))
    first, anywhere = rf"^({name})(?=:? )|(?<=combined with )({name})\b", rf"(?<![\w.'\"])({long})\b(?![=.:])"
    return re.sub(rf"{first}|(?<![\w'\"])({name})=(?:True\b)?(\w?)|{anywhere}", _as_option, error)


def _as_option(found: re.Match[str]) -> str:
    """Return an argument as an option, with the first character of its value."""
    *names, value = found[1], found[2], found[3], found[5], found[4]
    return flag(next(filter(None, names))) + (f" {value}" if value else "")
