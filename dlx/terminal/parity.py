# SPDX-License-Identifier: MIT
"""The commands and the questions of Python side by side: an argument and an option of one name mean the same.

    dlx count FILE --time-limit 10 --method memo        Problem.count(time_limit=10, method="memo")

So the options of a command come from the signatures of its questions. This file has the exceptions, each with its
reason; tests/dlx/terminal/test_parity.py checks them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from importlib.util import find_spec
from sys import modules
from types import CodeType

from ..engine.arguments import GENERIC, enter, reason
from ..engine.support import ARGUMENTS, flag
from .help import SUMMARIES
from .unknown import having

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
