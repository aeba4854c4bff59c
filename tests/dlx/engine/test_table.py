# SPDX-License-Identifier: MIT
"""The rows of the table: who joins a race, with which share of a round, and who leaves. No search runs here.

A strategy that a test adds by one row answers every question.
"""

import numpy as np
import pytest

from dlx import OptionStatus, Problem, Status
from dlx.engine import table
from dlx.engine.machine import DONE, LIMIT, SOLUTION, Machine
from dlx.engine.table import ANSWERS, TABLE
from dlx.engine.task import CountGoal, Solutions
from dlx.matrix.assumptions import NONE
from dlx.questions.decide import Decision
from tests.components import side_by_side
from tests.dlx.engine.turns import TOY, Fake, of_table, row_of, shares, shorten, task_of, turns
from tests.problems import queens

FIRST, FOLLOWER, HOPELESS = table.FIRST_MEMO_SHARE, table.FOLLOWER_SHARE, table.HOPELESS_SHARE


def plain(work=2**21, fraction=0.0, **state):
    """Return plain search after so much work. With a fraction of 0 it would never end."""
    return Fake("search", work=work, fraction=fraction, nodes=10**6, **state)


# --- memoized searches and plain search in a count


def test_the_memory_that_hits_most_often_leads():
    for hits, lead in (((0.25, 0.2), ("leftmost", "mrv")), ((0.2, 0.25), ("mrv", "leftmost"))):
        race = of_table(Fake("leftmost", hits[0]), Fake("mrv", hits[1]))
        assert shares(race, 2) == [("leftmost", FIRST), ("mrv", FIRST)]
        assert dict(shares(race, 2)) == dict(shares(race, 2)) == {lead[0]: 1, lead[1]: FOLLOWER}


def test_a_memory_that_hits_often_has_more():
    for least, share in table.HITTING_SHARES:
        for hit_rate, more in ((least, True), (least - 0.01, False)):
            second = dict(shares(of_table(Fake("leftmost", hit_rate), Fake("mrv", 0.2)), 4)[2:])
            assert (second["leftmost"] == share) is more and second["mrv"] == FOLLOWER


def test_finders_wait_while_plain_search_streams_solutions():
    """They have turns again in a part of the tree that is barren."""
    search, others = plain(2**22, solutions=2**16), [Fake("learning"), Fake("restarts"), Fake("sat")]
    race = of_table(*others, search, goal=Solutions(10**9), joining=("learning", "restarts", "sat"))
    for _ in range(4):
        ((name, work),) = turns(race, 1)
        assert name == "search"
        search._solutions += work // 64
    assert turns(race, 1)[0][0] == "search"  # the first turn without solutions
    assert {name for name, _ in turns(race, 4)} >= {"search", "learning", "restarts"}


def test_a_count_to_a_limit_that_plain_search_reaches_soon_stays_with_it():
    nearly = plain(table.DECISION_WORK, fraction=0.001, solutions=500)
    for wanted, alone in ((1_000, True), (10**6, False)):
        assert bool(table._opens(of_table(nearly, goal=Solutions(wanted)), nearly)) is alone


def test_plain_search_has_a_turn_as_long_as_it_may_end():
    """Plain search would need work / fraction; beyond some turns of the leader, it is hopeless."""
    most = table.MOST_LEADER_TURNS * CountGoal.round_work
    for work, hopeful in ((most - 1, True), (most, False)):
        race = of_table(Fake("mrv", 0.25), plain(work, fraction=1.0))
        assert shares(race, 2) == [("mrv", FIRST), ("search", table.PLAIN_FOLLOWER_SHARE) if hopeful else ("mrv", 1)]


