# SPDX-License-Identifier: MIT
"""Imports puzzles from f-puzzles and SudokuPad: a link, or the JSON in it.

    https://www.f-puzzles.com/?load=N4Ig...        packed JSON: size, grid, antiknight, killercage, thermometer, ...
    https://sudokupad.app/fpuzzlesN4Ig...          the same; also fpuz..., and ?puzzleid=fpuzzles...
    https://sudokupad.app/sclN4Ig...               a drawing with rules for people, not for programs: refused
    https://sudokupad.app/pzgh3qnbba               stored on a server, and we fetch nothing: refused

We import each rule that has a variant here (sudoku/board/variants) and refuse any other by its name, because without
it the puzzle would be a different one. Purely decorative elements (lines, circles, texts) are listed in `drawn`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import unquote

from dlx.system.public import public

from ..board.board import Board
from ..board.digits import DIGITS, LARGEST_SIDE
from ..board.rules import Variant
from ..board.shapes import usual_box
from ..board.variants import (
    XV,
    AntiKing,
    AntiKnight,
    Arrows,
    BetweenLines,
    Clones,
    Diagonals,
    Differences,
    DisjointGroups,
    DoubleArrows,
    Entropic,
    Even,
    ExtraRegions,
    Indexing,
    Killer,
    Kropki,
    LittleKiller,
    Lockout,
    Maxima,
    Minima,
    Modular,
    Nabner,
    NonConsecutive,
    Odd,
    Palindromes,
    Pencilmarks,
    Quadruples,
    Ratios,
    RegionSums,
    Renban,
    Sandwich,
    Skyscrapers,
    SlowThermometers,
    Thermometers,
    Whispers,
    XSums,
    Zippers,
)
from ..board.words import listed, short
from .links import read_plain_link
from .lzstring import unpack

FLAGS: dict[str, Callable[[], Variant]] = {
    "diagonal+": lambda: Diagonals(falling=False),
    "diagonal-": lambda: Diagonals(rising=False),
    "antiknight": AntiKnight,
    "antiking": AntiKing,
    "nonconsecutive": NonConsecutive,
    "disjointgroups": DisjointGroups,
}
BOTH_DIAGONALS = {"diagonal+", "diagonal-"}
DECORATIONS = ("cage", "circle", "line", "rectangle", "text", "fogofwar", "foglight")
SILENT = {  # words, answers, and settings of a program
    *("size", "grid", "title", "author", "ruleset", "solution", "disabledlogic", "truecandidatesoptions"),
    *("highlightConflicts", "metadata", "msgcorrect", "successMessage"),
}
OF_LINES: dict[str, Callable[[list[Any]], Variant]] = {  # rules given as lines
    "thermometer": Thermometers,
    "slowthermometer": SlowThermometers,
    "palindrome": Palindromes,
    "renban": Renban,
    "betweenline": BetweenLines,
    "regionsumline": RegionSums,
    "zipperline": Zippers,
    "entropicline": Entropic,
    "modularline": Modular,
    "nabner": Nabner,
    "doublearrow": DoubleArrows,
}
OF_MARKS: dict[str, Callable[[list[Any]], Variant]] = {  # rules given as single cells
    "even": Even,
    "odd": Odd,
    "minimum": Minima,
    "maximum": Maxima,
}
OF_PLACES: dict[str, Callable[[list[Any]], Variant]] = {  # rules with a number outside the board
    "sandwichsum": Sandwich,
    "xsum": XSums,
    "skyscraper": Skyscrapers,
}
OF_GROUPS: dict[str, Callable[[list[Any]], Variant]] = {  # rules given as groups of cells, without a number
    "extraregion": ExtraRegions,
    "rowindexer": lambda groups: Indexing(chain(*groups), "row"),
    "columnindexer": lambda groups: Indexing(chain(*groups), "column"),
    "boxindexer": lambda groups: Indexing(chain(*groups), "box"),
}
OTHERS = (
    *("killercage", "whispers", "difference", "ratio", "xv", "negative", "arrow", "littlekillersum", "clone"),
    *("quadruple", "lockout"),
)
READ = (*OF_LINES, *OF_MARKS, *OF_PLACES, *OF_GROUPS, *OTHERS)
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
WAYS = {way: tuple(map(sum, zip(*map(STEPS.get, way), strict=True))) for way in ("UL", "UR", "DL", "DR")}

_DATA = re.compile(r"[?&#](?:load|fpuzzle)=([^&#]*)", re.IGNORECASE)
_PAD = re.compile(r"(?:^|[/=])(?:fpuzzles|fpuz)([^?&#]*)")
_OTHER_PAD = re.compile(r"(?:^|[/=])(scl|ctc|scf|penpa)[A-Za-z0-9+/%]{20,}")


@public("sudoku")
class Imported(NamedTuple):
    """An imported puzzle."""

    board: Board
    puzzle: bytes
    title: str
    drawn: tuple[str, ...]  # elements of the picture that are not rules: lines, circles, texts

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle for `json.dumps`; the board is described in words."""
        line = self.board.line(self.puzzle)
        return {"board": str(self.board), "puzzle": line, "title": self.title, "drawn": list(self.drawn)}


