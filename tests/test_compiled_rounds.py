# SPDX-License-Identifier: MIT
"""The compiled techniques against the Python ones: the same effect on a grid, the same rounds, ratings and hints."""

import random

import pytest

import sudoku
from sudoku import Board
from sudoku.logic import Grid, rate, solver
from sudoku.logic.compiled.rounds import NAMES, CompiledTables, Rounds
from sudoku.logic.solver import LogicStatus, LogicTask
from sudoku.logic.tables import bits, tables
from sudoku.logic.techniques import BY_NAME, TECHNIQUES
from sudoku.variants import Killer

from .test_sudoku_logic import FATA_MORGANA, GOLDEN_NUGGET, INKALA, LADDER, SIDE_BY_SIDE, rectangle_of

NINE = Board()
SINGLES = 3  # the first compiled techniques
FIND = [BY_NAME[name] for name in NAMES]
BOARDS = [Board(2, 2), Board(2, 3), Board(variants=["x"]), Board(variants=["windoku"])]


def in_python(puzzle, board=None):
    task = LogicTask(puzzle, board, None, None)
    task.compiled = None
    return task


def effect(grid, technique):
    """Return what all steps of a Python technique leave open, and the length of the first; None without steps."""
    after = Grid(grid.tables.board, bytes(grid.tables.cells))
    after.alive, after.placed = grid.alive, grid.placed
    grid.idle.clear()
    steps = list(technique.find(grid))
    for step in steps:
        after.apply(step)
    return (after.open, steps[0].length) if steps else None


def compiled_effect(grid, number):
    rounds = Rounds(CompiledTables(grid.tables))
    rounds.set(grid.alive, grid.placed, grid.clues, grid.unique)
    if rounds.easiest(number) != number:
        return None
    length = rounds.length
    rounds.apply()
    return rounds.open, length


def test_the_compiled_techniques_are_in_order():
    assert [technique.name for technique in TECHNIQUES if technique.name in NAMES] == [*NAMES]


@pytest.mark.parametrize("name", ["hidden pair", "BUG+n", "ALS chain"])
def test_each_technique_has_the_effect_of_the_python_one(name):
    task = in_python(LADDER[name])
    grid = task.grid
    for turn, _ in enumerate(task.rounds(True, single=True)):
        easy = turn % 3 or any(effect(grid, technique) for technique in FIND[:SINGLES])  # the others are not needed
        for number, technique in enumerate(FIND[:SINGLES] if easy else FIND):
            assert compiled_effect(grid, number) == effect(grid, technique), (name, technique.name)


@pytest.mark.parametrize("puzzle", [FATA_MORGANA, GOLDEN_NUGGET, INKALA])
def test_the_hardest_grids(puzzle):
    grid = LogicTask(puzzle, None, None, None).grid
    while steps := [step for technique in FIND[:SINGLES] for step in technique.find(grid)]:
        for step in steps:
            grid.apply(step)
    for number, technique in enumerate(FIND):
        assert compiled_effect(grid, number) == effect(grid, technique), technique.name


def both_rounds(puzzle, board=None):
    return list(LogicTask(puzzle, board, None, None).difficulties()), list(in_python(puzzle, board).difficulties())


@pytest.mark.parametrize("name", LADDER)
def test_a_path_has_the_rounds_of_the_python_techniques(name):
    compiled, python = both_rounds(LADDER[name])
    assert compiled == python
    assert name in {technique for _, technique in compiled}


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_other_boards(board):
    for made in sudoku.generate_batch(2, seed=11, board=board, minimal=True):
        assert LogicTask(made.puzzle, board, None, None).compiled
        compiled, python = both_rounds(made.puzzle, board)
        assert compiled == python


CAGE = Board(variants=[Killer([(3, "r1c1 r1c2")])])


@pytest.mark.parametrize("board", [Board(4, 4), Board(variants=["anti-knight"]), CAGE], ids=["large", "knight", "cage"])
def test_a_board_that_the_compiled_techniques_do_not_know(board):
    with pytest.raises(ValueError, match="no compiled techniques for a "):
        CompiledTables(tables(board))
    assert not LogicTask("." * board.cells, board, None, None).compiled


@pytest.mark.parametrize("name", ["hidden pair", "AIC", "guess"])
def test_techniques_that_are_not_compiled(name, monkeypatch):
    rounds = both_rounds(LADDER[name])[1]
    monkeypatch.setattr(
        solver, "UNCOMPILED", (TECHNIQUES.index(BY_NAME["pointing"]), TECHNIQUES.index(BY_NAME["XY-Wing"]))
    )
    monkeypatch.setattr(solver, "EASY", NAMES.index("pointing"))
    assert list(LogicTask(LADDER[name], None, None, None).difficulties()) == rounds
    hints = LogicTask(LADDER[name], None, None, None).rounds(False, single=True)
    assert list(hints) == list(in_python(LADDER[name]).rounds(False, single=True))


def test_rounds_below_a_technique():
    """They are applied together; those of that technique and of harder ones are left."""
    task = in_python(LADDER["AIC"])
    grid, below = task.grid, NAMES.index("pointing")
    rounds = Rounds(CompiledTables(grid.tables))
    rounds.set(grid.alive, grid.placed, grid.clues, grid.unique)
    before = [difficulty for difficulty, _ in task.difficulties()]
    numbers = rounds.apply_below(below)
    assert [FIND[number].difficulty for number in numbers] == before[: len(numbers)] != before
    assert before[len(numbers)] >= BY_NAME["pointing"].difficulty
    assert rounds.apply_below(below) == b""
    assert rounds.easiest() >= below


def test_a_puzzle_with_several_solutions_has_none():
    task = LogicTask("." * 81, None, None, None)
    assert task.status is LogicStatus.SEVERAL
    assert not task.compiled


@pytest.mark.parametrize("name", ["claiming", "BUG+1", "AIC"])
def test_hints_are_those_of_the_python_techniques(name):
    compiled, python = LogicTask(LADDER[name], None, None, None), in_python(LADDER[name])
    assert list(compiled.rounds(True, single=True)) == list(python.rounds(True, single=True))
    assert compiled.grid.alive == python.grid.alive


def test_ratings_of_random_puzzles():
    for made in sudoku.generate_batch(40, seed=random.Random(3).randrange(10**6)):
        task = in_python(made.puzzle)
        rounds = list(task.difficulties())
        rating = rate(made.puzzle)
        assert (rating.score, rating.hardest) == max(rounds)
        assert rating.effort == round(sum(hard for hard, _ in rounds), 2)
        assert rating.status is task.status


def test_sets_of_candidates_go_in_and_out():
    grid = LogicTask(INKALA, None, None, None).grid
    rounds = Rounds(CompiledTables(grid.tables))
    assert rounds.solved
    rounds.set(grid.alive, grid.placed, grid.clues, True)
    assert rounds.open == grid.open
    assert not rounds.solved
    gone = next(bits(grid.open))
    rounds.set(grid.alive & ~(1 << gone), grid.placed, grid.clues, True)
    assert rounds.open == grid.open & ~(1 << gone)


@pytest.mark.parametrize("names", ["r3c1 r3c8 r4c1 r4c8", "r1c1 r1c4 r2c1 r2c4"])
def test_rectangles_of_two_grids(names):
    grid = rectangle_of(SIDE_BY_SIDE[1], names)
    expected = effect(grid, FIND[NAMES.index("unique rectangle")])
    assert compiled_effect(grid, NAMES.index("unique rectangle")) == expected
    assert (expected is None) == ("c8" in names)
