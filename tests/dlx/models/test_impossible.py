# SPDX-License-Identifier: MIT
"""Zero and impossible are answers of the models: a Problem whose solve() is None and whose explain() says why.

A program that tries a thousand regions, tables or numbers needs no `try`; what is mistyped stays an error.
"""

from random import Random

import pytest

from dlx import models
from dlx.models.lattice import CUBES, SQUARES
from dlx.models.shapes import region_of

TINY = "AAA\nA.."

IMPOSSIBLE = {
    "no copies": lambda: models.polyominoes("3x3", copies=0),
    "no copies, as a pair": lambda: models.polyominoes("3x3", copies=(0, 0)),
    "no copies of one, too few of the other": lambda: models.polyominoes("5x7", pieces="AAB", copies={"A": 1, "B": 0}),
    "no pieces": lambda: models.polyominoes("3x3", pieces=""),
    "no lines": lambda: models.polyominoes("3x3", pieces=[]),
    "no letters": lambda: models.polyominoes("3x3", pieces="...\n"),
    "none together": lambda: models.polyominoes("3x3", total=0),
    "too much area": lambda: models.polyominoes("5x5"),
    "too little area": lambda: models.polyominoes("8x8"),
    "too little for a wide board": lambda: models.polyominoes("20x20"),
    "too much for optional cells": lambda: models.polyominoes("3x3", pieces=TINY, copies=4, optional=True),
    "too much for all optional cells": lambda: models.polyominoes("7x7", optional=True),
    "too little at most": lambda: models.polyominoes("10x10", copies=(0, 1)),
    "an odd region": lambda: models.polyominoes("9x9", pieces="dominoes", any_number=True),
    "too many together": lambda: models.polyominoes("5x5", copies=(0, 1), total=6),
    "too few together": lambda: models.polyominoes("5x5", copies=(0, 1), total=(1, 4)),
    "too many together for the cells": lambda: models.polyominoes(
        "4x4", pieces="AA", any_number=True, total=9, optional=True
    ),
    "a region without cells": lambda: models.polyominoes("0x3"),
    "one cube too many": lambda: models.polycubes("3x3x3", copies={"V": 2}),
    "hexagons": lambda: models.polyhexes("4x8"),
    "triangles": lambda: models.polyiamonds("4x10"),
    "queens 2": lambda: models.queens(2),
    "queens 3": lambda: models.queens(3),
    "langford 1": lambda: models.langford(1),
    "no square": lambda: models.latin_squares(3, given="12./1../..."),
    "no mates": lambda: models.orthogonal_mates(2),
    "a block larger than the points": lambda: models.block_designs(2, 3),
    "no design": lambda: models.block_designs(8, 3),
    "no reduced design": lambda: models.block_designs(8, 3, reduced=True),
    "no plane": lambda: models.block_designs(9, 4, reduced=True),
    "no triples": lambda: models.steiner_triples(2),
    "no cyclic triples": lambda: models.steiner_triples(5, symmetry="cyclic"),
    "one girl too many": lambda: models.schoolgirls(16),
    "fewer girls than a group": lambda: models.schoolgirls(2, days=1),
    "one day too many": lambda: models.schoolgirls(9, days=5),
    "one reduced day too many": lambda: models.schoolgirls(9, days=5, reduced=True),
    "one reduced girl too many": lambda: models.schoolgirls(10, reduced=True),
    "an odd graph": lambda: models.perfect_matchings(3),
    "no colors": lambda: models.coloring([("a", "b")], 0),
    "a thing larger than a bin": lambda: models.bin_packing([3, 9], 5),
    "a bin for nothing": lambda: models.bin_packing([1], 0),
    "no bins": lambda: models.bin_packing([3], 5, bins=0),
    "too few bins": lambda: models.bin_packing([4, 4, 4], 5, bins=2),
    "more hours than slots": lambda: models.timetable([("Latin", ["Ann"], 4)], ["s1", "s2"]),
    "no slots": lambda: models.timetable([("Latin", ["Ann"])], []),
    "no rooms": lambda: models.timetable([("Latin", ["Ann"])], ["s1"], rooms=0),
    "too few slots": lambda: models.timetable([(name, ["Ann"]) for name in "abc"], ["s1", "s2"]),
    "no people": lambda: models.roster([], ["Mon"], {"early": 1}, work=1),
    "no days": lambda: models.roster(["Ann"], [], {"early": 1}, work=1),
    "no work": lambda: models.roster(["Ann"], ["Mon"], {"early": 1}, work=0),
    "no squares": lambda: models.squared(2, 2, []),
    "squares too large": lambda: models.squared(2, 2, [1, 2]),
    "squares too small": lambda: models.squared(9, 9, [4]),
    "another number of MacMahon's squares": lambda: models.macmahon(5, 6),
    "none of MacMahon's squares": lambda: models.macmahon(colors=0),
    "a required word": lambda: models.crossword(["..."], ["ape"], required=["toolong"]),
    "no words": lambda: models.crossword(["..."], []),
    "no word of a rectangle": lambda: models.word_rectangle(0, 3, ["a"]),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_the_impossible_has_no_solution_and_a_reason(name):
    problem = IMPOSSIBLE[name]()
    assert problem.solve() is None and problem.count() == 0
    reason = problem.explain()
    assert reason and reason.kind not in ("solvable", "unknown") and len(str(reason)) > 10
    assert problem.draw().svg and problem.title
    assert problem.count(orbits=True) == 0


EMPTY = {  # problems in which nothing is to do have one solution
    "no pieces on optional cells": lambda: models.polyominoes("3x3", pieces=[], optional=True),
    "none together": lambda: models.polyominoes("3x3", any_number=True, optional=True, total=0),
    "no region": lambda: models.polyominoes("0x3", any_number=True),
    "a drawing without cells": lambda: models.polyominoes("...", copies=(0, 2)),
    "no cubes": lambda: models.polycubes("0x2x2", pieces="", any_number=True),
    "no hexagons": lambda: models.polyhexes("hexagon0", copies=0),
    "no triangles": lambda: models.polyiamonds("triangle0", copies=0),
    "queens 0": lambda: models.queens(0),
    "latin 0": lambda: models.latin_squares(0),
    "paratopy 0": lambda: models.latin_squares(0, symmetry="paratopy"),
    "reduced 0": lambda: models.latin_squares(0, reduced=True, given=""),
    "costas 0": lambda: models.costas(0),
    "costas 1": lambda: models.costas(1),
    "transversals 0": lambda: models.transversals(0),
    "transversals of no rows": lambda: models.transversals([]),
    "mates 0": lambda: models.orthogonal_mates(""),
    "langford 0": lambda: models.langford(0),
    "no copies": lambda: models.langford(3, copies=0),
    "skolem 0": lambda: models.skolem(0),
    "designs of nothing": lambda: models.block_designs(0, 3),
    "designs of a point": lambda: models.block_designs(1, 3, symmetry="cyclic"),
    "no blocks": lambda: models.block_designs(7, 3, 0),
    "triples of nothing": lambda: models.steiner_triples(0, reduced=True),
    "no girls": lambda: models.schoolgirls(0),
    "no days": lambda: models.schoolgirls(9, days=0, reduced=True),
    "no vertices": lambda: models.perfect_matchings(0),
    "no edges": lambda: models.perfect_matchings(""),
    "no graph": lambda: models.coloring([], 0),
    "no things": lambda: models.bin_packing([], 5, bins=0),
    "no lessons": lambda: models.timetable([], [], rooms=0),
    "no shifts": lambda: models.roster(["Ann"], ["Mon"], {"early": 0}, work=0, costs={("Ann", "Mon", "early"): 1}),
    "no one": lambda: models.roster([], [], {}, work=0),
    "no rectangle": lambda: models.squared(0, 3, []),
    "partridge 0": lambda: models.partridge(0),
    "no squares": lambda: models.macmahon(0, 0, colors=0),
    "no rows": lambda: models.set_partitioning([]),
    "no grid": lambda: models.crossword(["#"], ["ape"]),
    "no letters": lambda: models.word_square(0, ["a"]),
}


@pytest.mark.parametrize("name", EMPTY)
def test_nothing_to_do_is_done_in_one_way(name):
    problem = EMPTY[name]()
    solution = problem.solve()
    assert solution is not None and solution.options == () and not problem.explain()
    assert problem.count() == problem.count(orbits=True) == 1
    assert problem.draw(solution).svg and problem.draw().text is not None


def test_zero_leaves_things_out():
    """A piece, a shift or a lesson with the number 0 is as good as none."""
    assert models.polyominoes("3x5", pieces="AAB", copies={"A": (0, 9), "B": 0}).count() == 0
    lone = models.polyominoes("2x3", pieces="AAA\n\nB", copies={"A": 2, "B": 0})
    assert lone.count() == models.polyominoes("2x3", pieces="AAA", copies=2).count() == 1
    names = {"people": ["Ann", "Bob"], "days": ["Mon", "Tue"]}
    assert models.roster(**names, shifts={"early": 1, "late": 0}, work=(0, 2)).count() == 4
    assert models.timetable([("Latin", ["Ann"]), ("none", ["Ann"], 0)], ["s1", "s2"]).count() == 2
    assert models.timetable([("none", ["Ann"], 0)], ["s1"], rooms=0).count() == 1
    assert models.langford(3, copies=1).count() == 6


def test_a_loop_over_regions_needs_no_try():
    random = Random(1)
    answers = set()
    for _ in range(300):
        rows = ["".join(random.choice("##.") for _ in range(4)) for _ in range(3)]
        copies = (0, random.randrange(3)) if random.random() < 0.5 else random.randrange(4)
        problem = models.polyominoes(rows, pieces=TINY, copies=copies, optional=random.random() < 0.5)
        solution = problem.solve()
        assert bool(problem.explain()) == (solution is None)
        answers.add(solution is None)
    assert answers == {True, False}


def test_the_title_has_the_areas():
    title = models.polyominoes("5x5").title
    assert title == "pentominoes in 5x5: the pieces have 60 squares together, the region 25"
    assert "at most 8 squares together, the region 10" in models.polyominoes("2x5", pieces="AA", copies=(0, 4)).title
    assert "at least 16 squares" in models.polyominoes("3x3", pieces=TINY, copies=(4, 5), optional=True).title
    assert models.polyominoes("6x10").title == "pentominoes in 6x10"


# --- sets of pieces by their names


@pytest.mark.parametrize(
    "pieces",
    ["tetrominoes pentominoes", "tetrominoes, pentominoes", "tetrominoes+pentominoes", ["tetrominoes", "Pentominoes"]],
)
def test_sets_joined_by_words(pieces):
    both = models.polyominoes("8x10", pieces=pieces)
    assert len({item for item in both.items if not str(item).startswith("r")}) == 5 + 12
    assert sum(len(both.option(k)) - 1 for k in both.solve()) == 80


@pytest.mark.parametrize(
    ("pieces", "word"),
    [
        ("tetrominoes pentominos", "pentominos"),
        ("tetrominos pentominos", "tetrominos"),
        ("pentominos", "pentominos"),
        (["tetrominoes", "soma"], "soma"),
        ("Tetrominoes and dominoes", "and"),
    ],
)
def test_sets_that_are_misspelt(pieces, word):
    with pytest.raises(ValueError, match=f"^pieces '{word}': the words are monominoes, dominoes, .*, heptominoes;"):
        models.polyominoes("6x6", pieces=pieces)


def test_sets_of_cubes():
    assert len(models.placements("2x2x2", "dicubes tricubes", cell=CUBES.cell)) == 12 + 24


def test_the_cells_of_no_region():
    assert region_of(SQUARES, "0x3") == region_of(SQUARES, "...") == {}


# --- optional cells


def test_the_best_packing_leaves_the_fewest_cells_empty():
    packing = models.polyominoes("5x5", pieces="LLL\nL..", copies=(0, 9), optional=True)
    assert packing.best()[0].cost == -24
    trominoes = models.polyominoes("4x4", pieces="AA\nA.", any_number=True, optional=True)
    assert trominoes.best()[0].cost == -15 == min(-3 * len(solution) for solution in trominoes.solutions())
    assert models.polyominoes("3x3", pieces="AAAA", copies=(0, 1), optional=True).best()[0].cost == 0
    for puzzle in (models.polyominoes("5x12"), models.polyominoes("+##", pieces="AA", copies=(0, 1))):
        assert puzzle.costs is None
