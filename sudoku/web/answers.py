# SPDX-License-Identifier: MIT
"""The queries of the page, one function each, from a visitor's request to a plain JSON answer.

    solve       a puzzle          ->  a solution, and whether it is the only one
    check       a puzzle          ->  its faults: two solutions, or clues that contradict each other
    candidates  a puzzle          ->  by cell, the digits that no clue excludes; or the digits that some solution has
    hint        a puzzle, digits  ->  the easiest next step, in words and as cells and candidates to highlight
    rate        a puzzle          ->  how hard it is for people
    generate    a board, a level  ->  a puzzle with one solution

setting.py has the queries of someone who sets a puzzle. Each asks the library, with a budget of seconds. An answer that
was cut short has `"status": "stopped"` and never passes for a complete one. Sets of digits are whole numbers, bit 0 for
digit 1. Cells and candidates are numbered as everywhere: cell * side + digit - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from operator import ne
from typing import TYPE_CHECKING

from dlx.engine.unfinished import Unfinished

from ..board.board import Board
from ..board.words import in_series
from ..engine.answer import answer
from ..engine.possible import true_candidates
from .body import BOARDS, Body, Facts
from .setting import feedback, link, marks, picture, read

if TYPE_CHECKING:
    from ..diagnosis.doctor import Diagnosis
    from ..logic import Step
    from ..making.generator import Generated

MOST_CHECKED_SOLUTIONS = 100  # solutions that a check examines
MOST_COMPARED_SOLUTIONS = 40  # ... and compares with each other
MOST_NAMED_CLUES = 4  # that would leave one solution; of more, the number is given
QUERY_SECONDS = {
    "solve": 5.0,
    "check": 2.5,
    "candidates": 5.0,
    "hint": 5.0,
    "rate": 5.0,
    "generate": 10.0,
    "level": 2.0,
}
LEVEL_CHOICES = ("easy", "medium", "hard", "expert", "diabolical", "extreme", "any")


def solve(body: Body) -> Facts:
    """Return the first solution; the status is "found" if the budget ended the search for a second one."""
    board, puzzle = body.board(), body.puzzle()
    found, complete, guesses = _solutions(board, puzzle)
    status = _status(len(found), complete)
    return {"status": status, "solution": board.line(found[0]) if found else None, "guesses": guesses}


def _status(found: int, complete: bool) -> str:
    """Return the status of a search for two solutions."""
    if complete or found == 2:
        return ("none", "unique", "several")[found]
    return ("stopped", "found")[found]


def _solutions(board: Board, puzzle: bytes) -> tuple[list[bytes], bool, int]:
    """Return up to two solutions, whether the search was completed, and its number of guesses."""
    found = answer(board, puzzle, 2, time_limit=QUERY_SECONDS["solve"])
    return found.grids, not found.unfinished, found.guesses or 0


def check(body: Body) -> Facts:
    """Return the diagnosis in words, with two of several solutions and their differences, or with the conflict."""
    board, puzzle = body.board(), body.digits()
    from ..diagnosis.doctor import diagnose

    found = diagnose(puzzle, board, limit=MOST_CHECKED_SOLUTIONS, time_limit=QUERY_SECONDS["check"])
    two = _most_alike(found.solutions[:MOST_COMPARED_SOLUTIONS])
    return {
        "status": _status(len(two), found.exact),
        "words": [line[0].upper() + line[1:] + "." for line in _findings(found, two)],
        "solutions": [board.line(grid) for grid in two],
        "differ": [cell for cell in range(board.cells) if len(two) == 2 and two[0][cell] != two[1][cell]],
        "cells": list(found.conflict.cells) if found.conflict else [],
        "redundant": list(found.redundant or ()),
    }


def _most_alike(solutions: Sequence[bytes]) -> Sequence[bytes]:
    """Return the two solutions that differ in the fewest cells; the one, or none, if there are not two.

    A pair that differs in four cells shows the gap in a puzzle that other pairs hide.
    """
    return min(combinations(solutions, 2), key=lambda pair: sum(map(ne, *pair)), default=solutions)


def _findings(found: Diagnosis, two: Sequence[bytes]) -> list[str]:
    """Return the findings in words; the page marks redundant clues and differing cells, so their number suffices."""
    if len(two) == 2:
        return _several_words(found, two)
    if not found.redundant:
        return str(found).splitlines()
    if len(found.redundant) == 1:
        return ["one solution", "not minimal: the marked clue is redundant"]
    each = "each of them can go, not all at once"
    return ["one solution", f"not minimal: {len(found.redundant)} clues, the marked ones, are redundant ({each})"]


def _several_words(found: Diagnosis, two: Sequence[bytes]) -> list[str]:
    solutions, cells = f"{found.count:,} solutions", sum(map(ne, *two))
    pair = "they" if found.exact and found.count == 2 else "two of them"
    words = [
        f"not unique: {solutions}" if found.exact else f"not unique: at least {solutions}",
        f"{pair} differ in {cells} cells, which show the digits of both",
    ]
    if found.differing is not None and len(found.differing) > cells:
        words.append(f"in all of them together, {len(found.differing)} cells are open: see “True candidates”")
    if found.repair is not None:
        repair = str(found).splitlines()[-1]
        words.append(repair.partition(":")[0] if len(found.repair.clues) > MOST_NAMED_CLUES else repair)
    return words


def candidates(body: Body) -> Facts:
    """Return the possible digits of each cell, 0 for a filled cell; for kind "true", the digits in some solution."""
    board, puzzle = body.board(), body.puzzle()
    if body.choice("kind", ("simple", "true"), "simple") == "simple":
        return {"status": "done", "candidates": marks(board, puzzle)}
    return _true_candidates(board, puzzle)


def _true_candidates(board: Board, puzzle: bytes) -> Facts:
    known = true_candidates(board, puzzle, QUERY_SECONDS["candidates"])
    if not known.complete:
        return {"status": "stopped", "candidates": marks(board, puzzle)}  # others are impossible
    masks = known.masks
    status = "done" if all(masks) else "none"
    return {"status": status, "candidates": [0 if value else mask for value, mask in zip(puzzle, masks, strict=True)]}


def hint(body: Body) -> Facts:
    """Return the next step from the digits entered (`values`) and the candidates left, or the mistakes in them."""
    board, values, left = body.board(), body.puzzle("values"), body.candidates()
    found, complete, _ = _solutions(board, body.puzzle())
    wrong = _find_mistakes(board, values, left, found, complete)
    if wrong:
        return {"status": "wrong", **wrong}
    if all(values):
        return {"status": "solved", "words": "The puzzle is solved."}
    from ..logic import hint as next_step

    numbers = None if left is None else _numbers(board, values, left)
    try:
        step = next_step(board.line(values), board=board, candidates=numbers, time_limit=QUERY_SECONDS["hint"])
    except Unfinished:
        return {"status": "stopped", "words": "Time ran out before a step was found."}
    except ValueError:  # the digits are consistent with the clues, and still lead nowhere
        return {"status": "wrong", "words": "With the digits entered there is no solution; undo some."}
    if step is None:
        words = "There are several solutions, and no further digit or candidate is the same in all of them."
        return {"status": "stopped", "words": words}
    return _step_facts(board, values, numbers, step)


def _numbers(board: Board, values: bytes, left: list[int]) -> list[int]:
    """Return the visitor's candidates. A filled cell has only its digit; a cell without a set has all digits."""
    side = board.side
    sets = (1 << value - 1 if value else mask or (1 << side) - 1 for value, mask in zip(values, left, strict=True))
    return [cell * side + digit for cell, mask in enumerate(sets) for digit in range(side) if mask >> digit & 1]


