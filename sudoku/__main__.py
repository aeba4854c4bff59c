# SPDX-License-Identifier: MIT
"""``python -m sudoku`` is the command `sudoku`."""

import sys

from .cli import main

sys.exit(main())
