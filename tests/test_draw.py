# SPDX-License-Identifier: MIT
"""Pictures: well-formed, escaped, complete; the matrix shows every entry once, the tree matches the kernels' search."""

import argparse
import struct
from collections import Counter
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from dlx import Circle, Colored, Line, Picture, Problem, Rect, Text, draw_matrix, draw_tree, walk
from dlx.drawing.matrix import CHOSEN_DOT_FILL, DOT_FILL, SHOWN_ITEMS_ACROSS, SHOWN_OPTIONS
from dlx.drawing.picture import escaped, format_of
from dlx.drawing.png import dashes
from dlx.kernels import reference as _reference
from dlx.terminal.commands.draw import draw as command

from .problems import problems, queens, questions

ROOT = Path(__file__).parent.parent
TOY = ROOT / "examples" / "toy.dlx"
SVG = "{http://www.w3.org/2000/svg}"
SOME = Picture(
    'a "title" <&>',
    "what it shows",
    60,
    40,
    (
        Rect(5, 5, 20, 10, "#ff0000", "#00ff00", 2, 3),
        Circle(40, 20, 8, "#0000ff", "#000000"),
        Line.of((0, 0), (60, 40), stroke="#123456", line=2, round=True),
        Line((((0, 30), (60, 30)),), dash=(4, 3)),
        Line((((50, 5), (55, 5), (55, 10)),), None, fill="#00ffff"),
        Text(10, 30, "<b>&'", 8, bold=True),
        Text(20, 30, "up", 8, turned=True, anchor="start"),
        Text(30, 30, "abc", 8, mono=True, anchor="end"),
    ),
    "as text",
)


def parsed(picture):
    root = ElementTree.fromstring(picture.svg)
    assert root.tag == SVG + "svg" and root.get("role") == "img"
    assert root[0].tag == SVG + "title" and root[1].tag == SVG + "desc"
    assert root.get("aria-labelledby").split() == [root[0].get("id"), root[1].get("id")]
    return root


def texts(picture):
    return [element.text for element in parsed(picture).iter(SVG + "text")]


def test_svg():
    root = parsed(SOME)
    assert root[0].text == SOME.title and root[1].text == SOME.description
    assert Counter(element.tag.removeprefix(SVG) for element in root.iter()) == {
        "svg": 1,
        "title": 1,
        "desc": 1,
        "g": 8,
        "rect": 2,
        "circle": 1,
        "path": 3,
        "text": 3,
    }
    assert texts(SOME) == ["<b>&'", "up", "abc"]
    assert root.get("viewBox") == "0 0 60 40"
    ground = root.find(SVG + "rect")
    assert ground.get("fill") == "#ffffff" and ground.get("width") == "60"
    assert SOME._repr_svg_() == SOME._repr_html_() == SOME.svg and str(SOME) == "as text"
    assert "as text" not in repr(SOME)


def test_escapes():
    odd = "\x00\x1b\ud800 </text><script>alert(1)</script> ]]> \"'&"
    picture = Picture(odd, odd, 10, 10, (Text(5, 5, odd),))
    assert "<script" not in picture.svg + picture.html
    assert texts(picture) == ["\ufffd\ufffd\ufffd </text><script>alert(1)</script> ]]> \"'&"]
    picture.svg.encode("utf-8")
    assert escaped("é ü 数") == "é ü 数"


def test_files(tmp_path):
    for name in ("a.svg", "a.html", "a.htm", "a.txt"):
        SOME.save(tmp_path / name)
    assert (tmp_path / "a.svg").read_text() == SOME.svg
    page = (tmp_path / "a.html").read_text()
    assert page == (tmp_path / "a.htm").read_text() and page.startswith("<!DOCTYPE html>") and SOME.svg in page
    assert "<title>a &quot;title&quot; &lt;&amp;&gt;</title>" in page
    assert (tmp_path / "a.txt").read_text() == "as text\n"
    SOME.save(tmp_path / "picture", "svg")
    assert (tmp_path / "picture").read_text() == SOME.svg
    for name in ("a", "a.eps", "svg"):
        with pytest.raises(ValueError, match="the name of a picture must end with"):
            format_of(name)
    with pytest.raises(ValueError, match="no format 'eps'"):
        SOME.render("eps")


