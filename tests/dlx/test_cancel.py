# SPDX-License-Identifier: MIT
"""Every question can be canceled from another thread: it ends soon, and says so by its status or by an error."""

import asyncio
import inspect
import json
import pickle
import sys
import threading
from _thread import interrupt_main
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product
from threading import Event
from time import monotonic, sleep, thread_time
from traceback import format_stack
from types import SimpleNamespace

import pytest

import dlx
from dlx import OptionStatus, Problem, Status, Unfinished, models, walk
from dlx.engine.drive import Drive
from dlx.engine.support import ARGUMENTS
from dlx.matrix.matrix import Matrix
from dlx.system import calloff
from dlx.system.calloff import Cancellation
from dlx.workers.orbits import Group
from tests import ROOT
from tests.dlx.test_time_limits import CUT, ENDLESS, HARD, MANY, MUTILATED, PRICED, WITH_A_STATUS
from tests.problems import dominoes, hard_triples, queens
from tests.test_embedding import example

MOST_SECONDS = 0.5  # of the processor, from the check that sees the event; usually 2 ms, but a machine may be busy
SQUARES = models.latin_squares(9)
WORDS = ["".join(letters) for letters in product("aeiost", repeat=5)]
SQUARE = models.crossword(["....."] * 5, [f"{word};{k * k % 97}" for k, word in enumerate(WORDS)])

BARE = CUT | {
    "solve, sat": lambda **how: HARD.solve(method="sat", **how),
    "solve, seed": lambda **how: HARD.solve(seed=1, **how),
    "solve, node limit": lambda **how: MUTILATED.solve(node_limit=10**12, **how),
    "solve, workers": lambda **how: HARD.solve(workers=2, **how),
    "is_unique, sat": lambda **how: HARD.is_unique(method="sat", **how),
    "count, limit": lambda **how: ENDLESS.count(10**12, **how),
    "count, frontier": lambda **how: ENDLESS.count(method="frontier", **how),
    "count, symmetric": lambda **how: SQUARES.count(method="symmetric", **how),
    "count, orbits in a list": lambda **how: ENDLESS.count(orbits=[{}], **how),
    "counting, as passed": lambda **how: ENDLESS.counting(**how).run(),
    "counting, workers": lambda **how: ENDLESS.counting(workers=2, **how).run(),
    "solutions, limit": lambda **how: list(ENDLESS.solutions(limit=10**9, **how)),
    "count_many, workers": lambda **how: ENDLESS.count_many([[k] for k in range(200)], None, workers=2, **how),
    "sample, approximate": lambda **how: models.latin_squares(20).sample(10**6, error=0.001, **how),
    "group": lambda **how: models.latin_squares(50).group("auto", **how),
    "Group": lambda **how: Group(Matrix([[k] for k in range(4000)]), "auto", **how),
    "Group.count": lambda **how: SQUARES.group("auto").count(**how),
    "Group.solutions": lambda **how: list(SQUARES.group("auto").solutions(**how)),
    "Reduced.solve": lambda **how: HARD.reduce(rounds=0).solve(**how),
    "Reduced.is_unique": lambda **how: HARD.reduce(rounds=0).is_unique(**how),
    "Reduced.solutions": lambda **how: list(MUTILATED.reduce(rounds=0).solutions(**how)),
    "Reduced.count": lambda **how: ENDLESS.reduce().count(**how),
    "Count.run": lambda **how: ENDLESS.counting().run(**how),
}
OBJECTS = WITH_A_STATUS | {
    "search": lambda **how: with_all(MUTILATED.search(**how)),
    "search, count": lambda **how: counted(MUTILATED.search(**how)),
    "Reduced.search": lambda **how: with_all(MUTILATED.reduce(rounds=0).search(**how)),
    "Search.resume": lambda **how: counted(MUTILATED.search(node_limit=5).resume(**how)),
    "best, workers": lambda **how: PRICED.best(None, workers=2, **how),
    "option_status, one": lambda **how: HARD.option_status(**how),
    "option_status, sat": lambda **how: HARD.option_status(method="sat", **how),
    "explain": lambda **how: HARD.explain(time_limit=None, **how),
    "explain, sat": lambda **how: HARD.explain(time_limit=None, method="sat", **how),
    "reduce": lambda **how: models.latin_squares(30).reduce(**how),
    "solve_many, lanes": lambda **how: MANY.solve_many([[k] for k in range(144)] * 99, 9**9, kernel="lanes", **how),
    "solve_many, workers": lambda **how: ENDLESS.solve_many([[k] for k in range(200)], None, workers=2, **how),
    "best_fill": lambda **how: SQUARE.best_fill(**how),
    "walk": lambda **how: walk(queens(9), max_nodes=10**9, time_limit=None, **how),
    "info": lambda **how: SQUARES.info(time_limit=None, **how),
}