def read_link(source: str) -> Imported:
    """Return the puzzle of a link to f-puzzles or SudokuPad, or of its JSON; or of a link that holds 81 cells.

    Raises ValueError for a link that is cut short or of another kind, and, naming them, for rules unknown here.

    >>> grid = [[{}, {"value": 2, "given": True}, {}, {}]] + [[{}] * 4] * 3
    >>> found = read_link(json.dumps({"size": 4, "grid": grid, "antiking": True}))
    >>> str(found.board), found.board.line(found.puzzle)
    ('4x4 board with anti-king', '.2..............')
    """
    source = source.strip()
    plain = None if source.startswith("{") else read_plain_link(source)
    if plain:
        return Imported(*plain, "", ())
    if not source.startswith("{"):
        source = _unpack_link(source)
    try:
        puzzle = json.loads(source)
    except (ValueError, RecursionError):
        raise ValueError("the link contains no JSON; it is truncated, or not from f-puzzles") from None
    return _import_puzzle(puzzle)


def _unpack_link(link: str) -> str:
    """Return the JSON in a link."""
    match = _DATA.search(link) or _PAD.search(link)
    if not match:
        other = _OTHER_PAD.search(link)
        if other:
            kind = f"a SudokuPad puzzle of the kind {other[1]!r}"
            raise ValueError(f"{kind} is a drawing whose rules are in words only; export it to f-puzzles")
        if "://" in link:
            raise ValueError(f"{short(link)} contains no puzzle; open it, and copy the long link (of f-puzzles)")
    packed = unquote(match[1] if match else link).replace(" ", "+")
    try:
        return unpack(packed)
    except ValueError as error:
        raise ValueError(f"cannot decode the link: {error}") from None


def _import_puzzle(puzzle: Any) -> Imported:
    if not isinstance(puzzle, dict) or "grid" not in puzzle:
        raise ValueError("the JSON has no 'grid'; it is not from f-puzzles")
    rules = {key: value for key, value in puzzle.items() if value and key not in SILENT}
    unknown = [key for key in rules if key not in FLAGS and key not in READ and key not in DECORATIONS]
    if unknown:
        raise ValueError(f"unsupported rules: {listed(sorted(unknown))}")
    cells = _grid(puzzle)
    try:
        board = _board(cells)
        variants = [*_flags(rules), *_with_cells(rules, len(cells)), *_marks(cells)]
        board = board.with_variants(*variants)
        values = [_given(cell) for row in cells for cell in row]
        found = board.from_array(values)
    except (TypeError, AttributeError, KeyError) as error:
        raise ValueError(f"the JSON is not in the format of f-puzzles: {error}") from None
    return Imported(board, found, str(puzzle.get("title") or ""), tuple(key for key in DECORATIONS if key in rules))


