"""Sheets of puzzles, pages with a picture of each step, and PDF."""

import pytest

import sudoku
from dlx import Circle, Document, Line, Picture, Rect, Text
from dlx.drawing.letters import text_width
from dlx.drawing.pages import PAPERS, PIXELS_PER_MM, document_format
from sudoku.terminal.cli import main
from sudoku.variants import Killer
from tests.pdf import parsed, texts

SMALL = "12.. 3... ..4. ...1"


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("Sunday, 3 May", ["Sunday, 3 May"]),
        ("Forty-two puzzles for a long journey by train through the mountains, and for the way back", 2),
        ("many words " * 60, 2),
        ("W" * 300, 1),
    ],
)
def test_a_long_title_is_wrapped_then_cut(title, lines):
    page = sudoku.sheets([SMALL], title=title, solutions="none").pages[0]
    found = [shape for shape in page.shapes if isinstance(shape, Text) and shape.bold and shape.anchor == "start"]
    assert [shape.text for shape in found] == lines or len(found) == lines
    assert all(text_width(shape) <= page.width - 2 * shape.x for shape in found)
    assert all(shape.size >= 16 for shape in found)
    shown = " ".join(shape.text for shape in found)
    assert shown == title or (shown.endswith("...") and title.startswith(shown[:-3]))


def test_a_sheet_says_which_digits_are_unusual():
    narrow, zero = sudoku.Board(2, 2, size=(3, 4)), sudoku.Board(2, 2, first_digit=0)
    puzzles = [("1" + "." * 11, narrow), ("1" + "." * 15, zero), "1" + "." * 15]
    pages = sudoku.sheets(puzzles, per_page=4).pages
    assert captions(pages[0]) == ["1   digits 1-4", "2   digits 0-3", "3"]
    assert captions(pages[1]) == ["1", "2", "3"]


@pytest.mark.parametrize("title", [5, None])
def test_a_title_is_a_text(title):
    with pytest.raises(TypeError, match=r"^title is .*; give a text$"):
        sudoku.sheets([SMALL], title=title)


def test_titles_and_rules_without_marks_are_in_the_picture():
    board = sudoku.Board(2, 2, variants=["x", "anti-knight", "non-consecutive"])
    plain, titled = sudoku.draw(SMALL, board=board), sudoku.draw(SMALL, board=board, title="Mine")
    assert [shape.text for shape in plain.shapes if isinstance(shape, Text)][-2:] == ["anti-knight;", "non-consecutive"]
    assert "Mine" in [shape.text for shape in titled.shapes if isinstance(shape, Text)]
    assert titled.height > plain.height > sudoku.draw(SMALL).height
    for shape in titled.shapes:
        if isinstance(shape, Text):
            assert 0 < shape.x < titled.width and 0 < shape.y < titled.height


def captions(page):
    return [shape.text for shape in page.shapes if isinstance(shape, Text) and shape.size == 14]


