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
import sys
from collections.abc import Collection
from importlib import import_module
from typing import NoReturn

from ..system.imports import explain

try:
    from .frame import add_completion, check_outputs, run_guarded
    from .help import ABOUT, ARGUMENT_HELP, AS_WRITTEN, EPILOG, SUMMARIES, page
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
    "prove": "searches.prove",
    "reduce": "forms.reduce",
    "export": "forms.export",
    "info": "facts.info",
    "draw": "forms.draw",
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
        parser = _parser(words[:1])
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
        from .options import in_options

        raise ValueError(in_options(str(error), args.options)) from error


def _options(args: argparse.Namespace) -> list[str]:
    """Return the arguments of a command that its user knows as options."""
    if args.command == "model":
        from .commands.gallery import arguments

        options = [name for name, _ in arguments(args.model) if name.startswith("--")]
    else:
        from .options import options_of

        options = [*options_of(args.command)]
    return [name.split()[-1].removeprefix("--").replace("-", "_") for name in options]


def _refusal(parser: argparse.ArgumentParser, args: argparse.Namespace, unknown: list[str]) -> str:
    """Return why a command does not take these words; an option of another command is refused by name."""
    if args.command == "model":
        return unknown_words(args.model, unknown, subcommands(subcommands(parser)["model"]))
    from .options import refusal_of, takers

    for word in unknown:
        option = word.partition("=")[0]
        if commands := takers(option):
            return refusal_of(args.command, option, commands)
    return unknown_words(args.command, unknown, subcommands(parser))


# --- the command line


def _parser(commands: Collection[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """Return the parser, with the arguments of these commands."""
    from .. import __version__

    parser = argparse.ArgumentParser(prog="dlx", description=ABOUT, epilog=EPILOG, **AS_WRITTEN)
    parser.add_argument("--version", action="version", version=f"dlx (dlx-engine {__version__})")
    add_completion(parser, _parser)
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in SUMMARIES.items():
        about, details = page(name)
        command = subparsers.add_parser(name, help=summary, description=about, epilog=details, **AS_WRITTEN)
        if name in commands:
            _add_arguments(command, name)
    return parser


def _add_arguments(command: argparse.ArgumentParser, name: str) -> None:
    if name == "model":
        from .commands.gallery import add_models

        add_models(command)
        return
    from .options import options_of

    _add_common(command)
    for option, how in options_of(name).items():
        command.add_argument(*option.split(), **how)


def _add_common(parser: argparse.ArgumentParser) -> None:
    about = "a problem in Knuth's format, as in 'dlx --help'; - is standard input"
    parser.add_argument("file", metavar="FILE", help=about)
    for name in ("given", "banned"):
        about = f"{ARGUMENT_HELP[name]}: {ARGUMENT_HELP['numbers']}"
        parser.add_argument(f"--{name}", action="append", default=[], metavar="OPTIONS", help=about)
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing on standard error but errors")
