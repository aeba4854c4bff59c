# SPDX-License-Identifier: MIT
"""The start and end of the commands `dlx` and `sudoku` as programs. Ctrl-C ends them at once, with exit code 130.

An interrupted command skips Python's own shutdown, which takes 30 to 70 ms and waits for processes that have not
noticed the signal; by then, all output is written and our own threads have ended. Once the answer is complete, we
ignore Ctrl-C, as Python's shutdown would turn it into a death by signal, with or without a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NoReturn

from ..system.interrupts import InterruptHandler
from .exit_codes import ExitCode
from .frame import report_fault


def run(name: str, main: Callable[[], int]) -> NoReturn:
    """Run a command as the program of this name, and end the process with its exit code."""
    ours = hasattr(signal, "setitimer") and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        InterruptHandler(partial(end, name)).install()
    try:
        code = _exit_code(name, main)
        if code != ExitCode.INTERRUPTED and ours:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        end(name)
    if code == ExitCode.INTERRUPTED:
        end()
    sys.exit(code)


def _exit_code(name: str, main: Callable[[], int]) -> int:
    """Return the exit code of a command, even if an error escapes its frame."""
    try:
        return main()
    except Exception as error:
        return report_fault(name, error)


def end(interrupted: str | None = None) -> NoReturn:
    """End the process, and report that the program of this name was interrupted."""
    with suppress(OSError, ValueError, AttributeError, RuntimeError):
        sys.stdout.flush()
    with suppress(OSError, ValueError, AttributeError, RuntimeError):
        if interrupted is not None:
            print(f"{interrupted}: interrupted", file=sys.stderr)
        sys.stderr.flush()
    os._exit(ExitCode.INTERRUPTED)
