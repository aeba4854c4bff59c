# SPDX-License-Identifier: MIT
"""Symmetries found by themselves, and one solution of each orbit, against brute force and published numbers."""

from itertools import combinations, permutations, product
from math import factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem, Unfinished, models
from dlx.engine import table
from dlx.engine.drive import DONE, SOLUTION
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.orbits import representatives
from dlx.structure.mappings import permutation
from dlx.structure.separate import SeparateLabeling, all_symmetries
from dlx.structure.symmetries import classes, whole_graph
from dlx.system.digits import printable
from dlx.workers import orbits as module
from tests.dlx.workers.test_orbits import symmetric
from tests.kernels import run
from tests.problems import brute_force, everything, questions

# --- brute force


def traits(p):
    """Return what a symmetry preserves: for each item its kind, its options, and the options of each of its colors."""
    found = set()
    for item in range(p.n_items):
        bounds = None
        if item < p.n_primary:
            bounds = (1, 1) if p.bounds is None else tuple(p.bounds[item].tolist())
        colors = {}
        for k in range(p.n_options):
            for entry in range(p.indptr[k], p.indptr[k + 1]):
                if p.indices[entry] == item:
                    colors.setdefault(0 if p.colors is None else int(p.colors[entry]), []).append(k)
        plain = frozenset(colors.pop(0, ()))
        found.add((bounds, plain, frozenset(map(frozenset, colors.values()))))
    return found


def moved(image, traits):
    def one(options):
        return frozenset(image[k] for k in options)

    return {(bounds, one(plain), frozenset(map(one, colors))) for bounds, plain, colors in traits}


def every_symmetry(p, *preserved):
    """Return all permutations of the options that are symmetries and preserve some sets of options."""
    facts = traits(p)
    return [
        image
        for image in permutations(range(p.n_options))
        if moved(image, facts) == facts and preserves(image, *preserved)
    ]


def joined(solutions, symmetries):
    """Return the orbits."""
    rest, found = set(solutions), []
    while rest:
        first = min(rest)
        orbit = {tuple(sorted(image[k] for k in first)) for image in symmetries}
        assert first in orbit and orbit <= rest
        found.append(orbit)
        rest -= orbit
    return found


def check_listed(listed, expected):
    assert len(listed) == len(expected)
    assert all(len(orbit & set(listed)) == 1 for orbit in expected)


WAYS = {  # the constants that choose among the ways to count and to list
    "few": {},
    "layers": {"FEW_SYMMETRIES": 0},
    "unlisted": {"MOST_GROUP_ENTRIES": 0},
    "layers alone": {"FEW_SYMMETRIES": 0, "MOST_GROUP_ENTRIES": 0},
    "mean, listed": {"FEW_SYMMETRIES": 0, "EARLY_ORBITS_WORK": 0},
    "mean": {"FEW_SYMMETRIES": 0, "MOST_GROUP_ENTRIES": 0, "EARLY_ORBITS_WORK": 0},
}


def choose(patch, way):
    for name, value in way.items():
        patch.setattr(table if name == "EARLY_ORBITS_WORK" else module, name, value)


@settings(deadline=None)
@given(st.data(), st.sampled_from([*WAYS.values()]), st.booleans())
def test_orbits_agree_with_brute_force(data, way, assuming):
    p = data.draw(everything(most_options=6))
    assumed = Assumptions(*map(tuple, data.draw(questions(p)))) if assuming else NONE
    ask, symmetries = {"given": assumed.given, "banned": assumed.banned}, every_symmetry(p, *assumed)
    expected = joined(brute_force(p, *assumed), symmetries)
    with pytest.MonkeyPatch.context() as patch:
        choose(patch, way)
        group = p.group("auto", **ask)
        assert group.order == len(group) == len(symmetries)
        assert p.count(orbits="auto", **ask) == len(expected)
        listed = [s.options for s in p.solutions(orbits="auto", **ask)]
        check_listed(listed, expected)
        orbit = {options: each for each in expected for options in each}
        assert all(group.size(options) == len(orbit[options]) for options in listed)
        if "MOST_GROUP_ENTRIES" not in way:
            assert all(group.images(options) == sorted(orbit[options]) for options in listed)
            assert all(group.is_first(options) == (options == min(orbit[options])) for options in listed)


