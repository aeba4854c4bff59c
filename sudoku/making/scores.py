# SPDX-License-Identifier: MIT
"""The scores that puzzles can have, and a check for required ratings that no score meets.

    0            1.2  1.5  2.3 .. 5.5      6.52 .. 8.4    8.04 .. 9.16            10
    full grid    singles   .. coloring     chains         forcing chain or net    guess

A score is the difficulty of the hardest technique on the solution path (logic/rating.py), so a required technique
bounds it from below, and forbidden techniques leave gaps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ..board.board import Board
    from ..logic.techniques import Technique

IGNORED = str.maketrans("", "", " -_")
HIDDEN = {"hidden single", "hidden single in a line"}
SMALL_BOARD_CELLS = 81  # no puzzle up to this size is known to need ...
SMALLEST_CELLS = 16  # all 36 minimal 4x4 puzzles need only hidden singles, and more clues cannot make them harder
MOST_KNOWN_CLUES = 72  # no 9x9 puzzle with more is known that needs more than hidden singles; we found 67 and 68
LONGEST_KNOWN_CHAIN = 8  # ... a longer one of these: none of 53 that Sudoku Explainer rates 8.5 or more needs 7
LONG_CHAINS = ("AIC with ALS", "forcing chain", "forcing chain with ALS", "forcing net", "forcing net with ALS")


class RatingNeeds(Protocol):
    """The part of the requirements (requirements.py) that a rating must meet."""

    @property
    def board(self) -> Board: ...
    @property
    def full(self) -> bool: ...
    @property
    def low(self) -> int: ...
    @property
    def scores(self) -> tuple[float, float] | None: ...
    @property
    def level(self) -> str | None: ...
    @property
    def require(self) -> frozenset[str]: ...
    @property
    def forbid(self) -> frozenset[str]: ...


def unreachable(needs: RatingNeeds) -> str | None:
    """Return why no puzzle has such a rating, if the difficulties of the techniques rule it out; else None."""
    if "contradiction" in needs.require:
        return "a puzzle with a solution needs no 'contradiction'"
    for technique in _techniques():
        if technique.of_rules and plain(technique.name) in needs.require and not needs.board.variants:
            return f"{technique.name!r} is for boards with cages, lines or other rules, not for a {needs.board}"
    scores = _scores(needs)
    matching = [score for score in scores if _is_within(score, needs)]
    if not matching:
        return f"no puzzle is known with {_words(needs)}: {_nearest(scores, needs)}"
    for technique in _techniques():
        least = _difficulties(technique, needs)[0]
        if plain(technique.name) in needs.require and least > matching[-1]:
            return f"{technique.name!r} makes a score of {least:g} or more, beyond {_words(needs)}"
    return None


def plain(name: str) -> str:
    """Normalize the name of a technique: ignore case, spaces, hyphens and underscores, so that X-Wing is x_wing."""
    return name.lower().translate(IGNORED)


def _techniques() -> tuple[Technique, ...]:
    from ..logic.techniques import GUESS, TECHNIQUES

    return (*TECHNIQUES, GUESS)


def _scores(needs: RatingNeeds) -> list[float]:
    """Return the scores of puzzles that need no forbidden technique, ascending."""
    allowed = [technique for technique in _techniques() if plain(technique.name) not in needs.forbid]
    if not needs.board.variants:
        allowed = [technique for technique in allowed if not technique.of_rules]
    if plain(_last_single(needs.board)) in needs.forbid:
        allowed = []
    if _only_singles(needs):
        allowed = [technique for technique in allowed if technique.name in HIDDEN]
    found = {score for technique in allowed for score in _difficulties(technique, needs)}
    return sorted(found | {0.0} if needs.full else found)


def _last_single(board: Board) -> str:
    """Return the technique that fills the last cells of a puzzle.

    If the last cells of a box are all naked singles, each of their digits has one place there, and a hidden single is
    easier. So it comes first. Hidden singles in lines could avoid those in a box, but none of 1,900 puzzles rated here
    does.
    """
    return "hidden single in a line" if board.box_width == 1 or board.box_height == 1 else "hidden single"


def _only_singles(needs: RatingNeeds) -> bool:
    """Return whether all known puzzles of that size, or with that many clues, need only hidden singles."""
    if not needs.board.plain:
        return False
    return needs.board.cells <= SMALLEST_CELLS or (needs.board.side == 9 and needs.low > MOST_KNOWN_CLUES)


def _difficulties(technique: Technique, needs: RatingNeeds) -> list[float]:
    """Return the difficulties of a technique, by the length of its chains."""
    longest = technique.longest
    if technique.name in LONG_CHAINS and needs.board.cells <= SMALL_BOARD_CELLS:
        longest = min(longest, LONGEST_KNOWN_CHAIN)
    return [technique.hard(length) for length in range(min(longest, 1), longest + 1)]


def _is_within(score: float, needs: RatingNeeds) -> bool:
    from ..logic.rating import level_of

    low, high = needs.scores or (score, score)
    return low <= score <= high and needs.level in (None, level_of(score))


def _words(needs: RatingNeeds) -> str:
    """Describe the required difficulty."""
    if needs.scores:
        low, high = needs.scores
        return f"the score {low:g}" if low == high else f"a score of {low:g} to {high:g}"
    return f"the level {needs.level}" if needs.level else "a rating"


def _nearest(scores: list[float], needs: RatingNeeds) -> str:
    """Name the scores next to the required ones, or the reason if there are none."""
    low, high = needs.scores or (0.0, 0.0)
    last = _last_single(needs.board)
    if plain(last) in needs.forbid:
        return f"the last cell of a {'line' if last.endswith('line') else 'box'} is a {last!r}, which is forbidden"
    if needs.level and scores and _only_singles(needs):
        return "all known ones of that size, or with that many clues, are easy"
    near = [*[f"{score:g}" for score in scores if score < low][-1:], *[f"{s:g}" for s in scores if s > high][:1]]
    if not needs.scores or not near:
        return "the forbidden techniques leave none"
    return f"the nearest score{'s are' if len(near) > 1 else ' is'} {' and '.join(near)}"
