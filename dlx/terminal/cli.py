# SPDX-License-Identifier: MIT
"""The command `dlx`: answers questions about an exact-cover problem in a file of Knuth's text format.

Results go to standard output, everything else to standard error: errors, a summary, and a progress bar on a terminal.
We import NumPy, rich and the engine only when a command needs them, so `dlx --help` starts at once. The commands are in
dlx/commands.

    status of the search     solve        count                 list                   exit code
    -----------------------  -----------  --------------------  ---------------------  ---------
    complete                 no solution  the number            all of them            0, 1 if none
    solution limit           a solution   --limit               the first --limit      0
    time limit, node limit   nothing      "at least" a number   found so far, marked   3
    interrupted              nothing      (standard error)      found so far, marked   130
"""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import suppress
from importlib import import_module
from math import isfinite
from typing import Any, NoReturn

from ..system.imports import explain

try:
    from ..engine.support import COUNTS, DECISIONS, DRAWS
    from .frame import add_completion, check_outputs, run_guarded, seconds
    from .help import ABOUT, ARGUMENT_HELP, EPILOG, SUMMARIES, page
    from .process import run
    from .unknown import check_command, subcommands, unknown_words
except ImportError as error:
    explain(error)
    raise

COMMANDS = {  # the function of each command, in dlx/commands
    "solve": "searches.solve",
    "count": "searches.count",
    "list": "searches.list_all",
    "sample": "forms.sample",
    "zdd": "forms.zdd",
    "estimate": "facts.estimate",
    "option-status": "facts.option_status",
    "explain": "facts.explain",
    "prove": "prove.prove",
    "reduce": "forms.reduce",
    "export": "forms.export",
    "info": "facts.info",
    "draw": "draw.draw",
    "model": "model.model",
}


def program() -> NoReturn:
    """Run the command as a program."""
    run("dlx", main)


def main(argv: list[str] | None = None) -> int:
    """Run the command with these arguments (None: the arguments of the process); return its exit code."""
    return run_guarded("dlx", lambda: _run(argv), OverflowError)


def _run(argv: list[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    try:
        parser = _parser(models="model" in words)
        check_command(parser, words, COMMANDS)
        args, unknown = parser.parse_known_args(words)
        if unknown:
            parser.error(_refusal(parser, args, unknown))
    except SystemExit as stop:  # from argparse: --help, --version, bad usage
        return int(stop.code or 0)
    check_outputs(words, args)
    args.options = _options(args)
    module, _, function = COMMANDS[args.command].partition(".")
    try:
        return int(getattr(import_module(f".commands.{module}", __package__), function)(args))
    except (ValueError, OverflowError) as error:
        if type(error) not in (ValueError, OverflowError):
            raise
        from .parity import in_options

        raise ValueError(in_options(str(error), args.options)) from error


def _options(args: argparse.Namespace) -> list[str]:
    """Return the arguments of a command that its user knows as options."""
    if args.command == "model":
        from .commands.gallery import arguments

        options = [name for name, _ in arguments(args.model) if name.startswith("--")]
    else:
        options = [name for name, takers in TAKERS.items() if args.command in takers]
    return [name.split()[-1].removeprefix("--").replace("-", "_") for name in options]


def _refusal(parser: argparse.ArgumentParser, args: argparse.Namespace, unknown: list[str]) -> str:
    """Return why a command does not take these words; an option of another command is refused by name."""
    commands = subcommands(parser)
    if args.command == "model":
        return unknown_words(args.model, unknown, subcommands(commands["model"]))
    for word in unknown:
        option = word.partition("=")[0]
        if option in TAKERS:
            from .parity import refusal_of

            return refusal_of(args.command, option, TAKERS[option])
    return unknown_words(args.command, unknown, commands)


# --- the command line


def _parser(*, models: bool = True) -> argparse.ArgumentParser:
    """Return the parser; `models` adds the arguments of all models, which take half of its 10 ms."""
    from .. import __version__

    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="dlx", description=ABOUT, epilog=EPILOG, formatter_class=raw, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"dlx (dlx-engine {__version__})")
    add_completion(parser, _parser)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in SUMMARIES.items():
        about, details = page(name)
        command = commands.add_parser(
            name, help=summary, description=about, epilog=details, formatter_class=raw, allow_abbrev=False
        )
        if name == "model":
            if models:
                from .commands.gallery import add_models

                add_models(command)
            continue
        _add_common(command)
        for option, takers in TAKERS.items():
            if name in takers:
                command.add_argument(*option.split(), **OWN.get((name, option), OPTIONS[option]))
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a problem in Knuth's format, as in 'dlx --help'; - is standard input"
    )
    for name in ("given", "banned"):
        about = f"{ARGUMENT_HELP[name]}: {ARGUMENT_HELP['numbers']}"
        parser.add_argument(f"--{name}", action="append", default=[], metavar="OPTIONS", help=about)
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing on standard error but errors")


