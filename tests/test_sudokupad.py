# SPDX-License-Identifier: MIT
"""SudokuPad's own links and JSON: the notation, boards, cages, the moves of chess pieces, and drawn elements.

The puzzles are ours; tests/sudokupad_links.py packs them.
"""

import json
import random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku.board.text import is_link
from sudoku.reading.plain_words import is_plain, words_about_cages
from sudoku.reading.rulesfile import board_in
from sudoku.reading.sudokupad import is_drawing
from sudoku.reading.zipped import unzip
from sudoku.terminal.cli import main
from sudoku.variants import (
    XV,
    AntiKing,
    AntiKnight,
    Arrows,
    ChaosConstruction,
    Diagonals,
    DisjointGroups,
    ExtraRegions,
    Killer,
    Kropki,
    NonConsecutive,
    Thermometers,
)

from .lzpack import pack
from .sudokupad_links import boxes, drawing, packed, zipped
from .variant_puzzles import JIGSAW

CAGE = {"cells": [[0, 0], [0, 1], [1, 1]], "value": "8", "unique": True, "sum": 8}
SMALL = drawing(givens="1", cages=[CAGE, {"value": "title: It's small"}])
BOARD = Board(2, 2, variants=[Killer([(8, "r1c1 r1c2 r2c2")])])
PACKED = packed(SMALL)
NO_WORDS = {"words": ""}


def read(*parts, **more):
    return sudoku.read_link(json.dumps(drawing(*parts, **more)))


# ---- the notation


def test_the_notation():
    text = "{ce:[[,{v:5},],[,,]],u:[{c2:#F,c1:#0,c:34BBE6,r:t,w:.5}]}"
    with pytest.raises(ValueError, match="damaged at its character 55"):
        unzip(text)
    assert unzip(text.replace(".5", "0.5")) == {
        "cells": [[{}, {"value": 5}, {}], [{}, {}, {}]],
        "underlays": [
            {"backgroundColor": "#FFFFFF", "borderColor": "#000000", "color": "#34BBE6", "rounded": True, "width": 0.5}
        ],
    }
    assert unzip(r"{'fill-opacity':1,te:'it\'s \\ \u2603\n','x':null,y:f}") == {
        "fill-opacity": 1, "text": "it's \\ \u2603\n", "x": None, "y": False,
    }  # fmt: skip
    assert unzip("{te:\"say 'no'\"}") == {"text": "say 'no'"}
    for damaged in (r"{te:'\q'}", "{v:1e999}", "{v:zero}", "{v:1}}", "{'v'}"):
        with pytest.raises(ValueError, match="the text is damaged at its character "):
            unzip(damaged)


