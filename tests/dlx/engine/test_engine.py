"""The kernel that "auto" chooses, by counters, never by a clock; and the data kept between questions."""

import copy
import pickle
import threading
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem
from dlx.engine import engine
from dlx.engine.engine import LEAST_QUESTIONS, PLAINLY_SMALL, Engine
from dlx.kernels.bits import bits as _bits
from dlx.kernels.bits.layout import MOST_TABLE_OPTIONS, lay_out
from dlx.matrix.entries import INDEX_BITS
from tests.problems import dominoes, langford, queens

WORD_OPTIONS = 64  # whose bits are one word


def chosen(p):
    return p.search().stats.kernel


def dense(options, items, length, seed=1):
    rng = np.random.default_rng(seed)
    rows = np.argsort(rng.random((options, items)), axis=1)[:, :length]
    return Problem.from_csr(np.arange(0, options * length + 1, length), rows.ravel(), n_items=items, n_primary=items)


def test_small_states_are_for_bits():
    for p in (queens(8), queens(40), dominoes(8, 8), langford(20)):
        assert lay_out(p).shape.stride <= PLAINLY_SMALL
        assert chosen(p) == "bits"


def test_tiny_problems_are_no_exception():
    """A trial of links would take longer than tables; the kernel of the first question serves the next."""
    for p in (Problem([]), Problem([["a"]]), Problem([["a"]], {"a": (0, 2)}), dominoes(2, 6)):
        assert chosen(p) == "bits"
        assert p.count() == len(list(p.solutions())) == p.search(kernel="multi").count()
        p = Problem.from_fields(p.fields())
        assert p.is_unique() == (p.count() == 1)
        assert [*p.engine.stock.idle] == ["bits"]


@given(st.data())
def test_the_order_of_solutions_does_not_depend_on_the_kernel(data):
    """With as many options as the bits of a word, links and bits find the same solutions in the same order."""
    n = data.draw(st.integers(1, 9))
    option = st.lists(st.integers(0, n - 1), unique=True, min_size=1, max_size=4)
    second = data.draw(st.integers(0, n - 1))
    options = data.draw(st.lists(option, max_size=WORD_OPTIONS))
    p = Problem(options, range(second, n), range(second))
    first = [[s.options for s in islice(p.search(kernel=kernel), 100)] for kernel in ("links", "bits")]
    assert first[0] == first[1]


def test_wide_states_are_tried():
    assert chosen(langford(64)) == "links"  # 104 words for options of 3 items: unlinking is less work than an AND
    assert chosen(dense(7_000, 200, 6)) == "bits"  # an option clashes with a thousand others


def test_what_links_finishes_in_the_trial_fills_no_tables():
    n = 7_000
    p = Problem.from_csr(np.arange(n + 1), np.arange(n) // 2, n_items=n // 2 + 1, n_primary=n // 2 + 1)
    assert chosen(p) == "links"  # the last item has no option
    assert p.engine.stock.tables is None


def test_too_many_options_for_tables():
    n = MOST_TABLE_OPTIONS + 1
    p = Problem.from_csr(np.arange(n + 1), np.arange(n) % 9, n_items=9, n_primary=9)
    assert lay_out(p) is None
    assert chosen(p) == "links"


def test_the_choice_is_the_same_whatever_the_processor():
    choices = set()
    for name in _bits.instruction_sets():
        _bits.use(name)
        choices.add((chosen(langford(64)), chosen(dense(7_000, 200, 6))))
    assert choices == {("links", "bits")}


def test_tables_are_filled_once():
    p = queens(9)
    first, second = p.search(), p.search(kernel="bits", seed=1)
    tables = p.engine.stock.tables
    assert tables is not None
    third = p.search()
    assert (first.count(), second.count(), third.count()) == (352, 352, 352)
    assert p.engine.stock.tables is tables


def test_copies_start_without_tables():
    p = queens(6)
    assert p.count() == 4
    for q in (copy.copy(p), pickle.loads(pickle.dumps(p))):
        assert q == p
        assert q.engine.stock.tables is None
        assert q.count() == 4


def test_many_threads_ask_a_fresh_problem():
    p = queens(8)
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(p.count())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [92] * 8


@pytest.mark.parametrize("kernel", ["bits", "links"])
def test_a_kernel_by_name(kernel):
    p = queens(8)
    search = p.search(kernel=kernel)
    assert search.count() == 92
    assert search.stats.kernel == kernel
    with pytest.raises(ValueError, match=r"no kernel 'slots'; choose one of auto, links, bits, multi$"):
        p.search(kernel="slots")


def test_a_seed_is_for_links_unless_told_otherwise():
    p = queens(8)
    for kernel, used in (("auto", "links"), ("bits", "bits")):
        search = p.search(seed=3, kernel=kernel)
        assert search.count() == 92
        assert search.stats.kernel == used


def test_the_first_question_lays_a_problem_out_once(monkeypatch):
    laid_out = []
    monkeypatch.setattr(engine, "lay_out", lambda *args, **kwargs: laid_out.append(args) or lay_out(*args, **kwargs))
    for ask in (Problem.solve, Problem.count, Problem.is_unique, lambda p: p.count(method="memo")):
        p = queens(6)
        ask(p)
        ask(p)
        assert len(laid_out) == 1, ask
        assert p.engine.stock.layout is None, "the tables hold all of it"
        laid_out.clear()
    dense(7_000, 200, 6).search()  # both kernels are tried
    assert len(laid_out) == 1


def test_the_order_of_options_within_one_word_is_as_given():
    rng = np.random.default_rng(5)
    for n in (1, 30, 63, 64):
        p = Problem([rng.choice(9, 3, replace=False).tolist() for _ in range(n)])
        option, *_, low, high = lay_out(p).arrays()
        assert option.tolist() == list(range(n))
        assert set(low.tolist()) == {0}
        assert set(high.tolist()) == {1}


def test_how_many_questions_go_to_the_lanes():
    def lanes(questions, options=1, ready=False, name="auto"):
        p = Problem.from_csr(range(options + 1), [0] * options, n_items=1, n_primary=1)
        return Engine(p).side_by_side(name, questions, ready=ready)

    most = 2 ** (INDEX_BITS - 1) - 1  # question numbers fit in an index
    assert [lanes(n) for n in (LEAST_QUESTIONS - 1, LEAST_QUESTIONS, most, most + 1)] == [False, True, True, False]
    assert [lanes(n, 100) for n in (99, 100)] == [False, True], "as many as there are entries to compile"
    assert [lanes(n, 100, ready=True) for n in (63, 64)] == [False, True]
    assert [lanes(9_999, n) for n in (4_096, 4_097)] == [True, False]
    assert lanes(1, 4_096, name="lanes") and not lanes(9_999, name="bits")
    with pytest.raises(ValueError, match="4,097 options are more than 4,096; kernel 'lanes' does not take"):
        lanes(9_999, 4_097, name="lanes")
