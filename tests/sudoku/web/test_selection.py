# SPDX-License-Identifier: MIT
"""The entry of a rule that the page sets: its cells, its place outside the board, its value; and the refusals."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from sudoku import Board
from sudoku.board.variants.places import place_before, ray
from sudoku.web import selection
from sudoku.web.alone import answer
from sudoku.web.entries import entries_of
from sudoku.web.kinds import KINDS
from sudoku.web.selection import ITEMS_OF_FORM, KIND_OF_NAME


def named(names, side=9):
    """Return the numbers of cells."""
    places = (map(int, name[1:].split("c")) for name in names.split())
    return [(row - 1) * side + column - 1 for row, column in places]


def asked(kind, names, value="", rules=None, board="3x3", **place):
    """Return the status and the answer of the page's query for one more entry."""
    side = {"3x3": 9, "2x2": 4, "4x4": 16}[board]
    chosen = {"kind": kind, "cells": named(names, side), "value": value, **place}
    status, text = answer("picture", json.dumps({"board": board, "rules": rules or {}, "selection": chosen}))
    return status, json.loads(text)


def rules_after(*arguments, **fields):
    status, found = asked(*arguments, **fields)
    assert status == 200, found
    return found["rules"]


def refusal(*arguments, **fields):
    status, found = asked(*arguments, **fields)
    assert status == 400, found
    return found["error"]


@pytest.mark.parametrize(
    ("kind", "names", "value", "rules"),
    [
        ("anti-knight", "r1c1", "", {"variants": ["anti-knight"]}),
        ("rising diagonal", "r1c1", "", {"diagonals": ["rising"]}),
        ("all white dots", "r1c1", "", {"all dots": ["white"]}),
        ("killer", "r1c2 r1c1", "8", {"killer": [[8, "r1c2 r1c1"]]}),
        ("killer", "r1c2 r1c1", " ", {"killer": [[None, "r1c2 r1c1"]]}),
        ("thermometers", "r1c1 r2c1 r3c1", "", {"thermometers": ["r1c1 r2c1 r3c1"]}),
        ("whispers", "r1c1 r2c1", "", {"whispers": ["r1c1 r2c1"]}),
        ("whispers", "r1c1 r2c1", "5", {"whispers": ["r1c1 r2c1"]}),
        ("whispers", "r1c1 r2c1", "3", {"whispers": [[3, "r1c1 r2c1"]]}),
        ("white dots", "r1c1 r1c2", "", {"white": ["r1c1 r1c2"]}),
        ("xv", "r2c4 r1c4", "v", {"xv": [["V", "r2c4 r1c4"]]}),
        ("ratios", "r2c4 r1c4", "3", {"ratios": [[3, "r2c4 r1c4"]]}),
        ("sandwich", "r1c4", "12", {"sandwich": [[12, "r0c4"]]}),
        ("sandwich", "r1c9 r1c8", "12", {"sandwich": [[12, "r1c10"]]}),
        ("little killer", "r1c1", "20", {"little killer": [[20, "r0c0 r1c1"]]}),
        ("little killer", "r1c6 r2c7", "20", {"little killer": [[20, "r0c5 r1c6"]]}),
        ("even", "r9c9 r1c1", "", {"even": ["r9c9", "r1c1"]}),
        ("extra regions", "r1c1 r2c2", "", {"extra regions": ["r1c1 r2c2"]}),
        ("arrows", "r5c5 r5c6 r5c7", "", {"arrows": [["r5c5", "r5c6 r5c7"]]}),
        ("arrows", "r5c5 r5c6 r5c7 r5c8", "2", {"arrows": [["r5c5 r5c6", "r5c7 r5c8"]]}),
        ("clones", "r1c1 r1c2 r5c1 r5c2", "", {"clones": [["r1c1 r1c2", "r5c1 r5c2"]]}),
        ("quadruples", "r1c1 r1c2 r2c1", "1 2, 3", {"quadruples": [[[1, 2, 3], "r1c1 r1c2 r2c1"]]}),
        ("quadruples", "r3c3 r3c4 r4c4", "121", {"quadruples": [[[1, 2, 1], "r3c3 r3c4 r4c4"]]}),
        ("regex", "r1c1 r1c2", "[1-4]*", {"regex": [["[1-4]*", "r1c1 r1c2"]]}),
    ],
    ids=str,
)  # fmt: skip
def test_an_entry_of_each_form(kind, names, value, rules):
    assert rules_after(kind, names, value) == rules


