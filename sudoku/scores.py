# SPDX-License-Identifier: MIT
"""The scores that puzzles can have, and a check for wished ratings that no score meets.

    0            1.2  1.5  2.3 .. 5.5      6.52 .. 8.4    8.05 .. 8.9             10
    full grid    singles   .. coloring     chains         forcing chain or net    guess

A score is the difficulty of the hardest technique on the solution path (logic/rating.py), so a required technique
bounds it from below, and forbidden techniques leave gaps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .logic.techniques import Technique
    from .wishes import Wish

PLACING = {"hidden single", "hidden single in a line", "naked single"}  # only these and a guess fill cells
SMALL = 81  # cells. No puzzle up to this size is known to need ...
SHORT = 8  # ... a longer forcing chain or net: none of 53 puzzles that Sudoku Explainer rates 8.5 or more needs 7


def unreachable(wish: Wish) -> str | None:
    """Return why no puzzle has such a rating, if the difficulties of the techniques rule it out; else None."""
    if "contradiction" in wish.require:
        return "a puzzle with a solution needs no 'contradiction'"
    scores = _scores(wish)
    wished = [score for score in scores if _within(score, wish)]
    if not wished:
        return f"no puzzle is known with {_words(wish)}: {_nearest(scores, wish)}"
    for technique in _techniques():
        least = _hard(technique, wish)[0]
        if plain(technique.name) in wish.require and least > wished[-1]:
            return f"{technique.name!r} makes a score of {least:g} or more, beyond {_words(wish)}"
    return None


def plain(name: str) -> str:
    """Normalize the name of a technique: ignore case, hyphens and underscores, so that X-Wing is x_wing."""
    return name.lower().replace("-", " ").replace("_", " ")


def _techniques() -> tuple[Technique, ...]:
    from .logic.techniques import GUESS, TECHNIQUES

    return (*TECHNIQUES, GUESS)


def _scores(wish: Wish) -> list[float]:
    """Return the scores of puzzles that need no forbidden technique, ascending."""
    allowed = [technique for technique in _techniques() if plain(technique.name) not in wish.forbid]
    if wish.forbid >= PLACING:
        allowed = [technique for technique in allowed if technique.name == "guess"]
    found = {score for technique in allowed for score in _hard(technique, wish)}
    return sorted(found | {0.0} if wish.full else found)


def _hard(technique: Technique, wish: Wish) -> list[float]:
    """Return the difficulties of a technique, by the length of its chains."""
    longest = technique.longest
    if technique.name.startswith("forcing") and wish.board.cells <= SMALL:
        longest = min(longest, SHORT)
    return [technique.hard(length) for length in range(min(longest, 1), longest + 1)]


def _within(score: float, wish: Wish) -> bool:
    from .logic.rating import level_of

    low, high = wish.scores or (score, score)
    return low <= score <= high and wish.level in (None, level_of(score))


def _words(wish: Wish) -> str:
    """Describe the wished difficulty."""
    if wish.scores:
        low, high = wish.scores
        return f"the score {low:g}" if low == high else f"a score of {low:g} to {high:g}"
    return f"the level {wish.level}" if wish.level else "a rating"


def _nearest(scores: list[float], wish: Wish) -> str:
    """Name the scores next to the wished ones, or the reason if there are none."""
    low, high = wish.scores or (0.0, 0.0)
    near = [*[f"{score:g}" for score in scores if score < low][-1:], *[f"{s:g}" for s in scores if s > high][:1]]
    if not wish.scores or not near:
        return "the forbidden techniques leave none"
    return f"the nearest score{'s are' if len(near) > 1 else ' is'} {' and '.join(near)}"
