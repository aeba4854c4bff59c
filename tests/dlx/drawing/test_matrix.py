# SPDX-License-Identifier: MIT
"""The picture of a matrix: every entry once, under its item, in its color; and cuts of large ones."""

from collections import Counter

import pytest
from hypothesis import given, settings

from dlx import Circle, Colored, Problem, Rect, Text, draw_matrix, draw_tree, walk
from dlx.drawing.matrix import CHOSEN_DOT_FILL, DOT_FILL, SHOWN_ITEMS_ACROSS, SHOWN_OPTIONS
from tests.dlx.drawing.svg import parsed, texts
from tests.problems import problems

# --- the matrix


def entries(picture):
    """Return the numbers of dots and of colored entries, each not chosen and chosen."""
    dots = Counter(shape.fill for shape in picture.shapes if isinstance(shape, Circle))
    boxes = [shape for shape in picture.shapes if isinstance(shape, Rect) and shape.radius]
    framed = sum(bool(box.stroke) for box in boxes)
    return dots[DOT_FILL], dots[CHOSEN_DOT_FILL], len(boxes) - framed, framed


@settings(max_examples=60, deadline=None)
@given(problems())
def test_every_entry_once(problem):
    solution = problem.solve()
    chosen = set(solution.options) if solution else set()
    picture = draw_matrix(problem, solution or ())
    parsed(picture)
    colored = [0] * len(problem.indices) if problem.colors is None else problem.colors.tolist()
    own = [k for k in range(problem.n_options) for _ in range(problem.indptr[k], problem.indptr[k + 1])]
    wanted = Counter((bool(color), k in chosen) for color, k in zip(colored, own, strict=True))
    assert entries(picture) == tuple(wanted[key] for key in ((0, 0), (0, 1), (1, 0), (1, 1)))
    names = Counter(texts(picture))
    for item in problem.items:
        assert names[str(item)] >= 1
    assert sum(line.startswith("*") for line in picture.text.splitlines()) == len(chosen)


def test_dots_stand_under_their_items():
    problem = Problem([["a", "b"], ["c", "a"]], secondary=["c"])
    picture = draw_matrix(problem)
    x = {shape.text: shape.x for shape in picture.shapes if isinstance(shape, Text) and shape.turned}
    y = {shape.text: shape.y for shape in picture.shapes if isinstance(shape, Text) and not shape.turned}
    dots = {(shape.x, shape.y) for shape in picture.shapes if isinstance(shape, Circle)}
    first, second = y["0: a b"], y["1: c a"]
    assert dots == {(x["a"], first), (x["b"], first), (x["a"], second), (x["c"], second)}
    assert x["c"] - x["b"] > x["b"] - x["a"]  # a gap sets secondary items apart


def test_names_of_colors():
    problem = Problem([["a", Colored("s", "<red>")], ["b", Colored("s", "blue")]], ["a", "b"], ["s"])
    picture = draw_matrix(problem, [0])
    assert {"<red>", "blue", "0: a s:<red>"} <= set(texts(picture))
    assert picture.description == "2 items and 1 secondary item, 2 options. Chosen: option 0 (a s:<red>)."


def test_large_matrices_are_cut():
    problem = Problem([[f"i{k}" for k in range(SHOWN_ITEMS_ACROSS + 5)]] + [["i0"]] * (SHOWN_OPTIONS + 9))
    picture = draw_matrix(problem, [SHOWN_OPTIONS + 8])
    said = texts(picture)
    assert "and 10 options that are not shown" in said and "and 5 items that are not shown" in said
    assert f"{SHOWN_OPTIONS + 8}: i0" in said  # a chosen option is always shown
    assert "not shown" in picture.description and "not shown" in picture.text


@pytest.mark.parametrize("problem", [Problem([]), Problem([], ["a"]), Problem([["s"]], [], ["s"])])
def test_hardly_a_matrix(problem):
    parsed(draw_matrix(problem))
    parsed(draw_tree(walk(problem)))


def test_wrong_solution():
    with pytest.raises(ValueError, match="solution"):
        draw_matrix(Problem([["a"]]), [1])


# --- the tree


# --- the command