NAMES = st.sampled_from(["cells", "value", "color", "fill-opacity", "id", "text"])
VALUES = st.recursive(
    st.booleans() | st.integers(-9, 99) | st.floats(-9, 9) | st.sampled_from(["", "#000000", "#34BBE6", "it's"])
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters='"'), max_size=9).filter(str.isalpha),
    lambda inner: st.lists(inner, min_size=1, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(st.dictionaries(NAMES, VALUES))
def test_notation_there_and_back(value):
    assert unzip(zipped(value)) == value


@given(st.integers(0, 400), st.text("{}[],:'\"tf#0aé\\", max_size=3))
def test_a_cut_or_changed_text_is_read_or_refused(at, change):
    text = zipped(SMALL)
    for changed in (text[:at], text[:at] + change + text[at + 1 :]):
        try:
            unzip(changed)
        except ValueError as error:
            assert str(error).startswith("the text is damaged at its character ")


# ---- links


@pytest.mark.parametrize(
    "source",
    [
        "https://sudokupad.app/" + PACKED,
        "https://beta.sudokupad.app/sudoku/" + quote(PACKED, safe="") + "?setting-nogrid=1",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=" + quote(PACKED) + "&x=1",
        "https://sudokupad.app/scf?puzzleid=" + PACKED + "==",
        "https://sudokupad.app/ctc" + pack(json.dumps(SMALL)),
        "https://sudokupad.app/scl" + quote(json.dumps(SMALL)),
        "sudokupad://puzzle/" + PACKED.replace("+", " "),
        PACKED,
        zipped(SMALL),
        json.dumps(SMALL),
        json.dumps(SMALL, indent=2),
    ],
)
def test_the_forms_of_a_link(source, tmp_path, capsys):
    assert is_link(source)
    found = sudoku.read_link(source)
    assert (found.board, found.board.line(found.puzzle)) == (BOARD, "1" + "." * 15)
    assert (found.title, found.drawn, found.note) == ("It's small", (), "")
    assert found.ruleset == "Normal sudoku rules apply."
    path = tmp_path / "puzzle.json"
    path.write_text(source + "\n")
    assert [record.board for record in sudoku.read_file(str(path))] == [BOARD]
    if not source.startswith("{id"):
        assert board_in(str(path)) == BOARD
    assert main(["solve", "-q", str(path)]) == 0
    assert capsys.readouterr().out.strip() == sudoku.solve("1" + "." * 15, board=BOARD)


def test_the_commands(capsys):
    link = "https://sudokupad.app/" + packed(drawing(givens="1", words="Anti-knight.", arrows=[{"headLength": 0.3}]))
    for command in (["solve"], ["check"], ["convert", "--to", "line"]):
        main([*command, link])
        noted = "only drawn, without a rule: arrows; the words of the puzzle: Anti-knight."
        assert noted in capsys.readouterr().err


def test_links_cut_or_changed():
    """Each link is read or refused in a sentence; most changes damage it."""
    rng, refused = random.Random(3), 0
    link = "https://sudokupad.app/" + PACKED
    for _ in range(300):
        at = rng.randrange(26, len(link))
        changed = link[:at] if rng.random() < 0.5 else link[:at] + rng.choice("ABCxyz09+/") + link[at + 1 :]
        try:
            sudoku.read_link(changed)
        except ValueError as error:
            refused += 1
            assert len(str(error)) < 300
    assert refused > 250


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 20) | st.floats() | st.sampled_from(["", "x", "#34BBE6", "true"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["cells", "value", "unique", "wayPoints", "center", "color", "text", "hidden"]), inner
    ),
    max_leaves=8,
)  # fmt: skip
KEYS = ["cages", "regions", "lines", "overlays", "underlays", "global", "metadata", "arrows", "foglight", "other"]


@given(st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=3), JUNK)
def test_any_json_is_read_or_refused(parts, cell):
    puzzle = drawing(givens="1") | parts
    puzzle["cells"][1][1] = cell
    try:
        found = sudoku.read_link(json.dumps(puzzle))
    except ValueError as error:
        assert len(str(error)) < 300
    else:
        assert found.board.cells in (1, 4, 9, 16)


# ---- boards


@pytest.mark.parametrize(
    ("parts", "board"),
    [
        (drawing(2, 3, **NO_WORDS), Board(2, 3)),
        (drawing(3, 2, **NO_WORDS), Board(3, 2)),
        (drawing(3, 3, **NO_WORDS), Board()),
        (drawing(4, 4, **NO_WORDS), Board(4, 4)),
        (drawing(regions=[]), Board(1, 4)),
        (drawing(regions=[[[r, c] for r in range(4) for c in range(4)]]), Board(1, 4)),
        (drawing(regions=[], words="Chaos construction."), Board(1, 4, variants=[ChaosConstruction()])),
        (drawing(regions=[*boxes(2, 2), [[1, 1], [1, 2], [2, 1], [2, 2]]]),
         Board(2, 2, variants=[ExtraRegions(["r2c2 r2c3 r3c2 r3c3"])])),
        (drawing(givens="0", **NO_WORDS), Board(2, 2, first_digit=0)),
        (drawing(words="Use the digits 0-3."), Board(2, 2, first_digit=0)),
        (drawing(words="A line has 0 to 3 dots.", metadata={"solution": "1234341221434321"}), Board(2, 2)),
        (drawing(metadata={"solution": "0123230110323210"}), Board(2, 2, first_digit=0)),
        (drawing(regions=[], words="0 to 3"), Board(1, 4, first_digit=0)),
    ],
)  # fmt: skip
def test_boards(parts, board):
    assert sudoku.read_link(json.dumps(parts)).board == board


