# SPDX-License-Identifier: MIT
"""The build: what it says where it cannot compile, and what the distribution says about itself."""

import os
import re
import sys
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
