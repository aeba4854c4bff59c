"""Invariants: weights of items that prove that there is no solution."""

from dataclasses import replace
from itertools import combinations, permutations, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.engine import table
from dlx.engine.machine import DONE, LIMIT, PAUSED
from dlx.engine.strategies.invariants import Invariants
from dlx.matrix.assumptions import NONE, Assumptions
from tests.components import every, several, side_by_side
from tests.dlx.engine.turns import shorten
from tests.problems import brute_force, langford, multiplied, problems, questions


def board(rows, columns, missing=()):
    cells = set(product(range(rows), range(columns))) - set(missing)
    pairs = [((r, c), (r + dr, c + dc)) for r, c in sorted(cells) for dr, dc in ((0, 1), (1, 0))]
    return Problem([pair for pair in pairs if cells >= set(pair)])


def bricks(sides, box):
    spots = set()
    for turned in permutations(sides):
        for corner in product(*(range(b - s + 1) for b, s in zip(box, turned, strict=True))):
            spots.add(tuple(sorted(product(*(range(p, p + s) for p, s in zip(corner, turned, strict=True))))))
    return Problem(sorted(spots))


def triples(points):
    return Problem([list(combinations(triple, 2)) for triple in combinations(range(points), 3)])


def t_tetrominoes(n):
    shapes = [[(0, 0), (0, 1), (0, 2), (1, 1)], [(0, 1), (1, 0), (1, 1), (1, 2)]]
    shapes += [[(c, r) for r, c in shape] for shape in shapes]
    spots = [[(r + dr, c + dc) for dr, dc in shape] for shape in shapes for r in range(n) for c in range(n)]
    return Problem([spot for spot in spots if max(map(max, spot)) < n])


POWERS = [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (5, 1)]
INFEASIBLE = {
    "mutilated 10x10": board(10, 10, [(0, 0), (9, 9)]),
    "mutilated 24x24": board(24, 24, [(0, 0), (23, 23)]),
    "1x4 in 10x10": bricks((1, 4), (10, 10)),
    "1x2x4 in 6x6x6": bricks((1, 2, 4), (6, 6, 6)),
    "1x1x4 in 6x6x6": bricks((1, 1, 4), (6, 6, 6)),
    **{f"Langford {n}": langford(n) for n in (14, 17, 18, 21)},
    "triples of 14": triples(14),
    "triples of 17": triples(17),
    "matchings of K21": Problem(list(combinations(range(21), 2))),
    "T-tetrominoes 10x10": t_tetrominoes(10),
}


@pytest.mark.parametrize("name", INFEASIBLE)
def test_problems_that_no_search_decides(name):
    problem = INFEASIBLE[name]
    machine = Invariants(problem, NONE)
    assert machine.step(2**27) in (DONE, PAUSED)
    while machine.certificate is None:
        assert machine.step(2**27) != LIMIT
    assert machine.certificate.verify()
    assert problem.solve() is None
    assert problem.is_unique() is False


@pytest.mark.parametrize("problem", [board(8, 8), langford(8), langford(11), triples(9), triples(13), t_tetrominoes(8)])
def test_a_problem_with_solutions_has_none(problem):
    machine = Invariants(problem, NONE)
    while (outcome := machine.step(2**20)) == PAUSED:
        pass
    assert outcome == LIMIT
    assert machine.certificate is None


def test_a_slice_may_be_small():
    whole, sliced = (Invariants(INFEASIBLE["1x4 in 10x10"], NONE) for _ in range(2))
    while whole.step(10**9) == PAUSED:
        pass
    steps = 0
    while sliced.step(10) == PAUSED:
        steps += 1
    assert steps > 100
    assert sliced.certificate == whole.certificate


@settings(max_examples=300)
@given(problems() | multiplied(), st.data())
def test_a_certificate_is_never_wrong(problem, data):
    assumed = Assumptions(*map(tuple, data.draw(questions(problem))))
    machine = Invariants(problem, assumed)
    while machine.step(100) == PAUSED:
        pass
    if machine.certificate is not None:
        assert machine.certificate.verify()
        assert not brute_force(problem, *assumed)


@pytest.mark.parametrize("name", INFEASIBLE)
def test_a_count_ends_with_an_invariant(name):
    c = INFEASIBLE[name].counting()
    assert c.run() == 0
    assert c.stats.method in ("invariants", "search", "frontier")  # plain search and layers end the easy ones
    assert INFEASIBLE[name].count(workers=2) == 0


