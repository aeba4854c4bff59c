# SPDX-License-Identifier: MIT
"""A SAT solver decides a problem by its clauses. It records a reason for each dead end and backjumps.

It learns from clauses, as our own kernels/learner/learner.pyx learns from rows. It has more techniques for long proofs,
and it writes a proof for others to check.

    build    clauses, those of some items a step          formats/cnf.py
    load     into a solver in this process if small,      cadical.py
             otherwise into one of its own                apart.py
    query    slices of conflicts; every model is verified against the matrix before we return it

A small problem is answered here, within its first conflicts. A hard one moves to a process of its own, as CaDiCaL can
neither be interrupted nor be cut into short slices (see apart.py). There the slices double, so that the number of
conflicts, not a clock, decides what the solver does, and the answer is the same on every run.

CPU seconds to the first solution or proof, CaDiCaL 1.9.5 and Glucose 4.1, no slices; - is none in 20:

                Sudoku 25x25, 55 % open   36x36, 46 %        quasigroup 33   40, 42 %     Langford 9  10   60 queens
    CaDiCaL     0.10  0.26  0.86          0.18  0.02  0.10   0.07 0.54 0.51  11.4  - 1.1  0.28       1.7   1.7
    Glucose     0.03  0.04  0.33          0.54  0.02  0.30   0.75 0.09 0.10  -     - 0.8  0.48       -     -

Glucose is often faster when both are fast (Langford 40: 0.004 s, CaDiCaL 0.26 s), and MapleChrono took 21 s on
the first. We chose CaDiCaL, as each of Glucose's answers was one of CaDiCaL's too, but not the other way round.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from ...formats.cnf import Cnf
from ...matrix.assumptions import NONE, Assumptions
from ...matrix.incidence import options_with_primary
from ..machine import DONE, PAUSED, SOLUTION, Machine
from .apart import Apart
from .cadical import CUT_SHORT, NO, Cadical, SolverReply

if TYPE_CHECKING:
    from pathlib import Path

    from ...matrix.matrix import Matrix
    from ...matrix.solution import Solution

CONFLICT_WORK = 50_000  # work of a conflict: some 50 to 150 microseconds
CLAUSE_WORK = 1_000  # work of making a clause, and of loading it
MOST_CLAUSES_HERE = 20_000  # of a solver in this process; 300 conflicts of 25,000 clauses took up to 0.1 s
CONFLICTS_HERE = 300  # conflicts of a query before it moves to a process of its own
CONFLICTS_APART = 2_000  # conflicts of a query's first slice there; the next ones double
MOST_CONFLICTS = 2**30  # of a slice
REPLY_SECONDS = 0.005  # seconds of a step that waits for the other process


class SatSolver(Machine):
    """A machine that finds a solution, or proves that there is none.

    ``assumed`` holds for good. ``assume`` starts a new query under further assumptions, and ``forbid`` excludes a
    solution, both without building anything again.

    >>> from dlx import Problem
    >>> machine = SatSolver(Problem([["a"], ["a", "b"], ["b"]]))
    >>> while machine.step(100_000) == PAUSED:
    ...     pass
    >>> first = machine.solution()
    >>> machine.forbid()
    >>> while machine.step(100_000) == PAUSED:
    ...     pass
    >>> sorted([first, machine.solution()])
    [[0, 2], [1]]
    """

    name = "sat"
    fraction = 0.0  # unknown until the end
    solutions = 0  # with the known ones
    work = 0
    conflicts = 0  # dead ends, from each of which the solver learned
    nodes = 0  # decisions, which correspond to the nodes of a search
    updates = 0  # propagated literals

    def __init__(
        self,
        matrix: Matrix,
        assumed: Assumptions = NONE,
        known: Iterable[list[int]] = (),
        *,
        switched: bool = False,
        proof: Path | None = None,
    ) -> None:
        """Prepare a search for solutions other than the ``known`` ones.

        If ``switched``, items need not be covered but for those passed to ``assume``.

        The file `proof` receives the steps of the solver, and is complete after ``finish``.
        """
        self.matrix, self._proof = matrix, proof
        self.cnf = Cnf(matrix, assumed=assumed, switched=switched, lazy=True)
        self._switched = switched
        self._growth: Iterator[None] | None = self.cnf.grow()
        self._here: Cadical | None = None
        self._apart: Apart | None = None  # the solver, if not None
        self._loaded = 0  # clauses that the solver has
        self._counters = (0, 0, 0)  # of this solver, without the ones before it
        self._waiting = False  # for a reply
        self.assume(NONE)
        for options in known:
            self.forbid(options)
            self.solutions += 1

    # --- queries

    def assume(self, assumed: Assumptions, items: Iterable[int] = ()) -> None:
        """Start a query for a solution under these assumptions, which replace those of the last query.

        With ``switched``, these primary items must be covered, by their numbers.
        """
        self._assumed, self._items = assumed, list(items)
        self._begin()

    def forbid(self, options: Iterable[int] | None = None) -> None:
        """Exclude this solution, None for the last one, from all further queries; start the query again."""
        chosen = set(self.solution() if options is None else options)
        clause = [-(k + 1) for k in sorted(chosen)]
        if self.matrix.bounds is not None:  # another solution may have all its options, and more
            others = options_with_primary(self.matrix).nonzero()[0].tolist()
            clause += [k + 1 for k in others if k not in chosen]
        self.cnf.clauses.append(clause)
        self._begin()

    def solution(self) -> list[int]:
        """Return the options of the last solution, given ones included, ascending."""
        if self._found is None:
            raise RuntimeError("there is no solution yet; step() returns SOLUTION when there is one")
        return list(self._found.options)

    def core(self) -> tuple[list[int], list[int], list[int]]:
        """Return given options, banned options and items of the last query that have no solution together."""
        failed = set(self._core)
        given = [k for k in self._assumed.given if k + 1 in failed]
        banned = [k for k in self._assumed.banned if -(k + 1) in failed]
        return given, banned, [k for k in self._items if self.cnf.switches.get(k) in failed]

    def _begin(self) -> None:
        """Begin a query. A process that still works on the last one is ended, as it would first finish its slice."""
        if self._waiting:
            self._use(None, None)
        self._outcome = PAUSED
        self._conflicts_left = CONFLICTS_HERE
        self._slice = CONFLICTS_APART
        self._found: Solution | None = None
        self._core: array[int] = array("i")

    def _use(self, here: Cadical | None, apart: Apart | None) -> None:
        """Replace the solver; the new one has no clauses yet."""
        self.close()
        self._here, self._apart = here, apart
        self._loaded, self._waiting = 0, False
        self._counters = (0, 0, 0)

    # --- the machine

    def step(self, work: int) -> int:
        """Continue for about this much work; return DONE, SOLUTION or PAUSED. After SOLUTION, look for another one."""
        if self._outcome == SOLUTION:
            self.forbid()
        if self._outcome == DONE:
            return DONE
        if self._growth is not None:
            self._grow(work)
        elif self._apart is None and self._too_hard():
            self._use(None, Apart(self._proof))
        elif self._loaded < len(self.cnf.clauses) or not (self._here or self._apart):
            self._load(work)
        else:
            self._search()
        return self._outcome

    def _too_hard(self) -> bool:
        """Return whether the query belongs to a process of its own."""
        large = len(self.cnf.clauses) > MOST_CLAUSES_HERE
        return large or not self._conflicts_left or self._proof is not None

    def finish(self) -> None:
        """End the other process in good order, when there is no solution and the proof is wanted."""
        if self._apart is not None:
            self._apart.finish()

    def close(self) -> None:
        """End the other process, if there is one. Dropping the machine does the same."""
        if self._apart is not None:
            self._apart.close()

    def _grow(self, work: int) -> None:
        """Make clauses."""
        clauses, growth = self.cnf.clauses, self._growth
        assert growth is not None
        before = len(clauses)
        for _ in growth:
            if (len(clauses) - before) * CLAUSE_WORK >= work:
                break
        else:
            self._growth = None
        self.work += (len(clauses) - before + 1) * CLAUSE_WORK

    def _load(self, work: int) -> None:
        """Load clauses into the solver."""
        if self._apart is not None and not self._apart.sent:
            self._apart.wait(REPLY_SECONDS)
            return
        if self._apart is None and self._here is None:
            self._use(Cadical(), None)
        solver = self._apart or self._here
        assert solver is not None
        clauses = self.cnf.clauses[self._loaded : self._loaded + max(work // CLAUSE_WORK, 1)]
        self._loaded += len(clauses)
        self.work += len(clauses) * CLAUSE_WORK
        solver.add(array("i", chain.from_iterable([*clause, 0] for clause in clauses)))

    def _search(self) -> None:
        """Run a slice of the query here, or wait for one in the other process."""
        if self._apart is None:
            assert self._here is not None
            most, self._conflicts_left = self._conflicts_left, 0
            self._take(self._here.query(self._assumptions(), most))
        elif not self._waiting:
            self._apart.start(self._assumptions(), self._slice)
            self._waiting = True
        else:
            reply = self._apart.wait(REPLY_SECONDS)
            if reply is not None:
                self._waiting = False
                self._slice = min(self._slice * 2, MOST_CONFLICTS)
                self._take(reply)

    def _assumptions(self) -> list[int]:
        given, banned = self._assumed
        literals = [*(k + 1 for k in given), *(-k - 1 for k in banned), *(self.cnf.switches[k] for k in self._items)]
        return list(dict.fromkeys(literals))

    def _take(self, reply: SolverReply) -> None:
        """Take a reply of the solver."""
        conflicts, nodes, updates = (now - before for now, before in zip(reply[2:], self._counters, strict=True))
        self.conflicts += conflicts
        self.nodes += nodes
        self.updates += updates
        self.work += (conflicts + 1) * CONFLICT_WORK
        self._counters = reply[2:]
        if reply.outcome == CUT_SHORT:
            return
        if reply.outcome == NO:
            self._outcome, self._core, self.fraction = DONE, reply.literals, 1.0
            return
        if self._switched:
            self._check(reply.literals)
        else:
            self._found = self._verified(reply.literals)
        self._outcome = SOLUTION
        self.solutions += 1

    def _check(self, model: Iterable[int]) -> None:
        """Check a model against the clauses, if it need not be a solution."""
        true = set(model)
        if not all(any(x in true or (x < 0 and -x not in true) for x in clause) for clause in self.cnf.clauses):
            raise RuntimeError("the SAT solver returned a wrong model; please report this")

    def _verified(self, model: Iterable[int]) -> Solution:
        """Return the solution of a model, checked in plain Python.

        Raises:
            RuntimeError: it is no solution, by a fault of the solver or of ours.
        """
        try:
            solution = self.cnf.solution(model)
            options = set(solution.options)
            if not options.issuperset(self._assumed.given) or not options.isdisjoint(self._assumed.banned):
                raise ValueError("an assumption does not hold")
        except ValueError as error:
            raise RuntimeError(f"the SAT solver returned a wrong solution: {error}; please report this") from None
        return solution