def _grid(puzzle: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the cells, checked to be a square."""
    grid = puzzle["grid"]
    size = puzzle.get("size", len(grid) if isinstance(grid, list) else None)
    if not isinstance(size, int) or not 1 <= size <= LARGEST_SIDE:
        raise ValueError(f"size {short(size)}: a board has 1 to {LARGEST_SIDE} rows")
    rows = grid if isinstance(grid, list) else []
    if len(rows) != size or any(not isinstance(row, list) or len(row) != size for row in rows):
        raise ValueError(f"the grid is not {size} rows of {size} cells")
    if any(not isinstance(cell, dict) for row in rows for cell in row):
        raise ValueError("the grid contains an entry that is not a cell")
    return rows


def _board(cells: list[list[dict[str, Any]]]) -> Board:
    """Return the board without variants: a cell without an explicit region belongs to the region of its box."""
    size = len(cells)
    boxes = Board(*usual_box(size))
    flat = [cell for row in cells for cell in row]
    own = [cell.get("region", boxes.box_of(at)) for at, cell in enumerate(flat)]
    if all(region is None for region in own):
        return Board(1, size)  # no regions: a Latin square
    if any(region is None for region in own):
        raise ValueError("some cells have a region and others have none")
    jigsaw = Board(regions=own)
    drawn = (Board(height, size // height) for height in range(2, size) if size % height == 0)
    return next((board for board in (boxes, *drawn) if _regions(board) == jigsaw.regions), jigsaw)


def _regions(board: Board) -> tuple[int, ...]:
    """Return the boxes of a board as regions."""
    boxes = [board.box_of(cell) for cell in range(board.cells)]
    order = {box: number for number, box in enumerate(dict.fromkeys(boxes))}
    return tuple(order[box] for box in boxes)


def _given(cell: dict[str, Any]) -> int:
    """Return the clue in a cell; a digit entered by a solver is not a clue."""
    return (_number(cell.get("value"), "a cell") or 0) if cell.get("given") else 0


def _marks(cells: list[list[dict[str, Any]]]) -> list[Variant]:
    """Return the candidates given for cells, if there are any."""
    size = len(cells)
    marks = [cell.get("givenPencilMarks") or () for row in cells for cell in row]
    if not any(marks):
        return []
    digits = range(1, size + 1)
    lines = ("".join(DIGITS[d - 1] if not own or d in own else "." for d in digits) for own in marks)
    return [Pencilmarks("".join(lines))]


def _flags(rules: dict[str, Any]) -> list[Variant]:
    """Return the variants without cells. With white dots, "nonconsecutive" says that all of them are given."""
    if "nonconsecutive" in rules and _usual(rules, "difference", 1):
        rules["negative"] = [*rules.get("negative", ()), "difference"]
        del rules["nonconsecutive"]
    both = [rules.pop(key) for key in BOTH_DIAGONALS] if rules.keys() >= BOTH_DIAGONALS else []
    return [*([Diagonals()] if both else []), *(make() for key, make in FLAGS.items() if key in rules)]


def _with_cells(rules: dict[str, Any], size: int) -> list[Variant]:
    """Return the variants that name cells."""
    found: list[Variant] = []
    if "killercage" in rules:
        cages = [cage for cage in rules["killercage"] if cage["cells"]]
        found.append(Killer([(_number(cage.get("value"), "killercage"), cage["cells"]) for cage in cages]))
    found += [make([entry["cells"] for entry in rules[key]]) for key, make in OF_GROUPS.items() if key in rules]
    found += [make(_lines(rules[key])) for key, make in OF_LINES.items() if key in rules]
    found += [make([entry["cell"] for entry in rules[key]]) for key, make in OF_MARKS.items() if key in rules]
    found += [make(_places(rules[key], key)) for key, make in OF_PLACES.items() if key in rules]
    found += _with_least(rules, "whispers", Whispers, (size + 1) // 2)
    found += _with_least(rules, "lockout", Lockout, 4)
    found += _dots(rules)
    if "arrow" in rules:
        found.append(Arrows([(a["cells"], line[1:]) for a in rules["arrow"] for line in a["lines"]]))
    if "littlekillersum" in rules:
        clues = [entry for entry in rules["littlekillersum"] if _number(entry.get("value"), "littlekillersum")]
        found.append(LittleKiller([(_number(e["value"], ""), _first_cell(e)) for e in clues]))
    if "clone" in rules:
        found.append(Clones([(entry["cells"], entry["cloneCells"]) for entry in rules["clone"]]))
    if "quadruple" in rules:
        found.append(Quadruples([(e["values"], e["cells"]) for e in rules["quadruple"] if e["values"]]))
    return found


def _lines(entries: Iterable[dict[str, Any]]) -> list[Any]:
    return [line for entry in entries for line in entry["lines"]]


def _places(entries: Iterable[dict[str, Any]], key: str) -> list[Any]:
    """Return the clues outside the board; one without a number is a drawing."""
    values = [(_number(entry.get("value"), key), entry["cell"]) for entry in entries]
    return [(value, place) for value, place in values if value is not None]


def _first_cell(entry: dict[str, Any]) -> str:
    """Return the place of a clue outside the board, and the first cell on its way."""
    match = re.fullmatch("R([0-9]+)C([0-9]+)", entry["cell"])
    way = WAYS.get(str(entry.get("direction")))
    if not match or not way:
        raise ValueError(f"littlekillersum {short(entry)} has no place or no direction")
    return f"{match[0]} R{int(match[1]) + way[0]}C{int(match[2]) + way[1]}"


def _with_least(
    rules: dict[str, Any], key: str, make: Callable[[list[Any], int], Variant], usual: int
) -> Iterator[Variant]:
    """Yield the lines with a least difference, those of one difference together."""
    lines: dict[int, list[Any]] = {}
    for entry in rules.get(key, ()):
        lines.setdefault(_number(entry.get("value"), key) or usual, []).extend(entry["lines"])
    for least, several in lines.items():
        yield make(several, least)


def _dots(rules: dict[str, Any]) -> Iterator[Variant]:
    """Yield the marks between neighbors, which may be all there are (`negative`)."""
    negative = set(rules.get("negative", ()))
    other = sorted(negative - {"difference", "ratio", "xv"})
    if other:
        raise ValueError(f"unsupported rules: negative {listed(other)}")
    white, black = _usual(rules, "difference", 1), _usual(rules, "ratio", 2)
    if white or black or negative & {"difference", "ratio"}:
        yield Kropki(white, black, "difference" in negative, "ratio" in negative)
    for key, usual, make in (("difference", 1, Differences), ("ratio", 2, Ratios)):
        numbers = [(_number(entry.get("value"), key) or usual, entry["cells"]) for entry in rules.get(key, ())]
        if any(number != usual for number, _ in numbers):
            yield make([(number, cells) for number, cells in numbers if number != usual])
    marks = [(_xv(entry.get("value")), entry["cells"]) for entry in rules.get("xv", ())]
    if marks or "xv" in negative:
        yield XV(marks, "xv" in negative)


def _usual(rules: dict[str, Any], key: str, usual: int) -> list[Any]:
    """Return the cells of the dots with the usual number."""
    return [entry["cells"] for entry in rules.get(key, ()) if (_number(entry.get("value"), key) or usual) == usual]


def _xv(value: Any) -> Any:
    if str(value).upper() in ("X", "V"):
        return value
    number = _number(value, "xv")
    if number is None:
        raise ValueError("xv has no value")
    return number


def _number(value: Any, key: str) -> int | None:
    """Return a number written as a number or as digits; None if left out."""
    if value in (None, ""):
        return None
    if isinstance(value, (int, str)) and re.fullmatch("[0-9]{1,6}", str(value).strip()):
        return int(value)
    raise ValueError(f"{key} has the value {short(value)}, which is not a number")
