# SPDX-License-Identifier: MIT
"""Progress of a count: no share until the end can be foreseen, then one that never falls, and counters that move."""

import pickle

import pytest

from dlx import Problem, Progress, models
from dlx.engine import bar, drive
from dlx.engine.bar import how_far
from dlx.engine.drive import Drive
from dlx.engine.machine import DONE, PAUSED, Machine
from dlx.engine.race import Entrant, Expected
from dlx.engine.strategies.frontier import layers
from dlx.engine.strategies.symmetry import symmetric
from dlx.matrix.assumptions import NONE
from tests.dlx.engine.test_race import race_of, row
from tests.dlx.engine.turns import Fake, memories, task_of
from tests.problems import dominoes, langford, queens

MEMORY = 2**28


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(drive, "REPORT_SECONDS", -1.0)


def reports(p, **how):
    """Return the progress reports of a count."""
    seen = []
    p.counting(progress=seen.append, **how).run()
    return seen


def foreseen(machine, work=20_000):
    """Return the likely shares of the work that a machine foresees before each slice of its work, and at its end."""
    shares = [machine.foreseen]
    while machine.step(work) != DONE:
        shares.append(machine.foreseen)
    return [*shares, machine.foreseen]


# --- the machines


@pytest.mark.parametrize("order", ["fixed", "mrv"])
@pytest.mark.parametrize("problem", [dominoes(12, 12), models.latin_squares(5), langford(11)], ids=repr)
def test_a_memory_foresees_its_end(problem, order):
    [memo] = memories(problem, memory=MEMORY, orders=[order])
    shares = foreseen(memo)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert all(0 <= share < 1 for share in shares[:-1])
    middle = shares[len(shares) // 2]
    assert 0.05 < middle < 0.95, "the share of the tree is still 0 or already 1 for some of them"
    memo.setup()
    assert memo.foreseen == 0


def test_a_memory_that_has_no_leaf_yet_foresees_nothing():
    """The first slices may not reach the first leaf; the height then still rises."""
    chain = Problem([[(k, s) for s in "ab"] for k in range(500)] + [[(k, s)] for k in range(500) for s in "ab"])
    [memo] = memories(chain, memory=MEMORY, orders=["fixed"])
    shares = foreseen(memo, 100)
    assert shares[0] == shares[1] == 0
    assert shares[-1] == 1


def test_a_memory_of_a_problem_without_a_solution_or_without_items():
    for p in (Problem([["a"]], ["a", "b"]), Problem([], []), Problem([["s"]], [], ["s"])):
        for memo in memories(p, memory=2**20):
            assert memo.foreseen in (0.0, 1.0)
            assert memo.step(10**6) == DONE
            assert memo.foreseen == 1


@pytest.mark.parametrize("problem", [models.latin_squares(6), queens(6), Problem([], []), Problem([["a"]], ["a", "b"])])
def test_layers_foresee_their_end(problem):
    machine = symmetric(problem, NONE, 2**28)
    shares = foreseen(machine, 2**15)
    assert shares[-1] == 1
    assert machine.waiting == machine.layer == 0
    if problem.n_primary and problem.count():
        assert all(0 <= share < 1 for share in shares[:-1])


@pytest.mark.parametrize("problem", [dominoes(14, 14), dominoes(12, 20)], ids=repr)
def test_a_count_by_layers_of_a_tiling_foresees_its_share(problem):
    machine, seen, known = layers(task_of(problem), MEMORY), Expected(), []
    while machine.step(20_000) != DONE:
        known.append((machine.nodes, machine.foreseen, seen.share(machine)))
    likely = [(share, nodes / machine.nodes) for nodes, _, share in known if share]
    assert 4 * len(likely) > 3 * len(known), "unknown for more than a quarter of the work"
    assert all(abs(share - true) < 0.1 for share, true in likely)
    assert all(0 <= share < 1 for _, share, _ in known)
    assert machine.foreseen == seen.share(machine) == 1


def test_a_count_by_layers_foresees_nothing_while_its_estimate_grows():
    """Langford pairs need ever more states than the layers so far promise."""
    machine, seen, known = layers(task_of(langford(9)), MEMORY), Expected(), []
    while machine.step(50_000) != DONE:
        known.append((machine.foreseen, seen.share(machine)))
    assert len(known) > 20
    assert {shown for _, shown in known} == {0}
    assert {share for share, _ in known[: len(known) // 2]} == {0}


@pytest.mark.parametrize("problem", [Problem([], []), Problem([["a"]], ["a", "b"]), Problem([["s"]], [], ["s"])])
def test_a_count_by_layers_without_a_choice(problem):
    machine = layers(task_of(problem), 2**20)
    assert machine.step(1) == DONE
    assert machine.foreseen == 1


def test_the_known_problems_of_layers():
    machine = symmetric(models.latin_squares(4), NONE, 2**20)
    assert (machine.n_options, machine.layer, machine.waiting) == (64, 64, 1)


# --- a race


@pytest.mark.parametrize(
    "ask",
    [
        lambda put: dominoes(16, 16).count(progress=put),
        lambda put: models.latin_squares(5).count(method="memo", progress=put),
        lambda put: models.latin_squares(6).count(method="symmetric", progress=put),
        lambda put: dominoes(14, 14).count(method="frontier", progress=put),
        lambda put: dominoes(10, 10).zdd(progress=put),
        lambda put: models.queens(10).count(progress=put),
        lambda put: Problem([], []).count(progress=put),
    ],
    ids=["auto", "memo", "symmetric", "frontier", "zdd", "search", "empty"],
)
def test_a_share_of_the_work_never_falls_and_ends_with_1(ask, often):
    seen = []
    ask(seen.append)
    shares = [progress.fraction for progress in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert all(progress.fraction == 0 or progress.measured or k for k, progress in enumerate(seen))


def test_a_memory_tells_its_states_and_no_time_until_the_end_can_be_foreseen(often):
    texts = [how_far(progress) for progress in reports(dominoes(16, 16), method="memo")]
    unknown = [text for text in texts if text.endswith(", end unknown")]
    assert unknown
    assert all(" states, " in text and "% seen before, " in text and "left" not in text for text in unknown)
    assert any(" states, " in text and " left" in text for text in texts)


def test_a_count_by_layers_tells_its_states_and_then_the_time_left(often):
    texts = [how_far(progress) for progress in reports(dominoes(20, 16), method="frontier")]
    assert any(text.endswith("seen before, 0 solutions, 0 s, end unknown") for text in texts)
    assert any("% seen before" in text and text.endswith(" left") for text in texts)


def test_layers_tell_their_number(often):
    texts = [how_far(progress) for progress in reports(models.latin_squares(6), method="symmetric")]
    assert any(text.startswith("layer ") and " of 216, " in text and " left" in text for text in texts)


def test_components_tell_how_many_are_counted(often):
    """Their sizes do not predict their times, so there is no time left."""
    sizes = (8, 9, 10)
    boards = [queens(n) for n in sizes]
    options = [[(n, item) for item in p.option(o)] for n, p in zip(sizes, boards, strict=True) for o in range(n * n)]
    primary = [(n, item) for n, p in zip(sizes, boards, strict=True) for item in p.items[: p.n_primary]]
    secondary = [(n, item) for n, p in zip(sizes, boards, strict=True) for item in p.items[p.n_primary :]]
    seen = reports(Problem(options, primary, secondary))
    parts = [progress for progress in seen if "of components" in progress.detail]
    assert parts
    assert not any(progress.measured for progress in parts)
    assert [progress.detail for progress in parts][-1] == "3 of 3 kinds of components"


class Leader(Machine):
    """A strategy that foresees what the test sets; each step is as long as all before."""

    name, solutions, detail = "leader", 5, "57 states, 43% seen before"

    def __init__(self, *shares):
        self.shares, self._work = shares, 7

    work = nodes = property(lambda self: self._work)
    foreseen = fraction = property(lambda self: self.shares[0])

    def step(self, work, /):
        self.shares, self._work = self.shares[1:], 2 * self._work
        return PAUSED


def led_by(leader, **settings):
    """Return a race of two strategies whose leader this is."""
    race = race_of(row(leader, **settings), row(Fake("b"), joins=lambda race: False))
    race.turn = race.last = race.leader = race.entrants[leader.name] = Entrant(race.rows[0], leader)
    race.turn.left, race.round = 2**60, 1
    return race


def driven(race, drive):
    """Drive a race until its leader has no further share."""
    drive.stopped = lambda: not race.leader.machine.shares[1:]
    drive.run(race)


def test_the_progress_of_a_race_is_that_of_its_leader():
    race = led_by(Leader(0.0))
    assert (race.fraction, race.measured, race.nodes, race.solutions) == (0, False, 7, 5)
    assert race.detail == Leader.detail
    race = led_by(Leader(0.25), visits=True)
    assert (race.fraction, race.measured) == (0.25, True)


def test_a_strategy_with_a_short_turn_does_not_lead():
    race = race_of(row(Fake("a"), 1 / 4), row(Fake("b")), row(Fake("c"), 9.0, leads=False))
    leaders = []
    for _ in range(6):
        race.step(2**62)
        leaders.append(race.leader.row.name)
    assert leaders == ["a", "b", "b", "b", "b", "b"]


def test_the_end_is_unknown_while_the_expected_work_grows(often):
    """A share of a third that stays, while the work doubles, is no share."""
    seen = []
    driven(led_by(Leader(0.0, 0.3, 0.3, 0.31, 0.5, 0.9)), Drive(report=seen.append))
    assert [(progress.fraction, progress.measured) for progress in seen] == [
        (0.0, False),
        (0.0, False),
        (0.0, False),
        (0.5, True),
        (0.9, True),
    ]


def test_the_end_is_known_when_it_has_come():
    """However fast the expected work has grown."""
    race = led_by(Leader(0.01, 1.0))
    race.step(1)
    assert race.foreseen == 1


def test_a_share_that_falls_far_predicts_nothing(often):
    """The new leader has more work ahead than the old one foresaw; the bar stays, but there is no time left."""
    seen, race = [], led_by(Leader(0.2, 0.3, 0.6, 0.2))
    drive = Drive(report=seen.append)
    driven(race, drive)
    race.turn.machine = Leader(0.0, 0.1, 0.2, 0.4)
    driven(race, drive)
    assert [(progress.fraction, progress.measured) for progress in seen] == [
        (0.0, False),
        (0.6, True),
        (0.6, False),
        (0.6, False),
        (0.6, False),
        (0.6, True),
    ]


def test_the_expected_work_is_known_without_reports():
    """After a time limit, an error reports the time that the rest would take; no one has watched until then."""
    leader = Leader(0.0, 0.1, 0.2, 0.4, 0.4)
    race = led_by(leader)
    for _ in range(3):
        race.turn = race.leader
        race.turn.left = 1
        race.step(1)
    assert race.foreseen == 0.4 and race.measured


# --- texts

TEXTS = [
    (Progress(0.0, 7, 5, 9.0, measured=False), "7 nodes, 5 solutions, 9 s"),
    (
        Progress(0.0, 7, 5, 9.0, measured=False, detail="12,000 states, 43% seen before"),
        "12,000 states, 43% seen before, 5 solutions, 9 s, end unknown",
    ),
    (
        Progress(0.25, 7, 1, 9.0, detail="12,000 states, 43% seen before"),
        "12,000 states, 43% seen before, 1 solution, 9 s, about 27 s left",
    ),
]


@pytest.mark.parametrize(("progress", "text"), TEXTS)
def test_the_text_of_the_bar(progress, text):
    assert how_far(progress) == text


def test_the_end_unknown_is_the_last_to_go():
    assert bar.fitting(TEXTS[1][1], 12) == "end unknown"


def test_progress_can_be_pickled():
    for progress, _ in TEXTS:
        assert pickle.loads(pickle.dumps(progress)) == progress


# --- a count that the time limit ends


def test_the_error_reports_the_time_that_the_rest_would_take():
    counting = dominoes(16, 16).counting(method="memo")
    texts = [counting.outlook()]
    race = counting.race
    while race.step(20_000) != DONE:
        counting.drive.seconds += 1.0
        texts.append(counting.outlook())
        if texts[-1]:
            break
    assert texts[0] == ""
    assert texts[-1].startswith("; the rest would take about ")
