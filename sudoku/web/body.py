# SPDX-License-Identifier: MIT
"""The request of a visitor, checked: this module reads and validates every field that an answer uses.

    {"board": "3x3", "puzzle": "53..7....", "values": ..., "candidates": [..]}      a JSON object
    {"board": "3x3", "rules": {"killer": [[8, "r1c1 r1c2"]]}, "puzzle": "........."}

The boards are a fixed list. `rules` add to them, in the form of sudoku/reading/rulesfile.py: variants, or the regions
of a jigsaw. While a visitor draws regions, "." stands for a cell without one. We keep a few boards with rules, and
limit the cells that rules name. All errors are ValueErrors with a sentence for the visitor; quoted input is truncated.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Any

from ..board.board import Board
from ..board.rules import Variant
from ..board.variants import ExtraRegions
from ..board.variants.parts import parts_of
from ..reading.rulesfile import shape_of, variants_of

BOARDS = {f"{board.box_height}x{board.box_width}": board for board in map(Board.of_side, (4, 6, 8, 9, 10, 12, 16))}
Facts = dict[str, Any]  # an answer

SIDES = {board.side for board in BOARDS.values()}
MOST_PUZZLE_CHARACTERS = 4096  # characters of a puzzle: a 16x16 board drawn with borders has 1,100
MOST_LINK_CHARACTERS = 32_768  # characters of a link, or of JSON
MOST_RULE_CELLS = 2000  # cells and values in all rules of a board
MOST_PART_CELLS = 50  # cells and values of one line, cage or clue
MOST_KEPT_BOARDS = 64  # boards with rules
LONGEST_NAME = 64  # characters of the name of a page
NO_REGION = "."  # in the regions of a jigsaw that is not complete yet
LARGEST_SEED = 2**53 - 1  # largest exact integer in JavaScript


class Body:
    """The object of a request, with a method for each kind of field.

    >>> body = Body({"board": "2x2", "puzzle": "1234 3412 2... ...."})
    >>> body.board().line(body.puzzle())
    '123434122.......'
    """

    def __init__(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise ValueError("the request must be a JSON object")
        self.fields: dict[str, Any] = fields

    def page(self) -> str:
        """Return the name that a page has given itself, or an empty text."""
        name = self.fields.get("page", "")
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise ValueError(f"'page' must be text of at most {LONGEST_NAME} characters")
        return name

    def text(self, key: str, most: int = MOST_PUZZLE_CHARACTERS) -> str:
        """Return a text of bounded length."""
        value = self.fields.get(key)
        if not isinstance(value, str):
            raise ValueError(f"{key!r} is missing" if value is None else f"{key!r} must be text")
        if len(value) > most:
            raise ValueError(f"{key!r} has {len(value):,} characters, more than {most:,}")
        return value

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of a few words."""
        value = self.fields.get(key, default)
        known = list(choices)
        if not isinstance(value, str) or value not in known:
            raise ValueError(f"{key!r} must be one of {', '.join(known)}")
        return value

    def number(self, key: str) -> int | None:
        """Return a whole number from 0, or None."""
        value = self.fields.get(key)
        if value is None:
            return None
        if type(value) is not int or not 0 <= value <= LARGEST_SEED:
            raise ValueError(f"{key!r} must be a whole number of 0 to {LARGEST_SEED}")
        return value

    def cells(self, board: Board) -> list[int]:
        """Return the selected cells, at least one, in the order of their selection."""
        cells = self.fields.get("cells")
        if (
            not isinstance(cells, list)
            or not cells
            or any(type(cell) is not int or not 0 <= cell < board.cells for cell in cells)
        ):
            raise ValueError(f"'cells' must be a list of numbers from 0 to {board.cells - 1}")
        return cells

    def base(self) -> Board:
        """Return the board without its rules, one of the page's boards."""
        return BOARDS[self.choice("board", BOARDS)]

    def board(self) -> Board:
        """Return the board with its rules."""
        base, rules = self.base(), self.fields.get("rules")
        if not rules:
            return base
        try:
            return _with_rules(self.fields["board"], json.dumps(rules))
        except RecursionError:
            raise ValueError("the rules are nested too deeply") from None

    def digits(self, key: str = "puzzle") -> bytes:
        """Return the digits by cell, which may contradict each other."""
        return self.board().parse(self.text(key))

    def puzzle(self, key: str = "puzzle") -> bytes:
        """Return the digits by cell; ValueError, naming both cells, for two equal digits in a house."""
        puzzle = self.digits(key)
        self.board().check(puzzle)
        return puzzle

    def candidates(self) -> list[int] | None:
        """Return the candidates the visitor left in each cell, as a set (bit 0 is digit 1); None if not sent."""
        masks = self.fields.get("candidates")
        if masks is None:
            return None
        board = self.board()
        if not isinstance(masks, list) or len(masks) != board.cells:
            raise ValueError(f"'candidates' must be a list of {board.cells} numbers, one a cell")
        for cell, mask in enumerate(masks):
            if type(mask) is not int or not 0 <= mask < 1 << board.side:
                raise ValueError(f"'candidates' of {board.cell_name(cell)}: not a set of digits of a {board}")
        return masks


