# SPDX-License-Identifier: MIT
"""Lists whose first solutions come from all strategies: each solution once, wherever the race begins and ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Status
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions import listing as module
from dlx.questions.listing import Listing
from tests.problems import brute_force, everything, langford, queens, questions


@pytest.fixture(params=[0, 1, module.LIST_OPENING_WORK])
def opening(request, monkeypatch):
    """Let plain search have so much work before the race begins."""
    monkeypatch.setattr(module, "LIST_OPENING_WORK", request.param)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_each_solution_once(opening_of_any_length, data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    limit = data.draw(st.sampled_from([None, 1, 2, 5]))
    solutions = brute_force(p, *assumed)
    listed = Listing(p.engine, assumed, limit)
    found = [solution.options for solution in listed]
    assert len(set(found)) == len(found) and {*found} <= {*solutions}
    assert len(found) == len(solutions[:limit])
    if limit is None or len(solutions) < limit:
        assert listed.status is Status.COMPLETE
    assert listed.n_listed == len(found)


@pytest.fixture(scope="module", params=[0, 1, module.LIST_OPENING_WORK])
def opening_of_any_length(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LIST_OPENING_WORK", request.param)
        yield


def test_a_list_that_is_left_and_continued(opening):
    p = queens(8)
    listed, found = Listing(p.engine, NONE), []
    for solution in listed:
        found.append(solution.options)
        if len(found) == 3:
            break
    found += [solution.options for solution in listed]
    assert len(set(found)) == len(found) == 92 and listed.status is Status.COMPLETE


def test_plain_search_keeps_its_order():
    """If the opening ends the list, a search would list the same."""
    p = queens(8)
    assert [s.options for s in Listing(p.engine, NONE)] == [s.options for s in p.search()]


def test_limits():
    p = queens(8)
    listed = Listing(p.engine, NONE, 3)
    assert len([*listed]) == 3 and listed.status is Status.SOLUTION_LIMIT
    assert [*Listing(p.engine, NONE, 0)] == []
    late = Listing(langford(11).engine, NONE, time_limit=0)
    assert [*late] == [] and late.status is Status.TIME_LIMIT
    cut = Listing(langford(11).engine, NONE, node_limit=5)
    assert [*cut] == [] and cut.status is Status.NODE_LIMIT


def test_a_list_goes_on_as_a_count():
    listing = Listing(queens(8).engine, NONE)
    assert len([next(listing), next(listing)]) == 2
    assert listing.count() == 92
