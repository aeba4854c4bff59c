# SPDX-License-Identifier: MIT
"""Checks of limits that a caller passes: numbers for a kernel, and errors with the argument's name."""

import re
from fractions import Fraction
from math import inf, nan
from sys import maxsize

import numpy as np
import pytest

from dlx.engine.limits import WITHOUT_LIMIT, first_of_all, integer, seconds, whole


@pytest.mark.parametrize(
    ("time_limit", "value"),
    [(None, inf), (0, 0.0), (1.5, 1.5), (np.float32(2), 2.0), (Fraction(1, 2), 0.5), (inf, inf), (10**400, inf)],
)
def test_seconds(time_limit, value):
    assert seconds(time_limit) == value and type(seconds(time_limit)) is float


@pytest.mark.parametrize(
    ("time_limit", "error", "message"),
    [
        ("5", TypeError, "time_limit is '5'; it must be a number of seconds or None"),
        (1j, TypeError, "time_limit is 1j; it must be a number of seconds or None"),
        (-1, ValueError, "time_limit is -1; it must be a number of seconds, 0 or more"),
        (nan, ValueError, "time_limit is nan; it must be a number of seconds, 0 or more"),
    ],
)
def test_what_is_no_number_of_seconds(time_limit, error, message):
    with pytest.raises(error, match="^" + re.escape(message) + "$"):
        seconds(time_limit)


def test_whole_numbers():
    assert [whole(n, "n", 0) for n in (None, 0, np.int8(3), 2**63, 10**30)] == [WITHOUT_LIMIT, 0, 3, 2**63, 2**63]
    assert integer(np.uint8(7), "n") == 7 and type(integer(True, "n")) is int
    for value, least, error, message in (
        (0, 1, ValueError, "n is 0; it must be 1 or more, or None"),
        (-1, 0, ValueError, "n is -1; it must be 0 or more, or None"),
        (1.0, 0, TypeError, "n is 1.0; it must be a whole number or None"),
    ):
        with pytest.raises(error, match="^" + re.escape(message) + "$"):
            whole(value, "n", least)
    with pytest.raises(TypeError, match=r"^n is None; it must be a whole number$"):
        integer(None, "n")


def test_the_first_of_many():
    def endless():
        while True:
            yield 1

    assert list(first_of_all(endless(), 3)) == [1, 1, 1]
    assert list(first_of_all(iter("ab"), 5)) == list(first_of_all(iter("ab"), None)) == ["a", "b"]
    assert list(first_of_all(iter("ab"), maxsize + 10**30)) == ["a", "b"] and list(first_of_all(endless(), 0)) == []
    with pytest.raises(ValueError, match="limit is -1; it must be 0 or more"):
        first_of_all(endless(), -1)
