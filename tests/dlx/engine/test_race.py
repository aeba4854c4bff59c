# SPDX-License-Identifier: MIT
"""The scheduler: rounds, shares, who joins and leaves, and what an interruption leaves. No search runs."""

import gc
import weakref

import pytest

from dlx.engine.machine import DONE, LIMIT, PAUSED, SOLUTION
from dlx.engine.race import MOST_ROUND_WORK, STREAM, Race
from dlx.engine.table import ALL
from dlx.engine.task import CountGoal, Solutions
from dlx.system.calloff import CalledOff, OutOfTime
from tests.dlx.engine.turns import TOY, Fake, row_of, task_of, turns

R = CountGoal.round_work


class Scripted(Fake):
    """A machine whose steps have these outcomes, errors or solutions, then PAUSED; each uses up its slice."""

    def __init__(self, name, *script, **state):
        super().__init__(name, **state)
        self.script, self.newest = list(script), None

    def step(self, work, /):
        super().step(work)
        outcome = self.script.pop(0) if self.script else PAUSED
        if isinstance(outcome, type):
            raise outcome("why")
        if isinstance(outcome, list):
            self.newest, self._solutions = outcome, self._solutions + 1
            return SOLUTION
        return outcome

    def solution(self):
        return self.newest


def row(machine, share=1.0, **settings):
    """Return a row of this machine, which joins at once and has this share of each round."""
    return row_of(machine.name, settings.pop("prepare", lambda race: machine), share, **settings)


def race_of(*rows, goal=None, plain=None, **how):
    return Race(task_of(TOY, goal=goal, **how), rows, plain)


def ended(race, work=2**62):
    """Run a race until it pauses no more; return the outcomes that are not PAUSED, DONE or LIMIT last."""
    outcomes = []
    while True:
        outcome = race.step(work)
        if outcome != PAUSED:
            outcomes.append(outcome)
        if outcome in (DONE, LIMIT):
            return outcomes


# --- turns


def test_each_round_has_twice_the_work_and_each_strategy_its_share():
    race = race_of(row(Fake("a")), row(Fake("b"), 1 / 4), row(Fake("c"), 3.0))
    assert turns(race, 3) == [("a", R), ("b", R / 4), ("c", 3 * R)]
    assert turns(race, 3) == [("a", 2 * R), ("b", R / 2), ("c", 6 * R)]
    assert turns(race, 1) == [("a", 4 * R)]
    assert race.work == sum(race[name].work for name in "abc")


def test_solutions_stream_while_their_pace_holds():
    """From `STREAM` solutions on; the pace of a turn may be half of that of all the work so far."""
    machine = Fake("search")
    race = race_of(row(machine), goal=Solutions(10**9))
    paces, streams = [0, 1 / 16, 1 / 16, 1 / 16, 1 / 64, 1 / 16], []
    for pace in paces:
        ((_, work),) = turns(race, 1)
        streams.append(race.streams("search"))  # from the turns before
        machine._solutions += round(work * pace)
    assert R / 8 >= STREAM
    assert streams == [False, False, True, True, True, False]
    assert turns(race, 1) and race.streams("search")
    assert not race.streams("leftmost")


