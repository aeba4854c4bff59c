"""The links kernel: links stay whole wherever it stops, counters do not depend on the slices, limits hold."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Problem
from dlx.kernels import reference as _reference
from dlx.kernels.kernel import shuffled
from dlx.kernels.links.links import Links
from tests.kernels import DONE, LIMIT, SOLUTION, ask_anew, counters, step
from tests.problems import dominoes, problems, queens, questions


def links(p, seed=None):
    order = None if seed is None else shuffled(p.n_options, seed)
    return Links(p.indptr, p.indices, p.colors, p.n_items, p.n_primary, order)


def test_a_known_tree():
    """Knuth's programs visit 1,199 nodes; branching at once on forced items saves four of them."""
    kernel = links(problem(INSTANCES["queens8"]))
    assert step(kernel) == DONE
    assert counters(kernel) == (1_195, 15_930, 243, 92, 8)
    assert step(kernel) == DONE  # the kernel stays done


def test_nodes_are_partial_solutions():
    kernel = links(Problem([["a"], ["b"], ["a", "b"]]))
    step(kernel)
    assert counters(kernel)[0] == 4  # {}, {0}, {0, 1}, {2}
    assert kernel.guesses == 1
    assert kernel.max_level == 2


def test_more_items_than_a_choice_looks_at_once():
    """The search is right after 200,000 forced moves: a choice, a dead end, an item in no option.

    The root sees the item in no option at once.
    """
    singles = [[k] for k in range(200_000)]
    for kernel in ("links", "multi"):
        search = Problem([*singles, *([[a, b] for a, b in combinations("abcd", 2)])]).search(kernel=kernel)
        assert (search.count(), search.stats.guesses) == (3, 1)
        search = Problem([*singles, *([[a, b] for a, b in combinations("abc", 2)])]).search(kernel=kernel)
        assert (search.count(), search.stats.guesses) == (0, 1)
        search = Problem(singles, range(200_001)).search(kernel=kernel)
        assert (search.count(), search.stats.nodes) == (0, 1)


@pytest.mark.parametrize("kernel", ["links", "multi"])
@pytest.mark.parametrize("seed", range(4))
def test_blocks_of_items(kernel, seed):
    """A small problem keeps its solutions when its items are spread over 10,000, all others forced."""
    p, chance = dominoes(4, 4), random.Random(seed)
    places = sorted(chance.sample(range(10_000), p.n_items))
    options = [[places[item] for item in p.indices[p.indptr[k] : p.indptr[k + 1]]] for k in range(p.n_options)]
    wide = Problem([*options, *([k] for k in sorted({*range(10_000)} - {*places}))], range(10_000))
    assert wide.search(kernel=kernel).count() == 36


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_links_are_whole_at_every_pause(data):
    p = data.draw(problems())
    chosen, banned = data.draw(questions(p))
    whole = links(p)
    possible = whole.setup(chosen, set(banned))
    step(whole)
    sliced = links(p)
    assert sliced.setup(chosen, set(banned)) == possible
    if possible:
        assert sliced.sanity()
    found = []
    budgets = random.Random(data.draw(st.integers(0, 2**32)))
    while True:
        outcome = step(sliced, sliced.nodes + budgets.randint(0, 2), sliced.solutions + 1, 1)
        if possible:
            assert sliced.sanity()
        if outcome == DONE:
            break
        if outcome == SOLUTION:
            found.append(tuple(sorted(sliced.solution())))
    assert counters(sliced) == counters(whole)
    assert sorted(found) == sorted(_reference.solutions(p, chosen, banned))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_new_question_at_any_moment(data):
    p = data.draw(problems())
    ask_anew(data, p, lambda: links(p))


@pytest.mark.parametrize("kernel", ["links", "multi"])
def test_a_question_leaves_no_mark(kernel):
    """Each of the four solutions has one of options 1 to 4, the squares of the first row."""
    with queens(6).engine.lend(kernel) as machine:
        assert not machine.setup([1, 2], [3])  # a contradiction
        assert machine.setup([1, 1], [2])  # an option given twice
        assert machine.path() == [1]
        machine.setup(())
        assert machine.step(10**6) == DONE
        assert machine.solutions == 4


