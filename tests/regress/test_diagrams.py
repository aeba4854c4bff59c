# SPDX-License-Identifier: MIT
"""Diagrams (ZDDs): what went wrong once."""

import pytest

from dlx import Problem


@pytest.mark.parametrize("n", [4095, 5000])
def test_one_solution_adds_more_nodes_than_a_diagram_has_room_for_at_first(n):
    # There was room for 4,096 nodes, whatever the number of items: memory behind them was written to.
    diagram = Problem([[k] for k in range(n)]).zdd()
    assert (len(diagram), diagram.count()) == (n, 1)
