# SPDX-License-Identifier: MIT
"""The readers of the Sudoku layer: puzzles in all forms, boards, rules, links, and the generator's arguments.

lines      a source of puzzles: lines, comments, links            equal, compiled or not, at once or in pieces
csv        such a source with columns and headings
grids      one puzzle: a line, a drawing, pencilmarks             printed and read again
regions    the regions of a jigsaw
rules      a rules file                                           repr() makes the same board
links      a link, or its JSON                                    packed and read again
packed     lz-string                                              the inverse of `pack`
masks      patterns of clues, with symmetries
wishes     numbers of clues, levels, scores and techniques
values     a puzzle as numbers or rows of them
"""

from __future__ import annotations

import io
import json
from argparse import ArgumentTypeError
from functools import cache
from itertools import islice
from typing import Any
from unittest.mock import patch

import sudoku.variants
from sudoku import Board
from sudoku.making.patterns import SYMMETRIES, read_mask
from sudoku.making.requirements import Requirements
from sudoku.reading.fpuzzles import read_link
from sudoku.reading.lines import LineReader
from sudoku.reading.lzstring import unpack
from sudoku.reading.reading import SourceError, read_puzzles
from sudoku.reading.rulesfile import KEYS, board_in
from sudoku.terminal.commands.arguments import positive, seconds
from sudoku.terminal.commands.boards import _box, _jigsaw
from sudoku.terminal.commands.generate import _clues, _difficulty
from sudoku.terminal.commands.serve import _port
from tests.lzpack import pack
from tests.sudokupad_links import drawing, zipped
from tests.sudokupad_links import packed as packed_pad

from .dlx_readers import EXAMPLES, folder
from .reader import Reader, Refused, attempt, number, reader, words

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWELVE = (
    ".....62B.1.8C218.37...463...9........1BC7......9..5..BA......3.......B52"
    "4C3....2658....B.8...4.....2.5...C.B8..7.A9.5.615A.3.7..48...6...45C37.."
)
NUMBERS = "\n".join(" ".join(str((k * 7 + row) % 11) for k in range(10)) for row in range(10))
JIGSAW = Board(3, 3).region_text
SUKAKU = "12.. .2.4 " + "1234 " * 14


@cache
def boards() -> tuple[Board | None, ...]:
    """Return boards; None is the board that the puzzle is written for."""
    jigsaw = Board(regions="1112133243224443")
    marked = Board(2, 2, variants=["x"])
    return (None, None, Board(), Board(2, 2), Board.samurai(2, 2), jigsaw, marked, Board(3, 4), Board(1, 5))


# ---- sources of puzzles

LINES = [
    f"{EASY}\n{SOLVED}  # solved\n\n# nothing\n{EASY[:-1]}\n" + "1" * 82 + "\n",
    "\n".join([EASY, *[SOLVED] * 6, EASY + "\r", EASY + " x", "." * 80 + "a", EASY]),
    "1234341223414321\n12.4\n1234 3412 2... ....\n",
    "5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n" + ". . . | . . . | . . .\n" * 7,
    f"{TWELVE}\n{SUKAKU}\n{EASY}\r{EASY}\r\n{EASY}",
    'https://www.f-puzzles.com/?load=N4Ig\n{"grid": []}\nfpuz\n' + EASY,
    f"\ufeff{EASY}\n\0\n",
    Board(3, 4).grid(bytes(144)) + "\n\n" + Board(2, 2).grid(bytes(16)),
    Board.samurai(2, 2).grid(bytes(Board.samurai(2, 2).cells)),
    (EXAMPLES / "hardest.txt").read_text()[:1500],
    "Grid 01\n12..\n..34\n2...\n....\nGrid 02\n1 0 . .\n. . 2 .\n. . . .\n. . . .\n1.0..2..........\n",
    "*-----*\n|12|..|\n|3.|..|\n|--+--|\n|..|4.|\n|..|.1|\n*-----*\n1,2,3,4\n3,4,0,0\n0,0,0,0\n0,0,0,0\n",
    f"{NUMBERS}\n{NUMBERS}\n" + NUMBERS.replace(" ", ","),
    "+-----+-----+\n|   2 |   4 |\n| 3 4 |     |\n+-----+-----+\n|     |     |\n| 4   | 2   |\n+-----+-----+\n" * 2,
    "12 3 4 124\n3 4 12 12\n124 12 3 4\n4 12 12 3\n" * 2 + "{12} 3 4 124\n3 4 u1 12\n124 12 3 4\n4 12 12 3\n",
    f":0000:x:{EASY}:::\n:0300:4:+5{EASY[1:]}:124 135::\n:0000:x:{EASY}:999 100::\n{EASY}\n",
    f"[Puzzle]\n12..\n..34\n2...\n....\n[State]\n1234\n..34\n2...\n....\n[Puzzle]\n{'.' * 16}\n",
    f"https://www.sudokuwiki.org/sudoku.htm?bd={EASY}\nhttps://sudoku.coach/en/play/{EASY}\n{EASY}\n",
    f'<ksudoku><graph order="9" type="sudoku"/><values>{"b_c" * 27}</values><c x="1" y="2">3</c></ksudoku>\n',
    f'<?xml version="1.0"?>\n<opensudoku>\n<game data="{EASY}"/>\n<game data="12"/></opensudoku>\n',
    "1 2 3 4 5 6 7 8 9 " * 6 + "\n" + "ABCD.D..C...B...\n",
]
COLUMNS = [
    f"puzzle,solution\n{EASY},{SOLVED}\n{EASY[:-1]},{SOLVED}\n",
    f'quizzes;level\n"{EASY}";easy\n"{EASY}""",3\n',
    f"id\n{EASY}#easy\n,{EASY}\n",
    f"sudoku\t\n{EASY}\t9\n{EASY},,,\n1,{EASY}\n",
    f"id,puzzle,solution\n1,{EASY},{SOLVED}\n2,{EASY[1:]},{SOLVED}\n3,{EASY},x\n4\n",
    f"0a {EASY} 1.2\n0b {EASY} 1.3\n  0c  {EASY}\n",
]


