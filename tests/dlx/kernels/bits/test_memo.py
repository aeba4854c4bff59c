# SPDX-License-Identifier: MIT
"""Searches with a memory: numbers of any size, tables that move, and a bound of memory."""

import pytest

from bench.instances import dominoes, latin_square
from dlx.engine.drive import DONE
from dlx.kernels.bits.memo import Memo
from dlx.questions.zdd import ZDD
from tests.dlx.questions.test_count import box, problem
from tests.problems import queens


def finished(memo):
    """Return true once the whole tree is searched."""
    return any(memo.step(10**9) == DONE for _ in range(10**6))


def small(p, **options):
    return Memo(p.engine.tables(), by_items=p.n_items == p.n_primary, **options)


def test_wide_numbers_take_no_more_memory(max_bytes=1 << 21):
    """The numbers become 512 bits wide; with the same number of slots the table would exceed its limit."""
    p = problem(dominoes(box(200, 4)))
    memo = small(p, fixed=True, max_bytes=max_bytes)
    assert memo.setup()
    most = 0
    while memo.step(40_000) != DONE:
        most = max(most, memo.nbytes)
    assert max_bytes / 3 < most <= max_bytes
    assert memo.solutions == p.count() > 2**256


@pytest.mark.parametrize("draws", [False, True])
def test_large_tables_move_part_by_part(draws):
    """Some calls of step() only move a table and visit no node, so that no move delays the clock or Ctrl-C."""
    p = problem(dominoes(box(14, 14)))
    memo = small(p, fixed=True, draws=draws, max_nodes=1 << 30)
    assert memo.setup()
    still, before = 0, -1
    while memo.step(100_000) != DONE:
        still += memo.nodes == before
        before = memo.nodes
    assert still > 0
    count = ZDD(p, *memo.diagram()).count() if draws else memo.solutions
    assert count == 112202208776036178000000


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("max_bytes", [1, 300_000, 1 << 30])
def test_a_bounded_memory_gives_the_same_number(fixed, max_bytes):
    p = problem(latin_square(5))
    memo = small(p, fixed=fixed, max_bytes=max_bytes)
    assert memo.setup()
    while memo.step(100_000) != DONE:
        assert memo.nbytes <= max(max_bytes, 400_000)
    assert memo.solutions == 161280


def test_where_it_pauses_makes_no_difference():
    p = queens(6)
    for draws in (False, True):
        whole, halting = small(p, draws=draws), small(p, draws=draws)
        assert whole.setup()
        assert halting.setup()
        assert finished(whole)
        fractions = [0.0]
        while halting.step(1) != DONE:
            fractions.append(halting.fraction)
        assert fractions == sorted(fractions)
        assert fractions[-1] < halting.fraction == 1.0
        assert (halting.solutions, halting.nodes, halting.lookups, halting.hits) == (
            whole.solutions,
            whole.nodes,
            whole.lookups,
            whole.hits,
        )
        assert draws or whole.solutions == 4
        if draws:
            assert halting.diagram()[0] == whole.diagram()[0]
            assert (halting.diagram()[1] == whole.diagram()[1]).all()


def test_a_question_leaves_no_trace():
    p = problem(dominoes(box(6, 6)))
    memo = small(p)
    for options in ([], [0], [0, 1], [], [5]):
        possible = memo.setup(options)
        if possible:
            assert finished(memo)
        assert (memo.solutions if possible else 0) == p.search(given=options).count()
