# SPDX-License-Identifier: MIT
"""Options named by their items and by functions mean the same as their numbers, in every question."""

import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import given as drawn
from hypothesis import strategies as st

from dlx import Colored, Problem, models, walk
from dlx.matrix.assumptions import Assumptions
from dlx.matrix.incidence import options_with_primary
from tests.problems import brute_force, everything, problems

TILES = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]], costs=[5, 2, 1, 3])
NAMED = {"given": [("b", "a")], "banned": lambda items: items == ("b", "c")}
NUMBERED = {"given": [0], "banned": [3]}
ASKED = {
    "search": lambda how: [s.options for s in TILES.search(**how)],
    "solve": lambda how: TILES.solve(**how),
    "solutions": lambda how: list(TILES.solutions(**how)),
    "solutions, workers": lambda how: list(TILES.solutions(workers=1, **how)),
    "is_unique": lambda how: TILES.is_unique(**how),
    "count": lambda how: TILES.count(**how),
    "count to a limit": lambda how: TILES.count(7, **how),
    "counting": lambda how: TILES.counting(**how).run(),
    "option_status": lambda how: TILES.option_status(**how).statuses.tolist(),
    "explain": lambda how: TILES.explain(**how),
    "best": lambda how: TILES.best(**how).solutions,
    "estimate": lambda how: TILES.estimate(**how).solutions,
    "info": lambda how: TILES.info(**how).solutions,
    "zdd": lambda how: TILES.zdd(**how).count(),
    "sample": lambda how: TILES.sample(seed=1, **how),
    "reduce": lambda how: TILES.reduce(**how).options.tolist(),
    "reduced": lambda how: TILES.reduce().count(**how),
    "restrict": lambda how: TILES.zdd().restrict(**how).count(),
    "split": lambda how: TILES.split(2, **how),
    "walk": lambda how: walk(TILES, **how).nodes,
    "to_cnf": lambda how: TILES.to_cnf(**how).text(),
    "to_opb": lambda how: TILES.to_opb(**how).text(),
    "to_lp": lambda how: TILES.to_lp(**how).text(),
}


@pytest.mark.parametrize("question", ASKED)
def test_every_question_takes_names(question):
    ask = ASKED[question]
    assert ask(NAMED) == ask(NUMBERED)
    assert ask(NUMBERED) != ask({}) or question in ("solve", "explain", "best", "sample")


def test_many_questions_take_names():
    asked = [[("b", "a")], [], lambda items: "c" in items, (3, {"a"})]
    assert TILES.count_many(asked, None).tolist() == [1, 2, 0, 1]
    assert TILES.solve_many(asked).counts.tolist() == TILES.count_many([[0], [], [1, 3], [3, 2]]).tolist()


def test_answers_are_found_by_names():
    statuses = TILES.option_status(banned=[("c", "b")])
    assert statuses[["a", "b"]] is statuses[0] and statuses[-1] is statuses[3]
    assert statuses.witness(("a", "b")) == statuses.witness(0)
    assert statuses.without({"a"}) == statuses.without(2) is not None
    with pytest.raises(ValueError, match=r"^the function selects 2 options; it must select one$"):
        statuses.witness(lambda items: "c" in items)
    assert TILES.reduce(banned=[1]).why(("c",)) == "it is banned"
    assert TILES.best(start=[("a",), ("b", "c")]).solutions == TILES.best().solutions


@drawn(problems(), st.data())
def test_any_problem(p, data):
    """Items in any order name an option, unless another one has the same; a function selects all that fit."""
    if not p.n_options:
        return
    k = data.draw(st.integers(0, p.n_options - 1))
    uses = data.draw(st.permutations(p.option(k)))
    equal = [j for j in range(p.n_options) if set(p.option(j)) == set(uses)]
    assert Assumptions.of(p, banned=lambda items: set(items) == set(uses)) == ((), tuple(equal))
    if len(equal) == 1:
        assert Assumptions.of(p, [uses], [k]) == ((k,), (k,))
        assert p.count(given=[uses]) == sum(k in s.options for s in p.solutions())
    else:
        numbers = ", ".join(map(str, equal))
        with pytest.raises(
            ValueError, match=f": {len(equal)} options have exactly these items; .* one number of {numbers}"
        ):
            p.count(given=[uses])


@pytest.mark.parametrize(
    ("option", "error", "message"),
    [
        (
            "c",
            TypeError,
            "given option 'c' is not an option number, nor a list of items, nor a function; it is an item, "
            "and an option is named by all its items, as in [('c',)]",
        ),
        (("a", "c"), ValueError, "given option ('a', 'c'): no option has exactly these items"),
        (("a", "a"), ValueError, "given option ('a', 'a'): no option has exactly these items"),
        ((), ValueError, "given option (): no option has exactly these items"),
        (
            ("a", "q"),
            ValueError,
            "given option ('a', 'q'): there is no item 'q'; give option numbers or the items of one",
        ),
        ([["a"]], TypeError, "given option [['a']]: ['a'] cannot be hashed, so it is no item"),
        (["a", "x"], ValueError, "given option ['a', 'x']: no option has exactly these items"),
        (
            [Colored("x", 1)],
            ValueError,
            "given option [Colored(item='x', color=1)]: no option has exactly these items; options with more items: 2",
        ),
    ],
)
def test_wrong_names(option, error, message):
    p = Problem([["a", "b"], ["c"], ["a", Colored("x", 1)]], secondary=["x"])
    assert p.solve(given=[(Colored("x", 1), "a")]) is None
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        p.solve(given=[option])


@pytest.mark.parametrize("wrong", ["a", b"a", 5, None])
def test_wrong_collections(wrong):
    with pytest.raises(
        TypeError, match=rf"^banned is {wrong!r}; give a list of options, or a function of their items$"
    ):
        TILES.count(banned=wrong)
    with pytest.raises(TypeError, match=r"^question 1: given is 'c'; give a list of options"):
        TILES.count_many([[0], "c"])


def test_orbits_take_names_as_they_take_numbers():
    for how, numbers in (
        ({"given": [("c",)]}, {"given": [1]}),
        ({"banned": lambda items: "c" in items}, {"banned": [1, 3]}),
    ):
        for ask in (TILES.count, lambda **how: [*TILES.solutions(**how)]):
            assert ask(orbits="auto", **how) == ask(orbits="auto", **numbers)


# --- One more item for options that a caller selects: "one of these", where given options are all of them


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
