# SPDX-License-Identifier: MIT
"""Clues that contradict each other: as few of them as can be.

A set of clues without a solution must have a clue of every *correction*, clues whose removal leaves a solution. So a
smallest set that hits all corrections met so far is no larger than a smallest conflict; and if it has no solution
itself, it is one. If it has, the clues that its solution breaks, less those that can be kept, are a new correction:

    corrections  {1 4 9} {2 4}    hit by {4}      has a solution: keep what can be kept, {2 7} could not
                 {2 7}            hit by {4 2}    has no solution: a smallest conflict

At first a conflict that is only irredundant is found by deletion. Where time runs out it is the answer, and where the
hitting sets have grown to its size it was a smallest one.

Reference: Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization,
CP 2015.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from dlx.explain import shrink

from .asking import Questions
from .hitting import smallest_hitting_set

# Nodes that a search of the first deletions may take. Conflicts with short proofs are small, and on large boards a
# proof that some middling set has no solution can take minutes: of 150 clues of 16x16 boards 79 and 84 were left after
# 10 s without these limits, and 7 to 35 with them.
EFFORT = (100, 10_000, None)
SHARE = 10  # a search of a deletion gets a tenth of the time that is left


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that have no solution together."""

    cells: tuple[int, ...]  # of the clues, ascending; none: the board has no solution even without clues
    kind: str  # "smallest", "irredundant" (without any one of them there is a solution) or "found" (fewer may do)
    at_least: int  # a conflict among these clues has at least so many of them


def conflict(ask: Questions, clues: list[int]) -> Conflict:
    """A smallest part of these clues without a solution, or as small a one as is found in time; they have none.

    >>> from sudoku import Board
    >>> board = Board(2, 2)
    >>> conflict(Questions(board, 10), [0, 5, 10, 31, 40])  # 1 and 3 in row 1, a 4 below
    Conflict(cells=(0, 7, 10), kind='smallest', at_least=3)
    """
    hunt = _Hunt(ask, clues)
    with suppress(TimeoutError):
        hunt.run()
    side = ask.board.side
    cells = tuple(sorted(clue // side for clue in hunt.found))
    if hunt.at_least >= len(cells):
        return Conflict(cells, "smallest", len(cells))
    return Conflict(cells, "irredundant" if hunt.irredundant else "found", hunt.at_least)


class _Hunt:
    def __init__(self, ask: Questions, clues: list[int]) -> None:
        self.ask, self.clues = ask, clues
        self.all = (1 << len(clues)) - 1  # sets of clues are bits
        self.found, self.irredundant = clues, False
        self.at_least = 0
        self.corrections: list[int] = []

    def run(self) -> None:
        for nodes in EFFORT:
            self.shrink(self.found, nodes)
            if self.irredundant:
                break
        while self.at_least < len(self.found):
            part = smallest_hitting_set(self.corrections, self.at_least, over=self.ask.over) or 0
            self.at_least = max(self.at_least, part.bit_count())
            if self.at_least < len(self.found):
                self.correct(part)

    def shrink(self, clues: list[int], nodes: int | None = None) -> None:
        """Note an irredundant part of these, which have no solution, if it is smaller than the one that is known."""

        def fails(part: list[int]) -> bool | None:
            try:
                return self.ask.solve(part, node_limit=nodes, share=SHARE) is None
            except TimeoutError:
                return None

        found, sure = shrink(clues, fails, self.ask.over)
        if len(found) < len(self.found) or not self.irredundant:
            self.found, self.irredundant = found, sure

    def correct(self, part: int) -> None:
        """Corrections that these clues do not hit, with no clue in common; or these have no solution."""
        solution = self.ask.solve(self.named(part))
        if solution is None:
            self.found, self.irredundant = self.named(part), True
            return
        while solution is not None:
            correction = self.all & ~self.grow(part, solution)
            if not correction:
                raise ValueError("these clues have a solution: they do not contradict each other")
            self.corrections.append(correction)
            part |= correction
            solution = self.ask.solve(self.named(part))
        if part.bit_count() < len(self.clues):
            self.shrink(self.named(part))

    def grow(self, part: int, solution: bytes) -> int:
        """These clues, which have this solution, and as many others as can be added so that there is one."""
        part |= self.kept(solution)
        for k in range(len(self.clues)):
            if not part >> k & 1:
                better = self.ask.solve(self.named(part | 1 << k))
                if better is not None:
                    part |= 1 << k | self.kept(better)
        return part

    def kept(self, solution: bytes) -> int:
        """The clues that a solution has."""
        side = self.ask.board.side
        return sum(1 << k for k, clue in enumerate(self.clues) if solution[clue // side] == clue % side + 1)

    def named(self, part: int) -> list[int]:
        return [clue for k, clue in enumerate(self.clues) if part >> k & 1]
