# SPDX-License-Identifier: MIT
"""Pictures of puzzles: each digit once and in its place, borders where regions meet, on boards of every kind."""

import argparse
import unicodedata
from collections import Counter
from itertools import combinations, product
from math import dist
from xml.etree import ElementTree

import pytest

from dlx import Circle, Line, Rect, Text
from dlx.drawing.letters import text_width
from sudoku import Board, solve
from sudoku.board import variants
from sudoku.board.digits import DIGITS
from sudoku.diagnosis.doctor import diagnose
from sudoku.drawing.drawing import ADDED, PLACED, REMOVED, SHADES, draw
from sudoku.drawing.highlight import Highlight, as_highlight
from sudoku.drawing.pens import has_marks_between, has_sums
from sudoku.drawing.plan import PicturePlan, borders, join_edges, possible
from sudoku.drawing.text import CROSSINGS
from sudoku.terminal.commands import draw as command

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SVG = "{http://www.w3.org/2000/svg}"
PLAIN = [Board(*box) for box in ((2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5), (1, 5), (1, 1))]


def sample(board):
    """Return a puzzle with every third cell of a grid, and the grid."""
    grid = solve("." * board.cells, board=board)
    return "".join(value if (k * 7) % 3 == 0 else "." for k, value in enumerate(grid)), grid


def digits_at(picture, plan):
    """Return, by cell, the large digits drawn there: (digit, bold)."""
    found = {}
    for shape in picture.shapes:
        if isinstance(shape, Text) and shape.size > plan.size / 2:
            cell = next(c for c in range(plan.board.cells) if plan.middle(c) == (shape.x, shape.y))
            assert cell not in found
            found[cell] = shape.text, shape.bold
    return found


def candidates_at(picture, plan):
    """Return the candidates drawn, each in its own place."""
    marks = {plan.mark(k): k for k in range(plan.board.cells * plan.board.side)}
    found = Counter()
    for shape in picture.shapes:
        if isinstance(shape, Text) and shape.size < plan.size / 2 and (shape.x, shape.y) in marks:
            candidate = marks[shape.x, shape.y]
            assert shape.text == DIGITS[candidate % plan.board.side]
            found[candidate] += 1
    return found


@pytest.mark.parametrize("board", PLAIN, ids=str)
def test_every_digit_once(board):
    puzzle, grid = sample(board)
    picture = draw(puzzle, grid, board)
    assert digits_at(picture, PicturePlan(board)) == {k: (d, puzzle[k] == d) for k, d in enumerate(grid)}
    root = ElementTree.fromstring(picture.svg)
    assert Counter(element.text for element in root.iter(SVG + "text")) == Counter(grid)
    fills = {group.get("fill") for group in root.iter(SVG + "g") if group[0].tag == SVG + "text"}
    assert fills <= {ADDED, "#111827"}
    for shape in picture.shapes:  # nothing lies outside
        if isinstance(shape, Text):
            assert 0 < shape.x < picture.width and 0 < shape.y < picture.height


@pytest.mark.parametrize("board", PLAIN, ids=str)
def test_every_candidate_once(board):
    puzzle, _ = sample(board)
    picture = draw(puzzle, board=board, candidates="auto")
    plan = PicturePlan(board, True)
    wanted = {c * board.side + d - 1 for c, digits in enumerate(possible(board, board.parse(puzzle))) for d in digits}
    assert candidates_at(picture, plan) == Counter(wanted)
    assert set(digits_at(picture, plan)) == {cell for cell, value in enumerate(puzzle) if value != "."}
    points = sorted(plan.mark(k) for k in range(board.side))
    for (x0, y0), (x1, y1) in product(points, points):  # the marks are apart from each other and inside their cell
        assert (x0, y0) == (x1, y1) or max(abs(x0 - x1), abs(y0 - y1)) >= plan.mark_size - 1e-9
    (left, top), size = plan.corner(0), plan.size
    assert all(left < x < left + size and top < y < top + size for x, y in points)


def test_possible_digits_by_plain_rules():
    board = Board(2, 3)
    puzzle, grid = sample(board)
    values = board.parse(puzzle)
    for cell, digits in enumerate(possible(board, values)):
        seen = {values[c] for house in board.houses if cell in house for c in house}
        assert digits == ([] if values[cell] else [d for d in range(1, 7) if d not in seen])
        assert values[cell] or board.parse(grid)[cell] in digits


