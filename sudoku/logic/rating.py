# SPDX-License-Identifier: MIT
"""The difficulty of a puzzle for people: the hardest technique that it needs, a score and a level.

The puzzle is solved as in solver.py: each round takes all steps of the easiest technique that finds any.

    score     the difficulty of the hardest round's technique (techniques.py), plus a little for each link of a chain
              beyond its shortest form; 10 if a guess is needed
    effort    the sum of the difficulties of all rounds, guesses included, which orders puzzles of equal score
    level     easy           1.5   hidden singles
              medium         2.3   naked singles
              hard           4.0   locked candidates, pairs, triples, X-Wing, Swordfish, with fins as well
              expert         5.7   skyscraper, kite, wings, rectangles, quads, coloring, BUG
              diabolical     7.9   chains, ALS-XZ
              extreme              chains of almost locked sets, forcing chains and nets, and guesses

No round depends on the order of rows, columns, boxes or digits, so the rating does not either, and it is the same on
every run. We fitted nothing to other ratings: a technique that Sudoku Explainer knows has its number there, any other a
number between its neighbors. Over 500 unbiased puzzles, the score has a rank correlation of 0.97 with the rating
of Sudoku Explainer (`python -m bench logic`).

The scale "se" is that program's own (explainer/): its rules, one step at a time, and its three numbers.

    score     the hardest step                                           the program's ER
    pearl     the hardest step up to the first digit placed              EP
    diamond   the first step                                             ED

The scale "hodoku" has HoDoKu's score and level (hodoku.py): the sum of the prices of all steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dlx.engine.limits import seconds
from dlx.engine.status import outer_status
from dlx.engine.unfinished import limited
from dlx.system.calloff import OutOfTime, within
from dlx.system.public import public

from ..board.board import Board
from ..board.json_form import NUMBER, TEXT, WHOLE, Fact, JsonForm, by_name, optional, ref
from .explainer.marks import Hint, PencilMarks
from .explainer.order import solve
from .hodoku import PRICED_GUESS, PricedTechnique, hodoku_level, next_priced
from .solver import LogicStatus, LogicTask

if TYPE_CHECKING:
    from dlx.system.calloff import Cancel

SCALES = ("ours", "se", "hodoku")
LEVELS = (("easy", 1.5), ("medium", 2.3), ("hard", 4.0), ("expert", 5.7), ("diabolical", 7.9), ("extreme", 99.0))


@public("sudoku.logic")
@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a puzzle; score and level are None unless the puzzle is known to have exactly one solution.

    On the scale "se", they are also None if the puzzle needs more than its rules (status STUCK); we know of none.
    On the scale "hodoku", the score and the effort are the sum of the prices of all steps, and the levels are easy,
    medium, hard, unfair and extreme.
    """

    status: LogicStatus  # SOLVED, STUCK if a guess is needed, or the reason for a missing score
    score: float | None
    level: str | None
    hardest: str | None  # name of the hardest technique
    effort: float
    rounds: dict[str, int]  # number of rounds by technique, easiest first; of steps on the other scales
    scale: str = "ours"
    pearl: float | None = None  # scale "se": the hardest step up to the first digit placed (EP)
    diamond: float | None = None  # scale "se": the first step (ED)

    form = JsonForm(
        "the difficulty for people",
        status=Fact(ref("logic_status"), lambda rating: rating.status.value),
        score=optional(NUMBER),
        level=optional(ref("level"), {"const": "unfair"}),
        hardest=optional(TEXT),
        effort=NUMBER,
        rounds=Fact(by_name(WHOLE), lambda rating: dict(rating.rounds)),
        scale={"enum": [*SCALES]},
        pearl=Fact(optional(NUMBER), always=False),
        diamond=Fact(optional(NUMBER), always=False),
    )

    def as_json(self) -> dict[str, Any]:
        return self.form.of(self, every=self.scale == "se")


@limited("rate", "")
def rate(
    puzzle: Any,
    *,
    board: Board | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
    scale: str = "ours",
) -> Rating:
    """Rate the difficulty of a puzzle; arguments are as for `solve_logically`.

    Args:
        scale: "ours", "se" for the ratings of Sudoku Explainer, or "hodoku" for the score and level of HoDoKu. The last
            two know classic 9x9 puzzles only.

    Raises:
        ValueError: as `solve_logically`, an unknown scale, or a board without a rating on the scale.

    >>> rating = rate("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    >>> rating.score, rating.level, rating.hardest
    (10.0, 'extreme', 'guess')
    >>> rate(".2.4......1....." ).status.value
    'several solutions'
    >>> rating = rate("9..53....3......72.4.6.7....1....83......6..5..9..3...4.2.9........1.6.7.9...5...", scale="se")
    >>> rating.score, rating.pearl, rating.diamond, rating.hardest
    (7.5, 1.2, 1.2, 'aligned triplet exclusion')
    >>> wing = "3.29..................1.824.3...764..9.......84.596....5....3.7....6.1..9.7..1..."
    >>> rating = rate(wing, scale="hodoku")
    >>> rating.score, rating.level, rating.hardest
    (624.0, 'hard', 'XY-Wing')
    """
    check_scale(scale, None)
    rating = _rated(puzzle, board, time_limit, scale)
    status = outer_status(rating.status)
    return rating if status is rating.status else replace(rating, status=status)


