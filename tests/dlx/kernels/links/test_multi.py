"""Multiplicities: no solution is missed or found twice, and the lists stay whole wherever the search stops."""

import random
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx.questions.batch
from dlx import Colored, Problem, Status
from dlx.kernels import reference as _reference
from dlx.kernels.kernel import shuffled
from dlx.kernels.links.multi import Multi
from tests.kernels import DONE, SOLUTION, ask_anew, counters, step
from tests.problems import dominoes, langford, multiplied, problems, queens, questions

pytestmark = pytest.mark.long


def multi(p, seed=None):
    order = None if seed is None else shuffled(p.n_options, seed)
    return Multi(p.indptr, p.indices, p.colors, p.bounds, p.n_items, p.n_primary, order)


def valid(p, options):
    try:
        return p.verify(options)
    except ValueError:
        return False


def by_force(p, chosen=(), banned=()):
    """Return all sets of options that are solutions, by checking every set."""
    sets = (s for k in range(p.n_options + 1) for s in combinations(range(p.n_options), k))
    return sorted(s for s in sets if set(chosen) <= set(s) and not set(banned) & set(s) and valid(p, s))


def at_random(seed, most_options=10):
    """Return a problem without colors from a seed, made a thousand times faster than by hypothesis."""
    rng = random.Random(seed)
    n_primary, n_secondary = rng.randint(1, 5), rng.randint(0, 2)
    n_items = n_primary + n_secondary
    options = [rng.sample(range(n_items), rng.randint(1, min(4, n_items))) for _ in range(rng.randint(0, most_options))]
    options += options[-1:] * (rng.random() < 0.3)
    if rng.random() < 0.4:  # an item in all options is a special case
        options = [[0, *(i for i in option if i)] for option in options]
    least = [rng.choice([0, 1, 1, 2, 3]) for _ in range(n_primary)]
    bounds = {k: (low, max(low, 1) + rng.choice([0, 0, 1, 2, 20])) for k, low in enumerate(least)}
    return Problem(options, bounds, range(n_primary, n_items))


def by_arrays(p):
    """Return the result of by_force, counting in arrays: a row for each set of options, a column for each item."""
    sets = np.arange(2**p.n_options)[:, None] >> np.arange(p.n_options) & 1
    has = np.zeros((p.n_options, p.n_items), int)
    for k in range(p.n_options):
        has[k, p.indices[p.indptr[k] : p.indptr[k + 1]]] = 1
    never = ~has[:, : p.n_primary].any(axis=1)
    times = sets @ has
    least, most = (np.ones((p.n_primary, 2), int) if p.bounds is None else p.bounds).T
    primary, secondary = times[:, : p.n_primary], times[:, p.n_primary :]
    good = (primary >= least).all(axis=1) & (primary <= most).all(axis=1) & (secondary <= 1).all(axis=1)
    good &= ~sets[:, never].any(axis=1)
    return sorted(tuple(np.flatnonzero(row).tolist()) for row in sets[good])


# --- against brute force


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 4_000, 500))
def test_thousands_of_small_problems(start):
    some = 0
    for seed in range(start, start + 500):
        p = at_random(seed)
        found = [s.options for s in p.search(kernel="multi")]
        assert len(set(found)) == len(found), seed
        assert sorted(found) == by_arrays(p), seed
        assert p.search(kernel="multi").count() == len(found)
        some += len(found) > 0
    assert some > 100


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_against_every_set_of_options(data):
    p = data.draw(multiplied())
    chosen, banned = data.draw(questions(p))
    seed = data.draw(st.sampled_from([None, 1, 2]))
    expected = by_force(p, chosen, banned)
    found = [s.options for s in p.search(given=chosen, banned=banned, seed=seed, kernel="multi")]
    assert sorted(found) == expected
    assert p.search(given=chosen, banned=banned, seed=seed, kernel="multi").count() == len(expected)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_exact_covers_are_a_special_case(data):
    p = data.draw(problems())
    chosen, banned = data.draw(questions(p))
    found = sorted(s.options for s in p.search(kernel="multi", given=chosen, banned=banned))
    assert found == sorted(_reference.solutions(p, chosen, banned))