def source(data: bytes) -> None:
    """Read a source; the first byte chooses a board."""
    board, text = boards()[number(data, len(boards()))], data[1:]
    found = records(io.BytesIO(text), board)
    packed = text[:1] in (b"\x1f", b"\xfd", b"\x28", b"P", b"A") or b"<" in text[:20]  # lines of what it holds
    n_lines = 2**62 if packed else text.count(b"\n") + text.count(b"\r") + 1
    for record in found:
        if isinstance(record, Refused):
            continue
        assert 1 <= record.line <= n_lines
        assert (record.error is None) == (record.puzzle is not None) == (record.board is not None)
        if record.puzzle is None:
            assert record.error.startswith(f"s:{record.line}: ") and len(record.error) < 400, record.error
        else:
            again = record.board.parse(record.board.line(record.puzzle))
            assert again == record.puzzle
    with patch.object(LineReader, "block", lambda *_: None):
        assert records(io.BytesIO(text), board) == found
    assert records(Pieces(text), board) == found


def records(stream: Any, board: Board | None) -> list[Any]:
    """Return the puzzles of a source, and the error that ends it, if any."""
    found: list[Any] = []
    try:
        found.extend(read_puzzles(stream, "s", board))
    except SourceError as error:
        assert str(error).startswith("s: ")
        found.append(Refused(error))
    return found


