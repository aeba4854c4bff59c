# SPDX-License-Identifier: MIT
"""The queries of someone who sets a puzzle, against brute force on small boards with random rules."""

import json
import random
import re
from dataclasses import fields
from pathlib import Path

import pytest

pytest.importorskip("flask", reason="the page is an extra: pip install 'dlx-engine[web]'")

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.board.variants.parts import parts_of
from sudoku.reading.rules_out import rules_of
from sudoku.reading.rulesfile import SIMPLE, board_of_rules
from sudoku.web import app, body, kinds
from tests.rule_definitions import RULES
from tests.sudokupad_links import drawing, packed

ROOT = Path(__file__).parents[3]
SMALL = Board(2, 2)
NEARLY = "1234341221434..."  # a 4x4 puzzle


@pytest.fixture(scope="module")
def ask():
    """Return a function that sends a query and returns the answer, or (status code, error)."""
    client = app.create_app().test_client()

    def ask(name, **asked):
        response = client.post(f"/api/{name}", json={"board": "2x2", **asked})
        return response.json if response.status_code == 200 else (response.status_code, response.json["error"])

    return ask


def random_board(rng, most=4):
    """Return a 4x4 board with a few rules of random kinds, flags included."""
    while True:
        flags = [make for make in v.NAMED.values() if make.form]
        variants = [rng.choice(flags)() for _ in range(rng.randint(0, 1))]
        variants += [RULES[rng.choice([*RULES])](rng, 4)[0] for _ in range(rng.randint(1, most))]
        try:
            board = Board(2, 2, variants=variants)
            rules_of(board)
        except ValueError:  # a function, or rules that no board has
            continue
        return board


# --- rules as JSON


def test_rules_come_back_as_they_were():
    rng = random.Random(1)
    for _ in range(150):
        board = random_board(rng)
        rules = json.loads(json.dumps(rules_of(board)))
        again = board_of_rules(rules, SMALL)
        assert set(again.variants) == set(board.variants)
        assert rules_of(again) == rules


def test_every_class_of_rules_has_its_json():
    made = {
        type(make(()) if key not in ("diagonals", "letters", "pencilmarks") else None) for key, make in SIMPLE.items()
    }
    assert {getattr(v, name) for name in v.__all__ if isinstance(getattr(v, name), type)} - {v.Function, v.Variant} <= {
        *made, *v.NAMED.values(), v.Diagonals, v.Letters, v.Pencilmarks, v.Kropki,
    }  # fmt: skip


def test_letters_are_a_word():
    for letters in ("DORW", ["DORW"], {"signs": "DORW"}, [{"signs": "DORW"}]):
        assert board_of_rules({"letters": letters}, SMALL).variants == (v.Letters("DORW"),)


def test_arguments_by_name():
    rules = {"whispers": [{"lines": ["r1c1 r1c2"], "least": 2}, {"lines": ["r2c1 r2c2"], "least": 1}]}
    board = board_of_rules(rules, SMALL)
    assert board.variants == (v.Whispers(["r1c1 r1c2"], 2), v.Whispers(["r2c1 r2c2"], 1))
    assert rules_of(board) == {"whispers": [[2, "r1c1 r1c2"], [1, "r2c1 r2c2"]]}
    assert board_of_rules(rules_of(board), SMALL) == board
    assert rules_of(Board(variants=[v.Diagonals(rising=False)])) == {"diagonals": ["falling"]}
    with pytest.raises(ValueError, match="'whispers' has no 'most'; it has lines, least"):
        board_of_rules({"whispers": {"lines": [], "most": 2}})
    with pytest.raises(ValueError, match="'dutch whispers' has no 'lines'; it has a list only"):
        board_of_rules({"dutch whispers": {"lines": []}})
    with pytest.raises(ValueError, match="cannot be written as JSON"):
        rules_of(Board(variants=[v.Function(sum, ["r1c1 r1c2"])]))


