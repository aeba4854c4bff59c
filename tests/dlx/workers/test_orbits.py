# SPDX-License-Identifier: MIT
"""Orbits: the count by Burnside's lemma, the list, and the orbits that brute force joins agree."""

import pickle

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem, Unfinished, models
from dlx.engine.engine import Engine
from dlx.matrix.matrix import Matrix
from dlx.structure.permutations import conjugates
from dlx.workers.orbits import Group


@st.composite
def symmetric(draw, bounds=False):
    """Draw a small problem and a symmetry of it, a permutation of items and of colors.

    The options are random options with all their images, some of them with copies.
    """
    primary, secondary = [f"p{k}" for k in range(draw(st.integers(1, 5)))], ["s0", "s1", "s2"]
    items = dict(zip(primary, draw(st.permutations(primary)), strict=True))
    items |= dict(zip(secondary, draw(st.permutations(secondary)), strict=True))
    paint = dict(zip(["red", "green"], draw(st.permutations(["red", "green"])), strict=True)) | {None: None}

    def image(use):
        item, color = (use.item, use.color) if isinstance(use, Colored) else (use, None)
        return Colored(items[item], paint[color]) if color else items[item]

    options = []
    for option in draw(st.lists(st.lists(st.sampled_from([*items]), min_size=1, max_size=4, unique=True), max_size=5)):
        colors = [draw(st.sampled_from([None, "red", "green"])) if item[0] == "s" else None for item in option]
        uses = [Colored(item, c) if c else item for item, c in zip(option, colors, strict=True)]
        orbit = [uses]
        while set(following := [image(use) for use in orbit[-1]]) not in map(set, orbit):
            orbit.append(following)
        options += orbit * draw(st.integers(1, 2))
    if not bounds:
        return Problem(options, primary, secondary), image
    low = draw(st.integers(0, 2))
    return Problem(options, dict.fromkeys(primary, (low, draw(st.integers(max(1, low), 3)))), secondary), image


def brute(problem, group):
    """Return the orbits, joining solutions with their images until none remains."""
    rest, orbits = {s.options for s in problem.solutions()}, []
    while rest:
        orbit = set(group.images(min(rest)))
        assert orbit <= rest
        orbits.append(orbit)
        rest -= orbit
    return orbits


@settings(deadline=None, max_examples=60)
@given(symmetric())
def test_counted_listed_and_joined_by_brute_force(case):
    problem, image = case
    assume(problem.count(501) <= 500)  # few enough to list and join
    group = problem.group([image])
    orbits = brute(problem, group)
    assert group.count() == group.count(method="search") == len(orbits)
    assert {s.options for s in problem.solutions(orbits=[image])} == {min(orbit) for orbit in orbits}
    assert sum(group.size(s) for s in group.solutions()) == problem.count()
    assert all(len(group) % len(orbit) == 0 for orbit in orbits)


@settings(deadline=None, max_examples=60)
@given(symmetric(bounds=True))
def test_with_multiplicities(case):
    problem, image = case
    assume(problem.count(501) <= 500)  # few enough to list and join
    group = problem.group([image])
    orbits = brute(problem, group)
    assert {s.options for s in group.solutions()} == {min(orbit) for orbit in orbits}
    assert group.count() == len(orbits)


@pytest.mark.parametrize(("n", "all_", "different"), [(4, 2, 1), (5, 10, 2), (6, 4, 1), (8, 92, 12), (9, 352, 46)])
def test_queens(n, all_, different):
    """The counts are OEIS A000170 and A002562."""
    queens = models.queens(n)
    assert (queens.count(), queens.count(orbits=True)) == (all_, different)
    group = queens.group(True)
    assert len(group) == 8
    assert sum(group.size(s) for s in queens.solutions(orbits=True)) == all_
    assert len(list(queens.solutions(orbits=True))) == different


def dominoes(n):
    cells = [(r, c) for r in range(n) for c in range(n)]
    options = [[(r, c), other] for r, c in cells for other in ((r, c + 1), (r + 1, c)) if max(other) < n]
    return Problem(options), [lambda cell: (cell[1], cell[0]), lambda cell: (n - 1 - cell[0], cell[1])]


@pytest.mark.parametrize(("n", "different"), [(2, 1), (4, 9), (6, 930), (8, 1629189)])
def test_domino_tilings_up_to_symmetry(n, different):
    """Counting reaches beyond listing: the 12,988,816 tilings of the chessboard are 1,629,189 up to symmetry."""
    problem, symmetries = dominoes(n)
    assert problem.count(orbits=symmetries) == different


def test_classes_of_conjugates():
    """Permutations of n things have as many classes as n has partitions, the cycles' lengths (OEIS A000041)."""
    for n, partitions in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 7), (6, 11)]:
        turn, swap = {k: (k + 1) % n for k in range(n)}, {0: 1, 1: 0} if n > 1 else {}
        group = Problem([[k] for k in range(n)]).group([turn, swap])
        classes = list(conjugates(group._elements, group._generators))
        assert (len(classes), sum(size for _, size in classes)) == (partitions, len(group))
    assert len(list(conjugates(Problem([[1]]).group([])._elements, []))) == 1


def test_items_in_several_options_are_no_matter_where_no_solution_is_left_as_it_is():
    """The mirror exchanges the options of a, but b keeps them from being chosen together."""
    mirror = {"x": "y", "y": "x"}
    p = Problem([["a", "b", "x"], ["a", "b", "y"]], {"a": (0, 2), "b": 1, "x": (0, 1), "y": (0, 1)})
    assert (p.count(), p.count(orbits=[mirror])) == (2, 1)


