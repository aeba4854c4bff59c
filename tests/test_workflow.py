# SPDX-License-Identifier: MIT
"""The workflow of tests, the sessions of nox and the classifiers name the same Pythons."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / ".github/workflows/tests.yml"
NOT_ON_WINDOWS = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")

pytestmark = pytest.mark.reads(".github", "noxfile.py")


@pytest.fixture
def rows():
    yaml = pytest.importorskip("yaml")
    jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    return [row for job in jobs.values() for row in job["strategy"]["matrix"]["include"]]


def sessions():
    (value,) = (
        node.value
        for node in ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "PYTHONS"
    )
    return ast.literal_eval(value)


def test_every_python_has_a_job(rows):
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    named = {line.rpartition(" ")[2] for line in classifiers if "Python :: 3." in line}
    assert {row["python"] for row in rows if row["os"] == "ubuntu-latest"} - {"3.14t"} == set(sessions()) == named


def test_every_system_has_a_job(rows):
    assert {row["os"].partition("-")[0] for row in rows} == {"ubuntu", "macos", "windows"}
    assert {"gcc", "clang"} == {row["compiler"] for row in rows if row["os"].startswith("ubuntu")}


def named_files(jobs="jobs:", wheels=""):
    """Return the files of tests that these jobs, from this line on, and the tests of these wheels name."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    commands = [row.get("test-command", "") for row in tools["cibuildwheel"]["overrides"] if wheels in row["select"]]
    text = " ".join([WORKFLOW.read_text(encoding="utf-8").partition(f"\n{jobs}\n")[2], *commands])
    return sorted({word for word in text.split() if word.startswith("tests/test_")})


def test_files_of_tests_exist():
    assert len(named_files()) > 8
    assert all((ROOT / name).exists() for name in named_files())


def test_they_import_nothing_that_windows_lacks():
    names = [name.removesuffix(".py").replace("/", ".") for name in named_files("  windows:", "win_amd64")]
    assert len(names) > 5
    code = f"import sys; sys.modules |= dict.fromkeys({NOT_ON_WINDOWS}); import {', '.join(names)}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
