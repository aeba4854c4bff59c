# SPDX-License-Identifier: MIT
"""Estimated numbers with their intervals: Student's quantiles, texts, and numbers of any size."""

import math
from random import Random

import pytest

from dlx.engine.interval import POINT, Interval, as_text, interval, shown_duration, shown_number, student

ONE = 1 << POINT


def test_student():
    """The quantiles match tables: 12.71, 4.30, 2.78, 2.57, 2.26, 2.09, 2.00, 1.98."""
    for df, t in {1: 12.71, 2: 4.303, 4: 2.776, 5: 2.571, 9: 2.262, 19: 2.093, 60: 2.0003, 120: 1.9799}.items():
        assert abs(student(df) / t - 1) < 0.01


def test_means_and_the_ends_of_their_intervals():
    assert interval([ONE, 3 * ONE], 1) == Interval(2, 1, round(2 * math.exp(12.71 / 2)))
    assert interval([0, 0], 5) == Interval(5, 5, math.inf)
    assert interval([7 * ONE], 2) == Interval(7, 2, math.inf)  # one value has no spread
    assert interval([4 * ONE] * 50, 1) == Interval(4, 4, 4)
    assert interval([4 * ONE] * 50, 9) == Interval(9, 9, 9)  # no fewer than are known for certain


def test_intervals_hold_the_mean_of_the_values_about_as_often_as_they_say():
    random, held = Random(1), 0
    for _ in range(400):
        found = interval([round(random.expovariate(1 / 1000) * ONE) for _ in range(60)], 0)
        assert found.low <= found.value <= found.high
        held += found.low <= 1000 <= found.high
    assert 0.9 <= held / 400 <= 0.99


def test_integers_of_any_size():
    found = interval([10**400 * ONE, 10**400 * ONE], 0)
    assert found == Interval(10**400, 10**400, 10**400) and str(found) == "1.0e400"


@pytest.mark.parametrize(
    ("ends", "text", "with_unit"),
    [
        ((4, 3, 5), "about 4 (3 to 5)", "about 4 nodes (3 to 5)"),
        ((1, 1, 1), "1", "1 node"),
        ((0, 0, 0), "0", "0 nodes"),
        ((0, 0, 7), "none seen (0 to 7)", "no nodes seen (0 to 7)"),
        ((9, 2, math.inf), "at least 2", "at least 2 nodes"),
        ((9_999, 9_999, 9_999), "9,999", "9,999 nodes"),
        ((31_400, 10_000, 44_000), "about 3.1e4 (1.0e4 to 4.4e4)", "about 3.1e4 nodes (1.0e4 to 4.4e4)"),
    ],
)
def test_texts(ends, text, with_unit):
    assert str(Interval(*ends)) == text
    assert as_text(Interval(*ends), shown_number, " nodes") == with_unit


def test_durations():
    assert [shown_duration(s) for s in (0.5, 2, 300, 3e9, math.inf)] == [
        "500 ms",
        "2 s",
        "5 min",
        "95 years",
        "1e300 years",
    ]
