"""Tilings: pieces in regions, MacMahon's squares, squares in rectangles; against published counts and brute force.

Sources: "Golomb" is Polyominoes (1965; the counts are also in Knuth, Dancing links, 2000); "Goodger" is the puzzle
classes of Polyform Puzzler, https://puzzler.sourceforge.net; A... is the OEIS.
"""

import pickle
import re
from collections import Counter
from functools import cache
from io import StringIO
from itertools import combinations_with_replacement, permutations, product
from math import cos, pi, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, models
from dlx.models.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES
from dlx.models.shapes import grown, pieces_of, region_of
from dlx.terminal.cli import main

WITHOUT_MIDDLE = "\n".join(["########"] * 3 + ["###..###"] * 2 + ["########"] * 3)
CROSS = "  ####\n  ####\n########\n########\n########\n########\n  ####\n  ####"
MORON = [1, 4, 7, 8, 9, 10, 14, 15, 18]

SMALL = [  # function, region, arguments, solutions, solutions up to symmetry
    ("polyominoes", "3x20", {}, 8, 2),  # Golomb
    ("polyominoes", "4x15", {}, 1472, 368),
    ("polyominoes", WITHOUT_MIDDLE, {}, 520, 65),  # Scott 1958
    ("polyominoes", "4x5", {"pieces": "tetrominoes"}, 0, 0),  # Golomb: the T covers 3 black squares
    ("polyominoes", "8x8", {"pieces": "dominoes", "any_number": True}, 12988816, 1629189),  # A004003, A068928
    ("polyominoes", "2x3", {"pieces": "dominoes", "copies": 3}, 3, None),
    ("polyiamonds", "3x12", {}, 0, 0),  # Goodger
    ("polyiamonds", "4x9", {}, 148, 74),
    ("polyiamonds", "6x6", {}, 624, 156),
    ("polyiamonds", "hexagon2", {"pieces": "diamonds", "any_number": True}, 20, 6),  # A008793, A066931
    ("polyiamonds", "hexagon3", {"pieces": "diamonds", "any_number": True}, 980, 113),
    ("polyiamonds", "hexagon4", {"pieces": "diamonds", "any_number": True}, 232848, 20174),
    ("polyhexes", "4x7", {}, 18, 9),  # Goodger
    ("polyhexes", "triangle7", {}, 0, 0),
    ("polycubes", "3x3x3", {}, 11520, 240),  # Conway and Guy 1961
    ("polycubes", "2x4x4", {"pieces": "tetracubes"}, 11120, 695),  # Ishino: 1390 up to the 8 rotations
]
LARGE = [
    ("polyominoes", "6x10", {}, 9356, 2339),  # C. B. and J. Haselgrove 1960
    ("polyominoes", "5x12", {}, 4040, 1010),
    # Bouwkamp 1969
    pytest.param("polycubes", "3x4x5", {"pieces": "pentominoes"}, 31520, 3940, marks=pytest.mark.nightly),
]


def check(name, region, how, solutions, different):
    puzzle = getattr(models, name)(region, **how)
    assert puzzle.count() == solutions
    if different is not None:
        assert puzzle.count(orbits=True) == different


@pytest.mark.parametrize(("name", "region", "how", "solutions", "different"), SMALL)
def test_published_counts(name, region, how, solutions, different):
    check(name, region, how, solutions, different)


@pytest.mark.long
@pytest.mark.parametrize(("name", "region", "how", "solutions", "different"), LARGE)
def test_published_counts_that_take_longer(name, region, how, solutions, different):
    check(name, region, how, solutions, different)


@pytest.mark.parametrize(
    "puzzle",
    [
        models.polyominoes("3x20"),
        models.polyiamonds("4x9"),
        models.polyiamonds("hexagon2", pieces="diamonds", any_number=True),
        models.polyhexes("4x7"),
        models.polycubes("3x3x2", pieces="AA BB\nA. B.", copies=3),
        models.macmahon(2, 3, colors=2, border=False),
        models.squared(5, 6, [2, 2, 2, 3, 3]),
    ],
    ids=lambda puzzle: puzzle.title,
)
def test_orbits_add_up(puzzle):
    group = puzzle.group(True)
    orbits = [group.size(s) for s in puzzle.solutions(orbits=True)]
    assert orbits and sum(orbits) == puzzle.count()
    assert all(len(group) % size == 0 for size in orbits)