def test_many_workers_count_and_list_the_same():
    queens = models.queens(8)
    assert queens.count(orbits=True, workers=2) == 12
    assert len(list(queens.solutions(orbits=True, workers=2))) == 12


STRIP = [[1, 2], [2, 3], [3, 4], [1], [2], [3], [4]]
PAIRS = [[i, j] for j in range(8) for i in range(j)]


@pytest.mark.parametrize("workers", [None, 2])
@pytest.mark.parametrize(
    ("options", "symmetries", "orbits"),
    [
        (STRIP, [lambda cell: 5 - cell], 4),  # few elements
        (PAIRS, "auto", 1),  # too many, and all symmetries of the problem
        (PAIRS, [{k: (k + 1) % 4 for k in range(4)}, {0: 1, 1: 0}], 10),
        ([[k] for k in range(30)], [{k: (k + 1) % 30 for k in range(30)}, {0: 1, 1: 0}], 1),
    ],
)
def test_a_group_of_a_matrix_asks_no_problem(options, symmetries, orbits, workers):
    for problem in (Matrix(options), Engine(Matrix(options)), Problem(options)):
        group = Group(problem, symmetries)
        assert group.count(workers=workers) == orbits
        assert len(list(group.solutions(workers=workers))) == orbits


def test_a_group_refuses_as_a_problem_does():
    group = Group(Matrix(STRIP), [lambda cell: 5 - cell])
    with pytest.raises(ValueError, match="workers cannot be combined with method=memo; use method=auto"):
        group.count(method="memo", workers=2)


@pytest.mark.parametrize(
    ("symmetry", "message"),
    [
        ({1: 2, 2: 1}, "option 1 has no image"),
        ({1: 5}, "the image of item 1 is 5, which is not an item"),
        ({1: 2}, "two items have the same image|has no image"),
        (lambda _: 1, "has no image|same image"),
    ],
)
def test_what_is_no_symmetry_is_refused(symmetry, message):
    with pytest.raises(ValueError, match=message):
        Problem(STRIP).group([symmetry])


def test_kinds_and_multiplicities_must_agree():
    with pytest.raises(ValueError, match="one of the items 'a' and 's' is primary"):
        Problem([["a"], ["s", "a"]], secondary=["s"]).group([{"a": "s", "s": "a"}])
    with pytest.raises(ValueError, match="it changes multiplicities"):
        Problem([["a"], ["b"]], {"a": (0, 1), "b": 1}).group([{"a": "b", "b": "a"}])


def test_an_item_moves_alike_with_a_color_and_without():
    """s and t trade places except where they have a color, which would count a solution that does not exist."""
    p = Problem([["a", Colored("t", 1)], ["b", Colored("t", 2)]], ["a", "b"], ["s", "t"])

    def image(use):
        return {"s": "t", "t": "s"}.get(use, use) if isinstance(use, str) else use

    with pytest.raises(ValueError, match="which is not on the item's image"):
        p.group([image])


def test_what_does_not_go_with_orbits_is_refused():
    p, mirror = Problem(STRIP), {1: 4, 2: 3, 3: 2, 4: 1}
    with pytest.raises(ValueError, match="orbits cannot be combined with limit"):
        p.count(3, orbits=[mirror])
    assert p.count(given=[], banned=np.array([], int), orbits=[mirror]) == 4
    assert p.count(given=np.array([0]), orbits=[mirror]) == p.count(given=[0]) == 2
    with pytest.raises(ValueError, match="option 7 is out of range"):
        p.count(given=[7], orbits=[mirror])
    with pytest.raises(TypeError, match="limit"):
        p.group([mirror]).count(limit=3)
    assert len(list(p.solutions(banned=[0, 2], orbits=[mirror]))) == 2
    with pytest.raises(ValueError, match="this problem has no built-in symmetries"):
        p.count(orbits=True)


def test_a_group_that_is_too_large_to_list():
    n = 40  # 40! permutations
    items = list(range(n))
    turn, swap = {k: (k + 1) % n for k in items}, {0: 1, 1: 0}
    assert Problem([[k] for k in items]).group([turn, swap]).count() == 1


def test_an_instance_can_be_pickled_and_draws_the_same():
    queens = models.queens(6)
    again = pickle.loads(pickle.dumps(queens))
    assert again == queens and again.title == "6 queens" and again.count(orbits=True) == 1
    solution = queens.solve()
    assert again.draw(solution).svg == queens.draw(solution).svg
    assert queens.draw().text.split() == ["·"] * 36
    assert queens.draw(np.array(solution.options)) == queens.draw(solution)


# --- the first of them


@pytest.mark.parametrize(
    "how", [{}, {"orbits": True}, {"orbits": "auto"}, {"workers": 2}, {"orbits": True, "workers": 2}]
)
def test_solutions_with_a_limit_are_the_first(how):
    queens = models.queens(6)
    every = [s.options for s in queens.solutions(**how)]
    for limit in (0, 1, 2, 99):
        assert [s.options for s in queens.solutions(limit=limit, **how)] == every[:limit]
    assert [s.options for s in queens.solutions(limit=2, given=[every[0][0]])] == [
        s.options for s in queens.solutions(given=[every[0][0]])
    ][:2]
    with pytest.raises(ValueError, match="limit is -1; it must be 0 or more, or None"):
        queens.solutions(limit=-1, **how)


def test_a_limit_is_a_request_and_no_cut():
    assert len(list(models.queens(8).solutions(limit=3, node_limit=10_000))) == 3
    with pytest.raises(Unfinished):
        list(models.queens(8).solutions(limit=3, node_limit=5))
    assert len(list(models.queens(8).group("auto").solutions(limit=5))) == 5
    assert len(list(models.queens(6).group(True).solutions(limit=9))) == 1
