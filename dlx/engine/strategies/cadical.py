# SPDX-License-Identifier: MIT
"""The SAT solver CaDiCaL, in this process or, run as a program, in one of its own.

We call ``pysolvers``, the compiled module of python-sat, rather than ``pysat.solvers``. Its import takes 10 ms instead
of 100, and pysat installs a handler of SIGINT that jumps out of the solver: it breaks the solver and loses Ctrl-C.

The program reads requests from standard input and writes replies to standard output, numbers of 4 and 8 bytes:

    n > 0, then n literals        clauses, each with a 0 behind it              no reply
    -n - 1, then n literals       assumptions; the first is a limit of conflicts
                                  reply: outcome, n, counters; n literals: the model, or the core

It imports nothing of ours, so that it starts in 30 ms. Its arguments are the folder of pysolvers and, perhaps, the file
for a proof.

Reference: A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks and F. Pollitt, CaDiCaL 2.0, CAV 2024;
A. Ignatiev, A. Morgado and J. Marques-Silva, PySAT, SAT 2018.
"""

from __future__ import annotations

import os
import struct
import sys
from array import array
from collections.abc import Iterable
from typing import IO, Any, NamedTuple

NO, CUT_SHORT, YES = -1, 0, 1  # is there a model? CUT_SHORT: the limit of conflicts ended the search
REPLY_HEAD = struct.Struct("=iiqqq")
INT_BYTES = 4
assert array("i").itemsize == INT_BYTES


class SolverReply(NamedTuple):
    """The answer to a query, and the counters of the solver since its start."""

    outcome: int  # NO, CUT_SHORT or YES
    literals: array[int]  # of the model; or the assumptions that have no model together
    conflicts: int
    decisions: int
    propagations: int


class Cadical:
    """A solver in this process.

    >>> solver = Cadical()
    >>> solver.add([1, 2, 0, -1, 0])
    >>> solver.query([], 100).literals.tolist(), solver.query([-2], 100).literals.tolist()
    ([-1, 2], [-2])
    """

    def __init__(self, pysolvers: Any = None, proof: IO[Any] | None = None) -> None:
        """Make a solver that writes its steps to the file `proof`, complete once this process has ended."""
        if pysolvers is None:
            from ...system.extras import import_extra

            pysolvers = import_extra("pysolvers", "method 'sat'", "python-sat")
        self._library = pysolvers
        self._solver = pysolvers.cadical195_new()
        self._proof = proof
        if proof is not None:
            pysolvers.cadical195_set(self._solver, "binary", 0)  # pysat sets it afterwards, which is too late
            pysolvers.cadical195_tracepr(self._solver, proof)

    def __del__(self) -> None:
        if hasattr(self, "_solver"):
            self._library.cadical195_del(self._solver, self._proof)

    def add(self, literals: Iterable[int]) -> None:
        """Add clauses, each with a 0 behind it."""
        clause: list[int] = []
        for literal in literals:
            if literal:
                clause.append(literal)
            else:
                self._library.cadical195_add_cl(self._solver, clause)
                clause = []

    def query(self, assumptions: list[int], most_conflicts: int) -> SolverReply:
        """Search for a model with these literals; stop after this many conflicts."""
        library, solver = self._library, self._solver
        library.cadical195_cbudget(solver, most_conflicts)
        outcome = library.cadical195_solve_lim(solver, assumptions, 0)  # 0: leave the handler of SIGINT alone
        literals = ()
        if outcome == YES:
            literals = library.cadical195_model(solver) or ()
        elif outcome == NO:
            literals = library.cadical195_core(solver, assumptions) or ()
        counters = library.cadical195_acc_stats(solver)
        return SolverReply(
            outcome, array("i", literals), counters["conflicts"], counters["decisions"], counters["propagations"]
        )


# --- the program


def serve() -> None:
    """Answer requests until standard input ends."""
    import pysolvers  # type: ignore[import-not-found, unused-ignore]

    proof = open(sys.argv[2], "w+") if len(sys.argv) > 2 else None  # noqa: SIM115, PTH123 (a Path costs 10 ms)
    solver, requests, replies = Cadical(pysolvers, proof), sys.stdin.buffer, sys.stdout.buffer
    while head := requests.read(INT_BYTES):
        (n,) = array("i", head)
        literals = array("i", requests.read(INT_BYTES * (n if n > 0 else -n - 1)))
        if n > 0:
            solver.add(literals)
            continue
        most_conflicts, *assumptions = literals
        reply = solver.query(assumptions, most_conflicts)
        replies.write(REPLY_HEAD.pack(reply.outcome, len(reply.literals), *reply[2:]) + reply.literals.tobytes())
        replies.flush()


if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    try:
        serve()
    except BrokenPipeError:
        os._exit(0)  # the reader died
