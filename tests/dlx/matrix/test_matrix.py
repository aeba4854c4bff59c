# SPDX-License-Identifier: MIT
"""A matrix is a value: equal, hashed, pickled, identified in files, and wherever its arrays lie."""

import copy
import pickle
import re

import pytest

from dlx import Colored, Problem
from tests.problems import DENSE, TOY


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
