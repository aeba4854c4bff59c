# SPDX-License-Identifier: MIT
"""New puzzles, and the symmetries that make two puzzles the same."""
