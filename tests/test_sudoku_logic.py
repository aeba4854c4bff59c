# SPDX-License-Identifier: MIT
"""Human reasoning: each technique on a small position, every step against all solutions, ratings, commands."""

import argparse
import json
import pickle
import random
from itertools import islice, permutations
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import dlx
import sudoku
from sudoku import Board
from sudoku.logic import TECHNIQUES, Grid, LogicStatus, difficulty, hint, hints, rate, solve_logically, sue_de_coq
from sudoku.logic.rating import level_of
from sudoku.logic.subsets import closed_sets
from sudoku.logic.tables import bits, tables
from sudoku.logic.techniques import BY_NAME
from sudoku.logic.template import open_units
from sudoku.terminal.commands import explain as explain_command
from sudoku.terminal.commands import hint as hint_command
from sudoku.terminal.commands import rate as rate_command

NINE = Board()
FIND = {technique.name: technique.find for technique in TECHNIQUES}
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "020409506045070809070026000000030601902060000000701050000310004700000100003902780"
# one for each level of the ladder, made from random grids
LADDER = {
    "hidden single": EASY,
    "hidden single in a line": "..9..4....2....53......2...5.7.....9..15.8...493...1...3..7..8.9....52....64.3...",
    "naked single": ".....2.8..576...3193...4....6..9...8.7..4.........7.15.4......76...5......1.....6",
    "pointing": "..94..57.1.48......8.......5..37...96....5....3...9.8..5...39...7..18.2..........",
    "claiming": "...3745..3.......8.9.......4.38...2..1..3....2..6..9..........4..12...9....7493.6",
    "naked pair": "6...5.........6....1..43.....3.2.81........49.8....2...38..46..12.3......7...89.4",
    "hidden pair": "2..7.3.6...6..8.9.1...4.87....8.4.53.6...1.......3.....8....4..65...........92..7",
    "skyscraper": "..721.6..2.4..65..6.....47...164.....9.....57...9.1......7.9..6.......2....4.8...",
    "finned X-Wing": ".7.....1..249.....6...5...9..64...91......2....1.3.86......49..1...734...3......7",
    "empty rectangle": "...7...2...9..3...4..9.13.........121.......5276........58.649...7.9...8.9......3",
    "XY-Wing": "3.29..................1.824.3...764..9.......84.596....5....3.7....6.1..9.7..1...",
    "W-Wing": "6...125...1.5......2....7..59..4..1.....2...8.....162.......1.33....4..9954......",
    "unique rectangle": ".26....1.1.8.....7.......5..1.8.7.....45..36.5...2......51...9.3.......6.6..3..81",
    "hidden rectangle": ".529..46...4.7............3...1.43.7..6.....2....59...8..59.....2.....169....1...",
    "unique loop": "2.....7.3.41......67..3..1....5249.7..6.79..2..........1..........8612....2...84.",
    "finned Swordfish": ".......6....932....25.....8..4..7.8.1.............6.459..6...5..1..94...2..5.36..",
    "BUG+1": "..6...3...8....41..9......71..5.78.9...6...7..3...2..5.........2.7.1....85.7.....",
    "BUG+n": "79..3..6.......4...15........4.7...885.........3.5...43.....6....954...7....2693.",
    "XY-chain": ".134....8.82..57....4.3..2..9...8.7.4.8.9......524.......3..8.....7.1.......2...3",
    "AIC": ".83..7..9..74...5...4.....8.1.5.4.234...7..8.7.5..2.1...8......2....1.......9..3.",
    "grouped AIC": "....2.7..74.....1...94....5.86..3..7.1.7.4.5......9...67.3.......25....3..5....6.",
    "ALS-XY-Wing": "4....59.........18.7.....3...6.5.......31...7.9.....2..8.....5..1243....6....81..",
    "death blossom": "..8...14...73.1...2......6........95.....9.3.3.56.48............4..8.67....492.8.",
    "ALS chain": "8..7..4........3.9..5.2.......8...27.52.6.........91..47..9...3..34.82.....3...7.",
    "AIC with ALS": "..34....7...5.6.1..1.....5...6.....31.7....49.........5...8..7.9...73.......5.8.2",
    "forcing chain": ".8......391....4.....25.87.756.2...8...4...2......7.....3.6.......1...........536",
    "guess": INKALA,
}


# ---- positions


def cell(name, board=NINE):
    return next(c for c in range(board.cells) if board.cell_name(c) == name)


def number(text, board=NINE):
    name, digit = text.split("=")
    return cell(name, board) * board.side + int(digit) - 1


def position(cells=(), places=(), removed="", unique=False, board=NINE):
    """Return an empty board with these digits alone in cells, and these cells alone for digits of houses.

    `cells` holds pairs ("r4c5 r4c8", "37"), `places` triples (digit, "row 4", "r4c5 r4c8").
    """
    grid = Grid(board, bytes(board.cells), unique=unique)
    t = tables(board)
    for names, digits in cells:
        for name in names.split():
            own = sum(1 << number(f"{name}={digit}", board) for digit in digits)
            grid.alive &= ~t.units[cell(name, board)] | own
    for digit, house, names in places:
        h = next(h for h in range(len(board.houses)) if board.house_name(h) == house)
        own = sum(1 << number(f"{name}={digit}", board) for name in names.split())
        grid.alive &= ~t.units[t.unit(h, digit - 1)] | own
    for text in removed.split():
        grid.alive &= ~(1 << number(text, board))
    return grid


def found(grid, technique):
    steps = list(FIND[technique](grid))
    assert all(step.technique == technique for step in steps)
    assert all(proves(step, grid.alive) for step in steps if not step.assumes_unique)
    return steps


def removals(steps, board=NINE):
    whole = 0
    for step in steps:
        whole |= step.removed
    return {tables(board).name(candidate) for candidate in bits(whole)}


def all_of(names, digits):
    return {f"{name}={digit}" for name in names.split() for digit in digits}


def row(r, without=()):
    return " ".join(f"r{r}c{c}" for c in range(1, 10) if c not in without)


def column(c, without=()):
    return " ".join(f"r{r}c{c}" for r in range(1, 10) if r not in without)


# ---- the units of a step prove it: a search in these units alone


def satisfiable(t, alive, units):
    """Return whether each of these units can have one candidate, no two of them in conflict."""
    if not units:
        return True
    unit = min(units, key=lambda unit: (alive & t.units[unit]).bit_count())
    rest = [other for other in units if other != unit]
    return any(satisfiable(t, alive & ~t.conflicts[c], rest) for c in bits(alive & t.units[unit]))


def proves(step, alive):
    t, units = step.tables, list(dict.fromkeys(step.units))
    assert step.removed & alive == step.removed
    assert step.placed & alive == step.placed
    return all(not satisfiable(t, alive & ~t.conflicts[c], units) for c in bits(step.removed)) and all(
        not satisfiable(t, alive & ~(1 << c), units) for c in bits(step.placed)
    )


# ---- each technique


def test_naked_single():
    (step,) = found(position([("r4c5", "7")]), "naked single")
    assert step.words == "r4c5 can only be 7: r4c5 is 7"
    assert step.as_json()["placed"] == ["r4c5=7"]
    assert "removed" not in repr(step) and "pattern" not in repr(step)  # too long on large boards


def test_hidden_singles():
    (step,) = found(position(places=[(5, "box 2", "r1c4")]), "hidden single")
    assert step.words == "the 5 of box 2 can only be in r1c4: r1c4 is 5"
    (step,) = found(position(places=[(5, "row 9", "r9c9")]), "hidden single in a line")
    assert step.words == "the 5 of row 9 can only be in r9c9: r9c9 is 5"
    assert not found(position(places=[(5, "row 9", "r9c9")]), "hidden single")


def test_pointing_and_claiming():
    (step,) = found(position(places=[(5, "box 1", "r1c1 r1c3")]), "pointing")
    assert removals([step]) == all_of("r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", "5")
    assert step.words == (
        "the 5 of box 1 can only be in r1c1 or r1c3, all in row 1: r1c4, r1c5, r1c6, r1c7, r1c8 and r1c9 lose 5"
    )
    (step,) = found(position(places=[(5, "column 4", "r7c4 r8c4 r9c4")]), "claiming")
    assert removals([step]) == all_of("r7c5 r7c6 r8c5 r8c6 r9c5 r9c6", "5")


