# SPDX-License-Identifier: MIT
"""``python -m dlx`` is the command `dlx`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
