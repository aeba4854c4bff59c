# SPDX-License-Identifier: MIT
"""The queries of someone who sets a puzzle, one function each; answers.py has the others.

    read        a text           ->  its board, rules and digits: a line, a grid, a link, JSON
    feedback    a puzzle so far  ->  0, 1 or several solutions, the true candidates, what contradicts what; in a moment
    picture     a board          ->  the drawing of its rules, to lie under the digits; with a selection, one rule more
    link        a puzzle         ->  a link to another program, with its rules

A page asks for feedback after each change, so it has a moment. A finding that takes longer is reported as unknown.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..board.board import Board
from ..board.text import is_link
from ..board.variants.parts import Unmarked, merged
from ..engine.answer import answer
from ..engine.possible import true_candidates
from ..reading.oneline import form_of
from ..reading.rule_keys import SIMPLE
from ..reading.rulesfile import board_of_rules, keyed_variants
from ..reading.sudokupad import is_drawing
from .body import MOST_LINK_CHARACTERS, Body, Facts, lacks_regions, name_of, shown
from .entries import entries_of
from .selection import rules_with

if TYPE_CHECKING:
    from ..board.variants.parts import VariantPart

FEEDBACK_SECONDS = 1.5  # for solutions and candidates together
CLASH_SECONDS = 1.5  # more, for the rules and clues that contradict each other


def read(body: Body) -> Facts:
    """Read a pasted text: a line or a drawing, a link, the JSON of f-puzzles or of this page, or a post.

    Clues may contradict each other, because the page marks them. A file of rules alone has an empty board.
    """
    try:
        return _read(body)
    except ValueError as error:  # a page has no options
        raise ValueError(re.sub(r"; name [^;]*\(--column\)", "", str(error))) from None


def _read(body: Body) -> Facts:
    text = body.text("text", MOST_LINK_CHARACTERS)
    linked = is_link(text)
    if not (linked or form_of(text)):
        body.text("text")  # refuses a long text without a form of its own
    try:
        if linked:
            return _of_link(text.strip())
        brackets = text.lstrip().startswith("[")  # several arrays may have as many cells as one board
        listed = _first_puzzle(text) if brackets else None
        board, puzzle, note, entered = listed or (*Board.read(text), "", b"")
    except ValueError:
        found = _first_puzzle(text)
        if found is None:
            raise
        board, puzzle, note, entered = found
    return facts_of(shown(board), puzzle, "", note, entered)


def _first_puzzle(text: str) -> tuple[Board, bytes, str, bytes] | None:
    """Return the first puzzle of a text, read as a file, with its note and the digits entered.

    None if any of its puzzles is faulty.
    """
    from ..reading.reading import read_puzzles

    records = list(read_puzzles(io.StringIO(text), "text"))
    if not records or any(record.board is None or record.puzzle is None for record in records):
        return None
    _, _, _, board, puzzle, _, note, entered = records[0]
    return (board, puzzle, note, entered) if board and puzzle is not None else None


def _of_link(text: str) -> Facts:
    from ..reading.fpuzzles import read_link

    fields = _fields(text)
    if _is_rules(fields):
        board = shown(board_of_rules(fields))
        return facts_of(board, bytes(board.cells))
    own = fields if "puzzle" in fields and "grid" not in fields else None
    if own is not None:
        body = Body(own)
        facts = facts_of(body.board(), body.digits(), own.get("title"))
        if lacks_regions(own.get("rules")):
            entries = [*entries_of(body.board(), own["rules"])]
            return {**facts, "board": own["board"], "rules": own["rules"], "entries": entries}
        return facts
    found = read_link(text)
    return facts_of(shown(found.board), found.puzzle, found.title, found.note, found.entered)


def _fields(text: str) -> dict[str, Any]:
    """Return the fields of a JSON object; none of any other text."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _is_rules(fields: dict[str, Any]) -> bool:
    """Return whether fields are rules alone, as `--rules FILE` takes them."""
    if "puzzle" in fields or "grid" in fields or is_drawing(fields):
        return False
    return any(key in ("variants", "all dots", *SIMPLE) for key in fields)


def facts_of(board: Board, puzzle: bytes, title: Any = "", note: str = "", entered: bytes = b"") -> Facts:
    """Return a puzzle as the page keeps it."""
    from ..reading.rules_out import rules_of

    rules = rules_of(board.base.with_variants(*merged(board.variants)))  # the page lists each part
    facts: Facts = {"board": name_of(board), "rules": rules, "puzzle": board.line(puzzle)}
    facts |= {"title": title if isinstance(title, str) else "", "note": note}
    facts["entries"] = [*entries_of(board, rules)]
    return facts | ({"entered": board.line(entered)} if entered else {})


def feedback(body: Body) -> Facts:
    """Return the number of solutions (2 for several), the digits that some solution has, contradictions, and jumps."""
    board = body.board()
    return {**_feedback(board, body.digits(), body.fields.get("rules")), "jumps": list(_jumps(board))}


