# SPDX-License-Identifier: MIT
"""A count of components that share no constraint: the product of their counts.

    component   1: 92      2: 0 ──> 0       the whole has no solution, whatever the others count
                3: 92, the same matrix as 1: counted once

Each kind of component has its own strategies, in turns, as a problem of its own would have. The components themselves
have turns too: each has the same number of nodes before any has more, and that number quadruples. So a component
without a solution ends the count after at most a few times the nodes that it needs, however hard the others are. If
very many components take long, we do not keep them all: a component that is dropped starts again in its next turn,
which costs a third more nodes in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

from ..matrix.matrix import Matrix
from ..system.digits import printable
from ..system.interrupts import Interrupts
from .drive import DONE, LIMIT, PAUSED
from .engine import Engine
from .portfolio import SEARCHES, WITHOUT_MEMORY
from .turns import TOO_LARGE

if TYPE_CHECKING:
    from ..kernels.bits.memo import Memo
    from ..kernels.kernel import Lease
    from ..structure.components import Components
    from .turns import Strategy, Turn

    Begin = Callable[[Engine, Callable[[], int]], tuple[Lease | None, Iterator[Turn]]]
    Finished = Callable[[int, Matrix, Strategy], int]

PART_NODES = 2_000  # nodes of a component's first turn
TURN_FACTOR = 4  # each turn is this many times as long as the one before
MOST_KEPT_FACTORS = 64  # unfinished components that keep their tables between turns


class _Factor:
    """A kind of component, counted once."""

    def __init__(self, number: int, times: int) -> None:
        self.number, self.times = number, times  # the number of the first component of this kind
        self.engine: Engine | None = None  # None: not begun
        self.nodes = 0  # visited by all of its strategies
        self.node_stop = 0  # ... where its turn ends
        self.count = 0

    def begin(self, matrix: Matrix, begin: Begin, memory: Callable[[], int]) -> None:
        engine = Engine(matrix)
        self.lease, self.turns = begin(engine, memory)
        self._next_turn()
        self.engine = engine

    def step(self, work: int) -> int:
        """Continue; return DONE, PAUSED, or LIMIT at the end of the component's turn."""
        strategy = self.strategy
        before = strategy.nodes
        strategy.node_stop = min(self.turn_stop, before + self.node_stop - self.nodes)
        outcome = strategy.step(work)
        self.nodes += strategy.nodes - before
        if outcome == LIMIT and (strategy.nodes >= self.turn_stop or getattr(strategy, "full", False)):
            self._next_turn()
            outcome = PAUSED
        return LIMIT if outcome == LIMIT or (outcome == PAUSED and self.nodes >= self.node_stop) else outcome

    @property
    def plain_is_next(self) -> bool:
        """True if plain search leads its race, and its turn is next."""
        return self.engine is not None and self.plain_leads and isinstance(self.strategy, SEARCHES)

    def _next_turn(self) -> None:
        turn = next(self.turns, None)
        if turn is None:  # the turns have already raised
            raise OverflowError(TOO_LARGE)
        self.strategy, self.turn_stop, self.plain_leads = turn

    def drop(self) -> None:
        """Release everything but the counters."""
        self.engine = None
        self.lease, self.turns = None, iter(())
        del self.strategy


