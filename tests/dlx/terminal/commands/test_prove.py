# SPDX-License-Identifier: MIT
"""The command `dlx prove`, and method sat on the command line."""

import sys

from dlx.terminal import cli
from tests import rup
from tests.problems import langford, queens


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
