# SPDX-License-Identifier: MIT
"""A progress bar in a terminal, a changing line in a notebook, elsewhere nothing.

    progress=True          a bar of our own             Bar
    progress=function      the caller's function        called with a dlx.Progress
    progress=None, False   neither

We import rich when a bar appears, after SECONDS_BEFORE_BAR seconds of searching. Without rich, which is an extra, the
terminal shows a bar of plain characters.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from math import inf
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeVar

from ..system.digits import magnitude
from ..system.wording import duration, plural

if TYPE_CHECKING:
    from rich.progress import Progress as RichBar
    from rich.progress import ProgressColumn

    from .status import Progress

Report = Callable[["Progress"], object]
Thing = TypeVar("Thing")

LEAST_WIDTH = 60  # columns of a terminal; a narrower one gets no bar
LEAST_BAR, MOST_BAR = 10, 40  # characters
SECONDS_BEFORE_BAR = 1.0  # seconds of searching before a bar appears
ERASED = "\x1b[?25h\r\x1b[2K"  # show the cursor, clear the line: rich may do neither if a signal interrupts it


def reporter(progress: bool | Report | None) -> Report | None:
    """Return the function that receives progress reports; raise TypeError if it cannot be called."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if not callable(progress):
        raise TypeError(f"progress is {progress!r}; it must be True or a function of a dlx.Progress")
    return progress


class Reporting:
    """A context whose value is the function that receives progress reports; at its end, our own bar is hidden.

    A generator with ``@contextmanager`` would take a microsecond, a twelfth of a small question.
    """

    def __init__(self, progress: bool | Report | None) -> None:
        self._report = reporter(progress)
        self._ours = progress is True

    def __enter__(self) -> Report | None:
        return self._report

    def __exit__(self, *_: object) -> None:
        if self._ours:
            hide(self._report)


def reported(progress: bool | Report | None, make: Callable[[Report | None], Iterator[Thing]]) -> Iterator[Thing]:
    """Return an iterator that reports its progress; our own bar is hidden when it ends or is dropped."""
    report = reporter(progress)
    return _hidden_at_end(report, make(report)) if progress is True else make(report)


def _hidden_at_end(report: Report | None, things: Iterator[Thing]) -> Iterator[Thing]:
    try:
        yield from things
    finally:
        hide(report)


def hide(report: Report | None) -> None:
    if isinstance(report, Bar) and report.display is not None:
        report.display.hide()


class Bar:
    """A receiver of progress reports that shows a bar."""

    def __init__(self) -> None:
        self.display: Meter | PlainMeter | TerminalLine | None = _display()

    def __call__(self, progress: Progress) -> None:
        if self.display is not None and progress.seconds >= SECONDS_BEFORE_BAR:
            self.display.show(share(progress), how_far(progress))


