# SPDX-License-Identifier: MIT
"""The frame around the commands `dlx` and `sudoku`: it turns every ending into a message and an exit code.

Ctrl-C                                  `interrupted`                    130
the reader closes the pipe (`| head`)   nothing                          0, 2 if an output file is not complete
a limit cut the answer short            the partial answer               3
no such file, full disk, no memory      the system's message             2
a worker process died                   the error's message              2
ValueError, and other named errors      the error's message              2
anything else, a fault of ours          the error's traceback            70

The notes of an error come first; they name what is left of the work.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..engine.unfinished import Unfinished
from ..system.extras import import_extra
from ..system.ownership import ForeignPackage, check_files, check_ownership
from ..system.screen import screens
from ..system.uncompiled import UncompiledModule
from .exit_codes import ExitCode

OUTPUTS = ("output", "draw", "sheet", "dot")  # the arguments that name a file to write
SHELLS = ("bash", "zsh", "fish")
# the words for a file in the help
FILE_METAVARS = {"FILE", "OUT", "DB", "EDGES", "GRID", "LESSONS", "REGION", "TABLE", "WORDS"}


def run_guarded(name: str, run: Callable[[], int], *errors: type[Exception]) -> int:
    """Run the command of this name; return its exit code. We report ValueError and `errors` by their messages."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # saves 50 ms of starting unused threads
    reported: tuple[type[Exception], ...] = (ValueError, ForeignPackage, UncompiledModule, *errors)
    _prepare()
    try:
        with screens():
            check_ownership("dlx", name)
            code = run()
            sys.stdout.flush()  # fails here, with a message, not with a traceback at exit
        return code
    except KeyboardInterrupt as stop:
        return _complain(name, [*_notes_of(stop), "interrupted"], ExitCode.INTERRUPTED)
    except BrokenPipeError as error:  # the reader of our output has closed the pipe
        _discard_output()
        return ExitCode.BAD_INPUT if _notes_of(error) else ExitCode.DONE
    except MemoryError as error:
        return _complain(name, [*_notes_of(error), f"out of memory: {error}" if str(error) else "out of memory"])
    except Unfinished as error:  # an OSError, like every TimeoutError
        return _complain(name, [*_notes_of(error), str(error)], ExitCode.STOPPED)
    except OSError as error:
        if error.filename is None:
            _discard_output()
        where = "" if error.filename is None else f"{error.filename}: "
        return _complain(name, [*_notes_of(error), f"{where}{error.strerror or error}"])
    except reported as error:
        return _complain(name, [*_notes_of(error), str(error)])
    except Exception as error:
        return report_fault(name, error)


def report_fault(name: str, error: Exception) -> int:
    """Report an unexpected error; return the exit code."""
    message = _machine_error(error)
    if message is not None:
        return _complain(name, [*_notes_of(error), message])
    try:
        check_files()
    except ForeignPackage as foreign:
        return _complain(name, [str(foreign)])
    from traceback import format_exception

    ours = f"internal error: this is a fault of {name}, not of your input; please report it with the lines above"
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError), screens():
        sys.stderr.write("".join(format_exception(error)))
    return _complain(name, [ours], ExitCode.FAULT)


def _machine_error(error: Exception) -> str | None:
    """Return the message of an error of the machine (no memory for a thread, a dead process), None for other errors."""
    from concurrent.futures import BrokenExecutor

    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return f"out of memory: {error}"
    return str(error) if isinstance(error, BrokenExecutor) else None


def _prepare() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the parent process
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):  # escape characters that the terminal cannot show
            stream.reconfigure(errors="backslashreplace")


def _complain(name: str, messages: Iterable[str], code: int = ExitCode.BAD_INPUT) -> int:
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError), screens():
        for message in messages:
            print(f"{name}: {message}", file=sys.stderr, flush=True)
    return code


def _notes_of(error: BaseException) -> Iterable[str]:
    return getattr(error, "__notes__", ())


def _discard_output() -> None:
    """Redirect the output to the null device, so that buffered text does not fail again when Python exits."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError, AttributeError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def seconds(text: str) -> float:
    """Return the number of seconds in an option's text."""
    with suppress(ValueError):
        if float(text) >= 0:  # false for NaN as well
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")


def check_outputs(words: Sequence[str], args: argparse.Namespace) -> None:
    """Raise ValueError if a command would write a file that it reads, which these words name twice."""
    for name in OUTPUTS:
        out = getattr(args, name, None)
        if isinstance(out, str) and is_file(out):
            names = [re.sub(r"^(--[\w-]+=|-\w)", "", word) for word in words]
            if sum(is_file(file) and Path(file).samefile(out) for file in names) > 1:
                raise ValueError(f"{out} would be both read and written; name another file to write")


def is_file(text: str) -> bool:
    return os.path.isfile(text)  # noqa: PTH113 (Path.is_file() raises an error for what is too long for a name)


# --- completion


def add_completion(parser: argparse.ArgumentParser, whole: Callable[[], argparse.ArgumentParser]) -> None:
    """Add --print-completion; `whole` makes the parser with the options of all its commands."""
    parser.add_argument(
        "--print-completion",
        action=_Completion,
        const=whole,
        choices=SHELLS,
        metavar="SHELL",
        help=f"print a script that completes words in this shell: {', '.join(SHELLS)}",
    )


class _Completion(argparse.Action):
    """Prints the script and exits, like --version. shtab generates it from the parser; Tab then runs no Python."""

    def __call__(self, parser: argparse.ArgumentParser, _space: Any, shell: Any, _flag: str | None = None) -> None:
        shtab = import_extra("shtab", "--print-completion", "shtab")
        whole = self.const()
        _mark_files(whole, shtab.FILE)
        print(shtab.complete(whole, shell))
        parser.exit()


def _mark_files(parser: argparse.ArgumentParser, complete: Any) -> None:
    """Mark the arguments that name a file, recognized by their word in the help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _mark_files(command, complete)
        elif isinstance(action.metavar, str) and FILE_METAVARS & {*action.metavar.split("|")}:
            action.complete = complete  # type: ignore[attr-defined]
