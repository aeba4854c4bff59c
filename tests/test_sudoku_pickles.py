"""Pickles of public classes name public paths, so that they outlive a move of files."""

import pickle
import random
import re
from dataclasses import is_dataclass
from importlib import import_module

import pytest

import sudoku
import sudoku.logic
import sudoku.rules
import sudoku.variants
from sudoku import Board

from .rule_definitions import RULES

PUZZLE = "12.. 3... ..4. ...1"
DIAGNOSES = [sudoku.diagnose(puzzle) for puzzle in (PUZZLE, "12.. 3... ..4. ....", "12.. ..3. ..4. ...1")]
VARIANTS = (
    sudoku.variants.Diagonals(),
    sudoku.variants.AntiKnight(),
    sudoku.variants.AntiKing(),
    sudoku.variants.NonConsecutive(),
    sudoku.variants.DisjointGroups(),
    sudoku.variants.Windoku(),
    sudoku.variants.ExtraRegions(["r1c1 r2c2"]),
    sudoku.variants.Killer([(3, "r1c1 r1c2")]),
    sudoku.variants.Kropki(white=["r1c1 r1c2"]),
    sudoku.variants.Even("r1c1"),
    sudoku.variants.Odd("r1c1"),
    sudoku.variants.Pencilmarks("1234" * 16),
    sudoku.variants.Thermometers(["r1c1 r1c2"]),
    *(make(random.Random(1), 4)[0] for name, make in RULES.items() if name != "function"),
)
MADE = sudoku.generate(1, board=Board(2, 2))
RESULTS = {
    "sudoku": (
        *(Board(2, 2), Board(2, 2, variants=["x"]), Board(regions="1122112233443344"), Board.samurai(2, 2)),
        *(sudoku.solve_batch([PUZZLE]), *DIAGNOSES, DIAGNOSES[1].repair, DIAGNOSES[2].conflict),
        *(hardness := sudoku.hardness(PUZZLE, n=2), hardness.steps["dlx"], MADE, MADE.status),
        sudoku.Requirements.of(None, 20, "rotate180", None, "easy", None, False),
        sudoku.Pattern(((1, 2),), (3,)),
        sudoku.Highlight(cells={0: "note"}),
        sudoku.Imported(Board(2, 2), bytes(16), *[None] * (len(sudoku.Imported._fields) - 2)),
        sudoku.Record("", 1, PUZZLE, Board(2, 2), bytes(16), None),
        sudoku.SourceError("no file"),
    ),
    "sudoku.variants": VARIANTS,
    "sudoku.logic": (sudoku.logic.LogicStatus.SOLVED, sudoku.rate(PUZZLE)),
    "sudoku.rules": (sudoku.rules.Rulebook(Board(2, 2), (), (), frozenset(), ()),),
}


@pytest.mark.parametrize(("path", "value"), [(path, value) for path, values in RESULTS.items() for value in values])
def test_a_pickle_names_no_room(path, value):
    assert type(value).__module__ == path
    data = pickle.dumps(value)
    ours = {name.decode() for name in re.findall(rb"sudoku[\w.]*", data)}
    assert path in ours <= {"sudoku", "sudoku.variants", "sudoku.logic", "sudoku.rules"}
    again = pickle.loads(data)
    assert type(again) is type(value)
    if is_dataclass(value) and type(value).__eq__ is not object.__eq__:
        assert again == value


@pytest.mark.parametrize("path", ["sudoku", "sudoku.variants", "sudoku.logic", "sudoku.rules"])
def test_a_public_class_is_where_it_says(path):
    module = import_module(path)
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, type):
            assert getattr(import_module(value.__module__), name) is value
            assert value.__module__ in RESULTS
