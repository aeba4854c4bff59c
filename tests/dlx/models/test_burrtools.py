# SPDX-License-Identifier: MIT
"""Files of BurrTools: cells of every kind, ranges, cells that may stay empty, colors; and errors."""

import gzip
import pickle
from itertools import product
from random import Random

import pytest

from dlx import models
from dlx.models.lattice import (
    COLORED_CUBES,
    COLORED_PRISMS,
    COLORED_RHOMBS,
    COLORED_SPHERES,
    COLORED_TETRAHEDRA,
    sphere_orientations,
)
from dlx.models.shapes import SOMA
from dlx.terminal.cli import main


def voxel(text):
    """Write a shape, drawn as layers separated by blanks and rows by slashes."""
    layers = [layer.split("/") for layer in text.split()]
    size = f'x="{len(layers[0][0].translate(dict.fromkeys(map(ord, "0123456789"))))}"'
    cells = "".join("".join(layer) for layer in layers).replace(".", "_")
    return f'<voxel {size} y="{len(layers[0])}" z="{len(layers)}" type="0">{cells}</voxel>'


def puzzle(result, pieces, *, grid=0, colors=(), more="", numbers=None):
    """Write a file with one problem: shape 0 is the result, and each piece is used once or by its numbers."""
    shapes = "".join(map(voxel, [result, *pieces]))
    numbers = numbers or ['count="1"'] * len(pieces)
    used = "".join(f'<shape id="{k}" {number}/>' for k, number in enumerate(numbers, 1))
    pairs = "".join(f'<pair piece="{piece - 1}" result="{other - 1}"/>' for piece, other in colors)
    return (
        f'<puzzle version="2"><gridType type="{grid}"/><shapes>{shapes}</shapes><problems>'
        f'<problem name="P" {more}><shapes>{used}</shapes><result id="0"/><bitmap>{pairs}</bitmap></problem>'
        "</problems></puzzle>"
    )


def soma_pieces():
    drawn = {}
    for r, line in enumerate(SOMA.splitlines()):
        for z, layer in enumerate(line.split()):
            for c, mark in enumerate(layer):
                if mark != ".":
                    drawn.setdefault(mark, set()).add((z, r, c))
    for cells in drawn.values():
        low = [min(axis) for axis in zip(*cells, strict=True)]
        size = [max(axis) - least + 1 for axis, least in zip(zip(*cells, strict=True), low, strict=True)]
        inside = {tuple(a - b for a, b in zip(cell, low, strict=True)) for cell in cells}
        yield " ".join(
            "/".join("".join("#" if (z, r, c) in inside else "." for c in range(size[2])) for r in range(size[1]))
            for z in range(size[0])
        )


@pytest.fixture
def made(tmp_path):
    def make(text, **how):
        path = tmp_path / "puzzle.xmpuzzle"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return models.burrtools(path, **how)

    return make


CUBE = " ".join(["###/###/###"] * 3)


def test_the_soma_cube(made):
    text = puzzle(CUBE, [*soma_pieces()])
    for content in (text, gzip.compress(text.encode())):
        soma = made(content)
        assert soma.title == "P" and soma.count() == 11520 and soma.count(orbits=True) == 240
    assert made(text, reflections=False).count(orbits=True) == 480
    again = pickle.loads(pickle.dumps(soma))
    assert again.draw(again.solve()).text == soma.draw(soma.solve()).text
    assert len({*again.draw(again.solve()).text} - {*" \n"}) == 7


def test_ranges_and_cells_that_may_stay_empty(made):
    """The same puzzle by another model."""
    numbers = ['min="0" max="2"', 'count="1"']
    burr = made(puzzle("###/#+#", ["##", "#"], numbers=numbers))
    other = models.polyominoes("###\n#+#\n", pieces="AA\n\nB", copies={"A": (0, 2), "B": 1})
    assert burr.count() == other.count() == 3
    assert burr.count(orbits=True) == other.count(orbits=True) == 2


