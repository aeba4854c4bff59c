"""The model: the input it accepts, the input it refuses and the wording, and that it is a value."""

import copy
import io
import pickle
import re
from collections.abc import Mapping

import numpy as np
import pytest
from scipy import sparse

from dlx import Colored, Problem, Solution
from dlx.matrix.entries import first_repeat

TOY = [["c", "e"], ["a", "d", "g"], ["b", "c", "f"], ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]]


def test_items_in_first_seen_order():
    p = Problem(TOY)
    assert p.items == ("c", "e", "a", "d", "g", "b", "f")
    assert (p.n_items, p.n_primary, p.n_options) == (7, 7, 6)
    assert p.primary == p.items
    assert p.secondary == ()
    assert [p.option(k) for k in range(6)] == [tuple(option) for option in TOY]


def test_items_in_the_order_given():
    p = Problem(TOY, primary=["a", "b", "c", "d", "e", "f"], secondary=["g"])
    assert p.items == tuple("abcdefg")
    assert p.secondary == ("g",)
    assert p.indices.tolist()[:5] == [2, 4, 0, 3, 6]
    assert p.indptr.tolist() == [0, 2, 5, 8, 11, 13, 16]
    assert p.indptr.dtype == p.indices.dtype == np.int32
    assert p.colors is None


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


def test_any_hashable_item_and_any_iterable():
    p = Problem((iter(option) for option in [[1, (2, 3)], [None], {frozenset()}, ("x", 1.5)]), secondary=iter(["x"]))
    assert p.items == (1, (2, 3), None, frozenset(), 1.5, "x")
    assert p.option(3) == ("x", 1.5)


def test_colored_items():
    p = Problem([["a", Colored("x", "red"), "y"], [Colored("x", 7), "a"]], secondary=["x", "y"])
    assert p.items == ("a", "x", "y")
    assert p.colors.tolist() == [0, 1, 0, 2, 0]
    assert p.option(0) == ("a", Colored("x", "red"), "y")
    assert p.option(1) == (Colored("x", 7), "a")
    assert p.solve().items() == [("a", Colored("x", "red"), "y")]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([["a"], []],), ValueError, "option 1 is empty"),
        (([["a", "b", "a"]],), ValueError, "option 0 has item 'a' twice; give each copy an item of its own, such as ("),
        (([["a", Colored("x", 1), Colored("x", 2)]], None, ["x"]), ValueError, "option 0 has item 'x' twice"),
        (([["a"], ["b"]], ["a"]), ValueError, "option 1 has item 'b', which is neither primary nor secondary"),
        (([[Colored("a", 1)]],), ValueError, "option 0: item 'a' is primary and cannot have a color"),
        (([["a"]], ["a"], ["a"]), ValueError, "item 'a' is both primary and secondary"),
        (([["a"]], ["a", "b", "a"]), ValueError, "primary item 'a' is listed twice"),
        (([["a"]], None, ["x", "x"]), ValueError, "secondary item 'x' is listed twice"),
        (([["a"]], None, [Colored("x", 1)]), ValueError, "secondary item 'x' has a color"),
        (([["a"], "bc"],), TypeError, "option 1 is the string 'bc'"),
        (([["a"], 5],), TypeError, "option 1 is 5; an option is a list of items"),
        (([["a", ["b"]]],), TypeError, "option 0: item ['b'] cannot be hashed"),
        (([["a"]], "abc"), TypeError, "primary is the string 'abc'"),
        (([["a"]], [["a"]]), TypeError, "primary item ['a'] cannot be hashed"),
    ],
)
def test_what_is_refused(arguments, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Problem(*arguments)


DENSE = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 1, 1, 0], [1, 0, 1, 0]]


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


def test_option_numbers_are_checked():
    p = Problem(TOY)
    assert p.count(given=[np.int64(4)]) == 1
    assert p.count(given=np.array([0, 3])) == p.count(3, given=np.array([0, 3])) == 1
    for name in ("given", "banned"):
        with pytest.raises(ValueError, match=rf"{name} option 6 is out of range: the problem has 6 options \(0 to 5\)"):
            p.count(**{name: [0, 6]})
        with pytest.raises(ValueError, match=f"{name} option -1 is out of range"):
            p.solve(**{name: [-1]})
        for wrong in ("a", 1.0, None, {"a": 1}, True):
            with pytest.raises(TypeError, match=f"{name} option .* is not an option number"):
                p.solutions(**{name: [wrong]})
    with pytest.raises(ValueError, match="option 6 is out of range"):
        p.option(6)
    with pytest.raises(ValueError, match=r"the problem has 0 options$"):
        Problem([]).count(given=[0])