def test_png(tmp_path):
    image_module = pytest.importorskip("PIL.Image")
    SOME.save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (120, 80)
    image = image_module.open(tmp_path / "a.png").convert("RGB")
    assert image.getpixel((44, 14)) == (255, 0, 0) and image.getpixel((81, 30)) == (0, 0, 255)
    assert image.getpixel((110, 70)) == (255, 255, 255)
    assert struct.unpack(">II", SOME.png(scale=0.5)[16:24]) == (30, 20)
    for scale in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="scale"):
            SOME.png(scale)
    with pytest.raises(ValueError, match="too large"):
        SOME.png(1000)


def test_png_is_what_svg_shows():
    """Pixels inside, at the edge of and beyond each shape have the right colors."""
    image_module = pytest.importorskip("PIL.Image")
    shapes = (
        Rect(10, 10, 20, 20, "#ff0000", "#00ff00", 4, 8),
        Circle(60, 20, 10, "#0000ff", "#000000", 4),
        Line.of((10, 60), (40, 60), stroke="#123456", line=6, round=True),
        Line((((60, 50), (80, 50), (80, 70)),), None, fill="#00ffff"),
        Line((((10, 90), (90, 90)),), "#ff00ff", 4, dash=(10, 10)),
    )
    data = Picture("", "", 100, 100, shapes).png(1)
    pixel = image_module.open(BytesIO(data)).convert("RGB").getpixel
    white, black, red, green, blue = (255,) * 3, (0,) * 3, (255, 0, 0), (0, 255, 0), (0, 0, 255)
    assert [pixel(at) for at in ((20, 20), (9, 20), (30, 20), (20, 30), (6, 20))] == [red, green, green, green, white]
    assert pixel((9, 9)) == pixel((30, 30)) == white and pixel((11, 11)) != white  # a corner of radius 10
    assert [pixel(at) for at in ((60, 20), (60, 26), (49, 20), (70, 20), (60, 30))] == [blue, blue, *[black] * 3]
    assert pixel((60, 7)) == pixel((60, 33)) == pixel((69, 11)) == white
    assert pixel((8, 59)) == pixel((41, 60)) == (18, 52, 86) and pixel((6, 57)) == pixel((43, 62)) == white
    assert pixel((75, 55)) == (0, 255, 255) and pixel((65, 65)) == white
    assert [pixel((x, 90)) == white for x in range(15, 95, 10)] == [False, True] * 4


def test_png_has_texts_where_svg_has_them():
    image_module = pytest.importorskip("PIL.Image")

    def box(text):
        image = image_module.open(BytesIO(Picture("", "", 200, 200, (text,)).png(1))).convert("L")
        return image.point(lambda gray: 255 * (gray < 128)).getbbox()

    def near(found, wanted):
        return all(abs(a - b) <= 2 for a, b in zip(found, wanted, strict=True))

    left, top, right, bottom = box(Text(100, 100, "HHH", 30, "#000000"))
    wide = right - left
    assert abs((top + bottom) / 2 - 100) <= 2 and abs((left + right) / 2 - 100) <= 2 and 18 <= bottom - top <= 25
    for anchor, first in (("start", 102), ("end", 98 - wide)):  # a letter has a little room on both sides
        assert near(box(Text(100, 100, "HHH", 30, "#000000", anchor=anchor))[::2], (first, first + wide))
        x0, y0, x1, y1 = box(Text(100, 100, "HHH", 30, "#000000", anchor=anchor, turned=True))
        assert near((x0, x1), (top, bottom)) and near((200 - y1, 200 - y0), (first, first + wide))
    x0, y0, x1, y1 = box(Text(100, 100, "HHH", 30, "#000000", turned=True))
    assert near((x0, y0, x1, y1), (top, left, bottom, right))
    bold = box(Text(100, 100, "HHH", 30, "#000000", bold=True))
    assert near(bold, (left - 1, top - 1, right + 1, bottom + 1)) and bold[2] - bold[0] == wide + 2
    mono = box(Text(100, 100, "HHH", 30, "#000000", mono=True))
    assert 2 * 0.61 * 30 < mono[2] - mono[0] < 3 * 0.61 * 30


def test_dashes_go_around_corners():
    pieces = dashes(((0, 0), (10, 0), (10, 4)), 3, 1)
    assert sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in pieces) == 3 * 3 + 2
    assert pieces[-2:] == [((10, 0), (10, 1)), ((10, 2), (10, 4))]


