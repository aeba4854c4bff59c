# SPDX-License-Identifier: MIT
"""Pictures of small problems, exactly as in tests/data/pictures.txt: every place, length, color and word.

After an intended change, look at the pictures; `python -m tests.dlx.drawing.test_exact_pictures` rewrites the file.
"""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from dlx import Circle, Colored, Line, Picture, Problem, Rect, Text, draw_matrix, draw_tree, models, walk
from tests import ROOT

FILE = ROOT / "tests" / "data" / "pictures.txt"
RULE = "=== "

TOY = Problem([list(option) for option in ("ce", "adg", "bcf", "adf", "bg", "deg")], list("abcdefg"))
PAINTED = [["a", Colored("s", "red")], ["b", Colored("s", "a-long-name")], ["a", "b", "t"], ["b", "t"]]
GRAPH = [("top", "a"), ("a", "b"), ("b", "c"), ("c", "d"), ("d", "top"), ("top", "b"), ("alone",)]
TRIPS = [{"cost": "3", "legs": "a,b"}, {"cost": "2", "legs": "c"}, {"cost": "1", "legs": "a c"}]
LESSONS = [("Latin", ["Ann", "7a"], 2), ("Art", ["Bob", "7a"]), ("Choir", [])]


def shapes() -> Picture:
    """Draw all kinds of shapes, with and without their default attributes."""
    all_kinds = (
        Rect(1, 2, 3, 4),
        Rect(1, 2, 3, 4, "#ff0000", "#00ff00", 2.5, 3),
        Rect(1, 2, 3, 4, stroke="#00ff00"),
        Circle(5, 6, 7),
        Circle(5, 6, 7, "#0000ff", "#000000", 2),
        Circle(5, 6, 7, stroke="#000000"),
        Line((((0, 1), (2, 3)), ((4, 5), (6, 7)))),
        Line((((0, 0), (1, 0), (0, 1)),), None, fill="#00ffff"),
        Line((((0, 0), (9, 9)),), dash=(4, 3)),
        Line.of((0, 0), (1.005, 1 / 3)),
        Line.of((0, 0), (1, 1), stroke="#123456", line=2, round=True),
        Text(1, 2, "plain"),
        Text(1, 2, "all", 10, "#123456", bold=True, anchor="end", turned=True, mono=True),
    )
    return Picture("all kinds", "of shapes", 20.5, 10, all_kinds, "in characters")


def cut() -> Picture:
    """Draw an excerpt of a matrix, with a name that is too long."""
    names = ["a" * 30, "b" * 31, "c", "d"]
    with patch.multiple("dlx.drawing.matrix", SHOWN_OPTIONS=2, SHOWN_ITEMS_ACROSS=2):
        return draw_matrix(Problem([names, *([name] for name in names)]), [3])


def first(problem: models.Instance) -> Picture:
    """Draw the solution that is first in sorted order; it does not depend on the search."""
    return problem.draw(min(solution.options for solution in problem.solutions()))


PICTURES: dict[str, Callable[[], Picture]] = {
    "shapes": shapes,
    "matrix": lambda: draw_matrix(TOY, [0, 3, 4], title="toy"),
    "matrix with colors": lambda: draw_matrix(Problem(PAINTED, ["a", "b"], ["s", "t"]), [0, 3]),
    "matrix cut": cut,
    "tree": lambda: draw_tree(walk(TOY)),
    "tree cut": lambda: draw_tree(walk(TOY, max_nodes=2), title="two nodes"),
    "bin packing": lambda: models.bin_packing([4, 8, 1, 4, 2, 1], 10).draw([0, 4]),
    "block designs": lambda: first(models.block_designs(4, 3, multiplicity=2)),
    "burrtools": lambda: first(models.burrtools(ROOT / "examples" / "soma.xmpuzzle")),
    "calendar": lambda: first(models.calendar("d", board="a b\nc d\n", pieces="AA\nA.")),
    "calendar, empty": lambda: models.calendar("d", board="a b\nc d\n", pieces="AA\nA.").draw(),
    "coloring": lambda: first(models.coloring(GRAPH, 3)),
    "coloring, empty": lambda: models.coloring(GRAPH, 3).draw(),
    "costas": lambda: first(models.costas(4)),
    "crossword": lambda: first(models.crossword("...\n.#.\n...", ["ape", "ash", "eve", "hoe"])),
    "langford": lambda: first(models.langford(3)),
    "langford, hooked": lambda: models.langford(2, hooked=True).draw(),
    "latin squares": lambda: first(models.latin_squares(3, given="1../.../...")),
    "macmahon": lambda: models.macmahon(2, 3, colors=2, border=False).draw([0, 30]),
    "orthogonal mates": lambda: first(models.orthogonal_mates(3)),
    "perfect matchings": lambda: first(models.perfect_matchings(8)),
    "polycubes": lambda: first(models.polycubes("2x2x2", pieces="AA\nA.\n\nA.\n..\n", any_number=True)),
    "polyhexes": lambda: first(models.polyhexes("2x3", pieces="A A\n\nB B\n B", any_number=True)),
    "polyiamonds": lambda: first(models.polyiamonds("2x4", pieces="diamonds", any_number=True)),
    "polyominoes, optional": lambda: models.polyominoes("###\n#+#", pieces="AA", copies=(0, 3)).draw([0, 1]),
    "polyominoes": lambda: first(models.polyominoes("##.\n###\n.##", pieces="AA\n.A\n\nBB\nBB")),
    "queens": lambda: first(models.queens(4)),
    "roster": lambda: first(models.roster(["Ann", "Bob"], ["Mon", "Tue"], {"early": 1, "late": (0, 1)}, work=(1, 2))),
    "schoolgirls": lambda: first(models.schoolgirls(4, size=2)),
    "sheet": lambda: models.queens(4).sheet(sorted(s.options for s in models.queens(4).solutions())),
    "skolem": lambda: first(models.skolem(3, hooked=True)),
    "squared": lambda: models.squared(17, 18, [17] + [1] * 17).draw([0, 19]),
    "steiner triples": lambda: first(models.steiner_triples(7, reduced=True)),
    "timetable": lambda: first(models.timetable(LESSONS, ["Mon1", "Mon2", "Tue1"])),
    "transversals": lambda: first(models.transversals(3)),
    "set partitioning": lambda: first(models.set_partitioning(TRIPS, items="legs")),
    "word square": lambda: first(models.word_square(2, ["at", "to"])),
    "word rectangle": lambda: first(models.word_rectangle(1, 3, ["ape", "a", "p", "e"])),
}


def kept() -> dict[str, str]:
    parts = FILE.read_text(encoding="utf-8").split(f"\n{RULE}")
    return dict(part.removeprefix(RULE).split("\n", 1) for part in parts)


def content(picture: Picture) -> str:
    return picture.svg + picture.text + "\n"


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name):
    assert content(PICTURES[name]()).splitlines() == kept()[name].splitlines()


def test_every_model_has_one():
    drawn = {name.partition(",")[0].replace(" ", "_") for name in PICTURES}
    others = {"partridge", "crossword_grid", "placements"}  # drawn as `squared`; no models
    assert drawn >= {name for name in models.__all__ if name[0].islower()} - others


if __name__ == "__main__":
    FILE.write_text("\n".join(f"{RULE}{name}\n{content(make())}" for name, make in PICTURES.items()), encoding="utf-8")
