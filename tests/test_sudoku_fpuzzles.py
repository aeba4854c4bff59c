"""Links of f-puzzles and SudokuPad: unpacking lz-string, accepted rules, refused rules, truncated links.

`pack` (lzpack.py) is the inverse of the unpacking. We also unpack strings made by another packer.
"""

import json
import random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.board.text import is_link
from sudoku.reading import fpuzzles_rules, lzstring
from sudoku.reading.fpuzzles import read_link
from sudoku.reading.fpuzzles_out import fpuzzles_link, sudokupad_link, write_link
from sudoku.reading.lzstring import ALPHABET, unpack
from sudoku.reading.rulesfile import board_in
from sudoku.terminal.cli import main
from sudoku.variants import (
    AntiKing,
    AntiKnight,
    Diagonals,
    DisjointGroups,
    Even,
    ExtraRegions,
    Killer,
    Kropki,
    NonConsecutive,
    Odd,
    Thermometers,
)

from .lzpack import pack
from .rule_definitions import RULES
from .variant_puzzles import JIGSAW

# Packed by the Python port of lz-string (lzstring 1.0.4).
PACKED = {
    "": "Q===",
    "hello": "BYUwNmD2Q===",
    "a" * 24: "IY18aQ==",
    "né☃né☃né": "HYS8wGShJA==",
}
SMALL = (
    "N4IgzglgXgpiBcAWANCALhNAbO8QGUBbAQyyxFQHMAnCAEwQG1HQA3UgV1wEYqJWYAOwRpqXAL7Jgk6VPEBdZCxkq5i5XKkh2WLggDMK9bJNHFIAN"
    "YQyMagGNilXCxB2YZMExAAlbgGFuCh9/ACYg7xC/MPMdPTwADhAZV3csT3hGH30A8MQcmM5cAHYFVDoIRwB7QVIAWhExGHEgA=="
)


def link(puzzle):
    return "https://www.f-puzzles.com/?load=" + quote(pack(json.dumps(puzzle)), safe="")


def plain(size=9, **rules):
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **rules}


# ---- lz-string


@pytest.mark.parametrize("text", PACKED)
def test_what_others_packed(text):
    assert unpack(PACKED[text]) == text
    assert unpack(PACKED[text].rstrip("=")) == text


@given(st.text(max_size=60) | st.text("ab", max_size=300) | st.integers(1, 3000).map("ab[{".__mul__))
def test_packed_and_unpacked(text):
    assert unpack(pack(text)) == text == unpack(lzstring.pack(text))


@given(st.text(ALPHABET + "=-$ é", max_size=60) | st.text("AQIg", max_size=200))
def test_anything_is_unpacked_or_refused(text):
    try:
        unpack(text)
    except ValueError as error:
        assert len(str(error)) < 100


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        ("", "the packed text is cut short"),
        (PACKED["hello"][:6], "the packed text is cut short"),
        ("BYUw-mD2Q", "character '-' is not one of base 64"),
        ("n" * 40, "the packed text is damaged|cut short"),
        (pack("\ud800"), "damaged: half a character"),
    ],
)
def test_what_cannot_be_unpacked(packed, message):
    with pytest.raises(ValueError, match=message):
        unpack(packed)


def test_a_few_characters_do_not_fill_the_memory(monkeypatch):
    packed = pack("a" * 30_000)
    assert len(packed) < 500
    monkeypatch.setattr("sudoku.reading.lzstring.MOST_UNPACKED_CHARACTERS", 20_000)
    with pytest.raises(ValueError, match="more than 20,000 characters"):
        unpack(packed)


def letters(number):
    """Return a letter so many times, packed, without the text: each code is an entry longer by one than the last."""
    bits, known = "00" + f"{ord('a'):08b}"[::-1], 4
    rest = number - 1
    while rest:
        length = min(known - 2, rest)
        bits += f"{length + 2:0{known.bit_length()}b}"[::-1]
        known, rest = known + 1, rest - length
    bits += f"{2:0{known.bit_length()}b}"[::-1]
    bits += "0" * (-len(bits) % 6)
    return "".join(ALPHABET[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))


