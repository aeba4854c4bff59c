"""Counting by every method (search, memoized search in both orders, diagrams), against each other and known numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import dominoes, latin_square, lozenges, matching, rectangles
from dlx import Problem, Status, Unfinished
from dlx.engine.drive import DONE, FIRST_SLICE_WORK, PAUSED
from dlx.engine.engine import KERNELS
from dlx.kernels import reference as _reference
from dlx.kernels.bits.memo import Memo
from dlx.questions.zdd import ZDD
from tests.kernels import borrowed, step
from tests.problems import dominoes as grid
from tests.problems import langford, problems, queens, questions

WAYS = ("auto", "search", "memo", "frontier", "symmetric", "zdd")


def problem(cover):
    return Problem(cover.options, cover.primary, cover.secondary)


def finished(memo):
    """Return true once the whole tree is searched."""
    return any(memo.step(10**9) == DONE for _ in range(10**6))


def box(rows, columns):
    return [(r, c) for r in range(rows) for c in range(columns)]


@pytest.mark.parametrize("method", ["auto", "memo", "zdd"])
@pytest.mark.parametrize(
    ("cover", "count"),
    [
        (dominoes(box(8, 8)), 12988816),
        (dominoes(box(10, 10)), 258584046368),
        (latin_square(5), 161280),
        (matching(16), 2027025),
        (matching(20), 654729075),
        (rectangles(5, 5), 84231996),
        (lozenges(5, 5, 5), 267227532),
    ],
)
def test_published_numbers(cover, count, method):
    assert problem(cover).count(method=method) == count


def test_numbers_of_any_size():
    """Domino tilings of 4 x n: f(n) = f(n-1) + 5 f(n-2) + f(n-3) - f(n-4), with sums of 64, 128, 256 and 512 bits."""
    f = [1, 1, 5, 11]
    for n in range(4, 321):
        f.append(f[n - 1] + 5 * f[n - 2] + f[n - 3] - f[n - 4])
    for n in (60, 61, 120, 320):
        p = problem(dominoes(box(n, 4)))
        assert p.count() == f[n]
        assert p.count(method="memo") == f[n]
    assert f[320] > 2**256
    assert problem(dominoes(box(320, 4))).zdd(order="leftmost").count() == f[320]


@pytest.mark.long
def test_dominoes_16x16():
    c = problem(dominoes(box(16, 16))).counting(method="memo")
    assert c.run() == 2444888770250892795802079170816
    assert (c.stats.method, c.stats.hit_rate > 0.4) == ("memo", True)


def test_auto_knows_when_a_memory_does_not_pay():
    for p, count in ((queens(10), 724), (langford(8), 300)):
        c = p.counting()
        assert c.run() == count
        assert (c.stats.method, c.stats.order, c.stats.hits, c.stats.memory) == ("search", None, 0, 0)
    c = queens(11).counting()
    assert (c.count, c.status) == (0, None)
    assert c.run() == 2680
    assert c.stats.method == "search"
    c = problem(dominoes(box(8, 8))).counting()
    assert c.run() == 12988816
    assert (c.stats.method, c.stats.order) == ("frontier", "fixed")
    assert c.stats.nodes < 5000


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_all_ways_agree(data):
    p = data.draw(problems(14))
    given_options, banned = data.draw(questions(p))
    asked = {"given": given_options, "banned": banned}
    expected = sorted(_reference.solutions(p, given_options, banned))
    for method in WAYS:
        assert p.count(method=method, **asked) == len(expected)
    assert [p.search(kernel=kernel, **asked).count() for kernel in KERNELS] == [len(expected)] * len(KERNELS)
    for order in ("auto", "mrv", "leftmost", p.primary[::-1]):
        z = p.zdd(order=order, **asked)
        assert z.count() == len(expected)
        assert sorted(s.options for s in z) == expected


def small(p, **options):
    return Memo(p.engine.tables(), by_items=p.n_items == p.n_primary, **options)


def test_wide_numbers_take_no_more_memory(max_bytes=1 << 21):
    """The numbers become 512 bits wide; with the same number of slots the table would exceed its limit."""
    p = problem(dominoes(box(200, 4)))
    memo = small(p, fixed=True, max_bytes=max_bytes)
    assert memo.setup()
    most = 0
    while memo.step(40_000) != DONE:
        most = max(most, memo.nbytes)
    assert max_bytes / 3 < most <= max_bytes
    assert memo.solutions == p.count() > 2**256


@pytest.mark.parametrize("draws", [False, True])
def test_large_tables_move_part_by_part(draws):
    """Some calls of step() only move a table and visit no node, so that no move delays the clock or Ctrl-C."""
    p = problem(dominoes(box(14, 14)))
    memo = small(p, fixed=True, draws=draws, max_nodes=1 << 30)
    assert memo.setup()
    still, before = 0, -1
    while memo.step(100_000) != DONE:
        still += memo.nodes == before
        before = memo.nodes
    assert still > 0
    count = ZDD(p, *memo.diagram()).count() if draws else memo.solutions
    assert count == 112202208776036178000000


def test_a_slice_is_short_where_nodes_are_large():
    p = queens(40)
    kernel = borrowed(p, "links")
    assert step(kernel, 10**7, work=FIRST_SLICE_WORK) == PAUSED
    assert kernel.nodes < 10**5


def test_a_diagram_that_became_too_large():
    count = problem(dominoes(box(8, 8))).counting(method="zdd", max_memory=1000)
    for _ in range(2):
        with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
            count.run()
        assert count.status is None


def test_a_diagram_and_its_states_share_the_memory(max_memory=1 << 24):
    count = problem(dominoes(box(18, 18))).counting(method="zdd", max_memory=max_memory)
    with pytest.raises(OverflowError):
        count.run()
    assert count.stats.memory <= max_memory / 2  # two tables share the memory


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("max_bytes", [1, 300_000, 1 << 30])
def test_a_bounded_memory_gives_the_same_number(fixed, max_bytes):
    p = problem(latin_square(5))
    memo = small(p, fixed=fixed, max_bytes=max_bytes)
    assert memo.setup()
    while memo.step(100_000) != DONE:
        assert memo.nbytes <= max(max_bytes, 400_000)
    assert memo.solutions == 161280


def test_where_it_pauses_makes_no_difference():
    p = queens(6)
    for draws in (False, True):
        whole, halting = small(p, draws=draws), small(p, draws=draws)
        assert whole.setup()
        assert halting.setup()
        assert finished(whole)
        fractions = [0.0]
        while halting.step(1) != DONE:
            fractions.append(halting.fraction)
        assert fractions == sorted(fractions)
        assert fractions[-1] < halting.fraction == 1.0
        assert (halting.solutions, halting.nodes, halting.lookups, halting.hits) == (
            whole.solutions,
            whole.nodes,
            whole.lookups,
            whole.hits,
        )
        assert draws or whole.solutions == 4
        if draws:
            assert halting.diagram()[0] == whole.diagram()[0]
            assert (halting.diagram()[1] == whole.diagram()[1]).all()


def test_a_question_leaves_no_trace():
    p = problem(dominoes(box(6, 6)))
    memo = small(p)
    for options in ([], [0], [0, 1], [], [5]):
        possible = memo.setup(options)
        if possible:
            assert finished(memo)
        assert (memo.solutions if possible else 0) == p.search(given=options).count()


def test_limits():
    p = problem(latin_square(6))
    c = p.counting(method="memo")
    with pytest.raises(Unfinished) as stop:
        c.run(time_limit=0)
    assert (stop.value.partial, c.count, c.status) == (0, 0, Status.TIME_LIMIT)
    with pytest.raises(Unfinished) as stop:
        c.run(time_limit=0.02)
    assert c.status is stop.value.status is Status.TIME_LIMIT
    assert 0 < stop.value.partial == c.count < 812851200
    p = queens(10)
    c = p.counting()
    with pytest.raises(Unfinished, match="the time limit ended the count: at least 0 solutions"):
        c.run(time_limit=0)
    assert c.run() == 724
    assert c.status is Status.COMPLETE
    assert c.run() == 724  # nothing left to do
    assert p.count(3) == 3
    assert p.count(3, method="search") == 3
    with pytest.raises(ValueError, match="limit cannot be combined with method=memo; use method=auto"):
        p.count(3, method="memo")
    methods = "auto, search, memo, frontier, symmetric, zdd"
    with pytest.raises(ValueError, match=f"no method 'guess'; choose one of {methods}"):
        p.count(method="guess")
    with pytest.raises(ValueError, match="max_memory is 0; it must be 1 or more"):
        p.count(max_memory=0)
    with pytest.raises(ValueError, match="given option 100 is out of range"):
        p.count(given=[100])


def test_statistics_of_the_smallest_count():
    c = Problem([["a"], ["a"]]).counting()
    assert c.run() == 2
    assert (c.stats.method, c.stats.parts, c.stats.lookups, c.stats.hit_rate) == ("search", 0, 0, 0)


def test_progress_never_falls():
    seen = []
    p = problem(latin_square(9))
    with pytest.raises(Unfinished):
        p.counting(progress=seen.append).run(time_limit=0.5)
    fractions = [progress.fraction for progress in seen]
    assert len(seen) >= 2
    assert fractions == sorted(fractions)
    assert all(0 <= fraction <= 1 for fraction in fractions)


def test_ctrl_c():

    def stop(progress):
        raise KeyboardInterrupt

    c = problem(latin_square(9)).counting(progress=stop)
    with pytest.raises(KeyboardInterrupt):
        c.run()
    assert c.status is Status.INTERRUPTED
    with pytest.raises(ValueError, match="time_limit is -1"):
        c.run(time_limit=-1)
    assert c.status is Status.INTERRUPTED


def test_no_items_and_no_options():
    for method in WAYS:
        assert Problem([]).count(method=method) == 1
        assert Problem([], ["a"]).count(method=method) == 0
        assert Problem([["x"]], [], ["x"]).count(method=method) == 1
        assert Problem([["a"], ["a"]]).count(method=method, given=[0, 1]) == 0


def test_what_a_memory_does_not_take():
    pairs = [pair for k in range(0, 70_000, 2) for pair in ([k, k + 1], [k, (k + 2) % 70_000])]
    pairs += [[k, k + 1] for k in range(1, 69_999, 2)]
    large = Problem(pairs)  # one component
    for method in ("memo", "zdd"):
        with pytest.raises(ValueError, match=f"MiB of tables; method '{method}' does not take problems of this"):
            large.count(method=method)


# --- the order of items


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_every_order_counts_the_same(data):
    p = data.draw(problems())
    items = data.draw(st.permutations(p.primary))
    order = data.draw(st.sampled_from(["leftmost", "mrv", "auto", items, items[: len(items) // 2]]))
    n = p.count(method="search")
    for method in ("auto", "memo", "zdd"):
        assert p.count(order=order, method=method) == n
    assert p.counting(order=order, workers=2).run() == n


def test_an_order_decides_whether_a_count_ends(monkeypatch):
    """A strip of dominoes, row by row: a count in the order of its columns needs few nodes."""
    strip = grid(4, 40)
    columns = sorted(strip.primary, key=lambda cell: cell[::-1])
    right = strip.count()
    by_columns = strip.counting(method="memo", order=columns)
    assert by_columns.run() == right and by_columns.stats.nodes < 2_000
    given_order = strip.counting(method="memo", order="leftmost")
    with pytest.raises(Unfinished):
        given_order.run(time_limit=0.5)
    assert strip.counting(order=columns).run(time_limit=60) == right
    apart = Problem([*(strip.option(k) for k in range(strip.n_options)), ["x"], ["x"]])
    assert apart.count(order=[*columns, "x"], method="memo", time_limit=60) == 2 * right


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("best", "no order 'best'; choose auto, mrv, leftmost, or give a sequence of primary items"),
        (["x"], "order has 'x', which is not a primary item"),
        ([(0, 0), (0, 0)], r"order has \(0, 0\) twice"),
    ],
)
def test_an_order_that_does_not_exist(order, message):
    for how in ({}, {"workers": 2}):
        with pytest.raises(ValueError, match=message):
            grid(2, 2).count(order=order, **how)