def test_each_form_of_a_kind_has_a_function():
    assert {kind.form for kind in KINDS} == {*ITEMS_OF_FORM, "region"}
    assert len(KIND_OF_NAME) == len(KINDS)


def test_an_entry_with_cells_is_selected_as_it_was_made():
    """The cells and the value of an entry make the same entry again."""
    made = [("killer", "r1c2 r1c1", "8"), ("sandwich", "r1c9 r1c8", "12"), ("little killer", "r1c6 r2c7", "20"),
            ("arrows", "r5c5 r5c6 r5c7 r5c8", "2"), ("clones", "r1c1 r5c1", ""), ("whispers", "r1c1 r2c1", "3"),
            ("quadruples", "r1c1 r1c2", "12")]  # fmt: skip
    for kind, names, value in made:
        rules = rules_after(kind, names, value)
        (entry,) = entries_of(Board(), rules)
        assert (entry["cells"], entry["value"]) == (named(names), value)


def test_an_entry_is_added_once_or_takes_a_place():
    rules = {"variants": ["x"], "killer": [[8, "r1c1 r1c2"], [9, "r2c1 r2c2"]], "even": "r1c1 r2c2"}
    assert rules_after("killer", "r1c1 r1c2", "8", rules=rules) == rules
    assert rules_after("even", "r2c2 r3c3", rules=rules)["even"] == ["r1c1", "r2c2", "r3c3"]
    assert rules_after("killer", "r1c1 r1c2", "7", rules=rules, entry=0)["killer"] == [
        [7, "r1c1 r1c2"],
        [9, "r2c1 r2c2"],
    ]
    assert [*rules_after("killer", "r5c5", "7", rules=rules)] == ["variants", "killer", "even"]
    assert refusal("killer", "r5c5", "7", rules=rules, entry=2).startswith("'entry' must be a number of one of the 2")
    assert refusal("xv", "r1c1 r1c2", "X", rules={"xv": {"clues": [], "complete": True}}) == (
        "the rule “xv” of this puzzle has no parts in the list: delete it, and add its parts one by one"
    )


def test_regions_one_by_one():
    made = rules_after("region of a jigsaw", "r1c1 r1c2 r1c3 r2c1", board="2x2")
    assert made == {"regions": "111.1..........."}
    assert refusal("region of a jigsaw", "r1c1", board="2x2") == "a region has 4 cells; 1 are selected"
    made = rules_after("region of a jigsaw", "r1c4 r2c4 r3c4 r2c3", rules=made, board="2x2")
    made = rules_after("region of a jigsaw", "r2c2 r3c1 r3c2 r3c3", rules=made, board="2x2")
    assert made == {"regions": "1112132233324444"}  # the last cells are a region by themselves
    crossing = rules_after("region of a jigsaw", "r1c1 r1c2 r2c1 r2c2", rules=made, board="2x2")
    assert crossing == {"regions": "1132112233324444"}  # regions that lose a cell are dissolved
    drawn = {"regions": "111.1..........."}
    moved = rules_after("region of a jigsaw", "r4c1 r4c2 r4c3 r4c4", rules=drawn, board="2x2", entry="1")
    assert moved == {"regions": "." * 12 + "1111"}
    named = rules_after("region of a jigsaw", "r4c1 r4c2 r4c3 r4c4", rules={"regions": "None" + "." * 12}, board="2x2")
    assert named == {"regions": "None" + "." * 8 + "1111"}


