# SPDX-License-Identifier: MIT
"""Problems that fall apart: products over components, against brute force and known numbers."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dlx import Problem, Status, Unfinished
from dlx.engine import independent, table
from dlx.engine import task as tasks
from dlx.engine.strategies import memo
from dlx.kernels.bits import layout
from dlx.matrix.assumptions import Assumptions
from dlx.questions.decide import Decision
from tests.components import every, several, side_by_side
from tests.dlx.engine.turns import shorten
from tests.problems import dominoes, langford, multiplied, problems, queens, questions

PATIENT = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def at_once(monkeypatch):
    """Let a problem fall apart after its first nodes, and a component have some nodes in its first turn."""
    shorten(monkeypatch)
    monkeypatch.setattr(table, "EARLY_OPTIONS", 0)
    monkeypatch.setattr(table, "MIDDLING_OPTIONS", 0)


def separate(p, times):
    return side_by_side([p] * times)


@PATIENT
@given(st.data())
@pytest.mark.parametrize("kept", [0, 64])
def test_random_problems(at_once, monkeypatch, kept, data):
    monkeypatch.setattr(independent, "MOST_KEPT_COMPONENTS", kept)
    p = data.draw(st.one_of(several(), problems(), multiplied()))
    asked = dict(zip(("given", "banned"), data.draw(questions(p)), strict=True))
    expected = len(every(p, *asked.values()))
    assert p.count(**asked) == expected
    assert p.count(workers=1, **asked) == expected
    for wanted in (1, 2, 3):
        answer = Decision(p.engine, Assumptions(*map(tuple, asked.values())), wanted).answer()
        assert answer.partial == min(expected, wanted) == len({tuple(sorted(options)) for options in answer.value})
        assert all(map(p.verify, answer.value))
        assert p.count(wanted, **asked) == answer.partial
    for method in ("memo", "zdd") if p.bounds is None else ():
        assert p.count(method=method, **asked) == expected


@pytest.mark.parametrize(
    ("p", "number"),
    [
        (separate(queens(8), 90), 92**90),
        (separate(langford(11), 2), 35584**2),
        (Problem([[k] for k in range(10_000) for _ in "ab"]), 2**10_000),
        (Problem([[(c, i), (c, j)] for c in range(1_000) for i in range(6) for j in range(i)]), 15**1_000),
    ],
    ids=["boards", "langford", "pairs", "matchings"],
)
def test_parts_that_are_alike_count_once(p, number):
    c = p.counting()
    assert c.run() == c.run() == number
    assert (c.status, c.stats.method, c.count) == (Status.COMPLETE, "components", number)
    assert c.stats.nodes < 500_000


def test_each_method_counts_the_components():
    p = separate(dominoes(6, 6), 3)
    for method in ("auto", "memo", "zdd"):
        assert p.count(method=method) == 6728**3
    assert p.count(workers=2) == 6728**3
    assert p.count(method="memo", max_memory=1 << 16) == 6728**3


def test_an_item_of_all_parts_leaves_them_to_a_memory():
    """At most one of 90 boards has a queen in its first corner, as 4 of 92 solutions do."""
    boards = [[[(n, item) for item in queens(8).option(k)] for k in range(64)] for n in range(90)]
    options = [[*option, "corner"] if k == 0 else option for board in boards for k, option in enumerate(board)]
    secondary = {item for option in options for item in option if item == "corner" or item[1][0] in "ud"}
    c = Problem(options, secondary=sorted(secondary, key=str)).counting()
    assert c.run() == 88**90 + 90 * 4 * 88**89
    assert c.stats.method == "memo"


def test_a_component_without_a_solution_ends_the_count():
    board = dominoes(8, 8)
    hole = [k for k in range(board.n_options) if not {(0, 0), (7, 7)} & set(board.option(k))]
    mutilated = Problem([board.option(k) for k in hole])
    for p in (side_by_side([queens(20), mutilated]), side_by_side([mutilated, queens(20)])):
        c = p.counting()
        assert c.run() == 0
        assert c.stats.nodes < 300_000
        assert p.count(workers=1) == 0


def hard():
    """Return a problem of two components that take long: 10,000 and 816,000 nodes."""
    return side_by_side([queens(9), queens(12)])


def test_limits_and_resumption(clock):
    clock(0.008)  # slices of 50,000 units of work
    whole = hard().counting()
    assert whole.run() == 352 * 14200
    c, stops = hard().counting(), 0
    while c.status is not Status.COMPLETE:
        try:
            c.run(time_limit=0.05)
        except Unfinished as error:
            stops += 1
            assert error.partial == c.count <= 352 * 14200
    assert stops > 3
    assert (c.count, c.stats.nodes) == (whole.count, whole.stats.nodes)


def test_ctrl_c_and_progress(clock):
    clock(0.008)
    seen = []

    def stop(progress):
        seen.append(progress)
        raise KeyboardInterrupt

    c = separate(langford(12), 2).counting(progress=stop)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            c.run()
        assert c.status is Status.INTERRUPTED
    assert seen[-1].fraction < 1
    c.drive.report = None
    assert c.run() == 216288**2


def test_a_table_that_fails_leaves_the_count_as_it_was(monkeypatch):
    c = hard().counting()
    real = tasks.Engine

    def broken(matrix):
        raise MemoryError

    monkeypatch.setattr(tasks, "Engine", broken)
    with pytest.raises(MemoryError):
        c.run()
    assert c.status is None
    monkeypatch.setattr(tasks, "Engine", real)
    assert c.run() == 352 * 14200


def test_ctrl_c_between_two_turns(monkeypatch):
    p, real = queens(11), memo.memoized
    c = p.counting()

    def broken(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(memo, "memoized", broken)
    with pytest.raises(KeyboardInterrupt):
        c.run()
    monkeypatch.setattr(memo, "memoized", real)
    assert (c.run(), c.status) == (2680, Status.COMPLETE)


def test_a_count_without_the_memory_for_a_strategy(monkeypatch):
    """The others count without it. If there are none, the error says why."""
    c, alone = queens(11).counting(), queens(11).counting(method="memo")

    def broken(*_):
        raise MemoryError

    monkeypatch.setattr(memo, "memoized", broken)
    failed = c.race.task.failed
    assert (c.run(), c.status) == (2680, Status.COMPLETE)
    assert failed == {"leftmost": "MemoryError", "mrv": "MemoryError"}
    with pytest.raises(MemoryError):
        alone.run()
    assert alone.status is None


def test_diagrams_of_components_that_become_too_large():
    c = separate(queens(7), 2).counting(method="zdd", max_memory=1_000)
    for _ in range(2):
        with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
            c.run()


def test_multiplicities_that_given_options_satisfy_leave_a_memory_its_part():
    rows = [["a", "b"], ["a"], ["b"], ["a", "b"]]
    board = dominoes(6, 6)
    rows += [board.option(k) for k in range(board.n_options)]
    p = Problem(rows, {"a": 2, "b": 2} | dict.fromkeys(board.primary, 1))
    assert p.count(given=[0]) == 6728 * 2


@PATIENT
@given(st.data())
def test_diagrams_of_components(monkeypatch, data):
    shorten(monkeypatch)
    p = data.draw(st.one_of(several(multiple=False), problems()))
    asked = dict(zip(("given", "banned"), data.draw(questions(p)), strict=True))
    expected = every(p, *asked.values())
    for order in ("auto", "mrv", "leftmost", p.primary[::-1]):
        z = p.zdd(order=order, **asked)
        assert sorted(s.options for s in z) == expected
        assert z.count() == len(expected)
        assert all(tuple(sorted(s.options)) in set(expected) for s in z.sample(3, seed=1)) if expected else not len(z)


def test_a_diagram_of_boards_draws_fairly_and_keeps_its_limits(clock):
    p = separate(queens(8), 30)
    z = p.zdd()
    assert z.count() == 92**30
    assert all(map(p.verify, z.sample(20, seed=2)))
    cheapest = min(sum(k % 7 for k in s) for s in queens(8).solutions())
    assert z.min_cost([k // 30 % 7 for k in range(p.n_options)]) == 30 * cheapest  # the boards' options take turns
    with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
        p.zdd(max_nodes=len(z) - 1)
    assert len(p.zdd(max_nodes=len(z))) == len(z)
    clock(0.05)
    with pytest.raises(Unfinished, match="the diagram was not done after 1 seconds; it had"):
        separate(queens(10), 3).zdd(time_limit=1)


def test_balanced_products():
    assert tasks.balanced([]) == 1
    assert [tasks.balanced(list(range(1, n))) for n in (2, 3, 4, 8)] == [1, 2, 6, 5040]


def test_tables_of_bits_may_take_a_quarter_of_max_memory(monkeypatch):
    """Of 4x320 dominoes, they take more than the 0.5 MiB that we allow here for the kernel bits."""
    monkeypatch.setattr(layout, "MOST_TABLE_BYTES", 1 << 19)
    f = [1, 1, 5, 11]
    for n in range(4, 321):
        f.append(f[n - 1] + 5 * f[n - 2] + f[n - 3] - f[n - 4])
    p = dominoes(4, 320)
    assert p.engine.tables() is None
    assert p.count() == p.count(method="memo", max_memory=1 << 24) == f[320]
    with pytest.raises(ValueError, match="2,236 options need more than 2 MiB of tables"):
        p.count(method="memo", max_memory=1 << 23)


def test_the_outlook_of_an_endless_search(clock):
    clock(2.0)
    p = queens(30)  # with a common item, which may be covered often, so that no memory takes part
    names = [[*option, "x"] for option in map(p.option, range(p.n_options))]
    p = Problem(names, {**dict.fromkeys(p.items[: p.n_primary], 1), "x": (1, 100)}, p.items[p.n_primary :])
    with pytest.raises(Unfinished, match=r"solutions?; to visit the rest would take about 1,000\+ years$"):
        p.count(time_limit=1000)


@PATIENT
@given(st.data())
def test_workers_share_a_component(at_once, data):
    p = data.draw(several())
    c = p.counting(workers=1)
    assert c.run() == c.run() == len(every(p))


def test_workers_share_one_component_after_the_other(clock):
    p = side_by_side([queens(9), langford(11), queens(10), queens(9)])
    c = p.counting(workers=2)
    assert c.run() == 352 * 35584 * 724 * 352
    assert (c.stats.method, c.status) == ("search", Status.COMPLETE)
    clock(0.008)
    again = p.counting(workers=2)
    while again.status is not Status.COMPLETE:
        with suppress(Unfinished):
            again.run(time_limit=0.2)
    assert again.count == c.count


def test_states_of_all_components_are_counted():
    counting = side_by_side([queens(9), langford(8), dominoes(8, 8)]).counting()
    counting.run()
    assert counting.stats.method == "components"
    assert counting.stats.lookups >= counting.stats.hits > 0
