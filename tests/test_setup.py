# SPDX-License-Identifier: MIT
"""The build: remedies where it cannot compile, what an edit compiles, and what the distribution says of itself."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from email import message_from_bytes
from pathlib import Path

import pytest

import dlx
from tests.processes import finished

ROOT = Path(__file__).parent.parent


@pytest.mark.reads("setup.py")
@pytest.mark.parametrize("compiler", ["no-such-compiler", "no-such-compiler -pthread", "'gcc"])
def test_without_a_compiler(compiler):
    pytest.importorskip("setuptools", minversion="80")
    done = finished(sys.executable, "setup.py", "-q", "build_ext", cwd=ROOT, env={"CC": compiler})
    assert done.returncode == 1
    first, *remedies = done.stderr.splitlines()[-7:]
    assert first == f"error: dlx-engine has to be compiled here, and lacks the C compiler {compiler!r}."
    assert remedies[0].split() == ["Debian,", "Ubuntu:", "sudo", "apt", "install", "gcc", "python3-dev"]
    assert "Traceback" not in done.stderr


@pytest.mark.reads("setup.py")
@pytest.mark.skipif(sys.platform == "win32", reason="setuptools looks for Visual C++")
def test_an_empty_name_of_a_compiler_is_none():
    code = "import os, setup; setup._insist_on_compiler(); print(os.environ.get('CC'))"
    assert finished(sys.executable, "-c", code, cwd=ROOT, env={**os.environ, "CC": " "}).stdout == "None\n"


@pytest.mark.reads("setup.py", "CITATION.cff")
def test_links_on_the_page_of_the_index(tmp_path):
    """Every link of the README is absolute there, and names a file of the checkout at this version."""
    pytest.importorskip("setuptools", minversion="80")
    assert finished(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(tmp_path), cwd=ROOT).returncode == 0
    about = message_from_bytes((tmp_path / "dlx_engine.egg-info" / "PKG-INFO").read_bytes())
    source = dict(line.split(", ") for line in about.get_all("Project-URL"))["Source"]
    text = about.get_payload(decode=True).decode()
    links = re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', text)
    for link in map("".join, links):
        host, file = link.split(f"/v{dlx.__version__}/")
        assert (ROOT / file).is_file()
        assert host in (f"{source}/blob", source.replace("github", "raw.githubusercontent"))
    commands = re.findall(r"^ {4}.*\bpip install .*", text.partition("\n## Install\n")[2], re.MULTILINE)
    assert commands[0] == "    pip install dlx-engine" and "pip install -e ." in commands[1]
    assert len(links) == text.count("](") + text.count("src=") > 15


FILES = ["CITATION.cff", ".github/conda/recipe.yaml"]


@pytest.mark.parametrize("file", [pytest.param(file, marks=pytest.mark.reads(file)) for file in FILES])
def test_one_version_everywhere(file):
    assert re.findall(r'^ *version: "(.+)"$', (ROOT / file).read_text(), re.MULTILINE) == [dlx.__version__]


# --- what an edit compiles --------------------------------------------------------------------------------------------

CLOSURES = """
import json, setup, stubs
files = {path.as_posix(): setup.closure(path) for path in stubs.compiled()}
print(json.dumps({path: sorted(file.as_posix() for file in closure) for path, closure in files.items()}))
"""


@pytest.fixture(scope="module")
def closures():
    """Return for each module the files whose edit compiles it, as setup.py sees them."""
    pytest.importorskip("setuptools", minversion="80")
    done = finished(sys.executable, "-c", CLOSURES, cwd=ROOT)
    return {Path(module): set(map(Path, files)) for module, files in json.loads(done.stdout).items()}


@pytest.mark.reads("setup.py", "dlx/kernels/kernel.h")
def test_an_edit_of_a_header_compiles_its_readers(closures):
    headers = [file.relative_to(ROOT) for house in ("dlx", "sudoku") for file in (ROOT / house).rglob("*.*")]
    headers = [file for file in headers if file.suffix in (".h", ".pxd")]
    compiled = {header: sorted(str(m) for m in closures if header in closures[m]) for header in headers}
    assert compiled[Path("dlx/kernels/frontier/merge.h")] == ["dlx/kernels/frontier/frontier.pyx"]
    assert len(headers) > 70 and min(map(len, compiled.values())) == 1  # a header without a reader is dead
    assert sum(map(len, compiled.values())) < 250


@pytest.mark.reads("setup.py", "dlx/kernels/kernel.h")
def test_the_files_that_a_module_reads_are_those_of_cython(closures):
    """Cython finds no other file; it overlooks `from . cimport limits`."""
    cython = pytest.importorskip("Cython.Build.Dependencies")
    tree, here = cython.create_dependency_tree(), Path.cwd()
    os.chdir(ROOT)
    try:
        for module, files in closures.items():
            seen = {Path(os.path.relpath(file)) for file in tree.all_dependencies(str(module))}
            assert {file for file in seen if file.parts[0] in ("dlx", "sudoku")} <= files
    finally:
        os.chdir(here)


@pytest.mark.reads("setup.py", "dlx/kernels/kernel.h")
@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_the_headers_that_a_module_reads_are_those_of_the_compiler(closures):
    translated = [module for module in closures if (ROOT / module).with_suffix(".c").exists()]
    if not translated:
        pytest.skip("no C of the modules here")
    translated = sorted(translated, key=lambda module: len(closures[module]))[-6:]  # those that read most
    include = sysconfig.get_path("include")
    for module in translated:
        command = ["gcc", "-MM", "-I.", f"-I{include}", str(module.with_suffix(".c"))]
        rule = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        seen = {Path(os.path.normpath(word)) for word in rule.replace("\\\n", " ").split() if word.endswith(".h")}
        seen = {file for file in seen if file.parts[0] in ("dlx", "sudoku")}
        assert seen <= closures[module], module
        assert {file for file in closures[module] - seen if file.suffix == ".h"} == set(), module


# A compiler that only logs: it writes an empty file where the output belongs, and dies where it is asked to.
LOGGER = """#!/bin/sh
for word in "$@"; do case $word in *.c) source=$word;; esac; done
while [ "$1" != -o ]; do shift; done
[ -n "$source" ] && echo "$source" >> log
case "$source" in *"$DIES_AT") exit 1;; esac
: > "$2"
"""
TOY = {
    "dlx/__init__.py": '__version__ = "0.2.0"\n',
    "dlx/low.h": "#define LOW 1\n",
    "dlx/high.h": '#include "dlx/low.h"\n',
    "dlx/shared.pxd": 'cdef extern from "dlx/high.h":\n    int LOW\n',
    "dlx/one.pyx": "from .shared cimport (LOW,  # a number\n    )\nprint(LOW)\n",
    "dlx/two.pyx": "from . cimport shared\nprint(shared.LOW)\n",
    "dlx/three.pyx": 'cdef extern from *:\n    """\n    #define CODE "dlx/low.h"\n    """\n',
    "dlx/system/__init__.py": "",
    "sudoku/__init__.py": "",
}


