# SPDX-License-Identifier: MIT
"""Solutions: options and rows, sums of costs, and equality."""

from collections import namedtuple
from dataclasses import dataclass

import pytest

from dlx import Colored, Problem, Solution, records, table
from dlx.matrix.solution import chosen_options, columns, option_columns, option_record, option_words, total
from tests.problems import TOY


def test_solutions():
    p = Problem(TOY)
    solution = p.solve()
    assert solution.options == (0, 3, 4)
    assert solution.items() == [("c", "e"), ("a", "d", "f"), ("b", "g")]
    assert list(solution) == [0, 3, 4]
    assert len(solution) == 3
    assert repr(solution) == "Solution((0, 3, 4))"
    assert solution == Solution(p, (0, 3, 4)) == next(p.solutions())
    assert len({solution, p.solve()}) == 1


def test_a_solution_is_hashed_without_its_problem(monkeypatch):
    """A set of a million solutions reads no array of the problem a million times."""
    found = [*Problem([["a"], ["a"]]).solutions()]
    monkeypatch.setattr(Problem, "__hash__", None)
    assert len({*found, *found}) == 2


def test_sums_of_costs():
    """Whole numbers are added exactly, others are rounded once."""
    assert total([2**61, 2**61, 1]) == 2**62 + 1 and total([]) == 0
    assert total([0.1] * 10) == 1.0 != sum([0.1] * 10)
    assert total([1e100, 1, -1e100]) == 1


def test_records_and_columns_of_several_solutions():
    p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]], costs=[5, 2, 1, 3])
    lines = records(p.solutions())
    assert [(line["solution"], line["option"], line["cost"]) for line in lines] == [
        (n, k, p.costs[k]) for n, solution in enumerate(p.solutions()) for k in solution
    ]
    columns = table(p.solutions())
    assert columns["items"] == [" ".join(p.option(line["option"])) for line in lines]
    with pytest.raises(TypeError, match=r"this is one solution, which has methods records\(\) and table\(\)"):
        records(p.solve())


def test_what_is_no_single_solution():
    p = Problem([["a"], ["a"]])
    assert chosen_options(p, p.solve()) == chosen_options(p, [0]) == (0,)
    with pytest.raises(ValueError, match=r"the solution is None, so there is none; explain\(\) names a reason"):
        chosen_options(p, None)
    with pytest.raises(TypeError, match="these are several solutions; pass one of them"):
        chosen_options(p, p.solutions())


# --- Options as records and as columns: fields of rows of each kind, or the items in their place


Pair = namedtuple("Pair", ["room", "hour"])


@dataclass
class Booking:
    room: str
    hour: int


@pytest.mark.parametrize("row", [{"room": "hall", "hour": 10}, Pair("hall", 10), Booking("hall", 10)])
def test_the_fields_of_a_record(row):
    p = Problem.of([row], lambda _: ["a"], cost=lambda _: 7)
    assert option_record(p, 0) == option_columns(p, 0) == {"option": 0, "cost": 7, "room": "hall", "hour": 10}


def test_a_field_of_the_caller_takes_precedence():
    p = Problem.of([{"option": "mine", "cost": 1.5}], lambda _: ["a"], cost=lambda _: 7)
    assert option_record(p, 0) == {"option": "mine", "cost": 1.5}


def test_other_rows_and_none():
    assert option_record(Problem.of({"left": ["a"]}), 0) == {"option": 0, "row": "left"}
    p = Problem([["a", 1, Colored("x", "red")]], secondary=["x"])
    assert option_record(p, 0) == {"option": 0, "items": ("a", 1, Colored("x", "red"))}
    assert option_columns(p, 0) == {"option": 0, "items": "a 1 x:red"}
    assert option_words(p, 0) == ["a", "1", "x:red"]


def test_columns_have_a_value_for_each_record():
    records = [{"a": 1}, {}, {"b": 2, "a": None}]
    assert columns(records) == {"a": [1, None, None], "b": [None, None, 2]}
    assert list(columns(records)) == ["a", "b"]  # in the order of their first record
    assert columns([]) == {}
