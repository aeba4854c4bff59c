# SPDX-License-Identifier: MIT
"""A rule in one file: a copy of the package with a further file of rules has the rule in every room."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import dlx
import sudoku

PARITY = '''
"""Lines on which even and odd digits take turns."""

from dlx.system.public import public

from .bases import Lines, Pen


@public("sudoku.variants")
class ParityLines(Lines):
    """Lines on which even and odd digits take turns."""

    noun, pen = "parity line", Pen("#a7f3d0", "pale green", 0.2)
    words = "Even and odd digits take turns along the line."

    def line(self, rules, cells):
        rules.chain(cells, lambda d, e: (d + e) % 2 == 1)
'''

PROBES = """
import json
import sudoku
from sudoku.board.board import Board
from sudoku.drawing.legend import legend
from sudoku.reading.rules_out import rules_of
from sudoku.reading.rulesfile import board_of_rules
from sudoku.variants import ParityLines, Renban
from sudoku.web.alone import answer
from sudoku.web.app import create_app
from sudoku.web.kinds import KINDS

LINE = "r1c1 r1c2 r1c3"
EMPTY = "." * 81
rules = {"parity lines": [LINE]}
board = board_of_rules(rules)
found = {"same": board == Board(variants=[ParityLines([LINE])]), "json": rules_of(board)}
found["kind"] = next((kind.form, kind.words, kind.heading) for kind in KINDS if kind.key == "parity lines")
page = create_app().test_client()
found["page"] = "Even and odd digits take turns along the line." in page.get("/").text
fields = {"board": "3x3", "rules": rules, "puzzle": "2" + "." * 80, "values": "2" + "." * 80}
found["drawing"] = json.loads(answer("picture", json.dumps(fields))[1])["under"].count("#a7f3d0")
found["legend"] = legend(Board(variants=[ParityLines([LINE]), Renban(["r5c5 r5c6"])]))
found["hint"] = page.post("/api/hint", json=fields).json
try:
    found["link"] = sudoku.write_link(EMPTY, board)
except ValueError as error:
    found["link"] = str(error)
found["link of the page"] = page.post("/api/link", json={**fields, "to": "f-puzzles"}).json
print(json.dumps(found))
"""
KEYED = """
import json
import sudoku
from sudoku import Board, read_link, write_link
from sudoku.variants import ParityLines

board = Board(variants=[ParityLines(["r1c1 r1c2 r1c3"])])
link = write_link("." * 81, board)
print(json.dumps(read_link(link).board == board))
"""


def run(folder, rule, code):
    """Run code with a copy of the package that has a rule in one more file."""
    package = Path(sudoku.__file__).parent
    copytree(package, folder / "sudoku", ignore=ignore_patterns("*.c", "*.pyx", "*.h", "__pycache__"))
    (folder / "sudoku" / "board" / "variants" / "parity.py").write_text(rule, encoding="utf-8")
    (folder / "code.txt").write_text(code, encoding="utf-8")
    path = os.pathsep.join(map(str, (folder, Path(dlx.__file__).parents[1])))
    start = f"import sys; sys.path[:0] = {path.split(os.pathsep)!r}; exec(open({str(folder / 'code.txt')!r}).read())"
    return subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=False, cwd=folder)


def test_parity_lines_in_one_file(tmp_path):
    pytest.importorskip("flask")
    done = run(tmp_path, PARITY, PROBES)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["same"] and found["json"] == {"parity lines": ["r1c1 r1c2 r1c3"]}
    assert found["kind"] == ["line", "Even and odd digits take turns along the line.", "Lines"]
    assert found["page"] and found["drawing"] > 0
    assert found["legend"] == ["parity lines (pale green)", "renban lines (pink)"]
    assert found["hint"]["status"] == "step" and "parity line" in json.dumps(found["hint"])
    assert found["link"] == "f-puzzles has no rule for parity lines"
    assert found["link of the page"] == {
        "error": "f-puzzles has no rule for parity lines; a link for this page has all rules"
    }


def test_a_key_of_f_puzzles_makes_the_rule_a_link(tmp_path):
    keyed = PARITY.replace('noun, pen = "parity line",', 'key, noun, pen = "parityline", "parity line",')
    done = run(tmp_path, keyed, KEYED)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) is True


GROUPS = """
from dataclasses import dataclass

from dlx.system.public import public

from .bases import Clues


@public("sudoku.variants")
class ParityCages(Clues):
    noun, words, key, parts = "parity cage", "So many digits are even.", "paritycage", ("value", "cells")

    def clue(self, rules, value, cells):
        rules.count(cells, [digit for digit in rules.board.digits if digit % 2 == 0], [value])
"""
GROUPS_KEYED = """
from sudoku import Board, read_link, write_link
from sudoku.variants import ParityCages

board = Board(variants=[ParityCages([(1, "r1c1 r1c2")])])
assert read_link(write_link("." * 81, board)).board == board
"""


def test_parts_of_an_entry_of_f_puzzles_make_the_rule_a_link(tmp_path):
    done = run(tmp_path / "with", GROUPS, GROUPS_KEYED)
    assert done.returncode == 0, done.stderr
    done = run(tmp_path / "without", GROUPS.replace(', ("value", "cells")', ", ()"), GROUPS_KEYED)
    words = "ParityCages has the `key` 'paritycage', but no form in f-puzzles; "
    assert done.stderr.strip().endswith(f"TypeError: {words}give the `parts` of an entry, or leave `key` empty")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    words = ", "    other = ", "ParityLines has no `words`, its sentence on the page; give it in the class"),
        ("noun, pen", "none, pen", "ParityLines has no `noun`, the name of one of its parts; give it in the class"),
    ],
)
def test_a_missing_part_names_class_and_attribute(tmp_path, old, new, message):
    done = run(tmp_path, PARITY.replace(old, new), "import sudoku.web.kinds")
    assert done.returncode == 1 and done.stderr.strip().endswith(f"TypeError: {message}")