class Pieces(io.BytesIO):
    """A stream that delivers a few bytes at a time."""

    def read1(self, size: int | None = -1) -> bytes:
        return super().read(7 + len(self.getbuffer()) // 50)


lines = reader("lines", [first + text for text in LINES for first in ("\0", "\2")], 4096, repeats=True)(source)
csv = reader("csv", ["\0" + text for text in COLUMNS], 2048, repeats=True)(source)


# ---- one puzzle

DRAWN = "1 2|3 4\n3 4|1 2\n---+---\n2 1|4 3\n4 3|2 1"
GRIDS = [
    *(f"\0{text}" for text in (EASY, SUKAKU, "." * 64, "." * 729, TWELVE, DRAWN, NUMBERS)),
    *(chr(k) + board.grid(bytes(board.cells)) for k, board in enumerate(boards()) if board),
    "\3" + SUKAKU,
    "\3" + "²" * 16,
    "\3١" * 16,
]


@reader("grids", GRIDS, 2048, repeats=True)
def grids(data: bytes) -> None:
    own = boards()[number(data, len(boards()))]
    text = data[1:].decode("utf-8", "replace")
    found = attempt(Board.read, text, own)
    if isinstance(found, Refused):
        assert len(found) < 400, found
        return
    board, puzzle = found
    assert len(puzzle) == board.cells
    assert board.parse(board.line(puzzle)) == board.parse(board.grid(puzzle)) == puzzle
    assert board.from_array(puzzle) == puzzle
    attempt(board.check, puzzle, says=r"\w[\w ]* has digit . twice, at ")
    if own is None and board.plain:
        assert Board.read(board.grid(puzzle)) == found


REGIONS = ["1112 1332 4322 4443", "aab bb. c..", JIGSAW, "\ufeffaabb\r\naabb\nccdd\nccdd", b"\xff\xfe1", "1", ""]


@reader("regions", REGIONS, 1600, repeats=True)
def regions(data: bytes) -> None:
    path = folder() / "regions"
    path.write_bytes(data)
    board = attempt(_jigsaw, str(path), None, says=f"{path}: .")
    if not isinstance(board, Refused):
        assert Board(regions=board.region_text) == board == eval(repr(board))
        assert board.parse(board.grid(bytes(board.cells))) == bytes(board.cells)


# ---- rules and links

RULES = [
    '{"box": "2x2", "variants": ["x", "anti-knight"], "even": "r1c1 r2c2", "odd": ["r3c3", 5]}',
    '{"box": "2x2", "killer": [[5, "r1c1 r1c2"], [null, "r2c3 r3c3"]], "thermometers": ["r1c1 r2c1 r3c1"]}',
    '{"box": "2x3", "white": ["r1c1 r1c2"], "black": ["r3c4 r4c4"], "all dots": ["white", "black"]}',
    '{"regions": ["1112", "1332", "4322", "4443"], "extra regions": ["r1c1 r2c2 r3c3 r4c4", "r1c4 r2c3"]}',
    '{"regions": [[1, 1], [2, 2]], "variants": ["anti-king", "non-consecutive"]}',
    '{"box": "samurai", "variants": ["windoku", "disjoint-groups"]}',
    '{"box": "36x1"}',
    '{"box": "9x9"}',
    "[" * 990,
    '{"box": ' + "[" * 970 + "]" * 970 + "}",
    '{"even": ' + "9" * 5000 + "}",
    "{" + ", ".join(f'"{key}": []' for key in KEYS) + "}",
]


@reader("rules", RULES, 1024)
def rules(data: bytes) -> None:
    path = folder() / "rules"
    path.write_bytes(data)
    board = attempt(board_in, str(path), says=f"{path}: .")
    if not isinstance(board, Refused):
        _same(board)


def _same(board: Board) -> None:
    names = {name: getattr(sudoku.variants, name) for name in sudoku.variants.__all__}
    assert eval(repr(board), {**names, "Board": Board}) == board
    assert str(board)


def _drawn(size: int, **rules: Any) -> dict[str, Any]:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **rules}


_REGIONED = _drawn(4)
for _k, _row in enumerate(_REGIONED["grid"]):
    for _c, _cell in enumerate(_row):
        _cell["region"] = _c
_REGIONED["grid"][0][1] |= {"value": 3, "given": True, "givenPencilMarks": [1, 3]}
JSONS = [
    _REGIONED,
    _drawn(4, antiknight=True, antiking=True, nonconsecutive=True, disjointgroups=True, title="é☃", line=[1]),
    _drawn(4, killercage=[{"cells": ["R1C1", "R1C2"], "value": "5"}, {"cells": []}], negative=["ratio"]),
    _drawn(4, thermometer=[{"lines": [["R1C1", "R2C1"]]}], extraregion=[{"cells": ["R1C1", "R2C2"]}]),
    _drawn(4, even=[{"cell": "R1C1"}], odd=[{"cell": "R2C2"}], ratio=[{"cells": ["R1C1", "R1C2"], "value": ""}]),
    _drawn(4, difference=[{"cells": ["R1C1", "R2C1"], "value": "1"}], **{"diagonal+": True, "diagonal-": True}),
    _drawn(1),
    {"size": True, "grid": [[{"value": 1e400, "given": 1}]]},
]
PACKED = ["Q===", "BYUwNmD2Q===", "IY18aQ==", "HYS8wGShJA==", "N4IgzglgXgpiBcAWANCA", "é"]
LINKS = [
    *(json.dumps(puzzle) for puzzle in JSONS),
    *(f"https://www.f-puzzles.com/?load={pack(json.dumps(puzzle))}" for puzzle in JSONS[:2]),
    "https://sudokupad.app/fpuzzles" + pack(json.dumps(JSONS[6])),
    "https://sudokupad.app/sclN4IgzglgXgpiBcAWANCALhNAbO8QGUBbAQyyxFQHMAnCA",
    "https://sudokupad.app/" + packed_pad(drawing(givens="1", cages=[{"cells": [[0, 0], [0, 1]], "unique": True}])),
    zipped(drawing(3, 3, regions=[], lines=[{"color": "#34BBE6", "thickness": 2, "wayPoints": [[0, 0], [9, 9]]}])),
    "https://sudokupad.app/pzgh3qnbba",
    "https://x/?load=%4e%ff%",
    '{"size": ' + "[" * 980 + "]" * 980 + ', "grid": [1]}',
    '{"grid": [' * 400,
]