def test_a_jigsaw():
    regions = [[[r, c] for r in range(9) for c in range(9) if JIGSAW[r][c] == str(k)] for k in range(1, 10)]
    for jigsaw in (regions, regions[:-1]):
        found = read(3, 3, regions=jigsaw).board
        assert found.base == Board(regions="".join(JIGSAW)) or len(jigsaw) == 8
        assert len([house for house in found.houses if house not in Board(1, 9).houses]) == len(jigsaw)


def test_cells_around_the_board():
    """The board is in the regions; digits, cages and diagonals count from its own first cell."""
    cells = [[{} for _ in range(6)] for _ in range(6)]
    cells[0][2]["value"] = 7  # a clue outside
    cells[1][1]["value"] = "4"
    cage = {**CAGE, "cells": [[1, 1], [1, 2]], "value": 5}
    line = {"color": "#34bbe6", "thickness": 2, "wayPoints": [[1, 5], [5, 1]]}
    found = read(cells=cells, regions=boxes(2, 2, 1, 1), cages=[cage], lines=[line])
    assert found.board == Board(2, 2, variants=[Diagonals(falling=False), Killer([(5, "r1c1 r1c2")])])
    assert (found.board.line(found.puzzle), found.drawn) == ("4" + "." * 15, ("text",))


def test_cells_around_the_board_in_a_region():
    ring = [[r, c] for r in range(6) for c in range(6) if {r, c} & {0, 5}]
    found = read(cells=[[{}] * 6] * 6, regions=[*boxes(2, 2, 1, 1), ring])
    assert (found.board, found.drawn) == (Board(2, 2), ())


def test_more_digits_than_a_row_has_cells():
    """Four regions of 9 cells on a board of 6 rows hold the digits 1 to 9."""
    nine = [[[3 * i + r, 3 * j + c] for r in range(3) for c in range(3)] for i in (0, 1) for j in (0, 1)]
    found = read(cells=[[{"value": 9}, *[{}] * 5]] + [[{}] * 6] * 5, regions=nine, words="")
    regions = [2 * (row // 3) + column // 3 for row in range(6) for column in range(6)]
    assert found.board == Board(regions=regions, size=(6, 6))
    assert found.board.line(found.puzzle) == "9" + "." * 35
    assert read(cells=[[{}] * 6] * 6, regions=nine, words="0 to 8").board.digit_range == "0-8"


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"cells": [[{}] * 6] * 4, "regions": []}, "the board has 4 rows and 6 columns; we read square ones"),
        (
            {"cells": [[{}] * 6] * 6, "regions": [*boxes(2, 2), *boxes(2, 2, 2, 2)]},
            "no region has 6 cells, as many as a",
        ),
        ({"metadata": {"norowcol": True}}, "rows and columns may repeat digits"),
        ({"metadata": {"solution": "5678785665878765"}}, "the solution has the digits 5678, not 1 to 4"),
        ({"metadata": {"solution": "1134341221434321"}}, "the solution has a digit twice in row 1: the puzzle is not"),
        ({"metadata": {"solution": "1234341214234321"}}, "the solution has a digit twice in column 1"),
        ({"metadata": 5}, "metadata 5 is not an object"),
        ({"regions": [[[0, 0], [0, 9]]]}, "the board has 1 rows and 10 columns|a region has a cell that is not in"),
        ({"regions": [[[-1, 0], [0, 1]]]}, "a region has a cell that is not in the puzzle"),
        ({"regions": [[["a", 0]]]}, "are not pairs of a row and a column"),
        ({"regions": 5}, "regions 5 is not a list as SudokuPad writes it"),
        ({"cages": [5]}, "cages .* is not a list as SudokuPad writes it"),
        ({"givens": "5"}, "r1c1 holds 5: out of range for a 4x4 board"),
        ({"givens": "A"}, "r1c1 has the value 'A', which is not a number"),
    ],
)
def test_puzzles_that_are_refused(parts, message):
    with pytest.raises(ValueError, match=message):
        read(**parts)


