# SPDX-License-Identifier: MIT
"""The finest parts of every class of rules: one for each mark, and all of them together are the rule."""

import random
from dataclasses import fields, replace

import pytest

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.board.variants import RULE_CLASSES
from sudoku.board.variants.bases import Clues, Flag, Lines, Marked
from sudoku.board.variants.parts import elements_of
from tests.rule_definitions import RULES

SMALL = Board(2, 2)
WHOLE = {v.CountingCircles, v.Pencilmarks, v.Letters}  # a circle says nothing without all others
ENTRIES = {  # of the classes without a shape, and of clues with a value that is no number
    v.Killer: [(5, "r1c1 r1c2"), (6, "r2c1 r2c2"), (None, "r3c1 r3c2")],
    v.Arrows: [("r1c1", "r1c2 r1c3"), ("r2c1", "r2c2 r2c3"), ("r3c1", "r3c2 r3c3")],
    v.Clones: [("r1c1", "r4c4"), ("r1c2", "r3c3"), ("r1c3", "r4c1")],
    v.ExtraRegions: ["r1c1 r2c2", "r1c2 r2c1", "r3c1 r4c2"],
    v.Kropki: ["r1c1 r1c2", "r2c1 r2c2", "r3c1 r3c2"],
    v.Quadruples: [([1], "r1c1 r1c2 r2c1 r2c2"), ([2], "r2c2 r2c3"), ([3], "r3c3 r3c4")],
    v.LookAndSay: [("11", "r1c1 r1c2"), ("12", "r2c1 r2c2"), ("13", "r3c1 r3c2")],
    v.Regex: [("1.", "r1c1 r1c2"), ("2.", "r2c1 r2c2"), ("3.", "r3c1 r3c2")],
    v.RegionRuns: [("up", "r4c1"), ("left", "r2c4"), ("down right", "r1c1")],
    v.LittleKiller: [(5, "r0c1 r1c2"), (6, "r0c2 r1c3"), (3, "r0c3 r1c4")],
}


def three_marks(rule):
    """Return a rule of this class with three marks."""
    if rule is v.Function:
        return rule(sum, ["r1c1 r1c2", "r2c1 r2c2", "r3c1 r3c2"])
    if rule in ENTRIES:
        return rule(ENTRIES[rule])
    if issubclass(rule, Marked):
        return rule("r1c1 r1c2 r3c3")
    if issubclass(rule, Lines):
        return rule(["r1c1 r1c2 r1c3 r1c4", "r2c1 r2c2 r2c3 r2c4", "r3c1 r3c2 r3c3 r3c4"])
    assert issubclass(rule, Clues)
    places = ["r1c0", "r2c0", "r3c0"] if rule.form == "outside" else ["r1c1 r1c2", "r2c1 r2c2", "r3c1 r3c2"]
    return rule([(5, place) for place in places])


@pytest.mark.parametrize("rule", [rule for rule in RULE_CLASSES if not issubclass(rule, Flag) and rule not in WHOLE])
def test_each_mark_is_an_element(rule):
    variant = three_marks(rule)
    parts = [*elements_of(0, variant)]
    assert [(part.entry, bool(part.field)) for part in parts] == [(0, True), (1, True), (2, True)]
    names = [field.name for field in fields(variant) if field.name == "complete" or field.name.startswith("all_")]
    for name in names:
        finest = [*elements_of(0, replace(variant, **{name: True}))]
        assert finest[:3] == parts and len(finest) == 4 and not finest[3].field
    assert names or rule not in (v.XV, v.Differences, v.Ratios, v.Kropki)


def with_marks_of_both(one, other):
    """Return a rule with the marks of two of one class; the first one where they cannot be joined."""
    joined = {
        field.name: getattr(one, field.name) + getattr(other, field.name)
        for field in fields(one)
        if isinstance(getattr(one, field.name), tuple)
    }
    return replace(one, **joined)


@pytest.mark.parametrize("name", [*RULES])
def test_elements_say_together_what_the_rule_says(name):
    rng = random.Random(name)
    for _ in range(6):
        try:
            variant = with_marks_of_both(*(RULES[name](rng, 4)[0] for _ in range(2)))
            whole = SMALL.with_variants(variant)
            expected = [*sudoku.solutions("." * 16, board=whole)]
        except ValueError:  # a rule that no board has
            continue
        parts = [part.variant for part in elements_of(0, variant)]
        assert sorted(sudoku.solutions("." * 16, board=SMALL.with_variants(*parts))) == sorted(expected)
        sets = [{*sudoku.solutions("." * 16, board=SMALL.with_variants(part))} for part in parts]
        assert set.intersection(*sets) == {*expected} if sets else len(expected) == 288


def test_region_counts_are_elements_one_by_one():
    board = Board(1, 4, variants=["chaos-construction"])
    variant = v.RegionCounts("r1c1 r2c2 r4c4")
    parts = [part.variant for part in elements_of(0, variant)]
    assert len(parts) == 3
    counts = [sudoku.count("." * 16, board=board.with_variants(*some)) for some in ([variant], parts)]
    assert counts[0] == counts[1] > 0
