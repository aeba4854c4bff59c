# SPDX-License-Identifier: MIT
"""Every query takes a time limit, and raises rather than returns a bare answer that the limit cut short."""

import pickle
import signal
from itertools import product

import pytest

from dlx import OptionStatus, Problem, Status, Unfinished, models
from dlx.engine.drive import Drive
from dlx.engine.unfinished import AtLeast
from tests.problems import hard_triples, queens

CELLS = [cell for cell in product(range(24), repeat=2) if cell not in ((0, 0), (23, 23))]
DOMINOES = [[cell, (*cell[:k], cell[k] + 1, *cell[k + 1 :])] for cell in CELLS for k in (0, 1)]
MUTILATED = Problem([pair for pair in DOMINOES if pair[1] in CELLS])  # no solution, and no search ends
HARD = hard_triples()
ENDLESS = queens(20)  # solutions soon, and no end
PRICED = Problem([ENDLESS.option(k) for k in range(400)], ENDLESS.primary, ENDLESS.secondary, [1] * 400)
MANY = queens(12)

CUT = {  # questions that no machine answers soon
    "solve": lambda **how: HARD.solve(**how),
    "solve, given": lambda **how: HARD.solve(given=[0], banned=[7], **how),
    "is_unique": lambda **how: HARD.is_unique(**how),
    "count to a limit": lambda **how: HARD.count(2, **how),
    "count": lambda **how: ENDLESS.count(method="search", **how),
    "count, auto": lambda **how: ENDLESS.count(**how),
    "count, memo": lambda **how: ENDLESS.count(method="memo", **how),
    "count, zdd": lambda **how: ENDLESS.count(method="zdd", **how),
    "count, workers": lambda **how: ENDLESS.count(workers=2, **how),
    "count, orbits": lambda **how: models.queens(20).count(orbits=True, **how),
    "count, orbits auto": lambda **how: models.latin_squares(8).count(orbits="auto", **how),
    "counting": lambda **how: ENDLESS.counting().run(**how),
    "solutions": lambda **how: list(ENDLESS.solutions(given=[0, 50], **how)),
    "solutions, workers": lambda **how: list(ENDLESS.solutions(workers=2, **how)),
    "solutions, orbits": lambda **how: list(models.queens(20).solutions(orbits=True, **how)),
    "solutions, orbits auto": lambda **how: list(models.latin_squares(8).solutions(orbits="auto", **how)),
    "count_many": lambda **how: ENDLESS.count_many([[k] for k in range(200)], None, **how),
    "zdd": lambda **how: ENDLESS.zdd(**how),
    "sample": lambda **how: ENDLESS.sample(**how),
    "reduced": lambda **how: HARD.reduce(rounds=0).solve(**how),
    "reduced, unique": lambda **how: HARD.reduce(rounds=0).is_unique(**how),
    "reduced, solutions": lambda **how: list(MUTILATED.reduce(rounds=0).solutions(**how)),
}
WITH_A_STATUS = {
    "search": lambda **how: next(MUTILATED.search(**how), None),
    "best": lambda **how: PRICED.best(None, **how),
    "estimate": lambda **how: ENDLESS.estimate(10**9, **how),
    "option_status": lambda **how: ENDLESS.option_status(limit=None, **how),
    "reduce": lambda **how: MUTILATED.reduce(**how),
    "solve_many": lambda **how: ENDLESS.solve_many([[k] for k in range(200)], None, **how).status(199),
}


@pytest.mark.parametrize("limit", [0, 0.1])
@pytest.mark.parametrize("question", CUT)
def test_a_bare_answer_that_was_cut_short_is_raised(question, limit):
    with pytest.raises(Unfinished, match=r"^the ") as stop:
        CUT[question](time_limit=limit)
    assert isinstance(stop.value, TimeoutError)
    assert stop.value.status is Status.TIME_LIMIT
    if question.startswith(("count,", "counting", "solutions")):
        assert isinstance(stop.value.partial, AtLeast)
        assert str(stop.value.partial) in str(stop.value)