@settings(max_examples=100, deadline=None)
@given(multiplied(7))
def test_branching_on_an_option_splits_the_count(p):
    for k in range(p.n_options):
        assert p.count(given=[k]) + p.count(banned=[k]) == p.count()


@settings(max_examples=100, deadline=None)
@given(problems(8))
def test_none_or_one_is_what_a_secondary_item_is(p):
    """A primary item wanted 0 or 1 times acts like a secondary one without colors, but options of it alone count."""
    if p.colors is not None or not p.n_primary:
        return
    rows = np.diff(p.indptr)
    kept = np.add.reduceat(p.indices < p.n_primary, p.indptr[:-1]) > 0 if p.n_options else rows > 0
    options = [p.option(k) for k in np.flatnonzero(kept)]
    bounds = dict.fromkeys(p.primary, 1) | dict.fromkeys(p.secondary, (0, 1))
    assert Problem(options, bounds).search(kernel="multi").count() == p.count()


# --- odd cases


def options_of(options, bounds, secondary=()):
    p = Problem(options, bounds, secondary)
    found = [s.options for s in p.search(kernel="multi")]
    assert sorted(found) == by_force(p)
    assert len(found) == len(set(found))
    return sorted(found)


def test_intervals():
    assert len(options_of([["a"]] * 5, {"a": 2})) == 10
    assert len(options_of([["a"]] * 5, {"a": (1, 3)})) == 5 + 10 + 10
    assert len(options_of([["a"]] * 5, {"a": (0, 9)})) == 32
    assert options_of([["a"]] * 5, {"a": 5}) == [(0, 1, 2, 3, 4)]
    assert options_of([["a"]] * 5, {"a": (6, 10**12)}) == []
    assert len(options_of([["a"]] * 3, {"a": (2, 10**12)})) == 4


def test_nothing_has_to_be_chosen():
    assert options_of([], {"a": (0, 1)}) == [()]
    assert options_of([], {"a": (1, 2)}) == []
    assert options_of([], {}) == [()]
    assert options_of([["a"]], {"a": (0, 1), "b": (0, 2)}) == [(), (0,)]
    assert options_of([["a", "b"]] * 2, {"a": (0, 1), "b": (0, 2)}) == [(), (0,), (1,)]


def test_an_option_without_a_primary_item_is_never_chosen():
    assert options_of([["x"], ["a"]], {"a": (0, 1)}, ["x"]) == [(), (1,)]
    p = Problem([["x"], ["a"]], {"a": (0, 1)}, ["x"])
    assert p.count(given=[0]) == 0
    assert p.count(banned=[0]) == 2


def test_colors():
    red, green = Colored("x", "red"), Colored("x", "green")
    assert options_of([["a", red], ["a", red], ["a", green], ["a", "x"]], {"a": 2}, ["x"]) == [(0, 1)]
    assert len(options_of([["a", red], ["a", red], ["a", green], ["a", "x"]], {"a": (0, 2)}, ["x"])) == 6


def test_given_options():
    p = Problem([["a"], ["a"], ["a", "b"], ["b"]], {"a": (1, 2), "b": (0, 1)})
    assert [s.options for s in p.solutions(given=[0, 1, 0])] == [(0, 1), (0, 1, 3)]
    assert p.count(given=[0, 1, 2]) == 0
    assert p.count(given=[2, 3]) == 0
    assert p.count(given=[1], banned=[1]) == 0
    assert [s.options for s in p.solutions(given=[2], banned=[0, 1])] == [(2,)]
    assert p.count() == len(by_force(p)) == 9


def test_all_subsets_of_many():
    p = Problem([[k % 3] for k in range(18)], {0: (0, 9), 1: (0, 9), 2: (0, 9)})
    search = p.search()
    assert search.count() == 2**18
    assert search.stats.nodes == 2**18  # each node is a solution