def _at_least_1(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _cost(text: str) -> int | float:
    with suppress(ValueError):
        return int(text)
    with suppress(ValueError):
        if isfinite(cost := float(text)):
            return cost
    raise argparse.ArgumentTypeError(f"{text!r} is not a number")


# --- the options that only some commands take

OPTIONS: dict[str, dict[str, Any]] = {
    "--time-limit": {"type": seconds, "metavar": "SECONDS", "help": "stop after this time"},
    "--json": {"action": "store_true", "help": "print the result as JSON"},
    "--format": {
        "choices": ("text", "csv", "jsonl"),
        "help": "of the solutions: text, a table for spreadsheets, or a line of JSON for each (as --json)",
    },
    "--node-limit": {"type": _at_least_1, "metavar": "N", "help": "stop after N nodes of the search tree"},
    "--limit": {"type": _at_least_1, "metavar": "N", "help": "stop at N solutions"},
    "--orbits": {
        "choices": ("auto",),
        "help": "up to symmetry: solutions that are images of each other are one; auto finds all symmetries",
    },
    "--min-cost": {"action": "store_true", "help": "find the cheapest solution by the costs in the file"},
    "--slack": {
        "action": "append",
        "metavar": "ITEM=PRICE",
        "help": "the price of each option with the item too few or too many; 5:2 are two prices, 5: forbids too many; "
        "without ITEM= for all items. Finds the cheapest solution (can be repeated)",
    },
    "--max-cost": {"type": _cost, "metavar": "COST", "help": "with --min-cost: only solutions that cost at most this"},
    "--start": {
        "action": "append",
        "metavar": "OPTIONS",
        "help": "with --min-cost: a known solution, named as for --given; we look for cheaper ones",
    },
    "--method": {
        "choices": COUNTS,
        "default": "auto",
        "help": "how to count; auto chooses",
    },
    "--max-memory": {
        "type": _at_least_1,
        "metavar": "MIB",
        "help": "memory for situations and layers, 1024 by default",
    },
    "--workers": {"type": _at_least_1, "metavar": "N", "help": "search on N threads"},
    "--checkpoint": {"metavar": "DB", "help": "save a long search in this file; the same command continues from there"},
    "--seed": {"type": int, "metavar": "N", "help": "shuffle by this number; the same seed gives the same result"},
    "--samples": {"type": _at_least_1, "default": 1000, "metavar": "N", "help": "number of dives, 1000 by default"},
    "-n": {"type": _at_least_1, "default": 1, "metavar": "N", "help": "number of solutions, 1 by default"},
    "--error": {
        "type": float,
        "metavar": "E",
        "help": "allow chances that are uneven by this error, such as 0.05, where exact samples take long",
    },
    "--order": {
        "choices": ("auto", "mrv", "leftmost"),
        "help": "which item to branch on; it affects the size, and the time of a memoized count",
    },
    "--max-nodes": {"type": _at_least_1, "metavar": "N", "help": "give up at N nodes of the diagram, or of the tree"},
    "--dot": {"metavar": "OUT", "help": "write the diagram in the language of Graphviz; - is standard output"},
    "--rounds": {"type": _at_least_1, "metavar": "N", "help": "stop after N rounds of reductions"},
    "--to": {"choices": ("cnf", "opb", "lp"), "required": True, "help": "the format"},
    "--encoding": {
        "choices": ("auto", "pairwise", "sequential"),
        "help": "how CNF encodes at most one",
    },
    "--draw": {"metavar": "OUT", "help": "draw weights of cells (svg, png, html, txt; - prints characters)"},
    "--tree": {"action": "store_true", "help": "draw the search tree, at most --max-nodes nodes (200)"},
    "-o --output": {"metavar": "OUT", "help": "the file to write, or to replace"},
}

DECIDERS = ("solve", "option-status", "explain")
DECIDING = {
    "choices": DECISIONS,
    "default": "auto",
    "help": "how to search; sat learns from failures (extra 'sat')",
}
OWN: dict[tuple[str, str], dict[str, Any]] = {  # options that differ from other commands' options
    **{(name, "--method"): DECIDING for name in DECIDERS},
    ("sample", "--method"): {"choices": DRAWS, "help": "how to draw; auto chooses"},
    ("option-status", "--limit"): {
        "type": _at_least_1,
        "metavar": "N",
        "help": "count the solutions with each option up to N",
    },
}

TAKERS = {
    "--time-limit": tuple(name for name in COMMANDS if name not in ("export", "model")),
    "--json": tuple(name for name in COMMANDS if name not in ("export", "draw", "model")),
    "--node-limit": ("solve", "count", "list"),
    "--format": ("list", "sample"),
    "--limit": ("count", "list", "option-status"),
    "--orbits": ("count", "list"),
    "--min-cost": ("solve", "list"),
    "--max-cost": ("solve", "list"),
    "--start": ("solve", "list"),
    "--slack": ("solve", "list", "export"),
    "--method": ("count", "sample", *DECIDERS),
    "--max-memory": ("count", "sample", "zdd"),
    "--workers": ("solve", "count", "list"),
    "--checkpoint": ("count",),
    "--seed": ("solve", "list", "sample", "estimate"),
    "--samples": ("estimate",),
    "-n": ("sample",),
    "--error": ("sample",),
    "--order": ("count", "zdd"),
    "--max-nodes": ("sample", "zdd", "draw"),
    "--rounds": ("reduce",),
    "--dot": ("zdd",),
    "--to": ("export",),
    "--encoding": ("export",),
    "--draw": ("explain",),
    "--tree": ("draw",),
    "-o --output": ("prove", "zdd", "reduce", "export", "draw"),
}
