# SPDX-License-Identifier: MIT
"""Models of combinatorics, against published numbers, formulas and brute force.

The models are pairs in rows, Latin squares, matchings, block designs and schoolgirls.
"""

import io
import pickle
from itertools import combinations, permutations
from math import comb, factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, models
from dlx.terminal.cli import main
from dlx.terminal.signatures import examples

KLEIN = "1234/2143/3412/4321"
CUBE = [(a, a ^ bit) for a in range(8) for bit in (1, 2, 4) if a < a ^ bit]
TESSERACT = [(a, a ^ bit) for a in range(16) for bit in (1, 2, 4, 8) if a < a ^ bit]

# models whose solutions can be listed: the model, the number of solutions, the number up to symmetry
SMALL = {
    "langford": (models.langford(7), 52, 26),
    "langford, hooked": (models.langford(5, hooked=True), 6, None),
    "langford, triples": (models.langford(9, copies=3), 6, 3),
    "skolem": (models.skolem(5), 10, 5),
    "skolem, hooked": (models.skolem(6, hooked=True), 38, None),
    "latin": (models.latin_squares(4), 576, 108),
    "latin, one": (models.latin_squares(1, symmetry="isotopy"), 1, 1),
    "latin, given": (models.latin_squares(4, given="1.../..../..../...1"), 48, 27),
    "latin, reduced": (models.latin_squares(5, reduced=True), 56, 31),
    "transversals": (models.transversals(7), 133, 3),
    "mates": (models.orthogonal_mates(7), 635, 7),
    "mates, Klein": (models.orthogonal_mates(KLEIN), 2, 1),
    "matchings": (models.perfect_matchings(8), 105, 17),
    "matchings, cube": (models.perfect_matchings(CUBE), 9, 6),
    "designs": (models.block_designs(7, 3), 30, 1),
    "designs, twice": (models.block_designs(6, 3, 2), 12, None),
    "designs, triples": (models.block_designs(8, 4, t=3), 30, None),
    "steiner": (models.steiner_triples(9, symmetry="cyclic"), 840, 19),
    "steiner, reduced": (models.steiner_triples(9, reduced=True), 8, 1),
    "schoolgirls": (models.schoolgirls(9, reduced=True), 8, 1),
    "schoolgirls, days": (models.schoolgirls(6, size=2), 720, 6),
}
every_small = pytest.mark.parametrize("name", SMALL)


@every_small
def test_solutions_and_orbits(name):
    instance, total, different = SMALL[name]
    assert instance.count() == total
    if different is None:
        return
    group = instance.group(True)
    firsts = list(group.solutions())
    assert instance.count(orbits=True) == len(firsts) == different
    assert sum(group.size(solution) for solution in firsts) == total


@every_small
def test_text_pickle_and_picture(name):
    instance, _, _ = SMALL[name]
    text = io.StringIO()
    instance.write(text)
    assert Problem.read(io.StringIO(text.getvalue())) == instance
    again, solution = pickle.loads(pickle.dumps(instance)), instance.solve()
    for drawn in ((), solution):
        picture = instance.draw(drawn)
        assert again.draw(drawn) == picture
        assert picture.title == instance.title
        assert instance.draw().shapes != instance.draw(solution).shapes
        assert 0 < picture.width < 1200 and 0 < picture.height < 1200


# --- rows of pairs


@pytest.mark.parametrize(
    ("row", "counts"),
    [
        (models.langford, [0, 0, 2, 2, 0, 0, 52, 300, 0, 0, 35584]),  # OEIS A014552, both directions
        (models.skolem, [1, 0, 0, 6, 10, 0, 0, 504, 2656]),  # OEIS A004075, A059106 both directions
        (lambda n: models.skolem(n, hooked=True), [0, 1, 2, 0, 0, 38, 124, 0, 0]),  # OEIS A004076
        (lambda n: models.langford(n, copies=3), [0] * 8 + [6, 10, 0]),  # OEIS A050998, both directions
    ],
    ids=["langford", "skolem", "hooked", "triples"],
)
def test_known_rows(row, counts):
    assert [row(n).count() for n in range(1, len(counts) + 1)] == counts


