# SPDX-License-Identifier: MIT
"""The page's answers are those of the library, on random boards with rules."""

import random

import pytest

pytest.importorskip("flask", reason="the page is an extra: pip install 'dlx-engine[web]'")

import sudoku
from sudoku import Board
from sudoku import variants as v
from sudoku.board.clashes import clash
from sudoku.reading.rules_out import rules_of
from sudoku.reading.rulesfile import board_of_rules
from sudoku.web import app
from tests.rule_definitions import RULES

FLAGS = v.Diagonals, v.AntiKnight, v.AntiKing, v.NonConsecutive
STATUSES = "none", "unique", "several"  # by the number of solutions, up to two


def random_board(rng, side):
    """Return a board with up to four random rules, and its rules for the page."""
    while True:
        rules = [RULES[rng.choice([*RULES])](rng, side)[0] for _ in range(rng.randint(1, 3))]
        rules += [rng.choice(FLAGS)()] * (rng.random() < 0.3)
        try:
            board = Board.of_side(side).with_variants(*rules)
            return board, rules_of(board)
        except ValueError:  # a function, or rules that no board has
            continue


def random_digits(rng, board):
    """Return a few clues, or none, that are not twice in a house."""
    puzzle = bytearray(board.cells)
    for cell in rng.sample(range(board.cells), rng.choice([0, 0, 2, 6])):
        puzzle[cell] = rng.randint(1, board.side)
        if clash(board, bytes(puzzle)):
            puzzle[cell] = 0
    return board.line(bytes(puzzle))


@pytest.fixture(scope="module")
def client():
    return app.create_app().test_client()


def asked(side, cases):
    """Yield random puzzles: the request of the page, the board, the clues, and the status by the library."""
    rng, statuses = random.Random(side), set()
    for _ in range(cases):
        board, rules = random_board(rng, side)
        puzzle = random_digits(rng, board)
        status = STATUSES[sudoku.count(puzzle, 2, board=board)]
        statuses.add(status)
        yield (
            {"board": f"{board.box_height}x{board.box_width}", "rules": rules, "puzzle": puzzle},
            board,
            puzzle,
            status,
        )
    assert statuses >= {"none", "several"}


@pytest.mark.parametrize(("side", "cases"), [(4, 60), (6, 40), (9, 30)])
def test_the_page_solves_as_the_library(client, side, cases):
    for body, _, _, status in asked(side, cases):
        assert client.post("/api/solve", json=body).json["status"] == status, body


@pytest.mark.parametrize("side", [4, 6])
def test_the_page_has_the_findings_and_candidates_of_the_library(client, side):
    for body, board, puzzle, status in asked(side, 40):
        assert client.post("/api/check", json=body).json["status"] == status
        known = client.post("/api/candidates", json=body | {"kind": "true"}).json
        masks = [sum(1 << digit - 1 for digit in digits) for digits in sudoku.candidates(puzzle, board=board)]
        assert known["status"] == ("none" if status == "none" else "done")
        assert known["candidates"] == [0 if cell != "." else mask for cell, mask in zip(puzzle, masks, strict=True)]


def test_candidates_of_an_impossible_board_take_one_proof():
    """A proof for each digit took minutes."""
    rules = {
        "variants": ["anti-knight", "x"],
        "ratios": [[3, "r3c4 r3c5"]],
        "all dots": ["ratios"],
        "maxima": "r3c4 r7c4",
    }
    board = board_of_rules(rules, Board(3, 3))
    assert not any(sudoku.candidates("." * 81, board=board, time_limit=60))
