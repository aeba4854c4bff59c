"""The bit-sliced kernel: right for every problem, and independent of the other questions in work."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx.kernels.lanes.lanes
import dlx.questions.batch
import sudoku
from dlx import Colored, Problem, Status, Unfinished
from dlx.engine.drive import DONE
from dlx.kernels import reference as _reference
from dlx.kernels.bits import bits as _bits
from dlx.kernels.lanes.circuit import circuit
from dlx.kernels.lanes.lanes import Lanes
from sudoku import Board
from sudoku.engine.cover import clues, cover
from tests.problems import dominoes, langford, problems, queens

ENDLESS = 2**63 - 1


@pytest.fixture(params=_bits.instruction_sets())
def instructions(request):
    before = _bits.instruction_sets()[-1]
    _bits.use(request.param)
    yield request.param
    _bits.use(before)


def asked(lanes, questions, limit=ENDLESS, most=ENDLESS, ranked=False, work=10**6):
    """Return the counts, nodes and states of the questions."""
    indptr = np.cumsum([0, *map(len, questions)], dtype=np.int64)
    lanes.ask(indptr, np.array([*(k for q in questions for k in q), 0], np.int32), limit, most, ranked)
    assert any(lanes.step(work) == DONE for _ in range(10**9 // work)), "they do not end"
    return lanes.counts.copy(), lanes.nodes.copy(), lanes.state.copy()


@settings(max_examples=60, deadline=None)
@given(st.data())
@pytest.mark.parametrize("instruction_set", _bits.instruction_sets())
def test_counts_of_any_problem(instruction_set, data):
    p = data.draw(problems(most_options=14).filter(lambda p: p.n_primary and p.n_options))
    option = st.integers(0, p.n_options - 1)
    questions = data.draw(st.lists(st.lists(option, max_size=3), min_size=1, max_size=8))
    expected = [sum(1 for _ in _reference.solutions(p, given=q)) for q in questions]
    before = _bits.instruction_sets()[-1]
    _bits.use(instruction_set)
    lanes = Lanes(circuit(p))
    _bits.use(before)
    times = data.draw(st.sampled_from([1, 90]))
    counts, nodes, states = asked(lanes, questions * times, work=data.draw(st.sampled_from([1, 10**6])))
    assert counts.tolist() == expected * times
    assert nodes.tolist() == nodes[: len(questions)].tolist() * times  # regardless of the other questions in work
    assert (states == 1).all()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_solutions_are_those_of_single_questions(data):
    p = data.draw(problems().filter(lambda p: p.n_primary and p.n_options))
    option = st.integers(0, p.n_options - 1)
    questions = data.draw(st.lists(st.lists(option, max_size=3), max_size=8))
    limit = data.draw(st.sampled_from([1, 2, 3, None]))
    answers = p.solve_many(questions, limit, kernel="lanes")
    assert p.count_many(questions, limit, kernel="lanes").tolist() == answers.counts.tolist()
    for k, question in enumerate(questions):
        search = p.search(given=question, limit=limit, kernel="bits")
        solution = next(search, None)
        assert answers.counts[k] == search.count()
        assert answers.solution(k) == solution
        assert answers.status(k) == search.status


def partial(problem, n, seed, most):
    """Return questions of a few options each, drawn from a random solution or from all options."""
    rng = random.Random(seed)
    return [
        rng.sample(range(problem.n_options), rng.randint(0, most)) if rng.random() < 0.3 else taken(problem, rng, most)
        for _ in range(n)
    ]


def taken(problem, rng, most):
    solution = problem.search(seed=rng.randint(0, 50), limit=1)
    return rng.sample(list(next(solution)), rng.randint(1, most))


@pytest.mark.parametrize("n", [20, 33, 60])
def test_questions_for_which_there_is_no_place(n, instructions):
    """Each of 600 questions is a tree of n levels, but at most 32 nodes can wait for a lane; the rest give up.

    With 256 lanes (AVX2), all trees of 60 levels do.
    """
    p, questions = Problem([[k] for k in range(n) for _ in "ab"]), [[]] * 600
    counts, _, states = asked(Lanes(circuit(p)), questions, limit=5)
    assert {2} <= set(states.tolist()) <= {1, 2}
    assert n > 33 or 1 in states
    assert set(counts[states == 1].tolist()) <= {5}
    assert p.count_many(questions, 5, kernel="lanes").tolist() == [5] * 600


FAMILIES = {
    "queens": (queens(8), 3),
    "langford": (langford(7), 2),
    "dominoes": (dominoes(4, 6), 5),
    "latin": (
        Problem(
            [[("cell", r, c), ("row", r, d), ("column", c, d)] for r in range(5) for c in range(5) for d in range(5)]
        ),
        9,
    ),
    "sudoku 4x4": (cover(Board(2, 2)), 5),
    "sudoku 6x6": (cover(Board(2, 3)), 13),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_families(name, instructions):
    p, most = FAMILIES[name]
    questions = partial(p, 400, 1, most)
    expected = p.count_many(questions, 5, kernel="bits")
    assert 0 < (expected == 0).mean() < 1
    lanes = Lanes(circuit(p))
    counts, nodes, states = asked(lanes, questions, limit=5)
    answered = states == 1  # many large trees at once may not all find a place
    assert (counts == expected)[answered].all()
    assert answered.mean() > 0.9
    order = np.random.default_rng(2).permutation(len(questions))
    again, nodes_again, states_again = asked(lanes, [questions[k] for k in order], limit=5)
    both = answered[order] & (states_again == 1)
    assert (again == counts[order])[both].all()
    assert (nodes_again == nodes[order])[both & (again < 5)].all()  # under a limit, the nodes depend on the order


def test_colors():
    """Counts are right for words in a grid, with letters as colors of the cells, and one use without a color."""
    words = ["dab", "ace", "bed", "cab", "bad", "dad", "ebb", "add"]
    across = [[f"a{r}", *(Colored((r, c), word[c]) for c in range(3))] for r in range(3) for word in words]
    down = [[f"d{c}", *(Colored((r, c), word[r]) for r in range(3))] for c in range(3) for word in words]
    blocked = [["a0", (0, 0)]]
    lines = [f"{kind}{k}" for kind in "ad" for k in range(3)]
    p = Problem([*across, *down, *blocked], lines, [(r, c) for r in range(3) for c in range(3)])
    questions = [[]] + [[k] for k in range(p.n_options)] + [[k, k + 9] for k in range(30)]
    counts, _, _ = asked(Lanes(circuit(p)), questions)
    assert counts.tolist() == p.count_many(questions, None, kernel="links").tolist()
    assert counts[0] > 0


def test_nine_is_the_general_program_for_the_board(instructions):
    """The board's own propagation gives the same counts, even for contradictions, several solutions and none."""
    problem = cover(Board())
    rng = random.Random(3)
    solution = clues(Board(), problem_grid())
    puzzles = [rng.sample(solution, rng.randint(20, 40)) for _ in range(300)]
    puzzles += [[*puzzle[:25], rng.randrange(729)] for puzzle in puzzles[:100]]
    puzzles += [[0, 1], [0, 9], [], [0, 0]]
    assert problem.engine.stock.program is not None
    counts, nodes, states = asked(Lanes(program=problem.engine.stock.program()), puzzles, limit=3)
    general, _, general_states = asked(Lanes(circuit(problem)), puzzles, limit=3)
    expected = problem.count_many(puzzles, 3, kernel="bits")
    for found, ended in ((counts, states), (general, general_states)):
        assert (found == expected)[ended == 1].all()
        assert (ended == 2).sum() < 3  # the empty board may lack room for all its nodes
    assert set(counts.tolist()) == {0, 1, 2, 3}
    alone = [asked(Lanes(program=problem.engine.stock.program()), [puzzle], limit=3)[1][0] for puzzle in puzzles[:20]]
    assert [n for n, c in zip(nodes[:20], counts[:20], strict=True) if c < 3] == [
        n for n, c in zip(alone, counts[:20], strict=True) if c < 3
    ]


