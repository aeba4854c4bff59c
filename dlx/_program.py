# SPDX-License-Identifier: MIT
"""How the commands `dlx` and `sudoku` begin and end as programs: Ctrl-C ends them at once, with exit code 130.

Two things are in the way of that, and both are seen to here:

 *  Modules in C lose a Ctrl-C that comes while they are imported: of 120 at random moments of the first quarter of a
    second, 4 were not heard at all, and others made NumPy tell of an installation that is broken, with exit code 1. So
    it is heard when the import is over; one that takes long is of the start, when there is nothing to be told yet.
 *  Python takes itself apart, 30 to 70 ms, and waits for processes that have not heard of it. After Ctrl-C nobody needs
    that: what is to be said has been said, and our own threads are gone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from types import FrameType
from typing import NoReturn

from .commandline import CTRL_C

SOON, LONG = 0.005, 0.05  # seconds between two looks at an import that goes on; until it is not waited for


def run(name: str, main: Callable[[], int]) -> NoReturn:
    """Run a command as the program of this name, and end the process with its exit code."""
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        ear = Ear(name)
        signal.signal(signal.SIGALRM, ear.hear)
        signal.signal(signal.SIGINT, ear.hear)
    try:
        code = main()
    except KeyboardInterrupt:
        end(name)
    if code == CTRL_C:
        end()
    sys.exit(code)


def end(interrupted: str | None = None) -> NoReturn:
    """End the process, and tell that the program of this name was interrupted."""
    with suppress(OSError, ValueError, AttributeError, RuntimeError):
        sys.stdout.flush()
    with suppress(OSError, ValueError, AttributeError, RuntimeError):
        if interrupted is not None:
            print(f"{interrupted}: interrupted", file=sys.stderr)
        sys.stderr.flush()
    os._exit(CTRL_C)


class Ear:
    """Hears Ctrl-C, and, while something is imported, the alarms after it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.first = 0.0  # when Ctrl-C came

    def hear(self, number: int, frame: FrameType | None) -> None:
        """KeyboardInterrupt, but not in the middle of an import."""
        if number == signal.SIGINT:
            self.first = monotonic()
        while frame is not None:
            if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
                if monotonic() > self.first + LONG:
                    end(self.name)
                signal.setitimer(signal.ITIMER_REAL, SOON)
                return
            frame = frame.f_back
        raise KeyboardInterrupt
