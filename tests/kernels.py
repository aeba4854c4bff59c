"""Helpers for the tests of single kernels."""

from hypothesis import strategies as st

from dlx.engine.drive import DONE, LIMIT, PAUSED, SOLUTION
from tests.problems import questions

__all__ = [
    "DONE",
    "ENDLESS",
    "LIMIT",
    "PAUSED",
    "SOLUTION",
    "all_solutions",
    "ask_anew",
    "borrowed",
    "counters",
    "run",
    "step",
]

ENDLESS = 2**63
_leases = []


def borrowed(p, name):
    """Return a kernel that stays in use until the tests end."""
    _leases.append(p.engine.lend(name))
    return _leases[-1].kernel


def step(kernel, nodes=ENDLESS, solutions=ENDLESS, work=ENDLESS // 4):
    """Continue up to these numbers of nodes and solutions, for this much work."""
    kernel.node_stop, kernel.solution_stop = nodes, solutions
    return kernel.step(work)


def counters(kernel):
    return kernel.nodes, kernel.updates, kernel.guesses, kernel.solutions, kernel.max_level


def ask_anew(data, p, make):
    """Assert that a kernel, stopped at any moment and set up for a new question, behaves like a fresh kernel."""
    fresh, kernel = make(), make()
    step(fresh)
    sanity = getattr(kernel, "sanity", lambda: True)  # kernels with links have it
    for _ in range(3):
        kernel.setup(*data.draw(questions(p)))
        step(kernel, data.draw(st.integers(0, 10)), data.draw(st.integers(1, 3)), 1)
        assert kernel.setup(())
        assert sanity()
        assert counters(kernel) == (0, 0, 0, 0, 0)
        step(kernel)
        assert counters(kernel) == counters(fresh)


def run(machine, work=100_000):
    while (outcome := machine.step(work)) == PAUSED:
        pass
    return outcome


def all_solutions(machine, work=100_000):
    """Return the solutions that a machine finds before it is done; each must be new."""
    found = []
    while run(machine, work) == SOLUTION:
        found.append(tuple(machine.solution()))
    assert len(set(found)) == len(found)
    return sorted(found)
