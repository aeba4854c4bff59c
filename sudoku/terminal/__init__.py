# SPDX-License-Identifier: MIT
"""The command `sudoku`."""
