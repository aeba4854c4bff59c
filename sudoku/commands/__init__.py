# SPDX-License-Identifier: MIT
"""The commands of `sudoku`, one a file: `add` puts the options into a parser, `run` does what they say."""
