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
from dlx import Problem
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
    run = interpreters.exec
else:
    import _xxsubinterpreters as interpreters
    run = interpreters.run_string
assert Problem([["a"]]).count() == 1
try:
    failure = run(interpreters.create(), f"import sys; sys.path[:] = {sys.path}; from dlx import Problem")
    print(failure.type.__name__, failure.msg)  # Python 3.13 returns the failure
except interpreters.RunFailedError as error:
    print(error)
"""


def test_a_second_interpreter_is_refused():
    pytest.importorskip("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    done = finished(sys.executable, "-c", CODE)
    assert done.returncode == 0, done.stderr
    assert "ImportError" in done.stdout
    assert "dlx cannot be loaded in this sub-interpreter" in done.stdout


def test_the_main_interpreter_is_not():
    check_interpreter()


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python always has its lock")
def test_a_free_threaded_interpreter_keeps_its_lock_off():
    """If one module lacked the declaration, its import would turn the lock on for the whole process, with a warning."""
    imports = f"[importlib.import_module(name) for name in {COMPILED}]"
    code = f"import sys, importlib; {imports}; print(sys._is_gil_enabled())"
    done = finished(sys.executable, "-W", "error", "-c", code)
    assert done.stdout.split() == ["False"], done.stderr
