# SPDX-License-Identifier: MIT
"""Tables for the lanes, against the lists that they stand for."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.kernels import reference
from dlx.kernels.lanes import circuit as module
from dlx.kernels.lanes.circuit import Relation, circuit
from sudoku import Board
from sudoku.engine.cover import cover
from tests.problems import problems


def lists(relation):
    """Return the lists of a relation again."""
    lengths = [length for n, length in relation.runs.tolist() for _ in range(n)]
    assert len(lengths) == relation.n and sum(lengths) == len(relation.member)
    return [part.tolist() for part in np.split(relation.member, np.cumsum(lengths)[:-1])] if lengths else []


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), max_size=9))
def test_relations_keep_their_lists(given_lists):
    assert lists(Relation.of(given_lists)) == given_lists


@given(problems())
def test_options_and_items(p):
    if not p.n_primary:
        return
    made = circuit(p)
    rows = [k for k in range(p.n_options) if set(p.option(k)) & set(p.primary)]
    assert made.option.tolist() == rows
    assert made.row.tolist() == [rows.index(k) if k in rows else -1 for k in range(p.n_options)]
    items = [[row for row, k in enumerate(rows) if item in p.option(k)] for item in p.primary]
    assert lists(made.items) == items
    assert list(map(sorted, lists(made.owners))) == [
        [k for k, used in enumerate(items) if row in used] for row in range(len(rows))
    ]
    coded = np.split(made.coded, made.coded_start[1:-1])
    assert sorted(k for part in coded for k in part.tolist()) == rows  # each option has one code


@given(problems())
def test_two_options_share_a_killer_if_and_only_if_they_conflict(p):
    """Options of one color of an item share the group of the color, but no list that kills the others."""
    if not p.n_primary:
        return
    made = circuit(p)
    killers = list(map(set, lists(made.killers)))
    uses = [reference.colored(p, k) for k in made.option.tolist()]
    first_color = made.items.n + made.extras.n + made.shared.n
    wearers = [wearer for (wearer,) in lists(made.wearers)]
    for a, b in combinations(range(len(uses)), 2):
        alike = {k for k in killers[a] & killers[b] if k < first_color}
        palettes = {wearers[k - first_color] for k in killers[a] if k >= first_color} & {
            wearers[k - first_color] for k in killers[b] if k >= first_color
        }
        agreed = {k for k in killers[a] & killers[b] if k >= first_color}
        assert (bool(alike) or len(palettes) > len(agreed)) == (not reference.compatible(uses[a], uses[b]))


@pytest.mark.parametrize("board", [Board(2, 2), Board(3, 3)], ids=str)
def test_families_are_disjoint_groups_that_hold_all_options_of_an_item(board):
    made = circuit(cover(board))
    groups, items = lists(made.shared), [set(item) for item in lists(made.items)]
    assert groups and made.families.n
    for family in lists(made.families):
        members = [row for group in family for row in groups[group]]
        assert len(set(members)) == len(members) and set(members) in items
    assert lists(made.members) == [
        [k for k, family in enumerate(lists(made.families)) if group in family] for group in range(len(groups))
    ]


def test_groups_are_not_looked_for_at_any_cost(monkeypatch):
    p = cover(Board(2, 2))
    monkeypatch.setattr(module, "MOST_PAIRS", 1)
    assert circuit(p).shared.n == circuit(p).families.n == 0


def test_colors_are_groups():
    red, blue = Colored("x", "red"), Colored("x", "blue")
    made = circuit(Problem([["a", red], ["b", red], ["b", blue], ["c", "x"]], ["a", "b", "c"], ["x"]))
    assert lists(made.colors) == [[3], [0, 1], [2]]  # without a color an option agrees with no other
    assert lists(made.palettes) == [[0, 1, 2]] and lists(made.wearers) == [[0]] * 3
    assert made.size == 2 * len(made.items.member) + sum(
        len(getattr(made, name).member)
        for name in ["owners", "extras", "shared", "families", "members", "colors", "palettes", "wearers", "killers"]
    )
