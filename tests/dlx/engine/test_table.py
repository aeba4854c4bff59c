# SPDX-License-Identifier: MIT
"""The rows of the table: who joins a race, with which share of a round, and who leaves. No search runs here.

A strategy that a test adds by one row answers every question.
"""

import pytest

from dlx import OptionStatus
from dlx.engine import table
from dlx.engine.machine import DONE, SOLUTION, Machine
from dlx.engine.table import TABLE
from dlx.engine.task import Number, Solutions
from dlx.matrix.assumptions import NONE
from dlx.questions.decide import Decision
from tests.components import side_by_side
from tests.dlx.engine.turns import TOY, Fake, of_table, row_of, shorten, task_of, turns
from tests.problems import queens


R = Number.round_work


def rounds(race, n):
    """Return the next n turns, in multiples of the first round."""
    return [(name, work / R) for name, work in turns(race, n)]


# --- memoized searches and plain search in a count


def test_the_leader_has_the_longest_turns_and_each_round_twice_as_much_work():
    race = of_table(Fake("leftmost", 0.5), Fake("mrv", 0.2))
    first, second = [("leftmost", 1), ("mrv", 1)], [("leftmost", 2), ("mrv", 1 / 2)]
    assert rounds(race, 6) == [*first, *second, ("leftmost", 4), ("mrv", 1)]
    race = of_table(Fake("leftmost", 0.2), Fake("mrv", 0.5))
    assert rounds(race, 6) == [
        ("leftmost", 1),
        ("mrv", 1),
        ("leftmost", 1 / 2),
        ("mrv", 2),
        ("leftmost", 1),
        ("mrv", 4),
    ]


def test_plain_search_has_a_turn_as_long_as_it_may_end():
    """Plain search would need work / fraction; beyond 16 turns of the leader, it is hopeless."""
    for work, hopeful in ((16 * R - 1, True), (16 * R, False)):
        plain = Fake("search", fraction=1.0, work=work, nodes=10**6)
        race = of_table(Fake("mrv", 0.5), plain)
        wanted = ("search", 1 / 4) if hopeful else ("mrv", 2)
        assert rounds(race, 2) == [("mrv", 1), wanted]


def test_plain_search_leads_memories_that_seldom_hit():
    """As long as a memory has a thousandth of the work that plain search needs, it has a quarter of a round."""
    plain = Fake("search", work=R, nodes=10**6)  # a fraction of 0: the search would never end
    race = of_table(Fake("leftmost", 0.09), Fake("mrv", 0.05), plain)
    first = [("leftmost", 1), ("mrv", 1), ("search", 1)]
    second = [("leftmost", 1 / 2), ("mrv", 1 / 2), ("search", 2)]
    assert rounds(race, 7) == [*first, *second, ("leftmost", 1)]
    plain = Fake("search", fraction=0.1, work=10 * R, nodes=10**6)  # 100 R in all: a tenth of R for a memory
    race = of_table(Fake("leftmost", 0.09), Fake("mrv", 0.05), plain)
    assert rounds(race, 5) == [*first, ("search", 2), ("search", 4)]


def test_a_memory_that_hits_leads_again():
    for hit_rate, wanted in ((0.09, ("search", 1)), (0.1, ("mrv", 2))):
        race = of_table(Fake("mrv", hit_rate), Fake("search", work=R, nodes=10**6))
        assert rounds(race, 2) == [("mrv", 1), wanted]
    race = of_table(Fake("leftmost", 0.5), Fake("mrv", 0.09), Fake("search", work=R, nodes=10**6))
    rest = [("leftmost", 2), ("mrv", 2 / 16), ("leftmost", 4), ("mrv", 4 / 16)]
    assert rounds(race, 6)[2:] == rest
    assert rounds(of_table(Fake("mrv", 0.0)), 3) == [("mrv", 1), ("mrv", 2), ("mrv", 4)]


