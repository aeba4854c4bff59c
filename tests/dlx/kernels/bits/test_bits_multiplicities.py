"""Multiplicities on bits, in memories, diagrams, descents and trees: every set of options is found once."""

from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import ZDD, Problem, Status, walk
from dlx.engine.drive import DONE
from dlx.kernels import reference as _reference
from dlx.kernels.bits import bits as kernel
from dlx.kernels.bits.layout import BOUNDED, VARIANTS, bounds_bytes, lay_out, n_bytes
from dlx.kernels.dive import Dive
from dlx.questions.estimate import POINT, _weigh
from dlx.questions.zddfile import WRONG
from tests.dlx.drawing.test_tree import leaves
from tests.dlx.kernels.links.test_multi import bricks, by_force, queen_domination
from tests.dlx.questions.test_zddfile import forged, loaded, refused
from tests.problems import multiplied, problems, questions

pytestmark = pytest.mark.long


@pytest.fixture(params=kernel.instruction_sets())
def instructions(request):
    kernel.use(request.param)
    yield
    kernel.use(kernel.instruction_sets()[-1])


def asked(data):
    """Draw a problem, a question and its answer."""
    p = data.draw(multiplied())
    chosen, banned = data.draw(questions(p))
    return p, {"given": chosen, "banned": banned}, by_force(p, chosen, banned)


# --- the search


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_set_once(data):
    p, how, expected = asked(data)
    search = p.search(kernel="bits", **how)
    found = [s.options for s in search]
    assert sorted(found) == expected
    count = p.search(kernel="bits", **how)
    assert count.count() == len(expected)
    assert _counters(count) == _counters(search)


def _counters(search):
    return search.stats.nodes, search.stats.updates, search.stats.guesses, search.stats.max_level


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_stopped_after_every_node_and_every_solution(data):
    p = data.draw(multiplied())
    whole = [s.options for s in p.search(kernel="bits")]
    for limit in ({"node_limit": 1}, {"limit": 1}):
        search, found = p.search(kernel="bits", **limit), []
        while search.status is not Status.COMPLETE:
            found += [s.options for s in search]
            search.resume(**limit)
        assert found == whole


SHAPES = [(60, 60), (60, 120), (120, 60), (120, 120), (250, 60), (250, 120), (120, 200), (500, 60), (700, 300)]


def pairs_and_singles(n_options, n_items):
    """Return a problem of five items in 1 or 2 options and one in 3, that many options in all, and many idle items."""
    items = [k % 6 for k in range(n_options)]
    bounds = {k: (1, 2) if k < 5 else 3 if k == 5 else (0, 1) for k in range(n_items)}
    return Problem([[k] for k in items], bounds), [items.count(k) for k in range(6)]


def test_the_shapes_are_all_that_there_are():
    made_for = {lay_out(pairs_and_singles(*shape)[0]).shape.variant for shape in SHAPES}
    assert made_for == set(range(len(VARIANTS), len(VARIANTS) + len(BOUNDED)))


def test_memory_is_bounded():
    some = [pairs_and_singles(*shape)[0] for shape in SHAPES]
    for p in (*some, queen_domination(9, 5), Problem([["a"]] * 500, {"a": 400})):
        layout = lay_out(p)
        n_bits, n_entries = layout.n_bits, len(p.indices)
        promised = n_bytes(layout.shape, p.n_options, n_bits, p.n_primary, n_entries, layout.longest + 2)
        promised += bounds_bytes(n_bits, p.n_primary, n_entries, layout.longest)
        assert kernel.Bits(kernel.Tables(layout)).nbytes <= promised
    large = Problem([["a"]] * 24_000, {"a": 2})
    assert large.search(limit=1).stats.kernel == "multi"
    with pytest.raises(ValueError, match="kernel 'bits' does not take problems of this size; use kernel 'auto'"):
        large.search(kernel="bits")


