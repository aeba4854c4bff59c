# SPDX-License-Identifier: MIT
"""The commands of `sudoku`, one a file."""