@settings(deadline=None)
@given(st.data())
def test_classes_under_assumptions_agree_with_brute_force(data):
    """The kernel takes given and banned options; its symmetries preserve both sets."""
    p = data.draw(everything(most_options=6))
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    solutions = brute_force(p, *assumed)
    idle = {k for k in range(p.n_options) if (p.indices[p.indptr[k] : p.indptr[k + 1]] >= p.n_primary).all()}
    if not solutions or idle & set(assumed.given):
        return
    expected = joined(solutions, every_symmetry(p, *assumed))
    graph = whole_graph(p, assumed)
    search = SeparateLabeling(graph)
    assert run(search, data.draw(st.integers(1, 3000))) == DONE
    known, machine = all_symmetries(graph, search), classes(graph, assumed, 2**26)
    listed, total, work = [], 0, data.draw(st.integers(1, 3000))
    while (outcome := machine.step(work)) != DONE:
        if outcome == SOLUTION:
            listed.append(tuple(machine.solution()))
            total += known.orbit_size(machine.symmetries, listed[-1])
    check_listed(listed, expected)
    assert total == len(solutions) and machine.fraction == pytest.approx(1)


@settings(deadline=None)
@given(st.data(), st.sampled_from([*WAYS.values()]), st.booleans())
def test_orbits_of_a_list_of_symmetries(data, way, assuming):
    """Symmetries that a caller passes mean these alone, even where the problem has others."""
    p, image = data.draw(symmetric(bounds=data.draw(st.booleans())))
    assumed = Assumptions(*map(tuple, data.draw(questions(p)))) if assuming else NONE
    ask = {"given": assumed.given, "banned": assumed.banned}
    if p.count(101, **ask) > 100:
        return
    kept = [row for row in powers(permutation(p, image)) if preserves(row, *assumed)]
    expected = joined([s.options for s in p.solutions(**ask)], kept)
    with pytest.MonkeyPatch.context() as patch:
        choose(patch, way)
        try:
            group = p.group([image], **ask)
        except ValueError as error:
            assert "MOST_GROUP_ENTRIES" in way and not preserves(permutation(p, image), *assumed)
            assert "not a symmetry of the problem with" in str(error)
            return
        assert group.order == len(group) == len({tuple(row[: p.n_options]) for row in kept})
        assert p.count(orbits=[image], **ask) == len(expected)
        check_listed([s.options for s in p.solutions(orbits=[image], **ask)], expected)
        if "MOST_GROUP_ENTRIES" not in way:
            assert all(group.size(min(orbit)) == len(orbit) for orbit in expected)


def powers(element):
    """Return the group that a permutation generates."""
    found = [list(range(len(element)))]
    while (following := [int(element[k]) for k in found[-1]]) != found[0]:
        found.append(following)
    return found


def preserves(image, *preserved):
    return all({int(image[k]) for k in some} == set(some) for some in preserved)


@pytest.mark.parametrize(
    ("ask", "order", "different"),
    [
        ({"given": [0]}, factorial(4) ** 3, 6),  # symbol 1 in the first cell
        ({"given": [0, 31]}, 2 * factorial(3) ** 3, 17),  # and symbol 2 in the second cell of row 2
        ({"given": [0], "banned": [31]}, factorial(3) ** 3, 124),
    ],
)
def test_a_part_of_a_large_group(ask, order, different, monkeypatch):
    """The isotopies that preserve given and banned options, by the elements of the group and by a graph."""
    squares = models.latin_squares(5, symmetry="isotopy")
    assert squares.group(True).order == factorial(5) ** 3
    for most in (0, 10**7):
        monkeypatch.setattr(module, "MOST_GROUP_ENTRIES", most)
        group = squares.group(True, **ask)
        assert (group.order, group.count()) == (order, different)
        assert sum(map(group.size, group.solutions())) == squares.count(**ask)
    if order < 1000:
        assert group.count(method="search") == different  # Burnside's mean


def test_given_options_of_latin_squares():
    """A given diagonal that is no transversal of symbols leaves the squares with one symbol there, up to symmetry."""
    squares = models.latin_squares(5)
    idempotent = [31 * k for k in range(5)]  # cell (k, k) has symbol k
    group = squares.group("auto", given=idempotent)
    assert group.order == factorial(5) * 6
    assert group.count() == len(joined([s.options for s in squares.solutions(given=idempotent)], [*diagonal()]))


