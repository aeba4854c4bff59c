"""Places: weights of items that prove that a problem has too few places, by its linear relaxation."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from dlx import Colored, Problem, Status
from dlx.engine.drive import DONE, LIMIT, PAUSED
from dlx.engine.strategies.invariants import Places
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.models import roster
from dlx.questions.decide import Decision
from dlx.structure import relaxation
from tests.problems import brute_force, multiplied, problems, questions


def pigeons(n, holes):
    names = [("pigeon", k) for k in range(n)], [("hole", k) for k in range(holes)]
    return Problem(list(product(*names)), *names)


def finished(machine, work=1000):
    while (outcome := machine.step(work)) == PAUSED:
        pass
    return outcome


@pytest.mark.parametrize("n", [3, 11, 40, 100])
def test_pigeons(n):
    problem = pigeons(n, n - 1)
    assert problem.solve(time_limit=60) is None and problem.is_unique(time_limit=60) is False
    reason = problem.explain(time_limit=60)
    assert reason.certificate.verify() and reason.certificate.modulus == 0
    assert set(reason.certificate.weights.values()) == {1, -1} and reason.certificate.total == 1
    assert "every option weighs 0 or less, but a solution would weigh 1 or more" in str(reason)
    assert pigeons(n, n).solve(time_limit=60) is not None


def test_a_count_by_places():
    count = pigeons(40, 39).counting()
    assert (count.run(time_limit=60), count.stats.method) == (0, "places")
    many = [(board, use) for board in range(3) for use in product(range(40), range(39))]
    apart = Problem(
        [[(b, "p", p), (b, "h", h)] for b, (p, h) in many],
        [(b, "p", p) for b in range(3) for p in range(40)],
        [(b, "h", h) for b in range(3) for h in range(39)],
    )
    assert apart.count(time_limit=60) == 0 and apart.count(workers=2, time_limit=60) == 0
    assert pigeons(8, 8).count() == 40_320


def test_a_decision_by_places():
    answer = Decision(pigeons(40, 39).engine, NONE).answer()
    assert (answer.status, answer.stats.kernel, answer.partial) == (Status.COMPLETE, "places", 0)


def test_too_few_places_for_some():
    """Hall's condition: four of the six lessons have only three hours between them."""
    hours = {"a": "123", "b": "123", "c": "12", "d": "23", "e": "345678", "f": "45678"}
    lessons = Problem([(x, hour) for x, own in hours.items() for hour in own], list(hours), list("12345678"))
    machine = Places(lessons, NONE)
    assert finished(machine) == DONE and machine.certificate.verify()
    assert machine.certificate.weights == {**dict.fromkeys("abcd", 1), **dict.fromkeys("123", -1)}


@settings(max_examples=400)
@given(problems() | multiplied(), st.data())
def test_a_proof_is_never_wrong(problem, data):
    assumed = Assumptions(*map(tuple, data.draw(questions(problem))))
    machine = Places(problem, assumed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relaxation, "SCALES", data.draw(st.sampled_from([(1, 1_000), (1_000,), (7, 1_000)])))
        outcome = finished(machine, 20)
    assert outcome == (LIMIT if machine.certificate is None else DONE)
    if machine.certificate is not None:
        assert machine.certificate.verify()
        assert not brute_force(problem, *assumed)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_there_is_a_proof_whenever_the_linear_program_has_no_solution(data):
    n, secondary = data.draw(st.integers(1, 7)), data.draw(st.integers(0, 4))
    options = data.draw(st.lists(st.sets(st.integers(0, n + secondary - 1), min_size=1), min_size=1, max_size=12))
    pair = st.tuples(st.integers(0, 4), st.integers(1, 4)).map(sorted)
    bounds = data.draw(st.just([(1, 1)] * n) | st.lists(pair, min_size=n, max_size=n))
    primary = dict(zip(range(n), map(tuple, bounds), strict=True))
    problem = Problem([sorted(option) for option in options], primary, range(n, n + secondary))
    live = [option for option in options if min(option) < n]
    assume(live)
    matrix = np.array([[item in option for option in live] for item in range(n + secondary)], float)
    least, most = np.array([*bounds, *[(0, 1)] * secondary]).T
    rows, limits = np.concatenate([matrix, -matrix]), np.concatenate([most, -least])
    feasible = linprog(np.zeros(len(live)), rows, limits, bounds=(0, 1)).status == 0
    machine = Places(problem, NONE)
    assert (finished(machine) == LIMIT) == feasible
    assert feasible or machine.certificate.verify()


def test_all_options_together_weigh_too_little():
    """Two options cover both items twice only if they are equal, but a single option covers both."""
    options = [["most", "a", "b"], ["most", "a"], ["most", "a"], ["most", "b"], ["most", "b"]]
    problem = Problem(options, {"most": (0, 2), "a": (2, 3), "b": (2, 3)})
    machine = Places(problem, NONE)
    assert finished(machine) == DONE and machine.certificate.verify() and not brute_force(problem)
    assert "all options weigh at most 1 together, but a solution would weigh 2 or more" in str(machine.certificate)
    with pytest.raises(ValueError, match="but all options together may weigh"):
        replace(machine.certificate, weights={"a": 1, "b": 1}, total=4).verify()


@pytest.mark.parametrize(
    ("people", "days", "shifts", "work", "rest"),
    [
        (8, 7, {"early": (2, 3), "late": (2, 3), "night": (2, 3)}, (3, 5), []),  # 42 shifts, but 40 at most
        (20, 28, {"early": (2, 3), "late": (2, 3), "night": (2, 3)}, (13, 20), []),  # 252 at most, but 260 at least
        (10, 14, {"early": 5, "late": 1, "night": (5, 6)}, (0, 14), [("night", "early")]),  # 11 shifts a day
    ],
)
def test_rosters_without_enough_people(people, days, shifts, work, rest):
    names, dates = [f"p{k}" for k in range(people)], [f"d{k}" for k in range(days)]
    machine = Places(roster(names, dates, shifts, work=work, rest=rest).engine.matrix, NONE)
    assert finished(machine) == DONE and machine.certificate.verify()


def test_a_forged_proof_is_refused():
    machine = Places(pigeons(4, 3), NONE)
    assert finished(machine) == DONE
    right = machine.certificate
    for weights, words in [
        ({**right.weights, ("pigeon", 0): 2}, "the items to cover weigh 2"),
        ({**right.weights, ("hole", 0): 1}, r"item \('hole', 0\) weighs 1, but no option needs to cover it"),
        ({("pigeon", k): 1 for k in range(4)}, "the items to cover weigh 4"),
        ({}, "the items to cover weigh 0"),
    ]:
        with pytest.raises(ValueError, match=words):
            replace(right, weights=weights).verify()
    with pytest.raises(ValueError, match="the items to cover weigh 4, but all options together may weigh 12"):
        replace(right, weights={("pigeon", k): 1 for k in range(4)}, total=4).verify()
    colored = Problem([["a", Colored("x", 1)], ["b", Colored("x", 1)]], ["a", "b"], ["x"])
    with pytest.raises(ValueError, match="item 'x' weighs -1, but it has colors"):
        replace(right, problem=colored, weights={"a": 1, "b": 1, "x": -1}, total=1).verify()


def test_given_and_banned_options_count():
    four = pigeons(4, 4)
    reason = four.explain(banned=[4 * k + 3 for k in range(4)])
    assert reason.certificate.verify() and "that can be chosen" in str(reason.certificate)
    more = pigeons(5, 5).explain(given=[0], banned=[5 * k + 4 for k in range(5)])
    assert more.certificate.verify()
