# SPDX-License-Identifier: MIT
"""Searches: the smallest case of each fixed bug."""

import copy
import pickle

import pytest

from dlx import Problem


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
@pytest.mark.parametrize("done", [False, True])
def test_a_search_is_not_copied(way, done):
    """A shallow copy shared the kernel; once it was dropped, the search ended early and reported COMPLETE."""
    p = Problem([["a"], ["a"], ["a"]])
    search, count = p.search(), p.counting()
    if done:
        search.count(), count.run()
    for one in (search, count):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            way(one)
    assert (search.count(), count.run()) == (3, 3)
