# SPDX-License-Identifier: MIT
"""Totals of workers: sums beyond 64 bits, by every way of adding them."""

from fractions import Fraction

from dlx import Part, Problem
from dlx.engine.drive import Drive
from dlx.workers.checkpoint import Checkpoint
from dlx.workers.tally import Result, Tally


def test_totals_of_workers_and_of_a_checkpoint(tmp_path):
    problem, root = Problem([["a"], ["a"]]), Part((), (), Fraction(1))
    tally, again = Tally(Drive()), Tally(Drive())
    with Checkpoint(tmp_path / "run.db", problem, root) as store:
        store.load(tally)
        for number in (2**200 - 1, 1):
            tally.add(Result([], count=number))
        store.record(tally, [([root], Result([]))])
    with Checkpoint(tmp_path / "run.db", problem, root) as store:
        assert store.load(again) == []
    assert tally.count == again.count == 2**200
