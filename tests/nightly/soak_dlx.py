# SPDX-License-Identifier: MIT
"""Soak operations for `dlx`: random problems, each checked against known counts or a second route.

An operation takes a random generator and an empty folder, and raises AssertionError if an answer is wrong. All its
choices come from the generator, so that its seed repeats them (except for the timing of threads and timers).
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from bench import one, planted
from dlx import ZDD, OptionStatus, Problem, Status, Unfinished, draw_matrix, draw_tree, walk
from dlx.engine.engine import KERNELS
from dlx.terminal import cli
from tests.problems import counted

from .known import any_known, long, medium, questions, small, under


def listed(p: Problem, known: int, **how: Any) -> list[tuple[int, ...]]:
    """Return all solutions, each checked by itself."""
    found = [s.options for s in p.search(**how)]
    assert len(found) == len(set(found)) == known
    assert all(p.verify(options) for options in found[:200])
    return found


def counts(random: Random, _: Path) -> None:
    p, known = any_known(random) if random.random() < 0.8 else long(random)
    for method in random.sample(["auto", "search", "memo", "frontier", "symmetric", "zdd"], 2):
        assert p.count(method=method) == known, method
    assert p.search(kernel=random.choice(KERNELS)).count() == known
    counting = p.counting()
    while counting.status is not Status.COMPLETE:
        with suppress(Unfinished):
            counting.run(time_limit=0.002)
    assert counting.count == known
    assert p.count(method="memo", max_memory=random.choice([1, 10_000, 10_000_000])) == known


def lists(random: Random, _: Path) -> None:
    p, known = any_known(random)
    found = listed(p, known, kernel=random.choice(["auto", *KERNELS]), seed=random.choice([None, 1, 2]))
    for _k in range(5):
        asked = questions(random, p)
        expected = sorted(under(found, **asked))
        assert sorted(s.options for s in p.solutions(**asked)) == expected
        assert p.count(**asked) == len(expected)
        assert p.is_unique(**asked) == (len(expected) == 1)
        assert p.count(3, **asked) == min(3, len(expected))


def symmetries(random: Random, _: Path) -> None:
    """The orbits under the symmetries that are found have as many solutions as the problem."""
    p, known = any_known(random)
    group = p.group("auto")
    orbits = [s.options for s in p.solutions(orbits="auto")]
    assert p.count(orbits="auto") == group.count() == len(orbits)
    assert sum(map(group.size, orbits)) == known


def timetables(random: Random, _: Path) -> None:
    """Decide a problem with a solution and full hours, also under random assumptions."""
    seed, rooms = random.randrange(1000), random.choice([0, 5])
    p = one.problem(one.as_lists(planted.timetable(10, 15, 0.3, seed=seed, rooms=rooms)))
    solution = p.solve()
    assert solution is not None and p.verify(solution)
    asked = questions(random, p)
    answer = p.solve(**asked)
    assert answer is None or (p.verify(answer) and under([answer.options], **asked))


def multiplicities(random: Random, _: Path) -> None:
    p, known = small(random)
    found = listed(p, known)
    asked = questions(random, p)
    assert p.count(**asked) == len(under(found, **asked))
    assert p.count(workers=2) == known


def limits(random: Random, _: Path) -> None:
    p, known = any_known(random)
    s = p.search(kernel=random.choice(["auto", *KERNELS]))
    met = 0
    while s.status is not Status.COMPLETE:
        limit = random.choice([{"limit": 1 + known // 5}, {"node_limit": 300}, {"time_limit": 0.001}])
        s.resume(**limit)
        met = met + sum(1 for _ in s) if random.random() < 0.5 else s.count()
        assert met <= known
    assert s.stats.solutions == known


def abandoned(random: Random, _: Path) -> None:
    p, known = medium(random)
    searches = [p.search(kernel=random.choice(KERNELS)) for _ in range(4)]
    found: list[list[Any]] = [[] for _ in searches]
    for _k in range(50):  # interleaved, and dropped halfway
        k = random.randrange(4)
        found[k] += [s.options for s in [next(searches[k], None)] if s is not None]
        if random.random() < 0.1:
            searches[k], found[k] = p.search(), []
    assert len(found[0]) + sum(1 for _ in searches[0]) == known
    del searches
    assert p.count(method="search") == known


def in_threads(random: Random, _: Path) -> None:
    p, known = medium(random)
    found = listed(p, known)
    asked = [questions(random, p) for _ in range(4)]
    answers: list[int | None] = [None] * 4

    def ask(k: int) -> None:
        answers[k] = p.count(**asked[k])

    threads = [Thread(target=ask, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [len(under(found, **one)) for one in asked]


def workers(random: Random, folder: Path) -> None:
    p, known = any_known(random) if random.random() < 0.6 else long(random)
    number = random.randint(1, 4)
    assert p.count(workers=number, method=random.choice(["auto", "search"])) == known
    if known < 10_000:
        assert len({s.options for s in p.solutions(workers=number, ordered=random.random() < 0.5)}) == known
    file = folder / "run.db"
    for _k in range(3):
        with suppress(StopIteration):
            counted(p, workers=number, checkpoint=file, time_limit=random.random() * 0.05)
    assert p.count(workers=number, checkpoint=file) == known
    half = p.solutions(workers=number)
    next(half, None)


def processes(random: Random, folder: Path) -> None:
    p, known = long(random)
    file = folder / "run.db"
    context = get_context("spawn")
    with ProcessPoolExecutor(2, context) as pool:
        if random.random() < 0.5:
            victims: list[int] = []

            def kill(_progress: object) -> None:
                if not victims and pool._processes:
                    victims.append(random.choice(list(pool._processes)))
                    os.kill(victims[0], signal.SIGKILL)

            with suppress(RuntimeError):
                assert counted(p, executor=pool, checkpoint=file, progress=kill).count == known
        else:
            assert p.count(executor=pool, method="search") == known
    assert p.count(workers=2, checkpoint=file) == known


def many(random: Random, _: Path) -> None:
    p, known = any_known(random)
    found = listed(p, known)
    givens = [questions(random, p)["given"] for _ in range(random.choice([3, 40, 300]))]
    expected = [len(under(found, given, [])) for given in givens]
    for kernel in ("auto", random.choice(["lanes", *KERNELS])):
        assert p.count_many(givens, None, kernel=kernel).tolist() == expected
    batch = p.solve_many(givens)
    assert batch.counts.tolist() == [min(number, 2) for number in expected]
    k = random.randrange(len(givens))
    first = batch.solution(k)
    assert (first is not None) == (expected[k] > 0)
    assert first is None or first.options in found


def reduces(random: Random, _: Path) -> None:
    p, known = any_known(random)
    found, asked = listed(p, known), questions(random, p)
    r = p.reduce(**asked)
    assert sorted(s.options for s in r.solutions()) == sorted(under(found, **asked))
    assert r.problem.count() == len(under(found, **asked))


def bests(random: Random, _: Path) -> None:
    p, known = any_known(random)
    number = random.choice([int, float])
    costs = [number(random.randint(0, 9)) for _ in range(p.n_options)]
    paid = with_costs(p, costs)
    expected = sorted(sum(costs[k] for k in options) for options in listed(p, known))
    k = random.choice([1, 2, 7, None])
    for how in ({}, {"workers": 2}):
        best = paid.best(k, **how)
        assert [s.cost for s in best] == expected[:k] and best.status is Status.COMPLETE
        assert all(paid.verify(s.options) for s in best)
    if expected and p.n_primary:
        assert [s.cost for s in paid.zdd().best(k)] == expected[:k]


def with_costs(p: Problem, costs: list[Any]) -> Problem:
    return Problem([p.option(k) for k in range(p.n_options)], p.primary, p.secondary, costs=costs)


def estimates(random: Random, _: Path) -> None:
    p, known = medium(random) if random.random() < 0.6 else long(random)
    seed = random.randrange(10)
    e, again = (p.estimate(200, seed=seed) for _ in range(2))
    assert (e.nodes, e.solutions) == (again.nodes, again.solutions)
    if e.samples == 0:
        assert e.solutions.value == known
    assert 0 <= e.solutions.low <= e.solutions.value <= e.solutions.high


def diagrams(random: Random, folder: Path) -> None:
    p, known = any_known(random)
    found, z = listed(p, known), p.zdd(order=random.choice(["auto", "leftmost", "mrv"]))
    assert z.count() == known
    often = Counter(k for options in found for k in options)
    assert z.count_per_option() == [often[k] for k in range(p.n_options)]
    if known:
        assert all(s.options in set(found) for s in z.sample(5, seed=random.randrange(100)))
    asked = questions(random, p)
    assert z.restrict(**asked).count() == len(under(found, **asked))
    z.save(folder / "z")
    assert ZDD.load(folder / "z", p).count() == known


def exports(random: Random, folder: Path) -> None:
    p, known = any_known(random, multiplied=True)
    p.write(folder / "p.dlx")
    q = Problem.read(folder / "p.dlx")
    assert (q.count(), q.n_options) == (known, p.n_options)
    solution = p.solve()
    if solution is not None:
        chosen = set(solution.options)
        for made, first in ((p.to_opb(), 1), (p.to_lp(), 0)):
            assert made.text() and p.n_options <= made.n_variables
            if not p.secondary:  # then there are no further variables
                model = [f"{'' if k in chosen else '-'}x{k + first}" for k in range(p.n_options)]
                values = {f"x{k}": float(k in chosen) for k in range(p.n_options)}
                again = made.solution(values) if first == 0 else made.solution(model)
                assert again.options == solution.options
    cnf = p.to_cnf(encoding=random.choice(["pairwise", "sequential"]))
    cnf.write(folder / "p.cnf")
    assert (folder / "p.cnf").read_text() == cnf.text()
    bad = (folder / "p.dlx").read_text() + random.choice(["a a", "| x", "zzz", "a:b"]) + "\n"
    with suppress(ValueError):
        Problem.read(io.StringIO(bad))


def explains(random: Random, _: Path) -> None:
    p, known = any_known(random)
    found, asked = listed(p, known), questions(random, p)
    why = p.explain(**asked)
    assert (why is None) == (len(under(found, **asked)) > 0)
    if why is not None and why.kind == "given":
        assert p.count(given=why.given, banned=asked["banned"]) == 0
        for k in why.given if why.minimal else ():
            assert p.count(1, given=[g for g in why.given if g != k], banned=asked["banned"])


def option_statuses(random: Random, _: Path) -> None:
    p, known = any_known(random)
    asked = questions(random, p)
    found = under(listed(p, known), **asked)
    often = Counter(k for options in found for k in options)
    status = p.option_status(**asked)
    for k in range(p.n_options):
        some = OptionStatus.ALL if often[k] == len(found) else OptionStatus.SOME
        expected = some if often[k] else OptionStatus.NONE
        assert status[k] is expected
        witness = status.witness(k)
        assert witness is None or (k in witness.options and witness.options in found)


def pickles(random: Random, _: Path) -> None:
    p, known = any_known(random, multiplied=True)
    q = pickle.loads(pickle.dumps(p, protocol=random.randint(2, 5)))
    assert q == p and hash(q) == hash(p) and q.count() == known


def raising(random: Random, _: Path) -> None:
    """Raise errors of the caller's own within a search: the next answers are right."""
    p, known = long(random)

    def fail(_progress: object) -> None:
        raise ZeroDivisionError

    for ask in (
        lambda: p.count(method="search", progress=fail),
        lambda: p.count(method="memo", progress=fail),
        lambda: p.count(workers=2, method="search", progress=fail),
        lambda: p.zdd(progress=fail, time_limit=2),
        lambda: p.count(given=[p.n_options]),
        lambda: p.zdd(max_nodes=3),
    ):
        with suppress(ZeroDivisionError, TimeoutError, ValueError, OverflowError):
            ask()
    assert p.count(method=random.choice(["auto", "memo"])) == known