def test_plain_search_leads_memories_that_seldom_hit():
    """As long as a memory has a small part of the work that plain search needs, it follows."""
    race = of_table(Fake("leftmost", 0.09), Fake("mrv", 0.05), plain())
    first = [("leftmost", FIRST), ("mrv", FIRST), ("search", 1)]
    second = [("leftmost", FOLLOWER), ("mrv", FOLLOWER), ("search", 1)]
    assert shares(race, 7) == [*first, *second, second[0]]
    least = FIRST * CountGoal.round_work * table.PLAIN_PART  # of plain search, for which a first turn is that part
    for work, follows in ((least / 2, False), (2 * least, True)):
        race = of_table(Fake("leftmost", 0.09), Fake("mrv", 0.05), plain(work / 10, fraction=0.1))
        assert shares(race, 5) == [*first, *(second[:2] if follows else [("search", 1)] * 2)]


def test_a_memory_that_hits_leads_again():
    for hit_rate, second in ((0.09, ("search", 1)), (0.1, ("mrv", 1))):
        assert shares(of_table(Fake("mrv", hit_rate), plain()), 2) == [("mrv", FIRST), second]
    race = of_table(Fake("leftmost", 0.25), Fake("mrv", 0.09), plain())
    assert shares(race, 6)[2:] == [("leftmost", 1), ("mrv", HOPELESS)] * 2
    assert shares(of_table(Fake("mrv", 0.0)), 3) == [("mrv", FIRST), ("mrv", 1), ("mrv", 1)]


def test_a_memory_that_is_full_has_no_more_turns():
    race = of_table(Fake("leftmost", 0.29, full=True), Fake("mrv", 0.25))
    assert shares(race, 4)[2:] == [("mrv", 1), ("mrv", 1)]
    race = of_table(Fake("mrv", 0.25, full=True), plain())
    assert shares(race, 3) == [("mrv", FIRST), ("search", 1), ("search", 1)]
    race = of_table(Fake("mrv", 0.25, full=True))
    turns(race, 1)
    for _ in range(2):
        with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
            turns(race, 1)


def test_a_better_order_takes_the_place_of_the_given_one():
    """It joins a race that will be long."""
    race = of_table(Fake("leftmost", 0.25), Fake("mrv", 0.2), Fake("narrow", 0.3), joining=["narrow"])
    assert [name for name, _ in turns(race, 3)] == ["leftmost", "mrv", "narrow"]
    assert [name for name, _ in turns(race, 2)] == ["mrv", "narrow"]
    assert race["leftmost"] is None
    soon = plain(2, fraction=1.0)
    race = of_table(Fake("leftmost", 0.25), Fake("narrow", 0.3), soon, joining=["narrow"])
    while race["narrow"] is None:
        turns(race, 1)
        soon._work = 2
    assert race.round_work == 2 * table.SOON_WORK
    assert "leftmost" not in {name for name, _ in turns(race, 9)[1:]}


@pytest.mark.parametrize("goal", [CountGoal(), Solutions(1)], ids=["count", "decide"])
def test_components_end_the_race(goal):
    race = of_table(Fake("mrv"), Fake("components"), plain(), goal=goal)
    assert {name for name, _ in turns(race, 5)} == {"components"}
    assert race.alone and not race.waiting


# --- strategies that join late


def layers(expected, steady, nodes=table.YOUNG_NODES, hit_rate=0.5, name="layers"):
    return Fake(name, hit_rate, nodes=nodes, expected=expected, steady=steady)


@pytest.mark.parametrize(
    ("rest", "steady", "share"),
    [
        (10**12, False, table.GROWING_SHARE),
        (10**12, True, table.STEADY_SHARE),
        (10_000, False, table.PROMISED_TURNS),
        (3 * table.YOUNG_NODES, False, table.GROWING_SHARE),
        (3 * table.YOUNG_NODES, True, table.PROMISED_TURNS),
    ],
)
def test_shares_of_layers(rest, steady, share):
    """They have many rounds if they are likely to end, and a good part if the estimate is steady, but else little.

    Others then have a quarter of their shares.
    """
    race = of_table(layers(table.YOUNG_NODES + rest, steady), Fake("mrv", 0.25))
    while race.round_work < table.YOUNG_NODES * table.LAYER_WORK:
        turns(race, 2)
    others = FOLLOWER if share == table.PROMISED_TURNS else 1
    assert shares(race, 4)[-2:] == [("layers", share), ("mrv", others)]


