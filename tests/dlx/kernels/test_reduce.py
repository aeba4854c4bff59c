# SPDX-License-Identifier: MIT
"""The kernel of reductions: where it pauses changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx.engine.drive import DONE
from dlx.kernels.reduce import Reducer
from tests.problems import problems

pytestmark = pytest.mark.long


@settings(max_examples=150, deadline=None)
@given(problems(most_options=14), st.integers(1, 30))
def test_pausing_anywhere_changes_nothing(p, work):
    def run(work):
        reducer = Reducer(p.indptr, p.indices, p.colors, p.n_items, p.n_primary)
        slices = 1
        while reducer.step(work) != DONE:
            slices += 1
        return reducer.fate.tolist(), reducer.rounds, reducer.starved, reducer.work

    assert run(work) == run(2**60)