# ---- rules and drawn elements


LINE = {"color": "#34BBE6", "thickness": 2, "wayPoints": [[0, 0], [4, 4]]}
WINDOWS = [
    {"center": [r, c], "width": 3, "height": 3, "backgroundColor": "#CFCFCF"} for r in (2.5, 6.5) for c in (2.5, 6.5)
]
DOT = {"center": [1, 0.5], "width": 0.3, "height": 0.3, "rounded": True, "backgroundColor": "#FFFFFF"}
PAIR = [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("parts", "variants", "drawn"),
    [
        ({"lines": [LINE]}, [Diagonals(rising=False)], ()),
        ({"lines": [{**LINE, "wayPoints": [[4, 0], [0, 4]]}, LINE]}, [Diagonals()], ()),
        ({"lines": [LINE], "metadata": {"solution": "1234341221434321"}}, [], ("line",)),
        ({"lines": [LINE], "metadata": {"solution": "1234432121433412"}}, [Diagonals(rising=False)], ()),
        ({"lines": [{**LINE, "wayPoints": [[4, 0], [0, 4]]}], "metadata": {"solution": "1234432121433412"}},
         [Diagonals(falling=False)], ()),
        ({"lines": [{**LINE, "thickness": 9}]}, [], ("line",)),
        ({"lines": [{**LINE, "color": "#F00"}]}, [], ("line",)),
        ({"lines": [{**LINE, "wayPoints": [[0, 0], [4, 4], [0, 0]]}]}, [], ("line",)),
        ({"lines": [{**LINE, "wayPoints": [[0, [0]], [4, {}]]}]}, [], ("line",)),
        ({"lines": [{"d": "M0 0"}]}, [], ("line",)),
        ({"global": ["antiknight", "antiking", "disjoint"]}, [AntiKnight(), AntiKing(), DisjointGroups()], ()),
        ({"global": ["disjoint"], "cages": [{"cells": [[0, 0], [2, 2]], "type": "disjoint", "unique": True}]},
         [DisjointGroups()], ()),
        ({"metadata": {"antiknight": True, "antiking": "true"}}, [AntiKnight(), AntiKing()], ()),
        ({"global": ["nonconsecutive"]}, [NonConsecutive()], ()),
        ({"global": ["nonconsecutive"], "overlays": [DOT]}, [], ("global", "circle")),
        ({"global": ["antixv"]}, [], ("global",)),
        ({"overlays": [DOT, {**DOT, "rounded": False}, {**DOT, "text": "X"}]}, [], ("circle", "rectangle", "text")),
        ({"arrows": [{"wayPoints": []}], "foglight": [[0, 0]], "secret": [1]}, [], ("arrow", "fogofwar", "secret")),
        ({"cages": [CAGE]}, [Killer([(8, "r1c1 r1c2 r2c2")])], ()),
        ({"cages": [{**CAGE, "value": None}]}, [Killer([(None, "r1c1 r1c2 r2c2")])], ()),
        ({"cages": [{**CAGE, "value": ">8"}]}, [Killer([(None, "r1c1 r1c2 r2c2")])], ("cage",)),
        ({"cages": [{**CAGE, "unique": False}]}, [], ("cage",)),
        ({"cages": [CAGE, {"cells": [[3, 3]], "value": 5, "unique": True}]},
         [Killer([(None, "r1c1 r1c2 r2c2"), (None, "r4c4")])], ("cage",)),
        ({"cages": [{"cells": [[0, c] for c in range(4)] + [[1, 0]], "unique": True}]}, [], ("cage",)),
        ({"cages": [{**CAGE, "value": 5}]}, [Killer([(None, "r1c1 r1c2 r2c2")])], ("cage",)),
        ({"cages": [{"cells": PAIR, "value": 3, "unique": True}], "metadata": {"solution": "1234341221434321"}},
         [Killer([(3, "r1c1 r1c2")])], ()),
        ({"cages": [{"cells": PAIR, "value": 4, "unique": True}], "metadata": {"solution": "1234341221434321"}},
         [Killer([(None, "r1c1 r1c2")])], ("cage",)),
        ({"cages": [{"cells": PAIR, "value": 5}]}, [], ("cage",)),
        ({"cages": [{"cells": PAIR, "value": 5}], "words": "Normal killer rules apply."},
         [Killer([(5, "r1c1 r1c2")])], ()),
        ({"cages": [{"cells": PAIR, "value": 5, "unique": True}], "words": "Cages show the product of their digits."},
         [Killer([(None, "r1c1 r1c2")])], ("cage", "words")),
        ({"cages": [{"cells": PAIR, "value": 5, "unique": True}], "words": "Sums in cages. Digits in cages may repeat"},
         [], ("cage", "words")),
        ({"cages": [{"cells": PAIR, "hidden": True, "unique": False}]}, [], ()),
        ({"cages": [{"cells": [[0, 0], [9, 9]], "unique": True}]}, [], ("cage",)),
        ({"cages": [{"cells": [[0, c] for c in range(4)], "unique": True, "type": "rowcol"}]}, [], ()),
        ({"cages": [{"cells": boxes(2, 2)[1], "unique": True, "type": "region"}]}, [], ()),
        ({"cages": [{"cells": [[0, 0], [1, 1]], "unique": True, "style": "extraregion"}]},
         [ExtraRegions(["r1c1 r2c2"])], ()),
        ({"cages": [{"cells": [[0, 0], [1, 1]], "unique": True}], "metadata": {"solution": "1234341221434321"}},
         [Killer([(None, "r1c1 r2c2")])], ()),
        ({"cages": [{"cells": [[0, 0], [2, 1]], "unique": True}], "metadata": {"solution": "1234341221434321"}},
         [], ("cage",)),
        ({"words": "Two cells on a line differ."}, [], ("words",)),
    ],
)  # fmt: skip
def test_rules_and_drawn_elements(parts, variants, drawn):
    found = read(**parts)
    assert found.board == Board(2, 2, variants=variants)
    assert found.drawn == drawn
    assert bool(found.note) == bool(drawn)