def test_young_layers_have_more():
    race = of_table(layers(10**12, False, nodes=table.YOUNG_NODES - 1), Fake("mrv", 0.25))
    assert shares(race, 1) == [("layers", table.YOUNG_SHARE)]
    assert table.YOUNG_SHARE > table.GROWING_SHARE


def test_layers_in_a_better_order_take_the_place_of_the_given_one():
    given, better = layers(10**12, False), layers(10**12, True, name="ordered")
    race = of_table(given, better, Fake("mrv", 0.25))
    assert [name for name, _ in turns(race, 5)] == ["layers", "ordered", "mrv", "ordered", "mrv"]
    assert race["layers"] is None


def test_layers_join_late_and_leave_if_nothing_merges():
    slow = layers(10**12, False, nodes=0)
    race = of_table(slow, Fake("mrv", 0.25), joining=["layers"])
    while race["layers"] is None:
        [(name, share)] = shares(race, 1)
        assert name == "mrv" or race.round_work == table.LAYERS_WORK
    assert (name, share) == ("layers", table.YOUNG_SHARE)
    slow._nodes, slow._hits = table.FIRST_LAYERS_NODES, 4
    turns(race, 2)
    assert race["layers"] is None
    assert {name for name, _ in turns(race, 4)} == {"mrv"}


def test_layers_continue_alone_before_the_first_round_while_they_promise_to_end():
    early = layers(10**6, True, nodes=50_000)
    race = of_table(early, Fake("mrv", 0.25), opening=["layers"])
    assert {name for name, _ in turns(race, 3)} == {"layers"} and race.round == 0
    early.expected = early.nodes + table.MOST_ALONE_NODES + 1
    assert [name for name, _ in turns(race, 2)] == ["layers", "mrv"] and race.round == 1


def test_plain_search_opens_a_count_until_others_may_know_better():
    least, most = table.OPENING_NODES, table.ENOUGH_NODES
    for nodes, fraction, opens in (
        (least - 1, 1.0, True),
        (most - 1, 1.0, True),
        (most, 1.0, False),
        (least, 0.0, False),
    ):
        race = of_table(Fake("mrv", 0.25), Fake("search", nodes=nodes, fraction=fraction))
        assert (turns(race, 1)[0][0] == "search") == opens == (race.round == 0)


def test_plain_search_opens_a_decision_with_some_work():
    for work, opens in ((table.DECISION_WORK - 1, True), (table.DECISION_WORK, False)):
        race = of_table(Fake("learning"), plain(work), goal=Solutions(1))
        assert (turns(race, 1)[0][0] == "search") == opens == (race.round == 0)


def test_many_symmetries_lead():
    """Few of them follow, once a race is long."""
    race = of_table(Fake("symmetric", 0.5, group=table.MANY_SYMMETRIES), Fake("mrv", 0.25), plain())
    assert dict(shares(race, 2)) == {"mrv": FIRST, "symmetric": 1}
    assert dict(shares(race, 2)) == {"mrv": FOLLOWER, "symmetric": 1}
    race = of_table(Fake("symmetric", 0.5, group=table.MANY_SYMMETRIES - 1), Fake("mrv", 0.25), plain())
    while race.round_work < table.LATE_LAYERS_WORK:
        assert turns(race, 1)[0][0] == "mrv"
    assert dict(shares(race, 2)) == {"mrv": 1, "symmetric": FOLLOWER}


