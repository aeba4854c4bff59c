"""The bit-parallel kernel: the same answers in every shape, with every instruction set, wherever it stops."""

import os
import platform
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.instances import INSTANCES
from bench.peers import problem
from dlx import Problem, Status
from dlx.engine.drive import SLICE_SECONDS
from dlx.kernels import reference as _reference
from dlx.kernels.bits import bits as _bits
from dlx.kernels.bits.bits import Bits, Tables
from dlx.kernels.bits.layout import MOST_TABLE_BYTES, VARIANTS, counting, lay_out, n_bytes, shape_of, slotted
from dlx.kernels.kernel import shuffled
from tests.kernels import DONE, ENDLESS, LIMIT, SOLUTION, ask_anew, counters, step
from tests.problems import dominoes, problems, queens, questions


def shapes(p):
    """Yield a shape for each search function, with states larger than needed if necessary."""
    for variant, (words, item_words, slots) in enumerate(VARIANTS):
        n_slots = np.bincount(p.indices[p.indices < p.n_primary], minlength=1).max()
        if not slots or n_slots <= slots:
            yield shape_of(variant, words or 24, item_words or 3)


def kinds(p):
    """Return the shapes to choose from: counting and, if it fits, slotted."""
    largest = np.bincount(p.indices[p.indices < p.n_primary], minlength=1).max()
    both = counting(p.n_options, p.n_primary), slotted(p.n_options, p.n_primary, largest)
    return [shape for shape in both if shape]


def bits(p, shape=None, tried=None):
    return Bits(Tables(lay_out(p, tried, shape)))


@pytest.fixture(scope="module", params=_bits.instruction_sets())
def instructions(request):
    """Use each instruction set of this processor in turn."""
    _bits.use(request.param)
    yield request.param
    _bits.use(_bits.instruction_sets()[-1])


def everything(kernel):
    """Return all solutions, ascending, and the final counters."""
    found = []
    while step(kernel, ENDLESS, kernel.solutions + 1) == SOLUTION:
        found.append(tuple(sorted(kernel.solution())))
    return sorted(found), counters(kernel)


@pytest.mark.long
@pytest.mark.usefixtures("instructions")
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_search_function_against_the_reference(data):
    p = data.draw(problems())
    questions_asked = [data.draw(questions(p)) for _ in range(2)]
    expected = [sorted(_reference.solutions(p, *question)) for question in questions_asked]
    for shape in shapes(p):
        kernel = bits(p, shape)
        for question, solutions in zip(questions_asked, expected, strict=True):
            possible = kernel.setup(*question)
            assert everything(kernel)[0] == solutions
            assert possible or not solutions


@pytest.mark.parametrize("name", ["queens8", "langford8", "domino6x6", "latin4", "sts9", "costas7", "soma"])
def test_all_instructions_do_the_same(name):
    p = problem(INSTANCES[name])
    for shape in kinds(p):
        seen = set()
        for instructions in _bits.instruction_sets():
            _bits.use(instructions)
            kernel = bits(p, shape)
            assert step(kernel) == DONE
            assert kernel.solutions == INSTANCES[name].count
            seen.add(counters(kernel))
        assert len(seen) == 1


def test_a_known_tree():
    """With slots, one look covers all items, and all forced items are covered together."""
    p = problem(INSTANCES["queens8"])
    counted, added = (bits(p, shape) for shape in kinds(p))
    for kernel in (counted, added):
        assert step(kernel) == DONE
        assert step(kernel) == DONE  # the kernel stays done
    assert counters(counted) == (1_373, 3_984, 243, 92, 8)
    assert counters(added) == (1_239, 809, 243, 92, 8)


def test_nodes_are_partial_solutions():
    kernel = bits(Problem([["a"], ["b"], ["a", "b"]]))
    step(kernel)
    assert kernel.nodes == 4  # {}, {0}, {0, 1}, {2}
    assert kernel.guesses == 1
    assert kernel.max_level == 2


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_pauses_change_nothing(data):
    p = data.draw(problems())
    shape = data.draw(st.sampled_from(list(shapes(p))))
    question = data.draw(questions(p))
    whole, sliced = bits(p, shape), bits(p, shape)
    assert whole.setup(*question) == sliced.setup(*question)
    expected, counts = everything(whole)
    found, fractions = [], [sliced.fraction]
    budgets = random.Random(data.draw(st.integers(0, 2**32)))
    while True:
        stop = sliced.nodes + budgets.randint(0, 2)
        outcome = step(sliced, stop, sliced.solutions + 1, 1)
        assert sliced.nodes <= stop
        fractions.append(sliced.fraction)
        if outcome == DONE:
            break
        if outcome == SOLUTION:
            found.append(tuple(sorted(sliced.solution())))
    assert counters(sliced) == counts
    assert sorted(found) == expected
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_new_question_at_any_moment(data):
    p = data.draw(problems())
    shape = data.draw(st.sampled_from(list(shapes(p))))
    ask_anew(data, p, lambda: bits(p, shape))


def test_the_items_that_killed_are_forgotten_between_questions():
    p = problem(INSTANCES["costas7"])
    kernel = bits(p)
    assert step(kernel) == DONE
    first = counters(kernel)
    kernel.setup(())
    assert step(kernel) == DONE
    assert counters(kernel) == first


def test_searches_share_their_tables():
    p = queens(9)
    tables = Tables(lay_out(p))
    first, second = Bits(tables), Bits(tables)
    assert step(first, 50) == LIMIT
    assert step(second) == DONE
    assert step(first) == DONE
    assert counters(first) == counters(second)
    assert first.solutions == 352


