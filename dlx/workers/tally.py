# SPDX-License-Identifier: MIT
"""The results of tasks, and their running totals."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from .parts import Part

if TYPE_CHECKING:
    from ..engine.drive import Drive


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


class Tally:
    """The running totals of the finished parts."""

    def __init__(self, drive: Drive) -> None:
        self.drive = drive
        self.count = self.nodes = self.parts = 0
        self.done = Fraction(0)  # of the tree
        self.before = 0.0  # seconds of other runs of the same count, from a checkpoint

    @property
    def seconds(self) -> float:
        """The seconds of all runs of this count."""
        return self.before + self.drive.seconds

    def add(self, result: Result) -> None:
        self.count += result.count
        self.nodes += result.nodes
        self.parts += result.parts
        self.done += result.done

    def report(self) -> None:
        """Report progress, if it is time."""
        if self.drive.due or self.done == 1:
            self.drive.show(float(self.done), self.nodes, self.count, self.parts)