def boards_of(page):
    """Return the left edge and the width of each board on a page, from its thick borders."""
    boards = []
    for shape in page.shapes:
        if isinstance(shape, Line) and shape.stroke == "#111827" and len(shape.parts) > 4:
            xs = [x for part in shape.parts for x, _ in part]
            boards.append((min(xs), max(xs) - min(xs)))
    return boards


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_everything_is_on_the_page(per_page, paper):
    booklet = sudoku.sheets([SMALL] * 7, per_page=per_page, paper=paper, labels=True, title="many " * 40)
    assert len(booklet.pages) == -(-7 // per_page) + 1
    for page in booklet.pages:
        assert (page.width, page.height) == tuple(mm * PIXELS_PER_MM for mm in PAPERS[paper])
        for shape in page.shapes:
            points = [p for part in shape.parts for p in part] if isinstance(shape, Line) else [(shape.x, shape.y)]
            if isinstance(shape, Text):
                end = {"start": 1, "middle": 0.5, "end": 0}[shape.anchor] * text_width(shape)
                points.append((shape.x + end, shape.y))
            assert all(20 < x < page.width - 20 and 20 < y < page.height - 20 for x, y in points)
    assert sum(len(boards_of(page)) for page in booklet.pages) == 14
    assert booklet.html.count("<svg") == len(booklet.pages) == len(parsed(booklet.pdf())[1])


def test_a_solution_is_behind_its_puzzle():
    booklet = sudoku.sheets([SMALL] * 5, per_page=4, solutions="back")
    assert len(booklet.pages) == 4
    for front, back in zip(booklet.pages[::2], booklet.pages[1::2], strict=True):
        behind = [front.width - left - wide for left, wide in boards_of(back)]
        numbers = [captions(page) for page in (front, back)]
        assert sorted(numbers[0]) == sorted(numbers[1])
        places = dict(zip(numbers[1], behind, strict=True))
        assert [places[n] for n in numbers[0]] == pytest.approx([left for left, _ in boards_of(front)])


FROM_0 = sudoku.Board(2, 2, first_digit=0)


def test_numbers_levels_and_boards():
    jigsaw = sudoku.Board(regions="AABB/ACBB/ACDD/CCDD".replace("/", "\n"))
    killer = sudoku.Board(2, 2, variants=[Killer([(3, "r1c1 r1c2")])])
    puzzles = [SMALL, ("1" + "." * 15, jigsaw), (SMALL, killer)]
    booklet = sudoku.sheets(puzzles, first=8, levels=True, solutions="none")
    assert captions(booklet.pages[0]) == ["8   easy (1.2)", "9", "10   easy (1.2)"]  # one has several solutions
    zero = sudoku.sheets([(SMALL.translate(str.maketrans("1234", "0123")), FROM_0)], levels=True, solutions="none")
    assert captions(zero.pages[0]) == ["1   digits 0-3   easy (1.2)"]
    late = sudoku.sheets([SMALL], levels=True, time_limit=0, solutions="none")
    assert captions(late.pages[0]) == ["1   not rated in 0 s"]


@pytest.mark.parametrize(("side", "fields"), [(3, 12), (4, 6), (5, 2), (6, 1)])
def test_solutions_of_large_boards_are_legible(side, fields):
    board = sudoku.Board(side, side)
    booklet = sudoku.sheets(["." * board.cells] * 3, board=board, per_page=1)
    solutions = booklet.pages[3:]
    assert len(solutions) == -(-3 // fields)
    assert min(wide for page in solutions for _, wide in boards_of(page)) / side**2 > 4 * PIXELS_PER_MM


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_a_solution_is_not_larger_than_its_puzzle_and_sizes_have_pages_of_their_own(per_page):
    large = ("." * 625, sudoku.Board(5, 5))
    booklet = sudoku.sheets([SMALL, large, SMALL, SMALL], per_page=per_page, paper="letter")
    fronts, ends = booklet.pages[: -(-4 // per_page)], booklet.pages[-(-4 // per_page) :]
    assert [captions(page) for page in ends] == [["1", "3", "4"], ["2"]]
    widths = [wide for page in fronts for _, wide in boards_of(page)]
    small, end = ([wide for _, wide in boards_of(page)] for page in ends)
    assert max(small) < min(widths) and end[0] <= widths[1] + 1e-6


def test_sums_of_cages_are_legible():
    killer = sudoku.Board(variants=[Killer([(15, "r1c1 r1c2"), (7, "r5c5")])])
    page = sudoku.sheets([("." * 81, killer)] * 4, solutions="none").pages[0]
    sizes = [shape.size for shape in page.shapes if isinstance(shape, Text) and shape.text in ("15", "7")]
    assert len(sizes) == 8 and all(6.5 < size * 72 / 96 < 8 for size in sizes)  # points


@pytest.mark.parametrize(
    ("puzzles", "wishes", "message"),
    [
        ([], {}, "no puzzles to print"),
        ([SMALL], {"per_page": 3}, "per_page is 3; choose one of 1, 2, 4, 6"),
        ([SMALL], {"paper": "a5"}, "paper is 'a5'; choose one of a4, letter"),
        ([SMALL], {"solutions": "all"}, "solutions is 'all'; choose one of end, back, none"),
        ([SMALL, "123"], {}, "puzzle 2: "),
        (["11.............."], {}, "puzzle 1 has no solution"),
    ],
)
def test_refused_sheets(puzzles, wishes, message):
    with pytest.raises(ValueError, match=message):
        sudoku.sheets(puzzles, **wishes)


def test_documents(tmp_path):
    page = Picture("a < b", "dots", 96, 48, (Circle(1, 1, 1, "#000000"), Rect(1, 1, 2, 2, "#ff0000")))
    both = Document("a < b", (page, page))
    both.save(tmp_path / "x.html")
    both.save(tmp_path / "x.pdf")
    assert (tmp_path / "x.pdf").read_bytes() == both.pdf() == both.pdf()
    assert "<title>a &lt; b</title>" in both.html and "size: 25.4mm 12.7mm" in both.html
    with pytest.raises(ValueError, match=r"must end with \.pdf or \.html"):
        document_format("x.docx")


def test_a_walkthrough_has_a_picture_of_each_step():
    result = sudoku.solve_logically("..8...14...73.1...2......6........95.....9.3.3.56.48............4..8.67....492.8.")
    page = sudoku.walkthrough(result, title="<mine>")
    proof = result.proof()
    assert page.count("<li>") == len(proof) == page.count("<svg") - 2
    assert sudoku.walkthrough(result, all_steps=True).count("<li>") == len(result.steps) > len(proof)
    assert "<h1>&lt;mine&gt;</h1>" in page


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small = SMALL.replace(" ", "")
    (tmp_path / "p.txt").write_text(f"{small}\n{small}.\n11..............\n1...............\n")
    words = ["print", "p.txt", "--box", "2x2", "-o", "s.pdf", "--levels", "--first", "3"]
    assert main(words) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[2][1:15] for line in lines] == ["p.txt:2: 17 ce", "p.txt:3: no so", "p.txt:4: sever"]
    assert "no solution: row 1 has digit 1 twice, at" in lines[1]
    _, pages = parsed((tmp_path / "s.pdf").read_bytes())
    assert {"3   easy (1.2)", "4"} <= {text for text, _, _ in texts(pages[0])}
    assert main(["print", SMALL, "-o", "s.html", "--solutions", "none"]) == 0
    assert main(["print", "1" * 16, "-o", "s.pdf"]) == 2 and "no puzzle to print is left" in capsys.readouterr().err
    assert main(["print", SMALL, "-o", "s.doc"]) == 2


def test_pictures_of_hints_and_explanations(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["hint", SMALL, "-o", "h.svg"]) == 0
    assert "Hidden single" in (tmp_path / "h.svg").read_text()
    told = {}
    for stage in (1, 2, 3):
        assert main(["hint", SMALL, "--stage", str(stage), "-o", "h.svg"]) == 0
        told[stage] = (tmp_path / "h.svg").read_text()
    capsys.readouterr()
    count = {stage: picture.count("<text") for stage, picture in told.items()}
    assert count[1] == count[2] == 14 < count[3]  # 5 clues, 8 rows and columns, and a title; no marks
    assert "Hidden single in box 1" in told[2] and "in box 1" not in told[1]
    shaded = "#eff6ff"
    assert told[1].count(shaded) < told[2].count(shaded)
    assert main(["explain", SMALL, "-o", "w.html"]) == 0
    assert "solved in 11 steps" in capsys.readouterr().out and "<ol>" in (tmp_path / "w.html").read_text()
    for words, message in (
        (["hint", SMALL, "-n", "2", "-o", "h.svg"], "-o draws one step"),
        (["hint", SMALL, "-o", "h.doc"], "must end with"),
        (["explain", SMALL, "-o", "w.svg"], "must end with .html"),
        (["explain", SMALL, "--json", "-o", "w.html"], "--json and -o cannot be combined"),
    ):
        assert main(words) == 2
        assert message in capsys.readouterr().err