def test_a_digit_without_a_place_points_nowhere():
    grid = position(places=[(5, "box 1", ""), (6, "row 2", "")])
    assert not [*found(grid, "pointing"), *found(grid, "claiming")]


def test_naked_subsets():
    (step,) = found(position([("r4c1 r4c8", "37")]), "naked pair")
    assert removals([step]) == all_of(row(4, (1, 8)), "37")
    grid = position([("r4c5 r4c8", "37"), ("r4c1", "13"), ("r4c2 r4c3 r4c4 r4c6 r4c7 r4c9", "124568")])
    assert found(grid, "naked pair")[0].words == (
        "r4c5 and r4c8 hold only 3 and 7, so no other cell of row 4 can: r4c1 loses 3"
    )
    (step,) = found(position([("r1c1", "37"), ("r5c1", "39"), ("r9c1", "79")]), "naked triple")
    assert removals([step]) == all_of(column(1, (1, 5, 9)), "379")
    (step,) = found(position([("r4c1", "1234"), ("r4c4", "12"), ("r4c7", "234"), ("r4c9", "34")]), "naked quad")
    assert removals([step]) == all_of(row(4, (1, 4, 7, 9)), "1234")


def test_hidden_subsets():
    grid = position(places=[(3, "row 4", "r4c1 r4c8"), (7, "row 4", "r4c1 r4c8")])
    (step,) = found(grid, "hidden pair")
    assert removals([step]) == all_of("r4c1 r4c8", "1245689")
    assert step.words.startswith("3 and 7 of row 4 can only be in r4c1 and r4c8, so these hold nothing else: ")
    three = [(1, "row 4", "r4c1 r4c8"), (2, "row 4", "r4c1 r4c5"), (3, "row 4", "r4c5 r4c8")]
    assert removals(found(position(places=three), "hidden triple")) == all_of("r4c1 r4c5 r4c8", "456789")
    four = [(d, "row 4", "r4c1 r4c4 r4c7 r4c9") for d in (1, 2, 3, 4)]
    assert removals(found(position(places=four), "hidden quad")) == all_of("r4c1 r4c4 r4c7 r4c9", "56789")


def test_fish():
    places = [(4, "row 2", "r2c3 r2c8"), (4, "row 5", "r5c3 r5c8")]
    (step,) = found(position(places=places), "X-Wing")
    assert removals([step]) == all_of(f"{column(3, (2, 5))} {column(8, (2, 5))}", "4")
    assert step.words.startswith("the 4 of rows 2 and 5 can only be in columns 3 and 8, which have no other: r1c3")
    assert {NINE.house_name(house) for house in step.houses} == {"row 2", "row 5", "column 3", "column 8"}
    places = [(4, "column 1", "r1c1 r5c1"), (4, "column 4", "r5c4 r9c4"), (4, "column 7", "r1c7 r9c7")]
    (step,) = found(position(places=places), "Swordfish")
    assert removals([step]) == all_of(f"{row(1, (1, 4, 7))} {row(5, (1, 4, 7))} {row(9, (1, 4, 7))}", "4")
    places = [(4, f"row {r}", " ".join(f"r{r}c{c}" for c in (2, 4, 6, 8))) for r in (1, 3, 5, 7)]
    (step,) = found(position(places=places), "Jellyfish")
    assert removals([step]) == {f"r{r}c{c}=4" for r in (2, 4, 6, 8, 9) for c in (2, 4, 6, 8)}
    places = [(4, "row 2", "r2c3"), (4, "row 5", "r5c3 r5c8")]
    assert not found(position(places=places), "X-Wing")  # a digit with one place in a row is a hidden single


def test_wings():
    (step,) = found(position([("r1c1", "37"), ("r1c9", "39"), ("r5c1", "79")]), "XY-Wing")
    assert removals([step]) == {"r5c9=9"}
    assert step.words == (
        "r1c1 (3 or 7) leaves 9 to r1c9 (3 or 9) or r5c1 (7 or 9); so one of r1c9 and r5c1 is 9: r5c9 loses 9"
    )
    (step,) = found(position([("r2c2", "379"), ("r2c8", "39"), ("r1c1", "79")]), "XYZ-Wing")
    assert removals([step]) == {"r2c1=9", "r2c3=9"}
    grid = position([("r1c1 r9c2", "39")], [(3, "column 5", "r1c5 r9c5")])
    (step,) = found(grid, "W-Wing")
    assert removals([step]) == all_of("r7c1 r8c1 r9c1 r1c2 r2c2 r3c2", "9")
    assert step.words.startswith(
        "r1c1 and r9c2 are 3 or 9, but not both 3, or column 5 would have no place for 3 (r1c5 or r9c5); "
        "so one of them is 9: "
    )


def test_turbot_fish():
    (step,) = found(position(places=[(5, "row 1", "r1c1 r1c5"), (5, "row 4", "r4c1 r4c6")]), "skyscraper")
    assert removals([step]) == all_of("r5c5 r6c5 r2c6 r3c6", "5")
    (step,) = found(position(places=[(5, "row 1", "r1c1 r1c5"), (5, "column 2", "r2c2 r8c2")]), "two-string kite")
    assert removals([step]) == {"r8c5=5"}
    assert step.words == (
        "in row 1 the 5 is in r1c5 or r1c1, in column 2 the 5 is in r2c2 or r8c2, and not in both r1c1 and r2c2: "
        "r8c5 loses 5"
    )
    (step,) = found(position(places=[(5, "row 1", "r1c1 r1c5"), (5, "box 4", "r4c1 r5c2")]), "turbot fish")
    assert removals([step]) == {"r5c5=5"}


def test_simple_coloring():
    links = [(5, "row 1", "r1c1 r1c7"), (5, "column 7", "r1c7 r5c7"), (5, "row 5", "r5c7 r5c2")]
    (step,) = found(position(places=links), "simple coloring")
    assert removals([step]) >= {"r3c2=5", "r6c1=5"}
    wrap = [
        (5, "row 1", "r1c1 r1c7"),
        (5, "column 7", "r1c7 r8c7"),
        (5, "row 8", "r8c7 r8c3"),
        (5, "column 3", "r8c3 r2c3"),
    ]
    steps = found(position(places=wrap), "simple coloring")
    assert {"r1c1=5", "r2c3=5", "r8c7=5"} <= removals(steps)
    assert "see each other" in steps[0].words


def test_chains():
    places = [
        (5, "row 1", "r1c1 r1c7"),
        (5, "column 9", "r2c9 r6c9"),
        (5, "row 6", "r6c9 r6c4"),
        (5, "box 5", "r6c4 r4c5"),
    ]
    steps = found(position(places=places), "X-chain")
    assert min(step.length for step in steps) == max(step.length for step in steps)
    cells = [("r1c1", "15"), ("r1c9", "56"), ("r6c9", "67"), ("r6c4", "17")]
    steps = found(position(cells), "XY-chain")
    assert removals(steps) == {"r1c4=1", "r6c1=1"}
    assert steps[0].length == 4
    assert steps[0].words == (
        "if r1c1 is not 1, then r1c1 is 5, so r1c9 is not 5 and r1c9 is 6, so r6c9 is not 6 and r6c9 is 7, "
        "so r6c4 is not 7 and r6c4 is 1; so r1c1 is 1, or r6c4 is 1: r1c4 and r6c1 lose 1"
    )
    grid = position([("r1c1", "15"), ("r1c9", "35")], [(3, "row 6", "r6c9 r6c4"), (1, "column 4", "r6c4 r2c4")])
    (step,) = found(grid, "AIC")
    assert step.length == 4
    assert removals([step]) == all_of("r1c5 r1c6 r2c1 r2c2 r2c3", "1")