def test_sanity_finds_what_is_wrong():
    """Sanity finds links and arrays that do not belong together; a check that cannot fail is no check."""
    p = queens(4)
    indptr = p.indptr.copy()
    kernel = Links(indptr, p.indices, None, p.n_items, p.n_primary)
    assert kernel.sanity()
    indptr[1:-1] += 1  # the kernel reads the starts, but keeps the rings it was built with
    with pytest.raises(AssertionError, match="ring of option"):
        kernel.sanity()


def test_the_fraction_grows():
    kernel = links(queens(6))
    fractions = [kernel.fraction]
    while step(kernel, kernel.nodes + 1) == LIMIT:
        fractions.append(kernel.fraction)
    assert fractions == sorted(fractions)
    assert fractions[0] == 0 < fractions[len(fractions) // 2] < fractions[-1] < 1
    assert kernel.fraction == 1


def test_a_peers_limit_of_16_bits():
    """20,000 options of one item over two items make 40,002 nodes and 100 million solutions."""
    p = Problem([[k % 2] for k in range(20_000)])
    assert p.search().count() == 10_000**2
    wide = Problem([[0, k] for k in range(1, 70_000)], primary=[0], secondary=range(1, 70_000))
    assert wide.search().count() == 69_999


@pytest.mark.long
def test_a_hundred_thousand_levels():
    n = 100_000
    p = Problem.from_csr(np.arange(n + 1), np.arange(n), n_items=n, n_primary=n)
    search = p.search()
    assert search.count() == 1
    assert search.stats.max_level == n
    assert search.stats.nodes == n + 1
    assert next(p.solutions()).options == tuple(range(n))


@pytest.mark.long
def test_items_with_more_options_than_a_key_holds():
    """With 70,000 items a key has 15 bits left for the size; the search finds the smallest item beyond that, too."""
    n_items, longest = 70_000, 40_000
    # Item 0 has three options, which cover all other items but 1; item 1 has 35,000.
    rest = np.arange(2, n_items)
    few = 3
    first = [np.concatenate([[0], rest]) for _ in range(few)]
    lengths = np.concatenate([np.full(few, n_items - 1), np.ones(longest - 5_000, int)])
    indices = np.concatenate([*first, np.ones(longest - 5_000, int)])
    p = Problem.from_csr(np.concatenate([[0], np.cumsum(lengths)]), indices, n_items=n_items, n_primary=n_items)
    assert p.count() == few * (longest - 5_000)
    two = Problem.from_csr(np.arange(2 * longest), np.arange(2 * longest - 1) % 2, n_items=n_items, n_primary=2)
    assert two.count() == longest * (longest - 1)
    # many primary items, and both sizes too large for the key
    items = 2**17
    lone = np.arange(2, items)
    given_options = np.arange(len(lone))
    indices = np.concatenate([lone, np.arange(2 * longest - 1) % 2])
    big = Problem.from_csr(np.arange(len(indices) + 1), indices, n_items=items, n_primary=items)
    search = big.search(given=given_options.tolist(), limit=5)
    assert search.count() == 5
    assert search.stats.nodes == 7  # the root, an option of item 1 (which has one fewer), five of item 0
    assert next(big.solutions(given=given_options.tolist())).options[-1] > len(lone)


def test_memory_is_bounded():
    for p in (queens(20), dominoes(30, 30), Problem([[k] for k in range(10_000)])):
        kernel = links(p)
        assert kernel.nbytes <= 16 * len(p.indices) + 64 * p.n_items + 1_000
        seeded = links(p, seed=1)
        assert seeded.nbytes - kernel.nbytes <= 4 * p.n_options + 4


def test_too_many_nodes():
    empty = np.zeros(1, np.int32)
    with pytest.raises(OverflowError, match="2\\^31 nodes"):
        Links(empty, empty[:0], None, 2**31 - 10, 0)


def test_a_read_only_array_is_enough_and_a_wrong_one_is_refused():
    p = queens(4)
    assert not p.indptr.flags.writeable
    assert step(links(p)) == DONE
    with pytest.raises(ValueError, match="Buffer dtype mismatch"):
        Links(p.indptr.astype(np.int64), p.indices, None, p.n_items, p.n_primary)
