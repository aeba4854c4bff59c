# SPDX-License-Identifier: MIT
"""What the engine sees of a problem: its parts agree with the count and with brute force, on random problems too."""

import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import product
from math import factorial, inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, models
from dlx.engine.machine import DONE, LIMIT
from dlx.engine.strategies.frontier import layers
from dlx.engine.strategies.symmetry import symmetric
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions import info
from tests.components import every, several, side_by_side
from tests.dlx.engine.turns import memories, task_of
from tests.dlx.structure.test_symmetries import every_symmetry
from tests.problems import dominoes, everything, langford, multiplied, problems, questions


@given(everything() | several(), st.data())
@settings(max_examples=60, deadline=None)
def test_info_agrees_with_the_count(p, data):
    """Colors, multiplicities, costs, equal options, components, given and banned options."""
    assumed = data.draw(questions(p))
    solutions = every(p, *assumed)
    seen = p.info(given=assumed[0], banned=assumed[1], time_limit=None)
    assert (seen.solutions, seen.complete) == (len(solutions), True)
    assert seen.certificate is None or (seen.certificate.verify() and not solutions)
    assert seen.components >= (len(solutions) > 1)
    assert str(seen).startswith("components ")
    machine = layers(task_of(p, Assumptions(*map(tuple, assumed))), 2**28)
    assert machine.step(10**9) == DONE
    assert machine.nodes <= 2 * seen.layer_nodes + 1, "the nodes of layers that only forget are not in the bound"


@given(everything(most_options=5), st.data())
@settings(max_examples=60, deadline=None)
def test_symmetries_agree_with_brute_force(p, data):
    assumed = data.draw(questions(p))
    seen = p.info(given=assumed[0], banned=assumed[1], time_limit=None)
    assert seen.symmetries == len(every_symmetry(p, *assumed))


@given(problems(5) | multiplied(5), problems(5) | multiplied(5))
@settings(max_examples=60, deadline=None)
def test_problems_side_by_side(one, other):
    """Their components add up, and their counts and symmetries multiply; equal ones can be exchanged, too."""
    both, *parts = (p.info(time_limit=None) for p in (side_by_side([one, other]), one, other))
    assert both.solutions == parts[0].solutions * parts[1].solutions
    assert both.symmetries % (parts[0].symmetries * parts[1].symmetries) == 0
    if both.solutions:
        assert both.components == parts[0].components + parts[1].components
        assert both.largest == max(parts[0].largest, parts[1].largest)


def mutilated(n):
    """Return the board without two opposite corners, to be covered by dominoes."""
    board = set(product(range(n), repeat=2)) - {(0, 0), (n - 1, n - 1)}
    pairs = [[(r, c), other] for r, c in sorted(board) for other in ((r + 1, c), (r, c + 1)) if other in board]
    return Problem(pairs, sorted(board))


@pytest.mark.parametrize(
    ("problem", "components", "symmetries", "method"),
    [
        (Problem([[k] for k in range(5)] * 2), 5, 2**5 * 120, "search"),
        (models.latin_squares(5), 1, 120**3 * 6, "symmetric"),
        (dominoes(12, 12), 1, 8, "frontier"),
        (dominoes(7, 7), 1, 8, "frontier"),
        (mutilated(8), 1, 4, "frontier"),
        (models.queens(8), 1, 8, "search"),
        (langford(13), 1, 2, "invariants"),
    ],
    ids=["coins", "Latin squares", "dominoes", "odd board", "mutilated board", "queens", "Langford pairs"],
)
def test_info_of_known_problems(problem, components, symmetries, method):
    seen = problem.info(time_limit=None)
    assert (seen.components, seen.symmetries, seen.stats.method) == (components, symmetries, method)
    assert seen.solutions == problem.count()
    assert (seen.certificate is None) == (seen.solutions > 0)


def test_the_window_of_a_board_is_its_width():
    seen = dominoes(12, 12).info()
    assert seen.window == 13
    assert "a state of a count by layers has 13 bits: " in str(seen)


