# SPDX-License-Identifier: MIT
"""The results of tasks, and their running totals."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING

from ..engine.drive import REPORT_SECONDS
from ..engine.status import Progress, Status
from .parts import Part

if TYPE_CHECKING:
    from ..engine.bar import Report


@dataclass(slots=True)
class Result:
    """The results of a task's parts, and the rest of them."""

    left: list[Part]
    done: Fraction = Fraction(0)  # of the tree
    count: int = 0
    nodes: int = 0
    parts: int = 0  # searched, or cut into others
    work: int = 0
    solutions: list[tuple[tuple[int, ...], list[list[int]]]] = field(default_factory=list)  # by the key of the part


@dataclass(frozen=True, slots=True)
class Total:
    """The totals of all parts."""

    count: int
    nodes: int
    parts: int  # searched, or cut into others; 0: a memory method did the counting
    seconds: float
    status: Status
    method: str = "search"


class Tally:
    """The running totals of the finished parts."""

    def __init__(self, progress: Report | None) -> None:
        self.count = self.nodes = self.parts = 0
        self.done = Fraction(0)  # of the tree
        self.before = 0.0  # seconds of the earlier runs that this one continues
        self.progress = progress
        self.started = perf_counter()
        self.reported = 0.0

    @property
    def elapsed(self) -> float:
        return perf_counter() - self.started

    def add(self, result: Result) -> None:
        self.count += result.count
        self.nodes += result.nodes
        self.parts += result.parts
        self.done += result.done

    def report(self) -> None:
        elapsed = self.elapsed
        if self.progress is not None and (elapsed - self.reported >= REPORT_SECONDS or self.done == 1):
            self.reported = elapsed
            self.progress(Progress(float(self.done), self.nodes, self.count, self.before + elapsed, self.parts))

    def total(self, status: Status) -> Total:
        return Total(self.count, self.nodes, self.parts, self.before + self.elapsed, status)