def test_one_diagonal_all_marks_and_other_directions_are_lists():
    rules = {
        "xv": [[10, "r1c1 r1c2"]],
        "row indexing": "r1c1 r2c2",
        "modular": ["r3c1 r3c2", [2, "r4c1 r4c2"], "r4c3 r4c4"],
        "diagonals": ["rising"],
        "all dots": ["black", "differences", "xv"],
    }
    board = board_of_rules(rules, SMALL)
    assert set(board.variants) == {
        v.XV([(10, "r1c1 r1c2")], complete=True),
        v.Indexing("r1c1 r2c2", "row"),
        v.Modular(["r3c1 r3c2"]),
        v.Modular(["r4c1 r4c2"], 2),
        v.Modular(["r4c3 r4c4"]),
        v.Diagonals(falling=False),
        v.Differences((), complete=True),
        v.Kropki(all_black=True),
    }
    again = rules_of(board)
    assert board_of_rules(again, SMALL).variants == board.variants
    assert (again["modular"], again["all dots"]) == (rules["modular"], rules["all dots"])
    with pytest.raises(ValueError, match=r"'diagonals' must be an object .* or a list of falling, rising, not"):
        board_of_rules({"diagonals": ["down"]}, SMALL)


def test_digits_above_9_are_letters_or_numbers():
    board = Board(4, 4, variants=[v.LookAndSay([("2G1A", "r1c1 r1c2 r2c5")])])
    assert board.variants == (v.LookAndSay([([2, 16, 1, 10], "r1c1 r1c2 r2c5")]),)
    assert sudoku.candidates("." * 256, board=board)[0] == (10, 16)


def test_parts_say_together_what_the_variant_says():
    rng = random.Random(2)
    for _ in range(60):
        board = random_board(rng)
        parts = [part for number, variant in enumerate(board.variants) for part in parts_of(number, variant)]
        again = SMALL.with_variants(*(part.variant for part in parts))
        assert sudoku.count("." * 16, board=again) == sudoku.count("." * 16, board=board)
        for part in parts:
            listed = getattr(board.variants[part.number], part.field) if part.field else None
            assert part.variant == board.variants[part.number] if listed is None else part.entry < len(listed)


# --- feedback


def masks_of(solutions):
    return [sum(1 << int(digit) - 1 for digit in set(column)) for column in zip(*solutions, strict=True)]


def test_feedback_is_what_listing_all_solutions_finds(ask):
    rng = random.Random(3)
    seen = set()
    for _ in range(120):
        board = random_board(rng, 3)
        full = next(sudoku.solutions("." * 16, board=SMALL, seed=rng.randrange(99)))
        puzzle = "".join(digit if rng.random() < 0.3 else "." for digit in full)
        answer = ask("feedback", puzzle=puzzle, rules=rules_of(board))
        expected = list(sudoku.solutions(puzzle, board=board))
        assert answer["status"] == ("none", "unique", "several")[min(len(expected), 2)]
        seen.add(answer["status"])
        if expected:
            assert answer["complete"] and answer["candidates"] == masks_of(expected)
            assert set(answer["solutions"]) <= set(expected)
        else:
            assert answer["candidates"] is None and answer["words"].startswith(("No solution: ", "Digit "))
    assert seen == {"none", "unique", "several"}


def test_feedback_names_the_entries_of_rules(ask):
    rules = {"variants": ["anti-knight"], "killer": [[7, "r3c1 r3c2"], [3, "r1c1 r1c2"], [4, "r2c1 r2c2"]]}
    answer = ask("feedback", puzzle="." * 16, rules=rules)
    assert answer["clash"]["rules"] == [{"key": "killer", "entry": 1}, {"key": "killer", "entry": 2}]
    assert answer["words"] == "No solution: cage 3 at r1c1 r1c2 and cage 4 at r2c1 r2c2 contradict each other."
    answer = ask(
        "feedback", puzzle="1" + "." * 15, rules={"white": ["r3c1 r3c2"], "black": ["r1c1 r1c2"], "even": "r1c2 r1c1"}
    )
    assert answer["clash"] == {"cells": [0], "rules": [{"key": "even", "entry": 1}]}
    assert answer["words"] == "No solution: even cell at r1c1 and r1c1=1 contradict each other."
    answer = ask("feedback", puzzle="11" + "." * 14)
    assert answer["words"] == "No solution: row 1 has digit 1 twice, at r1c1 and r1c2."


