# SPDX-License-Identifier: MIT
"""Run the command `dlx` by ``python -m dlx``."""

from .terminal.cli import program

if __name__ == "__main__":
    program()