def _display() -> Meter | PlainMeter | TerminalLine | None:
    """Return the display for a bar in this process, if there is one."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is not None and "IPKernelApp" in shell.config:
        return TerminalLine()
    return meter() if sys.stderr is not None and sys.stderr.isatty() else None


def meter() -> Meter | PlainMeter:
    """Return a bar for a terminal: by rich if it is installed."""
    return Meter() if find_spec("rich") else PlainMeter()


class PlainMeter:
    """A bar of plain characters on standard error."""

    def __init__(self) -> None:
        self.shown = False

    def show(self, share: float | None, text: str) -> None:
        """Show the finished share of the work (None: unknown) and a text, which may be cut except for its last part."""
        width = get_terminal_size().columns - 1  # a full line would wrap
        size, text = (_wide if width >= LEAST_WIDTH and share is not None else _narrow)(width, share, text)
        self._put(f"\r\x1b[2K{f'{plain_bar(share or 0, size)} ' if size else ''}{text}")
        self.shown = True

    def hide(self) -> None:
        if self.shown:
            self.shown = False
            self._put(ERASED)

    @staticmethod
    def _put(text: str) -> None:
        stream = getattr(sys.stderr, "rich_proxied_file", sys.stderr)  # past screen.py: the bar moves the cursor
        stream.write(text)
        stream.flush()


def plain_bar(share: float, size: int) -> str:
    """Return a bar of characters, and the share.

    >>> plain_bar(0.25, 8)
    '██░░░░░░ 25%'
    """
    full = int(share * size)
    return f"{'█' * full}{'░' * (size - full)} {share:.0%}"


class Meter:
    """A bar on standard error that we update by hand. It leaves no trace, even after an interruption."""

    def __init__(self) -> None:
        self.bar: RichBar | None = None
        self.measured = False

    def show(self, share: float | None, text: str) -> None:
        """Show the finished share of the work (None: unknown) and a text, which may be cut except for its last part."""
        if self.bar is not None and self.measured != (share is not None):
            self.hide()
        fresh = self.bar is None
        bar = self.bar = self.bar or _rich_bar()
        self.measured = share is not None
        width = bar.console.width
        size, text = _wide(width, share, text) if width >= LEAST_WIDTH else _narrow(width, share, text)
        bar.columns = _columns(size, self.measured)
        bar.update(bar.task_ids[0], total=1.0 if self.measured else None, completed=share or 0.0, description=text)
        if fresh:
            bar.start()
        bar.refresh()

    def hide(self) -> None:
        if self.bar is not None:
            bar, self.bar = self.bar, None
            bar.stop()
            bar.console.file.write(ERASED)
            bar.console.file.flush()


def _rich_bar() -> RichBar:
    from rich.console import Console
    from rich.progress import Progress as RichBar

    bar = RichBar(
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,  # listed solutions stay on standard output
        redirect_stderr=False,
    )
    bar.add_task("")
    return bar


def _columns(size: int, measured: bool) -> tuple[ProgressColumn, ...]:
    """Return a bar of `size` characters (0: none), the finished share, and the text."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn

    text = TextColumn("{task.description}")
    if not size:
        return (text,)
    return (BarColumn(size), TaskProgressColumn(), text) if measured else (BarColumn(size), text)


def _wide(width: int, share: float | None, text: str) -> tuple[int, str]:
    """Return the size of the bar and the shortened text for a line with room for both."""
    room = width - (2 if share is None else 7)  # gaps, and "100%"
    size = max(LEAST_BAR, min(MOST_BAR, room - len(text)))
    return size, fitting(text, room - size)


def _narrow(width: int, share: float | None, text: str) -> tuple[int, str]:
    """Return the size 0 and the text for a line without a bar."""
    parts = text.split(", ")
    if share is not None:
        parts.insert(len(parts) - 1, f"{share:.0%}")
    return 0, fitting(", ".join(parts), width)


def fitting(text: str, room: int) -> str:
    """Return the facts that fit, from the end of a list; the last is the most important and never omitted.

    >>> fitting("897,252 nodes, 7 s, about 26.5 days left", 30)
    '7 s, about 26.5 days left'
    >>> fitting("897,252 nodes, 7 s, about 26.5 days left", 15)
    '26.5 days left'
    """
    parts = text.split(", ")
    while len(parts) > 1 and len(", ".join(parts)) > room:
        del parts[0]
    text = ", ".join(parts)
    return text if len(text) <= room else text.removeprefix("about ")


class TerminalLine:
    """A line below a cell of a notebook, empty at the end."""

    WIDTH = 30  # characters of the bar

    def __init__(self) -> None:
        self.shown: Any = None

    def show(self, share: float | None, text: str) -> None:
        self._put(text if share is None else f"{plain_bar(share, self.WIDTH)} {text}")

    def hide(self) -> None:
        if self.shown is not None:
            self._put("")
            self.shown = None

    def _put(self, text: str) -> None:
        display = import_module("IPython.display").display  # untyped
        data = {"text/plain": text}
        if self.shown is None:
            self.shown = display(data, raw=True, display_id=True)
        else:
            self.shown.update(data, raw=True)


def share(progress: Progress) -> float | None:
    """Return the finished share of the work, or None if it is unknown."""
    return progress.fraction if progress.measured else None


def how_far(progress: Progress) -> str:
    """Return the facts of a report, the most important last."""
    parts = f"{plural(progress.parts, 'part')}, " if progress.parts else ""
    moving = progress.detail or f"{progress.nodes:,} nodes"
    counts = f"{moving}, {magnitude(progress.solutions)} solution{'s' * (progress.solutions != 1)}"
    ending = f", about {duration(progress.seconds_left)} left" if progress.seconds_left < inf else ""
    unknown = ", end unknown" if progress.detail and not progress.measured else ""
    return f"{parts}{counts}, {duration(progress.seconds)}{ending}{unknown}"