def test_feedback_names_entries_of_lines_with_numbers(ask):
    """Whispers of several numbers are one list for the page."""
    whispers = [[1, "r1c1 r1c2"], [3, "r2c1 r2c2"], [1, "r3c1 r3c2"], [3, "r3c3 r3c4"]]
    for puzzle, entry in (("....23..........", 1), ("..........23....", 3)):
        answer = ask("feedback", puzzle=puzzle, rules={"whispers": whispers, "variants": ["anti-knight"]})
        assert answer["clash"]["rules"] == [{"key": "whispers", "entry": entry}]
    rules = {"even": "r4c4", "xv": [["V", "r1c1 r1c2"]], "all dots": ["xv"]}  # row 1 has another sum of 5
    answer = ask("feedback", puzzle="." * 16, rules=rules)
    assert answer["clash"]["rules"] == [{"key": "xv", "entry": 0}, {"key": "all dots", "entry": 0}]
    assert answer["words"] == "No solution: XV mark 5 at r1c1 r1c2 and all X and V contradict each other."
    dots = "r1c1 r2c1, r1c2 r1c3, r1c2 r2c2, r1c3 r2c3, r1c4 r2c4, r2c1 r3c1, r2c4 r3c4, r3c1 r4c1, r3c2 r4c2, "
    dots += "r3c3 r4c3, r3c4 r4c4, r4c2 r4c3"
    answer = ask("feedback", puzzle="2" + "." * 15, rules={"white": dots.split(", "), "all dots": ["white"]})
    assert answer["clash"] == {"cells": [0], "rules": [{"key": "all dots", "entry": 0}]}
    assert answer["words"] == "No solution: all white dots and r1c1=2 contradict each other."
    answer = ask("feedback", puzzle="........4.......", rules={"minima": "r4c4 r3c1"})
    assert answer["clash"] == {"cells": [8], "rules": [{"key": "minima", "entry": 1}]}


def test_a_link_has_each_part_of_its_rules(ask):
    """Variants of one class are one list for the page."""
    killer, circles = v.Killer([(5, "r1c1 r1c2")]), v.CountingCircles("r3c3 r3c4")
    variants = [killer, v.XV([("V", "r2c1 r2c2")], True), v.Killer([(7, "r2c3 r2c4")]), circles]
    seen = ask(
        "read", text=json.dumps({"board": "2x2", "puzzle": "." * 16, "rules": rules_of(SMALL.with_variants(*variants))})
    )
    assert seen["rules"] == {
        "killer": [[5, "r1c1 r1c2"], [7, "r2c3 r2c4"]],
        "xv": [[5, "r2c1 r2c2"]],
        "counting circles": "r3c3 r3c4",
        "all dots": ["xv"],
    }
    link = sudoku.write_link("." * 16, SMALL.with_variants(v.Whispers(["r1c1 r2c2"], 3), v.Diagonals(falling=False)))
    assert ask("read", text=link)["rules"] == {"diagonals": ["rising"], "whispers": [[3, "r1c1 r2c2"]]}


def test_feedback_names_jumps_of_lines(ask):
    rules = {"thermometers": ["r1c1 r2c2 r3c1", "r3c2 r1c2 r1c4"], "killer": [[5, "r1c1 r4c4"]]}
    expected = ["thermometer 2 jumps from r3c2 to r1c2", "thermometer 2 jumps from r1c2 to r1c4"]
    assert ask("feedback", puzzle="." * 16, rules=rules)["jumps"] == expected
    assert ask("feedback", puzzle="11" + "." * 14, rules=rules)["jumps"] == expected
    assert ask("feedback", puzzle="." * 16, rules={"palindromes": ["r1c1 r2c1"]})["jumps"] == []


def test_feedback_that_is_cut_short_says_so(ask, monkeypatch):
    from sudoku.web import setting

    monkeypatch.setattr(setting, "FEEDBACK_SECONDS", 0)
    rules = {"variants": ["anti-knight"], "even": ["r1c1"]}
    answer = ask("feedback", board="4x4", puzzle="." * 255 + "1", rules=rules)
    assert answer["status"] == "stopped" and not answer["complete"]
    assert answer["candidates"][0] == 0xAAAA and answer["candidates"][255] == 1  # the rule alone, the digit alone


