# SPDX-License-Identifier: MIT
"""Wishes that none of a large sample of our candidates meets, with the nearest wish that is met soon.

    clues=17                       none of 1,000,000 candidates had fewer than 19     ask for 21 or more
    difficulty="extreme", clues=60     none of 100,000 with 34 was extreme            ask for 31 or fewer

Such puzzles may exist: 49,158 with 17 clues are known. Removing clues at random hardly ever leads to one, and a search
would end at its limit. So we refuse the wish at once, unless the caller sets the number of tries. The samples are of
9x9 puzzles without other rules or a mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .scores import plain

if TYPE_CHECKING:
    from .requirements import Requirements

SAMPLE = 1_000_000  # minimal candidates of each symmetry


class MinimalClues(NamedTuple):
    """The numbers of clues of minimal candidates."""

    fewest: int  # in the sample
    few: int  # at least one candidate in 10,000 has it or fewer; `many` likewise
    many: int
    most: int


CLUES_BY_SYMMETRY = {
    "none": MinimalClues(19, 21, 29, 30),
    "rotate180": MinimalClues(21, 22, 34, 36),
    "rotate90": MinimalClues(24, 24, 40, 44),
    "mirror-left-right": MinimalClues(21, 23, 34, 36),
    "mirror-top-bottom": MinimalClues(21, 23, 34, 37),
    "mirror-both": MinimalClues(22, 24, 42, 46),
    "diagonal": MinimalClues(21, 22, 33, 35),
    "antidiagonal": MinimalClues(21, 22, 33, 34),
    "both-diagonals": MinimalClues(22, 24, 38, 40),
    "full": MinimalClues(24, 24, 48, 52),
}


class LevelClues(NamedTuple):
    """The largest numbers of clues with which candidates of a level were found."""

    many: int  # at least one candidate in 10,000 is of the level
    none: int  # no candidate in the sample is
    sample: int


CLUES_BY_LEVEL = {
    "medium": LevelClues(42, 51, 50_000),
    "hard": LevelClues(39, 42, 50_000),
    "expert": LevelClues(46, 54, 60_000),
    "diabolical": LevelClues(38, 42, 60_000),
    "extreme": LevelClues(31, 34, 100_000),
}
RATED = 400_000  # minimal candidates, none of which needed ...
NEVER_NEEDED = {  # ... these techniques, and one that is as hard, and was needed by at least one in 20,000
    "Franken X-Wing": "Franken Swordfish",
    "mutant X-Wing": "mutant Swordfish",
    "tridagon": "ALS chain",
    "exocet": "death blossom",
    "forcing net with ALS": "forcing net",
    "guess": "forcing net",
}
EXTREME_SCORE = 7.9  # the least score
BOXES_OF_SIX = {(2, 3), (3, 2)}  # boxes; two of 300,000 minimal candidates were extreme


def none_known(needs: Requirements) -> str | None:
    """Return why a search for these requirements is likely to fail, with the nearest that are met; else None."""
    board = needs.board
    if not board.plain or needs.symmetry is None:
        return None
    if board.side == 9 and board.box_height == 3:
        advice = _clues(needs) or _level(needs) or _technique(needs)
    elif (board.box_height, board.box_width) in BOXES_OF_SIX and needs.scores_within[0] >= EXTREME_SCORE:
        advice = "two of 300,000 candidates of that size were extreme: ask for diabolical"
    else:
        return None
    return f"{advice}, or set the number of tries" if advice else None


def _clues(needs: Requirements) -> str | None:
    known = CLUES_BY_SYMMETRY.get(needs.symmetry or "")
    if known is None:
        return None
    if needs.high < known.fewest:
        return f"none of {SAMPLE:,} candidates had fewer than {known.fewest} clues: ask for {known.few} or more"
    if needs.minimal and needs.low > known.most:
        return f"none of {SAMPLE:,} minimal candidates had more than {known.most} clues: ask for {known.many} or fewer"
    return None


def _level(needs: Requirements) -> str | None:
    from ..logic.rating import level_of

    level = needs.level or (level_of(needs.scores[0]) if needs.scores else "")
    known = CLUES_BY_LEVEL.get(level)
    if known is None or needs.low < known.none:
        return None
    return (
        f"none of {known.sample:,} candidates with {known.none} clues was {level}, and more clues make puzzles easier: "
        f"ask for {known.many} or fewer"
    )


def _technique(needs: Requirements) -> str | None:
    never = next((name for name in NEVER_NEEDED if plain(name) in needs.require), "")
    return f"none of {RATED:,} candidates needed {never!r}: ask for {NEVER_NEEDED[never]!r}" if never else None
