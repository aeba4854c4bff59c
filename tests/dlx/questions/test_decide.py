"""Decisions: strategies that take turns at finding one solution, a second one, or the proof that there is none."""

import threading
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench import one, planted
from dlx import Problem, Status, Unfinished
from dlx.engine.drive import DONE, PAUSED, SOLUTION
from dlx.engine.strategies.restarts import Restarts
from dlx.engine.task import Solutions
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.questions import batch
from dlx.questions.decide import Decision
from dlx.workers import first as workers_module
from dlx.workers.first import decide_on_workers
from tests.dlx.engine.turns import memories, shorten
from tests.problems import brute_force, dominoes, hard_triples, langford, multiplied, problems, queens, questions
from tests.processes import ctrl_c

MIXED = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
ASKED = (problems() | multiplied()).flatmap(
    lambda p: questions(p).map(lambda assumed: (p, Assumptions(*map(tuple, assumed))))
)


@pytest.fixture
def in_turns(monkeypatch):
    """Everyone gets a turn at once, and turns are short."""
    shorten(monkeypatch)


@MIXED
@given(ASKED)
@pytest.mark.parametrize("wanted", [1, 2, 3])
def test_decisions_agree_with_brute_force(in_turns, wanted, asked):
    problem, assumed = asked
    solutions = {tuple(sorted(options)) for options in brute_force(problem, *assumed)}
    answer = Decision(problem.engine, assumed, wanted, shown=False).answer()
    assert answer.partial == min(len(solutions), wanted)
    assert len({tuple(sorted(options)) for options in answer.value}) == len(answer.value)
    assert {tuple(sorted(options)) for options in answer.value} <= solutions
    assert (answer.status is Status.SOLUTION_LIMIT) == (len(solutions) >= wanted)


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
    for memo in memories(problem, assumed, 1 << 20, goal=Solutions(1)):
        while (outcome := memo.step(1)) == PAUSED:
            pass
        assert outcome == (SOLUTION if solutions else DONE)
        assert outcome == DONE or tuple(sorted(memo.solution())) in solutions


@pytest.mark.parametrize(
    ("problem", "strategy"),
    [
        (queens(100), "restarts"),
        (one.problem(one.as_lists(planted.triples(165, 660, seed=1))), "restarts"),
        (one.problem(one.as_lists(planted.sudoku(5, 0.6, seed=1))), "learning"),
        (langford(14), "invariants"),
    ],
)
def test_strategies_that_decide(problem, strategy):
    answer = Decision(problem.engine, NONE).answer()
    assert answer.race.strategy == answer.stats.kernel == strategy
    assert (answer.status is Status.COMPLETE) == (strategy == "invariants")
    assert not answer.value or problem.verify(answer.value[0])


def test_a_memory_proves_where_no_invariant_does():
    """Dominoes on a strip with holes, and colors that make its ends differ; no equation holds for a secondary item."""
    strip = [[(r, c), (r, c + 1)] for r in range(4) for c in range(29)] + [
        [(r, c), (r + 1, c), *((f"x{c}",) if r == 1 else ())] for r in range(3) for c in range(30)
    ]
    cells = [(r, c) for r in range(4) for c in range(30)]
    problem = Problem(strip, cells, [f"x{c}" for c in range(30)])
    answer = Decision(problem.engine, NONE).answer()
    assert answer.status is Status.SOLUTION_LIMIT
    assert problem.verify(answer.value[0])


def test_the_answer_is_the_same_every_time():
    problem = queens(60)
    first = problem.solve()
    assert all(problem.solve() == first for _ in range(3))
    assert Problem.from_fields(problem.fields()).solve() == first


def test_a_small_problem_is_answered_as_before():
    problem = queens(8)
    assert problem.solve() == next(problem.solutions())
    answer = Decision(problem.engine, NONE, 2).answer()
    assert answer.status is Status.SOLUTION_LIMIT
    assert [sorted(options) for options in answer.value] == [[*s.options] for s in problem.solutions(limit=2)]


def test_method_search_takes_no_turns(in_turns):
    problem = dominoes(3, 4)
    answer = Decision(problem.engine, NONE, 20, method="search").answer()
    assert answer.status is Status.COMPLETE
    assert (answer.partial, answer.race.strategy, answer.stats.kernel) == (11, "search", "bits")
    assert answer.stats.solutions == 11


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


@MIXED
@given(ASKED)
def test_solutions_that_are_shown(in_turns, asked):
    """A memory that counts solutions without showing them does not end such a decision."""
    problem, assumed = asked
    solutions = {tuple(sorted(options)) for options in brute_force(problem, *assumed)}
    answer = Decision(problem.engine, assumed, 2, seed=3).answer()
    assert len({tuple(sorted(options)) for options in answer.value} & solutions) == min(len(solutions), 2)
    assert len(answer.value) == answer.partial


def test_a_seed_finds_another_solution():
    board = queens(30)
    found = [board.solve(seed=seed) for seed in (None, 1, 2, 1)]
    assert all(board.verify(solution) for solution in found)
    assert found[1] == found[3] and len(set(found)) == 3
    assert langford(14).solve(seed=1) is None


