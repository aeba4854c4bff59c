# SPDX-License-Identifier: MIT
"""Channels: rows that hold in every solution, found for items whose options all give another item a color."""

import numpy as np
import pytest
from hypothesis import given

from dlx import Colored, Problem
from dlx.engine.strategies import learning as module
from dlx.engine.strategies.learning import channels
from dlx.matrix.incidence import colors_of_items, entry_options
from tests.problems import brute_force, everything


def found(p):
    """Return the channels of a problem: the item and color of each, with the options that give it."""
    painted = np.zeros(len(p.indices), bool) if p.colors is None else p.colors != 0
    owners = entry_options(p)
    colored, color = colors_of_items(p, painted)
    made = channels(p, owners, painted, color, colored)
    options = [[] for _ in made.colors]
    for row, use in zip(made.rows.tolist(), made.uses.tolist(), strict=True):
        options[row].append(int(owners[painted][use]))
    entries = np.flatnonzero(painted)
    names = {int(color[k]): p.color_names[p.colors[entry] - 1] for k, entry in enumerate(entries)}
    return [
        (p.items[colored[number]], names[number], users)
        for number, users in zip(made.colors.tolist(), options, strict=True)
    ]


@given(everything())
def test_a_channel_holds_in_every_solution(p):
    """An item has a color in a solution if and only if one of the channel's options is chosen, and never two are."""
    for item, color, users in found(p):
        for solution in brute_force(p):
            chosen = [k for k in solution if k in users]
            has = any(Colored(item, color) in p.option(k) for k in solution)
            assert len(chosen) == has


def test_an_item_whose_options_all_give_a_color():
    red, blue = Colored("x", "red"), Colored("x", "blue")
    p = Problem([["a", red], ["a", blue], ["b", red], ["b"], ["a", red]], ["a", "b"], ["x"])
    assert found(p) == [("x", "red", [0, 4]), ("x", "blue", [1])]  # b may leave x without a color


def test_a_color_that_an_item_never_gives_is_excluded():
    options = [["a", Colored("x", "red")], ["a", Colored("x", "red")], ["b", Colored("x", "blue")]]
    p = Problem(options, ["a", "b"], ["x"])
    assert sorted(found(p)) == [("x", "blue", []), ("x", "blue", [2]), ("x", "red", []), ("x", "red", [0, 1])]
    assert p.count() == 0


def test_items_that_may_be_in_several_options_have_none():
    uses = [["a", Colored("x", "red")], ["a", Colored("x", "blue")]]
    assert found(Problem(uses, {"a": (1, 2)}, ["x"])) == found(Problem(uses, {"a": (0, 1)}, ["x"])) == []
    assert len(found(Problem(uses, ["a"], ["x"]))) == 2
    assert found(Problem([["a"]])) == []


def test_too_many_pairs_are_not_looked_through(monkeypatch):
    p = Problem([["a", "b", Colored("x", c)] for c in "rgb"], ["a", "b"], ["x"])
    assert len(found(p)) == 6
    monkeypatch.setattr(module, "MOST_PAIRS_AN_ENTRY", 0.5)
    assert found(p) == []


@pytest.mark.parametrize(("word", "letters"), [("abc", 3), ("aab", 2)])
def test_letters_of_crossing_words(word, letters):
    """Each of a slot's options gives every square a letter, so each letter of a square has a channel of the slot."""
    p = Problem([["across", Colored("square", letter), f"word{k}"] for k, letter in enumerate(word)], ["across"],
                ["square", "word0", "word1", "word2"])  # fmt: skip
    assert len(found(p)) == letters
