# SPDX-License-Identifier: MIT
"""The strategies that look for weights of items that prove that there is no solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...structure.invariants import Certificate, certificate, equations
from ...structure.relaxation import Relaxation
from ..machine import DONE, LIMIT, PAUSED, Machine

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...matrix.assumptions import Assumptions
    from ...matrix.matrix import Matrix


class Invariants(Machine):
    """A machine that ends with the proof that there is no solution (DONE), or without an answer (LIMIT).

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> machine = Invariants(Problem([["a", "b"], ["b", "c"], ["a", "c"]]), NONE)
    >>> machine.step(1000) == DONE, machine.certificate.weights
    (True, {'a': 1, 'b': 1, 'c': 1})
    """

    name, work = "invariants", 0

    def __init__(self, matrix: Matrix, assumed: Assumptions, only: Collection[int] | None = None) -> None:
        """Prepare the search for weights of all items, or of ``only`` these."""
        self._matrix, self._assumed = matrix, assumed
        self._equations = equations(matrix, assumed, only)
        self._moduli = iter(()) if self._equations is None else self._equations.eliminations()
        self._elimination = next(self._moduli, None)
        self.certificate: Certificate | None = None

    def step(self, work: int, /) -> int:
        """Continue with one modulus after the other."""
        if self._elimination is None:
            return LIMIT
        self.work += work
        if self._elimination.step(work) == PAUSED:
            return PAUSED
        weights = self._elimination.certificate()
        if weights is not None and self._equations is not None:
            self.certificate = certificate(self._matrix, self._assumed, self._equations, weights)
            return DONE
        self._elimination = next(self._moduli, None)
        return PAUSED


class Places(Machine):
    """A machine that ends with the proof that there are too few places (DONE), or without an answer (LIMIT).

    >>> from dlx import Problem
    >>> from dlx.matrix.assumptions import NONE
    >>> machine = Places(Problem([[p, h] for p in "abc" for h in (1, 2)], ["a", "b", "c"], [1, 2]), NONE)
    >>> while machine.step(1000) == PAUSED:
    ...     pass
    >>> machine.certificate.weights
    {'a': 1, 'b': 1, 'c': 1, 1: -1, 2: -1}
    """

    name, work = "places", 0

    def __init__(self, matrix: Matrix, assumed: Assumptions, only: Collection[int] | None = None) -> None:
        self._relaxation = Relaxation(matrix, assumed, only)
        self.certificate: Certificate | None = None

    def step(self, work: int, /) -> int:
        """Continue to move the weights; try to round them."""
        dual = self._relaxation.dual
        if dual is None:
            return LIMIT
        self.work += work
        outcome = dual.step(work)
        self.certificate = self._relaxation.certificate()
        if self.certificate is not None:
            return DONE
        return PAUSED if outcome == PAUSED else LIMIT
