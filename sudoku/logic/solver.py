# SPDX-License-Identifier: MIT
"""Solving like a person: always the easiest technique that finds anything, and all that it finds, round by round.

    round 1   hidden single     r1c4 is 4; r3c2 is 4; ...
    round 2   hidden single     ...
    round 3   pointing          ...                                until solved, or nothing is found: then a guess

All steps of a round are taken at once, so the way does not depend on how rows, columns and digits are named. Many of
them turn out to be idle; `LogicResult.proof` leaves these out.

First the engine says how many solutions there are. With one, a rectangle may rest on that, and a guess is not a gamble:
it is the true digit, said to be a guess. With several, the steps go as far as all solutions agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice
from time import perf_counter
from typing import Any

from dlx import Status as Ended
from dlx.search import seconds
from dlx.unfinished import Unfinished

from ..board import DIGITS, Board
from ..cover import clues, cover, filled
from ..houses import clash
from ..solve import _Question
from .grid import Grid, OutOfTime
from .step import Step
from .tables import bits, tables
from .techniques import TECHNIQUES, difficulty


class Status(Enum):
    """How solving like a person ended."""

    SOLVED = "solved"
    STUCK = "stuck"  # no technique finds anything, and guessing was not wanted
    NO_SOLUTION = "no solution"
    SEVERAL = "several solutions"
    TIME_LIMIT = "time limit"


@dataclass(frozen=True, slots=True)
class LogicResult:
    """The way to a solution.

    >>> result = solve_logically("12.. 3... ..4. ...1")
    >>> result.status.value, result.line, result.hardest
    ('solved', '1234341221434321', 'hidden single')
    >>> print(result.steps[0].words)
    the 4 of box 1 can only be in r2c2: r2c2 is 4
    """

    board: Board
    puzzle: bytes
    steps: tuple[Step, ...]
    status: Status
    values: bytes  # the digits at the end, 0 where it is open
    candidates: int = field(repr=False)  # those left at the end, a set (tables.py)
    start: int = field(repr=False)  # and at the beginning

    @property
    def line(self) -> str:
        """The digits at the end, on a line."""
        return self.board.line(self.values)

    @property
    def guesses(self) -> int:
        return sum(step.kind == "guess" for step in self.steps)

    @property
    def hardest(self) -> str | None:
        """The technique of the hardest step; None without steps."""
        steps = [step for step in self.steps if step.kind != "contradiction"]
        return max(steps, key=difficulty).technique if steps else None

    def proof(self) -> tuple[Step, ...]:
        """The steps without those that no later one needs, in the same order.

        A step needs the candidates of its units that were gone; what has not removed any that is needed is left out.
        What is to be proved is every digit and candidate of the end; or the contradiction, where it ends with one.
        """
        t = tables(self.board)
        kept = []
        refuted = bool(self.steps) and self.steps[-1].kind == "contradiction"
        needed = 0 if refuted or self.status is Status.SOLVED else t.start & ~self.candidates
        for step, alive, gone in reversed(self.replay()):
            if gone & needed or step.kind == "contradiction" or (step.placed and not refuted):
                kept.append(step)
                for unit in step.units:
                    needed |= t.units[unit] & ~alive
        return tuple(reversed(kept))

    def replay(self) -> list[tuple[Step, int, int]]:
        """Each step with the candidates before it, and those it removes."""
        grid = Grid(self.board, self.puzzle, candidates=bits(self.start))
        replayed = []
        for step in self.steps:
            alive = grid.alive
            replayed.append((step, alive, grid.apply(step)))
        return replayed

    def as_json(self, *, all_steps: bool = False) -> dict[str, Any]:
        """The result for programs: the steps of the proof, or all."""
        t = tables(self.board)
        return {
            "puzzle": self.board.line(self.puzzle),
            "status": self.status.value,
            "end": self.line,
            "hardest": self.hardest,
            "guesses": self.guesses,
            "candidates": [t.name(c) for c in bits(self.candidates)] if self.status is not Status.SOLVED else [],
            "steps": [step.as_json() for step in (self.steps if all_steps else self.proof())],
        }


def solve_logically(
    puzzle: Any,
    *,
    board: Board | None = None,
    candidates: Iterable[int] | None = None,
    guess: bool = True,
    time_limit: float | None = None,
) -> LogicResult:
    """Solve a puzzle by the techniques of people, each step with its reason.

    Args:
        puzzle: text or whole numbers, as for `sudoku.solve`.
        candidates: only these are left, as numbers `cell * side + digit - 1`: those that earlier steps have removed
            are not among them.
        guess: where no technique finds anything, place a digit of the solution; False: stop there ("stuck").
        time_limit: seconds; what has been found by then is returned. Up to half of them are for the engine: where these
            are not enough for it, neither a rectangle nor a guess is tried.

    Raises:
        ValueError: a malformed puzzle, `candidates` without one of the solution's.
    """
    task = Task(puzzle, board, candidates, time_limit)
    steps: list[Step] = []
    try:
        for steps_found in task.rounds(guess):
            steps += steps_found
    except OutOfTime:
        task.status = Status.TIME_LIMIT
    grid = task.grid
    return LogicResult(task.board, task.puzzle, tuple(steps), task.status, grid.values(), grid.alive, grid.start)


def hint(
    puzzle: Any,
    *,
    board: Board | None = None,
    candidates: Iterable[int] | None = None,
    time_limit: float | None = None,
) -> Step | None:
    """Return the easiest next step: a guess where no technique finds any; None where there is nothing to do.

    Give the `candidates` that are left, and the hint is one that removes some of them; without, they are what the
    digits leave. Arguments and errors are those of `solve_logically`; and a puzzle without a solution is a ValueError.
    Raises :class:`dlx.Unfinished` where `time_limit` seconds did not suffice.

    >>> hint("1234341221434321") is None
    True
    """
    return next(hints(puzzle, board=board, candidates=candidates, time_limit=time_limit), None)


def hints(
    puzzle: Any,
    *,
    board: Board | None = None,
    candidates: Iterable[int] | None = None,
    time_limit: float | None = None,
) -> Iterator[Step]:
    """Yield one hint after the other, each for the grid that the last one leaves.

    After `time_limit` seconds :class:`dlx.Unfinished` follows the last one.

    >>> [step.technique for step in hints("12.. 34.. 2143 432.")]
    ['hidden single', 'hidden single', 'hidden single', 'hidden single', 'hidden single']
    """
    task = Task(puzzle, board, candidates, time_limit)
    if task.status is Status.NO_SOLUTION:
        found = clash(task.board, task.puzzle)
        raise ValueError(f"the puzzle has no solution{f': {found}' if found else ''}")
    try:
        for steps in task.rounds(True, single=True):
            yield from steps
    except OutOfTime:
        task.status = Status.TIME_LIMIT
    if task.status is Status.TIME_LIMIT:
        raise Unfinished("the time limit ended the search for the next step", None, Ended.TIME_LIMIT)


class Task:
    """A puzzle, what the engine knows of it, and the grid under way."""

    def __init__(
        self, puzzle: Any, board: Board | None, candidates: Iterable[int] | None, time_limit: float | None
    ) -> None:
        started = perf_counter()
        asked = _Question(puzzle, board)
        self.board, self.puzzle = asked.board, asked.puzzle
        self.solution: bytes | None = None
        self.status = self._known(time_limit)
        self.grid = Grid(self.board, self.puzzle, candidates=candidates, unique=self.status is Status.STUCK)
        self.grid.deadline = started + time_limit if time_limit is not None else None
        self._check_candidates(candidates)

    def _known(self, time_limit: float | None) -> Status:
        """The status to begin with, by the number of solutions: `STUCK` with one, `TIME_LIMIT` if that is not known."""
        half = seconds(time_limit) / 2
        search = cover(self.board).search(given=clues(self.board, self.puzzle), limit=2, time_limit=half)
        found = [filled(self.board, solution) for solution in search]
        self.solution = found[0] if found else None
        if search.status is Ended.TIME_LIMIT:
            return Status.TIME_LIMIT
        return (Status.NO_SOLUTION, Status.STUCK, Status.SEVERAL)[len(found)]

    def _check_candidates(self, candidates: Iterable[int] | None) -> None:
        if candidates is None or self.status is not Status.STUCK or self.solution is None:
            return
        for cell, value in enumerate(self.solution):
            if not self.grid.alive >> cell * self.board.side + value - 1 & 1:
                name = f"{DIGITS[value - 1]} in {self.board.cell_name(cell)}"
                raise ValueError(f"the candidates lack {name}, which the solution has")

    # ---- the way

    def rounds(self, guess: bool, *, single: bool = False) -> Iterator[list[Step]]:
        """The steps of each round; they are applied. With `single`, a round ends with its first step."""
        while not (contradiction := self._contradiction()) and not self.grid.solved:
            steps = self._round(single) or self._guess(guess)
            if not steps:
                return
            yield steps
        if contradiction:
            self.status = Status.NO_SOLUTION
            yield [contradiction]
        elif self.status in (
            Status.STUCK,
            Status.TIME_LIMIT,
        ):  # a way without a guess proves that there is one solution
            self.status = Status.SOLVED

    def _round(self, single: bool) -> list[Step]:
        """The steps of the easiest technique that finds any, without those whose end others have reached already."""
        grid = self.grid
        for technique in TECHNIQUES:
            grid.check_time()
            found = list(islice(technique.find(grid), 1 if single else None))
            steps = [_trimmed(step, grid.apply(step)) for step in found]
            steps = [step for step in steps if step.placed or step.removed]
            if steps:
                return steps
        return []

    def _contradiction(self) -> Step | None:
        known = self.status in (Status.STUCK, Status.SEVERAL)
        unit = None if known else self.grid.empty_unit()
        if unit is None:
            return None
        return Step("contradiction", self.board, _tell_contradiction, units=(unit,), kind="contradiction")

    def _guess(self, wanted: bool) -> list[Step]:
        """The digit of the solution in a cell with fewest candidates."""
        if not wanted or self.solution is None or self.status is not Status.STUCK:
            return []
        marks = self.grid.marks()
        cell = min((cell for cell, digits in enumerate(marks) if digits), key=lambda cell: marks[cell].bit_count())
        one = 1 << cell * self.board.side + self.solution[cell] - 1
        step = Step("guess", self.board, _tell_guess, one, 0, (one,), kind="guess")
        self.grid.apply(step)
        return [step]


def _trimmed(step: Step, gone: int) -> Step:
    """The step without what others had removed before it."""
    return step if step.placed or step.removed == gone else replace(step, removed=gone)


def _tell_contradiction(step: Step) -> str:
    unit = step.units[0]
    t = step.tables
    if unit < t.cells:
        return f"no digit is left for {t.unit_name(unit)}: there is no solution"
    return f"{t.unit_name(unit)} has no place for {DIGITS[t.digit_of(unit)]}: there is no solution"


def _tell_guess(step: Step) -> str:
    cell, digit = divmod(step.placed.bit_length() - 1, step.board.side)
    name = step.board.cell_name(cell)
    return f"a guess: no technique finds anything; the engine's search says that {name} is {DIGITS[digit]}"
