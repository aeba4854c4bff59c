# SPDX-License-Identifier: MIT
"""The diagnosis of a puzzle: `diagnose` reports its faults, if it has any.

    solutions   findings
    ---------   -----------------------------------------------------------------------------------------
    none        a smallest set of clues and rules that contradict each other              (conflict.py)
                the changes of one clue that would leave one solution                     (misread.py)
    one         the redundant clues, each of which could go; a minimal puzzle has none
                the superfluous rules, the same                                           (elements.py)
    several     the cells that differ, and a smallest set of clues that would leave one   (repair.py)

    always      the digits that are possible in each cell over all solutions, the *true candidates*

The engine answers all of these questions, in batches if there are many. A hard 9x9 puzzle with one solution takes a
millisecond; one with several takes some tenths of a second, mostly for the clues that would leave one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from dlx.engine.unfinished import limited
from dlx.system.public import public

from ..board.board import Board
from ..board.json_form import (
    CELL,
    LINE,
    NUMBER,
    SEARCH_STATUS,
    TEXT,
    TRUTH,
    WHOLE,
    Fact,
    JsonForm,
    each,
    many,
    optional,
    ref,
)
from ..board.variants.letters import Letters
from .rules import clue_names, name_of, shortlist

if TYPE_CHECKING:
    from dlx.engine.status import Status
    from dlx.system.calloff import Cancel

    from ..board.variants.parts import VariantPart
    from ..engine.queries import ClueQueries
    from .conflict import Conflict
    from .repair import Repair

    Candidates = tuple[tuple[int, ...], ...]

MOST_LISTED_SOLUTIONS = 1000  # maximum number of solutions listed


CHANGE = JsonForm(
    "",
    cell=Fact(CELL, lambda change, board: board.cell_name(change[0])),
    digit=Fact(TEXT, lambda change, board: board.signs[change[1] - 1]),
)


@public("sudoku")
@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The findings about a puzzle; ``str()`` describes them in words, :meth:`as_json` returns them as data.

    Cells are numbers in reading order. A finding is None if time ran out before it was known.
    """

    board: Board
    puzzle: bytes
    status: Status  # COMPLETE; TIME_LIMIT or INTERRUPTED if a finding is unknown
    solutions: tuple[bytes, ...]  # the first solutions, up to the limit
    exact: bool  # whether these are all solutions
    candidates: tuple[tuple[int, ...], ...] | None  # by cell: its digits over all solutions
    redundant: tuple[int, ...] | None  # cells of clues that can go singly, not all at once; None: no unique solution
    repair: Repair | None  # clues that would leave one of several solutions
    conflict: Conflict | None  # clues and rules that contradict each other
    seconds: float
    superfluous: tuple[VariantPart, ...] | None = None  # rules that can go singly; None: no unique solution
    misread: tuple[tuple[int, int], ...] | None = None  # without a solution: changes (cell, digit) that each leave one

    @property
    def count(self) -> int:
        """Return the number of solutions; if it is not `exact`, there are at least that many."""
        return len(self.solutions)

    @property
    def unique(self) -> bool | None:
        """Return whether there is exactly one solution; None if that is unknown."""
        if self.count > 1:
            return False
        return self.count == 1 if self.exact else None

    @property
    def minimal(self) -> bool | None:
        """Return whether the unique solution needs every clue; None if `redundant` is None."""
        return None if self.redundant is None else not self.redundant

    @property
    def lacking(self) -> tuple[str, ...]:
        """Return the pencil marks that the solution of the clues needs, if the marks leave none."""
        return () if self.conflict is None else self.conflict.lacking

    @property
    def differing(self) -> tuple[int, ...] | None:
        """Return the cells that differ between solutions; None if they are unknown."""
        if self.candidates is None:
            return None
        return tuple(cell for cell, digits in enumerate(self.candidates) if len(digits) > 1)

    form = JsonForm(
        "the findings about a puzzle; null is unknown or does not apply",
        puzzle=Fact(LINE, lambda found: found.board.line(found.puzzle)),
        status=Fact(SEARCH_STATUS, lambda found: found.status.value),
        solutions=Fact(WHOLE, lambda found: found.count),
        exact=TRUTH,
        unique=optional(TRUTH),
        minimal=optional(TRUTH),
        examples=Fact(many(LINE), lambda found: [*map(found.board.line, found.solutions[:2])]),
        redundant=Fact(optional(many(CELL)), lambda found: each(found.redundant, found.board.cell_name)),
        differing=Fact(optional(many(CELL)), lambda found: each(found.differing, found.board.cell_name)),
        candidates=Fact(
            optional(many({**TEXT, "description": "the digits of a cell"})),
            lambda found: each(found.candidates, found.board.signs_of),
        ),
        repair=Fact(optional(ref("repair")), lambda found: found.repair and found.repair.as_json(found.board)),
        conflict=Fact(
            optional(ref("conflict")),
            lambda found: found.conflict and found.conflict.as_json(found.board, found.puzzle),
        ),
        superfluous=Fact(optional(many(TEXT)), lambda found: each(found.superfluous, partial(name_of, found.board))),
        misread=Fact(
            optional(many(CHANGE.schema())),
            lambda found: each(found.misread, lambda change: CHANGE.of(change, found.board)),
        ),
        seconds=Fact(NUMBER, lambda found: round(found.seconds, 6)),
    )

    def as_json(self) -> dict[str, Any]:
        """Return the findings as names, numbers and lists that `json.dumps` accepts."""
        return self.form.of(self)

    def __str__(self) -> str:
        return "\n".join(_words(self))