@pytest.mark.parametrize(("board", "thick"), [(Board(), 72), (Board(2, 2), 24), (Board(2, 3), 42), (Board(1, 5), 20)])
def test_borders(board, thick):
    side = board.side
    assert sum(1 for _ in borders(board, True)) == thick
    assert sum(1 for _ in borders(board, False)) == 2 * side * (side + 1) - thick
    assert not set(borders(board, True)) & set(borders(board, False))
    edges = [edge for regions in (True, False) for edge in borders(board, regions)]
    pieces = join_edges(edges)
    length = sum(abs(r1 - r0) + abs(c1 - c0) for (r0, c0), (r1, c1) in pieces)
    assert length == len(edges) and len(pieces) == 2 * (side + 1)


@pytest.mark.parametrize("board", PLAIN, ids=str)
def test_text_is_read_back(board):
    puzzle, grid = sample(board)
    for text in (draw(puzzle, board=board).text, draw(puzzle, grid, board).text):
        assert board.parse(text) == board.parse(puzzle if text == draw(puzzle, board=board).text else grid)


def test_text_with_candidates():
    lines = draw(HARD, candidates="auto").text.splitlines()
    assert len(lines) == 9 * 4 + 1 and len({len(line) for line in lines}) == 1
    assert lines[2].startswith("┃   8   │ 4   6 │ 4 5 6 ┃")
    assert lines[12] == "┣━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━┫"


def test_crossings_by_their_names():
    """Each character has the arms in its Unicode name."""
    arms = {"UP": [0], "RIGHT": [1], "DOWN": [2], "LEFT": [3], "VERTICAL": [0, 2], "HORIZONTAL": [1, 3]}
    assert len(set(CROSSINGS)) == 81 and CROSSINGS[0] == " "
    for weights, character in zip(product(range(3), repeat=4), CROSSINGS, strict=True):
        words = unicodedata.name(character).replace("BOX DRAWINGS ", "").split()
        told, kind, waiting = [0] * 4, 0, []
        before = words[0] in ("LIGHT", "HEAVY")
        for word in words:
            if word in ("LIGHT", "HEAVY"):
                kind = 1 + (word == "HEAVY")
                for arm in waiting:
                    told[arm] = kind
                waiting = []
            elif word in arms and before:
                for arm in arms[word]:
                    told[arm] = kind
            else:
                waiting += arms.get(word, [])
        assert tuple(told) == weights or character == " "


def test_labels_and_words():
    picture = draw(HARD, labels=True, title="<mine> & yours")
    texts = [shape.text for shape in picture.shapes if isinstance(shape, Text) and shape.size == 11]
    assert texts == [*"123456789"] * 2
    root = ElementTree.fromstring(picture.svg)
    assert root[0].text == "<mine> & yours"
    assert root[1].text.startswith("9x9 board, 21 clues. Row 1: 8 empty empty")
    assert "Row 9: empty 9" in root[1].text
    assert "60 digits of a solution" in draw(HARD, solve(HARD)).description
    assert "<mine>" not in picture.html and "&lt;mine&gt;" in picture.html
    assert draw("1...............").description.startswith("4x4 board, 1 clue.")


def test_forms_of_puzzles():
    board, line = Board(), HARD
    values = [int(value) if value != "." else 0 for value in line]
    rows = [values[k : k + 9] for k in range(0, 81, 9)]
    svg = draw(line).svg
    assert draw(values).svg == draw(rows).svg == draw(board.grid(bytes(values))).svg == svg
    partly = solve(HARD)[:40] + "." * 41
    assert len(digits_at(draw(HARD, partly), PicturePlan(board))) == 40 + sum(value != "." for value in HARD[40:])


def test_highlights():
    shown = Highlight(
        cells={0: "note", 10: "spare", 20: "wrong"},
        houses=(4,),
        pattern=((18, 19), (300,)),
        placed=(37,),
        removed=(39,),
        links=((18, 300),),
    )
    picture, plan = draw(HARD, candidates="auto", highlight=shown), PicturePlan(Board(), True)
    shaded = {(s.x, s.y): s.fill for s in picture.shapes if isinstance(s, Rect)}
    assert len(shaded) == 12
    assert [shaded[plan.corner(cell)] for cell in (0, 10, 20)] == list(SHADES.values())
    circles = Counter((s.x, s.y) for s in picture.shapes if isinstance(s, Circle))
    assert circles == Counter(map(plan.mark, (18, 19, 300, 37)))
    colors = {(s.x, s.y): s.fill for s in picture.shapes if isinstance(s, Text)}
    assert colors[plan.mark(37)] == PLACED and colors[plan.mark(39)] == REMOVED
    assert sum(isinstance(s, Line) and s.stroke == REMOVED for s in picture.shapes) == 1
    assert sum(isinstance(s, Line) and s.round for s in picture.shapes) == 1
    alone = draw(HARD, highlight=shown)  # a highlight alone shows no other candidates
    assert set(candidates_at(alone, plan)) <= shown.candidates() and candidates_at(alone, plan)