def test_a_problem_is_a_value():
    p, q = Problem(TOY), Problem(TOY)
    assert p == q
    assert hash(p) == hash(q)
    assert p != Problem(TOY, secondary=["g"])
    assert p != Problem(TOY[:-1])
    assert p != 5
    reds, greens = ([[1, Colored("x", c)]] for c in ("red", "green"))
    assert Problem(reds, secondary=["x"]) != Problem(greens, secondary=["x"])
    assert repr(p) == "<Problem: 7 items, 6 options>"
    assert repr(Problem(TOY, secondary=["g"])) == "<Problem: 6 + 1 secondary items, 6 options>"
    with pytest.raises(AttributeError, match="immutable"):
        p.n_primary = 3
    with pytest.raises(ValueError, match="read-only"):
        p.indices[0] = 1
    assert copy.deepcopy(p) == p


def test_what_tells_problems_apart_in_files():
    a, b = [["a", "b"], ["c"]], [["a"], ["b", "c"]]
    others = [
        Problem(a),
        Problem(b),
        Problem(a, ["a", "b", "c", "d"]),
        Problem(a, secondary=["c"]),
        Problem([["a", Colored("b", "red")], ["c"]], secondary=["b"]),
        Problem([["a", "b"], ["c"]], secondary=["b"]),
        Problem(a, {"a": 1, "b": (0, 1), "c": 1}),
        Problem(a, costs=[1, 2]),
        Problem(a, costs=[1.0, 2.0]),
        Problem(a, costs=[5e-324, 1e-323]),  # the bits of 1 and 2
    ]
    assert len({p.digest() for p in others}) == len(others)
    assert Problem([[1, 2], [3]]).digest() == Problem(a).digest() == pickle.loads(pickle.dumps(Problem(a))).digest()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(protocol):
    for p in (
        Problem(TOY),
        Problem([[1, Colored("x", "red")], [2, Colored("x", "red")]], secondary=["x"]),
        Problem.from_matrix(DENSE),
        Problem([]),
    ):
        p.count()  # a search leaves nothing behind that is pickled
        again = pickle.loads(pickle.dumps(p, protocol))
        assert again == p
        assert again.count() == p.count()
        assert not again.indices.flags.writeable


def at_odd_addresses(thing):
    """Return a pickled copy whose arrays are views of a message, as those that Dask sends."""
    arrays = []
    text = pickle.dumps(thing, protocol=5, buffer_callback=arrays.append)
    return pickle.loads(text, buffers=[memoryview(bytearray(b"." + array.raw()))[1:] for array in arrays])


def test_arrays_that_arrive_at_odd_addresses_are_copied():
    """The kernels read them there, which C does not define, and which some processors refuse."""
    p = Problem([["a", Colored("x", 1)], ["a", "x"]], {"a": (1, 2)}, ["x"], costs=[3, 4])
    assert not at_odd_addresses(p.indptr).flags.aligned
    again = at_odd_addresses(p)
    assert again == p
    assert all(array.flags.aligned for array in (again.indptr, again.indices, again.colors, again.bounds, again.costs))
    assert at_odd_addresses(Problem(TOY).zdd()).nodes.flags.aligned


def test_solutions():
    p = Problem(TOY)
    solution = p.solve()
    assert solution.options == (0, 3, 4)
    assert solution.items() == [("c", "e"), ("a", "d", "f"), ("b", "g")]
    assert list(solution) == [0, 3, 4]
    assert len(solution) == 3
    assert repr(solution) == "Solution((0, 3, 4))"
    assert solution == Solution(p, (0, 3, 4)) == next(p.solutions())
    assert len({solution, p.solve()}) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([0], "item 'b' is not covered"),
        ([0, 1], "item 'a' is in option 0 and in option 1"),
        ([0, 2, 3], "item 'x' is in option 0 and in option 2"),
        ([0, 4], "option 4 has no primary item"),
        ([9], "option 9 is out of range"),
    ],
)
def test_verify(options, message):
    red, green = Colored("x", "red"), Colored("x", "green")
    p = Problem([["a", red], ["a", "b"], ["b", green], ["c"], ["x"], ["b", red]], ["a", "b", "c"], ["x"])
    assert p.verify([0, 5, 3])
    assert all(p.verify(solution) for solution in p.solutions())
    with pytest.raises(ValueError, match=re.escape(message)):
        p.verify(options)


