# SPDX-License-Identifier: MIT
"""Smallest conflicts: as few clues as possible that contradict each other.

A *correction* is a set of clues whose removal leaves a solution; a conflict contains a clue of every correction. A
smallest set that hits all corrections found so far is therefore no larger than a smallest conflict, and if it has no
solution, it is one. If it has a solution, we add all clues that can be kept; the rest are a new correction:

    corrections  {1 4 9} {2 4}    hit by {4}      has a solution, which keeps all clues but {2 7}
                 {2 7}            hit by {4 2}    has no solution: a smallest conflict

Deletion first finds a conflict that is merely irredundant. It is the answer if time runs out, and it is proved to be
smallest when the hitting sets have grown to its size.

Reference: Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization,
CP 2015.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dlx.questions.explain import shrink
from dlx.system.public import public

from ..engine.queries import ClueQueries
from .hitting import smallest_hitting_set

if TYPE_CHECKING:
    from ..board.board import Board

# Node limits of the searches in successive deletion passes. Conflicts with short proofs are small, and on large boards
# proving that a medium-sized set has no solution can take minutes: of 150 clues on 16x16 boards, 79 and 84 were left
# after 10 s without these limits, 7 to 35 with them.
NODES_PER_PASS = (100, 10_000, None)
DELETIONS_SHARE = 10  # a search of a deletion gets a tenth of the remaining time


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that together have no solution."""

    cells: tuple[int, ...]  # of the clues, ascending; empty: the board has no solution even without clues
    kind: str  # "smallest", "irredundant" (removing any one leaves a solution) or "found" (fewer may suffice)
    at_least: int  # lower bound on the size of any conflict among the clues

    def as_json(self, board: Board, puzzle: bytes) -> dict[str, Any]:
        """Return the clues by the names of their cells, for `json.dumps`."""
        clues = {board.cell_name(cell): board.signs[puzzle[cell] - 1] for cell in self.cells}
        return {"clues": clues, "kind": self.kind, "at_least": self.at_least}


def conflict(ask: ClueQueries, clues: list[int]) -> Conflict:
    """Return a smallest conflict among these clues, which have no solution, or the smallest one found in time.

    >>> from sudoku import Board
    >>> board = Board(2, 2)
    >>> conflict(ClueQueries(board, 10), [0, 5, 10, 31, 40])  # 1 and 3 in row 1, a 4 below
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
    def __init__(self, ask: ClueQueries, clues: list[int]) -> None:
        self.ask, self.clues = ask, clues
        self.all = (1 << len(clues)) - 1  # sets of clues are the bits of integers
        self.found, self.irredundant = clues, False
        self.at_least = 0
        self.corrections: list[int] = []

    def run(self) -> None:
        for nodes in NODES_PER_PASS:
            self.shrink(self.found, nodes)
            if self.irredundant:
                break
        while self.at_least < len(self.found):
            part = smallest_hitting_set(self.corrections, self.at_least, over=self.ask.over) or 0
            self.at_least = max(self.at_least, part.bit_count())
            if self.at_least < len(self.found):
                self.correct(part)

    def shrink(self, clues: list[int], nodes: int | None = None) -> None:
        """Shrink these clues, which have no solution, by deletion; keep the result if it is the best so far."""

        def fails(part: list[int]) -> bool | None:
            try:
                return self.ask.solve(part, node_limit=nodes, share=DELETIONS_SHARE) is None
            except TimeoutError:
                return None

        found, sure = shrink(clues, fails, self.ask.over)
        if len(found) < len(self.found) or not self.irredundant:
            self.found, self.irredundant = found, sure

    def correct(self, part: int) -> None:
        """Add disjoint corrections that these clues do not hit; keep the clues as conflict if they have no solution."""
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
        """Return these clues, which have this solution, with others added as long as a solution remains."""
        part |= self.kept(solution)
        for k in range(len(self.clues)):
            if not part >> k & 1:
                better = self.ask.solve(self.named(part | 1 << k))
                if better is not None:
                    part |= 1 << k | self.kept(better)
        return part

    def kept(self, solution: bytes) -> int:
        """Return the clues that a solution satisfies."""
        side = self.ask.board.side
        return sum(1 << k for k, clue in enumerate(self.clues) if solution[clue // side] == clue % side + 1)

    def named(self, part: int) -> list[int]:
        return [clue for k, clue in enumerate(self.clues) if part >> k & 1]