def rows(n, between, length, hole, placed=()):
    """Count by brute force, placing n, n - 1, ... wherever they fit."""
    if n == 0:
        return 1
    fits = ((p, p + n + between) for p in range(1, length - n - between + 1))
    return sum(rows(n - 1, between, length, hole, (*placed, *two)) for two in fits if not {*placed, hole} & {*two})


@pytest.mark.parametrize("n", range(1, 8))
def test_rows_by_brute_force(n):
    assert models.langford(n, hooked=True).count() == rows(n, 1, 2 * n + 1, 2 * n)
    assert models.skolem(n, hooked=True).count() == rows(n, 0, 2 * n + 1, 2 * n)
    assert models.langford(n).count() == rows(n, 1, 2 * n, None)


def test_the_picture_of_a_row():
    picture = models.skolem(3, hooked=True).draw([0, 6, 8])
    assert picture.text == "3 1 1 3 2 · 2"
    assert picture.description == "Equal numbers of a row, joined by arcs: 3 1 1 3 2 · 2."
    assert picture.svg.count("<rect") == 1 + 6 and picture.svg.count("<path") == 3 and picture.svg.count("<text") == 6


# --- Latin squares


def test_known_latin_squares():
    """The counts are OEIS A002860 and A000315."""
    assert [models.latin_squares(n).count() for n in range(1, 6)] == [1, 2, 12, 576, 161280]
    assert [models.latin_squares(n, reduced=True).count() for n in range(1, 7)] == [1, 1, 1, 4, 56, 9408]


@pytest.mark.parametrize(
    ("symmetry", "reduced", "counts"),
    [
        ("structure", False, [1, 1, 1, 12, 192]),  # OEIS A264603
        ("isomorphism", False, [1, 1, 5, 35, 1411]),  # quasigroups: OEIS A057991
        ("isomorphism", True, [1, 1, 1, 2, 6, 109]),  # loops: OEIS A057771
        ("isotopy", False, [1, 1, 1, 2]),  # OEIS A040082
        ("paratopy", False, [1, 1, 1]),  # main classes: OEIS A003090
    ],
)
def test_latin_squares_up_to_symmetry(symmetry, reduced, counts):
    orders = range(1, len(counts) + 1)
    found = [models.latin_squares(n, reduced=reduced, symmetry=symmetry).count(orbits=True) for n in orders]
    assert found == counts


def squares(n):
    """Return all Latin squares, by brute force: each row differs from the rows before it in every column."""
    found = [()]
    for _ in range(n):
        found = [
            (*square, row)
            for square in found
            for row in permutations(range(1, n + 1))
            if all(a != b for other in square for a, b in zip(row, other, strict=True))
        ]
    return found


SQUARES = squares(4)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=4, max_size=4), min_size=4, max_size=4))
def test_completions_by_brute_force(cells):
    agree = [
        square
        for square in SQUARES
        if all(a in (0, b) for line, row in zip(cells, square, strict=True) for a, b in zip(line, row, strict=True))
    ]
    text = "/".join("".join(".1234"[s] for s in row) for row in cells)
    for symmetry in ("square", "conjugacy"):
        instance = models.latin_squares(4, given=cells, symmetry=symmetry)
        assert instance == models.latin_squares(4, given=text) == models.latin_squares(4, given=text.split("/"))
        assert instance.count() == len(agree)
        assert instance.count(orbits=True) == len(list(instance.solutions(orbits=True)))