# --- the sets of all pieces


@pytest.mark.parametrize(
    ("lattice", "reflections", "counts"),
    [
        (SQUARES, True, [1, 1, 2, 5, 12, 35]),  # A000105
        (SQUARES, False, [1, 1, 2, 7, 18]),  # A000988
        (TRIANGLES, True, [1, 1, 1, 3, 4, 12, 24]),  # A000577
        (TRIANGLES, False, [1, 1, 1, 4, 6, 19, 43]),  # A006534
        (HEXAGONS, True, [1, 1, 3, 7, 22]),  # A000228
        (HEXAGONS, False, [1, 1, 3, 10, 33]),  # A006535
        (CUBES, True, [1, 1, 2, 7]),  # A038119
        (CUBES, False, [1, 1, 2, 8, 29]),  # A000162
    ],
)
def test_all_shapes_of_n_cells(lattice, reflections, counts):
    group = lattice.group(reflections=reflections)
    assert [len(grown(lattice, n, group)) for n in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("lattice", "word", "n"),
    [(SQUARES, "tetrominoes", 4), (SQUARES, "pentominoes", 5), (CUBES, "tetracubes", 4), (TRIANGLES, "hexiamonds", 6)],
)
def test_words_are_all_shapes(lattice, word, n):
    group = lattice.group(reflections=lattice is not CUBES)
    named = {min(lattice.images(shape, group)) for _, shape in pieces_of(lattice, word)}
    assert sorted(named) == grown(lattice, n, group)


def test_soma_is_all_that_is_no_brick():
    group = CUBES.group(reflections=False)
    soma = {min(CUBES.images(shape, group)) for _, shape in pieces_of(CUBES, "soma")}
    every = {*grown(CUBES, 3, group), *grown(CUBES, 4, group)}
    assert soma == {shape for shape in every if not brick(shape)} and len(every) - len(soma) == 3


def brick(shape):
    return len(shape) == prod(len({cell[axis] for cell in shape}) for axis in range(3))


def test_one_sided_pieces():
    """There are 18 one-sided pentominoes (A000988); only pieces unlike their mirror images are there twice."""
    puzzle = models.polyominoes("9x10", one_sided=True)
    assert puzzle.n_primary == 90 + 18
    assert len(puzzle.group(True)) == 4  # reflections exchange F and F'
    assert sum(len(item) == 2 for item in puzzle.items if item[0] in "FLNPYZ") == 6


# --- Costas arrays


def test_costas_arrays():
    """A008404 counts them, A001441 up to the eight symmetries of the square."""
    counts = [(2, 1), (4, 1), (12, 2), (40, 6), (116, 17), (200, 30), (444, 60)]
    arrays = [models.costas(n) for n in range(2, 9)]
    assert [(array.count(), array.count(orbits=True)) for array in arrays] == counts
    assert [len(array.group(True)) for array in arrays] == [2, 8, 8, 8, 8, 8, 8]


def test_a_sheet_of_solutions():
    puzzle = models.polyominoes("2x3", pieces="dominoes", any_number=True)
    sheet = puzzle.sheet(puzzle.solutions(), columns=2)
    assert (sheet.width, sheet.height) == (2 * puzzle.draw().width, 2 * puzzle.draw().height)
    assert sheet.text.count("\n\n") == 2 and sheet.svg.count("<title") == 1
    with pytest.raises(ValueError, match="a sheet of no pictures"):
        puzzle.sheet([])
    with pytest.raises(ValueError, match="columns is 0"):
        puzzle.sheet(puzzle.solutions(), columns=0)


# --- other methods


