# SPDX-License-Identifier: MIT
"""Numbers of options that a caller passes: checked, and refused by name."""

import numpy as np
import pytest

from dlx import Problem
from dlx.matrix.numbers import in_range, option_numbers, option_range
from tests.problems import TOY


def test_option_numbers_are_checked():
    p = Problem(TOY)
    assert p.count(given=[np.int64(4)]) == 1
    assert p.count(given=np.array([0, 3])) == p.count(3, given=np.array([0, 3])) == 1
    for name in ("given", "banned"):
        with pytest.raises(ValueError, match=rf"{name} option 6 is out of range: the problem has 6 options \(0 to 5\)"):
            p.count(**{name: [0, 6]})
        with pytest.raises(ValueError, match=f"{name} option -1 is out of range"):
            p.solve(**{name: [-1]})
        for wrong in ("a", 1.0, None, {"a": 1}, True):
            with pytest.raises(TypeError, match=f"{name} option .* is not an option number"):
                p.solutions(**{name: [wrong]})
    with pytest.raises(ValueError, match="option 6 is out of range"):
        p.option(6)
    with pytest.raises(ValueError, match=r"the problem has 0 options$"):
        Problem([]).count(given=[0])


@pytest.mark.parametrize("numbers", [[], [0, 5], (5, 5), np.array([3]), [np.int8(2), 1], iter([4])])
def test_numbers_of_any_kind(numbers):
    found = option_numbers(6, numbers, "given")
    assert set(map(type, found)) <= {int} and all(0 <= k < 6 for k in found)


def test_the_usual_numbers():
    assert in_range(3, ()) and in_range(3, (0, 2))
    assert not any(in_range(3, wrong) for wrong in [(3,), (-1,), (True,), (np.int64(1),), ("a",)])


def test_ranges_in_words():
    assert [option_range(n) for n in (0, 1, 1000)] == [
        "the problem has 0 options",
        "the problem has 1 option (0 to 0)",
        "the problem has 1,000 options (0 to 999)",
    ]
