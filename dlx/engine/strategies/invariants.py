# SPDX-License-Identifier: MIT
"""The strategies that look for weights of items that prove that there is no solution."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from ...structure.invariants import Certificate, certificate, equations
from ...structure.relaxation import Relaxation
from ..drive import DONE, LIMIT, PAUSED

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix

PROOF_WORK = 2**28  # some 0.3 s


class Invariants:
    """A machine that ends with the proof that there is no solution (DONE), or without an answer (LIMIT).

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> machine = Invariants(Problem([["a", "b"], ["b", "c"], ["a", "c"]]), NONE)
    >>> machine.step(1000) == DONE, machine.certificate.weights
    (True, {'a': 1, 'b': 1, 'c': 1})
    """

    name, step_work = "invariants", None
    node_stop = nodes = solutions = 0  # as a strategy of a count, which finds no solutions and has one turn
    fraction = 0.0

    def __init__(
        self,
        matrix: Matrix,
        assumed: Assumptions,
        only: Collection[int] | None = None,
        most_work: float = inf,
    ) -> None:
        """Prepare the search for weights of all items, or of ``only`` these, which gives up after ``most_work``."""
        self._work_left = most_work
        self._matrix, self._assumed = matrix, assumed
        self._equations = equations(matrix, assumed, only)
        self._moduli = iter(()) if self._equations is None else self._equations.eliminations()
        self._elimination = next(self._moduli, None)
        self.certificate: Certificate | None = None

    def step(self, work: int, /) -> int:
        """Continue with one modulus after the other."""
        if self._elimination is None or self._work_left <= 0:
            return LIMIT
        self._work_left -= work
        if self._elimination.step(work) == PAUSED:
            return PAUSED
        found = self._elimination.certificate()
        if found is not None and self._equations is not None:
            self.certificate = certificate(self._matrix, self._assumed, self._equations, found)
            return DONE
        self._elimination = next(self._moduli, None)
        return PAUSED

    @property
    def full(self) -> bool:
        """True if it gave up."""
        return self._elimination is None or self._work_left <= 0

    def solution(self) -> list[int]:
        """Raise LookupError: an invariant finds no solution."""
        raise LookupError("an invariant finds no solution")


class Places:
    """A machine that ends with the proof that there are too few places (DONE), or without an answer (LIMIT).

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> machine = Places(Problem([[p, h] for p in "abc" for h in (1, 2)], ["a", "b", "c"], [1, 2]), NONE)
    >>> while machine.step(1000) == PAUSED:
    ...     pass
    >>> machine.certificate.weights
    {'a': 1, 'b': 1, 'c': 1, 1: -1, 2: -1}
    """

    name, step_work = "places", None

    def __init__(self, matrix: Matrix, assumed: Assumptions, only: Collection[int] | None = None) -> None:
        self._relaxation = Relaxation(matrix, assumed, only)
        self.certificate: Certificate | None = None

    def step(self, work: int, /) -> int:
        """Continue to move the weights; try to round them."""
        dual = self._relaxation.dual
        if dual is None:
            return LIMIT
        outcome = dual.step(work)
        self.certificate = self._relaxation.certificate()
        if self.certificate is not None:
            return DONE
        return PAUSED if outcome == PAUSED else LIMIT

    def solution(self) -> list[int]:
        """Raise LookupError: a proof finds no solution."""
        raise LookupError("a proof finds no solution")


class Proofs(Invariants):
    """Both searches one after the other, as a strategy of a count."""

    _places: Places | None = None
    _ended = False

    def __init__(self, matrix: Matrix, assumed: Assumptions, most_work: float) -> None:
        super().__init__(matrix, assumed, most_work=most_work)
        self._most_work = most_work

    def step(self, work: int, /) -> int:
        """Continue with the weights modulo some number, then with places."""
        if self._places is None:
            outcome = super().step(work)
            if outcome != LIMIT:
                return outcome
            self._places = Places(self._matrix, self._assumed)
            self._work_left = self._most_work
        self._work_left -= work
        outcome = self._places.step(work) if self._work_left > 0 else LIMIT
        self.certificate, self._ended = self._places.certificate, outcome == LIMIT
        return outcome

    @property
    def full(self) -> bool:
        """True if it gave up."""
        return self._ended


def proofs(matrix: Matrix, assumed: Assumptions, max_memory: int) -> Proofs | None:
    """Return a search for weights that prove that there is no solution, if they fit the memory."""
    return Proofs(matrix, assumed, PROOF_WORK) if matrix.n_primary**2 <= max_memory else None