def diagonal():
    """Yield the symmetries of the squares of order 5 that preserve the diagonal with its symbols."""
    for names in permutations(range(5)):
        for kinds in permutations(range(3)):
            triples = product(range(5), repeat=3)
            yield [25 * names[t[kinds[0]]] + 5 * names[t[kinds[1]]] + names[t[kinds[2]]] for t in triples]


def test_the_group_of_a_thousand_components():
    """A few generators, of components that are alike with their names in any order."""
    chance, options, pairs = Random(1), [], [*combinations(range(6), 2)]
    for k in range(1000):
        names = chance.sample(range(6), 6)
        options += [[(k, names[a]), (k, names[b])] for a, b in chance.sample(pairs, 15)]
    problem = Problem(options)
    group = problem.group("auto")
    assert group.order == factorial(6) ** 1000 * factorial(1000)
    assert len(group._generators) < 10
    sets = {frozenset(option) for option in options}
    for images in group._generators:
        items = {problem.items[k]: problem.items[images[15_000 + k] - 15_000] for k in range(6000)}
        assert sorted(images.tolist()) == [*range(21_000)]
        assert {frozenset(items[item] for item in option) for option in options} == sets


# --- published numbers


def check_sizes(p, n, symmetries="auto"):
    """Check the number of orbits, and that their sizes add up to the number of solutions."""
    group = p.group(symmetries)
    assert group.count() == n
    assert sum(map(group.size, group.solutions())) == p.count()


@pytest.mark.parametrize(("n", "main", "isotopy"), [(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 2, 2), (5, 2, 2), (6, 12, 22)])
def test_latin_squares(n, main, isotopy):
    """Main classes and isotopy classes, OEIS A003090 and A040082."""
    check_sizes(models.latin_squares(n), main)
    squares = models.latin_squares(n, symmetry="isotopy")
    assert squares.count(orbits=True) == isotopy
    if n > 4:  # smaller groups are listed
        check_sizes(squares, isotopy, True)
    assert squares.group(True).order == factorial(n) ** 3


@pytest.mark.parametrize(("n", "different"), [(7, 1), (9, 1), (13, 2)])
def test_steiner_triple_systems(n, different):
    """OEIS A030129; the group of 13 points is found, and generated by the model's own symmetries."""
    triples = models.steiner_triples(n)
    check_sizes(triples, different)
    assert triples.count(orbits=True) == different
    assert triples.group("auto").order == factorial(n)


def factorizations(n):
    """Return the one-factorizations of the complete graph, with labeled factors."""
    return Problem([[("e", a, b), (a, c), (b, c)] for a, b in combinations(range(n), 2) for c in range(n - 1)])


@pytest.mark.parametrize(("n", "different"), [(4, 1), (6, 1), (8, 6)])
def test_one_factorizations(n, different):
    """OEIS A000474."""
    check_sizes(factorizations(n), different)


def test_boards():
    """The symmetries of the board are found, in all their ways to count."""
    assert [models.queens(n).count(orbits="auto") for n in (4, 5, 6, 8)] == [1, 2, 1, 12]
    pentominoes = models.polyominoes("6x10")
    assert pentominoes.count(orbits="auto") == pentominoes.count(orbits=True) == 2339
    across = [[(r, c), (r, c + 1)] for r in range(8) for c in range(7)]
    assert Problem(across + [[cell[::-1] for cell in domino] for domino in across]).count(orbits="auto") == 1629189