def test_answers_with_a_status_are_returned():
    assert WITH_A_STATUS["search"](time_limit=0) is None
    assert WITH_A_STATUS["best"](time_limit=0.05).status is Status.TIME_LIMIT
    assert WITH_A_STATUS["estimate"](time_limit=0.1).status is Status.TIME_LIMIT
    found = WITH_A_STATUS["option_status"](time_limit=0.05)
    assert found.status is Status.TIME_LIMIT
    assert OptionStatus.UNKNOWN in [found[k] for k in range(400)]
    assert WITH_A_STATUS["reduce"](time_limit=0).status is Status.TIME_LIMIT
    assert WITH_A_STATUS["solve_many"](time_limit=0.05) is Status.TIME_LIMIT
    assert HARD.explain(time_limit=0.05).kind == "unknown"


@pytest.mark.parametrize("question", CUT)
def test_bad_limits(question):
    for limit, error in ((-1, ValueError), (float("nan"), ValueError), ("1", TypeError)):
        with pytest.raises(error, match=f"time_limit is {limit!r}; it must be a number of seconds"):
            CUT[question](time_limit=limit)


def test_answers_in_time():
    """A limit that is not reached changes nothing."""
    p, plenty = queens(6), 10**6
    assert p.solve(time_limit=plenty) == p.solve()
    assert p.solve(given=[0], time_limit=plenty) is None
    assert p.is_unique(time_limit=plenty) is False
    assert p.count(time_limit=plenty) == p.count(workers=2, time_limit=plenty) == 4
    assert p.count(3, time_limit=plenty) == 3
    assert list(p.solutions(time_limit=plenty)) == list(p.solutions(workers=2, time_limit=plenty)) == [*p.solutions()]
    assert p.count_many([[], [0]], None, time_limit=plenty).tolist() == [4, 0]
    square = models.queens(6)
    assert square.count(orbits=True, time_limit=plenty) == len(list(square.solutions(orbits=True, time_limit=plenty)))
    assert p.reduce().count(time_limit=plenty) == 4


def test_what_is_known_is_a_lower_bound():
    with pytest.raises(Unfinished) as stop:
        list(MANY.solutions(time_limit=0))
    assert stop.value.partial == 0
    found = []
    with pytest.raises(Unfinished) as stop:
        for solution in ENDLESS.solutions(time_limit=0.05):
            found.append(solution)  # noqa: PERF402
    assert len(found) == stop.value.partial > 0
    assert all(ENDLESS.verify(solution) for solution in found)
    with pytest.raises(Unfinished) as stop:
        ENDLESS.count(method="search", time_limit=0.05)
    assert stop.value.partial > 0


def test_node_limits_of_counts():
    with pytest.raises(Unfinished) as stop:
        MANY.count_many([[], [0, 1]], None, node_limit=3)
    assert stop.value.status is Status.NODE_LIMIT
    assert stop.value.partial.tolist() == [0, 0]


def test_the_error_travels():
    error = pickle.loads(pickle.dumps(Unfinished("the time limit ended it", AtLeast(5), Status.TIME_LIMIT)))
    assert (str(error), error.status) == ("the time limit ended it", Status.TIME_LIMIT)
    assert (str(error.partial), error.partial) == ("at least 5", 5)


def test_the_time_limit_of_orbits_counts_our_own_work(monkeypatch):
    """A group of 8 spends longer comparing images than a search of queens spends finding solutions."""
    ticks = iter(range(10**9))
    monkeypatch.setattr("dlx.questions.orbits.representatives.perf_counter", lambda: next(ticks))
    with pytest.raises(Unfinished) as stop:
        list(models.queens(8).solutions(orbits=True, time_limit=20))  # a second per reading of the clock
    assert 0 < stop.value.partial < 12


def test_what_is_unique_says_what_was_cut_short():
    with pytest.raises(Unfinished, match="ended the search for a second solution: at least 0 solutions"):
        MUTILATED.is_unique(time_limit=0)


def test_a_list_that_was_interrupted_continues(monkeypatch):
    found, p = [], queens(6)
    listed = p.solutions(time_limit=1000)
    found.append(next(listed))
    run = Drive.run
    monkeypatch.setattr(Drive, "run", lambda *_: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        next(listed)
    monkeypatch.setattr(Drive, "run", run)
    assert [*found, *listed] == [*p.solutions()]
