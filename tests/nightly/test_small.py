# SPDX-License-Identifier: MIT
"""Every limit of the engine, reached in the test build that has small ones (`make small`, dlx/matrix/limits.h).

At each limit the answer is right, by another way or with larger numbers, or an OverflowError names the quantity. In any
other build these limits are billions away, and all these tests are skipped. Afterwards reached.py checks that tests
reached the lines of each limit.
"""

import io
from itertools import combinations
from math import prod
from random import Random

import numpy as np
import pytest

from dlx import Problem
from dlx.engine.drive import DONE
from dlx.engine.engine import MOST_QUESTIONS
from dlx.kernels.bits import bits as _bits
from dlx.kernels.bits.memo import Memo
from dlx.kernels.links.links import Links
from dlx.matrix.build import MOST_NODES, MOST_OPTIONS
from dlx.matrix.entries import COST_BITS, INDEX_BITS

if INDEX_BITS > 16:
    pytest.skip("limits are small in a build of their own", allow_module_level=True)


def matchings(n):
    """Return the perfect matchings of n people, and their number (n - 1)(n - 3) ... 1."""
    return Problem([[a, b] for a, b in combinations(range(n), 2)]), prod(range(1, n, 2))


def arrays(options, n_items, n_primary=None):
    """Return a problem whose options have equal lengths."""
    indices = np.array(options, np.int32)
    indptr = np.arange(len(indices) + 1) * indices.shape[1]
    return Problem.from_csr(indptr, indices.ravel(), n_items=n_items, n_primary=n_primary or n_items)


# --- nodes, options, degrees


@pytest.mark.parametrize("kernel", ["links", "multi"])
def test_as_many_nodes_as_there_are_numbers(kernel):
    n = MOST_OPTIONS // 2 - 24  # options of each of two items; each also has a color, on which all agree
    indices, colors = np.empty((2 * n, 2), np.int32), np.tile([0, 1], 2 * n)
    indices[:, 0], indices[:, 1] = np.arange(2 * n) % 2, 2
    assert MOST_NODES - 100 < indices.size + 3 < MOST_NODES
    problem = Problem.from_csr(np.arange(2 * n + 1) * 2, indices.ravel(), colors, n_items=3, n_primary=2)
    search = problem.search(kernel=kernel, limit=n * n)
    assert problem.count(method="search") == n * n
    assert problem.verify(next(iter(search)).options)


