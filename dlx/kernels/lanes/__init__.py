# SPDX-License-Identifier: MIT
"""Bit-sliced search: many questions about one problem, side by side."""