def test_the_limit_of_a_link_at_its_own_value():
    assert [unpack(letters(n)) for n in (1, 2, 7)] == ["a", "aa", "aaaaaaa"]
    most = letters(4_000_000)
    assert len(most) < 6_000 and len(unpack(most)) == 4_000_000
    with pytest.raises(ValueError, match="more than 4,000,000 characters"):
        unpack(letters(4_000_001))
    with pytest.raises(ValueError, match="more than 4,000,000 characters"):
        read_link("https://www.f-puzzles.com/?load=" + letters(10_000_000))


# ---- links


@pytest.mark.parametrize(
    "source",
    [
        "https://www.f-puzzles.com/?load=" + SMALL,
        "http://f-puzzles.com/?load=" + quote(SMALL, safe=""),
        "https://sudokupad.app/fpuzzles" + SMALL,
        "https://beta.sudokupad.app/sudoku/fpuz" + quote(SMALL) + "?setting-nogrid=1",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles" + quote(SMALL, safe="") + "&x=1",
        "https://sudokupad.app/?puzzleid=fpuzzles" + SMALL,
        "fpuzzles" + SMALL,
        SMALL,
        unpack(SMALL),
        f"  {unpack(SMALL)}\n",
    ],
)
def test_the_forms_of_a_link(source, tmp_path):
    found = read_link(source)
    assert found.board == Board(
        2, 2, variants=[Diagonals(rising=False), Killer([(8, "r1c1 r1c2 r2c2"), (7, "r3c1 r4c1")])]
    )
    assert found.board.line(found.puzzle) == "1" + "." * 15
    assert (found.title, found.drawn) == ("Small", ())
    assert sudoku.solve("1" + "." * 15, board=found.board)[0] == "1"
    if source != SMALL:
        assert is_link(source)
        path = tmp_path / "link.txt"
        path.write_text(source)
        assert board_in(str(path)) == found.board
        assert board_in(str(path), Board(variants=["anti-king"])) == found.board.with_variants("anti-king")


@pytest.mark.parametrize("kept", [0, 1, 10, 40, 120, 180, len(SMALL) - 6])
def test_links_cut_short(kept):
    with pytest.raises(ValueError, match="cannot decode the link: the packed text is cut short"):
        read_link("https://www.f-puzzles.com/?load=" + SMALL[:kept])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("https://sudokupad.app/scfoooooooooooooo", "SudokuPad's form 'scf'; open the link, and copy the"),
        ("https://sudokupad.app/pzgh3qnbba", "on a server, and we fetch nothing; open https://sudokupad.app/api/"),
        ("https://sudokupad.app/sudoku/pzgh3qnbba?x=1", "open https://sudokupad.app/api/puzzle/pzgh3qnbba in"),
        ("https://sudokupad.app/?puzzleid=a/b-c", "open https://sudokupad.app/api/puzzle/a/b-c in a browser"),
        ("https://f-puzzles.com/?id=y2abcdef", "contains no puzzle"),
        ("https://f-puzzles.com/", "contains no puzzle"),
        ("fpuzzles" + pack("[1, 2]"), "the JSON has no 'grid'"),
        ("fpuzzles" + pack('["grid"]'), "the JSON has no 'grid'"),
        ('{"size": 9}', "the JSON has no 'grid'"),
        ("fpuzzles" + pack("hello"), "the link contains no JSON; it is truncated, or not from f-puzzles"),
        ("{", "the link contains no JSON"),
        ('{"grid":' * 20_000, "the link contains no JSON"),
    ],
)
def test_links_that_are_refused(source, message):
    with pytest.raises(ValueError, match=message):
        read_link(source)


# ---- rules