# --- the matrix


def entries(picture):
    """Return the numbers of dots and of colored entries, each not chosen and chosen."""
    dots = Counter(shape.fill for shape in picture.shapes if isinstance(shape, Circle))
    boxes = [shape for shape in picture.shapes if isinstance(shape, Rect) and shape.radius]
    framed = sum(bool(box.stroke) for box in boxes)
    return dots[DOT_FILL], dots[CHOSEN_DOT_FILL], len(boxes) - framed, framed


@settings(max_examples=60, deadline=None)
@given(problems())
def test_every_entry_once(problem):
    solution = problem.solve()
    chosen = set(solution.options) if solution else set()
    picture = draw_matrix(problem, solution or ())
    parsed(picture)
    colored = [0] * len(problem.indices) if problem.colors is None else problem.colors.tolist()
    own = [k for k in range(problem.n_options) for _ in range(problem.indptr[k], problem.indptr[k + 1])]
    wanted = Counter((bool(color), k in chosen) for color, k in zip(colored, own, strict=True))
    assert entries(picture) == tuple(wanted[key] for key in ((0, 0), (0, 1), (1, 0), (1, 1)))
    names = Counter(texts(picture))
    for item in problem.items:
        assert names[str(item)] >= 1
    assert sum(line.startswith("*") for line in picture.text.splitlines()) == len(chosen)


def test_dots_stand_under_their_items():
    problem = Problem([["a", "b"], ["c", "a"]], secondary=["c"])
    picture = draw_matrix(problem)
    x = {shape.text: shape.x for shape in picture.shapes if isinstance(shape, Text) and shape.turned}
    y = {shape.text: shape.y for shape in picture.shapes if isinstance(shape, Text) and not shape.turned}
    dots = {(shape.x, shape.y) for shape in picture.shapes if isinstance(shape, Circle)}
    first, second = y["0: a b"], y["1: c a"]
    assert dots == {(x["a"], first), (x["b"], first), (x["a"], second), (x["c"], second)}
    assert x["c"] - x["b"] > x["b"] - x["a"]  # a gap sets secondary items apart


def test_names_of_colors():
    problem = Problem([["a", Colored("s", "<red>")], ["b", Colored("s", "blue")]], ["a", "b"], ["s"])
    picture = draw_matrix(problem, [0])
    assert {"<red>", "blue", "0: a s:<red>"} <= set(texts(picture))
    assert picture.description == "2 items and 1 secondary item, 2 options. Chosen: option 0 (a s:<red>)."


def test_large_matrices_are_cut():
    problem = Problem([[f"i{k}" for k in range(SHOWN_ITEMS_ACROSS + 5)]] + [["i0"]] * (SHOWN_OPTIONS + 9))
    picture = draw_matrix(problem, [SHOWN_OPTIONS + 8])
    said = texts(picture)
    assert "and 10 options that are not shown" in said and "and 5 items that are not shown" in said
    assert f"{SHOWN_OPTIONS + 8}: i0" in said  # a chosen option is always shown
    assert "not shown" in picture.description and "not shown" in picture.text


@pytest.mark.parametrize("problem", [Problem([]), Problem([], ["a"]), Problem([["s"]], [], ["s"])])
def test_hardly_a_matrix(problem):
    parsed(draw_matrix(problem))
    parsed(draw_tree(walk(problem)))


def test_wrong_solution():
    with pytest.raises(ValueError, match="solution"):
        draw_matrix(Problem([["a"]]), [1])


# --- the tree


def leaves(node, chosen=()):
    """Yield the solutions below a node, each as the options on its path."""
    own = (*chosen, *(() if node.option is None else [node.option]))
    if node.kind == "solution":
        yield tuple(sorted(own))
    for child in node.children:
        yield from leaves(child, own)


@settings(max_examples=80, deadline=None)
@given(problems().flatmap(lambda problem: questions(problem).map(lambda asked: (problem, *asked))))
def test_tree_is_that_of_algorithm_x(asked):
    problem, chosen, banned = asked
    wanted = list(_reference.solutions(problem, chosen, banned))
    tree = walk(problem, given=chosen, banned=banned, max_nodes=5000)
    assert tree.complete and tree.solutions == len(wanted)
    assert list(leaves(tree.root, tuple(dict.fromkeys(chosen)))) == wanted
    search = problem.search(given=chosen, banned=banned, kernel="links")
    search.count()
    assert tree.nodes <= max(search.stats.nodes, 1)  # a kernel may notice a dead end one node later
    boxes = [shape.text for shape in draw_tree(tree).shapes if isinstance(shape, Text) and shape.mono]
    assert sum(text.startswith("solution ") for text in boxes) == len(wanted)
    parsed(draw_tree(tree))