def test_only_the_best_memory_stays_beside_symmetry():
    race = of_table(Fake("symmetric", 0.5, group=table.MANY_SYMMETRIES), Fake("leftmost", 0.2), Fake("mrv", 0.25))
    assert {name for name, _ in turns(race, 3)} == {"symmetric", "leftmost", "mrv"}
    assert {name for name, _ in turns(race, 4)} == {"symmetric", "mrv"}


def test_symmetry_leaves_if_it_merges_too_little():
    machine = Fake("symmetric", 0.04, group=table.MANY_SYMMETRIES)
    race = of_table(machine, Fake("mrv", 0.25))
    turns(race, 4)
    assert race["symmetric"] is machine  # after 100 lookups
    machine.__class__ = type("Looked", (Fake,), {"lookups": 1_000, "hits": 40})
    turns(race, 2)
    assert race["symmetric"] is None


def test_symmetry_joins_where_plain_search_would_take_much_longer():
    least = max(table.LEAST_DRAWING_WORK, table.drawing_work(of_table(Fake("mrv"))))
    for work, joins in ((table.SYMMETRY_FACTOR * least - 1, False), (table.SYMMETRY_FACTOR * least, True)):
        search = plain(work, fraction=1.0)
        race = of_table(Fake("symmetric"), Fake("mrv", 0.25), search, joining=["symmetric"])
        for _ in range(4):
            turns(race, 1)
            search._work = work
        assert race.work > least, "no one looks for symmetries sooner"
        assert ("symmetric" in race.waiting) != joins


@pytest.mark.parametrize(("fraction", "name"), [(0.5, "cases"), (0.0001, "search")])
def test_cases_take_the_place_of_plain_search_if_they_are_likely_to_end_first(fraction, name):
    race = of_table(Fake("cases", fraction=fraction), plain(fraction=0.01), joining=["cases"])
    assert turns(race, 1)[0][0] == "cases"
    while race["cases"] is not None and race["search"] is not None:
        turns(race, 1)
    assert {name for name, _ in turns(race, 3)} == {name}


def test_cases_join_a_race_that_plain_search_leads():
    """They wait until symmetries have been looked for."""
    for fraction, hit_rate, joins in ((0.49, 0.0, True), (0.5, 0.0, False), (0.01, 0.5, False)):
        race = of_table(Fake("cases"), Fake("mrv", hit_rate), plain(2**28, fraction=fraction), joining=["cases"])
        turns(race, 4)
        assert (race["cases"] is not None) == joins
    race = of_table(Fake("cases"), Fake("symmetric"), plain(), joining=["cases", "symmetric"])
    turns(race, 1)
    assert race["cases"] is None


def test_a_search_that_learns_joins_a_count_that_plain_search_would_not_end():
    """It leaves once it has found many solutions."""
    few = Fake("learning")
    race = of_table(few, plain(table.LONG_WORK), joining=["learning"])
    assert shares(race, 4) == [("learning", table.FEW_PLAIN_SHARE), ("search", 1)] * 2
    few._solutions = table.MOST_COUNTED + 1
    assert shares(race, 2) == [("search", 1), ("search", 1)]
    race = of_table(Fake("mrv", 0.25), Fake("learning"), plain(table.LONG_WORK), joining=["learning"])
    first = dict(shares(race, 2))
    assert first.keys() == {"mrv", "learning"}
    assert dict(shares(race, 2)) == {"mrv": 1, "learning": table.FEW_SHARE}


@pytest.mark.parametrize(
    ("work", "fraction", "joins"),
    [
        (table.LONG_WORK - 1, 0.5, False),
        (table.LONG_WORK, 0.5, True),
        (table.ENDLESS_WORK * 2**-20 - 1, 2**-20, False),
        (table.ENDLESS_WORK * 2**-20, 2**-20, True),
    ],
)
def test_when_a_search_that_learns_joins(work, fraction, joins):
    race = of_table(Fake("learning"), plain(work, fraction=fraction), joining=["learning"])
    turns(race, 1)
    assert (race["learning"] is not None) == joins