# 1 2 3 4
# 3 4 1 2
# 2 1 4 3
# 4 3 2 1
SOLVED = {"solution": "1234341221434321"}
WHITE = {"center": [0.5, 1], "width": 0.3, "height": 0.3, "rounded": True, "backgroundColor": "#FFFFFF"}
BLACK = {**WHITE, "center": [1, 1.5], "backgroundColor": "#000000"}
LETTER = {"center": [0.5, 2], "width": 0.25, "height": 0.25, "text": "V"}
BULB = {"center": [0.5, 0.5], "width": 0.85, "height": 0.85, "rounded": True, "backgroundColor": "#CFCFCF"}
TUBE = {"wayPoints": [[0.5, 0.5], [0.5, 3.5]], "thickness": 21}
CIRCLE = {**BULB, "center": [1.5, 1.5]}
ARROW = {"wayPoints": [[1.5, 1.9], [1.5, 2.5], [0.5, 2.5]], "thickness": 5}
SAYS = {
    "white": "Digits separated by a white dot are consecutive.",
    "black": "Black dots: one digit is double the other.",
    "xv": "Cells separated by V sum to 5.",
    "thermometer": "Digits increase along a thermometer.",
    "arrow": "Digits along an arrow sum to the digit in the circle.",
}


@pytest.mark.parametrize(
    ("said", "parts", "variant", "changed"),
    [
        ("white", {"overlays": [WHITE]}, Kropki(["r1c1 r1c2"]), {"overlays": [{**WHITE, "center": [1, 0.5]}]}),
        ("black", {"overlays": [BLACK]}, Kropki(black=["r1c2 r2c2"]), {"overlays": [{**BLACK, "center": [1, 0.5]}]}),
        ("xv", {"underlays": [LETTER]}, XV([(5, "r1c2 r1c3")]), {"overlays": [{**LETTER, "center": [0.5, 1]}]}),
        ("thermometer", {"underlays": [BULB], "lines": [TUBE]}, Thermometers(["r1c1 r1c2 r1c3 r1c4"]),
         {"underlays": [{**BULB, "center": [0.5, 3.5]}], "lines": [TUBE]}),
        ("thermometer", {"underlays": [BULB], "lines": [{**TUBE, "wayPoints": TUBE["wayPoints"][::-1]}]},
         Thermometers(["r1c1 r1c2 r1c3 r1c4"]), {"underlays": [BULB], "lines": [{**TUBE, "thickness": 1}]}),
        ("arrow", {"overlays": [CIRCLE], "arrows": [ARROW]}, Arrows([("r2c2", "r2c3 r1c3")]),
         {"overlays": [CIRCLE], "arrows": [{"wayPoints": ARROW["wayPoints"][:2]}]}),
    ],
)  # fmt: skip
def test_marks_that_words_and_solution_confirm(said, parts, variant, changed):
    """Marks are a rule if the words have it and the solution obeys it; otherwise, they are only drawn."""
    words = f"Normal sudoku rules apply. {SAYS[said]}"
    found = read(words=words, metadata=SOLVED, **parts)
    assert found.board == Board(2, 2, variants=[variant])
    assert (found.drawn, found.note) == ((), "")
    for more in (
        {**parts, "metadata": {}, "words": words},  # no solution
        {**parts, "metadata": SOLVED, "words": "Normal sudoku rules apply."},
    ):
        found = read(**more)
        assert found.board == Board(2, 2) and found.drawn
    found = read(words=words, metadata=SOLVED, **changed)
    assert not found.board.variants and found.note.startswith("only drawn, without a rule: ")
    assert read(words=f"{words} Colors may be wrong.", metadata=SOLVED, **parts).drawn == ("words",)


