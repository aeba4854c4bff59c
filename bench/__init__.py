# SPDX-License-Identifier: MIT
"""The benchmarks: ``python -m bench cover``, ``python -m bench sudoku`` and others. See README.md, "How fast"."""