def test_a_seed_shuffles_what_is_tried_first():
    p = queens(8)
    orders = set()
    for seed in range(4):
        kernel = bits(p, tried=shuffled(p.n_options, seed))
        found, _ = everything(kernel)
        assert len(found) == 92
        kernel.setup(())
        step(kernel, ENDLESS, 1)
        orders.add(tuple(kernel.solution()))
    assert len(orders) > 1


def test_memory_is_bounded():
    p = Problem([[k, "x"] for k in range(24_000)], primary=["x"], secondary=range(24_000))
    assert lay_out(p) is None
    assert p.search().stats.kernel == "links"
    with pytest.raises(ValueError, match="24,000 options need more than 64 MiB of tables; kernel 'bits' does not"):
        p.search(kernel="bits")
    long_options = Problem([range(k, k + 300) for k in range(9_000)])  # few options of many entries
    assert lay_out(long_options) is None or Bits(Tables(lay_out(long_options))).nbytes <= MOST_TABLE_BYTES
    assert lay_out(Problem([range(k, k + 400) for k in range(9_000)])) is None
    for q in (queens(6), dominoes(12, 12), queens(20), queens(64), long_options):
        layout = lay_out(q)
        if layout:
            levels = min(q.n_primary, layout.n_bits // 2) + 2
            promised = n_bytes(layout.shape, q.n_options, layout.n_bits, q.n_primary, len(q.indices), levels)
            assert Bits(Tables(layout)).nbytes <= promised <= MOST_TABLE_BYTES


def test_a_slice_is_short_whatever_a_node_costs(clock):
    """A slice stays short when nodes that examine thousands of items follow cheap ones.

    A slice length fitted to the cheap nodes would take seconds.
    """
    clock(SLICE_SECONDS)
    n = 3_000
    wide = [[f"w{k}" for k in range(j, n, 400)] for j in range(400) for _ in range(2)]
    small = [[f"s{k}", f"t{j}"] for k in range(9) for j in range(9)]
    p = Problem([*small, *wide])
    search = p.search(kernel="bits", time_limit=50 * SLICE_SECONDS)
    search.count()
    assert search.status is Status.TIME_LIMIT
    assert search.stats.updates < 51 * 500_000  # we saw at most 223,000 a slice


def test_a_long_trail_is_not_replayed_to_its_end():
    """The fraction is replayed from the trail up to a bound, which a chain of forced options reaches here."""
    n = 12_000
    chain = [[k, k + 1] for k in range(0, n, 2)]
    p = Problem([*chain, *([f"x{k}"] for k in range(20) for _ in range(2))])
    kernel = bits(p)
    step(kernel, n + 100)
    assert kernel.fraction == 0
    assert sum(1 for _ in kernel.frontier()) < 20  # not all branches are open: some are done
    assert step(kernel, kernel.nodes + 1000) == LIMIT
    assert kernel.fraction == 0


def test_the_deepest_node_may_be_one_that_fails():
    p = Problem([["a", "c"], ["b", "c"], ["d"], ["d"]])
    for shape in kinds(p):
        kernel = bits(p, shape)
        step(kernel)
        assert (kernel.nodes, kernel.max_level) == (2, 1)


def test_a_stop_that_lies_behind():
    kernel = bits(queens(8))
    assert step(kernel, 100) == LIMIT
    assert step(kernel, 50) == LIMIT
    assert kernel.nodes == 100


def test_slots_hold_what_fits():
    assert slotted(729, 324, 9).slots == 9
    assert slotted(730, 512, 9).item_words == 8
    assert slotted(1025, 324, 9) is None  # too many options
    assert slotted(729, 513, 9) is None  # too many items
    assert slotted(729, 324, 26) is None  # too large an item
    assert slotted(3, 2, 0) is not None  # items without options are dead, not too small


@pytest.mark.skipif(sys.platform == "emscripten", reason="no processes")
def test_instructions_by_name():
    names = _bits.instruction_sets()
    assert names[0] == "plain"
    with pytest.raises(ValueError, match="no set of instructions 'mmx' on this processor; there are plain"):
        _bits.use("mmx")
    code = "from dlx import Problem; print(Problem([['a'], ['a']]).count())"
    environment = os.environ | {"DLX_INSTRUCTIONS": "plain"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "2\n"


def test_instructions_of_this_processor():
    """The instruction sets match the report of Linux; gcc before 9 builds only one."""
    if not Path("/proc/cpuinfo").exists() or platform.machine() != "x86_64" or len(_bits.instruction_sets()) == 1:
        pytest.skip("no other sets here")
    (flags,) = {line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")}
    wide = {"avx512_vpopcntdq", "avx512_bitalg", "avx512vbmi", "avx512vl", "avx512bw", "avx512dq"} <= set(flags.split())
    assert _bits.instruction_sets() == ["plain", "avx2", "avx512"][: 3 if wide else 2]


def test_the_largest_tables():
    """A state of 250 words uses the widest search, with items in several words."""
    n = 16_000
    p = Problem.from_csr(
        np.arange(0, 2 * n + 1, 2),
        np.stack([np.arange(n) % 100, 100 + np.arange(n) % 99], 1).ravel(),
        n_items=199,
        n_primary=100,
    )
    search = p.search(kernel="bits", node_limit=10_000)
    search.count()
    assert search.stats.nodes == 10_000