# --- the kernel


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_lists_are_whole_at_every_pause(data):
    p = data.draw(multiplied())
    chosen, banned = data.draw(questions(p))
    seed = data.draw(st.sampled_from([None, 5]))
    whole, sliced = multi(p, seed), multi(p, seed)
    possible = whole.setup(chosen, set(banned))
    step(whole)
    assert sliced.setup(chosen, set(banned)) == possible
    assert sliced.sanity()
    found, fractions = [], [0.0]
    budgets = random.Random(data.draw(st.integers(0, 2**32)))
    while True:
        outcome = step(sliced, sliced.nodes + budgets.randint(0, 2), sliced.solutions + 1, 1)
        assert sliced.sanity()
        fractions.append(sliced.fraction)
        if outcome == DONE:
            break
        if outcome == SOLUTION:
            found.append(tuple(sorted(sliced.solution())))
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert counters(sliced) == counters(whole)
    assert len(found) == len(set(found)) == sliced.solutions
    assert all(map(p.verify, found))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_after_every_node(data):
    """One node at a time, a search finds the same solutions in the same order."""
    p = data.draw(multiplied())
    whole = [s.options for s in p.search(kernel="multi")]
    search = p.search(node_limit=1, kernel="multi")
    found = []
    while search.status is not Status.COMPLETE:
        found += [s.options for s in search]
        search.resume(node_limit=1)
    assert found == whole
    assert search.stats.kernel == "multi"


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_new_question_at_any_moment(data):
    p = data.draw(multiplied())
    ask_anew(data, p, lambda: multi(p))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_limits_and_resuming(data):
    p = data.draw(multiplied())
    limit = data.draw(st.integers(0, 5))
    every = [s.options for s in p.search(kernel="multi")]
    search = p.search(kernel="multi", limit=limit)  # "auto" may take another kernel, with another order
    assert [s.options for s in search] == every[:limit]
    assert (search.status is Status.COMPLETE) == (len(every) < limit)
    assert search.resume().count() == len(every)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_many_questions(data):
    p = data.draw(multiplied())
    option = st.integers(0, max(p.n_options - 1, 0))
    asked = data.draw(st.lists(st.lists(option, max_size=3 if p.n_options else 0), max_size=6))
    limit = data.draw(st.sampled_from([1, 3, None]))
    work, room = dlx.questions.batch.WORK_PER_CHECK, dlx.questions.batch.BLOCK_OPTIONS
    try:
        dlx.questions.batch.WORK_PER_CHECK, dlx.questions.batch.BLOCK_OPTIONS = (
            data.draw(st.integers(1, 20)),
            data.draw(st.integers(0, 3)),
        )
        answers = p.solve_many(asked, limit)
    finally:
        dlx.questions.batch.WORK_PER_CHECK, dlx.questions.batch.BLOCK_OPTIONS = work, room
    for k, chosen in enumerate(asked):
        assert answers.counts[k] == p.count(limit, given=chosen)
        assert answers.solution(k) == p.solve(given=chosen)


def test_a_batch_of_solutions_with_more_options_than_items():
    p = Problem([["a"]] * 500, {"a": 400})
    answers = p.solve_many([[k] for k in range(200)], limit=1)
    assert all(len(answers.solution(k)) == 400 for k in range(200))
    assert p.verify(answers.solution(199))


def test_a_hundred_thousand_levels():
    n = 100_000
    p = Problem.from_csr(np.arange(n + 1), np.zeros(n, int), n_items=1, n_primary=1, bounds=[[n - 1, n]])
    search = p.search(limit=3)
    assert search.count() == 3
    assert search.stats.max_level == n


def test_items_with_more_options_than_a_key_holds():
    """With 70,000 items a key has 15 bits left for the degree."""
    n, longest = 70_000, 40_000
    bounds = np.tile([1, 2], (n, 1))
    indices = np.concatenate([np.arange(2, n), np.zeros(longest, int), np.ones(longest - 1, int)])
    p = Problem.from_csr(np.arange(len(indices) + 1), indices, n_items=n, n_primary=n, bounds=bounds)
    search = p.search(given=range(n - 2), limit=1)
    assert search.count() == 1
    assert search.stats.nodes == 3
    assert next(p.solutions(given=range(n - 2))).options[-1] >= n - 2 + longest


