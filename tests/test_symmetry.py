# SPDX-License-Identifier: MIT
"""Counts up to symmetry, and the canonical forms behind them, against brute force and published numbers."""

from itertools import combinations, permutations
from math import comb, factorial
from random import Random
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES, sudoku
from bench.peers import problem
from dlx import Problem, Status
from dlx.engine import turns
from dlx.engine.drive import DONE, LIMIT
from dlx.engine.strategies.symmetry import MOST_LABELED_ENTRIES, symmetric, symmetric_if_it_pays
from dlx.kernels.symmetric.labeling import canonical_form
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.models.latin import latin_squares
from tests.problems import dominoes, queens, questions
from tests.test_export import brute_force, everything
from tests.test_learning import run

MEMORY = 2**26


def instance(name):
    return problem(INSTANCES[name])


# --- canonical forms


def graph(n_named, options, kinds):
    """Return the arrays of a graph: named vertices with these kinds, and a vertex for each option."""
    neighbors = [[] for _ in range(n_named)] + [list(option) for option in options]
    for k, option in enumerate(options):
        for v in option:
            neighbors[v].append(n_named + k)
    starts = np.cumsum([0, *map(len, neighbors)])
    kinds = [*kinds, *[9] * len(options)]
    return *(np.array(x, np.int32) for x in (starts, [u for us in neighbors for u in us], kinds)), n_named


@st.composite
def graphs(draw):
    n = draw(st.integers(1, 6))
    options = st.lists(st.integers(0, n - 1), unique=True, min_size=1, max_size=3)
    return n, draw(st.lists(options, max_size=7)), draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))


def images(n, options, kinds):
    """Yield all permutations, with the graph renamed by each: kinds and the sorted options."""
    for names in permutations(range(n)):
        renamed = [0] * n
        for v, name in enumerate(names):
            renamed[name] = kinds[v]
        yield names, (renamed, sorted(sorted(names[v] for v in option) for option in options))


@settings(deadline=None)
@given(graphs(), graphs(), st.randoms(use_true_random=False))
def test_forms_are_equal_if_and_only_if_graphs_are_alike(one, other, random):
    n, options, kinds = one
    _, (renamed, mapped) = random.choice(list(images(*one)))
    random.shuffle(mapped)
    form, order, symmetries = canonical_form(*graph(n, options, kinds))
    assert canonical_form(*graph(n, mapped, renamed))[0] == form
    assert sorted(order) == list(range(n + len(options)))
    same = [names for names, image in images(*one) if image == (kinds, sorted(map(sorted, options)))]
    assert {tuple(images[:n]) for images in symmetries} <= set(same)
    assert closure(n, symmetries) == set(same)  # they generate all symmetries
    if other[0] == n and sorted(other[2]) == sorted(kinds):
        alike = any(image == (other[2], sorted(map(sorted, other[1]))) for _, image in images(*one))
        assert (canonical_form(*graph(*other))[0] == form) == (alike and len(options) == len(other[1]))


def closure(n, symmetries):
    """Return all products of these permutations of the named vertices."""
    found, new = {tuple(range(n))}, [tuple(range(n))]
    while new:
        new = [tuple(g[v] for v in names) for names in new for g in symmetries]
        new = [names for names in dict.fromkeys(new) if names not in found]
        found.update(new)
    return found


def test_regular_graphs():
    """Cells do not tell the vertices of these graphs apart: only the search does."""
    random = Random(1)
    for n in (8, 10, 12, 14) * 10:
        pairs = []
        for _ in range(3):
            random.shuffle(vertices := list(range(n)))
            pairs += zip(vertices[::2], vertices[1::2], strict=True)
        names = random.sample(range(n), n)
        renamed = random.sample([[names[v] for v in pair] for pair in pairs], len(pairs))
        assert canonical_form(*graph(n, pairs, [0] * n))[0] == canonical_form(*graph(n, renamed, [0] * n))[0]