@pytest.mark.parametrize("links", [24, 25])
def test_chains_have_up_to_24_links(links):
    """A digit with two places in each row but the last forms a ring of that many links."""
    board = Board(1, links + 1)
    places = [(1, f"row {k + 1}", f"r{k + 1}c{k + 1} r{k + 1}c{(k + 1) % links + 1}") for k in range(links)]
    steps = found(position(places=places, board=board), "X-chain")
    assert {step.length for step in steps} == ({24} if links == 24 else set())
    assert len(removals(steps, board)) == (24 if links == 24 else 0)


def test_grouped_chain():
    grid = position(places=[(6, "column 3", "r1c3 r9c3"), (6, "column 4", "r2c4 r3c4 r9c4")])
    steps = found(grid, "grouped AIC")
    assert all_of("r1c5 r1c6", "6") <= removals(steps)
    assert any("r2c4 or r3c4 is 6 (column 4)" in step.words for step in steps)
    assert not found(grid, "AIC")


def test_chain_with_almost_locked_sets():
    cells = [("r6c1 r6c2", "568"), ("r6c6", "38")]
    grid = position(cells, [(5, "row 4", "r4c1 r4c4")])
    steps = found(grid, "AIC with ALS")
    assert "r4c4=3" in removals(steps) and not found(grid, "grouped AIC")
    (step,) = (step for step in steps if step.removed >> number("r4c4=3") & 1)
    assert step.words == (
        "if r4c4 is not 5, then r4c1 is 5 (row 4), so neither r6c1 nor r6c2 is 5 and r6c6 is 3 (r6c1, r6c2 and r6c6 "
        "have all but one of 3, 5, 6 and 8); so r4c4 is 5, or r6c6 is 3: r4c4 loses 3"
    )
    assert (step.length, step.link_sizes) == (2, (1, 3))
    assert step.units[1:] == tuple(map(cell, ("r6c1", "r6c2", "r6c6")))
    assert step.cells == tuple(map(cell, ("r4c1", "r4c4", "r6c1", "r6c2", "r6c6")))


def test_forcing_chain():
    grid = position([("r5c5", "123"), ("r5c1", "19"), ("r1c5", "29"), ("r5c9", "38")], [(8, "column 9", "r5c9 r1c9")])
    grid.alive &= ~sum(1 << number(f"r1c1={d}") for d in "9")
    steps = found(grid, "forcing chain")
    assert all(step.length == steps[0].length for step in steps)
    for step in steps:
        assert step.words.count("if ") == step.pattern[0].bit_count()


def test_forcing_chain_with_almost_locked_sets():
    cells = [("r5c5", "123"), ("r5c1 r5c2", "179"), ("r5c3", "39"), ("r6c5 r6c6", "289")]
    grid = position(cells)
    assert "r6c3=9" not in removals(found(grid, "forcing chain"))
    (step,) = (step for step in found(grid, "forcing chain with ALS") if step.removed >> number("r6c3=9") & 1)
    assert step.words == (
        "r5c5 is 1, 2 or 3; if r5c5 is 1, then r5c5 is not 2 and r5c1, r5c2 or r5c3 is 9 (r5c1, r5c2, r5c3 and r5c5 "
        "have all but one of 1, 2, 3, 7 and 9); if r5c5 is 2, then neither r6c5 nor r6c6 is 2 and r6c5 or r6c6 is 9 "
        "(r6c5 and r6c6 have all but one of 2, 8 and 9); if r5c5 is 3, then r5c3 is not 3 and r5c3 is 9: each time "
        "r6c3 is not 9: r6c3 loses 9"
    )
    assert (step.arms, step.link_sizes, step.length) == ((3, 3, 3), (4, 2, 1), 1)


def test_forcing_net():
    cells = [("r1c9", "56"), ("r9c1", "57"), ("r1c5", "45"), ("r9c9", "678"), ("r9c5", "478")]
    steps = found(position(cells), "forcing net")
    told = "if r1c1 is 5: r1c5 is 4, r1c9 is 6, r9c1 is 7, r9c9 is 8, and r9c5 has no digit left: r1c1 loses 5"
    assert told in [step.words for step in steps]
    grid = position([("r1c9", "56"), ("r9c1", "57"), ("r9c9", "67")])
    told = "r9c9 is 6 or 7; if r9c9 is 6: r1c9 is 5; if r9c9 is 7: r9c1 is 5: each time r1c1 is not 5: r1c1 loses 5"
    assert told in [step.words for step in found(grid, "forcing net")]


def test_forcing_net_with_almost_locked_sets():
    grid = position([("r1c9", "5678"), ("r2c9", "678"), ("r3c9", "68"), ("r9c9", "69"), ("r9c1", "59")])
    assert all(step.pattern[0].bit_count() == 2 for step in found(grid, "forcing net"))
    (step,) = found(grid, "forcing net with ALS")
    assert step.words == (
        "r1c9 is 5, 6, 7 or 8; if r1c9 is 5: r1c1 is not 5; if r1c9 is 6: r9c9 is 9, r9c1 is 5; if r1c9 is 7: r2c9 "
        "and r3c9 hold only 6 and 8, r9c9 is 9, r9c1 is 5; "
        "if r1c9 is 8: r3c9 is 6, r9c9 is 9, r9c1 is 5: each time r1c1 is not 5: r1c1 loses 5"
    )
    assert (step.arms, step.link_sizes, step.length) == ((1, 3, 4, 4), (1, 1, 2, 1, 1, 1, 1, 1), 3)
    sets = (other for other, true in ((a, b) for a, b, on in step.implications[2] if on) if true == number("r2c9=6"))
    assert set(sets) == {number("r2c9=7")}


def test_unique_rectangle():
    three = [("r1c1 r1c4 r2c1", "37"), ("r2c4", "379")]
    (step,) = found(position(three, unique=True), "unique rectangle")
    assert removals([step]) == {"r2c4=3", "r2c4=7"}
    assert step.assumes_unique
    assert step.words == (
        "r1c1, r1c4, r2c1 and r2c4 with 3 and 7 alone would have two solutions, but there is one: r2c4 loses 3 and 7"
    )
    assert not found(position(three), "unique rectangle")  # its solution is not known to be unique
    apart = [("r1c1 r1c4 r4c1", "37"), ("r4c4", "379")]  # four boxes: these digits would not have to swap
    assert not found(position(apart, unique=True), "unique rectangle")
    roof = [("r1c1 r1c4", "37"), ("r2c1 r2c4", "379")]
    (step,) = found(position(roof, unique=True), "unique rectangle")
    assert removals([step]) == all_of(row(2, (1, 4)), "9")
    assert "but there is one: so r2c1 or r2c4 is 9: " in step.words
    roof = [("r1c1 r1c4", "37"), ("r2c1 r2c4", "3789")]
    (step,) = found(position(roof, [(3, "row 2", "r2c1 r2c4")], unique=True), "unique rectangle")
    assert removals([step]) == {"r2c1=7", "r2c4=7"}
    assert step.words.startswith("the 3 of row 2 is in one of r2c1 and r2c4; with 7 in the other, ")


def test_finned_fish():
    places = [(4, "row 2", "r2c3 r2c8 r2c9"), (4, "row 5", "r5c3 r5c8")]
    (step,) = found(position(places=places), "finned X-Wing")
    assert step.words == (
        "the 4 of rows 2 and 5 can only be in columns 3 and 8, or in r2c9; each time r1c8 and r3c8 lose 4"
    )
    places = [(4, "row 2", "r2c3 r2c7 r2c9"), (4, "row 5", "r5c3 r5c8")]  # sashimi: no place at r2c8
    (step,) = found(position(places=places), "finned X-Wing")
    assert removals([step]) == {"r1c8=4", "r3c8=4"}
    places = [(4, "row 1", "r1c1 r1c5"), (4, "row 4", "r4c5 r4c9"), (4, "row 7", "r7c1 r7c9 r7c8")]
    (step,) = found(position(places=places), "finned Swordfish")
    assert removals([step]) == {"r8c9=4", "r9c9=4"}
    places = [(4, f"row {r}", " ".join(f"r{r}c{c}" for c in (2, 4, 6, 8))) for r in (1, 3, 5)]
    grid = position(places=[*places, (4, "row 7", "r7c2 r7c4 r7c6 r7c8 r7c9")])
    assert removals(found(grid, "finned Jellyfish")) == {"r8c8=4", "r9c8=4"}