@limited("diagnose", "")
def diagnose(
    puzzle: Any,
    board: Board | None = None,
    *,
    limit: int = MOST_LISTED_SOLUTIONS,
    time_limit: float | None = 10,
    cancel: Cancel | None = None,
) -> Diagnosis:
    """Find the faults of a puzzle, if it has any; see :class:`Diagnosis`.

    Args:
        puzzle: as for :func:`sudoku.solve`, but two equal digits in a house are a finding here, not an error.
        board: the board; None: the usual one for that many cells.
        limit: the largest number of solutions to list, 2 or more. If there are more, a smallest set of clues that
            would leave one is known only if one or two clues suffice.
        time_limit: seconds for the whole diagnosis; None: no limit.
        cancel: an event that ends the diagnosis, as for :func:`sudoku.solve`; its status is then INTERRUPTED.

    >>> print(diagnose("12.. 3... ..4. ...1"))
    one solution
    minimal: without any one of its 5 clues there are more
    >>> print(diagnose("12.. 3... ..4. ...."))
    3 solutions
    7 cells differ: r2c3 12, r2c4 12, r3c2 13, r3c4 13, r4c2 13, r4c3 12, r4c4 123
    one more clue leaves one solution: r4c4=1
    >>> print(diagnose("12.. ..3. ..4. ...1"))
    no solution
    3 clues contradict each other, and no fewer do: r1c1=1, r2c3=3, r4c4=1
    one digit changed leaves one solution: r1c1=3
    """
    from dlx.engine.limits import integer

    from ..engine.puzzle import Puzzle
    from ..engine.queries import ClueQueries

    if integer(limit, "limit") < 2:
        raise ValueError(f"limit is {limit}; it must be 2 or more")
    given = Puzzle(puzzle, board)
    return _diagnosis(ClueQueries(given.board, time_limit), given.values, limit)


def _diagnosis(ask: ClueQueries, puzzle: bytes, limit: int) -> Diagnosis:
    from dlx.engine.status import Status

    from ..engine.cover import clues
    from .conflict import conflict_of
    from .elements import ElementQueries
    from .misread import misread
    from .repair import repair

    given = clues(ask.board, puzzle)
    solutions, status = ask.first(given, limit)
    exact = status is Status.COMPLETE
    unique = exact and len(solutions) == 1
    share = ask.left() / (2 if given else 1)  # the other half is for a misread digit
    fault = conflict_of(ask.board, puzzle, share) if exact and not solutions else None
    diagnosis = Diagnosis(
        board=ask.board,
        puzzle=puzzle,
        status=Status.COMPLETE,
        solutions=tuple(solutions),
        exact=exact,
        candidates=_candidates(ask, puzzle, solutions, exact),
        redundant=_redundant(ask, given) if unique else None,
        repair=repair(ask, given, solutions, exact) if len(solutions) > 1 else None,
        conflict=fault,
        seconds=0.0,
        superfluous=ElementQueries(ask.board, puzzle, ask.left()).superfluous(puzzle) if unique else None,
        misread=None if fault is None else misread(ask, puzzle, fault.cells),
    )
    return _finish(diagnosis, ask.spent())