def kasteleyn(rows, columns):
    """Return the number of domino tilings of a rectangle (Kasteleyn and Temperley-Fisher 1961)."""
    angles = product(range(1, (rows + 1) // 2 + 1), range(1, (columns + 1) // 2 + 1))
    return round(prod(4 * cos(pi * j / (rows + 1)) ** 2 + 4 * cos(pi * k / (columns + 1)) ** 2 for j, k in angles))


@pytest.mark.parametrize(("rows", "columns"), [(2, 7), (4, 5), (6, 6), (4, 12)])
def test_dominoes_by_formula(rows, columns):
    puzzle = models.polyominoes(f"{rows}x{columns}", pieces="dominoes", any_number=True)
    assert puzzle.count() == kasteleyn(rows, columns)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_diamonds_by_formula(n):
    """The counts are MacMahon's formula for plane partitions in a box."""
    boxes = list(product(range(1, n + 1), repeat=3))
    number = prod(i + j + k - 1 for i, j, k in boxes) // prod(i + j + k - 2 for i, j, k in boxes)
    assert models.polyiamonds(f"hexagon{n}", pieces="diamonds", any_number=True).count() == number


def brute(board, shapes, limits):
    """Count the ways to fill the empty cells of an array with shapes, each as often as its limit allows (None: any)."""
    empty = np.argwhere(board == 0)
    if not len(empty):
        return int(all(not limit for limit in limits))
    r, c = empty[0]
    total = 0
    for k, turned in enumerate(shapes):
        for shape in turned if limits[k] != 0 else ():
            first = int(np.flatnonzero(shape[0])[0])  # the cell to place on the first empty one
            window = (slice(r, r + shape.shape[0]), slice(c - first, c - first + shape.shape[1]))
            if c < first or board[window].shape != shape.shape or (board[window] & shape).any():
                continue
            board[window] |= shape
            rest = [limit - 1 if limit is not None and j == k else limit for j, limit in enumerate(limits)]
            total += brute(board, shapes, rest)
            board[window] ^= shape
    return total


def turned(shape, rotations, reflections):
    flips = [shape, shape[:, ::-1]] if reflections else [shape]
    images = [np.rot90(flip, k) for flip in flips for k in (range(4) if rotations else [0])]
    return list({(image.shape, image.tobytes()): image for image in map(np.ascontiguousarray, images)}.values())


def trimmed(cells):
    array = np.zeros((3, 3), np.int8)
    for cell in cells:
        array[cell] = 1
    rows, columns = np.flatnonzero(array.any(axis=1)), np.flatnonzero(array.any(axis=0))
    return np.ascontiguousarray(array[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4), min_size=1, max_size=3),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=14),
    st.booleans(),
    st.booleans(),
)
def test_any_pieces_in_any_region(drawn, cells, rotations, reflections):
    """Neither pieces nor regions need be connected."""
    shapes = [turned(trimmed(piece), rotations, reflections) for piece in drawn]
    keys = [frozenset((image.shape, image.tobytes()) for image in images) for images in shapes]
    different = [shapes[keys.index(key)] for key in dict.fromkeys(keys)]  # with any number, equal pieces are one
    board = np.ones((4, 5), np.int8)
    for cell in cells:
        board[cell] = 0
    pieces = "\n\n".join(drawing(trimmed(piece), "A") for piece in drawn)
    how = {"pieces": pieces, "disconnected": True, "rotations": rotations, "reflections": reflections}
    region = drawing(1 - board, "#") + "\n"
    puzzle = models.polyominoes(region, any_number=True, **how)
    assert puzzle.count() == brute(board, different, [None] * len(different))
    assert puzzle.count(orbits=True) == sum(1 for _ in puzzle.solutions(orbits=True))
    often = Counter(keys)
    if sum(int(shapes[keys.index(key)][0].sum()) * k for key, k in often.items()) == len(cells):
        exact = models.polyominoes(region, **how)
        assert exact.count() == brute(board, different, list(often.values()))


BOUNDS = st.one_of(st.integers(1, 2), st.sampled_from([(0, 1), (0, 2), (1, 2), (0, 3)]))


def ends(number):
    return number if isinstance(number, tuple) else (number, number)


