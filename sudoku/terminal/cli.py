# SPDX-License-Identifier: MIT
"""The command `sudoku`: the frame around the commands in sudoku/terminal/commands.

Answers go to standard output, errors and reports to standard error.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import Any, NoReturn

from dlx.system.imports import explain

try:
    from dlx.terminal.frame import add_completion, check_outputs, run_guarded
    from dlx.terminal.process import run
    from dlx.terminal.unknown import check_command, subcommands, unknown_words
except ImportError as error:
    explain(error)
    raise

COMMANDS = {  # name: summary; the module is sudoku/terminal/commands/NAME.py, except for those in MODULES
    "solve": "print the solution, and report if it is not the only one",
    "count": "print the number of solutions",
    "check": "is the solution unique? if not, show two different ones",
    "diagnose": "diagnose a puzzle: redundant clues, missing clues, clues that contradict each other",
    "hint": "print the easiest next step and its reason",
    "explain": "explain the whole solution, step by step, as people find it",
    "rate": "rate how hard puzzles are for people",
    "candidates": "print the digits that each cell has over all solutions",
    "canonical": "print the canonical forms of puzzles, or the puzzles without repetitions",
    "convert": "write puzzles in another form: lines, grids, links, CSV, Parquet",
    "generate": "make puzzles, each with exactly one solution",
    "draw": "draw a puzzle: SVG, PDF, PNG, HTML, or characters",
    "print": "print sheets of puzzles, with their solutions: PDF or HTML",
    "serve": "serve a page to enter, solve and make puzzles in a browser",
}
EPILOG = """examples:
  sudoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku check puzzles.txt
  sudoku explain PUZZLE
  sudoku generate -n 10 --symmetry rotate180
  sudoku generate --variant x
  sudoku draw PUZZLE -o puzzle.svg
  sudoku print puzzles.txt -o sheet.pdf

'sudoku COMMAND --help' has the details.

exit codes: 0 done; 1 no solution, or not a unique one; 2 bad usage or input; 3 stopped by a limit;
70 internal error; 130 Ctrl-C."""
MODULES = {"solve": "answer", "count": "answer", "check": "answer"}


def program() -> NoReturn:
    """Run the command as a program."""
    run("sudoku", main)


def main(argv: list[str] | None = None) -> int:
    """Run the command and return its exit code. Raises SystemExit for --help, --version and bad usage."""
    return run_guarded("sudoku", lambda: _run(sys.argv[1:] if argv is None else argv))


def _run(argv: list[str]) -> int:
    parser = _parser(argv)
    check_command(parser, argv, COMMANDS)
    options, unknown = parser.parse_known_args(argv)
    if unknown:
        parser.error(unknown_words(options.command, unknown, subcommands(_parser([*COMMANDS]))))
    check_outputs(argv, options)
    return int(_module(options.command).run(options))


def _parser(argv: list[str]) -> argparse.ArgumentParser:
    """Return the parser; only the module of the command in `argv` is imported."""
    from dlx import __version__

    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="sudoku",
        description="Solve, check, explain, rate, make and draw Sudoku puzzles of any size and many variants.",
        epilog=EPILOG,
        formatter_class=raw,
    )
    parser.add_argument("--version", action="version", version=f"sudoku (dlx-engine {__version__})")
    add_completion(parser, lambda: _parser([*COMMANDS]))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        about = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=about, formatter_class=raw)
        if name in argv:
            module = _module(name)
            getattr(module, f"add_{name}", module.add)(command)
    return parser


def _module(command: str) -> Any:
    return import_module(f".commands.{MODULES.get(command, command)}", __package__)
