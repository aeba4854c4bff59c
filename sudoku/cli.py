# SPDX-License-Identifier: MIT
"""The command `sudoku`: the frame around the commands in sudoku/commands.

Answers go to standard output, everything else (what is wrong, how it went) to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

DONE, BAD_INPUT, CTRL_C = 0, 2, 130

COMMANDS = {  # what each does; its module is sudoku/commands/NAME.py where none is said
    "solve": "print the solution; say if it is not the only one",
    "count": "print the number of solutions",
    "check": "is the solution unique? if not, show two different ones",
    "diagnose": "what is wrong with a puzzle: clues too many, too few, or that contradict each other",
    "hint": "the easiest next step, and why",
    "explain": "the whole solution, step by step, as people find it",
    "rate": "how hard a puzzle is for people",
    "generate": "make puzzles, each with exactly one solution",
    "draw": "draw a puzzle: SVG, PNG, HTML, or characters",
    "serve": "a page in the browser to enter, solve and make puzzles",
}
EPILOG = """examples:
  sudoku solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  sudoku check puzzles.txt
  sudoku explain PUZZLE
  sudoku generate -n 10 --symmetry rotate180
  sudoku solve --variant x PUZZLE
  sudoku draw PUZZLE -o puzzle.svg

'sudoku COMMAND --help' tells more."""
MODULES = {"solve": "answer", "count": "answer", "check": "answer"}


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start threads that nobody needs: 50 ms
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt as stop:
        return _complain((*getattr(stop, "__notes__", ()), "interrupted"), CTRL_C)
    except BrokenPipeError:  # the reader of our output has enough
        _let_go()
        return DONE
    except MemoryError:
        return _complain(["out of memory"])
    except OSError as error:
        if error.filename is None:
            _let_go()
        where = "" if error.filename is None else f"{error.filename}: "
        return _complain([f"{where}{error.strerror or error}"])
    except (ValueError, RuntimeError) as error:
        return _complain([str(error)])


def _run(argv: list[str]) -> int:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started us
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):  # a name that the terminal cannot show is no reason to stop
            stream.reconfigure(errors="backslashreplace")
    options = _parser(argv).parse_args(argv)
    code = int(_module(options.command).run(options))
    sys.stdout.flush()  # what fails here is told; at the end of Python it would be a traceback
    return code


def _complain(messages: Iterable[str], code: int = BAD_INPUT) -> int:
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError):
        for message in messages:
            print(f"sudoku: {message}", file=sys.stderr, flush=True)
    return code


def _let_go() -> None:
    """Point the output at nothing: what is still in its buffer must not fail once more when Python ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError, AttributeError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _parser(argv: list[str]) -> argparse.ArgumentParser:
    """The parser; of the commands, only the one that is named is imported."""
    from dlx import __version__

    parser = argparse.ArgumentParser(
        prog="sudoku",
        description="Solve, check, explain, rate, make and draw Sudoku puzzles of any size and many variants.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"sudoku (dlx-engine {__version__})")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name in argv:
            module = _module(name)
            getattr(module, f"add_{name}", module.add)(command)
    return parser


def _module(command: str) -> Any:
    return import_module(f".commands.{MODULES.get(command, command)}", __package__)
