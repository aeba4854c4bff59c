# SPDX-License-Identifier: MIT
"""Memory that runs out and memory that is freed: a few cases of tests/nightly/allocations.py and leaks.py."""

import os
import sys

import pytest

from dlx.kernels.dive import Dive
from dlx.kernels.frontier.frontier import Frontier
from dlx.kernels.frontier.plan import LayerPlan
from tests.compiled_calls import PLANNED
from tests.nightly import allocation_scenarios, allocations, leaks
from tests.processes import finished

SCENARIOS = [(kind, name) for kind, (scenarios, _) in leaks.kinds(1).items() for name in scenarios]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if "libasan" in os.environ.get("LD_PRELOAD", ""):
        return None  # the sanitizer replaces malloc itself
    return allocations.shim(str(tmp_path_factory.mktemp("shim")))


@pytest.mark.skipif(sys.platform != "linux", reason="malloc is replaced as glibc has it")
@pytest.mark.parametrize("name", ["search, links", "count, memory", "cheapest", "count, layers", "orbits, large group"])
@pytest.mark.parametrize("way", ["C once", "C from then on"])
def test_allocations_that_fail_in_compiled_modules(way, name, library):
    if library is None:
        pytest.skip("no C compiler, or a sanitizer that will not have it")
    reached, wrong = allocations.run(way, name, 12, library)
    assert wrong == []
    assert reached


@pytest.mark.skipif(sys.platform != "linux", reason="malloc is replaced as glibc has it")
def test_the_campaign_knows_our_compiled_modules(library):
    """It knew them by the name of a folder. From their move on, none of their allocations failed, and no one saw it."""
    if library is None:
        pytest.skip("no C compiler, or a sanitizer that will not have it")
    reached, wrong = allocations.run("C once", "search, links", 100, library)
    assert wrong == []
    assert allocations.QUIET < reached < 100


def test_allocations_of_python_that_fail():
    pytest.importorskip("_testcapi")
    assert allocations.run("Python once", "search, links", 12, None) == (12, [])


def dive(problem):
    return Dive(problem, (), (), 2, 1).work


def layers(_problem):
    plan = LayerPlan(*PLANNED)
    return plan.draw(2**20), Frontier(plan, 2**20).full


@pytest.mark.parametrize("made", [dive, layers])
def test_a_kernel_that_cannot_be_made_raises_memory_error_and_keeps_nothing(made, monkeypatch, request):
    """They point into a dozen arrays. NumPy's `ctypes.data` lost a block there, its `items[mask]` the error.

    The allocations of all threads fail. A worker of pytest-xdist has a second thread, so it starts a pytest without it.
    """
    pytest.importorskip("_testcapi")
    if "PYTEST_XDIST_WORKER" in os.environ:
        words = ["-q", "-n", "0", "-p", "no:cacheprovider", request.node.nodeid]
        alone = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        done = finished(sys.executable, "-m", "pytest", *words, env=alone)
        assert done.returncode == 0, done.stdout
        return
    problem = allocation_scenarios.queens(5)
    monkeypatch.setitem(allocations.SCENARIOS, "kernel", (lambda: problem, made))
    trial = allocations.Trial("Python once", "kernel")
    tried = {k: trial.faults(k) for k in range(1, 200)}
    assert [word for _, wrong in tried.values() for word in wrong if allocations.ELSEWHERE not in word] == []
    failed = [k for k, (made_a_difference, _) in tried.items() if made_a_difference]
    assert len(failed) > 50
    # blocks kept for reuse stop growing
    assert [k for k in failed if all(trial.left([k] * 6) >= 6 for _ in range(20))] == []


@pytest.mark.parametrize(("kind", "name"), SCENARIOS, ids=" ".join)
def test_what_is_dropped_is_given_back(kind, name):
    assert leaks.repeat(leaks.kinds(1)[kind][0][name], 100) < leaks.MOST_GROWTH


FATAL = "Fatal Python error: _Py_CheckRecursiveCall: Cannot recover from stack overflow.\n"
FRAME = "/lib/libpython3.11.so.1.0(_PyErr_NoMemory+0x1a)[0x7f66]\n"


@pytest.mark.parametrize(
    ("told", "theirs"),
    [
        (FATAL + 3 * FRAME, True),
        (FATAL + FRAME, False),  # another endless recursion
        (3 * FRAME, False),
        ("Cannot recover from MemoryErrors while normalizing exceptions.", True),
        ("Fatal Python error: Segmentation fault", False),
    ],
)
def test_the_end_of_pythons_memory_errors_is_no_fault_of_ours(told, theirs):
    assert allocations.out_of_errors(told) == theirs


PYTHON = "/lib/libpython3.11.so.1.0({}+0x1a)[0x7f66]\n"
NUMPY = "/lib/numpy/_core/_multiarray_umath.so(+0x1a)[0x7f66]\n"
OURS = f"{allocations.PACKAGES[0]}kernels/bits/bits.so(+0x1a)[0x7f66]\n"


@pytest.mark.parametrize(
    ("told", "theirs"),
    [
        (NUMPY + OURS, True),
        (PYTHON.format("PyObject_GetIter") + PYTHON.format("_PyEval_EvalFrameDefault") + OURS, True),
        (PYTHON.format("PyObject_GetIter") + OURS + PYTHON.format("_PyEval_EvalFrameDefault"), False),
        (OURS + PYTHON.format("_PyEval_EvalFrameDefault"), False),
        ("Fatal Python error: Segmentation fault", False),
    ],
)
def test_a_crash_within_numpy_or_python_is_no_fault_of_ours(told, theirs):
    assert allocations.died_elsewhere(told) == theirs
