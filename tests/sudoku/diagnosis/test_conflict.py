# SPDX-License-Identifier: MIT
"""Smallest conflicts of clues and rules against brute force over all grids, and their words on each surface."""

import random
from functools import reduce
from itertools import combinations

import pytest

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.board.variants.parts import parts_of
from sudoku.diagnosis.conflict import conflict_of
from sudoku.web import app
from tests.rule_definitions import RULES

SMALL = Board(2, 2)
GRIDS = [SMALL.parse(line) for line in sudoku.solutions("." * 16)]
NUMBERS = {grid: number for number, grid in enumerate(GRIDS)}
FLAGS = v.Diagonals, v.AntiKnight, v.AntiKing, v.NonConsecutive
CROSSING = Board(variants=[v.Sandwich([(10, "r4c0"), (11, "r4c10")])])


def random_board(rng: random.Random) -> Board:
    while True:
        rules = [RULES[rng.choice([*RULES])](rng, 4)[0] for _ in range(rng.randint(1, 5))]
        rules += [
            make() for make in rng.sample([v.Diagonals, v.AntiKnight, v.AntiKing, v.NonConsecutive], rng.randint(0, 1))
        ]
        try:
            return Board(2, 2, variants=rules)
        except ValueError:  # two rules that no board has
            continue


def grids_of(board: Board, part: object) -> int:
    """Return the grids that a part of the rules allows, as a set of bits."""
    lines = sudoku.solutions("." * 16, board=SMALL.with_variants(part))
    return sum(1 << NUMBERS[SMALL.parse(line)] for line in lines)


def smallest(sets: list[int]) -> int:
    """Return the size of a smallest selection of these sets of grids that no grid is in."""
    for size in range(len(sets) + 1):
        for selection in combinations(sets, size):
            if not reduce(int.__and__, selection, (1 << len(GRIDS)) - 1):
                return size
    raise AssertionError("some grid is in all sets")


def test_conflicts_by_all_grids():
    rng, cases, kinds = random.Random(4), 0, set()
    while cases < 200:
        board, full = random_board(rng), rng.choice(GRIDS)
        puzzle = bytes(digit if rng.random() < 0.4 else 0 for digit in full)
        if sudoku.count([*puzzle], 1, board=board):
            continue
        cases += 1
        parts = [part for number, rule in enumerate(board.variants) for part in parts_of(number, rule)]
        allowed = {part: grids_of(board, part.variant) for part in parts}
        fitting = {
            cell: sum(1 << k for k, grid in enumerate(GRIDS) if grid[cell] == puzzle[cell])
            for cell in range(16)
            if puzzle[cell]
        }
        found = conflict_of(board, puzzle, 60)
        chosen = [*(allowed[part] for part in found.parts), *(fitting[cell] for cell in found.cells)]
        assert not reduce(int.__and__, chosen, (1 << len(GRIDS)) - 1)
        assert (found.kind, len(chosen)) == ("smallest", smallest([*allowed.values(), *fitting.values()]))
        kinds.add((bool(found.parts), bool(found.cells)))
        late = conflict_of(board, puzzle, 0)
        assert len(late.parts) + len(late.cells) == len(parts) + len(fitting) and late.kind == "found"
    assert kinds == {(True, True), (True, False)}


@pytest.mark.parametrize(
    ("board", "clues", "words"),
    [
        (CROSSING, "", "sandwich 10 at row 4 and sandwich 11 at row 4 contradict each other"),
        (Board(variants=[v.Killer([(3, "r1c1 r1c2")])]), "53", "cage 3 at r1c1 r1c2 and r1c2=3 contradict each other"),
        (
            Board(variants=[v.Minima("r4c1"), v.Maxima("r4c1")]),
            "",
            "minimum at r4c1 and maximum at r4c1 contradict each other",
        ),
        (Board(), "5.5", "2 clues contradict each other: r1c1=5, r1c3=5"),
    ],
)
def test_words_of_a_conflict(board, clues, words):
    found = sudoku.diagnose(clues.ljust(81, "."), board=board)
    assert str(found).splitlines()[1] == words
    assert found.as_json()["conflict"]["kind"] == "smallest"


def test_the_page_and_python_say_the_same():
    client, rules = app.create_app().test_client(), {"sandwich": [[10, "r4c0"], [11, "r4c10"]]}
    asked = {"board": "3x3", "rules": rules, "puzzle": "." * 81}
    words = sudoku.diagnose("." * 81, board=CROSSING).conflict.words(CROSSING, bytes(81))
    assert client.post("/api/feedback", json=asked).json["words"] == f"No solution: {words}."
    assert client.post("/api/check", json=asked).json["words"] == ["No solution.", f"{words.capitalize()}."]


def test_superfluous_rules_by_counts():
    rng, cases, seen = random.Random(9), 0, set()
    while cases < 40:
        board, full = random_board(rng), rng.choice(GRIDS)
        puzzle = bytes(digit if rng.random() < 0.3 else 0 for digit in full)
        if sudoku.count([*puzzle], 2, board=board) != 1:
            continue
        cases += 1
        parts = [part for number, rule in enumerate(board.variants) for part in parts_of(number, rule)]
        expected = []
        for part in parts:
            without = SMALL.with_variants(*(other.variant for other in parts if other is not part))
            expected += [part] * (sudoku.count([*puzzle], 2, board=without) == 1)
        found = sudoku.diagnose([*puzzle], board=board)
        assert found.superfluous == tuple(expected)
        assert (" superfluous" in str(found).replace("no rule is superfluous", "")) is bool(expected)
        assert len(found.as_json()["superfluous"]) == len(expected)
        seen.add(bool(expected))
    assert seen == {True, False}
    assert sudoku.diagnose("." * 16).superfluous is None