def _jumps(board: Board) -> Iterator[str]:
    """Yield the lines between cells that do not touch, in words: they are legal, and may be a slip of the hand."""
    from ..board.variants.bases import Lines

    for rule in (rule for rule in board.variants if isinstance(rule, Lines)):
        for number, names in enumerate(rule.lines, 1):
            places = [board.places[board.cell(name)] for name in names]
            for one, other in pairwise(places):
                if max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 1:
                    ends = (f"r{row + 1}c{column + 1}" for row, column in (one, other))
                    yield f"{rule.noun} {number} jumps from {' to '.join(ends)}"


def _feedback(board: Board, puzzle: bytes, rules: Any) -> Facts:
    known = answer(board, puzzle, 2, time_limit=FEEDBACK_SECONDS)
    solutions = [board.line(grid) for grid in known.grids]
    if known.count == 2:
        left = max(FEEDBACK_SECONDS - known.seconds, 0.0)
        return {"status": "several", "solutions": solutions, **_candidates(board, puzzle, left)}
    if known.unfinished:
        return {"status": "found" if solutions else "stopped", "candidates": _left(board, puzzle), "complete": False}
    if solutions:
        masks = [1 << value - 1 for value in known.grids[0]]
        return {"status": "unique", "solutions": solutions, "candidates": masks, "complete": True}
    return {"status": "none", "candidates": None, **_contradiction(board, puzzle, rules)}


def _candidates(board: Board, puzzle: bytes, time_limit: float) -> Facts:
    """Return the digits that are possible in each cell as sets, and whether all of them are known to be.

    If time runs out, they are the digits that houses and rules leave, less those that the search has excluded.
    """
    known = true_candidates(board, puzzle, time_limit)
    masks = known.masks
    if not known.complete:
        masks = [mask & left for mask, left in zip(masks, _left(board, puzzle), strict=True)]
    return {"candidates": masks, "complete": known.complete}


def _left(board: Board, puzzle: bytes) -> list[int]:
    """Return the digits that houses and rules leave in each cell, as sets; in a filled cell, its digit."""
    return [1 << value - 1 if value else mask for value, mask in zip(puzzle, marks(board, puzzle), strict=True)]


def marks(board: Board, puzzle: bytes) -> list[int]:
    """Return the digits that houses and rules leave in each cell, as sets; none in a filled cell."""
    from ..logic import Grid

    return Grid(board, puzzle).marks()


def _contradiction(board: Board, puzzle: bytes, rules: Any) -> Facts:
    """Return the rules and clues that contradict each other, by name, by entry and by cell."""
    from ..diagnosis.conflict import conflict_of

    started = perf_counter()
    found = conflict_of(board, puzzle, CLASH_SECONDS)
    rules = rules or {}
    keys = [key for key, _ in keyed_variants(rules)]
    return {
        "words": f"No solution: {found.words(board, puzzle)}.",
        "clash": {
            "cells": list(found.cells),
            "rules": [entry for part in found.parts for entry in _entries(board, rules, keys, part)],
        },
        "seconds": round(perf_counter() - started, 3),
    }


def _entries(board: Board, rules: Facts, keys: list[str], part: VariantPart) -> Iterator[Facts]:
    """Yield the key of a part in the JSON, and the number of its entry; None for all of them.

    The rules of one key are one list for the page, but may be several variants: whispers of different numbers.
    """
    key = keys[part.number] if part.number < len(keys) else "regions"  # of a jigsaw that is not complete yet
    before = [board.variants[number] for number, other in enumerate(keys[: part.number]) if other == key]
    if key in ("variants", "diagonals"):
        yield {"key": key, "entry": len(before)}
    elif isinstance(part.variant, Unmarked) and part.variant.value in rules.get("all dots", ()):
        yield {"key": "all dots", "entry": rules["all dots"].index(part.variant.value)}
    elif part.field in ("white", "black"):
        yield {"key": part.field, "entry": part.entry}
    elif part.field:
        yield {"key": key, "entry": part.entry + sum(len(getattr(other, part.field)) for other in before)}
    else:
        yield {"key": key, "entry": None}


def picture(body: Body) -> Facts:
    """Return the drawing of the rules (layers of SVG, margin in cells, rules without marks), and their entries.

    With a selection, the rules of the answer are those of the request with its entry.
    """
    from ..drawing.layer import layers

    rules, selection = body.fields.get("rules") or {}, body.fields.get("selection")
    if selection is not None:
        body.board()  # checks the rules so far
        rules = rules_with(body, selection)
        body = Body({**body.fields, "rules": rules})
    board = body.board()
    return {**layers(board)._asdict(), "rules": rules, "entries": [*entries_of(board, rules)]}


def link(body: Body) -> Facts:
    """Return a link to another program. ValueError names the program, the rule that it does not know, and a way out."""
    from ..reading.fpuzzles_out import fpuzzles_link, sudokupad_link
    from ..reading.links import sudokuwiki_link

    writers = {"f-puzzles": fpuzzles_link, "sudokupad": sudokupad_link, "sudokuwiki": sudokuwiki_link}
    write = writers[body.choice("to", writers)]
    if lacks_regions(body.fields.get("rules")):
        raise ValueError("some cells are in no region yet; a link to another program needs all regions")
    board, puzzle = body.board(), body.digits()
    try:
        return {"link": write(board, puzzle)}
    except ValueError as error:
        raise ValueError(f"{error}; a link for this page has all rules") from None
