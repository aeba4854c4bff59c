"""What the documents say: the examples in compiled modules and in the README run."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("name", ["dlx._kernel", "dlx._links", "dlx._bits", "sudoku.bitset"])
def test_compiled_modules(name):
    module = import_module(name)
    assert doctest.testmod(module).failed == 0


@pytest.mark.long
def test_readme_sessions():
    results = doctest.testfile(str(README), module_relative=False)
    assert results.failed == 0
    assert results.attempted > 8


def test_readme_programs():
    programs = [code for code in re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL) if ">>>" not in code]
    assert programs
    for code in programs:
        exec(compile(code, "README.md", "exec"), {})


def test_versions_agree():
    import tomllib

    import dlx

    project = tomllib.loads((README.parent / "pyproject.toml").read_text())["project"]
    assert project["version"] == dlx.__version__