@pytest.fixture
def toy(tmp_path):
    """Return a function that builds a small project with our setup.py, and names the sources that it compiled."""
    pytest.importorskip("setuptools", minversion="80")
    pytest.importorskip("Cython")
    for name, text in TOY.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for name in ("setup.py", "stubs.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    compiler, log = tmp_path / "logger", tmp_path / "log"
    compiler.write_text(LOGGER)
    compiler.chmod(0o755)

    def build(dies_at="nothing", **variables):
        log.unlink(missing_ok=True)
        env = {**os.environ, "CC": f"{compiler} -pthread", "DIES_AT": dies_at, "SETUPTOOLS_USE_DISTUTILS": "local"}
        done = finished(sys.executable, "setup.py", "build_ext", cwd=tmp_path, env={**env, **variables})
        assert (done.returncode == 0) == (dies_at == "nothing"), done.stderr
        build.text = done.stdout + done.stderr
        return sorted(Path(line).stem for line in log.read_text().splitlines()) if log.exists() else []

    build.folder = tmp_path
    return build


@pytest.mark.reads("setup.py")
@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a shell script")
def test_what_a_build_compiles(toy):
    everything = ["one", "three", "two", "views"]
    assert toy() == everything
    assert "[4/4] dlx." in toy.text  # it says what it does
    assert toy() == []
    for name, compiled in {"low.h": everything[:3], "high.h": ["one", "two"], "two.pyx": ["two"]}.items():
        (toy.folder / "dlx" / name).touch()
        assert toy() == compiled
    assert toy() == []
    (library,) = (toy.folder / "build").rglob("two.*.so")
    library.write_text("of another build")
    assert toy() == ["two"]
    assert toy() == []
    assert toy(CFLAGS="-DX") == everything
    assert toy(CFLAGS="-DX") == []


@pytest.mark.reads("setup.py")
@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a shell script")
def test_a_build_that_was_cut_short_continues(toy):
    first = toy(dies_at="two.c")
    assert "two" in first
    again = toy()
    assert "two" in again
    assert sorted({*first, *again}) == ["one", "three", "two", "views"]
    assert len(first) + len(again) == 5  # nothing but the module that failed is compiled twice
    assert toy() == []
