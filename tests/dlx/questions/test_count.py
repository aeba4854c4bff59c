"""Counting by every method (search, memoized search in both orders, diagrams), against each other and known numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import dominoes, latin_square, lozenges, matching, rectangles
from dlx import Problem, Status, Unfinished
from dlx.engine.drive import FIRST_SLICE_WORK, PAUSED
from dlx.engine.engine import KERNELS
from dlx.kernels import reference as _reference
from tests.kernels import borrowed, step
from tests.problems import dominoes as grid
from tests.problems import langford, problems, queens, questions

WAYS = ("auto", "search", "memo", "frontier", "symmetric", "zdd")


def problem(cover):
    return Problem(cover.options, cover.primary, cover.secondary)


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
        ("best", "no order 'best'; choose one of auto, mrv, leftmost, or give a sequence of primary items"),
        (["x"], "order has 'x', which is not a primary item"),
        ([(0, 0), (0, 0)], r"order has \(0, 0\) twice"),
    ],
)
def test_an_order_that_does_not_exist(order, message):
    for how in ({}, {"workers": 2}):
        with pytest.raises(ValueError, match=message):
            grid(2, 2).count(order=order, **how)
