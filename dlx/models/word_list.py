# SPDX-License-Identifier: MIT
"""Lists of words, with or without scores, as constructors of crosswords keep them.

    ORE;80        a word and its score, a line of a list for XWord Info or Crossword Compiler
    ore           a word; in a list with scores, its score is 0
    {"ore": 80}   a mapping
    o'clock       not made of letters: skipped, and counted

Case does not matter. A word with several scores has the highest of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from numbers import Real
from os import PathLike
from typing import NamedTuple, NoReturn

from ..matrix.sets import in_order
from .shapes import drawn_text, is_path

Words = str | PathLike[str] | Iterable[str] | Mapping[str, float]
MOST_WORD_LIST_BYTES = 1 << 23
SCORE = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")


class WordList(NamedTuple):
    """Words in lower case, in the order of the list."""

    scores: dict[str, float]  # of the words; 0 where the list has none
    scored: bool  # some entry has a score
    skipped: int  # entries that are not made of letters


def word_list(words: Words, min_score: float | None = None, *, required: Collection[str] = ()) -> WordList:
    """Return the words of a list that have at least a score, and the required ones.

    Raises ValueError for a list in which nothing is a word, a score that is no number, or a least score that no word
    has.

    >>> word_list(["ORE;80", "ore;60", "o'clock", "ash"])
    WordList(scores={'ore': 80, 'ash': 0}, scored=True, skipped=1)
    >>> word_list("ORE;80 ash;30", min_score=50).scores
    {'ore': 80}
    """
    scores: dict[str, float] = {}
    scored, skipped, first = False, 0, ""
    for word, score in _entries(words):
        if word.isalpha():
            scores[word] = max(score or 0, scores.get(word, -math.inf))
            scored = scored or score is not None
        else:
            first, skipped = first or word, skipped + 1
    if skipped and not scores:
        what = f"the word {first!r} is not made of letters, and neither is any other word of the list"
        remedy = "; write a score behind a semicolon, as in ore;80" * bool(re.search(r"[^\w;]\s*[0-9.]+$", first))
        raise ValueError(what + remedy)
    scores |= {word: 0 for word in required if word not in scores}
    return WordList(_above(scores, scored, min_score, required), scored, skipped)


def _entries(words: Words) -> Iterator[tuple[str, float | None]]:
    """Yield each word in lower case, and its score, if it has one."""
    if isinstance(words, PathLike) or (isinstance(words, str) and is_path(words)):
        words = drawn_text(words, MOST_WORD_LIST_BYTES).splitlines() or _empty(words)
    if isinstance(words, Mapping):
        for word, value in words.items():
            yield word.strip().lower(), _finite(word, value)
        return
    for entry in words.split() if isinstance(words, str) else in_order(words, "words"):
        word, semicolon, text = entry.strip().lower().partition(";")
        if semicolon and not SCORE.fullmatch(text.strip()):
            raise ValueError(f"the word {word!r} has the score {text!r}; write a number, as in ore;80")
        if word or semicolon:
            yield word.strip(), _number(text) if semicolon else None


def _empty(path: str | PathLike[str]) -> NoReturn:
    raise ValueError(f"{path} is empty; write a word a line")


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)


def _finite(word: str, score: float) -> float:
    if not isinstance(score, Real) or not math.isfinite(score):
        raise ValueError(f"the word {word!r} has the score {score!r}; it must be a number")
    return score


def _above(scores: dict[str, float], scored: bool, least: float | None, required: Collection[str]) -> dict[str, float]:
    """Return the required words, and those with at least a score."""
    if least is None:
        return scores
    if not scored:
        raise ValueError("min_score is for a list with scores, as ore;80 in a line; this list has none")
    kept = {word: score for word, score in scores.items() if score >= least or word in required}
    if not kept:
        raise ValueError(f"no word has a score of at least {least}; the highest is {max(scores.values())}")
    return kept
