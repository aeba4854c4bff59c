# SPDX-License-Identifier: MIT
"""The commands of `sudoku`, one per file."""