class Step:
    """A step as a proof describes it; candidates are bits."""

    words = "r1c2 is 1 & that's <it>"
    cells, houses = (1, 2), (0,)
    pattern = (1 << 9 | 1 << 10,)
    placed, removed = 1 << 9, 1 << 40


def test_highlights_of_other_things():
    shown = as_highlight(Board(), Step())
    assert shown.cells == {1: "note", 2: "note"} and shown.placed == (9,) and shown.removed == (40,)
    assert shown.pattern == ((9, 10),) and shown.houses == (0,)
    picture = draw(HARD, highlight=Step())
    assert ElementTree.fromstring(picture.svg)[1].text.endswith("r1c2 is 1 & that's <it>.")
    assert as_highlight(Board(), {3: "wrong"}).cells == {3: "wrong"} and as_highlight(Board(), None) == Highlight()
    wrong = diagnose("11.. .... .... ....")
    assert as_highlight(Board(2, 2), wrong).cells == {0: "wrong", 1: "wrong"}
    several = diagnose("12..3.....4.....")
    assert as_highlight(Board(2, 2), several).placed == (60,)
    spare = diagnose("1234 3412 2143 4321")
    assert set(as_highlight(Board(2, 2), spare).cells.values()) == {"spare"}
    for bad, message in (
        ([81], "81 is not a cell"),
        ({0: "nice"}, "'nice' is not one of"),
        (Highlight(houses=(27,)), "no house 27"),
        (Highlight(placed=(729,)), "candidate 729"),
    ):
        with pytest.raises(ValueError, match=message):
            draw(HARD, highlight=bad)
    for bad in (7, "r1c1"):
        with pytest.raises(TypeError, match="highlight is of type"):
            draw(HARD, highlight=bad)


class Chain(Step):
    """A step whose pattern is a path of nodes, alternately false and true."""

    pattern = (1 << 18, 1 << 20, 1 << 29, 1 << 300)
    length = 3


def test_chains():
    shown = as_highlight(Board(), Chain())
    assert shown.links == ((18, 20), (29, 300)) and shown.weak == ((20, 29),)
    assert shown.pattern == ((18, 29), (20, 300))
    picture = draw(HARD, candidates=(1 << 18) + (1 << 29), highlight=Chain())
    lines = [shape for shape in picture.shapes if isinstance(shape, Line) and shape.round]
    assert [shape.dash is None for shape in lines] == [True, True, False]


def test_true_candidates():
    puzzle = "12..3.....4....."
    found = diagnose(puzzle)
    picture = draw(puzzle, candidates=found.candidates)
    assert set(candidates_at(picture, PicturePlan(Board(2, 2), True))) == {
        cell * 4 + digit - 1 for cell, digits in enumerate(found.candidates) for digit in digits if puzzle[cell] == "."
    }


def test_what_is_refused():
    for kwargs, message in (
        ({"solution": "9" + solve(HARD)[1:]}, "has 9 in r1c1, where the clue is 8"),
        ({"solution": "123"}, "3 cells"),
        ({"candidates": "all"}, "give 'auto'"),
        ({"candidates": [[1]]}, "candidates of 1 cells"),
        ({"candidates": [[10]] * 81}, "candidate 10 of r1c1"),
    ):
        with pytest.raises(ValueError, match=message):
            draw(HARD, **kwargs)
    with pytest.raises(ValueError, match="cells"):
        draw("12")


def test_png_has_the_digits():
    image_module = pytest.importorskip("PIL.Image")
    from io import BytesIO

    puzzle = "12..3.....4....1"
    image = image_module.open(BytesIO(draw(puzzle).png())).convert("L")
    plan = PicturePlan(Board(2, 2))
    for cell, value in enumerate(puzzle):
        x, y = (round(2 * part) for part in plan.corner(cell))
        inside = image.crop((x + 10, y + 10, x + 86, y + 86))
        darkest, _ = inside.getextrema()
        assert (darkest < 60) == (value != ".")