def test_one_node_more():
    entries = np.zeros(MOST_NODES - 1, np.int32)
    with pytest.raises(OverflowError, match="more than 2\\^15 nodes"):
        Problem.from_csr(np.arange(len(entries) + 1), entries, n_items=1, n_primary=1)
    with pytest.raises(OverflowError, match="more than 2\\^15 nodes"):
        Problem([range(MOST_NODES // 2), range(MOST_NODES // 2)])
    with pytest.raises(OverflowError, match="entries are more than 2\\^15 nodes"):  # while they are read
        Problem([range(MOST_NODES + 100)])
    with pytest.raises(ValueError, match=r"<stream>:[0-9]+: .* more than 2\^15 nodes"):
        Problem.read(io.StringIO("a b\n" + "a b\n" * (MOST_NODES // 2)))
    with pytest.raises(OverflowError, match="more than 2\\^15 nodes"):
        Links(np.arange(len(entries) + 1, dtype=np.int32), entries, None, 1, 1)


def test_too_many_options():
    with pytest.raises(OverflowError, match="there can be less than 2\\^14 - 1"):
        arrays([[0]] * (MOST_OPTIONS - 1), 1)


@pytest.mark.parametrize("kernel", ["links", "multi"])
def test_an_item_with_as_many_options_as_there_can_be(kernel):
    problem = arrays([[0]] * (MOST_OPTIONS - 2), 1)
    assert sum(1 for _ in problem.search(kernel=kernel)) == MOST_OPTIONS - 2


def test_an_item_with_as_many_options_that_needs_none():
    n = MOST_OPTIONS - 2
    indptr, indices = np.arange(n + 1), np.zeros(n, np.int32)
    problem = Problem.from_csr(indptr, indices, n_items=1, n_primary=1, bounds=[[0, 1]])
    assert problem.count(method="search") == 1 + n
    problem = Problem.from_csr(indptr, indices, n_items=1, n_primary=1, bounds=[[n, n]])
    assert problem.count(method="search") == 1


def test_multiplicities_beyond_all_options():
    items = {"a": (0, 10**9), **dict.fromkeys("uvwxy", (0, 10**30))}
    problem = Problem([["a", x] for x in "uvwxy"], primary=items)
    assert problem.bounds.max() == MOST_OPTIONS
    assert problem.count() == 2**5
    assert Problem([["a"]] * 3, primary={"a": (10**9, 10**9)}).count() == 0


def test_degrees_beyond_what_a_key_holds():
    n, copies, size = 497, 64, 7  # 10 bits for an item leave 6 for a degree, which distinguish degrees up to 62
    blocks = np.arange(n).reshape(-1, size)
    problem = arrays(np.tile(blocks, (copies, 1)), n)
    search = problem.search(kernel="links", limit=50)
    assert [problem.verify(s.options) for s in search] == [True] * 50
    assert problem.count(method="memo") == copies ** len(blocks)


# --- counts


@pytest.mark.parametrize("n", [6, 7, 8, 9, 15, 16, 17, 31, 33, 64, 127])
def test_numbers_get_more_words(n):
    assert Problem([[k] for k in range(n)] * 2).count(method="memo") == 2**n


@pytest.mark.parametrize("max_memory", [1, *(2**k for k in range(9, 21))])
def test_a_table_that_may_not_grow(max_memory):
    problem, right = matchings(14)
    assert problem.count(method="memo", max_memory=max_memory) == right


@pytest.mark.parametrize("max_bytes", [2**k for k in range(8, 18)])
@pytest.mark.parametrize("fixed", [False, True])
def test_a_memory_of_any_size(max_bytes, fixed):
    problem, right = matchings(16)
    memo = Memo(problem.engine.tables(), by_items=True, fixed=fixed, max_bytes=max_bytes)
    assert memo.setup()
    while memo.step(10**9) != DONE:
        pass
    assert memo.solutions == right


# --- diagrams


@pytest.mark.parametrize("n", [2, 4, 6, 8, 10, 12])
def test_diagrams_grow(n):
    problem, right = matchings(n)
    diagram = problem.zdd()
    assert diagram.count() == right
    assert len({s.options for s in diagram}) == right


def test_a_diagram_of_nearly_as_many_nodes_as_there_are_numbers():
    problem, right = matchings(18)
    diagram = problem.zdd()
    assert (len(diagram), diagram.count()) == (30_510, right)


def test_a_diagram_of_more_nodes_than_there_are_numbers():
    problem, right = matchings(20)
    for order in ("mrv", "leftmost", "auto"):
        with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
            problem.zdd(order=order)
    with pytest.raises(OverflowError):
        problem.count(method="zdd")
    assert problem.count() == problem.count(method="memo") == right


def test_a_diagram_by_hand_stops_before_its_numbers_end():
    problem, _ = matchings(20)
    memo = Memo(problem.engine.tables(), by_items=True, draws=True, max_nodes=10**18)
    memo.setup()
    while not memo.full:
        assert memo.step(10**9) != DONE
    assert 2 ** (INDEX_BITS - 1) - 40 < memo.n_nodes < 2 ** (INDEX_BITS - 1)
    _, nodes = memo.diagram()  # the part that exists is consistent
    assert (nodes[1:, 2:] < np.arange(2, nodes.shape[1])).all() and nodes.min() == 0


# --- costs


def brute_force(problem):
    """Return all costs of solutions, in order, by plain search."""
    costs = problem.costs.tolist()
    return sorted(sum(costs[k] for k in s.options) for s in problem.search(kernel="links"))


def test_costs_that_are_too_large():
    with pytest.raises(OverflowError, match="add up to 2\\^14 or more"):
        Problem([["a"], ["b"]], costs=[2**13, 2**13])


@pytest.mark.parametrize("seed", range(40))
def test_prices_near_their_limit(seed):
    random, n = Random(seed), 6
    costs = [random.randrange(1, 1000) if random.random() < 0.6 else 0 for _ in range(n * n)]
    top = random.sample(range(n * n), 2)
    for k in top:  # two expensive ones bring the sum nearly to 2^14
        costs[k] = (2**COST_BITS - 1 - sum(costs) + costs[top[0]] + costs[top[1]]) // 2
    problem = Problem([[f"r{k // n}", f"c{k % n}"] for k in range(n * n)], costs=costs)
    if not sum(costs) < 2**COST_BITS:
        pytest.skip("these costs add up to too much")
    right = brute_force(problem)
    assert [s.cost for s in problem.best(5)] == right[:5]
    assert [s.cost for s in problem.best(None, max_cost=right[30])] == [c for c in right if c <= right[30]]


@pytest.mark.parametrize("seed", range(20))
def test_prices_that_would_come_to_more_than_their_limit(seed):
    # Few options, all expensive: each item would need a price of thousands.
    random, n = Random(seed), 3
    costs = [random.randrange(1200, 1800) for _ in range(n * n)]
    problem = Problem([[f"r{k // n}", f"c{k % n}"] for k in range(n * n)], costs=costs)
    assert [s.cost for s in problem.best(None)] == brute_force(problem)


def test_many_levels_of_the_cheapest():
    problem, _ = matchings(10)
    costs = [(7 * k) % 11 for k in range(problem.n_options)]
    priced = Problem([problem.option(k) for k in range(problem.n_options)], costs=costs)
    assert [s.cost for s in priced.best(20)] == brute_force(priced)[:20]


# --- lanes


def test_more_questions_than_there_are_numbers_for():
    problem, right = matchings(6)
    indptr = np.arange(MOST_QUESTIONS + 2)
    given = np.arange(MOST_QUESTIONS + 1, dtype=np.int32) % problem.n_options
    counts = problem.count_many((indptr, given), limit=None)
    assert (counts == right // 5).all() and len(counts) == MOST_QUESTIONS + 1
    counts = problem.count_many((indptr[:-1], given[:-1]), limit=None)  # the largest number of queries
    assert (counts == right // 5).all()


def test_more_questions_than_there_are_numbers_for_in_lanes_by_name():
    problem, right = matchings(6)
    indptr = np.arange(MOST_QUESTIONS + 2)
    given = np.zeros(MOST_QUESTIONS + 1, np.int32)
    assert (problem.count_many((indptr, given), limit=None, kernel="lanes") == right // 5).all()


def test_few_planes_for_nodes_that_wait():
    problem, right = matchings(14)
    counts = problem.count_many([[k] for k in range(91)] * 2, limit=None, kernel="lanes")
    assert (counts == right // 13).all()


def test_ranks_of_more_than_a_byte():
    problem = arrays([[0]] * 300 + [[1]], 2)
    batch = problem.solve_many([[k, 300] for k in range(300)], limit=1, kernel="lanes")
    assert [batch.solution(k).options for k in range(300)] == [(k, 300) for k in range(300)]


# --- bits


@pytest.mark.parametrize("name", _bits.instruction_sets())
def test_sizes_of_items_in_more_words_than_a_byte_can_count(name):
    n, best = 2600, _bits.instruction_sets()[-1]  # 41 words with all bits set
    problem = arrays([[0]] * n + [[1]] * 3, 2)
    try:
        _bits.use(name)
        assert sum(1 for _ in problem.search(kernel="bits")) == 3 * n
    finally:
        _bits.use(best)