def interrupted(random: Random, folder: Path) -> None:
    """Send a signal at a random moment of a long call: the next answers are right."""
    p, known = long(random)
    file = folder / "run.db"
    s = p.search(kernel=random.choice(KERNELS))
    paid = with_costs(p, [random.randint(0, 9) for _ in range(p.n_options)])
    long_ones: list[Callable[[], object]] = [
        s.count,
        lambda: sum(1 for _ in s),
        lambda: p.count(method="memo"),
        lambda: p.count(workers=2, method="search"),
        lambda: p.count(workers=2, checkpoint=file),
        lambda: p.zdd(time_limit=3),
        lambda: paid.best(3),
        lambda: p.estimate(5000),
        lambda: p.reduce(time_limit=1),
        lambda: p.option_status(time_limit=1),
        lambda: p.count_many([[k] for k in range(p.n_options)], 5),
    ]
    cut(random.choice(long_ones), random.random() * 0.3)
    assert p.count(workers=2, checkpoint=file) == known
    if s.stats.solutions:  # it continues from its position
        assert s.resume().count() == known
    assert p.count() == known


def cut(work: Callable[[], object], after: float) -> object:
    """Run a call, and interrupt it after that many seconds."""
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(after, 1e-4))
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            time.sleep(0.01)  # another thread may have received the signal, but not have run since
    except KeyboardInterrupt:
        return None