@lru_cache(MOST_KEPT_BOARDS)
def _with_rules(name: str, text: str) -> Board:
    """Return a board with the rules of a JSON object."""
    rules = json.loads(text)
    try:
        if lacks_regions(rules):
            return _with_drawn_regions(BOARDS[name], rules)
        variants = variants_of(rules)
        _check_sizes(variants)
        shape = shape_of(rules, BOARDS[name])
        if shape != BOARDS[name] and (shape.regions is None or shape.side != BOARDS[name].side):
            raise ValueError(f"the rules are for another board ({shape.kind}) than 'board', which is {name}")
        return shape.with_variants(*variants)
    except (TypeError, ValueError) as error:
        raise ValueError(str(error)) from None


def lacks_regions(rules: Any) -> bool:
    """Return whether some cells of a jigsaw are in no region yet."""
    regions = rules.get("regions") if isinstance(rules, dict) else None
    return isinstance(regions, str) and NO_REGION in regions


def _with_drawn_regions(base: Board, rules: Facts) -> Board:
    """Return a board without boxes, whose digits differ within each region drawn so far."""
    regions = rules["regions"]
    if len(regions) != base.cells:
        raise ValueError(f"'regions' has {len(regions)} characters for {base.cells} cells")
    named = sorted((name, cell) for cell, name in enumerate(regions) if name != NO_REGION)
    drawn = [[cell for _, cell in some] for _, some in groupby(named, key=lambda pair: pair[0])]
    others = variants_of({key: value for key, value in rules.items() if key != "regions"})
    variants = [*others, ExtraRegions([[base.cell_name(cell) for cell in cells] for cells in drawn])]
    _check_sizes(variants)
    return Board(1, base.side).with_variants(*variants)


def _check_sizes(variants: Iterable[Variant]) -> None:
    """Refuse rules that name too many cells; the tables of some grow with the square of a line."""
    together = 0
    for number, variant in enumerate(variants):
        for part in parts_of(number, variant):
            size = _size(vars(part.variant).values())
            together += size
            if part.field and size > MOST_PART_CELLS:
                raise ValueError(f"{variant}: {size} cells, where the page takes at most {MOST_PART_CELLS}")
    if together > MOST_RULE_CELLS:
        raise ValueError(f"the rules name {together:,} cells, where the page takes at most {MOST_RULE_CELLS:,}")


def _size(values: Iterable[Any]) -> int:
    """Return the number of names and numbers in nested tuples."""
    return sum(_size(value) if isinstance(value, tuple) else 1 for value in values)


def shown(board: Board) -> Board:
    """Return a board, if the page can show it."""
    if board.base not in BOARDS.values() and (board.regions is None or board.side not in SIDES):
        shape = f"boxes of {board.box_height}x{board.box_width}"
        sizes = ", ".join(f"{side}x{side}" for side in sorted(SIDES))
        raise ValueError(f"the page has no {board.kind} with {shape}; its sizes are {sizes}")
    return board


def name_of(board: Board) -> str:
    """Return the name of the page's board that has the same side, and the same boxes if there are any."""
    names = [name for name, own in BOARDS.items() if own in (board.base, Board.of_side(board.side))]
    return names[0]
