"""Proofs: written by the command, checked step by step in plain Python (tests/rup.py)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, Status
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.prove import prove
from tests import rup
from tests.problems import brute_force, everything, langford, queens, questions

pytest.importorskip("pysolvers")


def cut_board(n):
    """Return the dominoes of a chessboard without two opposite corners."""
    cells = [(r, c) for r in range(n) for c in range(n) if (r, c) not in ((0, 0), (n - 1, n - 1))]
    options = [[cell, other] for cell in cells for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))]
    return Problem([option for option in options if option[1] in set(cells)], cells)


def files(proof):
    return proof.cnf.read_text(), proof.drat.read_text()


@pytest.mark.parametrize("p", [cut_board(4), cut_board(6), langford(5), langford(6), queens(3), Problem([], ["a"])])
def test_known_problems_without_a_solution(p, tmp_path):
    proof = prove(p, NONE, str(tmp_path / "proof"))
    assert proof.status is Status.COMPLETE and proof.solution is None
    cnf, drat = files(proof)
    assert rup.check(cnf, drat) >= 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["proof.cnf", "proof.drat"]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_random_problems(data, tmp_path_factory):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    folder = tmp_path_factory.mktemp("proofs")
    proof = prove(p, assumed, str(folder / "proof.drat"))
    every = brute_force(p, *assumed)
    if every:
        assert proof.status is Status.SOLUTION_LIMIT and proof.solution.options in every
        assert list(folder.iterdir()) == []
    else:
        rup.check(*files(proof))


def test_the_checker_notices_a_fault(tmp_path):
    cnf, drat = files(prove(langford(5), NONE, str(tmp_path / "proof")))
    with pytest.raises(rup.Wrong, match="does not end"):
        rup.check(cnf, drat.removesuffix("0\n"))
    with pytest.raises(rup.Wrong, match="step 1 does not follow"):
        rup.check(cnf, "0\n")
    with pytest.raises(rup.Wrong, match="no clause"):
        rup.check(cnf, "d 1 2 3 4 0\n" + drat)
    kept = [line for line in cnf.splitlines() if line != "-1 -2 0"]  # option 0 or 1, not both
    cnf = "\n".join(line if not line.startswith("p") else f"p cnf 99 {len(kept) - 37}" for line in kept)
    with pytest.raises((rup.Wrong, AssertionError)):
        rup.check(cnf.replace("\n1 ", "\n"), drat)


def test_a_time_limit_leaves_no_file(tmp_path):
    proof = prove(langford(13), NONE, str(tmp_path / "proof"), 0.2)
    assert proof.status is Status.TIME_LIMIT
    assert list(tmp_path.iterdir()) == []