def test_every_query_takes_rules(ask):
    rules = {"killer": [[3, "r1c1 r1c2"], [7, "r1c3 r1c4"]], "thermometers": ["r2c1 r2c2"], "variants": ["x"]}
    board = board_of_rules(rules, SMALL)
    puzzle = "1" + "." * 15
    (*expected,) = sudoku.solutions(puzzle, board=board)
    assert ask("solve", puzzle=puzzle, rules=rules)["solution"] in expected
    assert ask("candidates", puzzle=puzzle, rules=rules, kind="true")["candidates"][1:] == masks_of(expected)[1:]
    assert ask("check", puzzle=puzzle, rules=rules)["status"] == ("unique" if len(expected) == 1 else "several")
    assert ask("hint", puzzle=puzzle, values=puzzle, rules=rules)["status"] in ("step", "stopped")
    assert ask("rate", puzzle=expected[0], rules=rules)["status"] == "solved"
    assert ask("generate", rules=rules, seed=1)["status"] == "found"


# --- pictures, links, files


def test_every_kind_of_rule_is_drawn_and_read_again(ask):
    rng = random.Random(5)
    linked = 0
    for name, make in RULES.items():
        variant = make(rng, 4)[0]
        try:
            board = SMALL.with_variants(variant)
            rules = rules_of(board)
        except ValueError:
            continue
        drawing = ask("picture", rules=rules)
        assert "<g " in drawing["under"] + drawing["over"] + drawing["dots"] or drawing["legend"], name
        assert ask("read", text=json.dumps({"board": "2x2", "puzzle": NEARLY, "rules": rules}))["rules"] == rules
        answer = ask("link", puzzle=NEARLY, rules=rules, to="f-puzzles")
        if isinstance(answer, dict):
            linked += 1
            again = ask("read", text=answer["link"])
            assert (again["puzzle"], again["board"]) == (NEARLY, "2x2")
            copy = board_of_rules(again["rules"], SMALL)
            assert sudoku.count(NEARLY, board=copy) == sudoku.count(NEARLY, board=board)
    assert linked > 20


def test_links(ask):
    rules = {"killer": [[3, "r1c1 r1c2"]], "dutch whispers": ["r1c1 r2c2"], "variants": ["anti-king"]}
    for to, site in (("f-puzzles", "https://www.f-puzzles.com/"), ("sudokupad", "https://sudokupad.app/")):
        link = ask("link", puzzle=NEARLY, rules=rules, to=to)["link"]
        assert link.startswith(site)
        assert ask("read", text=f" {link}\n")["rules"] == {**rules}
    for to, program in (("f-puzzles", "f-puzzles"), ("sudokupad", "a link to SudokuPad")):
        refusal = ask("link", puzzle=NEARLY, rules={"regex": [["1.", "r1c1 r1c2"]]}, to=to)
        assert refusal == (400, f"{program} has no rule for regular expressions; a link for this page has all rules")
    found = ask("read", text="https://www.sudokuwiki.org/sudoku.htm?bd=" + "530070000" * 9)
    assert found["puzzle"] == "53..7...." * 9  # clues that clash are loaded, and marked by the page
    regions = {"regions": "1112133243224443"}
    jigsaw = ask("read", text=json.dumps({"board": "2x2", "puzzle": "." * 16, "rules": regions}))
    assert (jigsaw["rules"], jigsaw["board"]) == (regions, "2x2")
    wiki = ask("link", board="3x3", puzzle="1" + "." * 80, to="sudokuwiki")["link"]
    assert wiki == "https://www.sudokuwiki.org/sudoku.htm?bd=1" + "0" * 80
    code, error = ask("link", board="3x3", puzzle="." * 81, rules={"variants": ["x"]}, to="sudokuwiki")
    assert code == 400 and "9x9 board" in error


def test_a_file_of_rules_alone_is_an_empty_board_with_them(ask):
    seen = ask("read", text='{"box": "2x3", "killer": [[8, "r1c1 r1c2"]], "even": "r2c2"}')
    assert (seen["board"], seen["puzzle"]) == ("2x3", "." * 36)
    assert seen["rules"] == {"killer": [[8, "r1c1 r1c2"]], "even": "r2c2"}
    code, error = ask("read", text='{"even": "r1c1", "killers": []}')
    assert code == 400 and "unknown key 'killers'" in error