def with_all(search):
    """Return a search after its last solution."""
    list(search)
    return search


def counted(search):
    search.count()
    return search


class Watched(Event):
    """An event that another thread sets, and the time of the processor when a question first sees it."""

    seen = None

    def is_set(self):
        known = super().is_set()  # once: another thread may set it between two looks
        if known and self.seen is None:
            self.seen = thread_time()
        return known


def canceled(ask, after=0.05):
    """Return the answer or the error of a question that another thread cancels, and the status of its end."""
    event = Watched()
    timer, alarm = threading.Timer(after, event.set), threading.Timer(60, interrupt_main)
    timer.start()
    alarm.start()
    try:
        answer = ask(cancel=event)
        status = getattr(answer, "status", None)
    except Unfinished as error:
        answer, status = error, error.status
    finally:
        ended = thread_time()
        alarm.cancel()
        timer.join()
    assert event.seen is not None and ended - event.seen < MOST_SECONDS
    return answer, status


@pytest.mark.parametrize("question", BARE)
def test_a_bare_answer_is_an_error(question):
    error, status = canceled(BARE[question])
    assert status is Status.INTERRUPTED
    assert isinstance(error, Unfinished) and "cancel" in str(error) and "time limit" not in str(error)
    assert pickle.loads(pickle.dumps(error)).status is Status.INTERRUPTED


@pytest.mark.parametrize("question", OBJECTS)
def test_an_object_has_the_status(question):
    answer, status = canceled(OBJECTS[question])
    if question == "info":  # has no status
        assert not answer.complete
    elif question.startswith("solve_many"):
        cut = answer if isinstance(answer, Status) else answer.status(len(answer.counts) - 1)
        assert cut is Status.INTERRUPTED
    else:
        assert status is Status.INTERRUPTED


def questions(cls):
    """Return the public methods of a class that take a time limit, and the class itself if a user makes it."""
    members = {name: member for name, member in vars(cls).items() if not name.startswith("_") and callable(member)}
    members |= {"": cls.__init__} if cls is Group else {}
    return {name: method for name, method in members.items() if "time_limit" in inspect.signature(method).parameters}


def public_classes():
    things = (getattr(dlx, name) for name in dlx.__all__)
    return [thing for thing in things if inspect.isclass(thing)] + [Group]


def test_each_question_with_a_time_limit_takes_cancel():
    for cls in public_classes():
        for name, method in questions(cls).items():
            assert "cancel" in inspect.signature(method).parameters, (cls, name)
    assert all(("cancel" in own) is ("time_limit" in own) for own in ARGUMENTS.values())


def test_each_question_is_canceled_here():
    tried = {name.partition(",")[0] for name in (*BARE, *OBJECTS)} | {"count_many", "solve_many"}
    for cls in public_classes():
        for name in questions(cls):
            of_class = "" if cls is Problem else cls.__name__ + "." * bool(name)
            assert of_class + name in tried, (cls, name)
    assert {name for name, own in ARGUMENTS.items() if "cancel" in own and "=" not in name} <= tried


# --- before, after and around


@pytest.mark.parametrize("question", [*BARE, *OBJECTS])
def test_a_canceled_question_does_not_begin(question):
    event = Event()
    event.set()
    ask = BARE.get(question) or OBJECTS[question]
    try:
        answer = ask(cancel=event)
    except Unfinished as error:
        assert error.status is Status.INTERRUPTED
    else:
        assert question in OBJECTS and answer is not None


def test_an_answer_in_time_is_whole():
    event = Event()
    assert queens(6).count(cancel=event) == len(list(queens(6).solutions(cancel=event))) == 4
    assert queens(6).solve(cancel=event) == queens(6).solve()
    assert queens(6).search(cancel=event).count() == 4
    assert queens(6).count_many([[]], None, cancel=event).tolist() == [4]
    assert queens(6).option_status(cancel=event).status is Status.COMPLETE


def test_what_is_no_event_is_refused():
    for question in (queens(6).solve, queens(6).search, queens(6).counting().run, queens(6).solutions):
        with pytest.raises(
            TypeError, match=r"^cancel is 3; it must be an Event, or anything with is_set\(\), or None$"
        ):
            question(cancel=3)