class Product:
    """The count of a problem that falls apart: a machine, and a strategy of a race.

    ``begin`` returns the strategies of an engine in turns, given a function that returns their share of the memory,
    and the lease of a kernel, if they use one. ``finished`` returns the count of a strategy that is done, given the
    number of the component (the first of its kind) and its matrix. ``parts`` is None if it is plain that there is no
    solution. With ``to_plain``, step() returns LIMIT once plain search leads in all components that are left.
    """

    method = "components"
    node_stop = 0  # not used: nothing else has turns
    full = False

    def __init__(
        self, parts: Components | None, begin: Begin, finished: Finished, max_memory: int, *, to_plain: bool = False
    ) -> None:
        self.parts, self._begin, self._finished, self.max_memory = parts, begin, finished, max_memory
        kinds = {} if parts is None else parts.alike()
        sizes = None if parts is None else parts.sizes
        factors = [_Factor(same[0], len(same)) for same in kinds.values()]
        if sizes is not None:
            factors.sort(key=lambda factor: int(sizes[factor.number]))
        self.n_kinds = len(factors)
        self.waiting = factors  # unfinished, in the order of their turns
        self.place = 0  # of the factor that has the turn
        self.turn_nodes = PART_NODES
        self.product = int(parts is not None)  # of the finished factors
        self._powers: list[int] = []
        self.nodes = self.lookups = self.hits = self.nbytes = 0  # of all factors
        self.to_plain = to_plain
        self.left: list[_Factor] = []  # for which it leads

    def step(self, work: int) -> int:
        """Continue by one slice of one component; return DONE or PAUSED.

        Ctrl-C waits for the end of the slice, so that another call continues.
        """
        with Interrupts():
            return self._step(work)

    def _step(self, work: int) -> int:
        if not self.waiting or not self.product:
            return self._end() if not self.left or not self.product else LIMIT
        factor = self.waiting[self.place]
        if factor.engine is None:
            assert self.parts is not None
            factor.begin(self.parts[factor.number].matrix, self._begin, self._share)
            factor.node_stop = factor.nodes + self.turn_nodes
        before = factor.nodes
        outcome = factor.step(work)
        self.nodes += factor.nodes - before
        if outcome == DONE:
            self._multiply(factor)
        elif self.to_plain and factor.plain_is_next:
            self.left.append(factor)
            del self.waiting[self.place]
        elif outcome == LIMIT:
            self.place += 1
        if self.waiting and self.place == len(self.waiting):
            self._next_round()
        return PAUSED

    def _multiply(self, factor: _Factor) -> None:
        """Record the count of a finished factor."""
        assert factor.engine is not None
        strategy = factor.strategy
        if not isinstance(strategy, WITHOUT_MEMORY):
            memo = cast("Memo", strategy)
            self.lookups += memo.lookups
            self.hits += memo.hits
            self.nbytes = max(self.nbytes, memo.nbytes)
        factor.count = self._finished(factor.number, factor.engine.matrix, strategy)
        factor.drop()
        del self.waiting[self.place]
        self._powers.append(factor.count**factor.times)
        if not factor.count:
            self.product = 0

    def _next_round(self) -> None:
        self.place = 0
        self.turn_nodes *= TURN_FACTOR
        for factor in self.waiting:
            factor.node_stop += self.turn_nodes
        if len(self.waiting) > MOST_KEPT_FACTORS:
            for factor in self.waiting:
                factor.drop()

    def _end(self) -> int:
        if self.product:
            self.product = balanced(self._powers)
            self._powers = [self.product]
        for factor in [*self.waiting, *self.left]:
            factor.engine = None
        self.waiting = self.left = []
        return DONE

    def rest(self) -> tuple[int, list[tuple[Engine, int]]]:
        """Return the product of the finished counts, and the engines of the others, each with its exponent."""
        return balanced(self._powers), [(one.engine, one.times) for one in self.left if one.engine is not None]

    def _share(self) -> int:
        """Return the memory of a component whose strategies are about to need some."""
        return max(self.max_memory // max(min(len(self.waiting), MOST_KEPT_FACTORS), 1), 1)

    @property
    def solutions(self) -> int:
        """The number of solutions found so far: the product of the components' numbers, 0 until each has one."""
        unfinished = [*self.waiting, *self.left]
        if not self.product or any(factor.engine is None for factor in unfinished):
            return 0
        seen = [(factor.strategy.solutions, factor.times) for factor in unfinished]
        return (
            0 if not all(n for n, _ in seen) else printable(balanced([*self._powers, *(n**times for n, times in seen)]))
        )

    @property
    def fraction(self) -> float:
        """The share of the kinds that are finished."""
        return 1 - len(self.waiting) / max(self.n_kinds, 1)


def balanced(factors: list[int]) -> int:
    """Return a product, by halves: 10,000 factors of 3 digits take 5 ms instead of 40.

    >>> balanced([2, 3, 7]), balanced([])
    (42, 1)
    """
    numbers = factors or [1]
    while len(numbers) > 1:
        numbers = [a * b for a, b in zip(numbers[::2], [*numbers[1::2], 1], strict=False)]
    return numbers[0]
