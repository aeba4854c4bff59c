# SPDX-License-Identifier: MIT
"""Integers of any length as text, and every place that prints a count."""

import json
import pickle
import sys
from contextlib import contextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem, Unfinished
from dlx.engine.bar import how_far
from dlx.engine.status import Progress, Status
from dlx.engine.unfinished import AtLeast, unfinished
from dlx.system.digits import LongInt, digits, magnitude, printable, to_json

LONG = 2**20_000  # 6,021 digits
PAIRS = Problem([[k] for k in range(20_000) for _ in "ab"])
TEXT = "".join(f"{k}\n{k}\n" for k in range(20_000))


@contextmanager
def unlimited():
    """Lift Python's limit, for the expected text."""
    former = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(former)


@given(st.integers(0, 40_000), st.integers(0, 2**64), st.booleans())
def test_digits_are_those_of_python(bits, low, negative):
    n = ((1 << bits) + low) * (-1 if negative else 1)
    with unlimited():
        expected = str(n), f"{n:,}", f"{n:_}"
    assert (digits(n), digits(n, ","), digits(n, "_")) == expected
    assert digits(10 ** (bits // 4)) == "1" + "0" * (bits // 4)


def test_a_long_count_prints():
    n = PAIRS.count()
    with unlimited():
        expected = str(LONG), f"{LONG:,}"
    assert type(n) is LongInt
    assert (str(n), repr(n), f"{n}", f"{n:,}") == (expected[0], expected[0], *expected)
    assert n == LONG == pickle.loads(pickle.dumps(n))
    assert type(n + 1) is int
    assert f"{n:x}" == f"{LONG:x}"
    assert type(printable(12)) is int
    with pytest.raises(ValueError, match="Exceeds the limit"):
        str(LONG)


def test_bounds_and_errors_print():
    with unlimited():
        expected = f"{LONG:,}"
    assert str(AtLeast(LONG)) == repr(AtLeast(LONG)) == f"at least {expected}"
    error = unfinished("the count", Status.TIME_LIMIT, LONG)
    assert str(error) == f"the time limit ended the count: at least {expected} solutions"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_progress_shows_a_power_of_ten():
    assert how_far(Progress(0.5, 7, LONG, 2.0)) == "7 nodes, about 4.0e6020 solutions, 2 s, about 2 s left"
    assert how_far(Progress(0.5, 7, 1, 2.0)).startswith("7 nodes, 1 solution, ")
    assert [magnitude(n) for n in (0, 999, 10**60, 10**400 - 1)] == ["0", "999", "about 1.0e60", "about 1.0e400"]
    seen = []
    board = [[("q", r, c), ("r", r), ("c", c)] for r in range(9) for c in range(9)]
    with suppress(Unfinished):
        Problem([[k] for k in range(20_000) for _ in "ab"] + board).count(progress=seen.append)
    assert all(repr(progress) for progress in seen)


def test_json():
    value = {"count": LONG, "all": [LONG + 1, (1, None)], "name": "x", "few": 2.5}
    with unlimited():
        assert json.loads(to_json(value)) == {"count": LONG, "all": [LONG + 1, [1, None]], "name": "x", "few": 2.5}
        assert to_json(value) == json.dumps(value)


def test_commands(dlx, file):
    path = file(" ".join(map(str, range(20_000))) + "\n" + TEXT)
    with unlimited():
        plain, grouped = str(LONG), f"{LONG:,}"
    code, out, err = dlx("count", path)
    assert (code, out.strip()) == (0, plain)
    assert f"{grouped} solutions, and no more" in err
    code, out, _ = dlx("count", "--json", path)
    with unlimited():
        assert json.loads(out)["count"] == LONG


def test_estimates_and_orbits_print():
    assert len(repr(Problem([[k] for k in range(20_000) for _ in "ab"]).estimate(20, time_limit=1))) < 100_000
    assert str(Problem([[k] for k in range(5_000) for _ in range(16)]).count(orbits=[{0: 0}]))


def test_diagrams_print():
    z = Problem([[k] for k in range(5_000) for _ in range(16)]).zdd()
    assert z.count() == 2**20_000
    assert len(str(z.count())) == 6_021
    assert len(repr(z.count_per_option()[:2])) > 12_000
    assert repr(z) == "<ZDD: 80,000 nodes>"
