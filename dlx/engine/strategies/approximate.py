# SPDX-License-Identifier: MIT
"""Solutions drawn at random with nearly the same probability, from descents alone, where the exact ways take too long.

    a run: a descent (dive.pyx) with up to `width` states a level ──> a weight W, a solution from the run
        accepted with the chance min(1, W / cap) ──> the solution is drawn;  else another run

Each solution is a leaf of the search tree. A state that continues represents children / width states, so a run
contains a given solution with weight 1 on average. The weight W of the run is the sum over the solutions that it
contains, and on average the number N of all solutions. We draw one of them in proportion to its weight. If no weight
exceeded the cap, a run would draw each solution with the chance 1 / cap, exactly, however uneven its runs are. The runs
beyond the cap are too rare among those accepted, and change the law of a drawn solution by at most

    E[max(W - cap, 0)] / N        in total variation: no set of solutions gains or loses more than that

Wider runs have more even weights. So we make test runs of width 1, 4, 16, ... and take the first width at which a cap
that keeps this error below the requested one accepts a quarter of the runs or more; four times as wide a run costs
four times as much, and would not pay. The stated error is the upper end of a one-sided 95 % interval of the mean above
from the test runs and one imagined run, twice as heavy as the heaviest of them. It is an estimate: runs that are
heavier by orders of magnitude, and so rare that none was seen, would escape it.

References: Knuth, Estimating the efficiency of backtrack programs (Math. Comp. 29, 1975); Chen, Heterogeneous sampling
(SIAM J. Comput. 21, 1992); Andrieu, Doucet and Holenstein, Particle Markov chain Monte Carlo methods (J. R. Stat. Soc.
B 72, 2010), for the law of a solution drawn from a run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import ceil, fsum, sqrt
from random import Random
from typing import TYPE_CHECKING

from ...kernels.dive import Dive, most_levels, row_words
from ...system.digits import printable
from ...system.wording import plural
from ..interval import POINT, Interval, interval
from ..machine import DONE, PAUSED, Machine

if TYPE_CHECKING:
    from ...matrix.matrix import Matrix

WIDENING = 4  # factor between two widths
LEAST_ACCEPTED = 1 / WIDENING  # part of the runs; if a width accepts less, a wider one may be faster
FEWEST_ACCEPTED = 0.01  # ... and if memory allows no wider ones
LEAST_RUNS = 100  # test runs of a width
RUNS_AN_ERROR = 10  # ... and at least so many divided by the error: no cap states less than about 4 / runs
FEW_RUNS = 16  # test runs after which a width is given up if one run has as much weight as all others together
IMAGINED = 2  # weight of the imagined run, divided by the weight of the heaviest one
NORMAL = 1.645  # standard deviations that the normal distribution exceeds with a probability of 5 %
HALVINGS = 40  # steps in the search for a cap


class Approximate(Machine):
    """Runs in one problem: a strategy that first finds a width and a cap, then draws one solution after another.

    ``error`` is at first the error to state at most; once step() is DONE, it is the stated one, and draw() may follow.

    >>> from dlx import Problem
    >>> machine = Approximate(Problem([["a"], ["a"], ["a", "b"], ["b"]]), 0.05, 2**20, Random(1))
    >>> while machine.step(1000) != DONE:
    ...     pass
    >>> machine.width, round(machine.error, 3), machine.solutions, machine.draw(Random(2), 1000)
    (1, 0.05, 3, [2])
    """

    name = "approximate"

    def __init__(self, matrix: Matrix, error: float, max_memory: int, random: Random) -> None:
        self.matrix, self.error, self._seeds = matrix, error, random
        bytes_a_state = 16 * row_words(matrix) + 8 * most_levels(matrix) + 128
        self.most_width = max(1, max_memory // bytes_a_state)
        self.n_runs = max(LEAST_RUNS, ceil(RUNS_AN_ERROR / error))  # test runs of a width
        self.cap = 0  # of the weights; 0: not known
        self._former_work = 0  # of the descents of other widths
        self._begin(1)

    def _begin(self, width: int) -> None:
        """Begin test runs of this width."""
        self.width = min(width, self.most_width)
        self.weights: list[int] = []  # of the test runs
        self._dive = Dive(self.matrix, (), (), self.width, self._seeds.getrandbits(64), True)
        self._dive.begin(self.width)

    def _widen(self) -> None:
        if self.width == self.most_width:
            fault = "are too uneven for this error" if any(self.weights) else "found no solution"
            raise OverflowError(
                f"{len(self.weights):,} runs of {plural(self.width, 'state')}, as many as max_memory allows, {fault}; "
                "raise max_memory or the error, or use an exact method"
            )
        self._former_work += self._dive.work
        self._begin(self.width * WIDENING)

    def step(self, work: int) -> int:
        """Continue the test runs; return DONE once there is a cap, or PAUSED.

        Raises:
            OverflowError: no width that the memory allows has runs that are even enough.
        """
        if self._dive.step(work) != DONE:
            return PAUSED
        outcome = self._test()
        self._dive.begin(self.width)
        return outcome

    def draw(self, random: Random, work: int) -> list[int] | None:
        """Continue the run; return the options of a solution if it ends and is accepted, or None."""
        if self._dive.step(work) != DONE:
            return None
        options = self._accepted(random)
        self._dive.begin(self.width)
        return options

    # --- test runs

    def _test(self) -> int:
        """Weigh a test run; return DONE if there is a cap now, or PAUSED."""
        self.weights.append(sum(self._by_level()))
        if max(self._dive.degrees.tolist(), default=0) <= self.width:  # the run has seen the whole tree
            self.weights = self.weights[-1:]
            self.cap, self.error = max(self.weights[0], 1), 0.0
            return DONE
        n, heaviest = len(self.weights), max(self.weights)
        if n == FEW_RUNS and 2 * heaviest >= sum(self.weights):
            self._widen()
        elif n == self.n_runs:
            return self._choose_cap()
        return PAUSED

    def _choose_cap(self) -> int:
        """Choose the least cap that keeps the error (DONE), or widen the runs if too few would be accepted."""
        mean = Fraction(sum(self.weights), len(self.weights))
        if mean:
            weights = [float(weight / mean) for weight in self.weights]
            cap = least_cap(weights, self.error)
            accepted = fsum(min(weight, cap) for weight in weights) / (cap * len(weights))
            if accepted >= (LEAST_ACCEPTED if self.width < self.most_width else FEWEST_ACCEPTED):
                self.cap, self.error = ceil(Fraction(cap) * mean), stated_error(weights, cap)
                return DONE
        self._widen()
        return PAUSED

    # --- drawing

    def _accepted(self, random: Random) -> list[int] | None:
        """Return a solution of the run if it is accepted, or None."""
        heaps = list(accumulate(self._by_level()))
        weight = heaps[-1] if heaps else 0
        if weight < self.cap and random.randrange(self.cap) >= weight:
            return None
        rank = random.randrange(weight)
        return self._dive.drawn(next(level for level, heap in enumerate(heaps) if rank < heap))

    def _by_level(self) -> list[int]:
        """Return the weight of the solutions that the run has found on each level, in units of 2^-64."""
        weight, weights = 1 << POINT, []
        for children, hits in zip(self._dive.degrees.tolist(), self._dive.hits.tolist(), strict=True):
            weight = weight * max(children, self.width) // self.width
            weights.append(weight * hits)
        return weights

    # --- what is known

    @property
    def total(self) -> Interval:
        """The number of solutions, estimated from the test runs."""
        if not self.error:
            return Interval(self.solutions, self.solutions, self.solutions)
        return interval(self.weights, int(any(self.weights)))

    @property
    def solutions(self) -> int:
        """The number of solutions, or its estimate so far."""
        return printable(round(Fraction(sum(self.weights), max(len(self.weights), 1) << POINT)))

    @property
    def work(self) -> int:
        return self._former_work + self._dive.work

    @property
    def fraction(self) -> float:
        """The part of the test runs of this width; a wider one may follow."""
        return 1.0 if self.cap else 0.0


def stated_error(weights: list[float], cap: float) -> float:
    """Return the upper end of the one-sided 95 % interval of E[max(W - cap, 0)] / E[W].

    >>> stated_error([1.0] * 99, 2.0), round(stated_error([1.0] * 99, 1.5), 3)
    (0.0, 0.013)
    """
    runs = [*weights, IMAGINED * max(weights)]
    beyond, total = [max(w - cap, 0.0) for w in runs], fsum(runs)
    mean = fsum(beyond) / total
    deviation = sqrt(fsum((x - mean * w) ** 2 for x, w in zip(beyond, runs, strict=True))) / total
    return min(1.0, mean + NORMAL * deviation)


def least_cap(weights: list[float], error: float) -> float:
    """Return the least cap whose stated error is at most this."""
    low, high = 0.0, IMAGINED * max(weights)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if stated_error(weights, middle) > error:
            low = middle
        else:
            high = middle
    return high
