# SPDX-License-Identifier: MIT
"""A plan for many questions about one problem, from some of them that are searched alone.

    all questions ──16 of them──> samples ──> Plan: lanes or one by one, their patience, the cuts into parts

The samples measure work in counters, never with a clock. So a plan, and every answer, is the same on every run and
machine, and for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from ..engine.drive import LIMIT, PAUSED
from ..engine.limits import whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..engine.engine import Engine

    Questions = tuple[NDArray[np.int64], NDArray[np.int32]]  # in CSR form, see matrix/givens.py

WORK_PER_CHECK = 2_000_000  # updates, or list members read by sweeps, between two checks of signals: about 5 ms
MOST_LANE_NODES = 2_000  # most nodes of a question in the lanes; more would starve the others
LARGEST_COUNT = 2**63 - 1  # the largest count
UNDECIDED = (LIMIT, PAUSED)  # results of step(): more work may find more solutions
PILOT_QUESTIONS = 16  # questions searched one by one, to measure the cost
# Work per part in the lanes, measured as if its questions were answered one by one, in units of about 2 ns. A part
# takes 20 ms (easy Sudoku puzzles) to 60 ms (the hardest). At its end the lanes run empty for less than 1 ms.
WORK_PER_PART = 100_000_000
QUESTIONS_PER_PART = 512  # at least, so that the lanes of a part are full
PARTS_PER_WORKER = 16  # per worker, where questions are answered one by one; each additional part costs 0.1 ms


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for answering a list of questions, made before they are cut into parts.

    The result of a part then depends only on the part and the plan, not on the worker or on earlier questions. A plan
    is small; you can send it to other processes together with the parts.
    """

    lanes: bool  # search side by side
    patience: float  # mean sweeps per question in the lanes; beyond this we search the rest one by one
    work: float  # mean work of a question alone, in units of about 2 ns; 0 if it was not measured

    @classmethod
    def of(cls, engine: Engine, n: int, samples: Questions, limit: int | None, kernel: str = "auto") -> Plan:
        """Return the plan for n questions about first solutions, by searching the `samples` one by one.

        The kernel "lanes" always searches side by side.
        """
        count_limit = min(whole(limit, "limit", 1), LARGEST_COUNT)
        if not engine.side_by_side(kernel, n):
            return ONE_BY_ONE
        asked = list(alone(engine, samples, range(len(samples[0]) - 1), count_limit, to_the_end=True))
        too_hard = 2 * sum(sample.too_much for sample in asked) >= len(asked)  # the lanes would hand most of them over
        if too_hard and kernel == "auto":
            return ONE_BY_ONE
        with engine.lend_lanes() as lanes:
            patience = lanes.sweeps_per_work * sum(s.work for s in asked if not s.several) / len(asked)
        return cls(True, patience, sum(s.work for s in asked) / len(asked))

    def cuts(self, number: int, workers: int) -> list[tuple[int, int]]:
        """Cut `number` questions into parts, as pairs (first, last + 1).

        Where patience ends, a neighbor can change the nodes of a question, so there the cuts do not depend on the
        workers. With an even number of parts, two workers finish together.
        """
        if self == SIDE_BY_SIDE:
            parts = min(PARTS_PER_WORKER * workers, number // QUESTIONS_PER_PART) if workers > 1 else 1
        elif self.lanes:
            worth = number * self.work / WORK_PER_PART
            parts = 1 if worth <= 1 else 2 * max(round(worth / 2), 1)
        else:
            parts = PARTS_PER_WORKER * workers if workers > 1 else 1
        parts = max(min(parts, number), 1)
        return [(number * k // parts, number * (k + 1) // parts) for k in range(parts)]


ONE_BY_ONE = Plan(False, 0.0, 0.0)
SIDE_BY_SIDE = Plan(True, inf, 0.0)  # counters of a question do not depend on its neighbors


@dataclass(frozen=True, slots=True)
class Sample:
    """A question searched alone."""

    work: int  # up to MOST_LANE_NODES nodes, in the kernel's units
    several: bool  # more than one solution was found
    too_much: bool  # the search did not end


def alone(
    engine: Engine, questions: Questions, chosen: range, limit: int, to_the_end: bool = False
) -> Iterator[Sample]:
    """Yield a sample of each chosen question, up to MOST_LANE_NODES nodes, or with ``to_the_end`` about 5 ms longer."""
    indptr, given = questions
    with engine.lend() as kernel:
        for k in chosen:
            kernel.setup(given[indptr[k] : indptr[k + 1]].tolist())
            kernel.node_stop, kernel.solution_stop = MOST_LANE_NODES, limit
            outcome, work = kernel.step(WORK_PER_CHECK), kernel.work
            if outcome in UNDECIDED and to_the_end:
                kernel.node_stop = LARGEST_COUNT
                outcome = kernel.step(WORK_PER_CHECK)
            yield Sample(work, kernel.solutions > 1, outcome in UNDECIDED)
