# SPDX-License-Identifier: MIT
"""The SAT solver in this process and as a program: models, cores, limits, and replies as they are written."""

import subprocess
import sys
from array import array
from itertools import product
from pathlib import Path
from random import Random

import pytest

from dlx.engine.strategies import cadical
from dlx.engine.strategies.cadical import CUT_SHORT, NO, REPLY_HEAD, YES, Cadical
from tests.processes import PATIENCE

pysolvers = pytest.importorskip("pysolvers")
MANY = 10**6  # conflicts


def random_clauses(random, n):
    return [
        [v * random.choice([1, -1]) for v in random.sample(range(1, n + 1), random.randint(1, min(n, 3)))]
        for _ in range(random.randint(1, 4 * n))
    ]


def has_model(clauses, n, assumptions=()):
    """Return whether an assignment satisfies all clauses, by trying each."""
    return any(
        all(any(signs[abs(x) - 1] == (x > 0) for x in clause) for clause in [*clauses, *([a] for a in assumptions)])
        for signs in product([False, True], repeat=n)
    )


def flat(clauses):
    return [x for clause in clauses for x in (*clause, 0)]


@pytest.mark.parametrize("seed", range(40))
def test_models_and_cores(seed):
    random = Random(seed)
    n = random.randint(1, 6)
    clauses, solver = random_clauses(random, n), Cadical()
    solver.add(flat(clauses))
    for _ in range(5):
        assumptions = [v * random.choice([1, -1]) for v in random.sample(range(1, n + 1), random.randint(0, n))]
        reply = solver.query(assumptions, MANY)
        if reply.outcome == YES:
            true = {*reply.literals}
            assert true.issuperset(x for x in assumptions if abs(x) in map(abs, true))
            assert all(true & {*clause} for clause in clauses)
        else:
            assert reply.outcome == NO and not has_model(clauses, n, assumptions)
            assert {*reply.literals} <= {*assumptions} and not has_model(clauses, n, reply.literals)


def pigeons(n):
    """Return clauses that n pigeons fit into n - 1 holes."""

    def place(pigeon, hole):
        return pigeon * (n - 1) + hole + 1

    clauses = [[place(p, h) for h in range(n - 1)] for p in range(n)]
    return clauses + [[-place(p, h), -place(q, h)] for h in range(n - 1) for q in range(n) for p in range(q)]


def test_a_limit_of_conflicts():
    solver = Cadical()
    solver.add(flat(pigeons(8)))
    first = solver.query([], 10)
    assert first.outcome == CUT_SHORT and not first.literals and 0 < first.conflicts < 1000
    last = solver.query([], MANY)
    assert last.outcome == NO and last.conflicts > first.conflicts and last.decisions >= first.decisions


def test_the_program_replies_as_the_solver_does():
    clauses = flat(pigeons(5))
    requests = [len(clauses), *clauses, -2, MANY, -3, MANY, 1]
    program = [sys.executable, "-E", "-S", cadical.__file__, str(Path(pysolvers.__file__).parent)]
    done = subprocess.run(
        program, input=array("i", requests).tobytes(), capture_output=True, timeout=PATIENCE, check=True
    )
    alone, at, replies = Cadical(), 0, []
    alone.add(clauses)
    while at < len(done.stdout):
        outcome, n, *counters = REPLY_HEAD.unpack_from(done.stdout, at)
        at += REPLY_HEAD.size
        literals = array("i", done.stdout[at : at + 4 * n])
        at += 4 * n
        replies.append((outcome, literals, *counters))
    assert replies == [tuple(alone.query([], MANY)), tuple(alone.query([1], MANY))]
    assert replies[0][0] == NO


def test_a_reader_that_died_is_no_error():
    program = [sys.executable, "-E", "-S", cadical.__file__, str(Path(pysolvers.__file__).parent)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        process.stdin.write(array("i", [2, 1, 0, -2, MANY]).tobytes())
        process.stdin.close()
        assert process.wait(PATIENCE) == 0 and process.stderr.read() == b""
