# SPDX-License-Identifier: MIT
"""A solver that works like a person: it looks for the easiest technique that finds anything, again and again.

    hidden single   r1c4 is 4
    hidden single   r3c2 is 4
    pointing        r5c1 loses 7       until solved, or until only a guess is left

An explanation and the hints take one step at a time: each is the easiest on the grid that the steps before it leave,
and its candidates are all there. Some steps turn out to be unnecessary; `LogicResult.proof` leaves them out.

A rating takes rounds: all steps of the easiest technique that finds any, at once. So it does not depend on the names of
rows, columns and digits. In a round, one step may remove a candidate of another: 409 of 24,460 steps, so explanations
take no rounds. The hardest technique of both differs for about one of 1,000 unbiased puzzles and six of 1,000 of the
"magictour" set. A proof in single steps is shorter: 1,578 steps beyond naked singles instead of 1,843, for 198 puzzles.
On classic boards the time is the same for most puzzles, and 1.7 times as long for the hard ones.

First the engine counts the solutions. If there is one, a unique rectangle may rely on it, and a guess is no gamble: it
is the true digit, labeled as a guess. If there are several, the steps go as far as all solutions agree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from itertools import islice
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dlx import Status
from dlx.engine.limits import seconds
from dlx.engine.status import outer_status
from dlx.engine.unfinished import Unfinished, limited
from dlx.system.calloff import OutOfTime, within
from dlx.system.public import public

from ..board.board import Board
from ..board.clashes import clash
from ..board.json_form import CANDIDATE, LINE, TEXT, WHOLE, Fact, JsonForm, many, optional, ref
from ..board.kept import kept
from ..engine.cover import clues
from ..engine.engines import Decided
from ..engine.puzzle import Puzzle
from .compiled.rounds import NAMES, CompiledTables, Rounds
from .exclusions import excluded_by_rules
from .grid import Grid
from .mistakes import mistakes, words_of_mistakes
from .rules import rules_of
from .step import Step
from .tables import bits, tables
from .techniques import BY_NAME, TECHNIQUES, Technique, difficulty

if TYPE_CHECKING:
    from dlx.system.calloff import Cancel

COMPILED = tuple(BY_NAME[name] for name in NAMES)
FIRST_CHAIN = NAMES.index("X-chain")  # it and the harder ones follow what rules exclude on a grid


class TechniqueRun(NamedTuple):
    """Techniques to try in a row: compiled ones, by number, or one in Python."""

    first: int
    below: int
    technique: Technique | None = None


class TechniqueOrder(NamedTuple):
    """The techniques of a board that some compiled ones know, in order."""

    tables: CompiledTables
    parts: tuple[TechniqueRun, ...]
    easy: int  # number of compiled techniques that are quick and have steps of one length, before any in Python
    rules: bool  # whether candidates can exclude each other on some grids only


@public("sudoku.logic")
class LogicStatus(Enum):
    """The outcome of solving by techniques."""

    SOLVED = "solved"
    STUCK = "stuck"  # no technique finds anything, and guessing is off
    NO_SOLUTION = "no solution"
    SEVERAL = "several solutions"
    TIME_LIMIT = "time limit"
    INTERRUPTED = "interrupted"  # by `cancel`
    INVALID = "invalid"  # of a row of a batch that is no puzzle


@public("sudoku.logic")
@dataclass(frozen=True, slots=True)
class LogicResult:
    """The path to a solution.

    >>> result = solve_logically("12.. 3... ..4. ...1")
    >>> result.status.value, result.line, result.hardest
    ('solved', '1234341221434321', 'hidden single')
    >>> print(result.steps[0].words)
    the 4 of box 1 can only be in r2c2: r2c2 is 4
    """

    board: Board
    puzzle: bytes
    steps: tuple[Step, ...]
    status: LogicStatus
    values: bytes  # final digits, 0 where a cell is open
    candidates: int = field(repr=False)  # final candidates, a set (tables.py)
    start: int = field(repr=False)  # initial candidates, before the clues are placed

    @property
    def line(self) -> str:
        """Return the final digits on one line."""
        return self.board.line(self.values)

    @property
    def guesses(self) -> int:
        return sum(step.kind == "guess" for step in self.steps)

    @property
    def hardest(self) -> str | None:
        """Return the technique of the hardest step; None without steps."""
        steps = [step for step in self.steps if step.kind != "contradiction"]
        return max(steps, key=difficulty).technique if steps else None

    def proof(self) -> tuple[Step, ...]:
        """Return the steps that the end or a later step needs, in the same order.

        A step needs the earlier removals in its units and in the cells of its rules; a step whose removals are not
        needed is left out. The proof covers every digit and candidate of the end, or only the contradiction if the path
        ends with one.
        """
        if not self.steps:
            return ()
        t, rules = tables(self.board), rules_of(self.board)
        kept = []
        refuted = bool(self.steps) and self.steps[-1].kind == "contradiction"
        needed = 0 if refuted or self.status is LogicStatus.SOLVED else t.start & ~self.candidates
        for step, alive, gone in reversed(self.replay()):
            if gone & needed or step.kind == "contradiction" or (step.placed and not refuted):
                kept.append(step)
                for unit in (*step.units, *(cell for number in step.rules for cell in rules[number].cells)):
                    needed |= t.units[unit] & ~alive
        return tuple(reversed(kept))

    def replay(self) -> list[tuple[Step, int, int]]:
        """Return each step with the candidates before it and the candidates it removes."""
        grid = Grid(self.board, self.puzzle, candidates=bits(self.start))
        replayed = []
        for step in self.steps:
            alive = grid.alive
            replayed.append((step, alive, grid.apply(step)))
        return replayed

    form = JsonForm(
        "a solution step by step",
        puzzle=Fact(LINE, lambda result: result.board.line(result.puzzle)),
        status=Fact(ref("logic_status"), lambda result: result.status.value),
        end=Fact(LINE, lambda result: result.line),
        hardest=optional(TEXT),
        guesses=WHOLE,
        candidates=Fact(
            many(CANDIDATE),
            lambda result: tables(result.board).names(0 if result.status is LogicStatus.SOLVED else result.candidates),
        ),
        steps=Fact(many(ref("step")), lambda result: [step.as_json() for step in result.proof()]),
    )

    def as_json(self, *, all_steps: bool = False) -> dict[str, Any]:
        """Return the result for `json.dumps`, with the steps of the proof, or all of them."""
        facts = self.form.of(self)
        return {**facts, "steps": [step.as_json() for step in self.steps]} if all_steps else facts


@limited("solve_logically", "")
def solve_logically(
    puzzle: Any,
    *,
    board: Board | None = None,
    candidates: Iterable[int | str | Iterable[int]] | None = None,
    guess: bool = True,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> LogicResult:
    """Solve a puzzle by human techniques, each step with its reason.

    Args:
        puzzle: text or whole numbers, as for `sudoku.solve`.
        candidates: the candidates that remain after earlier steps, as numbers `cell * side + digit - 1` or names such
            as "r4c5=7", or by cell, as `sudoku.candidates` returns them; None: all that the clues allow.
        guess: if no technique finds anything, place a digit of the solution; False: stop there ("stuck").
        time_limit: seconds, after which the steps found so far are returned. Up to half of them are for the engine; if
            it needs more, neither a unique rectangle nor a guess is tried.
        cancel: an event that ends the search for steps, as for `sudoku.solve`; the status is then INTERRUPTED.

    Raises:
        ValueError: a malformed puzzle, or `candidates` that the board does not have, or that lack a digit of the
            solution.
    """
    try:
        with within(seconds(time_limit)):
            task = LogicTask(puzzle, board, candidates, time_limit)
    except OutOfTime:  # while the rules were read
        given = Puzzle(puzzle, board)
        every = (1 << given.board.cells * given.board.side) - 1
        status = outer_status(LogicStatus.TIME_LIMIT)
        return LogicResult(given.board, given.values, (), status, given.values, every, every)
    steps: list[Step] = []
    try:
        with within(task.left()):
            for steps_found in task.rounds(guess, single=True):
                steps += steps_found
    except OutOfTime:
        task.status = LogicStatus.TIME_LIMIT
    grid, status = task.grid, outer_status(task.status)
    return LogicResult(task.board, task.puzzle, tuple(steps), status, grid.values(), grid.alive, grid.start)


@limited("hint", "")
def hint(
    puzzle: Any,
    *,
    board: Board | None = None,
    candidates: Iterable[int | str | Iterable[int]] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Step | None:
    """Return the easiest next step: a guess if no technique finds any, None if there is nothing to do.

    Pass the remaining `candidates`, and the hint removes some of them; by default, all that the digits allow remain.
    Of a puzzle that `sudoku.read_link` or `read_file` returns, the hint continues from the digits entered. Arguments
    and errors are as for `solve_logically`; also, a puzzle without a solution raises ValueError, and so does a digit
    entered that the solution does not have. Raises :class:`dlx.Unfinished` if `time_limit` seconds are not enough, or
    if `cancel` is set.

    >>> hint("1234341221434321") is None
    True
    """
    return next(hints(puzzle, board=board, candidates=candidates, time_limit=time_limit), None)


@limited("hints", "", lists=True)
def hints(
    puzzle: Any,
    *,
    board: Board | None = None,
    candidates: Iterable[int | str | Iterable[int]] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Step]:
    """Yield one hint after another, each for the grid that the last one leaves.

    Raises :class:`dlx.Unfinished` after the last hint if `time_limit` seconds run out, or if `cancel` is set.

    >>> [step.technique for step in hints("12.. 34.. 2143 432.")]
    ['hidden single', 'hidden single', 'hidden single', 'hidden single', 'hidden single']
    """
    try:
        with within(seconds(time_limit)):
            if getattr(puzzle, "entered", b""):
                wrong = mistakes(puzzle.board, puzzle.puzzle, puzzle.entered, time_limit)
                if wrong:
                    raise ValueError(words_of_mistakes(puzzle.board, wrong))
                board, puzzle = puzzle.board, list(puzzle.values)
            task = LogicTask(puzzle, board, candidates, time_limit)
    except OutOfTime:  # while the rules were read
        raise _no_step() from None
    if task.status is LogicStatus.NO_SOLUTION:
        found = clash(task.board, task.puzzle)
        raise ValueError(f"the puzzle has no solution{f': {found}' if found else ''}")
    rounds = task.rounds(True, single=True)
    try:
        while steps := task.in_time(rounds):
            yield from steps
    except OutOfTime:
        task.status = LogicStatus.TIME_LIMIT
    if task.status is LogicStatus.TIME_LIMIT:
        raise _no_step()


def _no_step() -> Unfinished:
    status = outer_status(Status.TIME_LIMIT)
    return Unfinished(f"{status.cause} ended the search for the next step", None, status)


class LogicTask:
    """A puzzle, the engine's findings about it, and the partly solved grid."""

    def __init__(
        self,
        puzzle: Any,
        board: Board | None,
        candidates: Iterable[int | str | Iterable[int]] | None,
        time_limit: float | None,
    ) -> None:
        started = perf_counter()
        given = Puzzle(puzzle, board)
        self.board, self.puzzle = given.board, given.values
        self.solution: bytes | None = None
        self.status = self._initial_status(time_limit)
        self.grid = Grid(self.board, self.puzzle, candidates=candidates, unique=self.status is LogicStatus.STUCK)
        self.grid.deadline = started + time_limit if time_limit is not None else None
        self._check_candidates(candidates)
        plan = _plan_of(self.board) if self.status is LogicStatus.STUCK else None
        self.compiled = Rounds(plan.tables) if plan else None  # it relies on a solution

    def _initial_status(self, time_limit: float | None) -> LogicStatus:
        """Return the initial status from the number of solutions: `STUCK` for one, `TIME_LIMIT` if it is unknown."""
        decided = Decided(self.board, clues(self.board, self.puzzle), 2, time_limit=seconds(time_limit) / 2)
        decided.run()
        found = decided.found
        self.solution = found[0] if found else None
        if decided.unfinished:
            return LogicStatus.TIME_LIMIT
        return (LogicStatus.NO_SOLUTION, LogicStatus.STUCK, LogicStatus.SEVERAL)[len(found)]

    def _check_candidates(self, candidates: Iterable[int | str | Iterable[int]] | None) -> None:
        if candidates is None or self.status is not LogicStatus.STUCK or self.solution is None:
            return
        for cell, value in enumerate(self.solution):
            if not self.grid.alive >> cell * self.board.side + value - 1 & 1:
                name = f"{self.board.signs[value - 1]} in {self.board.cell_name(cell)}"
                raise ValueError(f"the candidates lack {name}, which the solution has")

    def left(self) -> float:
        """Return the seconds left."""
        return inf if self.grid.deadline is None else max(self.grid.deadline - perf_counter(), 0.0)

    # ---- rounds

    def in_time(self, rounds: Iterator[list[Step]]) -> list[Step]:
        """Return the steps of the next round, none at the end; raise OutOfTime if time runs out."""
        with within(self.left()):
            return next(rounds, [])

    def rounds(self, guess: bool, *, single: bool = False) -> Iterator[list[Step]]:
        """Apply and yield the steps of each round. With `single`, a round ends after its first step."""
        while not (contradiction := self._contradiction()) and not self.grid.solved:
            steps = self._round(single) or self.guess(guess)
            if not steps:
                return
            yield steps
        if contradiction:
            self.status = LogicStatus.NO_SOLUTION
            yield [contradiction]
        elif self.status in (
            LogicStatus.STUCK,
            LogicStatus.TIME_LIMIT,
        ):  # a path without a guess proves that there is one solution
            self.status = LogicStatus.SOLVED

    def difficulties(self) -> Iterator[tuple[float, str]]:
        """Apply the rounds, guesses included, and yield the difficulty and the technique of each."""
        if self.compiled:
            yield from self._compiled_difficulties(self.compiled)
            return
        for steps in self.rounds(True):
            yield difficulty(steps[0]), steps[0].technique

    def _compiled_difficulties(self, rounds: Rounds) -> Iterator[tuple[float, str]]:
        plan = _plan_of(self.board)
        assert plan is not None
        self._set(rounds)
        while not rounds.solved:
            self.grid.check_time()
            for easy in rounds.apply_below(plan.easy):
                yield COMPILED[easy].difficulty, COMPILED[easy].name
            if not rounds.solved:
                yield self._compiled_round(rounds, plan)
        self.status = LogicStatus.SOLVED

    def _compiled_round(self, rounds: Rounds, plan: TechniqueOrder) -> tuple[float, str]:
        """Apply all steps of the easiest technique that finds any, or a guess; return its difficulty and its name."""
        self.grid.alive, self.grid.placed = rounds.open | rounds.placed, rounds.placed
        for part in plan.parts:
            if part.technique:
                steps = self._apply(part.technique, False)
                if steps:
                    self._set(rounds)
                    return difficulty(steps[0]), steps[0].technique
            elif (number := self._easiest(rounds, plan, part, plan.easy)) >= 0:
                hard = COMPILED[number].hard(rounds.length)
                rounds.apply()
                return hard, COMPILED[number].name
        first = self.guess(True)[0]
        self._set(rounds)
        return difficulty(first), first.technique

    def _set(self, rounds: Rounds) -> None:
        grid = self.grid
        rounds.set(grid.alive, grid.placed, grid.clues, grid.unique)

    def _easiest(self, rounds: Rounds, plan: TechniqueOrder, part: TechniqueRun, first: int = 0) -> int:
        """Return the number of the easiest technique of a part, from `first` on, with a step; -1 if there is none."""
        self.grid.check_time()
        if plan.rules and part.first >= FIRST_CHAIN:
            rounds.exclude(excluded_by_rules(self.grid))
        return rounds.easiest(max(part.first, first), part.below)

    def _techniques(self) -> Iterable[Technique]:
        """Yield the techniques to try: all, but without the compiled ones that find nothing."""
        rounds, plan = self.compiled, _plan_of(self.board)
        if not rounds or not plan:
            yield from TECHNIQUES
            return
        self._set(rounds)
        for part in plan.parts:
            if part.technique:
                yield part.technique
            elif (number := self._easiest(rounds, plan, part)) >= 0:
                yield from TECHNIQUES[TECHNIQUES.index(COMPILED[number]) :]
                return

    def _round(self, single: bool) -> list[Step]:
        """Apply and return the steps of the easiest technique that finds any, except steps without a new effect."""
        return next(filter(None, (self._apply(technique, single) for technique in self._techniques())), [])

    def _apply(self, technique: Technique, single: bool) -> list[Step]:
        """Apply and return the steps of a technique, or the first of them, except steps without a new effect."""
        grid = self.grid
        grid.check_time()
        found = list(islice(technique.find(grid), 1 if single else None))
        steps = [_trim(step, grid.apply(step)) for step in found]
        return [step for step in steps if step.placed or step.removed]

    def _contradiction(self) -> Step | None:
        known = self.status in (LogicStatus.STUCK, LogicStatus.SEVERAL)
        unit = None if known else self.grid.empty_unit()
        if unit is None:
            return None
        tell = partial(_describe_contradiction, found=clash(self.board, self.puzzle))
        return Step("contradiction", self.board, tell, units=(unit,), kind="contradiction")

    def guess(self, wanted: bool) -> list[Step]:
        """Place the solution's digit in a cell with the fewest candidates, as a step.

        Of several such cells, we take one by invariants of the candidates, so that isomorphs have the same path.
        """
        if not wanted or self.solution is None or self.status is not LogicStatus.STUCK:
            return []
        marks = self.grid.marks()
        true = {cell: cell * self.board.side + self.solution[cell] - 1 for cell, digits in enumerate(marks) if digits}
        color = _invariants(self.grid, true.values())
        cell = min(true, key=lambda cell: (marks[cell].bit_count(), color[true[cell]]))
        one = 1 << true[cell]
        step = Step("guess", self.board, _describe_guess, one, 0, (one,), kind="guess")
        self.grid.apply(step)
        return [step]