# --- on many workers


@MIXED
@given(ASKED)
def test_workers_agree_with_brute_force(in_turns, asked):
    problem, assumed = asked
    solutions = {tuple(sorted(options)) for options in brute_force(problem, *assumed)}
    for seed in (None, 1):
        answer = decide_on_workers(problem.engine, assumed, 3, seed=seed)
        assert answer.status is (Status.SOLUTION_LIMIT if solutions else Status.COMPLETE)
        assert [tuple(sorted(options)) in solutions for options in answer.value] == [True] * bool(solutions)
        assert answer.stats.solutions == len(answer.value)


def test_workers_find_the_same_solution_on_every_run(monkeypatch):
    hard, easy = langford(40), queens(10)
    assert easy.solve(workers=4) == easy.solve()
    for workers in (2, 3):
        found = [hard.solve(workers=workers, seed=5) for _ in range(4)]
        assert len(set(found)) == 1 and hard.verify(found[0])
    assert langford(14).solve(workers=2) is None
    monkeypatch.setattr(workers_module, "ROUND_WORK", 0)  # a thread that proves that there is none
    assert langford(6).solve(workers=2) is None


def test_workers_stop():
    before = threading.enumerate()
    with pytest.raises(Unfinished):
        hard_triples().solve(workers=2, time_limit=0.1)
    with ctrl_c(0.2), pytest.raises(KeyboardInterrupt):
        hard_triples().solve(workers=2)
    assert not [one for one in threading.enumerate() if one.name.startswith("ThreadPool") and one not in before]
    with pytest.raises(ValueError, match="workers"):
        queens(8).solve(workers=0)
    with pytest.raises(ValueError, match="workers cannot be combined with method=search; use method=auto"):
        queens(8).solve(workers=2, method="search")


@pytest.mark.parametrize("how", [{}, {"workers": 2}, {"method": "sat"}])
def test_progress_of_a_decision(how):
    seen = []
    with pytest.raises(Unfinished):
        hard_triples().solve(time_limit=0.5, progress=seen.append, **how)
    assert seen
    assert all(0 <= progress.fraction <= 1 for progress in seen)


# --- a count up to a limit


@MIXED
@given(ASKED)
def test_counts_to_a_limit_agree_with_brute_force(in_turns, asked):
    problem, (given_options, banned) = asked
    n = len(list(brute_force(problem, given_options, banned)))
    assert [problem.count(k, given=given_options, banned=banned) for k in (1, 2, 17)] == [min(n, k) for k in (1, 2, 17)]


def test_a_count_to_a_limit_is_decided():
    assert langford(14).count(2) == 0
    assert queens(100).count(3) == 3
    assert queens(100).count(3, progress=lambda progress: None) == 3


# --- many questions, some too hard for plain search


@MIXED
@given(st.data())
def test_hard_questions_agree_with_brute_force(in_turns, monkeypatch, data):
    monkeypatch.setattr(batch, "HARD_WORK", 0)
    monkeypatch.setattr(batch, "OPENING_NODES", 1)
    p = data.draw(problems() | multiplied())
    option = st.integers(0, max(p.n_options - 1, 0))
    asked = data.draw(st.lists(st.lists(option, max_size=3 if p.n_options else 0), max_size=6))
    solutions = [{tuple(sorted(options)) for options in brute_force(p, one, [])} for one in asked]
    for limit in (1, 2, 16):
        answers = p.solve_many(asked, limit)
        assert p.count_many(asked, limit).tolist() == answers.counts.tolist() == [min(len(s), limit) for s in solutions]
        for k, right in enumerate(solutions):
            found = answers.solution(k)
            assert (found.options in right) if right else found is None
            assert answers.status(k) is (Status.SOLUTION_LIMIT if len(right) >= limit else Status.COMPLETE)


def test_hard_questions_are_decided():
    """No plain search answers one of them within a minute."""
    board = queens(100)
    answers = board.solve_many([[], [3], [3, 7], [55]], 1)
    assert answers.counts.tolist() == [1, 1, 0, 1]
    assert [found is None or board.verify(found) for found in map(answers.solution, range(4))] == [True] * 4
    assert langford(14).count_many([[], [1]], 2).tolist() == [0, 0]


def test_limits_of_hard_questions():
    hard = hard_triples()
    answers = hard.solve_many([[], []], 1, time_limit=0.3)
    assert [answers.status(k) for k in range(2)] == [Status.TIME_LIMIT] * 2
    answers = hard.solve_many([[]], 1, node_limit=10_000)
    assert (answers.status(0), answers.nodes.tolist()) == (Status.NODE_LIMIT, [10_000])
    with ctrl_c(0.3), pytest.raises(KeyboardInterrupt):
        hard.count_many([[]], 2)


@pytest.mark.parametrize(("outcome", "options"), [(SOLUTION, [3, 5]), (DONE, None)])
def test_a_thread_reports_its_solution_or_its_proof(outcome, options):
    machine, finish = SimpleNamespace(step=lambda work: outcome, solution=lambda: [3, 5]), workers_module.Finish()
    workers_module._restart(machine, 2, finish)
    assert (finish.number, finish.options) == (2, options)