@pytest.mark.parametrize(
    ("rules", "variants"),
    [
        ({"diagonal+": True, "diagonal-": True}, [Diagonals()]),
        ({"antiknight": True, "antiking": True}, [AntiKnight(), AntiKing()]),
        ({"nonconsecutive": True, "disjointgroups": True}, [NonConsecutive(), DisjointGroups()]),
        ({"antiknight": False, "arrow": [], "ruleset": "Normal rules.", "solution": [1] * 81}, []),
        ({"killercage": [{"cells": ["R1C1", "R2C1"], "value": "5", "outlineC": "#fff"}, {"cells": []}]},
         [Killer([(5, "r1c1 r2c1")])]),
        ({"killercage": [{"cells": ["R1C1", "R9C9"]}, {"cells": ["R1C3"], "value": ""}]},
         [Killer([(None, "r1c1 r9c9"), (None, "r1c3")])]),
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": 3}, {"cells": ["R1C2", "R1C3"], "value": 15}]},
         [Killer([(3, "r1c1 r1c2"), (15, "r1c2 r1c3")])]),
        ({"extraregion": [{"cells": [f"R{k}C{k}" for k in range(1, 10)]}]},
         [ExtraRegions([[f"r{k}c{k}" for k in range(1, 10)]])]),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C1"]]}, {"lines": [["R5C5", "R6C6"]]}]},
         [Thermometers(["r1c1 r1c2", "r1c1 r2c1", "r5c5 r6c6"])]),
        ({"even": [{"cell": "R1C1"}, {"cell": "R2C1"}], "odd": [{"cell": "R5C5"}]}, [Even("r1c1 r2c1"), Odd("r5c5")]),
        ({"difference": [{"cells": ["R1C1", "R1C2"]}], "ratio": [{"cells": ["R2C1", "R1C1"], "value": "2"}]},
         [Kropki(["r1c1 r1c2"], ["r2c1 r1c1"])]),
        ({"negative": ["ratio"], "difference": [{"cells": ["R1C1", "R1C2"], "value": 1}]},
         [Kropki(["r1c1 r1c2"], all_black=True)]),
        ({"nonconsecutive": True, "difference": [{"cells": ["R1C1", "R1C2"]}]},
         [Kropki(["r1c1 r1c2"], all_white=True)]),
        ({"ratio": [{"cells": ["R1C1", "R1C2"], "value": "3"}, {"cells": ["R2C1", "R2C2"]}]},
         [Kropki(black=["r2c1 r2c2"]), v.Ratios([(3, "r1c1 r1c2")])]),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "X"}], "negative": ["xv"]}, [v.XV([(10, "r1c1 r1c2")], True)]),
        ({"arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R1C3", "R2C4"]]}]},
         [v.Arrows([("r1c1 r1c2", "r1c3 r2c4")])]),
        ({"littlekillersum": [{"cell": "R0C4", "direction": "DL", "value": "17"}]},
         [v.LittleKiller([(17, "r0c4 r1c3")])]),
        ({"littlekillersum": [{"cell": "R0C4", "direction": "DL", "value": ""}]}, [v.LittleKiller([])]),
        ({"whispers": [{"lines": [["R1C1", "R1C2"]]}, {"lines": [["R2C1", "R2C2"]], "value": "4"}]},
         [v.Whispers(["r1c1 r1c2"]), v.Whispers(["r2c1 r2c2"], 4)]),
        ({"sandwichsum": [{"cell": "R0C3", "value": "8"}, {"cell": "R0C4"}]}, [v.Sandwich([(8, "r0c3")])]),
        ({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [4, 3]}]},
         [v.Quadruples([((3, 4), "r1c1 r1c2 r2c1 r2c2")])]),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": ["R5C5"]}]}, [v.Clones([("r1c1", "r5c5")])]),
        ({"columnindexer": [{"cells": ["R1C1", "R2C1"]}, {"cells": ["R1C5"]}]}, [v.Indexing("r1c1 r2c1 r1c5")]),
    ],
)  # fmt: skip
def test_rules_that_are_taken_over(rules, variants):
    found = read_link(link(plain(**rules)))
    assert found.board == Board(variants=variants)
    assert found.puzzle == bytes(81)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"pill": [{"cells": ["R1C1"]}]}, "^unsupported rules: pill$"),
        ({"sum": [1], "numberedroom": [1], "antiknight": True}, "^unsupported rules: numberedroom, sum$"),
        ({"negative": ["renban"]}, "^unsupported rules: negative renban$"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1"]]}]}, "arrows: arrow 1: an arrow has a circle and cells"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R0C2"]]}]}, "arrow 1: r0c2 is not on a 9x9 board"),
        ({"littlekillersum": [{"cell": "R0C4", "direction": "X", "value": "9"}]}, "has no place or no direction"),
        ({"littlekillersum": [{"cell": "R0C4", "direction": "UR", "value": "9"}]}, "r0c4 r-1c5"),
        ({"littlekillersum": [{"cell": "R0C4", "direction": "DL", "value": "90"}]}, "no digits fit into r1c3"),
        ({"sandwichsum": [{"cell": "R0C0", "value": "9"}]}, "sandwich 1: r0c0 points to no cell"),
        ({"xv": [{"cells": ["R1C1", "R1C2"]}]}, "xv has no value"),
        ({"quadruple": [{"cells": ["R1C1", "R1C2"], "values": ["x"]}]}, "quadruple .* must be a pair of digits and"),
        ({"killercage": [{"cells": ["R1C1"], "value": "x"}]}, "killercage has the value 'x', which is not a number"),
        ({"killercage": [{"cells": ["R1C1"], "value": 999_999}]}, "the sum of r1c1 is 999999"),
        ({"killercage": [{"cells": ["R1C1"], "value": "1000000"}]}, "killercage has the value '1000000', which is no"),
        ({"killercage": [{"cells": ["R0C1"], "value": "5"}]}, "killer cages: r0c1 is not on a 9x9 board"),
        ({"killercage": 5}, "the JSON is not in the format of f-puzzles"),
        ({"thermometer": [{}]}, "the JSON is not in the format of f-puzzles: 'lines'"),
        ({"thermometer": [{"lines": [[f"R{r}C{c}" for r in (1, 2) for c in range(1, 10)]]}]}, "thermometer 1: 18"),
        ({"size": 8}, "the grid is not 8 rows of 8 cells"),
        ({"size": "9"}, "size '9': a board has 1 to 64 rows"),
        ({"grid": 5}, "the grid is not 9 rows of 9 cells"),
        ({"grid": [[5] * 9] * 9}, "the grid contains an entry that is not a cell"),
        ({"grid": [[{"value": 12, "given": True}] * 9] * 9}, "r1c1 holds 12: out of range for a 9x9 board"),
        ({"grid": [[{"value": "A", "given": True}] * 9] * 9}, "a cell has the value 'A', which is not a number"),
        ({"grid": [[{"region": 8}, *[{}] * 8]] + [[{}] * 9] * 8}, "region (8 has 10|0 has 8) cells"),
    ],
)
def test_rules_that_are_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        read_link(json.dumps({**plain(), **rules}))