def test_empty_rectangle():
    grid = position(places=[(5, "box 1", "r1c2 r2c1 r2c3 r3c2"), (5, "column 6", "r2c6 r4c6")])
    (step,) = found(grid, "empty rectangle")
    assert step.words == (
        "if r4c6 is not 5, the 5 of column 6 is in r2c6, and that of box 1 not in r2c1 or r2c3 but in r1c2 or r3c2: "
        "r4c2 loses 5"
    )


def test_sue_de_coq():
    (step,) = found(position([("r1c1 r1c2", "1234"), ("r1c4", "12"), ("r2c3", "34")]), "Sue de Coq")
    line, box = all_of(row(1, (1, 2, 4)), "12"), all_of("r1c3 r2c1 r2c2 r3c1 r3c2 r3c3", "34")
    assert removals([step]) == line | box
    assert step.words.startswith(
        "row 1 crosses box 1 in r1c1 and r1c2; with r1c4 of row 1 (1 and 2) and r2c3 of box 1 (3 and 4), "
        "4 cells hold the 4 digits 1, 2, 3 and 4, and none of them twice: "
    )
    assert step.place == "row 1 and box 1"


def test_sue_de_coq_on_a_large_board(monkeypatch):
    """On an open grid, 2 to 4 cells have 16 digits: no sides of 4 cells take the others, and we compare none."""
    monkeypatch.setattr(sue_de_coq, "_sides", None)
    assert not list(sue_de_coq.sue_de_coq(Grid(Board(4, 4), bytes(256))))


def test_remote_pairs():
    (step,) = found(position([("r1c1 r1c5 r4c5 r4c9", "37")]), "remote pairs")
    assert {"r1c9=3", "r4c1=7", "r1c2=3"} <= removals([step])
    assert step.words.startswith("r1c1 and r4c5 hold one of 3 and 7 and r1c5 and r4c9 the other; ")
    assert not found(position([("r1c1 r1c5 r4c5", "37")]), "remote pairs")


def test_multi_coloring():
    grid = position(places=[(5, "row 1", "r1c1 r1c4"), (5, "row 5", "r5c1 r5c5")])
    (step,) = found(grid, "multi-coloring")
    assert removals([step]) == all_of("r4c4 r6c4 r2c5 r3c5", "5")
    red = [(5, "column 1", "r1c1 r7c1"), (5, "row 7", "r7c1 r7c5")]
    steps = found(position(places=[*red, (5, "row 3", "r3c2 r3c5")]), "multi-coloring")
    assert "either r3c2 or r3c5 must hold 5, and both are seen from r1c1 and r7c5: r1c1 and r7c5 lose 5" in [
        step.words for step in steps
    ]


def test_almost_locked_sets():
    (step,) = found(position([("r1c1", "13"), ("r1c2", "137"), ("r5c2", "37")]), "ALS-XZ")
    assert removals([step]) == {"r2c2=3", "r3c2=3"}
    assert step.words == (
        "r1c1 (1 or 3) and r1c2 and r5c2 (1, 3 or 7) cannot both have 1; so the first or the last set has 3: "
        "r2c2 and r3c2 lose 3"
    )
    (step,) = found(position([("r1c1", "13"), ("r1c9", "17"), ("r5c9", "57"), ("r5c5", "53")]), "ALS-XY-Wing")
    assert removals([step]) == {"r1c5=3", "r5c1=3"}
    cells = [("r1c1", "31"), ("r1c9", "12"), ("r4c9", "24"), ("r4c4", "45"), ("r7c4", "56"), ("r7c7", "67")]
    steps = found(position([*cells, ("r2c7", "73")]), "ALS chain")
    assert removals(steps) == all_of("r2c1 r2c2 r2c3 r1c7 r1c8", "3")
    cells = [("r5c5", "123"), ("r5c1", "19"), ("r5c9", "29"), ("r4c4", "39")]
    steps = found(position(cells), "death blossom")
    assert {"r5c4=9", "r5c6=9"} <= removals(steps)
    assert steps[0].words.startswith("whatever r5c5 is, a set loses that digit: r5c1 (1 or 9) if it is 1, ")


def test_almost_locked_sets_with_two_restricted_digits():
    steps = found(position([("r4c1", "125"), ("r5c1", "15"), ("r4c9", "127"), ("r5c9", "27")]), "ALS-XZ")
    assert not steps  # 1 and 2 of both sets are not all in row 4
    grid = position([("r4c1", "12"), ("r4c2", "135"), ("r5c3", "35"), ("r4c7", "14"), ("r4c8", "126"), ("r5c9", "46")])
    steps = found(grid, "ALS-XZ")
    assert removals(steps) >= all_of("r4c3 r4c4 r4c5 r4c6", "12")
    assert removals(steps) >= all_of("r5c1 r6c1", "35") | all_of("r5c7 r6c8", "46")
    told = (
        "r4c1, r4c2 and r5c3 (1, 2, 3 or 5) and r4c7, r4c8 and r5c9 (1, 2, 4 or 6) cannot both have 1, nor both 2; so "
        "each has one of these and all its other digits: "
    )
    assert any(step.words.startswith(told) for step in steps)


def test_unique_rectangles_whose_roof_lost_a_digit():
    """A digit of the pair that an earlier step removed changes nothing: the rest would still have two solutions."""
    steps = found(position([("r1c1 r1c4 r2c1", "37"), ("r2c4", "39")], unique=True), "unique rectangle")
    assert removals(steps) == {"r2c4=3"}
    steps = found(position([("r1c1 r1c4", "37"), ("r2c1", "39"), ("r2c4", "379")], unique=True), "unique rectangle")
    assert removals(steps) == all_of(row(2, (1, 4)), "9")
    assert "r1c1, r1c4, r2c1 and r2c4 with 3 and 7 alone would" in steps[0].words
    cells = [("r1c1", "37"), ("r1c4", "389"), ("r2c1", "379"), ("r2c4", "378")]
    places = [(3, "row 2", "r2c1 r2c4"), (3, "column 4", "r1c4 r2c4")]
    assert removals(found(position(cells, places, unique=True), "hidden rectangle")) == {"r2c4=7"}


def test_unique_rectangles_of_types_3_and_6():
    roof = [("r1c1 r1c4", "37"), ("r2c1", "371"), ("r2c4", "372"), ("r2c9", "12")]
    (step,) = found(position(roof, unique=True), "unique rectangle")
    assert removals([step]) == all_of(row(2, (1, 4, 9)), "12")
    across = [("r1c1 r2c4", "37"), ("r1c4 r2c1", "379")]
    places = [(3, "row 1", "r1c1 r1c4"), (3, "row 2", "r2c1 r2c4")]
    steps = found(position(across, places, unique=True), "unique rectangle")
    assert {"r1c4=3", "r2c1=3"} <= removals(steps)


def test_hidden_rectangle():
    cells = [("r1c1", "37"), ("r1c4 r2c1 r2c4", "3789")]
    grid = position(cells, [(3, "row 2", "r2c1 r2c4"), (3, "column 4", "r1c4 r2c4")], unique=True)
    assert removals(found(grid, "hidden rectangle")) == {"r2c4=7"}
    assert not found(position(cells, unique=True), "hidden rectangle")


def test_avoidable_rectangle():
    def solved(*texts, cells=()):
        grid = position(cells, unique=True)
        for text in texts:
            grid.place(number(text))
        return grid

    grid = solved("r1c1=3", "r1c4=7", "r2c1=7")
    assert removals(found(grid, "avoidable rectangle")) == {"r2c4=3"}
    grid.clues = 1 << number("r1c1=3")
    assert not found(grid, "avoidable rectangle")  # a clue cannot change
    grid = solved("r1c1=3", "r1c4=7", cells=[("r2c1", "57"), ("r2c4", "35")])
    assert removals(found(grid, "avoidable rectangle")) == all_of(row(2, (1, 4)), "5")


