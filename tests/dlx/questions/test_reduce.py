"""Reduction keeps the solutions and makes the problem smaller."""

import io
import pickle
from itertools import count, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Problem, Reduced, Status
from dlx.kernels import reference as _reference
from tests.problems import dominoes, langford, multiplied, problems, queens, questions

pytestmark = pytest.mark.long


def found(r, **question):
    return sorted(s.options for s in r.solutions(**question))


def expected(p, given_options=(), banned=()):
    return sorted(_reference.solutions(p, given_options, banned))


def check(p, r, given_options=(), banned=()):
    """Check every claim of a reduction against the solutions of the original."""
    right = expected(p, given_options, banned)
    assert found(r) == right
    assert r.count() == len(right)
    assert all(p.verify(options) and set(r.forced) <= set(options) for options in right)
    assert not {k for options in right for k in options} & set(r.removed.tolist())
    assert sorted([*r.options, *r.forced, *r.removed]) == list(range(p.n_options))
    assert sum(r.reasons.values()) == len(r.removed)
    assert all((r.why(k) is None) == (k not in r.removed) for k in range(p.n_options))
    assert r.problem.n_options == len(r.options)
    if r.unsolvable is not None:
        assert right == []
        assert (r.problem.n_primary, r.problem.n_options) == (1, 0)
        return
    assert [item for item in p.items if item in set(r.problem.items)] == list(r.problem.items)
    for k, old in enumerate(r.options.tolist()):
        uses = r.problem.option(k)
        assert uses == tuple(use for use in p.option(old) if use in uses)
    if p.costs is not None:
        assert r.problem.costs.tolist() == p.costs[r.options].tolist()
        assert r.problem.costs.dtype == p.costs.dtype


def is_least(p, r):
    """Check by brute force, from the definitions, that no option starves an item and no item is redundant."""
    q = r.problem
    options = [_reference.colored(q, k) for k in range(q.n_options)]
    users = {item: [k for k, option in enumerate(options) if item in option] for item in q.items}
    fights = {
        item: {(a, b) for a, b in product(ks, ks) if not agree(options[a][item], options[b][item], a == b)}
        for item, ks in users.items()
    }
    for item in q.primary:
        assert users[item]
        for option in options:
            if item not in option:
                assert any(_reference.compatible(option, options[other]) for other in users[item])
        assert len(users[item]) > 1
    for item in q.secondary:
        assert fights[item]
        assert not any(set(users[item]) <= set(users[t]) and fights[item] <= fights[t] for t in q.items if t != item)
    assert len({tuple(users[item]) for item in q.primary}) == q.n_primary


def agree(color, other, same):
    return same or (color is not None and color == other)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_random_problems(data):
    p = data.draw(problems(most_options=14))
    r = p.reduce()
    assert r.status is Status.COMPLETE
    check(p, r)
    if r.unsolvable is None:
        is_least(p, r)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_questions_to_the_reduced_problem(data):
    p = data.draw(problems())
    given_options, banned = data.draw(questions(p))
    r = p.reduce()
    right = expected(p, given_options, banned)
    question = {"given": given_options, "banned": banned}
    assert found(r, **question) == right
    assert r.count(**question) == len(right)
    assert r.count(1, **question) == min(len(right), 1)
    assert r.is_unique(**question) == (len(right) == 1)
    first = r.solve(**question)
    assert (first is None) == (not right)
    assert first is None or (first.options in right and first.problem is p)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_reduced_under_a_question(data):
    p = data.draw(problems())
    given_options, banned = data.draw(questions(p))
    r = p.reduce(given=given_options, banned=banned)
    check(p, r, given_options, banned)
    if r.unsolvable is None:
        is_least(p, r)
    more = data.draw(questions(p))
    assert found(r, given=more[0], banned=more[1]) == expected(p, given_options + more[0], banned + more[1])


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_stopped_early(data):
    """A reduction may stop at any point. The clock advances by 1 at every reading."""
    p = data.draw(problems(most_options=14))
    given_options, banned = data.draw(questions(p))
    rounds, limit = data.draw(st.none() | st.integers(0, 3)), data.draw(st.integers(0, 20))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dlx.engine.drive.perf_counter", count().__next__)
        patch.setattr("dlx.engine.drive.FIRST_SLICE_WORK", data.draw(st.integers(1, 20)))
        r = p.reduce(given=given_options, banned=banned, rounds=rounds, time_limit=limit)
    check(p, r, given_options, banned)
    assert rounds is None or r.rounds <= rounds
    if r.status is Status.COMPLETE and r.unsolvable is None:
        is_least(p, r)
    if limit == 0 and r.unsolvable is None:
        assert r.status is Status.TIME_LIMIT
        assert r.rounds == 0


def test_ctrl_c(monkeypatch):
    ticks = iter(range(5))

    def clock():
        for tick in ticks:
            return tick
        raise KeyboardInterrupt

    monkeypatch.setattr("dlx.engine.drive.perf_counter", clock)
    monkeypatch.setattr("dlx.engine.drive.FIRST_SLICE_WORK", 10)
    with pytest.raises(KeyboardInterrupt):
        dominoes(4, 4).reduce()