def test_what_is_only_drawn_is_named():
    found = read_link(json.dumps(plain(6, line=[{"lines": [["R1C1"]]}], text=[{"cells": ["R1C1"], "value": "?"}])))
    assert found.board == Board(2, 3)
    assert found.drawn == ("line", "text")


def test_regions_givens_and_candidates():
    puzzle = plain()
    for r, row in enumerate(puzzle["grid"]):
        for c, cell in enumerate(row):
            cell["region"] = int(JIGSAW[r][c]) - 1
    puzzle["grid"][0][0] |= {"value": 5, "given": True}
    puzzle["grid"][0][1] |= {"value": 6}
    puzzle["grid"][8][8] |= {"givenPencilMarks": [1, 2], "centerPencilMarks": [4]}
    found = read_link(link(puzzle))
    assert found.board.base == Board(regions="".join(JIGSAW))
    assert found.board.rules.banned == {80 * 9 + k for k in range(2, 9)}
    assert found.board.line(found.puzzle) == "5" + "." * 80
    for row in puzzle["grid"]:
        for cell in row:
            cell["region"] = None
    assert read_link(link(puzzle)).board.base == Board(1, 9)
    puzzle["grid"][0][0]["region"] = puzzle["grid"][5][5]["region"] = 1
    found = read_link(link(puzzle)).board
    assert len(found.houses) == 18
    assert [cells for name, cells in found.house_parts] == [(0, 50)]
    assert read_link(write_link("." * 81, found)).board == found
    boxes = plain()
    for k in range(81):
        boxes["grid"][k // 9][k % 9]["region"] = Board().box_of(k)
    assert read_link(link(boxes)).board == Board()


PARTS = ["cells", "cell", "lines", "value", "values", "cloneCells", "direction"]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 20) | st.sampled_from(["R1C1", "R1C2", "R9C9", "x", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(PARTS), inner),
    max_leaves=8,
)
KEYS = fpuzzles_rules.RULE_KEYS


