# SPDX-License-Identifier: MIT
"""The checked requirements of a generator, and the test of a puzzle against them.

clues          number of clues, low to high
pattern        their positions: symmetry and mask (sudoku/making/patterns.py)
minimal        no group of clues can be removed
difficulty     a level of `sudoku.logic.rate`, or scores low to high
techniques     required and forbidden techniques on the solution path

"easy" means more than hidden singles. A minimal puzzle of that level has about 24 clues, and one or two digits can be
found at a time. Newspapers print 30 to 36 clues, with several digits to find at any time. So an easy puzzle gets that
many clues and that many digits in a round, unless the caller requires a number of clues, a mask or minimal puzzles.

On boards above 9x9, a puzzle with as few clues as possible is extreme, and its rating may take minutes. So there a
puzzle of any level gets a number of clues at which all levels occur and ratings are quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import ceil, inf
from operator import index
from typing import Any

from dlx.system.public import public

from ..board.board import Board, check_board
from .patterns import Pattern, impossible, pattern
from .scores import plain, unreachable

LARGEST_EXACT_CELLS = 144  # cells; on larger boards, deciding whether a clue is needed may take forever
EASY_CLUES = (30, 36)  # of 81 cells: the clues of an easy puzzle ...
HARDER_CLUES = (28, 31)  # ... and, on boards above 9x9, of one of any other level, found in 0.1 (hard) to 5 s (extreme)
GROWTH = 0.41  # these shares times this power of side / 9: minimal puzzles of larger boards have larger shares, too
EASY_DIGITS = 1 / 3  # of the side: digits found in a round of an easy puzzle, on average. Of all candidates, 2/3 pass
MOST_MINIMAL_CLUES = 40  # of 9x9 puzzles: the most of any known one
NODES_PER_CLUE = 3_000  # of each such decision. With 300, 25x25 puzzles keep 52 % of their clues; with 3,000, 44 %


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements of a generator. Picklable, because workers receive it."""

    board: Board
    pattern: Pattern
    low: int
    high: int
    minimal: bool = False
    counted: bool = False  # whether a number of clues is required
    scores: tuple[float, float] | None = None
    level: str | None = None
    require: frozenset[str] = field(default_factory=frozenset)
    forbid: frozenset[str] = field(default_factory=frozenset)
    digits: float = 0  # found in a round of the solution path, on average; at least
    symmetry: str | None = None  # None: a mask determines the positions

    @classmethod
    def of(
        cls,
        board: Board | None,
        clues: Any,
        symmetry: str,
        mask: Any,
        difficulty: Any,
        techniques: Mapping[str, Any] | None,
        minimal: bool,
    ) -> Requirements:
        """Return the requirements for these arguments of `generate`; raise ValueError or TypeError for invalid ones."""
        check_board(board)
        board = board or Board()
        if not board.rules.has_cover:
            why = "most grids can be divided in several ways, so that all their digits do not make one solution"
            raise ValueError(f"no puzzles are generated for a {board}: {why}; generate for its board without that rule")
        low, high = _clues(board, clues)
        scores, level = _difficulty(difficulty)
        require, forbid = _techniques(techniques)
        where, digits = pattern(board, symmetry, mask), 0.0
        if level and clues is None and mask is None and not minimal:
            if level == "easy":
                clues, digits = _clues_of(board, EASY_CLUES), EASY_DIGITS * board.side
            elif board.plain and board.side > 9:
                clues = _clues_of(board, HARDER_CLUES)
            low, high = clues or (low, high)
        checked = board, where, low, high, bool(minimal), clues is not None, scores, level, require, forbid, digits
        return cls(*checked, symmetry if mask is None else None)

    @property
    def rated(self) -> bool:
        return bool(self.scores or self.level or self.require or self.forbid)

    @property
    def node_limit(self) -> int | None:
        """Return the node limit for deciding whether a clue is needed; None if the decision must be exact."""
        return NODES_PER_CLUE if self.board.cells > LARGEST_EXACT_CELLS and not self.minimal else None

    def impossible(self) -> str | None:
        """Return why no such puzzle exists, if that is obvious; else None."""
        cells, fixed = self.pattern.cells, len(self.pattern.fixed)
        if fixed > self.high:
            return f"{fixed} cells must have clues where at most {self.high} are required"
        if len(cells) < self.low:
            return f"clues may stand in {len(cells)} cells where at least {self.low} are required"
        sums = self.pattern.sums()
        if not any(self.low <= number <= self.high for number in sums):
            return f"symmetric cells have clues together; the nearest numbers of clues are {_next_to(sums, self.low)}"
        if self.minimal and self.board == Board() and self.low > MOST_MINIMAL_CLUES:
            return f"no minimal 9x9 puzzle with more than {MOST_MINIMAL_CLUES} clues is known"
        return impossible(self.board, cells, self.high) or (unreachable(self) if self.rated else None)

    @property
    def full(self) -> bool:
        """Return whether every such puzzle has all its cells filled."""
        return self.board.cells in (self.low, len(self.pattern.fixed))

    @property
    def scores_within(self) -> tuple[float, float]:
        """Return the lowest and the highest score of the required level, or the required scores."""
        from ..logic.rating import LEVELS

        if self.level is None:
            return self.scores or (0.0, inf)
        names = [name for name, _ in LEVELS]
        place = names.index(self.level)
        return (LEVELS[place - 1][1] if place else 0.0), LEVELS[place][1]

    def given_up(self, technique: str, difficulty: float) -> bool:
        """Return whether a round with this technique already rules out the required level or techniques."""
        return (self.level is not None and difficulty > self.scores_within[1]) or plain(technique) in self.forbid

    def liked(self, rating: Any, clues: int) -> bool:
        """Return whether a rating (of sudoku.logic) of a puzzle with that many clues meets the requirements."""
        if rating is None or rating.score is None:
            return False
        if self.scores and not self.scores[0] <= rating.score <= self.scores[1]:
            return False
        if self.digits * sum(rating.rounds.values()) > self.board.cells - clues:
            return False
        taken = {plain(name) for name in rating.rounds}
        return (self.level in (None, rating.level)) and self.require <= taken and not self.forbid & taken


