# SPDX-License-Identifier: MIT
"""Counts by layers, against brute force, the other methods and published numbers."""

from itertools import combinations
from math import factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Colored, Problem, Status, Unfinished
from dlx.engine import table
from dlx.engine.machine import DONE, LIMIT, PAUSED
from dlx.engine.strategies import frontier
from dlx.engine.task import Branching
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.structure.order import in_order
from tests.dlx.engine.turns import of_table, row_named, shorten, task_of
from tests.kernels import run
from tests.problems import brute_force, dominoes, everything, queens, questions

MEMORY = 2**28


def layers(p, assumed=NONE, max_memory=MEMORY, *, reorder=True):
    return frontier.layers(task_of(p, assumed, branching=Branching(reorder=reorder)), max_memory)


def merging(machine):
    """Return whether layers stay in a race."""
    return row_named("layers").stays(of_table(), machine)


@settings(deadline=None)
@given(st.data())
def test_counts_agree_with_brute_force(data):
    p = data.draw(everything())
    assumed = Assumptions(*map(tuple, data.draw(questions(p))))
    matrix = in_order(p.engine.matrix, data.draw(st.permutations(p.primary)))
    ordered = Problem.from_fields(matrix.fields())
    machine = layers(ordered, assumed, reorder=data.draw(st.booleans()))
    assert run(machine, data.draw(st.integers(1, 3000))) == DONE
    assert machine.solutions == len(brute_force(p, *assumed))
    assert machine.fraction == 1


@settings(deadline=None)
@given(st.data())
def test_races_agree_with_brute_force(data):
    """Layers join every race, first or late."""
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    with pytest.MonkeyPatch.context() as patch:
        shorten(patch)
        patch.setattr(table, "SOON_WORK", 0)
        patch.setattr(table, "LAYERS_WORK", 0)
        patch.setattr(table, "LEAST_GAIN", data.draw(st.sampled_from([1e-9, 1e9])))
        patch.setattr(table, "FIRST_LAYERS_NODES", data.draw(st.sampled_from([0, 1, 10_000])))
        problem = Problem.from_fields(p.fields())
        expected = len(brute_force(p, tuple(given_options), tuple(banned)))
        assert problem.count(given=given_options, banned=banned) == expected


def random_problem(chance):
    """Return a problem with wide windows: many colors, high multiplicities, items far from each other."""
    primary, secondary = [f"p{k}" for k in range(chance.randint(4, 12))], [f"s{k}" for k in range(chance.randint(0, 9))]
    options = []
    for _ in range(chance.randint(10, 24)):
        mine = chance.sample(primary, chance.randint(1, 3))
        others = chance.sample(secondary, chance.randint(0, min(3, len(secondary))))
        options.append([*mine, *(Colored(s, chance.randrange(9)) if chance.random() < 0.8 else s for s in others)])
    bounds = {}
    for item in primary:
        low = chance.randint(0, 2)
        bounds[item] = (low, max(1, low + chance.choice([0, 0, 1, 2, 7])))
    return Problem(options, bounds if chance.random() < 0.7 else primary, secondary)


def test_wide_windows_agree_with_plain_search():
    chance, counts = Random(1), []
    for _ in range(150):
        p = random_problem(chance)
        some = chance.sample(range(p.n_options), 2)
        for asked in ({}, {"given": some[:1]}, {"banned": some}):
            counts.append(p.count(method="search", **asked))
            assert p.count(method="frontier", **asked) == counts[-1]
    assert sum(count > 1 for count in counts) > 100


def tilings(rows, columns):
    """Return the number of domino tilings of a strip, by columns: a second route, in Python."""
    ways = {0: 1}
    for _ in range(columns):
        for row in range(rows):
            after = dict[int, int]()
            for mask, n in ways.items():
                bit = 1 << row
                if mask & bit:
                    after[mask ^ bit] = after.get(mask ^ bit, 0) + n
                else:
                    after[mask | bit] = after.get(mask | bit, 0) + n
                    if row + 1 < rows and not mask & bit << 1:
                        after[mask | bit << 1] = after.get(mask | bit << 1, 0) + n
            ways = after
    return ways[0]