def test_symmetries_of_many_components():
    """300 boards of 4 queens with their options in random order, and 200 coins."""
    chance, board, options = Random(1), models.queens(4), []
    for k in range(300):
        options += [[(k, item) for item in board.option(n)] for n in chance.sample(range(16), 16)]
    options += [[("coin", k)] for k in range(200) for _ in range(2)]
    secondary = [(k, item) for k in range(300) for item in board.secondary]
    seen = Problem(options, secondary=secondary).info(time_limit=60)
    assert seen.symmetries == 8**300 * factorial(300) * 2**200 * factorial(200)


# --- limits


def test_info_of_a_count_that_is_cut_short():
    seen = models.queens(30).info(time_limit=0)
    assert (seen.complete, seen.left, seen.certificate) == (False, None, None)
    assert seen.search.seconds.low >= 0
    several = Problem([["a", "b"], ["b"]], {"a": (0, 1), "b": (1, 2)}).info(time_limit=0)
    assert several.search.seconds.low >= 0


@pytest.mark.parametrize(
    ("problem", "name"),
    [(dominoes(14, 14), "layers"), (dominoes(8, 8), "memory"), (models.latin_squares(7), "symmetry")],
    ids=["layers", "memory", "symmetry"],
)
def test_the_peak_of_the_memory_is_foreseen(problem, name):
    """From half of the work on, and by counters alone, each strategy foresees its peak within a factor of two."""
    machine, forecasts = strategy(problem, name), []
    while machine.step(10_000) != DONE:
        if machine.foreseen:
            forecasts.append((machine.nodes, machine.likely_bytes(machine.foreseen)))
    late = [likely for nodes, likely in forecasts if nodes > machine.nodes / 2]
    assert late and all(machine.nbytes / 2 <= likely <= machine.nbytes * 2 for likely in late)
    assert machine.likely_bytes(1) == machine.nbytes


def strategy(problem, name):
    if name == "memory":
        return memories(problem, memory=2**28, orders=["fixed"])[0]
    return layers(task_of(problem), 2**28) if name == "layers" else symmetric(problem, NONE, 2**28)


def test_the_memory_is_shown_if_the_time_is(monkeypatch):
    seen = models.queens(30).info(time_limit=0)
    assert (seen.left, seen.peak_bytes) == (None, None)
    monkeypatch.setattr(info.StrategyCount, "left", lambda count: 7.0)
    monkeypatch.setattr(info.StrategyCount, "peak_bytes", lambda count: 8)
    assert models.queens(30).info(time_limit=0).peak_bytes == 8


def test_layers_that_are_full_foresee_nothing():
    machine = layers(task_of(dominoes(16, 16)), 200_000)
    assert machine.step(10**9) == LIMIT and machine.full
    assert (machine.foreseen, machine.over) == (0, False)


@pytest.mark.parametrize(("foreseen", "left"), [(7.0, 7.0), (inf, None), (None, None)])
def test_plain_search_is_estimated_if_the_rest_is_unknown(monkeypatch, foreseen, left):
    monkeypatch.setattr(info.StrategyCount, "left", lambda count: foreseen)
    seen = models.queens(30).info(time_limit=0)
    assert (seen.left, seen.search is None) == (left, left is not None)


def test_a_proof_answers_before_the_count_ends(monkeypatch):
    monkeypatch.setattr(info, "COUNT_SHARE", 0)
    seen = langford(13).info(time_limit=3600)
    assert (seen.solutions, seen.complete, seen.left, seen.search) == (0, True, None, None)
    assert seen.stats.method == "invariants"
    assert seen.certificate.verify()


def test_shares_of_the_time_limit(monkeypatch):
    """All steps together have the time limit."""
    limits = []

    class Timed(info.Drive):
        started = False

        def run(self, machine, work_stop=None):
            limits.extend([] if self.started else [self.deadline])  # two proofs share one
            self.started = True
            return super().run(machine, work_stop)

    def begun(engine, assumed, limit, steps):
        limits.append(limit)
        return count(engine, assumed, 0, steps)

    def estimated(engine, assumed, samples, seed, limit, report):
        limits.append(limit)

    count = info._begun
    monkeypatch.setattr(info, "Drive", Timed)
    monkeypatch.setattr(info, "_begun", begun)
    monkeypatch.setattr(info, "estimate", estimated)
    models.queens(30).info(time_limit=3600)
    assert limits == [1200, 1200, 600, 600]
    limits.clear()
    models.queens(30).info(time_limit=None)
    assert set(limits) == {inf}