def test_bands_of_a_small_sudoku():
    """Two rows of 4x4 cells: a secondary item for each digit in a column keeps columns whole."""
    cells = list(product(range(2), range(4), range(4)))
    options = [[("p", r, c), ("r", r, d), ("b", c // 2, d), ("c", c, d)] for r, c, d in cells]
    band = Problem(options, secondary=[("c", c, d) for c in range(4) for d in range(4)])
    check_sizes(band, len(joined(brute_bands(), [*band_symmetries()])))


def brute_bands():
    """Return all pairs of rows in which each box has each digit, as options."""
    for one in permutations(range(4)):
        for other in permutations(range(4)):
            if {*one[:2]} == {*other[2:]}:
                yield tuple(16 * r + 4 * c + d for r, row in enumerate((one, other)) for c, d in enumerate(row))


def band_symmetries():
    columns = [p for p in permutations(range(4)) if {p[0] // 2} == {p[1] // 2}]
    for rows, cols, digits in product(permutations(range(2)), columns, permutations(range(4))):
        yield [16 * rows[r] + 4 * cols[c] + digits[d] for r, c, d in product(range(2), range(4), range(4))]


# --- groups


def test_lists_of_symmetries_that_are_not_all():
    """Turns of 13 points are few of their symmetries; even permutations of ten points are too many to list."""
    points = range(7)
    triples = Problem([list(combinations(t, 2)) for t in combinations(points, 3)])
    turn = {pair: tuple(sorted((k + 1) % 7 for k in pair)) for pair in combinations(points, 2)}
    assert triples.count(orbits=[turn]) == 6  # (30 + 6 * 2) / 7

    pairs = Problem([[a, b] for a, b in combinations(range(10), 2)])
    three, nine = {0: 1, 1: 2, 2: 0}, {k: k % 9 + 1 for k in range(1, 10)}
    group = pairs.group([three, nine])
    assert group.order == factorial(10) // 2
    assert group.count() == 1
    assert [group.size(s) for s in group.solutions()] == [945]
    assert pairs.count(orbits=[three, nine], given=[]) == 1
    moved = "the image of option 0, which is given, is option 9, which is not; pass 'auto', or symmetries that preserve"
    with pytest.raises(ValueError, match=f"^not a symmetry of the problem with given options: {moved} them$"):
        pairs.count(orbits=[three, nine], given=[0])


def test_equal_options_are_images_of_each_other():
    p = Problem([["a"]] * 3 + [["b"]] * 2)
    assert (p.count(), p.count(orbits="auto"), p.group("auto").order) == (6, 1, 12)


def test_colors_are_exchanged():
    p = Problem([["a", Colored("x", c)] for c in "rgb"] + [["b", Colored("x", c)] for c in "rgb"], ["a", "b"], ["x"])
    assert (p.count(), p.count(orbits="auto"), p.group("auto").order) == (3, 1, 12)


def test_items_with_equal_options_are_one():
    """Boxes of a Sudoku that are its rows do not hide that rows and columns can be exchanged."""
    square = models.latin_squares(4)
    again = Problem([[*square.option(k), ("again", square.option(k)[0])] for k in range(64)])
    assert again.group("auto").order == square.group("auto").order
    assert again.count(orbits="auto") == square.count(orbits="auto") == 2


def test_large_groups():
    p = Problem([[k, k + 1] for k in range(0, 200, 2)])
    group = p.group("auto")
    assert group and group.order == factorial(100)
    with pytest.raises(OverflowError):
        len(group)
    assert str(Problem([["a"]] * 1500).group("auto").order) == str(printable(factorial(1500)))  # above 4,300 digits
    matchings = Problem([[a, b] for a, b in combinations(range(16), 2)]).group("auto")
    (one,) = matchings.solutions()
    assert matchings.size(one) == 2027025
    with pytest.raises(OverflowError, match="the orbit of this solution is too large to list"):
        matchings.images(one)
    with pytest.raises(ValueError, match="option 120 is out of range"):
        matchings.size([120])


def test_methods_that_need_a_list_are_refused():
    p = Problem([[a, b] for a, b in combinations(range(12), 2)])
    with pytest.raises(ValueError, match="method 'search' does not count the orbits of 479,001,600 symmetries"):
        p.count(orbits="auto", method="search")
    assert models.queens(6).count(orbits="auto", method="search", workers=2) == 1
    with pytest.raises(TypeError, match=r"^no symmetries 'all'; choose 'auto', or give a list of mappings"):
        p.count(orbits="all")


# --- limits


def test_limits():
    squares = models.latin_squares(6)
    with pytest.raises(Unfinished, match="the time limit ended the search for symmetries: at least 0 orbits"):
        squares.group("auto", time_limit=0)
    group = squares.group("auto")
    with pytest.raises(Unfinished, match="the time limit ended the count: at least 0 orbits"):
        group.count(time_limit=0)
    with pytest.raises(Unfinished, match="the time limit ended the list: at least 0 orbits"):
        list(group.solutions(time_limit=0))
    assert group.count(max_memory=50_000) == 12  # by Burnside's mean, as partial solutions have no room
    copied = Problem([*combinations(range(12), 2), (0, 1)]).group("auto")  # no mean with equal options
    with pytest.raises(OverflowError, match=r"partial solutions exceed max_memory after at least 0 orbits; raise it$"):
        copied.count(max_memory=1000)
    listable = models.latin_squares(3).group("auto")
    assert listable.count(max_memory=1000) == 1  # by Burnside's mean


def test_images_that_exceed_the_memory(monkeypatch):
    monkeypatch.setattr(module, "MOST_GROUP_ENTRIES", 0)
    queens = models.queens(8)
    assert queens.count(orbits=True) == 12
    with pytest.raises(OverflowError, match="the images of the solutions exceed max_memory"):
        queens.count(orbits=True, max_memory=1000)


def test_time_of_images_counts(monkeypatch):
    monkeypatch.setattr(module, "MOST_GROUP_ENTRIES", 0)
    ticks = iter(range(10**9))
    monkeypatch.setattr(representatives, "perf_counter", lambda: next(ticks))
    with pytest.raises(Unfinished, match="the list: at least"):
        list(models.queens(8).solutions(orbits=True, time_limit=30))


def test_the_mean_of_a_list_whose_items_have_copies(monkeypatch):
    """Matchings of 6 points, each of which is two items: the elements of the graph permute one of both."""
    p = Problem([[i, j, (i, "copy"), (j, "copy")] for j in range(6) for i in range(j)])
    swap, turn = {0: 1, 1: 0}, {k: (k + 1) % 6 for k in range(6)}
    both = [image | {(k, "copy"): (n, "copy") for k, n in image.items()} for image in (swap, turn)]
    for name, value in {"FEW_SYMMETRIES": 0, "MOST_GROUP_ENTRIES": 0}.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(table, "EARLY_ORBITS_WORK", 0)
    monkeypatch.setattr(table, "LATE_ORBITS_SHARE", 0)
    group = p.group(both)
    assert (p.count(), group.order, group.count()) == (15, factorial(6), 1)
    assert group.order == p.group("auto").order


# --- all symmetries of a problem, and the symmetries of its board


def test_a_torus_has_more_symmetries_than_its_board():
    """The cells and dominoes of a torus of 4 x 4 are a cube in four dimensions."""
    n, steps = 4, [(0, 1), (1, 0)]
    torus = Problem([[(r, c), ((r + a) % n, (c + b) % n)] for r in range(n) for c in range(n) for a, b in steps])
    turns = [lambda cell: cell[::-1], lambda cell: (-cell[0] % n, cell[1]), lambda cell: ((cell[0] + 1) % n, cell[1])]
    found = [(torus.group(which).order, torus.count(orbits=which)) for which in (turns, "auto")]
    assert found == [(128, 13), (384, 8)]
    assert "built in" not in f"{torus.group('auto')!r} {torus.info()}"  # it knows no others


@pytest.mark.parametrize(
    ("make", "own"),
    [
        (lambda: models.latin_squares(4), 8),
        (lambda: models.polycubes("2x2x2", pieces="monocubes", any_number=True), 48),
        (lambda: models.perfect_matchings(8), 16),
        (lambda: models.steiner_triples(7, symmetry="cyclic"), 42),
        (lambda: models.transversals(5), 300),
    ],
)
def test_a_model_with_fewer_symmetries_than_its_problem_says_so_with_both_orders(make, own):
    model = make()
    every = model.group("auto").order
    assert own == model.group(True).order < every
    shown = repr(model.group("auto"))
    assert f"{every:,} symmetries of " in shown and f", {own:,} of them built in" in shown
    seen = model.info()
    assert (seen.symmetries, seen.built_in) == (every, own)
    assert f"{own:,} are built in (orbits=True), orbits='auto' uses all" in str(seen)
    assert "built in" not in repr(model.group(True)) + repr(model.group("auto", given=[0]))


@pytest.mark.parametrize("make", [lambda: models.queens(6), lambda: models.latin_squares(3, symmetry="paratopy")])
def test_a_model_with_all_symmetries_of_its_problem_says_nothing(make):
    model = make()
    assert model.info().built_in == model.group("auto").order
    assert "built in" not in f"{model.group('auto')!r} {model.info()}"
    assert model.info(given=[0]).built_in is None


def test_no_built_in_symmetries_are_looked_for_in_a_large_model():
    assert models.latin_squares(25).info(time_limit=0).built_in is None
    assert models.roster(["Ann", "Bob"], ["Mon"], {"early": 1}, work=(0, 1)).info().built_in is None
