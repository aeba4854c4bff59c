# SPDX-License-Identifier: MIT
"""Checks of entries in linear time: an item twice in an option, and options without a primary item."""

import numpy as np
from hypothesis import given

from dlx.matrix.entries import first_repeat, never_chosen
from tests.problems import problems


def test_entries_without_a_repeat():
    indptr = np.array([0, 2, 3], np.int32)
    assert first_repeat(indptr, np.array([0, 1, 1], np.int32), 2) == -1
    assert first_repeat(indptr, np.array([1, 1, 1], np.int32), 2) == 1


def test_first_repeat():
    def check(options):
        indptr = np.cumsum([0, *map(len, options)], dtype=np.int32)
        return first_repeat(indptr, np.array([k for option in options for k in option], np.int32), 5)

    assert check([[0, 1], [1, 0], [4]]) == -1
    assert check([[0, 1], [1, 0, 2, 0], [3, 3]]) == 5
    assert check([]) == -1


@given(problems())
def test_options_without_a_primary_item(p):
    without = [k for k in range(p.n_options) if not set(p.option(k)) & set(p.primary)]
    assert never_chosen(p.indptr, p.indices, p.n_primary) == (len(without), without[0] if without else -1)
