# SPDX-License-Identifier: MIT
"""Boards: their geometry, their rules, and puzzles on them as text and as numbers."""