def _find_mistakes(
    board: Board, values: bytes, left: list[int] | None, found: list[bytes], complete: bool
) -> Facts | None:
    """Report entries that contradict a unique solution: a wrong digit, or a candidate struck out."""
    if complete and not found:
        return {"words": "The puzzle has no solution. “Is it unique?” explains why."}
    if not complete or len(found) != 1:
        return None
    solution = found[0]
    cells = [cell for cell, value in enumerate(values) if value not in (0, solution[cell])]
    if cells:
        return _mistake(board, cells, "is not the digit of the solution", "are not the digits of the solution")
    masks = left or [0] * board.cells
    cells = [c for c, mask in enumerate(masks) if mask and not values[c] and not mask >> solution[c] - 1 & 1]
    if cells:
        return _mistake(board, cells, "has lost the digit of the solution", "have lost the digit of the solution")
    return None


def _mistake(board: Board, cells: list[int], one: str, many: str) -> Facts:
    names = [board.cell_name(cell) for cell in cells]
    return {"cells": cells, "words": f"{in_series(names)} {one if len(names) == 1 else many}."}


def _step_facts(board: Board, values: bytes, numbers: list[int] | None, step: Step) -> Facts:
    from ..drawing.highlight import as_highlight
    from ..logic import Grid
    from ..logic.tables import bits

    highlight = as_highlight(board, step)
    return {
        "status": "step",
        "kind": step.kind,
        "technique": step.title,
        "words": step.words,
        "assumes_unique": step.assumes_unique,
        "placed": list(bits(step.placed)),
        "removed": list(bits(step.removed)),
        "pattern": [list(part) for part in highlight.pattern],
        "links": [list(pair) for pair in highlight.links],
        "weak": [list(pair) for pair in highlight.weak],
        "houses": [list(board.houses[house]) for house in step.houses],
        "candidates": Grid(board, values, candidates=numbers).marks(),
    }