@pytest.mark.parametrize("solutions", [0, 1])
@pytest.mark.parametrize("name", ["invariants", "places"])
def test_no_proof_is_sought_once_there_is_a_solution(name, solutions):
    race = of_table(Fake(name), plain(2**30, fraction=1e-9, solutions=solutions), joining=[name])
    assert (name in {name for name, _ in turns(race, 3)}) == (not solutions)


def test_a_proof_in_a_count_has_some_tenths_of_a_second():
    proof = Fake("invariants")
    race = of_table(proof, plain(2**40), joining=["invariants"])
    while race["invariants"] is None or race["invariants"].work < table.PROOF_WORK:
        turns(race, 1)
    turns(race, 3)
    assert race["invariants"] is None and proof.work < 4 * table.PROOF_WORK


def test_a_proof_has_one_long_turn_before_workers_search():
    proof = Fake("invariants")
    race = of_table(proof, plain(2**40), joining=["invariants"], to_plain=True)
    assert turns(race, 2)[0] == ("invariants", table.PROOF_WORK)
    assert race.step(2**62) == LIMIT
    assert race["invariants"] is None


# --- decisions

# Each of two memoized searches has half of their share.
DECIDING = {
    "leftmost": table.DECIDING_SHARE / 2,
    "mrv": table.DECIDING_SHARE / 2,
    "learning": table.LEARNING_SHARE,
    "invariants": 1,
    "places": table.PLACES_SHARE,
    "restarts": 1,
    "sat": table.SAT_SHARE,
}


