# SPDX-License-Identifier: MIT
"""Queries about the elements of a puzzle: its clues, and the parts of its rules, any of which may be left out.

    a cage of 2 cells with the sum 3, another with the sum 4, and a clue 1        three elements

An element is a number: that of a clue's candidate, or beyond those, that of a part of the board's rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dlx.system.calloff import OutOfTime, within

from ..board.board import Board
from ..board.diagrams import Diagram
from ..board.rules import Rulebook, written
from ..board.variants.parts import VariantPart, elements_of
from ..engine.answer import answer
from ..engine.cover import clues
from ..engine.engines import Decided
from ..engine.queries import ClueQueries

BOARDS_PER_PUZZLE = 200  # with some parts of the rules


class ElementQueries(ClueQueries):
    """Answers queries about some of the clues and rules of a puzzle within `time_limit` seconds in all.

    >>> from sudoku.variants import Killer
    >>> board = Board(2, 2, variants=[Killer([(3, "r1c1 r1c2"), (7, "r3c3 r3c4")])])
    >>> ask = ElementQueries(board, bytes([4, *bytes(15)]), 10)
    >>> ask.elements, ask.solve([3, 64]), ask.solve([3, 65]) is None
    ([3, 64, 65], None, False)
    """

    def __init__(self, board: Board, puzzle: bytes, time_limit: float | None) -> None:
        super().__init__(board, time_limit)
        self.parts = [part for number, variant in enumerate(board.variants) for part in elements_of(number, variant)]
        self.candidates = board.cells * board.side
        self.elements = [*clues(board, puzzle), *range(self.candidates, self.candidates + len(self.parts))]
        self._books: dict[int, Rulebook] = {}  # by part
        self._board_with = lru_cache(BOARDS_PER_PUZZLE)(self._make_board)

    def _make_board(self, parts: tuple[int, ...]) -> Board:
        return self.board.base.with_variants(*(self.parts[k].variant for k in parts))

    def superfluous(self, puzzle: bytes) -> tuple[VariantPart, ...] | None:
        """Return the parts of the rules that can go singly, with one solution still left; None if time runs out.

        >>> from sudoku.variants import Even
        >>> board = Board(2, 2, variants=[Even("r2c2 r1c2")])
        >>> puzzle = board.parse("12.. 3... ..4. ...1")
        >>> [part.variant for part in ElementQueries(board, puzzle, 10).superfluous(puzzle)]
        [Even(cells=('r2c2',)), Even(cells=('r1c2',))]
        """
        superfluous = []
        for k, part in enumerate(self.parts):
            others = tuple(other for other in range(len(self.parts)) if other != k)
            found = answer(self._board_with(others), puzzle, 2, time_limit=self.left(), shown=False)
            if found.unfinished:
                return None
            superfluous += [part] * (found.count == 1)
        return tuple(superfluous)

    def solve(self, clues: Iterable[int], *, node_limit: int | None = None, share: int = 1) -> bytes | None:
        """Return a solution with these elements, as for clues; a board with rules has no limit on nodes."""
        if not self.parts:
            return super().solve(clues, node_limit=node_limit, share=share)
        elements = sorted(clues)
        parts = tuple(element - self.candidates for element in elements if element >= self.candidates)
        given = elements[: len(elements) - len(parts)]
        try:
            with within(self.left() / share):  # while the rules are read
                board = self._board_with(parts)
        except OutOfTime:
            raise TimeoutError from None
        decided = Decided(board, given, 1, time_limit=self.left() / share)
        decided.run()
        if decided.unfinished:
            raise TimeoutError
        return decided.found[0] if decided.found else None

    def holds(self, clue: int, solution: bytes) -> bool:
        if clue < self.candidates:
            return super().holds(clue, solution)
        book = self._book(clue - self.candidates)
        if book.hidden:
            return self.solve([*clues(self.board, solution), clue]) is not None
        return obeys(solution, book)

    def _book(self, part: int) -> Rulebook:
        if part not in self._books:
            self._books[part] = written(self.board, [self.parts[part].variant])
        return self._books[part]


def obeys(grid: bytes, book: Rulebook) -> bool:
    """Return whether a full grid obeys rules without hidden cells.

    >>> from sudoku.variants import Whispers
    >>> book = written(Board(2, 2), [Whispers(["r1c1 r1c2"], 2)])
    >>> obeys(bytes([1, 3, 2, 4, *[1] * 12]), book), obeys(bytes([1, 2, 3, 4, *[1] * 12]), book)
    (True, False)
    """
    side = book.board.side
    true = {cell * side + value - 1 for cell, value in enumerate(grid)}
    return (
        book.banned.isdisjoint(true)
        and all(len({grid[cell] for cell in cells}) == len(cells) for _, cells in book.houses)
        and all(len(true.intersection(c + k for c in said)) < 2 for (said, n), _ in book.said for k in range(n))
        and all(sum(grid[cell] for cell in cells) == total for cells, total in book.sums)
        and all(tuple(sorted(grid[cell] for cell in cells)) in sets for cells, sets in book.sets)
        and all(_is_read(grid, book, layers) for layers in book.diagrams)
    )


def _is_read(grid: bytes, book: Rulebook, layers: Diagram) -> bool:
    """Return whether an automaton reads a grid to its end."""
    state: int | None = 0
    for layer in layers:
        cells = book.sets[layer.cell][0] if layer.of_sum else (layer.cell,)
        value = sum(grid[cell] for cell in cells)
        arcs = ((before, layer.groups[group], after) for before, group, after in layer.arcs)
        state = next((after for before, group, after in arcs if before == state and value in group), None)
    return state is not None