# --- boards beyond the plain ones


def test_jigsaw_and_samurai():
    board = Board(regions="1112 3122 3342 3444")
    text = draw("1..............2", board=board).text
    assert text.splitlines()[4] == "┠───╄━━━╋━━━╅───┨"
    boards = [board, Board.samurai(2, 2), Board.samurai()]
    for board in boards:
        thick = set(borders(board, True))
        at = {place: cell for cell, place in enumerate(board.places)}
        for row, column in product(range(board.height + 1), range(board.width + 1)):
            above, below = at.get((row - 1, column)), at.get((row, column))
            boxes = {None if cell is None else board.box_of(cell) for cell in (above, below)}
            assert (((row, column), (row, column + 1)) in thick) == (len(boxes) == 2)
        grid = "".join(solve("." * board.cells, board=board))
        assert digits_at(draw("." * board.cells, grid, board), PicturePlan(board)) == {
            cell: (value, False) for cell, value in enumerate(grid)
        }


def test_variants():
    cages = [(15, "r1c1 r1c2 r2c1"), (45, "r1c4 r1c5 r1c6 r2c4 r2c6 r3c4 r3c5 r3c6 r2c7"), (None, "r9c8 r9c9")]
    several = [
        variants.Diagonals(),
        variants.Windoku(),
        variants.Killer(cages),
        variants.Thermometers(["r5c8 r6c8 r6c9"]),
        variants.Kropki(white=["r1c8 r1c9"], black=["r4c1 r5c1"]),
        variants.Even("r5c5"),
        variants.Odd("r5c4 r5c3"),
    ]
    board = Board(variants=several)
    picture = draw("." * 81, board=board)
    ElementTree.fromstring(picture.svg)
    plan = PicturePlan(board)
    words = "windows (gray); even cells (squares); odd cells (disks)"
    assert {shape.text for shape in picture.shapes if isinstance(shape, Text)} == {"15", "45", words}
    dashed = [shape for shape in picture.shapes if isinstance(shape, Line) and shape.dash]
    assert len(dashed) == 3
    for shape in dashed:  # each corner of an outline ends one line across and one down
        ends = Counter((round(x, 3), round(y, 3)) for part in shape.parts for x, y in part)
        assert set(ends.values()) == {2}
    circles = Counter(shape.fill for shape in picture.shapes if isinstance(shape, Circle))
    assert circles["#ffffff"] == 1 and circles["#111827"] == 1 and len(circles) == 4
    assert sum(isinstance(s, Line) and s.line == 3 for s in picture.shapes) == 2
    assert sum(isinstance(s, Rect) and s.width == plan.size for s in picture.shapes) == 36
    assert "killer cages" in picture.title and "killer cages" in picture.description
    marked = PicturePlan(board, True, caged=True, spaced=True)
    assert set(candidates_at(draw("." * 81, board=board, candidates="auto"), marked))


def test_the_sums_of_overlapping_cages_stand_in_different_cells():
    board = Board(variants=[variants.Killer([(15, "r1c1 r1c2 r2c1"), (10, "r1c1 r2c2"), (10, "r1c1 r2c2")])])
    sums = [shape for shape in draw("." * 81, board=board).shapes if isinstance(shape, Text)]
    assert [shape.text for shape in sums] == ["15", "10", "10"]
    assert len({(shape.x, shape.y) for shape in sums[:2]}) == 2


def test_a_sum_covers_the_line_of_its_cage():
    """A white patch of the same size lies behind each sum."""
    board = Board(variants=[variants.Killer([(9, "r1c1"), (15, "r2c1 r2c2 r2c3"), (17, "r5c1 r6c1")])])
    shapes = draw("." * 81, board=board).shapes
    patches = [shape for shape in shapes if isinstance(shape, Rect) and shape.fill == "#ffffff"]
    for total in ("9", "15", "17"):
        text = next(shape for shape in shapes if isinstance(shape, Text) and shape.text == total)
        (patch,) = (p for p in patches if 0 < text.x - p.x < 3 and abs(p.y + p.height / 2 - text.y) < 1)
        assert 0.6 * len(total) <= patch.width / text.size <= 0.8 * len(total)
        assert patch.height >= text.size