def subsets(places, required, taken=frozenset(), used=()):
    """Yield the numbers of pieces of each way to place some of them so that the required cells are covered."""
    if not places:
        if required <= taken:
            yield Counter(used)
        return
    (name, cells), *rest = places
    yield from subsets(rest, required, taken, used)
    if not taken & cells:
        yield from subsets(rest, required, taken | cells, (*used, name))


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from("#+."), min_size=6, max_size=6).filter(lambda marks: {*marks} != {"."}),
    st.lists(st.sampled_from(["A", "A\nA", "AA\nA.", "A.A"]), min_size=1, max_size=2, unique=True),
    st.lists(BOUNDS, min_size=2, max_size=2),
    st.one_of(st.none(), BOUNDS),
    st.booleans(),
    st.booleans(),
)
def test_cells_that_may_stay_empty_and_numbers_of_pieces(marks, drawn, numbers, total, optional, any_number):
    region = "".join(marks[:3]) + "\n" + "".join(marks[3:]) + "\n"
    pieces = "\n\n".join(shape.replace("A", name) for name, shape in zip("AB", drawn, strict=False)) + "\n"
    names = "AB"[: len(drawn)]
    copies = dict(zip(names, numbers, strict=False))
    places = [(name, frozenset(cells)) for name, cells in models.placements(region, pieces, disconnected=True)]
    required = frozenset(f"r{k // 3 + 1}c{k % 3 + 1}" for k, mark in enumerate(marks) if mark == "#" and not optional)
    limits = {name: (0, 6) if any_number else ends(copies[name]) for name in names}
    low, high = (0, 6) if total is None else ends(total)
    expected = sum(
        low <= used.total() <= high and all(least <= used[name] <= most for name, (least, most) in limits.items())
        for used in subsets(places, required)
    )
    how = {"copies": copies, "total": total, "any_number": any_number, "optional": optional, "disconnected": True}
    try:
        puzzle = models.polyominoes(region, pieces=pieces, **how)
    except ValueError as error:
        assert re.search("have .* squares together|total is", str(error)) and not expected
    else:
        assert puzzle.count() == expected
        assert puzzle.count(orbits=True) == len([*puzzle.solutions(orbits=True)])


def drawing(array, mark):
    return "\n".join("".join(mark if cell else "." for cell in row) for row in array)


# --- symmetries


@pytest.mark.parametrize(
    ("puzzle", "order"),
    [
        (models.polyominoes("6x10"), 4),
        (models.polyominoes(WITHOUT_MIDDLE), 8),
        (models.polyominoes("2x4", pieces="AAA\nA..", copies=2), 4),
        (models.polyominoes("2x4", pieces="AAA\nA..", copies=2, reflections=False), 2),  # no mirror image of A
        (models.polyominoes("2x4", pieces="AAA\nA..", any_number=True, reflections=False), 2),
        (models.polyominoes("2x4", pieces="AAA\nA..\n\nBBB\nB..\n\nC..\nCCC", any_number=True, reflections=False), 4),
        (models.polyominoes("2x4", pieces="AAA\nA..", one_sided=True), 4),
        (models.polyominoes("4x4", pieces="AA", rotations=False, any_number=True), 4),
        (models.polyominoes("##\n#.\n", pieces="AA\nA."), 1),  # its only option stays
        (models.polyiamonds("hexagon2", pieces="diamonds", any_number=True), 12),
        (models.polyiamonds("triangle2", pieces="diamonds", any_number=True), 6),
        (models.polyhexes("hexagon2", pieces="monohexes", any_number=True), 12),
        (models.polyhexes("4x7"), 2),
        (models.polyominoes("###\n#..\n", pieces="monominoes", any_number=True), 1),
        (models.polycubes("3x3x3"), 48),  # reflections exchange A and B
        (models.polycubes("2x2x3", pieces="AA A.\n.A ..", any_number=True), 8),  # of 16: no mirror image of A
    ],
)
def test_symmetries(puzzle, order):
    assert len(puzzle.group(True)) == order


# --- drawings and words


def test_regions_in_words():
    sizes = {"4x9": (72, 36), "triangle7": (49, 28), "hexagon3": (54, 19), "hexagon1": (6, 1), "triangle1": (1, 1)}
    for word, (triangles, hexagons) in sizes.items():
        assert len(region_of(TRIANGLES, word)) == triangles
        assert len(region_of(HEXAGONS, word)) == hexagons
    assert len(region_of(CUBES, "2x3x4")) == 24


def test_drawings_in_files(tmp_path):
    region, pieces = tmp_path / "region", tmp_path / "pieces"
    region.write_text("\n\n##\n##.\n.##\n\n", "utf-8")
    pieces.write_text("AA\n\nA.\nAA\n \nB\n", "utf-8")
    puzzle = models.polyominoes(region, pieces=pieces)
    assert {*puzzle.items} >= {"A", "A2", "B", "r1c1", "r3c3"} and "r3c1" not in puzzle.items
    assert puzzle.title == "pieces in a region of 6 cells"
    assert puzzle.count() == brute(1 - np.array([[1, 1, 0], [1, 1, 0], [0, 1, 1]], np.int8), *pieces_with_limits())