def test_conjugates_of_squares_with_a_cell_given():
    """Brute force agrees, since a 1 in the corner stays there when rows, columns and symbols are exchanged."""
    triples = [
        frozenset((r, c, s) for r, row in enumerate(square, 1) for c, s in enumerate(row, 1))
        for square in SQUARES
        if square[0][0] == 1
    ]
    joined = {
        frozenset(frozenset(tuple(t[k] for k in kinds) for t in square) for kinds in permutations(range(3)))
        for square in triples
    }
    instance = models.latin_squares(4, given="1.../..../..../....", symmetry="conjugacy")
    assert (instance.count(), instance.count(orbits=True)) == (len(triples), len(joined))


def test_large_orders_have_letters():
    square = models.latin_squares(11, given=[[10 if (r, c) == (0, 0) else 0 for c in range(11)] for r in range(11)])
    assert square == models.latin_squares(11, given="/".join(["A" + "." * 10] + ["." * 11] * 10))
    assert square.draw().text.startswith("A · ·")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 3, "symmetry": "mirror"}, "no symmetry 'mirror'; choose one of square, structure"),
        ({"n": 3, "given": "...", "symmetry": "isotopy"}, "'isotopy' cannot be combined with given cells"),
        ({"n": 3, "reduced": True, "symmetry": "structure"}, "'structure' cannot be combined with reduced squares"),
        ({"n": 3, "given": "1../..."}, "2 rows: a square of order 3 has 3"),
        ({"n": 3, "given": "1../../..."}, "row 2 has 2 cells: a square of order 3 has 3"),
        ({"n": 3, "given": "1../..4/..."}, "row 2, column 3: 4 is none of the symbols 1 to 3"),
        ({"n": 2, "given": "1?/.."}, "'\\?' is not a symbol"),
    ],
)
def test_no_latin_square(arguments, message):
    with pytest.raises(ValueError, match=message):
        models.latin_squares(**arguments)


# --- transversals and mates


def test_known_transversals():
    """Cyclic squares have OEIS A006717 transversals, none if the order is even (Euler).

    The square of the group of four elements of order 2 has 8.
    """
    assert [models.transversals(n).count() for n in range(1, 12)] == [1, 0, 3, 0, 15, 0, 133, 0, 2025, 0, 37851]
    assert models.transversals(KLEIN).count() == 8


def test_mates_of_cyclic_squares():
    """Even orders have none (Euler); a square of order 6 would have one if 36 officers could be arranged (Tarry)."""
    assert [models.orthogonal_mates(n).count() for n in (2, 4, 6, 8)] == [0] * 4


@pytest.mark.parametrize("square", [KLEIN, "1234/2341/3412/4123", "1234/2143/3421/4312", "123/231/312"])
def test_mates_by_brute_force(square):
    n = square.index("/")
    cells = [int(sign) for sign in square.replace("/", "")]
    mates = [sum(mate, ()) for mate in squares(n) if mate[0] == tuple(range(1, n + 1))]
    orthogonal = [mate for mate in mates if len({*zip(cells, mate, strict=True)}) == n * n]
    assert models.orthogonal_mates(square).count() == len(orthogonal)


def test_a_mate_is_drawn():
    mates = models.orthogonal_mates(5)
    for solution in mates.solutions():
        pairs = mates.draw(solution).text.split()
        assert len({*pairs}) == 25 and "".join(pair[1] for pair in pairs[:5]) == "ABCDE"
        for line in range(5):
            assert len({pair[1] for pair in pairs[5 * line : 5 * line + 5]}) == 5
            assert len({pair[1] for pair in pairs[line::5]}) == 5
    assert mates.draw().text.splitlines()[1] == "2 3 4 5 1"


def test_a_transversal_is_drawn():
    picture = models.transversals(3).draw([0, 4, 8])
    assert picture.text == "*1  2  3\n 2 *3  1\n 3  1 *2"
    assert "the transversal has r1c1, r2c2, r3c3." in picture.description


