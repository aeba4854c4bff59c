# SPDX-License-Identifier: MIT
"""Small files that claim much: each reader refuses them, or answers, within bounds of memory and CPU time.

The nightly program (tests/nightly/bombs.py) makes large bombs of each form; here are small ones of some forms, and the
bounds one by one, from both sides.
"""

import bz2
import gzip
import io
import json
import lzma
import os
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

import dlx
import sudoku
from dlx.models import burrtools
from dlx.questions.zdd import ZDD
from dlx.system import elements as bounded
from dlx.system import unpacking
from dlx.system.texts import text_of
from sudoku.reading import documents, lines, objects, reading, webpage
from sudoku.reading.records import SourceError
from sudoku.reading.rulesfile import board_of_rules
from tests.streams import Endless

ROOT = Path(__file__).parents[1]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "1" + "." * 80
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="we measure memory on Linux")


def read(text):
    stream = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    return [(r.line, r.board.line(r.puzzle) if r.board else r.error) for r in sudoku.read_puzzles(stream, "t")]


def puzzles(text):
    return [puzzle for _, puzzle in read(text)]


# --- the table of the nightly program


@linux
@pytest.mark.parametrize(("packing", "every"), [("gz", 20), ("xz", 100), ("bz2", 100), ("plain", 40), ("pipe", 30)])
def test_small_bombs(packing, every):
    """Bombs of 30 kB packed, which are 30 MB; the bound of 30 s of CPU time is for slow machines."""
    command = [sys.executable, "-m", "tests.nightly.bombs", "--packing", packing, "--every", str(every)]
    run = subprocess.run(
        [*command, "--packed", "30000", "--seconds", "30"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
    assert re.search(r"\n[0-9]+ bombs, .*, 0 faults\n", run.stdout)


# --- endless files and pipes


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero")  # noqa: PTH110
@pytest.mark.parametrize(
    "command",
    [
        "sudoku solve /dev/zero",
        "sudoku count /dev/zero",
        "sudoku rate /dev/zero",
        "sudoku convert /dev/zero --to sdm",
        "sudoku explain /dev/zero",
        "sudoku draw /dev/zero",
        "sudoku print /dev/zero -o x.pdf",
        f"sudoku solve {PUZZLE} --rules /dev/zero",
        f"sudoku solve {PUZZLE} --regions /dev/zero",
        "sudoku generate --mask /dev/zero",
        "dlx info /dev/zero",
        "dlx solve /dev/zero",
        "dlx count /dev/zero",
        "dlx model burrtools /dev/zero",
        "dlx model word-square 3 /dev/zero",
        "dlx model set-partitioning /dev/zero",
        "dlx model coloring /dev/zero 3",
        "dlx model polyominoes /dev/zero",
        "dlx model polyominoes 4x4 --pieces /dev/zero",
    ],
)
def test_a_file_without_an_end(command):
    run = subprocess.run([sys.executable, "-m", *command.split()], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert "NUL" in run.stderr or "BurrTools" in run.stderr


@pytest.mark.skipif(os.name != "posix", reason="no yes")
@pytest.mark.parametrize("words", ["", "y", "#", "[", "{", "<html>", "<puzzles>", "1 2 3"])
@pytest.mark.parametrize("command", ["sudoku check -q -", "dlx info -q -"])
def test_a_pipe_without_an_end(command, words):
    with subprocess.Popen(["yes", words], stdout=subprocess.PIPE) as source:
        run = subprocess.run(
            [sys.executable, "-m", *command.split()], stdin=source.stdout, capture_output=True, text=True, check=False
        )
        source.kill()
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].startswith(f"{command.split()[0]}: ")


def test_a_diagram_without_an_end():
    if not os.path.exists("/dev/zero"):  # noqa: PTH110
        pytest.skip("no /dev/zero")
    with pytest.raises(ValueError, match=r"/dev/zero is not a diagram"):
        ZDD.load("/dev/zero", dlx.Problem([["a"]]))


# --- lines


@pytest.mark.parametrize("first", [b"", PUZZLE.encode() + b"\n"])
@pytest.mark.parametrize("unit", [b"5", b"\0", b"#\n", b"\n", b". "])
def test_endless_lines_are_refused(first, unit, monkeypatch):
    monkeypatch.setattr(lines, "ENDLESS_LINE_BYTES", 1 << 24)
    stream = Endless(first, unit)
    records = sudoku.read_puzzles(stream, "t")
    found = []
    with pytest.raises(SourceError, match=r"^t: (line [12] has more than 16 MiB|not UTF-8 text|no puzzle in lines)"):
        found.extend(records)
    assert [record.board.line(record.puzzle) for record in found if record.board] == [PUZZLE] * bool(first)
    assert stream.taken < 1 << 26


def test_a_puzzle_after_a_long_line_and_after_many_comments():
    assert puzzles("#" * 5_000_000 + f"\n{PUZZLE}\n")[-1] == PUZZLE
    assert puzzles("# a comment\n" * 49_000 + f"{PUZZLE}\n") == [PUZZLE]
    with pytest.raises(SourceError, match=r"t: no puzzle in lines 1 to 50,001; we read no further"):
        puzzles("# a comment\n" * reading.MOST_SILENT_LINES + f"#\n{PUZZLE}\n")


def test_many_wrong_lines_after_a_puzzle_are_all_reported(monkeypatch):
    monkeypatch.setattr(reading, "MOST_SILENT_LINES", 500)
    found = puzzles(f"{PUZZLE}\n" + f"{PUZZLE[:80]}\n" * 2_000 + f"{PUZZLE}\n")
    assert len(found) == 2_002 and found[-1] == PUZZLE
    with pytest.raises(SourceError, match=r"no puzzle in lines 1 to 501"):
        puzzles(f"{PUZZLE[:80]}\n" * 2_000 + f"{PUZZLE}\n")


def test_a_long_line_ends_a_run_and_a_quoted_field():
    long = "5 " * 200_000
    assert puzzles(f"{long}\n{PUZZLE}\n") == ["t:1: a line of 300,000 characters or more", PUZZLE]
    found = puzzles(f'id,puzzle\n1,"a\n{long}\n2,{PUZZLE}\n')
    assert "t:3: a line of 300,000 characters or more" in found and found[-1] == PUZZLE


# --- compression


PACK = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}


@pytest.mark.parametrize("kind", PACK)
def test_data_packed_four_times_is_read_and_more_is_refused(kind):
    data = f"{PUZZLE}\n".encode()
    for layers in range(1, 201):
        data = PACK[kind](data)
        if layers <= 4:
            assert puzzles(data) == [PUZZLE]
        elif layers in (5, 200):
            with pytest.raises(SourceError, match=r"^t: the data is packed more than 4 times; unpack it first"):
                read(data)


def test_different_layers_are_counted_together():
    data = f"{PUZZLE}\n".encode()
    for kind in ("gz", "xz", "bz2", "gz"):
        data = PACK[kind](data)
    assert puzzles(data) == [PUZZLE]
    with pytest.raises(SourceError, match=r"packed more than 4 times"):
        read(bz2.compress(data))


@pytest.mark.parametrize("kind", PACK)
def test_members_without_bytes(kind):
    empty, puzzle = PACK[kind](b""), PACK[kind](f"{PUZZLE}\n".encode())
    assert puzzles(empty * 1000 + puzzle + empty + puzzle) == [PUZZLE] * 2
    with pytest.raises(SourceError, match=r"2 MiB that unpack to nothing"):
        read(empty * (unpacking.MOST_SILENT_PACKED_BYTES // len(empty) + 10_000) + puzzle)


def test_padding_and_a_name_without_an_end():
    packed = gzip.compress(f"{PUZZLE}\n".encode())
    assert puzzles(packed + bytes(70_000) + packed) == [PUZZLE] * 2
    stream = Endless(b"\x1f\x8b\x08\x08" + bytes(6), b"a")  # a header with a name
    with pytest.raises(SourceError, match=r"unpack to nothing"):
        list(sudoku.read_puzzles(stream, "t"))
    assert stream.taken < 1 << 23


def test_xz_may_not_ask_for_much_memory(monkeypatch):
    packed = lzma.compress(f"{PUZZLE}\n".encode(), preset=9)
    assert puzzles(packed) == [PUZZLE]
    monkeypatch.setattr(unpacking, "MOST_XZ_BYTES", 1 << 20)
    with pytest.raises(SourceError, match=r"the compressed data is damaged: Memory usage limit"):
        read(packed)


# --- XML

LAUGHS = "".join(f"<!ENTITY l{k} '{(f'&l{k - 1};' if k > 1 else '&l;') * 10}'>" for k in range(1, 11))
DECLARED = f"<!DOCTYPE z [<!ENTITY l 'lol'>{LAUGHS}]>"


def test_entities_are_refused_and_a_doctype_alone_is_read():
    with pytest.raises(SourceError, match=r"^t: the XML declares entities of its own in <!DOCTYPE \.\.\. \[\.\.\.\]>"):
        read(f"<?xml version='1.0'?>{DECLARED}<puzzles><p>&l10;</p></puzzles>")
    with pytest.raises(SourceError, match=r"declares entities"):
        read(f"<?xml version='1.0'?><!DOCTYPE p [ ]><puzzles><p>{PUZZLE}</p></puzzles>")
    assert puzzles(f"<?xml version='1.0'?><!DOCTYPE p SYSTEM 'p.dtd'><puzzles><p>{PUZZLE}</p></puzzles>") == [PUZZLE]


def test_depth_of_xml():
    def nested(levels):
        return "<puzzles>" + "<a>" * (levels - 2) + f"<p>{PUZZLE}</p>" + "</a>" * (levels - 2) + "</puzzles>"

    assert puzzles(nested(100)) == [PUZZLE]
    with pytest.raises(SourceError, match=r"^t: the XML has elements more than 100 levels deep"):
        read(nested(101))


@pytest.mark.parametrize("text", ["5", "&amp;", "&#53;", "<![CDATA[5]]>"])
def test_text_of_xml(text):
    damage = f"^t: the XML has an element with more than {bounded.LONGEST_TEXT_CHARACTERS:,} characters"
    with pytest.raises(SourceError, match=damage):
        read(f"<puzzles><p>{PUZZLE}</p><p>{text * 300_001}</p></puzzles>")


@pytest.mark.parametrize("text", ["<!--{}-->", "<p a='{}'/>", "<{}/>", "<?a {}?>"])
def test_a_tag_of_xml_without_an_end(text):
    assert puzzles(f"<puzzles>{text.format('a' * 100_000)}<p>{PUZZLE}</p></puzzles>") == [PUZZLE]
    with pytest.raises(SourceError, match=r"^t: the XML has a tag or comment of more than 300,000 bytes"):
        read(f"<puzzles>{text.format('a' * 500_000)}<p>{PUZZLE}</p></puzzles>")


def test_blanks_between_elements_of_xml_are_no_text():
    text = "<puzzles>" + f"\n{' ' * 10}<p>{PUZZLE}</p>" * 40_000 + "</puzzles>"
    assert len(puzzles(text)) == 40_000


def test_many_elements_without_a_puzzle():
    with pytest.raises(SourceError, match=r"no puzzle in 2[0-9]{2},[0-9]{3} elements of the XML"):
        read(f"<puzzles>{'<a/>' * 300_000}<p>{PUZZLE}</p></puzzles>")
    assert puzzles(f"<puzzles>{'<a/>' * 100_000}<p>{PUZZLE}</p></puzzles>") == [PUZZLE]


# --- HTML


def cell(text):
    return f"<table><tr><td>{text}</td></tr></table>"


def test_cells_of_html():
    assert puzzles(f"<html>{cell(PUZZLE)}") == [PUZZLE]
    with pytest.raises(SourceError, match=r"^t: the page has a cell with more than 300,000 characters"):
        read(f"<html>{cell('5' * 1_000_000)}")


def test_depth_of_tables():
    page = "<table><tr><td>" * 99 + cell(PUZZLE) + "</td></tr></table>" * 99
    assert puzzles(page) == [PUZZLE]
    with pytest.raises(SourceError, match=r"^t: the page has tables more than 100 levels deep"):
        read("<table>" * 100_000)


def test_a_long_table_is_answered_as_it_is_read():
    rows = "".join(f"<tr><td>{k}</td><td>{PUZZLE if k % 2 else OTHER}</td></tr>\n" for k in range(5_001))
    assert puzzles(f"<table>\n{rows}</table>") == [OTHER, PUZZLE] * 2500 + [OTHER]
    stream = Endless(b"<table>", f"<tr><td>{PUZZLE}</td></tr>\n".encode())
    assert len(list(islice(sudoku.read_puzzles(stream, "t"), 100))) == 100


def test_pictures_and_scripts_of_pages_are_passed_over():
    picture = f"<img src='data:image/png;base64,{'iVBOR/w0' * 300_000}'>"
    script = f"<script>{'if (a < b) c();' * 100_000}</script>"
    assert puzzles(f"<html>{picture}{script}<!--{'x' * 1_000_000}-->{cell(PUZZLE)}") == [PUZZLE]


@pytest.mark.parametrize("text", ["<![x[5]]>", "<![if IE]>", "<![endif]>", "<!x>", "<!>", "<![", "<?x>", "</>"])
def test_declarations_of_pages(text):
    assert puzzles(f"<html>{text} x>{cell(PUZZLE)}") == [PUZZLE]


def test_a_character_of_many_digits_is_damage():
    with pytest.raises(SourceError, match=r"^t: the page is damaged: "):
        read(f"<html>&#{'5' * 5000};{cell(PUZZLE)}")


@pytest.mark.parametrize("unit", ["<a>", "<b></b>", "<!---->", "<", "<td>5"])
def test_pages_without_a_puzzle(unit):
    with pytest.raises(SourceError, match=r"^t: no puzzle in [0-9,]+ tags and texts of the page"):
        read("<table><tr>" + unit * (webpage.MOST_SILENT_PIECES + 100_000))


# --- JSON


@pytest.mark.parametrize("unit", ["[]", "{}", '{"":0}', "[0]", '"aa"', "257", "1.5"])
def test_json_that_would_take_much_memory(unit):
    text = f"[[{','.join([unit] * (12_000_000 // (len(unit) + 1)))}]]"
    assert documents.memory_of(text) > documents.MOST_DOCUMENT_BYTES
    with pytest.raises(SourceError, match=r"^t: the JSON would take [0-9,]+ MB of memory; write each puzzle on a line"):
        read(text)


@pytest.mark.parametrize(
    "unit", ["[]", "{}", '{"":0}', "[0]", '"aa"', "257", "1.5", "0", '{"a":[{}]}', '"é€"', "[[[]]]"]
)
def test_the_memory_of_json_is_not_underestimated(unit):
    import tracemalloc

    text = f"[{','.join([unit] * 20_000)}]"
    tracemalloc.start()
    value = json.loads(text)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(value) == 20_000
    assert taken < 1.2 * documents.memory_of(text)


def test_long_lists_of_json():
    some = [PUZZLE, OTHER] * 2_500
    assert puzzles(json.dumps(some)) == some
    assert puzzles(json.dumps([{"puzzle": puzzle} for puzzle in some])) == some
    assert puzzles(json.dumps([[k, puzzle] for k, puzzle in enumerate(some)])) == some
    arrays = [[int(sign) if sign != "." else 0 for sign in puzzle] for puzzle in some]
    assert puzzles(json.dumps(arrays)) == some


def test_json_without_an_end(monkeypatch):
    monkeypatch.setattr(objects, "LONGEST_DOCUMENT", 1 << 20)
    for unit in (b"[", b"[\n", b"5", b'{"a":\n'):
        with pytest.raises(SourceError, match=r"1,048,576 bytes or more|MB of memory|more than 64 MiB"):
            list(sudoku.read_puzzles(Endless(b'["', unit), "t"))


def test_values_and_nesting_of_links():
    for text in ("[,", "[{", "{a:", "[1,"):
        with pytest.raises(ValueError, match=r"contains no JSON"):
            sudoku.read_link("https://sudokupad.app/scl{ce:" + text * 500_000)


# --- tables


@pytest.mark.parametrize("first", [b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff"])
def test_a_table_without_an_end(first):
    pytest.importorskip("pyarrow")
    stream = Endless(first, b"\xff")
    with pytest.raises(SourceError, match=r"^t: a packed or piped table of more than 32 MiB; save it as a file"):
        list(sudoku.read_puzzles(stream, "t"))
    assert stream.taken < 1 << 26


ROWS_OF_A_TABLE = """
import sys, pyarrow, pyarrow.parquet, sudoku
pool, path = pyarrow.default_memory_pool(), sys.argv[1]
pyarrow.parquet.write_table(pyarrow.table({"puzzle": {rows}}), path, compression="zstd")
before = pool.max_memory()
try:
    records = list(sudoku.read_file(path, column="puzzle"))
    print(len(records))
except ValueError as error:
    print(error)
assert pool.max_memory() < before + (300 << 20), (before, pool.max_memory())
"""


@pytest.mark.parametrize(
    ("rows", "answer"),
    [
        ("['.' * 1_000_000] * 1_000", "the rows of 'puzzle' have 1,000,004 bytes each, more than a puzzle has"),
        ("[[0] * 1_000_000] * 60", "no puzzle in lines 1 to"),
    ],
)
def test_large_rows_of_a_table_that_are_stored_once(rows, answer, tmp_path):
    """A few hundred bytes of Parquet may have many rows of a megabyte each."""
    pytest.importorskip("pyarrow")
    program = ROWS_OF_A_TABLE.replace("{rows}", rows)
    path = tmp_path / "t.parquet"
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert answer in done.stdout
    assert path.stat().st_size < 10_000


# --- rules


def test_rules_beyond_their_bounds(tmp_path):
    path = tmp_path / "rules"
    path.write_text('{"even": "' + "r1c1 " * 700_000 + '"}')
    with pytest.raises(ValueError, match=r"more than 3 MiB of text; name another file"):
        text_of(path, 3 << 20)
    with pytest.raises(ValueError, match=r"a group of 10,001 cells; a board has 4,096 at most"):
        board_of_rules({"even": "r1c1 " * 10_001})
    with pytest.raises(ValueError, match=r"'variants' has 1,001 entries; 1,000 at most"):
        board_of_rules({"variants": ["x"] * 1_001})


# --- problems


# --- BurrTools

BURR = """<puzzle version="2"><gridType type="0"/><shapes><voxel x="2" y="1" z="1">##</voxel>
<voxel x="1" y="1" z="1">#</voxel></shapes><problems><problem><shapes><shape id="1" min="2" max="2"/></shapes>
<result id="0"/>{}</problem></problems></puzzle>"""


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_of_burrtools_with_solutions_and_comments(pack, tmp_path):
    path = tmp_path / "a.xmpuzzle"
    solutions = "<solutions>" + "<solution><assembly>0 0 0 0</assembly></solution>" * 100_000 + "</solutions>"
    path.write_bytes(pack(BURR.format(f"{solutions}<comment>\xe9</comment>").encode("latin-1")))
    assert burrtools(path).count() == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{DECLARED}<puzzle>&l10;</puzzle>", "declares entities"),
        ("<puzzle>" + "<a>" * 100_000, "more than 100 levels deep"),
        ("<puzzle>" + "<a/>" * 100_000, "more than 50,000 elements"),
        ("<puzzle><solutions>" + "<a/>" * 1_000_001, "1,000,000 with its solutions"),
        ("<puzzle>" + "#" * 400_000, "more than 300,000 characters"),
        ("<puzzle>" + "#" * 400_000 + "<a>", "more than 300,000 characters"),
        ("<puzzle><!--" + "#" * 400_000, "a tag or comment of more than 300,000 bytes"),
        ("<puzzle>", "no element found"),
        ("", "no element found"),
    ],
)
@pytest.mark.parametrize("pack", [str.encode, lambda text: gzip.compress(text.encode())])
def test_a_bomb_for_burrtools(text, reason, pack, tmp_path):
    path = tmp_path / "a.xmpuzzle"
    path.write_bytes(pack(text))
    with pytest.raises(ValueError, match=rf"a\.xmpuzzle: not a puzzle of BurrTools \(.*{reason}"):
        burrtools(path)