def pieces_with_limits():
    shapes = [np.ones((1, 2), np.int8), np.array([[1, 0], [1, 1]], np.int8), np.ones((1, 1), np.int8)]
    return [turned(shape, True, True) for shape in shapes], [1, 1, 1]


def test_blanks_in_a_drawing_take_no_time():
    """Blanks once took quadratic time: 3 s for 30,000 of them."""
    cells = region_of(SQUARES, "\n#" + " " * 10**6 + "#" + " " * 10**6 + "\n")
    assert [SQUARES.name(cell) for cell in cells] == ["r1c1", "r1c1000002"]


def test_paths_may_be_strings(tmp_path, monkeypatch):
    (tmp_path / "region").write_text("##\n##", "utf-8")
    (tmp_path / "pieces.txt").write_text("AA", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert models.polyominoes("region", pieces="pieces.txt", any_number=True).count() == 2
    assert models.polyominoes(str(tmp_path / "region"), pieces="dominoes", any_number=True).count() == 2
    with pytest.raises(FileNotFoundError):
        models.polyominoes("board.txt")


def test_five_of_the_twelve():
    """Five different pentominoes fill a square of 5 x 5 in 107 ways."""
    some = models.polyominoes("5x5", copies=(0, 1), total=5)
    assert some.bounds is None and some.n_primary == 25 and some.count() == 856
    assert models.polyominoes("5x5", copies=(0, 1)).count() == 856


def test_a_cell_left_empty_is_a_plus():
    puzzle = models.polyominoes("###+\n", pieces="dominoes", optional=True)
    assert puzzle.draw().text == "++++" and puzzle.draw([0]).text == "AA++"
    assert models.polyominoes("#+#\n", pieces="A", copies=2).draw([0, 2]).text == "A+a"
    assert 'fill="#f3f4f6"' in puzzle.draw().svg


def test_what_is_drawn_twice_is_there_twice():
    twice = models.polyominoes("2x3", pieces="AAA\n\nBBB")
    assert twice.bounds is not None and twice.count() == 1
    assert models.polyominoes("2x3", pieces="AAA", copies=2) == Problem(
        [twice.option(k) for k in range(twice.n_options)], dict.fromkeys(twice.items[:-1], 1) | {"A": 2}
    )


@pytest.mark.parametrize(
    ("lattice", "puzzle"),
    [
        (SQUARES, models.polyominoes(CROSS + "\n", pieces="dominoes", any_number=True)),
        (SQUARES, models.polyominoes("3x20")),
        (TRIANGLES, models.polyiamonds("6x6")),
        (TRIANGLES, models.polyiamonds("...\n..##\n\n.###", pieces="moniamonds", any_number=True)),
        (HEXAGONS, models.polyhexes("4x7")),
        (CUBES, models.polycubes("3x3x3")),
    ],
    ids=lambda value: getattr(value, "title", ""),
)
def test_a_picture_in_characters_is_a_drawing(lattice, puzzle):
    """Read as a region, the picture is the region; read as pieces, it is the pieces."""
    cells = [lattice.name(cell) for cell in region_of(lattice, puzzle.draw().text + "\n")]
    assert cells == [item for item in puzzle.items if item in {*cells}]
    solution = puzzle.solve()
    picture = puzzle.draw(solution)
    group = lattice.group(reflections=lattice is not CUBES)
    found = [min(lattice.images(shape, group)) for _, shape in pieces_of(lattice, picture.text + "\n")]
    placed = [option_cells(lattice, puzzle, cells, k) for k in solution.options]
    assert Counter(found) == Counter(min(lattice.images(lattice.normal(shape), group)) for shape in placed)
    assert all(name in picture.description for name in cells)


def option_cells(lattice, puzzle, names, k):
    at = dict(zip(names, region_of(lattice, puzzle.draw().text + "\n"), strict=True))
    return [at[item] for item in puzzle.option(k) if item in at]


def test_pictures_have_a_shape_for_each_piece():
    pentominoes = models.polyominoes("3x20")
    svg = pentominoes.draw(pentominoes.solve()).svg
    assert svg.count("</text>") == 12 and svg.count("<path") == 12 + 2
    soma = models.polycubes("3x3x3")
    assert soma.draw(soma.solve()).svg.count("</text>") == 27
    assert soma.draw().svg.count("</text>") == 0
    moron = models.squared(32, 33, MORON)
    assert moron.draw(moron.solve()).svg.count("</text>") == 9
    squares = models.macmahon(2, 3, colors=2, border=False)
    assert squares.draw(squares.solve()).svg.count('Z"') == 4 * 6
    assert squares.draw().text.count("-") == 9


MODELS = [
    models.polyominoes("3x4", pieces="dominoes", copies=6),
    models.polyiamonds("hexagon2", pieces="diamonds", any_number=True),
    models.polyhexes("4x7", one_sided=True, pieces="A A A A", copies=7),
    models.polycubes("3x3x3"),
    models.macmahon(2, 3, colors=2, border=False),
    models.partridge(3),
    models.squared(5, 6, [2, 2, 2, 3, 3]),
]


@pytest.mark.parametrize("puzzle", MODELS, ids=lambda puzzle: puzzle.title)
def test_pickled_and_written(puzzle):
    again = pickle.loads(pickle.dumps(puzzle))
    solution = puzzle.solve()
    assert again == puzzle and len(again.group(True)) == len(puzzle.group(True))
    assert again.draw(solution or ()).svg == puzzle.draw(solution or ()).svg
    text = StringIO()
    puzzle.write(text)
    assert Problem.read(StringIO(text.getvalue())) == puzzle


# --- MacMahon's squares, squares in rectangles


@cache
def placements(rows, columns):
    """Count by brute force the ways to put the six squares of two colors into a rectangle, turned in any way."""
    squares = sorted({min(s[k:] + s[:k] for k in range(4)) for s in product((0, 1), repeat=4)})
    total = 0
    for order in permutations(squares):
        total += match(order, [], columns)
    return total


def match(order, done, columns):
    k = len(done)
    if k == len(order):
        return 1
    turns = {order[k][j:] + order[k][:j] for j in range(4)}
    left = done[-1][1] if k % columns else None
    above = done[-columns][2] if k >= columns else None
    fits = [t for t in turns if left in (None, t[3]) and above in (None, t[0])]
    return sum(match(order, [*done, t], columns) for t in fits)


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 2), (1, 6)])
def test_macmahon_by_brute_force(rows, columns):
    puzzle = models.macmahon(rows, columns, colors=2, border=False)
    assert puzzle.count() == placements(rows, columns)
    assert len(puzzle.group(True)) == 8  # 4 of the rectangle times 2 of the colors