def _finish(found: Diagnosis, spent: float) -> Diagnosis:
    """Return the diagnosis with its time and its status."""
    from dataclasses import replace

    from dlx.engine.status import Status, outer_status

    short = found.candidates is None or found.unique is None
    short |= bool(found.unique) and None in (found.redundant, found.superfluous)
    short |= found.unique is False and found.count > 1 and found.repair is None
    short |= found.conflict is not None and (found.conflict.kind != "smallest" or found.misread is None)
    return replace(found, status=outer_status(Status.TIME_LIMIT) if short else Status.COMPLETE, seconds=spent)


def _candidates(ask: ClueQueries, puzzle: bytes, solutions: list[bytes], exact: bool) -> Candidates | None:
    """Return the possible digits of each cell; None if any are unknown."""
    if exact:
        return tuple(tuple(sorted({solution[cell] for solution in solutions})) for cell in range(ask.board.cells))
    from ..engine.possible import true_candidates

    found = true_candidates(ask.board, puzzle, ask.left())
    return found.digits if found.complete else None


def _redundant(ask: ClueQueries, clues: list[int]) -> tuple[int, ...] | None:
    """Return the cells of clues that could go with one solution still left; None if any are unknown."""
    from ..engine.queries import without_each

    counts, known = ask.counts(without_each(clues), 2)
    if not known.all():
        return None
    return tuple(clue // ask.board.side for clue, count in zip(clues, counts.tolist(), strict=True) if count == 1)


# --- words


def _words(found: Diagnosis) -> Iterator[str]:
    if found.unique is None and not found.count:
        yield "time ran out before it was known whether there is a solution"
    elif found.unique is None:
        yield "a solution; time ran out before it was known whether there are more"
    elif not found.count:
        yield "no solution"
        yield from _conflict_words(found)
    elif found.unique:
        yield "one solution"
        yield from _clue_words(found)
        yield from _rule_words(found)
    else:
        yield f"{found.count:,} solutions" if found.exact else f"{found.count:,} solutions or more"
        yield from _several_words(found)


def _clue_words(found: Diagnosis) -> Iterator[str]:
    clues = sum(map(bool, found.puzzle))
    if found.redundant is None:
        yield "time ran out before it was known which clues are redundant"
    elif found.redundant:
        names = clue_names(found.board, ((cell, found.puzzle[cell]) for cell in found.redundant))
        yield f"not minimal: {_needless(names, 'clue', 'redundant')}: {', '.join(names)}"
    elif clues:
        yield f"minimal: without any one of its {clues} clues there are more"


def _rule_words(found: Diagnosis) -> Iterator[str]:
    if found.superfluous is None:
        yield "time ran out before it was known which rules are superfluous"
    elif found.superfluous:
        names = [name_of(found.board, part) for part in found.superfluous]
        yield f"{_needless(names, 'rule', 'superfluous')}: {shortlist(names)}"
    elif any(not isinstance(variant, Letters) for variant in found.board.variants):
        yield "no rule is superfluous"


def _needless(names: list[str], noun: str, adjective: str) -> str:
    if len(names) == 1:
        return f"1 {noun} is {adjective}"
    return f"{len(names)} {noun}s are {adjective} (each of them can go, not all at once)"


def _several_words(found: Diagnosis) -> Iterator[str]:
    if found.differing is None or found.candidates is None:
        yield "time ran out before it was known which digits are possible"
    else:
        board = found.board
        cells = [f"{board.cell_name(c)} {board.signs_of(found.candidates[c])}" for c in found.differing]
        yield f"{len(cells)} cells differ: {shortlist(cells)}"
    if found.repair is None:
        yield "time ran out before clues were found that leave one solution"
        return
    clues = clue_names(found.board, found.repair.clues)
    many = "one more clue leaves" if len(clues) == 1 else f"{len(clues)} more clues leave"
    least = ", and no fewer do" if found.repair.smallest and len(clues) > 1 else ""
    least = least or f" (at least {found.repair.at_least} are needed)" * (not found.repair.smallest)
    yield f"{many} one solution{least}: {', '.join(clues)}"


def _conflict_words(found: Diagnosis) -> Iterator[str]:
    assert found.conflict is not None
    yield found.conflict.words(found.board, found.puzzle)
    if found.misread is None:
        yield "time ran out before it was known whether one digit was misread"
    elif found.misread and not found.lacking:
        changes = " or ".join(clue_names(found.board, found.misread))
        yield f"one digit changed leaves one solution: {changes}"
