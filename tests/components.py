# SPDX-License-Identifier: MIT
"""Problems of several components, side by side, and all of their solutions."""

from itertools import islice

from hypothesis import assume
from hypothesis import strategies as st

from dlx import Colored, Problem
from tests.problems import multiplied, problems

MOST_LISTED = 200_000  # solutions of an example


def every(matrix, given_options=(), banned=()):
    """Return all solutions, from the kernel that takes everything; reject an example with more than memory may hold.

    Solutions of parts multiply: of 4,800 examples, 12 had more than 20,000, and one of a later run took all memory.
    """
    p = Problem.from_fields(matrix.fields())
    search = p.search(given=given_options, banned=banned, kernel="multi")
    found = sorted(s.options for s in islice(search, MOST_LISTED + 1))
    assume(len(found) <= MOST_LISTED)
    return found


def renamed(item, part):
    return Colored(renamed(item.item, part), item.color) if isinstance(item, Colored) else (part, item)


def side_by_side(parts):
    """Return one problem of several that share no item; their options take turns."""
    rows = [[[renamed(item, n) for item in p.option(k)] for k in range(p.n_options)] for n, p in enumerate(parts)]
    bounds = {}
    for n, p in enumerate(parts):
        ends = [(1, 1)] * p.n_primary if p.bounds is None else map(tuple, p.bounds.tolist())
        bounds |= {(n, item): end for item, end in zip(p.primary, ends, strict=True)}
    turns = sorted((k, n) for n, row in enumerate(rows) for k in range(len(row)))
    secondary = [(n, item) for n, p in enumerate(parts) for item in p.secondary]
    plain = all(end == (1, 1) for end in bounds.values())
    return Problem([rows[n][k] for k, n in turns], list(bounds) if plain else bounds, secondary)


@st.composite
def lively(draw, multiple=False):
    """Draw a small problem whose items have two options and more, so that it mostly has solutions and guesses."""
    primary, secondary = [f"p{k}" for k in range(draw(st.integers(1, 3)))], ["s", "t"]
    use = st.sampled_from([*primary, *secondary, *(Colored(item, c) for item in "st" for c in ("red", "blue"))])
    options = [[item] for item in primary for _ in range(draw(st.integers(0, 2)))]
    for _ in range(draw(st.integers(1, 5))):
        option = draw(st.lists(use, max_size=3, unique_by=lambda x: x.item if isinstance(x, Colored) else x))
        first = draw(st.sampled_from(primary))
        options.append([first, *(item for item in option if item != first)])
    if multiple:
        ends = [(1, 1), (0, 1), (1, 2), (2, 2), (0, 9), (2, 9)]
        primary = {item: draw(st.sampled_from(ends)) for item in primary}
    return Problem(draw(st.permutations(options)), primary, secondary)


@st.composite
def several(draw, multiple=True):
    """Draw a problem of up to four parts, with colors and, for some, multiplicities; few have no solution."""
    multiple = multiple and draw(st.booleans())
    parts = [draw(lively(multiple)) for _ in range(draw(st.integers(1, 4)))]
    if draw(st.integers(0, 4)) == 0:
        parts.append(draw(multiplied(5) if multiple else problems(6)))
    return side_by_side(parts)