@pytest.mark.long
@pytest.mark.nightly
def test_macmahon_with_a_border_of_one_color():
    """Another count agrees: it joins 8.8 million states (squares used, open sides) after half of the cells."""
    assert models.macmahon().count() == 8 * 13328


def test_macmahon_numbers_of_squares():
    """A006528 counts the squares with colored sides, up to rotation."""
    for colors, squares in [(1, 1), (2, 6), (3, 24), (4, 70)]:
        assert len({item for item in models.macmahon(1, squares, colors=colors).items if item.isdigit()}) == squares


def test_squares_into_squares():
    """The ways to cut an n x n square into squares (A045846) are a sum over the sets of squares."""
    for n, ways in [(2, 2), (3, 6), (4, 40)]:
        total = 0
        for count in range(1, n * n + 1):
            for sizes in combinations_with_replacement(range(1, n + 1), count):
                if sum(size * size for size in sizes) == n * n:
                    total += models.squared(n, n, sizes).count()
        assert total == ways


def test_a_squared_rectangle():
    """Nine different squares make a rectangle of 32 x 33 in one way (Moron 1925)."""
    moron = models.squared(32, 33, MORON)
    assert (moron.count(), moron.count(orbits=True)) == (4, 1)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_small_partridge_puzzles_have_no_solution(n):
    assert models.partridge(n).count() == 0


CENTERS = {  # by size, coordinates doubled: one of the two solutions of http://cr31.co.uk (partridge puzzle)
    1: [(61, 63)],
    2: [(44, 28), (58, 34)],
    3: [(29, 19), (63, 59), (69, 59)],
    4: [(30, 26), (38, 26), (50, 68), (58, 68)],
    5: [(37, 17), (51, 31), (17, 35), (27, 35), (67, 67)],
    6: [(38, 6), (50, 6), (6, 22), (6, 34), (66, 38), (66, 50)],
    7: [(49, 19), (19, 23), (39, 37), (53, 43), (39, 51), (53, 57), (39, 65)],
    8: [(8, 8), (24, 8), (64, 8), (64, 24), (8, 48), (24, 48), (8, 64), (24, 64)],
}


