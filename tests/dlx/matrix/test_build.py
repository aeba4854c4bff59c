# SPDX-License-Identifier: MIT
"""Problems from matrices, arrays and options of every form: arrays, and errors with the place of the fault."""

import re
from collections.abc import Mapping

import numpy as np
import pytest
from scipy import sparse

from dlx import Colored, Problem
from tests.problems import DENSE

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("make", [list, np.array, sparse.csr_array, sparse.csc_matrix, sparse.coo_array])
def test_matrices(make):
    p = Problem.from_matrix(make(DENSE))
    assert list(p.items) == [0, 1, 2, 3]
    assert [p.option(k) for k in range(4)] == [(0, 3), (1, 3), (1, 2), (0, 2)]
    assert sorted(s.options for s in p.solutions()) == [(0, 2), (1, 3)]


def test_a_matrix_with_secondary_columns():
    p = Problem.from_matrix(np.array(DENSE, dtype=bool), secondary=[1, np.int64(3)])
    assert list(p.primary) == [0, 2]
    assert list(p.secondary) == [1, 3]
    assert p.option(1) == (1, 3)
    assert sorted(s.options for s in p.solutions()) == [(0, 2), (3,)]


def test_matrices_without_options_or_items():
    assert Problem.from_matrix(np.zeros((0, 3))).count() == 0
    assert Problem.from_matrix(np.zeros((0, 0))).count() == 1