def forks(random: Random, _: Path) -> None:
    """Continue a search on both sides of a fork."""
    p, known = medium(random)
    s = p.search(kernel=random.choice(KERNELS))
    before = sum(1 for _k in range(known // 3) if next(s, None))
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException):
            code = int(before + sum(1 for _k in s) != known)
        os._exit(code)
    assert before + sum(1 for _k in s) == known
    assert os.waitpid(child, 0)[1] == 0


def drawings(random: Random, _: Path) -> None:
    p, _known = any_known(random)
    for picture in (draw_matrix(p, p.solve() or ()), draw_tree(walk(p, max_nodes=random.randint(1, 60)))):
        assert picture.svg.startswith("<svg") and picture.png()[:4] == b"\x89PNG"


def run(main: Callable[[list[str]], int], *args: object) -> tuple[int, str]:
    """Run a command in this process; return exit code and standard output."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")):
        code = main([str(arg) for arg in args])
        out.flush()
    return code, out.buffer.getvalue().decode()  # type: ignore[attr-defined]


def commands(random: Random, folder: Path) -> None:
    p, known = any_known(random)
    file = folder / "p.dlx"
    p.write(file)
    code, out = run(cli.main, "count", file)
    assert out.split() == [str(known)] and code == (known == 0)
    code, out = run(cli.main, "count", file, "--workers", 2, "--checkpoint", folder / "run.db")
    assert out.split() == [str(known)]
    code, out = run(cli.main, random.choice(["option-status", "info", "estimate", "reduce", "zdd"]), file)
    assert code in (0, 1) and (out or known == 0)
    with (folder / "bad.dlx").open("w") as bad:
        bad.write(file.read_text() + "| |\nnothing like this\n")
    assert run(cli.main, "count", folder / "bad.dlx")[0] == 2


def cycles(random: Random, _: Path) -> None:
    """Leave objects in a reference cycle to the collector."""
    p, _known = medium(random)
    ring: list[Any] = [p.search(), p]
    ring.append(ring)
    next(ring[0], None)
    del ring
    gc.collect()


OPERATIONS: list[tuple[Callable[[Random, Path], None], int]] = [
    (counts, 8),
    (lists, 10),
    (symmetries, 4),
    (timetables, 2),
    (multiplicities, 6),
    (limits, 8),
    (abandoned, 8),
    (in_threads, 4),
    (workers, 6),
    (processes, 1),
    (many, 8),
    (reduces, 6),
    (bests, 6),
    (estimates, 4),
    (diagrams, 8),
    (exports, 6),
    (explains, 6),
    (option_statuses, 6),
    (pickles, 6),
    (raising, 2),
    (interrupted, 8),
    (forks, 4),
    (drawings, 2),
    (commands, 3),
    (cycles, 2),
]