def problem_grid():
    return bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))


def test_more_than_the_planes_hold(instructions):
    """Of many large trees at once, some find no place and are handed over; none is lost."""
    p = queens(8)
    lanes = Lanes(circuit(p))
    counts, _, states = asked(lanes, [[]] * 700)
    assert (counts[states == 1] == 92).all()
    assert set(states.tolist()) <= {1, 2}
    assert p.count_many([[]] * 700, None, kernel="lanes").tolist() == [92] * 700


def test_what_takes_many_nodes_is_handed_over(monkeypatch):
    p = queens(7)
    monkeypatch.setattr(dlx.questions.batch, "MOST_LANE_NODES", 20)
    counts, nodes, states = asked(Lanes(circuit(p)), [[], [0, 10], [0, 1]], most=20)
    assert states.tolist() == [2, 1, 1]
    assert counts[1:].tolist() == p.count_many([[0, 10], [0, 1]], kernel="links").tolist() == [1, 0]
    assert (nodes[1:] <= 20).all()
    answers = p.solve_many([[], [0], [0, 1]] * 30, None, kernel="lanes")
    assert answers.counts.tolist() == [40, 4, 0] * 30
    assert answers.solution(0) == p.solve()


def test_limits():
    p = queens(9)
    answers = p.solve_many([[]] * 100, None, node_limit=50)
    assert {answers.status(k) for k in range(100)} == {Status.NODE_LIMIT}
    assert (answers.nodes >= 50).all()
    answers = queens(16).solve_many([[]] * 100, None, time_limit=0.05)
    assert {answers.status(k) for k in range(100)} == {Status.TIME_LIMIT}
    with pytest.raises(Unfinished, match="the time limit ended the search before a solution was found"):
        answers.solution(99)
    assert answers.cut.all()
    answers = p.solve_many([[0]] * 100, 3)
    assert answers.status(99) is Status.SOLUTION_LIMIT
    assert answers.counts.tolist() == [3] * 100


