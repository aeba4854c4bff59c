# SPDX-License-Identifier: MIT
"""Solutions of a problem."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from math import fsum
from typing import TYPE_CHECKING

from ..system.public import public

if TYPE_CHECKING:
    from .matrix import Matrix


@public("dlx")
@dataclass(frozen=True, slots=True)
class Solution:
    """A solution: ``options`` holds the numbers of its options, ascending; :meth:`items` spells them out."""

    problem: Matrix = field(hash=False)  # large, and usually the same in all solutions you compare
    options: tuple[int, ...]

    @classmethod
    def of(cls, problem: Matrix, options: Iterable[int]) -> Solution:
        """Return the solution that consists of these options, in any order."""
        return cls(problem, tuple(sorted(options)))

    def items(self) -> list[tuple[Hashable, ...]]:
        """Return each option of the solution as a tuple of its items, in the order given."""
        return [self.problem.option(k) for k in self.options]

    @property
    def cost(self) -> int | float:
        """The sum of the costs of its options, rounded once; 0 in a problem without costs."""
        if self.problem.costs is None:
            return 0
        costs = self.problem.costs[list(self.options)]
        return fsum(costs.tolist()) if costs.dtype.kind == "f" else sum(costs.tolist())

    def __len__(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[int]:
        return iter(self.options)

    def __repr__(self) -> str:
        return f"Solution({self.options})"