def test_anything_with_is_set():
    class Countdown:
        left = 20

        def is_set(self):
            self.left -= 1
            return self.left < 0

    with pytest.raises(Unfinished) as stop:
        ENDLESS.count(cancel=Countdown())
    assert stop.value.status is Status.INTERRUPTED


def test_the_partial_answer_is_a_lower_bound():
    error, _ = canceled(lambda **how: ENDLESS.count(method="search", **how))
    assert error.partial > 0 and str(error).startswith(f"cancel ended the count: {error.partial} solutions")
    found, event = [], Event()
    with pytest.raises(Unfinished) as stop:
        for solution in ENDLESS.solutions(cancel=event):
            found.append(solution)
            if len(found) == 7:
                event.set()
    assert len(found) == stop.value.partial == 7


def test_a_time_limit_that_comes_first():
    with pytest.raises(Unfinished) as stop:
        ENDLESS.count(time_limit=0.02, cancel=Event())
    assert stop.value.status is Status.TIME_LIMIT
    assert PRICED.best(None, time_limit=0.02, cancel=Event()).status is Status.TIME_LIMIT


def test_a_search_resumes():
    event, p = Event(), queens(8)
    search = p.search(cancel=event)
    first = next(search)
    event.set()
    assert list(search) == [] and search.status is Status.INTERRUPTED
    event.clear()
    assert list(search) == [] and search.status is Status.INTERRUPTED, "as after a time limit"
    assert [first, *search.resume()] == [*p.solutions()] and search.status is Status.COMPLETE
    again = p.search(limit=3)
    assert again.count() == 3
    assert str(again.resume(cancel=event).count()) == "92"
    event.set()
    assert again.resume(cancel=event).count() == 92 and again.status is Status.COMPLETE


def test_a_count_continues():
    event, board = Event(), dominoes(8, 8)
    count = board.counting(method="search", cancel=event)
    event.set()
    for _ in range(2):
        with pytest.raises(Unfinished) as stop:
            count.run()
        assert stop.value.status is count.status is Status.INTERRUPTED and "at least" in repr(count)
    event.clear()
    assert count.run(time_limit=1000) == 12_988_816 and count.status is Status.COMPLETE


def test_a_question_in_a_canceled_one():
    """A callback asks questions of its own, which end with the question that calls it."""
    event, seen = Event(), []

    def watch(progress):
        event.set()
        with pytest.raises(Unfinished) as stop:
            ENDLESS.count()
        seen.append(stop.value.status)
        with pytest.raises(Unfinished):
            ENDLESS.count(cancel=Event())

    with pytest.raises(Unfinished):
        ENDLESS.count(cancel=event, progress=watch)
    assert seen and set(seen) == {Status.INTERRUPTED}


def test_the_question_around_goes_on():
    own, seen = Event(), []
    own.set()

    def watch(progress):
        with pytest.raises(Unfinished):
            ENDLESS.count(cancel=own)
        seen.append(progress)

    with pytest.raises(Unfinished) as stop:
        ENDLESS.count(time_limit=0.3, cancel=Event(), progress=watch)
    assert seen and stop.value.status is Status.TIME_LIMIT


def test_blocks_end():
    event = Event()
    event.set()
    with pytest.raises(Unfinished):
        ENDLESS.count(cancel=event)
    assert calloff.cancellation() is None and not calloff.canceled()
    listed = ENDLESS.solutions(cancel=Event())
    next(listed)
    assert calloff.cancellation() is None
    with pytest.raises(ZeroDivisionError), Cancellation(event):
        _ = 1 / 0
    calloff.check()


def test_a_drive_looks_before_each_slice():
    event, slices = Event(), []

    class Machine:
        def step(self, work):
            slices.append(work)
            if len(slices) == 3:
                event.set()
            return 2  # PAUSED

    with Cancellation(event):
        drive = Drive()
        assert drive.run(Machine()) == 4 and len(slices) == 3
        assert drive.run(Machine()) == 4 and len(slices) == 3
        assert drive.late()


