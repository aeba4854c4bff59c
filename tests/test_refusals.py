# SPDX-License-Identifier: MIT
"""An argument that a question does not take is refused by name, with a reason and a remedy that works."""

import re

import pytest

from dlx import Problem, Unfinished, models
from dlx.engine.arguments import REFUSALS, SEARCHING, reason
from dlx.engine.support import ARGUMENTS

QUESTIONS = [name for name in ARGUMENTS if "=" not in name and hasattr(Problem, name)]
EVERY = sorted({argument for name in QUESTIONS for argument in ARGUMENTS[name]})
REFUSED = [(question, argument) for question in QUESTIONS for argument in EVERY if argument not in ARGUMENTS[question]]
NEEDED = {"count_many": {"givens": [[]]}, "solve_many": {"givens": [[]]}, "group": {"symmetries": "auto"}}
COINS = Problem([["a"], ["a"]])


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_argument_is_taken_or_refused_by_name(question):
    for argument in [argument for one, argument in REFUSED if one == question]:
        how = {**NEEDED.get(question, {}), argument: 3}
        with pytest.raises(TypeError) as error:
            getattr(COINS, question)(**how)
        assert re.fullmatch(rf"{question}\(\) does not take {argument}, as .{{9,}}; [a-z].{{4,}}", str(error.value))
        assert error.value.__context__ is None


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_arguments_that_mean_the_same_everywhere(question):
    """None of them is refused with a bare list of other questions."""
    for argument in set(SEARCHING) - {"method", "max_memory", "limit"} - set(ARGUMENTS[question]):
        why, _ = reason(question, argument)
        assert "is an argument of" not in why


def test_the_table_holds_only_refused_arguments():
    listed = {(question, argument) for question, reasons in REFUSALS.items() for argument in reasons}
    assert listed <= set(REFUSED)


@pytest.mark.parametrize(("question", "argument"), REFUSED)
def test_a_remedy_exists(question, argument):
    """A remedy names arguments of the question itself, or other questions that take theirs."""
    _, instead = reason(question, argument)
    for name, arguments in re.findall(r"([a-z_]+)\(([^)]*)\)", instead):
        assert set(re.findall(r"([a-z_]+)=", arguments)) <= set(ARGUMENTS[name]) and hasattr(Problem, name)
    own = re.sub(r"[a-z_]+\([^)]*\)", "", instead)
    if own.startswith("use ") and (words := re.findall(r"[a-z_]+", own)[1:]):
        assert {*words} - {"or", "for", "each", "and"} <= set(ARGUMENTS[question])


def test_other_errors_of_arguments_stay():
    with pytest.raises(TypeError, match=r"count\(\) does not take 'tempo'; its arguments are limit, given, "):
        COINS.count(tempo=3)
    with pytest.raises(TypeError, match="time_limit is 'soon'; it must be a number of seconds"):
        COINS.count(time_limit="soon")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'givens'"):
        COINS.count_many()
    with pytest.raises(TypeError, match=r"solve\(\) does not take executor, as it runs on threads; use workers"):
        models.queens(4).solve(executor=3)


def test_a_node_limit_of_plain_answers():
    p, few = models.queens(6), 20
    search = p.search()
    search.count()
    enough = search.stats.nodes + 1
    assert p.count(node_limit=enough) == len(list(p.solutions(node_limit=enough))) == 4
    assert p.solve(node_limit=enough) == p.solve() and p.count(2, node_limit=enough) == 2
    assert Problem([["a"]], ["a", "b"]).solve(node_limit=5) is None
    found = list(p.search(node_limit=few))
    with pytest.raises(Unfinished, match="the node limit ended the count: at least ") as stop:
        p.count(node_limit=few)
    assert stop.value.partial == len(found)
    listed = []
    with pytest.raises(Unfinished, match="the node limit ended the list"):
        listed += [None for _ in p.solutions(node_limit=few)]
    with pytest.raises(Unfinished, match="the node limit ended the search before a solution was found"):
        p.solve(node_limit=1)
    seeds = {p.solve(node_limit=enough, seed=seed).options for seed in range(20)}
    assert len(seeds) > 1
