"""The documents: the examples in the README run.

test_compiled.py runs the examples in compiled modules; `make docs` runs those on the pages in docs/.
"""

import ast
import re
import sys
from collections import defaultdict
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace

import pytest

import dlx.terminal.cli
import sudoku.terminal.cli
from tests import readme

README = readme.README
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.long
@pytest.mark.parametrize(
    ("main", "words"),
    [
        (dlx.terminal.cli.main, ["model", "polyominoes", "6x10", "--draw", "pentominoes.svg"]),
        (sudoku.terminal.cli.main, ["draw", HARD, "--solution", "-o", "sudoku.svg"]),
    ],
)
def test_the_pictures_of_the_readme_are_drawn_by_these_commands(tmp_path, monkeypatch, main, words):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 0
    assert (tmp_path / words[-1]).read_text() == (README.parent / "docs" / "pictures" / words[-1]).read_text()


def test_readme_sessions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # an example saves a picture
    assert readme.session(README.read_text()) == 0


def test_readme_programs():
    programs = [code for kind, _, code in readme.examples(README.read_text()) if kind == "program"]
    assert programs
    assert all(map(readme.program, programs))


def test_all_kinds_of_examples_are_in_the_readme():
    """The README has every kind of example; CI runs the shell examples (tests/readme.py)."""
    assert {kind for kind, _, _ in readme.examples(README.read_text())} == readme.KINDS


def test_wrong_examples_are_found(capsys):
    assert readme.session("```python\n>>> 1 + 1\n3\n>>> 2\n2\n```\n") == 1
    assert not readme.program("print(1)  # 2\n")
    assert not readme.program("print(1)\n")
    assert not readme.program("print(1)  # 1\nraise SystemExit(1)\n")
    assert not readme.command("false")
    assert not readme.command("false | true")
    assert not readme.command("true  # exit code 1: no solution")
    with pytest.raises(ValueError, match=r"README\.md:2: a block that is no Python: 'sh'"):
        list(readme.examples("\n```sh\nls\n```\n"))


def test_right_examples_are_run():
    code = "print(1)  # 1\nprint([2])  # [2]\n"
    text = f"a\n```python\n{code}```\n\n    ls x\n    a/pip install -e .\n```python\n>>> 1\n1\n```\n"
    assert list(readme.examples(text)) == [
        ("program", 3, code),
        ("command", 7, "ls x"),
        ("install", 8, "a/pip install -e ."),
        ("session", 10, ">>> 1\n1\n"),
    ]
    assert readme.program(code)
    assert readme.command("exit 3  # exit code 3: stopped")


def test_the_changelog_begins_with_this_version():
    import dlx

    first = re.search(r"^## (\S+)", (README.parent / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first
    assert first[1].strip("[],") == dlx.__version__


def test_the_drawings_of_how_it_works():
    """The problem drawn in docs/how-it-works.md has the solutions, sizes and rows of the drawing."""
    from dlx import Problem

    p = Problem([["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"], ["b"]], list("abcd"))
    assert [s.options for s in p.solutions()] == [(0, 1), (2, 3)]
    assert [sum(item in p.option(k) for k in range(5)) for item in "abcd"] == [2, 3, 2, 2]
    text = (README.parent / "docs" / "how-it-works.md").read_text()
    assert "option   0: a b     1: c d     2: a c     3: b d     4: b" in text
    clash = [bool({"a", "b"} & set(p.option(k))) for k in range(5)]
    assert f"row of 0           {' '.join('01'[not c] for c in clash)}" in text


def test_the_lanes_of_how_it_works():
    """For four nodes of that problem, one bit each, any, two and single of item a match the drawing."""
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


def test_the_strategies_of_how_it_works(monkeypatch):
    """The page prints the table of strategies: a row for each, and all cells but the memory have words."""
    from dlx.engine.table import TABLE

    page = (README.parent / "docs" / "how-it-works.md").read_text()
    (cell,) = (cell for cell in re.findall(r"^```{code-cell}.*?\n(.*?)^```$", page, re.M | re.S) if "described" in cell)
    code = re.sub(r"^:tags:.*\n", "", cell)
    monkeypatch.setenv("DLX_ROOT", str(README.parent))
    monkeypatch.syspath_prepend(README.parent / "docs" / "extensions")
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(Markdown=str))
    *statements, shown = ast.parse(code).body
    names = {}
    exec(compile(ast.Module(statements, []), "cell", "exec"), names)
    heads, _, *rows = eval(compile(ast.Expression(shown.value), "cell", "eval"), names).splitlines()
    assert heads == "| strategy | does | answers | joins | share of a round | memory |"
    cells = [[word.strip() for word in row.strip("|").split("|")] for row in rows]
    assert [first.split(", ")[-1] for first, *_ in cells] == [row.name for row in reversed(TABLE)]
    assert all(all(words[:-1]) for words in cells)


def test_links_between_files_lead_somewhere():
    """Also those to sources, which built pages do not have."""
    pages = [
        *README.parent.glob("*.md"),
        *(README.parent / "docs").rglob("*.md"),
        *(README.parent / "bench").rglob("*.md"),
    ]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())]
    assert len(links) > 100
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


def test_wrong_links_are_found(tmp_path):
    """The checker of the built pages (docs/extensions/links.py) finds wrong links, rather than nothing at all."""
    spec = spec_from_file_location("links", README.parent / "docs" / "extensions" / "links.py")
    links = module_from_spec(spec)
    spec.loader.exec_module(links)
    assert list(links.faults(tmp_path, {})) == [f"{tmp_path}: there are no pages"]
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.html").write_text('<h1 id="top"><a href="sub/b.html#mid">b</a><a href="https://host.org/x">c</a>')
    (tmp_path / "sub" / "b.html").write_text('<p id="mid"><a href="../a.html#top">a</a><a href="#mid">here</a>')
    outside = defaultdict(set)
    assert list(links.faults(tmp_path, outside)) == []
    assert dict(outside) == {"https://host.org/x": {"a.html"}}
    wrong = ["a.html#no", "d.html", "p.png", "http://h.org"]
    (tmp_path / "c.html").write_text('<a href="{}"></a><a href="{}"></a><img src="{}"><a href="{}">'.format(*wrong))
    assert [line.split(": ")[1] for line in links.faults(tmp_path, outside)] == wrong
