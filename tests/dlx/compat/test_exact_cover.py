# SPDX-License-Identifier: MIT
"""The door for users of exact_cover, and that for users of xcover: matrices of zeros and ones."""

from random import Random

import numpy as np
import pytest

from dlx.compat import exact_cover, xcover
from tests.dlx.compat.covers import covers_by_definition, in_diagram, random_rows


def test_matrices_on_random_rows():
    random = Random(2)
    for _ in range(150):
        rows, n = random_rows(random), random.randint(1, 6)
        matrix = np.zeros((len(rows), n), int)
        for k, row in enumerate(rows):
            matrix[k, [column for column in row if column < n]] = random.randint(1, 3)
        expected = covers_by_definition([np.flatnonzero(row).tolist() for row in matrix], n)
        assert exact_cover.get_solution_count(matrix) == len(expected)
        assert sorted(xcover.covers_bool(matrix)) == expected
        assert sorted(map(sorted, in_diagram(xcover.covers_bool_zdd(matrix)))) == expected
        if expected:
            assert exact_cover.get_exact_cover(matrix).tolist() in expected
            assert exact_cover.get_all_solutions(matrix) == set(map(tuple, expected))
            assert len(exact_cover.get_all_solutions(matrix, 1)) == 1
        else:
            for function in (exact_cover.get_exact_cover, exact_cover.get_all_solutions):
                with pytest.raises(exact_cover.NoSolution):
                    function(matrix)


@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (2, 0)])
def test_matrices_without_entries(shape):
    matrix = np.zeros(shape, bool)
    assert exact_cover.get_solution_count(matrix) == (shape[1] == 0)
    with pytest.raises(exact_cover.NoSolution):
        exact_cover.get_exact_cover(matrix)
