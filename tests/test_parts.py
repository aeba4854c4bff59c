"""What is left of a search that stops early."""

from fractions import Fraction

import pytest

from dlx import Part
from dlx.parts import run
from tests.problems import dominoes, langford, queens


@pytest.mark.parametrize("kernel", ["bits", "links"])
@pytest.mark.parametrize("p", [queens(7), langford(7), dominoes(4, 5)], ids=["queens", "langford", "dominoes"])
def test_what_is_left_of_a_part(p, kernel, monkeypatch):
    """Wherever a search is cut, what it met and what is left make the whole, in order."""
    monkeypatch.setattr(p._kernels, "choice", lambda problem: kernel)
    search = p.search(kernel=kernel)
    whole = [list(s.options) for s in search]
    for stop in [*range(1, 20), 50, 100, 200]:
        waiting, found, nodes = [Part((), (), Fraction(1))], [], 0
        while waiting:
            part = waiting.pop(0)
            outcome = run(p, part, stop, solutions=10**9)
            assert sum((rest.weight for rest in outcome.left), Fraction(0)) <= part.weight
            assert [rest.key for rest in outcome.left] == sorted(rest.key for rest in outcome.left)
            found += [sorted(options) for options in outcome.solutions]
            nodes += outcome.nodes
            waiting = outcome.left + waiting
        assert found == whole
        assert nodes == search.stats.nodes or kernel == "links"  # which remembers the item that it saw forced last
