# SPDX-License-Identifier: MIT
"""Rules in words: whether they say more than that a puzzle is a Sudoku, and has the rules that were read.

    "Normal sudoku rules apply."                       plain
    "Place the digits 1-9 once each in every row."     plain
    "Digits along the line increase."                  not: "along", "line" and "increase" may be another rule

Nothing here understands a rule. A sentence is plain if each of its words is a word of the usual rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

SUDOKU = (
    "a all an and any appear appears apply are as be blank bold box boxes by can cannot cell cells classic "
    "column columns complete contain contains digit digits do does each empty enter every exactly fill "
    "following for from grid have in indicated into insert irregular is it its marked may must no nonet nonets "
    "normal not number numbers occur of once or outlined place put region regions regular repeat repeated "
    "repeats row rows rules so square squares standard sudoku such that the there these this to usual using "
    "with within write you"
)
WORDS_OF_RULES = {  # by the key of f-puzzles
    "killercage": (
        "add adds cage cages clue clues corner dashed different given if indicated inside killer left outline outlines "
        "provided shown small sum sums their top total totals up upper value values which written"
    ),
    "difference": (
        "2 adjacent always are between by cells circle circles connected consecutive differ difference dot dots double "
        "exactly given have i.e ie joined kropki necessarily on one other possible separate separated "
        "separates separating shown the them two values where white"
    ),
    "xv": (
        "10 5 add adjacent are between connected five given joined necessarily on possible respectively "
        "separated shown sum summing ten them two v v's vs where x x's xs xv"
    ),
    "arrow": (
        "along arrow arrow's arrows attached bulb circle circle's circled circles connected digit's equal if "
        "its necessary on repeat sum sums total"
    ),
    "thermometer": (
        "along away bulb bulbs end ends from increase increases increasing moving on start starting strictly thermo "
        "thermometer thermometers thermos tip"
    ),
    "diagonal": "along blue both diagonal diagonals line lines long main major marked negative on positive two",
    "antiknight": "anti apart away chess different identical knight knight's knights move same separated single",
    "antiking": "anti apart away chess different identical king king's kings move same separated single",
}
WORDS_OF_RULES["ratio"] = WORDS_OF_RULES["difference"] + " black ratio twice"
NOT_PLAIN = re.compile(
    r"\b(?:not|n't|no)\b[^.]{0,30}\bappl|\brules provided\b|negative constraint"
    r"|(?<!not )\b(?:all|every|each)\b[^.]{0,40}\b(?:dots?|[xv]'?s?|kropki)\b[^.]{0,40}\b(?:given|shown|marked)",
    re.IGNORECASE,
)

_SENTENCE = re.compile(r"[.;!\n\u2022]+(?!\d)")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_CAGES = re.compile(r"\bcages?\b|\bkiller", re.IGNORECASE)
_SUMS = re.compile(r"\bkiller|\b(?:sum|add|total)", re.IGNORECASE)
_OTHER = re.compile(
    r"product|multiply|multiplie|average|\bmean\b|median|difference|\bmodul|divi|look.and.say", re.IGNORECASE
)
_DIFFER = re.compile(r"\bkiller|(?:not|n't|no)\b.{0,40}\brepeat|different|without repe", re.IGNORECASE | re.DOTALL)
_MAY_REPEAT = re.compile(r"\b(?:may|can|might|could|are allowed to) (?:be )?repeat", re.IGNORECASE)


def is_plain(words: str, side: int, rules: Iterable[str] = ()) -> bool:
    """Return whether the words of a puzzle have no rules besides `rules` and the usual ones of Sudoku.

    Pass the keys of f-puzzles for `rules`.

    >>> is_plain("Normal sudoku rules apply.", 9), is_plain("Fill each row with 1-9.", 9), is_plain("Anti-knight.", 9)
    (True, True, False)
    >>> [is_plain("Digits in a cage sum to the given total.", 9, rules) for rules in ((), ["killercage"])]
    [False, True]
    """
    known = {*SUDOKU.split(), "1", str(side), f"{side}x{side}", "2x2", "2x3", "3x2", "3x3", "4x4"}
    for rule in rules:
        known.update(WORDS_OF_RULES.get(rule.rstrip("+-"), "").split())
    said = words.lower().replace("\u2019", "'")
    return not NOT_PLAIN.search(said) and all(word in known for word in _WORD.findall(said))


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
