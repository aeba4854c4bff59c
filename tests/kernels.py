"""Helpers for the tests of single kernels."""

from hypothesis import strategies as st

from tests.problems import questions

ENDLESS = 2**63
DONE, SOLUTION, PAUSED = 0, 1, 2
_leases = []


def borrowed(p, name):
    """Return a kernel that stays in use until the tests end."""
    _leases.append(p.engine.lend(name))
    return _leases[-1].kernel


def counters(kernel):
    return kernel.nodes, kernel.updates, kernel.guesses, kernel.solutions, kernel.max_level


def ask_anew(data, p, make):
    """Assert that a kernel, stopped at any moment and set up for a new question, behaves like a fresh kernel."""
    fresh, kernel = make(), make()
    fresh.run(ENDLESS, ENDLESS, ENDLESS)
    sanity = getattr(kernel, "sanity", lambda: True)  # kernels with links have it
    for _ in range(3):
        kernel.setup(*data.draw(questions(p)))
        kernel.run(data.draw(st.integers(0, 10)), data.draw(st.integers(1, 3)), 1)
        assert kernel.setup(())
        assert sanity()
        assert counters(kernel) == (0, 0, 0, 0, 0)
        kernel.run(ENDLESS, ENDLESS, ENDLESS)
        assert counters(kernel) == counters(fresh)