@pytest.mark.parametrize(
    ("square", "message"),
    [
        ("12/12", "row 2, column 1: column 1 has the symbol 1 twice"),
        ("122/231/312", "row 1, column 3: row 1 has the symbol 2 twice"),
        ("12/2.", "row 2, column 2: 0 is none of the symbols 1 to 2"),
        ([[1, 2], [2, 3]], "row 2, column 2: 3 is none of the symbols 1 to 2"),
    ],
)
def test_no_square_to_mate(square, message):
    for model in (models.transversals, models.orthogonal_mates):
        with pytest.raises(ValueError, match=message):
            model(square)


# --- matchings


def test_known_matchings():
    """Complete graphs have OEIS A001147 matchings, complete bipartite graphs n!, and cubes A005271.

    Up to rotation and reflection, complete graphs have A054499.
    """
    for n in range(2, 17, 2):
        assert models.perfect_matchings(n).count() == prod(range(1, n, 2))
    assert models.perfect_matchings([(f"a{k}", f"b{j}") for k in range(6) for j in range(6)]).count() == factorial(6)
    assert [models.perfect_matchings(edges).count() for edges in (CUBE, TESSERACT)] == [9, 272]
    assert [models.perfect_matchings(n).count(orbits=True) for n in (2, 4, 6, 8, 10)] == [1, 2, 5, 17, 79]


def matchings(edges, vertices):
    """Count by brute force, pairing the first vertex with each of its neighbors."""
    if not vertices:
        return 1
    first, *rest = vertices
    return sum(matchings(edges, [v for v in rest if v != other]) for other in rest if {first, other} in edges)


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from([*combinations("abcdefgh", 2)]), min_size=1))
def test_matchings_by_brute_force(edges):
    vertices = sorted({vertex for edge in edges for vertex in edge})
    instance = models.perfect_matchings(edges)
    assert instance.count() == matchings([*map(set, edges)], vertices)
    assert instance == models.perfect_matchings(", ".join("-".join(edge) for edge in sorted(edges)))
    assert instance.count(orbits=True) == len(list(instance.solutions(orbits=True)))


@pytest.mark.parametrize(("n", "order"), [(1, 1), (2, 2), (3, 6), (300, 600)])
def test_turns_of_complete_graphs(n, order):
    """Two turns generate all. Trying all 600 turns of 300 vertices at each of 44,850 edges took 15 s."""
    turns = models.perfect_matchings(n).symmetries
    assert len(turns) <= 2
    vertices = Problem([[vertex] for vertex in map(str, range(1, n + 1))])
    assert len(vertices.group(turns)) == order


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        ("a-b b-b", "edge 'b-b' does not join two vertices"),
        ("a-b c", "edge 'c' does not join two vertices"),
        ([(1, 2, 3)], r"edge \(1, 2, 3\) does not join two vertices"),
        ("a-b b-a", "edge 'b-a' is listed twice"),
    ],
)
def test_no_graph(graph, message):
    with pytest.raises(ValueError, match=message):
        models.perfect_matchings(graph)


# --- designs