def rate(body: Body) -> Facts:
    """Return the level, the score and the hardest technique."""
    board, puzzle = body.board(), body.puzzle()
    from ..logic import rate as rated

    rating = rated(board.line(puzzle), board=board, time_limit=QUERY_SECONDS["rate"])
    return {
        "status": rating.status.value,
        "level": rating.level,
        "score": rating.score,
        "hardest": rating.hardest,
    }


def generate(body: Body) -> Facts:
    """Return a new puzzle with one solution. The same seed gives the same puzzle, if the time suffices again."""
    from ..making.generator import generate as made
    from ..making.patterns import SYMMETRIES

    board, level = body.board(), body.choice("level", LEVEL_CHOICES, "any")
    if board.side == 4 and level not in ("easy", "any"):
        raise ValueError(f"4x4 puzzles are all easy, none is {level}")
    wanted = None if level == "any" else level
    found = made(
        body.number("seed"),
        board=board,
        difficulty=wanted,
        clues=_range(body) or (_clues(board) if wanted else None),
        symmetry=body.choice("symmetry", SYMMETRIES, "none"),
        time_limit=QUERY_SECONDS["generate"],
    )
    name, words, level = body.choice("board", BOARDS), _none_found(found), ""
    if found.puzzle is not None:
        level = _level(found)
        hard = level or "too hard to rate in a moment"
        ruled = " with these rules" if body.fields.get("rules") else ""
        words = f"A new puzzle of {found.clues} clues{ruled}, {hard} (seed {found.seed})."
    facts = {"status": found.status.value, "board": name, "puzzle": found.puzzle, "seed": found.seed}
    return {**facts, "level": level, "words": words}


def _none_found(found: Generated) -> str:
    """Return the reason without the advice to set a number of tries, which the page does not offer."""
    from ..making.samples import OR_TRIES

    reason = (found.reason or "").removesuffix(OR_TRIES)
    return f"No puzzle was found: {reason}."


def _range(body: Body) -> tuple[int, int] | None:
    """Return the fewest and the most clues that the visitor wants; None without a wish."""
    fewest, most = body.number("fewest"), body.number("most")
    if fewest is None and most is None:
        return None
    return (fewest or 0, body.board().cells if most is None else most)


def _clues(board: Board) -> tuple[int, int] | None:
    """Return the range of clues for a puzzle of a given level: on large boards, about half of the cells.

    With as few clues as possible, 12x12 puzzles are at least diabolical (and rating one takes a second), and people
    have no use for them. With half of the cells we find every level in a second; with 6 of 10 all puzzles are easy.
    """
    half = board.cells // 2
    return (half - 8, half + 8) if board.side > 10 else None


def _level(found: Generated) -> str:
    """Return the level and the score of a puzzle, or an empty text if rating it takes too long."""
    from ..logic import rate as rated

    rating = found.rating or rated(found.puzzle, board=found.board, time_limit=QUERY_SECONDS["level"])
    return f"{rating.level} ({rating.score:.1f})" if rating.level and rating.score is not None else ""


ANSWERS: dict[str, Callable[[Body], Facts]] = {
    "read": read,
    "solve": solve,
    "check": check,
    "candidates": candidates,
    "hint": hint,
    "rate": rate,
    "generate": generate,
    "feedback": feedback,
    "picture": picture,
    "link": link,
}
__all__ = ["ANSWERS", "BOARDS", "LEVEL_CHOICES"]