@pytest.mark.parametrize("kernel", ["links", "bits", "lanes", "auto"])
def test_a_batch_after_one_that_was_stopped(kernel):
    p = queens(16)
    with pytest.raises(Unfinished, match="the time limit ended 70 of 70 counts"):
        p.count_many([[]] * 70, None, kernel=kernel, time_limit=0.05)
    assert p.count_many([[0, 1], [0, 17], [0]] * 30, 3, kernel=kernel).tolist() == [0, 0, 3] * 30


@pytest.mark.parametrize("limit", [1, 2, None])
def test_what_a_time_limit_leaves(limit):
    """A time limit leaves no counts beyond the limit, and no solutions but the first ones."""
    p = queens(9)
    questions = [[k % 81] for k in range(5_000)]
    answers = p.solve_many(questions, limit, time_limit=0.0, kernel="lanes")
    late = [k for k in range(5_000) if answers.status(k) is Status.TIME_LIMIT]
    assert len(late) > 4_000
    assert (answers.counts <= (limit or ENDLESS)).all()
    for k in late:
        with pytest.raises(Unfinished):
            answers.solution(k)
    for k in {*range(0, 5_000, 7)} - {*late}:
        assert answers.solution(k) == p.solve(given=questions[k])


def test_a_node_limit_is_for_single_questions():
    p = queens(8)
    questions = [[a, b] for a in range(10) for b in range(10, 20)]
    answers = p.solve_many(questions, None, node_limit=4)
    for k, question in enumerate(questions):
        alone = p.solve_many([question], None, node_limit=4)
        assert (answers.counts[k], answers.status(k)) == (alone.counts[0], alone.status(0))
    with pytest.raises(ValueError, match="node_limit cannot be combined with kernel=lanes; use kernel=auto"):
        p.count_many(questions, node_limit=4, kernel="lanes")


def test_groups_are_not_looked_for_at_any_cost():
    rng = random.Random(1)
    p = Problem([rng.sample(range(700), 175) for _ in range(300)], list(range(700)))
    assert circuit(p).shared.n == 0
    p = Problem([rng.sample(range(60), 20) for _ in range(300)], list(range(60)))
    assert circuit(p).items.n == 60