@pytest.mark.parametrize(
    "text", ['{"foo": 1}', "name;rank\n" + "Ann;1\n" * 3, "12a", "https://sudokupad.app/pzgh3qnbba"]
)
def test_no_error_of_the_page_names_an_option(ask, text):
    code, error = ask("read", text=text)
    assert code == 400 and "--" not in error


def test_links_of_sudokupad(ask):
    cage = {"cells": [[0, 0], [0, 1]], "value": 3, "unique": True}
    puzzle = drawing(givens=NEARLY, cages=[cage, {"value": "title: Small"}], lines=[{"thickness": 9}])
    for text in ("https://sudokupad.app/" + packed(puzzle), packed(puzzle), json.dumps(puzzle, indent=1)):
        seen = ask("read", text=text)
        assert (seen["board"], seen["puzzle"], seen["title"]) == ("2x2", NEARLY, "Small")
        assert seen["rules"] == {"killer": [[3, "r1c1 r1c2"]]}
        assert seen["note"] == "only drawn, without a rule: lines; the words of the puzzle: Normal sudoku rules apply."
    code, error = ask("read", text="https://sudokupad.app/pzgh3qnbba")
    assert code == 400 and "open https://sudokupad.app/api/puzzle/pzgh3qnbba in a browser" in error


def test_regions_drawn_one_after_the_other(ask):
    """While some are missing, rows, columns and the regions drawn so far hold each digit once."""
    part = "111.1..........."
    possible = [line for line in sudoku.solutions("." * 16, board=Board(1, 4)) if len({*line[:3], line[4]}) == 4]
    seen = ask("feedback", puzzle="." * 16, rules={"regions": part})
    assert seen["status"] == "several" and set(seen["solutions"]) <= set(possible)
    assert seen["candidates"] == [
        sum(1 << int(digit) - 1 for digit in {line[cell] for line in possible}) for cell in range(16)
    ]
    assert ask("picture", rules={"regions": part})["under"].count("<rect") == 4
    file = {"board": "2x2", "puzzle": NEARLY, "rules": {"regions": part}}
    again = ask("read", text=json.dumps(file))
    assert again["rules"] == file["rules"] and again["puzzle"] == NEARLY
    code, error = ask("link", puzzle=NEARLY, rules={"regions": part}, to="f-puzzles")
    assert code == 400 and "in no region yet" in error
    code, error = ask("feedback", puzzle=NEARLY, rules={"regions": part[:-1]})
    assert code == 400 and "15 characters for 16 cells" in error


# --- refusals


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ([1], "the rules must be a JSON object"),
        ("x", "the rules must be a JSON object"),
        ({"variants": "x"}, "'variants' must be a list"),
        ({"box": "3x3"}, "another board (9x9 board) than 'board', which is 2x2"),
        ({"box": "samurai"}, "another board (board of 5"),
        ({"diagonals": []}, "'diagonals' must be an object of the arguments of Diagonals"),
        ({"pencilmarks": {"text": 5}}, "give a text"),
        ({"regions": "1" * 16}, "region"),
        ({"killer": [[30, "r1c1 r1c2"]]}, "cage 1: the sum of r1c1, r1c2 is 30"),
        ({"killer": [[3, "r1c1 r9c2"]]}, "r9c2"),
        ({"killer": [3]}, "cage 3 must be a pair"),
        ({"killers": []}, "unknown key 'killers'; the nearest ones are killer"),
        ({"modular": {"lines": ["r1c1 r1c2"], "modulus": 0}}, "modulus is 0"),
        ({"nabner": [["r1c1"] * 51]}, "51 cells, where the page takes at most 50"),
        ({"killer": [[3, "r1c1 r1c2"]] * 700}, "the rules name 2,100 cells"),
    ],
)
def test_refused_rules(ask, rules, words):
    for name in ("feedback", "picture", "link"):
        code, error = ask(name, puzzle="." * 16, rules=rules, to="f-puzzles")
        assert code == 400 and words in error


