# SPDX-License-Identifier: MIT
"""Names of the rows and columns of tables, in problems and in errors."""

import re

import numpy as np
import pytest

from dlx import Problem
from tests.dlx.matrix.test_rows import ONES

NAN = float("nan")


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


def test_a_frame_with_a_value_that_is_not_available():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": pandas.array([1, None], dtype="Int64"), "b": [0, 1]})
    with pytest.raises(ValueError, match=re.escape("the matrix has <NA> in row 1, column 'a'; it must be 0 or 1")):
        Problem.from_matrix(frame)
    assert Problem.from_matrix(frame.fillna(0)).count() == 1
    with pytest.raises(TypeError, match=r"Problem\.from_matrix"):
        Problem(frame)


class Frame:
    """A stand-in for a pandas frame of 0 and 1."""

    iloc, shape, columns = None, (4, 3), [*ONES]

    def __init__(self, index=range(4)):
        self.index = index

    def __array__(self, dtype=None, copy=None):
        return np.array(list(ONES.values()), object).T


class Columns:
    """A stand-in for a table of Polars or PyArrow of 0 and 1."""

    column_names = (*ONES,)
    __array__ = Frame.__array__


@pytest.mark.parametrize("table", [Frame(), Columns()])
def test_matrices_with_names(table):
    p = Problem.from_matrix(table, ["x"], skip_blank=True, costs=[1, 2, 3, 4])
    assert p.primary == ("y", "z") and p.secondary == ("x",) and p.rows == (0, 1, 3) and p.costs.tolist() == [1, 2, 4]
    assert [s.rows for s in p.solutions()] == [[0, 1]] and p.option(2) == ("x", "y")
    with pytest.raises(ValueError, match=r"^row 2 of the matrix is blank, so option 2 is empty; pass skip_blank=True$"):
        Problem.from_matrix(table)
    with pytest.raises(ValueError, match=r"^secondary column 0 is not in the table; its columns are 'x' 'y' 'z'$"):
        Problem.from_matrix(table, [0], skip_blank=True)


def test_matrices_with_names_of_rows():
    p = Problem.from_matrix(Frame(["p", "q", "r", "s"]), skip_blank=True)
    assert p.rows == ("p", "q", "s") and p.solve().rows == ["p", "q"] and p.solve(banned=["p"]) is None
    with pytest.raises(ValueError, match=r"^row 'r' of the matrix is blank, so option 2 is empty"):
        Problem.from_matrix(Frame(["p", "q", "r", "s"]))
    frame = Frame(["p", "q", "r", "s"])
    frame.columns = ["x", "y", "x"]
    with pytest.raises(ValueError, match=r"^the table has two columns 'x'; rename one$"):
        Problem.from_matrix(frame, skip_blank=True)
    frame.columns = [0, 1, 2]
    assert Problem.from_matrix(frame, [2], skip_blank=True).secondary == [2]