@pytest.mark.parametrize(("n_options", "n_items"), SHAPES)
def test_states_of_any_size(n_options, n_items, instructions):
    p, sizes = pairs_and_singles(n_options, n_items)
    ways = [n + comb(n, 2) for n in sizes[:5]] + [comb(sizes[5], 3)]
    total = ways[0] * ways[1] * ways[2] * ways[3] * ways[4] * ways[5]
    assert p.count(method="memo") == p.zdd().count() == total
    chosen = [1, 2, 3, 4, 5, 11, 17]  # one of 1, ..., 4, three of 5
    assert all(sum(k % 6 == item for k in chosen) == (3 if item == 5 else 1) for item in range(1, 6))
    rest = [k for k in range(n_options) if 1 <= k % 6 <= 4 and k not in chosen]
    search = p.search(given=chosen, banned=rest, kernel="bits")
    assert search.count() == ways[0]


@pytest.mark.parametrize(
    ("p", "count"),
    [
        (queen_domination(7, 4), 86),
        (bricks((3, 3, 3), {"slab": (6, (1, 2, 2)), "cube": (3, (1, 1, 1))}), 8),
        (bricks((3, 4, 4), {"A": (6, (1, 2, 3)), "B": (2, (1, 2, 2)), "C": (4, (1, 1, 1))}), 75_262),
    ],
    ids=["domination", "cube", "box"],
)
def test_known_counts(p, count, instructions):
    assert p.search(kernel="bits").count() == p.count(method="memo") == count
    assert p.search().stats.kernel == "bits"


def test_conways_puzzle_on_bits():
    pieces = {"A": (13, (1, 2, 4)), "B": (1, (2, 2, 2)), "C": (1, (1, 2, 2)), "D": (3, (1, 1, 3))}
    assert bricks((5, 5, 5), pieces).search(kernel="bits").count() == 27_456


# --- memories and diagrams


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_memories(data):
    p, how, expected = asked(data)
    for order in ("mrv", "leftmost"):
        assert p.count(method="memo", order=order, **how) == len(expected)
    assert p.count(method="memo", max_memory=1 << 16, **how) == len(expected)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_diagrams(data):
    p, how, expected = asked(data)
    z = p.zdd(order=data.draw(st.sampled_from(["auto", "mrv", "leftmost"])), **how)
    assert sorted(s.options for s in z) == expected
    assert z.count() == len(expected)
    assert z.count_per_option() == [sum(k in s for s in expected) for k in range(p.n_options)]
    sets = product([False, True], repeat=p.n_options)
    chosen = [tuple(k for k, yes in enumerate(some) if yes) for some in sets]
    assert sorted(some for some in chosen if some in z) == expected
    for k in range(p.n_options):
        assert z.restrict(given=[k]).count() == sum(k in s for s in expected)
        assert z.restrict(banned=[k]).count() == sum(k not in s for s in expected)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_diagrams_load(tmp_path_factory, data):
    p = data.draw(multiplied())
    z = p.zdd()
    assert loaded(z, tmp_path_factory.mktemp("z") / "z").count() == z.count()


@pytest.mark.parametrize(
    ("bounds", "nodes"),
    [
        ({"a": 2}, [(0, 0, 1)]),  # one option
        ({"a": (1, 2)}, [(0, 1, 1)]),  # one option or none
        ({"a": (1, 2)}, [(0, 0, 1), (1, 0, 2), (2, 0, 3)]),  # all three
        ({"a": (0, 1)}, [(0, 0, 1), (1, 2, 2)]),  # the first, with and without the second
    ],
)
def test_diagrams_with_too_many_or_too_few(bounds, nodes, tmp_path):
    p = Problem([["a"], ["a"], ["a"]], bounds)
    refused(forged(p, *nodes), tmp_path / "z", WRONG)
    right = forged(Problem([["a"], ["a"], ["a"]], {"a": (0, 3)}), *nodes)
    assert loaded(right, tmp_path / "z").count() == right.count()


