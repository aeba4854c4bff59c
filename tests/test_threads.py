# SPDX-License-Identifier: MIT
"""Threads that share objects. On a Python without the global lock they run at the same time (docs/platforms.md)."""

import sys

import pytest

from dlx.kernels.lanes.circuit import circuit
from dlx.kernels.lanes.lanes import Lanes
from dlx.matrix.givens import csr
from sudoku import Board
from sudoku.engine.bitset import Backtracker
from sudoku.engine.rule_search import RuleSearch
from sudoku.engine.rule_tables import rule_tables
from tests.nightly import threads
from tests.problems import queens


@pytest.fixture(autouse=True)
def often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(threads.SWITCH)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("seed", range(6))  # each kind of round twice
def test_a_problem_a_board_a_search(seed):
    answered, wrong = threads.round_of(seed)
    assert not wrong
    assert answered >= threads.THREADS * threads.QUESTIONS


def backtracker():
    return Backtracker(Board(2, 2), bytes(16))


def rule_search():
    return RuleSearch(rule_tables(Board(2, 2, variants=["x"])))


@pytest.mark.parametrize("make", [backtracker, rule_search])
def test_one_sudoku_search(make):
    """All threads together find the solutions of one search, and each of them counts once."""
    search = make()
    alone = make()
    while alone.step(100) != 0:
        pass

    def ask(number, wrong):
        admitted = 0
        while True:
            try:
                admitted += 1
                if search.step(10) == 0:
                    return admitted
            except RuntimeError as error:
                assert "another thread" in str(error)
                admitted -= 1

    admitted, wrong = threads.on_all_threads(0, ask)
    assert not wrong
    assert search.solutions == alone.solutions
    assert admitted > alone.solutions


def test_one_set_of_lanes():
    p = queens(6)
    lanes = Lanes(circuit(p))
    indptr, givens = csr(p, [[k] for k in range(p.n_options)])
    lanes.ask(indptr, givens, 1 << 40, 1 << 40, False)

    def ask(number, wrong):
        while True:
            try:
                if lanes.step(1) == 0:
                    return 1
            except RuntimeError as error:
                assert "these lanes are running in another thread" in str(error)

    assert threads.on_all_threads(0, ask) == (threads.THREADS, [])
    assert lanes.counts.tolist() == [p.count(given=[k]) for k in range(p.n_options)]