@pytest.mark.parametrize(
    ("kind", "names", "value", "words"),
    [
        ("white dots", "r1c1 r2c2", "", "select two cells side by side"),
        ("white dots", "r1c9 r2c1", "", "select two cells side by side"),
        ("white dots", "r1c1", "", "select two cells side by side"),
        ("white dots", "r1c1 r1c2 r1c3", "", "select two cells side by side"),
        ("sandwich", "r1c9", "12", "a corner is at two edges: select the next cell on the way, too"),
        ("sandwich", "r5c5", "7", "select a cell at the edge of the board, and the next one on the way"),
        ("sandwich", "r2c5 r1c5", "7", "select a cell at the edge of the board, and the next one on the way"),
        ("sandwich", "r1c4 r3c4", "7", "select a cell at the edge of the board, and the next one on the way"),
        ("little killer", "r1c5", "20", "select the next cell on the diagonal, too"),
        ("arrows", "r1c1", "", "select the circle, and then the cells along the arrow"),
        ("arrows", "r1c1 r1c2", "2", "select the circle, and then the cells along the arrow"),
        ("arrows", "r1c1 r1c2", "0", "select the circle, and then the cells along the arrow"),
        ("clones", "r1c1 r1c2 r1c3", "", "select the cells of one group, and then as many cells of its clone"),
        ("killer", "r1c1", "many", "the value must be a number"),
        ("killer", "r1c1", "12345", "the value must be a number"),
        ("sandwich", "r1c4", "", "the value must be a number"),
        ("xv", "r1c1 r1c2", "Y", "the value must be X, V or a number"),
        ("quadruples", "r1c1 r1c2", "0", "the value must be digits of the board, such as 129"),
        ("quadruples", "r1c1 r1c2", "", "the value must be digits of the board, such as 129"),
        ("killer", "r1c1", "99", "killer cages: cage 1: the sum of r1c1 is 99"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_to_select_or_type(kind, names, value, words):
    assert refusal(kind, names, value).startswith(words)


def test_digits_above_9():
    def made(value):
        return rules_after("quadruples", "r1c1 r1c2 r2c1", value, board="4x4")["quadruples"][0][0]

    assert (made("1g"), made("1, 10 16"), made("16")) == ([1, 16], [1, 10, 16], [1, 6])
    words = "the value must be digits of the board, such as 12G, or numbers, such as 1 2 16"
    assert refusal("quadruples", "r1c1 r1c2", "H", board="4x4") == words


@pytest.mark.parametrize(
    "chosen",
    ["killer", {"cells": [0], "value": ""}, {"kind": "killer", "cells": [], "value": ""},
     {"kind": "killer", "cells": [81], "value": ""}, {"kind": "killer", "cells": [1.0], "value": ""},
     {"kind": "killer", "cells": [True], "value": ""}, {"kind": "killer", "cells": "r1c1", "value": ""},
     {"kind": "killer", "cells": [0], "value": 3}, {"kind": "nothing", "cells": [0], "value": ""},
     {"kind": "killer", "cells": [0], "value": "3", "entry": "0"},
     {"kind": "killer", "cells": [0] * 100, "value": "3"}],
)  # fmt: skip
def test_a_selection_of_another_program_is_refused(chosen):
    assert answer("picture", json.dumps({"board": "3x3", "selection": chosen}))[0] == 400


@pytest.mark.parametrize("size", [(4, 4), (3, 4)])
def test_a_place_outside_sees_the_cells_that_made_it(size):
    """All pairs of cells: a place is found exactly if the first cell is at an edge that the way comes from."""
    board = Board(2, 2) if size == (4, 4) else Board(2, 2, size=size)
    rows, columns = size
    for first, second in product(range(board.cells), repeat=2):
        (row, column), (row_2, column_2) = board.places[first], board.places[second]
        down, right = row_2 - row, column_2 - column
        outside = not (0 <= row - down < rows and 0 <= column - right < columns)
        if max(abs(down), abs(right)) == 1 and outside:
            names = tuple(place_before(board, [first, second]).split())
            assert ray(board, names)[:2] == [first, second]
        else:
            with pytest.raises(ValueError, match="at the edge"):
                place_before(board, [first, second])


def test_the_rules_of_an_answer_keep_their_order():
    """The list of the page has the newest rule last."""
    pytest.importorskip("flask")
    from sudoku.web.app import create_app

    chosen = {"kind": "even", "cells": [0], "value": ""}
    rules = {"variants": ["x"], "killer": [[8, "r1c1 r1c2"]]}
    fields = {"board": "3x3", "rules": rules, "selection": chosen}
    page = create_app().test_client().post("/api/picture", json=fields)
    assert [*json.loads(page.text)["rules"]] == ["variants", "killer", "even"]


def test_no_script_of_the_page_names_a_cell():
    """The server knows the places and the names of cells; a second geometry in the browser could differ."""
    folder = Path(selection.__file__).parent / "static"
    scripts = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.js"))
    assert "selection" in scripts and not re.search(r"\br\$\{", scripts)