def test_tree_of_queens():
    tree = walk(queens(6))
    assert (tree.nodes, tree.solutions) == (103, 4)
    picture = draw_tree(tree)
    assert "solution 4" in picture.text and texts(picture)[-1] == f"{tree.nodes} nodes, 4 solutions"
    boxes = [s for s in picture.shapes if isinstance(s, Rect)]
    for a in boxes:  # no box overlaps another
        for b in boxes:
            apart = a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
            assert a is b or apart
    assert all(box.x >= 0 and box.x + box.width <= picture.width for box in boxes)


def test_tree_is_cut():
    tree = walk(queens(6), max_nodes=7)
    assert not tree.complete and tree.nodes == 7
    picture = draw_tree(tree)
    assert "stopped there" in picture.text and "not visited" in picture.text and "stopped there" in picture.description
    late = walk(queens(6), time_limit=0)
    assert late.nodes == 0 and not late.complete and "not visited" in draw_tree(late).text


def test_tree_without():
    toy = Problem.read(TOY)
    tree = walk(toy, given=[0, 2])
    assert tree.root.kind == "dead" and "contradict" in draw_tree(tree).text
    assert walk(toy, given=[0]).solutions == 1 and walk(toy, banned=[0]).solutions == 0
    with pytest.raises(ValueError, match="max_nodes is 0"):
        walk(toy, max_nodes=0)
    deep = Problem([[k] for k in range(3000)])
    assert walk(deep, max_nodes=60).nodes == 60


# --- the command


def test_limits_of_the_command(monkeypatch):
    asked = []

    def searched(*_, **how):
        asked.append((how.get("max_nodes"), how["time_limit"], how.get("limit")))
        raise ValueError("enough")

    monkeypatch.setattr("dlx.drawing.tree.walk", searched)
    monkeypatch.setattr("dlx.problem.Problem.search", searched)
    for more in (["--tree"], ["--tree", "--max-nodes", 7, "--time-limit", 3], [], ["--time-limit", 0]):
        with pytest.raises(ValueError, match="enough"):
            run(TOY, *more)
    assert asked == [(200, 10, None), (7, 3, None), (None, 10, 1), (None, 0, 1)]


def run(*arguments):
    parser = argparse.ArgumentParser()
    parser.set_defaults(command="draw")
    parser.add_argument("file")
    for name in ("given", "banned"):
        parser.add_argument(f"--{name}", action="append", default=[])
    parser.add_argument("-q", "--quiet", action="store_true")
    parser.add_argument("--time-limit", type=float)
    parser.add_argument("-o", "--output")
    parser.add_argument("--tree", action="store_true")
    parser.add_argument("--max-nodes", type=int)
    return command(parser.parse_args(list(map(str, arguments))))


def test_command(tmp_path, capsys):
    out = tmp_path / "toy.svg"
    assert run(TOY, "-o", out) == 0
    assert ElementTree.parse(out).getroot()[0].text == "matrix of toy.dlx"
    assert "a solution is marked" in capsys.readouterr().err
    assert run(TOY, "--tree") == 0
    assert "└─ 3: a d f ─ b (1)" in capsys.readouterr().out
    assert run(TOY, "--banned", "0", "-q") == 0
    assert capsys.readouterr().err == ""
    assert run(TOY, "--banned", "0") == 0
    assert "there is no solution" in capsys.readouterr().err
    assert run(TOY, "--tree", "--max-nodes", "2") == 3
    assert "stopped there" in capsys.readouterr().err
    assert run(TOY, "--time-limit", "0") == 3
    assert "time ran out" in capsys.readouterr().err
    with pytest.raises(ValueError, match=r"toy\.eps"):  # raised before anything is read
        run(tmp_path / "none.dlx", "-o", "toy.eps")
    with pytest.raises(FileNotFoundError):
        run(tmp_path / "none.dlx")
