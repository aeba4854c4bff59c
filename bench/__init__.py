# SPDX-License-Identifier: MIT
"""The benchmark: ``python -m bench cover`` and ``python -m bench sudoku``. See README.md, "How fast"."""