def test_slices_of_any_size_make_up_a_turn():
    race, taken = race_of(row(Fake("a")), row(Fake("b"), 1 / 2)), []
    for _ in range(40):
        assert race.step(R // 8 - 1) == PAUSED
        taken.append(race.last.row.name)
    assert "".join(taken) == "a" * 8 + "b" * 4 + "a" * 16 + "b" * 8 + "a" * 4


def test_a_share_of_0_is_no_turn():
    race = race_of(row(Fake("a"), 0.0), row(Fake("b")))
    assert turns(race, 2) == [("b", R), ("b", 2 * R)]
    assert race["a"] is not None


def test_a_strategy_joins_when_its_row_says_so():
    """The row is asked at its place in each round until then, and prepared once."""
    asked, prepared = [], []

    def joins(race):
        asked.append(race.round)
        return race.round == 3

    def prepare(race):
        prepared.append(race.round)
        return Fake("late")

    race = race_of(row(Fake("a")), row(Fake("late"), joins=joins, prepare=prepare))
    assert turns(race, 6) == [("a", R), ("a", 2 * R), ("a", 4 * R), ("late", 4 * R), ("a", 8 * R), ("late", 8 * R)]
    assert (asked, prepared) == ([1, 2, 3], [3])


def test_a_strategy_that_does_not_suit_a_problem_is_prepared_once():
    prepared = []
    race = race_of(row(Fake("a")), row(Fake("none"), prepare=prepared.append))
    assert {name for name, _ in turns(race, 4)} == {"a"}
    assert prepared == [race]
    assert race["none"] is None and not race.waiting


def test_a_strategy_leaves_when_its_row_says_so_and_its_memory_is_released():
    machine = Fake("short")
    race = race_of(row(machine, stays=lambda race, machine: race.round < 2), row(Fake("a"), 2.0))
    assert [name for name, _ in turns(race, 5)] == ["short", "a", "short", "a", "a"]
    assert race["short"] is None and not race.machines("short")
    race.rows, gone = [], weakref.ref(machine)
    del machine
    gc.collect()
    assert gone() is None


def test_a_strategy_that_gives_up_leaves():
    race = race_of(row(Scripted("short", PAUSED, LIMIT)), row(Fake("a")))
    assert [name for name, _ in turns(race, 5)] == ["short", "a", "short", "a", "a"]


def test_a_share_of_infinity_takes_the_place_of_all_others():
    race = race_of(
        row(Fake("a"), 1 / R), row(Fake("b"), ALL), row(Fake("c")), row(Fake("late"), joins=lambda race: False)
    )
    assert not race.alone
    for _ in range(5):
        race.step(1_000)
    assert race.alone and list(race.entrants) == ["b"] and not race.waiting
    assert (race["a"], race["b"].work) == (None, 4 * 1_001)


def test_strategies_open_before_the_first_round_the_last_row_first():
    opens = {"opens": lambda race, machine: 100 if machine.work < 300 else 0}
    race = race_of(row(Fake("a"), **opens), row(Fake("b")), row(Fake("c"), **opens))
    assert turns(race, 6) == [("c", 100)] * 3 + [("a", 100)] * 3
    assert race.round == 0 and race["b"] is None
    assert turns(race, 2) == [("a", R), ("b", R)] and race.round == 1


def test_a_strategy_that_has_begun_before_takes_part_at_once():
    plain = Fake("search", work=5)
    race = race_of(row(Fake("a")), row(plain, prepare=None), plain=plain)
    assert race["search"] is plain
    assert race.strategy == "search"
    assert turns(race, 2) == [("a", R), ("search", R)]


def test_a_race_without_strategies_has_ended_with_an_error():
    race = race_of(row(Scripted("a", LIMIT)))
    assert race.step(1) == PAUSED
    for _ in range(2):
        with pytest.raises(OverflowError, match="no strategy is left"):
            race.step(1)
    race = Race(task_of(TOY), [], exhausted=lambda task: ValueError(f"method {task.method}"))
    with pytest.raises(ValueError, match="method auto"):
        race.step(1)
    race = race_of(row(Fake("never"), joins=lambda race: False))
    with pytest.raises(OverflowError):
        race.step(1)
    assert race.round_work > MOST_ROUND_WORK


def test_strategies_that_have_not_joined_keep_a_race_alive():
    race = race_of(row(Scripted("a", LIMIT)), row(Fake("late"), joins=lambda race: race.round_work >= 2**60))
    assert race.step(1) == PAUSED
    assert turns(race, 1) == [("late", 2**60)]


# --- errors


@pytest.mark.parametrize("error", [MemoryError, OSError, RuntimeError, ImportError])
def test_a_strategy_whose_means_fail_leaves_and_the_race_says_why(error):
    def broken(race):
        raise error

    race = race_of(row(Fake("a"), prepare=broken), row(Scripted("b", PAUSED, error)), row(Fake("c")))
    assert [name for name, _ in turns(race, 5)] == ["b", "c", "b", "c", "c"]
    assert race.task.failed == {"a": error.__name__, "b": f"{error.__name__}: why"}


def test_the_error_of_the_last_strategy_ends_a_race():
    """Its reason is not that tables are too large. A strategy that is alone may continue after its error."""
    race = race_of(row(Scripted("a", LIMIT)), row(Scripted("b", MemoryError)))
    assert [race.step(R) for _ in range(2)] == [PAUSED] * 2
    for _ in range(2):
        with pytest.raises(MemoryError):
            race.step(R)
    race = race_of(row(Scripted("a", PAUSED, MemoryError, DONE, solutions=3), ALL), row(Fake("b")))
    assert race.step(R) == PAUSED
    with pytest.raises(MemoryError):
        race.step(R)
    assert race.step(R) == DONE and race.value == 3
    assert not race.task.failed


@pytest.mark.parametrize("error", [TypeError, ZeroDivisionError, CalledOff, OutOfTime, KeyboardInterrupt])
def test_other_errors_are_raised_and_the_race_is_as_it_was(error):
    """Ctrl-C and the end of time are no errors of a strategy, and errors of our code are to be seen."""
    attempts = []

    def prepare(race):
        attempts.append(race.round)
        if len(attempts) < 3:
            raise error
        return Fake("b")

    race = race_of(row(Scripted("a", error)), row(Fake("b"), prepare=prepare), row(Fake("c")))
    with pytest.raises(error):
        race.step(R - 1)
    assert turns(race, 1) == [("a", R)]
    for _ in range(2):
        with pytest.raises(error):
            race.step(R)
        assert "b" in race.waiting and race["c"] is None
    assert turns(race, 2) == [("b", R), ("c", R)]
    assert attempts == [1] * 3 and not race.task.failed


def test_a_strategy_that_ctrl_c_keeps_from_entering_is_prepared_again(monkeypatch):
    def interrupted(*_):
        monkeypatch.undo()
        raise KeyboardInterrupt

    race = race_of(row(Fake("a")))
    monkeypatch.setattr("dlx.engine.race.Entrant", interrupted)
    with pytest.raises(KeyboardInterrupt):
        race.step(R)
    assert turns(race, 1) == [("a", R)]


def test_a_strategy_that_never_leaves_raises_the_error_and_may_begin_again():
    attempts = []

    def prepare(race):
        attempts.append(race)
        if len(attempts) == 1:
            raise MemoryError
        return Fake("a")

    race = race_of(row(Fake("a"), prepare=prepare, leaves_with=()))
    with pytest.raises(MemoryError):
        race.step(R)
    assert turns(race, 1) == [("a", R)]


# --- answers


def test_the_first_to_end_has_the_answer():
    race = race_of(row(Fake("a")), row(Scripted("b", PAUSED, DONE, solutions=7, nodes=3), 1 / 4))
    assert ended(race) == [DONE]
    assert (race.strategy, race.solutions, race.value, race.nodes) == ("b", 7, 7, 3)
    assert race.step(1) == DONE


def test_solutions_of_all_strategies_are_kept_once():
    first, second = Scripted("a", [1, 2], [5, 0], DONE), Scripted("b", [0, 5], [3])
    race = race_of(row(first), row(second), goal=Solutions(3, shown=True))
    outcomes = [race.step(2 * race.round_work) for _ in range(2)]
    assert outcomes == [SOLUTION, SOLUTION] and race.solution() == [5, 0]
    first.script = []
    assert ended(race)[:1] == [SOLUTION]
    assert race.value == (3, [[1, 2], [5, 0], [3]])
    assert (race.known, race.enough, race.step(1)) == (3, True, DONE)


def test_a_strategy_that_finds_a_solution_keeps_its_turn():
    """No one else is needed as long as solutions come."""
    race = race_of(row(Scripted("a", [1], [2], [3], [2], [3])), row(Fake("b")), goal=Solutions(9))
    taken = []
    for _ in range(6):
        race.step(2 * race.round_work)
        taken.append(race.last.row.name)
    assert taken == ["a"] * 4 + ["b", "a"]


def test_solutions_that_were_found_before_count():
    race = race_of(row(Scripted("a", [2, 1], [3])), goal=Solutions(2))
    race.record([[1, 2]])
    assert ended(race) == [SOLUTION, DONE]
    assert race.value == (2, [[1, 2], [3]])


@pytest.mark.parametrize("shown", [False, True])
def test_a_number_is_enough_unless_solutions_are_shown(shown):
    """A strategy that counts leaves if it cannot show them; the race ends once all are shown."""
    counting = Scripted("counting", DONE, solutions=2)
    race = race_of(row(counting), row(Scripted("a", [1], [1, 2])), goal=Solutions(9, shown=shown))
    outcomes = ended(race)
    assert race.value[0] == race.solutions == 2
    assert outcomes == ([SOLUTION, SOLUTION, DONE] if shown else [DONE])
    assert race.value[1] == ([[1], [1, 2]] if shown else [])


def test_a_strategy_that_counts_enough_ends_a_decision():
    race = race_of(row(Fake("a", solutions=3)), goal=Solutions(3))
    assert ended(race) == [DONE]
    assert race.value == (3, [])
    race = race_of(row(Fake("a", solutions=3)), row(Scripted("b", [1], [2], [3])), goal=Solutions(3, shown=True))
    assert ended(race)[-1] == DONE
    assert race.value[1] == [[1], [2], [3]]


def test_of_many_solutions_each_strategy_counts_its_own():
    machine = Scripted("a", [1], [1], DONE)
    race = race_of(row(machine), goal=Solutions(1_001))
    assert not race.goal.records
    assert ended(race) == [DONE]
    assert race.value == (2, [])


def test_a_count_is_at_least_the_most_that_one_strategy_has_found():
    race = race_of(row(Fake("a", solutions=5)), row(Fake("b", solutions=3)))
    turns(race, 2)
    assert race.solutions == 5


def test_a_proof_keeps_its_machine_for_explanations():
    proof = Scripted("proof", LIMIT)
    race = race_of(row(proof, proves=True), row(Fake("a")))
    turns(race, 3)
    assert race["proof"] is None and race.machines("places", "proof") == [proof]


# --- a race is a machine


def test_a_race_within_a_race():
    """Its strategies share its turns."""
    inner = race_of(row(Fake("a")), row(Scripted("b", PAUSED, DONE, solutions=4)))
    race = race_of(row_of("inner", lambda race: inner, 1 / 2), row(Fake("c")))
    taken = []
    while race.step(2**62) != DONE:
        taken.append((race.last.row.name, inner.last.row.name))
    assert taken[:3] == [("inner", "a"), ("c", "a"), ("inner", "a")] and ("inner", "b") in taken
    assert (race.strategy, race.solutions, race.value) == ("b", 4, 4)
    assert race.work == inner.work + race["c"].work


def test_solutions_of_a_race_within_a_race():
    goal = Solutions(2)
    inner = race_of(row(Scripted("a", [1], [2])), goal=goal)
    race = race_of(row_of("inner", lambda race: inner, ALL), goal=goal)
    assert ended(race) == [SOLUTION, SOLUTION, DONE]
    assert race.value == (2, [[1], [2]])


def test_the_same_race_twice_has_the_same_turns():
    def trace():
        first, second = Scripted("a", [1], PAUSED, LIMIT), Scripted("b", PAUSED, [1], [2], PAUSED)
        rows = row(first), row(second, 3.0), row(Fake("c"), 1 / 7)
        race, taken = race_of(*rows, goal=Solutions(5)), []
        for _ in range(60):
            outcome = race.step(100_000)
            taken.append((outcome, race.last.row.name, race.work, race.known))
        return taken

    assert trace() == trace()


# --- plain search for workers


def test_a_race_gives_up_once_plain_search_leads():
    plain = Fake("search")
    rows = row(Fake("a")), row(plain, 1 / 2, visits=True)
    race = race_of(*rows, to_plain=True)
    assert [name for name, _ in turns(race, 4)] == ["a", "search"] * 2
    rows = row(Fake("a")), row(Fake("search"), visits=True)
    race = race_of(*rows, to_plain=True)
    assert ended(race) == [LIMIT]
    assert race.round == 2, "components join in the second round"
    assert race.left_to_plain == (1, [])
    assert ended(race) == [LIMIT]


def test_components_that_give_up_to_plain_search():
    machine = Scripted("components", PAUSED, LIMIT, left_to_plain=(6, []))
    race = race_of(row(machine, ALL), to_plain=True)
    assert ended(race) == [LIMIT]
    assert race.left_to_plain == (6, [])


def test_components_that_have_found_enough_before_their_end():
    """Their value is not known then, but the number is."""

    class Joint(Fake):
        value = property(lambda self: pytest.fail("the value of unfinished components"))

    race = race_of(row(Joint("components", solutions=4), ALL), goal=Solutions(4))
    assert ended(race) == [DONE]
    assert race.value == (4, [])