# --- workers


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors(kind):
    """Their tasks do not receive the event; we cancel those that wait, and do not wait for the others."""
    with kind(1) as pool:
        for ask in (
            lambda **how: ENDLESS.count(executor=pool, **how),
            lambda **how: list(ENDLESS.solutions(executor=pool, **how)),
            lambda **how: PRICED.best(None, executor=pool, **how),
            lambda **how: ENDLESS.solve_many([[k] for k in range(99)], 9**9, executor=pool, node_limit=10**6, **how),
        ):
            answer, status = canceled(ask, after=0.3)
            if status is None or callable(status):
                status = answer.status(98)
            assert status is Status.INTERRUPTED
        assert queens(6).count(executor=pool) == 4, "the pool can be used again"


def test_the_counts_of_a_canceled_batch():
    batch, _ = canceled(lambda **how: ENDLESS.solve_many([[k] for k in range(200)], None, **how))
    assert batch.cut[-1] and "cut short" in repr(batch)
    with pytest.raises(Unfinished) as stop:
        canceled(lambda **how: ENDLESS.solve_many([[k] for k in range(200)], None, workers=2, **how))[0].solution(199)
    assert stop.value.status is Status.INTERRUPTED


# --- words


def test_words():
    best, _ = canceled(OBJECTS["best"])
    assert "interrupted" in repr(best)
    reason, _ = canceled(OBJECTS["explain"])
    assert reason.kind == "unknown" and str(reason).startswith("it was canceled before")
    with pytest.raises(Unfinished) as stop:
        bool(reason)
    assert stop.value.status is Status.INTERRUPTED
    statuses, _ = canceled(OBJECTS["option_status, one"])
    assert set(statuses.statuses) == {OptionStatus.UNKNOWN}
    reduced, _ = canceled(OBJECTS["reduce"])
    assert "stopped by cancel" in str(reduced)
    assert hard_triples().explain(time_limit=0).status is Status.TIME_LIMIT
    assert Problem([["a"]]).explain().status is Status.COMPLETE


# --- the examples of docs/how-to/canceling.md

PAGE = ROOT / "docs" / "how-to" / "canceling.md"


def threads():
    """Return the threads of pools that have a question."""
    stacks = sys._current_frames()
    pools = [one.ident for one in threading.enumerate() if one.name.startswith(("asyncio_", "ThreadPool"))]
    return [one for one in pools if any("dlx" in line for line in format_stack(stacks[one]))]


def wait_for_threads():
    """Wait until no thread of a pool has a question."""
    until = monotonic() + 30
    while threads():
        assert monotonic() < until
        sleep(0.01)


def test_the_example_of_an_event(capsys):
    example("event", PAGE)
    assert capsys.readouterr().out == "INTERRUPTED True\n"


def test_the_example_of_a_pool():
    names = example("pool", PAGE)
    assert models.langford(16).verify(names["solution"])
    with pytest.raises(ZeroDivisionError):
        names["first_solution"](SimpleNamespace(solve=lambda **how: 1 / 0), range(2))


def test_the_example_of_asyncio(capsys):
    names = example("asyncio", PAGE)
    assert models.queens(20).verify(asyncio.run(names["main"]()))
    assert capsys.readouterr().out == "no one waits any more\n"
    wait_for_threads()

    async def canceled_task():
        task = asyncio.create_task(names["answer"](ENDLESS.count))
        await asyncio.sleep(0.1)
        assert threads()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        wait_for_threads()
        return await names["answer"](queens(6).count)

    assert asyncio.run(canceled_task()) == 4


@pytest.mark.filterwarnings("ignore")  # of other packages about each other
def test_the_example_of_fastapi():
    pytest.importorskip("fastapi")
    app = example("fastapi", PAGE)["app"]

    async def post(puzzle, *, leaves):
        """Return the status and the body of a response; the client leaves after it has asked, or stays."""
        asked = json.dumps({"puzzle": puzzle}).encode()
        messages, sent, left = [{"type": "http.request", "body": asked}], [], monotonic() + 0.2

        async def receive():
            if messages:
                return messages.pop()
            if not leaves or monotonic() < left:
                await asyncio.sleep(1000)
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(asked)).encode())]
        scope = {"type": "http", "method": "POST", "path": "/count", "headers": headers, "query_string": b""}
        await app(
            scope | {"raw_path": b"/count", "root_path": "", "scheme": "http", "http_version": "1.1"}, receive, send
        )
        return sent[0]["status"], json.loads(sent[1]["body"])

    assert asyncio.run(post("." * 16, leaves=False)) == (200, {"count": 288})
    assert asyncio.run(post("12", leaves=False))[0] == 400
    status, body = asyncio.run(post("." * 81, leaves=True))
    assert status == 503 and body["detail"].startswith("cancel ended the count: at least")
    wait_for_threads()
