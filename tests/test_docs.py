"""What the documents say: the examples in compiled modules and in the README run."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize(
    "name", ["dlx._kernel", "dlx._links", "dlx._bits", "dlx._lanes", "sudoku.bitset", "sudoku._lines"]
)
def test_compiled_modules(name):
    module = import_module(name)
    assert doctest.testmod(module).failed == 0


@pytest.mark.long
@pytest.mark.parametrize("name", ["README.md", "docs/beyond-one-machine.md", "docs/sudoku.md"])
def test_sessions(name):
    results = doctest.testfile(str(README.parent / name), module_relative=False)
    assert results.failed == 0
    assert results.attempted > 8


def test_readme_programs():
    programs = [code for code in re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL) if ">>>" not in code]
    assert programs
    for code in programs:
        exec(compile(code, "README.md", "exec"), {})


def test_the_changelog_begins_with_this_version():
    import dlx

    first = re.search(r"^## (\S+)", (README.parent / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first
    assert first[1].strip("[],") == dlx.__version__


def test_the_drawings_of_how_it_works():
    """The problem that docs/how-it-works.md draws has the solutions, sizes and rows that are drawn."""
    from dlx import Problem

    p = Problem([["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"], ["b"]], list("abcd"))
    assert [s.options for s in p.solutions()] == [(0, 1), (2, 3)]
    assert [sum(item in p.option(k) for k in range(5)) for item in "abcd"] == [2, 3, 2, 2]
    text = (README.parent / "docs" / "how-it-works.md").read_text()
    assert "option   0: a b     1: c d     2: a c     3: b d     4: b" in text
    clash = [bool({"a", "b"} & set(p.option(k))) for k in range(5)]
    assert f"row of 0           {' '.join('01'[not c] for c in clash)}" in text


def test_the_lanes_of_how_it_works():
    """Four nodes of that problem, a bit each: any, two and single of its item a are those drawn."""
    text = (README.parent / "docs" / "how-it-works.md").read_text()
    rows = {int(k): bits for k, bits in re.findall(r"option (\d): [a-d ]+? {3,}([01](?: [01]){3})", text)}
    assert len(rows) == 5
    zero, two = (int(rows[k].replace(" ", ""), 2) for k in (0, 2))
    drawn = re.search(
        r"any  = o0 \| o2 +([01 ]+?) {3}.*?two  = o0 & o2 +([01 ]+?) {3}.*?single +([01 ]+?) {3}", text, re.DOTALL
    )
    assert drawn
    found = [int(bits.replace(" ", ""), 2) for bits in drawn.groups()]
    assert found == [zero | two, zero & two, (zero | two) & ~(zero & two)]