def _invariants(grid: Grid, true: Collection[int]) -> dict[int, int]:
    """Return a number for each candidate that no renaming of rows, columns and digits changes.

    Two candidates differ if they differ in truth or in the numbers of the candidates that they exclude, again and again
    (B. Weisfeiler and A. Leman, 1968). Equal numbers are nearly always a symmetry of the puzzle.
    """
    alive = list(bits(grid.alive))
    excluded = {one: list(bits(grid.tables.conflicts[one] & grid.alive)) for one in alive}
    color = {one: int(one in true) for one in alive}
    while True:
        keys = {one: (color[one], tuple(sorted(color[other] for other in excluded[one]))) for one in alive}
        number = {key: n for n, key in enumerate(sorted(set(keys.values())))}
        finer = {one: number[key] for one, key in keys.items()}
        if len(number) == len(set(color.values())):
            return finer
        color = finer


@kept(32)  # as for the tables in Python
def _plan_of(board: Board) -> TechniqueOrder | None:
    """Return the techniques of a board in the order to try them; None for a board that no compiled ones know."""
    of_board, rules = tables(board), bool(rules_of(board))
    try:
        compiled = CompiledTables(of_board, rules)
    except ValueError:
        return None
    parts: list[TechniqueRun] = []
    for technique in TECHNIQUES:
        number = NAMES.index(technique.name) if technique.name in NAMES else -1
        if number in compiled.known:
            joins = parts and parts[-1].below == number and not (rules and number == FIRST_CHAIN)
            parts.append(TechniqueRun(parts.pop().first if joins else number, number + 1))
        elif number >= 0 or not technique.of_rules or rules or of_board.exclusions or of_board.sums:
            parts.append(TechniqueRun(0, 0, technique))
    return TechniqueOrder(compiled, tuple(parts), min(parts[0].below, FIRST_CHAIN), rules)


def _trim(step: Step, gone: int) -> Step:
    """Return the step without the candidates that earlier steps removed."""
    return step if step.placed or step.removed == gone else replace(step, removed=gone)


def _describe_contradiction(step: Step, found: str | None) -> str:
    t, unit = step.tables, step.units[0]
    if not found and unit < t.cells:
        found = f"no digit is left for {t.unit_name(unit)}"
    elif not found:
        found = f"{t.unit_name(unit)} has no place for {t.board.signs[t.digit_of(unit)]}"
    return f"there is no solution: {found}"


def _describe_guess(step: Step) -> str:
    cell, digit = divmod(step.placed.bit_length() - 1, step.board.side)
    name = step.board.cell_name(cell)
    return f"a guess: no technique finds anything; by search, {name} is {step.board.signs[digit]}"