def _rated(puzzle: Any, board: Board | None, time_limit: float | None, scale: str) -> Rating:
    if scale == "se":
        return _explained(puzzle, board, time_limit)
    if scale == "hodoku":
        return _priced(puzzle, board, time_limit)
    rating = rate_until(puzzle, lambda technique, difficulty: False, board=board, time_limit=time_limit)
    assert rating is not None
    return rating


def rate_until(
    puzzle: Any, given_up: Callable[[str, float], bool], *, board: Board | None = None, time_limit: float | None = None
) -> Rating | None:
    """Rate a puzzle, or return None at the first round whose technique and difficulty let the caller give it up.

    To find that a puzzle is beyond a level takes a tenth of the time of a rating: chains take long, nets longer.
    """
    rounds: list[tuple[float, str]] = []
    try:
        with within(seconds(time_limit)):
            task = LogicTask(puzzle, board, None, time_limit)
            if task.status in (LogicStatus.STUCK, LogicStatus.TIME_LIMIT):
                for hard, technique in task.difficulties():
                    rounds.append((hard, technique))
                    if given_up(technique, hard):
                        return None
    except OutOfTime:
        return _rating(LogicStatus.TIME_LIMIT, rounds)
    if task.status is LogicStatus.SOLVED and any(technique == "guess" for _, technique in rounds):
        task.status = LogicStatus.STUCK
    return _rating(task.status, rounds)


def _rating(status: LogicStatus, rounds: list[tuple[float, str]]) -> Rating:
    counts = Counter(technique for _, technique in sorted(rounds))
    effort = round(sum(hard for hard, _ in rounds), 2)
    if status not in (LogicStatus.SOLVED, LogicStatus.STUCK):
        return Rating(status, None, None, None, effort, dict(counts))
    score, hardest = max(rounds, default=(0.0, None))
    return Rating(status, score, level_of(score), hardest, effort, dict(counts))


# ---- the scale of Sudoku Explainer


def check_scale(scale: str, board: Board | None) -> None:
    """Raise ValueError for an unknown scale, and for a board without a rating on it."""
    if scale not in SCALES:
        raise ValueError(f"unknown scale {scale!r}; use {', '.join(map(repr, SCALES[:-1]))} or {SCALES[-1]!r}")
    if scale != "ours" and board is not None and board != Board():
        raise ValueError(f"scale {scale!r} rates classic 9x9 puzzles, not those of a {board}; use 'ours'")


def _explained(puzzle: Any, board: Board | None, time_limit: float | None) -> Rating:
    """Rate a puzzle by the rules of Sudoku Explainer."""
    task = LogicTask(puzzle, board, None, time_limit)
    check_scale("se", task.board)
    steps: list[Hint] = []
    if task.status is LogicStatus.STUCK:
        marks = PencilMarks(task.puzzle)
        try:
            steps += solve(marks, task.grid.check_time)
        except OutOfTime:
            task.status = LogicStatus.TIME_LIMIT
        if marks.solved:
            task.status = LogicStatus.SOLVED
    return _explainer_rating(task.status, steps)


def _explainer_rating(status: LogicStatus, steps: list[Hint]) -> Rating:
    counts = Counter(step.rule for step in sorted(steps, key=lambda step: (step.tenths, step.rule)))
    effort = sum(step.tenths for step in steps) / 10
    if status is not LogicStatus.SOLVED:
        return Rating(status, None, None, None, effort, dict(counts), "se")
    first = next((number for number, step in enumerate(steps, 1) if step.placed), 0)
    score, pearl, diamond = (
        max((step.tenths for step in part), default=0) / 10 for part in (steps, steps[:first], steps[:1])
    )
    hardest = max(steps, default=None, key=lambda step: step.tenths)
    return Rating(
        status, score, level_of(score), hardest.rule if hardest else None, effort, dict(counts), "se", pearl, diamond
    )


# ---- the scale of HoDoKu


def _priced(puzzle: Any, board: Board | None, time_limit: float | None) -> Rating:
    """Rate a puzzle by the prices of HoDoKu."""
    task = LogicTask(puzzle, board, None, time_limit)
    check_scale("hodoku", task.board)
    used: list[PricedTechnique] = []
    if task.status is LogicStatus.STUCK:
        try:
            while not task.grid.solved:
                used.append(_take_priced(task))
        except OutOfTime:
            task.status = LogicStatus.TIME_LIMIT
        else:
            task.status = LogicStatus.STUCK if PRICED_GUESS in used else LogicStatus.SOLVED
    return _priced_rating(task.status, used)


def _take_priced(task: LogicTask) -> PricedTechnique:
    """Apply the next step, or a guess, and return its technique."""
    found = next_priced(task.grid)
    if found is None:
        task.guess(True)
        return PRICED_GUESS
    task.grid.apply(found[1])
    return found[0]


def _priced_rating(status: LogicStatus, used: list[PricedTechnique]) -> Rating:
    used = sorted(used, key=lambda technique: (technique.level, technique.price, technique.name))
    counts = Counter(technique.name for technique in used)
    score = sum(technique.price for technique in used)
    if status not in (LogicStatus.SOLVED, LogicStatus.STUCK):
        return Rating(status, None, None, None, float(score), dict(counts), "hodoku")
    level = hodoku_level(score, used[-1].level if used else 0)
    return Rating(status, float(score), level, used[-1].name if used else None, float(score), dict(counts), "hodoku")


def level_of(score: float) -> str:
    """Return the level of a score.

    >>> level_of(1.5), level_of(1.7)
    ('easy', 'medium')
    """
    return next(name for name, most in LEVELS if score <= most)
