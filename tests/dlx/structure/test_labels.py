# SPDX-License-Identifier: MIT
"""Labels of connected items, against sets."""

from functools import reduce

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dlx.structure.labels import labels


@given(st.lists(st.lists(st.integers(0, 9), max_size=3, unique=True), max_size=9))
def test_labels_against_sets(options):
    """Sets united one by one, in plain Python."""
    indptr = np.cumsum([0, *map(len, options)]).astype(np.int32)
    found, n = labels(indptr, np.array([k for option in options for k in option], np.int32), 10)
    sets = reduce(lambda rest, option: _united(rest, set(option)), options, [])
    number, expected = {}, []
    for k, option in enumerate(options):
        which = next((min(one) for one in sets if one & set(option)), ("alone", k))
        expected.append(number.setdefault(which, len(number)))
    assert (found.tolist(), n) == (expected, len(number))


def _united(sets, new):
    meeting = [one for one in sets if one & new]
    return [one for one in sets if not one & new] + ([set().union(new, *meeting)] if new else [])
