# SPDX-License-Identifier: MIT
"""Slices of a search: a kernel runs for a bounded amount of work and returns."""

from __future__ import annotations

DONE, SOLUTION, PAUSED = 0, 1, 2  # results of Kernel.run
SLICE_SECONDS = 0.005  # seconds in the kernel between two checks of clock and signals
REPORT_SECONDS = 0.1  # seconds between two progress reports


def paced(work: int, elapsed: float, least: int = 1) -> int:
    """Return the work for a slice of about SLICE_SECONDS, after a slice of ``elapsed`` seconds."""
    if elapsed < SLICE_SECONDS / 2:
        return min(work * 2, 2**40)
    return max(work // 2, least) if elapsed > SLICE_SECONDS * 2 else work
