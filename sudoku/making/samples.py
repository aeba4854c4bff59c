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
OR_TRIES = ", or set the number of tries"  # ends an advice; the page leaves it out
EXTREME_SCORE = 7.9  # the least score
BOXES_OF_SIX = {(2, 3), (3, 2)}  # boxes; two of 300,000 minimal candidates were extreme


def none_known(needs: Requirements) -> str | None:
    """Return why a search for these requirements is likely to fail, with the nearest that are met; else None."""
    reason = _clues(needs) or _level(needs) or _technique(needs) or _six(needs)
    advice = nearest(needs)
    return f"{reason}: {advice}{OR_TRIES}" if reason and advice else None


def nearest(needs: Requirements) -> str | None:
    """Return the nearest requirements that are met soon, in words; None if these may be, or are not in a sample."""
    minimal, level, never = _minimal(needs), _levelled(needs), _never(needs)
    if minimal and needs.high < minimal.few:
        return f"ask for {minimal.few} clues or more"
    most = [minimal.many] if minimal and needs.minimal else []
    most += [level.many] if level else []
    if most and needs.low > min(most):
        return f"ask for {min(most)} clues or fewer"
    if never:
        return f"ask for {NEVER_NEEDED[never]!r}"
    return "ask for diabolical" if _six(needs) else None


# --- the samples that apply


def _is_classic(needs: Requirements) -> bool:
    """Return whether the board is 9x9 without rules or a mask."""
    return needs.board.plain and needs.board.cells == 81 and needs.board.box_height == 3 and needs.symmetry is not None


def _minimal(needs: Requirements) -> MinimalClues | None:
    return CLUES_BY_SYMMETRY[needs.symmetry or ""] if _is_classic(needs) else None


def _levelled(needs: Requirements) -> LevelClues | None:
    return CLUES_BY_LEVEL.get(_level_name(needs)) if _is_classic(needs) else None


def _level_name(needs: Requirements) -> str:
    from ..logic.rating import level_of

    return needs.level or (level_of(needs.scores[0]) if needs.scores else "")


def _never(needs: Requirements) -> str | None:
    if not _is_classic(needs):
        return None
    return next((name for name in NEVER_NEEDED if plain(name) in needs.require), None)


# --- why a wish is refused


def _clues(needs: Requirements) -> str | None:
    known = _minimal(needs)
    if known and needs.high < known.fewest:
        return f"none of {SAMPLE:,} candidates had fewer than {known.fewest} clues"
    if known and needs.minimal and needs.low > known.most:
        return f"none of {SAMPLE:,} minimal candidates had more than {known.most} clues"
    return None


def _level(needs: Requirements) -> str | None:
    known, level = _levelled(needs), _level_name(needs)
    if known is None or needs.low < known.none:
        return None
    sample = f"none of {known.sample:,} candidates with {known.none} clues was {level}"
    return f"{sample}, and more clues make puzzles easier"


def _technique(needs: Requirements) -> str | None:
    never = _never(needs)
    return f"none of {RATED:,} candidates needed {never!r}" if never else None


def _six(needs: Requirements) -> str | None:
    board, extreme = needs.board, needs.scores_within[0] >= EXTREME_SCORE
    if board.plain and (board.box_height, board.box_width) in BOXES_OF_SIX and needs.symmetry and extreme:
        return "two of 300,000 candidates of that size were extreme"
    return None