NUMBERS = st.sampled_from([0, 0.5, 1, 1.5, 2, 3.5, 9, -1, 1e9, "x", None, True])
POINTS = st.lists(NUMBERS, max_size=3) | st.lists(st.sampled_from([0.5, 1, 1.5, 2.5]), min_size=2, max_size=2)
ELEMENTS = st.fixed_dictionaries(
    {},
    optional={
        "center": POINTS | NUMBERS, "width": NUMBERS, "height": NUMBERS, "rounded": st.booleans(), "text": NUMBERS,
        "backgroundColor": st.sampled_from(["#FFFFFF", "#000000", None]), "thickness": NUMBERS,
        "wayPoints": st.lists(POINTS, max_size=4) | NUMBERS,
    },
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(["overlays", "underlays", "lines", "arrows"]), st.lists(ELEMENTS, max_size=5)))
def test_any_marks_are_read_or_drawn_and_agree_with_the_solution(parts):
    try:
        found = read(words=" ".join(SAYS.values()), metadata=SOLVED, **parts)
    except ValueError as error:
        assert len(str(error)) < 300
    else:
        assert sudoku.count(SOLVED["solution"], board=found.board) == 1


def test_marks_with_a_twist_in_the_words():
    words = SAYS["white"] + " All dots are given."
    found = read(words=words, metadata=SOLVED, overlays=[WHITE])
    assert found.board.variants and found.drawn == ("words",)
    words = "Digits along a slow thermometer increase or stay the same."
    assert read(words=words, metadata=SOLVED, underlays=[BULB], lines=[TUBE]).drawn == ("line", "circle", "words")
    odd = [{**WHITE, "center": center} for center in ([1, 1], [0.5, 0.5], [0.3, 1], None, [1], ["a", 1])]
    assert read(words=SAYS["white"], metadata=SOLVED, overlays=odd).drawn == ("circle", "words")
    bent = [{**TUBE, "wayPoints": points} for points in ([[0.5, 0.5], [1.5, 2.5]], [[0.5, 0.5], [1, 1]], [])]
    found = read(words=SAYS["thermometer"], metadata=SOLVED, underlays=[BULB], lines=bent)
    assert found.drawn == ("line", "circle", "words") and not found.board.variants