def test_unique_loop():
    cells = "r1c1 r1c4 r2c4 r2c7 r3c7"
    (step,) = found(position([(cells, "37"), ("r3c1", "379")], unique=True), "unique loop")
    assert removals([step]) == {"r3c1=3", "r3c1=7"}
    assert not found(position([(cells, "37"), ("r3c1", "379")]), "unique loop")


def test_bug():
    """Take two solutions that differ in all open cells, and add further candidates."""
    full = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
    other = "123456789456789123789123456214365897365897214897214365642978531978531642531642978"
    grid = Grid(NINE, bytes(81), unique=True)
    for c in range(54):
        grid.place(9 * c + int(full[c]) - 1)
    both = sum({1 << 9 * c + int(text[c]) - 1: 0 for text in (full, other) for c in range(81)})
    grid.alive &= both
    assert not list(FIND["BUG+1"](grid)) and not list(FIND["BUG+n"](grid))
    grid.alive |= 1 << number("r7c1=9")
    (step,) = found(grid, "BUG+1")
    assert step.placed == 1 << number("r7c1=9")
    assert step.words.startswith("unless r7c1 is 9, all open cells have two digits and each digit two places, so ")
    assert step.words.endswith("there is one: r7c1 is 9")
    grid.alive |= 1 << number("r8c7=9")
    (step,) = found(grid, "BUG+n")
    assert removals([step]) == {"r7c7=9", "r8c1=9"}


def test_tridagon():
    cells = "r1c1 r2c2 r3c3 r1c4 r2c5 r3c6 r4c1 r5c2 r6c3 r4c6 r5c5"
    (step,) = found(position([(cells, "123"), ("r6c4", "1239")]), "tridagon")
    assert tables(NINE).name(step.placed.bit_length() - 1) == "r6c4=9"
    (step,) = found(position([(cells.replace("r4c1 ", ""), "123"), ("r4c1", "1238"), ("r6c4", "1238")]), "tridagon")
    assert removals([step]) == {"r4c4=8", "r4c5=8", "r4c6=8", "r6c1=8", "r6c2=8"} - {"r4c6=8"}
    assert not found(position([(cells.replace("r4c6 r5c5", "r5c5"), "123"), ("r6c6 r4c4", "123")]), "tridagon")


def test_franken_fish():
    """The Franken Swordfish of The Ultimate Fish Guide, without and with the fin r2c5."""
    arms = [(4, f"column {c}", f"r1c{c} r2c{c} r3c{c} r5c{c} r9c{c}") for c in (7, 8)]
    steps = found(position(places=[(4, "column 5", "r5c5 r9c5"), *arms]), "Franken Swordfish")
    assert removals(steps) == all_of(f"{row(5, (5, 7, 8))} {row(9, (5, 7, 8))} r1c9 r2c9 r3c9", "4")
    assert steps[0].words.startswith(
        "the 4 of columns 5, 7 and 8 can only be in row 5, row 9 and box 3, which have no other: "
    )
    grid = position(places=[(4, "column 5", "r2c5 r5c5 r9c5"), *arms])
    (step,) = found(grid, "Franken Swordfish")
    assert step.words == (
        "the 4 of columns 5, 7 and 8 can only be in row 5, row 9 and box 3, or in r2c5; each time r2c9 loses 4"
    )
    arms = [(4, "row 1", "r1c2 r1c5"), (4, "row 4", "r4c2 r4c9"), (4, "row 6", "r6c4 r6c9")]
    steps = found(position(places=[*arms, (4, "box 8", "r7c4 r8c5 r9c4")]), "Franken Jellyfish")
    assert {"r2c2=4", "r2c4=4", "r2c5=4", "r2c9=4"} <= removals(steps)
    two = [(4, "row 1", "r1c2 r1c7"), (4, "box 4", "r4c2 r5c2 r6c1")]
    assert removals(found(position(places=two), "Franken X-Wing")) == {"r6c7=4"}


def test_mutant_fish():
    """The smallest mutant Swordfish of Sudopedia: rows 1 and 9 and column 7, in column 2 and boxes 3 and 9."""
    places = [(4, "row 1", "r1c2 r1c8"), (4, "row 9", "r9c2 r9c9"), (4, "column 7", "r2c7 r8c7")]
    steps = found(position(places=places), "mutant Swordfish")
    assert removals(steps) == all_of(f"{column(2, (1, 9))} r1c9 r2c8 r2c9 r3c8 r3c9 r7c8 r7c9 r8c8 r8c9 r9c8", "4") - {
        "r1c9=4",  # not in row 1, and so no candidate
        "r9c8=4",
    }
    assert steps[0].words.startswith(
        "the 4 of row 1, row 9 and column 7 can only be in column 2, box 3 and box 9, which have no other: "
    )
    two = [(4, "row 1", "r1c2 r1c7"), (4, "column 3", "r2c3 r8c3")]
    (step,) = found(position(places=two), "mutant X-Wing")
    assert step.words == (
        "the 4 of row 1 and column 3 can only be in row 8 and box 1, or in r1c7; each time r8c7 loses 4"
    )
    four = [*two, (4, "row 6", "r6c7 r6c4"), (4, "row 7", "r7c4 r7c9")]
    assert {"r8c9=4", "r4c9=4"} <= removals(found(position(places=four), "mutant Jellyfish"))


def test_a_fish_with_overlapping_base_houses():
    """The endo fin r1c1 would fill row 1 and box 1 alone; a place that sees it leaves row 5 nothing."""
    places = [(4, "row 1", "r1c1 r1c4"), (4, "box 1", "r1c1 r2c2"), (4, "row 5", "r5c2 r5c4")]
    steps = found(position(places=places), "Franken Swordfish")
    assert removals(steps) >= all_of("r4c1 r6c1 r7c1 r8c1 r9c1", "4")
    endo = next(step for step in steps if step.removed >> number("r8c1=4") & 1)
    assert endo.words.startswith("the 4 of row 1, row 5 and box 1 can only be in columns 1, 2 and 4, or in r1c1; each ")


def test_template():
    """What follows from one digit is what all ways of placing it agree on."""
    places = [(4, "row 1", "r1c2 r1c7"), (4, "column 3", "r2c3 r8c3"), (4, "row 6", "r6c4 r6c7")]
    grid = position(places=places)
    (step,) = found(grid, "template")
    assert removals([step]) >= {"r8c4=4"}
    assert step.words.startswith("no way to place 4 in every row, column and box uses ")
    board = Board(2, 3)
    for seed in range(5):
        puzzle = puzzle_of(board, seed, 10)
        grid = Grid(board, board.parse(puzzle))
        solutions = [as_set(board, s) for s in sudoku.solutions(puzzle, board=board)]
        for step in FIND["template"](grid):
            assert not any(step.removed & solution for solution in solutions)


def test_double_template():
    """A place goes if no way for the one digit that uses it leaves one for the other, and only then."""
    board, steps_found = Board(2, 3), 0
    t = tables(board)
    for seed in range(12):
        grid = Grid(board, board.parse(puzzle_of(board, seed, 8)))
        for step in found(grid, "template"):
            grid.apply(step)
        steps = found(grid, "double template")
        steps_found += len(steps)
        removed = 0
        for one, other in permutations(range(6), 2):
            units = [*open_units(grid, one), *open_units(grid, other)]
            for place in bits(grid.open & t.anchor << one if grid.open & t.anchor << other else 0):
                removed |= (not satisfiable(t, grid.alive & ~t.conflicts[place], units)) << place
        assert removals(steps, board) == {t.name(candidate) for candidate in bits(removed)}
    assert steps_found > 5


def test_a_double_template_in_words(monkeypatch):
    board = Board(2, 2)
    grid = Grid(board, board.parse(". 3 . .  . 1 . .  . . . .  . . 4 3"))  # the ways of each digit: 2, 4, 1, 2
    (step,) = found(grid, "double template")
    assert step.words == (
        "each way to place 2 in every row, column and box that uses r2c3 has a cell in common with each way to "
        "place 3: r2c3 is not 2"
    )
    monkeypatch.setattr("sudoku.logic.template.MOST_WAYS", 4)
    assert found(grid, "double template") == [step]
    monkeypatch.setattr("sudoku.logic.template.MOST_WAYS", 3)
    assert not found(grid, "double template")