def test_a_solution_of_the_partridge_puzzle_of_eight():
    puzzle = models.partridge()
    number = {tuple(puzzle.option(k)[:2]): k for k in range(puzzle.n_options)}
    corners = [(size, (x - size) // 2, (y - size) // 2) for size, places in CENTERS.items() for x, y in places]
    solution = [number[f"s{size}", f"r{y + 1}c{x + 1}"] for size, x, y in corners]
    assert puzzle.verify(solution)
    assert puzzle.draw(solution).svg.count("</text>") == 36
    assert len(puzzle.solve(given=solution[6:])) == 36  # the search adds the squares of sides 1, 2 and 3


# --- errors, and the command line


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: models.polyominoes("5 by 12"), "write 6x6, or draw it in several lines"),
        (lambda: models.polyiamonds("5"), "write 6x6, triangle6 or hexagon3"),
        (lambda: models.polycubes("3x9"), "write 6x6x6"),
        (lambda: models.polyominoes("999999x999999"), "999,998,000,001 cells"),
        (lambda: models.polyhexes("hexagon999"), "998,001 cells or more"),
        (lambda: models.polyominoes("2x5", pieces="foo"), "the words are monominoes, dominoes"),
        (lambda: models.polyominoes("2x5", pieces="A|\n"), "line 1: '|' cannot be a cell"),
        (lambda: models.polyominoes("2x5", pieces="AA", copies=(2, 1)), r"copies is \(2, 1\); give a number"),
        (lambda: models.polyominoes("2x5", pieces="AA", copies={"B": 1}), "copies: no piece 'B'; the pieces are A"),
        (lambda: models.polyominoes("2x5", pieces="AA", copies=-1), "copies is -1; give a number, 0 or more"),
        (lambda: models.polyominoes("2x5", pieces="AA", total=(2, 1)), r"total is \(2, 1\); give a number, 0 or more"),
        (
            lambda: models.polyominoes("2x5", pieces="A.A"),
            "the cells r1c1 and r1c3 of piece 'A' are not joined; join them",
        ),
        (lambda: models.polycubes("1x2x2", pieces="A. .A"), "the cells z1r1c1 and z2r1c2 of piece 'A' are not joined"),
        (lambda: models.placements("2x2", "AA", cell="circle"), "no cell 'circle'; choose one of square, triangle"),
        (lambda: models.polyhexes("##\n##", pieces="monohexes"), "two columns apart"),
        (lambda: models.polyhexes("2x2", pieces="AA\n"), "two columns apart"),
        (lambda: models.partridge(40), "too large"),
        (lambda: models.squared(1, 10**10, [10**5]), "squares in 1 x 10000000000: too large"),
    ],
)
def test_errors(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("polyominoes 3x20 --orbits", "2"),
        ("polyominoes 2x2 --pieces dominoes --any-number --orbits", "1"),
        ("polyominoes 2x4 --pieces tetrominoes --any-number --no-rotations --orbits", None),
        ("polyiamonds 4x9 --orbits", "74"),
        ("polyhexes 4x7 --orbits", "9"),
        ("polycubes 3x3x3 --orbits", "240"),
        ("macmahon 2 3 --colors 2 --no-border --orbits", "52"),
        ("partridge 1 --orbits", "1"),
        ("squared 5 6 2 2 2 3 3 --draw -", None),
        ("polyominoes 2x3 --pieces dominoes --copies 3 --sheet - --limit 2", "AAa\nBBa\n\nAaa\nABB"),
        ("polyominoes 1x4 --pieces dominoes --optional --copies 0:1 --sheet -", None),
    ],
)
def test_on_the_command_line(line, printed, capsys):
    assert main(["model", *line.split()]) == 0
    out = capsys.readouterr().out.strip()
    assert out == printed if printed else out


def test_files_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "region.txt"
    path.write_text(WITHOUT_MIDDLE, "utf-8")
    assert main(["model", "polyominoes", str(path), "--orbits"]) == 0
    assert capsys.readouterr().out == "65\n"
