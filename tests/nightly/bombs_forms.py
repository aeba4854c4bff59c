# SPDX-License-Identifier: MIT
"""The forms of text that the two programs read, as bombs: an opening, a unit to repeat or to nest, a closing."""

from __future__ import annotations

from typing import NamedTuple

ALL = ("plain", "gz", "xz", "bz2", "zst", "pipe")
SOLVE = ("sudoku", "solve", "{}")
PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HEAD = b"id,puzzle,solution\n"


class Form(NamedTuple):
    """A bomb in a form."""

    name: str
    opening: bytes
    unit: bytes
    closing: bytes = b""
    end: bytes = b""  # of a unit that is nested
    command: tuple[str, ...] = SOLVE
    packings: tuple[str, ...] = ALL

    def block(self, size: int) -> bytes:
        """Return the unit as often as a size allows, at least once."""
        return self.unit * max(size // len(self.unit), 1)


def _command(words: str, *forms: Form) -> tuple[Form, ...]:
    return tuple(form._replace(command=tuple(words.split()), packings=("plain", "pipe")) for form in forms)


def _files(words: str, name: str, *units: bytes) -> tuple[Form, ...]:
    return _command(words, *(Form(f"{name} of {unit!r}", b"", unit) for unit in units))


LINES = (
    *(
        Form(f"line of {unit!r}", b"", unit)
        for unit in (b"5", b".", b"0", b" ", b",", b'"', b"'", b"|", b"#", b"-", b"_")
    ),
    *(
        Form(f"line of {unit!r}", b"", unit)
        for unit in (b"[", b"{", b"(", b"<", b">", b"&", b"\\", b"/", b":", b";", b"!")
    ),
    *(
        Form(f"line of {unit!r}", b"", unit)
        for unit in (b"a", b"x ", b"5 ", b"5,", b"5|", b"5.", b"-5", b". ", b"123456789 ")
    ),
    *(
        Form(f"line of {unit!r}", b"", unit)
        for unit in (b"\xff", b"\xc3\xa9", b"\xf0\x9f\x9f\xa5", b"nan,", b"\t", b'"5",')
    ),
    *(
        Form(f"line of {unit!r}", b"", unit)
        for unit in (b"r1c1=5 ", b"cell(1,1,5). ", b"x[0][0] = 5 ", b"5 & ", b"|-", b"||")
    ),
    Form("line, closed by a puzzle", b"", b"5", b"\n" + PUZZLE + b"\n"),
    Form("line after a puzzle", PUZZLE + b"\n", b"5"),
    Form("NULs", b"", b"\0"),
    Form("NULs after a puzzle", PUZZLE + b"\n", b"\0"),
    Form("puzzles", b"", PUZZLE + b"\n"),
    Form("solutions", b"", b"123456789456789123789123456231564897564897231897231564312645978645978312978312645\n"),
    *(
        Form(f"lines of {unit!r}", b"", unit)
        for unit in (b"\n", b"\r", b"\r\n", b" \n", b"# x\n", b"#\n", b"Grid 01\n", b"\n\n#\n")
    ),
    *(
        Form(f"lines of {unit!r}", b"", unit)
        for unit in (b"x\n", b"5\n", b".\n", b"5 3\n", b"a word\n", b"---\n", b"|\n", b"+-+\n")
    ),
    *(
        Form(f"lines of {unit!r}", b"", unit)
        for unit in (b"{\n", b"[\n", b"<\n", b"}\n", b'"\n', b',"\n', b",\n", b"\t\n", b"''\n")
    ),
    Form("lines, long", b"", b"5" * 299_000 + b"\n"),
    Form("lines, long words", b"", b"abcdefgh " * 33_000 + b"\n"),
    Form("section", b"[State]\n", b"5.......\n"),
    Form("comments after a puzzle", PUZZLE + b"\n", b"# x\n"),
)
GRIDS = (
    Form("grid", b"", b"5 3 . | . 7 . | . . .\n"),
    Form("grid, framed", b"", b"| 5 3 . | . 7 . | . . . |\n+-------+\n"),
    Form("grid, blanks", b"", b"| 5 3   |   7   |       |\n"),
    Form("grid, blank rows", b"", b"53  7    \n"),
    Form("grid, sharps", b"", b"53##7####\n"),
    Form("grid, large", b"", b" ".join(b"%d" % k for k in range(1, 100)) + b"\n"),
    Form("grid, 64", b"", b" ".join(b"%d" % k for k in range(1, 65)) + b"\n"),
    Form("candidates", b"", b"| 123 456 789 | 1 2 3 | 12 34 56 |\n"),
    Form("candidates, long", b"", b"123456789 "),
    Form("candidates, words", b"|", b" 123456789 "),
    Form("facts", b"", b"cell(1,1,5).\n"),
    Form("facts, names", b"", b"\n".join(b"c%d(1,1,5)." % k for k in range(4000)) + b"\n"),
    Form("wiki", b"{|\n", b"|-\n| 5 || 3\n"),
    Form("wiki, attributes", b"{|\n|", b"a=|"),
    Form("markdown", b"| | | | | | | | | |\n|-|-|-|-|-|-|-|-|-|\n", b"|5|3| | |7| | | | |\n"),
    Form("markdown, wide", b"|", b" |"),
    Form("markdown, aligned", b"| | | | | |\n|", b"-|"),
    Form("LaTeX", b"\\begin{tabular}{ccc}\n", b"5 & 3 & & & 7 & & & & \\\\ \\hline\n", b"\\end{tabular}\n"),
    Form("LaTeX, wide", b"\\begin{tabular}{", b"c|"),
    Form("LaTeX, sudoku", b"\\begin{sudoku}\n", b"|5|3| | |7| | | | |.\n"),
    Form("LaTeX, nested", b"", b"\\begin{a}{", b"", b"}"),
    Form("Python", b"grid = [", b"[5,3,0,0,7,0,0,0,0],\n"),
    Form("Python, nested", b"grid = ", b"[", b"", b"]"),
    Form("HoDoKu", b":0000:x:", b"5"),
    Form("HoDoKu, candidates", b":0000:x:" + PUZZLE + b":", b"111 "),
)
TABLES = (
    Form("CSV", HEAD, b"1," + PUZZLE + b",\n"),
    Form("CSV, no puzzle", HEAD, b"1,,\n"),
    Form("CSV, quote", HEAD + b'1,"', b"5"),
    Form("CSV, quoted lines", HEAD + b'1,"', b"5\n"),
    Form("CSV, quotes", HEAD, b'1,"\n'),
    Form("CSV, wide", HEAD + b"1,", b"5,"),
    Form("CSV, wide head", b"", b"id,"),
    Form("CSV, pairs of quotes", HEAD + b'1,"', b'""'),
    Form("TSV", b"id\tpuzzle\n", b"1\t" + PUZZLE + b"\n"),
    Form("TSV, wide", b"id\tpuzzle\n1\t", b"\t"),
    Form("CSV, column", b"id,grid\n", b"1,5\n", command=("sudoku", "solve", "{}", "--column", "grid")),
    Form("CSV, column, blank", b"id,grid\n", b"\n", command=("sudoku", "solve", "{}", "--column", "grid")),
)
JSON = (
    Form("JSON, lists", b"", b"[", b"", b"]"),
    Form("JSON, objects", b"", b'{"a":', b"1", b"}"),
    Form("JSON, empty lists", b"[", b"[],", b"[]]"),
    Form("JSON, empty objects", b"[", b"{},", b"{}]"),
    Form("JSON, small objects", b"[", b'{"":0},', b"{}]"),
    Form("JSON, small lists", b"[", b"[0],", b"[]]"),
    Form("JSON, zeros", b"[[", b"0,", b"0]]"),
    Form("JSON, numbers", b"[[", b"257,", b"0]]"),
    Form("JSON, floats", b"[[", b"1.5,", b"0]]"),
    Form("JSON, texts", b"[", b'"aa",', b'""]'),
    Form("JSON, text", b'["', b"5", b'"]'),
    Form("JSON, words", b'["', b"xx xx ", b'"]'),
    Form("JSON, text of other letters", b'["', b"\xe2\x96\xa0", b'"]'),
    Form("JSON, escapes", b'["', b"\\u0035", b'"]'),
    Form("JSON, digits", b"[", b"5", b"]"),
    Form("JSON, blanks", b"[[", b" ", b"]]"),
    Form("JSON, lines of blanks", b"[[", b"\n", b"]]"),
    Form("JSON, keys", b'{"x":0', b',"a":0', b"}"),
    Form("JSON, puzzles", b"[", b'"' + PUZZLE + b'",\n', b'""]'),
    Form("JSON, arrays", b"[", b"[" + b",".join(b"%c" % sign for sign in PUZZLE.replace(b".", b"0")) + b"],", b"[]]"),
    Form("JSON, rows", b"[", b"[[5,3,0,0],[7,0,0,0],[0,0,0,0],[0,0,0,0]],", b"[]]"),
    Form("JSON, tables", b"[", b'["' + PUZZLE + b'","easy"],', b"[]]"),
    Form("JSON, puzzles in objects", b"[", b'{"puzzle":"' + PUZZLE + b'"},', b"{}]"),
    Form("JSON, puzzle of any length", b'{"puzzle":"', b"5", b'"}'),
    Form("JSON, puzzle of any size", b'{"puzzle":[', b"0,", b"0]}"),
    Form("JSON, puzzle of rows", b'{"puzzle":[', b"[0,0,0,0],", b"[]]}"),
    Form("JSON, lines", b"", b'{"puzzle":"' + PUZZLE + b'"}\n'),
    Form("JSON, lines without a puzzle", b"", b'{"a":1}\n'),
    Form("JSON, lines of lists", b"", b"[[1]]\n"),
    Form("JSON, open lines", b"", b'{"a":\n'),
    Form("JSON, then words", b"[[1]]\n", b"word\n"),
    Form("JSON, not JSON", b"[[1]]\n{", b"x"),
    Form("JSON, f-puzzles", b'{"size":9,"grid":[', b"[{},{},{},{},{},{},{},{},{}],", b"[]]}"),
    Form(
        "JSON, f-puzzles, rules",
        b'{"size":9,"grid":[],"killercage":[',
        b'{"cells":["R1C1","R1C2"],"value":"5"},',
        b"{}]}",
    ),
    Form("JSON, SudokuPad", b'{"cells":[[{"value":5}', b",{}", b"]]}"),
    Form("JSON, SudokuPad, cages", b'{"cells":[[{}]],"cages":[', b'{"cells":[[0,0]],"value":5},', b"{}]}"),
)
HTML = (
    Form("HTML, tables", b"", b"<table>", b"", b"</table>"),
    Form("HTML, rows in each other", b"<table>", b"<tr>", b"</table>"),
    Form("HTML, nested", b"", b"<table><tr><td>", b"", b"</td></tr></table>"),
    Form("HTML, divs", b"<html>", b"<div>", b"", b"</div>"),
    Form("HTML, cell", b"<table><tr><td>", b"5", b"</td></tr></table>"),
    Form("HTML, cell of lines", b"<table><tr><td>", b"5\n", b"</td></tr></table>"),
    Form("HTML, cell of entities", b"<table><tr><td>", b"&amp;", b"</td></tr></table>"),
    Form("HTML, cell of tags", b"<table><tr><td>", b"5<b>", b"</td></tr></table>"),
    Form("HTML, cells", b"<table><tr>", b"<td>5</td>", b"</tr></table>"),
    Form("HTML, empty cells", b"<table><tr>", b"<td>", b"</tr></table>"),
    Form("HTML, inputs", b"<table><tr><td>", b'<input value="5">', b"</tr></table>"),
    Form("HTML, rows", b"<table>", b"<tr><td>5</td></tr>", b"</table>"),
    Form("HTML, small tables", b"<html>", b"<table></table>"),
    Form("HTML, grids", b"<html>", b"<table>" + b"<tr><td>1<td>2<td>3<td></tr>" * 4 + b"</table>\n"),
    Form("HTML, text", b"<html>", b"word "),
    Form("HTML, lines", b"<html>", b"\n"),
    Form("HTML, tag", b"<html><a", b" b"),
    Form("HTML, attributes", b"<table><tr><td><input", b" value='5'"),
    Form("HTML, value", b"<html><a b='", b"5"),
    Form("HTML, comment", b"<html><!--", b"5"),
    Form("HTML, comments", b"<html>", b"<!-- -->"),
    Form("HTML, opened comments", b"<html>", b"<!--"),
    Form("HTML, opened tags", b"<html>", b"<a"),
    Form("HTML, angles", b"<html>", b"<"),
    Form("HTML, declarations", b"<html>", b"<!a"),
    Form("HTML, sections", b"<html>", b"<![cdata["),
    Form("HTML, unknown sections", b"<html>", b"<![x[5]]>"),
    Form("HTML, instructions", b"<html>", b"<?a"),
    Form("HTML, ends", b"<html>", b"</"),
    Form("HTML, script", b"<html><script>", b"if (a < b) "),
    Form("HTML, scripts", b"<html>", b"<script></script>"),
    Form("HTML, ampersands", b"<html>", b"&"),
    Form("HTML, entity", b"<html>&#", b"5"),
)
XML = (
    Form("XML, nested", b"<puzzles>", b"<a>", b"</puzzles>", b"</a>"),
    Form("XML, nested rows", b"<puzzles>", b"<row>", b"</puzzles>", b"</row>"),
    Form("XML, text", b"<puzzles><p>", b"5", b"</p></puzzles>"),
    Form("XML, text of lines", b"<puzzles><p>", b"5\n", b"</p></puzzles>"),
    Form("XML, text of entities", b"<puzzles><p>", b"&amp;", b"</p></puzzles>"),
    Form("XML, text of numbers", b"<puzzles><p>", b"&#53;", b"</p></puzzles>"),
    Form("XML, text among elements", b"<puzzles><p>", b"5<b/>", b"</p></puzzles>"),
    Form("XML, section", b"<puzzles><p><![CDATA[", b"5", b"]]></p></puzzles>"),
    Form("XML, sections", b"<puzzles><p>", b"<![CDATA[5]]>", b"</p></puzzles>"),
    Form("XML, cells", b"<puzzles><row>", b"<cell>5</cell>", b"</row></puzzles>"),
    Form("XML, empty cells", b"<puzzles><row>", b"<c/>", b"</row></puzzles>"),
    Form("XML, names", b"<puzzles><row>", b"".join(b"<c%d/>" % k for k in range(4000)), b"</row></puzzles>"),
    Form("XML, placed cells", b"<puzzles>", b'<cell row="1" col="1" value="5"/>', b"</puzzles>"),
    Form("XML, elements of no use", b"<puzzles>", b"<a>word word</a>", b"</puzzles>"),
    Form("XML, solutions", b"<puzzles>", b"<solution>5</solution>", b"</puzzles>"),
    Form("XML, lines", b"<puzzles>", b"\n", b"</puzzles>"),
    Form("XML, lines before a puzzle", b"<puzzles>", b"\n", b'<game data="' + PUZZLE + b'"/></puzzles>'),
    Form("XML, attribute", b'<puzzles><game data="', b"5", b'"/></puzzles>'),
    Form("XML, attribute of entities", b'<puzzles><game data="', b"&amp;", b'"/></puzzles>'),
    Form("XML, attributes", b"<puzzles><game", b"".join(b' a%d=""' % k for k in range(4000)), b"/></puzzles>"),
    Form("XML, name", b"<puzzles><", b"a", b"/></puzzles>"),
    Form("XML, comment", b"<puzzles><!--", b"5", b"--></puzzles>"),
    Form("XML, comments", b"<puzzles>", b"<!--5-->", b"</puzzles>"),
    Form("XML, instruction", b"<puzzles><?a ", b"5", b"?></puzzles>"),
    Form("XML, instructions", b"<puzzles>", b"<?a?>", b"</puzzles>"),
    Form("XML, comments before", b"<?xml version='1.0'?>", b"<!--5-->", b"<puzzles/>"),
    Form("XML, OpenSudoku", b"<opensudoku>", b'<game data="' + PUZZLE.replace(b".", b"0") + b'"/>', b"</opensudoku>"),
    Form(
        "XML, OpenSudoku in progress",
        b'<opensudoku><game data="version: 1&#10;',
        b"5|0|0|0|0|1|7|0|1|",
        b'"/></opensudoku>',
    ),
    Form("XML, KSudoku", b'<ksudoku><graph type="sudoku" order="9"/><values>', b"b", b"</values></ksudoku>"),
    Form("XML, KSudoku, order", b'<ksudoku><graph type="sudoku" order="', b"9", b'"/></ksudoku>'),
    Form(
        "XML, entities",
        b"<?xml version='1.0'?><!DOCTYPE p [<!ENTITY a 'lol'><!ENTITY b '" + b"&a;" * 9 + b"'>]><puzzles>",
        b"&b;",
        b"</puzzles>",
    ),
    Form("XML, DOCTYPE", b"<?xml version='1.0'?><!DOCTYPE p [", b"<!ENTITY a 'lol'>", b"]><puzzles/>"),
    Form("XML, DOCTYPE's name", b"<?xml version='1.0'?><!DOCTYPE ", b"a", b"><puzzles/>"),
    Form("XML, blanks", b"<?xml version='1.0'?>", b" ", b"<puzzles/>"),
)
LINKS = (
    *(
        Form(f"link, {name} of {unit!r}", start, unit)
        for name, start in (
            ("f-puzzles", b"https://www.f-puzzles.com/?load="),
            ("SudokuPad", b"https://sudokupad.app/fpuzzles"),
            ("scl", b"https://sudokupad.app/sclN4"),
            ("JSON", b'https://www.f-puzzles.com/?load={"grid":'),
            ("notation", b"https://sudokupad.app/scl{ce:"),
            ("wiki", b"https://www.sudokuwiki.org/sudoku.htm?bd=S9B"),
        )
        for unit in (b"A", b"N4Ig", b"[", b"%5B", b"{a:")
    ),
    Form("links", b"", b"https://sudokupad.app/" + b"x" * 20 + b"\n"),
    Form("links in a line", b"", b"see https://a.b/ "),
    Form("links, long", b"", b"https://www.f-puzzles.com/?load=" + b"N4Ig" * 74_000 + b"\n"),
    Form("links, JSON, long", b"", b'{"size":9,"grid":[' + b"[{}]," * 50_000 + b"\n"),
    Form("links, notation, long", b"", b"https://sudokupad.app/scl{ce:[" + b"[,,]," * 50_000 + b"\n"),
)
OTHERS = (
    Form("UTF-16, line", "\ufeff".encode("utf-16-le"), "5".encode("utf-16-le")),
    Form("UTF-16, lines", "\ufeff".encode("utf-16-le"), "# x\n".encode("utf-16-le")),
    Form("UTF-16, signs", "\ufeff".encode("utf-16-le"), "\U0001f7e5".encode("utf-16-le")),
    Form("UTF-16, NULs", "\ufeff".encode("utf-16-le"), b"\0\0"),
    Form("NumPy", b"\x93NUMPY", b"\0"),
    Form("zip", b"PK\x03\x04", b"\0"),
)
RULES = _command(
    "sudoku solve " + PUZZLE.decode() + " --rules {}",
    Form("rules, NULs", b"", b"\0"),
    Form("rules, lists", b"", b"[", b"", b"]"),
    Form("rules, objects", b"", b'{"killer":', b"1", b"}"),
    Form("rules, empty objects", b'{"killer":[', b"{},", b"{}]}"),
    Form("rules, cages", b'{"killer":[', b'[15,"r1c1 r1c2"],', b'[15,"r1c1 r1c2"]]}'),
    Form("rules, cells", b'{"even":"', b"r1c1 ", b'"}'),
    Form("rules, keys", b'{"x":0', b',"a":0', b"}"),
    Form("rules, numbers", b'{"size":', b"9", b"}"),
    Form("rules, link", b"https://www.f-puzzles.com/?load=", b"N4Ig"),
    Form("rules, link of lists", b"https://www.f-puzzles.com/?load=", b"["),
    Form("rules, blanks", b"", b"\n"),
    Form("rules, variants", b'{"variants":[', b'"x",', b'"x"]}'),
    Form("rules, regions", b'{"regions":"', b"1", b'"}'),
)
REGIONS = _command(
    "sudoku solve " + PUZZLE.decode() + " --regions {}",
    *(Form(f"regions of {unit!r}", b"", unit) for unit in (b"\0", b"1", b"1 ", b"\n", b"123456789\n", b"\xc3\xa9")),
)
MASKS = _command(
    "sudoku generate --mask {}", *(Form(f"mask of {unit!r}", b"", unit) for unit in (b"\0", b"#", b"\n", b"#.\n"))
)
DLX = _command(
    "dlx info {}",
    *(
        Form(f"dlx of {unit!r}", b"", unit)
        for unit in (b"\0", b"a", b"a ", b"aa ", b"|", b"| ", b"\n", b" ", b"| x\n", b"\xff", b"0 1 ")
    ),
    Form("dlx, items", b"", b"".join(b"i%d " % k for k in range(300_000))),
    Form("dlx, option", b"a b\n", b"a "),
    Form("dlx, options", b"a b\n", b"a b\n"),
    Form("dlx, options of one", b"a\n", b"a\n"),
    Form("dlx, wrong options", b"a b\n", b"c\n"),
    Form("dlx, color", b"a | b\na b:", b"x"),
    Form("dlx, costs", b"a\na", b" |5"),
    Form("dlx, multiplicity", b"", b"9"),
    Form("dlx, DIMACS", b"p xc 2 0\n", b"1 "),
    Form("dlx, DIMACS, options", b"p xc 2 0\n", b"1 0\n"),
    Form("dlx, DIMACS, header", b"p xc ", b"9"),
    Form("dlx, DIMACS, colors", b"p xcc 1 1\n1 2", b" -1"),
    Form("dlx, miniexact", b"< ", b"a "),
    Form("dlx, miniexact, lines", b"< ", b"a\n"),
    Form("dlx, miniexact, option", b"< a b >\n", b"a "),
    Form("dlx, miniexact, options", b"< a b >\n", b"a;"),
    Form("dlx, miniexact, lines of an option", b"< a b >\n", b"a\nb\n"),
    Form("dlx, JSON", b"", b"["),
    Form("dlx, after a zip", b"\x1f\x8b\x08", b"\0"),
)
BURRS = tuple(
    form._replace(command=("dlx", "model", "burrtools", "{}"), packings=("plain", "gz", "pipe"))
    for form in (
        Form("burrs, NULs", b"", b"\0"),
        Form("burrs, nested", b"<puzzle>", b"<a>", b"</puzzle>", b"</a>"),
        Form("burrs, elements", b"<puzzle>", b"<a/>", b"</puzzle>"),
        Form("burrs, shapes", b"<puzzle><shapes>", b'<voxel x="1" y="1" z="1">#</voxel>', b"</shapes></puzzle>"),
        Form("burrs, voxels", b'<puzzle><shapes><voxel x="999" y="999" z="10">', b"#", b"</voxel></shapes></puzzle>"),
        Form("burrs, problems", b"<puzzle><problems>", b"<problem/>", b"</problems></puzzle>"),
        Form(
            "burrs, solutions",
            b"<puzzle><problems><problem><solutions>",
            b"<solution><assembly>0 0 0 0</assembly></solution>",
            b"</solutions></problem></problems></puzzle>",
        ),
        Form("burrs, attribute", b'<puzzle a="', b"5", b'"/>'),
        Form("burrs, attributes", b"<puzzle", b"".join(b' a%d=""' % k for k in range(4000)), b"/>"),
        Form("burrs, comment", b"<puzzle><!--", b"5", b"--></puzzle>"),
        Form(
            "burrs, entities",
            b"<!DOCTYPE p [<!ENTITY a 'lol'><!ENTITY b '" + b"&a;" * 9 + b"'>]><puzzle>",
            b"&b;",
            b"</puzzle>",
        ),
        Form("burrs, Latin", b"<puzzle>\xe9", b"\xe9", b"</puzzle>"),
        Form("burrs, text among elements", b"<puzzle>", b"5<b/>", b"</puzzle>"),
    )
)
GALLERY = (
    *_files("dlx model word-square 3 {}", "words", b"\0", b"a", b"\n", b"ape\n", b"ape ", b"a\n"),
    *_files("dlx model set-partitioning {}", "table", b"\0", b"a", b"\n", b"1,", b"cost,a\n", b'"', b"1\n"),
    *_files(
        "dlx model timetable {} --slots a,b", "lessons", b"\0", b"a", b"a\n", b"Latin Ann 7a 2\n", b"Latin ", b"# x\n"
    ),
    *_files("dlx model coloring {} 3", "edges", b"\0", b"1 2\n", b"e 1 2\n", b"1 ", b"a\n"),
    *_files("dlx model polyominoes {}", "region", b"\0", b"#", b"#\n", b"# \n", b".", b"\n"),
    *_files("dlx model polyominoes 4x4 --pieces {}", "pieces", b"\0", b"A", b"#\n", b"#\n\n", b"#.", b"\n"),
)
FORMS = (*LINES, *GRIDS, *TABLES, *JSON, *HTML, *XML, *LINKS, *OTHERS, *RULES, *REGIONS, *MASKS, *DLX, *BURRS, *GALLERY)
