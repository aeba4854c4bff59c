"""Decisions: strategies that take turns at finding one solution, a second one, or the proof that there is none."""

import pytest
from hypothesis import HealthCheck, given, settings

from dlx import Problem, Status, Unfinished
from dlx.engine import decision as module
from dlx.engine.decision import Decision
from dlx.engine.drive import DONE, PAUSED, SOLUTION
from dlx.engine.portfolio import memories
from dlx.engine.strategies.restarts import Restarts
from dlx.matrix.assumptions import NONE, Assumptions
from tests.problems import dominoes, langford, multiplied, problems, queens, questions
from tests.test_export import brute_force

MIXED = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
ASKED = (problems() | multiplied()).flatmap(
    lambda p: questions(p).map(lambda assumed: (p, Assumptions(*map(tuple, assumed))))
)


@pytest.fixture
def in_turns(monkeypatch):
    """Everyone gets a turn at once, and turns are short."""
    monkeypatch.setattr(module, "PLAIN_NODES", 1)
    monkeypatch.setattr(module, "FIRST_TURN_WORK", 1)


@MIXED
@given(ASKED)
@pytest.mark.parametrize("wanted", [1, 2, 3])
def test_decisions_agree_with_brute_force(in_turns, wanted, asked):
    problem, assumed = asked
    solutions = {tuple(sorted(options)) for options in brute_force(problem, *assumed)}
    decision = Decision(problem.engine, assumed, wanted)
    status = decision.run()
    assert decision.total == min(len(solutions), wanted)
    assert len({tuple(options) for options in decision.found}) == len(decision.found)
    assert {tuple(sorted(options)) for options in decision.found} <= solutions
    assert (status is Status.SOLUTION_LIMIT) <= (len(solutions) >= wanted)
    assert status is not Status.SOLUTION_LIMIT or len(decision.found) == wanted


@MIXED
@given(ASKED)
def test_restarts_agree_with_brute_force(asked):
    problem, assumed = asked
    solutions = {tuple(sorted(options)) for options in brute_force(problem, *assumed)}
    machine = Restarts(problem.engine, assumed)
    while (outcome := machine.step(3)) == PAUSED:
        pass
    assert outcome == (SOLUTION if solutions else DONE)
    assert outcome == DONE or tuple(sorted(machine.solution())) in solutions


@MIXED
@given(ASKED)
def test_memories_agree_with_brute_force(asked):
    problem, assumed = asked
    solutions = {tuple(sorted(options)) for options in brute_force(problem, *assumed)}
    for memo in memories(problem.engine, assumed, 1 << 20, decides=True):
        while (outcome := memo.step(1)) == PAUSED:
            pass
        assert outcome == (SOLUTION if solutions else DONE)
        assert outcome == DONE or tuple(sorted(memo.solution())) in solutions


@pytest.mark.parametrize(
    ("problem", "strategy"),
    [(queens(100), "restarts"), (langford(80), "restarts"), (langford(14), "invariants")],
)
def test_strategies_that_decide(problem, strategy):
    decision = Decision(problem.engine, NONE)
    status = decision.run()
    assert decision.strategy == decision.stats.kernel == strategy
    assert (status is Status.COMPLETE) == (strategy == "invariants")
    assert not decision.found or problem.verify(decision.found[0])


def test_a_memory_proves_where_no_invariant_does():
    """Dominoes on a strip with holes, and colors that make its ends differ; no equation holds for a secondary item."""
    strip = [[(r, c), (r, c + 1)] for r in range(4) for c in range(29)] + [
        [(r, c), (r + 1, c), *((f"x{c}",) if r == 1 else ())] for r in range(3) for c in range(30)
    ]
    cells = [(r, c) for r in range(4) for c in range(30)]
    problem = Problem(strip, cells, [f"x{c}" for c in range(30)])
    decision = Decision(problem.engine, NONE)
    assert decision.run() is Status.SOLUTION_LIMIT
    assert problem.verify(decision.found[0])


def test_the_answer_is_the_same_every_time():
    problem = queens(60)
    first = problem.solve()
    assert all(problem.solve() == first for _ in range(3))
    assert Problem.from_fields(problem.fields()).solve() == first


def test_a_small_problem_is_answered_as_before():
    problem = queens(8)
    assert problem.solve() == next(problem.solutions())
    decision = Decision(problem.engine, NONE, 2)
    assert decision.run() is Status.SOLUTION_LIMIT
    assert decision.found == [sorted(s.options) for s, _ in zip(problem.solutions(), range(2), strict=False)]


def test_method_search_takes_no_turns(in_turns):
    problem = dominoes(3, 4)
    decision = Decision(problem.engine, NONE, 20, method="search")
    assert decision.run() is Status.COMPLETE
    assert (decision.total, decision.strategy, decision.stats.kernel) == (11, "search", "bits")
    assert decision.stats.solutions == 11


def test_time_limits_of_strategies(in_turns):
    hard = langford(23)
    with pytest.raises(Unfinished, match="before a solution was found"):
        queens(60).solve(time_limit=0)
    assert hard.solve(time_limit=60) is not None


def test_a_second_solution_is_a_different_one(in_turns):
    unique = Problem([[k, k + 1] for k in range(40)])
    assert unique.count() == 0
    path = Problem([[k, k + 1] for k in range(39)])
    assert path.is_unique()
    assert not Problem([[k, k + 1] for k in range(39)] + [[0, 1]]).is_unique()