def test_windows():
    found = read(3, 3, underlays=WINDOWS)
    assert found.drawn == () and sudoku.count("." * 81, board=found.board, limit=2) == 2
    windoku = Board(variants=["windoku"])
    assert {*found.board.houses} == {*windoku.houses}
    assert read(3, 3, underlays=WINDOWS[1:]).drawn == ("rectangle",)
    assert read(3, 3, underlays=[*WINDOWS, DOT]).drawn == ("circle",)


def test_marks_of_a_setter_are_named():
    cells = drawing()["cells"]
    cells[0][0]["centremarks"] = [1, 2]
    assert (
        read(cells=cells).note
        == "only drawn, without a rule: marks in cells; the words of the puzzle: Normal sudoku rules apply."
    )


def test_words_without_drawn_elements_are_noted():
    words = "Normal sudoku rules apply. Cells a knight's move apart differ."
    assert read(words=words).note == f"the words of the puzzle may have rules that we do not read: {words}"


def test_a_puzzle_without_words_is_noted():
    assert read(words="").note == "the puzzle has no words about its rules, and may have rules that we do not read"


def test_metadata_goes_before_cages():
    parts = {"metadata": {"title": "A", "rules": ["Standard rules apply.", "No digit may repeat."]}}
    found = read(cages=[{"value": "title: B"}], **parts)
    assert (found.title, found.ruleset) == ("A", "Standard rules apply.\nNo digit may repeat.")


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("Normal Sudoku rules apply.", True),
        ("Fill the grid with the digits 1-9 so that no digit repeats in a row, column, or 3x3 box.", True),
        ("Place the digits from 1 to 9 exactly once in each row, column and outlined region.", True),
        ("Normal sudoku rules do not apply.", False),
        ("No rules provided for this puzzle.", False),
        ("Fill the grid with the digits 0-8.", False),
        ("Digits cannot repeat along the diagonal.", False),
        ("Digits in cages sum to the total.", False),
        ("", True),
    ],
)
def test_plain_words(words, plain):
    assert is_plain(words, 9) == plain


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", (True, False, False)),
        ("Normal sudoku rules apply.", (True, False, False)),
        (
            "Normal rules. Digits in a cage must sum to the small clue, and may not repeat in a cage.",
            (True, True, False),
        ),
        ("The average of a cage is its clue.", (False, False, False)),
        ("Digits in a cage add up to its total. Digits can be repeated in a cage.", (True, False, True)),
    ],
)
def test_words_about_cages(words, meant):
    assert words_about_cages(words) == meant


@pytest.mark.parametrize("value", [5, [], {}, {"cells": []}, {"cells": [[]]}, {"cells": [[5]]}, {"cells": 5}])
def test_other_json_is_no_puzzle_of_sudokupad(value):
    assert not is_drawing(value)
