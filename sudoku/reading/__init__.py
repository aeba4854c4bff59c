# SPDX-License-Identifier: MIT
"""Sources of puzzles: files, streams, links and files of rules."""
