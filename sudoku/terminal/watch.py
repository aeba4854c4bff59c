# SPDX-License-Identifier: MIT
"""A progress bar on standard error, for long runs with a user watching.

    ━━━━━━━━━━━━━━━━╸━━━━━━━━━━━━━━━━━━━━━━━  41% 409,600 puzzles, 812,345/s, 1 s left

The percentage refers to the bytes of the source; for a pipe their number is unknown.
"""

from __future__ import annotations

from time import perf_counter
from typing import Self

from dlx.engine.bar import SECONDS_BEFORE_BAR, meter

UPDATE_SECONDS = 0.1  # seconds between two updates of the bar


class PuzzleBar:
    """The bar, called after every job; `hide` makes room for a message."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.started = perf_counter()
        self.next = self.started + SECONDS_BEFORE_BAR
        self.meter = meter()

    def __call__(self, puzzles: int, taken: int, size: int | None) -> None:
        """Show that `puzzles` are done, and `taken` of `size` bytes."""
        now = perf_counter()
        if not self.wanted or now < self.next:
            return
        self.next, seconds = now + UPDATE_SECONDS, now - self.started
        share = min(taken / size, 1.0) if size else None
        text = f"{puzzles:,} puzzles, {puzzles / seconds:,.0f}/s"
        if share:
            text += f", {seconds * (1 - share) / share:.0f} s left"
        self.meter.show(share, text)

    def hide(self) -> None:
        self.meter.hide()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()
