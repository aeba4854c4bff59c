# SPDX-License-Identifier: MIT
"""The faults of a puzzle, their repair, and the hardness of a puzzle for a search."""
