# SPDX-License-Identifier: MIT
"""A checkout without compiled modules: every entry point names the remedy."""

import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import numpy
import pytest

import dlx
from tests.processes import NO_SITE, finished

OURS = Path(dlx.__file__).parent.parent
LIBRARIES = str(Path(numpy.__file__).parent.parent)


@pytest.fixture(params=["a checkout", "a package of another Python"])
def folder(request, tmp_path):
    """Copy the packages without their compiled modules."""
    for package in ("dlx", "sudoku"):
        for file in (OURS / package).rglob("*"):
            if file.is_file() and file.suffix != ".pyc" and not file.name.endswith(tuple(EXTENSION_SUFFIXES)):
                link = tmp_path / file.relative_to(OURS)
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(file)
    if request.param == "a checkout":
        (tmp_path / "setup.py").touch()
    return tmp_path


def run(folder, *args):
    """Run Python there; -S and the path hide an editable install, which would find our modules from anywhere."""
    done = finished(sys.executable, "-S", *args, cwd=folder, env={"PYTHONPATH": LIBRARIES})
    return done.returncode, done.stderr.replace(NO_SITE, "")


def remedy(folder):
    what = f"-e {folder}" if (folder / "setup.py").exists() else "--force-reinstall dlx-engine"
    return f" is not compiled for this Python; run: {sys.executable} -m pip install {what}\n"


@pytest.mark.parametrize(
    "code",
    [
        "from dlx import Problem",
        "import dlx; dlx.Search",
        "from dlx import models",
        "import dlx.problem",
        "from dlx.kernels.links.links import Links",
        "import sudoku; sudoku.solve('.' * 16)",
        "import sudoku; sudoku.generate()",
        "import sudoku.engine.bitset",
    ],
)
def test_python(folder, code):
    status, err = run(folder, "-c", code)
    assert status == 1
    assert err.endswith(remedy(folder))
    assert "dlx.system.uncompiled.UncompiledModule: " in err


@pytest.mark.parametrize(
    "command", [["dlx", "model", "queens", "4"], ["sudoku", "solve", "." * 16], ["sudoku", "generate"]]
)
def test_commands(folder, command):
    status, err = run(folder, "-m", *command)
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"{command[0]}: ")
    assert err.endswith(remedy(folder))


def test_what_needs_nothing_compiled(folder):
    assert run(folder, "-m", "dlx", "--version") == run(folder, "-m", "sudoku", "--version") == (0, "")


def test_other_names_are_missing_as_ever():
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'dlx\._nothing'$"):
        import_module("dlx._nothing")
