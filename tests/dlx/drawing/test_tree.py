# SPDX-License-Identifier: MIT
"""The picture of a search tree: it is the tree of algorithm X, cut where it is too large."""

import pytest
from hypothesis import given, settings

from dlx import Problem, Rect, Text, draw_tree, walk
from dlx.kernels import reference as _reference
from tests import ROOT
from tests.dlx.drawing.svg import parsed, texts
from tests.problems import problems, queens, questions

TOY = ROOT / "examples" / "toy.dlx"


def leaves(node, chosen=()):
    """Yield the solutions below a node, each as the options on its path."""
    own = (*chosen, *(() if node.option is None else [node.option]))
    if node.kind == "solution":
        yield tuple(sorted(own))
    for child in node.children:
        yield from leaves(child, own)


@settings(max_examples=80, deadline=None)
@given(problems().flatmap(lambda problem: questions(problem).map(lambda asked: (problem, *asked))))
def test_tree_is_that_of_algorithm_x(asked):
    problem, chosen, banned = asked
    wanted = list(_reference.solutions(problem, chosen, banned))
    tree = walk(problem, given=chosen, banned=banned, max_nodes=5000)
    assert tree.complete and tree.solutions == len(wanted)
    assert list(leaves(tree.root, tuple(dict.fromkeys(chosen)))) == wanted
    search = problem.search(given=chosen, banned=banned, kernel="links")
    search.count()
    assert tree.nodes <= max(search.stats.nodes, 1)  # a kernel may notice a dead end one node later
    boxes = [shape.text for shape in draw_tree(tree).shapes if isinstance(shape, Text) and shape.mono]
    assert sum(text.startswith("solution ") for text in boxes) == len(wanted)
    parsed(draw_tree(tree))


def test_tree_of_queens():
    tree = walk(queens(6))
    assert (tree.nodes, tree.solutions) == (103, 4)
    picture = draw_tree(tree)
    assert "solution 4" in picture.text and texts(picture)[-1] == f"{tree.nodes} nodes, 4 solutions"
    boxes = [s for s in picture.shapes if isinstance(s, Rect)]
    for a in boxes:  # no box overlaps another
        for b in boxes:
            apart = a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
            assert a is b or apart
    assert all(box.x >= 0 and box.x + box.width <= picture.width for box in boxes)


def test_tree_is_cut():
    tree = walk(queens(6), max_nodes=7)
    assert not tree.complete and tree.nodes == 7
    picture = draw_tree(tree)
    assert "stopped there" in picture.text and "not visited" in picture.text and "stopped there" in picture.description
    late = walk(queens(6), time_limit=0)
    assert late.nodes == 0 and not late.complete and "not visited" in draw_tree(late).text


def test_tree_without():
    toy = Problem.read(TOY)
    tree = walk(toy, given=[0, 2])
    assert tree.root.kind == "dead" and "contradict" in draw_tree(tree).text
    assert walk(toy, given=[0]).solutions == 1 and walk(toy, banned=[0]).solutions == 0
    with pytest.raises(ValueError, match="max_nodes is 0"):
        walk(toy, max_nodes=0)
    deep = Problem([[k] for k in range(3000)])
    assert walk(deep, max_nodes=60).nodes == 60
