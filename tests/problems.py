"""Problems for the tests: random small ones, and a few with known answers."""

from contextlib import suppress
from itertools import product
from random import Random

from hypothesis import strategies as st

from dlx import Colored, Problem, Unfinished

DENSE = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 1, 1, 0], [1, 0, 1, 0]]
TOY = [["c", "e"], ["a", "d", "g"], ["b", "c", "f"], ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]]


@st.composite
def problems(draw, most_options=10):
    """Draw small problems that mix secondary items, colors, equal options and options without primary items."""
    primary = [f"p{k}" for k in range(draw(st.integers(0, 5)))]
    secondary = [f"s{k}" for k in range(draw(st.integers(0, 3)))]
    items = primary + secondary
    if not items:
        return Problem([], primary=[])
    options = draw(
        st.lists(st.lists(st.sampled_from(items), min_size=1, max_size=4, unique=True), max_size=most_options)
    )
    color = st.sampled_from([None, None, "red", "green"])
    paint = [[draw(color) if item in secondary else None for item in option] for option in options]
    return Problem(
        [
            [Colored(item, c) if c else item for item, c in zip(option, colors, strict=True)]
            for option, colors in zip(options, paint, strict=True)
        ],
        primary,
        secondary,
    )


@st.composite
def multiplied(draw, most_options=8):
    """Draw problems() with multiplicities: intervals of every kind, and identical and nested options more often."""
    p = draw(problems(most_options))
    options = [p.option(k) for k in range(p.n_options)]
    again = draw(st.lists(st.sampled_from(options), max_size=3)) if options else []
    options += [option[: draw(st.integers(1, len(option)))] for option in again]
    if p.n_primary and draw(st.booleans()):  # an item in all options
        options = [("p0", *(item for item in option if item != "p0")) for option in options]
    bounds = {}
    for item in p.primary:
        least = draw(st.integers(0, 3))
        bounds[item] = (least, max(1, least) + draw(st.sampled_from([0, 0, 1, 2, 100])))
    return Problem(options[:most_options], bounds, p.secondary)


@st.composite
def questions(draw, problem):
    """Draw given and banned options for a problem: mostly few, sometimes conflicting."""
    if not problem.n_options:
        return [], []
    option = st.integers(0, problem.n_options - 1)
    return draw(st.lists(option, max_size=3)), draw(st.lists(option, max_size=3))


def queens(n):
    options = [[f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}"] for r, c in product(range(n), repeat=2)]
    lines = [f"{line}{k}" for k in range(n) for line in "rc"]
    diagonals = [f"u{k}" for k in range(2 * n - 1)] + [f"d{k}" for k in range(1 - n, n)]
    return Problem(options, lines, diagonals)


def langford(n):
    """Return Langford's problem, which counts both directions; there is no solution if n mod 4 is 1 or 2."""
    options = [[f"n{k}", f"s{place}", f"s{place + k + 1}"] for k in range(1, n + 1) for place in range(2 * n - k - 1)]
    return Problem(options)


def dominoes(rows, columns):
    cells = list(product(range(rows), range(columns)))
    return Problem(
        [[(r, c), other] for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in set(cells)], cells
    )


def hard_triples(seed=1):
    """Return 240 items and 900 random triples of them; no program that we know decides it within seconds."""
    chance = Random(seed)
    return Problem([chance.sample(range(240), 3) for _ in range(900)], range(240))


def counted(p, method="search", **how):
    """Return a Count after one run, even if a time limit ended it; ``how`` as in Problem.counting."""
    count = p.counting(method=method, **how)
    with suppress(Unfinished):
        count.run()
    return count


@st.composite
def everything(draw, most_options=8):
    """Draw a random problem, with or without multiplicities and costs."""
    p = draw(problems(most_options))
    bounds = costs = None
    if p.n_primary and draw(st.booleans()):
        pair = st.tuples(st.integers(0, 3), st.integers(1, 4)).map(lambda b: (min(b), max(b)))
        bounds = draw(st.lists(pair, min_size=p.n_primary, max_size=p.n_primary))
    if draw(st.booleans()):
        costs = draw(st.lists(st.integers(0, 9), min_size=p.n_options, max_size=p.n_options))
    colors = p.colors
    return Problem.from_csr(
        p.indptr, p.indices, colors, n_items=p.n_items, n_primary=p.n_primary, bounds=bounds, costs=costs
    )


def brute_force(p, given_options=(), banned=()):
    """Return all solutions, by `verify` of every subset."""
    found = []
    for chosen in product([False, True], repeat=p.n_options):
        options = [k for k in range(p.n_options) if chosen[k]]
        if set(given_options) <= set(options) and not set(banned) & set(options):
            with suppress(ValueError):
                p.verify(options)
                found.append(tuple(options))
    return sorted(found)