def test_a_step_of_templates_in_hodokus_library():
    """Its templates exclude each other over and over; ours do so round by round."""
    grid = Grid(NINE, NINE.parse("9.471.8......2..59.6............3..87.6.9.5.23..2............4.49..8......7.369.1"))
    gone = "r2c1 r2c2 r2c3 r2c4 r3c3 r3c4 r3c6 r5c2 r5c6 r6c3 r6c6 r7c1 r7c2 r9c1 r9c2"
    before = None
    while before != grid.alive:
        before = grid.alive
        for step in (*found(grid, "template"), *found(grid, "double template")):
            grid.apply(step)
    assert not any(grid.alive >> number(f"{name}=8") & 1 for name in gone.split())


def test_templates_find_what_every_fish_finds():
    for name in ("Franken Swordfish", "mutant Jellyfish", "finned Swordfish"):
        places = [(4, f"row {r}", f"r{r}c{c} r{r}c{d}") for r, c, d in ((1, 2, 7), (4, 7, 5), (8, 5, 3))]
        grid = position(places=[*places, (4, "box 7", "r7c2 r8c3 r9c1")])
        assert removals(found(grid, name)) <= removals(found(grid, "template"))


COMPENDIUM = """
    1359  139  2    149  8    349   359 6   7
    6     7    349  1259 239  2359  8   24  139
    13589 1389 349  6    7    239   359 24  139
    139   1349 6    259  2349 2359  7   8   39
    78    2    39   78   1    6     39  5   4
    3789  3489 5    79   349  3789  6   1   2
    239   6    1    2789 29   2789  4   37  5
    239   39   8    247  5    2479  1   37  6
    4     5    7    3    6    1     2   9   8
"""
FATA_MORGANA = "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........"
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def pencilled(marks):
    """Return the grid with these candidates by cell; cells with one candidate are placed."""
    grid = Grid(NINE, bytes(81), candidates=[9 * c + int(d) - 1 for c, own in enumerate(marks.split()) for d in own])
    for c, own in enumerate(marks.split()):
        if len(own) == 1:
            grid.place(9 * c + int(own) - 1)
    return grid


def test_exocet():
    """Example 2 of D. P. Bird's JExocet Compendium, in which column 4 covers the 9s, with its eliminations."""
    (step,) = found(pencilled(COMPENDIUM), "exocet")
    assert {"r2c4=2", "r2c4=5", "r2c4=9", "r3c9=3", "r3c9=9"} <= removals([step])
    assert step.words.startswith(
        "r1c1 and r1c2 hold two of 1, 3, 5 and 9; outside boxes 1, 2 and 3, columns 3, 4 and 7 can have each of these "
        "twice at most, so r2c4 and r3c7 hold the same two: r1c4, "
    )


def test_exocets_of_famous_puzzles():
    (step,) = found(Grid(NINE, NINE.parse(FATA_MORGANA)), "exocet")
    assert "r5c4 and r5c6 hold two of 1, 3 and 6;" in step.words and "r4c2 and r6c8 hold the same two" in step.words
    assert removals([step]) == {"r4c2=2", "r4c2=4"}
    (step,) = found(Grid(NINE, NINE.parse(GOLDEN_NUGGET)), "exocet")
    assert "r1c7 and r2c7 hold two of 1, 2, 4 and 7;" in step.words and "r4c8 and r7c9 hold the same two" in step.words
    assert removals([step]) == {"r7c9=3"}


def test_no_exocet():
    """A companion with a digit of the base, or three lines of places for one digit, could make the targets differ."""
    grid = pencilled(COMPENDIUM)
    assert grid.open & tables(NINE).units[cell("r3c4")] == 0  # the companion of r2c4
    grid.alive |= 1 << number("r3c4=1")
    assert not list(FIND["exocet"](grid))
    grid = pencilled(COMPENDIUM)
    grid.alive |= 1 << number("r7c3=5") | 1 << number("r8c7=5")
    assert not list(FIND["exocet"](grid))


def test_every_technique_has_a_position_here_and_a_name_of_its_own():
    names = [technique.name for technique in TECHNIQUES]
    assert len(set(names)) == len(names)
    assert [t.difficulty for t in TECHNIQUES] == sorted(t.difficulty for t in TECHNIQUES)
    source = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{t.name}")' in source for t in TECHNIQUES if not t.of_rules)  # others: test_sudoku_rule_steps.py


@given(st.lists(st.integers(1, 63), max_size=7), st.integers(2, 4))
def test_closed_sets(masks, size):
    from itertools import combinations

    def union(chosen):
        whole = 0
        for k in chosen:
            whole |= masks[k]
        return whole

    wanted = [chosen for chosen in combinations(range(len(masks)), size) if union(chosen).bit_count() == size]
    assert [names for names, _ in closed_sets(list(enumerate(masks)), size)] == wanted


# ---- every step holds in every solution


def puzzle_of(board, seed, clues):
    rng = random.Random(seed)
    grid = sudoku.solve("." * board.cells, board=board, seed=seed)
    kept = set(rng.sample(range(board.cells), clues))
    return "".join(digit if c in kept else "." for c, digit in enumerate(grid))


def as_set(board, grid):
    return sum(1 << c * board.side + digit - 1 for c, digit in enumerate(board.parse(grid)))


BOARDS = {Board(2, 2): (2, 8), Board(2, 3): (6, 18), Board(3, 2): (6, 18), Board(3, 3): (20, 32), Board(1, 5): (4, 12)}


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(BOARDS, key=str)), st.integers(0, 10**6), st.data())
def test_steps_hold_in_all_solutions(board, seed, data):
    puzzle = puzzle_of(board, seed, data.draw(st.integers(*BOARDS[board])))
    solutions = [as_set(board, s) for s in islice(sudoku.solutions(puzzle, board=board), 300)]
    assume(len(solutions) < 300)
    result = solve_logically(puzzle, board=board)
    assert result.status is (LogicStatus.SOLVED if len(solutions) == 1 else LogicStatus.SEVERAL)
    for step in result.steps:
        assert not step.assumes_unique or len(solutions) == 1
        for solution in solutions:
            assert not step.removed & solution, step.words
            assert not step.placed & ~solution, step.words
    if len(solutions) == 1:
        assert as_set(board, result.line) == solutions[0] == result.candidates
    else:
        assert result.guesses == 0


@pytest.mark.parametrize("technique", ["AIC", "XY-chain", "skyscraper", "ALS chain", "forcing chain"])
def test_each_step_is_the_easiest_on_the_grid_that_the_steps_before_it_leave(technique):
    """In a round, a skyscraper could remove a candidate that the next one needed."""
    result = solve_logically(LADDER[technique])
    assert technique in {step.technique for step in result.steps}
    grid = Grid(NINE, result.puzzle, unique=True)
    for step in result.steps:
        assert not step.whole & ~grid.alive, step.words
        easier = (t for t in TECHNIQUES if t.difficulty < BY_NAME[step.technique].difficulty and not t.of_rules)
        assert not any(next(t.find(grid), None) for t in easier)
        grid.apply(step)


@settings(deadline=None, max_examples=25)
@given(st.sampled_from([Board(2, 2), Board(2, 3), Board(3, 3)]), st.integers(0, 10**6), st.data())
def test_the_proof_stands_on_its_own(board, seed, data):
    """Without the omitted steps, each step still follows from the rest of its units, and the end stays."""
    puzzle = puzzle_of(board, seed, data.draw(st.integers(*BOARDS[board])))
    result = solve_logically(puzzle, board=board)
    grid = Grid(board, board.parse(puzzle))
    for step in result.proof():
        if step.kind == "logic" and not step.assumes_unique and len(step.units) < 25:
            t, units = step.tables, list(dict.fromkeys(step.units))
            gone = step.removed & grid.alive
            assert all(not satisfiable(t, grid.alive & ~t.conflicts[c], units) for c in bits(gone)), step.words
            assert all(not satisfiable(t, grid.alive & ~(1 << c), units) for c in bits(step.placed)), step.words
        grid.apply(step)
    if result.status is LogicStatus.SOLVED:
        assert grid.solved
        assert grid.values() == result.values
    else:
        assert grid.alive == result.candidates


