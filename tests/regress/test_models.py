# SPDX-License-Identifier: MIT
"""Fixed bugs of the models, found by using them and reduced."""

import numpy as np
import pytest
from PIL import ImageFont

from dlx import models
from dlx.drawing.png import SYSTEM_FONTS, _font
from dlx.terminal.cli import main
from dlx.terminal.commands import readers

HUGE = 10**9


@pytest.mark.parametrize(
    "build",
    [
        lambda: models.queens(HUGE),
        lambda: models.langford(HUGE),
        lambda: models.langford(3, copies=HUGE),
        lambda: models.skolem(10**30),
        lambda: models.latin_squares(HUGE),
        lambda: models.partridge(HUGE),
        lambda: models.steiner_triples(HUGE),
        lambda: models.block_designs(HUGE, HUGE // 2),
        lambda: models.block_designs(60, 30),
        lambda: models.transversals(HUGE),
        lambda: models.orthogonal_mates(str(10**30)),
        lambda: models.perfect_matchings(HUGE),
        lambda: models.schoolgirls(3 * HUGE),
        lambda: models.macmahon(37, 45, colors=9),
        lambda: models.coloring([(str(a), str(b)) for a in range(200) for b in range(a)], 1000),
        lambda: models.word_rectangle(HUGE, HUGE, ["a"]),
        lambda: models.polyominoes("300x300", any_number=True),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_made(build):
    """A model that is too large took all memory, or raised 'Python int too large to convert to C ssize_t'."""
    with pytest.raises(ValueError, match=r"at most|more than"):
        build()


def test_transversals_are_refused_when_they_become_too_many(monkeypatch):
    """All transversals were listed first: 36,362,925 for order 15."""
    monkeypatch.setattr("dlx.models.mates.MOST_ENTRIES", 7 * 132)
    with pytest.raises(ValueError, match="order 7: more than 132 transversals"):
        models.orthogonal_mates(7)


def test_titles_count():
    """Titles contained '3 vertexvertices' and '1 rows'."""
    assert models.coloring([("a", "b"), ("c",)], 1).title == "1 color for 3 vertices"
    assert models.coloring([("a",)], 3).title == "3 colors for 1 vertex"
    assert models.crossword(["..."], ["ape"]).title == "crossword of 1 row"


def test_the_symmetries_of_a_large_graph_are_few():
    """We made all rotations and reflections, each by a pass over all edges; 200 vertices took seven seconds."""
    assert len(models.perfect_matchings(50).symmetries) == 2
    assert [len(models.perfect_matchings(n).group(True)) for n in (4, 5)] == [8, 10]
    cycle = models.perfect_matchings("a-b b-c c-d d-e e-f f-a")
    assert len(cycle.group(True)) == 12
    path = models.perfect_matchings("a-b b-c c-d")
    assert len(path.group(True)) == 2


def test_numbers_of_numpy():
    assert models.perfect_matchings(np.int64(6)).count() == 15
    assert models.transversals(np.int64(5)).count() == 15


def test_a_graph_may_be_longer_than_a_name():
    text = ",".join(f"v{k}-w{k}" for k in range(100))
    assert readers.graph(text) == text


def test_edges_with_commas(tmp_path):
    """Each line of such a file became one vertex without neighbors."""
    file = tmp_path / "edges.csv"
    file.write_text("a,b\nb, c\nc a\n")
    assert readers.rows_of_names(str(file)) == [["a", "b"], ["b", "c"], ["c", "a"]]


def test_the_symmetries_of_a_large_latin_square_are_few():
    """Isotopy had an exchange for all neighbors, and order 30 took eight seconds."""
    assert len(models.latin_squares(20, symmetry="isotopy").symmetries) == 6
    for symmetry, order in {"isomorphism": 24, "square": 8, "conjugacy": 6}.items():
        assert len(models.latin_squares(4, symmetry=symmetry).group(True)) == order
    assert len(models.latin_squares(3, symmetry="isotopy").group(True)) == 6**3
    assert len(models.latin_squares(5, reduced=True, symmetry="isomorphism").group(True)) == 24


# --- pictures


def test_pictures_of_timetables_have_room_for_names():
    """Long names overlapped and ran beyond the edge, and lessons without people were missing."""
    lessons = [("Advanced-Mathematics-and-Statistics", ["A-very-long-name-of-a-teacher"]), ("Choir", [])]
    week = models.timetable(lessons, ["Mon", "Tue"])
    picture = week.draw(week.solve())
    assert picture.width > 8 * (2 * len("Advanced-Mathematics-and-Statistics") + len("A-very-long-name-of-a-teacher"))
    assert "Choir" in picture.text and ">Choir<" in picture.svg


def test_bins_are_drawn_to_scale():
    """A bin of 10^9 took as many characters, and labels of small things overlapped."""
    packing = models.bin_packing([4, 5 * 10**8], 10**9)
    (fewest,) = packing.best()
    assert packing.draw(fewest).text == "█" * 36 + "·" * 36 + " 500000000 4"
    assert ">4<" not in packing.draw(fewest).svg


# --- arguments


def test_costs_of_what_is_no_slot():
    """A mistyped slot cost nothing, without an error."""
    with pytest.raises(ValueError, match="costs of 'Mn1', which is not a slot"):
        models.timetable([("Latin", ["Ann"])], ["Mon1"], costs={"Mn1": 3})


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "file.txt is empty"), (b"\n \n", "is empty"), (b"a b\nc \xff\n", "is not UTF-8 text: see byte 7")],
)
def test_files_that_say_nothing(content, message, tmp_path, capsys):
    """Errors were 'invalid rows_of_names value', or 'the text format cannot hold a problem without primary items'."""
    path = tmp_path / "file.txt"
    path.write_bytes(content)
    assert main(["model", "coloring", str(path), "3"]) == 2
    assert message in capsys.readouterr().err