def test_noise(ask):
    """Random rules of the right keys get an answer or a refusal, never an error of ours."""
    rng = random.Random(6)
    atoms = [None, True, -1, 0, 3, 2**70, 0.5, "", "r1c1", "r1c1 r1c2", "r0c1", "r1c1 r2c2 r3c3", "x", "12"]
    atoms += [[], {}, [[]]]
    keys = ["variants", "white", "black", "all dots", "regions", "box", *SIMPLE]

    def value(depth):
        if depth and rng.random() < 0.7:
            return [value(depth - 1) for _ in range(rng.randint(0, 3))]
        return {"lines": value(1), "least": value(0)} if depth and rng.random() < 0.1 else rng.choice(atoms)

    for _ in range(1500):
        rules = {rng.choice(keys): value(3) for _ in range(rng.randint(1, 2))}
        name = rng.choice(["feedback", "picture", "link", "solve"])
        answer = ask(name, puzzle=rng.choice(["." * 16, NEARLY]), rules=rules, to="sudokupad")
        assert isinstance(answer, dict) or answer[0] == 400, (name, rules, answer)


# --- the kinds of the page


def example_of(kind):
    """Return an entry of a kind, as the page makes it, with its rules on a 9x9 board."""
    value = {"number": 3, "optional": 3, "mark": "X", "digits": "12", "text": "[1-4]*"}.get(kind.value)
    entry = {
        "flag": [kind.value],
        "group": ["r1c1 r1c2"],
        "line": ["r1c1 r2c4" if kind.key == "palindromes" else "r1c1 r1c2"],
        "clue": [[value, "r1c1 r1c2 r1c3" if kind.key == "lunchboxes" else "r1c1 r1c2"]],
        "beside": [[value, "r1c1 r1c2"]] if kind.value else ["r1c1 r1c2"],
        "outside": [[10 if "sum" in kind.words else 3, "r0c1"]],
        "diagonal": [[10, "r0c4 r1c3"]],
        "cells": "r1c1",
        "pair": [["r1c1", "r1c2 r1c3"]],
        "halves": [["r1c1", "r5c5"]],
        "region": "." * 72 + "1" * 9,
    }
    return {kind.key: entry[kind.form]}


@pytest.mark.parametrize("kind", kinds.KINDS, ids=lambda kind: kind.name)
def test_kinds_of_the_page(ask, kind):
    rules = example_of(kind)
    answer = ask("feedback", board="3x3", puzzle="." * 81, rules=rules)
    assert isinstance(answer, dict) and answer["status"] in ("several", "found", "stopped"), answer
    assert isinstance(ask("picture", board="3x3", rules=rules), dict)


def test_the_page_has_every_kind_and_words_for_it():
    names = {kind.name for kind in kinds.KINDS}
    dots = {
        "white dots",
        "black dots",
        "all white dots",
        "all black dots",
        "all X and V",
        "all differences",
        "all ratios",
    }
    others = {*dots, "falling diagonal", "rising diagonal", "region of a jigsaw"}
    elsewhere = {"diagonals", "kropki", "letters", "pencilmarks"}  # in other kinds, or not on the boards of the page
    elsewhere |= {"doppelganger", "chaos-construction", "region counts", "region runs"}
    assert names == {*v.NAMED, *SIMPLE, *others} - elsewhere
    assert all(kind.words.endswith((".", "*")) for kind in kinds.KINDS)
    assert len({kind.words for kind in kinds.KINDS}) == len(kinds.KINDS) == len(names)


def test_boards_with_rules_are_kept():
    rules = {"even": "r1c1"}
    one, two = (body.Body({"board": "2x2", "rules": rules}).board() for _ in range(2))
    assert one is two and fields(one)


@pytest.mark.reads("README.md", "docs/sudoku-rules.md", "docs/sudoku.md")
def test_the_order_of_a_pill_is_said_where_its_rule_is():
    names = ("README.md", "docs/sudoku-rules.md", "docs/sudoku.md")
    pages = [(ROOT / name).read_text(encoding="utf-8") for name in names]
    for text in (*pages, v.Arrows.__doc__, v.Arrows.words):
        assert re.search(r"\bpill\b.{0,120}from\s+left\s+to\s+right\s+and\s+from\s+top\s+to\s+bottom", text, re.DOTALL)
    board = Board(variants=[v.Arrows([("r2c1 r1c1", "r1c2 r1c3 r1c4"), ("r9c9 r9c8", "r8c9 r7c9")])])
    grid = [int(digit) for digit in sudoku.solve("." * 81, board=board)]
    assert 10 * grid[0] + grid[9] == grid[1] + grid[2] + grid[3]
    assert 10 * grid[79] + grid[80] == grid[71] + grid[62]
