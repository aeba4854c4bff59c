# SPDX-License-Identifier: MIT
"""The door for users of miniexact: the same answers as Problem's, in the shapes of that package."""

from random import Random

import pytest

from dlx import Colored
from dlx.compat import miniexact
from tests.dlx.formats.forms import random_problem


def test_miniexact_on_random_problems():
    random = Random(4)
    for _ in range(100):
        problem = random_problem(random)
        s = miniexact.miniexacts_m()
        bounds = problem.bounds.tolist() if problem.bounds is not None else [[1, 1]] * problem.n_primary
        numbers = {item: s.primary(item, *bound) for item, bound in zip(problem.primary, bounds, strict=True)}
        numbers |= {item: s.secondary(item) for item in problem.secondary}
        for k in range(problem.n_options):
            for use in problem.option(k):
                item, color = (use.item, use.color) if isinstance(use, Colored) else (use, 0)
                name = random.choice([item, numbers[item]])
                assert s.add(name, random.choice([color, s.color(color)]) if color else 0) == 0
            assert s.add(0) == k + 1
        found = []
        while s.solve() == 10:
            found.append(tuple(k - 1 for k in s.selected_options()))
        assert s.solve() == 20
        assert sorted(found) == sorted(solution.options for solution in problem.solutions())


def test_miniexact_writes_and_refuses(tmp_path):
    s = miniexact.miniexacts_x()
    s.primary("a", 0, 2)
    s.add(["a"])
    with pytest.raises(ValueError, match=r"solve\(\) must have returned 10"):
        s.selected_options()
    with pytest.raises(ValueError, match="item 'a' is there already"):
        s.secondary("a")
    s.write_to_dlx(tmp_path / "a.dlx")
    assert (tmp_path / "a.dlx").read_text() == "0:2|a\na\n"
    assert s.solve() == 10
    s.add(["a"])  # the search begins again
    assert [s.solve() for _ in range(5)] == [10, 10, 10, 10, 20]
