# SPDX-License-Identifier: MIT
"""Many questions on many workers: the same answers as on one, and limits."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Unfinished
from tests.problems import problems, queens

pytestmark = pytest.mark.usefixtures("every_kernel")  # one by one; test_lanes.py runs them side by side


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_workers_give_the_same_answers(data):
    p = data.draw(problems())
    option = st.integers(0, max(p.n_options - 1, 0))
    asked = data.draw(st.lists(st.lists(option, max_size=2 if p.n_options else 0), max_size=9))
    how = {"limit": data.draw(st.sampled_from([1, 2, None])), "kernel": data.draw(st.sampled_from(["auto", "multi"]))}
    plain = p.solve_many(asked, **how)
    one, two = (p.solve_many(asked, **how, workers=n) for n in (1, 2))
    for name in ("counts", "statuses", "indptr", "options"):
        assert (getattr(plain, name) == getattr(one, name)).all() and (getattr(one, name) == getattr(two, name)).all()
    assert (one.nodes == two.nodes).all()
    assert (p.count_many(asked, **how, workers=2) == plain.counts).all()


def test_limits_of_workers():
    p = queens(16)
    with pytest.raises(Unfinished, match="the time limit ended 40 of 40 counts") as stop:
        p.count_many([[]] * 40, None, time_limit=0, workers=2)
    assert stop.value.partial.tolist() == [0] * 40
    batch = queens(6).solve_many([[], [0], [1]], None, node_limit=2, workers=2)
    assert batch.cut.tolist() == [True, True, True] and batch.nodes.max() <= 2
    with pytest.raises(ValueError, match="workers cannot be combined with executor"):
        p.count_many([[]], workers=2, executor=ThreadPoolExecutor(1))
    with pytest.raises(ValueError, match="workers is 0; it must be 1 or more"):
        p.count_many([[]], workers=0)