def test_a_component_without_a_solution_ends_the_count_of_all():
    boards = side_by_side([INFEASIBLE["mutilated 24x24"], langford(21), board(8, 8)])
    c = boards.counting()
    assert c.run() == 0
    assert c.stats.method == "components"


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_counts_with_an_early_search_for_an_invariant(monkeypatch, data):
    """The first turns of all strategies have little work."""
    shorten(monkeypatch)
    monkeypatch.setattr(table, "SOON_WORK", 0)
    monkeypatch.setattr(table, "PROOF_WORK", data.draw(st.sampled_from([1, 100, 2**28])))
    p = data.draw(st.one_of(problems(), multiplied(), several()))
    given_options, banned = data.draw(questions(p))
    assert p.count(given=given_options, banned=banned) == len(every(p, given_options, banned))


def test_the_reason_for_boards_side_by_side_is_an_invariant_too():
    """The search decides them one by one."""
    boards = [board(n, n, [(0, 0), (n - 1, n - 1)]) for n in (8, 10)]
    reason = Problem([[(b.n_items, use) for use in b.option(k)] for b in boards for k in range(b.n_options)]).explain()
    assert reason.kind == "invariant" and reason.certificate.verify()


def test_a_forged_certificate_is_refused():
    certificate = Problem([["a", "b"], ["b", "c"], ["a", "c"]]).explain().certificate
    assert certificate.verify()
    for fields, words in [
        ({"weights": {"a": 1, "b": 1}}, "the items to cover weigh 2"),
        ({"weights": {"a": 1, "b": 1, "c": 2}, "total": 4}, "the items to cover weigh 4"),
        ({"weights": {"a": 1}, "total": 1}, "option 0 weighs 1"),
        ({"weights": {"a": 1, "x": 1}}, "item 'x' weighs 1"),
        ({"total": 5}, "the items to cover weigh 3"),
    ]:
        with pytest.raises(ValueError, match=words):
            replace(certificate, **fields).verify()


def test_given_and_banned_options_count():
    strip = Problem([[k, k + 1] for k in range(7)])  # eight cells in a row, and dominoes
    certificate = strip.explain(given=[3]).certificate
    assert certificate.verify()
    assert strip.explain(given=[3]).kind == "given"
    assert "that can be chosen" in str(certificate)
    assert strip.explain(banned=[0]).kind == "uncovered"
    with pytest.raises(ValueError, match=r"option . weighs"):
        replace(certificate, assumed=NONE, total=sum(certificate.weights.values())).verify()


def test_colors_and_multiplicities():
    colored = [["a", "b", Colored("x", 1)], ["b", "c", Colored("x", 1)], ["a", "c", Colored("x", 2)]]
    assert Problem(colored, secondary=["x"]).explain().certificate.verify()
    twice = Problem([["a", "b"], ["b", "c"], ["a", "c"]], {"a": 2, "b": 2, "c": 1})
    machine = Invariants(twice, NONE)
    assert machine.step(1000) == DONE
    assert machine.certificate.total == 5
    assert machine.certificate.verify()
    either = Problem([["a", "b"], ["b", "c"], ["a", "c"]], {"a": 1, "b": 1, "c": (0, 1)})
    assert either.count() == 1


def test_explain_draws_the_coloring():
    reason = INFEASIBLE["mutilated 10x10"].explain()
    assert (reason.kind, reason.minimal) == ("invariant", False)
    assert set(reason.items) == set(reason.certificate.weights)
    assert repr(reason.certificate).endswith(f", total={reason.certificate.total})")  # without the problem
    rows = reason.draw().text.splitlines()
    assert (len(rows), rows[0][:1], rows[0].split()[:4]) == (10, " ", ["1", "3", "1", "3"])
    assert reason.draw().svg.count("<text") == 98
    flat = INFEASIBLE["1x2x4 in 6x6x6"].explain().draw()
    assert len(flat.text.splitlines()) == 6
    with pytest.raises(ValueError, match="item 'n1' has a weight, but no row"):
        Problem([["n1", (0, 1)], ["n1", (0, 2)], [(0, 1), (0, 2)]]).explain().draw()
    with pytest.raises(ValueError, match="kind 'uncovered' has no weights"):
        Problem([["a"]], ["a", "b"]).explain().draw()
