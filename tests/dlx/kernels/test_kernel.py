# SPDX-License-Identifier: MIT
"""Guards, leases, and orders that depend on the seed alone: all kernels share them."""

from collections import Counter
from itertools import permutations

import pytest

from dlx.kernels.kernel import Guard, Lease, shuffle, shuffled
from tests.nightly import threads
from tests.problems import queens


def test_a_guard_refuses_a_second_caller_and_admits_the_next():
    guard = Guard()
    with guard, pytest.raises(RuntimeError, match="this search is running already"), guard:
        pytest.fail("a second caller was admitted")
    with pytest.raises(ValueError, match="mine"), guard:
        raise ValueError("mine")
    with guard:
        pass


def test_a_guard_admits_one_thread():
    guard, inside, most = Guard(), [], []

    def ask(number, wrong):
        admitted = 0
        for _ in range(2_000):
            try:
                with guard:
                    inside.append(number)
                    most.append(len(inside))
                    inside.pop()
                admitted += 1
            except RuntimeError:
                pass
        return admitted

    admitted, wrong = threads.on_all_threads(0, ask)
    assert not wrong
    assert len(most) == admitted > 0
    assert set(most) == {1}


def kernel():
    with queens(6).engine.lend("links") as lent:
        return lent


def test_a_lease_gives_its_kernel_back():
    idle, machine = {}, kernel()
    with Lease(idle, machine) as lent:
        assert lent is machine and not idle
    assert idle == {"links": machine}
    lease = Lease(idle := {}, machine)
    assert not idle
    del lease  # a lease that is dropped returns it, too
    assert idle == {"links": machine}


def test_a_kernel_in_the_middle_of_a_question_is_not_given_back():
    idle = {}
    with pytest.raises(ValueError, match="mine"), Lease(idle, kernel()) as lent:
        lent.setup(())
        raise ValueError("mine")
    assert idle == {}


def test_orders_depend_on_the_seed_alone():
    assert list(shuffled(6, seed=1)) == [0, 1, 3, 2, 4, 5] and list(shuffled(6, seed=1 + 2**64)) == [0, 1, 3, 2, 4, 5]
    order = shuffled(9, 5)
    again = shuffled(9, 5)
    assert order == again and sorted(order) == list(range(9))
    shuffle(again, 7)
    assert again != order and sorted(again) == list(range(9))
    assert list(shuffled(0, 1)) == [] and list(shuffled(1, 1)) == [0]


def test_all_orders_are_about_as_likely():
    count = Counter(tuple(shuffled(4, seed)) for seed in range(24 * 200))
    assert set(count) == set(permutations(range(4)))
    assert sum((n - 200) ** 2 / 200 for n in count.values()) < 60  # chi-square, 23 degrees of freedom: 1 in 30,000


@pytest.mark.parametrize("name", ["links", "bits", "multi"])
def test_the_rest_of_a_search_is_a_list_of_parts(name):
    """The solutions so far and the solutions of all parts are all solutions, at any pause."""
    p = queens(6)
    with p.engine.lend(name) as machine:
        machine.setup(())
        machine.node_stop = machine.solution_stop = 2**63
        machine.step(1)
        while machine.midway:
            machine.step(1)
        found, parts = machine.solutions, machine.frontier()
    assert parts and 0 < sum(share for *_, share in parts) <= 1
    for options, tried, rest, _ in parts:
        with p.engine.lend(name) as machine:
            assert machine.setup(options, tried, rest)
            machine.node_stop = machine.solution_stop = 2**63
            machine.step(2**40)
            found += machine.solutions
    assert found == 4
