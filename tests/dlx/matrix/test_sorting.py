# SPDX-License-Identifier: MIT
"""Sorting by counting, against NumPy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dlx.matrix.sorting import places_by
from tests.dlx.kernels.bits.test_layout import MANY, int32


@given(st.lists(st.integers(0, 9), max_size=40), st.sampled_from([10, 100, MANY]))
def test_counting_sorts_as_numpy_does(keys, n_keys):
    found = places_by(int32(keys), n_keys)
    assert found.dtype == np.int32
    assert found.tolist() == np.argsort(keys, kind="stable").tolist()