def _next_to(numbers: list[int], wanted: int) -> str:
    """Name the numbers below and above one that is not among them.

    >>> _next_to([0, 1, 4, 5, 8, 9], 6), _next_to([0, 4], 6)
    ('5 and 8', '4')
    """
    below, above = [n for n in numbers if n < wanted][-1:], [n for n in numbers if n > wanted][:1]
    return " and ".join(map(str, below + above))


def _clues_of(board: Board, of_81: tuple[int, int]) -> tuple[int, int]:
    """Return the fewest and the most clues of a puzzle with such a share of clues.

    >>> _clues_of(Board(), EASY_CLUES), _clues_of(Board(2, 2), EASY_CLUES), _clues_of(Board(4, 4), EASY_CLUES)
    ((30, 36), (6, 7), (121, 144))
    """
    cells = board.cells * max(board.side / 9, 1) ** GROWTH
    return ceil(of_81[0] * cells / 81), int(of_81[1] * cells / 81)


def _clues(board: Board, clues: Any) -> tuple[int, int]:
    if clues is None:
        return 0, board.cells
    low, high = clues if isinstance(clues, (tuple, list)) and len(clues) == 2 else (clues, clues)
    try:
        low, high = index(low), index(high)
    except TypeError:
        raise TypeError(f"clues is {clues!r}: it must be a whole number, or two of them") from None
    if not 0 <= low <= high <= board.cells:
        raise ValueError(f"clues are {low} to {high}: a {board} can have 0 to {board.cells}, the lower number first")
    return low, high


def _difficulty(difficulty: Any) -> tuple[tuple[float, float] | None, str | None]:
    if difficulty is None:
        return None, None
    if isinstance(difficulty, str):
        levels = _levels()
        if difficulty.lower() not in levels:
            raise ValueError(f"no level {difficulty!r}; choose one of {', '.join(levels)}")
        return None, difficulty.lower()
    try:
        low, high = (float(score) for score in difficulty)
    except (TypeError, ValueError):
        raise TypeError(f"difficulty is {difficulty!r}: it must be a level, or two scores") from None
    if not low <= high:
        raise ValueError(f"difficulty is {low:g} to {high:g}: the lower score comes first")
    return (low, high), None


def _levels() -> list[str]:
    from ..logic.rating import LEVELS

    return [name for name, _ in LEVELS]


def _techniques(techniques: Mapping[str, Any] | None) -> tuple[frozenset[str], frozenset[str]]:
    if techniques is None:
        return frozenset(), frozenset()
    if not isinstance(techniques, Mapping):
        raise TypeError(f"techniques is {techniques!r}: it must be a mapping, such as {{'require': ['X-Wing']}}")
    if not techniques.keys() <= {"require", "forbid"}:
        raise ValueError(f"techniques is {techniques!r}: it must have no other keys than 'require' and 'forbid'")
    require, forbid = (_technique_names(techniques.get(key, ())) for key in ("require", "forbid"))
    if require & forbid:
        raise ValueError(f"technique {_names()[min(require & forbid)]!r} is both required and forbidden")
    return require, forbid


def _technique_names(names: Any) -> frozenset[str]:
    known = _names()
    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if not isinstance(name, str):
            raise TypeError(f"technique {name!r}: it must be a name")
        if plain(name) not in known:
            near = get_close_matches(plain(name), known, 3) or known
            raise ValueError(f"no technique {name!r}; choose from {', '.join(known[key] for key in near)}")
    return frozenset(map(plain, wanted))


def _names() -> dict[str, str]:
    """Return the names of the techniques by their normalized form."""
    from ..logic.techniques import BY_NAME

    return {plain(name): name for name in BY_NAME}