def test_info_of_a_large_problem():
    """Parts that take more than a second are left out."""
    seen = Problem([[k, k + 1] for k in range(0, 600_000, 2)]).info(time_limit=0.01)
    assert (seen.symmetries, seen.window) == (None, None)
    assert seen.certificate is None


def test_bounds_of_wide_windows_are_not_shown():
    """A third of the items of a random problem are open at once in any order."""
    places = [*range(3000)]
    options = [[("a", k), ("b", b)] for seed in range(3) for k, b in enumerate(Random(seed).sample(places, 3000))]
    seen = Problem(options).info(time_limit=0)
    assert seen.window > 1000
    assert seen.layer_nodes is None
    assert "bits: too many if all occur" in str(seen)


def test_info_is_interrupted(monkeypatch):
    class Impatient(info.Drive):
        def run(self, machine):
            raise KeyboardInterrupt

    queens = models.queens(8)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(info, "Drive", Impatient)
        queens.info()
    assert queens.info().solutions == 92


@pytest.mark.parametrize(
    ("how", "error", "text"),
    [
        ({"time_limit": -1}, ValueError, "time_limit is -1"),
        ({"time_limit": "1"}, TypeError, "time_limit is '1'"),
        ({"given": [64]}, ValueError, "64"),
        ({"banned": [64]}, ValueError, "64"),
    ],
    ids=["negative", "text", "given", "banned"],
)
def test_bad_arguments(how, error, text):
    with pytest.raises(error, match=text):
        models.queens(8).info(**how)


# --- the table

QUEENS = models.queens(8).info()
STUCK = replace(QUEENS, solutions=0, complete=False)
TEXTS = [
    (QUEENS, "components one, of 64 options\n"),
    (QUEENS, "symmetries 8: so many permutations of the options preserve the problem\n"),
    (QUEENS, "bits: 1,350,469,196 nodes if all occur\ncount      by plain search: there is little to search\n"),
    (replace(QUEENS, components=0), "components none: no choice is left\n"),
    (replace(QUEENS, components=3), "components 3 that share no constraint, the largest of 64 options\n"),
    (replace(QUEENS, symmetries=1), "symmetries none but the identity\n"),
    (replace(QUEENS, symmetries=None), "symmetries unknown: the problem is too large, or no time was left\n"),
    (replace(QUEENS, symmetries=10**3000), "symmetries about 1.0e3000: "),
    (replace(QUEENS, window=None), "window     not measured: the problem is too large\n"),
    (replace(QUEENS, layer_nodes=1e15), "bits: too many if all occur\n"),
    (STUCK, "proof      none found that there is no solution\ncount      by plain search: no other strategy is "),
    (replace(STUCK, stats=replace(QUEENS.stats, method="memo", lookups=1000)), "by memoized search: no other strategy"),
    (replace(QUEENS, components=0, solutions=0), "components none: no choice is left, there is no solution\n"),
    (STUCK, "at least 0\ntime       unknown\ntables     0.000 MB so far, the peak is unknown, 1,074 MB at most"),
    (replace(STUCK, peak_bytes=2_500_000), "0.000 MB so far, 2.500 MB likely, 1,074 MB at most"),
    (replace(STUCK, left=1800.4), "time       30.0 min more, roughly\n"),
    (
        replace(QUEENS, stats=replace(QUEENS.stats, method="memo", lookups=100, hits=43)),
        "count      by memoized search: situations come up again, 43% of them so far\n",
    ),
    (replace(STUCK, search=models.queens(4).estimate()), "\nsearch     without memoization: "),
]


@pytest.mark.parametrize(("seen", "text"), TEXTS)
def test_the_table(seen, text):
    assert text in str(seen)
    assert repr(seen) == str(seen)


def test_info_is_a_value():
    assert pickle.loads(pickle.dumps(QUEENS)) == QUEENS
    with pytest.raises(FrozenInstanceError):
        QUEENS.window = 1
