# SPDX-License-Identifier: MIT
"""The row of a rule in the tables: a class without a part of it, or with an unknown word, is refused by name."""

import re

import pytest

from sudoku.board.variants import RULE_CLASSES
from sudoku.board.variants.bases import (
    PEN_SHAPES,
    TYPED,
    BoardRule,
    Clues,
    Flag,
    Lines,
    Marked,
    PartedRule,
    Pen,
    checked_rule,
)
from sudoku.board.variants.cells import Minima
from sudoku.board.variants.dots import Ratios
from sudoku.board.variants.groups import GlobalModular
from sudoku.drawing import pens


def add(self, rules, board):
    """Add nothing."""


WHOLE = {
    BoardRule: {"add": add, "plural": "parities", "words": "A sentence.", "form": "group"},
    Flag: {"add": add, "flag": "parity", "words": "A sentence."},
    PartedRule: {"add_part": add, "noun": "parity", "words": "A sentence.", "form": "group"},
    Lines: {"line": add, "noun": "parity line", "words": "A sentence."},
    Clues: {"clue": add, "noun": "parity cage", "words": "A sentence."},
    Marked: {"mark": add, "noun": "parity cell", "words": "A sentence."},
    Ratios.__base__: {"related": add, "given": ("all", "All."), "noun": "parity dot", "words": "A sentence."},
    Minima.__base__: {"order": add, "noun": "extreme", "words": "A sentence."},
    GlobalModular.__base__: {"kind": add, "flag": "parity", "words": "A sentence."},
}
PARTS = [(shape, name) for shape, attributes in WHOLE.items() for name in attributes if name != "form"]


def rule(shape, attributes):
    return type("Parity", (shape,), attributes)


@pytest.mark.parametrize("shape", WHOLE, ids=lambda shape: shape.__name__)
def test_a_class_with_all_parts_is_a_rule(shape):
    assert checked_rule(rule(shape, WHOLE[shape])).__name__ == "Parity"


@pytest.mark.parametrize(("shape", "name"), PARTS, ids=lambda part: getattr(part, "__name__", part))
def test_a_missing_part_is_named_with_its_class(shape, name):
    attributes = {key: value for key, value in WHOLE[shape].items() if key != name}
    with pytest.raises(TypeError, match=rf"^Parity has no `{name}`, .+; give it in the class$"):
        checked_rule(rule(shape, attributes))


def test_a_rule_that_the_page_does_not_offer_needs_no_sentence():
    attributes = {key: value for key, value in WHOLE[Lines].items() if key != "words"}
    assert checked_rule(rule(Lines, {**attributes, "form": ""}))


def test_a_method_for_all_parts_stands_for_that_of_one():
    attributes = {key: value for key, value in WHOLE[Marked].items() if key != "mark"}
    assert checked_rule(rule(Marked, {**attributes, "add": add}))


@pytest.mark.parametrize(
    ("name", "attribute", "choices"),
    [
        ("form", {"form": "lin"}, "'', 'flag', 'region', 'clue'"),
        ("typed", {"typed": "nummer"}, "'', 'number'"),
        ("pen.shape", {"pen": Pen(shape="bowl")}, "'', 'sum', 'arrow'"),
    ],
)
def test_an_unknown_word_is_refused_with_the_known_ones(name, attribute, choices):
    with pytest.raises(TypeError, match=rf"^Parity has the `{re.escape(name)}` '.+'; choose one of {choices}, "):
        checked_rule(rule(Lines, {**WHOLE[Lines], **attribute}))


def test_a_usual_value_has_a_name_and_a_number():
    usual = {**WHOLE[BoardRule], "form": "pair", "typed": "usual"}
    with pytest.raises(TypeError, match=r"^Parity has no `usual`, the name and the usual number of its value"):
        checked_rule(rule(BoardRule, usual))
    assert checked_rule(rule(BoardRule, {**usual, "usual": ("pill", "1")}))


def test_all_words_are_known_to_the_rooms_above():
    layers = pens.SHADE_DRAWERS, pens.UNDER_DRAWERS, pens.OVER_DRAWERS, pens.DOT_DRAWERS
    assert {"none"}.union(*layers) == {*PEN_SHAPES}
    assert {cls.typed for cls in RULE_CLASSES} == {*TYPED}
