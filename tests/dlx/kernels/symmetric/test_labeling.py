# SPDX-License-Identifier: MIT
"""Canonical forms of graphs: equal for the same graph under other names, different for others; and all symmetries."""

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from dlx.kernels.symmetric.labeling import Labeling
from tests.kernels import run


def arrays(n, edges, kinds=None):
    """Return a graph of n named vertices as the kernel takes it: each edge is a vertex of another kind."""
    kinds = [0] * n if kinds is None else kinds
    neighbors = [[] for _ in range(n)] + [list(edge) for edge in edges]
    for k, edge in enumerate(edges):
        for v in edge:
            neighbors[v].append(n + k)
    starts = np.cumsum([0, *map(len, neighbors)], dtype=np.int32)
    flat = np.array([v for part in neighbors for v in part], np.int32)
    order = np.array([*kinds, *[max(kinds, default=0) + 2] * len(edges)], np.int32)
    return starts, flat, order, n


def labeled(n, edges, kinds=None, work=1_000):
    """Return the finished search for the canonical form of a graph."""
    search = Labeling(*arrays(n, edges, kinds))
    run(search, work)
    return search


def renamed(n, edges, random):
    names = random.sample(range(n), n)
    moved = [tuple(names[v] for v in edge) for edge in edges]
    return random.sample(moved, len(moved))


def symmetries(n, edges, kinds):
    """Return all permutations of the vertices that map edges to edges and keep the kinds."""
    wanted = {frozenset(edge) for edge in edges}
    return {
        image
        for image in permutations(range(n))
        if {frozenset(image[v] for v in edge) for edge in edges} == wanted
        and all(kinds[v] == kinds[image[v]] for v in range(n))
    }


def generated(rows, n):
    found = new = {tuple(range(n))}
    while new := {tuple(row[v] for v in image) for image in new for row in rows} - found:
        found = found | new
    return found


def test_all_graphs_of_five_vertices():
    """There are 34 of them up to names, and 1,024 with names."""
    pairs = list(combinations(range(5), 2))
    chosen = ([pair for k, pair in enumerate(pairs) if bits >> k & 1] for bits in range(2 ** len(pairs)))
    forms = {(len(edges), labeled(5, edges).form) for edges in chosen}
    assert len(forms) == 34


@pytest.mark.parametrize("seed", range(60))
def test_other_names_have_the_same_form(seed):
    random = Random(seed)
    n = random.randint(2, 12)
    edges = random.sample(pairs := list(combinations(range(n), 2)), random.randint(0, len(pairs)))
    search = labeled(n, edges)
    assert sorted(search.canonical_order) == list(range(n + len(edges)))
    assert labeled(n, renamed(n, edges, random)).form == search.form


@pytest.mark.parametrize("seed", range(40))
def test_the_group_is_that_of_all_permutations(seed):
    random = Random(seed)
    n = random.randint(1, 6)
    edges = random.sample(pairs := list(combinations(range(n), 2)), random.randint(0, len(pairs)))
    kinds = sorted(random.choice([0, 0, 1]) for _ in range(n))
    expected = symmetries(n, edges, kinds)
    search = labeled(n, edges, kinds, work=10)
    assert generated(search.generators[:, :n].tolist(), n) == expected
    assert search.complete and search.order == len(expected)
    assert search.n_generators == len(search.generators)


@pytest.mark.parametrize(
    ("n", "edges", "order"),
    [
        (10, [(v, (v + 1) % 10) for v in range(10)], 20),  # a ring
        (16, [(v, v ^ 1 << k) for v in range(16) for k in range(4) if v < v ^ 1 << k], 384),  # a cube of 4 dimensions
        (10, [(a, 5 + a) for a in range(5)] + [(a, (a + 1) % 5) for a in range(5)]
         + [(5 + a, 5 + (a + 2) % 5) for a in range(5)], 120),  # Petersen's graph
        (12, [], 479_001_600),
    ],
)  # fmt: skip
def test_known_groups(n, edges, order):
    assert labeled(n, edges).order == order


def test_two_regular_graphs_that_refinement_cannot_tell_apart():
    """Each vertex of two rings of three, and of one ring of six, has two neighbors."""
    two = [(a, b) for start in (0, 3) for a, b in combinations(range(start, start + 3), 2)]
    one = [(v, (v + 1) % 6) for v in range(6)]
    assert labeled(6, two).form != labeled(6, one).form