def test_lanes_keep_nothing_of_a_batch():
    p = queens(8)
    p.solve_many([[]] * 100, kernel="lanes")
    (lanes,) = p.engine.stock.lanes
    assert lanes.ranks is None
    assert lanes.counts is None


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("node_limit", 0, "node_limit is 0; it must be 1 or more, or None"),
        ("time_limit", -1, "time_limit is -1; it must"),
    ],
)
def test_bad_limits(name, value, message):
    with pytest.raises(ValueError, match=message):
        queens(4).count_many([[]], **{name: value})


def test_a_time_limit_is_checked_as_for_one_search():
    assert queens(4).count_many([[]], time_limit=10**400).tolist() == [2]
    with pytest.raises(TypeError, match="time_limit is 'x'; it must be a number of seconds or None"):
        queens(4).count_many([[]], time_limit="x")
    with pytest.raises(TypeError, match=r"limit is 1\.5; it must be a whole number or None"):
        queens(4).count_many([[]], 1.5)


def test_kernels_by_name():
    with pytest.raises(ValueError, match="no kernel 'lane'; choose one of auto, lanes, links, bits"):
        queens(4).count_many([[]], kernel="lane")
    message = "no primary item; kernel 'lanes' does not take problems without primary items; use kernel 'auto'"
    with pytest.raises(ValueError, match=message):
        Problem([]).count_many([[]], kernel="lanes")


def test_ranks_beyond_a_byte():
    p = Problem([[f"a{k}"] for k in range(2)] + [["b"] for _ in range(700)])
    answers = p.solve_many([[k] for k in range(2, 702)], kernel="lanes")
    assert answers.counts.tolist() == [1] * 700
    assert [answers.solution(k).options for k in (0, 300, 699)] == [(0, 1, 2), (0, 1, 302), (0, 1, 701)]


@pytest.mark.parametrize("patience", [0.0, 1e9])
def test_auto_goes_on_one_by_one(patience, monkeypatch):
    """The answers are the same whether the lanes are abandoned at once or never."""
    p, most = FAMILIES["latin"]
    questions = partial(p, 600, 5, most)
    asked(Lanes(circuit(p)), questions, limit=2)
    monkeypatch.setattr(dlx.questions.batch.Answers, "_patience", lambda *_: patience)
    monkeypatch.setattr(dlx.questions.batch, "WORK_PER_CHECK", 1_000)
    answers = p.solve_many(questions)
    alone = p.solve_many(questions, kernel="links")
    assert answers.counts.tolist() == alone.counts.tolist()
    for k in range(0, 600, 11):
        assert answers.solution(k) == p.solve(given=questions[k])
    assert (
        dlx.questions.batch.Answers(p.engine, (np.array([0]), np.array([0], np.int32)), 2, True).counts.tolist() == []
    )


@pytest.mark.parametrize("board", [Board(2, 2), Board(2, 3), Board(3, 2), Board(3, 3), Board(4, 4)], ids=str)
def test_boards(board):
    """All boards take the same path, which gives the backtracker's answers."""
    rng = random.Random(7)
    solved = sudoku.solve("." * board.cells, board=board)
    share = 0.55 if board.side < 16 else 0.7
    puzzles = ["".join(c if rng.random() < share else "." for c in solved) for _ in range(150)]
    fast = sudoku.solve_batch(puzzles * 2, board=board)
    slow = sudoku.solve_batch(puzzles, board=board, engine="bitset")
    assert fast.counts.tolist() == slow.counts.tolist() * 2
    unique = slow.counts == 1
    assert (fast.solutions[:150][unique] == slow.solutions[unique]).all()


def test_locked_candidates():
    """The circuit finds items that share two or more options.

    A row that needs a digit in a box takes it from the rest of the box.
    """
    c = circuit(cover(Board()))
    assert (c.shared.n, c.families.n) == (486, 324)
    assert circuit(queens(8)).shared.n == 0


def test_memory_is_bounded():
    p = queens(8)
    lanes = Lanes(circuit(p))
    before = lanes.nbytes
    asked(lanes, [[]] * 300)
    assert lanes.nbytes == before < dlx.kernels.lanes.lanes.PLANE_BYTES + 10 * lanes.n_lanes * p.n_options / 8