@settings(max_examples=150, deadline=None)
@given(problems(most_options=14))
def test_nothing_is_left_to_reduce(p):
    once = p.reduce()
    again = once.problem.reduce()
    assert again.problem == once.problem
    assert not len(again.removed)
    assert not len(again.forced)
    assert (again.unsolvable is None) == (once.unsolvable is None)


@settings(max_examples=150, deadline=None)
@given(problems(), st.randoms(use_true_random=False))
def test_the_order_of_options_and_items_does_not_matter(p, random):
    order, items = list(range(p.n_options)), list(p.primary)
    random.shuffle(order)
    random.shuffle(items)
    r, other = p.reduce(), Problem([p.option(k) for k in order], items, p.secondary).reduce()
    assert (r.unsolvable is None) == (other.unsolvable is None)
    if r.unsolvable is None:
        assert sorted(order[k] for k in other.options) == r.options.tolist()
        assert sorted(order[k] for k in other.forced) == r.forced.tolist()
        assert (other.problem.n_primary, other.problem.n_items) == (r.problem.n_primary, r.problem.n_items)


@settings(max_examples=150, deadline=None)
@given(problems())
def test_files(p):
    r = p.reduce()
    if not p.n_primary:
        with pytest.raises(ValueError, match="without primary items"):
            r.write(io.StringIO())
        return
    text = io.StringIO()
    r.write(text)
    lines = text.getvalue().splitlines()
    numbers = [int(word) for line in lines if line.startswith("| options ") for word in line.split()[2:]]
    assert numbers == r.options.tolist()
    forced = [line.split(":")[0].split()[2] for line in lines if line.startswith("| forced ")]
    assert list(map(int, forced)) == r.forced.tolist()
    back = Problem.read(io.StringIO(text.getvalue()))
    assert back.count() == p.count()
    if r.problem.n_primary:
        assert back == r.problem


def test_a_file_on_disk(tmp_path):
    p = Problem([["a", "b"], ["c"], ["b", "c"], ["a", "b", "d"], ["d"]])
    p.reduce().write(tmp_path / "a.dlx")
    assert Problem.read(tmp_path / "a.dlx") == p.reduce().problem
    bad = Problem([["a", "b c"], ["a"], ["b c"]]).reduce()
    with pytest.raises(ValueError, match="white space"):
        bad.write(tmp_path / "b.dlx")
    assert not (tmp_path / "b.dlx").exists()


# --- removals


def test_an_option_that_starves_an_item_goes():
    p = Problem([["a", "b"], ["c"], ["b", "c"], ["a", "d"], ["d"], ["b", "e"], ["e", "c"]])
    r = p.reduce()
    assert 2 in r.removed
    assert r.why(2) == "it would leave item 'e' without options"
    assert found(r) == expected(p) == [(0, 4, 6), (1, 3, 5)]


def test_no_solution():
    r = Problem([["a", "b"], ["b", "c"], ["a", "c"]]).reduce()  # each conflicts with both options of its missing item
    assert r.unsolvable is not None
    assert r.status is Status.COMPLETE
    assert r.count() == 0
    assert r.solve() is None
    assert list(r.search()) == []
    assert r.removed.tolist() == [0, 1, 2]
    assert sum(r.reasons.values()) == 3
    none = Problem([["a"]], primary=["a", "z"]).reduce()
    assert none.unsolvable == "item 'z' is in no option that is left"
    assert none.problem.items == ("z",)
    assert str(none) == f"1 options -> 0; 2 items -> 1; 0 forced; 0 rounds; no solution: {none.unsolvable}"
    assert none.why(0) == "there is no solution"


def test_contradictory_given():
    p = Problem([["a", "x"], ["b", "x"], ["a"], ["b"], ["x"]], secondary=["x"])
    assert p.reduce(given=[0, 1]).unsolvable == "option 1 is given, but it is in conflict with a given option"
    assert p.reduce(given=[0], banned=[0]).unsolvable == "option 0 is given, but it is banned"
    assert p.reduce(given=[4]).unsolvable == "option 4 is given, but it has no primary item"
    assert p.reduce(given=[0, 0]).count() == 1
    lonely = Problem([["x"]], primary=[], secondary=["x"])
    assert (lonely.reduce().count(), lonely.reduce(given=[0]).count()) == (1, 0)
    assert lonely.reduce().count(given=[0]) == 0


def test_odd_problems():
    assert Problem([], primary=[]).reduce().count() == 1
    assert Problem([], primary=["a"]).reduce().count() == 0
    assert Problem([["a"]] * 3).reduce().count() == 3
    r = Problem.from_csr([0, 1, 2, 4], [0, 1, 0, 1], n_items=2, n_primary=2).reduce()
    assert r.problem.items == (0, 1)
    assert r.count() == 2


# --- multiplicities


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_multiplicities(data):
    p = data.draw(multiplied())
    given_options, banned = data.draw(questions(p))
    rounds = data.draw(st.none() | st.integers(0, 2))
    check(p, p.reduce(given=given_options, banned=banned, rounds=rounds), given_options, banned)
    more = data.draw(questions(p))
    assert found(p.reduce(), given=more[0], banned=more[1]) == expected(p, *more)


