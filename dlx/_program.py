# SPDX-License-Identifier: MIT
"""How the commands `dlx` and `sudoku` begin and end as programs: Ctrl-C ends them at once, with exit code 130.

Two things are in the way of that, and both are seen to here:

 *  NumPy takes a Ctrl-C that comes while it is imported for an installation that is broken: a page of advice, and exit
    code 1. So it is remembered that there was one, whatever error it has become.
 *  Python takes itself apart, 30 to 70 ms, and waits for processes that have not heard of it. After Ctrl-C nobody needs
    that: what is to be said has been said, and our own threads are gone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from .commandline import CTRL_C


def run(name: str, main: Callable[[], int]) -> NoReturn:
    """Run a command as the program of this name, and end the process with its exit code."""
    heard = False

    def hear(*_: object) -> NoReturn:
        nonlocal heard
        heard = True
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, hear)
    try:
        code = main()
    except (Exception, KeyboardInterrupt):
        if not heard:
            raise
        print(f"{name}: interrupted", file=sys.stderr)
        code = CTRL_C
    if code == CTRL_C:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