@given(st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=3), JUNK, st.integers(0, 2))
def test_any_json_is_imported_or_refused(rules, cell, put):
    puzzle = {**plain(4), **rules}
    if put == 0:
        puzzle["grid"][1][1] = cell
    try:
        found = read_link(json.dumps(puzzle))
    except ValueError as error:
        assert len(str(error)) < 300
    else:
        assert found.board.cells == 16


# ---- export


def test_each_rule_goes_out_and_comes_back():
    """Each rule that f-puzzles has comes back as it was; each other one is refused by its name."""
    generator, refused = random.Random(7), set()
    for _ in range(6):
        for name, make in RULES.items():
            variant, _ = make(generator, 4)
            try:
                board = Board(2, 2, variants=[variant])
                found = read_link(write_link("1" + "." * 15, board, title="é"))
            except ValueError as error:
                if "f-puzzles" in str(error):
                    refused.add(name)
                continue
            assert found.title == "é"
            assert found.puzzle == bytes([1]) + bytes(15)
            if isinstance(variant, v.Arrows):  # the cells of a pill, in any order
                assert sudoku.count("." * 16, board=found.board) == sudoku.count("." * 16, board=board)
            else:
                assert found.board == board
    assert refused == {
        "sum", "numbered room", "full rank", "circles", "regex", "function", "modular 2", "difference", "ratio",
        "look and say", "lunchbox", "rellik", "equality", "sum line", "entropy", "global modular",
    }  # fmt: skip


@pytest.mark.parametrize(
    "board",
    [
        Board(2, 3, variants=[Diagonals(falling=False), AntiKing(), ExtraRegions(["r1c1 r2c2"]), Even("r1c2")]),
        Board(variants=[Killer([(5, "r1c1 r1c2"), (None, "r2c1 r2c2")]), Thermometers(["r3c3 r3c4"]), Odd("r5c5")]),
        Board(variants=[AntiKnight(), NonConsecutive(), DisjointGroups()]),
        Board(variants=[Kropki(["r1c1 r1c2"], ["r2c1 r2c2"], True, True)]),
        Board(regions="".join(JIGSAW)),
        Board(1, 5),
        Board.read("12.. .2.4 " + "1234 " * 14)[0],
    ],
)
def test_boards_go_out_and_come_back(board):
    assert read_link(write_link("." * board.cells, board)).board == board


def test_each_class_with_a_key_is_in_the_table():
    classes = [getattr(v, name) for name in v.__all__]
    keyed = {rule for rule in classes if isinstance(rule, type) and getattr(rule, "key", "")}
    assert keyed <= fpuzzles_rules.ROW_OF.keys()
    assert all(rule.key in fpuzzles_rules.ROW_OF[rule].keys for rule in keyed)


