# SPDX-License-Identifier: MIT
"""Options as records and as columns: fields of rows of each kind, or the items in their place."""

from collections import namedtuple
from dataclasses import dataclass

import pytest

from dlx import Colored, Problem
from dlx.matrix.tables import columns, option_columns, option_record, option_words

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
