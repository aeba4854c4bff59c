"""to_cpsat(): its checks in a process of their own (cpsat_checks.py), and its errors.

OR-tools and highspy both bring a library called libhighs.so.1, and a process can only load one of the two.
"""

import sys
from importlib.util import find_spec

import pytest

from dlx.formats import cpsat
from tests.problems import queens
from tests.processes import finished


@pytest.mark.skipif(find_spec("ortools") is None, reason="OR-tools is an extra: pip install 'dlx-engine[cpsat]'")
def test_the_checks():
    done = finished(
        sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "tests/cpsat_checks.py"
    )
    assert done.returncode == 0, done.stdout


def without_ortools(monkeypatch, error):
    def fails(*_):
        raise error

    monkeypatch.setattr("dlx.system.extras.import_module", fails)


def test_without_the_package(monkeypatch):
    without_ortools(monkeypatch, ModuleNotFoundError("No module named 'ortools'", name="ortools"))
    with pytest.raises(ImportError, match=r"^to_cpsat\(\) needs ortools; pip install ortools$"):
        queens(4).to_cpsat()


def test_after_highspy(monkeypatch):
    without_ortools(monkeypatch, ImportError("undefined symbol"))
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(
        ImportError, match=r"^OR-tools cannot be imported after highspy: .*; use them in two processes$"
    ):
        queens(4).to_cpsat()
    monkeypatch.delitem(sys.modules, "highspy")
    with pytest.raises(ImportError, match=r"^to_cpsat\(\) needs ortools, which fails to load: undefined symbol; "):
        queens(4).to_cpsat()


def test_the_module():
    assert cpsat.CpSat.__module__ == "dlx"
