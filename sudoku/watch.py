# SPDX-License-Identifier: MIT
"""A progress bar on standard error, where somebody looks on and it takes long.

    ━━━━━━━━━━━━━━━━╸━━━━━━━━━━━━━━━━━━━━━━━  41% 409,600 puzzles, 812,345/s, 1 s left

The share is that of the bytes of the source; of a pipe nobody knows how many there are.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Self

from dlx.commands.shared import PATIENCE, bar

if TYPE_CHECKING:
    from rich.progress import Progress

AGAIN = 0.1  # seconds between two looks of the bar


class Watch:
    """Called after every job; `hide` makes room for a message."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.started = perf_counter()
        self.next = self.started + PATIENCE
        self.bar: Progress | None = None

    def __call__(self, puzzles: int, taken: int, size: int | None) -> None:
        """So many puzzles are done, and bytes of so many."""
        now = perf_counter()
        if not self.wanted or now < self.next:
            return
        self.next, seconds = now + AGAIN, now - self.started
        share = min(taken / size, 1.0) if size else None
        text = f"{puzzles:,} puzzles, {puzzles / seconds:,.0f}/s"
        if share:
            text += f", {seconds * (1 - share) / share:.0f} s left"
        self.bar = self.bar or bar(None if share is None else 1.0)
        self.bar.update(self.bar.task_ids[0], completed=share or 0.0, description=text)
        self.bar.refresh()

    def hide(self) -> None:
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()
