"""Items that every solution uses to the full become primary, and nothing else changes."""

from random import Random

import pytest

from bench import one, planted
from dlx import Colored, Problem
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions.decide import Decision
from dlx.structure.tight import tightened
from tests.problems import brute_force


def assignment(seed):
    """Return random users with options of one to three places each, and random assumptions.

    Places have multiplicities, colors, or neither; some options have no user.
    """
    chance = Random(seed)
    users = {f"u{k}": chance.choice([1, 1, 1, (1, 2), 2]) for k in range(chance.randint(1, 4))}
    rooms = {f"r{k}": (0, chance.randint(1, 2)) for k in range(chance.randint(0, 2))}
    hours = [f"h{k}" for k in range(chance.randint(1, 5))]
    colored = chance.random() < 0.3
    options = []
    for _ in range(chance.randint(1, 9)):
        taken = chance.sample([*hours, *rooms], chance.randint(1, min(3, len(hours) + len(rooms))))
        option = [Colored(place, chance.choice("xy")) if colored and place == "h0" else place for place in taken]
        options.append([chance.choice(list(users)), *option] if chance.random() < 0.9 else option)
    p = Problem(options, {**users, **rooms}, hours)
    some = [k for k in range(len(options)) if chance.random() < 0.1]
    return p, Assumptions((), tuple(some)) if chance.random() < 0.5 else Assumptions(tuple(some), ())


def tight_ones(seeds):
    for seed in seeds:
        p, assumed = assignment(seed)
        tight = tightened(p, assumed)
        if tight is not None:
            yield p, assumed, Problem.from_fields(tight[0].fields()), tight[1]


def test_solutions_stay_the_same():
    found = list(tight_ones(range(3000)))
    for p, assumed, tight, more in found:
        assert brute_force(tight, *more) == brute_force(p, *assumed)
    assert len(found) > 200
    assert sum(more != assumed for _, assumed, _, more in found) > 50
    assert sum(tight.n_primary > p.n_primary for p, _, tight, _ in found) > 100
    assert sum(bool(brute_force(p, *assumed)) for p, assumed, _, _ in found) > 50


def test_options_that_fill_a_place_with_something_else_are_excluded():
    users = {"a": 1, "b": 1, "rest": (0, 2)}
    p = Problem([["a", 1], ["a", 2], ["b", 1], ["b", 2], ["rest", 2], ["rest", 3]], users, [1, 2, 3])
    tight, assumed = tightened(p, NONE)
    assert assumed == Assumptions((), (4,))
    assert tight.primary == ("a", "b", "rest", 1, 2)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("rooms", [0, 5])
def test_hours_of_a_timetable_are_full(rooms, seed):
    p = one.problem(one.as_lists(planted.timetable(10, 15, 0.3, seed=seed, rooms=rooms)))
    tight, assumed = tightened(p, NONE)
    assert assumed == NONE
    assert tight.n_primary == p.n_items
    assert rooms == 0 or {tuple(bounds) for bounds in tight.bounds.tolist()} == {(1, 1), (5, 5)}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_decisions_use_it(seed):
    p = one.problem(one.as_lists(planted.timetable(10, 15, 0.3, seed=seed, rooms=5)))
    decision = Decision(p.engine, NONE, 2)
    solutions = decision.answer().value
    assert decision.work < 100_000_000  # without it, seed 3 takes more than 3,000,000,000
    assert len({tuple(sorted(options)) for options in solutions}) == 2
    assert all(p.verify(options) for options in solutions)
