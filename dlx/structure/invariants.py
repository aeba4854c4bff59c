# SPDX-License-Identifier: MIT
"""Invariants: weights of items that prove that a problem has no solution, such as the colors of a chessboard.

A primary item in exactly n options of every solution gives an equation. If these items have weights for which every
option weighs a multiple of m, but all items together do not, there is no solution:

    1 2 1 2 1 2 1 .    a board without two opposite corners, weighed modulo 3
    2 1 2 1 2 1 2 1    every domino weighs 3, but all cells together 94
    ...

Secondary items and items with a choice of multiplicity give no equation and weigh 0. Options that are banned, or
contradict the given ones, are left out. We look for weights modulo 8, 9, 5 and 7. Modulo such a power of a prime they
exist if and only if the equations have no solution, and elimination.pyx finds them in milliseconds.

Rejected: to look again inside a search. It saved at most 14 % of the nodes, and mostly none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..matrix.assumptions import NONE, Assumptions
from ..matrix.colored import Colored
from ..matrix.incidence import colored_items, item_bounds, part_of, remaining_problem
from ..matrix.matrix import Matrix
from ..system.public import public
from ..system.wording import SHOWN_NAMES
from .elimination import Elimination

POWERS = ((2, 3), (3, 2), (5, 1), (7, 1))  # primes and their exponents
MOST_EQUATIONS = 1 << 13  # the weights take the square of it, 64 MiB


@public("dlx")
@dataclass(frozen=True)
class Certificate:
    """Weights of items that prove that there is no solution: every option weighs a multiple of the modulus, the items
    to cover do not. With modulus 0, all options together weigh less than a solution would (relaxation.py). Items that
    are not listed weigh 0.

    >>> from dlx import Problem
    >>> certificate = Problem([["a", "b"], ["b", "c"], ["a", "c"]]).explain().certificate
    >>> certificate.modulus, certificate.weights, certificate.total, certificate.verify()
    (2, {'a': 1, 'b': 1, 'c': 1}, 3, True)
    """

    modulus: int
    weights: dict[Hashable, int]
    # of all items to cover, each as often as it must be covered, less the given options; modulus 0: at least
    total: int
    problem: Matrix = field(repr=False)
    assumed: Assumptions = field(default=NONE, repr=False)

    def __str__(self) -> str:
        note = " that can be chosen" if any(self.assumed) else ""
        if self.modulus:
            proof = f"every option{note} weighs a multiple of {self.modulus}, but the items to cover weigh {self.total}"
        elif limit := self._limit():
            proof = f"all options{note} weigh at most {limit} together, but a solution would weigh {self.total} or more"
        else:
            proof = f"every option{note} weighs 0 or less, but a solution would weigh {self.total} or more"
        return f"give weights to items: {_listed(self.weights)}\n{proof}"

    def verify(self) -> bool:
        """Check the proof in plain Python, without any search or linear algebra.

        Returns True, or raises a ValueError that names the fault.
        """
        self._verify_whole()
        if self.modulus:
            self._verify_multiples()
        else:
            self._verify_least()
        return True

    def _verify_whole(self) -> None:
        """Check that all numbers are whole: sums of floats depend on the order, and sums of NumPy's integers wrap."""
        weights = [(f"the weight of item {item!r}", weight) for item, weight in self.weights.items()]
        for name, number in [("the modulus", self.modulus), ("the total", self.total), *weights]:
            if not isinstance(number, int):
                raise ValueError(f"{name} is {number!r}, no int")

    def _verify_multiples(self) -> None:
        problem, m, needs = self.problem, self.modulus, _exact_needs(self.problem)
        for item, weight in self.weights.items():
            if weight % m and item not in needs:
                raise ValueError(f"item {item!r} weighs {weight}, but no fixed number of options covers it")
        given = set(self.assumed.given)
        total = sum(weight * needs.get(item, 0) for item, weight in self.weights.items())
        total -= sum(self._weight(k) for k in given)
        if total != self.total or total % m == 0:
            raise ValueError(f"the items to cover weigh {total}, a multiple of {m}, or not {self.total}")
        for k in self._free():
            if self._weight(k) % m and not _contradicts(problem, k, given):
                raise ValueError(f"option {k} weighs {self._weight(k)}, which is no multiple of {m}")

    def _verify_least(self) -> None:
        bounds, least = _further_uses(self.problem, self.assumed.given), 0
        for item, weight in self.weights.items():
            low, high = bounds.get(item, (0, 0))
            if weight and item not in bounds:
                raise ValueError(f"item {item!r} weighs {weight}, but it has colors, or is not in the problem")
            if weight > 0 and low == 0:
                raise ValueError(f"item {item!r} weighs {weight}, but no option needs to cover it")
            least += weight * (low if weight > 0 else high)
        if least != self.total:
            raise ValueError(f"the items to cover weigh {least}, not {self.total}")
        if (limit := self._limit()) >= least:
            raise ValueError(f"the items to cover weigh {least}, but all options together may weigh {limit}")

    def _free(self) -> list[int]:
        """Return the options that are neither given nor banned."""
        return sorted({*range(self.problem.n_options)}.difference(self.assumed.given, self.assumed.banned))

    def _limit(self) -> int:
        """Return the weight of all options above 0 that can be chosen."""
        given = set(self.assumed.given)
        weights = ((k, self._weight(k)) for k in self._free())
        return sum(weight for k, weight in weights if weight > 0 and not _contradicts(self.problem, k, given))

    def _weight(self, k: int) -> int:
        return sum(self.weights.get(use, 0) for use in self.problem.option(k))


