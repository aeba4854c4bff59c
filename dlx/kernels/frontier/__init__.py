# SPDX-License-Identifier: MIT
"""Counting by layers: all states between two decisions, sorted, and merged into those after the next decision."""