@pytest.mark.parametrize(
    ("parameters", "groups"),
    [  # the orders of the designs' automorphism groups: each design has v! / order relabelings
        ((6, 3, 2), [60]),  # Handbook of Combinatorial Designs, II.1, like the next ones
        ((7, 3, 1), [168]),
        ((9, 3, 1), [432]),  # the affine plane of order 3
        pytest.param((10, 4, 2), [720, 48, 24], marks=pytest.mark.long),
        pytest.param((11, 5, 2), [660], marks=pytest.mark.long),
        ((13, 4, 1), [5616]),  # the projective plane of order 3
    ],
)
def test_known_designs(parameters, groups):
    """It is enough to count designs with the block 1 2 ... k.

    Each block is in equally many designs, and each design has the same number of blocks.
    """
    v, k, multiplicity = parameters
    blocks = multiplicity * comb(v, 2) // comb(k, 2)
    designs = sum(factorial(v) // order for order in groups)
    assert models.block_designs(*parameters).count(given=[0]) * comb(v, k) == designs * blocks


@pytest.mark.parametrize(
    ("v", "k", "t", "order"),
    [(8, 4, 3, 1344), (10, 4, 3, 1440), (11, 5, 4, 7920), (12, 6, 5, 95040)],  # the last two: the Mathieu groups
)
def test_known_designs_of_more_than_pairs(v, k, t, order):
    assert models.block_designs(v, k, t=t).count() == factorial(v) // order


def test_steiner_triples():
    """The counts are OEIS A001201: 1,197,504,000 for 13 points."""
    assert [models.steiner_triples(v).count() for v in range(4, 10)] == [0, 0, 0, 30, 0, 840]
    ways = factorial(12) // (2**6 * factorial(6))  # ways to part the other points into pairs
    assert models.steiner_triples(13, reduced=True).count() * ways == 1_197_504_000


def test_systems_up_to_a_p_plus_b():
    """Brute force, which joins systems with their images, agrees."""
    steiner = models.steiner_triples(9, symmetry="cyclic")
    triples = [[{*map(int, item.split(","))} for item in option] for option in map(steiner.option, range(84))]
    points = [frozenset.union(*map(frozenset, pairs)) for pairs in triples]
    systems = {frozenset(points[k] for k in solution) for solution in steiner.solutions()}
    images = [{p: (a * p + b) % 9 or 9 for p in range(1, 10)} for a in (1, 2, 4, 5, 7, 8) for b in range(9)]
    joined = {frozenset(frozenset(frozenset(to[p] for p in t) for t in system) for to in images) for system in systems}
    assert len(joined) == steiner.count(orbits=True)


def test_designs_of_eight_points_up_to_relabeling():
    """There is one Steiner quadruple system of 8 points (Barrau 1908); the 40,320 relabelings fall into 22 classes."""
    assert models.block_designs(8, 4, t=3).count(orbits=True) == 1


def test_two_planes_without_a_common_line():
    """Each simple 2-(7, 3, 2) design is two Fano planes without a common line, in exactly one way."""
    planes = [set(solution.items()) for solution in models.block_designs(7, 3).solutions()]
    assert models.block_designs(7, 3, 2).count() == sum(not a & b for a, b in combinations(planes, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"v": 7, "k": 3, "t": 0}, "k = 3, t = 0: 1 <= t < k must hold"),
        ({"v": -1, "k": 3}, "v is -1; it must be 0 or more"),
        ({"v": 7, "k": 3, "multiplicity": 2, "reduced": True}, "reduced needs t = 2 and multiplicity 1"),
        ({"v": 7, "k": 3, "symmetry": "all"}, "no symmetry 'all'; choose one of points, cyclic"),
        ({"v": 7, "k": 3, "symmetry": "cyclic", "reduced": True}, "'cyclic' cannot be combined with reduced designs"),
    ],
)
def test_no_design(arguments, message):
    with pytest.raises(ValueError, match=message):
        models.block_designs(**arguments)


def test_the_picture_of_a_design():
    fano = models.steiner_triples(7)
    picture = fano.draw(fano.solve())
    assert picture.svg.count("<rect") == 1 + 21 + 1 and picture.svg.count("<text") == 7
    assert picture.text.splitlines()[:2] == ["1 2 3", "1 4 5"]
    assert "blocks 1 2 3; 1 4 5; " in picture.description


# --- schoolgirls


