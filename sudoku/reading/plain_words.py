# SPDX-License-Identifier: MIT
"""Rules in words: whether they say more than that a puzzle is a Sudoku, with killer cages if it has any.

    "Normal sudoku rules apply."                       plain
    "Place the digits 1-9 once each in every row."     plain
    "Digits along the line increase."                  not: "along", "line" and "increase" may be another rule

Nothing here understands a rule. A sentence is plain if each of its words is a word of the usual rules.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SUDOKU = (
    "a all an and any appear appears apply are as be blank bold box boxes by can cannot cell cells classic "
    "column columns complete contain contains digit digits do does each empty enter every exactly fill "
    "following for from grid have in indicated into insert irregular is it its marked may must no nonet nonets "
    "normal not number numbers occur of once or outlined place put region regions regular repeat repeated "
    "repeats row rows rules so square squares standard sudoku such that the there these this to usual using "
    "with within write you"
)
KILLER = (
    "add adds cage cages clue clues corner dashed different given if indicated inside killer left outline "
    "outlines provided shown small sum sums their top total totals up upper value values which written"
)
NOT_PLAIN = re.compile(r"\b(?:not|n't|no)\b[^.]{0,30}\bappl|\brules provided\b", re.IGNORECASE)

_SENTENCE = re.compile(r"[.;!\n\u2022]+(?!\d)")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_CAGES = re.compile(r"\bcages?\b|\bkiller", re.IGNORECASE)
_SUMS = re.compile(r"\bkiller|\b(?:sum|add|total)", re.IGNORECASE)
_OTHER = re.compile(
    r"product|multiply|multiplie|average|\bmean\b|median|difference|\bmodul|divi|look.and.say", re.IGNORECASE
)
_DIFFER = re.compile(r"\bkiller|(?:not|n't|no)\b.{0,40}\brepeat|different|without repe", re.IGNORECASE | re.DOTALL)
_MAY_REPEAT = re.compile(r"\b(?:may|can|might|could|are allowed to) (?:be )?repeat", re.IGNORECASE)


def is_plain(words: str, side: int, with_cages: bool = False) -> bool:
    """Return whether the words of a puzzle have no rules besides the usual ones of Sudoku and killer cages.

    >>> is_plain("Normal sudoku rules apply.", 9), is_plain("Fill each row with 1-9.", 9), is_plain("Anti-knight.", 9)
    (True, True, False)
    >>> is_plain("Digits in a cage sum to the given total.", 9), is_plain("Digits in a cage sum to it.", 9, True)
    (False, True)
    """
    known = {*SUDOKU.split(), "1", str(side), f"{side}x{side}", "2x2", "2x3", "3x2", "3x3", "4x4"}
    known.update(KILLER.split() if with_cages else ())
    return not NOT_PLAIN.search(words) and all(word.lower() in known for word in _WORD.findall(words))


class CageWords(NamedTuple):
    """The words about cages: whether a number may be a sum, whether digits must differ, and whether they may repeat."""

    sums: bool
    differ: bool
    repeat: bool


def words_about_cages(words: str) -> CageWords:
    """Return the meaning of cages as far as the words go; without any, a number is a sum.

    >>> words_about_cages("Normal killer rules apply.")
    CageWords(sums=True, differ=True, repeat=False)
    >>> words_about_cages("A cage shows the product of its digits.").sums
    False
    """
    about = ". ".join(sentence for sentence in _SENTENCE.split(words) if _CAGES.search(sentence))
    repeat = _MAY_REPEAT.search(about) is not None
    sums = not about or (_SUMS.search(about) is not None and not _OTHER.search(about))
    return CageWords(sums, _DIFFER.search(about) is not None and not repeat, repeat)
