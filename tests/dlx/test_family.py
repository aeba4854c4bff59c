"""All questions about one problem: the answers agree, with multiplicities too. test_support.py has the refusals."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import OptionStatus
from tests.problems import multiplied, questions

pytestmark = pytest.mark.long


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_multiplicities_in_every_question(data):
    """Every question agrees with a check of all subsets of the options, one by one, in plain Python."""
    p = data.draw(multiplied())
    yes, no = data.draw(questions(p))
    expected = [s for s in _subsets(p) if set(yes) <= set(s) and not set(no) & set(s)]
    asked = {"given": yes, "banned": no}
    assert sorted(s.options for s in p.solutions(**asked)) == sorted(expected)
    assert p.count(**asked) == p.count(workers=2, method="search", **asked) == len(expected)
    assert (p.solve(**asked) is None) == (not expected)
    assert p.is_unique(**asked) == (len(expected) == 1)
    assert p.count_many([yes], None)[0] == p.count(given=yes)
    parts = p.split(5, **asked)
    assert sum(p.count(given=part.given, banned=part.banned) for part in parts) == len(expected)
    found = p.option_status(**asked)
    for k in range(p.n_options):
        uses = sum(k in s for s in expected)
        status = OptionStatus.NONE if not uses else OptionStatus.SOME if uses < len(expected) else OptionStatus.ALL
        assert found[k] is status
    assert bool(p.explain(**asked)) != bool(expected)


def _subsets(p):
    def holds(options):
        try:
            return p.verify(options)
        except ValueError:
            return False

    return [s for n in range(p.n_options + 1) for s in combinations(range(p.n_options), n) if holds(s)]
