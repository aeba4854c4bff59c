# SPDX-License-Identifier: MIT
"""The door for users of xcover: the same answers as Problem's, in the shapes of that package."""

from random import Random

from dlx import Colored, Problem
from dlx.compat import xcover
from dlx.kernels.reference import solutions as reference
from tests.dlx.compat.covers import in_diagram
from tests.dlx.formats.forms import random_problem


def test_xcover_on_random_problems():
    random = Random(3)
    for _ in range(150):
        problem = random_problem(random)
        options = [
            [f"{use.item}:{use.color}" if isinstance(use, Colored) else use for use in problem.option(k)]
            for k in range(problem.n_options)
        ]
        names = {word.partition(":")[0] for option in options for word in option}
        plain = Problem([problem.option(k) for k in range(problem.n_options)], problem.primary, problem.secondary)
        expected = sorted(list(s.options) for s in plain.search(kernel="links"))
        assert expected == sorted(map(sorted, reference(plain)))
        arguments = [{"primary": problem.primary}] + [{"secondary": problem.secondary}] * (
            set(problem.primary) <= names
        )
        for how in arguments:
            assert sorted(xcover.covers(options, **how, colored=True)) == expected
            assert sorted(map(sorted, in_diagram(xcover.covers_zdd(options, **how, colored=True)))) == expected
    assert list(xcover.covers([{1, 2}, {3}, (1, 3)])) == [[0, 1]]
    assert list(xcover.covers([["a:b"], ["c"]])) == [[0, 1]]  # without `colored`, a colon has no meaning