def test_slots_do_not_swallow_the_file(tmp_path, capsys):
    """The usage named the switch first, and the file then became one of the slots."""
    path = tmp_path / "lessons.txt"
    path.write_text("Latin Ann\n")
    assert main(["model", "timetable", "--slots", "Mon, Tue", str(path), "--draw", "-"]) == 0
    assert "Mon" in capsys.readouterr().out
    assert main(["model", "timetable", "--slots", "Mon,,Tue", str(path)]) == 2
    assert "'Mon,,Tue' is not like Mon1,Mon2,Tue1" in capsys.readouterr().err


def test_a_graph_is_a_file_for_matchings_too(tmp_path, capsys):
    """Colorings took only a file, matchings none."""
    path = tmp_path / "edges.txt"
    path.write_text("a b\nb c\nc d\n")
    assert main(["model", "perfect-matchings", str(path), "--draw", "-"]) == 0
    assert capsys.readouterr().out == "a-b c-d\n"


@pytest.mark.parametrize("switch", ["--draw", "-o"])
def test_an_empty_name_of_a_file(switch, capsys):
    """An empty name was taken for no name."""
    assert main(["model", "queens", "1", switch, ""]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: models.queens("8"), "n is '8'"),
        (lambda: models.langford(4, copies=None), "copies is None"),
        (lambda: models.latin_squares(2.0), "n is 2.0"),
        (lambda: models.latin_squares(2, given=[[1, 2], [None, 1]]), "row 2, column 1 is None"),
        (lambda: models.block_designs(7, "3"), "k is '3'"),
        (lambda: models.schoolgirls(15.0), "girls is 15.0"),
        (lambda: models.macmahon(colors="3"), "colors is '3'"),
        (lambda: models.squared(1, 1, [1.0]), "a size is 1.0"),
        (lambda: models.bin_packing([1, 2.5], 4), "the size of thing 2 is 2.5"),
        (lambda: models.coloring([("a", "b")], "3"), "colors is '3'"),
        (lambda: models.word_rectangle("2", 2, ["ab"]), "rows is '2'"),
        (lambda: models.polyominoes("6x10", copies="2"), "copies is '2'"),
        (lambda: models.timetable([("Latin", ["Ann"], "2")], ["Mon"]), "the hours of 'Latin' is '2'"),
    ],
)
def test_numbers_that_are_none(build, message):
    """The error was "'<' not supported between instances of 'str' and 'int'"."""
    with pytest.raises(TypeError, match=f"{message}; it must be a whole number"):
        build()


def test_texts_for_lists_of_names():
    """The letters of a text became the names."""
    with pytest.raises(TypeError, match="the people of 'Latin' are 'Ann'"):
        models.timetable([("Latin", "Ann")], ["Mon"])
    with pytest.raises(TypeError, match="the slots are 'Mon Tue'"):
        models.timetable([("Latin", ["Ann"])], "Mon Tue")
    assert models.word_rectangle(1, 1, "a b\n", repeated=True).count() == 2
    assert models.coloring([(1, 2)], 3).count() == 6


def test_names_of_pieces_and_files(tmp_path, capsys):
    """Capitals, and the name of a missing file, were taken for a drawing in one line."""
    assert models.polyominoes("6x10", pieces="Pentominoes") == models.polyominoes("6x10")
    for missing in ("no.txt", str(tmp_path / "no")):
        assert main(["model", "polyominoes", "6x10", "--pieces", missing]) == 2
        assert "No such file" in capsys.readouterr().err


def test_the_smallest_system_of_triples():
    """Three points were refused."""
    assert models.steiner_triples(3).count() == models.block_designs(4, 4, t=2).count(orbits=True) == 1


def test_other_letters_have_another_font(monkeypatch):
    """PNGs had a box for every letter outside ASCII, because the font that Pillow brings has no others."""
    asked, load = [], ImageFont.truetype

    def truetype(font, *args, **how):
        if not isinstance(font, str):
            return load(font, *args, **how)
        asked.append(font)
        raise OSError(font)  # Pillow's error for a missing font

    monkeypatch.setattr(ImageFont, "truetype", truetype)
    for name, fonts in (("O", []), ("Ö", [*SYSTEM_FONTS])):
        _font.cache_clear()
        asked.clear()
        graph = models.coloring([(name,)], 2)
        assert graph.draw(graph.solve()).png().startswith(b"\x89PNG")
        assert asked == fonts
    _font.cache_clear()


@pytest.mark.parametrize("content", [b"", b"##\xff"])
def test_drawings_that_are_none(content, tmp_path, capsys):
    """The error contained PosixPath('...'), or 'utf-8' codec can't decode byte 0xff, and did not name the file."""
    path = tmp_path / "region.txt"
    path.write_bytes(content)
    assert main(["model", "polyominoes", str(path)]) == 2
    said = capsys.readouterr().err
    assert "region.txt" in said and "Posix" not in said and "codec" not in said
