# SPDX-License-Identifier: MIT
"""Every class and function of every compiled module refuses None and missing arguments with an error, never a crash.

They are private and trust their callers, but a crash would end the session of a user who explores the package in a
shell or with a tool. The tests find the compiled modules themselves, so new modules are included.
"""

import doctest
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import dlx

ROOT = Path(__file__).parent.parent
OURS = Path(dlx.__file__).parent.parent  # ROOT, or where a wheel was installed
COMPILED = sorted(
    {
        ".".join([*file.relative_to(OURS).parent.parts, file.name.partition(".")[0]])
        for package in ("dlx", "sudoku")
        for suffix in EXTENSION_SUFFIXES
        for file in (OURS / package).rglob(f"*{suffix}")
    }
    - {"dlx.system.views"}  # Cython's own
)
EXPLORED = """
import faulthandler, importlib, inspect, itertools, sys

faulthandler.enable()
module = importlib.import_module(sys.argv[1])
VALUES = None, 2, b""
MOST = 7  # arguments of a function whose signature is not known


def tried(what, function, *args, **more):
    print(what, args, more, file=sys.stderr, flush=True)
    try:
        return function(*args, **more)
    except Exception:
        return None


def explore(what, function, least=0, most=MOST):
    "Call it with any combination of simple values; what it returns."
    found = []
    for n in range(least, most + 1):
        for args in itertools.product(VALUES if n <= 5 else VALUES[:2], repeat=n):
            found.append(tried(what, function, *args))
    return found


def arguments(function):
    try:
        return len(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return 4


def uses(one):
    for name in dir(type(one)):
        if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__", "__del__", "__dealloc__"):
            continue
        what = f"{type(one).__name__}.{name}"
        attribute = tried(what, getattr, one, name)
        if callable(attribute):
            explore(what, attribute, 0, min(arguments(attribute), 5))
        elif not name.startswith("__"):
            tried(what, setattr, one, name, None)


classes = 0
for name, thing in list(vars(module).items()):
    if getattr(thing, "__module__", None) != module.__name__:
        continue
    if isinstance(thing, type):
        classes += 1
        keywords = [{}, {"by_items": True}]
        made = explore(name, thing) + explore(f"{name}.__new__", lambda *args: thing.__new__(thing, *args))
        made += [tried(name, thing, None, **more) for more in keywords]
        if not issubclass(thing, (int, BaseException)):
            made += explore("subclass of " + name, type(name, (thing,), {})) if thing.__flags__ & 1 << 10 else []
            for one in [one for one in made if one is not None][:3]:
                uses(one)
    elif callable(thing):
        explore(name, thing, 0, min(arguments(thing), 5))
print(classes)
"""

# A class without a search of its own, and its subclass in Python, with and without __init__.
ABSTRACT = """
import faulthandler

import numpy as np

from dlx.kernels.kernel import Kernel
from dlx.kernels.links.rings import Linked

faulthandler.enable()
indptr, givens, numbers = np.zeros(3, np.int64), np.zeros(3, np.int32), np.zeros(2, np.int64)
batch = indptr, givens, 0, 1, 1, 1, numbers, numbers, numbers, givens, np.zeros(2, np.uint8), givens, 1
questions = {"setup": ((),), "step": (1,), "solution": (), "run_many": batch, "frontier": ()}
properties = {"midway", "nodes", "updates", "work", "guesses", "solutions", "max_level", "fraction", "nbytes"}
constants = {"name", "foreseen", "detail", "full"}
attributes = {"node_stop", "solution_stop", *constants, *questions, *properties}
assert {name for name in dir(Kernel) if not name.startswith("_")} == attributes


def refuses(question, *args):
    try:
        question(*args)
    except NotImplementedError:
        return True
    return False


for kind in (Kernel, Linked, type("Mine", (Kernel,), {}), type("MyLinked", (Linked,), {})):
    for kernel in (kind(), kind.__new__(kind)):
        for name, args in questions.items():
            assert refuses(getattr(kernel, name), *args), (kind, name)
        for name in properties:
            assert refuses(getattr, kernel, name) or (name == "nbytes" and kernel.nbytes == 0), (kind, name)
"""


def test_the_compiled_modules_are_found():
    assert {"dlx.kernels.kernel", "dlx.kernels.links.links", "sudoku.engine.bitset"} < {*COMPILED}


@pytest.mark.reads("dlx", "sudoku")
def test_every_module_is_compiled():
    assert len(COMPILED) == len([*(ROOT / "dlx").rglob("*.pyx"), *(ROOT / "sudoku").rglob("*.pyx")])


@pytest.mark.parametrize("module", COMPILED)
def test_what_is_compiled_refuses_none(module):
    command = [sys.executable, "-c", EXPLORED, module]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("module", COMPILED)
def test_one_argument_after_the_other_is_none(module):
    command = [sys.executable, "-m", "tests.compiled_calls", module]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


def test_a_kernel_without_a_search_is_abstract():
    command = [sys.executable, "-c", ABSTRACT]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("module", COMPILED)
def test_examples_of_what_is_compiled(module):
    assert doctest.testmod(import_module(module)).failed == 0
