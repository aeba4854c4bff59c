# SPDX-License-Identifier: MIT
"""Smallest conflicts: as few clues, and rules, as possible that contradict each other.

A *correction* is a set of clues whose removal leaves a solution; a conflict contains a clue of every correction. A
smallest set that hits all corrections found so far is therefore no larger than a smallest conflict, and if it has no
solution, it is one. If it has a solution, we add all clues that can be kept; the rest are a new correction:

    corrections  {1 4 9} {2 4}    hit by {4}      has a solution, which keeps all clues but {2 7}
                 {2 7}            hit by {4 2}    has no solution: a smallest conflict

Deletion first finds a conflict that is merely irredundant. It is the answer if time runs out, and it is proved to be
smallest when the hitting sets have grown to its size. A cage, a line or an outside clue is an element as a clue is.

Reference: Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization,
CP 2015.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dlx.questions.explain import shrink
from dlx.system.public import public

from ..board.clashes import clash, first_clash
from ..board.json_form import TEXT, WHOLE, Fact, JsonForm, by_name, many
from ..board.variants.marks import Pencilmarks
from ..engine.queries import ClueQueries
from .elements import ElementQueries
from .hitting import smallest_hitting_set
from .pencilmarks import lacking_marks
from .rules import clue_names, name_of, shortlist

if TYPE_CHECKING:
    from ..board.board import Board
    from ..board.variants.parts import VariantPart

# Node limits of the searches in successive deletion passes. Conflicts with short proofs are small, and on large boards
# proving that a medium-sized set has no solution can take minutes: of 150 clues on 16x16 boards, 79 and 84 were left
# after 10 s without these limits, 7 to 35 with them.
NODES_PER_PASS = (100, 10_000, None)
DELETIONS_SHARE = 10  # a search of a deletion gets a tenth of the remaining time
MOST_MISSES = 5  # shrunk conflicts in a row that are not smaller; from then on, we only prove that none is
MARKS_SECONDS = 1.0  # for the question which pencil marks are missing


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues and rules that together have no solution."""

    cells: tuple[int, ...]  # of the clues, ascending; neither clues nor rules: the board has no solution without them
    kind: str  # "smallest", "irredundant" (removing any one leaves a solution) or "found" (fewer may suffice)
    at_least: int  # lower bound on the size of any conflict among the clues and rules
    parts: tuple[VariantPart, ...] = ()  # of the rules: a cage, a line, an outside clue, or a rule for all cells
    lacking: tuple[str, ...] = ()  # pencil marks that the solution of the clues needs, if the marks leave none

    form = JsonForm(
        "clues, by cell, and rules that contradict each other",
        clues=Fact(
            by_name(TEXT),
            lambda found, board, puzzle: {board.cell_name(c): board.signs[puzzle[c] - 1] for c in found.cells},
        ),
        rules=Fact(many(TEXT), lambda found, board, _: [name_of(board, part) for part in found.parts]),
        kind={"enum": ["smallest", "irredundant", "found"]},
        at_least=WHOLE,
    )

    def as_json(self, board: Board, puzzle: bytes) -> dict[str, Any]:
        """Return the clues by the names of their cells, and the names of the rules, for `json.dumps`."""
        return self.form.of(self, board, puzzle)

    def words(self, board: Board, puzzle: bytes) -> str:
        """Return the conflict in words, the same for Python, the commands and the page."""
        if self.lacking:
            return f"pencil marks lack {shortlist(self.lacking)}"
        pair = bytes(digit * (cell in self.cells) for cell, digit in enumerate(puzzle))
        repeated = clash(board, pair) if len(self.cells) == 2 else None
        if repeated:
            return repeated
        given = clue_names(board, ((cell, puzzle[cell]) for cell in self.cells))
        named = [*(name_of(board, part) for part in self.parts), *given]
        if not named:
            return "the board has none, even without clues"
        fewer = ""
        if self.kind != "smallest":
            without = "; without any one of them there is a solution" if self.kind == "irredundant" else ""
            fewer = f" (fewer may do, time ran out{without})"
        if self.parts and len(named) == 1:
            return f"{named[0]} cannot hold{fewer}"
        if self.parts:
            return f"{', '.join(named[:-1])} and {named[-1]} contradict each other{fewer}"
        fewer = fewer or ", and no fewer do" * (len(given) > 2)
        many = "this clue cannot stand" if len(given) == 1 else f"{len(given)} clues contradict each other"
        return f"{many}{fewer}: {', '.join(given)}"


