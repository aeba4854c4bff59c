# SPDX-License-Identifier: MIT
"""The commands of `sudoku` that have a file of their own: `add` declares the options of one, `run` carries it out."""
