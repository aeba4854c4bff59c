# SPDX-License-Identifier: MIT
"""Writes a proof that there is no solution, for others to check: the clauses (DIMACS CNF) and the steps (DRAT).

A step is a clause that follows from the clauses so far, or one that is deleted; the last step is the empty clause.
Checkers such as drat-trim verify each step and know nothing of exact covers, of this package or of the solver.

Reference: N. Wetzler, M. Heule and W. Hunt, DRAT-trim: efficient checking and trimming using expressive clausal proofs,
SAT 2014.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ..engine.status import LearningStats, Status
from ..system.files import check_writable, replacing
from .learned import Queries

if TYPE_CHECKING:
    from ..engine.bar import Report
    from ..matrix.assumptions import Assumptions
    from ..matrix.matrix import Matrix
    from ..matrix.solution import Solution


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of `prove`: two files, or a solution, or neither if time ran out."""

    status: Status  # COMPLETE, SOLUTION_LIMIT or TIME_LIMIT
    solution: Solution | None
    cnf: Path
    drat: Path
    stats: LearningStats


def prove(
    matrix: Matrix, assumed: Assumptions, name: str, time_limit: float | None = None, report: Report | None = None
) -> Proof:
    """Write NAME.cnf and NAME.drat if there is no solution, otherwise neither.

    Raises:
        OSError: a file cannot be written.
        ImportError: python-sat is not installed.
    """
    stem = Path(name.removesuffix(".drat").removesuffix(".cnf"))
    cnf, drat = (stem.with_name(stem.name + end) for end in (".cnf", ".drat"))
    for file in (cnf, drat):
        check_writable(file)
    with TemporaryDirectory(prefix=".dlx-", dir=stem.parent if os.access(stem.parent, os.W_OK) else None) as folder:
        steps = Path(folder) / "steps"
        queries = Queries(matrix, assumed, time_limit, report, proof=steps)
        try:
            status = queries.run()
            solution = queries.solution if status is Status.SOLUTION_LIMIT else None
            if status is Status.COMPLETE:
                queries.machine.finish()
                with replacing(cnf) as clauses, replacing(drat, "wb") as proof, steps.open("rb") as written:
                    queries.machine.cnf.write(clauses)
                    copyfileobj(written, proof)
                    clauses.flush()  # a full disk shows here, and keeps both old files
                    proof.flush()
        finally:
            queries.machine.close()
    return Proof(status, solution, cnf, drat, queries.stats)
