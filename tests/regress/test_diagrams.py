# SPDX-License-Identifier: MIT
"""Fixed bugs of diagrams (ZDDs)."""

import pytest

from dlx import Problem


@pytest.mark.parametrize("n", [4095, 5000])
def test_one_solution_adds_more_nodes_than_a_diagram_has_room_for_at_first(n):
    # There was room for 4,096 nodes, whatever the number of items, and we wrote to the memory behind them.
    diagram = Problem([[k] for k in range(n)]).zdd()
    assert (len(diagram), diagram.count()) == (n, 1)