def test_a_large_count_is_exact():
    """Each of 200 items is in one or two of its four options."""
    p = Problem([[k] for k in range(200) for _ in range(4)], dict.fromkeys(range(200), (1, 2)))
    assert p.count(method="memo") == p.count() == p.zdd().count() == 10**200
    assert isinstance(p.zdd(), ZDD)


# --- descents and trees


def descents(p, how, width, n):
    """Return the mean nodes and solutions of descents."""
    dive, runs = Dive(p, how["given"], how["banned"], width, 1), []
    for _ in range(n):
        dive.begin(width)
        while dive.step(1_000) != DONE:
            pass
        runs.append(_weigh(dive.degrees.tolist(), dive.hits.tolist(), width))
    return sum(r.nodes for r in runs) / n / 2**POINT, sum(r.solutions for r in runs) / n / 2**POINT


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_wide_descent_is_the_whole_tree(data):
    p, how, expected = asked(data)
    search = p.search(kernel="multi", **how)
    assert search.count() == len(expected)
    nodes, solutions = descents(p, how, 20_000, 1)
    if search.stats.nodes > 1:  # else the query contradicts itself, or nothing is left to descend into
        assert solutions == len(expected) and nodes >= search.stats.nodes


@pytest.mark.parametrize(
    "p", [queen_domination(4, 3), queen_domination(5, 4), bricks((2, 2, 3), {"A": (6, (1, 1, 2))})]
)
def test_the_tree_of_descents_is_that_of_the_kernel(p):
    search = p.search(kernel="multi")
    nodes, solutions = descents(p, {"given": [], "banned": []}, 200_000, 1)
    assert (solutions, nodes) == (search.count(), search.stats.nodes)


@pytest.mark.parametrize("width", [1, 5])
def test_descents_are_right_on_average(width):
    p = queen_domination(4, 3)
    how = {"given": [], "banned": []}
    nodes, solutions = descents(p, how, 100_000, 1)
    mean_nodes, mean_solutions = descents(p, how, width, 6_000 // width)
    assert solutions == p.count() > 50
    assert mean_nodes == pytest.approx(nodes, rel=0.05)
    assert mean_solutions == pytest.approx(solutions, rel=0.05)


def test_an_estimate_of_a_larger_problem():
    found = bricks((3, 4, 4), {"A": (6, (1, 2, 3)), "B": (2, (1, 2, 2)), "C": (4, (1, 1, 1))}).estimate(seed=1)
    assert found.samples > 0
    assert found.solutions.low < 75_262 < found.solutions.high


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_reference_and_the_tree(data):
    p, how, expected = asked(data)
    listed = list(_reference.solutions(p, **how))
    assert sorted(listed) == expected
    tree = walk(p, **how, max_nodes=10_000)
    assert tree.complete
    assert list(leaves(tree.root, tuple(dict.fromkeys(how["given"])))) == listed


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_without_multiplicities_bounds_change_nothing(data):
    """The interval (1, 1) for each primary item and (0, 1) for a plain secondary one: the same solutions."""
    p = data.draw(problems())
    if p.colors is not None or not all(set(p.option(k)) & set(p.primary) for k in range(p.n_options)):
        return
    bounds = dict.fromkeys(p.primary, 1) | dict.fromkeys(p.secondary, (0, 1))
    other = Problem([p.option(k) for k in range(p.n_options)], bounds)
    expected = sorted(s.options for s in p.solutions())
    assert sorted(s.options for s in other.search(kernel="bits")) == expected
    assert other.count(method="memo") == len(expected)


def test_a_tree_with_too_few_options():
    tree = walk(Problem([["a"]], {"a": 2}))
    assert tree.root.words == "a: too few options"
    assert walk(Problem([["b"]], {"a": 2, "b": 1})).root.words == "a: no option"