@reader("links", LINKS, 2048)
def links(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    found = attempt(read_link, text)
    if isinstance(found, Refused):
        assert len(found) < 500, found
        return
    assert found.board.parse(found.board.line(found.puzzle)) == found.puzzle
    _same(found.board)
    if text.strip().startswith("{") and len(text) < 250:
        packed = pack(text.strip()).replace("+", "%2B")
        assert read_link(f"https://www.f-puzzles.com/?load={packed}") == found


@reader("packed", [*PACKED, pack("abababab" * 20), pack("☃")], 4096, repeats=True)
def packed(data: bytes) -> None:
    text = attempt(unpack, data.decode("utf-8", "replace"), says="the packed text |character .* is not one of base 64")
    if not isinstance(text, Refused) and len(text) < 400:
        assert unpack(pack(text)) == text
    plain = data[:200].decode("utf-8", "replace")
    assert unpack(pack(plain)) == plain


# ---- arguments of the generator


@reader("masks", ["\3\1#?.2 10.. .... ....", "\3\4" + "?" * 16, "\5\2" + "#" * 16, "\4\7" + "." * 56], 512)
def masks(data: bytes) -> None:
    board = boards()[number(data, len(boards()))] or Board()
    symmetry = list(SYMMETRIES)[number(data[1:], len(SYMMETRIES))]
    text = data[2:].decode("utf-8", "replace")
    marks = attempt(read_mask, board, text, says="a mask of |mask: r[0-9]+c[0-9]+ is ")
    wish = attempt(Requirements.of, board, None, symmetry, text, None, None, False, says="a mask of |mask: |symmetry ")
    if not isinstance(marks, Refused):
        assert read_mask(board, "".join(".?#"[mark] for mark in marks)) == read_mask(board, marks) == marks
    if not isinstance(wish, Refused):
        assert set(wish.pattern.fixed) <= set(wish.pattern.cells)
        attempt(str, wish.impossible())


WISHES = [
    *("24-28\nhard\nX-Wing\nXY-Wing", "17\n1.5-3\n\n", "-1\n3-1\nx_wing\nx wing"),
    *("1_0\nnan-nan\n\nnaked single", "x\ninf\n\n", "٣\n1e5"),
]


@reader("wishes", WISHES, 256)
def wishes(data: bytes) -> None:
    """Read lines: number of clues, level, required and forbidden techniques, then anything that takes one word."""
    asked = [*words(data), "", "", "", ""]
    clues = attempt(_clues, asked[0], errors=ArgumentTypeError, says="['\"].*['\"] is not a number of clues")
    difficulty = _difficulty(asked[1])
    techniques = {key: text.split(",") for key, text in zip(("require", "forbid"), asked[2:4], strict=True) if text}
    if not isinstance(clues, Refused):
        wish = attempt(Requirements.of, None, clues, "none", None, difficulty, techniques, False)
        assert isinstance(wish, Refused) or 0 <= wish.low <= wish.high <= 81
    for text in islice(asked, 4):
        for read in (positive, seconds, _port, _box):
            attempt(read, text, errors=ArgumentTypeError)


VALUES = ["[[1,2],[0,0]]", "[1,0,0,2]", "[true,1.5,null,2]", "[[],[]]", "[[[1]]]", "9" * 400, "[0,0,0,256]"]


@reader("values", VALUES, 256)
def values(data: bytes) -> None:
    board = Board(1, 2)
    given = attempt(json.loads, data.decode("utf-8", "replace"), errors=(ValueError, RecursionError))
    puzzle = attempt(board.from_array, given, errors=(TypeError, ValueError))
    if not isinstance(puzzle, Refused):
        assert board.from_array(list(puzzle)) == puzzle == board.parse(board.line(puzzle))


READERS: tuple[Reader, ...] = (lines, csv, grids, regions, rules, links, packed, masks, wishes, values)
