# SPDX-License-Identifier: MIT
"""The turns in a race of plain search against searches with a memory. No search runs here."""

from itertools import islice

import pytest

from dlx.engine.portfolio import UNLIMITED_NODES, race


class Runner:
    """A strategy in a state that the test sets."""

    def __init__(self, name, hit_rate=0.0, fraction=0.0, nodes=0):
        self.name, self.fraction, self.nodes, self.full = name, fraction, nodes, False
        self.lookups, self.hits = 100, round(100 * hit_rate)


def turns(plain, memos, n):
    """Return the first n turns; each turn uses up all its nodes."""
    taken = []
    for way, stop in islice(race(plain, memos), n):
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


def test_memories_that_seldom_hit_leave_the_rest_to_plain_search():
    for hit_rate, wanted in ((0.09, ("plain", UNLIMITED_NODES)), (0.1, ("memo", 20_000))):
        assert turns(Runner("plain"), [Runner("memo", hit_rate)], 2) == [("memo", 10_000), wanted]
    memos = [Runner("good", 0.5), Runner("poor", 0.09)]
    assert turns(Runner("plain"), memos, 4)[2:] == [("good", 20_000), ("good", 40_000)]
    assert turns(None, [Runner("memo", 0.0)], 3) == [("memo", 10_000), ("memo", 20_000), ("memo", 40_000)]


def test_a_diagram_that_is_full_has_no_more_turns():
    full, memo = Runner("full", 0.9), Runner("memo", 0.5)
    full.full = True
    assert turns(None, [full, memo], 4)[2:] == [("memo", 20_000), ("memo", 40_000)]
    assert turns(Runner("plain"), [full], 2)[1] == ("plain", UNLIMITED_NODES)
    with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
        turns(None, [full], 2)