def _exact_needs(problem: Matrix) -> dict[Hashable, int]:
    """Return the number of options that must cover an item, where there is no choice."""
    bounds = [(1, 1)] * problem.n_primary if problem.bounds is None else problem.bounds.tolist()
    return {item: low for item, (low, high) in zip(problem.primary, bounds, strict=True) if low == high}


def _further_uses(problem: Matrix, given: Collection[int]) -> dict[Hashable, tuple[int, int]]:
    """Return the least and the most further options of each item without colors, besides the given ones."""
    used = Counter(use for k in set(given) for use in problem.option(k))
    colored, bounds = colored_items(problem).tolist(), zip(*item_bounds(problem), strict=True)
    return {
        item: (max(int(low) - used[item], 0), int(high) - used[item])
        for item, has_colors, (low, high) in zip(problem.items, colored, bounds, strict=True)
        if not has_colors
    }


def _contradicts(problem: Matrix, k: int, given: set[int]) -> bool:
    """Return whether the given options leave no room for another one, in one of its items."""
    high = dict.fromkeys(problem.items, 1)
    if problem.bounds is not None:
        high |= zip(problem.primary, problem.bounds[:, 1].tolist(), strict=True)
    used = [use for option in given for use in problem.option(option)]
    colored = [use for use in used if isinstance(use, Colored)]
    for use in problem.option(k):
        if isinstance(use, Colored) and use.item in problem.secondary:
            if use.item in used or any(o.item == use.item and o.color != use.color for o in colored):
                return True
        elif used.count(use) >= high[use] or any(o.item == use for o in colored):
            return True
    return False


def _listed(weights: dict[Hashable, int]) -> str:
    """Return the weights in words, equal ones together."""
    items: dict[int, list[str]] = {}
    for item, weight in weights.items():
        items.setdefault(weight, []).append(repr(item))
    return "; ".join(f"{weight} to {_shortlist(names)}" for weight, names in sorted(items.items()))


def _shortlist(names: list[str]) -> str:
    n_hidden = len(names) - SHOWN_NAMES
    return ", ".join(names[:SHOWN_NAMES]) + (f" and {n_hidden:,} more" if n_hidden > 0 else "")


# --- the equations


class Equations(NamedTuple):
    """The equations of a problem under assumptions, one column for each option that can still be chosen."""

    items: NDArray[np.int64]  # of the rows
    starts: NDArray[np.int32]
    rows: NDArray[np.int32]
    needs: NDArray[np.int64]  # the right side

    def eliminations(self) -> Iterator[Elimination]:
        """Yield a machine for each modulus."""
        for prime, power in POWERS:
            right = (self.needs % prime**power).astype(np.uint8)
            yield Elimination(self.starts, self.rows, right, prime, power)


def equations(matrix: Matrix, assumed: Assumptions, only: Collection[int] | None = None) -> Equations | None:
    """Return the equations of all items, or of some, or None if there are none, too many, or the given options
    contradict each other."""
    remaining = remaining_problem(matrix, list(assumed.given), list(assumed.banned))
    if remaining is None:
        return None
    live, _, needs = remaining
    low, high = item_bounds(matrix)
    exact = low == high
    exact[: matrix.n_primary] &= needs > 0
    if only is not None:
        exact &= np.isin(np.arange(matrix.n_items), list(only))
    items = np.flatnonzero(exact)
    if not 0 < len(items) <= MOST_EQUATIONS:
        return None
    return Equations(items, *part_of(matrix, live, items), needs[items])


def certificate(
    matrix: Matrix, assumed: Assumptions, equations: Equations, solution: tuple[int, list[int]]
) -> Certificate:
    """Return the certificate of weights that an elimination has found."""
    modulus, weights = solution
    named = {matrix.items[i]: w for i, w in zip(equations.items.tolist(), weights, strict=True) if w}
    total = sum(w * n for w, n in zip(weights, equations.needs.tolist(), strict=True))
    return Certificate(modulus, named, total, matrix, assumed)
