# SPDX-License-Identifier: MIT
"""The exit codes of the commands `dlx` and `sudoku`.

0 to 2 follow grep: found, not found, an error. 70 is EX_SOFTWARE of sysexits.h, and 130 the code that shells give a
process that SIGINT ended.
"""

import enum


class ExitCode(enum.IntEnum):
    """The result of a command, for the shell."""

    DONE = 0  # found, unique, or simply done
    NOT_FOUND = 1  # there is no such answer: no solution, or not a unique one
    BAD_INPUT = 2  # bad usage, as argparse has it, or bad input
    STOPPED = 3  # a limit came before the answer
    FAULT = 70  # an internal error
    INTERRUPTED = 130  # Ctrl-C
