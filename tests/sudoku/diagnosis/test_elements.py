# SPDX-License-Identifier: MIT
"""Elements of a puzzle: a full grid obeys a part of the rules as its plain definition says."""

import random

import pytest

import sudoku
from sudoku import Board
from sudoku.board.variants.parts import elements_of
from sudoku.diagnosis.elements import ElementQueries
from tests.rule_definitions import RULES, RULES_FROM_0


@pytest.mark.parametrize(("rules", "first"), [(RULES, 1), (RULES_FROM_0, 0)])
def test_a_grid_holds_a_rule_as_it_is_defined(rules, first):
    rng, seen = random.Random(first), set()
    small = Board(2, 2, first_digit=first)
    grids = [small.parse(line) for line in sudoku.solutions("." * 16, board=small)]
    for name, make in rules.items():
        for _ in range(4):
            variant, holds = make(rng, 4)
            try:
                ask = ElementQueries(small.with_variants(variant), bytes(16), None)
            except ValueError:  # a rule that no board has
                continue
            assert len(ask.parts) == len([*elements_of(0, variant)])
            for grid in rng.sample(grids, 40):
                expected = bool(holds([value - 1 + first for value in grid]))
                assert all(ask.holds(element, grid) for element in ask.elements) is expected
                seen.add((name, expected))
    assert len(seen) > 1.7 * len(rules)
