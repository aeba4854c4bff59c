# SPDX-License-Identifier: MIT
"""One more item for options that a caller selects: "one of these", where given options are all of them."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem, models
from dlx.matrix.incidence import options_with_primary
from tests.problems import brute_force, everything


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_by_brute_force(data):
    p = data.draw(everything())
    able = options_with_primary(p).nonzero()[0].tolist()
    some = data.draw(st.lists(st.sampled_from(able), max_size=5)) if able else []
    low, more = data.draw(st.integers(0, 2)), data.draw(st.sampled_from([0, 1, 10**30]))
    high = max(low, 1) + more
    q = p.with_item("new", some, (low, high))
    right = [s for s in brute_force(p) if low <= len(set(some).intersection(s)) <= high]
    assert sorted(s.options for s in q.solutions()) == sorted(right)
    assert [*q.secondary] == [*p.secondary] and [*q.primary] == [*p.primary, "new"]
    for k in range(p.n_options):
        assert q.option(k) == (*p.option(k), *["new"] * (k in some))
    assert q.costs is None if p.costs is None else q.costs.tolist() == p.costs.tolist()


def test_rows_and_names():
    p = Problem.of({"x": [1, 2], "y": [1], "z": [2]}, secondary=[]).with_item("one", ["y", "z"], 2)
    assert p.solve().rows == ["y", "z"] and p.count() == 1 and p.with_item("two", ["x"]).count() == 0
    assert Problem([["a"], ["a"]]).with_item("b", [0]).bounds is None  # exactly one needs no multiplicities
    secret = Problem([["a", Colored("x", 1)], ["b", "x"], ["b"]], secondary=["x"]).with_item(
        0, lambda items: "b" in items
    )
    assert secret.option(0) == ("a", Colored("x", 1)) and secret.count() == 1


def test_a_model_still_draws():
    week = models.roster(["Ann", "Bob", "Eve"], ["Mon", "Tue"], {"early": 1, "night": 1}, work=(1, 2))
    monday = week.with_item("Ann on Monday", lambda items: "Ann@Mon" in items)
    right = [s for s in week.solutions() if any("Ann@Mon" in items for items in s.items())]
    assert [s.options for s in monday.solutions()] == [s.options for s in right]
    for model in (monday, pickle.loads(pickle.dumps(monday))):
        assert model.draw(right[0]).svg == week.draw(right[0]).svg and model.title == week.title
    with pytest.raises(ValueError, match="no built-in symmetries; pass 'auto'"):
        monday.count(orbits=True)
    assert monday.count(orbits="auto") < monday.count()
    word = models.crossword(["..."], ["ape", "elk"]).with_item("wish", lambda items: "=elk" in items)
    assert word.draw(word.solve()).text.startswith("e l k")
    for model in (models.polyominoes("3x20"), models.queens(6), models.langford(4), models.latin_squares(3)):
        some = model.with_item("this", model.solve().options[-1:])
        assert some.draw(some.solve()).svg == model.draw(some.solve()).svg


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("a", [0]), ValueError, "the problem has an item 'a'; choose another name"),
        (([], [0]), TypeError, r"the item \[\] cannot be hashed"),
        (("b", [9]), ValueError, "selected option 9 is out of range: the problem has 1 option "),
        (("b", lambda items: False), ValueError, "selected: the function holds for no option"),
        (("b", [0], (2, 1)), ValueError, "item 'b' has the multiplicity 2 to 1"),
        (("b", [0], "many"), TypeError, "item 'b' has the multiplicity 'many'"),
    ],
)
def test_errors(arguments, error, message):
    with pytest.raises(error, match=f"^{message}"):
        Problem([["a"]]).with_item(*arguments)
