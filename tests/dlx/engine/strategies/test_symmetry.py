# SPDX-License-Identifier: MIT
"""Counts up to symmetry: any problem under assumptions, its symmetries, and problems that are too large."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem, models
from dlx.engine.strategies import symmetry as module
from dlx.engine.strategies.symmetry import options_of_count, symmetric, symmetric_if_it_pays, too_large_to_label
from dlx.matrix.assumptions import NONE, Assumptions
from tests.kernels import DONE, run
from tests.problems import brute_force, everything, queens, questions

MEMORY = 1 << 24


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_counts_under_assumptions(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    machine = symmetric(p, assumed, MEMORY)
    assert run(machine) == DONE and machine.solutions == len(brute_force(p, *assumed))


@given(st.data())
def test_the_options_of_a_count_are_those_that_can_still_be_chosen(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    options = options_of_count(p, assumed)
    assert options == sorted(set(options)) and not {*options} & {*assumed.given, *assumed.banned}
    used = {k for solution in brute_force(p, *assumed) for k in solution} - {*assumed.given}
    assert used <= {*options}
    assert all(set(p.option(k)) & set(p.primary) for k in options)


def test_an_item_that_says_what_another_says_hides_no_symmetry():
    """With boxes that are its rows, squares of order 4 have the symmetries of Latin squares."""
    squares = models.latin_squares(4)
    twice = [[*squares.option(k), ("box", squares.option(k)[1])] for k in range(squares.n_options)]
    assert symmetric(Problem(twice), NONE, MEMORY).group == symmetric(squares, NONE, MEMORY).group == 82_944


def test_colors_are_exchanged():
    p = Problem([[item, Colored("x", color)] for item in "ab" for color in range(5)], ["a", "b"], ["x"])
    machine = symmetric(p, NONE, MEMORY)
    assert machine.group == 2 * 120
    run(machine)
    assert machine.solutions == 5 and machine.expanded <= 3


def test_it_pays_where_there_are_many_symmetries():
    assert symmetric_if_it_pays(queens(6), NONE, MEMORY, least=9) is None
    assert symmetric_if_it_pays(queens(6), NONE, MEMORY, least=8).group == 8
    assert symmetric_if_it_pays(models.latin_squares(4), NONE, MEMORY, least=10_000).group == 82_944


@pytest.mark.parametrize(
    ("name", "what"),
    [("MOST_LABELED_ENTRIES", "uses of items by options"), ("MOST_LABELED_NODES", "items and colors")],
)
def test_what_is_too_large(monkeypatch, name, what):
    uses = [[f"a{k}", f"b{k}", Colored("x", k % 4)] for k in range(6)]
    p = Problem([*uses, *[[f"a{k}", f"b{j}"] for k in range(6) for j in range(6) if j != k]][:40], None, ["x"])
    assert too_large_to_label(p) == ""
    monkeypatch.setattr(module, name, 5)
    assert too_large_to_label(p).endswith(f" {what} are more than 5")
    assert symmetric_if_it_pays(p, NONE, MEMORY, least=1) is None