def test_a_limit_of_empty_cells(made):
    text = puzzle("++++", ["##"], numbers=['min="0" max="2"'])
    assert made(text).count() == 1 + 3 + 1
    assert made(text.replace('name="P"', 'maxHoles="2"')).count() == 3 + 1
    assert made(text.replace('name="P"', 'maxHoles="1"')).count() == 1
    assert made(puzzle("++++", ["##"], more='maxHoles="0"')).count() == 3  # a fixed number of cells stays empty


def test_colors(made):
    """A piece with a cell of color 1 and a neutral one, in a row whose cells have the colors 0 1 2 0."""
    row = "##1#2#"
    assert made(puzzle(row, ["#1#", "##"], colors=[(1, 1)])).count() == 3  # its colored cell is first, second, or last
    assert made(puzzle(row, ["#1#", "##"])).count() == 2
    assert made(puzzle(row, ["#1#", "##"], colors=[(1, 1), (1, 2)])).count() == 4
    assert made(puzzle("#1#2", ["#1", "#2"], colors=[(1, 2), (2, 1)])).count() == 1
    assert made(puzzle("#1#2", ["#1", "#1"], colors=[(1, 1)])).count() == 0
    assert len(made(puzzle("#1#1", ["#1", "#1"], colors=[(1, 1)])).group(True)) == 2
    assert len(made(puzzle("#1#2", ["#", "#"])).group(True)) == 1


def test_prisms(made):
    """A hexagon of six prisms and three rhombi: two ways, and one up to symmetry."""
    hexagon = ".###/.###"
    assert made(puzzle(hexagon, ["##"] * 3, grid=1)).count() == 2
    assert made(puzzle(hexagon, ["##"] * 3, grid=1)).count(orbits=True) == 1
    two = made(puzzle(" ".join([hexagon] * 2), ["##"] * 6, grid=1))
    upright = made(puzzle(" ".join([hexagon] * 2), ["# #"] * 6, grid=1))
    assert (two.count(), upright.count()) == (4, 1)
    assert len(upright.group(True)) == 12  # upside down, each piece is in its place


def test_parts_of_cubes(made):
    """A tetrahedron fits into every cube, in one of two positions; an octahedron of eight parts into every corner."""
    tetrahedron = ".../.../... .../.#./... .../.../..."
    row = "....../....../...... ....../.#..#./...... ....../....../......"
    pair = made(puzzle(row, [tetrahedron] * 2, grid=4))
    assert pair.n_options == 2 and pair.count() == 1 and len(pair.group(True)) == 2
    octahedron = " ".join([".../.##/.##", ".../.##/.##"])
    assert made(puzzle(octahedron, [octahedron], grid=4)).count() == 1
    face = "...../..#../.#.../...../..... ...../...../...../...../....."  # two parts of the twelve of a dodecahedron
    both = made(puzzle(face, [face], grid=3))
    assert both.count() == 1 and both.n_options == 1
    assert [len(g.group(reflections=False)) for g in (COLORED_CUBES, COLORED_RHOMBS, COLORED_TETRAHEDRA)] == [24] * 3
    assert [len(g.group()) for g in (COLORED_CUBES, COLORED_PRISMS)] == [48, 24]


def alike(points, others):
    """Return whether a rotation maps points to others, in order: same distances, same handedness."""

    def shape(points):
        away = [tuple(a - b for a, b in zip(point, points[0], strict=True)) for point in points]
        dots = [sum(x * y for x, y in zip(a, b, strict=True)) for a in away for b in away]
        turns = [
            (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2]
            for a in away
            for b in away
            for c in away
        ]
        return dots, turns

    return shape(points) == shape(others)


def test_orientations_of_spheres_by_trying_all_points():
    rng, near = Random(2), [p for p in product(range(-2, 3), repeat=3) if sum(p) % 2 == 0]
    for _ in range(30):
        points = [(0, 0, 0)]
        while len(points) < rng.choice([1, 2, 3, 4]):
            step = rng.choice([p for p in near if max(map(abs, p)) == 1 and any(p)])
            point = tuple(a + b for a, b in zip(rng.choice(points), step, strict=True))
            if point in near and point not in points:
                points.append(point)
        inside = {tuple(image) for image in sphere_orientations(points) if all(p in near for p in image)}
        tried = {
            ((0, 0, 0), *rest)
            for rest in product(near, repeat=len(points) - 1)
            if sum(x * x for p in rest for x in p) == sum(x * x for p in points for x in p)
            if alike(points, [(0, 0, 0), *rest])
        }
        assert inside == tried


