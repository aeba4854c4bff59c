# SPDX-License-Identifier: MIT
"""A second interpreter in a process gets one clear refusal; a free-threaded one keeps its lock off."""

import sys
import sysconfig

import pytest

from dlx.system.interpreters import check_interpreter
from tests.processes import finished
from tests.test_compiled import COMPILED

CODE = """
import sys
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
    run = interpreters.exec
else:
    import _xxsubinterpreters as interpreters
    run = interpreters.run_string

kept = []


def second(code):
    kept.append(interpreters.create())  # without a reference it would be destroyed
    try:
        failure = run(kept[-1], f"import sys; sys.path[:] = {sys.path}; {code}")
        if failure is not None:
            print(failure.type.__name__, failure.msg)  # Python 3.13 returns the failure
    except interpreters.RunFailedError as error:
        print(error)


"""
USES = ["from dlx import Problem", "import sudoku; sudoku.count('.' * 16)"]
FIRST = ["import numpy", *USES]
REFUSED = "dlx cannot be loaded in this interpreter"


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("use", USES)
def test_a_second_interpreter_is_refused(first, use):
    pytest.importorskip("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    done = finished(sys.executable, "-c", f"{CODE}{first}\nsecond({use!r})")
    assert done.returncode == 0, done.stderr
    assert "ImportError" in done.stdout
    assert REFUSED in done.stdout


def test_it_is_refused_again():
    pytest.importorskip("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    twice = """
try:
    import dlx
except ImportError:
    import sudoku"""
    done = finished(sys.executable, "-c", f"{CODE}import dlx\nsecond({twice!r})")
    assert done.returncode == 0, done.stderr
    assert REFUSED in done.stdout


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="from Python 3.12 on, NumPy serves the main interpreter alone")
@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("use", USES)
def test_the_main_interpreter_is_refused_as_the_second(first, use):
    pytest.importorskip("_xxsubinterpreters")
    done = finished(sys.executable, "-c", f"{CODE}second({first!r})\n{use}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {REFUSED}")


def test_the_main_interpreter_is_not():
    check_interpreter()


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python always has its lock")
def test_a_free_threaded_interpreter_keeps_its_lock_off():
    """If one module lacked the declaration, its import would turn the lock on for the whole process, with a warning."""
    imports = f"[importlib.import_module(name) for name in {COMPILED}]"
    code = f"import sys, importlib; {imports}; print(sys._is_gil_enabled())"
    done = finished(sys.executable, "-W", "error", "-c", code)
    assert done.stdout.split() == ["False"], done.stderr