def test_too_few_options():
    r = Problem([["a", "x"], ["a", "x"], ["b"]], {"a": 2, "b": 1}, ["x"]).reduce()
    assert r.unsolvable == "item 'a' is in too few options that are left"
    r = Problem([["a"], ["a", "b"], ["b", "a"]], {"a": 2, "b": 1}).reduce(given=[0])
    assert (r.forced.tolist(), r.options.tolist()) == ([0], [1, 2])
    r = Problem([["a", "b"], ["a", "b"], ["a"], ["c"]], {"a": (1, 2), "b": 2, "c": 1}).reduce()
    assert r.why(2) == "one of its items has no room for it"
    assert r.reasons == {"one of its items has no room for it": 1}
    r = Problem([["a"], ["a", "x"], ["b", "x"], ["b"]], {"a": 2, "b": 1}, ["x"]).reduce()
    assert r.why(2) == "it would leave item 'a' with too few options"


def test_refusals():
    p = Problem([["a"], ["a"], ["b"]])
    with pytest.raises(ValueError, match="given option 3 is out of range"):
        p.reduce(given=[3])
    with pytest.raises(ValueError, match="banned option 3 is out of range"):
        p.reduce().count(banned=[3])
    with pytest.raises(ValueError, match="the option 9 is out of range"):
        p.reduce().why(9)
    with pytest.raises(ValueError, match="rounds is -1"):
        p.reduce(rounds=-1)
    with pytest.raises(ValueError, match="time_limit is -1"):
        p.reduce(time_limit=-1)


def test_searches_and_pickles():
    p = dominoes(4, 4)
    r = pickle.loads(pickle.dumps(p.reduce()))
    assert isinstance(r, Reduced)
    search = r.search(given=[0], limit=2)
    assert search.count() == 2
    assert search.status is Status.SOLUTION_LIMIT
    assert [s.problem == p for s in search.resume()] == [True] * (p.count(given=[0]) - 2)
    for solution in r.problem.solutions():
        assert p.verify(r.solution(solution))


def test_the_tables_are_built_once():
    r = queens(6).reduce()
    assert r.count() == 4
    kept = dict(r.problem.engine.stock.idle)
    assert kept
    assert len(list(r.solutions())) == 4
    assert r.problem.engine.stock.idle == kept


# --- known numbers: DLX-PRE removes the same options

FREE = {
    "F": "010 110 011",
    "I": "11111",
    "L": "1111 1000",
    "N": "1110 0011",
    "P": "111 110",
    "T": "111 010 010",
    "U": "111 101",
    "V": "111 100 100",
    "W": "110 011 001",
    "X": "010 111 010",
    "Y": "1111 0100",
    "Z": "110 010 011",
}


def pentominoes(rows, columns, names=FREE, named=True):
    """Place the pieces on a board in every way; without names, each piece may be used any number of times."""
    options = set()
    for name in names:
        piece = np.array([list(row) for row in FREE[name].split()]).astype(int)
        for turned in {(k, flip) for k in range(4) for flip in (False, True)}:
            shape = np.argwhere(np.rot90(piece.T if turned[1] else piece, turned[0])).tolist()
            for dr, dc in product(range(rows), range(columns)):
                cells = sorted((r + dr, c + dc) for r, c in shape)
                if all(r < rows and c < columns for r, c in cells):
                    options.add((*([name] if named else []), *cells))
    items = [*(names if named else []), *product(range(rows), range(columns))]
    return Problem(sorted(options, key=repr), items)


def test_sudoku():
    """In Arto Inkala's puzzle 561 candidates remain after the clues, and Knuth's program removes 286 of them."""
    from sudoku import Board
    from sudoku.engine.cover import clues, cover

    board = Board()
    puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    given_options = clues(board, bytes(int(cell) for cell in puzzle.replace(".", "0")))
    p = cover(board)
    r = p.reduce(given=given_options)
    assert (len(r.options), len(r.forced)) == (561 - 286 - 21, 21)
    assert r.is_unique()
    assert r.solve().options == p.solve(given=given_options).options


@pytest.mark.parametrize(
    ("p", "options", "removed"),
    [
        (pentominoes(6, 10), 2056, 144),
        (pentominoes(5, 12), 1936, 144),
        (pentominoes(3, 20), 1236, 150),
        (pentominoes(10, 10, "Y", named=False), 504, 256),
        (pentominoes(15, 15, "Y", named=False), 1344, 352),
        (queens(8), 64, 0),
        (langford(8), 84, 0),
        (dominoes(8, 8), 112, 0),
    ],
)
def test_known_numbers(p, options, removed):
    r = p.reduce()
    assert (p.n_options, len(r.removed)) == (options, removed)
    assert r.status is Status.COMPLETE


def test_pentominoes_3x20():
    p = pentominoes(3, 20)
    r = p.reduce()
    assert r.count() == p.count() == 8
    assert {s.options for s in r.solutions()} == {s.options for s in p.solutions()}