VARIANTS = [(3, 3, "x"), (3, 3, "windoku"), (3, 3, "anti-king"), (2, 3, "x"), (2, 2, "x"), (2, 3, "anti-knight")]


@pytest.mark.parametrize(("height", "width", "variant"), VARIANTS)
def test_steps_hold_on_boards_with_variants(height, width, variant):
    board = Board(height, width, variants=[variant])
    tried = 0
    for seed in range(5):
        grid = sudoku.solve("." * board.cells, board=board, seed=seed)
        if grid is None:
            continue
        kept = set(random.Random(seed).sample(range(board.cells), board.cells // 3))
        puzzle = "".join(digit if c in kept else "." for c, digit in enumerate(grid))
        solutions = [as_set(board, s) for s in islice(sudoku.solutions(puzzle, board=board), 100)]
        if len(solutions) < 100:
            tried += 1
            result = solve_logically(puzzle, board=board, guess=False)
            for step in result.steps:
                assert all(not step.removed & s and not step.placed & ~s for s in solutions), step.words
    assert tried


def test_a_puzzle_without_a_solution_is_refuted():
    result = solve_logically("12345678." + "........9" + "." * 63)
    assert result.status is LogicStatus.NO_SOLUTION
    assert result.steps[-1].kind == "contradiction"
    assert result.steps[-1].words == "there is no solution: no digit is left for r1c9"
    assert rate("12345678." + "........9" + "." * 63).score is None
    with pytest.raises(ValueError, match="no solution"):
        hint("12345678." + "........9" + "." * 63)
    deep = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
    assert solve_logically(deep).status is LogicStatus.NO_SOLUTION


def test_several_solutions_are_said():
    many = "060020040500300000080010000600007000037000280020800030000000000700400001000060020"
    result = solve_logically(many)
    assert (result.status, result.guesses) == (LogicStatus.SEVERAL, 0)
    assert rate(many).status is LogicStatus.SEVERAL
    assert rate(many).level is None


def test_two_equal_digits_in_a_house_are_no_solution():
    """As with `solve`, there is no solution; only a hint then has nothing to return."""
    clash = "55" + "." * 79
    result = solve_logically(clash)
    assert (result.status, result.steps[-1].kind) == (LogicStatus.NO_SOLUTION, "contradiction")
    assert result.proof() == result.steps
    assert result.steps[-1].words == "there is no solution: row 1 has digit 5 twice, at r1c1 and r1c2"
    assert json.loads(json.dumps(result.as_json()))["status"] == "no solution"
    assert (rate(clash).status, rate(clash).score) == (LogicStatus.NO_SOLUTION, None)
    for answer in (hint, lambda puzzle: list(hints(puzzle))):
        with pytest.raises(
            ValueError, match=r"^the puzzle has no solution: row 1 has digit 5 twice, at r1c1 and r1c2$"
        ):
            answer(clash)
    assert sudoku.hardness(clash, 2).status is sudoku.diagnose(clash).status


def test_bad_input():
    with pytest.raises(ValueError, match="80 cells"):
        rate("." * 80)
    with pytest.raises(ValueError, match="time_limit"):
        hint(EASY, time_limit=-1)


# ---- solving, hints, ratings


def test_the_ladder():
    for name, puzzle in LADDER.items():
        result = solve_logically(puzzle)
        assert result.hardest == rate(puzzle).hardest == name
        assert result.line == sudoku.solve(puzzle)
        assert len(result.proof()) <= len(result.steps)
        assert pickle.loads(pickle.dumps(result)) == result
        assert json.loads(json.dumps(result.as_json()))["steps"][0]["words"] == result.proof()[0].words


def test_difficulties_are_those_of_sudoku_explainer():
    """The other techniques lie between their neighbors, and only chains and rules grow with their length."""
    known = [
        *(("hidden single", 1.2), ("hidden single in a line", 1.5), ("naked single", 2.3), ("pointing", 2.6)),
        *(("claiming", 2.8), ("naked pair", 3.0), ("X-Wing", 3.2), ("hidden pair", 3.4), ("naked triple", 3.6)),
        *(("Swordfish", 3.8), ("hidden triple", 4.0), ("XY-Wing", 4.2), ("XYZ-Wing", 4.4), ("unique rectangle", 4.5)),
        *(("naked quad", 5.0), ("Jellyfish", 5.2), ("hidden quad", 5.4)),
    ]
    hard = {technique.name: technique.hard(0) for technique in TECHNIQUES}
    assert [(name, hard[name]) for name, _ in known] == known
    assert list(hard.values()) == sorted(hard.values())
    links = [technique.hard(10) > technique.hard(0) for technique in TECHNIQUES]
    assert links == [technique.longest > 0 for technique in TECHNIQUES]
    chains = [technique.hard(10) for technique in TECHNIQUES if technique.longest and not technique.of_rules]
    assert chains == [6.7, 7.1, 7.3, 7.7, 8.49, 8.5, 8.7, 9.0, 9.2]


@pytest.mark.parametrize(
    ("level", "most", "following"),
    [
        ("easy", 1.5, "medium"),
        ("medium", 2.3, "hard"),
        ("hard", 4.0, "expert"),
        ("expert", 5.7, "diabolical"),
        ("diabolical", 7.9, "extreme"),
    ],
)
def test_levels(level, most, following):
    assert (level_of(0), level_of(most), level_of(most + 0.01), level_of(10)) == ("easy", level, following, "extreme")


def test_a_full_grid_needs_no_technique():
    rating = rate(sudoku.solve(EASY))
    assert (rating.score, rating.level, rating.hardest, rating.effort) == (0, "easy", None, 0)
    assert rating.status is LogicStatus.SOLVED and not rating.rounds


def test_the_effort_continues_past_a_guess():
    rating = rate(INKALA)
    guesses = solve_logically(INKALA).guesses
    assert (rating.status, rating.rounds["guess"]) == (LogicStatus.STUCK, guesses) and guesses > 1
    assert sum(rating.rounds.values()) * 10 >= rating.effort > 10 * guesses


def test_without_guesses_it_is_stuck():
    result = solve_logically(INKALA, guess=False)
    assert result.status is LogicStatus.STUCK
    assert as_set(NINE, sudoku.solve(INKALA)) & ~result.candidates == 0
    step = next(step for step in solve_logically(INKALA).steps if step.kind == "guess")
    assert step.words.startswith("a guess: no technique finds anything")
    assert difficulty(step) == 10


def test_time_limit():
    result = solve_logically("1" + "." * 624, time_limit=0.3)
    assert result.status is LogicStatus.TIME_LIMIT or result.status is LogicStatus.SEVERAL
    assert solve_logically(INKALA, time_limit=0).status is LogicStatus.TIME_LIMIT
    assert rate(INKALA, time_limit=0).score is None
    for answer in (hint, lambda *a, **k: list(hints(*a, **k))):
        for puzzle in (EASY, INKALA, "." * 81):
            with pytest.raises(dlx.Unfinished, match=r"^the time limit ended the search for the next step$") as cut:
                answer(puzzle, time_limit=0)
            assert (cut.value.partial, cut.value.status) == (None, dlx.Status.TIME_LIMIT)
    assert hint(sudoku.solve(EASY), time_limit=0) is None  # nothing to do, which is seen at once


def test_a_hint_cut_short_between_two_steps(monkeypatch):
    """Steps found before the end of the time are returned, and finding none never passes for nothing to do."""
    found = hints(EASY, time_limit=1e6)
    steps = [next(found), next(found)]
    assert steps == list(hints(EASY))[:2]
    monkeypatch.setattr("sudoku.logic.grid.perf_counter", lambda: 1e12)
    with pytest.raises(dlx.Unfinished):
        next(found)
    assert next(found, None) is None


def test_hints_go_on_from_the_candidates_that_are_left():
    puzzle = LADDER["naked pair"]
    steps = list(hints(puzzle))
    assert steps[0] == hint(puzzle)
    grid = Grid(NINE, NINE.parse(puzzle))
    for step in steps:
        now = hint(NINE.line(grid.values()), candidates=bits(grid.alive))
        assert now == step
        grid.apply(step)
    assert grid.solved
    assert hint(NINE.line(grid.values())) is None


def test_wrong_candidates_are_named():
    wrong = set(range(729)) - {number("r1c1=3")}
    assert sudoku.solve(EASY)[0] == "3"
    with pytest.raises(ValueError, match="the candidates lack 3 in r1c1"):
        hint(EASY, candidates=wrong)
    with pytest.raises(ValueError, match="the candidates lack 3 in r1c1"):
        hint(EASY, candidates=["r1c1=4", 0, *range(9, 729)])
    for other in (-1, 729, 1.5, "r1c1=0", "r1c1", "r10c1=1"):
        with pytest.raises(ValueError, match="on a 9x9 board"):
            hint(EASY, candidates=[other])


def test_stages_of_a_step():
    step = hint(EASY)
    assert step.stage(3) == f"{step.stage(1)}: {step.words}" and step.stage(2).startswith(f"{step.stage(1)} in ")
    for number in (0, 4, None):
        with pytest.raises(ValueError, match="must be 1, 2 or 3"):
            step.stage(number)


def isomorph(board, puzzle, rng):
    """Return a puzzle with digits, bands, stacks, rows and columns renamed, perhaps transposed."""
    side, height, width = board.side, board.box_height, board.box_width
    rows = [b * height + r for b in rng.sample(range(width), width) for r in rng.sample(range(height), height)]
    columns = [s * width + c for s in rng.sample(range(height), height) for c in rng.sample(range(width), width)]
    digits = dict(zip("123456789", rng.sample("123456789"[:side], side), strict=False)) | {".": ".", "0": "."}
    cells = [[digits[puzzle[r * side + c]] for c in columns] for r in rows]
    if height == width and rng.random() < 0.5:
        cells = [list(line) for line in zip(*cells, strict=True)]
    return "".join("".join(line) for line in cells)


@pytest.mark.parametrize("name", LADDER)
def test_isomorphs_have_the_same_rating(name):
    rng = random.Random(7)
    rating = rate(LADDER[name])
    assert rating.hardest == name
    for _ in range(10 if rating.effort < 50 else 3):
        assert rate(isomorph(NINE, LADDER[name], rng)) == rating


def test_isomorphs_of_other_boards():
    rng = random.Random(8)
    board = Board(2, 3)
    for seed in range(5):
        puzzle = puzzle_of(board, seed, 12)
        ratings = {str(rate(isomorph(board, puzzle, rng), board=board)) for _ in range(4)}
        assert ratings == {str(rate(puzzle, board=board))}


def test_a_large_board():
    board = Board(4, 4)
    puzzle = puzzle_of(board, 3, 150)
    result = solve_logically(puzzle, board=board)
    assert result.status in (LogicStatus.SOLVED, LogicStatus.SEVERAL)
    assert not as_set(board, sudoku.solve(puzzle, board=board)) & ~result.candidates


# ---- commands


def called(command, *argv):
    parser = argparse.ArgumentParser()
    command.add(parser)
    return command.run(parser.parse_args(argv))


def test_explain(capsys, tmp_path):
    assert called(explain_command, EASY) == 0
    out = capsys.readouterr().out
    assert "   1  hidden single" in out
    assert out.splitlines()[-1].startswith(
        "solved in 49 steps, none of them a guess; the hardest is hidden single (1.2)"
    )
    assert called(explain_command, "--json", "--all", EASY) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "solved"
    assert told["end"] == sudoku.solve(EASY)
    source = tmp_path / "puzzles.txt"
    source.write_text(f"{EASY}\n{'.' * 81}\n{'1' * 81}\nshort\n")
    assert called(explain_command, str(source)) == 2
    out = capsys.readouterr()
    assert "there are several solutions" in out.out
    assert "puzzles.txt:3: no solution: row 1 has digit 1 twice, at r1c1 and r1c2\n" in out.err
    assert "there is no solution" in out.out
    assert "puzzles.txt:4" in out.err


def test_hint(capsys):
    assert called(hint_command, EASY) == 0
    assert capsys.readouterr().out.startswith("hidden single: the ")
    assert called(hint_command, "-n", "3", "--json", EASY) == 0
    assert len(json.loads(capsys.readouterr().out)["steps"]) == 3
    assert called(hint_command, sudoku.solve(EASY)) == 1
    assert called(hint_command, "12345678." + "........9" + "." * 63) == 1
    assert "no solution" in capsys.readouterr().out


def test_rate(capsys, tmp_path):
    assert called(rate_command, EASY) == 0
    assert capsys.readouterr().out == "1.2 easy, hidden single\n"
    source = tmp_path / "puzzles.txt"
    source.write_text(f"{INKALA}\n{'.' * 81}\n")
    assert called(rate_command, str(source)) == 1
    assert capsys.readouterr().out == f"{source}:1: 10 extreme, guess\n{source}:2: no score: several solutions\n"
    assert called(rate_command, "--json", INKALA) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["score"], told["level"], told["status"]) == (10.0, "extreme", "stuck")


def test_large_results_can_be_shown():
    board = sudoku.Board(1, 36)
    result = sudoku.solve_logically("1" + "." * 1295, board=board, time_limit=0)
    assert "several solutions" in repr(result) or "time limit" in repr(result)
    step = sudoku.hint("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ." + "." * 1260, board=board)
    assert "hidden single" in repr(step) or "naked single" in repr(step)
    step = sudoku.hint("." * 1260 + ".23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@", board=board)
    assert "hidden single" in repr(step) or "naked single" in repr(step)
    assert len(repr(step)) < 4000 and "pattern" not in repr(step)


def test_no_avoidable_rectangle_of_one_digit():
    """A line of a samurai puzzle crosses two grids, and can have a digit twice."""
    board = Board.samurai(2, 2)
    grid = Grid(board, bytes(board.cells), unique=True)
    for cell, value in enumerate(board.parse(sudoku.generate(1, board=board).solution)):
        grid.place(cell * 4 + value - 1)
    assert grid.solved and not list(FIND["avoidable rectangle"](grid))


SIDE_BY_SIDE = [Board(3, 3, offsets=[(0, 0), (6, 3)]), Board(2, 2, offsets=[(0, 0), (2, 4)])]


def rectangle_of(board, names):
    """Return an empty board with 3 and 4 alone in three of four cells, and a 1 beside them in the last one."""
    *three, last = names.split()
    return position([(" ".join(three), "34"), (last, "134")], unique=True, board=board)


@pytest.mark.parametrize(("number", "across"), [(0, "r7c1 r7c12 r8c1 r8c12"), (1, "r3c1 r3c8 r4c1 r4c8")])
def test_no_deadly_rectangle_in_the_rows_of_two_grids(number, across):
    """Its left and right cells share no house, so each side can hold either digit."""
    board = SIDE_BY_SIDE[number]
    assert not found(rectangle_of(board, across), "unique rectangle")
    (step,) = found(rectangle_of(board, "r1c1 r1c4 r2c1 r2c4"), "unique rectangle")
    assert removals([step], board) == {"r2c4=3", "r2c4=4"}


def test_a_hint_takes_candidates_by_cell():
    puzzle = "12.. .... ..4. ...1"
    by_cell = sudoku.candidates(puzzle)
    numbers = [4 * cell + digit - 1 for cell, digits in enumerate(by_cell) for digit in digits]
    assert sudoku.hint(puzzle, candidates=by_cell) == sudoku.hint(puzzle, candidates=numbers)
    with pytest.raises(ValueError, match=r"the candidates of r1c3 are \(0, 5\): not digits from 1 to 4"):
        sudoku.hint(puzzle, candidates=[(1,), (2,), (0, 5), *[(1,)] * 13])
