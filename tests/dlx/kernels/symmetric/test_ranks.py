# SPDX-License-Identifier: MIT
"""Descents through kept layers: solutions below each problem, in both directions."""

import pytest

from dlx import models
from dlx.engine.drive import PAUSED
from dlx.engine.strategies.symmetry import symmetric
from dlx.kernels.symmetric.ranks import Ranks
from dlx.matrix.assumptions import NONE
from tests.dlx.kernels.test_large_sums import ALL_ONES, MIXED, walks
from tests.dlx.questions.test_sample import MEMORY
from tests.kernels import run


def test_sums_of_both_directions():
    """The ways down to the solutions and the solutions above add up to one number."""
    machine = symmetric(models.latin_squares(5), NONE, MEMORY, kept=True)
    run(machine)
    total = machine.solutions
    ranks = Ranks(machine)
    assert machine.solutions == total == 161280
    assert sum((like << free) * below for _, like, free, _, _, below in ranks.edges(-1, -1)) == total


@pytest.mark.parametrize("steps", [ALL_ONES, ALL_ONES[::-1], MIXED])
def test_each_problem_of_kept_layers_has_the_solutions_of_its_edges(steps):
    problem, number = walks(steps, 200)
    machine = symmetric(problem, NONE, 2**26, kept=True)
    while machine.step(10**6) == PAUSED:
        pass
    ranks = Ranks(machine)
    waiting, seen = [(-1, 0, number)], set()
    while waiting:
        layer, child, solutions = waiting.pop()
        edges = ranks.edges(layer, child)
        assert solutions == sum((like << free) * below for _, like, free, _, _, below in edges)
        new = {edge[3:] for edge in edges if edge[3] >= 0} - seen
        waiting += new
        seen |= new
    assert len(seen) >= 199
