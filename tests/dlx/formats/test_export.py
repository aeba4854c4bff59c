"""Exports to other solvers: solved and counted there, every model converted back into a verified solution."""

import io

import numpy as np
import pytest

from dlx import Cnf, Colored, Lp, Opb, Problem
from tests.exports import dimacs, models, read_lp, read_opb
from tests.problems import brute_force

# --- CNF


# --- OPB and LP: parsed here, then counted over all 0/1 vectors or solved by HiGHS


# --- odd cases


def test_no_options_and_no_items():
    assert p_models(Problem([])) == [()]
    assert p_models(Problem([], primary=["a"])) == []
    assert p_models(Problem([], primary={"a": (0, 2)})) == [()]
    assert p_models(Problem([["x"], ["y"]], [], ["x", "y"])) == [()]


def p_models(p, **assumed):
    """Return the solutions, on which all three formats must agree."""
    found = [sorted(cnf.solution(m).options for m in models(*dimacs(cnf.text()))) for cnf in [p.to_cnf(**assumed)]]
    for linear in (read_opb(p.to_opb(**assumed).text()), read_lp(p.to_lp(**assumed).text())):
        vectors, _ = linear.models()
        found.append(sorted(tuple(np.flatnonzero(v[: p.n_options]).tolist()) for v in vectors))
    assert found[0] == found[1] == found[2] == brute_force(p, assumed.get("given", ()), assumed.get("banned", ()))
    return found[0]


def test_odd_options():
    p = Problem([["a"], ["x"], ["a", "x"]], ["a"], ["x"])
    assert p_models(p) == [(0,), (2,)]
    assert p_models(p, given=[1]) == []  # never chosen
    assert p_models(p, given=[0, 2]) == []
    assert p_models(p, given=[0], banned=[0]) == []
    assert p_models(p, given=[2, 2], banned=[1, 1]) == [(2,)]
    assert p_models(Problem([["a"]], ["a", "b"])) == []
    assert p_models(Problem([["a"]] * 2, {"a": 3})) == []


def test_colors():
    red, green = Colored("q", "red"), Colored("q", "green")
    p = Problem([["a", red], ["b", red], ["a", green], ["b", green], ["b", "q"]], ["a", "b"], ["q"])
    assert p_models(p) == [(0, 1), (2, 3)]
    assert p.to_cnf().n_variables == 7  # 5 options, red and green; a use without a color needs no variable of its own
    assert "c 6: q:red" in p.to_cnf().text().splitlines()
    same = Problem([["a", red], ["b", red]], ["a", "b"], ["q"])
    assert same.to_cnf().clauses == [[1], [2]]
    assert same.to_opb().n_variables == 2


def test_models_that_are_no_solutions():
    p = Problem([["a"], ["a", "b"], ["b"]])
    for export, right, wrong in (
        (p.to_cnf(), [-1, 2, -3], [1, 2]),
        (p.to_opb(), ["-x1", "x2", "-x3"], ["x1", "x2"]),
        (p.to_lp(), {"x1": 0.9999999}, {"x0": 1, "x1": 1}),
    ):
        assert export.solution(right).options == (1,)
        with pytest.raises(ValueError, match=r"^item 'a' is in option 0 and in option 1$"):
            export.solution(wrong)
        with pytest.raises(ValueError, match=r"^item 'a' is not covered$"):
            export.solution({} if isinstance(export, Lp) else [])
        assert list(export.variables) == [0, 1, 2]
    with pytest.raises(ValueError, match=r"^option 1 is banned, but in the model$"):
        p.to_cnf(banned=[1]).solution([2])
    with pytest.raises(ValueError, match=r"^option 1 is given, but not in the model$"):
        p.to_cnf(given=[1]).solution([1, 3])


def test_bad_arguments():
    p = Problem([["a"]], costs=[0.5])
    with pytest.raises(ValueError, match=r"^no encoding 'ladder'; choose one of auto, pairwise, sequential$"):
        p.to_cnf(encoding="ladder")
    with pytest.raises(
        ValueError, match=r"^option 0 has the cost 0\.5; the format OPB takes whole numbers only; use to_lp\(\)$"
    ):
        p.to_opb()
    for export in (p.to_cnf, p.to_lp, Problem([["a"]]).to_opb):
        with pytest.raises(ValueError, match="given option 1 is out of range"):
            export(given=[1])
        with pytest.raises(ValueError, match="banned option -1 is out of range"):
            export(banned=[-1])
    assert "+ 0.5 x0" in p.to_lp().text()
    assert "c the costs of the options are left out" in p.to_cnf().text().splitlines()
    assert "min: +2 x1 ;" in Problem([["a"]], costs=[2.0]).to_opb().text().splitlines()


def test_names_that_would_break_a_comment():
    p = Problem([["a\nb", "\x00", "ü" * 500, (1, "\r\n")]])
    for export in (p.to_cnf(), p.to_opb(), p.to_lp()):
        (line,) = (line for line in export.text().splitlines() if "a b" in line)
        assert len(line) < 200
    assert len(dimacs(p.to_cnf().text())[0]) == 4


def test_write(tmp_path):
    p = Problem([["ä"], ["ä", "b"], ["b"]])
    for export, kind in ((p.to_cnf(), Cnf), (p.to_opb(), Opb), (p.to_lp(), Lp)):
        assert type(export) is kind
        export.write(tmp_path / "file")
        assert (tmp_path / "file").read_bytes().decode() == export.text()
        stream = io.StringIO()
        export.write(stream)
        assert stream.getvalue() == export.text()
        assert repr(export) == f"<{kind.__name__} of <Problem: 2 items, 3 options>: 3 variables>"
