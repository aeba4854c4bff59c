"""The model: multiplicities, costs, and its files; matrix/ has the input that it takes and refuses."""

import io
import pickle

import numpy as np
import pytest

from dlx import Problem
from tests.problems import TOY


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


def test_costs():
    p = Problem([["a"], ["a", "b"], ["b"]], costs=[1, 2, 5])
    assert (p.costs.tolist(), p.costs.dtype) == ([1, 2, 5], np.int64)
    assert [s.cost for s in p.solutions()] == [6, 2]
    assert isinstance(p.solve().cost, int)
    assert Problem([["a"]]).solve().cost == 0
    assert Problem([["a"]], costs=[0.5]).solve().cost == 0.5
    assert p != Problem([["a"], ["a", "b"], ["b"]])
    assert pickle.loads(pickle.dumps(p)) == p