def test_a_memory_that_is_full_has_no_more_turns():
    race = of_table(Fake("leftmost", 0.9, full=True), Fake("mrv", 0.5))
    assert rounds(race, 4)[2:] == [("mrv", 2), ("mrv", 4)]
    race = of_table(Fake("mrv", 0.9, full=True), Fake("search", work=16 * R, nodes=10**6))
    assert rounds(race, 3) == [("mrv", 1), ("search", 2), ("search", 4)]
    race = of_table(Fake("mrv", 0.9, full=True))
    turns(race, 1)
    for _ in range(2):
        with pytest.raises(OverflowError, match="the diagram exceeds its limit of nodes"):
            turns(race, 1)


def test_a_better_order_takes_the_place_of_the_given_one():
    """It joins a race that will be long."""
    race = of_table(Fake("leftmost", 0.5), Fake("mrv", 0.4), Fake("narrow", 0.3), joining=["narrow"])
    assert [name for name, _ in rounds(race, 3)] == ["leftmost", "mrv", "narrow"]
    assert [name for name, _ in rounds(race, 2)] == ["mrv", "narrow"]
    assert race["leftmost"] is None
    soon = Fake("search", fraction=1.0, work=2, nodes=10**6)  # plain search will end soon
    race = of_table(Fake("leftmost", 0.5), Fake("narrow", 0.3), soon, joining=["narrow"])
    names = [name for name, _ in rounds(race, 20)]
    joined = names.index("narrow")
    assert race.round_work // R == 2 ** (race.round - 1)
    assert names[:joined].count("leftmost") == 1 + (table.SOON_WORK // R).bit_length()
    assert "leftmost" not in names[joined + 2 :]


@pytest.mark.parametrize("kind", [Number(), Solutions(1)], ids=["count", "decide"])
def test_components_end_the_race(kind):
    race = of_table(Fake("mrv"), Fake("components"), Fake("search", work=R, nodes=10**6), goal=kind)
    assert {name for name, _ in turns(race, 5)} == {"components"}
    assert race.alone and not race.waiting


# --- strategies that join late


def layers(expected, steady, nodes=table.FIRST_LAYERS_NODES, hit_rate=0.5):
    return Fake("layers", hit_rate, nodes=nodes, expected=expected, steady=steady)


@pytest.mark.parametrize(
    ("expected", "steady", "share"),
    [
        (10**12, False, table.GROWING_SHARE),
        (10**12, True, table.STEADY_SHARE),
        (20_000, False, table.PROMISED_TURNS),
        (100_000, False, table.GROWING_SHARE),
        (100_000, True, table.PROMISED_TURNS),
    ],
)
def test_shares_of_layers(expected, steady, share):
    """They have a 256th of a round, a quarter if the estimate is steady, and many rounds if they are likely to end.

    Others then have a quarter of their shares.
    """
    race = of_table(layers(expected, steady), Fake("mrv", 0.5))
    ahead = share == table.PROMISED_TURNS
    assert rounds(race, 4)[-2:] == [("layers", 2 * share), ("mrv", 2 / 4 if ahead else 2)]


def test_layers_join_late_and_leave_if_nothing_merges():
    slow = layers(10**12, False, nodes=0)
    race = of_table(slow, Fake("mrv", 0.5), joining=["layers"])
    taken = turns(race, 9)
    joined = taken.index(("layers", table.LAYERS_WORK * table.GROWING_SHARE))
    assert {name for name, _ in taken[:joined]} == {"mrv"}
    slow._nodes, slow._hits = table.FIRST_LAYERS_NODES, 4
    turns(race, 2)
    assert race["layers"] is None
    assert {name for name, _ in turns(race, 4)} == {"mrv"}


def test_layers_continue_alone_before_the_first_round_while_they_promise_to_end():
    early = layers(10**6, True, nodes=50_000)
    race = of_table(early, Fake("mrv", 0.5), opening=["layers"])
    assert {name for name, _ in turns(race, 3)} == {"layers"} and race.round == 0
    early.expected = early.nodes + table.MOST_ALONE_NODES + 1
    assert [name for name, _ in turns(race, 2)] == ["layers", "mrv"] and race.round == 1


def test_plain_search_opens_a_count_until_others_may_know_better():
    for nodes, fraction, opens in ((1_999, 1.0, True), (29_999, 1.0, True), (30_000, 1.0, False), (2_000, 0.0, False)):
        race = of_table(Fake("mrv", 0.5), Fake("search", nodes=nodes, fraction=fraction))
        assert (turns(race, 1)[0][0] == "search") == opens == (race.round == 0)


@pytest.mark.parametrize(("group", "leads"), [(10_000, True), (9_999, False)])
def test_many_symmetries_lead(group, leads):
    """Few of them follow, once a race is long."""
    race = of_table(Fake("symmetric", 0.5, group=group), Fake("mrv", 0.5), Fake("search", work=R, nodes=10**6))
    second = [("symmetric", 2), ("mrv", 1 / 2)] if leads else [("mrv", 4), ("mrv", 8)]
    assert rounds(race, 4)[-2:] == second
    shares = {name: work / race.round_work for name, work in turns(race, 40)[-4:]}
    assert shares.pop("symmetric") == (1 if leads else 1 / 4)


def test_only_the_best_memory_stays_beside_symmetry():
    race = of_table(Fake("symmetric", 0.5, group=10_000), Fake("leftmost", 0.2), Fake("mrv", 0.5))
    assert [name for name, _ in turns(race, 5)] == ["symmetric", "leftmost", "mrv", "symmetric", "mrv"]


def test_symmetry_leaves_if_it_merges_too_little():
    machine = Fake("symmetric", 0.04, group=10_000)
    race = of_table(machine, Fake("mrv", 0.5))
    turns(race, 4)
    assert race["symmetric"] is machine  # after 100 lookups
    machine.__class__ = type("Looked", (Fake,), {"lookups": 1_000, "hits": 40})
    turns(race, 2)
    assert race["symmetric"] is None


def test_symmetry_joins_where_plain_search_would_take_much_longer():
    least = max(R, table.drawing_work(of_table(Fake("mrv"))))
    for work, joins in ((table.SYMMETRY_FACTOR * least - 1, False), (table.SYMMETRY_FACTOR * least, True)):
        plain = Fake("search", fraction=1.0, work=work, nodes=10**6)
        race = of_table(Fake("symmetric", group=10_000), Fake("mrv", 0.5), plain, joining=["symmetric"])
        assert [name for name, _ in turns(race, 2)] == ["mrv", "search"]
        plain._work = work
        turns(race, 1)
        assert ("symmetric" in race.waiting) != joins


def test_a_search_by_cases_takes_the_place_of_plain_search_if_it_is_likely_to_end_first():
    for fraction, name in ((0.2, "cases"), (0.0005, "search")):
        plain, cases = Fake("search", fraction=0.01, work=R, nodes=10**6), Fake("cases", fraction=fraction)
        race = of_table(cases, plain, joining=["cases"])
        assert rounds(race, 1) == [("cases", 1)]
        assert {name for name, _ in turns(race, 3)} == {name}


def test_cases_join_a_race_that_plain_search_leads():
    """They wait until symmetries have been looked for."""
    for fraction, hit_rate, joins in ((0.49, 0.0, True), (0.5, 0.0, False), (0.01, 0.5, False)):
        plain = Fake("search", fraction=fraction, work=R, nodes=10**6)
        race = of_table(Fake("cases"), Fake("mrv", hit_rate), plain, joining=["cases"])
        turns(race, 4)
        assert (race["cases"] is not None) == joins
    race = of_table(
        Fake("cases"), Fake("symmetric"), Fake("search", work=R, nodes=10**6), joining=["cases", "symmetric"]
    )
    turns(race, 1)
    assert race["cases"] is None


def test_a_search_that_learns_joins_where_plain_search_would_not_end():
    """It has a sixteenth of the shares of plain search, or a 64th of those of a memory that hits."""
    plain = Fake("search", work=table.LONG_WORK, nodes=10**6)
    few = Fake("learning")
    race = of_table(few, plain, joining=["learning"])
    assert rounds(race, 4) == [("learning", 1 / 16), ("search", 1), ("learning", 2 / 16), ("search", 2)]
    assert rounds(race, 2) == [("learning", 4 / 16), ("search", 4)]
    few._solutions = table.MOST_COUNTED + 1
    assert rounds(race, 2) == [("search", 8), ("search", 16)]
    plain = Fake("search", work=table.LONG_WORK, nodes=10**6)
    race = of_table(Fake("mrv", 0.5), Fake("learning"), plain, joining=["learning"])
    assert rounds(race, 3) == [("mrv", 1), ("learning", 1 / 64), ("mrv", 2)]


@pytest.mark.parametrize(
    ("work", "fraction", "joins"),
    [
        (table.LONG_WORK - 1, 0.5, False),
        (table.LONG_WORK, 0.5, True),
        (2**16 - 1, 2**-20, False),
        (2**16, 2**-20, True),
    ],
)
def test_when_a_search_that_learns_joins(work, fraction, joins):
    plain = Fake("search", fraction=fraction, work=work, nodes=10**6)
    race = of_table(Fake("learning"), plain, joining=["learning"])
    turns(race, 1)
    assert (race["learning"] is not None) == joins


@pytest.mark.parametrize("solutions", [0, 1])
@pytest.mark.parametrize("name", ["invariants", "places"])
def test_no_proof_is_sought_once_there_is_a_solution(name, solutions):
    plain = Fake("search", fraction=1e-9, nodes=10**6, work=2**30, solutions=solutions)
    race = of_table(Fake(name), plain, joining=[name])
    race.last = race.entrants["search"]
    assert (name in {name for name, _ in turns(race, 3)}) == (not solutions)


def test_a_proof_in_a_count_has_some_tenths_of_a_second():
    proof = Fake("invariants")
    race = of_table(proof, Fake("search", work=2**40, nodes=10**6), joining=["invariants"])
    while race["invariants"] is None or race["invariants"].work < table.PROOF_WORK:
        turns(race, 1)
    turns(race, 3)
    assert race["invariants"] is None and proof.work < 4 * table.PROOF_WORK


# --- decisions

# Each of two memoized searches has half of their share.
DECIDING = {"leftmost": 1 / 8, "mrv": 1 / 8, "learning": 3, "invariants": 1, "places": 1 / 4, "restarts": 1, "sat": 2}


def test_shares_of_a_decision():
    others = [Fake(name) for name in DECIDING]
    race = of_table(*others, Fake("search", work=R, nodes=10**6), goal=Solutions(1), joining=["sat"])
    taken = {}
    for name, work in rounds(race, 50):
        taken.setdefault(name, []).append(work)
    for name, share in DECIDING.items():
        late = 3 if name == "sat" else 0  # rounds before it joins
        shares = [work / 2 ** (k + late) for k, work in enumerate(taken[name])]
        if name == "leftmost":
            assert shares.pop(0) == 1 / 4  # it is the only memoized search yet
        assert set(shares) == {share} and len(shares) >= 3
    assert [work / 2**k for k, work in enumerate(taken["search"])] == [1, 1, 3, 3, 3, 3]


def test_a_search_that_draws_conclusions_from_colors_has_four_times_as_much():
    race = of_table(Fake("learning", n_channels=1), Fake("search", work=R, nodes=10**6), goal=Solutions(1))
    assert rounds(race, 2) == [("learning", 12), ("search", 1)]


def test_layers_and_symmetry_decide_in_a_long_race():
    race = of_table(
        layers(10**12, False),
        Fake("symmetric", 0.5, group=100),
        Fake("search", work=R, nodes=10**6),
        goal=Solutions(1),
        joining=["layers", "symmetric"],
    )
    taken = turns(race, 40)
    names = [name for name, _ in taken]
    assert {"layers", "symmetric"} <= set(names)
    assert names.index("layers") > 4


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
        assert set(row.answers) <= {"decide", "count", "zdd", "sample"} and row.answers
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
