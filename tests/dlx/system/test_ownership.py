"""Installations next to `dlx` and `py-sudoku`, whose packages share our names: the messages, and when they appear."""

import os
import shutil
import sys
from pathlib import Path

import numpy
import pytest

import dlx
from dlx.system.ownership import REMEDY
from tests.processes import NO_SITE, finished

OURS = Path(dlx.__file__).parent.parent
LIBRARIES = Path(numpy.__file__).parent.parent
THEIRS = {"dlx": "class DLX:\n    pass\n", "sudoku": "from sudoku.sudoku import Sudoku\n"}


@pytest.fixture
def site(tmp_path):
    """Return a folder like site-packages, with links to NumPy and to our files."""
    for folder in LIBRARIES.glob("numpy*"):
        (tmp_path / folder.name).symlink_to(folder)
    for package in ("dlx", "sudoku"):
        for folder, folders, files in os.walk(OURS / package):
            folders[:] = {*folders} - {"__pycache__"}
            here = tmp_path / Path(folder).relative_to(OURS)
            here.mkdir()
            for file in files:
                (here / file).symlink_to(Path(folder, file))
    return tmp_path


def overwritten(site, package):
    """Overwrite our package as pip does when it installs theirs after ours."""
    (site / package / "__init__.py").unlink()
    (site / package / "__init__.py").write_text(THEIRS[package])
    (site / package / "sudoku.py").write_text("class Sudoku:\n    pass\n")


def said(site, code):
    """Run this code there; -S hides where we are installed."""
    done = finished(sys.executable, "-S", "-c", code, cwd=site, env={})
    return done.returncode, done.stderr.replace(NO_SITE, "")


COMMANDS = {
    package: f"import sys; from {module} import main; sys.exit(main(['--version']))"
    for package, module in (("dlx", "dlx.terminal.cli"), ("sudoku", "sudoku.terminal.cli"))
}


def test_nothing_is_said_where_all_is_ours(site):
    assert said(site, COMMANDS["dlx"]) == said(site, COMMANDS["sudoku"]) == (0, "")


@pytest.mark.parametrize("package", ["dlx", "sudoku"])
def test_a_command_whose_package_was_overwritten(site, package):
    overwritten(site, package)
    what = f"{site / package / '__init__.py'} is of another distribution with a package of the same name"
    assert said(site, COMMANDS[package]) == (2, f"{package}: {what}; to fix it: {REMEDY}\n")


def test_sudoku_on_an_overwritten_dlx(site):
    overwritten(site, "dlx")
    code, err = said(site, "import sudoku")
    assert code == 1
    assert err.splitlines()[-1].startswith(
        f"dlx.system.ownership.ForeignPackage: {site / 'dlx' / '__init__.py'} is of another"
    )


@pytest.mark.parametrize("package", ["dlx", "sudoku"])
def test_after_theirs_was_uninstalled(site, package):
    """Their list of files names `__init__.py`, no matter which distribution wrote it last."""
    (site / package / "__init__.py").unlink()
    code, err = said(site, COMMANDS[package])
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"{package}: {site / package}/__init__.py was uninstalled with another distribution")


def test_theirs_beside_ours_does_no_harm(site):
    """If ours was installed after theirs, an extra file of theirs does no harm."""
    shutil.copy(site / "dlx" / "problem.py", site / "dlx" / "sudoku.py")
    assert said(site, "from dlx import Problem; import sudoku; assert Problem([['a']]).count() == 1") == (0, "")


def recorded(site):
    """Write the list of our Python files that pip keeps beside them."""
    about = site / "dlx_engine-9.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: dlx-engine\nVersion: 9\n")
    files = [file for package in ("dlx", "sudoku") for file in (OURS / package).rglob("*.py")]
    lines = [f"{file.relative_to(OURS).as_posix()},,{file.stat().st_size}\n" for file in files]
    (about / "RECORD").write_text("".join(lines))
    return site


QUEENS = COMMANDS["dlx"].replace("--version", "model', 'queens', '4")


@pytest.mark.parametrize(
    ("path", "code", "status"),
    [
        ("dlx/problem.py", "from dlx import Problem", 1),
        ("dlx/problem.py", QUEENS, 2),
        ("dlx/problem.py", "import sudoku; sudoku.engine.cover.cover(sudoku.Board())", 1),
        ("dlx/terminal/frame.py", COMMANDS["dlx"], 1),
        ("dlx/terminal/frame.py", COMMANDS["sudoku"], 1),
        ("sudoku/board/board.py", "import sudoku", 1),
        ("sudoku/logic/__init__.py", "import sudoku; sudoku.rate", 1),
        ("sudoku/terminal/commands/answer.py", COMMANDS["sudoku"].replace("--version", "count', '.' * 16, '-q"), 2),
    ],
)
@pytest.mark.parametrize("what", ["was overwritten", "is missing"])
def test_a_module_that_another_distribution_changed(site, path, code, status, what):
    file = recorded(site) / path
    file.unlink()
    if what == "was overwritten":
        file.write_text("class Theirs:\n    pass\n")
    found, err = said(site, code)
    assert found == status
    assert err.endswith(f"{file} {what}, perhaps by another distribution; to fix it: {REMEDY}\n")


def test_a_typo_is_no_missing_file(site):
    code, err = said(recorded(site), "import dlx._nothing")
    assert (code, err.splitlines()[-1]) == (1, "ModuleNotFoundError: No module named 'dlx._nothing'")
