# SPDX-License-Identifier: MIT
"""The given options of many questions, in any form: the same arrays, and errors that name the question."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.matrix.givens import csr
from dlx.matrix.matrix import Matrix

N = 5
MATRIX = Matrix([["a", k] for k in range(N)])


def read(givens):
    """Return the questions as lists again."""
    indptr, options = csr(MATRIX, givens)
    assert (indptr.dtype, options.dtype) == (np.int64, np.int32) and indptr[0] == 0
    assert len(options) == indptr[-1] + 1 and options[-1] == 0  # a kernel may point behind the last one
    return [options[a:b].tolist() for a, b in pairwise(indptr)]


@given(st.lists(st.lists(st.integers(0, N - 1), max_size=4), max_size=6))
def test_every_form_means_the_same(questions):
    flat = np.array([k for question in questions for k in question], int)
    ends = np.cumsum([0, *map(len, questions)])
    named = [[("a", k) if k % 2 else k for k in question] for question in questions]
    arrays = [np.array(question, np.uint8) for question in questions]
    for form in (questions, tuple(map(tuple, questions)), iter(questions), (ends, flat), named, arrays):
        assert read(form) == questions
    assert read((ends.astype(np.uint64), flat.astype(np.uint8))) == questions


@given(st.lists(st.sets(st.integers(0, N - 1)), max_size=6))
def test_masks(questions):
    mask = np.zeros((len(questions), N), bool)
    for row, question in zip(mask, questions, strict=True):
        row[list(question)] = True
    assert read(mask) == read(mask.astype(np.uint8)) == [sorted(question) for question in questions]


@pytest.mark.parametrize(
    ("givens", "error", "message"),
    [
        ([[0], [7]], ValueError, "question 1: given option 7 is out of range: the problem has 5 options (0 to 4)"),
        (
            [[0], [], [-1]],
            ValueError,
            "question 2: given option -1 is out of range: the problem has 5 options (0 to 4)",
        ),
        (
            [[0], [1.5]],
            TypeError,
            "question 1: given option 1.5 is not an option number, nor a list of items, nor a function",
        ),
        ([[("b",)]], ValueError, "question 0: given option ('b',): there is no item 'b'; give option numbers"),
        (
            (np.array([0, 2, 1]), np.array([0])),
            ValueError,
            "indptr must rise from 0 to the number of given options (1)",
        ),
        ((np.array([1]), np.array([0])), ValueError, "indptr must rise from 0 to the number of given options (1)"),
        ((np.array([0, 1]), np.array([9])), ValueError, "question 0: given option 9 is out of range"),
        ((np.array([0, 0, 1]), np.array([9])), ValueError, "question 1: given option 9 is out of range"),
        ((np.array([0, 1]), np.array([0.0])), ValueError, "options must be a 1-D array of integers"),
        (
            np.zeros((2, 4), bool),
            ValueError,
            "a matrix of givens must be boolean or uint8 of shape (N, 5), this one is bool of",
        ),
        (
            np.zeros((2, 5), int),
            ValueError,
            "a matrix of givens must be boolean or uint8 of shape (N, 5), this one is int64",
        ),
    ],
)
def test_errors_name_the_question(givens, error, message):
    with pytest.raises(error, match="^" + re.escape(message)):
        csr(MATRIX, givens)


def test_an_error_of_the_callers_own_is_left_alone():
    class OwnError(ValueError):
        pass

    def question():
        yield 0
        raise OwnError("mine")

    with pytest.raises(OwnError, match=r"^mine$"):
        csr(MATRIX, [[0], question()])
