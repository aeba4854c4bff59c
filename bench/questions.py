# SPDX-License-Identifier: MIT
"""The set of `python -m bench one`: problems with a solution, and problems without one.

Families are random (a case has three seeds) or not (it has one, 0). The sizes are such that the best of the contenders
takes 0.01 s to 60 s. Every claim of this table is known: solutions are planted or were found, and problems without one
have a proof, from the literature or from two solvers.

    invariant   a weighing of the items modulo 2, 3 or 4 proves that there is no solution. For example, a domino covers
                a black cell and a white one, but the mutilated board has two more of one color

References: S. Golomb, Polyominoes (1994); R. Davies, On Langford's problem II (1959).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from . import planted
from .instances import (
    ROD,
    T_TETROMINO,
    Y_PENTOMINO,
    Cell,
    Cover,
    box,
    dominoes,
    langford,
    matching,
    orientations,
    polycubes,
    polyominoes,
    queens,
    steiner_triples,
    transversals,
)

SEEDS = (1, 2, 3)
BRICK = {"b": box(1, 2, 4)}
STRAIGHT = {"I": box(1, 4)}


@dataclass(frozen=True)
class Case:
    """A problem of the set, or three of one kind."""

    family: str
    title: str
    generator: Callable[..., Cover]
    seeds: tuple[int, ...] = (0,)  # of (0,): the generator takes no seed
    solvable: bool = True
    invariant: bool = False

    def make(self, seed: int) -> Cover:
        """Return the problem of a seed.

        >>> QUESTIONS[0].title, len(QUESTIONS[0].make(0).options)
        ('queens 40', 1600)
        """
        return self.generator() if self.seeds == (0,) else self.generator(seed=seed)


def shuffled(generator: Callable[[], Cover], *, seed: int) -> Cover:
    """Return a problem with its options in random order."""
    cover = generator()
    options = list(cover.options)
    Random(seed).shuffle(options)
    return cover._replace(options=options)


def mutilated(n: int) -> Cover:
    """Model domino tilings of a square board without two opposite corners (Max Black, 1946)."""
    return dominoes([cell for cell in box(n, n) if cell not in ((0, 0), (n - 1, n - 1))])


def pigeons(n: int) -> Cover:
    """Model n pigeons in n - 1 holes."""
    options = [(f"pigeon{i}", f"hole{j}") for i, j in box(n, n - 1)]
    return Cover([f"pigeon{i}" for i in range(n)], [f"hole{j}" for j in range(n - 1)], options)


def free_polyominoes(size: int) -> dict[str, list[Cell]]:
    """Return the polyominoes of this many cells, up to rotation and reflection.

    >>> [len(free_polyominoes(size)) for size in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    """
    shapes: set[tuple[Cell, ...]] = {((0, 0),)}
    for _ in range(size - 1):
        steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
        grown = {frozenset(shape) | {(i + y, j + x)} for shape in shapes for i, j in shape for y, x in steps}
        larger = [shape for shape in grown if len(shape) > len(next(iter(shapes)))]
        shapes = {tuple(orientations(sorted(shape), mirrored=True)[0]) for shape in larger}
    return {f"P{k}": list(shape) for k, shape in enumerate(sorted(shapes))}


def hexominoes(rows: int, columns: int) -> Cover:
    """Model packings of a rectangle of 210 cells with the 35 hexominoes.

    On a chessboard, 24 of them cover 3 black cells, and 11 cover 2 or 4: an odd number of differences of 2 is not 0.
    """
    return polyominoes(free_polyominoes(6), box(rows, columns), each_once=True)


def _random(family: str, title: str, generator: Callable[..., Cover], seeds: tuple[int, ...] = SEEDS) -> Case:
    return Case(family, title, generator, seeds)


def _none(family: str, title: str, generator: Callable[..., Cover], invariant: bool = True) -> Case:
    return Case(family, title, generator, solvable=False, invariant=invariant)


def _random_none(family: str, title: str, generator: Callable[..., Cover], seeds: tuple[int, ...] = SEEDS) -> Case:
    return Case(family, title, generator, seeds, solvable=False)


def _y(rows: int, columns: int) -> Callable[[], Cover]:
    return partial(polyominoes, Y_PENTOMINO, box(rows, columns))


SOLVABLE = [
    *(Case("queens", f"queens {n}", partial(queens, n)) for n in (40, 80, 150)),
    *(Case("Langford", f"Langford {n}", partial(langford, n, both=True)) for n in (28, 40, 80)),
    *(_random("quasigroups", f"quasigroup {n}, 42 % open", partial(planted.quasigroup, n, 0.42)) for n in (30, 35, 40)),
    _random("Sudoku", "Sudoku 16x16, 70 % open", partial(planted.sudoku, 4, 0.7)),
    _random("Sudoku", "Sudoku 25x25, 55 % open", partial(planted.sudoku, 5, 0.55)),
    _random("Sudoku", "Sudoku 25x25, 60 % open", partial(planted.sudoku, 5, 0.6)),
    _random("Sudoku", "Sudoku 36x36, 45 % open", partial(planted.sudoku, 6, 0.45)),
    *(Case("packings", f"Y pentominoes {n}x{n}", _y(n, n)) for n in (15, 20, 25, 30)),
    _random("packings", "Y pentominoes 20x20, shuffled", partial(shuffled, _y(20, 20))),
    _random("packings", "20 pieces in 10x10", partial(planted.packing, 10, 10, 5)),
    _random("packings", "16 pieces in 8x12", partial(planted.packing, 8, 12, 6)),
    *(_random("triples", f"{n} items, {4 * n} triples", partial(planted.triples, n, 4 * n)) for n in (120, 150, 165)),
    Case("Steiner triples", "Steiner triples of 31", partial(steiner_triples, 31)),
    *(
        _random("Steiner triples", f"Steiner triples of {v}, shuffled", partial(shuffled, partial(steiner_triples, v)))
        for v in (25, 33)
    ),
    _random("words", "5x5 letters, 500 words", partial(planted.words, 5, 5, 500)),
    _random("words", "5x6 letters, 2,000 words", partial(planted.words, 5, 6, 2000)),
    _random("words", "6x6 letters, 3,000 words", partial(planted.words, 6, 6, 3000)),
    _random("coloring", "200 vertices, 3 colors", partial(planted.coloring, 200, 4.6, 3)),
    _random("coloring", "400 vertices, 3 colors", partial(planted.coloring, 400, 4.5, 3)),
    _random("coloring", "150 vertices, 4 colors", partial(planted.coloring, 150, 9.2, 4)),
    _random("timetables", "80 lessons, 8 classes", partial(planted.timetable, 8, 10, 0.4)),
    _random("timetables", "150 lessons, 10 classes", partial(planted.timetable, 10, 15, 0.4)),
    _random("timetables", "150 lessons, laboratories", partial(planted.timetable, 10, 15, 0.3, rooms=5)),
]
UNSOLVABLE = [
    _none("tilings", "rods 1x4 in 10x10", partial(polyominoes, STRAIGHT, box(10, 10))),
    _none("tilings", "bricks 1x2x4 in 6x6x6", partial(polycubes, BRICK, box(6, 6, 6))),
    _none("tilings", "rods 1x1x4 in 6x6x6", partial(polycubes, ROD, box(6, 6, 6))),
    _none("tilings", "T tetrominoes 10x10", partial(polyominoes, T_TETROMINO, box(10, 10))),
    _none("tilings", "35 hexominoes in 14x15", partial(hexominoes, 14, 15)),
    *(_none("tilings", f"mutilated board {n}x{n}", partial(mutilated, n)) for n in (10, 16, 20, 24)),
    *(_none("Langford", f"Langford {n}", partial(langford, n, both=True)) for n in (14, 17, 18, 21)),
    *(_none("designs", f"Steiner triples of {v}", partial(steiner_triples, v)) for v in (14, 17)),
    _none("designs", "pairings of 21", partial(matching, 21)),
    _none("pigeons", "11 pigeons in 10 holes", partial(pigeons, 11), False),
    _none("designs", "transversals modulo 12", partial(transversals, 12), False),
    *(_none("packings", f"Y pentominoes {n}x{m}", _y(n, m), False) for n, m in ((10, 13), (10, 17))),
    _random_none("quasigroups", "quasigroup 20, thinned", partial(planted.quasigroup, 20, 0.6, spoiled=0.5)),
    _random_none("Sudoku", "Sudoku 25x25, thinned", partial(planted.sudoku, 5, 0.7, spoiled=0.52)),
    _random_none("triples", "120 items, 280 triples", partial(planted.triples, 120, 280, planted=False)),
    _random_none("triples", "150 items, 350 triples", partial(planted.triples, 150, 350, planted=False)),
    _random_none("coloring", "200 vertices, not 3 colors", partial(planted.coloring, 200, 4.9, 3, planted=False)),
    _random_none("coloring", "80 vertices, not 4 colors", partial(planted.coloring, 80, 9.5, 4, planted=False)),
    _random_none(
        "timetables", "150 lessons, an hour missing", partial(planted.timetable, 10, 15, 0.25, missing=1), (1, 3, 4)
    ),
]
QUESTIONS = [*SOLVABLE, *UNSOLVABLE]