@pytest.mark.parametrize(
    ("matrix", "secondary", "message"),
    [
        ([1, 0], [], "the matrix has 1 dimensions"),
        ([[1, 0], [0, 2]], [], "the matrix has 2 in row 1, column 1; it must be 0 or 1"),
        (sparse.csr_array([[0, -1]]), [], "the matrix has -1 in row 0, column 1"),
        ([[1, 0], [0, 0]], [], "option 1 is empty"),
        ([[1, 0]], [2], "secondary column 2 is out of range: the matrix has 2 columns"),
        ([[1, 0]], [0, 0], "a secondary column is listed twice"),
    ],
)
def test_bad_matrices(matrix, secondary, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Problem.from_matrix(matrix, secondary)


def test_csr():
    p = Problem.from_csr([0, 2, 3, 5], [0, 2, 1, 1, 2], [0, 5, 0, 0, 5], n_items=3, n_primary=2)
    assert p.option(0) == (0, Colored(2, 5))
    assert [s.options for s in p.solutions()] == [(0, 1), (0, 2)]
    assert p.verify([0, 2])
    plain = Problem.from_csr(np.array([0, 1]), np.array([0], np.uint8), np.array([0]), n_items=1, n_primary=1)
    assert plain.colors is None
    assert Problem.from_csr([0], [], n_items=0, n_primary=0).count() == 1


def test_equal_problems_from_different_constructors():
    named = Problem([[0, Colored(2, 9), 1], [1, Colored(2, 4)], [0]], [0, 1], [2])
    arrays = Problem.from_csr([0, 3, 5, 6], [0, 2, 1, 1, 2, 0], [0, 9, 0, 0, 4, 0], n_items=3, n_primary=2)
    assert named == arrays
    assert named.colors.tolist() == arrays.colors.tolist() == [0, 1, 0, 0, 2, 0]
    assert Problem([[0], [1]]) == Problem.from_matrix([[1, 0], [0, 1]])
    assert Problem([[0], [1]]) == Problem.from_csr([0, 1, 2], [0, 1], n_items=2, n_primary=2)


def test_csr_copies_its_arrays():
    indices = np.array([0, 1], np.int32)
    p = Problem.from_csr([0, 1, 2], indices, n_items=2, n_primary=2)
    indices[:] = 7
    assert p.indices.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        (([0, 2], [0]), {}, "indptr must rise from 0 to the length of indices (1)"),
        (([0, 2, 1], [0]), {}, "indptr must rise"),
        (([], []), {}, "indptr must rise"),
        (([1], [0]), {}, "indptr must rise"),
        (([0, 1, 1], [0]), {}, "option 1 is empty"),
        (([0, 1], [3]), {}, "option 0 has item 3; there are 3 items"),
        (([0, 1, 2], [0, -1]), {}, "option 1 has item -1"),
        (([0, 1, 4], [0, 1, 2, 1]), {}, "option 1 has item 1 twice; give each copy an item of its own, such as (1, 1)"),
        (([0, 1], [0], [1]), {}, "option 0: item 0 has a color, and is primary"),
        (([0, 1], [2], [-1]), {}, "option 0: item 2 has a negative color"),
        (([0, 1], [0], [0, 0]), {}, "colors has 2 values where indices has 1"),
        (([0, 1], [0.5]), {}, "indices must be a 1-D array of integers"),
        (([[0, 1]], [0]), {}, "indptr must be a 1-D array"),
        (([0, 1], [0]), {"n_primary": 4}, "n_primary is 4 and n_items 3"),
    ],
)
def test_bad_csr(arguments, keywords, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Problem.from_csr(*arguments, **({"n_items": 3, "n_primary": 2} | keywords))


@pytest.mark.parametrize(
    "indptr",
    [
        np.array([0, 127, -128, -1, 3], np.int8),
        np.array([0, 2**31 - 1, -(2**31), -1, 3], np.int32),
        np.array([0, 2**62, -(2**63), -1_000_000, 3]),
        np.array([0, 2**62, 2**63, 2**64 - 1, 3], np.uint64),
    ],
)
def test_starts_whose_differences_overflow(indptr):
    with pytest.raises(ValueError, match="indptr must rise"):
        Problem.from_csr(indptr, [0, 1, 2], n_items=3, n_primary=3)
    with pytest.raises(ValueError, match="indptr must rise"):
        Problem([["a"]]).count_many((indptr, np.zeros(3, int)))


def test_a_sparse_matrix_with_a_column_that_is_none():
    wrong = sparse.csr_matrix((1, 3))
    wrong.data, wrong.indices, wrong.indptr = np.array([1, 1]), np.array([-1, 0]), np.array([0, 2])
    with pytest.raises(ValueError, match="column index outside 0 to 2"):
        Problem.from_matrix(wrong)


def test_too_many_nodes_are_refused_at_once():
    with pytest.raises(OverflowError, match="2\\^31 nodes"):
        Problem.from_csr([0, 1], [0], n_items=2**31, n_primary=0)


@pytest.mark.parametrize(
    ("bound", "error", "message"),
    [
        ((2, 1), ValueError, "item 'a' has the multiplicity 2 to 1; 0 <= least <= most and 1 <= most must hold"),
        ((-1, 1), ValueError, "item 'a' has the multiplicity -1 to 1"),
        (0, ValueError, "item 'a' has the multiplicity 0 to 0"),
        (1.5, TypeError, "item 'a' has the multiplicity 1.5; it must be a number or a pair"),
        ((1, 2, 3), TypeError, "item 'a' has the multiplicity"),
    ],
)
def test_multiplicities_refused(bound, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Problem([["a"]], {"a": bound})


@pytest.mark.parametrize(
    ("costs", "error", "message"),
    [
        ([1], ValueError, "costs must be 2 numbers, one for each option"),
        ([1, float("nan")], ValueError, "option 1 has the cost nan"),
        ([float("inf"), 1], ValueError, "option 0 has the cost inf"),
        (["a", "b"], ValueError, "costs must be 2 numbers"),
        ([2**61, 2**61], OverflowError, "the costs of all options, without their signs, add up to 2^62 or more"),
    ],
)
def test_costs_refused(costs, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Problem([["a"], ["b"]], costs=costs)


@pytest.mark.parametrize(
    ("costs", "error", "message"),
    [
        ([10**30, 1], OverflowError, "add up to 2^62 or more: option 0 alone has about 1e30"),
        ([1, 10**5_000], OverflowError, "add up to 2^62 or more: option 1 alone has about 1e5000"),
        ([1.5, 2**64], OverflowError, "add up to 2^62 or more: option 1 alone has 18446744073709551616"),
        ([5e18, 1], OverflowError, "add up to 2^62 or more: option 0 alone has 5e+18"),
        ([2.5e18, 2.5e18], OverflowError, "add up to 2^62 or more: 5e+18"),
        ([1, -(10**30)], OverflowError, "option 1 alone has about -1e30"),
        ([NAN, 10**30], ValueError, "option 0 has the cost nan; costs are finite numbers"),
        ([1, INF], ValueError, "option 1 has the cost inf; costs are finite numbers"),
        ([1, "2"], ValueError, "costs must be 2 numbers, one for each option; option 1 has '2'"),
        ([1, None], ValueError, "option 1 has None"),
        ([True, False], ValueError, "option 0 has True"),
        (np.array([1, 2], complex), ValueError, "option 0 has (1+0j)"),
        ([1, 2, 3], ValueError, "costs must be 2 numbers, one for each option; they are 3"),
        ([[1], [2, 3]], ValueError, "costs must be 2 numbers, one for each option; this is of type list"),
        (5, ValueError, "costs must be 2 numbers, one for each option; this is of type int"),
        ({0: 1, 1: 2}, ValueError, "costs must be 2 numbers, one for each option; this is of type dict"),
    ],
)
def test_what_is_wrong_with_costs(costs, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Problem([["a"], ["b"]], costs=costs)


def test_costs_as_objects():
    for costs, kind in (([1, 2], "i"), ([1.5, 2], "f"), ([0, 2**62 - 1], "i")):
        p = Problem([["a"], ["b"]], costs=np.array(costs, object))
        assert p == Problem([["a"], ["b"]], costs=costs)
        assert p.costs.dtype.kind == kind


class Frame:
    """An iterable of its column names, like a data frame."""

    columns, shape = ["a", "b"], (1, 2)

    def __iter__(self):
        return iter(self.columns)


class Tensor:
    """An array of another library; its rows are arrays too."""

    ndim, shape = 2, (1, 2)

    def __iter__(self):
        return iter([object()])


ONES = np.array([[1, 0, 1], [0, 1, 0]])


@pytest.mark.parametrize(
    "options",
    [
        ONES,
        ONES.tolist(),
        ONES.astype(bool),
        ONES.astype(float),
        np.eye(2),
        np.asmatrix(ONES),
        sparse.csr_matrix(ONES),
        sparse.coo_array(ONES),
        Frame(),
        Tensor(),
    ],
    ids=lambda options: type(options).__name__,
)
def test_a_matrix_as_options(options):
    with pytest.raises((TypeError, ValueError), match=r"Problem\.from_matrix takes 0/1 matrices"):
        Problem(options)


@pytest.mark.parametrize("rows", [[[1, 0], [0, 1]], [[1, 0], [0, 1], [1, 0]], [[1], [1]], [[0, 1, 1]], [[0, 1]]])
@pytest.mark.parametrize("kind", [int, np.uint8, bool, float])
def test_an_array_of_zeros_and_ones_is_a_matrix(rows, kind):
    with pytest.raises(TypeError, match="from_matrix takes 0/1 matrices"):
        Problem(np.array(rows, kind))
    assert Problem(rows if len(rows[0]) < 3 else [[0, 1]]).n_options  # lists are lists of items


def test_arrays_of_items_are_options():
    assert Problem(np.array([[0, 1], [2, 3]])).count() == 1
    assert Problem(np.array([[0.0, 1.5], [2, 3]])).count() == 1
    assert Problem(np.array([["a", "b"]])).primary == ("a", "b")
    assert Problem(np.zeros((0, 2))).n_options == 0
    assert Problem(np.array([["a"], ["b"]], object)).count() == 1


@pytest.mark.parametrize("options", [None, 5, np.array(3)])
def test_options_that_are_none(options):
    with pytest.raises(TypeError, match=re.escape(f"options is {options!r}; it must be a list of options")):
        Problem(options)


def test_matrices_of_objects():
    assert Problem.from_matrix(np.array([[1, 0], [False, True]], object)).count() == 1
    with pytest.raises(ValueError, match="the rows of the matrix differ in length"):
        Problem.from_matrix([[1], [0, 1]])


class Nodes(Mapping):
    """A mapping from nodes to their attributes, like the nodes of a NetworkX graph."""

    def __init__(self, nodes):
        self.nodes = nodes

    def __getitem__(self, node):
        return {"color": "red"} if node in self.nodes else {}[node]

    def __iter__(self):
        return iter(self.nodes)

    def __len__(self):
        return len(self.nodes)


def test_a_mapping_to_mappings_is_a_list_of_items():
    edges = [(0, 1), (1, 2), (2, 3)]
    p = Problem(edges, primary=Nodes([0, 1, 2, 3]))
    assert (p, p.bounds) == (Problem(edges, primary=[0, 1, 2, 3]), None)
    assert Problem(edges, [0, 1], secondary=Nodes([2, 3])) == Problem(edges, [0, 1], secondary=[2, 3])
    with pytest.raises(TypeError, match="pass a list for items without multiplicities"):
        Problem(edges, primary={0: {}, 1: 1, 2: 1, 3: 1})


def test_nodes_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = networkx.petersen_graph()
    for nodes in (graph.nodes, graph.adj, graph):
        assert Problem(graph.edges, primary=nodes).count() == 6


def test_bounds_of_any_size():
    p = Problem.from_csr([0, 1, 2], [0, 0], n_items=1, n_primary=1, bounds=[[1, 10**30]])
    assert p.count() == 3


def test_entries_before_the_first_color_have_none():
    options = [[("p", k), "x"] for k in range(100)] + [[("p", 100), Colored("x", "red"), "y"]]
    p = Problem(options, [("p", k) for k in range(101)], ["x", "y"])
    assert p.colors.tolist() == [0] * 201 + [1, 0] and p.option(100) == (("p", 100), Colored("x", "red"), "y")


def test_an_error_of_an_item_is_the_error_of_its_problem():
    class Item:
        def __hash__(self):
            raise RuntimeError("not today")

    for secondary in ((), ["b"]):
        with pytest.raises(RuntimeError, match="not today"):
            Problem([["a", Item()]], secondary=secondary)