def conflict_of(board: Board, puzzle: bytes, time_limit: float | None) -> Conflict:
    """Return a smallest conflict among the clues and rules of a puzzle without a solution.

    >>> from sudoku import Board
    >>> from sudoku.variants import Killer
    >>> board = Board(2, 2, variants=[Killer([(3, "r1c1 r1c2"), (7, "r3c3 r3c4"), (4, "r2c1 r2c2")])])
    >>> conflict_of(board, bytes(16), 10).words(board, bytes(16))
    'cage 3 at r1c1 r1c2 and cage 4 at r2c1 r2c2 contradict each other'
    """
    ask = ElementQueries(board, puzzle, time_limit)
    found = conflict(ask, ask.elements, _start(ask, puzzle))
    if any(isinstance(part.variant, Pencilmarks) for part in found.parts):
        return replace(found, lacking=lacking_marks(board, puzzle, min(ask.left(), MARKS_SECONDS)))
    return found


def _start(ask: ElementQueries, puzzle: bytes) -> list[int] | None:
    """Return two clues that are equal digits in a house, with all rules if a rule adds the house."""
    found = first_clash(ask.board, puzzle)
    if found is None:
        return None
    pair = [cell * ask.board.side + found.value - 1 for cell in found.cells]
    return pair + [element for element in ask.elements if element >= ask.candidates] * found.of_rule


def conflict(ask: ClueQueries, clues: list[int], start: list[int] | None = None) -> Conflict:
    """Return a smallest conflict among these clues, which have no solution, or the smallest one found in time.

    The clues may be any elements of `ask`. If some of them are known to contradict each other, we `start` there.

    >>> from sudoku import Board
    >>> board = Board(2, 2)
    >>> conflict(ClueQueries(board, 10), [0, 5, 10, 31, 40])  # 1 and 3 in row 1, a 4 below
    Conflict(cells=(0, 7, 10), kind='smallest', at_least=3, parts=(), lacking=())
    """
    hunt = _Hunt(ask, clues, start)
    with suppress(TimeoutError):
        hunt.run()
    side, split = ask.board.side, ask.board.cells * ask.board.side
    cells = tuple(sorted(clue // side for clue in hunt.found if clue < split))
    parts = tuple(ask.parts[k - split] for k in sorted(hunt.found) if k >= split)
    size = len(hunt.found)
    if hunt.at_least >= size:
        return Conflict(cells, "smallest", size, parts)
    return Conflict(cells, "irredundant" if hunt.irredundant else "found", hunt.at_least, parts)


class _Hunt:
    def __init__(self, ask: ClueQueries, clues: list[int], start: list[int] | None) -> None:
        self.ask, self.clues = ask, clues
        self.all = (1 << len(clues)) - 1  # sets of clues are the bits of integers
        self.found, self.irredundant = start or clues, False
        self.at_least = 2 if start and ask.board.plain else 0  # a plain board has a solution with any one clue
        self.corrections: list[int] = []
        self.misses = 0  # shrunk conflicts in a row that were not smaller than the best one

    def run(self) -> None:
        for nodes in NODES_PER_PASS:
            if self.irredundant or self.at_least >= len(self.found):
                break
            self.shrink(self.found, nodes)
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
        if part.bit_count() < len(self.clues) and self.misses < MOST_MISSES:
            size = len(self.found)
            self.shrink(self.named(part))
            self.misses = self.misses + 1 if len(self.found) == size else 0

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
        return sum(1 << k for k, clue in enumerate(self.clues) if self.ask.holds(clue, solution))

    def named(self, part: int) -> list[int]:
        return [clue for k, clue in enumerate(self.clues) if part >> k & 1]
