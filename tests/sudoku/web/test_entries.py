# SPDX-License-Identifier: MIT
"""The entries of rules that the page lists: their words, the cells to select, and the value to type."""

import json

import pytest

from sudoku import Board
from sudoku.web.alone import answer
from sudoku.web.entries import entries_of


def listed(board, rules):
    return [(entry["words"], entry["cells"], entry["value"]) for entry in entries_of(board, rules)]


@pytest.mark.parametrize(
    ("rules", "entries"),
    [
        ({"killer": [[8, "r1c1 r1c2"], [None, "r2c2"]]}, [(8, "8 · r1c1 r1c2", [0, 1]), ("", "no sum · r2c2", [10])]),
        ({"sandwich": [[12, "r0c4"], [9, "r1c10"]]}, [(12, "12 · r0c4", [3, 12]), (9, "9 · r1c10", [8, 7])]),
        ({"little killer": [[20, "r0c5 r1c6"]]}, [(20, "20 · r0c5 r1c6", [5, 15])]),
        ({"x-sums": [[20, "r1c1 r1c2"]]}, [(20, "20 · r1c1 r1c2", [0, 1])]),
        ({"arrows": [["r7c1 r7c2", "r8c2"]]}, [(2, "r7c1 r7c2 · r8c2", [54, 55, 64])]),
        ({"arrows": [["r1c1", "r1c2"]]}, [("", "r1c1 · r1c2", [0, 1])]),
        ({"clones": [["r1c1 r1c2", "r5c1 r5c2"]]}, [("", "r1c1 r1c2 · r5c1 r5c2", [0, 1, 36, 37])]),
        ({"whispers": ["r1c1 r2c1", [3, "r3c1 r4c1"]]}, [("", "r1c1 r2c1", [0, 9]), (3, "3 · r3c1 r4c1", [18, 27])]),
        ({"quadruples": [[[1, 10, 16], "r1c1 r1c2"]]}, [("1AG", "1AG · r1c1 r1c2", [0, 1])]),
        ({"regex": [["[1-4]*", "r1c1 r1c2"]]}, [("[1-4]*", "[1-4]* · r1c1 r1c2", [0, 1])]),
        ({"even": "r1c1 r9c9"}, [("", "r1c1", [0]), ("", "r9c9", [80])]),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)  # fmt: skip
def test_entries_with_cells(rules, entries):
    (key,) = rules
    assert listed(Board(), rules) == [(f"{key}: {words}", cells, str(value)) for value, words, cells in entries]


def test_entries_without_cells_have_the_names_of_their_kinds():
    rules = {"variants": ["x", "doppelganger"], "diagonals": ["rising"], "all dots": ["white", "xv", "differences"]}
    words = ["x", "doppelganger", "rising diagonal", "all white dots", "all X and V", "all differences"]
    assert listed(Board(), rules) == [(word, [], "") for word in words]
    assert listed(Board(), {"whispers": [{"lines": ["r1c1 r1c2"]}], "kropki": {"white": []}}) == []


def test_regions_are_entries_by_their_character():
    regions = {"regions": "11..2..."}
    assert [entry["item"] for entry in entries_of(Board(2, 2), regions)] == ["1", "2"]
    assert listed(Board(2, 2), regions)[0] == ("region: r1c1 r1c2", [0, 1], "")


def test_answers_about_rules_have_their_entries():
    rules = {"killer": [[3, "r1c1 r1c2"]], "even": "r2c2"}
    expected = [*entries_of(Board(2, 2), rules)]
    fields = {"board": "2x2", "puzzle": "." * 16, "rules": rules}
    assert json.loads(answer("picture", json.dumps(fields))[1])["entries"] == expected
    assert json.loads(answer("read", json.dumps({"text": json.dumps(fields)}))[1])["entries"] == expected
    assert json.loads(answer("picture", json.dumps({"board": "2x2"}))[1])["entries"] == []
    drawn = {"board": "2x2", "puzzle": "." * 16, "rules": {"regions": "1" + "." * 15}}
    assert (
        json.loads(answer("read", json.dumps({"text": json.dumps(drawn)}))[1])["entries"][0]["words"] == "region: r1c1"
    )