def test_shares_of_a_decision():
    race = of_table(*map(Fake, DECIDING), plain(), goal=Solutions(1), joining=["sat"])
    taken, joined = {}, {}
    for _ in range(50):
        [(name, share)] = shares(race, 1)
        joined.setdefault(name, race.round_work)
        taken.setdefault(name, []).append(share)
    assert taken["leftmost"].pop(0) == table.DECIDING_SHARE  # it is the only memoized search yet
    assert {name: set(taken.pop(name)) for name in DECIDING} == {name: {share} for name, share in DECIDING.items()}
    assert joined.pop("sat") == table.SAT_WORK
    assert set(joined.values()) == {Solutions.round_work}
    early = (table.LATE_WORK // Solutions.round_work).bit_length() - 1  # rounds
    assert taken["search"] == [1] * early + [table.LATE_PLAIN_SHARE] * (len(taken["search"]) - early)


def test_a_search_that_draws_conclusions_from_colors_has_more():
    race = of_table(Fake("learning", n_channels=1), plain(), goal=Solutions(1))
    assert shares(race, 2) == [("learning", table.CHANNELS_SHARE), ("search", 1)]


def test_layers_and_symmetry_decide_in_a_long_race():
    others = layers(10**12, False), Fake("symmetric", 0.5, group=100)
    race = of_table(*others, plain(), goal=Solutions(1), joining=["layers", "symmetric"])
    while race["layers"] is None or race["symmetric"] is None:
        assert {name for name, _ in turns(race, 1)} <= {"layers", "symmetric", "search"}
        assert race.round_work <= table.LAYERS_WORK
    assert min(table.LAYERS_WORK, table.SAT_WORK) > Solutions.round_work


# --- methods, and kinds of goals


def test_a_method_has_its_rows():
    for method, names in {
        "search": ["search"],
        "memo": ["components", "leftmost", "mrv", "narrow"],
        "frontier": ["layers"],
        "symmetric": ["symmetric"],
    }.items():
        assert [row.name for row in table.rows(task_of(TOY, method=method))] == names
    assert [row.name for row in table.rows(task_of(TOY, goal=Solutions(1), method="sat"))] == ["sat"]


def test_every_row_answers_some_kind_and_says_what_it_does():
    assert len({row.name for row in TABLE}) == len(TABLE)
    for row in TABLE:
        assert set(row.answers) <= ANSWERS.keys() and row.answers
        assert row.does and row.does[-1] != "."


# --- one row more


class Oracle(Machine):
    """A strategy that believes to know all solutions."""

    name = "oracle"
    believed: list[list[int]]

    def __init__(self, assumed):
        given, banned = set(assumed.given), set(assumed.banned)
        self._all = [options for options in self.believed if given <= {*options} and not banned & {*options}]
        self._steps = 0

    def step(self, work, /):
        self._steps += 1
        return SOLUTION if self._steps <= len(self._all) else DONE

    def solution(self):
        return self._all[self._steps - 1]

    work = property(lambda self: self._steps)
    solutions = property(lambda self: min(self._steps, len(self._all)))


@pytest.fixture
def oracle(monkeypatch):
    """A row more in the table, whose strategy has the first turn of each race."""
    shorten(monkeypatch)
    monkeypatch.setattr("dlx.questions.option_status.FIRST_NODES", 1)
    monkeypatch.setattr("dlx.questions.option_status.LEARNED_WORK", 0)
    row = row_of("oracle", lambda race: Oracle(race.task.assumed))
    others = [row._replace(opens=None) if row.name == "layers" else row for row in TABLE]
    monkeypatch.setattr(table, "TABLE", [row, *others])
    return Oracle


def test_every_question_uses_a_strategy_that_one_row_adds(oracle):
    """The oracle is wrong, so no other strategy has its answers: it does not know three of the four solutions."""
    board = queens(6)
    *_, last = board.solutions()
    oracle.believed = [list(last.options)]
    assert board.solve() == last
    assert board.count() == board.count(2) == 1
    assert board.is_unique()
    statuses = board.option_status()
    assert statuses.options(OptionStatus.ALL) == [*last.options]
    assert not statuses.options(OptionStatus.SOME)
    answer = Decision(board.engine, NONE).answer()
    assert answer.stats.kernel == "oracle"
    counting = board.counting()
    assert (counting.run(), counting.stats.method) == (1, "oracle")


def test_the_cheapest_solution_begins_with_that_of_a_strategy_that_one_row_adds(oracle, monkeypatch):
    monkeypatch.setattr("dlx.questions.best.best.FIRST_WORK", 1)
    monkeypatch.setattr(table, "QUICK_WORK", 0)
    board, better = Problem.from_fields(queens(6).fields()._replace(costs=np.arange(36) ** 2)), []
    *_, dearest = sorted(board.solutions(), key=lambda solution: solution.cost)
    oracle.believed = [list(dearest.options)]
    cheapest = board.best(on_better=better.append)[0]
    assert better[0] == dearest and better[-1] == cheapest and cheapest.cost < dearest.cost
    oracle.believed = []
    assert (len(board.best()), board.best().status) == (0, Status.COMPLETE)  # it believes that there is no solution


def test_a_strategy_that_one_row_adds_proves_that_there_is_no_solution(oracle):
    board, oracle.believed = queens(6), []
    assert board.solve() is None
    assert board.count() == board.count(2) == 0
    assert not board.is_unique()
    assert len(board.option_status().options(OptionStatus.NONE)) == 36


def test_a_component_uses_a_strategy_that_one_row_adds(oracle, monkeypatch):
    """Of each of two boards it knows one solution. It does not take part in the race of the whole."""
    board = queens(6)
    *_, last = board.solutions()
    oracle.believed = [list(last.options)]
    row, *others = table.TABLE
    monkeypatch.setattr(table, "TABLE", [row._replace(joins=lambda race: race.task.component), *others])
    monkeypatch.setattr(table, "EARLY_OPTIONS", 0)
    monkeypatch.setattr(table, "MIDDLING_OPTIONS", 0)
    counting = side_by_side([board, board]).counting()
    assert (counting.run(), counting.stats.method) == (1, "components")
