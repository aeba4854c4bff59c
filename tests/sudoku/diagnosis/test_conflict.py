# SPDX-License-Identifier: MIT
"""Smallest conflicts of clues and rules against brute force over all grids, and their words on each surface."""

import json
import random
from functools import reduce
from itertools import combinations

import pytest

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.board.variants.parts import elements_of
from sudoku.diagnosis.conflict import conflict_of
from sudoku.reading.rulesfile import board_of_rules
from sudoku.terminal.cli import main
from sudoku.web import app
from tests.rule_definitions import RULES

SMALL = Board(2, 2)
GRIDS = [SMALL.parse(line) for line in sudoku.solutions("." * 16)]
NUMBERS = {grid: number for number, grid in enumerate(GRIDS)}
FLAGS = v.Diagonals, v.AntiKnight, v.AntiKing, v.NonConsecutive
UNSOLVABLE = "12345678." + "........9" + "." * 63  # no two digits clash
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
        parts = [part for number, rule in enumerate(board.variants) for part in elements_of(number, rule)]
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
        chosen = [*(allowed[part] for part in late.parts), *(fitting[cell] for cell in late.cells)]
        assert not reduce(int.__and__, chosen, (1 << len(GRIDS)) - 1) and late.kind == "found"
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
        (Board(), "5.5", "row 1 has digit 5 twice, at r1c1 and r1c3"),
    ],
)
def test_words_of_a_conflict(board, clues, words):
    found = sudoku.diagnose(clues.ljust(81, "."), board=board)
    assert str(found).splitlines()[1] == words
    assert found.as_json()["conflict"]["kind"] == "smallest"


def clashing(seed: int) -> str:
    """Return a puzzle of 51 clues, 12 of which are changed."""
    rng, grid = random.Random(seed), sudoku.solve("." * 81)
    cells = rng.sample(range(81), 51)
    puzzle = [grid[cell] if cell in cells else "." for cell in range(81)]
    for cell in cells[:12]:
        puzzle[cell] = rng.choice("123456789".replace(puzzle[cell], ""))
    return "".join(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "rules"),
    [
        ("." * 81, {"sandwich": [[10, "r4c0"], [11, "r4c10"]]}),
        *((clashing(seed), {}) for seed in range(3)),
        ("5" + "." * 79 + "5", {"variants": ["x"]}),  # a house of a rule
        ("7" + "." * 29 + "7" + "." * 32 + "3...3" + "." * 13, {"variants": ["x"]}),  # also a row, further down
        (UNSOLVABLE, {}),
        ("." * 81, {"killer": [[23, "r1c1 r1c2 r1c3"], [22, "r2c1 r2c2 r2c3"]], "even": "r5c5"}),
    ],
)
def test_four_surfaces_say_the_same(puzzle, rules, tmp_path, capsys):
    client, file = app.create_app().test_client(), tmp_path / "rules.json"
    file.write_text(json.dumps(rules))
    words = str(sudoku.diagnose(puzzle, board_of_rules(rules))).splitlines()[1]
    asked = {"board": "3x3", "rules": rules, "puzzle": puzzle}
    assert client.post("/api/feedback", json=asked).json["words"] == f"No solution: {words}."
    assert client.post("/api/check", json=asked).json["words"][1] == f"{words[0].upper()}{words[1:]}."
    assert main(["check", puzzle, "--rules", str(file)]) == 1
    assert capsys.readouterr().err.splitlines()[0] == f"sudoku: no solution: {words}"


def test_a_file_names_the_conflict_of_each_puzzle(tmp_path, capsys):
    file, lines = tmp_path / "puzzles.txt", [clashing(4), UNSOLVABLE, "." * 81]
    file.write_text("\n".join(lines))
    assert main(["check", str(file)]) == 1
    words = [str(sudoku.diagnose(line)).splitlines()[1] for line in lines[:2]]
    expected = [f"sudoku: {file}:{k}: no solution: {words[k - 1]}" for k in (1, 2)]
    assert capsys.readouterr().err.splitlines()[:2] == expected
    assert main(["check", "-q", str(file)]) == 1
    assert capsys.readouterr().err.splitlines() == expected[:1]  # quiet: only what is known without a search


def test_superfluous_rules_by_counts():
    rng, cases, seen = random.Random(9), 0, set()
    while cases < 40:
        board, full = random_board(rng), rng.choice(GRIDS)
        puzzle = bytes(digit if rng.random() < 0.3 else 0 for digit in full)
        if sudoku.count([*puzzle], 2, board=board) != 1:
            continue
        cases += 1
        parts = [part for number, rule in enumerate(board.variants) for part in elements_of(number, rule)]
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
