# SPDX-License-Identifier: MIT
"""How hard a puzzle is: the hardest technique that it needs, a score and a level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..board import Board
from .grid import OutOfTime
from .solver import Status, Task
from .techniques import difficulty

LEVELS = (("easy", 1.5), ("medium", 2.5), ("hard", 4.0), ("expert", 5.9), ("diabolical", 7.9), ("extreme", 99.0))


@dataclass(frozen=True, slots=True)
class Rating:
    score: float | None
    level: str | None
    hardest: str | None
    techniques: dict[str, int]
    rounds: tuple[tuple[str, float], ...]
    status: Status


def rate(puzzle: Any, *, board: Board | None = None, time_limit: float | None = None) -> Rating:
    task = Task(puzzle, board, None, time_limit)
    rounds = []
    score = 0.0
    hardest = None
    techniques: Counter[str] = Counter()
    try:
        for steps in task.rounds(True):
            step = steps[0]
            d = difficulty(step)
            rounds.append((step.technique, d, step.length))
            techniques[step.technique] += 1
            if d > score:
                score, hardest = d, step.technique
            if step.kind == "guess":
                break
    except OutOfTime:
        task.status = Status.TIME_LIMIT
    level = next(name for name, top in LEVELS if score <= top)
    return Rating(score, level, hardest, dict(techniques), tuple(rounds), task.status)