def test_own_variant_draws_itself():

    class Star:
        def add(self, rules, board):
            pass

        def draw(self, plan):
            yield Circle(*plan.middle(0), 5, fill="#abcdef")

    picture = draw("." * 16, board=Board(2, 2, variants=[Star()]))
    assert Circle(30, 30, 5, fill="#abcdef") in picture.shapes


# --- the command


def run(*arguments):
    parser = argparse.ArgumentParser()
    command.add(parser)
    return command.run(parser.parse_args(list(map(str, arguments))))


def test_command(tmp_path, capsys):
    out = tmp_path / "puzzle.svg"
    assert run(HARD, "-o", out) == 0
    assert out.read_text() == draw(HARD).svg
    assert run(HARD, "-o", out, "--solution", "--candidates", "--labels") == 0
    assert out.read_text() == draw(HARD, solve(HARD), candidates="auto", labels=True).svg
    assert run("12..3.....4....1", "--solution", "--box", "2x2") == 0
    assert Board(2, 2).parse(capsys.readouterr().out) == Board(2, 2).parse(solve("12..3.....4....1"))
    assert run("11..3.....4....1", "-o", out, "--diagnose", "--solution") == 1
    assert "row 1 has digit 1 twice" in capsys.readouterr().err and "#fecaca" in out.read_text()
    assert run("12..3.....4....1", "--diagnose") == 0
    file = tmp_path / "two.txt"
    file.write_text(f"{HARD}\n{HARD}\n")
    with pytest.raises(ValueError, match="several puzzles; a picture shows one"):
        run(file)
    file.write_text("12x\n")
    with pytest.raises(ValueError, match=r"two\.txt:1"):
        run(file)
    with pytest.raises(ValueError, match="must end with"):
        run(HARD, "-o", "puzzle.eps")


@pytest.mark.parametrize("caged", [False, True])
@pytest.mark.parametrize("board", PLAIN, ids=str)
def test_candidates_do_not_overlap(board, caged):
    plan = PicturePlan(board, True, caged=caged)
    places = [plan.mark(digit) for digit in range(board.side)]
    apart = [max(abs(x - u), abs(y - v)) for (x, y), (u, v) in combinations(places, 2)]
    assert all(distance >= plan.mark_size - 1e-9 for distance in apart)


# --- marks, cages and clues outside keep apart


def box_of(text):
    """Return the left, upper, right and lower edge of a text."""
    width = text_width(text)
    left = text.x if text.anchor == "start" else text.x - width / 2
    return left, text.y - text.size * 0.36, left + width, text.y + text.size * 0.36


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


MARKS = [
    variants.XV([("X", "r1c1 r1c2"), ("V", "r1c3 r2c3"), (7, "r3c4 r4c4")]),
    variants.Quadruples([("1234", "r1c4 r1c5 r2c4 r2c5")]),
    variants.Kropki(white=["r5c1 r5c2"], black=["r6c1 r7c1"]),
    variants.Differences([(3, "r8c1 r8c2")]),
    variants.Ratios([(3, "r9c1 r9c2")]),
    variants.Minima("r5c5"),
    variants.Maxima("r8c8"),
]


@pytest.mark.parametrize(
    "several", [*([one] for one in MARKS), [*MARKS, variants.Killer([(15, "r1c1 r1c2")])]], ids=str
)
def test_marks_cover_no_candidate(several):
    board = Board(variants=several)
    shapes = draw("." * 81, board=board, candidates=[range(1, 10)] * 81).shapes
    plan = PicturePlan(board, True, 6, has_sums(board), has_marks_between(board))
    places = {plan.mark(k) for k in range(729)}
    marks = [shape for shape in shapes if isinstance(shape, Text) and (shape.x, shape.y) in places]
    assert len(marks) == 729
    others = [box_of(s) for s in shapes if isinstance(s, Text) and (s.x, s.y) not in places and s.y < plan.height]
    others += [(s.x - s.r, s.y - s.r, s.x + s.r, s.y + s.r) for s in shapes if isinstance(s, Circle)]
    for shape in shapes:
        if isinstance(shape, Line) and shape.line == 1.5:  # wedges
            x, y = zip(*shape.parts[0], strict=True)
            others.append((min(x), min(y), max(x), max(y)))
    assert others
    corners = [box for box in others if box[2] - box[0] > 20]  # a circle leaves room at its corners
    for mark in marks:
        box = box_of(mark)
        assert not any(overlap(box, other) for other in others if other not in corners), mark
        for left, top, right, bottom in corners:
            x, y = (left + right) / 2, (top + bottom) / 2
            near = min(max(x, box[0]), box[2]) - x, min(max(y, box[1]), box[3]) - y
            assert near[0] ** 2 + near[1] ** 2 > ((right - left) / 2) ** 2


