# SPDX-License-Identifier: MIT
"""A colored item is a value, and options with it agree on the color, by brute force over all pairs of colors."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from itertools import product

import pytest

from dlx import Colored, Problem

COLORS = [None, "red", "blue", ("red",), 0, False, 1, ""]


@pytest.mark.parametrize(("first", "second"), [*product(COLORS, repeat=2)])
def test_options_agree_on_a_color(first, second):
    """An option without a color takes the item alone, and colors are equal as Python says: 0 and False are."""
    uses = [[name, "x" if color is None else Colored("x", color)] for name, color in (("a", first), ("b", second))]
    agree = first is not None and second is not None and first == second
    assert Problem(uses, secondary=["x"]).count() == agree


def test_a_value():
    red = Colored("x", "red")
    assert (
        red == Colored("x", "red") != Colored("x", "blue") and len({red, Colored("x", "red"), Colored("y", "red")}) == 2
    )
    assert pickle.loads(pickle.dumps(red)) == copy.deepcopy(red) == red
    assert repr(red) == "Colored(item='x', color='red')"
    with pytest.raises(FrozenInstanceError):
        red.color = "blue"
