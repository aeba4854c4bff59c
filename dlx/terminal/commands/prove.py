# SPDX-License-Identifier: MIT
"""The command `prove`, and what it shares with the other commands that a SAT solver answers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...matrix.assumptions import Assumptions
from ...system.wording import plural
from ..exit_codes import ExitCode
from .shared import Watch, numbers, print_json, read, say

if TYPE_CHECKING:
    from ...engine.status import LearningStats
    from ...problem import Problem
    from ...questions.prove import Proof


def assumed(args: argparse.Namespace, problem: Problem) -> Assumptions:
    given, banned = (numbers(problem, getattr(args, name), name) for name in ("given", "banned"))
    return Assumptions.of(problem, given, banned)


def prove(args: argparse.Namespace) -> int:
    from ...engine.status import Status
    from ...questions.prove import prove

    if args.output in (None, "-"):
        raise ValueError("prove writes two files; name them with -o NAME, for NAME.cnf and NAME.drat")
    problem = read(args)
    with Watch(args) as watch:
        proof = prove(problem, assumed(args, problem), args.output, args.time_limit, watch)
    if args.json:
        proved = proof.status is Status.COMPLETE
        files = {"cnf": str(proof.cnf) if proved else None, "drat": str(proof.drat) if proved else None}
        print_json(args, proof.stats, proof.status, **files)
    if not args.quiet:
        say(f"{words(proof)} ({learning_effort(proof.stats)})")
    codes = {Status.COMPLETE: ExitCode.DONE, Status.SOLUTION_LIMIT: ExitCode.NOT_FOUND}
    return codes.get(proof.status, ExitCode.STOPPED)


def words(proof: Proof) -> str:
    from ...engine.status import Status

    if proof.status is Status.COMPLETE:
        return f"no solution; the clauses are in {proof.cnf}, the proof in {proof.drat}"
    if proof.status is Status.SOLUTION_LIMIT:
        return "there is a solution, and nothing to prove; 'dlx solve' prints one"
    return f"stopped by the {proof.status.value} before it was known whether there is a solution; no file was written"


def learning_effort(stats: LearningStats) -> str:
    return f"{plural(stats.conflicts, 'conflict')}, {plural(stats.decisions, 'decision')}, {stats.seconds:.3f} s"