def test_spheres(made):
    """Two pairs fill the pyramid of four spheres in three ways, and are one assembly."""
    pair, row = "#./.#", "#../.#./..#"
    pyramid = made(puzzle("#./.# .#/#.", [pair, pair], grid=2))
    assert (pyramid.count(), pyramid.count(orbits=True)) == (3, 1)
    again = pickle.loads(pickle.dumps(pyramid))
    assert again.draw(again.solve()).text == pyramid.draw(pyramid.solve()).text
    for result, ways in ((row, 1), ("#.. .#. ..#", 1), ("#./.#/#.", 0)):
        assert made(puzzle(result, [row], grid=2)).count() == ways
    hexagon = "..../...+/..+. ...+/..+./.+.. ..+./.+../...."  # seven spheres of a layer of triangles
    for piece, ways in ((row, 3), (pair, 12), ("#./.#/#.", 0), ("#.#/.#.", 0), ("#./.# .#/..", 6)):
        assert made(puzzle(hexagon, [piece], grid=2)).count() == ways


@pytest.mark.parametrize(
    "lattice", [COLORED_CUBES, COLORED_PRISMS, COLORED_RHOMBS, COLORED_SPHERES, COLORED_TETRAHEDRA]
)
def test_cells_and_their_homes(lattice):
    """Rotations map classes of translations to such classes, and a cell is its middle's place."""
    cells = [(z, r, c, 7) for z in range(-4, 5) for r in range(-4, 5) for c in range(-4, 5)]
    for cell in cells[::5]:
        point = lattice.middle(cell)
        assert lattice.place(point) == cell[:3]
        home = lattice.home(point)
        assert lattice.home(home) == home
        for matrix in lattice.group()[::5]:
            assert lattice.home(lattice.turned(matrix, [point])[0]) == lattice.home(lattice.turned(matrix, [home])[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a puzzle of BurrTools"),
        (b"\x1f\x8b123", "not a puzzle of BurrTools"),
        (puzzle("#.", ["##"], grid=2), "shape 2: no sphere fits at 1, 0, 0, whose sum is odd"),
        (puzzle("##", ["#"], grid=9), "its cells are of an unknown kind 9; the kinds are 0 to 4"),
        (puzzle("##", ["#"]).replace('x="2"', 'x="3"'), "shape 1: 2 cells for a size of 3 x 1 x 1"),
        (puzzle("##", ["#"]).replace("##", "#?"), "shape 1: '[?]' is no cell; cells are #"),
        (puzzle("##", ["#"]).replace("##", "3##"), "shape 1: '3' is no cell"),
        (puzzle("##", ["#"]).replace('x="2"', 'x="two"'), "shape 1: x is 'two'; it must be a number"),
        (puzzle("##", ["#"]).replace('id="1"', 'id="7"'), "problem 1: no shape 8; there are 2"),
        (puzzle("##", ["#"]).replace('<result id="0"/>', ""), "problem 1: it has no result"),
        (puzzle("##", ["#+"]), "as only the result may have"),
        (puzzle("##", ["#"], numbers=['min="2" max="1"']), "at least 2 and at most 1 copies"),
        (puzzle("++", ["#", "##"], more='maxHoles="1"', numbers=['min="0" max="1"'] * 2), "pieces of one size only"),
        ("<puzzle/>", "no problem 1; it has 0"),
    ],
)
def test_errors(made, text, message):
    with pytest.raises(ValueError, match=message):
        made(text)


def test_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "packed.xmpuzzle"
    path.write_bytes(gzip.compress(puzzle(CUBE, [*soma_pieces()]).encode()))
    assert main(["model", "burrtools", str(path), "--orbits"]) == 0
    assert capsys.readouterr().out == "240\n"
    assert main(["model", "burrtools", str(tmp_path / "none"), "--orbits"]) == 2