@pytest.mark.parametrize(
    ("p", "order"),
    [
        (latin_squares(4), factorial(4) ** 3 * 6),
        (latin_squares(7), factorial(7) ** 3 * 6),
        (instance("sts9"), factorial(9)),
        (instance("factorsK8"), factorial(8) * factorial(7)),
        (problem(sudoku("." * 81)), 1218998108160),
        (queens(8), 8),
        (dominoes(6, 6), 8),
        (dominoes(3, 4), 4),
    ],
)
def test_numbers_of_symmetries(p, order):
    assert symmetric(p.engine.matrix, NONE, MEMORY).group == order


# --- counts


@settings(deadline=None)
@given(st.data())
def test_counts_agree_with_brute_force(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    machine = symmetric(p, assumed, MEMORY)
    assert run(machine, data.draw(st.integers(1, 3000))) == DONE
    assert machine.solutions == len(brute_force(p, *assumed))
    assert machine.fraction == pytest.approx(1)


@settings(deadline=None)
@given(st.data())
def test_races_agree_with_brute_force(data):
    """The strategy joins every race at once."""
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dlx.questions.count.PLAIN_NODES", 1)
        patch.setattr("dlx.questions.count.ENOUGH_NODES", 0)
        patch.setattr("dlx.questions.count.SOON_NODES", 0)
        patch.setattr("dlx.engine.entrants.ENTRY_NODES", 0)
        patch.setattr("dlx.engine.entrants.SOME_SYMMETRIES", 1)
        patch.setattr(turns, "MANY_SYMMETRIES", 1 if data.draw(st.booleans(), "leads") else 10**9)
        patch.setattr(turns, "LAYERS_TURN", 0)
        patch.setattr(turns, "FIRST_TURN_NODES", 1)
        expected = len(brute_force(p, tuple(given_options), tuple(banned)))
        problem = Problem.from_fields(p.fields())
        assert problem.count(given=given_options, banned=banned) == expected


KNOWN = {
    "Latin squares of order 6": (instance("latin6"), 812851200),
    "Latin squares of order 7": (instance("latin7"), 61479419904000),
    "STS(13)": (instance("sts13"), 1197504000),
    "STS(15)": (instance("sts15"), 60281712691200),
    "one-factorizations of K8": (instance("factorsK8"), 6240 * factorial(7)),
    "one-factorizations of K10": (instance("factorsK10"), 1225566720 * factorial(9)),
    "perfect matchings of K40": (Problem(list(combinations(range(40), 2))), 319830986772877770815625),
    "Sudoku grids 6x6": (instance("sudoku6x6"), 28200960),
}


@pytest.mark.parametrize("name", KNOWN)
def test_published_numbers(name):
    p, number = KNOWN[name]
    c = p.counting()
    assert c.run() == number
    assert (c.stats.method, c.stats.order) == ("symmetric", None)
    assert 0 < c.stats.nodes <= c.stats.lookups + 1
    assert c.stats.memory > 0


def test_equal_options_with_multiplicities():
    """A memory and a count up to symmetry both end at once."""
    options = [[k, "x"] for k in range(40) for _ in range(30)]
    p = Problem(options, {**dict.fromkeys(range(40), 1), "x": (1, 100)})
    assert p.count() == p.count(method="symmetric") == 30**40


def test_given_options_break_the_symmetry():
    p = latin_squares(6)
    symmetries = [symmetric(p.engine.matrix, Assumptions(given, ()), MEMORY).group for given in [(), (0,)]]
    assert symmetries == [factorial(6) ** 3 * 6, factorial(5) ** 3 * 6]
    assert p.count(given=[0]) * 6 == 812851200
    assert p.count(banned=[0]) * 6 == 812851200 * 5


def test_the_order_of_items_and_options_does_not_matter():
    p, random = latin_squares(6), Random(1)
    rows = [p.option(k) for k in range(p.n_options)]
    stats = set()
    for _ in range(3):
        items, options = random.sample(list(p.items), p.n_items), random.sample(rows, len(rows))
        machine = symmetric(Problem(options, items), NONE, MEMORY)
        assert run(machine) == DONE
        stats.add((machine.solutions, machine.expanded, machine.lookups, machine.hits))
    assert len(stats) == 1


def test_an_item_that_repeats_another_hides_no_symmetry():
    p = latin_squares(5)
    rows = [p.option(k) for k in range(p.n_options)]
    twice = Problem([[*row, (*row[0], "again"), (*row[1], "again")] for row in rows])
    machine = symmetric(twice.engine.matrix, NONE, MEMORY)
    assert machine.group == factorial(5) ** 3 * 6
    assert run(machine) == DONE
    assert machine.solutions == 161280
    few = Problem([["a"], ["a", "b"], ["b"], ["c"]], {"a": (1, 2), "b": (1, 2), "c": 1, "d": (0, 1), "e": 1})
    assert symmetric(few.engine.matrix, NONE, MEMORY).solutions == 0  # no option has e


def test_steps_of_any_size():
    answers = set()
    for work in (1, 1000, 10**9):
        machine = symmetric(latin_squares(5), NONE, MEMORY)
        assert run(machine, work) == DONE
        answers.add((machine.solutions, machine.nodes, machine.lookups))
    assert len(answers) == 1


def test_turns():
    machine = symmetric(latin_squares(5), NONE, MEMORY)
    machine.node_stop = 100
    assert run(machine) == LIMIT
    assert 100 <= machine.nodes < 1000
    assert 0 <= machine.fraction < 1
    machine.node_stop = 10**9
    assert run(machine) == DONE


def test_too_few_symmetries_or_too_large():
    assert symmetric(queens(8), NONE, MEMORY).group == 8
    assert symmetric_if_it_pays(queens(8), NONE, MEMORY) is None
    assert symmetric_if_it_pays(latin_squares(4), NONE, MEMORY).group == factorial(4) ** 3 * 6
    large = Problem([[k, k + 1, k + 2] for k in range(MOST_LABELED_ENTRIES // 3 + 1)])
    assert symmetric_if_it_pays(large, NONE, MEMORY) is None


def test_the_memory_is_bounded():
    machine = symmetric(latin_squares(7), NONE, 20_000)
    assert run(machine) == LIMIT
    assert machine.full
    assert run(machine) == LIMIT
    c = latin_squares(5).counting(max_memory=1000)  # the others count without it
    assert c.run() == 161280
    assert c.stats.method != "symmetric"


@pytest.mark.parametrize("bounds", [(6, 8), (7, 7), (0, 8), (0, 2), (9, 9), (2 * 10**9, 2 * 10**9)])
def test_bounds_near_the_number_of_options(bounds):
    p = Problem([["a", f"b{k // 2}"] for k in range(8)], {"a": bounds} | {f"b{k}": (0, 2) for k in range(4)})
    expected = sum(comb(8, n) for n in range(9) if bounds[0] <= n <= bounds[1])
    assert p.count(method="symmetric") == p.count(method="search") == expected


def test_long_options_and_needs():
    """They take as long as their size, not as its square or more."""
    started = process_time()
    assert Problem([[*range(2000)]] * 2).count(method="symmetric") == 2
    assert Problem([["a"]] * 4000, {"a": (3999, 4000)}).count(method="symmetric") == 4001
    assert process_time() - started < 20
    with pytest.raises(ValueError, match=r"^3,000 items and colors are more than 2,048; method 'symmetric' does not"):
        Problem([[k] for k in range(3000)]).count(method="symmetric")
    with pytest.raises(ValueError, match=r"^32,768 uses of items by options are more than 32,767; method 'symm"):
        Problem([["a"]] * 2**15, {"a": (2**15 - 1, 2**15)}).count(method="symmetric")


def test_workers():
    c = KNOWN["STS(13)"][0].counting(workers=2)
    assert (c.run(), c.status, c.stats.method) == (1197504000, Status.COMPLETE, "symmetric")


def test_little_to_merge():
    """A count that merges hardly anything ends; the others go on."""

    class Alike:
        full, lookups, hits = False, 1000, 49

    assert not turns.merges(Alike)
    Alike.hits = 50
    assert turns.merges(Alike)
    Alike.full = True
    assert not turns.merges(Alike)