def test_too_many_nodes_are_refused_at_once():
    with pytest.raises(OverflowError, match="2\\^31 nodes"):
        Problem.from_csr([0, 1], [0], n_items=2**31, n_primary=0)


def test_reading_and_writing_go_through_dlxfile():
    text = io.StringIO()
    Problem(TOY).write(text)
    assert Problem.read(io.StringIO(text.getvalue())) == Problem(TOY)


def test_multiplicities():
    options = [["a", "b"], ["a"], ["a", "b"]]
    p = Problem(options, {"a": (0, 2), "b": 1})
    assert p.bounds.tolist() == [[0, 2], [1, 1]]
    assert p.primary == ("a", "b")
    assert Problem(options, {"a": 1, "b": 1}) == Problem(options, ["a", "b"])
    assert p != Problem(options, ["a", "b"])
    assert pickle.loads(pickle.dumps(p)) == p
    assert repr(p) == "<Problem: 2 items, 3 options, multiplicities>"
    assert Problem([["a"], ["a"]], {"a": (0, 10**30)}).count() == 4
    assert p.verify([0])
    assert p.verify([0, 1])
    with pytest.raises(ValueError, match="item 'b' is in option 0 and in option 2"):
        p.verify([0, 2])
    with pytest.raises(ValueError, match="item 'a' is in 1 options; it must be in 2"):
        Problem(options, {"a": 2, "b": 1}).verify([0])
    assert Problem.from_csr([0, 1], [0], n_items=1, n_primary=1, bounds=[[0, 1]]).bounds.tolist() == [[0, 1]]
    assert Problem.from_matrix([[1]], bounds=[[0, 1]]).bounds.tolist() == [[0, 1]]


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


def test_costs():
    p = Problem([["a"], ["a", "b"], ["b"]], costs=[1, 2, 5])
    assert (p.costs.tolist(), p.costs.dtype) == ([1, 2, 5], np.int64)
    assert [s.cost for s in p.solutions()] == [6, 2]
    assert isinstance(p.solve().cost, int)
    assert Problem([["a"]]).solve().cost == 0
    assert Problem([["a"]], costs=[0.5]).solve().cost == 0.5
    assert p != Problem([["a"], ["a", "b"], ["b"]])
    assert pickle.loads(pickle.dumps(p)) == p


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


NAN, INF = float("nan"), float("inf")


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


class NotAvailable:
    """A value like pandas.NA: a comparison with it gives NA as well, which is neither true nor false."""

    def __eq__(self, other):
        return self

    __hash__ = None

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")

    def __repr__(self):
        return "<NA>"


@pytest.mark.parametrize(
    ("value", "shown"), [(NotAvailable(), "<NA>"), (None, "None"), (NAN, "nan"), ("x", "'x'"), ("1", "'1'"), (2, "2")]
)
def test_a_matrix_names_row_and_column(value, shown):
    for matrix in (np.array([[1, 0], [0, value]], object), [[1, 0], [0, value]]):
        with pytest.raises(ValueError, match=f"^the matrix has {shown} in row 1, column 1; it must be 0 or 1$"):
            Problem.from_matrix(matrix)


def test_matrices_of_objects():
    assert Problem.from_matrix(np.array([[1, 0], [False, True]], object)).count() == 1
    with pytest.raises(ValueError, match="the rows of the matrix differ in length"):
        Problem.from_matrix([[1], [0, 1]])


def test_a_frame_with_a_value_that_is_not_available():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": pandas.array([1, None], dtype="Int64"), "b": [0, 1]})
    with pytest.raises(ValueError, match=re.escape("the matrix has <NA> in row 1, column 'a'; it must be 0 or 1")):
        Problem.from_matrix(frame)
    assert Problem.from_matrix(frame.fillna(0)).count() == 1
    with pytest.raises(TypeError, match=r"Problem\.from_matrix"):
        Problem(frame)


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


def test_a_solution_is_hashed_without_its_problem(monkeypatch):
    """A set of a million solutions reads no array of the problem a million times."""
    found = [*Problem([["a"], ["a"]]).solutions()]
    monkeypatch.setattr(Problem, "__hash__", None)
    assert len({*found, *found}) == 2


def test_entries_without_a_repeat():
    indptr = np.array([0, 2, 3], np.int32)
    assert first_repeat(indptr, np.array([0, 1, 1], np.int32), 2) == -1
    assert first_repeat(indptr, np.array([1, 1, 1], np.int32), 2) == 1
