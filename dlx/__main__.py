# SPDX-License-Identifier: MIT
"""``python -m dlx`` is the command `dlx`."""

from .cli import program

if __name__ == "__main__":
    program()