KNOWN = {
    "dominoes 8x8": (dominoes(8, 8), 12988816),
    "dominoes 16x16": (dominoes(16, 16), 2444888770250892795802079170816),
    "dominoes 20x20": (dominoes(20, 20), 1269984011256235834242602753102293934298576249856),  # OEIS A004003
    "dominoes 4x4x4": (problem(INSTANCES["domino3d4x4x4"]), 5051532105),
    "lozenges 8x8x8": (problem(INSTANCES["loz888"]), INSTANCES["loz888"].count),
    "perfect matchings of K20": (problem(INSTANCES["matchK20"]), 654729075),
    "Latin squares of order 5": (problem(INSTANCES["latin5"]), 161280),
    "Sudoku grids 4x4": (problem(INSTANCES["shidoku"]), INSTANCES["shidoku"].count),
    "queens 10": (queens(10), 724),
    "two of 30 for each of 20": (
        Problem([[k] for k in range(20) for _ in range(30)], dict.fromkeys(range(20), 2)),
        435**20,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_published_numbers(name):
    p, number = KNOWN[name]
    c = p.counting(method="frontier")
    assert c.run() == number
    assert (c.stats.method, c.stats.order) == ("frontier", "fixed")
    assert 0 < c.stats.nodes <= c.stats.lookups + 1
    assert c.stats.memory > 0


def test_numbers_of_any_size():
    p = dominoes(4, 400)
    assert p.count(method="frontier") == tilings(4, 400) > 2**320
    assert dominoes(7, 30).count(method="frontier") == tilings(7, 30)


@pytest.mark.parametrize("p", [dominoes(12, 12), dominoes(16, 16), problem(INSTANCES["loz888"])])
def test_layers_win_the_race_for_tilings(p):
    c = p.counting()
    assert c.run() == p.count(method="frontier")
    assert c.stats.method == "frontier"


@pytest.mark.parametrize("p", [queens(10), problem(INSTANCES["langford11"])])
def test_layers_stay_out_of_the_way_of_plain_search(p, monkeypatch):
    monkeypatch.setattr(frontier, "drawn", lambda *_: pytest.fail("a count by layers"))
    assert p.counting().run() > 0


def test_steps_of_any_size():
    answers = set()
    for work in (1, 1000, 10**9):
        machine = layers(dominoes(8, 8))
        assert run(machine, work) == DONE
        answers.add((machine.solutions, machine.nodes, machine.lookups, machine.hits))
    assert len(answers) == 1


def test_turns_and_progress():
    machine, fractions = layers(dominoes(12, 12)), []
    for stop in range(500, 5000, 500):
        machine.node_stop = stop
        assert run(machine) == LIMIT
        assert stop <= machine.nodes < stop + 500
        assert machine.solutions == 0
        fractions.append(machine.fraction)
    assert fractions == sorted(fractions)
    assert 0 < fractions[0] < 0.5 < fractions[-1] < 1
    machine.node_stop = 10**9
    assert machine.step(1) in (PAUSED, LIMIT)
    assert run(machine) == DONE
    assert machine.expected == pytest.approx(machine.nodes, rel=0.01)


def test_estimates_are_steady_for_tilings_only():
    """So layers lead the race for tilings, and never for queens."""
    for p, good in ((dominoes(16, 16), True), (queens(12), False), (problem(INSTANCES["langford12"]), False)):
        machine = layers(p)
        machine.node_stop = table.FIRST_LAYERS_NODES
        assert run(machine) == LIMIT
        assert (machine.steady and merging(machine) and table.promising(machine, 10**6)) == good
        assert not table.promising(machine, 10)


def test_the_memory_is_bounded():
    machine = layers(dominoes(16, 16), max_memory=100_000)
    assert run(machine) == LIMIT
    assert machine.full
    assert machine.nbytes <= 100_000
    assert run(machine) == LIMIT
    with pytest.raises(OverflowError, match="the layers of method 'frontier' exceed max_memory"):
        dominoes(16, 16).count(method="frontier", max_memory=100_000)
    with pytest.raises(OverflowError, match="exceed max_memory"):  # not even the branches have room
        dominoes(16, 16).count(method="frontier", max_memory=1_000)
    c = dominoes(10, 10).counting(max_memory=10_000)  # the others count without it
    assert c.run() == 258584046368
    assert c.stats.method != "frontier"


def test_a_count_that_is_stopped_continues(clock):
    c = dominoes(20, 20).counting(method="frontier")
    with pytest.raises(Unfinished, match="at least 0 solutions"):
        c.run(time_limit=0)
    assert c.status is Status.TIME_LIMIT
    assert c.run() == KNOWN["dominoes 20x20"][1]


def test_an_option_with_too_many_colors():
    """Each item may have its color before or get it here: 2^n branches for n items."""
    many = [f"s{k}" for k in range(30)]
    options = [[f"p{j}", *(Colored(s, 1) for s in many)] for j in range(3) for _ in range(2)]
    p = Problem([*options, ["p3", *(Colored(s, 2) for s in many)]], [f"p{j}" for j in range(4)], many)
    with pytest.raises(OverflowError, match="exceed max_memory"):
        p.count(method="frontier")
    assert p.count() == p.count(method="search") == 0


def test_the_order_of_items():
    p = dominoes(16, 4)
    row_by_row, auto = p.counting(method="frontier", order="leftmost"), p.counting(method="frontier")
    across = dominoes(4, 16).counting(method="frontier", order="leftmost")
    assert row_by_row.run() == auto.run() == across.run() == tilings(4, 16)
    assert auto.stats.nodes <= row_by_row.stats.nodes < across.stats.nodes
    with pytest.raises(ValueError, match="method 'frontier' has no order 'mrv'"):
        p.count(method="frontier", order="mrv")
    some = Random(2).sample(p.primary, 9)
    assert p.count(method="frontier", order=some) == tilings(4, 16)


def test_matchings_are_double_factorials():
    for n in range(2, 13, 2):
        p = Problem(list(combinations(range(n), 2)))
        assert p.count(method="frontier") == factorial(n) // (2 ** (n // 2) * factorial(n // 2))
    assert Problem([], []).count(method="frontier") == 1
    assert Problem([], ["a"]).count(method="frontier") == 0