@pytest.mark.parametrize(
    ("variant", "values"),
    [
        (variants.LookAndSay([("1315", "r1c1 r1c2 r2c1 r2c2"), ("131517", "r5c5 r5c6 r5c7")]), ["1315", "131517"]),
        (variants.Lunchboxes([(8, "r1c1 r1c2 r2c1 r2c2")]), ["8"]),
        (variants.Relliks([(10, "r1c1 r1c2 r2c1")]), ["10"]),
        (variants.EqualityCages(["r1c1 r1c2 r2c1 r2c2"]), []),
    ],
    ids=str,
)
def test_cages_of_all_kinds_are_outlines(variant, values):
    board = Board(variants=[variant])
    shapes = draw("." * 81, board=board).shapes
    texts = [shape for shape in shapes if isinstance(shape, Text) and shape.y < PicturePlan(board).height]
    assert [text.text for text in texts] == values
    assert all(box_of(text)[2] < PicturePlan(board).corner(board.cell("r5c6"))[0] for text in texts)
    lines = [shape for shape in shapes if isinstance(shape, Line) and shape.stroke == variant.pen.color]
    assert lines and all(shape.dash and shape.line < 2 for shape in lines)
    killer = Board(variants=[variants.Killer([(None, "r1c1 r1c2 r2c1" + " r2c2" * (variant.noun != "rellik cage"))])])
    (outline,) = (shape for shape in draw("." * 81, board=killer).shapes if isinstance(shape, Line) and shape.dash)
    assert lines[0].parts == outline.parts


@pytest.mark.parametrize(("cells", "lines"), [("r1c1 r1c2", 4), ("r1c1 r2c2", 9), ("r1c1 r1c3 r9c9 r9c8", 14)])
def test_parts_of_a_cage_are_joined(cells, lines):

    def on(point, line):
        a, b = line
        return dist(a, point) + dist(point, b) < dist(a, b) + 0.01

    board = Board(variants=[variants.Killer([(15, cells)])])
    (cage,) = (shape for shape in draw("." * 81, board=board).shapes if isinstance(shape, Line) and shape.dash)
    assert len(cage.parts) == lines
    near = [{k} for k in range(lines)]  # lines that touch each other, also in the middle of one
    for (i, one), (k, other) in combinations(enumerate(cage.parts), 2):
        if any(on(point, line) for line, points in ((one, other), (other, one)) for point in points):
            together = near[i] | near[k]
            for number in together:
                near[number] = together
    assert len(near[0]) == lines


def test_clues_outside_do_not_run_together():
    killers = [(12, "r0c7 r1c6"), (13, "r0c6 r1c7"), (25, "r0c6 r1c5"), (11, "r0c7 r1c8"), (10, "r0c3 r1c2")]
    killers += [(22, "r0c3 r1c4"), (37, "r0c2 r1c3"), (13, "r4c0 r3c1"), (17, "r5c0 r6c1"), (21, "r5c0 r4c1")]
    sandwiches = [(30, "r0c3"), (21, "r0c2"), (8, "r0c4")]
    board = Board(variants=[variants.LittleKiller(killers), variants.Sandwich(sandwiches)])
    shapes = draw("." * 81, board=board).shapes
    boxes = [box_of(shape) for shape in shapes if isinstance(shape, Text)][:-1]  # without the line below
    assert len(boxes) == 13
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))


def test_clues_of_two_rules_in_one_place_are_side_by_side():
    sandwich, sums = variants.Sandwich([(10, "r0c1"), (12, "r9c10")]), variants.XSums([(30, "r0c1"), (20, "r9c10")])
    board = Board(variants=[sandwich, sums])
    texts = [shape for shape in draw("." * 81, board=board).shapes if isinstance(shape, Text)][:4]
    at = {text.text: (text.x, text.y) for text in texts}
    assert at["30"][0] - at["10"][0] == at["20"][1] - at["12"][1] == 24
    assert at["30"][1] == at["10"][1] and at["20"][0] == at["12"][0]
    assert not any(overlap(a, b) for a, b in combinations(map(box_of, texts), 2))
