# SPDX-License-Identifier: MIT
"""Symmetries as mappings of items: read as permutations, and refused with the reason."""

import re
from itertools import permutations

import numpy as np
import pytest

from dlx import Colored, Problem
from dlx.matrix.assumptions import Assumptions
from dlx.structure.mappings import first_moved, permutation

STRIP = Problem([[1, 2], [2, 3], [3, 4]])
PAINTED = Problem([["a", Colored("x", 1)], ["b", Colored("x", 2)], ["a", "y"], ["b", "y"]], ["a", "b"], ["x", "y"])


def mirror(cell):
    return 5 - cell


@pytest.mark.parametrize("symmetry", [mirror, {1: 4, 2: 3, 3: 2, 4: 1}])
def test_images_of_options_and_items(symmetry):
    assert permutation(STRIP, symmetry).tolist() == [2, 1, 0, 6, 5, 4, 3]


def test_a_mapping_leaves_other_items_alone():
    assert permutation(STRIP, {}).tolist() == list(range(7))
    assert permutation(Problem([["a", "x"], ["b", "x"]]), {"a": "b", "b": "a"}).tolist() == [1, 0, 4, 3, 2]


def test_every_mapping_of_a_few_items():
    """A permutation of items is a symmetry if and only if it maps the set of options to itself."""
    p = Problem([["a", "b"], ["b", "c"], ["c", "a"], ["d"]], list("abcd"))
    options = {frozenset(p.option(k)) for k in range(p.n_options)}
    for images in permutations("abcd"):
        image = dict(zip("abcd", images, strict=True))
        if {frozenset(map(image.get, option)) for option in options} == options:
            found = permutation(p, image)
            assert [set(p.option(found[k])) for k in range(4)] == [set(map(image.get, p.option(k))) for k in range(4)]
        else:
            with pytest.raises(ValueError, match=r"^not a symmetry: option \d has no image"):
                permutation(p, image)


def test_copies_map_in_order():
    twice = Problem([["a"], ["b"], ["a"], ["b"]])
    assert permutation(twice, {"a": "b", "b": "a"}).tolist()[:4] == [1, 0, 3, 2]


def test_colors_may_move():
    def exchange(use):
        if isinstance(use, Colored):
            return Colored(use.item, 3 - use.color)
        return {"a": "b", "b": "a"}.get(use, use)

    assert permutation(PAINTED, exchange).tolist() == [1, 0, 3, 2, 5, 4, 6, 7]


@pytest.mark.parametrize(
    ("problem", "symmetry", "error", "message"),
    [
        (STRIP, 5, TypeError, "the symmetry 5 is neither a mapping of items nor a function"),
        (STRIP, {1: 9}, ValueError, "not a symmetry: the image of item 1 is 9, which is not an item"),
        (STRIP, {1: 2}, ValueError, "not a symmetry: option 0 has no image, or another number of copies"),
        (
            PAINTED,
            {"a": "x"},
            ValueError,
            "not a symmetry: one of the items 'a' and 'x' is primary, the other secondary",
        ),
        (
            PAINTED,
            lambda use: "x" if isinstance(use, Colored) else use,
            ValueError,
            "not a symmetry: the image of Colored(item='x', color=1) is 'x', which is not on the item's image",
        ),
        (
            Problem([["a"], ["b"]], {"a": (0, 1), "b": 1}),
            {"a": "b", "b": "a"},
            ValueError,
            "not a symmetry: it changes multiplicities",
        ),
        (Problem([["c"]], ["a", "b", "c"]), {"a": "b"}, ValueError, "not a symmetry: two items have the same image"),
    ],
)
def test_what_is_no_symmetry(problem, symmetry, error, message):
    with pytest.raises(error, match="^" + re.escape(message) + "$"):
        permutation(problem, symmetry)


def test_assumptions_that_a_symmetry_moves():
    rows = np.array([permutation(STRIP, mirror), permutation(STRIP, {})])
    assert first_moved(rows, Assumptions((1,), (0, 2))) == first_moved(rows[1:], Assumptions((0,), ())) == ""
    assert first_moved(rows[:0], Assumptions((0,), ())) == ""
    text = first_moved(rows, Assumptions((0,), ()))
    assert text.startswith(
        "not a symmetry of the problem with given options: the image of option 0, which is given, is"
    )
    assert "with banned options: the image of option 2" in first_moved(rows, Assumptions((), (2,)))
