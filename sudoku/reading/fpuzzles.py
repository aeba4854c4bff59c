# SPDX-License-Identifier: MIT
"""Imports puzzles from f-puzzles and SudokuPad: a link, or the JSON in it.

    https://www.f-puzzles.com/?load=N4Ig...        packed JSON: size, grid, antiknight, killercage, thermometer, ...
    https://sudokupad.app/fpuzzlesN4Ig...          the same; also fpuz..., and ?puzzleid=fpuzzles...
    https://sudokupad.app/sclN4Sw...               SudokuPad's own, or ctc...: a drawing (sudokupad.py)
    https://swaroopg92.github.io/penpa-edit/#m=... a drawing of Penpa (penpa.py)
    https://sudokupad.app/pzgh3qnbba               stored on a server, and we fetch nothing: refused

We import each rule of fpuzzles_rules.py and refuse any other by its name, because without it the puzzle would be a
different one. Purely decorative elements (lines, circles, texts) are listed in `drawn`. Of the words of a puzzle, we
read "chaos construction", on a board without regions; and in puzzles of SudokuPad, digits from 0 and words about cages.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple
from urllib.parse import unquote

from dlx.system.public import public

from ..board.board import Board
from ..board.digits import DIGITS, LARGEST_SIDE
from ..board.json_form import ENTERED_LINE, LINE, RULES_OBJECT, TEXT, Fact, JsonForm, many
from ..board.rules import Variant
from ..board.shapes import usual_box
from ..board.variants import ChaosConstruction, Pencilmarks
from ..board.words import listed, short
from .documents import document
from .fpuzzles_rules import RULE_KEYS, number, read_rules
from .links import read_plain_link
from .lzstring import unpack
from .penpa import penpa_data, read_penpa
from .records import rules_of, with_entered
from .sudokupad import PadDrawing, as_fpuzzles, is_drawing
from .zipped import unzip

DECORATIONS = {  # key: name
    "cage": "cages",
    "circle": "circles",
    "line": "lines",
    "rectangle": "rectangles",
    "text": "texts",
    "fogofwar": "fog",
    "foglight": "lights in the fog",
}
DRAWN = DECORATIONS | {  # elements of SudokuPad besides
    "arrow": "arrows",
    "centremarks": "marks in cells",
    "global": "rules of the whole board",
    "words": "rules in words",
}
MOST_WORDS = 600  # characters of the words of a puzzle in a note
SILENT = {  # words, answers, and settings of a program
    *("size", "grid", "title", "author", "ruleset", "solution", "disabledlogic", "truecandidatesoptions"),
    *("highlightConflicts", "metadata", "msgcorrect", "successMessage"),
}

_DATA = re.compile(r"[?&#](?:load|fpuzzle)=([^&#]*)", re.IGNORECASE)
_PAD = re.compile(r"(?:^|[/=])(?:fpuzzles|fpuz|(?:scl|ctc)(?=N4|%7B|\{|[\w+/%=]{20}))([^?&#]*)")
_EMPTY_SITES = re.compile(r"://(?:www\.)?(?:f-puzzles\.com|sudokupad\.app)", re.IGNORECASE)
_OTHER_PAD = re.compile(r"(?:^|[/=])(scf|penpa)[A-Za-z0-9+/%]{12,}")
_SITES = r"sudokupad\.app|crackingthecryptic\.com|cracking-the-cryptic\.web\.app|svencodes\.com"
_SHORT = re.compile(rf"(?:{_SITES})/(?:[^?#]*[?&]puzzleid=|sudoku/)?([\w/-]+)")


IMPORTED_FORM = JsonForm(
    "the puzzle of a link",
    board=Fact(TEXT, lambda found: str(found.board)),
    rules=Fact(RULES_OBJECT, lambda found: rules_of(found.board)),
    puzzle=Fact(LINE, lambda found: found.board.line(found.puzzle)),
    title=TEXT,
    drawn=Fact(many(TEXT), lambda found: [*found.drawn]),
    ruleset={"description": "The rules in the words of the author", **TEXT},
    entered=Fact(ENTERED_LINE, lambda found: found.board.line(found.entered) if found.entered else None),
)


@public("sudoku")
class Imported(NamedTuple):
    """An imported puzzle."""

    board: Board
    puzzle: bytes
    title: str
    drawn: tuple[str, ...]  # elements of the picture that are not rules: lines, circles, texts; "words" with more rules
    ruleset: str = ""  # the rules in the words of its author
    entered: bytes = b""  # digits entered by its solver, 0 in other cells; empty without any

    @property
    def values(self) -> bytes:
        """The clues, and the digits entered besides."""
        return with_entered(self.puzzle, self.entered)

    @property
    def note(self) -> str:
        """What a solver must know: the elements without a rule, and the author's words; empty without such elements."""
        if not self.drawn:
            return ""
        words = " ".join(self.ruleset.split())
        words = words if len(words) <= MOST_WORDS else f"{words[:MOST_WORDS]} ..."
        if self.drawn == ("words",) and words:
            return f"the words of the puzzle may have rules that we do not read: {words}"
        if self.drawn == ("words",):
            return "the puzzle has no words about its rules, and may have rules that we do not read"
        drawn = f"only drawn, without a rule: {listed(DRAWN.get(key, key) for key in self.drawn if key != 'words')}"
        return f"{drawn}; the words of the puzzle: {words}" if words else drawn

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle for `json.dumps`: the board in words, and its rules as in a file of rules."""
        return IMPORTED_FORM.of(self)


def read_link(source: str) -> Imported:
    """Return the puzzle of a link to f-puzzles or SudokuPad, or of its JSON; or of a link that holds 81 cells.

    SudokuPad's own links (scl...) hold a drawing, with rules in words. `note` names the elements without a rule. The
    digits entered by a solver are in `entered`, and no clues; `sudoku.hint(read_link(...))` continues from them.

    Raises ValueError for a link that is cut short or of another kind, and, naming them, for rules unknown here. Raises
    TypeError if the link is no text.

    >>> import json
    >>> grid = [[{}, {"value": 2, "given": True}, {}, {}]] + [[{}] * 4] * 3
    >>> found = read_link(json.dumps({"size": 4, "grid": grid, "antiking": True}))
    >>> str(found.board), found.board.line(found.puzzle)
    ('4x4 board with anti-king', '.2..............')
    """
    if not isinstance(source, str):
        raise TypeError(f"a link must be a str, not {type(source).__name__}")
    source = source.strip()
    plain = None if source.startswith("{") else read_plain_link(source)
    if plain:
        return Imported(*plain, "", ())
    penpa = None if source.startswith("{") else penpa_data(source)
    if penpa is not None:
        return Imported(*read_penpa(penpa))
    if not source.startswith("{"):
        source = _unpack_link(source)
    puzzle = _json(source)
    return _import_puzzle(as_fpuzzles(puzzle) if is_drawing(puzzle) else PadDrawing(puzzle, (), 1, 0))


def _json(text: str) -> Any:
    """Return the value of JSON, also in the notation of SudokuPad."""
    try:
        return document(text)
    except (ValueError, RecursionError):
        pass
    try:
        if text.startswith("{"):
            return unzip(text)
    except (ValueError, RecursionError):
        pass
    raise ValueError("the link contains no JSON; it is truncated, or not from f-puzzles or SudokuPad")


def _unpack_link(link: str) -> str:
    """Return the JSON in a link."""
    match = _DATA.search(link) or _PAD.search(link)
    if not match:
        _refuse_other(link)
    packed = unquote(match[1] if match else link)
    if packed.startswith("{"):
        return packed
    try:
        return unpack(packed.replace(" ", "+"))
    except ValueError as error:
        raise ValueError(f"cannot decode the link: {error}") from None


def _refuse_other(link: str) -> None:
    """Raise ValueError for a link without a puzzle that we read; a text that is no link may be packed JSON."""
    other, name = _OTHER_PAD.search(link), _SHORT.search(link)
    if other:
        raise ValueError(
            f"we do not read SudokuPad's form {other[1]!r}; open the link, and copy the long link of f-puzzles"
        )
    if name:
        what = f"{short(link)} contains no puzzle but its name on a server, and we fetch nothing"
        text = f"https://sudokupad.app/api/puzzle/{name[1]}"
        raise ValueError(f"{what}; open {text} in a browser, and copy the text that it shows")
    if "://" in link and not _EMPTY_SITES.search(link):
        what = f"{short(link)} has no puzzle in a form that we read"
        raise ValueError(f"{what}; open it, and copy the digits, with . for an empty cell, or a link to f-puzzles")
    if "://" in link:
        raise ValueError(f"{short(link)} contains no puzzle; open it, and copy the long link (of f-puzzles)")


def _import_puzzle(drawing: PadDrawing) -> Imported:
    puzzle, first_digit = drawing.puzzle, drawing.first_digit
    if not isinstance(puzzle, dict) or "grid" not in puzzle:
        raise ValueError(
            "the JSON has no 'grid' as f-puzzles writes it, and no puzzle under a usual name (puzzle, board, ...); "
            "name the right one (--column)"
        )
    rules = {key: value for key, value in puzzle.items() if value and key not in SILENT}
    unknown = [key for key in rules if key not in RULE_KEYS and key not in DECORATIONS]
    if unknown:
        raise ValueError(f"unsupported rules: {listed(sorted(unknown))}")
    cells = _grid(puzzle)
    try:
        board = _board(cells, first_digit, drawing.digits)
        variants = [*read_rules(rules, len(cells)), *_marks(cells), *_in_words(puzzle, board)]
        board = board.with_variants(*variants)
        found, others = (
            board.from_array([_digit(cell, first_digit, given) for row in cells for cell in row])
            for given in (True, False)
        )
    except (TypeError, AttributeError, KeyError) as error:
        raise ValueError(f"the JSON is not in the format of f-puzzles: {error}") from None
    title, ruleset = (str(puzzle.get(key) or "") for key in ("title", "ruleset"))
    drawn = (*(key for key in DECORATIONS if key in rules), *drawing.drawn)
    return Imported(board, found, title, drawn, ruleset, others if any(others) else b"")


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


def _board(cells: list[list[dict[str, Any]]], first_digit: int, digits: int) -> Board:
    """Return the board without variants.

    A cell without an explicit region belongs to the region of its box, and a cell with the region null to none. The
    cells of a region with fewer cells than digits hold different ones.
    """
    size = len(cells)
    boxes = Board(*usual_box(size), first_digit=first_digit)
    flat = [cell for row in cells for cell in row]
    own: list[Any] = [cell.get("region", boxes.box_of(at)) for at, cell in enumerate(flat)]
    if all(region is None for region in own):
        return Board(1, size, first_digit=first_digit)  # no regions: a Latin square
    own = [(at, "alone") if region is None else region for at, region in enumerate(own)]
    sizes = Counter(own)
    shape = None if max(sizes.values()) > max(size, digits) else (size, size)
    jigsaw = Board(regions=own, size=shape, first_digit=first_digit)
    heights = (height for height in range(2, size) if size % height == 0)
    drawn = (Board(height, size // height, first_digit=first_digit) for height in heights)
    return next((board for board in (boxes, *drawn) if _regions(board) == jigsaw.regions), jigsaw)


def _in_words(puzzle: dict[str, Any], board: Board) -> list[Variant]:
    """Return chaos construction if the words of a puzzle without regions name it; f-puzzles has no key for it."""
    free = board.regions is None and board.box_height == 1
    named = "chaos construction" in " ".join(str(puzzle.get("ruleset") or "").lower().split())
    return [ChaosConstruction()] if free and named and board.side > 1 else []


def _regions(board: Board) -> tuple[int, ...]:
    """Return the boxes of a board as regions."""
    boxes = [board.box_of(cell) for cell in range(board.cells)]
    order = {box: number for number, box in enumerate(dict.fromkeys(boxes))}
    return tuple(order[box] for box in boxes)


def _digit(cell: dict[str, Any], first_digit: int, given: bool) -> int:
    """Return the clue in a cell, or the digit entered by a solver, plus 1 if digits begin at 0; 0 without it."""
    value = number(cell.get("value"), "a cell") if bool(cell.get("given")) is given else None
    return 0 if value is None else value + 1 - first_digit


def _marks(cells: list[list[dict[str, Any]]]) -> list[Variant]:
    """Return the candidates given for cells, if there are any."""
    size = len(cells)
    marks = [cell.get("givenPencilMarks") or () for row in cells for cell in row]
    if not any(marks):
        return []
    digits = range(1, size + 1)
    lines = ("".join(DIGITS[d - 1] if not own or d in own else "." for d in digits) for own in marks)
    return [Pencilmarks("".join(lines))]
