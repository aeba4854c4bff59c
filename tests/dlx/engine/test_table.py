# SPDX-License-Identifier: MIT
"""The turns in a race of plain search against memoized searches. No search runs here."""

from itertools import islice

import pytest

from dlx.engine.strategies.learning import NODE_WORK
from dlx.engine.turns import UNLIMITED_NODES, Late, Turns


class Runner:
    """A strategy in a state that the test sets."""

    def __init__(self, name, hit_rate=0.0, fraction=0.0, nodes=0, solutions=0):
        self.name, self.fraction, self.nodes, self.full = name, fraction, nodes, False
        self.solutions = solutions
        self.lookups, self.hits = 100, round(100 * hit_rate)

    @property
    def work(self):
        return max(self.nodes, 1) * NODE_WORK


def turns(plain, memos, n, few=None):
    """Return the first n turns; each turn uses up all its nodes."""
    taken = []
    for way, stop, leads in islice(Turns(plain, memos, Late(few=lambda: few)), n):
        memories = [memo for memo in memos if not memo.full]
        rare = len(taken) >= len(memos) and all(memo.hits < 10 for memo in memories)
        assert leads == (plain is not None and rare)
        taken.append((way.name, stop - way.nodes))
        way.nodes = stop
    return taken


def test_the_leader_has_the_longest_turns_and_each_round_twice_as_many_nodes():
    memos = [Runner("few hits", 0.2), Runner("many hits", 0.5)]
    first = [("few hits", 10_000), ("many hits", 10_000)]
    second = [("many hits", 20_000), ("few hits", 5_000)]
    third = [("many hits", 40_000), ("few hits", 10_000)]
    assert turns(None, memos, 6) == [*first, *second, *third]


def test_plain_search_has_a_turn_as_long_as_it_may_end():
    """Plain search would need nodes / fraction; beyond 16 turns of the leader, first 20,000 nodes, it is hopeless."""
    for nodes, hopeful in ((319_999, True), (320_000, False)):
        memo, plain = Runner("memo", 0.5), Runner("plain", fraction=1.0, nodes=nodes)
        wanted = ("plain", 5_000) if hopeful else ("memo", 40_000)
        assert turns(plain, [memo], 3) == [("memo", 10_000), ("memo", 20_000), wanted]


def test_plain_search_leads_memories_that_seldom_hit():
    """As long as a memory has a thousandth of the nodes that plain search needs, it gets a quarter of its turns."""
    poor = [Runner("memo", 0.09), Runner("other", 0.05)]
    first = [("memo", 10_000), ("other", 10_000)]
    plain = Runner("plain", nodes=100_000)  # a fraction of 0: the search would never end
    rounds = [("plain", 20_000), ("memo", 5_000), ("other", 5_000), ("plain", 40_000), ("memo", 10_000)]
    assert turns(plain, poor, 7) == [*first, *rounds]
    plain = Runner("plain", fraction=0.1, nodes=100_000)  # 1.2 million nodes in all: 1,200 for a memory
    few = [Runner("memo", 0.09), Runner("other", 0.05)]
    assert turns(plain, few, 5) == [*first, ("plain", 20_000), ("plain", 40_000), ("plain", 80_000)]


def test_a_memory_that_hits_leads_again():
    for hit_rate, wanted in ((0.09, ("plain", 20_000)), (0.1, ("memo", 20_000))):
        assert turns(Runner("plain"), [Runner("memo", hit_rate)], 2) == [("memo", 10_000), wanted]
    memos = [Runner("good", 0.5), Runner("poor", 0.09)]
    rest = [("good", 20_000), ("poor", 1_250), ("good", 40_000), ("poor", 2_500)]
    assert turns(Runner("plain"), memos, 6)[2:] == rest
    assert turns(None, [Runner("memo", 0.0)], 3) == [("memo", 10_000), ("memo", 20_000), ("memo", 40_000)]


def test_components_end_the_race():
    parts = Runner("components")
    taken = [strategy.name for strategy, *_ in Turns(Runner("plain"), [Runner("memo")], Late(apart=lambda: parts))]
    assert taken == ["memo", "components"]


def test_a_diagram_that_is_full_has_no_more_turns():
    full, memo = Runner("full", 0.9), Runner("memo", 0.5)
    full.full = True
    assert turns(None, [full, memo], 4)[2:] == [("memo", 20_000), ("memo", 40_000)]
    assert turns(Runner("plain"), [full], 2)[1] == ("plain", UNLIMITED_NODES)
    with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
        turns(None, [full], 2)


def test_a_search_for_few_solutions_joins_where_plain_search_would_not_end():
    """It has a sixteenth of the turns of plain search, or a 64th of the turns of a memory that hits, until it ends."""
    few, plain = Runner("few"), Runner("plain")
    assert turns(plain, [], 4, few) == [("few", 1_250), ("plain", 20_000), ("few", 2_500), ("plain", 40_000)]
    few.full = True
    assert turns(plain, [], 2, few) == [("few", 1_250), ("plain", UNLIMITED_NODES - 60_000)]
    memo = Runner("memo", 0.5)
    assert turns(Runner("plain"), [memo], 3, Runner("few")) == [("memo", 10_000), ("few", 312), ("memo", 20_000)]
    for nodes, fraction, wanted in ((10**5 - 1, 0.0001, "plain"), (10**5, 0.0001, "few"), (10**6, 0.5, "few")):
        ends = Runner("plain", fraction=fraction, nodes=nodes)
        assert turns(ends, [], 1, Runner("few"))[0][0] == wanted


@pytest.mark.parametrize("solutions", [0, 1])
def test_no_invariant_is_sought_once_there_is_a_solution(solutions):
    plain, weights = Runner("search", fraction=1e-9, nodes=10**6, solutions=solutions), Runner("invariants")
    taken = [way.name for way, *_ in islice(Turns(plain, [], Late(weights=lambda: weights)), 2)]
    assert ("invariants" in taken) == (not solutions)
