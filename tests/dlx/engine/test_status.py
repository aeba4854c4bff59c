# SPDX-License-Identifier: MIT
"""The ends of a search and its progress: numbers of statuses in arrays, and the time that is left."""

import pickle
from math import inf

import pytest

from dlx.engine import status
from dlx.engine.status import CUT, STATUSES, Progress, Stats, Status


def test_the_numbers_of_statuses_index_their_list():
    for name in ("COMPLETE", "SOLUTION_LIMIT", "TIME_LIMIT", "NODE_LIMIT", "INVALID"):
        assert STATUSES[getattr(status, name)] is Status[name]
    assert len({member.value for member in Status}) == len(STATUSES)
    assert not {Status.COMPLETE, Status.SOLUTION_LIMIT} & {*CUT}


@pytest.mark.parametrize(
    ("fraction", "seconds", "measured", "left"),
    [
        (0.25, 10.0, True, 30.0),
        (1.0, 10.0, True, 0.0),
        (0.0, 10.0, True, inf),  # nothing is known yet
        (0.5, 10.0, False, inf),  # the fraction predicts nothing
    ],
)
def test_seconds_that_are_left(fraction, seconds, measured, left):
    assert Progress(fraction, 0, 0, seconds, measured=measured).seconds_left == left


def test_values():
    stats, progress = Stats(1, 2, 3, 4, 5, 0.5, "links"), Progress(0.5, 1, 2, 3.0)
    for value in (stats, progress, Status.COMPLETE):
        assert pickle.loads(pickle.dumps(value)) == value and type(value).__module__ == "dlx"
    assert stats.failed == () and progress.detail == ""
    with pytest.raises(AttributeError):
        stats.nodes = 2