def test_what_f_puzzles_does_not_have():
    with pytest.raises(ValueError, match="f-puzzles has no board of 5 9x9 grids"):
        write_link("." * 369, Board.samurai())
    with pytest.raises(ValueError, match="f-puzzles has no rule for windows"):
        write_link("." * 81, Board(variants=["windoku"]))
    with pytest.raises(ValueError, match="little killer 9 is given by its cells"):
        write_link("." * 81, Board(variants=[v.LittleKiller([(9, "r1c1 r2c2")])]))
    for make, place in ((v.Sandwich, "r0c3 r1c4"), (v.XSums, "r0c0 r1c1"), (v.Skyscrapers, "r0c5 r1c6")):
        with pytest.raises(ValueError, match="f-puzzles has it along rows and columns, and not along diagonals"):
            write_link("." * 81, Board(variants=[make([(3, place)])]))
        straight = Board(variants=[make([(3, "r0c3 r1c3")])])
        assert read_link(write_link("." * 81, straight)).board == Board(variants=[make([(3, "r0c3")])])


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (Board.samurai(), "has no board of 5 9x9 grids"),
        (Board(variants=["windoku"]), "has no rule for windows"),
        (Board(variants=[v.Regex([("1.", "r1c1 r1c2")])]), "has no rule for regular expressions"),
        (Board(variants=[v.Modular(["r1c1 r1c2 r1c3 r1c4"], 4)]), "has no modular lines of this kind"),
        (Board(variants=[v.Differences([(2, "r1c1 r1c2")], complete=True)]), "cannot say that all difference dots"),
        (Board(variants=[v.LittleKiller([(9, "r1c1 r2c2")])]), "needs a place outside the board"),
        (Board(variants=[v.LittleKiller([(45, "r0c1 r1c1")])]), "needs a diagonal for a little killer"),
        (Board(variants=[v.Sandwich([(3, "r0c3 r1c4")])]), "has it along rows and columns, and not along diagonals"),
        (Board(2, 2, variants=["chaos-construction"]), "has chaos construction only on a board without boxes"),
    ],
)
def test_a_refusal_names_the_program_that_was_chosen(board, words):
    for write, target in ((fpuzzles_link, "f-puzzles"), (sudokupad_link, "a link to SudokuPad")):
        with pytest.raises(ValueError, match=f"^{target} {words}\\b") as refusal:
            write(board, bytes(board.cells))
        assert ("f-puzzles" in str(refusal.value)) is (target == "f-puzzles")


def test_elements_without_a_rule_are_noted(tmp_path, capsys):
    """A line of the picture may be a rule in words, which no program reads: its puzzle is not the classic one."""
    fields = {"size": 4, "grid": [[{}] * 4] * 4, "line": [{"lines": [["R1C1", "R1C2"]]}], "fogofwar": ["R1C1"]}
    words = "Cells on the purple line\n differ by a secret number."
    noted = f"only drawn, without a rule: lines, fog; the words of the puzzle: {' '.join(words.split())}"
    found = read_link(json.dumps({**fields, "ruleset": words}))
    assert found.note == noted and found.ruleset == words == found.as_json()["ruleset"]
    assert read_link(json.dumps(fields)).note == "only drawn, without a rule: lines, fog"
    assert read_link(json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "ruleset": words})).note == ""
    long = read_link(json.dumps({**fields, "ruleset": "word " * 1000})).note
    assert long.endswith(" word  ...") and len(long) < 700
    file = tmp_path / "links.txt"
    file.write_text(json.dumps({**fields, "ruleset": words}) + "\n" + write_link("." * 16, Board(2, 2)) + "\n")
    for source, place in ((str(file), f"{file}:1: "), (json.dumps({**fields, "ruleset": words}), "")):
        for command in ("solve", "check", "candidates"):
            main([command, source])
            assert capsys.readouterr().err.count(f"sudoku: {place}{noted}") == 1
    [first, second] = sudoku.read_file(str(file))
    assert (first.note, second.note) == (found.note, "") and first.as_json()["note"] == found.note


@pytest.mark.parametrize("link", [None, 5, b"https://www.f-puzzles.com/?load=N4"])
def test_a_link_is_a_text(link):
    with pytest.raises(TypeError, match=r"^a link must be a str, not "):
        read_link(link)
