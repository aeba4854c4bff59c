# SPDX-License-Identifier: MIT
"""Bit-parallel search: problems whose tables fit in 64 MiB, and memoized counts."""
