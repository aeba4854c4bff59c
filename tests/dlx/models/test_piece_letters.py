# SPDX-License-Identifier: MIT
"""The letters in pictures of pieces: each denotes the piece drawn with it, in every format."""

import random
import re
from collections import Counter, defaultdict
from xml.etree import ElementTree

import pytest

from dlx import Text, models
from dlx.drawing.grid import CELL_PX, MARGIN_PX
from dlx.models.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES
from dlx.models.shapes import pieces_of, region_of

MODEL = {
    SQUARES: models.polyominoes,
    TRIANGLES: models.polyiamonds,
    HEXAGONS: models.polyhexes,
    CUBES: models.polycubes,
}
REGIONS = {SQUARES: "4x5", TRIANGLES: "3x3", HEXAGONS: "4x4", CUBES: "2x3x3"}


def cut(lattice, rng, sizes=(1, 2, 2, 3, 3)):
    """Return the drawing of a region cut at random into connected pieces, small enough that some are equal."""
    cells = region_of(lattice, REGIONS[lattice])
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    marks = {}
    for cell in rng.sample([*cells], len(cells)):
        piece, size, mark = [cell] * (cell not in marks), rng.choice(sizes), None
        while piece and len(piece) < size:
            free = {*cells} - {*marks} - {*piece}
            more = sorted({other for at in piece for other in lattice.neighbors(at)} & free)
            if not more:
                break
            piece.append(rng.choice(more))
        if piece:
            mark = next(letters)
        marks |= dict.fromkeys(piece, mark)
    return drawing(lattice, {lattice.place(cell): mark for cell, mark in marks.items()})


def drawing(lattice, marks):
    rows, columns = (1 + max(place[axis] for place in marks) for axis in (-2, -1))
    layers = range(1 + max(place[0] for place in marks)) if lattice is CUBES else [None]
    where = (lambda z, r, c: (z, r, c)) if lattice is CUBES else (lambda z, r, c: (r, c))
    dot = "." if lattice is CUBES else " "
    return "\n".join(
        "  ".join("".join(marks.get(where(z, r, c), dot) for c in range(columns)) for z in layers) for r in range(rows)
    )


def kinds(lattice, text):
    """Return the piece of each letter: the least of the shapes into which it can be turned."""
    group = lattice.group(reflections=lattice is not CUBES)
    return {name: min(lattice.images(shape, group)) for name, shape in pieces_of(lattice, text + "\n")}


def letters_of_svg(lattice, picture, layers_apart):
    """Return the letter at each place, for squares and cubes."""
    found = {}
    for text in (shape for shape in picture.shapes if isinstance(shape, Text)):
        row, column = int((text.y - MARGIN_PX) // CELL_PX), int((text.x - MARGIN_PX) // CELL_PX)
        place = (column // layers_apart, row, column % layers_apart) if lattice is CUBES else (row, column)
        found[place] = text.text
    return found


def places_of_text(lattice, text):
    found = {}
    for r, line in enumerate(text.split("\n")):
        for z, row in enumerate(line.split() if lattice is CUBES else [line]):
            at = (z, r) if lattice is CUBES else (r,)
            found |= {(*at, c): mark for c, mark in enumerate(row) if mark not in ". "}
    return found


@pytest.mark.parametrize("lattice", MODEL, ids=lambda lattice: lattice.cell)
def test_letters_stand_for_the_pieces_that_were_drawn(lattice):
    rng, equal = random.Random(7), 0
    for _ in range(25):
        drawn = cut(lattice, rng)
        wanted = kinds(lattice, drawn)
        equal += len({*wanted.values()}) < len(wanted)
        puzzle = MODEL[lattice](REGIONS[lattice], pieces=drawn + "\n")
        for k, solution in enumerate(puzzle.solutions()):
            picture = puzzle.draw(solution)
            assert kinds(lattice, picture.text) == wanted, drawn
            in_text = places_of_text(lattice, picture.text)
            if lattice in (SQUARES, CUBES):
                in_svg = letters_of_svg(lattice, picture, 4)
                assert in_svg.items() <= in_text.items()
                assert len(in_svg) == (len(in_text) if lattice is CUBES else len(wanted))
            root = ElementTree.fromstring(picture.svg)
            shown = Counter(element.text for element in root.iter("{http://www.w3.org/2000/svg}text"))
            assert shown == (Counter(in_text.values()) if lattice is CUBES else Counter(wanted.keys()))
            for mark in wanted:
                places = sorted(place for place, other in in_text.items() if other == mark)
                cells = [lattice.name(lattice.middle(place)) for place in places]
                assert re.search(rf"[:;] {mark} {' '.join(cells)}[;.]", picture.description)
            if k == 3:
                break
    assert equal > 15


def test_equal_pieces_have_colors_of_their_own():
    puzzle = models.polyominoes("3x4", pieces="AABB\nCCDD\nEEFF\n")
    svg = puzzle.draw(puzzle.solve()).svg
    fills = {group.get("fill") for group in ElementTree.fromstring(svg) if group.get("fill", "none") != "none"}
    assert len(fills) == 6 + 2  # plus the background and the ink of letters


def test_copies_and_mirror_images_have_letters_of_their_own():
    puzzle = models.polyominoes("4x10", pieces="tetrominoes", copies=2)
    picture = puzzle.draw(puzzle.solve())
    found = kinds(SQUARES, picture.text)
    assert set(found) == set("ILOSTilost")
    assert all(found[mark] == found[mark.lower()] for mark in "ILOST")
    assert letters_of_svg(SQUARES, picture, 0).items() <= places_of_text(SQUARES, picture.text).items()
    assert "i (I) r" in picture.description
    puzzle = models.polyominoes("3x4", pieces="AA\nA.\n", copies=4)
    assert set(kinds(SQUARES, puzzle.draw(puzzle.solve()).text)) == set("AaBC")


def test_one_sided_pieces_have_one_letter_in_every_format():
    puzzle = models.polyominoes("9x10", one_sided=True)
    picture = puzzle.draw(next(puzzle.solutions()))
    in_svg = letters_of_svg(SQUARES, picture, 0)
    in_text = places_of_text(SQUARES, picture.text)
    assert in_svg.items() <= in_text.items() and len(in_svg) == 18
    assert set(in_svg.values()) == set("FILNPTUVWXYZ" + "flnpyz")
    assert "f (F') r" in picture.description


def test_letters_where_any_number_may_be_used():
    """A letter of the drawing keeps its drawn shape; all other letters are free."""
    drawn = "ABB.C\n..B..\n"
    wanted = kinds(SQUARES, drawn)
    puzzle = models.polyominoes("4x6", pieces=drawn, any_number=True)
    for k, solution in enumerate(puzzle.solutions()):
        found = kinds(SQUARES, puzzle.draw(solution).text)
        assert len(found) == len(solution.options)
        assert all(found[mark] == wanted[mark] for mark in found if mark in wanted and mark in ("A", "B"))
        if k == 20:
            break


def test_more_pieces_than_letters():
    """Letters repeat, but pieces that touch have different ones: each letter falls into dominoes."""
    puzzle = models.polyominoes("20x20", pieces="dominoes", any_number=True)
    marks = places_of_text(SQUARES, puzzle.draw(puzzle.solve()).text)
    beside = defaultdict(set)
    for (r, c), mark in marks.items():
        beside[r, c] = {p for p in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if marks.get(p) == mark}
    assert len(marks) == 400 and all(len(same) == 1 for same in beside.values())
