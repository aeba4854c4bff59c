# SPDX-License-Identifier: MIT
"""Arguments and locals are nouns that say what the thing is: the share of pronouns falls, and never rises."""

import pytest

from tests.names import CEILINGS, files, of_cython, of_python, read, shares

PYTHON = """
class Search:
    one = 1  # an attribute

    def join(self, rest, *many, other=0, **few) -> list[int]:
        def inner(same):
            most = same
        for left, (k, right) in rest:
            found: int = k
        with open(k) as file, file as some:
            pass
        known = [each for each in many if (such := each)]
        try:
            return self.others(more=1)
        except OSError as own:
            raise
"""
CYTHON = '''
cdef class Bits(Kernel):
    cdef int64_t one  # an attribute

    def start(self, const int32_t[::1] rest not None, other=(1, 2),
              bint few=False):
        """Return one = more of the rest."""
        cdef int32_t* left = &self.s.levels[0].most, k
        cdef int32_t same

        # own = 1
        for i, each in enumerate(rest):
            found, n = each.known, 0
            if some == n:
                return many(such=1)

cdef inline int32_t both(State* s, int32_t most) noexcept nogil:
    return s.other
'''


@pytest.mark.parametrize(
    ("functions", "expected"),
    [
        (
            of_python(PYTHON),
            {
                "join": ["each", "few", "found", "known", "left", "many", "other", "own", "rest", "some", "such"],
                "inner": ["most", "same"],
            },
        ),
        (of_cython(CYTHON), {"start": ["each", "few", "found", "left", "other", "rest", "same"], "both": ["most"]}),
        (of_python("key = lambda one, k: (one, k)"), {"lambda": ["one"]}),
    ],
)
def test_names_of_a_function(functions, expected):
    assert {function.function: function.faults for function in functions} == expected


def test_a_share_is_of_the_different_names_of_each_function():
    functions = [*of_python("def f(self, a, rest, b):\n    rest = rest\n    a = rest\n    c = 1", "f.py")]
    assert shares(functions) == {"Python": 1 / 4, "Cython": 0}


def test_the_shares_are_below_their_ceilings():
    functions = list(read(files()))
    assert len(functions) > 2000
    bad = "\n".join(f"{f.file}:{f.line}: {f.function}: {', '.join(f.faults)}" for f in functions if f.faults)
    for kind, share in shares(functions).items():
        assert share < CEILINGS[kind], f"{kind}: {share:.2%}\n{bad}"
