"""Proofs: written by the command, checked step by step in plain Python (tests/rup.py)."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, Status
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.prove import prove
from dlx.terminal import cli
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


def test_the_command(tmp_path, capsys):
    file, name = tmp_path / "p.dlx", str(tmp_path / "out")
    langford(5).write(file)
    assert cli.main(["prove", str(file), "-o", name]) == 0
    out, err = capsys.readouterr()
    assert out == "" and f"no solution; the clauses are in {name}.cnf, the proof in {name}.drat" in err
    rup.check((tmp_path / "out.cnf").read_text(), (tmp_path / "out.drat").read_text())
    queens(4).write(file)
    assert cli.main(["prove", str(file), "-o", name, "--json"]) == 1
    out, err = capsys.readouterr()
    assert '"cnf": null' in out and "there is a solution" in err
    assert cli.main(["prove", str(file), "-o", name, "--given", "0", "-q"]) == 0
    assert cli.main(["prove", str(file), "-o", name, "--time-limit", "0", "-q"]) == 3
    assert cli.main(["prove", str(file)]) == 2
    assert "name them with -o NAME" in capsys.readouterr().err
    assert cli.main(["prove", str(file), "-o", str(tmp_path / "none" / "x")]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_without_the_package(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pysolvers", None)
    file = tmp_path / "p.dlx"
    queens(3).write(file)
    for words in (["prove", str(file), "-o", str(tmp_path / "out")], ["solve", str(file), "--method", "sat"]):
        assert cli.main(words) == 2
        assert capsys.readouterr().err.endswith("dlx: method 'sat' needs python-sat; pip install python-sat\n")


def test_solve_by_the_command(tmp_path, capsys):
    file = tmp_path / "p.dlx"
    queens(6).write(file)
    assert cli.main(["solve", str(file), "--method", "sat"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 6 and "found a solution (" in err
    assert cli.main(["solve", str(file), "--method", "sat", "--given", "0", "--json"]) == 1
    assert '"solution": null' in capsys.readouterr().out
    assert cli.main(["option-status", str(file), "--method", "sat", "-q"]) == 0
    assert cli.main(["explain", str(file), "--method", "sat", "--given", "0", "-q"]) == 1
    for option in ("--seed", "--workers", "--node-limit"):
        assert cli.main(["solve", str(file), "--method", "sat", option, "1"]) == 2
        assert f"{option} cannot be combined with --method sat; use --method auto" in capsys.readouterr().err