def test_sanity_finds_what_is_wrong():
    p = Problem([["a"], ["a"], ["b"]], {"a": (1, 2), "b": 1})
    bounds = p.bounds.copy()
    kernel = Multi(p.indptr, p.indices, None, bounds, p.n_items, p.n_primary)
    assert kernel.sanity()
    bounds[0] = 2
    with pytest.raises(AssertionError, match="item 0 needs 1"):
        kernel.sanity()


def test_memory_is_bounded():
    for p in (queens(20), dominoes(30, 30), Problem([["a"]] * 1_000, {"a": (0, 1_000)})):
        kernel = multi(p)
        assert kernel.nbytes <= 16 * len(p.indices) + 64 * p.n_items + 40 * p.n_options + 1_000


def test_other_kernels_refuse_by_name():
    p = Problem([["a"], ["a"]], {"a": 2})
    message = "^item 'a' is in 2 options; kernel 'links' does not take multiplicities; use kernel 'auto'$"
    with pytest.raises(ValueError, match=message):
        p.search(kernel="links")
    with pytest.raises(ValueError, match=message):
        p.count_many([[]], kernel="links")
    with pytest.raises(ValueError, match="kernel 'lanes' does not take multiplicities"):
        p.count_many([[]], kernel="lanes")
    assert p.count_many([[0]] * 100).tolist() == [1] * 100
    assert (p.search().stats.kernel, p.search(seed=1).stats.kernel) == ("bits", "multi")


def test_a_seed_changes_the_order_alone():
    p = queen_domination(5, 3)
    plain = [s.options for s in p.search(kernel="multi")]
    shuffled_ = [s.options for s in p.search(seed=4)]
    assert shuffled_ != plain
    assert sorted(shuffled_) == sorted(plain)
    assert [s.options for s in p.search(seed=4)] == shuffled_


# --- known counts


def queen_domination(n, k):
    """Return the problem of k queens on a board of n x n such that each square is attacked or taken."""
    squares = list(product(range(n), repeat=2))
    options = [
        ["queens", *(s for s in squares if s[0] == a or s[1] == b or abs(s[0] - a) == abs(s[1] - b))]
        for a, b in squares
    ]
    return Problem(options, {"queens": k} | dict.fromkeys(squares, (1, k)))


def bricks(size, pieces):
    """Return the problem of filling a box with this many bricks of each kind, in any position."""
    cells = list(product(*map(range, size)))
    options = []
    for name, (_, brick) in pieces.items():
        for turned in sorted(set(permutations(brick))):
            for corner in product(*(range(a - b + 1) for a, b in zip(size, turned, strict=True))):
                inside = product(*(range(c, c + b) for c, b in zip(corner, turned, strict=True)))
                options.append([name, *inside])
    return Problem(options, {name: many for name, (many, _) in pieces.items()} | dict.fromkeys(cells, 1))


@pytest.mark.parametrize(("n", "k", "count"), [(4, 2, 12), (5, 3, 186), (6, 3, 4), (7, 4, 86)])
def test_queens_that_dominate(n, k, count):
    p = queen_domination(n, k)
    assert p.count() == count
    loose = Problem([p.option(j)[1:] for j in range(p.n_options)], dict.fromkeys(p.primary[1:], (1, 99)))
    assert loose.count(given=p.solve().options[:-1], limit=3) >= 1


@pytest.mark.long
def test_queens_that_dominate_a_chessboard():
    search = queen_domination(8, 5).search()
    assert search.count() == 4_860


def test_the_slothouber_graatsma_puzzle():
    assert bricks((3, 3, 3), {"slab": (6, (1, 2, 2)), "cube": (3, (1, 1, 1))}).count() == 8


@pytest.mark.long
def test_conways_puzzle():
    pieces = {"A": (13, (1, 2, 4)), "B": (1, (2, 2, 2)), "C": (1, (1, 2, 2)), "D": (3, (1, 1, 3))}
    assert bricks((5, 5, 5), pieces).count() == 27_456


def test_langford_again():
    assert langford(8).search(kernel="multi").count() == 300
    assert dominoes(6, 6).search(kernel="multi").count() == 6_728