@pytest.mark.long
@pytest.mark.nightly
def test_kirkmans_schoolgirls():
    """The count is all relabelings of seven systems, whose groups have these orders (Mulder 1917, Cole 1922).

    In one of 14! / 2^7 relabelings, girl 1 walks in fixed groups on fixed days. Girls 2 and 4 walk with one of 10
    others, on one of 4 days, and relabelings turn each of these 40 cases into any other.
    """
    kirkman = models.schoolgirls(reduced=True)
    day = next(k for k in range(kirkman.n_options) if {"g2d4", "g4d4", "g6d4"} <= set(kirkman.option(k)))
    systems = sum(factorial(15) // order for order in (168, 168, 24, 24, 12, 12, 21))
    assert kirkman.count(given=[day]) * 40 * factorial(14) // 2**7 == systems * factorial(7)


def test_nine_girls():
    """Nine girls walk on the lines of one of 840 affine planes, on the four days in any order."""
    assert models.schoolgirls(9).count() == 840 * factorial(4)
    assert models.schoolgirls(9).count(orbits=True) == 840
    assert models.schoolgirls(9, reduced=True).count() * (factorial(8) // 2**4) == 840 * factorial(4)


def test_fifteen_girls_are_solved_at_once():
    for reduced in (False, True):
        search = models.schoolgirls(reduced=reduced).search(limit=1)
        assert len(list(search)) == 1 and search.stats.nodes < 1000


def test_twelve_girls_can_walk_on_four_days_only():
    """There is no nearly Kirkman triple system of 12 points (Kotzig and Rosa 1974)."""
    assert models.schoolgirls(12, reduced=True).count() == 0
    assert models.schoolgirls(12, days=4).solve() is not None


def test_round_robins():
    """Round robins are one-factorizations of complete graphs (OEIS A000438); days number team 1's opponents."""
    assert [models.schoolgirls(n, size=2, reduced=True).count() for n in (2, 4, 6, 8)] == [1, 1, 6, 6240]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"girls": 4, "size": 1}, "groups of 1: the size must be 2 or more"),
        ({"days": -1}, "days is -1; it must be 0 or more"),
    ],
)
def test_no_walks(arguments, message):
    with pytest.raises(ValueError, match=message):
        models.schoolgirls(**arguments)


def test_the_plan_of_a_week():
    kirkman = models.schoolgirls()
    picture = kirkman.draw(kirkman.solve())
    assert len(picture.text.splitlines()) == 7 and picture.text.startswith("day 1: 1 2 3, ")
    assert picture.svg.count("<circle") == 7 * 15 and picture.svg.count("<text") == 7 + 7 * 15


# --- rows again, and the command line


@pytest.mark.parametrize("model", [models.langford, models.skolem])
def test_no_row(model):
    with pytest.raises(ValueError, match="n is -1; it must be 0 or more"):
        model(-1)
    with pytest.raises(ValueError, match="copies is -1; it must be 0 or more"):
        models.langford(4, copies=-1)


COMMANDS = {
    "block-designs 8 4 --t 3": models.block_designs(8, 4, t=3),
    "langford 4 --copies 3 --hooked": models.langford(4, copies=3, hooked=True),
    "latin-squares 3 --given 12./.../... --symmetry conjugacy": models.latin_squares(3, given="12./.../..."),
    "orthogonal-mates 5": models.orthogonal_mates(5),
    "perfect-matchings a-b,b-c,c-d,d-a": models.perfect_matchings("a-b b-c c-d d-a"),
    "schoolgirls --girls 4 --size 2 --days 2 --reduced": models.schoolgirls(4, size=2, days=2, reduced=True),
    "skolem 4 --hooked": models.skolem(4, hooked=True),
    "steiner-triples 7 --symmetry cyclic": models.steiner_triples(7),
    "transversals 123/231/312": models.transversals(3),
}


@pytest.mark.parametrize("line", COMMANDS)
def test_command_lines(line, capsys):
    assert main(["model", *line.split(), "-q"]) == 0
    assert Problem.read(io.StringIO(capsys.readouterr().out)) == COMMANDS[line]


@pytest.mark.parametrize("model", [line.split()[0] for line in COMMANDS])
def test_the_examples_of_the_help_can_be_run(model, capsys):
    for line in examples(getattr(models, model.replace("-", "_"))):
        command = line.partition(" | ")[0].partition(" --draw ")[0].split()
        assert main([*command[1:], "--draw", "-"]) == 0
        assert capsys.readouterr().out
