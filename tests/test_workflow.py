# SPDX-License-Identifier: MIT
"""The workflows: every Python has a job, the pages can be built, and every wheel is published."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / ".github/workflows/tests.yml"
CELL = re.compile(r"^```\{code-cell\}.*\n((?::.*\n|\n)*)([\s\S]*?)^```$", re.MULTILINE)
OURS = {"bench", "dlx", "sudoku", "tables", "tests"}  # tables is in docs/extensions
PACKAGES = {"IPython": "myst-nb", "PIL": "pillow", "pysat": "python-sat", "yaml": "pyyaml"}  # which bring these modules
USES = {  # by package: lines of the shell, and calls, that need it
    "flask": r"\bsudoku serve\b|\bcreate_app\b",
    "ortools": r"\bto_cpsat\b",
    "pillow": r" -o \S+\.png\b|\.png\(",
    "pyarrow": r"\b(parquet|arrow)\b|\.zst\b",
    "python-sat": r"\bdlx prove\b|method=\"sat\"|--method sat\b",
    "shtab": r"--print-completion",
    "waitress": r"\bsudoku serve\b",
}
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
    return sorted({word for word in text.split() if word.startswith("tests/")})


def test_files_of_tests_exist():
    assert len(named_files()) > 8
    assert all((ROOT / name).exists() for name in named_files())


def test_they_import_nothing_that_windows_lacks():
    names = [name.removesuffix(".py").replace("/", ".") for name in named_files("  windows:", "win_amd64")]
    assert len(names) > 5
    code = f"import sys; sys.modules |= dict.fromkeys({NOT_ON_WINDOWS}); import {', '.join(names)}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def imported(code):
    """Yield the top-level names of the modules that this code imports."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.partition(".")[0]


def packages_of(text):
    """Return the packages besides ours that the executed cells of a page need."""
    needed = set()
    for tags, code in CELL.findall(text):
        if "skip-execution" not in tags:
            needed |= {package for package, use in USES.items() if re.search(use, code)}
            modules = set() if code.startswith("%%") else {*imported(code)} - OURS - sys.stdlib_module_names
            needed |= {PACKAGES.get(module, module) for module in modules}
    return needed


def names(requirements):
    return {re.match(r"[\w.-]+", requirement)[0] for requirement in requirements}


def test_packages_of_a_page():
    cell = "```{code-cell} python3\n"
    assert packages_of(f"{cell}import os, numpy.linalg\nfrom PIL import Image\n```\n") == {"numpy", "pillow"}
    assert packages_of(f"{cell}%%session\ndlx prove a.dlx\ndlx draw a.dlx -o a.png\n```\n") == {"python-sat", "pillow"}
    assert packages_of(f"{cell}:tags: [skip-execution]\nimport fastapi\n```\n") == packages_of("import x\n") == set()


def test_the_job_that_publishes_the_pages_can_build_them():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    installed = re.search(r"pip install -e '\.\[(.+)\]'", (WORKFLOW.parent / "pages.yml").read_text(encoding="utf-8"))
    assert {*installed[1].split(",")} <= {*extras}
    assert "docs" in installed[1].split(",")
    needed = {}
    for page in (ROOT / "docs").rglob("*.md"):
        needed |= dict.fromkeys(packages_of(page.read_text(encoding="utf-8")), page.name)
    assert {"flask", "myst-nb", "pillow", "pyarrow", "python-sat", "pyyaml"} <= {*needed}
    provided = names(project["dependencies"]) | names(extras["docs"])
    assert {package: page for package, page in needed.items() if package not in provided} == {}


def test_every_wheel_is_published():
    """The index takes wheels for browsers too (PEP 783), so nothing that was built and tested is dropped."""
    yaml = pytest.importorskip("yaml")
    jobs = yaml.safe_load((WORKFLOW.parent / "wheels.yml").read_text(encoding="utf-8"))["jobs"]
    rows = jobs["wheels"]["strategy"]["matrix"]["include"]
    assert "pyodide" in {row["platform"] for row in rows}
    fetch, publish = jobs["publish"]["steps"]
    assert fetch["with"] == {"pattern": "dist-*", "path": "dist", "merge-multiple": True}
    assert publish["uses"].startswith("pypa/gh-action-pypi-publish@") and "with" not in publish
    assert jobs["wheels"]["steps"][-1]["with"]["name"].startswith("dist-")


def test_the_page_about_installing_names_the_wheels():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]["build"]
    locked, free = re.findall(r"cp3(\d+)-", build), re.findall(r"cp3(\d+)t-", build)
    page = (ROOT / "docs/installing.md").read_text(encoding="utf-8")
    pythons = (
        f"3.{locked[0]} to 3.{locked[-1]}, and {' and '.join(f'3.{minor}' for minor in free)} without the global lock"
    )
    assert f"| Linux (glibc, musl) | x86-64, aarch64 | {pythons} |" in page
    assert page.index("    pip install dlx-engine ") < page.index("    pip install -e .\n")


@pytest.mark.reads("Makefile", "dlx")
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_another_compiler_runs_the_tests_of_every_room_that_is_compiled():
    """So does the room of questions that compiled code answers, such as symmetric counts, diagrams and estimates."""
    printed = subprocess.run(["make", "-n", "compiled"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = {word for word in printed.split() if word.startswith("tests/")}
    assert named and all((ROOT / name).exists() for name in named)
    rooms = {path.relative_to(ROOT).parts[1] for path in (ROOT / "dlx").rglob("*.pyx")}
    assert {f"tests/dlx/{room}" for room in rooms | {"engine", "questions"}} <= named
